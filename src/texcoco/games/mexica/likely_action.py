"""The action that a player probably meant when what was tried is not legal: its refusal explains why."""

from __future__ import annotations

from typing import TYPE_CHECKING

from texcoco.action import Action
from texcoco.games.bits import lowest, neighbours
from texcoco.games.mexica.actions import BOAT, NUMBERING, SHIFTS, H, V, shift
from texcoco.games.mexica.board import SPACES, STEPS

if TYPE_CHECKING:
    from texcoco.games.mexica.position import MexicaPosition

_MANY = 40
"""How many actions are tried at most where no place is named."""
_OF_ONE_SPACE = frozenset(
    f"refuse.{key}"
    for key in (
        "lake", "canal", "pawn", "temple", "neutral-temple", "token", "build-palace", "canal-palace", "other-district",
        "bridge-lake", "bridge-land", "walk-here", "walk-far",
    )
)  # fmt: skip
"""Refusals that are about one space only: where no place is named, any other refusal is more helpful."""


def likely_action(p: MexicaPosition, seat: int, kind: str, words: list[str]) -> Action | None:
    """Of the actions of this kind that have these words, none of which is legal, the one that was probably meant.

    None where there is nothing to choose between.
    """
    named = [SPACES[word.upper()] for word in words if word.upper() in SPACES]
    if kind == "shift" and all(word in ("h", "v") or word.upper() in SPACES for word in words):
        return _shift(p, named, words)  # there are too many to try them all
    if seat not in p.actors() or p.phase != "turn":
        return None  # whatever the action, the refusal is the same
    if kind == "walk" and len(named) == 1 and (boat := _boat(p, seat, named[0])) is not None:
        return boat
    actions = NUMBERING.with_words(kind, words)
    if named or not actions:
        return actions[0] if actions else None  # the smallest: a tile of one space, a temple of one level
    return _anywhere(p, seat, kind, actions)


def _boat(p: MexicaPosition, seat: int, to: int) -> Action | None:
    """From bridge to bridge somebody wants to go by boat."""
    bridges, pawn = p.bridges[H] | p.bridges[V], p.pawns[seat]
    by_boat = bridges >> pawn & bridges >> to & 1
    return BOAT[to] if by_boat and p.check(seat, BOAT[to]) is not None else None


def _shift(p: MexicaPosition, named: list[int], words: list[str]) -> Action:
    """The bridge at the first space that is named, or any, to the second, or to a canal space."""
    bridges = p.bridges[H] | p.bridges[V]
    open_water = p.canals & ~bridges
    at = named[0] if named else lowest(bridges & ~p.pawn_bits or bridges or 1 << SHIFTS.sites[0])
    to = named[1] if len(named) > 1 else lowest(open_water) if open_water else at
    return shift(at, V if "v" in words else H)[to]


def _anywhere(p: MexicaPosition, seat: int, kind: str, actions: list[Action]) -> Action:
    """Where it might be done at all, if there is such a place, and refused for a reason that is not about one space
    alone."""
    pawn = p.pawns[seat]
    near = p.canals if kind == "bridge" else p.district(pawn) | neighbours(1 << pawn, STEPS)
    close = [action for action in actions if near >> getattr(action.data, "space", 0) & 1]
    by_reason: dict[str, list[Action]] = {}
    for action in (close or actions)[:_MANY]:
        refusal = p.check(seat, action)
        assert refusal is not None
        by_reason.setdefault(refusal.key, []).append(action)
    return max(by_reason.items(), key=lambda reason: (reason[0] not in _OF_ONE_SPACE, len(reason[1])))[1][0]
