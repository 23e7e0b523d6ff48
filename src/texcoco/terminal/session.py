"""A game in the terminal: players, log, undo, saving and resuming."""

from __future__ import annotations

import errno
import os
from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from random import Random
from typing import Any

from texcoco.bots import Bot, Clock, make
from texcoco.game import Action, BadOption, Event, Game, Impossible, Position, events_for
from texcoco.record import BadRecord, Record, read_position
from texcoco.undo import reveals, waits_for_answer
from texcoco.words import LANGUAGES

HUMAN = "human"
PROGRAM = "program:"
"""The prefix of players that are programs: the rest is the command that starts them."""


class CannotUndo(Exception):
    """An action cannot be taken back; `args[0]` is the key of the sentence that says why."""


class UntrustedProgram(ValueError):
    """A record names a program as a player, which the person did not name. Records must not start programs."""

    def __init__(self, path: Path, seat: int, name: str, seats: Sequence[str]):
        super().__init__(f"{path} wants to start {name!r:.100} on seat {seat}")
        self.path = path
        self.wanted = f"{name.removeprefix(PROGRAM)!r:.80}"
        """The command, so that it can be shown: escaped and cut."""
        self.example = ",".join(f"{PROGRAM}…" if other.startswith(PROGRAM) else HUMAN for other in seats)


class Session:
    """A running game with its players, kept as a record."""

    def __init__(
        self, record: Record, position: Position, plan: Sequence[str], seed: int, log: list[Event] | None = None
    ):
        game = record.game
        self.record = record
        self.position = position
        self.plan = tuple(plan)
        self.seed = seed
        self.log: list[Event] = log or []
        self.path = Path(f"{game.name}-{datetime.now():%Y%m%d-%H%M%S}.txt")
        self.saved = 0
        """How many moves the file has."""
        self._saved_to: Path | None = None
        """The file that holds this game."""
        self._rng = Random(f"{seed}/{len(record.moves)}" if record.moves else seed)
        self._history: list[tuple[Position, int]] = []
        """For each action that may be taken back: the position before it, and how long the log was then."""
        self._bots: dict[int, Bot] = {seat: make(name, game) for seat, name in enumerate(self.plan) if name != HUMAN}

    @classmethod
    def begin(cls, game: Game, plan: Sequence[str], options: Mapping[str, Any], seed: int) -> Session:
        record, position = Record.begin(game, len(plan), options, Players=",".join(plan), Seed=str(seed))
        return cls(record, position, plan, seed)

    @classmethod
    def begin_at(cls, position: Position, plan: Sequence[str], seed: int) -> Session:
        """A game that starts from a position. Raises `BadOption`."""
        if len(plan) != position.seats:
            raise BadOption(f"this position has {position.seats} seats, not {len(plan)}")
        record, start = Record.begin_at(position, Players=",".join(plan), Seed=str(seed))
        return cls(record, start, plan, seed)

    @classmethod
    def resume(
        cls, path: Path, plan: Sequence[str] | None = None, seed: int | None = None, trusted: Collection[str] = ()
    ) -> Session:
        """Goes on with a saved game, with the players it had unless others are given. Raises `BadRecord` or OSError.

        `plan` and `trusted` are what the person said. Programs that only the record names are not started: that raises
        `UntrustedProgram`.
        """
        record = read_record(path)
        named = players(record.headers.get("Players", ",".join([HUMAN] * record.seats)))
        plan, trusted = (named, trusted) if plan is None else (plan, plan)
        if len(plan) != record.seats:
            raise BadRecord(f"{path}: this game has {record.seats} seats, not {len(plan)}")
        for seat, name in enumerate(plan):
            if name.startswith(PROGRAM) and name not in trusted:
                raise UntrustedProgram(path, seat, name, plan)
        if seed is None:
            seed = _seed(record.headers.get("Seed", ""))
        record.headers.update(Players=",".join(plan), Seed=str(seed))
        log = [event for _, _, events in record.positions() for event in events]
        session = cls(record, record.replay(), plan, seed, log)
        session.path = session._saved_to = path
        session.saved = len(record.moves)
        return session

    @property
    def game(self) -> Game:
        return self.record.game

    @property
    def humans(self) -> tuple[int, ...]:
        return tuple(seat for seat, name in enumerate(self.plan) if name == HUMAN)

    def events_for(self, viewer: int | None, since: int = 0) -> list[Event]:
        """The events from number `since` on, as a seat (None: a spectator) may know them."""
        return events_for(viewer, self.log[since:])

    def chance(self) -> None:
        """Lets chance act while it is due."""
        events = self.record.chance(self.position, self._rng)
        if events:
            self.log += events
            self._history.clear()

    def decide(self, seat: int) -> Action:
        """What the bot on this seat wants to do, going by what the seat may know."""
        return self.decide_as(self._bots[seat], seat)

    def decide_as(self, bot: Bot, seat: int) -> Action:
        return bot.decide(
            seat,
            self.position.view(seat),
            self.events_for(seat),
            self.position.actions(seat),
            Clock(),
            self._rng_of(seat),
        )

    def explain_as(self, bot: Bot, seat: int, lang: str) -> str:
        known = self.position.view(seat), self.events_for(seat), self.position.actions(seat)
        return str(bot.explain(seat, *known, Clock(), self._rng_of(seat), lang))

    def _rng_of(self, seat: int) -> Random:
        return Random(f"{self.seed}/{seat}/{len(self.record.moves)}")

    def play(self, seat: int, action: Action) -> None:
        """Plays for a seat. Raises `Illegal` and changes nothing when it is not allowed."""
        before, logged = self.position.copy(), len(self.log)
        self.log += self.record.play(self.position, seat, action)
        if self.plan[seat] == HUMAN:
            self._history.append((before, logged))
        else:
            self._history.clear()

    def undo(self, seat: int) -> int:
        """Takes the last action back for the person at the keyboard, and says whose it was. Raises `CannotUndo`.

        It never crosses chance, another player's action or the end of a turn, and never something revealed. A question
        put to another person, and a sealed choice, can be taken back until somebody acts.
        """
        if not self._history:
            raise CannotUndo("undo.nothing")
        (before, logged), move = self._history[-1], self.record.moves[-1]
        if move.step != self.position.step and not waits_for_answer(move.seat, before, self.position):
            raise CannotUndo("undo.turn")
        if move.step == self.position.step and move.seat != seat and not move.sealed:
            raise CannotUndo("undo.turn")
        if reveals(before, move.seat, move.action):
            raise CannotUndo("undo.revealed")
        self._history.pop()
        self.position = before
        del self.log[logged:]
        del self.record.moves[-1]
        return move.seat

    def save(self, path: Path | None = None) -> Path:
        """Writes the record, whole or not at all. Raises OSError; a file that is not this game's is not written
        over."""
        path = path or self._unused_path()
        if path != self._saved_to and path.exists():
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(path))
        write_whole(path, self.record.text())
        self.path = self._saved_to = path
        self.saved = len(self.record.moves)
        return path

    def _unused_path(self) -> Path:
        """Where to save when nobody says where: this game's file, or one that is not there yet."""
        path, number = self.path, 1
        while path != self._saved_to and path.exists():
            number += 1
            path = self.path.with_stem(f"{self.path.stem}-{number}")
        return path

    def unsaved(self) -> bool:
        """Whether a person has done something that the file does not have."""
        moves = self.record.moves
        return self.saved != len(moves) and any(move.seat in self.humans for move in moves)

    def close(self) -> None:
        for bot in self._bots.values():
            bot.close()


