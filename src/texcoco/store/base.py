"""What every store promises, and what is the same in all of them: the checks of what comes in, and the listeners."""

from __future__ import annotations

import json
import logging
import math
import re
from abc import ABC, abstractmethod
from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, Self, cast

Json = dict[str, Any]
"""A JSON object, as `json.loads` gives it."""

Heard = Callable[[str, int], None]
Overheard = Callable[[str, str], None]

EVERYTHING = "*"
"""The table that `heard` is called with when something may have been missed: look at every table again."""

LIMIT = 1_000_000
"""Bytes that a payload or a snapshot may have as JSON."""
CARD_LIMIT = 64_000
"""Bytes that a card may have: a page of the lobby has fifty of them."""

_NAME = re.compile(r"[A-Za-z0-9_.-]{1,64}")
_LARGEST = 2**31 - 1

log = logging.getLogger("texcoco.store")


class StoreError(Exception):
    """The store cannot do it; the message says why and what can be done.

    An append that ends with this has not been acknowledged. It may be on disk all the same (a connection can be lost
    between the commit and the word that it is done), so whoever goes on reads the table first.
    """


class TooLarge(StoreError):
    """A payload, snapshot or card larger than the store takes. Nothing was written."""


class Conflict(Exception):
    """Somebody else wrote that version first, or the one before it is not there: reload and try again."""

    def __init__(self, table: str, version: int):
        super().__init__(f"table {table} is not at version {version - 1}")
        self.table = table
        self.version = version


@dataclass(frozen=True, slots=True)
class Entry:
    """One event of a table's log."""

    version: int
    """1, 2, 3 … without a gap."""
    kind: str
    """`created`, `sat`, `played`, …"""
    seat: int | None
    payload: Json
    at: float
    """Unix time."""


@dataclass(frozen=True, slots=True)
class Card:
    """What the lobby shows of a table."""

    id: str
    card: Json
    updated: float
    """When the last entry was made. `(updated, id)` of the last card of a page is where the next page begins."""


@dataclass(frozen=True, slots=True)
class Saved:
    """A whole table, as a dump holds it."""

    id: str
    card: Json
    snapshot: tuple[int, Json] | None
    entries: list[Entry]


@dataclass(frozen=True, slots=True)
class Write:
    """An append that has been checked and turned into what the columns hold."""

    table: str
    first: int
    last: int
    rows: list[tuple[int, str, int | None, str, float]]
    """Version, kind, seat, payload, at."""
    snapshot: tuple[int, str] | None
    card: str | None
    """None: the card stays as it is."""
    status: str | None
    holders: tuple[str, ...]
    updated: float


class Store(ABC):
    """Tables as logs. Open it before use: `async with store: …`, or `open` and `close`. It lives in one event loop."""

    name: str
    """What messages call it: a path, or a database and its host. Never holds a password."""
    commits: int = 0
    """How many transactions have been written since it was opened. Appends that wait at the same time share one."""

    shared: bool = False
    """Whether other processes may use it at the same time."""

    def __init__(self) -> None:
        self._listeners: list[Heard] = []
        self._overhearing: list[Overheard] = []

    async def append(
        self, table: str, entries: Sequence[Entry], snapshot: tuple[int, Json] | None = None, card: Json | None = None
    ) -> None:
        """Adds to the log of `table`: all of it or nothing. Returns when it is on disk.

        Raises `Conflict` if a version is taken or the one before the first is missing; version 1 makes the table.
        `snapshot`, a version and the position there, replaces an older one. `card` replaces the card; its fields
        `status` (a string) and `holders` (a list of strings) are what `cards` can look for.
        """
        await self._append(prepare(table, entries, snapshot, card))

    @abstractmethod
    async def _append(self, write: Write) -> None: ...

    @abstractmethod
    async def read(self, table: str, after: int = 0) -> list[Entry]:
        """The entries with a version above `after`, in order. None for a table that does not exist."""

    @abstractmethod
    async def snapshot(self, table: str) -> tuple[int, Json] | None:
        """The newest snapshot and its version."""

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
        """Cards of the tables that fit, the newest first; `before`, the `(updated, id)` of a card, gives those after it."""

    @abstractmethod
    async def delete(self, table: str) -> bool:
        """Removes a table and all of its log. False if there was none. Listeners hear of it with version 0."""

    @abstractmethod
    async def expire(self, status_before: Mapping[str, float]) -> int:
        """Deletes the tables of a status whose last entry is older than the time given for it; says how many."""

    def listen(self, heard: Heard) -> Callable[[], None]:
        """Calls `heard(table, version)` in the event loop after every append by any process; the result stops that.

        Version 0: the table was deleted. `heard("*", 0)`: something may have been missed, look at everything again.
        It may come before or after `append` returns, and twice.
        """
        listeners = self._listeners
        listeners.append(heard)

        def stop() -> None:
            if heard in listeners:
                listeners.remove(heard)

        return stop

    async def whisper(self, table: str, note: str) -> None:
        """Passes a short note about a table to all processes that have the store open, perhaps to this one too. It is not kept."""

    def overhear(self, heard: Overheard) -> Callable[[], None]:
        """Calls `heard(table, note)` in the event loop for what is whispered; some of it may be lost. The result stops that."""
        self._overhearing.append(heard)

        def stop() -> None:
            if heard in self._overhearing:
                self._overhearing.remove(heard)

        return stop

    def _pass_on(self, table: str, note: str) -> None:
        for heard in tuple(self._overhearing):
            try:
                heard(table, note)
            except Exception:
                log.exception("a listener failed on a note about table %s", table)

    def _tell(self, table: str, version: int) -> None:
        for heard in tuple(self._listeners):
            try:
                heard(table, version)
            except Exception:
                log.exception("a listener failed on table %s, version %d", table, version)

    @abstractmethod
    async def open(self) -> None:
        """Opens it, and brings an older database up to date."""

    @abstractmethod
    async def close(self) -> None:
        """Writes what still waits, and lets go."""

    async def __aenter__(self) -> Self:
        if not self.opened:
            await self.open()
        return self

    async def __aexit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        await self.close()

    @property
    @abstractmethod
    def opened(self) -> bool: ...

    @abstractmethod
    async def backup(self, to: Path) -> None:
        """Writes a copy of everything to a file, of one moment, while the store goes on working.

        A name that ends in `.jsonl` gives a dump that `restore` reads into any store; any other gives the store's own
        form, where it has one.
        """

    @abstractmethod
    def saved(self) -> AsyncGenerator[Saved]:
        """Every table, as all of them were at one moment."""


