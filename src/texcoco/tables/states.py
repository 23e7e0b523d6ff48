"""What a seat or a spectator is shown of a table: its state, and the lines of its log."""

from __future__ import annotations

from bisect import bisect_right
from functools import lru_cache
from itertools import islice

from texcoco.game import Json, Position
from texcoco.offer import offer
from texcoco.tables.cards import result_of
from texcoco.tables.compressed_list import CHUNK
from texcoco.tables.encoding import decode, encode, encoded_view
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


def _own_fields(
    table: Table, viewer: Viewer, position: Position | None, settled: int, *, grouped: bool = False
) -> Json:
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
        fields |= offer(position, viewer, grouped=grouped) if may_act else {"grouped" if grouped else "actions": []}
        fields["undo"] = table.can_undo(viewer)
        if viewer in table.reconsidering:
            fields["sealed"] = _sealed_event(table, viewer)
    return fields


# --- messages of the stream ---


def state_message(table: Table, viewer: Viewer, since: int, *, grouped: bool = False) -> tuple[int, bytes]:
    """A state as a message of the stream, and how many of its lines are settled. `grouped`: with its actions in groups.

    It is encoded once for all streams that show the same. What it depends on is what its viewer was told, and not the
    table's version, which rises when somebody changes a sealed choice: whether it has to be encoded again would show in
    the time that it takes.
    """
    key = table.id, viewer, table.counts.get(viewer, 0), table.updated, since, grouped
    found = _messages.get(key)
    if found is None:
        if len(_messages) == MAX_MESSAGES:
            del _messages[next(iter(_messages))]
        found = _messages[key] = _message(table, viewer, since, grouped)
    return found


MAX_MESSAGES = 64
_messages: dict[tuple[str, Viewer, int, float, int, bool], tuple[int, bytes]] = {}
"""The newest messages: a table, a viewer and how much it was told, when, since when, and in which form; what
`state_message` gave."""


def _message(table: Table, viewer: Viewer, since: int, grouped: bool) -> tuple[int, bytes]:
    shared = _shared(table, table.version)
    position = _position_for(table, viewer)
    settled = shared.settled_lines(viewer)
    own = encode(_own_fields(table, viewer, position, settled, grouped=grouped))
    log = shared.newest_lines(viewer, min(table.lines.get(viewer, 0) - since, MAX_LINES))
    view = () if position is None else (b',"view":', *encoded_view(position, viewer))
    return settled, b"".join((shared.common, b",", own[1:-1], b',"log":[', log, b"]", *view, b"}}"))


class _Shared:
    """What messages to several viewers of one version of a table have in common."""

    def __init__(self, table: Table):
        self.lines, self.log = table.lines, table.log
        self.common = b'{"type":"state","state":' + encode(_common_fields(table))[:-1]
        """How the message begins."""
        self.unsettled = list(map(_encoded_line, table.log.encoded_tail(table.unsettled()[1])))
        """The lines that may still be taken back."""
        self.unsettled_public = all(line.is_public for line in self.unsettled)
        self.public: dict[int, bytes] = {}
        """The newest lines, so many of them, where all of these are the same for everybody."""

    def settled_lines(self, viewer: Viewer) -> int:
        unsettled = self.unsettled
        if not self.unsettled_public:
            unsettled = [line for line in unsettled if line.to(viewer) is not None]
        return self.lines.get(viewer, 0) - len(unsettled)

    def newest_lines(self, viewer: Viewer, count: int) -> bytes:
        """So many lines of the log, as the viewer reads them: those that a state brings."""
        if count <= 0:
            return b""
        if count in self.public:
            return self.public[count]
        found: list[bytes] = []
        public = True
        for row in self.log.encoded_newest():
            encoded = _encoded_line(row)
            public = public and encoded.is_public
            line = encoded.to(viewer)
            if line is not None:
                found.append(line)
                if len(found) == count:
                    break
        found.reverse()
        joined = b",".join(found)
        if public:
            self.public[count] = joined
        return joined


class _EncodedLine:
    """A line of the log, encoded once for all viewers who read the same."""

    __slots__ = ("_for_insiders", "_for_others")

    def __init__(self, line: Json):
        self._for_others = _encoded_for(line, None)
        self._for_insiders: dict[Viewer, bytes | None] = {seat: _encoded_for(line, seat) for seat in insiders(line)}

    @property
    def is_public(self) -> bool:
        """Whether everybody reads the same."""
        return not self._for_insiders

    def to(self, viewer: Viewer) -> bytes | None:
        """What a viewer reads; None if the line does not reach it."""
        return self._for_insiders.get(viewer, self._for_others) if self._for_insiders else self._for_others


def _encoded_for(line: Json, viewer: Viewer) -> bytes | None:
    shown = shown_line(line, viewer)
    return None if shown is None else encode(shown)


@lru_cache(maxsize=2048)
def _encoded_line(row: bytes) -> _EncodedLine:
    """Found by the row itself: until a step ends, every state brings its lines again.

    All forms of a line are made at once. So whoever reads it next cannot see by the time that it takes whether others
    have read it since a sealed choice was changed.
    """
    return _EncodedLine(decode(row))


@lru_cache(maxsize=16)
def _shared(table: Table, version: int) -> _Shared:
    return _Shared(table)


# --- the log ---


def _sealed_event(table: Table, seat: int) -> Json:
    """The event of the choice that a seat has sealed in this step; it counts until the seat seals another (A46)."""
    begin = next(move[4] for move in reversed(table.moves) if move[0] == seat)
    line = shown_line(table.log.row(begin), seat)
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
