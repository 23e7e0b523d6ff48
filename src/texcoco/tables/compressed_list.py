"""A long list whose older rows are kept compressed: most of a table in memory is what has happened there."""

from __future__ import annotations

import zlib
from base64 import b64decode
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, islice
from typing import Any, Generic, TypeVar

import msgspec

from texcoco.game import Json

Row = TypeVar("Row", bound="dict[str, Any] | list[Any]")

CHUNK = 32
"""Rows that are compressed together."""

_encode, _decode = msgspec.json.Encoder().encode, msgspec.json.Decoder().decode


class CompressedList(Generic[Row]):
    """Rows of JSON in order. Rows that do not change any more can be compressed; the others can still be replaced.

    Whoever reads rows must not change them: others are given the same ones.
    """

    __slots__ = ("_chunks", "_rows")

    def __init__(self, chunks: tuple[bytes, ...] = (), rows: Iterable[Row] = ()):
        self._chunks = chunks
        self._rows: list[Row] = list(rows)

    def copy(self) -> CompressedList[Row]:
        return CompressedList(self._chunks, self._rows)

    def dump(self) -> Json:
        """As JSON for a worker process, to be encoded by msgspec; chunks stay compressed."""
        return {"chunks": list(self._chunks), "rows": self._rows}

    @classmethod
    def load(cls, data: Json) -> CompressedList[Row]:
        """From what `dump` returned, after it was encoded and decoded."""
        return cls(tuple(map(b64decode, data["chunks"])), data["rows"])

    def __len__(self) -> int:
        return len(self._chunks) * CHUNK + len(self._rows)

    def __iter__(self) -> Iterator[Row]:
        for chunk in self._chunks:
            yield from _decompress(chunk)
        yield from self._rows

    def __reversed__(self) -> Iterator[Row]:
        yield from reversed(self._rows)
        for chunk in reversed(self._chunks):
            yield from reversed(_decompress(chunk))

    def since(self, start: int) -> Iterator[Row]:
        """The rows from number `start` on, compressed or not; chunks before them are not decompressed."""
        first = min(start // CHUNK, len(self._chunks))
        rows = (row for chunk in self._chunks[first:] for row in _decompress(chunk))
        return islice(chain(rows, self._rows), start - first * CHUNK, None)

    def extend(self, rows: Iterable[Row]) -> None:
        self._rows.extend(rows)

    def tail(self, start: int) -> list[Row]:
        """The rows from number `start` on, none of which is compressed."""
        return self._rows[self._place(start) :]

    def replace(self, start: int, rows: Iterable[Row]) -> None:
        """Puts other rows in the place of those from number `start` on, none of which is compressed."""
        self._rows[self._place(start) :] = rows

    def _place(self, number: int) -> int:
        place = number - len(self._chunks) * CHUNK
        assert place >= 0, "rows that are compressed do not change any more"
        return place

    def compress(self, settled: int) -> None:
        """The first `settled` rows do not change any more."""
        while len(self._chunks) * CHUNK + CHUNK <= settled:
            rows = self._rows[:CHUNK]
            chunk = zlib.compress(_encode(rows))
            _keep(chunk, rows)
            self._chunks, self._rows = (*self._chunks, chunk), self._rows[CHUNK:]


_KEPT = 64
_kept: dict[bytes, Sequence[Any]] = {}
"""The rows of the chunks that were used last: the newest chunk of a table is often needed for its next few states."""


def _decompress(chunk: bytes) -> Sequence[Any]:
    rows = _kept.pop(chunk, None)
    if rows is None:
        rows = _decode(zlib.decompress(chunk))
    _keep(chunk, rows)
    return rows


def _keep(chunk: bytes, rows: Sequence[Any]) -> None:
    _kept[chunk] = rows
    if len(_kept) > _KEPT:
        del _kept[next(iter(_kept))]
