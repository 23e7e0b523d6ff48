"""What everybody knows of hidden guilds: what combat showed, and what follows from it by counting (Y36).

A colour has three warriors of each guild. A shown warrior who leaves the board goes back to a reserve that nobody sees
into, and yet those who stayed on the board cannot be three more of his guild. A `Limit` keeps that: among these
warriors of a seat, at most so many are of that guild.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from itertools import accumulate, pairwise
from math import perm, prod
from random import Random
from typing import NamedTuple

from texcoco.games.bits import bits, spaces
from texcoco.games.yucatan.pieces import EACH, GUILDS

Limit = tuple[int, int, int, int]
"""A seat, the spaces of some of its warriors as a set, a guild, and how many of them can be of it at most."""


def after_leaving(limits: tuple[Limit, ...], seat: int, rest: int, space: int, guild: int) -> tuple[Limit, ...]:
    """The limits once the warrior at `space` is gone and the `rest` of his colour stay; `guild` is -1 if it was never
    shown."""
    bit, found = 1 << space, list[Limit]()
    if guild >= 0:
        found.append((seat, rest, guild, EACH - 1))
    for owner, among, limited, most in limits:
        if owner == seat and among & bit:
            among, most = among ^ bit, most - (limited == guild)
        found.append((owner, among, limited, most))
    return informative(found)


def with_known(limits: tuple[Limit, ...], seat: int, never: Iterable[tuple[int, int]]) -> tuple[Limit, ...]:
    """The limits and, for warriors of `seat`, guilds that they are known not to have: `(space, guild)`."""
    more = [(seat, 1 << space, guild, 0) for space, guild in never]
    return informative([*limits, *more]) if more else limits


def informative(limits: Sequence[Limit]) -> tuple[Limit, ...]:
    """Those that rule something out and do not follow from another one, in order."""
    telling = {limit for limit in limits if limit[1].bit_count() > limit[3]}
    return tuple(sorted(limit for limit in telling if not any(_implies(other, limit) for other in telling)))


def after_moving(limits: tuple[Limit, ...], seat: int, start: int, end: int) -> tuple[Limit, ...]:
    """The limits once the warrior of `seat` at `start` stands at `end`."""
    bit, swap = 1 << start, 1 << start | 1 << end
    for limit in limits:
        if limit[0] == seat and limit[1] & bit:
            break
    else:  # nothing is known of him
        return limits
    return tuple(
        sorted(
            [
                (owner, among ^ swap if owner == seat and among & bit else among, limited, most)
                for owner, among, limited, most in limits
            ]
        )
    )


def _implies(one: Limit, other: Limit) -> bool:
    """Whether a limit makes another one superfluous."""
    return one != other and one[0] == other[0] and one[2] == other[2] and not other[1] & ~one[1] and one[3] <= other[3]


def can_be(limits: Sequence[Limit]) -> bool:
    """Whether a game can lead to these limits together, as far as they speak of several warriors.

    Such a limit begins with all warriors that a seat has then, and those who come later never belong to it. So of two
    for the same guild one lies within the other, and if neither follows from the other they are few.
    """
    several = [limit for limit in limits if limit[1].bit_count() > 1]
    several.sort(key=lambda limit: (limit[0], limit[2], limit[1].bit_count()))
    return not any(
        one[0] == next_one[0] and one[2] == next_one[2] and one[1] & ~next_one[1] for one, next_one in pairwise(several)
    )


Counts = tuple[int, int, int]
"""How many warriors there are of each guild."""
Bound = tuple[int, int, int]
"""What a limit says of groups of hidden warriors: the groups as a set, a guild, and how many of them can be of it at
most."""


Orders = tuple[tuple[int, ...], ...]
"""Every order in which some guilds may fall to the warriors of a group."""
Dealing = tuple[tuple[Orders, ...], Counts]
"""One way in which guilds can fall to groups of warriors: the orders for each group, and what remains in the
reserve."""


class Hidden(NamedTuple):
    """What everybody knows of the warriors of a colour that combat has not shown.

    They are parted into groups that no limit tells apart, so that the ways to deal their guilds are few, and can all be
    counted.
    """

    groups: tuple[tuple[int, ...], ...]
    """The spaces where they stand."""
    dealings: tuple[Dealing, ...]
    weights: tuple[int, ...]
    """Of each dealing, in how many ways single tokens can come out of a bag to lead to it, added up."""

    def deal(self, rng: Random, guild: dict[int, int]) -> Counts:
        """Deals guilds to them as tokens come out of a bag, each draw that keeps the limits as likely; gives the rest
        of the bag."""
        groups, dealings, weights = self
        random = rng.random
        chosen, left = dealings[bisect_right(weights, random() * weights[-1])]
        # they are as long as each other; `strict` would take time, and search lives on this
        for group, orders in zip(groups, chosen):  # noqa: B905
            guild.update(zip(group, orders[int(random() * len(orders))]))  # noqa: B905
        return left


@lru_cache(maxsize=4096)  # every redeal of a position asks the same
def hidden(warriors: int, shown: tuple[tuple[int, int], ...], limits: tuple[tuple[int, int, int], ...]) -> Hidden:
    """What is known of the hidden `warriors` (a set of spaces) of a colour, of which these are `shown`, with their
    guilds.

    A limit of the colour is a set of spaces, a guild, and how many there can be of it at most.
    """
    left = [EACH] * len(GUILDS)
    """How many warriors of each guild are not shown."""
    for _, guild in shown:
        left[guild] -= 1
    telling: list[tuple[int, int, int]] = []
    """The limits that say something about these."""
    for among, guild, most in limits:
        most -= sum(own == guild and among >> space & 1 for space, own in shown)
        among &= warriors
        if most < min(among.bit_count(), left[guild]):
            telling.append((among, guild, most))
    alike: dict[tuple[int, ...], list[int]] = {}
    for space in spaces(warriors):
        alike.setdefault(tuple([among >> space & 1 for among, _, _ in telling]), []).append(space)
    groups = tuple(map(tuple, alike.values()))
    bounds = tuple(
        [
            (bits(n for n, within in enumerate(alike) if within[i]), guild, most)
            for i, (_, guild, most) in enumerate(telling)
        ]
    )
    return Hidden(groups, *_dealings(tuple(map(len, groups)), (left[0], left[1], left[2]), bounds))


@lru_cache(maxsize=4096)
def _dealings(
    sizes: tuple[int, ...], left: Counts, bounds: tuple[Bound, ...]
) -> tuple[tuple[Dealing, ...], tuple[int, ...]]:
    """Every way to deal guilds to groups of these sizes, and the weights added up."""
    partial: list[tuple[tuple[Counts, ...], Counts]] = [((), left)]
    for number, size in enumerate(sizes):
        partial = [
            ((*dealt, (a, b, size - a - b)), (bag[0] - a, bag[1] - b, bag[2] - size + a + b))
            for dealt, bag in partial
            for a in range(min(size, bag[0]) + 1)
            for b in range(max(0, size - a - bag[2]), min(size - a, bag[1]) + 1)
            if all(
                (a, b, size - a - b)[limited] + sum(counts[limited] for n, counts in enumerate(dealt) if among >> n & 1)
                <= most
                for among, limited, most in bounds
                if among >> number & 1
            )
        ]
    dealings = tuple((tuple(map(_orders, dealt)), bag) for dealt, bag in partial)
    return dealings, tuple(accumulate(_weight(dealing, left) for dealing in dealings))


def _weight(dealing: Dealing, left: Counts) -> int:
    """How many ways single tokens have to come out of the bag so: the orders of guilds, and for each guild that of its
    tokens."""
    orders, rest = dealing
    return prod(map(len, orders)) * prod(perm(had, had - has) for had, has in zip(left, rest, strict=True))


@cache
def _orders(counts: Counts) -> Orders:
    """All orders of so many guilds."""
    if not any(counts):
        return ((),)
    return tuple(
        (guild, *rest)
        for guild in range(len(GUILDS))
        if counts[guild]
        for rest in _orders((counts[0] - (guild == 0), counts[1] - (guild == 1), counts[2] - (guild == 2)))
    )
