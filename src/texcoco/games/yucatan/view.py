"""A position as JSON: whole (`dump`), and as one seat may know it (`view`).

Both have the same form, described in docs/yucatan-position.md. In a view a guild that the seat may not know is `?`,
with the list of guilds that are possible by what everybody knows, and of other reserves only the number is shown.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from texcoco.game import Json
from texcoco.games.bits import spaces
from texcoco.games.yucatan import knowledge
from texcoco.games.yucatan.board import LABELS, labels
from texcoco.games.yucatan.knowledge import Hidden
from texcoco.games.yucatan.pieces import GUILDS

if TYPE_CHECKING:
    from texcoco.games.yucatan.position import YucatanPosition

FORMAT = 1


def dump(p: YucatanPosition) -> Json:
    """The whole position."""
    return _write(p, frozenset(range(p.seats)))


def view(p: YucatanPosition, seat: int | None, everything: bool = False) -> Json:
    """What `seat` may know (None: a spectator); everything once the game is over."""
    knows = frozenset(range(p.seats)) if everything or p.phase == "over" else frozenset(() if seat is None else (seat,))
    return {"seat": seat, **_write(p, knows)}


def _write(p: YucatanPosition, knows: frozenset[int]) -> Json:
    """The position for somebody who knows the secrets of these seats."""
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
        "villages": _villages(p),
        "warriors": _warriors(p, knows),
        "reserves": [_reserve(p, seat, seat in knows) for seat in range(p.seats)],
        "prisoners": list(p.held),
        "supply": p.supply,
        "levels": list(p.levels),
        "limits": [
            {"seat": seat, "at": labels(among), "guild": GUILDS[of], "most": most} for seat, among, of, most in p.limits
        ],
    }


def _villages(p: YucatanPosition) -> list[Json]:
    owner: dict[int, int | None] = {space: seat for seat, own in enumerate(p.villages) for space in spaces(own)}
    owner |= dict.fromkeys(spaces(p.neutral))
    return [
        {"at": LABELS[space], "seat": owner[space], "size": "large" if p.large >> space & 1 else "small"}
        for space in sorted(owner)
    ]


def _warriors(p: YucatanPosition, knows: frozenset[int]) -> list[Json]:
    owner = {space: seat for seat, men in enumerate(p.men) for space in spaces(men)}
    may = {
        space: guilds
        for seat in range(p.seats)
        if seat not in knows
        for space, guilds in hidden(p, seat).may_be().items()
    }
    found: list[Json] = []
    for space in sorted(owner):
        warrior: Json = {
            "at": LABELS[space],
            "seat": owner[space],
            "guild": GUILDS[p.guild[space]],
            "load": p.load.get(space, 0),
        }
        warrior["shown"] = bool(p.shown >> space & 1)
        if space in may:
            warrior["guild"], warrior["may"] = "?", [GUILDS[guild] for guild in may[space]]
        found.append(warrior)
    return found


def hidden(p: YucatanPosition, seat: int) -> Hidden:
    """What everybody knows of the warriors of a seat that combat has not shown."""
    shown = [(space, p.guild[space]) for space in spaces(p.men[seat] & p.shown)]
    limits = [limit[1:] for limit in p.limits if limit[0] == seat]
    return knowledge.hidden(p.men[seat] & ~p.shown, shown, limits)


def _reserve(p: YucatanPosition, seat: int, known: bool) -> Any:
    own = p.reserve[seat * len(GUILDS) : (seat + 1) * len(GUILDS)]
    return dict(zip(GUILDS, own, strict=True)) if known else sum(own)
