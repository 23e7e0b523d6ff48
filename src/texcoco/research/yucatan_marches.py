"""Yucatán: the marches of a seat as a set of action numbers, kept from one question to the next."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple, Self

from texcoco.games.bits import lowest
from texcoco.games.yucatan import YucatanPosition
from texcoco.games.yucatan.actions import NUMBERS
from texcoco.games.yucatan.board import LABELS


class _Tables(NamedTuple):
    """By space, the numbers of all marches that start there, end there, or go through it, as sets. A march is in one set
    of each table at most, so that sets are joined, and taken out again, by `^`."""

    starts: list[int]
    ends: list[int]
    middles: list[int]


@cache
def _tables(seats: int, strict: bool) -> _Tables:
    tables = _Tables(*[[0] * len(LABELS) for _ in _Tables._fields])
    for start, ways in enumerate(NUMBERS.ways[seats, strict]):
        if ways is None:  # nobody can stand here
            continue
        for number in ways.all:
            tables.starts[start] |= 1 << number
        for table in (ways.step, ways.cross, *(table for _, _, table in ways.two)):
            for end, number in table.items():
                tables.ends[end] |= 1 << number
        for middle, _, table in ways.two:
            for number in table.values():
                tables.middles[lowest(middle)] |= 1 << number
    return tables


def _joined(table: list[int], spaces: int) -> int:
    found = 0
    while spaces:
        low = spaces & -spaces
        spaces ^= low
        found ^= table[low.bit_length() - 1]
    return found


class Marches:
    """What each seat's marches are, by what stood where when it was last asked: only what changed since is looked up."""

    __slots__ = ("_from_own", "_others", "_own", "_pawns", "_tables", "_through_others", "_through_pawns", "_to_own")

    def __init__(self, seats: int, strict: bool):
        self._tables = _tables(seats, strict)
        self._pawns = self._through_pawns = 0
        self._own, self._from_own, self._to_own = [0] * seats, [0] * seats, [0] * seats
        self._others, self._through_others = [0] * seats, [0] * seats

    def legal(self, p: YucatanPosition, seat: int) -> int:
        """The numbers of the marches that a seat may make: from its own warriors, to where none of them stands, through
        no pawn and no village of others (see `moves.passable`)."""
        starts, ends, middles = self._tables
        if changed := p.men[seat] ^ self._own[seat]:
            self._own[seat] ^= changed
            self._from_own[seat] ^= _joined(starts, changed)
            self._to_own[seat] ^= _joined(ends, changed)
        if changed := p.pawns ^ self._pawns:
            self._pawns ^= changed
            self._through_pawns ^= _joined(middles, changed)
        if changed := (p.built & ~p.villages[seat]) ^ self._others[seat]:
            self._others[seat] ^= changed
            self._through_others[seat] ^= _joined(middles, changed)
        return self._from_own[seat] & ~(self._to_own[seat] | self._through_pawns | self._through_others[seat])

    def copy(self) -> Self:
        new = object.__new__(type(self))
        new._tables, new._pawns, new._through_pawns = self._tables, self._pawns, self._through_pawns
        new._own, new._from_own, new._to_own = self._own.copy(), self._from_own.copy(), self._to_own.copy()
        new._others, new._through_others = self._others.copy(), self._through_others.copy()
        return new
