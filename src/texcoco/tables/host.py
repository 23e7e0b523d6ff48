"""Serves tables: carries out commands, writes their entries, tells who watches, and lets bots play.

Any number of hosts may serve the same tables from one store; of two that write at the same time, one writes first and
the other decides again. What a host has in memory (`memory.py`) can be dropped at any time; `bot_moves.py` plays for
bots.
"""

from __future__ import annotations

import contextlib
import logging
import random
import secrets
import time
from collections.abc import AsyncIterator, Callable
from typing import Any

from texcoco.game import Json
from texcoco.games import NoSuchGame, find
from texcoco.store import EVERYTHING, Card, Conflict, Entry, Store, StoreError
from texcoco.tables import hints
from texcoco.tables.analyses import Analyses
from texcoco.tables.background import BackgroundTasks
from texcoco.tables.bot_moves import BotMoves
from texcoco.tables.broken_tables import BrokenTable
from texcoco.tables.cards import card_of
from texcoco.tables.commands import carried_out, create, decide, rematch
from texcoco.tables.encoding import dump_with_parts, encode
from texcoco.tables.fold import apply, rebuilt, snapshot_of
from texcoco.tables.jobs import Jobs
from texcoco.tables.memory import MAX_IDLE_TABLES, HostedTable, OnUnavailable, TableMemory, Watcher
from texcoco.tables.outages import Heartbeat
from texcoco.tables.positions import check_moment
from texcoco.tables.presence import Presence
from texcoco.tables.requests import Busy, Command, Decision, NoSuchTable, Refused, SignOutOthers, Who
from texcoco.tables.results import results_of
from texcoco.tables.seating import own_seat
from texcoco.tables.table import Table
from texcoco.tables.workers import WorkerPool

log = logging.getLogger("texcoco.tables")

WRITE_SECONDS = 10.0
"""Seconds for which a command is decided again when other processes write first."""
BOT_SECONDS = 5.0
"""Seconds that a bot has for a move."""


