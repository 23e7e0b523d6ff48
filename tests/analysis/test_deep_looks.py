"""The deep look: far more work than level 5, and by nothing but what the seat may know."""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from importlib import import_module
from math import inf
from random import Random
from types import FrameType
from typing import Any

import pytest
from played import SEATS, record

from texcoco.analysis import azteco_rounds, turns_of
from texcoco.analysis.azteco_rounds import after_rounds, deal_by_belief
from texcoco.analysis.mexica_turns import Depth, follow, look_further, prestige_ahead
from texcoco.bots import Clock, make
from texcoco.bots.azteco.reader import Reader
from texcoco.bots.mexica.evaluator import WEIGHTS
from texcoco.bots.mexica.turns import Limits, Search
from texcoco.game import CHANCE
from texcoco.games import find
from texcoco.games.azteco import AztecoPosition
from texcoco.games.mexica import MexicaPosition
from texcoco.puzzles import puzzles


class Enough(Exception):
    """More calls than one wanted to know of."""


def calls_of(work: Callable[[], object], most: float = inf) -> int:
    """How many calls of Python functions some work takes: unlike its time, always the same. It is stopped after `most`
    of them."""
    calls = 0

    def count(frame: FrameType, event: str, argument: Any) -> None:
        nonlocal calls
        calls += event == "call"
        if calls > most:
            raise Enough

    sys.setprofile(count)
    try:
        with suppress(Enough):
            work()
    finally:
        sys.setprofile(None)
    return calls


@pytest.mark.parametrize(("game", "seats"), SEATS)
def test_it_is_ten_times_the_work_of_level_5(game: str, seats: int) -> None:
    """In three puzzles together: where there is little to do, all of it has been looked at before."""
    known = [puzzle for puzzle in puzzles(game).values() if puzzle.position["seats"] == seats]
    turns, usual, deep = import_module(f"texcoco.analysis.{game}_turns"), 0, 0
    some = [(find(game).load(puzzle.position), puzzle.seat) for puzzle in known[:: len(known) // 3][:3]]
    for p, seat in some:
        decide = partial(make("5", find(game)).decide, seat, p.view(seat), (), p.actions(seat), Clock(), Random(1))
        usual += calls_of(decide)
    for p, seat in some:
        if deep <= 10 * usual:
            deep += calls_of(partial(turns.rank, p, seat, "deep", Random(1)), most=10 * usual - deep)
    assert deep > 10 * usual


def test_the_next_seat_of_mexica_chooses_the_answer_of_which_it_has_most_in_the_end() -> None:
    other_answers, search = 0, Search(WEIGHTS)
    one = Depth(Limits(4, 8), 3, Limits(4, 8), 3)
    for turn in [turn for turn in turns_of(record("mexica", 2)) if turn.seat != CHANCE][20:44:6]:
        after, seat = turn.after, turn.seat
        assert isinstance(after, MexicaPosition)
        assert after.turn != seat
        line = follow(search, turn.actions, after, seat, one)
        first = look_further(search, line, seat, one)
        best = look_further(search, line, seat, one._replace(answers=4))
        had, has = (prestige_ahead(found.reached, after.turn) for found in (first, best))
        assert has >= had
        assert best.ahead[0] == first.ahead[0]
        other_answers += has > had
    assert other_answers, "the answer that looks best at once was best each time, so that nothing was shown"


def choices(phase: str, seats: int = 3) -> list[tuple[AztecoPosition, int]]:
    """Where a seat chooses in such a phase, in a game of bots."""
    found: list[tuple[AztecoPosition, int]] = []
    for turn in turns_of(record("azteco", seats)):
        assert isinstance(turn.before, AztecoPosition)
        if turn.seat != CHANCE and turn.before.phase == phase and len(turn.before.actions(turn.seat)) > 1:
            found.append((turn.before, turn.seat))
    return found


@pytest.mark.parametrize("phase", ["vote", "keep"])
def test_rounds_of_azteco_are_played_by_what_the_seat_may_know(phase: str) -> None:
    changed = 0
    for position, seat in choices(phase)[1::4]:
        twin = position.redeal(seat, Random(5))
        changed += twin.key() != position.key()
        legal, before = position.actions(seat), position.dump()
        here = after_rounds(position, seat, legal, 3, Random(1))
        assert position.dump() == before
        assert after_rounds(twin, seat, legal, 3, Random(1)) == here
        for chances in here.values():
            assert sum(chances) == pytest.approx(1)
    assert changed, "nothing was hidden, so that nothing was shown"


def test_whoever_has_sealed_a_vote_is_taken_to_vote_as_level_5_believes(monkeypatch: pytest.MonkeyPatch) -> None:
    position, seat = choices("vote", 4)[0]
    other = (seat + 1) % 4
    sealed, believed = position.actions(other)[:2]
    position = position.copy()
    position.apply(other, sealed)
    voted: set[int] = set()

    def look(p: AztecoPosition) -> tuple[float, ...]:
        voted.add(p.rounds[-1][2][other])
        return (0.25,) * 4

    mix = [float(vote == believed.data.code) for vote in range(8)]
    uniform = [[1.0 if vote // 2 != s else 0.0 for vote in range(8)] for s in range(4)]
    mixes = [mix if s == other else uniform[s] for s in range(4)]
    monkeypatch.setattr(Reader, "mixes", lambda *_: mixes)  # type: ignore[misc]
    monkeypatch.setattr(azteco_rounds, "chances", look)
    after_rounds(position, seat, position.actions(seat)[:1], 10, Random(1))
    assert voted == {believed.data.code}


def test_cards_are_dealt_as_lies_are_believed() -> None:
    position, seat = choices("vote", 4)[0]
    others = [other for other in range(4) if other != seat]
    lies = [0.0, 0.25, 0.5, 1.0]
    true, dealt = [0] * 4, 400
    for number in range(dealt):
        p = deal_by_belief(position, seat, lies, Random(number))
        assert p.view(seat) == position.view(seat)
        true = [n + p.told_the_truth(other) for other, n in enumerate(true)]
        assert find("azteco").load(p.dump()).key() == p.key(), "it is a position that can be"
    for other in others:
        assert true[other] / dealt == pytest.approx(1 - lies[other], abs=0.08)


def test_in_the_last_round_it_is_known_who_wins() -> None:
    position, seat = choices("keep")[-1]
    assert position.round == 5
    after = after_rounds(position, seat, position.actions(seat), 8, Random(2))
    for chances in after.values():
        assert all(round(8 * 6 * chance, 6).is_integer() for chance in chances), "whole wins, or shared ones"
