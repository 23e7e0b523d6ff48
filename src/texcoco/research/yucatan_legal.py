"""Yucatán: what a seat may do on its turn, as a set of action numbers, kept from one question to the next."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple, Self

from texcoco.games.bits import lowest
from texcoco.games.yucatan import YucatanPosition, moves
from texcoco.games.yucatan.actions import NUMBERS
from texcoco.games.yucatan.board import LABELS
from texcoco.games.yucatan.pieces import GUILDS, PRICE

Numbers = Sequence[int]
"""By space, a set of action numbers. No number is in the sets of two spaces, so that sets are joined, and taken out
again, by `^`."""


class _Marches(NamedTuple):
    """The numbers of all marches that start at a space, end there, or go through it."""

    starts: Numbers
    ends: Numbers
    middles: Numbers


@cache
def _marches(seats: int, strict: bool) -> _Marches:
    starts, ends, middles = ([0] * len(LABELS) for _ in _Marches._fields)
    for start, ways in enumerate(NUMBERS.ways[seats, strict]):
        if ways is None:  # nobody can stand here
            continue
        for number in ways.all:
            starts[start] |= 1 << number
        for table in (ways.step, ways.cross, *(table for _, _, table in ways.two)):
            for end, number in table.items():
                ends[end] |= 1 << number
        for middle, _, table in ways.two:
            for number in table.values():
                middles[lowest(middle)] |= 1 << number
    return _Marches(starts, ends, middles)


def _sets(numbers: Sequence[int]) -> Numbers:
    return [1 << number if number >= 0 else 0 for number in numbers]


_SETTLE, _GROW = _sets([*NUMBERS.settle]), _sets([*NUMBERS.grow])
_DEPLOY = [sum(of_guilds) for of_guilds in zip(*[_sets([*numbers]) for numbers in NUMBERS.deploy], strict=True)]
"""Whatever the guild."""
_OF_GUILDS = [
    sum(sum(_sets([*numbers])) for guild, numbers in enumerate(NUMBERS.deploy) if guilds >> guild & 1)
    for guilds in range(1 << len(GUILDS))
]
"""The numbers of all deployments of some guilds (as bits), wherever they come to the board."""
_RAISE, _PASS = 1 << NUMBERS.raise_level, 1 << NUMBERS.pass_turn


class LegalOnTurn:
    """What each seat may do on its turn, by what stood where when it was last asked: only what changed since is looked
    up."""

    __slots__ = ("_numbers", "_spaces", "_tables")

    def __init__(self, seats: int, strict: bool):
        starts, ends, middles = _marches(seats, strict)
        self._tables: list[Numbers] = [middles, *[starts, ends, middles, _SETTLE, _GROW, _DEPLOY] * seats]
        """For all pawns, which nobody marches through; then for each seat, for its warriors (two), villages of others,
        and where it may settle, grow and deploy."""
        self._spaces = [0] * len(self._tables)
        self._numbers = [0] * len(self._tables)
        """The numbers of each table for the spaces that were last asked for."""

    def numbers(self, p: YucatanPosition, seat: int) -> int:
        """The numbers of the actions of the seat whose turn it is. Its marches go from its own warriors to where none
        of them stands, through no pawn and no village of others (see `moves.passable`)."""
        spaces, numbers = self._spaces, self._numbers
        start = 1 + 6 * seat
        end, barring, settle, grow, deploy = start + 1, start + 2, start + 3, start + 4, start + 5
        own, villages = p.men[seat], p.villages[seat]
        if p.pawns != spaces[0]:
            self._look_up(0, p.pawns)
        if changed := own ^ spaces[start]:
            spaces[start] = own
            starts, ends = self._tables[start], self._tables[end]
            from_here, to_here = numbers[start], numbers[end]
            while changed:
                space = changed.bit_length() - 1
                changed ^= 1 << space
                from_here ^= starts[space]
                to_here ^= ends[space]
            numbers[start], numbers[end] = from_here, to_here
        if (others := p.built ^ villages) != spaces[barring]:
            self._look_up(barring, others)
        if (sites := moves.settle_sites(p, seat)) != spaces[settle]:
            self._look_up(settle, sites)
        if (small := villages ^ (villages & p.large)) != spaces[grow]:
            self._look_up(grow, small)
        found = numbers[start]
        # `& ~` of numbers as long as these takes much longer
        found ^= found & (numbers[0] | numbers[end] | numbers[barring])
        found |= numbers[settle] | numbers[grow]
        if sites := moves.deploy_sites(p, seat):
            if sites != spaces[deploy]:
                self._look_up(deploy, sites)
            jaguars, hummingbirds, serpents = p.reserve[len(GUILDS) * seat : len(GUILDS) * seat + len(GUILDS)]
            found |= numbers[deploy] & _OF_GUILDS[bool(jaguars) | bool(hummingbirds) << 1 | bool(serpents) << 2]
        if p.held[seat] >= PRICE:
            found |= _RAISE
        return found or _PASS  # Y46

    def _look_up(self, place: int, spaces: int) -> None:
        """Brings the numbers of a table up to date for these spaces."""
        found, changed, table = self._numbers[place], spaces ^ self._spaces[place], self._tables[place]
        while changed:
            space = changed.bit_length() - 1
            changed ^= 1 << space
            found ^= table[space]
        self._spaces[place], self._numbers[place] = spaces, found

    def copy(self) -> Self:
        new = object.__new__(type(self))
        new._tables, new._spaces, new._numbers = self._tables, self._spaces.copy(), self._numbers.copy()
        return new
