"""What can be undone, by the contract alone: the terminal and the tables of a server use the same functions."""

from __future__ import annotations

from random import Random

from texcoco.game import Action, Position

REDEALS = 6
"""How many redeals are tried for each viewer, to see whether an action revealed something to it."""


def reveals(before: Position, seat: int, action: Action) -> bool:
    """Whether an action reveals something that a viewer could not know before.

    It does if the same action, in a position that the viewer cannot tell from this one, gives other events.
    """
    events = before.copy().play(seat, action)
    for viewer in range(before.seats):
        expected = [event.to(viewer) for event in events]
        for number in range(REDEALS):
            redealt = before.redeal(viewer, Random(number))
            if redealt.check(seat, action) is None and [e.to(viewer) for e in redealt.play(seat, action)] != expected:
                return True
    return False


def waits_for_answer(seat: int, before: Position, after: Position) -> bool:
    """Whether it is still this seat's turn and the game only waits for another seat to answer (a vote, for example)."""
    waits = bool(after.actors()) and seat not in after.actors()
    return waits and after.view(None).get("turn") == seat == before.view(None).get("turn")
