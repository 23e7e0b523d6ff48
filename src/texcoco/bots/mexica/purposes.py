"""What canals and ways are good for that bring nothing at once: which district they prepare, divide, spoil or lead
to."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from texcoco.bots.mexica.cuts import areas, cuts, distance, levels_in, points, soil_without_pawn
from texcoco.bots.mexica.evaluator import BIG, WEIGHTS, Board, ending, hand_levels, seat_features, stage_of
from texcoco.game import Json
from texcoco.games.bits import neighbours
from texcoco.games.mexica import MexicaPosition
from texcoco.games.mexica.board import ACTION_POINTS, LAND, NAMES, PALACE, STARTS, STEPS, worth
from texcoco.games.mexica.scoring import HOME

NEAR = 4
"""A district is said to be near if it is no farther than this."""
MORE_LEVELS = 8
"""So many levels at most are built in a district within a turn or two."""


class Purpose(NamedTuple):
    """A sentence of the catalogue, and what fills it."""

    key: str
    values: Json


def digging(p: MexicaPosition, after: MexicaPosition, seat: int) -> Purpose:
    """What the canals are for that lead from a position to another."""
    sizes = {land.bit_count() for land in after.wild if land not in p.wild} & set(after.display)
    if sizes:
        size = max(sizes)
        return Purpose("hint.turn.part", {"size": size, "prestige": worth(size)[1]})
    spoilt = {land.bit_count() for land in p.wild if land not in after.wild} & set(p.display)
    if spoilt:
        return Purpose("hint.turn.spoil", {"size": max(spoilt)})
    return _dividing(p, after, seat) or _parting_later(p, after, seat) or Purpose("hint.turn.canal", {})


def _dividing(p: MexicaPosition, after: MexicaPosition, seat: int) -> Purpose | None:
    """In the second period land without a token counts as well (M-WILD): divided, it may give more, or others less."""
    if p.period == 1:
        return None
    before, now = _points_on(p.wild, after), _points_on(after.wild, after)
    gain = now[seat] - before[seat]
    loss = max(before[other] - now[other] for other in range(p.seats) if other != seat)
    if gain > 0:
        return Purpose("hint.turn.divide", {"prestige": gain})
    return Purpose("hint.turn.lessen", {"prestige": loss + gain}) if loss + gain > 0 else None


def _points_on(lands: Iterable[int], p: MexicaPosition) -> list[int]:
    """What each seat would gain on these lands with the temples that stand."""
    gained = [points(levels_in(p, land), land.bit_count()) for land in lands]
    return [sum(column) for column in zip([0] * p.seats, *gained, strict=True)]


def _parting_later(p: MexicaPosition, after: MexicaPosition, seat: int) -> Purpose | None:
    """The district beside the new canals that the fewest tiles more part off."""
    soil = soil_without_pawn(after, seat)
    beside = neighbours(after.canals & ~p.canals, STEPS) & LAND
    grown = [area for area in areas(after, beside, soil) if area & beside]
    found = cuts(after, after.pawns[seat], grown, soil, len(grown))
    if not found:
        return None
    cut = min(found, key=lambda cut: (len(cut.tiles), -cut.land.bit_count()))
    size = cut.land.bit_count()
    return Purpose("hint.turn.prepare", {"size": size, "tiles": len(cut.tiles), "prestige": worth(size)[1]})


def going(p: MexicaPosition, after: MexicaPosition, seat: int) -> Purpose:
    """What a noble can gain by standing where it is after a turn, of what the bots weigh the most."""
    at = after.pawns[seat]
    board = Board(after, WEIGHTS)
    weight = dict(zip(("here", "next", "near", "home"), WEIGHTS.of_stage[stage_of(after)][-4:], strict=True))
    mover = (seat + 1) % after.seats
    was, now = (seat_features(q, board, seat, mover) for q in (_moved(after, seat, p.pawns[seat]), after))
    found: list[tuple[float, Purpose]] = []
    build = _building(after, seat) if now[3] > 0 else None
    if build is not None:
        found.append((weight["here"] * (now[3] - was[3]), build))
    if near := [land for land in board.asked if distance(at, land) <= NEAR]:
        land = max(near, key=lambda land: worth(land.bit_count())[1] / (1 + distance(at, land) / 3))
        size = land.bit_count()
        values = {"space": NAMES[at], "size": size, "steps": distance(at, land), "prestige": worth(size)[1]}
        found.append((weight["near"] * (now[5] - was[5]), Purpose("hint.turn.near", values)))
    if STARTS >> at & 1 and not STARTS >> p.pawns[seat] & 1 and not ending(after):
        # in some stages the weight is nothing: then it is said if there is nothing else to say
        found.append((max(weight["home"], 0.001), Purpose("hint.turn.stay", {"space": NAMES[at], "prestige": HOME})))
    best = max(found, default=None, key=lambda each: each[0])
    if best is not None and best[0] > 0:
        return best[1]
    return _parting_around(after, seat) or Purpose("hint.turn.go", {"space": NAMES[at]})


def _parting_around(p: MexicaPosition, seat: int) -> Purpose | None:
    """The district around a noble that the fewest tiles part off."""
    at = p.pawns[seat]
    soil = soil_without_pawn(p, seat) & ~(1 << at)
    near = neighbours(neighbours(1 << at, STEPS), STEPS) & LAND
    grown = [area for area in areas(p, near, soil) if area >> at & 1]
    found = [cut for cut in cuts(p, at, grown, soil, len(grown)) if len(cut.tiles) <= ACTION_POINTS]
    if not found:
        return None
    cut = min(found, key=lambda cut: (len(cut.tiles), -cut.land.bit_count()))
    size = cut.land.bit_count()
    values = {"space": NAMES[at], "size": size, "tiles": len(cut.tiles), "prestige": worth(size)[1]}
    return Purpose("hint.turn.around", values)


def _moved(p: MexicaPosition, seat: int, pawn: int) -> MexicaPosition:
    """The position with the noble of a seat elsewhere."""
    q = p.copy()
    q.pawns[seat] = pawn
    return q


def _building(p: MexicaPosition, seat: int) -> Purpose | None:
    """The levels that would bring the most for each action point in the district of the noble."""
    at = p.pawns[seat]
    land = p.district(at)
    room = (land & ~p.built & ~PALACE).bit_count()
    levels, size = levels_in(p, land), land.bit_count()
    now = points(levels, size)[seat]
    best, added = 0.0, 0
    for more in range(1, min(MORE_LEVELS, hand_levels(p, seat), 4 * room) + 1):
        gain = points((*levels[:seat], levels[seat] + more, *levels[seat + 1 :]), size)[seat] - now
        if gain / (more + 1) > best:
            best, added = gain / (more + 1), more
    if not added:
        return None
    token = next((district.at for district in p.founded if district.land == land), None)
    total = levels[seat] + added
    values: Json = {
        "space": NAMES[at], "size": size, "at": NAMES[at if token is None else token], "levels": added,
        "rank": str(1 + sum(other > total for n, other in enumerate(levels) if n != seat)),
        "prestige": points((*levels[:seat], total, *levels[seat + 1 :]), size)[seat],
    }  # fmt: skip
    if token is None and p.period == 1:
        return None if size > BIG else Purpose("hint.turn.build.wild", values)
    return Purpose("hint.turn.build", values)
