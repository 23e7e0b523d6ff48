"""What everybody knows of hidden guilds: what combat showed, and what follows from it by counting (Y36).

A colour has three warriors of each guild. A shown warrior who leaves the board goes back to a reserve that nobody sees into, and
yet those who stayed on the board cannot be three more of his guild. A `Limit` keeps that: among these warriors of a
seat, at most so many are of that guild.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from math import perm
from random import Random

from texcoco.games.bits import lowest
from texcoco.games.yucatan.pieces import EACH, GUILDS

Limit = tuple[int, int, int, int]
"""A seat, the spaces of some of its warriors as a set, a guild, and how many of them can be of it at most."""


def after_leaving(limits: tuple[Limit, ...], seat: int, rest: int, space: int, guild: int) -> tuple[Limit, ...]:
    """The limits once the warrior at `space` is gone and the `rest` of his colour stay; `guild` is -1 if it was never shown."""
    bit, found = 1 << space, list[Limit]()
    if guild >= 0:
        found.append((seat, rest, guild, EACH - 1))
    for owner, among, of, most in limits:
        if owner == seat and among & bit:
            among, most = among ^ bit, most - (of == guild)
        found.append((owner, among, of, most))
    return _telling(found)


def with_known(limits: tuple[Limit, ...], seat: int, never: Iterable[tuple[int, int]]) -> tuple[Limit, ...]:
    """The limits and, for warriors of `seat`, guilds that they are known not to have: `(space, guild)`."""
    more = [(seat, 1 << space, guild, 0) for space, guild in never]
    return _telling([*limits, *more]) if more else limits


def _telling(limits: Sequence[Limit]) -> tuple[Limit, ...]:
    """Those that say something, in order."""
    telling = {limit for limit in limits if limit[1].bit_count() > limit[3]}
    return tuple(sorted(limit for limit in telling if not any(_says_more(other, limit) for other in telling)))


def after_moving(limits: tuple[Limit, ...], seat: int, start: int, end: int) -> tuple[Limit, ...]:
    """The limits once the warrior of `seat` at `start` stands at `end`."""
    bit, swap = 1 << start, 1 << start | 1 << end
    return tuple(sorted((o, among ^ swap if o == seat and among & bit else among, of, most) for o, among, of, most in limits))


def _says_more(one: Limit, other: Limit) -> bool:
    return one != other and one[0] == other[0] and one[2] == other[2] and not other[1] & ~one[1] and one[3] <= other[3]


Bound = tuple[int, int, int]
"""What a limit says of the hidden warriors of a colour: among these spaces, of this guild, at most so many."""


def deal(hidden: Sequence[int], left: Sequence[int], bounds: Sequence[Bound], rng: Random) -> dict[int, int] | None:
    """Guilds for the hidden warriors of a colour, by space, as tokens come out of a bag; None if there is no way.

    `left` counts the warriors of each guild that are not known. Of all draws of single tokens that keep the bounds each is as likely.
    """
    dealt: dict[int, int] = {}
    bag, bounds = tuple(left), tuple(bound for bound in bounds if bound[0].bit_count() > bound[2])
    for drawn, space in enumerate(hidden, 1):
        weights = [_ways_with(space, guild, len(hidden) - drawn, bag, bounds) for guild in range(len(GUILDS))]
        if not any(weights):
            return None
        dealt[space] = guild = rng.choices(range(len(GUILDS)), weights)[0]
        bag, bounds = _without(space, guild, bag, bounds)
    return dealt


@lru_cache(maxsize=1024)  # every seat's view asks the same
def may_be(hidden: tuple[int, ...], left: tuple[int, ...], bounds: tuple[Bound, ...]) -> Mapping[int, Sequence[int]]:
    """The guilds that each hidden warrior of a colour can have, for all that everybody knows."""
    alike: dict[tuple[int, ...], list[int]] = {}
    found: dict[int, list[int]] = {}
    for space in hidden:
        within = tuple(among >> space & 1 for among, _, _ in bounds)
        if within not in alike:
            alike[within] = [guild for guild in range(len(GUILDS)) if _ways_with(space, guild, len(hidden) - 1, left, bounds)]
        found[space] = alike[within]
    return found


@lru_cache(maxsize=8192)
def _ways(n: int, left: tuple[int, ...], bounds: tuple[Bound, ...]) -> int:
    """In how many ways `n` warriors, with those in the bounds, can be drawn from what is left, token by token."""
    if not bounds:
        return perm(sum(left), n)
    space = lowest(bounds[0][0])
    return sum(_ways_with(space, guild, n - 1, left, bounds) for guild in range(len(GUILDS)))


def _ways_with(space: int, guild: int, others: int, left: tuple[int, ...], bounds: tuple[Bound, ...]) -> int:
    """The same for the warrior at `space`, if he is of `guild`, and so many others."""
    if not left[guild] or any(of == guild and most <= 0 and among >> space & 1 for among, of, most in bounds):
        return 0
    return left[guild] * _ways(others, *_without(space, guild, left, bounds))


def _without(space: int, guild: int, left: tuple[int, ...], bounds: tuple[Bound, ...]) -> tuple[tuple[int, ...], tuple[Bound, ...]]:
    """What is left, and what still bounds the others, once the warrior at `space` has that guild."""
    bit, fewer, rest = 1 << space, list(left), list[Bound]()
    fewer[guild] -= 1
    for among, of, most in bounds:
        if among & bit:
            among, most = among ^ bit, most - (of == guild)
        if most < fewer[of] and most < among.bit_count():
            rest.append((among, of, most))
    return tuple(fewer), tuple(rest)
