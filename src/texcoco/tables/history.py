"""The game of a table so far, without the rest of the table: what any process needs to look back at it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from texcoco.game import CHANCE, Event, Game, Json, Position
from texcoco.games import find
from texcoco.record import HIDDEN_POSITION, BadRecord, Move, Record
from texcoco.tables.compressed_list import CompressedList
from texcoco.tables.entries import unpack

if TYPE_CHECKING:
    from texcoco.tables.table import Table

BOT = "bot "
"""Stands before the level of a bot where a record names who sat at the table."""

Viewer = int | None
"""A seat, or None: a spectator."""
Rows = list[list[Any]]
"""Moves as a table keeps them: seat, notation, step, whether it was sealed, and where in the log it begins."""


class OtherRules(Exception):
    """The game was begun under other rules, so it cannot be replayed."""


@dataclass(frozen=True, slots=True)
class History:
    """The game of a table."""

    game: Game
    seats: int
    options: Json
    over: bool
    headers: dict[str, str]
    """Who sat at the table, as a record says it."""
    moves: CompressedList[list[Any]]
    log: CompressedList[Json]
    start: Json | None = None
    """The position that it starts from; None: the game's opening."""

    @classmethod
    def from_table(cls, table: Table) -> History:
        """The game of a table."""
        names = {f"Seat{n}": seat.name or (BOT + seat.bot if seat.bot else "") for n, seat in enumerate(table.seats)}
        headers = {seat: name for seat, name in names.items() if name}
        over = table.status == "over"
        return cls(table.game, len(table.seats), table.options, over, headers, table.moves, table.log, table.start)

    def dump(self) -> Json:
        """As JSON for a worker process, to be encoded by msgspec."""
        return {
            "game": self.game.name, "seats": self.seats, "options": self.options, "over": self.over,
            "headers": self.headers,
            "moves": self.moves.dump(), "log": self.log.dump(), "start": self.start,
        }  # fmt: skip

    @classmethod
    def load(cls, data: Json) -> History:
        """From what `dump` returned, after it was encoded and decoded."""
        moves, log = CompressedList[list[Any]].load(data["moves"]), CompressedList[Json].load(data["log"])
        about = find(data["game"]), data["seats"], data["options"], data["over"], data["headers"]
        return cls(*about, moves, log, data["start"])

    def names(self) -> list[str]:
        """The names of the seats; empty for who gave none, and for bots that have none."""
        given = [self.headers.get(f"Seat{seat}", "") for seat in range(self.seats)]
        return ["" if name.startswith(BOT) else name for name in given]

    def opening(self) -> Position:
        """The position that the game starts from."""
        return self.game.opening(self.seats, self.options) if self.start is None else self.game.load(self.start)

    def events_for(self, viewer: Viewer) -> list[Event]:
        """The events of the game as a viewer may know them, without those that were taken back."""
        return events_for(self.log, viewer)

    def groups(self) -> list[Rows]:
        """The moves of each moment: one, or all that chance did in a row."""
        return groups(list(self.moves))

    def record(self, viewer: Viewer) -> str:
        """The record for download: all of it when the game is over, before that what the viewer may know.

        Raises `OtherRules`.
        """
        if self.over:
            moves = [Move(step, seat, self.game.parse(text), sealed) for seat, text, step, sealed, _ in self.moves]
            try:
                return Record(self.game, self.seats, self.options, moves, self.headers, start=self.start).text()
            except BadRecord:
                raise OtherRules from None
        headers, start = self.headers, self.start
        if start is not None and _hides_something(self.opening()):
            headers, start = {"Position": HIDDEN_POSITION, **headers}, None
        head = Record(self.game, self.seats, self.options, headers=headers, start=start).text()
        known = [
            f"{'*' if e.seat == CHANCE else e.seat}: {e.values['action']}\n"
            for e in self.events_for(viewer)
            if "action" in e.values
        ]
        return head + "".join(known)


def _hides_something(position: Position) -> bool:
    """Whether there is anything in a position that a spectator may not know."""
    return position.view(None) != position.view(None, open=True)


def all_events(log: CompressedList[Json]) -> Iterator[Event]:
    """What happened, without what was taken back. Nobody may know all of it while the game runs."""
    return (unpack(line) for line in log if "note" not in line and "undone" not in line)


def events_for(log: CompressedList[Json], viewer: Viewer) -> list[Event]:
    """What happened as a viewer may know it, without what was taken back."""
    return [known for event in all_events(log) if (known := event.to(viewer)) is not None]


def groups(moves: Rows) -> list[Rows]:
    """Moves by the moment to which they belong: each is one, but all that chance does in a row is one together."""
    found: list[Rows] = []
    for row in moves:
        if row[0] == CHANCE and found and found[-1][0][0] == CHANCE:
            found[-1].append(row)
        else:
            found.append([row])
    return found
