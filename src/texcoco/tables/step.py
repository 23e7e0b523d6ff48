"""What has been done in the step that is played now: as far back as anything can be taken back, but for a question."""

from __future__ import annotations

from dataclasses import dataclass, field

from texcoco.game import Action, Position
from texcoco.tables.clock import Clocks


@dataclass(slots=True)
class Step:
    """The current step from its start, so that what was done in it can be taken back."""

    start: Position
    moves: list[tuple[int, Action]] = field(default_factory=list[tuple[int, Action]])
    asked: Question | None = None
    """What the game waits for an answer to, if that can still be withdrawn."""

    def position(self) -> Position:
        """Where its moves have led."""
        position = self.start.copy()
        for seat, action in self.moves:
            position.apply(seat, action)
        return position


@dataclass(frozen=True, slots=True)
class Question:
    """What a seat asked of another in the middle of its turn. It may be withdrawn until it is answered (M-UNDO)."""

    before: Step
    """The asker's step, without the question."""
    seat: int
    action: Action
    clocks: Clocks
    """The clocks before it was asked: who withdraws a question has spent all the time since, and gets none for it."""
