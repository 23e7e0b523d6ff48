"""Mexica as JSON. Nothing in it is hidden, so a view is the position and what follows from it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from texcoco.game import Json, MakePart, Views, check_viewer, make_part
from texcoco.games.bits import choose, spaces
from texcoco.games.mexica.actions import WAYS, H, V
from texcoco.games.mexica.board import NAMES
from texcoco.games.mexica.pieces import Founded
from texcoco.games.mexica.scoring import levels_in, points

if TYPE_CHECKING:
    from texcoco.games.mexica.position import MexicaPosition

FORMAT = 1


def dump(p: MexicaPosition, part: MakePart = make_part) -> Json:
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
        "canals": part(_canals, p.tiles),
        "bridges": part(_bridges, p.bridges),
        "temples": part(_temples, tuple(p.temples)),
        "founded": part(_founded, p.founded),
        "display": list(p.display),
        "later": list(p.later),
        "removed": list(p.removed),
        "pawns": [NAMES[at] if at >= 0 else None for at in p.pawns],
        "tokens": list(p.tokens),
        "token_supply": p.token_supply,
        "supply": {"canal1": p.singles, "canal2": p.doubles, "bridges": p.bridges_left},
        "hands": part(_hands, tuple(p.hands)),
        "score": list(p.score),
        "vote": None if p.vote is None else {"size": p.vote.size, "by": p.vote.by, "asked": p.vote.asked},
        "refused": list(p.refused),
        "placed": p.placed,
        "idle_rounds": p.idle_rounds,
    }


def _canals(tiles: tuple[tuple[int, ...], ...]) -> list[list[str]]:
    return [[NAMES[space] for space in tile] for tile in sorted(tiles)]


def _bridges(bridges: tuple[int, int]) -> list[Json]:
    standing = sorted((at, way) for way in (H, V) for at in spaces(bridges[way]))
    return [{"at": NAMES[at], "dir": WAYS[way]} for at, way in standing]


def _temples(temples: Sequence[int]) -> list[Json]:
    standing: list[tuple[int, int, int]] = []
    for i, placed in enumerate(temples):
        standing.extend((at, i // 4, i % 4 + 1) for at in spaces(placed))
    neutral = len(temples) // 4 - 1
    return [
        {"at": NAMES[at], "seat": owner if owner < neutral else None, "level": level}
        for at, owner, level in sorted(standing)
    ]


def _founded(founded: tuple[Founded, ...]) -> list[Json]:
    return [{"at": NAMES[district.at], "size": district.size} for district in founded]


def _hands(hands: Sequence[int]) -> list[Json]:
    return [{str(level): hands[i + level - 1] for level in (1, 2, 3, 4)} for i in range(0, len(hands), 4)]


def view(p: MexicaPosition, seat: int | None) -> Json:
    """What a seat sees: what everybody sees."""
    check_viewer(seat, p.seats)
    return {"seat": seat, **dump(p), "districts": _districts(p, make_part)}


def views(p: MexicaPosition, part: MakePart) -> Views:
    """All views: they differ in nothing but the seat."""

    def own_fields(seat: int | None) -> Json:
        check_viewer(seat, p.seats)
        return {"seat": seat}

    whole = dump(p, part)
    return Views({**whole, "districts": _districts(p, part)}, own_fields, lambda: whole)


def _districts(p: MexicaPosition, part: MakePart) -> list[Any]:
    """The districts, with what they would give if they were scored now."""
    districts = [(district.land, NAMES[district.at]) for district in p.founded] + [(land, None) for land in p.wild]
    none = (0,) * len(p.temples)
    return [
        part(_district, land, token, _within(p.temples, land) if land & p.built else none) for land, token in districts
    ]


def _within(temples: Sequence[int], land: int) -> tuple[int, ...]:
    """The temples that stand in a district."""
    return tuple([standing & land for standing in temples])


def _district(land: int, token: str | None, temples: Sequence[int]) -> dict[str, Any]:
    levels = levels_in(temples, land)
    size, seats = land.bit_count(), len(levels) - 1
    return {
        "size": size,
        "token": token,
        "spaces": choose(NAMES, land),
        "levels": levels[:seats],
        "neutral": levels[-1],
        "points": points(levels, size)[:seats],
    }
