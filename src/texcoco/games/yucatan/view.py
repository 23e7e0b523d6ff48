"""A position as JSON: whole (`dump`), and as one seat may know it (`view`).

Both have the same form, described in docs/yucatan-position.md. In a view a guild that the seat may not know is `?`,
with the list of guilds that are possible by what everybody knows, and of other reserves only the number is shown.
"""

from __future__ import annotations

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
    return public_fields(p, part) | _secrets(p, frozenset(range(p.seats)), part)


def view(p: YucatanPosition, seat: int | None, everything: bool = False) -> Json:
    """What `seat` may know (None: a spectator); everything once the game is over."""
    return public_fields(p, make_part) | own_fields(p, seat, everything or p.phase == "over", make_part)


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


def own_fields(p: YucatanPosition, seat: int | None, everything: bool, part: MakePart) -> Json:
    """What is written differently for those who know the secrets of this seat, or of all."""
    knows = frozenset(range(p.seats)) if everything else frozenset(() if seat is None else (seat,))
    return {"seat": seat, **_secrets(p, knows, part)}


def _secrets(p: YucatanPosition, knows: frozenset[int], part: MakePart) -> Json:
    """What the seats have secrets in, for somebody who knows those of these seats."""
    return {
        "warriors": _warriors(p, knows, part),
        "reserves": [_reserve(p, seat, seat in knows) for seat in range(p.seats)],
    }


def _villages(villages: tuple[int, ...], neutral: int, large: int) -> list[Json]:
    owner: dict[int, int | None] = {space: seat for seat, own in enumerate(villages) for space in spaces(own)}
    owner |= dict.fromkeys(spaces(neutral))
    return [
        {"at": LABELS[space], "seat": owner[space], "size": "large" if large >> space & 1 else "small"}
        for space in sorted(owner)
    ]


def _limits(limits: tuple[Limit, ...]) -> list[Json]:
    return [{"seat": seat, "at": labels(among), "guild": GUILDS[of], "most": most} for seat, among, of, most in limits]


def _warriors(p: YucatanPosition, knows: frozenset[int], part: MakePart) -> list[Any]:
    """All warriors by space. One whose guild may not be known is written by `_hidden_warrior`, which never gets it."""
    may: dict[int, tuple[int, ...]] = {}
    for seat, men in enumerate(p.men):
        if seat not in knows and men & ~p.shown:
            may.update(knowledge.possible_guilds(*_public(p, seat)))
    loads, found = p.load, list[Any]()
    for space in sorted(p.guild):
        seat = 0
        while not p.men[seat] >> space & 1:
            seat += 1
        load, shown = loads.get(space, 0), p.shown >> space & 1
        if space in may:
            found.append(part(_hidden_warrior, space, seat, load, shown, may[space]))
        else:
            found.append(part(_known_warrior, space, seat, p.guild[space], load, shown))
    return found


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
