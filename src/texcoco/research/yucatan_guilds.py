"""Yucatán: which guilds the warriors on the board can have, for all that everybody knows."""

from __future__ import annotations

from functools import lru_cache

from texcoco.action import Action
from texcoco.games.bits import spaces
from texcoco.games.yucatan import YucatanPosition
from texcoco.games.yucatan.pieces import EACH, GUILDS

KINDS = len(GUILDS)
Limits = list[tuple[int, int, int]]
"""What follows for one seat from combats: some of its warriors as a set, a guild, and how many of them can be of it."""


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

    def apply(self, p: YucatanPosition, seat: int, action: Action) -> None:
        """Carries out an action of the position, and keeps up with where warriors stand."""
        guild, reserve, men_before, shown = p.guild, p.reserve, p.men, p.shown
        p.apply(seat, action)
        if self._guild is not guild or p.guild is guild:
            return
        self._guild = p.guild
        if action.kind == "march" and p.reserve is reserve:  # nobody left the board: there was no combat
            start, end = 1 << action.data.start, 1 << action.data.end
            self._possible[seat] = _moved(self._possible[seat], start, end)
            self._true = None if self._true is None else _moved(self._true, start, end)
            return
        shown ^= p.shown
        self._true = None
        for other, (men, before) in enumerate(zip(p.men, men_before, strict=True)):
            if men != before or men & shown:
                self._stale.add(other)

    def look(self, p: YucatanPosition) -> tuple[list[int], list[list[int]]]:
        """The warriors of each guild, a secret; and for each seat those that may be of it, for all that everybody knows."""
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
                limits = [(among, guild, most) for owner, among, guild, most in p.limits if owner == seat]
                shown = men & p.shown
                self._possible[seat] = _possible(men & ~shown, [shown & of_guild for of_guild in self._true], limits)
            self._stale.clear()
        return self._true, self._possible


def _moved(sets: list[int], start: int, end: int) -> list[int]:
    """Each set with `end` in the place of `start`."""
    return [men ^ (start | end) if men & start else men for men in sets]


def _possible(hidden: int, shown: list[int], limits: Limits) -> list[int]:
    """For each guild, those of a seat's warriors that may belong to it, for all that everybody knows.

    `shown`: those that combat has shown, by guild.
    """
    left = [EACH - of_guild.bit_count() for of_guild in shown]
    if not limits:  # of each guild, unless all of it is shown
        return [of_guild | hidden if n else of_guild for of_guild, n in zip(shown, left, strict=True)]
    bounds: Limits = []
    for among, guild, most in limits:
        others = most - (among & shown[guild]).bit_count()
        if others < min((among & hidden).bit_count(), left[guild]):  # else it rules nothing out
            bounds.append((among, guild, others))
    groups = [hidden]
    for among, _, _ in bounds:
        groups = [part for group in groups for part in (group & among, group & ~among) if part]
    may = _guilds_of_groups(
        tuple([group.bit_count() for group in groups]),
        tuple(left),
        tuple([(sum([1 << n for n, group in enumerate(groups) if group & among]), *of) for among, *of in bounds]),
    )
    found = shown.copy()
    for guilds, group in zip(may, groups, strict=True):
        for guild in range(KINDS):
            if guilds >> guild & 1:
                found[guild] |= group
    return found


@lru_cache(maxsize=4096)
def _guilds_of_groups(
    sizes: tuple[int, ...], left: tuple[int, ...], bounds: tuple[tuple[int, int, int], ...]
) -> tuple[int, ...]:
    """The guilds that hidden warriors of a colour can have, as bits, for each group of warriors that no limit tells
    apart.

    `left`: how many there can be of each guild. A bound is a set of groups, a guild, and how many of them can be of it.
    """
    may = [0] * len(sizes)
    wanted = [
        (1 << KINDS) - 1
        & ~sum(1 << guild for guild in range(KINDS) if not left[guild] or (n, guild) in _barred(bounds))
        for n in range(len(sizes))
    ]

    def deal(n: int, bag: tuple[int, ...], room: tuple[int, ...], dealt: tuple[int, ...]) -> bool:
        """Deals guilds to the groups from `n` on in every way; whether nothing more can be found out."""
        if n == len(sizes):
            for group, guilds in enumerate(dealt):
                may[group] |= guilds
            return may == wanted
        for one in range(min(sizes[n], bag[0]), -1, -1):
            for two in range(min(sizes[n] - one, bag[1]), -1, -1):
                counts = one, two, sizes[n] - one - two
                if counts[2] > bag[2]:
                    break
                now = tuple(
                    most - counts[guild] if groups >> n & 1 else most
                    for most, (groups, guild, _) in zip(room, bounds, strict=True)
                )
                guilds = sum(1 << guild for guild in range(KINDS) if counts[guild])
                after = tuple(had - has for had, has in zip(bag, counts, strict=True))
                if min(now, default=0) >= 0 and deal(n + 1, after, now, (*dealt, guilds)):
                    return True
        return False

    deal(0, left, tuple(most for _, _, most in bounds), ())
    return tuple(may)


def _barred(bounds: tuple[tuple[int, int, int], ...]) -> set[tuple[int, int]]:
    """Groups none of whose warriors can be of a guild, by a bound that allows none."""
    return {(n, guild) for groups, guild, most in bounds if not most for n in spaces(groups)}
