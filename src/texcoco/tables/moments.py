"""Looking back at a table's game: moment by moment, and where the points come from.

While the game runs a viewer gets what it was shown at the time: views, actions and events go through `view` and `Event.to` as they did
then. When the game is over everything is open, from its first moment on.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from hashlib import blake2b
from itertools import groupby
from threading import Lock
from typing import Any

import msgspec

from texcoco.game import CHANCE, Event, Illegal, Json, Position, Unreadable
from texcoco.tables.commands import Refused
from texcoco.tables.entries import unpack
from texcoco.tables.table import Table, Viewer

PAGE = 100
"""How many moments a page has at most."""
KEPT = 24_000_000
"""How many bytes of answers are kept."""

Rows = list[list[Any]]
"""Moves as a table keeps them: seat, notation, step, whether it was sealed, and where in the log it begins."""


@dataclass(frozen=True, slots=True)
class Eyes:
    """How somebody looks at a game."""

    viewer: Viewer
    open: bool
    """Whether the game is over, and nothing hidden any more."""

    def view(self, position: Position) -> Json:
        return position.view(self.viewer, open=self.open)

    def hears(self, events: list[Event]) -> list[Event]:
        if self.open:
            return [event.opened() for event in events]
        return [told for event in events if (told := event.to(self.viewer)) is not None]


def eyes(table: Table, viewer: Viewer) -> Eyes:
    return Eyes(viewer, table.status == "over")


def moments(table: Table, viewer: Viewer, first: int = 0) -> Json:
    """A page of moments from number `first` on. Raises `Refused`."""
    return msgspec.json.decode(page(table, viewer, first))


def page(table: Table, viewer: Viewer, first: int = 0) -> bytes:
    """The same as JSON: it is large, and mostly what was worked out before."""
    _started(table)
    groups = _groups(table)
    total = 1 + len(groups)
    last = min(first + PAGE, total)
    look = eyes(table, viewer)
    told = [[row[:3] for row in group] for group in groups[: max(last - 1, 0)]]

    def work() -> bytes:
        return b",".join(msgspec.json.encode(moment) for moment in _played(table, look, groups[: max(last - 1, 0)], first))

    body = b"" if first >= total else _kept.get(_key("moments", table, look, first, told), work)
    return b'{"total":%d,"from":%d,"moments":[%s]}' % (total, first, body)


def _started(table: Table) -> None:
    if table.position is None:
        raise Refused("not-playing", "the game has not started yet")


def _groups(table: Table) -> list[Rows]:
    """The moves of each moment: one, or all that chance did in a row."""
    rows: list[list[Any]] = list(table.moves)
    return [
        group for seat, run in groupby(rows, key=lambda row: row[0]) for group in ([list(run)] if seat == CHANCE else [[r] for r in run])
    ]


def _played(table: Table, look: Eyes, groups: list[Rows], first: int) -> Iterator[Json]:
    """Plays the game again, and shows the moments from number `first` on."""
    position = table.game.opening(len(table.seats), table.options)
    if first == 0:
        yield _moment(look, position, None, None, 0, [])
    for number, group in enumerate(groups, 1):
        events, actions = list[Event](), list[str]()
        for seat, text, _, _, _ in group:
            heard = look.hears(_play(table, position, seat, text))
            events += heard
            actions += [str(event.values["action"]) for event in heard if "action" in event.values]
        if number >= first:
            yield _moment(look, position, group[0][0], "; ".join(actions), group[-1][2], events)


def _play(table: Table, position: Position, seat: int, text: str) -> list[Event]:
    try:
        return position.play(seat, table.game.parse(text))
    except (Illegal, Unreadable):
        raise Refused("no-moments", "this game was begun under other rules, and cannot be played again") from None


def _moment(look: Eyes, position: Position, seat: int | None, action: str | None, step: int, events: list[Event]) -> Json:
    view = look.view(position)
    return {
        "seat": seat,
        "action": action,
        "step": step,
        "events": [event.dump() for event in events],
        "view": view,
        "standing": position.game.standing(view),
    }


def summary(table: Table, viewer: Viewer) -> Json:
    """Points by where they come from, and who led at the end of each step. Raises `Refused`."""
    _started(table)
    look = eyes(table, viewer)
    told = [row[:3] for row in table.moves]
    return msgspec.json.decode(_kept.get(_key("summary", table, look, 0, told), lambda: msgspec.json.encode(_summary(table, look))))


def _summary(table: Table, look: Eyes) -> Json:
    assert table.position is not None
    lines = [unpack(line) for line in table.log if "note" not in line and "undone" not in line]
    sources = table.game.sources(look.view(table.position), look.hears(lines))
    at, lead = zip(*_lead(table, look), strict=True)
    return {"sources": [{"key": key, "values": values} for key, values in sources.items()], "lead": lead, "at": at}


def _lead(table: Table, look: Eyes) -> Iterator[tuple[int, list[int]]]:
    """At which moment each step ended, and who led then."""
    position = table.game.opening(len(table.seats), table.options)
    yield 0, table.game.standing(look.view(position))
    numbers = iter([number for number, group in enumerate(_groups(table), 1) for _ in group])
    for _, run in groupby(table.moves, key=lambda row: row[2]):
        number = 0
        for seat, text, _, _, _ in run:
            _play(table, position, seat, text)
            number = next(numbers)
        yield number, table.game.standing(look.view(position))


# --- what was worked out before ---


def _key(what: str, table: Table, look: Eyes, first: int, told: Any) -> tuple[Any, ...]:
    """What an answer depends on: the moves that it goes by, whatever becomes of the table later."""
    begun = [table.id, table.game.name, len(table.seats), table.options]
    return what, look, first, blake2b(msgspec.json.encode([begun, told]), digest_size=16).digest()


class _Kept:
    """Answers, those used last first to be kept; used by many threads."""

    def __init__(self, most: int):
        self._most, self._size = most, 0
        self._all: OrderedDict[tuple[Any, ...], bytes] = OrderedDict()
        self._lock = Lock()

    def get(self, key: tuple[Any, ...], work: Callable[[], bytes]) -> bytes:
        with self._lock:
            if key in self._all:
                self._all.move_to_end(key)
                return self._all[key]
        made = work()
        with self._lock:
            if key not in self._all and len(made) <= self._most // 4:
                self._all[key] = made
                self._size += len(made)
                while self._size > self._most:
                    _, old = self._all.popitem(last=False)
                    self._size -= len(old)
        return made


_kept = _Kept(KEPT)