def players(text: str) -> list[str]:
    """Who sits where, as it is typed and written in records: names with commas between."""
    return [name.strip() for name in text.split(",")]


def _seed(text: str) -> int:
    """The seed that a record names; 0 if it is not a number."""
    return int(text) if len(text) <= 1000 and text.removeprefix("-").isdecimal() else 0


def write_whole(path: Path, text: str) -> None:
    """Writes a file, whole or not at all."""
    temporary = path.with_name(f".{path.name}.new")
    temporary.write_text(text, encoding="utf-8")
    os.replace(temporary, path)


def read_record(path: Path) -> Record:
    """The record in a file, played through. Raises `BadRecord` with the file, the line and the reason."""
    try:
        return Record.parse(path.read_text(encoding="utf-8-sig"))
    except UnicodeDecodeError:
        raise BadRecord(f"{path}: this is no text") from None
    except BadRecord as bad:
        raise BadRecord(f"{path}: {bad}") from None


def read_position_file(path: Path, game: Game) -> Position:
    """The position that a file describes in JSON. Raises ValueError with the file and the reason."""
    try:
        return read_position(game, path.read_text(encoding="utf-8-sig"))
    except UnicodeDecodeError:
        raise ValueError(f"{path}: this is no text") from None
    except Impossible as bad:
        raise Impossible({lang: f"{path}: {bad.message(lang)}" for lang in LANGUAGES}) from None
    except ValueError as bad:
        raise ValueError(f"{path}: {bad}") from None


def views_differ(position: Position, one: int, other: int) -> bool:
    """Whether one of these seats sees something that the other does not."""
    return _without_seat(position, one) != _without_seat(position, other)


def _without_seat(position: Position, seat: int) -> dict[str, Any]:
    return {name: value for name, value in position.view(seat).items() if name != "seat"}
