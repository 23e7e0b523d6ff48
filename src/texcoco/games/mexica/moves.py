"""What is legal in Mexica: families of actions, each a table and the set of spaces where it may be done.

`refusals.py` says of a single action why it is not; the contract suite holds the two together.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

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
from texcoco.games.mexica.board import (
    LAND,
    MOST_TAKEN,
    OFF_PALACE,
    PRICES,
    SIDEWAYS,
    STARTS,
    UPRIGHT,
    WIDTH,
)

if TYPE_CHECKING:
    from texcoco.games.mexica.position import MexicaPosition

FLIGHT = PRICES["fly"]
"""What it costs to go anywhere (M-FLY)."""


class Actions(Lookup[Action], Protocol):
    """Actions by the index that sets of legal targets use, their numbers, and how their notations go on."""

    @property
    def numbers(self) -> Lookup[int]: ...
    @property
    def rests(self) -> Lookup[str]: ...


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


class Targets(NamedTuple):
    """What the seat whose turn it is may do, but for M-PEN: the sets of targets of all tables. It may always end its
    turn."""

    spend: int
    """1 or 0, as `take`."""
    found: int
    propose: int
    take: int
    canal: int
    canals: tuple[int, int]
    """By direction, as the next two."""
    lay: tuple[int, int]
    """Where a bridge may be laid: a new one, or, when none are left, a loose one."""
    turned: tuple[int, int]
    """The loose bridges that may be turned on their own space, by their direction afterwards."""
    loose: int
    """The bridges that may be moved (M-RELOC); none while there are new ones."""
    walk: int
    boats: Sequence[int]
    """Where a boat goes for 1, 2, … points."""
    fly: int
    room: int
    """Where temples may be built."""
    levels: int
    """Those that may be built, as bits: that of level 1 is the lowest."""


_NEITHER = 0, 0
_make_targets: Callable[[type[Targets], Iterable[Any]], Targets] = tuple.__new__  # pyright: ignore
"""Three times as fast as the constructor."""


def targets(p: MexicaPosition, seat: int) -> Targets:
    """All that the seat whose turn it is may do, but for M-PEN.

    Whoever plays at random or searches asks before every action. So nothing is worked out twice here, and `a & ~b` is
    written `a ^ (a & b)`, for Python is slow with numbers below zero.
    """
    ap, pawn = p.ap, p.pawns[seat]
    if not ap:
        return _targets_without_points(p, seat)
    pawns, canals, (h, v) = p.pawn_bits, p.canals, p.bridges
    here, bridged, solid = 1 << pawn, h | v, LAND ^ canals
    empty = solid ^ (solid & (p.built | pawns))
    found = room = levels = 0
    if not bridged & here:
        for land in p.wild:
            if land & here:
                room = land & empty & OFF_PALACE
                if land.bit_count() in p.display:
                    found = room
                break
        else:
            for district in p.founded:
                if district.land & here:
                    room = district.land & empty & OFF_PALACE
                    break

    dig, tiles = 0, _NEITHER
    if p.singles or p.doubles:  # M-CANAL: not where a bridge rests
        dig = p.soil & empty
        dig ^= dig & (h << 1 | h >> 1 | v << WIDTH | v >> WIDTH)
        if p.doubles:
            tiles = dig & dig >> 1, dig & dig >> WIDTH

    # M-BRDG: over water, between two land spaces
    across, upright, open_water = solid << 1 & solid >> 1, solid << WIDTH & solid >> WIDTH, canals ^ bridged
    lay, turned, free = (open_water & across, open_water & upright), _NEITHER, bridged ^ (bridged & pawns)
    if not p.bridges_left:
        turned = v & free & across, h & free & upright

    boats: Sequence[int] = ()
    if bridged & here:
        walk = (SIDEWAYS if h & here else UPRIGHT)[pawn] & empty
        boats = [reached & free for reached in p.boats(pawn, ap)]
    else:
        walk = SIDEWAYS[pawn] & (empty | h & free) | UPRIGHT[pawn] & (empty | v & free)
    if room:
        one, two, three, four = p.hands[4 * seat : 4 * seat + 4]
        levels = (1 if one else 0) | (2 if two else 0) | (4 if three else 0) | (8 if four else 0)
        levels &= (1 << ap) - 1
    made = (
        1 if p.tokens[seat] else 0, found, _proposals(p) if p.period == 2 else 0,
        1 if p.taken < MOST_TAKEN and p.token_supply else 0, dig if p.singles else 0, tiles,
        lay, turned, 0 if p.bridges_left else free, walk, boats, empty | free if ap >= FLIGHT else 0, room, levels,
    )  # fmt: skip
    return _make_targets(Targets, made)


def bridge_targets(p: MexicaPosition) -> tuple[tuple[int, int], tuple[int, int]]:
    """`lay` and `turned` of `targets` alone, when no new bridges are left."""
    solid, (h, v) = LAND ^ p.canals, p.bridges
    across, upright, bridged = solid << 1 & solid >> 1, solid << WIDTH & solid >> WIDTH, h | v
    open_water, free = p.canals ^ bridged, bridged ^ (bridged & p.pawn_bits)
    return (open_water & across, open_water & upright), (v & free & across, h & free & upright)


def _targets_without_points(p: MexicaPosition, seat: int) -> Targets:
    """What costs no points: spending a token, founding a district, and the proposal to take a token off the display."""
    found, here = 0, 1 << p.pawns[seat]
    for land in p.wild:
        if land & here:
            if land.bit_count() in p.display:
                found = land & p.empty_land() & OFF_PALACE
            break
    propose = _proposals(p) if p.period == 2 else 0
    made = (1 if p.tokens[seat] else 0, found, propose, 0, 0, _NEITHER, _NEITHER, _NEITHER, 0, 0, (), 0, 0, 0)
    return _make_targets(Targets, made)


def _proposals(p: MexicaPosition) -> int:
    """The sizes whose removal may be proposed (M-VOTE)."""
    sizes, refused = 0, p.refused
    for size in p.display:
        if size not in refused:
            sizes |= 1 << size
    return sizes


def turn(p: MexicaPosition, seat: int) -> list[Family]:
    """All that the seat whose turn it is may do, but for M-PEN, as families of actions."""
    spend, found, propose, take, canal, canals, lay, turned, loose, walk, boats, fly, room, levels = targets(p, seat)
    families: list[Family] = [(ENDS, 1)]
    if spend:
        families.append((SPENDS, 1))
    if found:
        families.append((FOUND, found))
    if propose:
        families.append((PROPOSALS, propose))
    if not p.ap:
        return families

    if take:
        families.append((TAKES, 1))
    if canal:
        families.append((CANAL, canal))
    if p.doubles:
        families += ((CANALS[H], canals[H]), (CANALS[V], canals[V]))
    if p.bridges_left:
        families += ((BRIDGE[H], lay[H]), (BRIDGE[V], lay[V]))
    elif loose:
        shifts = LegalShifts(loose, lay, turned)
        families.append((shifts, (1 << len(shifts)) - 1))
    families.append((WALK, walk))
    for reached in boats:
        families.append((BOAT, reached))
    if fly:
        families.append((FLY, fly))
    for level, table in enumerate(TEMPLE):
        if levels >> level & 1:
            families.append((table, room))
    return families


def soil(p: MexicaPosition, empty: int) -> int:
    """Where canals may be dug (M-CANAL)."""
    return empty & p.soil & ~p.ramps()


def spans(p: MexicaPosition, solid: int, way: int) -> int:
    """The canal spaces that lie between two land spaces in that direction (M-BRDG), bridged or not."""
    return p.canals & solid << ACROSS[way] & solid >> ACROSS[way]


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
    def rests(self) -> list[str]:
        return [action.rest for action in self]

    @property
    def numbers(self) -> list[int]:
        to = [SHIFTS.of_target[way][space] for way in (H, V) for space in spaces(self.free[way])]
        found = [
            start + place for start in [FIRST_SHIFT + SHIFTS.of_site[at] for at in spaces(self.loose)] for place in to
        ]
        for way in (H, V):
            found += [FIRST_SHIFT + SHIFTS.of_site[at] + SHIFTS.of_target[way][at] for at in spaces(self.turned[way])]
        return found
