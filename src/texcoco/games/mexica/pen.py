"""M-PEN: in the first round of the game nobody may be penned in.

Areas are the connected parts of empty land and free bridges, joined on foot or by boat, with all pawns where they
stand. A pawn is free if no area that it cannot enter has more land than its reach. An action is refused if it makes
another player's free pawn unfree.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from texcoco.game import Action
from texcoco.games.bits import bits, flood, lowest, spaces
from texcoco.games.mexica.actions import (
    ACROSS,
    CANAL,
    CANALS,
    ENDS,
    FLY,
    FOUND,
    PROPOSALS,
    SPENDS,
    TAKES,
    TEMPLE,
    WALK,
    H,
    V,
)
from texcoco.games.mexica.board import LAKE, LAND, STEPS

if TYPE_CHECKING:
    from texcoco.games.mexica.moves import Family, Targets
    from texcoco.games.mexica.position import MexicaPosition

_BUILDING = {id(table) for table in (FOUND, *TEMPLE)}
"""The tables of what is built on the free land of a district: their targets are the same."""
_NO_CHANGE = {id(table) for table in (ENDS, SPENDS, TAKES, PROPOSALS)}
"""The tables of what leaves the board as it is."""


def in_force(p: MexicaPosition) -> bool:
    return p.round == 1 and p.period == 1


def penned_by(p: MexicaPosition, seat: int, action: Action) -> int | None:
    """The seat that an otherwise legal action would pen in, if any."""
    if action.kind in ("end", "take", "spend"):
        return None
    after = _after(p, seat, action)
    empty, wide = after.empty_land(), 0
    for other in range(p.seats):
        if other == seat:
            continue
        doors = after.steps(after.pawns[other])
        if doors & wide:
            continue
        door = doors & -doors
        area = _area(after, door & empty, door & ~empty)
        if 2 * (area & empty).bit_count() >= empty.bit_count():
            wide = area  # a pawn that can enter it is free
        elif not free(after, other) and free(p, other):
            return other
    return None


def free_seats(p: MexicaPosition, seat: int) -> int:
    """The seats besides this one whose pawns are free, as bits."""
    empty, wide, found = p.empty_land(), 0, 0
    for other in range(p.seats):
        if other == seat:
            continue
        doors = p.steps(p.pawns[other])
        if not doors & wide:
            door = doors & -doors
            area = _area(p, door & empty, door & ~empty)
            if 2 * (area & empty).bit_count() >= empty.bit_count():
                wide = area  # whoever can enter it is free
            elif not free(p, other):
                continue
        found |= 1 << other
    return found


def _after(p: MexicaPosition, seat: int, action: Action) -> MexicaPosition:
    """As the board is after an action; what does not matter here may be wrong."""
    after = p.copy()
    if action.kind == "canal":
        after.canals |= bits(action.data)
    elif action.kind == "temple" or action.kind == "found":
        after.built |= 1 << action.data.space
    else:
        after.apply(seat, action)
    return after


def free(p: MexicaPosition, seat: int) -> bool:
    """Whether a pawn can reach at least as much land as any area holds that it cannot enter."""
    reach, outside = reaches(p, seat)
    if outside.bit_count() <= reach:
        return True
    while outside:
        area = _area(p, outside & -outside, 0)
        if (area & LAND & ~p.canals).bit_count() > reach:
            return False
        outside &= ~area
    return True


def reaches(p: MexicaPosition, seat: int) -> tuple[int, int]:
    """How much land a pawn can reach, its own space included, and the empty land that it cannot reach."""
    pawn, empty, (h, v) = p.pawns[seat], p.empty_land(), p.bridges
    doors = p.steps(pawn)
    docks = 0
    if (h | v) >> pawn & 1:
        docks = _water(p, 1 << pawn) & (h | v) & ~p.pawn_bits
    reached = _area(p, doors & empty, (doors & ~empty) | docks) & empty
    own = LAND & ~p.canals & 1 << pawn
    return (reached | own).bit_count(), empty & ~reached


def _area(p: MexicaPosition, land: int, bridges: int) -> int:
    """All empty land and free bridges that can be reached from these."""
    empty = p.empty_land()
    h, v = (laid & ~p.pawn_bits for laid in p.bridges)
    while True:
        land = flood(land, empty, STEPS)
        entered = (
            bridges | (h & (land << ACROSS[H] | land >> ACROSS[H])) | (v & (land << ACROSS[V] | land >> ACROSS[V]))
        )
        if entered:
            entered |= _water(p, entered) & (h | v)
        down = entered & h, entered & v
        ashore = empty & (down[0] << ACROSS[H] | down[0] >> ACROSS[H] | down[1] << ACROSS[V] | down[1] >> ACROSS[V])
        if entered == bridges and not ashore & ~land:
            return land | bridges
        land, bridges = land | ashore, entered


def _water(p: MexicaPosition, bridges: int) -> int:
    """All water that boats reach from these bridges; pawns on bridges do not stop them."""
    canals = flood(bridges, p.canals, STEPS)
    shore = LAKE << ACROSS[H] | LAKE >> ACROSS[H] | LAKE << ACROSS[V] | LAKE >> ACROSS[V]
    if not canals & shore:
        return canals
    return flood(canals | (shore & p.canals), p.canals, STEPS) | LAKE


def without_penning(p: MexicaPosition, seat: int, families: list[Family]) -> list[Family]:
    """The families without the actions that would pen somebody in."""
    if all(id(table) in _NO_CHANGE for table, _ in families):
        return families
    harmless = harmless_targets(p, seat)
    result: list[Family] = []
    built: int | None = None
    for table, targets in families:
        if id(table) in _BUILDING and built is not None:  # a temple or token is in the way like any other
            result.append((table, built))
            continue
        safe = harmless.get(id(table), -1) if harmless else 0
        for at in spaces(targets & ~safe):
            if penned_by(p, seat, table[at]) is not None:
                targets &= ~(1 << at)
        if id(table) in _BUILDING:
            built = targets
        result.append((table, targets))
    return result


def allows_all(p: MexicaPosition, seat: int, targets: Targets) -> bool:
    """Whether it is plain that no action with these targets pens anybody in."""
    harmless = harmless_targets(p, seat)
    if not harmless:
        return False
    one_space = targets.found | targets.canal | targets.walk | targets.fly | targets.room
    h, v = targets.canals
    return not (
        one_space & ~harmless[id(CANAL)] or h & ~harmless[id(CANALS[H])] or v & ~harmless[id(CANALS[V])]
    )  # all else takes no land


_COVER_ONE = (CANAL, FLY, FOUND, WALK, *TEMPLE)
"""The tables of what takes one space of land, if it is land. All others but canals of two spaces take none."""


def harmless_targets(p: MexicaPosition, seat: int) -> dict[int, int]:
    """For tables of actions that take land (by id), targets that leave all others free; empty if all actions need a
    closer look.

    Whoever reaches half of the land is free. A tile that leaves the spaces around it connected leaves the rest of the
    land connected too, and so is harmless while enough of it is left, and a way onto it. Of the other tiles many are
    taken away at once: if all others still reach half of the land, each of these tiles alone is harmless, and so is
    whatever takes one of its spaces. If not, one half of them is tried, and the other.
    """
    empty = p.empty_land()
    enough = empty.bit_count() // 2 + 1  # of what is empty afterwards, too: a pawn that moves may free one space
    piece, doors = 0, list[int]()
    for other, pawn in enumerate(p.pawns):
        if other == seat:
            continue
        ways = p.steps(pawn) & empty
        if not ways & piece:
            pieces = (flood(1 << at, empty, STEPS) for at in spaces(ways))
            large = next((area for area in pieces if area.bit_count() >= enough), 0)
            if not large and free(p, other):
                return {}
            if not large:  # whoever is not free cannot be made so
                continue
            piece = large
        doors.append(ways & piece)
    return _harmless_targets(piece, tuple(doors), enough)


@lru_cache(maxsize=8)
def _harmless_targets(piece: int, doors: tuple[int, ...], enough: int) -> dict[int, int]:
    """Cached, since legal actions and plans of a position both need it."""
    one, two = ~piece, [~piece, ~piece]
    for way in (H, V) if piece.bit_count() - 2 >= enough else ():
        every = piece & piece >> ACROSS[way]
        harmless = every & ~(_cutting(piece, way) | _closing(doors, way))
        one |= harmless | harmless << ACROSS[way]
        two[way] |= harmless
        to_try = [every ^ harmless]
        while to_try:
            tiles = to_try.pop()
            taken = tiles | tiles << ACROSS[way]
            if _reach(doors, piece & ~taken, enough):
                one |= taken
                two[way] |= tiles
            elif tiles & (tiles - 1):
                lower = tiles & ((1 << (lowest(tiles) + tiles.bit_length()) // 2) - 1)
                to_try += (lower, tiles ^ lower)
    return {id(CANALS[H]): two[H], id(CANALS[V]): two[V], **{id(table): one for table in _COVER_ONE}}


def _cutting(land: int, way: int) -> int:
    """The tiles of two spaces whose neighbours on the land are not all connected beside the tile: only these can cut
    it.

    Going round a tile, each space of land beside it is connected with the next one, or it is the end of a piece.
    """
    along, across = ACROSS[way], ACROSS[V if way == H else H]
    before, after = land << along, land >> 2 * along
    left, left_next = land << across, land << across >> along
    right, right_next = land >> across, land >> across >> along
    # `a ^ (a & b)` is `a & ~b`, and faster
    ends = (
        before ^ (before & before << across & left),
        left ^ (left & left_next),
        left_next ^ (left_next & after << across & after),
        after ^ (after & after >> across & right_next),
        right_next ^ (right_next & right),
        right ^ (right & before >> across & before),
    )
    some = several = 0
    for end in ends:
        several |= some & end
        some |= end
    return several


def _closing(doors: tuple[int, ...], way: int) -> int:
    """The tiles of two spaces that cover every door of somebody."""
    along, found = ACROSS[way], 0
    for door in doors:
        if not door & (door - 1):
            found |= door | door >> along
        elif door.bit_count() == 2:
            found |= door & door >> along
    return found


def _reach(doors: tuple[int, ...], land: int, enough: int) -> bool:
    """Whether all who enter the land by these doors reach the same part of it, of at least `enough` spaces."""
    if not doors:
        return True
    starts, (a, b) = doors[0] & land, STEPS
    while starts:  # some of the doors may be cut off from the rest
        reached, grown = 0, starts & -starts
        while grown != reached:
            reached = grown
            grown = (grown | grown << a | grown >> a | grown << b | grown >> b) & land
            grown = (grown | grown << a | grown >> a | grown << b | grown >> b) & land
            grown = (grown | grown << a | grown >> a | grown << b | grown >> b) & land
            if grown.bit_count() >= enough and all(door & grown for door in doors):
                return True
        starts &= ~reached
    return False
