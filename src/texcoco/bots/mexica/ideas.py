"""What is worth trying in a turn of Mexica: a few dozen of the hundreds of legal actions, as sequences that belong
together."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from texcoco.bots.mexica.cuts import Cut
from texcoco.bots.mexica.evaluator import ending
from texcoco.bots.mexica.ways import Ways
from texcoco.game import Action
from texcoco.games.bits import lowest, neighbours, spaces
from texcoco.games.mexica import MexicaPosition, moves
from texcoco.games.mexica.actions import ACROSS, CANAL, CANALS, FLY, FOUND, TEMPLE, H, V
from texcoco.games.mexica.board import PALACE, STARTS, STEPS

Idea = tuple[int, tuple[Action, ...]]
"""What it costs, and what is to be done."""


def ideas(
    p: MexicaPosition, seat: int, projects: Sequence[Cut], asked: Sequence[int], spoil: bool, flies: bool
) -> Iterator[Idea]:
    """Sequences of actions worth trying within the points of the turn and all action tokens. Founding is not among
    them: it costs nothing and is done as soon as it can be."""
    budget = p.ap + p.tokens[seat]
    purse = budget if flies else 0
    if not budget:
        return
    pawn = p.pawns[seat]
    empty = p.empty_land()
    ground = p.district(pawn)
    room = ground & empty & ~PALACE
    if room:
        site = aside(p, pawn, room)
        hand = p.hands[4 * seat : 4 * seat + 4]
        yield from ((level, (TEMPLE[level - 1][site],)) for level in range(1, min(budget, 4) + 1) if hand[level - 1])
    ways = Ways(p, seat, budget)
    yield from _projects(p, seat, projects, ways, budget, purse, empty)
    has_temples = any(p.hands[4 * seat : 4 * seat + 4])
    for land in (*p.wild, *(district.land for district in p.founded)):
        if land == ground:
            continue
        free = land & empty & ~PALACE
        to_found = land in asked
        if not free or not (to_found or has_temples):
            continue
        if to_found and not free & (free - 1) and not land & empty & PALACE:
            continue  # no room for the token beside the noble
        yield from _go(ways, land & empty if to_found else free, purse)
    if not p.display or ending(p):
        yield from _go(ways, STARTS & empty, purse)
    if spoil:
        for land in asked:
            if land != ground:
                yield from _spoil(p, land, empty)


def _go(ways: Ways, targets: int, purse: int) -> Iterator[Idea]:
    """The cheapest way there: by air if that is cheaper and `purse` pays for it."""
    found = ways.nearest(targets)
    if found is not None:
        to, cost = found
        if cost <= moves.FLIGHT:
            if cost:
                yield cost, ways.path(to, cost)
            return
    if purse >= moves.FLIGHT and targets:
        yield moves.FLIGHT, (FLY[lowest(targets)],)


def _projects(
    p: MexicaPosition, seat: int, projects: Sequence[Cut], ways: Ways, budget: int, purse: int, empty: int
) -> Iterator[Idea]:
    pawn = p.pawns[seat]
    diggable = moves.soil(p, empty | 1 << pawn)
    for cut in projects:
        count = len(cut.tiles)
        if count > budget or cut.water & ~diggable or cut.singles > p.singles or cut.doubles > p.doubles:
            continue
        if cut.water >> pawn & 1:
            continue
        if cut.land >> pawn & 1 or cut.land.bit_count() not in p.display:
            yield count, cut.tiles
            continue
        inside = cut.land & empty
        for cost, path in _go(ways, inside, purse):
            # a bridge of the way may rest where a canal is to be dug
            if cost + count <= budget and not any(action.kind in ("bridge", "shift") for action in path):
                yield cost + count, path + cut.tiles


def _spoil(p: MexicaPosition, land: int, empty: int) -> Iterator[Idea]:
    """A canal that gives a district that another seat would found a size that nobody asks for."""
    soil = moves.soil(p, empty) & land
    size = land.bit_count()
    if p.doubles and size - 2 not in p.display:
        for way in (H, V):
            pairs = soil & soil >> ACROSS[way]
            if pairs:
                yield 1, (CANALS[way][lowest(pairs)],)
    if p.singles and soil and size - 1 not in p.display:
        yield 1, (CANAL[lowest(soil)],)


def aside(p: MexicaPosition, pawn: int, room: int) -> int:
    """A space of the district for a temple or token: not where the noble walks or bridges land, if that can be
    helped."""
    ramps = p.ramps()
    best = room & ~(ramps | neighbours(1 << pawn, STEPS)) or room & ~ramps or room
    # prefer a space by the water or beside something built, which leaves the way through the district open
    blocked = ~p.empty_land()
    choice, most = -1, -1
    for at in spaces(best):
        walls = (blocked >> (at + 1) & 1) + (blocked >> (at - 1) & 1)
        walls += (blocked >> (at + ACROSS[V]) & 1) + (blocked >> (at - ACROSS[V]) & 1)
        if walls > most:
            choice, most = at, walls
    return choice


def founding(p: MexicaPosition, seat: int) -> Action | None:
    """The founding that is possible now."""
    pawn = p.pawns[seat]
    ground = p.district(pawn)
    if ground and ground in p.wild and ground.bit_count() in p.display:
        room = ground & p.empty_land() & ~PALACE
        if room:
            return FOUND[aside(p, pawn, room)]
    return None
