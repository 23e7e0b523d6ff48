"""What a seat or a spectator is shown of a table: its state, and the lines of its log."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import islice

import msgspec

from texcoco.game import Json
from texcoco.offer import offer
from texcoco.tables.cards import result_of
from texcoco.tables.compressed_list import CHUNK
from texcoco.tables.entries import reaches, shown_line
from texcoco.tables.history import Viewer
from texcoco.tables.table import Table

MAX_LINES = 100
"""How many lines of the log a state brings at most, and a page of the log: about 10 kB of any of our games."""

_encode = msgspec.json.Encoder().encode


def state_of(table: Table, viewer: Viewer, since: int = 0) -> Json:
    """All that a seat or a spectator is shown: on arrival, after every change, and when it comes back.

    `since` spares the lines of the log that the client has already. Those from `settled` on may still be taken back or
    changed: a client asks for the next state with `since` = the `settled` of its last one, and replaces its lines from
    there on. A state brings the newest lines, at most `MAX_LINES`; `log_lines` has the others.
    """
    lines = table.lines.get(viewer, 0)
    state: Json = {
        "table": table.id,
        "number": table.counts.get(viewer, 0),
        "seat": viewer,
        "status": table.status,
        "game": table.game.name,
        "options": table.options,
        "public": table.public,
        "hints": table.hints,
        "seats": [
            {"kind": s.kind, "name": s.name, "bot": s.bot, "away": s.away, "resigned": s.resigned} for s in table.seats
        ],
        "clock": table.clocks.show(),
        "rematch": table.rematch,
        "lines": lines,
        "settled": settled_lines(table, viewer),
        "log": log_lines(table, viewer, max(since, lines - MAX_LINES), lines),
    }
    if viewer is not None:
        state["devices"] = len(table.seats[viewer].holders)
    position = None if table.position is None else table.position if viewer is None else table.position_for(viewer)
    if position is not None:
        state["step"] = position.step
        state["actors"] = list(position.actors()) if table.status == "playing" else []
        state["view"] = table.view(viewer)
        state["result"] = result_of(table)
        if viewer is not None and table.status == "playing":
            state |= {"actions": []} if table.seats[viewer].played_by_bot else offer(position, viewer)
            state["undo"] = table.can_undo(viewer)
            if viewer in table.reconsidering:
                state["sealed"] = _sealed_event(table, viewer)
    return state


def state_message(table: Table, viewer: Viewer, since: int) -> tuple[int, bytes]:
    """A state as a message of the stream, and how many of its lines are settled.

    It is encoded once for all streams that show the same.
    """
    return _message(_Told(table.id, viewer, table.counts.get(viewer, 0), table.updated, since, table))


@dataclass(frozen=True, slots=True)
class _Told:
    """What a message depends on: what its viewer was told, and not the table's version, which rises when somebody
    changes a sealed choice. Whether it has to be encoded again would show in the time that it takes."""

    id: str
    viewer: Viewer
    number: int
    updated: float
    since: int
    table: Table = field(compare=False)


@lru_cache(maxsize=64)
def _message(told: _Told) -> tuple[int, bytes]:
    state = state_of(told.table, told.viewer, told.since)
    return state["settled"], _encode({"type": "state", "state": state})


def _sealed_event(table: Table, seat: int) -> Json:
    """The event of the choice that a seat has sealed in this step; it counts until the seat seals another (A46)."""
    begin = next(move[4] for move in reversed(table.moves) if move[0] == seat)
    line = shown_line(table.log.tail(begin)[0], seat)
    assert line is not None
    return line["event"]


def known_lines(table: Table, viewer: Viewer, number: int, settled: int) -> int:
    """How many lines of the log a viewer need not be sent again whose last state had this `number` and `settled`."""
    if not 0 <= number <= table.counts.get(viewer, 0):
        return 0  # the client is ahead of the table: it was set back, to a backup for instance
    return min(max(settled, 0), table.lines.get(viewer, 0))


def settled_lines(table: Table, viewer: Viewer) -> int:
    """How many of the lines that a viewer reads cannot change any more."""
    loose = table.log.tail(table.unsettled()[1])
    return table.lines.get(viewer, 0) - sum(reaches(line, viewer) for line in loose)


def log_lines(table: Table, viewer: Viewer, start: int, end: int) -> list[Json]:
    """The lines that a viewer reads, from number `start` up to `end`."""
    if end == table.lines.get(viewer, 0) and start < end:  # what states bring: the newest ones, seldom compressed
        newest = islice((line for line in reversed(table.log) if reaches(line, viewer)), end - max(start, 0))
        return [_shown(line, viewer) for line in newest][::-1]
    chunk = bisect_right(table.lines_before, start, key=lambda before: before.get(viewer, 0)) - 1
    if chunk < 0 or end <= start:
        return []
    skipped = start - table.lines_before[chunk].get(viewer, 0)
    read = (line for line in table.log.since(chunk * CHUNK) if reaches(line, viewer))
    return [_shown(line, viewer) for line in islice(read, skipped, skipped + end - start)]


def _shown(line: Json, viewer: Viewer) -> Json:
    shown = shown_line(line, viewer)
    assert shown is not None
    return shown
