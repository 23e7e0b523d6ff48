"""What a seat or a spectator is shown of a table: its state, and the lines of its log."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import islice

from msgspec import Raw

from texcoco.game import Json, Position
from texcoco.offer import offer
from texcoco.tables.cards import result_of
from texcoco.tables.compressed_list import CHUNK
from texcoco.tables.encoding import encode, encoded_part, merged
from texcoco.tables.entries import insiders, reaches, shown_line
from texcoco.tables.history import Viewer
from texcoco.tables.table import Table

MAX_LINES = 100
"""How many lines of the log a state brings at most, and a page of the log: about 10 kB of any of our games."""


def state_of(table: Table, viewer: Viewer, since: int = 0) -> Json:
    """All that a seat or a spectator is shown: on arrival, after every change, and when it comes back.

    `since` spares the lines of the log that the client has already. Those from `settled` on may still be taken back or
    changed: a client asks for the next state with `since` = the `settled` of its last one, and replaces its lines from
    there on. A state brings the newest lines, at most `MAX_LINES`; `log_lines` has the others.
    """
    position = _position_for(table, viewer)
    lines = table.lines.get(viewer, 0)
    state = _common_fields(table) | _own_fields(table, viewer, position, settled_lines(table, viewer))
    state["log"] = log_lines(table, viewer, max(since, lines - MAX_LINES), lines)
    if position is not None:
        state["view"] = position.view(viewer)
    return state


def _position_for(table: Table, viewer: Viewer) -> Position | None:
    return table.position if viewer is None or table.position is None else table.position_for(viewer)


def _common_fields(table: Table) -> Json:
    """What all viewers are shown alike."""
    fields: Json = {
        "table": table.id,
        "status": table.status,
        "game": table.game.name,
        "options": table.options,
        "from_position": table.start is not None,
        "public": table.public,
        "hints": table.hints,
        "seats": [
            {"kind": s.kind, "name": s.name, "bot": s.bot, "away": s.away, "resigned": s.resigned} for s in table.seats
        ],
        "clock": table.clocks.show(),
        "rematch": table.rematch,
    }
    if table.position is not None:
        fields["result"] = result_of(table)
    return fields


def _own_fields(table: Table, viewer: Viewer, position: Position | None, settled: int) -> Json:
    """What is the viewer's own, but for its view and its lines of the log, of which `settled` are settled."""
    fields: Json = {
        "number": table.counts.get(viewer, 0),
        "seat": viewer,
        "lines": table.lines.get(viewer, 0),
        "settled": settled,
    }
    if viewer is not None:
        fields["devices"] = len(table.seats[viewer].holders)
    if position is None:
        return fields
    playing = table.status == "playing"
    actors = position.actors() if playing else ()
    fields["step"], fields["actors"] = position.step, list(actors)
    if viewer is not None and playing:
        may_act = viewer in actors and not table.seats[viewer].played_by_bot
        fields |= offer(position, viewer) if may_act else {"actions": []}
        fields["undo"] = table.can_undo(viewer)
        if viewer in table.reconsidering:
            fields["sealed"] = _sealed_event(table, viewer)
    return fields


# --- messages of the stream ---


def state_message(table: Table, viewer: Viewer, since: int) -> tuple[int, bytes]:
    """A state as a message of the stream, and how many of its lines are settled.

    It is encoded once for all streams that show the same. What it depends on is what its viewer was told, and not the
    table's version, which rises when somebody changes a sealed choice: whether it has to be encoded again would show in
    the time that it takes.
    """
    return _message(table.id, viewer, table.counts.get(viewer, 0), table.updated, since, _NotCompared(table))


class _NotCompared:
    """A table that is given to a cached function, but is not part of what its result is found by."""

    __slots__ = ("table",)

    def __init__(self, table: Table):
        self.table = table

    def __eq__(self, other: object) -> bool:
        return True

    def __hash__(self) -> int:
        return 0


@lru_cache(maxsize=64)
def _message(
    id: str, viewer: Viewer, number: int, updated: float, since: int, given: _NotCompared
) -> tuple[int, bytes]:
    table = given.table
    shared = _shared(table, table.version)
    position = _position_for(table, viewer)
    settled = shared.settled_lines(viewer)
    fields = _own_fields(table, viewer, position, settled)
    fields["log"] = shared.log(viewer, since)
    if position is not None:
        fields["view"] = encoded_view(position, viewer)
    return settled, b'{"type":"state","state":%b}' % merged(shared.common, encode(fields))


class _Shared:
    """What messages to several viewers of one version of a table have in common."""

    def __init__(self, table: Table):
        self.table = table
        self.common = encode(_common_fields(table))
        self._unsettled = table.log.tail(table.unsettled()[1])
        """The lines that may still be taken back."""
        self._newest: list[_Line] = []
        """Lines of the log, the newest first, as far back as somebody needs them."""
        self._older: Iterator[Json] = reversed(table.log)

    def settled_lines(self, viewer: Viewer) -> int:
        return self.table.lines.get(viewer, 0) - _count_read(self._unsettled, viewer)

    def log(self, viewer: Viewer, since: int) -> Raw:
        """The lines of the log that a state brings."""
        lines = self.table.lines.get(viewer, 0)
        missing = min(lines - since, MAX_LINES)
        found: list[bytes] = []
        number = 0
        while len(found) < missing:
            if number == len(self._newest):
                self._newest.append(_Line(next(self._older)))
            line = self._newest[number]
            if reaches(line.line, viewer):
                found.append(line.encoded(viewer))
            number += 1
        found.reverse()
        return Raw(b"[" + b",".join(found) + b"]")


class _Line:
    """A line of the log, encoded once for all viewers who read the same."""

    __slots__ = ("_encoded", "_insiders", "line")

    def __init__(self, line: Json):
        self.line = line
        self._insiders = insiders(line)
        self._encoded: dict[Viewer, bytes] = {}
        """For spectators, and for those who read it differently."""

    def encoded(self, viewer: Viewer) -> bytes:
        reader = viewer if viewer in self._insiders else None
        encoded = self._encoded.get(reader)
        if encoded is None:
            encoded = self._encoded[reader] = encode(_shown(self.line, reader))
        return encoded


@lru_cache(maxsize=16)
def _shared(table: Table, version: int) -> _Shared:
    return _Shared(table)


def encoded_view(position: Position, viewer: Viewer) -> Raw:
    public_fields, own_fields = _views(position)
    return Raw(merged(public_fields, encode(own_fields(viewer))))


@lru_cache(maxsize=16)
def _views(position: Position) -> tuple[bytes, Callable[[Viewer], Json]]:
    """What all views have in common, and a function that gives the other fields of a viewer.

    Found by the position itself, since positions of tables are replaced, never changed.
    """
    public_fields, own_fields = position.views(encoded_part)
    return encode(public_fields), own_fields


# --- the log ---


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
    return table.lines.get(viewer, 0) - _count_read(table.log.tail(table.unsettled()[1]), viewer)


def _count_read(lines: list[Json], viewer: Viewer) -> int:
    """How many of these lines a viewer reads."""
    return sum([reaches(line, viewer) for line in lines])


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
