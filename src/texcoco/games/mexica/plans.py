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
from texcoco.games.mexica.actions import ACROSS, BOAT, FLY, SPEND, WALK, H, V
from texcoco.games.mexica.moves import PRICES, turn

if TYPE_CHECKING:
    from texcoco.games.mexica.position import MexicaPosition

_WALK_PRICE, (_H, _V) = PRICES["walk"], ACROSS
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
    arrivals: list[list[tuple[int, int, int, int, Action]]] = [[] for _ in range(purse + 1)]
    """By cost, the moves that lead to a space: how long the way is then, what the way to the space before costs, that
    space, this one, and the move."""
    found: list[Plan] = []

    def go_on(space: int, cost: int, length: int) -> None:
        nonlocal queued
        # On foot, whoever came first to the queue with a space has the cheapest way to it; by boat perhaps not.
        known = reached if walker.by_boat else queued
        for price, targets, moves in walker.moves(space, purse - cost, ~known):
            queued |= targets
            arrivals[cost + price] += [(length, cost, space, to, moves[to]) for to in spaces(targets)]

    go_on(start, 0, 1)
    for cost in range(1, purse + 1):
        spent = max(cost - points, 0)
        price = _price(cost, spent)
        if walker.by_boat:  # of ways that cost the same, the shorter come first
            arrivals[cost].sort(key=_length)
        for length, paid, before, space, move in arrivals[cost]:
            if reached >> space & 1:
                continue
            reached |= 1 << space
            way, base = ways[before]
            way = (*way, *(SPEND,) * (spent - max(paid - points, 0)), move)
            plan = None
            if len(way) > 1:
                plan = Plan(way, price, base)
                found.append(plan)
            ways[space] = way, plan
            if cost < purse:
                go_on(space, cost, length + 1)
    return found


_length = itemgetter(0)


def _price(points: int, tokens: int) -> Mapping[str, int]:
    return {"points": points, "tokens": tokens} if tokens else {"points": points}


class _Walker:
    """The single moves of a seat's pawn from any space, with everything else where it is."""

    def __init__(self, p: MexicaPosition, seat: int):
        self.seat, self.position = seat, p.copy()
        self.others = p.pawn_bits & ~(1 << p.pawns[seat])
        self.bridges = p.bridges[H] | p.bridges[V]
        self.position.pawn_bits = self.others
        self.empty = self.position.empty_land()
        self.free_bridges = [bridges & ~self.others for bridges in p.bridges]
        self.by_boat = False
        """Whether it has found a move by boat."""
        self.judged = pen.in_force(p)
        """M-PEN is in force: a move is no move if it pens in somebody who was free."""
        self.harmless = pen.harmless_targets(p, seat).get(id(FLY), 0) if self.judged else 0
        self.everyone = (1 << p.seats) - 1 & ~(1 << seat)
        self._free: dict[int, int] = {}

    def moves(self, space: int, points: int, wanted: int) -> list[tuple[int, int, ActionList]]:
        """The moves to spaces of the set `wanted`: their price, where to, and the table of these moves."""
        found = [(_WALK_PRICE, self._steps(space) & wanted, WALK)]
        if self.bridges >> space & 1:
            self.by_boat = True
            for bridges, reached in enumerate(self.position.boats(space, points), 1):
                found.append((bridges * PRICES["boat"], reached & wanted & ~self.others, BOAT))
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

    def _steps(self, space: int) -> int:
        """Where the pawn can walk from `space`."""
        if self.bridges >> space & 1:
            return self.position.steps(space)
        bit, empty, (h, v) = 1 << space, self.empty, self.free_bridges
        sideways, upright = bit << _H | bit >> _H, bit << _V | bit >> _V
        return (sideways & (empty | h)) | (upright & (empty | v))

    def _free_at(self, space: int) -> int:
        """The other seats, as bits, that are not penned in while this pawn stands on `space`."""
        if self.harmless >> space & 1:
            return self.everyone
        if space not in self._free:
            p = self.position
            at, p.pawns[self.seat] = p.pawns[self.seat], space
            p.pawn_bits = self.others | 1 << space
            self._free[space] = pen.free_seats(p, self.seat)
            p.pawns[self.seat], p.pawn_bits = at, self.others
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
