"""What districts give at the end of a period."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from texcoco.game import Event, ranks
from texcoco.games.bits import lowest
from texcoco.games.mexica.board import STARTS, worth

if TYPE_CHECKING:
    from texcoco.games.mexica.position import MexicaPosition

HOME = 5
"""For a pawn on a start space (M-HOME)."""


def grandeur(p: MexicaPosition, land: int) -> list[int]:
    """The levels that each owner has in a district; the neutral colour comes last."""
    return levels_in(p.temples, land)


def levels_in(t: Sequence[int], land: int) -> list[int]:
    """The levels of these temples (as `MexicaPosition.temples`) in a district, of each owner."""
    return [
        (t[i] & land).bit_count()
        + 2 * (t[i + 1] & land).bit_count()
        + 3 * (t[i + 2] & land).bit_count()
        + 4 * (t[i + 3] & land).bit_count()
        for i in range(0, len(t), 4)
    ]


def points(levels: list[int], size: int) -> list[int]:
    """What each owner gains in a district of that size (M-RANK); the last is what the neutral colour keeps from
    others."""
    prize = worth(size)
    return [prize[rank - 1] if mine and rank <= 3 else 0 for rank, mine in zip(ranks(levels), levels, strict=True)]


class DistrictScore(NamedTuple):
    """What a district gives at the end of a period."""

    at: int
    """A space to name it by: that of its calpulli token if it is founded."""
    size: int
    founded: bool
    levels: list[int]
    """The levels that each owner has there; the neutral colour comes last."""
    gained: list[int]
    """The points of each seat."""


def district_scores(p: MexicaPosition) -> list[DistrictScore]:
    """The districts that count at the end of this period: the founded ones, in the second also the others (M-WILD)."""
    districts = [(district.land, district.at, True) for district in p.founded]
    if p.period == 2:
        districts += [(land, lowest(land), False) for land in p.wild]
    scores: list[DistrictScore] = []
    for land, at, founded in districts:
        size, levels = land.bit_count(), grandeur(p, land)
        scores.append(DistrictScore(at, size, founded, levels, points(levels, size)[: p.seats]))
    return scores


def seats_at_home(p: MexicaPosition) -> list[int]:
    """The seats whose pawn stands on a start space (M-HOME)."""
    return [seat for seat, pawn in enumerate(p.pawns) if STARTS >> pawn & 1]


def score_period(p: MexicaPosition) -> None:
    """Adds the points for all districts, and for the pawns that came home."""
    for district in district_scores(p):
        for seat, more in enumerate(district.gained):
            p.score[seat] += more
    for seat in seats_at_home(p):
        p.score[seat] += HOME


def sources(score: Sequence[int], events: Sequence[Event]) -> dict[str, list[int]]:
    """Where the prestige of each seat comes from: founding, being there when others found, both scorings, and being
    home; and what it had in the position that the game started from, if it did not start at the beginning."""
    found = {name: [0] * len(score) for name in ("found", "present", "first", "second", "wild", "home")}
    period = "first"
    for event in events:
        if event.key in ("found", "present", "home"):
            found[event.key][event.seat] += event.values["points"]
        elif event.key == "period_end":
            period = "first" if event.values["period"] == 1 else "second"
        elif event.key == "district":
            for seat, more in event.values["awards"]:
                found[period if event.values["founded"] else "wild"][seat] += more
    before = [points - sum(column) for points, *column in zip(score, *found.values(), strict=True)]
    return {"before": before, **found} if any(before) else found
