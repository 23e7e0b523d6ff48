"""M-PEN: in the first round of the game nobody may be penned in.

Areas are the connected parts of empty land and free bridges, joined on foot or by boat, with all pawns where they stand. A
pawn is free if no area that it cannot enter has more land than its reach. An action is refused if it makes another
player's free pawn unfree.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from texcoco.game import Action
from texcoco.games.bits import bits, flood, spaces
from texcoco.games.mexica.actions import ACROSS, BRIDGE, CANAL, CANALS, FLY, FOUND, TEMPLE, H, V
from texcoco.games.mexica.board import LAKE, LAND, STEPS

if TYPE_CHECKING:
    from texcoco.games.mexica.moves import Family
    from texcoco.games.mexica.position import MexicaPosition

SMALL_CHANGE = 2
"""By how many spaces a single action can change an area without splitting or joining any: a tile covers two."""


_BUILDING = {id(table) for table in (FOUND, *TEMPLE)}
"""The tables of what is built on the free land of a district: their targets are the same."""


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
            wide = area  # whoever can enter it is free
        elif not free(after, other) and free(p, other):
            return other
    return None


def _after(p: MexicaPosition, seat: int, action: Action) -> MexicaPosition:
    """As the board is after an action; what does not matter here may be wrong."""
    after = p.copy()
    if action.kind == "canal":
        after.canals |= bits(action.data)
    elif action.kind == "temple" or action.kind == "found":
        after.built |= 1 << action.data[0]
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
        entered = bridges | (h & (land << ACROSS[H] | land >> ACROSS[H])) | (v & (land << ACROSS[V] | land >> ACROSS[V]))
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
    harmless = _harmless(p, seat)
    result: list[Family] = []
    built: int | None = None
    for table, targets in families:
        if id(table) in _BUILDING and built is not None:  # a temple or token is in the way like any other
            result.append((table, built))
            continue
        for at in spaces(targets & ~harmless.get(id(table), 0)):
            if penned_by(p, seat, table[at]) is not None:
                targets &= ~(1 << at)
        if id(table) in _BUILDING:
            built = targets
        result.append((table, targets))
    return result


def _harmless(p: MexicaPosition, seat: int) -> dict[int, int]:
    """For the tables that fill the board (by id), the spaces that need no closer look.

    Where everybody reaches nearly all the land there is, covering a space pens nobody in if it leaves its surroundings in
    one piece, blocks no ramp and is next to nobody's pawn.
    """
    for other in range(p.seats):
        if other != seat:
            reach, outside = reaches(p, other)
            if outside.bit_count() + SMALL_CHANGE > reach:
                return {}
    empty = p.empty_land()
    others = p.pawn_bits & ~(1 << p.pawns[seat])
    calm = empty & ~(p.ramps() | others << ACROSS[H] | others >> ACROSS[H] | others << ACROSS[V] | others >> ACROSS[V])
    one = _leaves_in_one_piece(empty, _AROUND_ONE) & calm
    wide = _leaves_in_one_piece(empty, _AROUND_WIDE) & calm & calm >> ACROSS[H]
    tall = _leaves_in_one_piece(empty, _AROUND_TALL) & calm & calm >> ACROSS[V]
    cover_one = (CANAL, FLY, FOUND, *TEMPLE)
    return {id(CANALS[H]): wide, id(CANALS[V]): tall, **{id(t): one for t in cover_one}, **{id(t): p.canals for t in BRIDGE}}


# The spaces round a tile, clockwise from above its left end, as (columns to the right, rows down).
_AROUND_ONE = ((0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1))
_AROUND_WIDE = ((0, -1), (1, -1), (2, -1), (2, 0), (2, 1), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1))
_AROUND_TALL = ((0, -1), (1, -1), (1, 0), (1, 1), (1, 2), (0, 2), (-1, 2), (-1, 1), (-1, 0), (-1, -1))


def _leaves_in_one_piece(empty: int, around: tuple[tuple[int, int], ...]) -> int:
    """The spaces where a tile may lie without cutting the empty land next to it in two.

    Going round the tile, the pieces are counted by where they end: an edge-neighbour that is empty and from which the
    ring does not lead on to the next edge-neighbour. At most one piece is fine. All spaces of the board are looked at at once.
    """
    ring = [_looking(empty, right, down) for right, down in around]
    width = max(right for right, _ in around)
    height = max(down for _, down in around)
    at_corner = [right in (-1, width) and down in (-1, height) for right, down in around]
    once = twice = 0
    for i, here in enumerate(ring):
        if at_corner[i]:
            continue
        j = (i + 1) % len(ring)
        onward = ring[j] & ring[(j + 1) % len(ring)] if at_corner[j] else ring[j]
        ends = here & ~onward
        twice |= once & ends
        once |= ends
    return ~twice


def _looking(bits: int, right: int, down: int) -> int:
    """For every space at once: whether the space so far to the right and down is in the set."""
    step = right * ACROSS[H] + down * ACROSS[V]
    return bits >> step if step >= 0 else bits << -step
