"""Districts that could be parted off: canals that leave an area of a size that the Emperor asks for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from heapq import nsmallest
from typing import NamedTuple

from texcoco.game import Action
from texcoco.games.bits import neighbours, spaces
from texcoco.games.mexica import MexicaPosition, moves
from texcoco.games.mexica.actions import ACROSS, CANAL, CANALS, H, V
from texcoco.games.mexica.board import LAND, PALACE, SIZE, STEPS, worth

AROUND = [neighbours(1 << at, STEPS) & ~(1 << at) for at in range(SIZE)]
"""The four spaces beside each space."""


class Cut(NamedTuple):
    """Canal tiles that part off a district."""

    tiles: tuple[Action, ...]
    land: int
    """The district."""
    water: int
    """All that the tiles cover."""
    singles: int
    doubles: int


def areas(p: MexicaPosition, seeds: int, soil: int) -> set[int]:
    """Areas of a displayed size that few canals part off, grown from each space of `seeds`. `soil` is where canals may
    be dug."""
    found: set[int] = set()
    wanted = 0
    for size in p.display:
        wanted |= 1 << size
    if not wanted or not p.singles + p.doubles:
        return found
    smallest, most = p.display[0], p.display[-1]
    for land in p.wild:
        if land.bit_count() > smallest and land & seeds:
            _grow(land, seeds & land & ~p.built, soil, wanted, most, found)
    return found


def _grow(land: int, seeds: int, soil: int, wanted: int, most: int, found: set[int]) -> None:
    """Lets areas grow space by space so that their borders stay short; what cannot be dug is taken in first."""
    seen: set[int] = set()
    for seed in spaces(seeds):
        area, border, size = 1 << seed, AROUND[seed] & land, 1
        fresh = land & ~area & ~border
        while border and size <= most:
            must = border & ~soil
            if not must and wanted >> size & 1:
                found.add(area)
            best, added = _shortest(must or border, fresh)
            area |= best
            if area in seen:  # it would go on as before
                break
            seen.add(area)
            border = border & ~best | added
            fresh &= ~added
            size += 1


def _shortest(among: int, fresh: int) -> tuple[int, int]:
    """The space of a border by which an area grows so that the border stays shortest, and what is then added to it."""
    best, fewest, gained = 0, 9, 0
    while among:
        bit = among & -among
        among ^= bit
        added = AROUND[bit.bit_length() - 1] & fresh
        more = added.bit_count()
        if more < fewest:
            best, fewest, gained = bit, more, added
            if not more:
                break
    return best, gained


def cuts(p: MexicaPosition, pawn: int, grown: Iterable[int], soil: int, most: int) -> list[Cut]:
    """The tiles that part off areas (of any position of the game), as far as that is possible now: `most` of
    them, of every size those that take least to go there from `pawn` and dig."""
    of_size: dict[int, list[tuple[float, int, int]]] = {size: [] for size in p.display}
    display, built = p.display, p.built
    wild = [land for land in p.wild if land.bit_count() > display[0]] if display else []
    for area in grown:
        size = area.bit_count()
        if size not in display:
            continue
        for land in wild:
            if not area & ~land:
                break
        else:
            continue
        border = neighbours(area, STEPS) & land & ~area
        if not border or border & ~soil:
            continue
        free = area & ~built
        if free & (free - 1) and free & ~PALACE:
            effort = border.bit_count() / 2 + min(distance(pawn, area), 5)
            of_size[size].append((effort, area, border))
    each = -(-most // max(len(of_size), 1))
    found = [
        wall(p, area, border, soil & ~area)
        for ranked in of_size.values()
        for _, area, border in nsmallest(each, ranked)
    ]
    return [cut for cut in found if cut is not None]


def wall(p: MexicaPosition, land: int, border: int, soil: int) -> Cut | None:
    """Tiles that cover a border, and outside it nothing that cannot be dug; None if there are not enough."""
    tiles: list[Action] = []
    singles, doubles, water = p.singles, p.doubles, 0
    while border:
        bit = border & -border
        at = bit.bit_length() - 1
        right, below = bit << ACROSS[H], bit << ACROSS[V]
        if doubles and border & right:
            tile, covered = CANALS[H][at], bit | right
        elif doubles and border & below:
            tile, covered = CANALS[V][at], bit | below
        elif singles:
            tile, covered = CANAL[at], bit
            singles, doubles = singles - 1, doubles + 1
        elif doubles and soil & right:
            tile, covered = CANALS[H][at], bit | right
        elif doubles and soil & below:
            tile, covered = CANALS[V][at], bit | below
        elif doubles and soil & bit >> ACROSS[H]:
            tile, covered = CANALS[H][at - ACROSS[H]], bit | bit >> ACROSS[H]
        elif doubles and soil & bit >> ACROSS[V]:
            tile, covered = CANALS[V][at - ACROSS[V]], bit | bit >> ACROSS[V]
        else:
            return None
        doubles -= 1
        water |= covered
        border &= ~covered
        soil &= ~covered
        tiles.append(tile)
    return Cut(tuple(tiles), land, water, p.singles - singles, p.doubles - doubles)


def splits(p: MexicaPosition, seat: int, soil: int, most: int) -> list[Cut]:
    """Canals that divide an unfounded district so that it would give the seat more, compared with the others, if it
    were scored now (M-WILD): the best for each action point."""
    ranked: list[tuple[float, int, int]] = []
    others = [other for other in range(p.seats) if other != seat]

    def ahead(levels: tuple[int, ...], size: int) -> float:
        gained = points(levels, size)
        return gained[seat] - max(gained[other] for other in others)

    for land in p.wild:
        size = land.bit_count()
        if size < 5 or not land & p.built:
            continue
        before, whole = levels_in(p, land), size
        now = ahead(before, whole)
        for area, border in _borders(land, soil, whole - 1):
            tiles = (border.bit_count() + 1) // 2
            part = levels_in(p, area)
            rest = tuple([a - b for a, b in zip(before, part, strict=True)])
            size = area.bit_count()
            gain = ahead(part, size) + ahead(rest, max(whole - size - border.bit_count(), 0)) - now
            if gain >= 2 * tiles:
                ranked.append((-gain / tiles, area, border))
    found = [wall(p, area, border, soil & ~area) for _, area, border in nsmallest(most, ranked)]
    return [cut for cut in found if cut is not None]


SHORT = 6
"""The longest border that is dug to divide a district."""


def _borders(land: int, soil: int, most: int) -> Iterator[tuple[int, int]]:
    """Areas that grow from every space of a district, and their borders, where those are short and can be dug."""
    seen: set[int] = set()
    for seed in spaces(land):
        area, border, size = 1 << seed, AROUND[seed] & land, 1
        fresh = land & ~area & ~border
        while border and size < most:
            must = border & ~soil
            if not must and border.bit_count() <= SHORT:
                yield area, border
            best, added = _shortest(must or border, fresh)
            area |= best
            if area in seen:
                break
            seen.add(area)
            border = border & ~best | added
            fresh &= ~added
            size += 1


def levels_in(p: MexicaPosition, land: int) -> tuple[int, ...]:
    """The levels of each owner in a district; the neutral colour comes last."""
    t = p.temples
    return tuple(
        [
            (t[i] & land).bit_count()
            + 2 * (t[i + 1] & land).bit_count()
            + 3 * (t[i + 2] & land).bit_count()
            + 4 * (t[i + 3] & land).bit_count()
            for i in range(0, len(t), 4)
        ]
    )


def points(levels: tuple[int, ...], size: int) -> tuple[int, ...]:
    """What each seat gains in a district of that size (M-RANK)."""
    prize = (*worth(size), 0, 0)
    return tuple([prize[sum([other > mine for other in levels])] if mine else 0 for mine in levels[:-1]])


def soil_without_pawn(p: MexicaPosition, seat: int) -> int:
    """Where canals might be dug if the seat's pawn stood elsewhere."""
    return moves.soil(p, p.empty_land() | (1 << p.pawns[seat] & LAND & ~p.canals))


def can_be_made(p: MexicaPosition, size: int) -> bool:
    """Whether a district of that size is there, or a way to make one is seen."""
    for land in p.wild:
        if land.bit_count() == size and (land & ~p.built).bit_count() >= 2 and land & ~(p.built | PALACE):
            return True
    soil = moves.soil(p, LAND & ~(p.canals | p.built))
    grown = [area for area in areas(p, LAND, soil) if area.bit_count() == size]
    return bool(cuts(p, p.pawns[p.turn], grown, soil, len(grown)))


@lru_cache(maxsize=SIZE)
def _rings(space: int) -> tuple[int, ...]:
    """The spaces at most 0, 1, 2, … 12 steps from a space, whatever lies between."""
    rings = [1 << space]
    for _ in range(12):
        rings.append(neighbours(rings[-1], STEPS))
    return tuple(rings)


def distance(space: int, land: int) -> int:
    """How far a district is from a space, whatever lies between; 13 if farther than that."""
    for away, ring in enumerate(_rings(space)):
        if ring & land:
            return away
    return 13
