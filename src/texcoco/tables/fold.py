"""Makes a table from its log: every kind of entry has a function that applies it to the table.

Entries that older releases wrote are read too: fields that were added since then are optional, and names and chat are
made printable here, because 0.1.0 stored them as they came and a backup may hold anything.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import count
from typing import Any

from texcoco.game import CHANCE, Json, Position
from texcoco.games import find
from texcoco.printable import printable
from texcoco.record import Record
from texcoco.store import Entry
from texcoco.tables.clock import Clocks, Tempo
from texcoco.tables.compressed_list import CHUNK
from texcoco.tables.entries import actions_taken_back
from texcoco.tables.history import Viewer, groups
from texcoco.tables.played import Played
from texcoco.tables.quota import count as count_used
from texcoco.tables.step import Step
from texcoco.tables.studies import Replayed
from texcoco.tables.table import Seat, Table


def apply(table: Table, entry: Entry, played: Played | None = None) -> None:
    """Applies the next entry of the log. `played`: what its moves lead to, if they have been carried out already."""
    _apply_entry(table, entry, _Context(played=played))


def rebuilt(
    id: str,
    entries: Sequence[Entry],
    snapshot: tuple[int, Mapping[str, Any]] | None = None,
    replayed: Replayed | None = None,
) -> Table:
    """A table from its log. See `Folding`."""
    folding = Folding(id, snapshot, replayed)
    for entry in entries:
        folding.apply(entry)
    return folding.table


class Folding:
    """A table whose log is being read.

    With a snapshot, the position comes from that, and the moves before it are not played again. `replayed` is what
    the record of a study leads to, if that has been worked out already.
    """

    def __init__(
        self, id: str, snapshot: tuple[int, Mapping[str, Any]] | None = None, replayed: Replayed | None = None
    ):
        self.table = Table(id)
        self._snapshot, self._replayed = snapshot, replayed

    def apply(self, entry: Entry) -> None:
        """Applies the next entry."""
        in_snapshot = self._snapshot is not None and entry.version <= self._snapshot[0]
        _apply_entry(self.table, entry, _Context(in_snapshot, replayed=self._replayed))
        if self._snapshot is not None and entry.version == self._snapshot[0]:
            _restore(self.table, self._snapshot[1])
            _finish_entry(self.table)


def concerns(entry: Entry, viewer: Viewer) -> bool:
    """Whether a viewer is told of an entry: that a sealed choice was changed is its seat's own business."""
    return not entry.payload.get("private") or viewer == entry.seat


def snapshot_of(table: Table, dump: Callable[[Position], Any] = lambda position: position.dump()) -> Json | None:
    """What is kept beside the log at the start of a step, so that a later release can go on from here.

    Nothing while a question waits for its answer: it can be withdrawn, and the game then goes on from before it. `dump`
    makes JSON of the position.
    """
    if table.position is None or table.step is None or table.step.commands or table.step.asked is not None:
        return None
    since = [[seat, at] for seat, at in sorted(table.clocks.since.items())]
    return {"position": dump(table.position), "step": table.position.step, "left": table.clocks.left, "since": since}


def _restore(table: Table, saved: Mapping[str, Any]) -> None:
    position = table.game.load(saved["position"])
    position.step = saved["step"]
    table.move_on(position, Step(position))
    table.reconsidering.clear()
    table.clocks.left, table.clocks.since = list(saved["left"]), dict(saved["since"])


@dataclass(frozen=True, slots=True)
class _Context:
    """What else is known when an entry is applied."""

    in_snapshot: bool = False
    """The position comes from a snapshot that is at least as late as this entry: moves are counted, but not played."""
    played: Played | None = None
    replayed: Replayed | None = None


def _apply_entry(table: Table, entry: Entry, context: _Context) -> None:
    assert entry.version == table.version + 1, f"table {table.id} is at {table.version}, the entry is {entry.version}"
    table.version = entry.version
    table.updated = entry.at
    step = table.position.step if table.position is not None else 0
    free = entry.seat is not None and table.seats[entry.seat].kind == "open"
    table.used = count_used(table.used, entry, free, len(table.seats))
    HANDLERS[entry.kind](table, entry, context)
    if not context.in_snapshot:
        new_step = entry.kind == "played" and table.position is not None and table.position.step != step
        _run_clocks(table, entry.at, new_step)
    command = entry.payload.get("command")
    if command is not None:
        table.done.add(command, entry.payload.get("content"))
    for viewer in (entry.seat,) if entry.payload.get("private") else table.viewers:
        table.counts[viewer] = table.counts.get(viewer, 0) + 1
    if not context.in_snapshot:
        _finish_entry(table)


def _finish_entry(table: Table) -> None:
    """Ends the game if the position is final, and compresses what cannot change any more."""
    if table.position is not None and table.position.outcome() is not None:
        table.status = "over"
    move, line = table.unsettled()
    table.moves.compress(move)
    table.log.compress(line)


