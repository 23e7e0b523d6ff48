"""Passing, winning, and the limit of rounds."""

from __future__ import annotations

from typing import Any

import pytest

from texcoco.game import BadOption
from texcoco.games.yucatan import YUCATAN
from texcoco.games.yucatan.position import YucatanPosition

from .scene import keys, play, scene, why

SURROUNDED = "L5 1 jaguar, L6 1 jaguar, M2 1 jaguar, M4 1 serpent, N2 1 serpent, N3 1 serpent"


def test_nobody_may_pass_who_can_act():
    """Y46."""
    p = scene(warriors="L5 0")
    assert why(p, "pass") == ("Y46", "must-act")


def test_who_can_do_nothing_passes():
    """Y46: no warrior, no village; enemies on all spaces beside the city, their villages along its river."""
    p = scene(villages="K3 1, L4 1, N4 1, A2 1, C1 1", warriors=SURROUNDED)
    assert [str(a) for a in p.actions(0)] == ["pass"]
    assert keys(play(p, "pass")) == ["pass"]
    assert p.actors() == (1,)


def test_the_turn_goes_to_the_left():
    p = scene(4, warriors="N3 0, F3 1, C5 2, J14 3", first=2, turn=2, round=3)
    acted = []
    for _ in range(4):
        (seat,) = p.actors()
        acted.append(seat)
        play(p, str(p.actions(seat)[0]))
    assert acted == [2, 3, 0, 1]
    assert p.actors() == (2,)
    assert p.round == 4


def test_the_fifth_level_ends_the_game_at_once():
    """Y48."""
    p = scene(3, prisoners=[3, 14, 0], levels=[4, 4, 1], turn=0, first=0, round=9)
    events = play(p, "raise")
    assert keys(events) == ["raise", "pyramid"]
    assert p.actors() == ()
    outcome = p.outcome()
    assert outcome is not None
    assert outcome.winners == (0,)
    assert outcome.ranks == (1, 2, 3)
    assert outcome.scores == (5, 4, 1)
    assert outcome.how == "end.pyramid"
    refusal = p.check(1, YUCATAN.parse("raise"))
    assert refusal is not None
    assert refusal.key == "refuse.over"


def last_turn(**state: Any) -> YucatanPosition:
    """Seat 1 makes the last action of the last round."""
    return scene(options={"rounds": 50}, round=50, first=0, turn=1, **state)


def test_the_game_ends_after_the_last_full_round_and_the_log_says_so():
    """Y49."""
    p = scene(options={"rounds": 50}, round=50, first=0, turn=0, warriors="L5 0, C7 1", levels=[1, 2])
    play(p, "march L5 L4")
    assert p.outcome() is None  # the round is not over
    events = play(p, "march C7 C8")
    assert keys(events) == ["march", "limit"]
    assert events[1].values == {"rounds": 50}
    outcome = p.outcome()
    assert outcome is not None
    assert outcome.how == "end.limit"
    assert outcome.winners == (1,)


@pytest.mark.parametrize(
    ("state", "winners"),
    [
        ({"levels": [2, 1], "prisoners": [0, 9]}, (0,)),  # levels first
        (
            {"levels": [1, 1], "prisoners": [1, 0], "warriors": "C7 1 jaguar 3, L5 0"},
            (0,),
        ),  # then prisoners in the city, carried ones do not count
        (
            {"levels": [1, 1], "prisoners": [1, 1], "villages": "K3 0, N4 0, E9 1 large"},
            (0,),
        ),  # then villages, each one
        ({"levels": [1, 1], "prisoners": [1, 1], "villages": "K3 0, E9 1 large"}, (0, 1)),  # then shared
    ],
)
def test_levels_then_prisoners_in_the_city_then_villages_then_shared(
    state: dict[str, object], winners: tuple[int, ...]
):
    """Y49."""
    p = last_turn(**{"warriors": "C7 1, L5 0", **state})
    play(p, "march C7 C8")
    outcome = p.outcome()
    assert outcome is not None
    assert outcome.winners == winners


def test_a_forced_dismissal_still_belongs_to_the_last_round():
    """Y49."""
    p = last_turn(villages="K4 0", warriors="L4 1, L5 0, M2 0 serpent")
    play(p, "march L4 K4")
    assert p.actors() == (0,)
    assert p.outcome() is None
    events = play(p, "dismiss L5")
    assert keys(events) == ["dismiss", "limit"]
    assert p.actors() == ()


def test_the_table_chooses_50_to_500_rounds_150_by_default():
    """Y49."""
    assert YUCATAN.start(2).options.rounds == 150
    for rounds in (49, 501, True, "50"):
        with pytest.raises(BadOption):
            YUCATAN.opening(2, {"rounds": rounds})
    assert YUCATAN.opening(2, {"rounds": 500}).options.rounds == 500
