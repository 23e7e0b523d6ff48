"""Yucatán: which guilds the warriors on the board can have, for all that everybody knows."""

from __future__ import annotations

from texcoco.action import Action
from texcoco.games.yucatan import YucatanPosition
from texcoco.games.yucatan.board import LABELS
from texcoco.games.yucatan.possible import KINDS, limits_of, possible_sets

NOTHING, MARCHED, DEPLOYED, MORE = range(4)
"""What an action did to the warriors on the board: one marched, without combat; one came to the board; or more than
that."""


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

    def apply(self, p: YucatanPosition, seat: int, action: Action) -> int:
        """Carries out an action of the position, and keeps up with where warriors stand. Gives what it did to them."""
        guild, reserve, men_before, shown = p.guild, p.reserve, p.men, p.shown
        p.apply(seat, action)
        if self._guild is not guild:
            return MORE
        if p.guild is guild:
            return NOTHING
        self._guild, true = p.guild, self._true
        if action.kind == "march" and p.reserve is reserve:  # nobody left the board: there was no combat
            path = action.data
            start, both = 1 << path.start, 1 << path.start | 1 << path.end
            self._possible[seat] = [men ^ both if men & start else men for men in self._possible[seat]]
            if true is not None:
                true[p.guild[path.end]] ^= both
            return MARCHED
        if action.kind == "deploy" and true is not None and seat not in self._stale:
            self._deployed(p, seat, 1 << action.data.space, reserve)
            true[action.data.guild] |= 1 << action.data.space
            return DEPLOYED
        self._true = None
        shown ^= p.shown
        for other, (men, before) in enumerate(zip(p.men, men_before, strict=True)):
            if men != before or men & shown:
                self._stale.add(other)
        return MORE

    def _deployed(self, p: YucatanPosition, seat: int, here: int, reserve: list[int]) -> None:
        """Adds a new warrior. No limit speaks of him, so that whatever the others could be they still can: some token
        of the `reserve` is left for him however guilds are dealt to them."""
        self._possible[seat] = [
            may | here if self._may_come(p, seat, guild, reserve[KINDS * seat : KINDS * seat + KINDS]) else may
            for guild, may in enumerate(self._possible[seat])
        ]

    def _may_come(self, p: YucatanPosition, seat: int, guild: int, reserve: list[int]) -> bool:
        """Whether for all that everybody knows a warrior of this guild may be in the reserve of a seat."""
        assert self._true is not None
        if reserve[guild]:
            return True
        hidden = p.men[seat] & ~p.shown & self._true[guild]
        if not hidden:  # all are shown
            return False
        # one that is hidden on the board may be in the reserve if another one that is there may stand in his place
        for other in range(KINDS):
            if reserve[other]:
                barred = 0
                for owner, among, limited, most in p.limits:
                    if owner == seat and limited == other and (among & self._true[other]).bit_count() >= most:
                        barred |= among
                if hidden & ~barred:
                    return True
        return self._left_over(p, seat, guild)

    def _left_over(self, p: YucatanPosition, seat: int, guild: int) -> bool:
        """The same, by dealing all guilds anew in all ways: as one more warrior of whom nothing is known."""
        assert self._true is not None
        men, nowhere = p.men[seat], 1 << len(LABELS)
        shown = men & p.shown
        by_guild = [shown & of_guild for of_guild in self._true]
        hidden = men & ~shown & sum(self._true)
        return bool(possible_sets(hidden | nowhere, by_guild, limits_of(p, seat))[guild] & nowhere)

    def _look_at(self, p: YucatanPosition, seat: int) -> None:
        assert self._true is not None
        men = p.men[seat]
        shown = men & p.shown
        by_guild = [shown & of_guild for of_guild in self._true]
        self._possible[seat] = possible_sets(men & ~shown, by_guild, limits_of(p, seat))

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
                self._look_at(p, seat)
            self._stale.clear()
        return self._true, self._possible
