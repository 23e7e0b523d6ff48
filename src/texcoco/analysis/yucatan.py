"""How a position of Yucatán is described to the model of chances."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from texcoco.analysis.model import Described
from texcoco.bots.yucatan.race import Judge
from texcoco.game import Position
from texcoco.games.yucatan import YucatanPosition

FEATURES = ("behind",)
"""How many actions the seat is ahead of the fastest (nothing or less), by how many the fastest still needs and some
more: a lead counts more the nearer the end is. It is the only feature, so that who gets faster never has smaller
chances."""
SETUP, FAR, HALF, NEAR, LAST = "setup", "far", "half", "near", "last"
STAGES = (SETUP, FAR, HALF, NEAR, LAST)
_ENDS = ((LAST, 8.0), (NEAR, 18.0), (HALF, 30.0))
"""Stages by how many actions the fastest seat still needs."""


_MORE = 8.0


@cache
def _judge() -> Judge:
    return Judge()


def describe(p: Position, seat: int | None) -> Described:
    """The race is judged by what everybody sees: hidden guilds have no part in it, so it does not matter who looks."""
    assert isinstance(p, YucatanPosition)
    judge = _judge()
    return describe_race(p, [judge.actions_left(p, other) for other in range(p.seats)], p.turn)


def describe_race(p: YucatanPosition, actions_left: Sequence[float], turn: int) -> Described:
    """The same, if the seats need so many actions, and it is the turn of this one."""
    n = p.seats
    left = [actions + (other - turn) % n / n for other, actions in enumerate(actions_left)]
    least = max(min(left), 0.5)
    stage = SETUP if not p.round else next((name for name, most in _ENDS if least < most), FAR)
    return Described(stage, tuple(((least - own) / (least + _MORE),) for own in left))
