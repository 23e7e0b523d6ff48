"""Which guilds hidden warriors can have, as sets of spaces: found by looking for one dealing that shows it, which is
sooner than to list every dealing, as `knowledge.py` does to draw one."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import TYPE_CHECKING

from texcoco.games.bits import spaces
from texcoco.games.yucatan.knowledge import Counts
from texcoco.games.yucatan.pieces import EACH, GUILDS

if TYPE_CHECKING:
    from texcoco.games.yucatan.position import YucatanPosition

KINDS = len(GUILDS)
Limits = list[tuple[int, int, int]]
"""What follows for one seat from combats: some of its warriors as a set, a guild, and how many of them can be of it."""


def possible_guilds(p: YucatanPosition, seat: int) -> list[int]:
    """For each guild, those of a seat's warriors that may belong to it, for all that everybody knows."""
    men, shown = p.men[seat], [0] * KINDS
    for space in spaces(men & p.shown):
        shown[p.guild[space]] |= 1 << space
    return possible_sets(men & ~p.shown, shown, limits_of(p, seat))


def limits_of(p: YucatanPosition, seat: int) -> Limits:
    return [(among, guild, most) for owner, among, guild, most in p.limits if owner == seat]


def possible_sets(hidden: int, shown: list[int], limits: Limits) -> list[int]:
    """For each guild, those of a seat's warriors that may belong to it, for all that everybody knows.

    `shown`: those that combat has shown, by guild.
    """
    left = [EACH - of_guild.bit_count() for of_guild in shown]
    bounds: Limits = []
    for among, guild, most in limits:
        others, of_hidden = most - (among & shown[guild]).bit_count(), among & hidden
        if others >= left[guild] or others >= of_hidden.bit_count():
            continue  # it rules nothing out
        if of_hidden == hidden:
            left[guild] = others
        else:
            bounds.append((of_hidden, guild, others))
    if not bounds:  # of each guild, unless all of it is shown
        return [of_guild | hidden if n else of_guild for of_guild, n in zip(shown, left, strict=True)]
    if len(bounds) == 1:
        return _possible_with_one(hidden, shown, left, *bounds[0])
    groups = [hidden]
    for among, _, _ in bounds:
        groups = [part for group in groups for part in (group & among, group & ~among) if part]
    may = _guilds_of_groups(
        tuple([group.bit_count() for group in groups]),
        (left[0], left[1], left[2]),
        tuple([(sum([1 << n for n, group in enumerate(groups) if group & among]), *rest) for among, *rest in bounds]),
    )
    found = shown.copy()
    for guilds, group in zip(may, groups, strict=True):
        for guild in range(KINDS):
            if guilds >> guild & 1:
                found[guild] |= group
    return found


def _possible_with_one(hidden: int, shown: list[int], left: list[int], among: int, guild: int, most: int) -> list[int]:
    """The same, where of the hidden warriors `among` at most so many can be of a guild, and nothing else is known."""
    found = [of_guild | hidden if n else of_guild for of_guild, n in zip(shown, left, strict=True)]
    if not most:
        found[guild] &= ~among
    # if one of the rest were of another guild, would there be enough warriors of all guilds?
    rest = hidden.bit_count() - among.bit_count()
    others = sum(left) - left[guild]
    if hidden.bit_count() - min(left[guild], most + rest - 1) > others:
        for other in range(KINDS):
            if other != guild:
                found[other] &= ~(hidden ^ among)
    return found


Bounds = tuple[tuple[int, int, int], ...]
"""What limits say of groups of warriors: groups as a set, a guild, and how many of them can be of it."""


@lru_cache(maxsize=4096)
def _guilds_of_groups(sizes: tuple[int, ...], left: Counts, bounds: Bounds) -> tuple[int, ...]:
    """The guilds that hidden warriors of a colour can have, as bits, for each group of warriors that no limit tells
    apart.

    `left`: how many there can be of each guild.
    """
    may = [0] * len(sizes)
    barred = {(n, guild) for groups, guild, most in bounds if not most for n in spaces(groups)}
    for group in range(len(sizes)):
        for guild in range(KINDS):
            if may[group] >> guild & 1 or not left[guild] or (group, guild) in barred:
                continue
            # any dealing with this guild in this group will do, and shows what else is possible
            order = [group, *range(group), *range(group + 1, len(sizes))]
            room = tuple([most for _, _, most in bounds])
            for other, guilds in _deal(sizes, order, left, room, bounds, 1 << guild):
                may[other] |= guilds
    return tuple(may)


def _deal(
    sizes: tuple[int, ...], order: list[int], left: Counts, room: tuple[int, ...], bounds: Bounds, wanted: int
) -> list[tuple[int, int]]:
    """Deals guilds to these groups so that the first has those that are wanted. Gives the groups and their guilds as
    bits, the last first; nothing if that is not possible."""
    group, *rest = order
    for counts, guilds, bag in _splits(sizes[group], left):
        if wanted & ~guilds:
            continue
        now = room
        if bounds:
            now = tuple(
                [
                    most - counts[guild] if groups >> group & 1 else most
                    for most, (groups, guild, _) in zip(room, bounds, strict=True)
                ]
            )
            if min(now) < 0:
                continue
        if not rest:
            return [(group, guilds)]
        if dealt := _deal(sizes, rest, bag, now, bounds, 0):
            return [*dealt, (group, guilds)]
    return []


@cache
def _splits(size: int, left: Counts) -> list[tuple[Counts, int, Counts]]:
    """Every way to deal guilds to so many warriors, with the guilds as bits, and what is left. Those of many guilds
    come first, for they show the most."""
    found: list[tuple[Counts, int, Counts]] = []
    for one in range(min(size, left[0]) + 1):
        for two in range(min(size - one, left[1]) + 1):
            three = size - one - two
            if three <= left[2]:
                guilds = (one > 0) | (two > 0) << 1 | (three > 0) << 2
                found.append(((one, two, three), guilds, (left[0] - one, left[1] - two, left[2] - three)))
    return sorted(found, key=lambda split: -split[1].bit_count())
