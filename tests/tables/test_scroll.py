"""A scroll is a list, however much of it is folded."""

from __future__ import annotations

from random import Random

import pytest

from texcoco.tables.scroll import LEAF, Scroll


def test_a_scroll_is_the_same_as_a_list() -> None:
    rng, rows, scroll, settled = Random(1), list[list[int]](), Scroll[list[int]](), 0
    for number in range(400):
        rows += [[number, n] for n in range(rng.randrange(3))]
        scroll.extend(rows[len(scroll) :])
        settled = rng.randint(settled, len(rows))
        before = scroll.copy()
        scroll.fold(settled)
        place = rng.randint(settled, len(rows))
        rows[place:] = [[-number, *row] for row in rows[place:]]
        scroll.replace(place, rows[place:])
        assert list(scroll) == rows
        assert list(reversed(scroll)) == rows[::-1]
        assert scroll.tail(place) == rows[place:]
        assert list(before)[:place] == rows[:place], "a copy is its own"


def test_what_is_folded_is_settled() -> None:
    scroll = Scroll[list[int]]((), [[n] for n in range(3 * LEAF)])
    scroll.fold(2 * LEAF + 5)
    with pytest.raises(AssertionError, match="settled"):
        scroll.replace(2 * LEAF - 1, [])
    assert scroll.tail(2 * LEAF)[0] == [2 * LEAF]
