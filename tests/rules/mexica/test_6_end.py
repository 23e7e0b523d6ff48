"""Chapter 6: the end of the game, the winner and ties."""

from __future__ import annotations

import pytest

from texcoco.games.mexica import MEXICA

from .scene import play, refused, scene, scene_json


def over(score: list[int], tokens: list[int]):
    """A game that has just ended, with nobody at home and no temples."""
    data = scene_json(seats=len(score), period=2, idle_rounds=2, turn=len(score) - 1, score=score, tokens=tokens)
    data["pawns"] = ["B12", "B13", "D12", "E13"][: len(score)]
    position = MEXICA.load(data)
    play(position, "end")
    return position


def test_the_game_ends_with_the_second_scoring_and_nothing_can_be_done_any_more() -> None:
    """M-WIN, M-TURN."""
    position = over([10, 20, 30], [0, 0, 0])
    assert (position.actors(), position.dump()["phase"]) == ((), "over")
    assert all(position.actions(seat) == [] for seat in range(3))
    assert refused(position, "end", seat=0).rule == "M-WIN"


def test_a_running_game_has_no_outcome() -> None:
    """M-WIN."""
    assert scene().outcome() is None


@pytest.mark.parametrize(
    ("score", "tokens", "ranks"),
    [
        ([10, 20, 30], [9, 0, 0], (3, 2, 1)),
        ([30, 20, 30], [1, 0, 2], (2, 3, 1)),
        ([30, 20, 30], [2, 9, 1], (1, 3, 2)),
        ([30, 30, 30], [1, 1, 0], (1, 1, 3)),
        ([30, 30, 30], [1, 1, 1], (1, 1, 1)),
        ([5, 30, 7, 30], [0, 2, 0, 2], (4, 1, 3, 1)),
        ([7, 30, 7, 30], [3, 2, 4, 2], (4, 1, 3, 1)),
    ],
)
def test_most_prestige_wins_then_most_action_tokens_then_it_is_shared(
    score: list[int], tokens: list[int], ranks: tuple[int, ...]
) -> None:
    """M-WIN."""
    outcome = over(score, tokens).outcome()
    assert (outcome.ranks, outcome.scores) == (ranks, tuple(score))
    assert outcome.winners == tuple(seat for seat, rank in enumerate(ranks) if rank == 1)


def test_how_it_ended_is_said() -> None:
    """M-END, M-STALL."""
    assert over([1, 2, 3], [0, 0, 0]).outcome().how == "end.stalled"
    built = dict(zip("B3 C3 D3 E3 F3 B4 C4 D4 E4 B5 C5 D5 E5 B6 C6 D6 E6 B7".split(), _all_temples(), strict=True))
    position = scene(period=2, display=(), more=built, turn=2)
    play(position, "end")
    assert position.outcome().how == "end.complete"


def _all_temples() -> list[str]:
    return ["a1"] * 6 + ["a2"] * 5 + ["a3"] * 4 + ["a4"] * 3
