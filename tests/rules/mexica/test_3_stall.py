"""The guard that makes every game end: three rounds in which nobody places anything."""

from __future__ import annotations

from typing import Any

import pytest

from texcoco.games.mexica import MEXICA, MexicaPosition

from .scene import ALL_BRIDGES, REST, play, scene, scene_json

EAST = """
        R  S  T  U
    6   .  ~  .  .
    7   .  A- .  .
    8   .  =  .  .
    9   .  =  .  ~
"""


def rounds(position: MexicaPosition, *turns: str) -> list[dict[str, Any]]:
    """One round: each player does one thing, or nothing, and ends."""
    told: list[dict[str, Any]] = []
    for turn in turns:
        told += play(position, *([turn] if turn else []), "end")
    return told


def test_after_three_idle_rounds_in_a_row_the_period_ends_and_the_log_says_so() -> None:
    """M-STALL."""
    position = scene()
    for expected in (1, 2):
        rounds(position, "", "", "")
        assert (position.dump()["idle_rounds"], position.dump()["period"]) == (expected, 1)
    told = rounds(position, "", "", "")
    assert [event["how"] for event in told if event["key"] == "period_end"] == ["stalled"]
    assert (position.dump()["period"], position.dump()["idle_rounds"]) == (2, 0)


@pytest.mark.parametrize("action", ["canal K3", "bridge S8 h", "temple R6 1", "found T8"])
def test_a_canal_a_bridge_a_temple_or_a_token_placed_by_anyone_breaks_the_row(action: str) -> None:
    """M-STALL."""
    pawn = {"temple R6 1": "R7", "found T8": "T7"}.get(action)
    data = scene_json(EAST, display=(7,), idle_rounds=2)
    data["pawns"][0] = pawn or "S7"
    position = MEXICA.load(data)
    rounds(position, action, "", "")
    assert (position.dump()["period"], position.dump()["idle_rounds"]) == (1, 0)


@pytest.mark.parametrize("action", ["walk R7", "take", "fly C3", "spend"])
def test_moving_and_tokens_do_not_break_it(action: str) -> None:
    """M-STALL."""
    position = scene(EAST, idle_rounds=2, tokens=[1, 0, 0])
    rounds(position, action, "", "")
    assert position.dump()["period"] == 2


def test_a_moved_bridge_does_not_break_it() -> None:
    """M-STALL."""
    position = scene(ALL_BRIDGES, more=REST, idle_rounds=2)
    assert position.dump()["supply"]["bridges"] == 0
    rounds(position, "shift S8 S7 h", "", "")
    assert position.dump()["period"] == 2


def test_a_token_that_is_voted_out_does_not_break_it() -> None:
    """M-STALL, M-VOTE."""
    position = scene(period=2, display=(12, 13), idle_rounds=2)
    play(position, "propose 13", "agree", "agree", "end", "end", "end")
    assert position.dump()["phase"] == "over"
    assert position.outcome().how == "end.stalled"


def test_tokens_still_displayed_leave_the_game_with_the_period() -> None:
    """M-STALL, M-PER2."""
    position = scene(display=(5, 6), idle_rounds=2)
    later = position.dump()["later"]
    rounds(position, "", "", "")
    after = position.dump()
    assert after["display"] == later
    assert {5, 6} <= set(after["removed"])


def test_the_counter_starts_again_in_the_second_period() -> None:
    """M-STALL."""
    position = scene(idle_rounds=2)
    for _ in range(3):
        rounds(position, "", "", "")
    assert (position.dump()["period"], position.dump()["idle_rounds"], position.dump()["phase"]) == (2, 2, "turn")
    rounds(position, "", "", "")
    assert position.dump()["phase"] == "over"
