"""Moves that are carried out: by a command that is decided, or by an entry that is read back from the log."""

from __future__ import annotations

from dataclasses import dataclass

from texcoco.game import CHANCE, Action, Event, Illegal, Position
from texcoco.tables.clock import Clocks
from texcoco.tables.step import Moves, Question, Step


@dataclass(slots=True)
class Played:
    """A position to which moves are applied, and the step that it is in.

    The decision of a command carries it to the table, so that nothing is parsed or played a second time there.
    """

    position: Position
    """Replaced by every move, and never changed: it may be the table's own."""
    step: Step
    clocks: Clocks
    """As they are before these moves. They are not changed."""
    _command: Moves = ()
    """What was played in the step so far."""

    def play(self, seat: int, action: Action) -> list[Event]:
        """Plays an action if the rules allow it. Raises `Illegal`."""
        before = self.position
        refusal = before.check(seat, action)
        if refusal is not None:
            raise Illegal(refusal)
        self.apply(seat, action)
        return self.position.events_since(before, seat, action)

    def apply(self, seat: int, action: Action) -> None:
        """Plays an action that is known to be legal."""
        before, after = self.position, self.position.copy()
        after.apply(seat, action)
        self.position, self._command = after, (*self._command, (seat, action))
        if after.step != before.step:
            new = Step(after)
            if self._waits_for_answer(seat):
                question = Question(self.step, seat, tuple(action for _, action in self._command), self.clocks.copy())
                new = Step(after, asked=question)
            self.step, self._command = new, ()

    def _waits_for_answer(self, seat: int) -> bool:
        """Whether it was this seat's turn and still is, so that the game waits for another's answer in mid-turn."""
        actors = self.position.actors()
        if seat == CHANCE or not actors or seat in actors or actors == (CHANCE,):
            return False
        return self.position.seat_on_turn() == seat == self.step.start.seat_on_turn()

    def end(self) -> Step:
        """The step after all moves."""
        if self._command:
            self.step, self._command = self.step.with_command(self._command), ()
        return self.step
