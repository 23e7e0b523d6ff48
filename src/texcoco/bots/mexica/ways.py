"""How a noble gets about: the cheapest ways on foot, by boat and over new bridges to every space within a budget."""

from __future__ import annotations

from texcoco.bots.mexica.cuts import AROUND
from texcoco.game import Action
from texcoco.games.bits import lowest, spaces
from texcoco.games.mexica import MexicaPosition
from texcoco.games.mexica.actions import ACROSS, BOAT, BRIDGE, WALK, H, V, shift
from texcoco.games.mexica.board import LAND, distance

CROSSING = 3
"""A new bridge, a step onto it and a step off it."""
_DIRECTIONS = ((ACROSS[H], H), (-ACROSS[H], H), (ACROSS[V], V), (-ACROSS[V], V))


def _move(bits: int, step: int) -> int:
    return bits << step if step > 0 else bits >> -step


class Ways:
    """All spaces that a pawn can get to for at most `budget` action points."""

    __slots__ = ("_canals", "_crossed", "_docks", "_h", "_lifted", "_open", "_v", "reached")

    def __init__(self, p: MexicaPosition, seat: int, budget: int):
        pawn = p.pawns[seat]
        empty = p.empty_land()
        h, v = p.bridges
        self._lifted = -1
        crossings = p.bridges_left
        if not crossings:  # one bridge may be moved: the farthest
            loose = (h | v) & ~p.pawn_bits
            if loose:
                self._lifted = max(spaces(loose), key=lambda at: distance(at, pawn))
                crossings = 1
                h, v = h & ~(1 << self._lifted), v & ~(1 << self._lifted)
        self._docks: tuple[int, ...] = ()
        if (h | v) & (h | v) - 1:
            p.boats(lowest(h | v), 1)
            self._docks = p.docks or ()
        free = ~p.pawn_bits
        self._h, self._v = h & (free | 1 << pawn), v & (free | 1 << pawn)
        h, v = h & free, v & free
        canals = LAND & p.canals & ~(h | v | p.pawn_bits)
        self._canals = canals
        self._open = empty
        self.reached: list[int] = [1 << pawn]
        """What is first reached for 0, 1, 2, … points."""
        self._crossed = 0
        """What is reached by a new bridge. No boat leaves from there: the bridge might be in its way."""
        seen = 1 << pawn
        over: list[int] = [0] * (budget + CROSSING + 1)  # what crossings reach, by cost
        for cost in range(budget):
            at = self.reached[cost]
            if crossings > 1 or (crossings and cost < CROSSING):
                land = at & LAND & ~p.canals
                if land:
                    for step, _ in _DIRECTIONS:
                        over[cost + CROSSING] |= _move(_move(land, step) & canals, step) & empty
            pure = self._after(at & ~self._crossed, True) & ~seen
            crossed = (self._after(at & self._crossed, False) | over[cost + 1]) & ~seen & ~pure
            self._crossed |= crossed
            seen |= pure | crossed
            self.reached.append(pure | crossed)

    def _after(self, at: int, boats: bool) -> int:
        """What is one point away."""
        if not at:
            return 0
        h, v, empty = self._h, self._v, self._open
        on_h, on_v = at & h, at & v
        land = at & ~(on_h | on_v)
        sideways = land << ACROSS[H] | land >> ACROSS[H]
        upright = land << ACROSS[V] | land >> ACROSS[V]
        found = sideways & (empty | h) | upright & (empty | v)
        if on_h:
            found |= (on_h << ACROSS[H] | on_h >> ACROSS[H]) & empty
        if on_v:
            found |= (on_v << ACROSS[V] | on_v >> ACROSS[V]) & empty
        if boats and (on_h or on_v):
            found |= self._sail(on_h | on_v)
        return found

    def _sail(self, bridges: int) -> int:
        found = bridges << 1 | bridges >> 1 | bridges << ACROSS[V] | bridges >> ACROSS[V]
        for dock in self._docks:
            if dock & bridges:
                found |= dock
        return found & (self._h | self._v)

    def nearest(self, targets: int) -> tuple[int, int] | None:
        """The cheapest of these spaces to get to, and what that costs."""
        for cost, reached in enumerate(self.reached):
            if reached & targets:
                return lowest(reached & targets), cost
        return None

    def path(self, to: int, cost: int) -> tuple[Action, ...]:
        """The actions that lead to a space that is reached for `cost`."""
        actions: list[Action] = []
        while cost:
            to, cost = self._back(to, cost, actions)
        return tuple(reversed(actions))

    def _back(self, to: int, cost: int, actions: list[Action]) -> tuple[int, int]:
        """One step back on the way; its actions are added, the last first."""
        bit = 1 << to
        before = self.reached[cost - 1]
        if not bit & self._crossed:
            before &= ~self._crossed
        for at in spaces(before & AROUND[to]):
            if self._after(1 << at, False) & bit:
                actions.append(WALK[to])
                return at, cost - 1
        for at in spaces(before & (self._h | self._v)):
            if self._sail(1 << at) & bit:
                actions.append(BOAT[to])
                return at, cost - 1
        for step, way in _DIRECTIONS:
            over, at = to - step, to - 2 * step
            if self._canals >> over & 1 and cost >= CROSSING and self.reached[cost - CROSSING] >> at & 1:
                if (self._h | self._v) >> at & 1:
                    continue
                actions += [WALK[to], WALK[over]]
                actions.append(BRIDGE[way][over] if self._lifted < 0 else shift(self._lifted, way)[over])
                return at, cost - CROSSING
        raise AssertionError("every space that is reached has a way to it")
