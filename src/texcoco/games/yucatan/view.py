"""A position as JSON: whole (`dump`), and as one seat may know it (`view`).

Both have the same form, described in docs/yucatan-position.md. In a view a guild that the seat may not know is `?`,
with the list of guilds that are possible by what everybody knows, and of other reserves only the number is shown.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from texcoco.game import Json, MakePart, make_part
from texcoco.games.bits import spaces
from texcoco.games.yucatan import knowledge
from texcoco.games.yucatan.board import LABELS, labels
from texcoco.games.yucatan.knowledge import Hidden, Limit
from texcoco.games.yucatan.pieces import GUILDS

if TYPE_CHECKING:
    from texcoco.games.yucatan.position import YucatanPosition

FORMAT = 1


def dump(p: YucatanPosition, part: MakePart = make_part) -> Json:
    """The whole position."""
    knows = frozenset(range(p.seats))
    return public_fields(p, part) | _secrets(p, _warrior_rows(p, knows), knows, part)


def view(p: YucatanPosition, seat: int | None, everything: bool = False) -> Json:
    """What `seat` may know (None: a spectator); everything once the game is over."""
    knows = frozenset(range(p.seats) if everything or p.phase == "over" else () if seat is None else (seat,))
    secrets = _secrets(p, _warrior_rows(p, knows), knows, make_part)
    return {**public_fields(p, make_part), "seat": seat, **secrets}


def public_fields(p: YucatanPosition, part: MakePart) -> Json:
    """What everybody knows."""
    return {
        "game": "yucatan",
        "format": FORMAT,
        "rules": p.game.rules,
        "seats": p.seats,
        "options": p.options.dump(),
        "phase": p.phase,
        "first": None if p.phase == "first" else p.first,
        "turn": None if p.phase == "first" else p.turn,
        "round": p.round,
        "owes": p.owes if p.owes >= 0 else None,
        "thief": LABELS[p.thief] if p.thief >= 0 else None,
        "villages": part(_villages, tuple(p.villages), p.neutral, p.large),
        "prisoners": list(p.held),
        "supply": p.supply,
        "levels": list(p.levels),
        "limits": part(_limits, p.limits),
    }


def views(p: YucatanPosition, part: MakePart) -> tuple[Json, Callable[[int | None], Json]]:
    """The fields of a view that all viewers are shown alike, and a function that gives the others."""
    rows = _warrior_rows(p)
    known, hidden = _secrets(p, rows, frozenset(range(p.seats)), part), _secrets(p, rows, frozenset(), part)
    owners = [seat for _, seat, *_ in rows]

    def own_fields(seat: int | None) -> Json:
        if p.phase == "over":
            return {"seat": seat, **known}
        if seat is None:
            return {"seat": seat, **hidden}
        reserves = list(hidden["reserves"])
        reserves[seat] = known["reserves"][seat]
        both = zip(owners, known["warriors"], hidden["warriors"], strict=True)
        warriors = [own if owner == seat else other for owner, own, other in both]
        return {"seat": seat, "warriors": warriors, "reserves": reserves}

    return public_fields(p, part), own_fields


def _villages(villages: tuple[int, ...], neutral: int, large: int) -> list[Json]:
    owner: dict[int, int | None] = {space: seat for seat, own in enumerate(villages) for space in spaces(own)}
    owner |= dict.fromkeys(spaces(neutral))
    return [
        {"at": LABELS[space], "seat": owner[space], "size": "large" if large >> space & 1 else "small"}
        for space in sorted(owner)
    ]


def _limits(limits: tuple[Limit, ...]) -> list[Json]:
    return [{"seat": seat, "at": labels(among), "guild": GUILDS[of], "most": most} for seat, among, of, most in limits]


_WarriorRow = tuple[int, int, int, int, tuple[int, ...] | None]
"""A space, the seat of the warrior there, its load, whether combat has shown it, and the guilds that it can have by
what everybody knows, or None if it is known."""


def _warrior_rows(p: YucatanPosition, knows: frozenset[int] = frozenset()) -> list[_WarriorRow]:
    """What everybody knows of all warriors, by space, for somebody who knows the secrets of these seats."""
    rows: list[_WarriorRow] = []
    loads, shown = p.load, p.shown
    for seat, men in enumerate(p.men):
        may: Mapping[int, tuple[int, ...]] = {} if seat in knows else knowledge.possible_guilds(*_public(p, seat))
        rows += [(space, seat, loads.get(space, 0), shown >> space & 1, may.get(space)) for space in spaces(men)]
    rows.sort()
    return rows


def _secrets(p: YucatanPosition, rows: list[_WarriorRow], knows: frozenset[int], part: MakePart) -> Json:
    """What the seats have secrets in, for somebody who knows those of these seats. A warrior whose guild may not be
    known is written by `_hidden_warrior`, which never gets it."""
    guild = p.guild
    return {
        "warriors": [
            part(_known_warrior, space, seat, guild[space], load, shown)
            if may is None or seat in knows
            else part(_hidden_warrior, space, seat, load, shown, may)
            for space, seat, load, shown, may in rows
        ],
        "reserves": [_reserve(p, seat, seat in knows) for seat in range(p.seats)],
    }


def _known_warrior(space: int, seat: int, guild: int, load: int, shown: int) -> Json:
    return {"at": LABELS[space], "seat": seat, "guild": GUILDS[guild], "load": load, "shown": bool(shown)}


def _hidden_warrior(space: int, seat: int, load: int, shown: int, may: tuple[int, ...]) -> Json:
    possible = [GUILDS[guild] for guild in may]
    return {"at": LABELS[space], "seat": seat, "guild": "?", "load": load, "shown": bool(shown), "may": possible}


def hidden(p: YucatanPosition, seat: int) -> Hidden:
    """What everybody knows of the warriors of a seat that combat has not shown."""
    return knowledge.hidden(*_public(p, seat))


def _public(p: YucatanPosition, seat: int) -> tuple[int, list[tuple[int, int]], list[tuple[int, int, int]]]:
    """The hidden warriors of a seat, those that combat has shown, with their guilds, and the limits."""
    shown = [(space, p.guild[space]) for space in spaces(p.men[seat] & p.shown)]
    return p.men[seat] & ~p.shown, shown, [limit[1:] for limit in p.limits if limit[0] == seat]


def _reserve(p: YucatanPosition, seat: int, known: bool) -> Any:
    own = p.reserve[seat * len(GUILDS) : (seat + 1) * len(GUILDS)]
    return dict(zip(GUILDS, own, strict=True)) if known else sum(own)
