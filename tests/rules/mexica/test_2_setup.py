"""Chapter 2: the box, the board and how a game is set up. What the two-player game adds is in `test_7_two_players`."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from texcoco.game import CHANCE, BadOption
from texcoco.games.mexica import MEXICA
from texcoco.games.mexica.board import worth

from .scene import GROUND, ISLAND, TOKENS, allowed, begin, beside, legal, play, refused

PALACE = {"H6", "G7", "H7", "I7", "H8"}


def test_the_island_has_192_land_spaces_and_is_one_huge_district() -> None:
    """M-DIST: the five spaces of the palace belong to it and count."""
    (whole,) = begin(3).view(None)["districts"]
    assert whole["size"] == 192
    assert set(whole["spaces"]) >= PALACE
    assert whole["token"] is None


def test_the_engine_knows_the_same_map_as_these_tests() -> None:
    land = {at for at, mark in GROUND.items() if mark in ".SP"}
    assert set(begin(4).view(None)["districts"][0]["spaces"]) == land
    assert (len(ISLAND), {len(row) for row in ISLAND}) == (14, {21})


def test_two_tiles_of_two_spaces_cover_the_canal_that_is_already_dug() -> None:
    assert begin(3).dump()["canals"] == [["O6", "O7"], ["O8", "O9"]]
    assert begin(3).view(None)["districts"][0]["spaces"].count("O6") == 0


def test_there_are_six_small_and_thirty_seven_large_canals_eleven_bridges_and_twelve_action_tokens() -> None:
    start = begin(3).dump()
    assert start["supply"] == {"canal1": 6, "canal2": 37 - 2, "bridges": 11}
    assert (start["token_supply"], start["tokens"], start["bridges"]) == (12, [0, 0, 0], [])


@pytest.mark.parametrize(
    "token",
    [
        (13, 7, 4),
        (12, 6, 3),
        (11, 6, 3),
        (10, 5, 3),
        (9, 5, 3),
        (8, 4, 2),
        (7, 4, 2),
        (6, 3, 2),
        (5, 3, 2),
        (4, 2, 1),
        (3, 2, 1),
    ],
)
def test_a_calpulli_token_shows_its_size_half_of_it_and_half_of_that_rounded_up(token: tuple[int, int, int]) -> None:
    assert worth(token[0]) == token


@pytest.mark.parametrize("seed", range(5))
def test_eight_of_the_fifteen_calpulli_tokens_are_displayed_in_ascending_order_and_seven_are_kept(seed: int) -> None:
    start = begin(3, seed).dump()
    assert start["display"] == sorted(start["display"])
    assert (len(start["display"]), len(start["later"])) == (8, 7)
    assert sorted(start["display"] + start["later"]) == list(TOKENS)


def test_each_token_that_is_left_is_as_likely_to_be_dealt_as_any_other() -> None:
    position = MEXICA.start(4)
    assert {str(action): weight for action, weight in position.chances()} == {
        **{f"deal {size}": 2 for size in (3, 4, 5, 6)},
        **{f"deal {size}": 1 for size in (7, 8, 9, 10, 11, 12, 13)},
    }
    play(position, "deal 3", "deal 13")
    weights = {str(action): weight for action, weight in position.chances()}
    assert weights["deal 3"] == 1
    assert "deal 13" not in weights


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_everybody_begins_with_nine_temples_and_no_prestige(seats: int) -> None:
    start = begin(seats).dump()
    assert start["hands"] == [{"1": 3, "2": 3, "3": 2, "4": 1}] * seats
    assert start["score"] == [0] * seats


@pytest.mark.parametrize("seats", [0, 1, 5])
def test_the_game_is_for_two_to_four(seats: int) -> None:
    with pytest.raises(BadOption):
        MEXICA.opening(seats)


@pytest.mark.parametrize("first", [0, 1, 2, 3])
def test_pawns_start_in_the_palace_in_turn_order_from_the_first_player(first: int) -> None:
    """M-FIRST: the table may choose who goes first; start spaces are chosen in turn order."""
    position = begin(4, first=str(first))
    asked: list[int] = []
    for at in ("H8", "I7", "G7", "H6"):
        asked += position.actors()
        play(position, f"start {at}")
    assert asked == [(first + i) % 4 for i in range(4)]
    assert [position.dump()["pawns"][seat] for seat in asked] == ["H8", "I7", "G7", "H6"]
    assert position.actors() == (first,)
    assert position.dump()["phase"] == "turn"


def test_left_to_chance_everybody_is_as_likely_to_go_first() -> None:
    """M-FIRST."""
    position, rng = MEXICA.start(3), Random(1)
    while len(position.dump()["display"]) < 8:
        play(position, str(position.draw(rng)))
    assert [(str(action), weight) for action, weight in position.chances()] == [
        ("first 0", 1),
        ("first 1", 1),
        ("first 2", 1),
    ]
    play(position, "first 2")
    assert (position.actors(), position.dump()["first"]) == ((2,), 2)


def test_a_seat_that_is_not_there_cannot_go_first() -> None:
    """M-FIRST."""
    with pytest.raises(BadOption):
        MEXICA.opening(3, {"first": "3"})


def test_a_start_space_is_chosen_by_one_only_and_the_emblem_is_none() -> None:
    """M-FIRST."""
    position = begin(3, first="0")
    assert legal(position) == {"start H6", "start G7", "start I7", "start H8"}
    play(position, "start H6")
    assert legal(position) == {"start G7", "start I7", "start H8"}
    assert refused(position, "start H6").key == "refuse.start-taken"
    assert refused(position, "start H7").key == "refuse.no-start-space"
    assert refused(position, "end").key == "refuse.start-first"


def test_nobody_but_chance_acts_before_all_is_dealt() -> None:
    """M-TURN."""
    position = MEXICA.start(3)
    assert position.actors() == (CHANCE,)
    assert position.actions(0) == []
    assert refused(position, "start H6", seat=0).key == "refuse.not-yet"


def test_no_tile_token_or_temple_ever_goes_on_the_palace_but_pawns_walk_and_stand_there() -> None:
    """M-CANAL, M-TEMPLE, M-FOOT."""
    position = begin(3, first="0")
    play(position, "start H6", "start G7", "start I7")
    targets = {word for text in legal(position, "canal", "temple") for word in text.split()[1:]}
    assert not targets & PALACE
    assert allowed(position, "walk H7")
    play(position, "walk H7")
    assert allowed(position, "walk H8")
    assert allowed(position, "fly H6")


def test_the_lake_is_one_ring_round_the_island() -> None:
    """Everything outside the map is lake, so boats get from any shore to any other: see also `test_4e_boat`."""
    lake = {at for at, mark in GROUND.items() if mark == "~"}
    inland = {at for at in lake if not _leads_out(at, lake)}
    assert not inland


def _leads_out(at: str, lake: set[str]) -> bool:
    seen, waiting = {at}, [at]
    while waiting:
        here = waiting.pop()
        if len(beside(here)) < 4:
            return True
        for to in beside(here) & lake - seen:
            seen.add(to)
            waiting.append(to)
    return False


def test_dealing_is_fair_over_many_games() -> None:
    """Each of the fifteen tokens is displayed in eight games of fifteen: 2 × 8/15 of a 3, 8/15 of a 13."""
    seen = Counter(size for seed in range(300) for size in begin(3, seed).dump()["display"])
    assert 2 * 160 * 0.8 < seen[3] < 2 * 160 * 1.2
    assert 160 * 0.75 < seen[13] < 160 * 1.25