def prepare(table: str, entries: Sequence[Entry], snapshot: tuple[int, Json] | None, card: Json | None) -> Write:
    """Checks an append. What is wrong with it is the caller's mistake (ValueError), or it is `TooLarge`."""
    if not _NAME.fullmatch(table):
        raise ValueError(f"{table!r:.80} is no id of a table: up to 64 letters, digits, “_”, “-” and “.” of ASCII")
    if not entries:
        raise ValueError("an append needs an entry")
    first = entries[0].version
    if not 1 <= first <= _LARGEST:
        raise ValueError(f"versions begin with 1, not {first}")
    rows: list[tuple[int, str, int | None, str, float]] = []
    for version, entry in enumerate(entries, first):
        if entry.version != version:
            raise ValueError(f"version {entry.version} stands where {version} should")
        if not _NAME.fullmatch(entry.kind):
            raise ValueError(f"{entry.kind!r:.80} is no kind of event")
        if entry.seat is not None and not -_LARGEST <= entry.seat <= _LARGEST:
            raise ValueError(f"{entry.seat} is no seat")
        if not math.isfinite(entry.at):
            raise ValueError(f"{entry.at} is no time")
        payload = encode(entry.payload, f"the payload of {table}, version {version},")
        rows.append((version, entry.kind, entry.seat, payload, float(entry.at)))
    last = rows[-1][0]
    kept: tuple[int, str] | None = None
    if snapshot is not None:
        if not 1 <= snapshot[0] <= last:
            raise ValueError(f"a snapshot of version {snapshot[0]} in an append that ends with {last}")
        kept = snapshot[0], encode(snapshot[1], f"the snapshot of {table}")
    status, holders = (None, ()) if card is None else _columns(card)
    text = None if card is None else encode(card, f"the card of {table}", CARD_LIMIT)
    return Write(table, first, last, rows, kept, text, status, holders, rows[-1][4])


def encode(value: Json, what: str, limit: int = LIMIT) -> str:
    """JSON in ASCII: a NUL and half a surrogate pair are escaped, so that every database takes them and gives them back."""
    text = json.dumps(value, separators=(",", ":"), allow_nan=False)
    if len(text) > limit:
        raise TooLarge(f"{what} has {len(text):,} bytes as JSON; the store takes {limit:,}")
    return text


def decode(version: int, kind: str, seat: int | None, payload: str, at: float) -> Entry:
    return Entry(version, kind, seat, json.loads(payload), at)


def _columns(card: Json) -> tuple[str | None, tuple[str, ...]]:
    status, holders = card.get("status"), card.get("holders", [])
    if status is not None and not _plain(status):
        raise ValueError(f"the status of a card is a short string, not {status!r:.80}")
    if not isinstance(holders, list | tuple) or not all(_plain(holder) for holder in cast("list[object]", holders)):
        raise ValueError("the holders of a card are a list of short strings")
    return status, tuple(dict.fromkeys(cast("list[str]", holders)))


def _plain(value: object) -> bool:
    """A string that is a key in every database."""
    return isinstance(value, str) and len(value) <= 200 and value.isprintable()
