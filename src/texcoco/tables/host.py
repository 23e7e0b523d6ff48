"""Keeps tables: takes commands, writes what they lead to, wakes whoever watches, and lets bots play.

Any number of hosts may serve the same tables from one store. A host holds a table in memory as long as somebody watches it or uses
it; what it holds is always what the log says, so it can be thrown away at any time.
"""

from __future__ import annotations

import asyncio
import logging
import random
import secrets
import time
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from typing import Any, TypeVar

from texcoco.game import Json
from texcoco.store import EVERYTHING, Card, Conflict, Entry, Store, StoreError
from texcoco.tables.commands import Command, Decision, Refused, Who, carried_out, create, decide, played, rematch, study
from texcoco.tables.presence import Presence
from texcoco.tables.table import Table, rebuilt
from texcoco.tables.thinkers import Thinkers, Thoughtless

log = logging.getLogger("texcoco.tables")

PATIENCE = 10.0
"""Seconds for which a command is decided anew when others are quicker."""
BOT_SECONDS = 5.0
STAND_BY = 5.0
"""How many seconds longer than a bot may take another process waits before it thinks for it."""
KEPT = 300
"""How many tables that nobody watches are kept in memory."""

PAUSES = (0.5, 1.0, 2.0, 5.0, 10.0, 30.0)
"""Seconds after which a bot's move is tried again when the store fails."""

T = TypeVar("T")
Watcher = Callable[[Table, Entry], None]
Gone = Callable[[], None]


class NoSuchTable(Exception):
    """There is no table of that id."""


class Busy(Refused):
    """Others were quicker every time."""


@dataclass(slots=True)
class _Hosted:
    """A table in memory."""

    table: Table
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    watchers: dict[Watcher, Gone | None] = field(default_factory=dict[Watcher, "Gone | None"])
    """Whom to tell of each entry, and that the table was removed."""
    thinking: dict[int, asyncio.Task[None]] = field(default_factory=dict[int, "asyncio.Task[None]"])
    standing_by: set[int] = field(default_factory=set[int])
    """Seats for which a bot thinks in another process, and here only if that one fails."""

    @property
    def idle(self) -> bool:
        return not self.watchers and not self.thinking and not self.lock.locked()


