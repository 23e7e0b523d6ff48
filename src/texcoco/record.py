"""A whole game as a text that a person can read and a program replays exactly.

    [Game "mexica"]
    [Rules "1"]
    [Seats "3"]

    *: deal 3; deal 9; deal 4
    0: start H6
    1: start G7 {a comment}
    0: canal K5 K6; walk H5; end #1a2b3c4d

One line a step; `*` is chance; sealed choices stand in seat order. Comments are kept. Lines of a finished game end with
`#` and the fingerprint of the position after them, so that a change of the rules that alters an old game is seen.

Records may come from anybody, so the time to read one must be proportional to its length, whatever it holds. The
patterns below never try a character again (`++` and `*+` do not go back), and lines are taken apart without patterns.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date
from itertools import groupby
from random import Random
from typing import Any, cast

from texcoco.game import CHANCE, Action, BadOption, Event, Game, Illegal, Json, Position, Unreadable, fingerprint
from texcoco.games import find
from texcoco.printable import printable

_HEADER = re.compile(r'\[(\w++) "((?:[^"\\]++|\\.)*+)"\]')
_COMMENT = re.compile(r"\{[^{}]*+\}")
_FINGERPRINT = re.compile(r"#([0-9a-f]{8})")
_OWN_HEADERS = ("Game", "Rules", "Seats", "Options", "Position", "Date", "Result")
MAX_ACTION = 500
"""Characters that an action may have."""
MAX_POSITION = 50_000
"""Characters that the JSON of a position may have: about ten times as many as the largest of our games."""
HIDDEN_POSITION = "?"
"""In the place of the position that a running game has started from, where that holds secrets."""


class BadRecord(ValueError):
    """A text that is no record, or whose game cannot be replayed; the message says where and why, and can be shown
    anywhere."""

    def __init__(self, message: str):
        super().__init__(printable(message))  # it quotes the text


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
    start: Json | None = None
    """The position that the game starts from, as `Position.dump` gives it; None: the game's opening."""
    comments: dict[int, list[str]] = field(default_factory=dict[int, list[str]])
    """By how many moves there are before them. They are written after the line to which the last of these belongs."""

    @classmethod
    def begin(
        cls, game: Game, seats: int, options: Mapping[str, Any] | None = None, **headers: str
    ) -> tuple[Record, Position]:
        """A record of a new game, and the position it starts from."""
        position = game.opening(seats, options)
        dated = {"Date": date.today().isoformat(), **headers}
        return cls(game, seats, position.options.dump(), headers=dated, rules=game.rules), position

    @classmethod
    def begin_at(cls, position: Position, **headers: str) -> tuple[Record, Position]:
        """A record of a game that starts from a position, and a copy of that to play on."""
        start = position.game.load(position.dump())  # its steps count from 0, as they do when the record is read
        record, _ = cls.begin(start.game, start.seats, start.options.dump(), **headers)
        record.start = start.dump()
        return record, start

    def opening(self) -> Position:
        """The position that the game starts from."""
        return self.game.opening(self.seats, self.options) if self.start is None else self.game.load(self.start)

    def play(self, position: Position, seat: int, action: Action) -> list[Event]:
        """Play an action and write it down."""
        step, sealed = position.step, len(position.actors()) > 1
        events = position.play(seat, action)
        self.moves.append(Move(step, seat, action, sealed))
        return events

    def apply(self, position: Position, seat: int, action: Action) -> None:
        """As `play`, without events. Raises `Illegal` too."""
        step, sealed = position.step, len(position.actors()) > 1
        _apply(position, seat, action)
        self.moves.append(Move(step, seat, action, sealed))

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
            if any(m.sealed for m in moves):  # sealed choices stand in seat order, however they were made
                moves.sort(key=lambda m: m.seat)
            lines += [list(line) for _, line in groupby(moves, key=lambda m: m.seat)]
        return lines

    def positions(self) -> Iterator[tuple[Position, Move, list[Event]]]:
        """Plays the game again: after each move the position (the same object, moving on), the move and its events."""
        position = self.opening()
        for line in self.lines():
            for move in line:
                try:
                    events = position.play(move.seat, move.action)
                except Illegal as illegal:
                    raise self._not_allowed(position, move, illegal) from None
                yield position, move, events

    def _reached(self) -> Iterator[Position]:
        """Plays the game again: the position (the same object, moving on) after each line."""
        position = self.opening()
        for line in self.lines():
            for move in line:
                try:
                    _apply(position, move.seat, move.action)
                except Illegal as illegal:
                    raise self._not_allowed(position, move, illegal) from None
            yield position

    def _not_allowed(self, position: Position, move: Move, illegal: Illegal) -> BadRecord:
        refusal = illegal.refusal
        reason = self.game.say("en", refusal.key, refusal.values)
        who = "*" if move.seat == CHANCE else move.seat
        return BadRecord(f"step {position.step}: {who}: {move.action} is not allowed ({refusal.rule}): {reason}")

    def replay(self) -> Position:
        """The position at the end of the record."""
        position = self.opening()
        for reached in self._reached():
            position = reached
        return position

    def text(self) -> str:
        """The record as text. Fingerprints are written only when the game is over."""
        position = self.opening()
        marks: list[str] = []
        for reached in self._reached():
            position = reached
            marks.append(f" #{fingerprint(position)}")
        outcome = position.outcome()
        headers = {"Game": self.game.name, "Rules": str(self.rules or self.game.rules), "Seats": str(self.seats)}
        if self.options:
            headers["Options"] = json.dumps(dict(self.options), sort_keys=True)
        if self.start is not None:
            headers["Position"] = json.dumps(self.start, separators=(",", ":"))
        headers.update(self.headers)
        headers["Result"] = (
            "*"
            if outcome is None
            else " ".join(f"{s}({r})" for s, r in zip(outcome.scores, outcome.ranks, strict=True))
        )
        out = [f'[{name} "{_quote(value)}"]' for name, value in headers.items()]
        out.append("")
        out += _written(self.comments.get(0, ()))
        before = 0
        for line, mark in zip(self.lines(), marks, strict=True):
            written = f"{_head(line[0].seat)} {'; '.join(str(m.action) for m in line)}"
            comments = [c for n in range(before + 1, before + len(line) + 1) for c in self.comments.get(n, ())]
            out.append(" ".join([written + (mark if outcome is not None else ""), *_written(comments)]))
            before += len(line)
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
        else:
            start = len(lines)
        body, comments = _take_out_comments("\n".join(lines[start:]))
        record = cls._from_headers(headers)
        position = record.opening()
        # The last fingerprint is kept: lines without actions may ask for it any number of times.
        marked, reached = -1, ""
        for number, line in enumerate(map(str.strip, body.split("\n")), start + 1):
            mark = None
            if line and (record.moves or not _HEADER.fullmatch(line)):
                mark = record._read_line(position, number, line)
            if number - start - 1 in comments:
                record.comments.setdefault(len(record.moves), []).extend(comments[number - start - 1])
            if mark is None:
                continue
            if marked != len(record.moves):
                marked, reached = len(record.moves), fingerprint(position)
            if mark != reached:
                raise BadRecord(
                    f"line {number} leads to position {reached}, the record says {mark}: "
                    "it was played by other rules, or changed since"
                )
        return record

    @classmethod
    def _from_headers(cls, headers: dict[str, str]) -> Record:
        try:
            game = find(headers["Game"])
            seats, rules = _number(headers, "Seats"), _number(headers, "Rules", "0")
            options: Any = json.loads(headers.get("Options", "{}"))
            if not isinstance(options, dict):
                raise BadOption("Options is not a JSON object")
            opening = game.opening(seats, cast("dict[str, Any]", options))
            start = _start(headers, opening)
        except KeyError as missing:
            raise BadRecord(f'a record starts with headers like [Game "mexica"]; {missing} is missing') from None
        except (
            ValueError,
            RecursionError,
        ) as bad:  # BadOption, an unknown game, or something else in the place of a number
            raise BadRecord(f"the headers do not describe a game: {_shorten(str(bad), 250)}") from None
        further = {name: value for name, value in headers.items() if name not in _OWN_HEADERS or name == "Date"}
        if start is None:
            return cls(game, seats, opening.options.dump(), headers=further, rules=rules)
        return cls(game, seats, start.options.dump(), headers=further, rules=rules, start=start.dump())

    def _read_line(self, position: Position, number: int, line: str) -> str | None:
        """Plays what a line says; gives the fingerprint at its end, if there is one."""
        who, colon, rest = line.partition(":")
        if not colon or not (who == "*" or who.isdecimal()):
            raise BadRecord(f"line {number}: expected `seat: action; action`, found {line[:60]!r}")
        if who != "*" and who not in map(str, range(self.seats)):
            raise BadRecord(f"line {number}: there is no seat {who[:20]}; seats are 0 to {self.seats - 1}")
        seat = CHANCE if who == "*" else int(who)
        rest = rest.strip()
        mark = _FINGERPRINT.fullmatch(rest, max(0, len(rest) - 9))
        if mark is not None:
            rest = rest[: mark.start()]
        for text in filter(None, (part.strip() for part in rest.split(";"))):
            self._read_action(position, number, seat, text)
        return None if mark is None else mark[1]

    def _read_action(self, position: Position, number: int, seat: int, text: str) -> None:
        if len(text) > MAX_ACTION:
            raise BadRecord(f"line {number}: {text[:60]!r}… is longer than an action can be")
        try:
            self.apply(position, seat, self.game.parse(text))
        except (Unreadable, Illegal) as refused:
            reason = self.game.say("en", refused.refusal.key, refused.refusal.values)
            raise BadRecord(f"line {number}: {text[:60]!r}: {reason} ({refused.refusal.rule})") from None


