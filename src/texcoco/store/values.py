"""The values that stores take and return, and their errors."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

Json = dict[str, Any]
"""A JSON object, as `json.loads` gives it."""


class StoreError(Exception):
    """The store cannot do it; the message says why and what can be done.

    An append that ends with this has not been acknowledged. It may be on disk all the same (a connection can be lost
    between the commit and its confirmation), so callers read the table before they go on.
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
class Outage:
    """A time in which no server ran."""

    began: float
    ended: float


@dataclass(frozen=True, slots=True)
class Uptime:
    """When servers ran on a database."""

    alive: float | None
    """The last sign of life of a server; None if there never was one."""
    outages: list[Outage]
    """In order."""


@dataclass(frozen=True, slots=True)
class Saved:
    """A whole table, as a dump holds it."""

    id: str
    card: Json
    snapshot: tuple[int, Json] | None
    entries: list[Entry]


@dataclass(frozen=True, slots=True)
class Damaged:
    """A table whose rows are no JSON any more: no dump can hold it."""

    id: str
    why: str
