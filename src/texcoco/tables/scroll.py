"""A long list whose past is folded small: most of a table that people sit at is what has happened there."""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterable, Iterator
from typing import Any, Generic, TypeVar

Row = TypeVar("Row", bound="dict[str, Any] | list[Any]")

LEAF = 32
"""Rows that are folded together."""


class Scroll(Generic[Row]):
    """Rows of JSON in order. What is settled can be folded; what is not can still be replaced."""

    __slots__ = ("_folded", "_open")

    def __init__(self, folded: tuple[bytes, ...] = (), unfolded: Iterable[Row] = ()):
        self._folded = folded
        self._open: list[Row] = list(unfolded)

    def copy(self) -> Scroll[Row]:
        return Scroll(self._folded, self._open)

    def __len__(self) -> int:
        return len(self._folded) * LEAF + len(self._open)

    def __iter__(self) -> Iterator[Row]:
        for leaf in self._folded:
            yield from _unfold(leaf)
        yield from self._open

    def __reversed__(self) -> Iterator[Row]:
        yield from reversed(self._open)
        for leaf in reversed(self._folded):
            yield from reversed(_unfold(leaf))

    def extend(self, rows: Iterable[Row]) -> None:
        self._open.extend(rows)

    def tail(self, start: int) -> list[Row]:
        """The rows from number `start` on, which are not folded."""
        return self._open[self._place(start) :]

    def replace(self, start: int, rows: Iterable[Row]) -> None:
        """Puts other rows in the place of those from number `start` on, which are not folded."""
        self._open[self._place(start) :] = rows

    def _place(self, number: int) -> int:
        place = number - len(self._folded) * LEAF
        assert place >= 0, "what is settled does not change any more"
        return place

    def fold(self, settled: int) -> None:
        """The first `settled` rows do not change any more."""
        while len(self._folded) * LEAF + LEAF <= settled:
            leaf = zlib.compress(json.dumps(self._open[:LEAF], separators=(",", ":")).encode())
            self._folded, self._open = (*self._folded, leaf), self._open[LEAF:]


def _unfold(leaf: bytes) -> list[Any]:
    return json.loads(zlib.decompress(leaf))