def _apply(position: Position, seat: int, action: Action) -> None:
    refusal = position.check(seat, action)
    if refusal is not None:
        raise Illegal(refusal)
    position.apply(seat, action)


def _start(headers: Mapping[str, str], opening: Position) -> Position | None:
    """The position that a record starts from, if it has one. Raises ValueError; `opening` is what the other headers
    say."""
    text = headers.get("Position")
    if text is None:
        return None
    if text == HIDDEN_POSITION:
        raise ValueError("Position is not told: the record was made while the game was running")
    try:
        position = read_position(opening.game, text)
    except ValueError as bad:
        raise ValueError(f"Position: {bad}") from None
    if position.seats != opening.seats:
        raise ValueError(f"Seats is {opening.seats}, but Position has {position.seats}")
    if "Options" in headers and position.options != opening.options:
        raise ValueError("Options and Position disagree about the options")
    return position


def read_position(game: Game, text: str) -> Position:
    """The position that a JSON text describes. Raises ValueError with the reason, which quotes the text."""
    if len(text) > MAX_POSITION:
        raise ValueError(f"a position has at most {MAX_POSITION} characters, this has {len(text)}")
    try:
        data: Any = json.loads(text)
    except RecursionError:
        raise ValueError("this is nested too deeply") from None
    except ValueError as bad:
        raise ValueError(f"this is no JSON: {bad}") from None
    if not isinstance(data, dict):
        raise ValueError("a position is a JSON object")
    return game.load(cast("dict[str, Any]", data))


