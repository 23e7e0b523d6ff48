"""The puzzles that are shipped: each can be played, is its seat's to solve, and has a solution that the judge agrees
with."""

from __future__ import annotations

from datetime import date, timedelta
from hashlib import sha256
from itertools import pairwise
from random import Random

import msgspec
import pytest

from texcoco.analysis import judge_turn
from texcoco.analysis.chances import GAMES
from texcoco.games import find
from texcoco.puzzles import LITTLE, NoPuzzle, Puzzle, find_puzzle, judge_answer, of_day, puzzles

FEW = 2
"""How many puzzles of each game are judged whenever the tests run."""


def solution_of(game: str, puzzle: Puzzle):
    return [find(game).parse(text) for text in puzzle.solution]


@pytest.mark.parametrize("game", GAMES)
def test_every_solution_is_a_whole_turn_of_a_seat_that_is_to_act(game: str) -> None:
    for puzzle in puzzles(game).values():
        position = find(game).load(puzzle.position)
        assert position.dump() == puzzle.position
        assert len(position.actions(puzzle.seat)) > 1
        step = position.step
        for action in solution_of(game, puzzle):
            assert position.step == step, (puzzle.id, "the turn is over before its end")
            position.play(puzzle.seat, action)
        assert position.step != step or puzzle.seat not in position.actors(), (puzzle.id, "the turn is not over")


@pytest.mark.parametrize("game", GAMES)
def test_puzzles_are_named_by_their_positions_and_told_in_both_languages(game: str) -> None:
    found = puzzles(game)
    assert list(found) == [puzzle.id for puzzle in found.values()], "an id comes twice"
    keys = {(find(game).load(puzzle.position).key(), puzzle.seat) for puzzle in found.values()}
    assert len(keys) == len(found), "a position comes twice"
    for puzzle in found.values():
        named = sha256(msgspec.json.encode([puzzle.position, puzzle.seat], order="sorted")).hexdigest()
        assert named.startswith(puzzle.id)
        assert len(puzzle.id) == 8
        assert puzzle.reason["en"]
        assert puzzle.reason["fr"]
        assert puzzle.reason["en"] != puzzle.reason["fr"]
        assert LITTLE < puzzle.gain <= 1
        assert puzzle.level in (3, 4, 5)
    levels = [puzzle.level for puzzle in found.values()]
    assert levels == sorted(levels), "the easiest come first"


@pytest.mark.parametrize("game", GAMES)
def test_what_a_seat_cannot_see_is_no_part_of_a_puzzle(game: str) -> None:
    """Whatever is hidden, the seat is shown the same and may play the same."""
    for puzzle in puzzles(game).values():
        position = find(game).load(puzzle.position)
        other = position.redeal(puzzle.seat, Random(7))
        assert other.view(puzzle.seat) == position.view(puzzle.seat)
        assert other.actions(puzzle.seat) == position.actions(puzzle.seat)


@pytest.mark.parametrize("game", GAMES)
def test_solutions_are_judged_best(game: str) -> None:
    for puzzle in list(puzzles(game).values())[::-1][:FEW]:
        check_judged(game, puzzle)


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_all_solutions_are_judged_best(game: str) -> None:
    for puzzle in puzzles(game).values():
        check_judged(game, puzzle)


def check_judged(game: str, puzzle: Puzzle) -> None:
    """The solution solves it by the judge's own word, and to do nothing of it does not."""
    position, solution = find(game).load(puzzle.position), solution_of(game, puzzle)
    assert judge_answer(game, puzzle, solution) == (True, 0.0, "good")
    assert judge_turn(position, puzzle.seat, solution).loss < LITTLE, puzzle.id
    others = [action for action in position.actions(puzzle.seat) if str(action) not in puzzle.solution]
    idle = [find(game).parse("end")] if game == "mexica" else [Random(puzzle.id).choice(others)]
    if game != "yucatan" or idle[0].kind not in ("deploy", "warrior"):  # the guild of a new warrior makes no difference
        solved, loss, mark = judge_answer(game, puzzle, idle)
        assert (solved, loss >= LITTLE, mark != "good") == (False, True, True), (puzzle.id, str(idle[0]), loss)


def test_every_day_has_a_puzzle_and_none_comes_again_soon() -> None:
    days = [date(2026, 1, 1) + timedelta(days=n) for n in range(60)]
    chosen = [of_day(day) for day in days]
    assert [of_day(day) for day in days] == chosen
    for game, id in chosen:
        assert find_puzzle(game, id).id == id
    games = [game for game, _ in chosen]
    assert all(a != b for a, b in pairwise(games)), "the games take turns"
    round_ = min(len(puzzles(game)) for game in set(games)) * len(set(games))
    assert len(set(chosen[:round_])) >= min(round_, len(chosen)) - 5  # where two rounds meet, one may come again


def test_what_is_no_puzzle() -> None:
    with pytest.raises(NoPuzzle):
        find_puzzle("mexica", "00000000")
    assert not puzzles("tiny")
    assert not puzzles("../azteco")
