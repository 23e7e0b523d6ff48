"""Choosing artefacts, and playing those that work at once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from texcoco.bots.azteco.values import Values
from texcoco.game import Action
from texcoco.games.azteco.actions import Place, Seat, Shift, Stones, Swap, Taken, Theft
from texcoco.games.azteco.cards import KIND_AT, Jewels

LEADER = 0.3
"""So many points it is worth to harm whoever wins for certain, for levels to which all rivals are alike, too."""


def value(values: Values, action: Action) -> float:
    """How many points an action of an artefact is worth to the seat, those that it costs its rivals counted in part."""
    return _VALUES[action.kind](values, action.data)


def _keep(values: Values, data: Place) -> float:
    seat = values.seat
    kind = KIND_AT[values.view["hand"][data.place]]
    return values.kind_value(seat, kind)


def _discard(values: Values, data: Stones) -> float:
    return values.fewer_stones(values.seat, data.stones)


def _give(values: Values, data: Seat) -> float:
    cost = values.up[data.seat]
    return values.down[values.seat] - values.cares(values.seat)[data.seat] * cost + LEADER * values.chances[data.seat]


def _take(values: Values, data: Taken) -> float:
    return values.gain(values.seat, data)


def _steal(values: Values, data: Theft) -> float:
    victim, colour = data
    one: Jewels = (int(colour == 0), int(colour == 1), int(colour == 2))
    lost = values.gain(victim, (-one[0], -one[1], -one[2]))
    gain = values.gain(values.seat, one) + values.cares(values.seat)[victim] * lost
    return gain + LEADER * values.chances[victim]


def _swap(values: Values, data: Swap) -> float:
    back, come = data
    return values.gain(values.seat, (come[0] - back[0], come[1] - back[1], come[2] - back[2]))


def _shift(values: Values, data: Shift) -> float:
    source, target, stones = data
    return stones * (values.curse(values.seat, target) - values.curse(values.seat, source)) if stones else 0.0


_VALUES: dict[str, Callable[[Values, Any], float]] = {
    "keep": _keep,
    "discard": _discard,
    "give": _give,
    "take": _take,
    "steal": _steal,
    "swap": _swap,
    "shift": _shift,
}
