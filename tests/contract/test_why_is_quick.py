"""A server answers `why` between other requests, so that whatever is asked has to be answered in a few milliseconds."""

from __future__ import annotations

import sys
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from texcoco.game import CHANCE, Position
from texcoco.games import find

MOST_CALLS = 8000
"""Calls of functions, which are counted because times depend on the machine. A millisecond is some thousand of them."""
PLACES = ("", "zzz", "K6", "K6 zzz", "K6 D5 h", " ".join(["A1"] * 26))


def calls(work: Callable[[], Any]) -> int:
    """How many functions are called."""
    count = 0

    def profile(frame: Any, event: str, argument: Any) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    sys.setprofile(profile)
    try:
        work()
    finally:
        sys.setprofile(None)
    return count


def answering(position: Position, seat: int, kind: str, place: str) -> int:
    """How many functions are called to answer, beyond those that list the legal actions, which a state does as well."""
    return calls(lambda: position.why_not(seat, kind, place)) - calls(lambda: position.actions(seat))


@pytest.mark.parametrize(("name", "seats"), [("mexica", 2), ("yucatan", 4), ("azteco", 4)])
def test_whatever_is_asked_is_answered_with_little_work(name: str, seats: int) -> None:
    game, rng = find(name), Random(3)
    numbering = game.numbering
    kinds = {numbering.action(number).kind for number in range(numbering.action_count)} | {"nonsense"}
    for kind in kinds:
        numbering.with_words(kind, ["zzz"])  # the first time, words are indexed
    position = game.opening(seats, {})
    for moment in range(60):
        while position.actors() == (CHANCE,):
            position.apply(CHANCE, position.draw(rng))
        if position.outcome() is not None:
            break
        if moment % 12 == 0:
            for kind in kinds:
                for place in PLACES:
                    for seat in range(2):
                        assert answering(position, seat, kind, place) < MOST_CALLS, (kind, place, seat)
        seat = position.actors()[0]
        position.apply(seat, position.pick(seat, rng))
