"""Chapter 5: prestige at the end of each period."""

from __future__ import annotations

from itertools import permutations
from random import Random
from typing import Any

import pytest

from texcoco.games.mexica import MEXICA, MexicaPosition

from . import naive
from .scene import play, scene, scene_json
from .test_naive import scattered

TIP = """
        R  S  T  U
    6   .  ~  .  .
    7   .  =  .  .
    8   .  =  .  .
    9   .  =  .  ~
"""
SEVEN = ("T6", "U6", "T7", "U7", "T8", "U8", "T9")
"""The district of the tip: 7 for the first, 4 for the second, 2 for the third."""
AWAY = {"B12": "A", "B13": "B", "C13": "C", "D13": "D"}
"""Pawns that are not at home."""


def tip(*temples: str, founded: bool = True, seats: int = 4, period: int = 1, **given: Any) -> MexicaPosition:
    """The end of a period is one `end` away: the third idle round is nearly over (M-STALL)."""
    cells = dict(zip(SEVEN, temples, strict=False)) | ({"T9": "#7"} if founded else {})
    away = {at: pawn for at, pawn in AWAY.items() if "ABCD".index(pawn) < seats}
    return scene(
        TIP,
        more={**cells, **away, **given.pop("more", {})},
        seats=seats,
        period=period,
        idle_rounds=2,
        turn=seats - 1,
        **given,
    )


def gained(position: MexicaPosition) -> list[int]:
    before = position.dump()["score"]
    play(position, "end")
    return [now - was for now, was in zip(position.dump()["score"], before, strict=True)]


def test_grandeur_is_the_sum_of_levels_not_the_number_of_temples() -> None:
    """M-RANK: two temples of 3 and one of 2 are a grandeur of 8, more than four temples of 7 levels in all."""
    position = tip("a3", "a3", "a2", "b4", "b2", "b1")
    seen = next(d for d in position.view(None)["districts"] if d["token"])
    assert seen["levels"] == [8, 7, 0, 0]
    assert gained(position) == [7, 4, 0, 0]


@pytest.mark.parametrize(
    ("temples", "points"),
    [
        ("a4 b3 c2 d1", [7, 4, 2, 0]),
        ("a4 b4 c2 d1", [7, 7, 2, 0]),
        ("a4 b4 c4 d1", [7, 7, 7, 0]),
        ("a4 b4 c4 d4", [7, 7, 7, 7]),
        ("a4 b2 c2 d1", [7, 4, 4, 0]),
        ("a4 b2 c2 d2", [7, 4, 4, 4]),
        ("a4 b3 c1 d1", [7, 4, 2, 2]),
        ("a4 b4 c1 d1", [7, 7, 2, 2]),
        ("d1", [0, 0, 0, 7]),
        ("a1 c1", [7, 0, 7, 0]),
        ("a2 c1", [7, 0, 4, 0]),
        ("", [0, 0, 0, 0]),
    ],
)
def test_ties_share_their_place_in_full_and_leave_the_next_places_empty(temples: str, points: list[int]) -> None:
    """M-RANK: 1, 1, 3 and 1, 2, 2, 4; without a temple there nobody is ranked; the fourth earns nothing."""
    assert gained(tip(*temples.split())) == points


def test_temples_in_other_districts_do_not_count() -> None:
    """M-RANK."""
    assert gained(tip("a1", more={"R8": "b4"})) == [7, 0, 0, 0]


def test_at_the_end_of_the_first_period_districts_without_a_token_give_nothing() -> None:
    """M-WILD: in the second period only."""
    assert gained(tip("a4", "b1", founded=False)) == [0, 0, 0, 0]


def test_at_the_end_of_the_second_period_they_give_their_size_half_of_it_and_half_of_that_rounded_up() -> None:
    """M-WILD: 7, 4, 2."""
    assert gained(tip("a4", "b2", "c1", founded=False, period=2)) == [7, 4, 2, 0]


def test_the_rest_of_the_island_is_a_district_like_any_other() -> None:
    """M-WILD: 192 less the tip and its canals are 182: 182, 91, 46."""
    assert gained(tip(founded=False, period=2, more={"K3": "b3", "K4": "c2", "K5": "d1"})) == [0, 182, 91, 46]


def test_districts_founded_in_the_first_period_score_again_in_the_second() -> None:
    """M-RANK, M-PER2."""
    position = tip("a4", "b1")
    assert gained(position) == [7, 4, 0, 0]
    for _ in range(11):
        play(position, "end")
    assert gained(position) == [7, 4, 0, 0]
    assert position.dump()["phase"] == "over"


@pytest.mark.parametrize("period", [1, 2])
def test_a_pawn_on_a_start_space_earns_five_and_one_on_the_emblem_nothing(period: int) -> None:
    """M-HOME: at each scoring."""
    data = scene_json(seats=4, period=period, idle_rounds=2, turn=3)
    data["pawns"] = ["H6", "H7", "H5", "I7"]
    assert gained(MEXICA.load(data)) == [5, 0, 0, 5]


def test_where_else_a_pawn_is_does_not_matter() -> None:
    """M-HOME: not even in the district that is scored."""
    assert gained(tip("a4", more={"U7": "B"})) == [7, 0, 0, 0]


def test_a_founded_district_with_the_palace_and_a_pawn_at_home_gives_both() -> None:
    """M-HOME, M-RANK."""
    position = scene(
        """
            F  G  H  I  J
        4   .  .  =  .  .
        5   .  =  b2 =  .
        6   =  #7 A  =  .
        7   =  .  .  .  =
        8   .  =  .  =  .
        9   .  .  =  .  .
        """,
        more={"B12": "B", "B13": "C"}, idle_rounds=2, turn=2,
    )  # fmt: skip
    assert gained(position) == [5, 7, 0]


def test_the_scoring_is_told_district_by_district() -> None:
    position = tip("a4", "b4", "c1")
    told = [event for event in play(position, "end") if event["key"] == "district"]
    assert [(event["at"], event["size"], event["founded"], event["awards"]) for event in told] == [
        ("T9", 7, True, [[0, 7], [1, 7], [2, 2]]),
    ]


@pytest.mark.parametrize("seed", range(40))
def test_scoring_is_the_same_whatever_the_seats_are_called(seed: int) -> None:
    """M-RANK, M-WILD, M-HOME: rename the seats and the scores are renamed with them."""
    rng = Random(seed)
    seats = rng.choice([2, 3, 4])
    data = scattered(rng, seats=seats, period=2, idle_rounds=2, first=0, turn=seats - 1, ap=0, placed=False)
    plain = gained(MEXICA.load(data))
    assert sum(plain) > 0
    for order in permutations(range(seats)):
        renamed = {
            **data,
            "temples": [{**t, "seat": None if t["seat"] is None else order[t["seat"]]} for t in data["temples"]],
        }
        for key in ("pawns", "tokens", "hands", "score"):
            renamed[key] = [data[key][order.index(seat)] for seat in range(seats)]
        assert [gained(MEXICA.load(renamed))[order[seat]] for seat in range(seats)] == plain


@pytest.mark.parametrize("seed", range(40))
def test_scattered_temples_score_as_the_slow_count_says(seed: int) -> None:
    """M-RANK, M-WILD, M-HOME."""
    rng = Random(100 + seed)
    data = scattered(rng, first=0, idle_rounds=2, ap=0, placed=False)
    position = MEXICA.load({**data, "turn": data["seats"] - 1})
    expected = naive.after(position.dump(), "end")["score"]
    play(position, "end")
    assert position.dump()["score"] == expected
