"""A game that was played elsewhere, as a table shows it: what its record leads to when it is played through."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from texcoco.game import Json, Position
from texcoco.games import find
from texcoco.record import Record
from texcoco.tables.compressed_list import CHUNK, CompressedList
from texcoco.tables.entries import pack, reaches
from texcoco.tables.history import Viewer, groups


@dataclass(frozen=True, slots=True)
class Replayed:
    """A record that has been played through. That may take seconds, so that on a server a worker process does it."""

    start: Json | None
    """The position that it starts from; None: the game's opening."""
    position: Position
    moves: CompressedList[list[Any]]
    log: CompressedList[Json]
    moments: int
    lines: dict[Viewer, int]
    """How many lines of the log each viewer reads."""
    lines_before: list[dict[Viewer, int]]
    """How many of them are before each chunk of the log."""

    @classmethod
    def from_record(cls, record: Record) -> Replayed:
        """Raises `BadRecord`."""
        position = record.opening()
        packed: list[Json] = []
        for after, _, events in record.positions():
            position = after
            packed += map(pack, events)
        moves = [[move.seat, str(move.action), move.step, move.sealed, 0] for move in record.moves]
        viewers = (None, *range(record.seats))
        lines: dict[Viewer, int] = dict.fromkeys(viewers, 0)
        before: list[dict[Viewer, int]] = []
        for chunk in range(0, len(packed), CHUNK):
            before.append(dict(lines))
            for viewer in viewers:
                lines[viewer] += sum(reaches(line, viewer) for line in packed[chunk : chunk + CHUNK])
        replayed = cls(
            record.start,
            position,
            CompressedList((), moves),
            CompressedList((), packed),
            len(groups(moves)),
            lines,
            before,
        )
        replayed.moves.compress(len(moves))
        replayed.log.compress(len(packed))
        return replayed

    def dump(self) -> Json:
        """As JSON for another process, to be encoded by msgspec."""
        return {
            "game": self.position.game.name, "start": self.start, "position": self.position.dump(),
            "step": self.position.step, "moves": self.moves.dump(),
            "log": self.log.dump(), "moments": self.moments, "lines": list(self.lines.items()),
            "lines_before": [list(lines.items()) for lines in self.lines_before],
        }  # fmt: skip

    @classmethod
    def load(cls, data: Json) -> Replayed:
        """From what `dump` returned, after it was encoded and decoded."""
        position = find(data["game"]).load(data["position"])
        position.step = data["step"]
        moves, log = CompressedList[list[Any]].load(data["moves"]), CompressedList[Json].load(data["log"])
        return cls(
            data["start"],
            position,
            moves,
            log,
            data["moments"],
            dict(data["lines"]),
            [dict(lines) for lines in data["lines_before"]],
        )
