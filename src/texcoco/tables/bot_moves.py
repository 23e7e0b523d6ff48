"""Plays for the bots at tables: asks a worker what a bot plays, and writes it.

When several processes serve a table, the one that wrote the last entry plays for its bots. The others stand by, and
play if the bot has not moved after the time that it may take.
"""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import Callable
from typing import Protocol

from texcoco.store import StoreError
from texcoco.tables import bot_jobs
from texcoco.tables.background import BackgroundTasks
from texcoco.tables.bot_jobs import BotFailed
from texcoco.tables.commands import played
from texcoco.tables.memory import HostedTable
from texcoco.tables.requests import Busy, Decision, Refused
from texcoco.tables.table import Table
from texcoco.tables.workers import WorkerPool

log = logging.getLogger("texcoco.tables")

STAND_BY = 5.0
"""Seconds beyond the time of a bot for which another process waits before it plays for that bot."""
RETRY_PAUSES = (0.5, 1.0, 2.0, 5.0, 10.0, 30.0)
"""Seconds after which a bot's move is tried again when the store fails."""


class Write(Protocol):
    """Writes what is decided, unless it is done already (`Host`)."""

    async def __call__(
        self, hosted: HostedTable, decide: Callable[[Table], Decision | None], done: Callable[[Table], bool]
    ) -> Table: ...


class BotMoves:
    """Plays for the bots of one process.

    `pause` is given whose share of the workers a bot uses, and returns how many seconds its move is delayed: writing
    moves costs the server something too.
    """

    def __init__(
        self,
        pool: WorkerPool,
        tasks: BackgroundTasks,
        write: Write,
        rng: random.Random,
        bot_seconds: float,
        pause: Callable[[str], float],
    ):
        self._pool, self._tasks, self._write = pool, tasks, write
        self._rng, self._bot_seconds, self._pause = rng, bot_seconds, pause
        self.failures = 0
        """How often a bot crashed, overran its time or gave an answer that is no legal action."""

    def start(self, hosted: HostedTable, ours: bool = True) -> None:
        """Starts a task for each bot whose turn it is. `ours`: this process wrote the last entry."""
        for seat in hosted.table.bots_to_move():
            if ours and seat in hosted.standing_by:
                hosted.standing_by.discard(seat)
                hosted.thinking.pop(seat).cancel()
            if seat not in hosted.thinking:
                if not ours:
                    hosted.standing_by.add(seat)
                hosted.thinking[seat] = self._tasks.start(self._run(hosted, seat, ours))

    async def _run(self, hosted: HostedTable, seat: int, ours: bool) -> None:
        """Plays for a bot until it is not its turn any more. While the store fails, tries again."""
        try:
            if not ours:
                await self._stand_by(hosted, seat)
            for pause in (*RETRY_PAUSES, None):
                try:
                    return await self._play(hosted, seat)
                except (StoreError, Busy) as error:
                    log.warning(
                        "a bot's move could not be written", extra={"table": hosted.table.id, "why": str(error)}
                    )
                    if pause is None:
                        raise
                    await asyncio.sleep(pause)
        finally:
            # Removed here and not in a callback of the task: if the bot's turn came again in between, `start` would
            # see a task that is about to end, and start none.
            if hosted.thinking.get(seat) is asyncio.current_task():
                del hosted.thinking[seat]
                hosted.standing_by.discard(seat)

    async def _stand_by(self, hosted: HostedTable, seat: int) -> None:
        """Waits as long as the process that should play for a bot may still do so."""
        moves = -1
        while seat in hosted.table.bots_to_move() and len(hosted.table.moves) != moves:
            moves = len(hosted.table.moves)
            await asyncio.sleep(2 * self._bot_seconds + STAND_BY + self._rng.random())
        hosted.standing_by.discard(seat)

    async def _play(self, hosted: HostedTable, seat: int) -> None:
        while seat in hosted.table.bots_to_move():
            chosen_at, notation = await self.choose(hosted, seat)

            def decide(table: Table, chosen_at: Table = chosen_at, notation: str = notation) -> Decision:
                if table.moved.get(seat) != chosen_at.moved.get(seat):
                    raise Refused("stale", "this bot has moved in another process")
                return played(table, seat, chosen_at.position and chosen_at.position.step, [notation], self._rng)

            try:
                await self._write(hosted, decide, lambda table: seat not in table.bots_to_move())
            except Refused as refused:
                if refused.code != "stale":
                    raise

    async def choose(self, hosted: HostedTable, seat: int) -> tuple[Table, str]:
        """What the seat's bot plays, and the table that it saw. If the bot fails, another one or chance chooses."""
        if wait := self._pause(hosted.share):
            await asyncio.sleep(wait)
        table, actions = hosted.table, legal_actions(hosted.table, seat)
        if len(actions) == 1:
            return table, actions[0]
        # the worker that the bot thought in last has its plan for the rest of the turn
        async with self._pool.turn(hosted.share, preferred=hosted.workers.get(seat)) as worker:
            hosted.workers[seat] = worker.worker
            if hosted.table is not table:  # it has changed while this waited for a worker
                table, actions = hosted.table, legal_actions(hosted.table, seat)
            for name in dict.fromkeys((table.seats[seat].bot, "greedy")):
                if name is None or len(actions) < 2:
                    continue
                question = bot_jobs.question(table, seat, actions, self._bot_seconds, self._rng.getrandbits(32))
                try:
                    return table, await bot_jobs.decide(worker, name, question)
                except BotFailed as why:
                    self.failures += 1
                    log.warning("a bot failed", extra={"table": table.id, "bot": name, "why": str(why)})
        return table, self._rng.choice(actions) if actions else ""


def legal_actions(table: Table, seat: int) -> list[str]:
    return [str(action) for action in table.position_for(seat).actions(seat)]
