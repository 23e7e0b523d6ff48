"""A whole game as a text that a person can read and a program replays exactly.

    [Game "mexica"]
    [Rules "1"]
    [Seats "3"]

    *: deal 3; deal 9; deal 4
    0: start H6
    1: start G7 {a comment}
    0: canal K5 K6; walk H5; end #1a2b3c4d

One line a step; `*` is chance; sealed choices stand in seat order. Lines of a finished game end with `#` and the
fingerprint of the position after them, so that a change of the rules that alters an old game is seen.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date
from itertools import groupby
from random import Random
from typing import Any, cast

from texcoco.game import CHANCE, Action, BadOption, Event, Game, Illegal, Position, Unreadable, fingerprint
from texcoco.games import find

_HEADER = re.compile(r'\[(\w+) "((?:[^"\\]|\\.)*)"\]')
_COMMENT = re.compile(r"\{[^{}]*\}")
_LINE = re.compile(r"(\*|\d+):\s*(.*?)\s*(?:#([0-9a-f]{8}))?")
_OURS = ("Game", "Rules", "Seats", "Options", "Date", "Result")


class BadRecord(ValueError):
    """A text that is no record, or whose game cannot be replayed; the message says where and why."""


@dataclass(frozen=True, slots=True)
class Move:
    """An action in a record, with the step it was made in."""

    step: int
    seat: int
    action: Action
    sealed: bool = False


@dataclass
class Record:
    """How a game went: what it takes to play it again. Build one with `begin` and `play`, or read one with `parse`."""

    game: Game
    seats: int
    options: Mapping[str, Any] = field(default_factory=dict[str, Any])
    moves: list[Move] = field(default_factory=list[Move])
    headers: dict[str, str] = field(default_factory=dict[str, str])
    """Further headers: names of the players, the event, a site."""
    rules: int = 0

    @classmethod
    def begin(cls, game: Game, seats: int, options: Mapping[str, Any] | None = None, **headers: str) -> tuple[Record, Position]:
        """A record of a new game, and the position it starts from."""
        position = game.opening(seats, options)
        dated = {"Date": date.today().isoformat(), **headers}
        return cls(game, seats, position.options.dump(), headers=dated, rules=game.rules), position

    def play(self, position: Position, seat: int, action: Action) -> list[Event]:
        """Play an action and write it down."""
        step, sealed = position.step, len(position.actors()) > 1
        events = position.play(seat, action)
        self.moves.append(Move(step, seat, action, sealed))
        return events

    def chance(self, position: Position, rng: Random) -> list[Event]:
        """Let chance act for as long as it is its turn."""
        events: list[Event] = []
        while position.actors() == (CHANCE,):
            events += self.play(position, CHANCE, position.draw(rng))
        return events

    def lines(self) -> list[list[Move]]:
        """The moves line by line: one step of one seat is a line."""
        lines: list[list[Move]] = []
        for _, run in groupby(self.moves, key=lambda m: m.step):
            moves = list(run)
            if any(m.sealed for m in moves):  # in whatever order they were sealed, they are told in seat order
                moves.sort(key=lambda m: m.seat)
            lines += [list(line) for _, line in groupby(moves, key=lambda m: m.seat)]
        return lines

    def positions(self) -> Iterator[tuple[Position, Move, list[Event]]]:
        """Plays the game again: after each move the position (the same object, moving on), the move and its events."""
        position = self.game.opening(self.seats, self.options)
        for line in self.lines():
            for move in line:
                try:
                    events = position.play(move.seat, move.action)
                except Illegal as illegal:
                    said = self.game.say("en", illegal.refusal.key, illegal.refusal.values)
                    who = "*" if move.seat == CHANCE else move.seat
                    raise BadRecord(f"step {position.step}: {who}: {move.action} is not allowed ({illegal.refusal.rule}): {said}") from None
                yield position, move, events

    def replay(self) -> Position:
        """The position at the end of the record."""
        position = self.game.opening(self.seats, self.options)
        for after, _, _ in self.positions():
            position = after
        return position

    def text(self) -> str:
        """The record as text. Fingerprints are written only when the game is over."""
        position = self.game.opening(self.seats, self.options)
        marks: list[str] = []
        played = self.positions()
        for line in self.lines():
            for _ in line:
                position, _, _ = next(played)
            marks.append(f" #{fingerprint(position)}")
        outcome = position.outcome()
        headers = {"Game": self.game.name, "Rules": str(self.rules or self.game.rules), "Seats": str(self.seats)}
        if self.options:
            headers["Options"] = json.dumps(dict(self.options), sort_keys=True)
        headers.update(self.headers)
        headers["Result"] = "*" if outcome is None else " ".join(f"{s}({r})" for s, r in zip(outcome.scores, outcome.ranks, strict=True))
        out = [f'[{name} "{_quote(value)}"]' for name, value in headers.items()]
        out.append("")
        for line, mark in zip(self.lines(), marks, strict=True):
            out.append(f"{_head(line[0].seat)} {'; '.join(str(m.action) for m in line)}{mark if outcome is not None else ''}")
        return "\n".join(out) + "\n"

    @classmethod
    def parse(cls, text: str) -> Record:
        """Reads a record and plays it through. Raises `BadRecord` with the line and the reason."""
        headers: dict[str, str] = {}
        lines = text.splitlines()
        start = 0
        for start, line in enumerate(lines):  # noqa: B007 (where the headers end is what we are after)
            header = _HEADER.fullmatch(line.strip())
            if header is not None:
                headers[header[1]] = re.sub(r"\\(.)", r"\1", header[2])
            elif line.strip():
                break
        body = _COMMENT.sub(lambda c: "\n" * c[0].count("\n"), "\n".join(lines[start:]))
        record = cls._from_headers(headers)
        position = record.game.opening(record.seats, record.options)
        for number, line in enumerate(body.splitlines(), start + 1):
            if line.strip() and not (_HEADER.fullmatch(line.strip()) and not record.moves):
                record._read_line(position, number, line.strip())
        return record

    @classmethod
    def _from_headers(cls, headers: dict[str, str]) -> Record:
        try:
            game = find(headers["Game"])
            seats, rules = int(headers["Seats"]), int(headers.get("Rules", "0"))
            options: Any = json.loads(headers.get("Options", "{}"))
            if not isinstance(options, dict):
                raise BadOption("Options is not a JSON object")
            chosen = game.opening(seats, cast("dict[str, Any]", options)).options.dump()
        except KeyError as missing:
            raise BadRecord(f'a record starts with headers like [Game "mexica"]; {missing} is missing') from None
        except (ValueError, RecursionError) as bad:  # BadOption, an unknown game, a number that is none
            raise BadRecord(f"the headers do not describe a game: {bad}") from None
        further = {name: value for name, value in headers.items() if name not in _OURS or name == "Date"}
        return cls(game, seats, chosen, headers=further, rules=rules)

    def _read_line(self, position: Position, number: int, line: str) -> None:
        match = _LINE.fullmatch(line)
        if match is None:
            raise BadRecord(f"line {number}: expected `seat: action; action`, found {line[:60]!r}")
        if match[1] != "*" and match[1] not in map(str, range(self.seats)):
            raise BadRecord(f"line {number}: there is no seat {match[1][:20]}; seats are 0 to {self.seats - 1}")
        seat = CHANCE if match[1] == "*" else int(match[1])
        for text in filter(None, (part.strip() for part in match[2].split(";"))):
            try:
                action = self.game.parse(text)
                self.play(position, seat, action)
            except (Unreadable, Illegal) as refused:
                said = self.game.say("en", refused.refusal.key, refused.refusal.values)
                raise BadRecord(f"line {number}: {text[:60]!r}: {said} ({refused.refusal.rule})") from None
        if match[3] is not None and match[3] != fingerprint(position):
            raise BadRecord(
                f"line {number} leads to position {fingerprint(position)}, the record says {match[3]}: "
                "it was played by other rules, or changed since"
            )


def _head(seat: int) -> str:
    return "*:" if seat == CHANCE else f"{seat}:"


def _quote(value: str) -> str:
    return " ".join(value.splitlines()).replace("\\", "\\\\").replace('"', '\\"')
