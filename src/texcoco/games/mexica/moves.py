"""What is legal in Mexica: families of actions, each a table and the set of spaces where it may be done.

`refusals.py` says of a single action why it is not; the contract suite holds the two together.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import TYPE_CHECKING, Protocol

from texcoco.action import Action
from texcoco.games.bits import Lookup, choose, nth, spaces
from texcoco.games.mexica import pen
from texcoco.games.mexica.actions import (
    ACROSS,
    ANSWERS,
    BOAT,
    BRIDGE,
    CANAL,
    CANALS,
    ENDS,
    FIRST_SHIFT,
    FLY,
    FOUND,
    PROPOSALS,
    SHIFTS,
    SPENDS,
    START,
    TAKES,
    TEMPLE,
    WALK,
    H,
    V,
    shift,
)
from texcoco.games.mexica.board import LAND, MOST_TAKEN, PALACE, PRICES, STARTS

if TYPE_CHECKING:
    from texcoco.games.mexica.position import MexicaPosition

FLIGHT = PRICES["fly"]
"""What it costs to go anywhere (M-FLY)."""


class Actions(Lookup[Action], Protocol):
    """Actions by the index that sets of legal targets use, and their numbers."""

    @property
    def numbers(self) -> Lookup[int]: ...


Family = tuple[Actions, int]
"""Actions and the set of those that are legal."""


def legal(p: MexicaPosition, seat: int) -> list[Family]:
    """All that a seat may do now; the actions of a family are of one kind."""
    if p.phase == "turn" and seat == p.turn:
        families = turn(p, seat)
        return pen.without_penning(p, seat, families) if pen.in_force(p) else families
    if seat not in p.actors():
        return []
    return [(START, STARTS & ~p.pawn_bits)] if p.phase == "start" else [(ANSWERS, 0b01), (ANSWERS, 0b10)]


def legal_indices(p: MexicaPosition, seat: int) -> list[int]:
    """The numbers of all that a seat may do now, ascending."""
    found: list[int] = []
    for table, targets in legal(p, seat):
        found += choose(table.numbers, targets)
    found.sort()
    return found


def pick(p: MexicaPosition, seat: int, rng: Random) -> Action:
    """One of the legal actions, uniformly, without listing them."""
    judged = p.phase == "turn" and pen.in_force(p)
    families = turn(p, seat) if p.phase == "turn" else legal(p, seat)
    counts = [targets.bit_count() for _, targets in families]
    total = sum(counts)
    while True:  # until M-PEN lets one pass: every legal action is as likely as any other
        n = int(rng.random() * total)
        for (table, targets), count in zip(families, counts, strict=True):
            if n < count:
                action = table[nth(targets, n)]
                break
            n -= count
        else:  # cannot happen: n is below the total
            raise AssertionError
        if not judged or pen.penned_by(p, seat, action) is None:
            return action


def turn(p: MexicaPosition, seat: int) -> list[Family]:
    """All that the seat whose turn it is may do, but for M-PEN."""
    families: list[Family] = [(ENDS, 1)]
    ap, pawn, pawns = p.ap, p.pawns[seat], p.pawn_bits
    solid = LAND & ~p.canals
    empty = solid & ~(p.built | pawns)
    h, v = p.bridges
    ground = p.district(pawn)  # nothing when the pawn is on a bridge

    if p.tokens[seat]:
        families.append((SPENDS, 1))
    room = ground & empty & ~PALACE
    if room and ground in p.wild and ground.bit_count() in p.display:
        families.append((FOUND, room))
    if p.period == 2:
        sizes = 0
        for size in p.display:
            if size not in p.refused:
                sizes |= 1 << size
        if sizes:
            families.append((PROPOSALS, sizes))
    if not ap:
        return families

    if p.taken < MOST_TAKEN and p.token_supply:
        families.append((TAKES, 1))
    families += canals(p, empty)
    families += bridges(p, solid)
    families.append((WALK, p.steps(pawn)))
    if (h | v) >> pawn & 1:
        families.extend((BOAT, reached & ~pawns) for reached in p.boats(pawn, ap))
    if ap >= FLIGHT:
        families.append((FLY, empty | ((h | v) & ~pawns)))
    if room:
        for table, left in zip(TEMPLE[:ap], p.hands[4 * seat :], strict=False):
            if left:
                families.append((table, room))
    return families


def soil(p: MexicaPosition, empty: int) -> int:
    """Where canals may be dug (M-CANAL)."""
    return empty & p.soil & ~p.ramps()


def canals(p: MexicaPosition, empty: int) -> list[Family]:
    """Tiles of one and two spaces."""
    if not p.singles and not p.doubles:
        return []
    diggable = soil(p, empty)
    singles: list[Family] = [(CANAL, diggable)] if p.singles else []
    if not p.doubles:
        return singles
    return [*singles, (CANALS[H], diggable & diggable >> ACROSS[H]), (CANALS[V], diggable & diggable >> ACROSS[V])]


def spans(p: MexicaPosition, solid: int, way: int) -> int:
    """The canal spaces that lie between two land spaces in that direction (M-BRDG), bridged or not."""
    return p.canals & solid << ACROSS[way] & solid >> ACROSS[way]


def bridges(p: MexicaPosition, solid: int) -> list[Family]:
    """New bridges (M-BRDG), or, when none are left, moved ones (M-RELOC)."""
    h, v = p.bridges
    across = spans(p, solid, H), spans(p, solid, V)
    free = across[H] & ~(h | v), across[V] & ~(h | v)
    if p.bridges_left:
        return [(BRIDGE[H], free[H]), (BRIDGE[V], free[V])]
    loose = (h | v) & ~p.pawn_bits
    shifts = LegalShifts(loose, free, (across[H] & v & loose, across[V] & h & loose))
    return [(shifts, (1 << len(shifts)) - 1)]


class LegalShifts:
    """Bridges moved (M-RELOC), as a table: each loose bridge to each free space, then those turned on their own
    space."""

    __slots__ = ("each", "free", "loose", "moved", "turned", "wide")

    def __init__(self, loose: int, free: tuple[int, int], turned: tuple[int, int]):
        self.loose, self.free, self.turned = loose, free, turned
        self.wide = free[H].bit_count()
        self.each = self.wide + free[V].bit_count()
        self.moved = loose.bit_count() * self.each

    def __len__(self) -> int:
        return self.moved + self.turned[H].bit_count() + self.turned[V].bit_count()

    def __getitem__(self, n: int) -> Action:
        if n < self.moved:
            bridge, n = divmod(n, self.each)
            at = nth(self.loose, bridge)
            return (
                shift(at, H)[nth(self.free[H], n)] if n < self.wide else shift(at, V)[nth(self.free[V], n - self.wide)]
            )
        n -= self.moved
        wide = self.turned[H].bit_count()
        at, way = (nth(self.turned[H], n), H) if n < wide else (nth(self.turned[V], n - wide), V)
        return shift(at, way)[at]

    def __iter__(self) -> Iterator[Action]:
        to = list(spaces(self.free[H])), list(spaces(self.free[V]))
        for at in spaces(self.loose):
            for way in (H, V):
                table = shift(at, way)
                yield from [table[space] for space in to[way]]
        for way in (H, V):
            yield from [shift(at, way)[at] for at in spaces(self.turned[way])]

    @property
    def numbers(self) -> list[int]:
        to = [SHIFTS.of_target[way][space] for way in (H, V) for space in spaces(self.free[way])]
        found = [
            start + place for start in [FIRST_SHIFT + SHIFTS.of_site[at] for at in spaces(self.loose)] for place in to
        ]
        for way in (H, V):
            found += [FIRST_SHIFT + SHIFTS.of_site[at] + SHIFTS.of_target[way][at] for at in spaces(self.turned[way])]
        return found