class Host:
    """The tables of one server process."""

    def __init__(
        self,
        store: Store,
        thinkers: Thinkers,
        *,
        now: Callable[[], float] = time.time,
        new_id: Callable[[], str] = lambda: secrets.token_urlsafe(9),
        rng: random.Random | None = None,
        bot_seconds: float = BOT_SECONDS,
        kept: int = KEPT,
    ):
        self.store = store
        self.thinkers = thinkers
        self.now, self.new_id = now, new_id
        self.rng = rng or random.SystemRandom()
        self.bot_seconds = bot_seconds
        self.kept = kept
        self.failures = 0
        """How often a bot crashed, overran its time or answered nonsense."""
        self._hosted: dict[str, _Hosted] = {}
        self._loading: dict[str, asyncio.Task[_Hosted]] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self._stop_listening = store.listen(self._heard)
        self.presence = Presence(store)

    # --- what people do ---

    async def create(self, who: Who, asked: Json) -> Table:
        """Opens a table. Raises `Refused`."""
        id = self.new_id()
        return await self._open(id, create(id, who, asked, self.now()))

    async def study(self, who: Who, record: str) -> Table:
        """A table that shows a game played elsewhere. Raises `Refused`."""
        id = self.new_id()
        return await self._open(id, study(id, who, record, self.now()))

    async def _open(self, id: str, entries: list[Entry]) -> Table:
        table = rebuilt(id, entries)
        await self.store.append(id, entries, card=table.card())
        return (await self._get(id)).table

    async def table(self, id: str) -> Table:
        """A table as it is now. Raises `NoSuchTable`."""
        hosted = await self._get(id)
        async with hosted.lock:
            await self._catch_up(hosted)
        return hosted.table

    async def command(self, id: str, who: Who, command: Command) -> Table:
        """Carries a command out, once, and returns when it is on disk. Raises `Refused` or `NoSuchTable`."""
        return await self._write(
            await self._get(id),
            lambda table: decide(table, who, command, self.now(), self.rng),
            lambda table: carried_out(table, who, command),
        )

    async def rematch(self, id: str, who: Who) -> str:
        """The table for another game of the same people, the same one whoever asks first. Raises `Refused`."""
        table = await self.table(id)
        hosted = await self._get(id)
        if table.rematch is None:
            new = self.new_id()
            entries = rematch(table, new, who, self.now(), self.rng)
            await self.store.append(new, entries, card=rebuilt(new, entries).card())
            asked = Decision("rematched", None, {"table": new})
            table = await self._write(hosted, lambda _: asked, lambda table: table.rematch is not None)
            if table.rematch != new:  # somebody asked at the same time
                await self.store.delete(new)
        assert table.rematch is not None
        return table.rematch

    async def delete(self, id: str, who: Who) -> None:
        """Removes a table for good; only its owner may. Raises `Refused`."""
        hosted = await self._get(id)
        if hosted.table.owner != who.holder:
            raise Refused("not-yours", "only who opened the table can remove it")
        await self.store.delete(id)
        self._forget(id)

    async def cards(self, **asked: Any) -> list[Card]:
        return await self.store.cards(**asked)

    # --- watching ---

    async def watch(self, id: str, watcher: Watcher, gone: Gone | None = None) -> Callable[[], None]:
        """Calls `watcher` with the table after each new entry, in order, and `gone` when it was removed.

        Returns a function that stops it. Raises `NoSuchTable`.
        """
        while True:
            hosted = await self._get(id)
            async with hosted.lock:
                await self._catch_up(hosted)  # what was written while it was loaded went unheard
            if self._hosted.get(id) is hosted:  # else it was dropped meanwhile, and would hear nothing
                break
        hosted.watchers[watcher] = gone

        def stop() -> None:
            hosted.watchers.pop(watcher, None)

        return stop

    @property
    def in_memory(self) -> int:
        """How many tables are in memory."""
        return len(self._hosted)

    @property
    def thinking(self) -> int:
        """For how many seats a bot is thinking."""
        return sum(len(hosted.thinking) - len(hosted.standing_by) for hosted in self._hosted.values())

    # --- writing ---

    async def _write(self, hosted: _Hosted, deciding: Callable[[Table], Decision], done: Callable[[Table], bool]) -> Table:
        async with hosted.lock:
            began = time.monotonic()
            while time.monotonic() - began < PATIENCE:
                table = hosted.table
                if done(table):
                    return table
                try:
                    decision = deciding(table)
                except Refused:
                    if await self._catch_up(hosted):  # refused by what was true before another process wrote
                        continue
                    raise
                entry = decision.entry(table, self.now())
                after = table.fork()
                after.apply(entry)
                kept = after.snapshot()
                snapshot = None if kept is None else (entry.version, kept)
                try:
                    await self.store.append(table.id, [entry], snapshot=snapshot, card=after.card())
                except Conflict:
                    if not await self._catch_up(hosted) and not await self.store.read(table.id):
                        self._forget(table.id)  # it was removed
                        raise NoSuchTable(table.id) from None
                    continue
                self._now_is(hosted, after, entry, ours=True)
                return after
        raise Busy("busy", "too many are writing at this table; try again")

    def _now_is(self, hosted: _Hosted, table: Table, entry: Entry, ours: bool) -> None:
        """After an entry that is on disk: tells who watches, and lets bots move."""
        hosted.table = table
        for watcher in list(hosted.watchers):
            try:
                watcher(table, entry)
            except Exception:  # what is on disk has happened, whoever fails to hear of it
                log.exception("a watcher failed", extra={"table": table.id})
        self._let_bots_move(hosted, ours)

    async def _catch_up(self, hosted: _Hosted) -> bool:
        """Takes in what others have written; False if there was nothing."""
        entries = await self.store.read(hosted.table.id, after=hosted.table.version)
        for entry in entries:
            table = hosted.table.fork()
            table.apply(entry)
            self._now_is(hosted, table, entry, ours=False)
        return bool(entries)

    # --- memory ---

    async def _get(self, id: str) -> _Hosted:
        hosted = self._hosted.get(id)
        if hosted is not None:
            self._hosted[id] = self._hosted.pop(id)  # the least recently used come first
            return hosted
        if id not in self._loading:
            # Its own task, so that who waits may go away without a second one beginning beside it.
            self._loading[id] = self._later(self._load(id))
            self._loading[id].add_done_callback(lambda _: self._loading.pop(id))
        return await asyncio.shield(self._loading[id])

    async def _load(self, id: str) -> _Hosted:
        entries = await self.store.read(id)
        if not entries:
            raise NoSuchTable(id)
        snapshot = await self.store.snapshot(id)
        if snapshot is not None and snapshot[0] > entries[-1].version:  # written between the two questions
            entries += await self.store.read(id, after=entries[-1].version)
            if snapshot[0] > entries[-1].version:
                raise NoSuchTable(id)  # removed between the two
        hosted = self._hosted[id] = _Hosted(rebuilt(id, entries, snapshot))
        self._let_bots_move(hosted)
        idle = [name for name, other in self._hosted.items() if other.idle and other is not hosted]
        for name in idle[: max(len(idle) - self.kept, 0)]:
            del self._hosted[name]
        return hosted

    def _forget(self, id: str) -> None:
        hosted = self._hosted.pop(id, None)
        if hosted is not None:
            for task in hosted.thinking.values():
                task.cancel()
            for gone in list(hosted.watchers.values()):
                if gone is not None:
                    gone()

    def _heard(self, id: str, version: int) -> None:
        """Somebody has written, perhaps another process; of tables that are not in memory nothing needs to be known."""
        if version == 0 and id != EVERYTHING:
            self._forget(id)  # it was removed
            return
        for name in list(self._hosted) if id == EVERYTHING else [id]:
            hosted = self._hosted.get(name)
            if hosted is not None and (id == EVERYTHING or hosted.table.version < version):
                self._later(self._look(hosted, version))

    async def _look(self, hosted: _Hosted, version: int) -> None:
        async with hosted.lock:
            if hosted.table.version < version or version == 0:  # else it was our own, or is known by now
                await self._catch_up(hosted)

    def _later(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)
        return task

    def _ended(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and isinstance(why := task.exception(), Exception) and not isinstance(why, NoSuchTable):
            log.error("something failed behind the scenes", exc_info=why)

    # --- bots ---

    def _let_bots_move(self, hosted: _Hosted, ours: bool = True) -> None:
        """Has bots think where it is their turn. After an entry of another process it is for that one to do, unless it has died."""
        for seat in hosted.table.bots_to_move():
            if ours and seat in hosted.standing_by:
                hosted.standing_by.discard(seat)
                hosted.thinking.pop(seat).cancel()
            if seat not in hosted.thinking:
                if not ours:
                    hosted.standing_by.add(seat)
                hosted.thinking[seat] = self._later(self._think_on(hosted, seat, ours))

    async def _think_on(self, hosted: _Hosted, seat: int, ours: bool) -> None:
        """Plays for a bot until it is not its turn any more, whatever the store may be going through."""
        try:
            if not ours:
                await self._stand_by(hosted, seat)
            for pause in (*PAUSES, None):
                try:
                    return await self._think(hosted, seat)
                except (StoreError, Busy) as error:
                    log.warning("a bot's move could not be written", extra={"table": hosted.table.id, "why": str(error)})
                    if pause is None:
                        raise
                    await asyncio.sleep(pause)
        finally:
            # Here, and not when the task is done: its turn may have come again in between, and nobody would think.
            if hosted.thinking.get(seat) is asyncio.current_task():
                del hosted.thinking[seat]
                hosted.standing_by.discard(seat)

    async def _stand_by(self, hosted: _Hosted, seat: int) -> None:
        """Waits for as long as the process that should think for a bot may still do so."""
        moves = -1
        while seat in hosted.table.bots_to_move() and len(hosted.table.moves) != moves:
            moves = len(hosted.table.moves)
            await asyncio.sleep(2 * self.bot_seconds + STAND_BY + self.rng.random())
        hosted.standing_by.discard(seat)

    async def _think(self, hosted: _Hosted, seat: int) -> None:
        while seat in hosted.table.bots_to_move():
            thought = hosted.table
            notation = await self._decide(thought, seat)

            def deciding(table: Table, thought: Table = thought, notation: str = notation) -> Decision:
                if table.moved.get(seat) != thought.moved.get(seat):
                    raise Refused("stale", "this bot has moved in another process")
                return played(table, seat, thought.position and thought.position.step, notation, self.rng)

            try:
                await self._write(hosted, deciding, lambda table: seat not in table.bots_to_move())
            except Refused as refused:
                if refused.code != "stale":
                    raise

    async def _decide(self, table: Table, seat: int) -> str:
        """What the seat's bot plays; another bot's choice if it fails, so that the table goes on."""
        assert table.position is not None
        position = table.position_for(seat)
        actions = [str(action) for action in position.actions(seat)]
        bot = table.seats[seat].bot
        for name in dict.fromkeys((bot, "greedy")):
            if name is None or len(actions) == 1:
                continue
            try:
                return await self.thinkers.decide(
                    table.game.name, name, seat, position.view(seat), table.heard(seat), actions, self.bot_seconds, self.rng.getrandbits(32)
                )
            except Thoughtless as why:
                self.failures += 1
                log.warning("a bot failed", extra={"table": table.id, "bot": name, "why": str(why)})
        return self.rng.choice(actions)

    async def hint(self, id: str, who: Who, seat: int, lang: str) -> tuple[list[str], str]:
        """What a bot would do on one's seat, as far as it sees ahead, and why, in a sentence. Raises `Refused`."""
        table = await self.table(id)
        if seat not in table.held_by(who.holder) or table.position is None or table.status != "playing":
            raise Refused("not-your-seat", "hints are for one's own seat in a running game")
        position = table.position_for(seat)
        actions = [str(action) for action in position.actions(seat)]
        if not actions:
            raise Refused("not-your-turn", "it is not your turn")
        try:
            return await self.thinkers.explain(
                table.game.name, "greedy", seat, position.view(seat), table.heard(seat), actions, self.bot_seconds, lang
            )
        except Thoughtless:
            raise Refused("no-hint", "no hint comes to mind") from None

    async def wake(self) -> None:
        """After a restart: goes on with the tables where a bot was to move."""
        before: tuple[float, str] | None = None
        while cards := await self.store.cards(status="playing", before=before, limit=200):
            for card in cards:
                if any(card.card["seats"][seat]["bot"] is not None for seat in card.card["actors"]):
                    await self._get(card.id)
            before = cards[-1].updated, cards[-1].id

    async def close(self) -> None:
        self._stop_listening()
        await self.presence.close()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.thinkers.close()
