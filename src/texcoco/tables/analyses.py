"""The analyses of games that are over: worked out turn by turn in worker processes, and kept in the store.

A table has one analysis, whoever asks for it. It goes on while somebody asks, and what is there is written down now and
then, so that neither a pause nor a restart costs more than some turns. Of several server processes one works on a
table: the others see in the store that it was written a moment ago.
"""

from __future__ import annotations

import asyncio
import heapq
import logging
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import msgspec

from texcoco.analysis.chances import GAMES
from texcoco.game import Json
from texcoco.store import Store, StoreError
from texcoco.tables.background import BackgroundTasks
from texcoco.tables.history import History
from texcoco.tables.requests import NoSuchTable, Refused, Who
from texcoco.tables.table import Table
from texcoco.tables.workers import JobFailed, QueueFull, WorkerPool

log = logging.getLogger("texcoco.tables")

FORMAT = 5
"""Rises when analyses that were kept cannot be read any more: then they are made again."""
AT_ONCE = 2
"""How many jobs of one analysis may be under way."""
JOB_TURNS, JOB_WORK_SECONDS = 4, 1.0
"""How many turns a job judges at most, and after how many seconds it takes no other."""
JOB_SECONDS = 120.0
"""Seconds that a job may take: where bots and people need the processors, judging has to wait."""
MAX_MOMENTS = 2000
"""Longer games are not analysed: no game that is played in earnest is nearly as long."""
MAX_RUNNING, MAX_RUNNING_OF_ONE = 16, 2
"""How many analyses may be under way, and how many that one address asked for first."""
MAX_TRIES = 4
"""How many tries of one address may wait."""
PATIENCE_SECONDS = 60.0
"""An analysis that nobody has asked for in this time is not gone on with until somebody asks."""
WRITE_SECONDS = 20.0
"""What is found out is written down so often."""
CLAIM_SECONDS = 2 * WRITE_SECONDS
"""For so long after it was written an unfinished analysis is left to the process that wrote it."""
FAILED_SECONDS = 60.0
"""For so long after it failed an analysis is not tried again."""


@dataclass(slots=True)
class Analysis:
    """What is known of a game."""

    moments: int
    """How many moments the game has."""
    total: int | None = None
    """How many turns it has; None: not counted yet."""
    turns: dict[int, Json] = field(default_factory=dict[int, Json])
    """Reports by the number of the turn."""
    summary: Json | None = None
    """When all turns are judged."""

    def dump(self) -> Json:
        turns = [self.turns.get(number) for number in range(self.total or 0)]
        return {"format": FORMAT, "moments": self.moments, "turns": turns, "summary": self.summary}

    @classmethod
    def load(cls, data: Json, moments: int) -> Analysis | None:
        """What was kept; None if that is of no use."""
        if data.get("format") != FORMAT or data.get("moments") != moments:
            return None
        turns: list[Json | None] = data["turns"]
        judged = {number: turn for number, turn in enumerate(turns) if turn is not None}
        return cls(moments, len(turns) or None, judged, data["summary"])

    def judged(self, first: int = 0) -> list[tuple[int, Json]]:
        """The reports from a number on, as far as there are any, each with its number."""
        return sorted((number, turn) for number, turn in self.turns.items() if number >= first)


@dataclass(slots=True)
class _Run:
    """An analysis that is under way."""

    analysis: Analysis
    source: str
    """Who asked first."""
    asked: float
    """When somebody asked last."""
    written: float = 0.0


