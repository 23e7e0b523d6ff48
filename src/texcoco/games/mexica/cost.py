"""What actions of Mexica cost: points of the turn, and action tokens (M-AP)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from texcoco.game import Action, Offers
from texcoco.games.bits import choose, lowest
from texcoco.games.mexica.actions import Levels
from texcoco.games.mexica.moves import PRICES, legal

if TYPE_CHECKING:
    from texcoco.games.mexica.position import MexicaPosition

RESOURCES = ("points", "tokens")
_OF_KIND: dict[str, Mapping[str, int]] = {kind: {"points": price} for kind, price in PRICES.items()}
_OF_KIND["spend"] = {"tokens": 1}
_OF_LEVEL: tuple[Mapping[str, int], ...] = tuple({"points": level} for level in range(5))
_NOTHING: Mapping[str, int] = {}


def cost(p: MexicaPosition, seat: int, action: Action) -> Mapping[str, int]:
    """What a legal action costs."""
    if action.kind == "temple":
        temple: Levels = action.data
        return _OF_LEVEL[temple.level]
    if action.kind == "boat":
        return {"points": PRICES["boat"] * bridges_reached(p, seat, action.data.space)}
    return _OF_KIND.get(action.kind, _NOTHING)


def offers(p: MexicaPosition, seat: int) -> list[Offers]:
    """The legal actions of a seat in groups. A family has one cost: boats too, whose families go by distance."""
    groups: list[Offers] = []
    for table, targets in legal(p, seat):
        if targets:
            first = table[lowest(targets)]
            groups.append(Offers(first.kind, cost(p, seat, first), choose(table.rests, targets)))
    return groups


def bridges_reached(p: MexicaPosition, seat: int, to: int) -> int:
    """How many bridges a boat of this seat reaches on its way to the bridge at `to`, that one included (M-BOAT)."""
    return next(count for count, reached in enumerate(p.boats(p.pawns[seat], p.ap), 1) if reached >> to & 1)
