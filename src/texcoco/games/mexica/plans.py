"""What one click may mean in Mexica: ways of several steps, and what a spent action token makes possible.

What is a single legal action is no plan. Nothing in Mexica is hidden, so plans are made of the position itself.
"""

from __future__ import annotations

from heapq import heappop, heappush
from itertools import count, groupby
from typing import TYPE_CHECKING

from texcoco.game import Action, Plan
from texcoco.games.bits import choose, spaces
from texcoco.games.mexica import pen
from texcoco.games.mexica.actions import BOAT, SPEND, WALK, H, V
from texcoco.games.mexica.moves import PRICES, turn

if TYPE_CHECKING:
    from texcoco.games.mexica.position import MexicaPosition

MOST = 90_000
"""About how many bytes all plans together have at most as JSON."""
_KINDS = ("canal", "bridge", "temple", "fly", "shift")
"""What spent tokens are wanted for besides moving, the likeliest first."""


def plans(p: MexicaPosition, seat: int) -> list[Plan]:
    """All plans of a seat whose turn it is."""
    if p.phase != "turn" or seat != p.turn:
        return []
    found = ways(p, seat)
    size = sum(map(_size, found))
    # What needs few tokens comes first; a whole kind that no longer fits is left out, so that none is there by half.
    for _, group in groupby(sorted(_with_tokens(p, seat), key=_order), key=_order):
        more = list(group)
        size += sum(map(_size, more))
        if size > MOST:
            break
        found += more
    return found


def _order(plan: Plan) -> tuple[int, int]:
    return plan.tokens, _KINDS.index(plan.actions[-1].kind)


def _size(plan: Plan) -> int:
    return 35 + sum(len(action.text) + 3 for action in plan.actions)


def ways(p: MexicaPosition, seat: int) -> list[Plan]:
    """The cheapest way on foot and by boat to every space that the seat can pay for, unless a single action goes there as cheaply."""
    start, purse = p.pawns[seat], p.ap + p.tokens[seat]
    at_once = {action.data[0]: cost for action, cost in _moves(p, seat, p.ap)}
    paid: dict[int, int] = {}
    number = count()  # ways that are alike in cost and length come in the order in which they were found
    queue: list[tuple[int, int, int, int, tuple[Action, ...]]] = [(0, 0, next(number), start, ())]
    found: list[Plan] = []
    there = p.copy()
    while queue:
        cost, _, _, space, way = heappop(queue)
        if space in paid:
            continue
        paid[space] = cost
        if way and cost < at_once.get(space, cost + 1):
            tokens = max(cost - p.ap, 0)
            found.append(Plan((SPEND,) * tokens + way, cost, tokens))
        there.pawn_bits = there.pawn_bits & ~(1 << there.pawns[seat]) | 1 << space
        there.pawns[seat] = space
        for action, price in _moves(there, seat, purse - cost):
            (to,) = action.data
            if to not in paid:
                heappush(queue, (cost + price, len(way) + 1, next(number), to, (*way, action)))
    return found


def _moves(p: MexicaPosition, seat: int, points: int) -> list[tuple[Action, int]]:
    """The single moves on foot and by boat from where the pawn stands, with their cost."""
    if points < 1:
        return []
    pawn = p.pawns[seat]
    found = [(WALK[to], PRICES["walk"]) for to in spaces(p.steps(pawn))]
    if (p.bridges[H] | p.bridges[V]) >> pawn & 1:
        for bridges, reached in enumerate(p.boats(pawn, points), 1):
            found += [(BOAT[to], bridges * PRICES["boat"]) for to in spaces(reached & ~p.pawn_bits)]
    return [(a, cost) for a, cost in found if pen.penned_by(p, seat, a) is None] if pen.in_force(p) else found


def _with_tokens(p: MexicaPosition, seat: int) -> list[Plan]:
    """What is not a way and becomes possible by spending tokens first, no more of them than it needs."""
    found: list[Plan] = []
    richer = p.copy()
    known = _affordable(richer, seat)
    for tokens in range(1, p.tokens[seat] + 1):
        richer.apply(seat, SPEND)
        now = _affordable(richer, seat)
        for action in now:
            if action not in known and not (pen.in_force(p) and pen.penned_by(richer, seat, action) is not None):
                cost = action.data[1] if action.kind == "temple" else PRICES[action.kind]
                found.append(Plan((SPEND,) * tokens + (action,), cost, tokens))
        known = now
    return found


def _affordable(p: MexicaPosition, seat: int) -> dict[Action, None]:
    return {action: None for table, targets in turn(p, seat) for action in choose(table, targets) if action.kind in _KINDS}
