"""Chapter 7: the neutral temples of a two-player game."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from texcoco.game import BadOption
from texcoco.games.mexica import MEXICA, MexicaPosition

from .scene import GROUND, NEUTRALS, begin, beside, play, refused, scene

SETS = {20: {1: 4, 2: 3, 3: 2, 4: 1}, 25: {1: 2, 2: 3, 3: 3, 4: 2}, 30: {2: 3, 3: 4, 4: 3}}


@pytest.mark.parametrize("levels", [20, 25, 30])
@pytest.mark.parametrize("seed", range(12))
def test_ten_neutral_temples_are_spread_away_from_the_shore_and_from_each_other(levels: int, seed: int) -> None:
    """M-2P: not on palace or canal, no lake on an edge, at least four spaces between any two."""
    temples = begin(2, seed, neutral_levels=levels).dump()["temples"]
    assert Counter(temple["level"] for temple in temples) == SETS[levels]
    assert sum(temple["level"] for temple in temples) == levels
    assert {temple["seat"] for temple in temples} == {None}
    places = [temple["at"] for temple in temples]
    for at in places:
        assert GROUND[at] == "."
        assert len(beside(at)) == 4
        assert "~" not in {GROUND[other] for other in beside(at)}
    steps = [abs(ord(a[0]) - ord(b[0])) + abs(int(a[1:]) - int(b[1:])) for a in places for b in places if a < b]
    assert min(steps) >= 5


@pytest.mark.parametrize("seats", [3, 4])
def test_more_players_have_no_neutral_temples(seats: int) -> None:
    """M-2P."""
    assert begin(seats, neutral_levels=30).dump()["temples"] == []


def test_the_variant_has_more_than_twenty_levels_and_no_other_number_is_offered() -> None:
    """M-2P."""
    with pytest.raises(BadOption):
        MEXICA.opening(2, {"neutral_levels": 21})


def dealt() -> MexicaPosition:
    """All tokens are dealt, no neutral temple stands yet."""
    position, rng = MEXICA.start(2), Random(5)
    while len(position.dump()["display"]) < 8:
        play(position, str(position.draw(rng)))
    return position


def test_tokens_come_first_then_temples_then_the_first_player_then_start_spaces() -> None:
    """M-2P: the order of set-up."""
    kinds: list[str] = []
    position, rng = MEXICA.start(2), Random(0)
    while position.dump()["phase"] == "deal":
        action = position.draw(rng)
        if action.kind not in kinds:
            kinds.append(action.kind)
        play(position, str(action))
    assert kinds == ["deal", "neutral", "first"]
    assert position.dump()["phase"] == "start"


def test_every_legal_site_is_equally_likely_and_levels_are_shuffled_over_the_sites() -> None:
    """M-2P: the weights are those of the temples that are left."""
    position = dealt()
    weights = {str(action): weight for action, weight in position.chances()}
    sites = {text.split()[1] for text in weights}
    assert all(weights[f"neutral {at} {level}"] == count for at in sites for level, count in SETS[20].items())
    inland = {
        at
        for at, mark in GROUND.items()
        if mark == "." and len(beside(at)) == 4 and "~" not in {GROUND[b] for b in beside(at)}
    }
    assert sites == inland
    play(position, "neutral E5 4")
    weights = {str(action): weight for action, weight in position.chances()}
    assert not [text for text in weights if text.endswith(" 4")]
    near = {at for at in inland if abs(ord(at[0]) - ord("E")) + abs(int(at[1:]) - 5) < 5}
    assert {text.split()[1] for text in weights} == inland - near


def test_when_no_site_is_left_the_temples_are_placed_again_from_the_start() -> None:
    """M-2P: that happens in about three tries of ten."""
    tries = again = 0
    for seed in range(150):
        position, rng = dealt(), Random(seed)
        while position.chances()[0][0].kind == "neutral":
            told = play(position, str(position.draw(rng)))
            if told[-1]["key"] == "neutral_again":
                again += 1
                tries += 1
                assert position.dump()["temples"] == []
        tries += 1
        assert len(position.dump()["temples"]) == 10
    assert 0.2 < again / tries < 0.4


@pytest.mark.parametrize(
    ("temples", "points"),
    [
        ("a2 b1", [3, 2]),
        ("a2 b2", [3, 3]),
        ("a3 b1", [6, 2]),
        ("a3 b3", [6, 6]),
        ("a4 b1", [6, 2]),
        ("a4 b3", [6, 3]),
        ("b1", [0, 3]),
        ("b4", [0, 6]),
    ],
)
def test_a_neutral_temple_takes_a_rank_and_scores_nothing(temples: str, points: list[int]) -> None:
    """M-2P, M-RANK: six spaces (6, 3, 2) with a neutral temple of 3 levels."""
    east = """
            Q  R  S  T  U
        6   .  .  ~  =  .
        7   .  =  .  .  =
        8   .  =  n3 .  =
        9   .  =  .  #6 ~
    """
    neutral = {at: f"n{level}" for at, level in NEUTRALS.items()} | {"S8": "n3", "L8": "n1"}
    mine = dict(zip(("S7", "T7"), temples.split(), strict=False))
    position = scene(east, seats=2, more={**neutral, **mine, "B12": "A", "E13": "B"}, idle_rounds=2, turn=1)
    play(position, "end")
    assert position.dump()["score"] == points


def test_neutral_temples_are_obstacles_like_any_other() -> None:
    """M-2P, M-FOOT, M-CANAL."""
    position = scene(seats=2, more={"E4": "A"})
    assert refused(position, "walk E5").key == "refuse.neutral-temple"
    assert refused(position, "canal E5").key == "refuse.neutral-temple"
    assert refused(position, "temple E5 1").key == "refuse.neutral-temple"
    assert refused(position, "fly E5").key == "refuse.neutral-temple"


def test_in_a_two_player_game_a_vote_asks_the_one_opponent() -> None:
    """M-VOTE, M-2P."""
    position = scene(seats=2, period=2, display=(13,))
    play(position, "propose 13", "agree")
    assert (position.actors(), position.dump()["display"]) == ((0,), [])
