"""A long list whose older rows are kept compressed: most of a table in memory is what has happened there."""

from __future__ import annotations

import zlib
from base64 import b64decode
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import chain, islice
from typing import Any, Generic, TypeVar

import msgspec
from msgspec import Raw

from texcoco.game import Json

Row = TypeVar("Row", bound="dict[str, Any] | list[Any]")

CHUNK = 32
"""Rows that are compressed together."""
RECENT = 16
"""Rows that are not compressed even if they do not change any more: the next states bring them."""

_encode, _decode = msgspec.json.Encoder().encode, msgspec.json.Decoder().decode


class CompressedList(Generic[Row]):
    """Rows of JSON in order. Rows that do not change any more can be compressed; the others can still be replaced.

    The others are kept encoded as well, each by itself: that takes a quarter of the memory, and the garbage collector
    need not look at them. Whoever reads rows must not change them: others may be given the same ones.
    """

    __slots__ = ("_chunks", "_rows")

    def __init__(self, chunks: tuple[bytes, ...] = (), rows: Iterable[Row] = ()):
        self._chunks = chunks
        self._rows: list[bytes] = [_encode(row) for row in rows]

    def copy(self) -> CompressedList[Row]:
        new = object.__new__(type(self))
        new._chunks, new._rows = self._chunks, self._rows.copy()
        return new

    def dump(self) -> Json:
        """As JSON for a worker process, to be encoded by msgspec; chunks stay compressed."""
        return {"chunks": list(self._chunks), "rows": [Raw(row) for row in self._rows]}

    @classmethod
    def load(cls, data: Json) -> CompressedList[Row]:
        """From what `dump` returned, after it was encoded and decoded."""
        return cls(tuple(map(b64decode, data["chunks"])), data["rows"])

    def __len__(self) -> int:
        return len(self._chunks) * CHUNK + len(self._rows)

    def __iter__(self) -> Iterator[Row]:
        return self.since(0)

    def __reversed__(self) -> Iterator[Row]:
        for row in reversed(self._rows):
            yield _decode(row)
        for chunk in reversed(self._chunks):
            yield from reversed(_decompress(chunk))

    def encoded_newest(self) -> Iterator[bytes]:
        """The rows as JSON, the last one first."""
        yield from reversed(self._rows)
        for chunk in reversed(self._chunks):
            yield from map(_encode, reversed(_decompress(chunk)))

    def encoded_tail(self, start: int) -> list[bytes]:
        """The rows from number `start` on as JSON, none of which is compressed."""
        return self._rows[self._place(start) :]

    def since(self, start: int) -> Iterator[Row]:
        """The rows from number `start` on, compressed or not; chunks before them are not decompressed."""
        first = min(start // CHUNK, len(self._chunks))
        rows = (row for chunk in self._chunks[first:] for row in _decompress(chunk))
        return islice(chain(rows, map(_decode, self._rows)), start - first * CHUNK, None)

    def extend(self, rows: Iterable[Row]) -> None:
        self._rows += map(_encode, rows)

    def row(self, number: int) -> Row:
        """The row of that number, which is not compressed."""
        return _decode(self._rows[self._place(number)])

    def tail(self, start: int) -> list[Row]:
        """The rows from number `start` on, none of which is compressed."""
        return [_decode(row) for row in self._rows[self._place(start) :]]

    def replace(self, start: int, rows: Iterable[Row]) -> None:
        """Puts other rows in the place of those from number `start` on, none of which is compressed."""
        self._rows[self._place(start) :] = map(_encode, rows)

    def _place(self, number: int) -> int:
        place = number - len(self._chunks) * CHUNK
        assert place >= 0, "rows that are compressed do not change any more"
        return place

    def compress(self, settled: int) -> None:
        """The first `settled` rows do not change any more."""
        while len(self._chunks) * CHUNK + CHUNK <= settled - RECENT:
            chunk = zlib.compress(b"[%b]" % b",".join(self._rows[:CHUNK]))
            self._chunks, self._rows = (*self._chunks, chunk), self._rows[CHUNK:]


@lru_cache(maxsize=64)  # pages of one log are often read one after the other
def _decompress(chunk: bytes) -> tuple[Any, ...]:
    return tuple(_decode(zlib.decompress(chunk)))
