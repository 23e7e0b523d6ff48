"""Yucatán: which guilds the warriors on the board can have, for all that everybody knows."""

from __future__ import annotations

from texcoco.action import Action
from texcoco.games.yucatan import YucatanPosition
from texcoco.games.yucatan.possible import KINDS, limits_of, possible_sets


class WarriorGuilds:
    """The guilds of all warriors, and those that they may have for all that everybody knows.

    Most actions only bring one warrior elsewhere, so that nothing need be worked out anew: see `apply`. All depends on
    who stands where, and positions replace their dictionary `guild` whenever that changes: as long as it is the same
    object, nothing else has changed either.
    """

    __slots__ = ("_guild", "_possible", "_stale", "_true")

    def __init__(self, seats: int):
        self._guild: dict[int, int] | None = None
        """That of the position which the rest was worked out for."""
        self._true: list[int] | None = None
        self._possible: list[list[int]] = [[]] * seats
        self._stale = set(range(seats))
        """The seats whose warriors must be looked at again."""

    def apply(self, p: YucatanPosition, seat: int, action: Action) -> bool:
        """Carries out an action of the position, and keeps up with where warriors stand. Gives whether all that it did
        to warriors is that one marched, without combat."""
        guild, reserve, men_before, shown = p.guild, p.reserve, p.men, p.shown
        p.apply(seat, action)
        if self._guild is not guild or p.guild is guild:
            return False
        self._guild = p.guild
        self._true = None
        if action.kind == "march" and p.reserve is reserve:  # nobody left the board: there was no combat
            self._possible[seat] = _moved(self._possible[seat], 1 << action.data.start, 1 << action.data.end)
            return True
        shown ^= p.shown
        for other, (men, before) in enumerate(zip(p.men, men_before, strict=True)):
            if men != before or men & shown:
                self._stale.add(other)
        return False

    def look(self, p: YucatanPosition) -> tuple[list[int], list[list[int]]]:
        """The warriors of each guild, a secret; and for each seat those that may be of it, for all that everybody
        knows."""
        if self._guild is not p.guild:
            self._guild, self._true = p.guild, None
            self._stale.update(range(p.seats))
        if self._true is None:
            self._true = [0] * KINDS
            for space, guild in p.guild.items():
                self._true[guild] |= 1 << space
        if self._stale:
            for seat in self._stale:
                men = p.men[seat]
                shown = men & p.shown
                by_guild = [shown & of_guild for of_guild in self._true]
                self._possible[seat] = possible_sets(men & ~shown, by_guild, limits_of(p, seat))
            self._stale.clear()
        return self._true, self._possible


def _moved(sets: list[int], start: int, end: int) -> list[int]:
    """Each set with `end` in the place of `start`."""
    return [men ^ (start | end) if men & start else men for men in sets]
