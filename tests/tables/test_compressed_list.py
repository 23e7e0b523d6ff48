"""A compressed list is a list, however much of it is compressed."""

from __future__ import annotations

from random import Random

import pytest

from texcoco.tables.compressed_list import CHUNK, RECENT, CompressedList


def test_it_is_the_same_as_a_list() -> None:
    rng, rows, compressed, settled = Random(1), list[list[int]](), CompressedList[list[int]](), 0
    for number in range(400):
        rows += [[number, n] for n in range(rng.randrange(3))]
        compressed.extend(rows[len(compressed) :])
        settled = rng.randint(settled, len(rows))
        before = compressed.copy()
        compressed.compress(settled)
        place = rng.randint(settled, len(rows))
        rows[place:] = [[-number, *row] for row in rows[place:]]
        compressed.replace(place, rows[place:])
        assert list(compressed) == rows
        assert list(reversed(compressed)) == rows[::-1]
        assert compressed.tail(place) == rows[place:]
        first = rng.randint(0, len(rows) + 2)
        assert list(compressed.since(first)) == rows[first:]
        assert list(before)[:place] == rows[:place], "a copy is its own"


def test_what_is_compressed_does_not_change() -> None:
    compressed = CompressedList[list[int]]((), [[n] for n in range(3 * CHUNK)])
    compressed.compress(2 * CHUNK + RECENT + 5)
    with pytest.raises(AssertionError, match="do not change"):
        compressed.replace(2 * CHUNK - 1, [])
    assert compressed.tail(2 * CHUNK)[0] == [2 * CHUNK]