def _number(headers: Mapping[str, str], name: str, default: str | None = None) -> int:
    """A header that is a whole number. Raises KeyError or ValueError."""
    text = headers[name] if default is None else headers.get(name, default)
    try:
        if len(text) > 9:
            raise ValueError
        return int(text)
    except ValueError:
        raise ValueError(f"{name} is no whole number: {_shorten(text, 20)!r}") from None


def _shorten(text: str, longest: int) -> str:
    return text if len(text) <= longest else f"{text[:longest]}…"


def _take_out_comments(text: str) -> tuple[str, dict[int, list[str]]]:
    """A text without its comments, as many lines long as before, and the comments by the line on which each begins."""
    comments: dict[int, list[str]] = {}
    kept: list[str] = []
    line = end = 0
    for comment in _COMMENT.finditer(text):
        before = text[end : comment.start()]
        line += before.count("\n")
        content = " ".join(comment[0][1:-1].split())
        if content:
            comments.setdefault(line, []).append(content)
        breaks = comment[0].count("\n")
        kept += before, "\n" * breaks
        line += breaks
        end = comment.end()
    kept.append(text[end:])
    return "".join(kept), comments


def _written(comments: Iterable[str]) -> list[str]:
    """Comments in their braces. Braces within would end them, so they become parentheses."""
    return [f"{{{' '.join(c.split()).replace('{', '(').replace('}', ')')}}}" for c in comments]


def _head(seat: int) -> str:
    return "*:" if seat == CHANCE else f"{seat}:"


def _quote(value: str) -> str:
    return " ".join(value.splitlines()).replace("\\", "\\\\").replace('"', '\\"')
