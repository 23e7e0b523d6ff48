"""A position as JSON: whole (`dump`), and as one seat may know it (`view`).

Both have the same form, described in docs/yucatan-position.md. In a view a guild that the seat may not know is `?`,
with the list of guilds that are possible by what everybody knows, and of other reserves only the number is shown.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

from texcoco.game import Json, MakePart, Views, check_viewer, make_part
from texcoco.games.bits import bits, spaces
from texcoco.games.yucatan import knowledge
from texcoco.games.yucatan.board import LABELS, labels
from texcoco.games.yucatan.knowledge import Hidden, Limit
from texcoco.games.yucatan.pieces import GUILDS
from texcoco.games.yucatan.possible import possible_sets

if TYPE_CHECKING:
    from texcoco.games.yucatan.position import YucatanPosition

FORMAT = 1


def dump(p: YucatanPosition) -> Json:
    """The whole position."""
    return public_fields(p, make_part) | _Secrets(p, make_part).known


def view(p: YucatanPosition, seat: int | None, everything: bool = False) -> Json:
    """What `seat` may know (None: a spectator); everything once the game is over."""
    secrets = _Secrets(p, make_part)
    return {**public_fields(p, make_part), "seat": seat, **(secrets.known if everything else secrets.shown_to(seat))}


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


def views(p: YucatanPosition, part: MakePart) -> Views:
    """All views, with what everybody knows worked out once."""
    public, secrets = public_fields(p, part), _Secrets(p, part)

    def own_fields(seat: int | None) -> Json:
        return {"seat": seat, **secrets.shown_to(seat)}

    return Views(public, own_fields, lambda: public | secrets.known)


def _villages(villages: tuple[int, ...], neutral: int, large: int) -> list[Json]:
    owner: dict[int, int | None] = {space: seat for seat, own in enumerate(villages) for space in spaces(own)}
    owner |= dict.fromkeys(spaces(neutral))
    return [
        {"at": LABELS[space], "seat": owner[space], "size": "large" if large >> space & 1 else "small"}
        for space in sorted(owner)
    ]


def _limits(limits: tuple[Limit, ...]) -> list[Json]:
    return [
        {"seat": seat, "at": labels(among), "guild": GUILDS[guild], "most": most} for seat, among, guild, most in limits
    ]


class _Secrets:
    """What the seats have secrets in: all of it, and as everybody knows it, worked out once for all viewers."""

    def __init__(self, p: YucatanPosition, part: MakePart):
        self.p, self.part = p, part
        guild, load, shown = p.guild, p.load, p.shown
        self.standing = sorted([(space, seat) for seat, men in enumerate(p.men) for space in spaces(men)])
        """The warriors on the board: their spaces and seats."""
        self.known: Json = {
            "warriors": [
                part(_known_warrior, space, seat, guild[space], load.get(space, 0), shown >> space & 1)
                for space, seat in self.standing
            ],
            "reserves": [dict(zip(GUILDS, own, strict=True)) for own in _reserves(p)],
        }

    @cached_property
    def hidden(self) -> Json:
        """As everybody knows it. A warrior whose guild may not be known is written by `_hidden_warrior`, which never
        gets it."""
        p, part, load = self.p, self.part, self.p.load
        may: dict[int, tuple[int, ...]] = {}
        for seat in range(p.seats):
            may |= _possible_guilds_by_space(*_public(p, seat))
        return {
            "warriors": [
                part(_hidden_warrior, space, seat, load.get(space, 0), may[space]) if space in may else known
                for (space, seat), known in zip(self.standing, self.known["warriors"], strict=True)
            ],
            "reserves": [sum(own) for own in _reserves(p)],
        }

    def shown_to(self, seat: int | None) -> Json:
        """What a seat (None: a spectator) may know; everything once the game is over."""
        check_viewer(seat, self.p.seats)
        if self.p.phase == "over":
            return self.known
        if seat is None:
            return self.hidden
        both = zip(self.standing, self.known["warriors"], self.hidden["warriors"], strict=True)
        warriors = [known if owner == seat else hidden for (_, owner), known, hidden in both]
        reserves = self.hidden["reserves"].copy()
        reserves[seat] = self.known["reserves"][seat]
        return {"warriors": warriors, "reserves": reserves}


def _known_warrior(space: int, seat: int, guild: int, load: int, shown: int) -> Json:
    return {"at": LABELS[space], "seat": seat, "guild": GUILDS[guild], "load": load, "shown": bool(shown)}


def _hidden_warrior(space: int, seat: int, load: int, may: tuple[int, ...]) -> Json:
    possible = [GUILDS[guild] for guild in may]
    return {"at": LABELS[space], "seat": seat, "guild": "?", "load": load, "shown": False, "may": possible}


@lru_cache(maxsize=4096)  # every state asks for all seats, of which few have changed
def _possible_guilds_by_space(
    warriors: int, shown: tuple[tuple[int, int], ...], limits: tuple[tuple[int, int, int], ...]
) -> Mapping[int, tuple[int, ...]]:
    """The guilds that each of the hidden `warriors` of a seat may belong to; for the values see `_public`."""
    by_guild = [bits([space for space, own in shown if own == guild]) for guild in range(len(GUILDS))]
    sets = possible_sets(warriors, by_guild, list(limits))
    return {space: tuple([guild for guild, may in enumerate(sets) if may >> space & 1]) for space in spaces(warriors)}


def hidden(p: YucatanPosition, seat: int) -> Hidden:
    """What everybody knows of the warriors of a seat that combat has not shown."""
    return knowledge.hidden(*_public(p, seat))


def _public(p: YucatanPosition, seat: int) -> tuple[int, tuple[tuple[int, int], ...], tuple[tuple[int, int, int], ...]]:
    """The hidden warriors of a seat, those that combat has shown, with their guilds, and the limits."""
    men = p.men[seat]
    shown = tuple([(space, p.guild[space]) for space in spaces(men & p.shown)]) if men & p.shown else ()
    return men & ~p.shown, shown, tuple([limit[1:] for limit in p.limits if limit[0] == seat])


def _reserves(p: YucatanPosition) -> list[list[int]]:
    """The warriors of each seat off the board, by guild."""
    return [p.reserve[start : start + len(GUILDS)] for start in range(0, len(p.reserve), len(GUILDS))]
