"""What everybody knows of hidden guilds: what combat showed, and what follows from it by counting (Y36).

A colour has three warriors of each guild. A shown warrior who leaves the board goes back to a reserve that nobody sees into, and
yet those who stayed on the board cannot be three more of his guild. A `Limit` keeps that: among these warriors of a
seat, at most so many are of that guild.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from random import Random

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


def deal(
    hidden: Sequence[int], left: Sequence[int], limits: Sequence[tuple[int, int, int]], rng: Random | None = None
) -> dict[int, int] | None:
    """Guilds for the hidden warriors of a colour, by space; None if there is no way.

    `left` counts the warriors of each guild that are not known, `limits` are `(among, guild, most)`. With `rng` it is a random
    deal, without the first that fits.
    """
    if not hidden:
        return {}
    space, rest = hidden[0], hidden[1:]
    for guild in _order(left, rng):
        if any(among >> space & 1 and of == guild and most == 0 for among, of, most in limits):
            continue
        dealt = deal(rest, *_without(space, guild, left, limits), rng)
        if dealt is not None:
            return {space: guild, **dealt}
    return None


def _order(left: Sequence[int], rng: Random | None) -> list[int]:
    """The guilds that are left: in the order in which they come out of the bag, or as they are."""
    if rng is None:
        return [guild for guild, n in enumerate(left) if n]
    bag = [guild for guild, n in enumerate(left) for _ in range(n)]
    rng.shuffle(bag)
    return list(dict.fromkeys(bag))


@lru_cache(maxsize=1024)  # every seat's view asks the same
def may_be(hidden: tuple[int, ...], left: tuple[int, ...], limits: tuple[tuple[int, int, int], ...]) -> Mapping[int, Sequence[int]]:
    """The guilds that each hidden warrior of a colour can have, for all that everybody knows."""
    possible: dict[int, set[int]] = {space: set() for space in hidden}
    for space in hidden:
        others = [other for other in hidden if other != space]
        for guild in range(len(GUILDS)):
            barred = not left[guild] or any(among >> space & 1 and of == guild and most == 0 for among, of, most in limits)
            if barred or guild in possible[space]:
                continue
            dealt = deal(others, *_without(space, guild, left, limits))
            if dealt is not None:  # and so all that is dealt is possible
                for each, of in {space: guild, **dealt}.items():
                    possible[each].add(of)
    return {space: sorted(guilds) for space, guilds in possible.items()}


def _without(
    space: int, guild: int, left: Sequence[int], limits: Sequence[tuple[int, int, int]]
) -> tuple[list[int], list[tuple[int, int, int]]]:
    """What is left, and the limits on the others, once the warrior at `space` has that guild."""
    fewer = [n - (g == guild) for g, n in enumerate(left)]
    return fewer, [(among, of, most - (among >> space & 1 and of == guild)) for among, of, most in limits]
