"""Sets of spaces as integers: bit `i` stands for space `i`.

Boards of all games use these few functions, so that the representation can change in one place.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import compress
from typing import Protocol, TypeVar

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)

_TRUTH = bytes.maketrans(b"01", b"\x00\x01")
_HALVES = [[(1 << k, (1 << (1 << k)) - 1) for k in range(size - 1, 2, -1)] for size in range(16)]
"""For sets of up to 2 ** size spaces: the widths to halve them by, down to eight, and masks of the lower half."""
_IN_BYTE = [[space for space in range(8) if byte >> space & 1] for byte in range(256)]


class Lookup(Protocol[T_co]):
    """A table, or what can be read like one."""

    def __getitem__(self, index: int, /) -> T_co: ...
    def __iter__(self) -> Iterator[T_co]: ...


def bits(spaces: Iterable[int]) -> int:
    """The set of these spaces."""
    made = 0
    for space in spaces:
        made |= 1 << space
    return made


def spaces(bits: int) -> Iterator[int]:
    """The spaces of a set, lowest first."""
    while bits:
        low = bits & -bits
        yield low.bit_length() - 1
        bits ^= low


def lowest(bits: int) -> int:
    """The lowest space of a set that is not empty."""
    return (bits & -bits).bit_length() - 1


def nth(bits: int, n: int) -> int:
    """The space with exactly `n` lower ones in the set: `nth(bits, 0)` is the lowest."""
    low = 0
    for width, mask in _HALVES[(bits.bit_length() - 1).bit_length()]:  # go by how many spaces lie in the lower half
        half = bits & mask
        below = half.bit_count()
        if n < below:
            bits = half
        else:
            n -= below
            bits >>= width
            low += width
    return low + _IN_BYTE[bits][n]


def choose(table: Lookup[T], bits: int) -> list[T]:
    """The entries of `table` whose indices are in the set, lowest first."""
    if not bits & (bits - 1):  # at most one
        return [table[bits.bit_length() - 1]] if bits else []
    if bits.bit_count() < 10:
        return [table[space] for space in spaces(bits)]
    return list(compress(table, bin(bits)[:1:-1].encode().translate(_TRUTH)))


def flags(bits: int, length: int) -> bytearray:
    """For each of the first `length` spaces 1 if it is in the set, else 0."""
    return bytearray(bin(bits)[:1:-1].encode().translate(_TRUTH).ljust(length, b"\0"))


def neighbours(bits: int, steps: tuple[int, ...]) -> int:
    """The set and all that lies one step from it, on a board whose neighbours are `steps` apart (for rows of `w`
    spaces: 1 and `w`)."""
    around = bits
    for step in steps:
        around |= bits << step | bits >> step
    return around


def flood(seed: int, within: int, steps: tuple[int, ...]) -> int:
    """All of `within` that can be reached from `seed` step by step without leaving it."""
    seed &= within
    if len(steps) == 2:  # by far the most common, so written out
        a, b = steps
        while True:
            grown = (seed | seed << a | seed >> a | seed << b | seed >> b) & within
            if grown == seed:
                return seed
            seed = (grown | grown << a | grown >> a | grown << b | grown >> b) & within
    while True:
        grown = neighbours(seed, steps) & within
        if grown == seed:
            return seed
        seed = grown


def parts(bits: int, steps: tuple[int, ...]) -> Iterator[int]:
    """The connected parts of a set, by their lowest space."""
    while bits:
        part = flood(bits & -bits, bits, steps)
        yield part
        bits &= ~part