def _run_clocks(table: Table, now: float, new_step: bool) -> None:
    """Time runs for the people that the game waits for."""
    if table.status != "playing" or table.position is None or table.position.outcome() is not None:
        table.clocks.stop(now)
        return
    waiting = {seat for seat in table.position.actors() if seat != CHANCE and not table.seats[seat].played_by_bot}
    table.clocks.turn_to(waiting, now, new_step)


# --- seats ---


def _created(table: Table, entry: Entry, context: _Context) -> None:
    given = entry.payload
    table.game = find(given["game"])
    table.options = given["options"]
    table.start = given.get("position")
    table.public = given["public"]
    table.hints = given.get("hints", True)
    table.owner = given["owner"]
    table.seats = [
        Seat(s["kind"], printable(s["name"]), s["bot"], frozenset(s["holders"]), s["token"]) for s in given["seats"]
    ]
    table.clocks = Clocks.from_tempo(Tempo(**given["clock"]), len(table.seats))
    table.status = "open"
    table.created = entry.at
    if "record" in given:  # a study table: a game that was played elsewhere
        replayed = context.replayed or Replayed.from_record(Record.parse(given["record"]))
        table.start = replayed.start
        table.position, table.moves, table.log = replayed.position, replayed.moves.copy(), replayed.log.copy()
        table.moments, table.lines = replayed.moments, dict(replayed.lines)
        table.lines_before = list(replayed.lines_before)
        table.study = True
        table.status = "over"


def _sat(table: Table, entry: Entry, context: _Context) -> None:
    seat, holder = table.seats[_seat(entry)], entry.payload["holder"]
    # The invitation stops working when it is used. Entries of older logs bring no new link, and leave the seat
    # without one, because the others at the table could have read the link that it had.
    token = seat.token if entry.payload.get("device") else entry.payload.get("token", "")
    holders, name = seat.holders | {holder}, printable(entry.payload["name"])
    _change_seat(table, entry, kind="person", name=name, away=False, holders=holders, token=token)
    table.removed -= {holder}
    _note(table, "device_added" if seat.kind == "person" else "sat", entry, name=name)


def _stood(table: Table, entry: Entry, context: _Context) -> None:
    name = table.seats[_seat(entry)].name  # the seat may be somebody else's when this is read
    _free(table, entry)
    _note(table, "stood", entry, name=name)


def _removed(table: Table, entry: Entry, context: _Context) -> None:
    seat = table.seats[_seat(entry)]
    table.removed |= seat.holders
    _free(table, entry)
    _note(table, "removed", entry, name=seat.name)


def _free(table: Table, entry: Entry) -> None:
    """Makes a seat free, with a new invitation: earlier links stop working."""
    _change_seat(table, entry, kind="open", name="", holders=frozenset(), token=entry.payload["token"])


def _bot_seated(table: Table, entry: Entry, context: _Context) -> None:
    bot = entry.payload["bot"]
    kind = "open" if bot is None else "bot"
    _change_seat(table, entry, kind=kind, name="", bot=bot, holders=frozenset(), token=entry.payload["token"])


def _renewed(table: Table, entry: Entry, context: _Context) -> None:
    _change_seat(table, entry, token=entry.payload["token"])


def _signed_out(table: Table, entry: Entry, context: _Context) -> None:
    _change_seat(table, entry, holders=frozenset({entry.payload["holder"]}), token=entry.payload["token"])
    _note(table, "signed_out", entry)


def _left(table: Table, entry: Entry, context: _Context) -> None:
    _change_seat(table, entry, away=True)
    _note(table, "left", entry)


def _back(table: Table, entry: Entry, context: _Context) -> None:
    _change_seat(table, entry, away=False, bot=None)
    _note(table, "back", entry)


def _replaced(table: Table, entry: Entry, context: _Context) -> None:
    _change_seat(table, entry, bot=entry.payload["bot"])
    _note(table, "replaced", entry, bot=entry.payload["bot"])


def _resigned(table: Table, entry: Entry, context: _Context) -> None:
    _change_seat(table, entry, resigned=True, bot=entry.payload["bot"])
    _note(table, "resigned", entry)
    if entry.payload["ends"]:
        table.status, table.ended = "over", "resigned"


def _change_seat(table: Table, entry: Entry, **changes: Any) -> None:
    number = _seat(entry)
    table.seats[number] = replace(table.seats[number], **changes)


# --- the game ---


def _started(table: Table, entry: Entry, context: _Context) -> None:
    table.status = "playing"
    position = table.opening()
    table.move_on(position, Step(position))
    _note(table, "started", entry)
    _apply_moves(table, entry, context)


def _played(table: Table, entry: Entry, context: _Context) -> None:
    if entry.payload.get("private"):
        _change_sealed_choice(table, entry, context)
    else:
        _apply_moves(table, entry, context)


def _apply_moves(table: Table, entry: Entry, context: _Context) -> None:
    """Adds what a seat or chance played, and its events."""
    assert table.position is not None and table.step is not None
    moves = entry.payload["moves"]
    table.moments += len(groups(moves))  # chance never goes on where another entry ended
    table.moves.extend([[seat, text, step, sealed, len(table.log)] for seat, text, step, sealed in moves])
    for seat, *_ in moves:
        table.moved[seat] = table.moved.get(seat, 0) + 1
    if not context.in_snapshot:
        played = context.played or _replay(table, entry)
        step = played.end()
        if step.start is not table.step.start:
            table.reconsidering.clear()
        table.move_on(played.position, step)
    _add_lines(table, entry.payload["told"])


