"""What may be taken back, asked of the contract alone: the same at a keyboard and at a table."""

from __future__ import annotations

from random import Random

from texcoco.game import Action, Position

TWINS = 6
"""How many positions that a seat cannot tell from the true one are tried to see whether an action revealed something."""


def reveals(before: Position, seat: int, action: Action) -> bool:
    """Whether anybody learnt something from this action that it could not know before.

    Somebody did if, in a position that it could not tell from this one, it would have heard something else.
    """
    events = before.copy().play(seat, action)
    for watcher in range(before.seats):
        view, heard = before.view(watcher), [event.to(watcher) for event in events]
        for number in range(TWINS):
            twin = before.game.guess(view, Random(number))
            if twin.check(seat, action) is None and [event.to(watcher) for event in twin.play(seat, action)] != heard:
                return True
    return False


def asks(seat: int, before: Position, after: Position) -> bool:
    """Whether it was this seat's turn and still is, so that the game only waits for another's answer in mid-turn."""
    waits = bool(after.actors()) and seat not in after.actors()
    return waits and after.view(None).get("turn") == seat == before.view(None).get("turn")