class Host:
    """The tables of one server process."""

    def __init__(
        self,
        store: Store,
        bots: WorkerPool,
        jobs: WorkerPool,
        *,
        now: Callable[[], float] = time.time,
        new_id: Callable[[], str] = lambda: secrets.token_urlsafe(9),
        rng: random.Random | None = None,
        bot_seconds: float = BOT_SECONDS,
        max_idle: int = MAX_IDLE_TABLES,
        pause: Callable[[str], float] = lambda share: 0.0,
        analysts: WorkerPool | None = None,
    ):
        """`max_idle` is how many unwatched tables stay in memory; `pause` delays moves of bots (`BotMoves`); `analysts`
        judge the turns of games that are over."""
        self.store = store
        self.bots, self.jobs = bots, Jobs(jobs)
        self.now, self.new_id = now, new_id
        self.rng = rng or random.SystemRandom()
        self.bot_seconds = bot_seconds
        self._tasks = BackgroundTasks()
        self.bot_moves = BotMoves(bots, self._tasks, self._write, self.rng, bot_seconds, pause)
        self.memory = TableMemory(store, self.jobs, self._tasks, self.bot_moves.start, max_idle)
        self.analyses = Analyses(store, analysts or WorkerPool(1), self._tasks, now)
        self._heartbeat = Heartbeat(store, now)
        self._stop_listening = store.listen(self._on_append)
        self.presence = Presence(store)

    # --- what people do ---

    async def create(self, who: Who, asked: Json, lang: str = "en") -> Table:
        """Opens a table. Raises `Refused`, with the reason against a position in a language, or `NoSuchTable` for one
        that it is to go on from."""
        start = await self._start_of(who, asked, lang)
        id = self.new_id()
        entries = create(id, who, asked, self.now(), start)
        return await self._open(rebuilt(id, entries), entries, who)

    async def _start_of(self, who: Who, asked: Json, lang: str) -> Json | None:
        """The position that a new table is to start from, checked; None: the game's opening."""
        moment: Json | None = asked.get("from")
        position: Json | None = asked.get("position")
        if moment is not None and position is not None:
            raise Refused("bad-table", "a game starts from a moment of another or from a position, not from both")
        if moment is not None:
            table = await self.table(moment["table"], who.source)
            check_moment(table, moment["moment"])
            if table.game.name != asked["game"]:
                raise Refused("bad-table", f"that is a game of {table.game.name}")
            return await self.jobs.position(table, moment["moment"], who)
        if position is not None:
            try:
                game = find(asked["game"])
            except NoSuchGame as bad:
                raise Refused("bad-table", str(bad)) from None
            return (await self.jobs.read_position(game, position, who, lang))["position"]
        return None

    async def study(self, who: Who, record: str) -> Table:
        """A table that shows a game played elsewhere. Raises `Refused`."""
        payload, replayed = await self.jobs.study(who, record)
        id, entries = self.new_id(), [Entry(1, "created", None, payload, self.now())]
        return await self._open(rebuilt(id, entries, replayed=replayed), entries, who)

    async def _open(self, table: Table, entries: list[Entry], who: Who) -> Table:
        await self.store.append(table.id, entries, card=card_of(table))
        return self.memory.keep(HostedTable(table, source=who.source)).table

    async def table(self, id: str, source: str = "") -> Table:
        """A table as it is now, for somebody who asks from `source`. Raises `NoSuchTable`, `BrokenTable` or `Busy`."""
        hosted = await self.memory.get(id, source)
        await self._credit_outages(hosted)
        # Whoever looks does not wait for what is being written: by the time of the answer they would see that somebody
        # changes a sealed choice.
        if not self.store.shared:  # nobody writes but this process
            return hosted.table
        if hosted.lock.locked():
            return await self._caught_up_copy(hosted)
        async with hosted.lock:
            await self._catch_up(hosted)
        return hosted.table

    async def command(self, id: str, who: Who, command: Command) -> Table:
        """Carries a command out, once, and returns when it is on disk. Raises `Refused` or `NoSuchTable`."""
        hosted = await self.memory.get(id, who.source)
        table = await self._write(
            hosted,
            lambda table: decide(table, who, command, self.now(), self.rng),
            lambda table: carried_out(table, who, command),
            who.source,
        )
        if isinstance(command, SignOutOthers) and table.rematch is not None:
            await self._sign_out_at_rematch(table, who, command)
        return table

    async def _sign_out_at_rematch(self, table: Table, who: Who, command: SignOutOthers) -> None:
        """Signs the same devices out at the rematch, which took over the devices that held the seats here."""
        assert table.rematch is not None
        seat = (own_seat(table, who, command.seat) - 1) % len(table.seats)  # seats of a rematch are turned by one
        with contextlib.suppress(NoSuchTable, BrokenTable):
            holders = (await self.table(table.rematch)).seats[seat].holders
            if who.holder in holders and len(holders) > 1:
                await self.command(table.rematch, who, SignOutOthers(id=command.id, seat=seat))

    async def rematch(self, id: str, who: Who) -> str:
        """The id of the table where the same people play again: the same one for all who ask.

        If that table has been removed, another one is opened. Raises `Refused`.
        """
        table = await self.table(id, who.source)
        hosted = await self.memory.get(id)
        removed = (
            table.rematch if table.rematch is not None and not await self.store.cards(ids=[table.rematch]) else None
        )
        if table.rematch == removed:
            new = self.new_id()
            entries = rematch(table, new, who, self.now(), self.rng)
            opened = rebuilt(new, entries)
            await self.store.append(new, entries, card=card_of(opened))
            asked = Decision("rematched", None, {"table": new})
            table = await self._write(hosted, lambda _: asked, lambda table: table.rematch != removed)
            if table.rematch != new:  # somebody asked at the same time
                await self.store.delete(new)
            elif not self.memory.has(new):
                self.memory.keep(HostedTable(opened, source=who.source))
        assert table.rematch is not None
        return table.rematch

    async def delete(self, id: str, who: Who) -> None:
        """Removes a table for good; only its owner may. Raises `Refused`."""
        try:
            owner = (await self.memory.get(id)).table.owner
        except BrokenTable:  # its card may still say who opened it
            owner = next((card.card.get("owner") for card in await self.store.cards(ids=[id])), None)
        if owner != who.holder:
            raise Refused("not-yours", "only who opened the table can remove it")
        await self.store.delete(id)
        self.memory.forget(id)

    async def cards(self, **asked: Any) -> list[Card]:
        return await self.store.cards(**asked)

    async def results(self, who: Who) -> Json:
        """How the finished games of a browser went."""
        return await results_of(self.store, who.holder)

    # --- watching ---

    async def watch(
        self, id: str, watcher: Watcher, on_unavailable: OnUnavailable | None = None, source: str = ""
    ) -> Callable[[], None]:
        """Calls `watcher` with the table after each new entry, in order.

        Calls `on_unavailable` when the table was removed or cannot be read any more. Returns a function that stops
        both. Raises `NoSuchTable`, `BrokenTable` or `Busy`.
        """
        while True:
            hosted = await self.memory.get(id, source)
            await self._credit_outages(hosted)
            if self.memory.hosted.get(id) is hosted:  # else it was dropped meanwhile, and is not kept up to date
                break
        hosted.watchers[watcher] = on_unavailable
        # Entries that were written while it was loaded. The caller does not wait for that: see `table`.
        self._tasks.start(self._read_on(hosted, 0))

        def stop() -> None:
            hosted.watchers.pop(watcher, None)

        return stop

    @property
    def in_memory(self) -> int:
        """How many tables are in memory."""
        return len(self.memory.hosted)

    @property
    def thinking(self) -> int:
        """For how many seats a bot is thinking."""
        return sum(len(hosted.thinking) - len(hosted.standing_by) for hosted in self.memory.hosted.values())

    # --- writing ---

    async def _write(
        self,
        hosted: HostedTable,
        decide: Callable[[Table], Decision | None],
        done: Callable[[Table], bool],
        source: str = "",
    ) -> Table:
        """Writes what `decide` returns, unless the table is already as `done` demands.

        If another process writes first, decides again on the new table. `source` is the network of the person who acts,
        empty for a bot.
        """
        async with hosted.lock:
            began = time.monotonic()
            while time.monotonic() - began < WRITE_SECONDS:
                table = hosted.table
                if done(table):
                    return table
                await self._heartbeat.fresh()
                credit = self._heartbeat.credit_due(table)
                try:
                    decision = credit or decide(table)
                except Refused:
                    if await self._catch_up(hosted):  # the refusal was for an outdated table
                        continue
                    raise
                if decision is None:  # nothing is to be written, unless the table is outdated
                    if await self._catch_up(hosted):
                        continue
                    return table
                entry = decision.entry(table, self.now())
                after = table.fork()
                apply(after, entry, decision.played)
                kept = snapshot_of(after, dump_with_parts)
                snapshot = None if kept is None else (entry.version, encode(kept))
                card = card_of(after)
                same_card = hosted.written_card == (table.version, card)
                try:
                    await self._append(hosted, entry, snapshot, None if same_card else card)
                except Conflict:
                    if not await self._catch_up(hosted) and not await self.store.read(table.id):
                        self.memory.forget(table.id)  # it was removed
                        raise NoSuchTable(table.id) from None
                    continue
                hosted.source, hosted.written_card = source or hosted.source, (entry.version, card)
                self._advance(hosted, after, entry, ours=True)
                if credit is None:
                    return after
        raise Busy("busy", "too many are writing at this table; try again")

    async def _append(
        self, hosted: HostedTable, entry: Entry, snapshot: tuple[int, bytes] | None, card: Json | None
    ) -> None:
        """Writes an entry, which the caller then takes into the table. Raises `Conflict`."""
        hosted.writing = entry.version
        try:
            await self.store.append(hosted.table.id, [entry], snapshot, card)
        except Conflict:
            raise
        except BaseException:  # it may be on disk nevertheless, for example when the caller is cancelled
            self._tasks.start(self._read_on(hosted, entry.version))
            raise
        finally:
            hosted.writing = None

    def _advance(self, hosted: HostedTable, table: Table, entry: Entry, ours: bool) -> None:
        """Replaces the table after an entry that is on disk; tells who watches, and lets bots move."""
        hosted.table = table
        for watcher in list(hosted.watchers):
            try:
                watcher(table, entry)
            except Exception:  # the entry is on disk: a failing watcher must not make the command fail
                log.exception("a watcher failed", extra={"table": table.id})
        self.bot_moves.start(hosted, ours)

    async def _catch_up(self, hosted: HostedTable) -> bool:
        """Applies entries that other processes have written; False if there are none. Raises `BrokenTable`."""
        found = False
        async for table, entry in self._read_new(hosted):
            found = True
            self._advance(hosted, table, entry, ours=False)
        return found

    async def _caught_up_copy(self, hosted: HostedTable) -> Table:
        """The table with all entries that have been written, while somebody else changes it. Raises `BrokenTable`."""
        newest = hosted.table
        async for table, _ in self._read_new(hosted):
            newest = table
        return newest

    async def _read_new(self, hosted: HostedTable) -> AsyncIterator[tuple[Table, Entry]]:
        """The table after each entry that it does not have yet. Raises `BrokenTable`."""
        table = hosted.table
        try:
            for entry in await self.store.read(table.id, after=table.version):
                table = table.fork()
                apply(table, entry)
                yield table, entry
        except StoreError:
            raise
        except Exception as error:  # for example an entry of a newer release
            raise self.memory.mark_broken(table.id, error) from None

    # --- what other processes do ---

    def _on_append(self, id: str, version: int) -> None:
        """The store reports an append, perhaps of another process: reads it if the table is in memory."""
        if version == 0 and id != EVERYTHING:
            self.memory.broken.forget(id)
            self.memory.forget(id)  # it was removed
            return
        for name in list(self.memory.hosted) if id == EVERYTHING else [id]:
            hosted = self.memory.hosted.get(name)
            # of the entry that this process is writing `_write` takes care, or of that of whoever was faster
            if hosted is None or version == hosted.writing:
                continue
            if id == EVERYTHING or hosted.table.version < version:
                self._tasks.start(self._read_on(hosted, version))

    async def _read_on(self, hosted: HostedTable, version: int) -> None:
        async with hosted.lock:
            if (
                hosted.table.version < version or version == 0
            ):  # else the entry was written here, or has been read already
                await self._catch_up(hosted)

    # --- hints, outages, start and end ---

    async def hint(self, id: str, who: Who, seat: int, lang: str) -> tuple[list[str], str]:
        """What a bot would play on one's seat, as far as it plans ahead, and a sentence that says why.

        Raises `Refused`.
        """
        return await hints.hint(await self.table(id), who, seat, lang, self.bots, self.bot_seconds)

    async def beat(self) -> None:
        """Shows that this process is alive. After an outage, clocks that somebody watches are credited at once."""
        if await self._heartbeat.beat():
            for hosted in list(self.memory.hosted.values()):
                if hosted.watchers:
                    with contextlib.suppress(NoSuchTable, BrokenTable):
                        await self._credit_outages(hosted)

    async def _credit_outages(self, hosted: HostedTable) -> None:
        """Credits a table's clocks with outages before it is shown.

        If writing fails, that is left for the next time.
        """
        with contextlib.suppress(StoreError, Busy):
            await self._heartbeat.fresh()
            if self._heartbeat.credit_due(hosted.table) is not None:
                await self._write(hosted, lambda _: None, lambda table: self._heartbeat.credit_due(table) is None)

    async def wake(self) -> None:
        """After a restart: loads the tables where it is a bot's turn, so that the bots play on."""
        before: tuple[float, str] | None = None
        while cards := await self.store.cards(status="playing", before=before, limit=200):
            for card in cards:
                if _bot_is_due(card):
                    with contextlib.suppress(NoSuchTable, BrokenTable):  # it has been logged; the others go on
                        await self.memory.get(card.id)
            before = cards[-1].updated, cards[-1].id

    async def close(self) -> None:
        self._stop_listening()
        await self.presence.close()
        await self._tasks.close()
        await self.bots.close()
        await self.jobs.close()
        await self.analyses.close()


def _bot_is_due(card: Card) -> bool:
    """Whether the game waits for a bot, by its card. True if the card is damaged: the table may still be readable."""
    try:
        return any(card.card["seats"][seat]["bot"] is not None for seat in card.card["actors"])
    except (KeyError, IndexError, TypeError):
        return True
