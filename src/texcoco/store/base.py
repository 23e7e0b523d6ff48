"""What every store promises, and what all of them share: listeners and subscribers."""

from __future__ import annotations

import json
import logging
import time
from abc import ABC, abstractmethod
from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Self

from texcoco.store.rows import Write, encode, prepare
from texcoco.store.values import Card, Damaged, Entry, Json, Outage, Saved, StoreError, Uptime

OnAppend = Callable[[str, int], None]
"""Called with a table and its new version."""
OnNote = Callable[[str, str], None]
"""Called with a table and a note about it."""

EVERYTHING = "*"
"""Given to listeners in place of a table when appends may have been missed: they must read every table again."""


EXPIRE_BATCH = 200
"""How many tables are deleted in one transaction."""

ALIVE = "alive"
"""The name under which servers write their sign of life with `pulse`."""


log = logging.getLogger("texcoco.store")


class Store(ABC):
    """Tables as logs. Open it before use: `async with store: …`, or `open` and `close`. It lives in one event loop."""

    name: str
    """What messages call it: a path, or a database and its host. Never holds a password."""
    commits: int = 0
    """How many transactions have been written since it was opened. Appends that wait at the same time share one."""

    append_failed: float | None = None
    """When the last append failed, by the monotonic clock; None if it did not."""

    shared: bool = False
    """Whether other processes may use it at the same time."""

    def __init__(self) -> None:
        self._listeners: list[OnAppend] = []
        self._subscribers: list[OnNote] = []

    async def append(
        self,
        table: str,
        entries: Sequence[Entry],
        snapshot: tuple[int, Json | bytes] | None = None,
        card: Json | None = None,
    ) -> None:
        """Adds to the log of `table`: all of it or nothing. Returns when it is on disk.

        Raises `Conflict` if a version is taken or the one before the first is missing; version 1 makes the table.
        `snapshot`, a version and the position there, as a JSON object or encoded already, replaces an older one. `card`
        replaces the card; without it the card stays as it is. Its fields
        `status` (a string) and `holders` (a list of strings) are what `cards` can look for.
        """
        write = prepare(table, entries, snapshot, card)
        try:
            await self._append(write)
        except StoreError:
            self.append_failed = time.monotonic()
            raise
        self.append_failed = None

    @abstractmethod
    async def _append(self, write: Write) -> None: ...

    @abstractmethod
    async def read(self, table: str, after: int = 0, limit: int | None = None) -> list[Entry]:
        """The entries with a version above `after`, in order, at most `limit`. None for a table that does not exist."""

    @abstractmethod
    async def snapshot(self, table: str) -> tuple[int, Json] | None:
        """The newest snapshot and its version."""

    @abstractmethod
    async def analysis(self, table: str) -> tuple[float, Json] | None:
        """What was found out about a table's game, and when that was written."""

    async def keep_analysis(
        self, table: str, at: float, analysis: Json, accuracy: Sequence[float | None] | None = None
    ) -> bool:
        """Writes down what was found out about a table's game, in place of what was known; False if there is no such
        table. `accuracy` is that of each seat, when the whole game is judged. It goes with the table, and no dump has
        it. Raises `TooLarge`."""
        exact = None if accuracy is None else json.dumps(accuracy)
        return await self._keep_analysis(table, at, encode(analysis, f"the analysis of {table}"), exact)

    @abstractmethod
    async def _keep_analysis(self, table: str, at: float, analysis: str, accuracy: str | None) -> bool: ...

    @abstractmethod
    async def accuracies(self, tables: Sequence[str]) -> dict[str, list[float | None]]:
        """The accuracy of each seat in those of these tables whose whole game was analysed."""

    @abstractmethod
    async def cards(
        self,
        *,
        status: str | None = None,
        holder: str | None = None,
        ids: Sequence[str] | None = None,
        before: tuple[float, str] | None = None,
        limit: int = 50,
    ) -> list[Card]:
        """Cards of the tables that fit, the newest first; `before`, the `(updated, id)` of a card, gives those after
        it.
        """

    @abstractmethod
    async def delete(self, table: str) -> bool:
        """Removes a table and all of its log. False if there was none. Listeners hear of it with version 0."""

    async def expire(self, status_before: Mapping[str, float], holder_before: Mapping[str, float] | None = None) -> int:
        """Deletes the tables of a status, or of a holder, whose last entry is older than the time given for it; says
        how many.

        In batches, so that other writers do not wait long.
        """
        limits = [("status", *limit) for limit in status_before.items()]
        limits += [("holder", *limit) for limit in (holder_before or {}).items()]
        removed = 0
        for limit in limits:
            while (some := await self._expire(*limit)) > 0:
                removed += some
                if some < EXPIRE_BATCH:
                    break
        return removed

    @abstractmethod
    async def _expire(self, column: str, value: str, before: float) -> int:
        """Deletes at most `EXPIRE_BATCH` of them."""

    @abstractmethod
    async def pulse(self, name: str, at: float) -> float | None:
        """Writes down that something happened now, and gives when it did before."""

    @abstractmethod
    async def beat(self, at: float, gap: float, after: float = 0.0) -> list[Outage]:
        """Writes a server's sign of life, and gives the outages that ended later than `after`, in order.

        If the last sign of life of any server is more than `gap` seconds old, the time since then is added to the
        outages first, in the same transaction: whichever process comes first adds it, and every later one is given
        it.
        """

    @abstractmethod
    async def uptime(self) -> Uptime:
        """When servers ran. Nothing is known of a database that an older release wrote and that is only read."""

    @abstractmethod
    async def adopt_uptime(self, uptime: Uptime) -> None:
        """Takes over signs of life and outages from a backup, if no server has run on this database yet."""

    def listen(self, on_append: OnAppend) -> Callable[[], None]:
        """Calls `on_append(table, version)` in the event loop after every append by any process; the result stops that.

        Version 0: the table was deleted. `on_append("*", 0)`: something may have been missed, look at everything again.
        It may come before or after `append` returns, and twice.
        """
        listeners = self._listeners
        listeners.append(on_append)

        def stop() -> None:
            if on_append in listeners:
                listeners.remove(on_append)

        return stop

    async def publish(self, table: str, note: str) -> None:
        """Sends a short note about a table to all processes that have the store open, perhaps to this one too.

        Notes are not stored. Where the store is not `shared` this does nothing.
        """

    def subscribe(self, on_note: OnNote) -> Callable[[], None]:
        """Calls `on_note(table, note)` in the event loop for what is published; some of it may be lost.

        Returns a function that ends the subscription.
        """
        self._subscribers.append(on_note)

        def stop() -> None:
            if on_note in self._subscribers:
                self._subscribers.remove(on_note)

        return stop

    def _deliver_note(self, table: str, note: str) -> None:
        for on_note in tuple(self._subscribers):
            try:
                on_note(table, note)
            except Exception:
                log.exception("a listener failed on a note about table %s", table)

    def _deliver_append(self, table: str, version: int) -> None:
        for on_append in tuple(self._listeners):
            try:
                on_append(table, version)
            except Exception:
                log.exception("a listener failed on table %s, version %d", table, version)

    @abstractmethod
    async def open(self) -> None:
        """Opens it, and brings an older database up to date."""

    @abstractmethod
    async def close(self) -> None:
        """Writes what is still queued, and closes all connections."""

    async def __aenter__(self) -> Self:
        if not self.opened:
            await self.open()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    @property
    @abstractmethod
    def opened(self) -> bool: ...

    @abstractmethod
    async def backup(self, to: Path, progress: Callable[[int, float | None], None] | None = None) -> None:
        """Writes a copy of everything to a file, of one moment, while the store goes on working.

        A name that ends in `.jsonl` gives a dump that `restore` reads into any store; any other gives the store's own
        form, where it has one. `progress` is told how many tables of a dump are written, or what share of the store's
        own form, with 0 for the tables. Tables that cannot be read are left out of a dump; when it is written, a
        `StoreError` names them.
        """

    @abstractmethod
    def saved(self) -> AsyncGenerator[Saved | Damaged]:
        """Every table, as all of them were at one moment; of one that cannot be read, only which it is."""
