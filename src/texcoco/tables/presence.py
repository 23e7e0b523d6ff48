"""Presence: which browsers have a table open, in any server process.

Nothing of it is stored. Each process counts its own streams and publishes them to the other processes, at intervals
and when something changed; a process that has been silent for a while is forgotten. A browser is published as the
beginning of its holder's hash, from which every process can tell which seats it holds.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import secrets
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, cast

from texcoco.store import Store, StoreError
from texcoco.tables.table import Table

BEAT_SECONDS = 20.0
"""Seconds after which a process publishes its browsers again."""
SILENT_BEATS = 3
"""A process that has published nothing for so many intervals counts as dead."""
COLLECT_SECONDS = 0.05
"""Seconds for which changes are collected before they are published."""
MAX_BROWSERS = 400
"""How many browsers of a table one process publishes: a note of PostgreSQL has 8,000 bytes at most."""
_HASH_LETTERS = 12
"""How much of a holder's hash is published."""


@dataclass(frozen=True, slots=True)
class Present:
    """Which seats have somebody connected, and how many browsers only watch."""

    seats: tuple[int, ...]
    watching: int


@dataclass(slots=True)
class _TablePresence:
    """The browsers that have one table open, as far as this process knows."""

    here: Counter[str] = field(default_factory=Counter[str])
    """How many streams each browser has in this process."""
    elsewhere: dict[str, tuple[frozenset[str], float]] = field(default_factory=dict[str, tuple[frozenset[str], float]])
    """The browsers that other processes have published, and when."""
    on_change: list[Callable[[], None]] = field(default_factory=list[Callable[[], None]])


class Presence:
    """Who is connected, as far as one process knows."""

    def __init__(self, store: Store, beat: float = BEAT_SECONDS, now: Callable[[], float] = time.monotonic):
        self._store, self._beat, self._now = store, beat, now
        self._process = secrets.token_hex(4)
        self._tables: dict[str, _TablePresence] = {}
        self._due: dict[str, bool] = {}
        """The tables to be published, and whether the other processes are asked to publish theirs in return."""
        self._has_due = asyncio.Event()
        self._unsubscribe = store.subscribe(self._on_note)
        self._tasks: list[asyncio.Task[None]] = []

    def join(self, table: str, holder: str, changed: Callable[[], None]) -> Callable[[], None]:
        """A browser has opened a table; `changed` is called when others come or go.

        Returns a function that must be called when the browser leaves.
        """
        if not self._tasks and self._store.shared:
            self._tasks = [asyncio.create_task(self._publish_due()), asyncio.create_task(self._beat_forever())]
        browser = holder[:_HASH_LETTERS]
        known = self._tables.setdefault(table, _TablePresence())
        first = not known.here
        known.here[browser] += 1
        known.on_change.append(changed)
        self._changed(table, known, ask=first)

        def leave() -> None:
            known.on_change.remove(changed)
            known.here[browser] -= 1
            known.here += Counter()  # drops browsers with no stream left
            self._changed(table, known)
            if not known.here:
                self._tables.pop(table, None)

        return leave

    def at_table(self, table: Table) -> Present:
        """Who is at a table now."""
        known = self._tables.get(table.id)
        if known is None:
            return Present((), 0)
        browsers = set(known.here).union(*(others for others, _ in known.elsewhere.values()))
        seats = tuple(
            n
            for n, seat in enumerate(table.seats)
            if any(holder[:_HASH_LETTERS] in browsers for holder in seat.holders)
        )
        players = {holder[:_HASH_LETTERS] for seat in table.seats for holder in seat.holders}
        return Present(seats, len(browsers - players))

    def _changed(self, table: str, known: _TablePresence, ask: bool = False) -> None:
        if self._store.shared:
            self._schedule(table, ask)
        for changed in list(known.on_change):
            changed()

    # --- other processes ---

    def _schedule(self, table: str, ask: bool = False) -> None:
        """Publishes the browsers of this process soon. `ask`: the other processes are to publish theirs too."""
        self._due[table] = ask or self._due.get(table, False)
        self._has_due.set()

    async def _publish_due(self) -> None:
        while True:
            await self._has_due.wait()
            await asyncio.sleep(COLLECT_SECONDS)
            self._has_due.clear()
            due, self._due = self._due, {}
            for table, ask in due.items():
                known = self._tables.get(table)
                browsers = sorted(known.here)[:MAX_BROWSERS] if known is not None else []
                with contextlib.suppress(StoreError):  # the next beat publishes it again
                    await self._store.publish(
                        table, json.dumps([self._process, int(ask), browsers], separators=(",", ":"))
                    )

    async def _beat_forever(self) -> None:
        while True:
            await asyncio.sleep(self._beat)
            for table, known in list(self._tables.items()):
                self._schedule(table)
                silent = [
                    process
                    for process, (_, at) in known.elsewhere.items()
                    if self._now() - at > SILENT_BEATS * self._beat
                ]
                for process in silent:
                    del known.elsewhere[process]
                if silent:
                    for changed in list(known.on_change):
                        changed()

    def _on_note(self, table: str, note: str) -> None:
        known = self._tables.get(table)
        if known is None:
            return
        try:
            process, ask, browsers = cast("list[Any]", json.loads(note))
            published = frozenset(map(str, browsers))
        except (ValueError, TypeError):
            return  # from another release
        if process == self._process:
            return
        before, _ = known.elsewhere.get(process, (frozenset[str](), 0.0))
        if published:
            known.elsewhere[process] = published, self._now()
        else:
            known.elsewhere.pop(process, None)
        if ask:
            self._schedule(table)
        if published != before:
            for changed in list(known.on_change):
                changed()

    async def close(self) -> None:
        """Stops publishing. Other processes forget this one when it has been silent for a while."""
        self._unsubscribe()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
