"""What has been played in the current step. Only this can be undone, and a question to another seat before it."""

from __future__ import annotations

from dataclasses import dataclass, replace

from texcoco.game import Action, Position
from texcoco.tables.clock import Clocks

Moves = tuple[tuple[int, Action], ...]
"""Seats and what they played."""


@dataclass(frozen=True, slots=True)
class Step:
    """The current step from its start, so that what was played in it can be taken back, one command at a time.

    Neither a step nor its positions are changed: tables that were forked share them.
    """

    start: Position
    commands: tuple[Moves, ...] = ()
    """What each command has played in this step; none of them is empty."""
    asked: Question | None = None
    """What the game waits for an answer to, if that can still be withdrawn."""

    @property
    def moves(self) -> Moves:
        return tuple(move for moves in self.commands for move in moves)

    def with_command(self, moves: Moves) -> Step:
        return replace(self, commands=(*self.commands, moves))

    def without_last_command(self) -> Step:
        return replace(self, commands=self.commands[:-1])

    def with_choice(self, seat: int, action: Action) -> Step:
        """The same step with another action in the place of what this seat has played."""
        changed = (tuple((who, action if who == seat else what) for who, what in moves) for moves in self.commands)
        return replace(self, commands=tuple(changed))

    def without(self, seat: int) -> Step:
        """The same step as if this seat had not played in it."""
        kept = (tuple(move for move in moves if move[0] != seat) for moves in self.commands)
        return replace(self, commands=tuple(moves for moves in kept if moves))

    def position(self) -> Position:
        """Where its moves have led."""
        position = self.start.copy()
        for moves in self.commands:
            for seat, action in moves:
                position.apply(seat, action)
        return position


@dataclass(frozen=True, slots=True)
class Question:
    """What a seat asked of another in the middle of its turn. It may be withdrawn until it is answered (M-UNDO)."""

    before: Step
    """The asker's step, without the command that asked."""
    seat: int
    actions: tuple[Action, ...]
    """What that command played; the last of them is the question."""
    clocks: Clocks
    """The clocks before it was asked: who withdraws a question has spent all the time since, and gets none for it."""

    def position(self) -> Position:
        """The position in which the question was asked."""
        position = self.before.position()
        for action in self.actions[:-1]:
            position.apply(self.seat, action)
        return position

    def withdrawn(self, number: int) -> Step:
        """The step before it, with a new number, so that an answer which is on its way is stale."""
        start = self.before.start.copy()
        start.step = number
        return replace(self.before, start=start)
