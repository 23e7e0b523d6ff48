"""Mexica as JSON. Nothing in it is hidden, so a view is the position and what follows from it."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

from texcoco.game import Json
from texcoco.games.bits import spaces
from texcoco.games.mexica.actions import WAYS, H, V
from texcoco.games.mexica.board import NAMES
from texcoco.games.mexica.scoring import grandeur, points

if TYPE_CHECKING:
    from texcoco.games.mexica.position import MexicaPosition

FORMAT = 1


def dump(p: MexicaPosition) -> Json:
    """The position in the public format (docs/position.md); pieces are listed by space, so that equal positions dump
    alike."""
    return {
        "game": p.game.name,
        "format": FORMAT,
        "rules": p.game.rules,
        "seats": p.seats,
        "options": p.options.dump(),
        "phase": p.phase,
        "period": p.period,
        "round": p.round,
        "first": p.first if p.first >= 0 else None,
        "turn": p.turn,
        "ap": p.ap,
        "taken": p.taken,
        "canals": [[NAMES[space] for space in tile] for tile in sorted(p.tiles)],
        "bridges": [
            {"at": NAMES[at], "dir": WAYS[way]}
            for at, way in sorted((at, way) for way in (H, V) for at in spaces(p.bridges[way]))
        ],
        "temples": _temples(p),
        "founded": [{"at": NAMES[district.at], "size": district.size} for district in p.founded],
        "display": list(p.display),
        "later": list(p.later),
        "removed": list(p.removed),
        "pawns": [NAMES[at] if at >= 0 else None for at in p.pawns],
        "tokens": list(p.tokens),
        "token_supply": p.token_supply,
        "supply": {"canal1": p.singles, "canal2": p.doubles, "bridges": p.bridges_left},
        "hands": [{str(level): p.hands[4 * seat + level - 1] for level in (1, 2, 3, 4)} for seat in range(p.seats)],
        "score": list(p.score),
        "vote": None if p.vote is None else {"size": p.vote.size, "by": p.vote.by, "asked": p.vote.asked},
        "refused": list(p.refused),
        "placed": p.placed,
        "idle_rounds": p.idle_rounds,
    }


def _temples(p: MexicaPosition) -> list[Json]:
    standing: list[tuple[int, int, int]] = []
    for i, placed in enumerate(p.temples):
        standing.extend((at, i // 4, i % 4 + 1) for at in spaces(placed))
    return [
        {"at": NAMES[at], "seat": owner if owner < p.seats else None, "level": level}
        for at, owner, level in sorted(standing)
    ]


def view(p: MexicaPosition, seat: int | None) -> Json:
    """What everybody sees: the position, and its districts with what they would give if they were scored now."""
    districts = [(district.land, NAMES[district.at]) for district in p.founded] + [(land, None) for land in p.wild]
    return {"seat": seat, **dump(p), "districts": [_district(p, land, token) for land, token in districts]}


@lru_cache(maxsize=1000)
def _names(land: int) -> tuple[str, ...]:
    """The names of a district's spaces. Large districts seldom change, and every view lists them."""
    return tuple(NAMES[space] for space in spaces(land))


def _district(p: MexicaPosition, land: int, token: str | None) -> dict[str, Any]:
    levels = grandeur(p, land)
    size = land.bit_count()
    return {
        "size": size,
        "token": token,
        "spaces": list(_names(land)),
        "levels": levels[: p.seats],
        "neutral": levels[-1],
        "points": points(levels, size)[: p.seats],
    }
