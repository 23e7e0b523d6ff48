"""What one click may mean in Mexica: ways of several steps, and what a spent action token makes possible.

What is a single legal action is no plan. Nothing in Mexica is hidden, so plans are made of the position itself.
"""

from __future__ import annotations

from collections.abc import Mapping
from operator import itemgetter
from typing import TYPE_CHECKING

from texcoco.action import ActionList
from texcoco.game import Action, Plan
from texcoco.games.bits import choose, lowest, spaces
from texcoco.games.mexica import pen
from texcoco.games.mexica.actions import BOAT, FLY, SPEND, WALK
from texcoco.games.mexica.board import LAND, SIDEWAYS, UPRIGHT
from texcoco.games.mexica.moves import PRICES, turn

if TYPE_CHECKING:
    from texcoco.games.mexica.position import MexicaPosition

_WALK_PRICE = PRICES["walk"]
_KINDS = frozenset(("canal", "bridge", "temple", "fly", "shift"))
"""What tokens are spent for besides moving."""


def plans(p: MexicaPosition, seat: int) -> list[Plan]:
    """All plans of a seat whose turn it is."""
    if p.phase != "turn" or seat != p.turn:
        return []
    return [*ways(p, seat), *_with_tokens(p, seat)]


def ways(p: MexicaPosition, seat: int) -> list[Plan]:
    """The cheapest way on foot and by boat to every space that the seat can pay for, where that is no single legal
    action.

    Tokens are spent on the way, when the points have run out, so that every way begins with the way to a space before
    it.
    """
    start, points, purse = p.pawns[seat], p.ap, p.ap + p.tokens[seat]
    if not purse:
        return []
    walker = _Walker(p, seat)
    ways: dict[int, tuple[tuple[Action, ...], Plan | None]] = {start: ((), None)}
    """The way to each space that was reached, and its plan if it is one."""
    reached = queued = 1 << start
    arrivals: list[list[tuple[int, int, int, int, ActionList]]] = [[] for _ in range(purse + 1)]
    """By cost, the moves on from a space: how long the way is then, what the way to that space costs, the space, where
    the moves go, and their table."""
    found: list[Plan] = []

    def go_on(space: int, cost: int, length: int) -> None:
        nonlocal queued
        # On foot, whoever came first to the queue with a space has the cheapest way to it; by boat perhaps not.
        known = reached if walker.by_boat else queued
        for price, targets, moves in walker.moves(space, purse - cost, known):
            queued |= targets
            arrivals[cost + price].append((length, cost, space, targets, moves))

    go_on(start, 0, 1)
    for cost in range(1, purse + 1):
        spent = max(cost - points, 0)
        price = _price(cost, spent)
        if walker.by_boat:  # of ways that cost the same, the shorter come first
            arrivals[cost].sort(key=_length)
        for length, paid, before, targets, moves in arrivals[cost]:
            targets ^= targets & reached
            if not targets:
                continue
            reached |= targets
            way, base = ways[before]
            way = (*way, *(SPEND,) * (spent - max(paid - points, 0)))
            for space in spaces(targets):
                longer, plan = (*way, moves[space]), None
                if way:
                    plan = Plan(longer, price, base)
                    found.append(plan)
                if cost < purse:
                    ways[space] = longer, plan
                    go_on(space, cost, length + 1)
    return found


_length = itemgetter(0)


def _price(points: int, tokens: int) -> Mapping[str, int]:
    return {"points": points, "tokens": tokens} if tokens else {"points": points}


class _Walker:
    """The single moves of a seat's pawn from any space, with everything else where it is."""

    def __init__(self, p: MexicaPosition, seat: int):
        self.seat, self.p = seat, p
        self.others = p.pawn_bits & ~(1 << p.pawns[seat])
        self.h, v = p.bridges
        self.bridges = self.h | v
        self.empty = LAND & ~(p.canals | p.built | self.others)
        self.sideways, self.upright = self.empty | self.h & ~self.others, self.empty | v & ~self.others
        """Where a pawn on land can step to the left and right, and up and down."""
        self.by_boat = False
        """Whether it has found a move by boat."""
        self.judged = pen.in_force(p)
        """M-PEN is in force: a move is no move if it pens in somebody who was free."""
        if self.judged:
            self.harmless = pen.harmless_targets(p, seat).get(id(FLY), 0)
            self.everyone = (1 << p.seats) - 1 & ~(1 << seat)
            self.moved, self._free = p.copy(), dict[int, int]()

    def moves(self, space: int, points: int, known: int) -> list[tuple[int, int, ActionList]]:
        """The moves to spaces that are not `known`: their price, where to, and the table of these moves."""
        if not self.bridges >> space & 1:
            steps = SIDEWAYS[space] & self.sideways | UPRIGHT[space] & self.upright
            found = [(_WALK_PRICE, steps ^ (steps & known), WALK)]
        else:
            self.by_boat = True
            steps = (SIDEWAYS if self.h >> space & 1 else UPRIGHT)[space] & self.empty
            found = [(_WALK_PRICE, steps ^ (steps & known), WALK)]
            for bridges, reached in enumerate(self.p.boats(space, points), 1):
                found.append((bridges * PRICES["boat"], reached & ~(known | self.others), BOAT))
        if not self.judged:
            return found
        return [(price, self._without_penning(space, targets), moves) for price, targets, moves in found]

    def _without_penning(self, space: int, targets: int) -> int:
        """Those of the targets to which the pawn may go from `space`."""
        if targets:
            free = self._free_at(space)
            for to in spaces(targets):
                if free & ~self._free_at(to):
                    targets ^= 1 << to
        return targets

    def _free_at(self, space: int) -> int:
        """The other seats, as bits, that are not penned in while this pawn stands on `space`."""
        if self.harmless >> space & 1:
            return self.everyone
        if space not in self._free:
            self.moved.pawns[self.seat], self.moved.pawn_bits = space, self.others | 1 << space
            self._free[space] = pen.free_seats(self.moved, self.seat)
        return self._free[space]


def _with_tokens(p: MexicaPosition, seat: int) -> list[Plan]:
    """What is not a way and becomes possible by spending tokens first, no more of them than it needs."""
    if not p.tokens[seat]:
        return []
    rich = p.copy()
    rich.ap += p.tokens[seat]
    families = [
        (table, targets) for table, targets in turn(rich, seat) if targets and _too_dear(p, table[lowest(targets)])
    ]
    if pen.in_force(p):
        families = pen.without_penning(rich, seat, families)
    found: list[Plan] = []
    runs: dict[int, Plan] = {}
    """Plans that only spend so many tokens, for others to begin with."""
    for table, targets in families:
        if not targets:
            continue
        points = _points(table[lowest(targets)])
        tokens = points - p.ap
        if tokens > 1 and tokens not in runs:
            runs[tokens] = Plan((SPEND,) * tokens, {"tokens": tokens})
            found.append(runs[tokens])
        price, run = _price(points, tokens), runs.get(tokens)
        found += [Plan((*(SPEND,) * tokens, action), price, run) for action in choose(table, targets)]
    return found


def _too_dear(p: MexicaPosition, action: Action) -> bool:
    return action.kind in _KINDS and _points(action) > p.ap


def _points(action: Action) -> int:
    return action.data.level if action.kind == "temple" else PRICES[action.kind]
