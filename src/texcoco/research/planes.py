"""Sets of spaces as planes of 0 and 1, kept from one observation to the next."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from texcoco.research import needs
from texcoco.research.layout import Numbers

with needs("research"):
    import numpy as np


def unpack(
    packed: np.ndarray[Any, np.dtype[np.uint8]], count: int | None = None
) -> np.ndarray[Any, np.dtype[np.uint8]]:
    """The bits of a set that was packed into bytes, lowest first, as zeros and ones; only the first `count`."""
    return np.unpackbits(packed, None, count, "little")  # by position: names of arguments take as long again


Rows = np.ndarray[Any, np.dtype[np.intp]]
"""Which rows of planes a seat sees."""
_FEW = 8
"""Up to so many changes of a plane are written one by one, more than that by writing the plane anew."""


class Planes:
    """Planes of one board: a row of numbers for each set, a number for each space, in the order of `spaces`; and in a
    last row the numbers that come after the planes in an observation.

    Between two observations a few spaces change. Only those are written, so that the next one is little more than a
    copy of these rows. A row belongs either to `show`, which finds out what changed, or to `write` and `column`.
    """

    __slots__ = ("_flat", "_places", "_set_bytes", "_shown", "_spaces", "_width", "after", "rows")

    def __init__(self, count: int, spaces: Sequence[int], places: Sequence[int], after: int):
        """`places` is the inverse of `spaces`: where in a plane each space lies, if it does. `after`: how many numbers
        come after the planes, fewer than a plane has."""
        self.rows: Numbers = np.zeros((count + 1, len(spaces)), np.uint8)
        # few numbers are written sooner into a view of the memory than into the array
        self._flat: memoryview[int] = memoryview(self.rows.reshape(-1).data)
        start = count * len(spaces)
        self.after = self._flat[start : start + after]
        self._spaces = np.asarray(spaces)
        self._places, self._width = places, len(spaces)
        self._set_bytes = (len(places) + 7) // 8
        self._shown = [0] * count

    def show(self, sets: Sequence[int], first: int = 0) -> None:
        """Brings the planes from `first` on up to date: each shows one of the sets."""
        shown, flat, places = self._shown, self._flat, self._places
        for row, now in enumerate(sets, first):
            before = shown[row]
            if now == before:
                continue
            shown[row], changed = now, now ^ before
            if changed.bit_count() > _FEW:
                self.write((now,), row)
                continue
            start = row * self._width
            while changed:
                low = changed & -changed
                changed ^= low
                flat[start + places[low.bit_length() - 1]] = 1 if now & low else 0

    def write(self, sets: Sequence[int], first: int) -> None:
        """Writes the planes from `first` on anew."""
        packed = np.frombuffer(b"".join([each.to_bytes(self._set_bytes, "little") for each in sets]), np.uint8)
        bits = unpack(packed).reshape(len(sets), -1)
        bits.take(self._spaces, 1, self.rows[first : first + len(sets)], "clip")

    def observation(self, order: Rows, size: int) -> Numbers:
        """The rows in this order, the last one of all at the end, as one array of `size` numbers."""
        return self.rows.take(order, 0).reshape(-1)[:size]

    def fill(self, order: Rows, numbers: Numbers) -> None:
        """The same, into an array."""
        planes = order[:-1]
        cells = len(planes) * self._width
        self.rows.take(planes, 0, numbers[:cells].reshape(len(planes), self._width), "clip")
        numbers[cells:] = self.after

    def column(self, space: int, first: int, last: int) -> Numbers:
        """What the planes from `first` on (before `last`) show at a space, as a view: writing into it changes them."""
        return self.rows[first:last, self._places[space]]


def inverse(spaces: Sequence[int], count: int) -> list[int]:
    """Where each of `count` spaces lies in a plane that lists `spaces`; -1 for those that it leaves out."""
    found = [-1] * count
    for place, space in enumerate(spaces):
        found[space] = place
    return found
