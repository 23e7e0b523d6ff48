"""What districts give at the end of a period."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from texcoco.game import Event, ranks
from texcoco.games.bits import lowest
from texcoco.games.mexica.board import NAMES, STARTS, worth

if TYPE_CHECKING:
    from texcoco.games.mexica.position import MexicaPosition

HOME = 5
"""For a pawn on a start space (M-HOME)."""


def grandeur(p: MexicaPosition, land: int) -> list[int]:
    """The levels that each owner has in a district; the neutral colour comes last."""
    t = p.temples
    return [
        (t[i] & land).bit_count()
        + 2 * (t[i + 1] & land).bit_count()
        + 3 * (t[i + 2] & land).bit_count()
        + 4 * (t[i + 3] & land).bit_count()
        for i in range(0, len(t), 4)
    ]


def points(levels: list[int], size: int) -> list[int]:
    """What each owner gains in a district of that size (M-RANK); the last is what the neutral colour keeps from others."""
    prize = worth(size)
    return [prize[rank - 1] if mine and rank <= 3 else 0 for rank, mine in zip(ranks(levels), levels, strict=True)]


def scored_districts(p: MexicaPosition) -> list[tuple[int, int, bool]]:
    """The districts that count at the end of this period: land, a space to name it by, founded or not (M-WILD)."""
    districts = [(district.land, district.at, True) for district in p.founded]
    return districts + [(land, lowest(land), False) for land in p.wild] if p.period == 2 else districts


def sources(seats: int, heard: Sequence[Event]) -> dict[str, list[int]]:
    """Where the prestige of each seat comes from: founding, being there when others found, both scorings, and being home."""
    found = {name: [0] * seats for name in ("found", "present", "first", "second", "wild", "home")}
    period = "first"
    for event in heard:
        if event.key in ("found", "present", "home"):
            found[event.key][event.seat] += event.values["points"]
        elif event.key == "period_end":
            period = "first" if event.values["period"] == 1 else "second"
        elif event.key == "district":
            for seat, more in event.values["awards"]:
                found[period if event.values["founded"] else "wild"][seat] += more
    return found


def score_period(p: MexicaPosition, told: list[Event] | None) -> None:
    """Scores all districts one by one, then the pawns that came home."""
    for land, at, founded in scored_districts(p):
        size, levels = land.bit_count(), grandeur(p, land)
        gained = points(levels, size)[: p.seats]
        for seat, more in enumerate(gained):
            p.score[seat] += more
        if told is not None and any(levels):
            values = {"at": NAMES[at], "size": size, "founded": founded, "levels": levels[: p.seats], "neutral": levels[-1]}
            awards = [[seat, more] for seat, more in enumerate(gained) if more]
            told.append(Event("district", p.turn, {**values, "awards": awards, "count": len(awards)}))
    for seat, pawn in enumerate(p.pawns):
        if STARTS >> pawn & 1:
            p.score[seat] += HOME
            if told is not None:
                told.append(Event("home", seat, {"points": HOME, "at": NAMES[pawn]}))