def _replay(table: Table, entry: Entry) -> Played:
    """Carries out the moves of an entry that comes from the store."""
    assert table.position is not None and table.step is not None
    played = Played(table.position, table.step, table.clocks)
    for seat, text, _, _ in entry.payload["moves"]:
        played.apply(seat, table.game.parse(text))
    return played


def _change_sealed_choice(table: Table, entry: Entry, context: _Context) -> None:
    """Puts another sealed choice in the place of the first, so that nobody else can see that it changed (A46)."""
    seat = _seat(entry)
    table.reconsidering.discard(seat)
    ((_, text, _, _),) = entry.payload["moves"]
    numbered = zip(count(len(table.moves) - 1, -1), reversed(table.moves), strict=False)
    at, old = next((number, move) for number, move in numbered if move[0] == seat)
    table.moves.replace(at, [[seat, text, *old[2:]], *table.moves.tail(at + 1)])
    lines, begin = entry.payload["told"], old[4]
    table.log.replace(begin, [*lines, *table.log.tail(begin + len(lines))])
    if not context.in_snapshot:
        assert table.step is not None
        step = table.step.with_choice(seat, table.game.parse(text))
        table.move_on(step.position(), step)


def _undone(table: Table, entry: Entry, context: _Context) -> None:
    if entry.payload.get("private"):
        table.reconsidering.add(_seat(entry))
        return
    taken = actions_taken_back(entry.payload)
    first = len(table.moves) - taken
    begin = table.moves.row(first)[4]
    table.moves.replace(first, [])
    table.moments -= taken
    table.moved[_seat(entry)] -= taken
    lines = table.log.tail(begin)
    table.log.replace(begin, [line if "note" in line else {**line, "undone": True} for line in lines])
    _note(table, "undone", entry)
    again: list[int] | None = entry.payload.get("again")
    if again is not None:  # a question was withdrawn: the moves of the step before it that stand get a new number
        number, standing = again
        first -= standing
        table.moves.replace(first, [[who, text, number, *rest] for who, text, _, *rest in table.moves.tail(first)])
    if not context.in_snapshot:
        assert table.step is not None
        if again is None:
            step = table.step.without_last_command()
        else:
            assert table.step.asked is not None
            step = table.step.asked.withdrawn(again[0])
            table.clocks = table.step.asked.clocks.copy()
        table.move_on(step.position(), step)


# --- the rest ---


def _chatted(table: Table, entry: Entry, context: _Context) -> None:
    text, name = printable(entry.payload["text"]), printable(entry.payload["name"])
    _note(table, "chatted", entry, text=text, name=name)


def _outage(table: Table, entry: Entry, context: _Context) -> None:
    """Credits running clocks with the time in which no server ran."""
    payload = entry.payload  # entries of 0.1.0 hold one outage
    outages = payload["outages"] if "outages" in payload else [[payload["from"], payload["to"]]]
    table.outage = outages[-1][1]
    if not context.in_snapshot:
        asked = table.step.asked if table.step is not None else None
        before_question = None if asked is None else asked.clocks.copy()
        for start, end in outages:
            table.clocks.give_back(start, end)
            if before_question is not None:
                before_question.give_back(start, end)
        if table.step is not None and asked is not None and before_question is not None:
            table.step = replace(table.step, asked=replace(asked, clocks=before_question))
    _note(table, "outage", entry)


def _rematched(table: Table, entry: Entry, context: _Context) -> None:
    table.rematch = entry.payload["table"]
    table.rematches += 1
    _note(table, "rematched", entry, table=table.rematch)


def _seat(entry: Entry) -> int:
    assert entry.seat is not None
    return entry.seat


def _note(about: Table, kind: str, entry: Entry, **more: Any) -> None:
    _add_lines(about, [{"note": kind, "seat": entry.seat, "at": entry.at, **more}])


def _add_lines(table: Table, lines: Sequence[Json]) -> None:
    """Adds events and notes to the log."""
    viewers, counts = table.viewers, table.lines
    for number, line in enumerate(lines, len(table.log)):
        if number % CHUNK == 0:
            table.lines_before.append(dict(counts))
        for viewer in line.get("only", viewers):
            counts[viewer] = counts.get(viewer, 0) + 1
    table.log.extend(lines)


HANDLERS: dict[str, Callable[[Table, Entry, _Context], None]] = {
    "created": _created,
    "sat": _sat,
    "stood": _stood,
    "removed": _removed,
    "bot_seated": _bot_seated,
    "renewed": _renewed,
    "signed_out": _signed_out,
    "started": _started,
    "played": _played,
    "undone": _undone,
    "chatted": _chatted,
    "left": _left,
    "back": _back,
    "replaced": _replaced,
    "resigned": _resigned,
    "outage": _outage,
    "rematched": _rematched,
}
"""Every kind of entry that a log can hold."""
