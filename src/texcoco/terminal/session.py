"""A game at one keyboard: who sits where, what has happened, taking back, saving and going on."""

from __future__ import annotations

import errno
import os
from collections.abc import Mapping, Sequence
from datetime import datetime
from pathlib import Path
from random import Random
from typing import Any

from texcoco.bots import Bot, Clock, make
from texcoco.game import Action, Event, Game, Position
from texcoco.record import BadRecord, Record
from texcoco.undo import asks, reveals

HUMAN = "human"


class Kept(Exception):
    """An action cannot be taken back; `args[0]` is the key of the sentence that says why."""


class Session:
    """A running game with its players, kept as a record."""

    def __init__(self, record: Record, position: Position, plan: Sequence[str], seed: int, log: list[Event] | None = None):
        game = record.game
        self.record = record
        self.position = position
        self.plan = tuple(plan)
        self.seed = seed
        self.log: list[Event] = log or []
        self.path = Path(f"{game.name}-{datetime.now():%Y%m%d-%H%M%S}.txt")
        self.saved = 0
        """How many moves the file has."""
        self._own: Path | None = None
        self._rng = Random(f"{seed}/{len(record.moves)}" if record.moves else seed)
        self._before: list[tuple[Position, int]] = []
        self._bots: dict[int, Bot] = {seat: make(name, game) for seat, name in enumerate(self.plan) if name != HUMAN}

    @classmethod
    def begin(cls, game: Game, plan: Sequence[str], options: Mapping[str, Any], seed: int) -> Session:
        record, position = Record.begin(game, len(plan), options, Players=",".join(plan), Seed=str(seed))
        return cls(record, position, plan, seed)

    @classmethod
    def resume(cls, path: Path, plan: Sequence[str] | None = None, seed: int | None = None) -> Session:
        """Goes on with a saved game, with the players it had unless others are given. Raises `BadRecord` or OSError."""
        record = read_record(path)
        plan = plan or [name.strip() for name in record.headers.get("Players", ",".join([HUMAN] * record.seats)).split(",")]
        if len(plan) != record.seats:
            raise BadRecord(f"{path}: this game has {record.seats} seats, not {len(plan)}")
        if seed is None:
            seed = int(record.headers["Seed"]) if record.headers.get("Seed", "").lstrip("-").isdecimal() else 0
        record.headers.update(Players=",".join(plan), Seed=str(seed))
        log = [event for _, _, events in record.positions() for event in events]
        session = cls(record, record.replay(), plan, seed, log)
        session.path = session._own = path
        session.saved = len(record.moves)
        return session

    @property
    def game(self) -> Game:
        return self.record.game

    @property
    def humans(self) -> tuple[int, ...]:
        return tuple(seat for seat, name in enumerate(self.plan) if name == HUMAN)

    def heard(self, seat: int | None, since: int = 0) -> list[Event]:
        """What a seat (None: a spectator) has heard, of the events from number `since` on."""
        return [told for event in self.log[since:] if (told := event.to(seat)) is not None]

    def chance(self) -> None:
        """Lets chance act while it is due."""
        events = self.record.chance(self.position, self._rng)
        if events:
            self.log += events
            self._before.clear()

    def decide(self, seat: int) -> Action:
        """What the bot on this seat wants to do, going by what the seat may know."""
        return self.decide_as(self._bots[seat], seat)

    def decide_as(self, bot: Bot, seat: int) -> Action:
        return bot.decide(seat, self.position.view(seat), self.heard(seat), self.position.actions(seat), Clock(), self._rng_of(seat))

    def explain_as(self, bot: Bot, seat: int, lang: str) -> str:
        known = self.position.view(seat), self.heard(seat), self.position.actions(seat)
        return str(bot.explain(seat, *known, Clock(), self._rng_of(seat), lang))

    def _rng_of(self, seat: int) -> Random:
        return Random(f"{self.seed}/{seat}/{len(self.record.moves)}")

    def play(self, seat: int, action: Action) -> None:
        """Plays for a seat. Raises `Illegal` and changes nothing when it is not allowed."""
        before, heard = self.position.copy(), len(self.log)
        self.log += self.record.play(self.position, seat, action)
        if self.plan[seat] == HUMAN:
            self._before.append((before, heard))
        else:
            self._before.clear()

    def undo(self, seat: int) -> int:
        """Takes the last action back for the person at the keyboard, and says whose it was. Raises `Kept`.

        It never crosses chance, another player's action or the end of a turn, and never something revealed. A question put
        to another person, and a sealed choice, can be taken back until somebody acts.
        """
        if not self._before:
            raise Kept("undo.nothing")
        (before, heard), move = self._before[-1], self.record.moves[-1]
        if move.step != self.position.step and not asks(move.seat, before, self.position):
            raise Kept("undo.turn")
        if move.step == self.position.step and move.seat != seat and not move.sealed:
            raise Kept("undo.turn")
        if reveals(before, move.seat, move.action):
            raise Kept("undo.revealed")
        self._before.pop()
        self.position = before
        del self.log[heard:]
        del self.record.moves[-1]
        return move.seat

    def save(self, path: Path | None = None) -> Path:
        """Writes the record, whole or not at all. Raises OSError; a file that is not this game's is not written over."""
        path = path or self._free()
        if path != self._own and path.exists():
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(path))
        beside = path.with_name(f".{path.name}.new")
        beside.write_text(self.record.text(), encoding="utf-8")
        os.replace(beside, path)
        self.path = self._own = path
        self.saved = len(self.record.moves)
        return path

    def _free(self) -> Path:
        """Where to save when nobody says where: this game's file, or one that is not there yet."""
        path, number = self.path, 1
        while path != self._own and path.exists():
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


def read_record(path: Path) -> Record:
    """The record in a file, played through. Raises `BadRecord` with the file, the line and the reason."""
    try:
        return Record.parse(path.read_text(encoding="utf-8-sig"))
    except UnicodeDecodeError:
        raise BadRecord(f"{path}: this is no text") from None
    except BadRecord as bad:
        raise BadRecord(f"{path}: {bad}") from None


def hides(position: Position, one: int, other: int) -> bool:
    """Whether one of these seats sees something that the other does not."""
    return _without_seat(position, one) != _without_seat(position, other)


def _without_seat(position: Position, seat: int) -> dict[str, Any]:
    return {name: value for name, value in position.view(seat).items() if name != "seat"}
