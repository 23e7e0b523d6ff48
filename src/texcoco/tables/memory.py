"""The tables that one server process has in memory.

A table is read from the store when somebody asks for it. It stays in memory while somebody watches it or a bot thinks
at it; of the others only those used last are kept. What is in memory is always what the log says, so any of it can be
dropped.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass, field

from texcoco.game import Json
from texcoco.store import Entry, Store, StoreError
from texcoco.tables.background import BackgroundTasks
from texcoco.tables.broken_tables import BrokenTable, BrokenTables
from texcoco.tables.fair_queue import FairQueue, QueueFull
from texcoco.tables.fold import Folding
from texcoco.tables.jobs import Jobs
from texcoco.tables.requests import Busy, NoSuchTable
from texcoco.tables.studies import Replayed
from texcoco.tables.table import Table
from texcoco.tables.workers import Worker

MAX_IDLE_TABLES = 300
"""How many tables that nobody watches are kept in memory."""
MAX_LOADS, MAX_WAITING_LOADS = 3, 50
"""How many tables are read from the store at once, and how many of one source may wait for that."""
SLICE_SECONDS = 0.002
"""Seconds for which a log is folded before other tasks run for as long."""

Watcher = Callable[[Table, Entry], None]
"""Called with a table after each new entry of its log."""
OnUnavailable = Callable[[Exception], None]
"""Called with the reason why a table cannot be watched any more: `NoSuchTable` or `BrokenTable`."""


@dataclass(slots=True)
class HostedTable:
    """A table in memory, and who is busy with it."""

    table: Table
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    """Held while the log is written or read further."""
    watchers: dict[Watcher, OnUnavailable | None] = field(default_factory=dict[Watcher, "OnUnavailable | None"])
    """Who is told of each entry, and how they are told that the table was removed or cannot be read any more."""
    thinking: dict[int, asyncio.Task[None]] = field(default_factory=dict[int, "asyncio.Task[None]"])
    """The tasks that play for bots, by seat."""
    standing_by: set[int] = field(default_factory=set[int])
    """Seats for which a bot thinks in another process, and here only if that process fails."""
    workers: dict[int, Worker] = field(default_factory=dict[int, "Worker"])
    """Where the bot of a seat thought last."""
    source: str = ""
    """From where somebody acted at the table last."""
    writing: int | None = None
    """The version of the entry that this process is writing."""
    written_card: tuple[int, Json] | None = None
    """The card that this process wrote last, with the version of the table that it was for."""

    @property
    def share(self) -> str:
        """Whose share of the workers its bots use: of who acted here last or, after a restart, of who opened the
        table.
        """
        return self.source or f"owner {self.table.owner}"

    @property
    def idle(self) -> bool:
        return not self.watchers and not self.thinking and not self.lock.locked()


class TableMemory:
    """Loads tables and keeps them. `on_kept` is called with each table that is new in memory."""

    def __init__(
        self,
        store: Store,
        jobs: Jobs,
        tasks: BackgroundTasks,
        on_kept: Callable[[HostedTable], None],
        max_idle: int = MAX_IDLE_TABLES,
    ):
        self._store, self._jobs, self._tasks, self._on_kept = store, jobs, tasks, on_kept
        self._max_idle = max_idle
        self.hosted: dict[str, HostedTable] = {}
        """By id; the least recently used come first."""
        self.broken = BrokenTables()
        self._loading: dict[str, asyncio.Task[HostedTable]] = {}
        self._load_queue = FairQueue(MAX_LOADS)

    async def get(self, id: str, source: str = "") -> HostedTable:
        """A table, loaded if need be for somebody who asks from `source`.

        Raises `NoSuchTable`, `BrokenTable` or `Busy`.
        """
        hosted = self.hosted.get(id)
        if hosted is not None:
            self.hosted[id] = self.hosted.pop(id)
            return hosted
        self.broken.check(id)
        if id not in self._loading:
            # A task of its own: when the caller is cancelled, loading goes on for others who wait for the same table.
            self._loading[id] = self._tasks.start(self._load(id, source))
            self._loading[id].add_done_callback(lambda _: self._loading.pop(id))
        return await asyncio.shield(self._loading[id])

    def has(self, id: str) -> bool:
        """Whether a table is in memory or being loaded."""
        return id in self.hosted or id in self._loading

    def keep(self, hosted: HostedTable) -> HostedTable:
        """Adds a table to the memory, and drops idle ones if there are too many."""
        self.hosted[hosted.table.id] = hosted
        self._on_kept(hosted)
        idle = [id for id, other in self.hosted.items() if other.idle and other is not hosted]
        for id in idle[: max(len(idle) - self._max_idle, 0)]:
            del self.hosted[id]
        return hosted

    def forget(self, id: str, why: Exception | None = None) -> None:
        """Drops a table that was removed, or cannot be read any more for the reason `why`; tells who watches it."""
        hosted = self.hosted.pop(id, None)
        if hosted is not None:
            for task in hosted.thinking.values():
                task.cancel()
            for on_unavailable in list(hosted.watchers.values()):
                if on_unavailable is not None:
                    on_unavailable(why or NoSuchTable(id))

    def mark_broken(self, id: str, error: Exception) -> BrokenTable:
        """Drops a table that cannot be read, and refuses it for a while. Returns the refusal, to be raised."""
        broken = self.broken.add(id, error)
        self.forget(id, broken)
        return broken

    # --- loading ---

    async def _load(self, id: str, source: str) -> HostedTable:
        try:
            await self._load_queue.acquire(source, MAX_WAITING_LOADS)
        except QueueFull:
            raise Busy("busy", "too many tables are being opened from your address; try again") from None
        try:
            hosted = self.keep(HostedTable(await self._read(id, source)))
        except (NoSuchTable, StoreError):
            raise
        except Exception as error:  # whatever is wrong with this table, it must not harm others
            raise self.mark_broken(id, error) from None
        finally:
            self._load_queue.release(source)
        self.broken.forget(id)
        return hosted

    async def _read(self, id: str, source: str) -> Table:
        entries = await self._store.read(id)
        if not entries:
            raise NoSuchTable(id)
        snapshot = await self._store.snapshot(id)
        if snapshot is not None and snapshot[0] > entries[-1].version:  # written between the two queries
            entries += await self._store.read(id, after=entries[-1].version)
            if snapshot[0] > entries[-1].version:
                raise NoSuchTable(id)  # removed between the two queries
        record: str | None = entries[0].payload.get("record")
        # By the address if it is known: somebody at one address can have many cookies, each of which opened a study.
        share = source or f"owner {entries[0].payload['owner']}"
        replayed = None if record is None else await self._jobs.replay(share, record)
        return await self._fold(id, entries, snapshot, replayed)

    async def _fold(
        self, id: str, entries: list[Entry], snapshot: tuple[int, Json] | None, replayed: Replayed | None
    ) -> Table:
        """A table from its log. A long log is folded in slices of time, so that it does not block the event loop."""
        folding = Folding(id, snapshot, replayed)
        began = time.perf_counter()
        for entry in entries:
            folding.apply(entry)
            if time.perf_counter() - began > SLICE_SECONDS:
                await asyncio.sleep(SLICE_SECONDS)
                began = time.perf_counter()
        return folding.table