class Analyses:
    """The analyses of one server process."""

    def __init__(
        self,
        store: Store,
        pool: WorkerPool,
        tasks: BackgroundTasks,
        now: Callable[[], float] = time.time,
        patience: float = PATIENCE_SECONDS,
    ):
        self._store, self.pool, self._tasks, self._now = store, pool, tasks, now
        self.patience = patience
        self._runs: dict[str, _Run] = {}
        self._failed: dict[str, float] = {}

    @property
    def running(self) -> int:
        """How many analyses are under way."""
        return len(self._runs)

    async def get(self, table: Table, who: Who, start: Callable[[], None]) -> Analysis:
        """What is known by now; the rest is worked out from now on. `start` is called before an analysis is begun, and
        may refuse that. Raises `Refused`."""
        _check(table)
        if run := self._runs.get(table.id):
            run.asked = time.monotonic()
            return run.analysis
        known, claimed = await self._kept(table)
        if known and (known.summary is not None or claimed):
            return known
        if time.monotonic() - self._failed.get(table.id, -FAILED_SECONDS) < FAILED_SECONDS:
            raise Refused("no-answer", "this could not be worked out in time; try again")
        if run := self._runs.get(table.id):  # somebody asked while the store was
            return run.analysis
        if len(self._runs) >= MAX_RUNNING or self._running_of(who.source) >= MAX_RUNNING_OF_ONE:
            if known:
                return known
            raise Refused("busy", "too much is waiting to be worked out; try again")
        start()
        run = _Run(known or Analysis(table.moments), who.source, time.monotonic())
        self._runs[table.id] = run
        self._tasks.start(self._work(table, run))
        return run.analysis

    async def judge_try(self, table: Table, turn: int, actions: list[str], who: Who) -> Json:
        """The report on other actions in the place of those of a turn. Raises `Refused`."""
        _check(table)
        return await self._try("judge try", lambda: {**_game_of(table), "turn": turn, "actions": actions}, who)

    async def answer_puzzle(self, game: str, puzzle: str, actions: list[str], who: Who) -> Json:
        """What is said of a turn that somebody made in a puzzle. Raises `Refused`."""
        asked: Json = {"game": game, "puzzle": puzzle, "actions": actions}
        return await self._try("answer puzzle", lambda: asked, who)

    async def _try(self, kind: str, arguments: Callable[[], Json], who: Who) -> Json:
        """The judgement on a turn that somebody tries."""
        try:
            return msgspec.json.decode(await self.pool.run(who.source, kind, arguments, JOB_SECONDS, MAX_TRIES))
        except QueueFull:
            raise Refused("busy", "too much is waiting to be worked out; try again") from None
        except JobFailed:
            raise Refused("no-answer", "this could not be worked out in time; try again") from None

    async def _kept(self, table: Table) -> tuple[Analysis | None, bool]:
        """What the store has, and whether another process is working on it."""
        kept = await self._store.analysis(table.id)
        if kept is None:
            return None, False
        return Analysis.load(kept[1], table.moments), self._store.shared and self._now() - kept[0] < CLAIM_SECONDS

    def _running_of(self, source: str) -> int:
        return sum(run.source == source for run in self._runs.values())

    # --- the work ---

    async def _work(self, table: Table, run: _Run) -> None:
        try:
            await self._analyse(table, run)
        except NoSuchTable:
            return
        except (JobFailed, StoreError, Refused) as error:
            log.warning("an analysis failed", extra={"table": table.id, "why": str(error)[:200]})
            self._forget_failures()
            self._failed[table.id] = time.monotonic()
        finally:
            self._runs.pop(table.id, None)

    async def _analyse(self, table: Table, run: _Run) -> None:
        known = run.analysis
        await self._write(table, run)  # other processes see that it is worked on
        if known.total is None:
            known.total = await self._job(table, run.source, "count turns", {})
        todo = [number for number in range(known.total or 0) if number not in known.turns]
        heapq.heapify(todo)
        working = [asyncio.ensure_future(self._judge(table, run, todo)) for _ in range(AT_ONCE)]
        try:
            await asyncio.gather(*working)
        finally:
            for task in working:
                task.cancel()
            await asyncio.gather(*working, return_exceptions=True)
        if len(known.turns) == known.total:
            reports = [report for _, report in known.judged()]
            known.summary = await self._job(table, run.source, "sum up", {"reports": reports})
        await self._write(table, run)

    async def _judge(self, table: Table, run: _Run, todo: list[int]) -> None:
        """Judges turns until there are none left, or nobody waits for it any more."""
        while todo and time.monotonic() - run.asked < self.patience:
            some = [heapq.heappop(todo)]
            while todo and todo[0] == some[-1] + 1 and len(some) < JOB_TURNS:
                some.append(heapq.heappop(todo))
            asked: Json = {"turns": some, "seconds": JOB_WORK_SECONDS}
            judged: list[list[Any]] = await self._job(table, run.source, "judge", asked)
            run.analysis.turns.update((number, report) for number, report in judged)
            for number in some[len(judged) :]:
                heapq.heappush(todo, number)
            if time.monotonic() - run.written >= WRITE_SECONDS:
                await self._write(table, run)

    async def _job(self, table: Table, source: str, kind: str, asked: Json) -> Any:
        def arguments() -> Json:
            return {**_game_of(table), **asked}

        return msgspec.json.decode(await self.pool.run(source, kind, arguments, JOB_SECONDS, None))

    async def _write(self, table: Table, run: _Run) -> None:
        run.written = time.monotonic()
        summary = run.analysis.summary
        accuracy = None if summary is None else summary["accuracy"]
        if not await self._store.keep_analysis(table.id, self._now(), run.analysis.dump(), accuracy):
            raise NoSuchTable(table.id)

    def _forget_failures(self) -> None:
        """Those that may be tried again."""
        before = time.monotonic() - FAILED_SECONDS
        self._failed = {table: at for table, at in self._failed.items() if at > before}

    async def close(self) -> None:
        await self.pool.close()


def _game_of(table: Table) -> Json:
    """A table's game, as workers are told it."""
    return {"table": table.id, "history": History.from_table(table).dump()}


def _check(table: Table) -> None:
    """Raises `Refused` for a game that may not or cannot be analysed."""
    if table.status != "over":
        raise Refused("no-analysis-yet", "a game is analysed when it is over, for nobody before")
    if table.game.name not in GAMES:
        raise Refused("no-analysis", f"games of {table.game.name} cannot be analysed")
    if table.moments > MAX_MOMENTS:
        raise Refused("no-analysis", f"games of more than {MAX_MOMENTS} moments are not analysed")
