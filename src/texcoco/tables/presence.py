"""Who is there: the browsers that have a table open, in whatever process.

Nothing of it is kept. Each process counts its own streams and tells the others, now and then and when something changed; one that has
been silent for a while is forgotten. What is told of a browser is the beginning of its holder's hash, so that whoever hears of it
can say which seats it holds.
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

BEAT = 20.0
"""Seconds after which a process says again who is with it."""
SILENT = 3
"""After so many beats in which nothing was heard of a process it is taken for dead."""
PAUSE = 0.05
"""Seconds for which changes are gathered before the others are told."""
MOST = 400
"""How many browsers of a table one process names to the others: a note has 8,000 bytes at most."""
_LETTERS = 12


@dataclass(frozen=True, slots=True)
class Present:
    """Which seats somebody is there for, and how many browsers only look on."""

    seats: tuple[int, ...]
    watching: int


@dataclass(slots=True)
class _There:
    """Who has one table open."""

    here: Counter[str] = field(default_factory=Counter[str])
    """Browsers by how many streams they have in this process."""
    elsewhere: dict[str, tuple[frozenset[str], float]] = field(default_factory=dict[str, tuple[frozenset[str], float]])
    """What other processes have said, and when."""
    heard: list[Callable[[], None]] = field(default_factory=list[Callable[[], None]])


class Presence:
    """Who is there, as far as one process knows."""

    def __init__(self, store: Store, beat: float = BEAT, now: Callable[[], float] = time.monotonic):
        self._store, self._beat, self._now = store, beat, now
        self._process = secrets.token_hex(4)
        self._tables: dict[str, _There] = {}
        self._due: dict[str, bool] = {}
        """The tables of which the others are to be told, and whether they are to answer."""
        self._told = asyncio.Event()
        self._stop_listening = store.overhear(self._overheard)
        self._tasks: list[asyncio.Task[None]] = []

    def join(self, table: str, holder: str, changed: Callable[[], None]) -> Callable[[], None]:
        """A browser has opened a table; `changed` is called when others come or go. The result is to be called when it leaves."""
        if not self._tasks and self._store.shared:
            self._tasks = [asyncio.create_task(self._announce()), asyncio.create_task(self._keep_on())]
        browser = holder[:_LETTERS]
        there = self._tables.setdefault(table, _There())
        first = not there.here
        there.here[browser] += 1
        there.heard.append(changed)
        self._changed(table, there, ask=first)

        def leave() -> None:
            there.heard.remove(changed)
            there.here[browser] -= 1
            there.here += Counter()  # drops those that are gone
            self._changed(table, there)
            if not there.here:
                self._tables.pop(table, None)  # nobody here wants to know any more

        return leave

    def of(self, table: Table) -> Present:
        """Who is at a table now."""
        there = self._tables.get(table.id)
        if there is None:
            return Present((), 0)
        browsers = set(there.here).union(*(others for others, _ in there.elsewhere.values()))
        seats = tuple(n for n, seat in enumerate(table.seats) if any(holder[:_LETTERS] in browsers for holder in seat.holders))
        players = {holder[:_LETTERS] for seat in table.seats for holder in seat.holders}
        return Present(seats, len(browsers - players))

    def _changed(self, table: str, there: _There, ask: bool = False) -> None:
        if self._store.shared:
            self._tell(table, ask)
        for changed in list(there.heard):
            changed()

    # --- other processes ---

    def _tell(self, table: str, ask: bool = False) -> None:
        """The others are to be told who is here and, if asked, are to say who is there."""
        self._due[table] = ask or self._due.get(table, False)
        self._told.set()

    async def _announce(self) -> None:
        while True:
            await self._told.wait()
            await asyncio.sleep(PAUSE)
            self._told.clear()
            due, self._due = self._due, {}
            for table, ask in due.items():
                there = self._tables.get(table)
                browsers = sorted(there.here)[:MOST] if there is not None else []
                with contextlib.suppress(StoreError):  # the next beat says it again
                    await self._store.whisper(table, json.dumps([self._process, int(ask), browsers], separators=(",", ":")))

    async def _keep_on(self) -> None:
        while True:
            await asyncio.sleep(self._beat)
            for table, there in list(self._tables.items()):
                self._tell(table)
                silent = [process for process, (_, at) in there.elsewhere.items() if self._now() - at > SILENT * self._beat]
                for process in silent:
                    del there.elsewhere[process]
                if silent:
                    for changed in list(there.heard):
                        changed()

    def _overheard(self, table: str, note: str) -> None:
        there = self._tables.get(table)
        if there is None:
            return
        try:
            process, ask, browsers = cast("list[Any]", json.loads(note))
            said = frozenset(map(str, browsers))
        except (ValueError, TypeError):
            return  # from another release
        if process == self._process:
            return
        before, _ = there.elsewhere.get(process, (frozenset[str](), 0.0))
        if said:
            there.elsewhere[process] = said, self._now()
        else:
            there.elsewhere.pop(process, None)
        if ask:
            self._tell(table)
        if said != before:
            for changed in list(there.heard):
                changed()

    async def close(self) -> None:
        """Stops. What others still believe of this process they forget by themselves."""
        self._stop_listening()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
