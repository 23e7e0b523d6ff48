"""Preparing the game."""

from __future__ import annotations

from random import Random

import pytest

from texcoco.game import CHANCE, BadOption
from texcoco.games.yucatan import YUCATAN
from texcoco.games.yucatan.board import BOARDS, SPACE, labels
from texcoco.games.yucatan.position import YucatanPosition

from .scene import allowed, play, scene, spots, village, why


def start(seats: int, first: int) -> YucatanPosition:
    position = YUCATAN.opening(seats, {"first": str(first)})
    assert isinstance(position, YucatanPosition)
    return position


def villages_built() -> YucatanPosition:
    """Two seats, both of whose villages stand; the first neutral one is seat 1's."""
    p = start(2, 0)
    play(p, "village E8", "village L3", "village E11", "village O3")
    assert (p.phase, p.actors()) == ("neutral", (1,))
    return p


def order(p: YucatanPosition) -> dict[str, list[int]]:
    """Plays the set-up at random; who acted in each phase."""
    acted: dict[str, list[int]] = {}
    rng = Random(1)
    while p.round == 0:
        (seat,) = p.actors()
        acted.setdefault(p.phase, []).append(seat)
        p.apply(seat, p.pick(seat, rng))
    acted["turn"] = list(p.actors())
    return acted


def test_the_first_player_is_drawn_each_alike():
    """Y50."""
    p = YUCATAN.start(3)
    assert p.actors() == (CHANCE,)
    assert [(str(action), weight) for action, weight in p.chances()] == [("first 0", 1), ("first 1", 1), ("first 2", 1)]
    assert why(p, "first 3") == ("Y50", "no-such-seat")
    play(p, "first 1")
    assert p.first == 1


def test_the_table_may_name_the_first_player():
    """Y50."""
    assert start(2, 1).first == 1
    with pytest.raises(BadOption):
        YUCATAN.opening(2, {"first": "2"})


def test_set_up_goes_to_the_right_from_the_first_players_right_small_villages_from_his_left():
    """Y19."""
    acted = order(start(4, 1))
    assert acted["large"] == [0, 3, 2, 1]
    assert acted["small"] == [2, 1, 0, 3]
    assert acted["neutral"] == [0, 3, 2, 1] * 3
    assert acted["warriors"] == [0, 0, 3, 3, 2, 2, 1, 1]
    assert acted["turn"] == [1]


def test_set_up_with_two_players_starts_with_the_other_one_each_time():
    """Y19."""
    acted = order(start(2, 0))
    assert acted["large"] == [1, 0]
    assert acted["small"] == [1, 0]
    assert acted["warriors"] == [1, 1, 0, 0]
    assert acted["turn"] == [0]


@pytest.mark.parametrize(("seats", "each"), [(2, 6), (3, 4), (4, 3)])
def test_neutral_villages_are_shared_out(seats: int, each: int):
    """Y18."""
    acted = order(start(seats, 0))["neutral"]
    assert [acted.count(seat) for seat in range(seats)] == [each] * seats


def test_a_large_village_starts_beside_a_river_of_the_own_city_and_next_to_no_city():
    """Y20."""
    p = start(2, 1)  # seat 0 begins
    assert spots(p, "village") == ["K2", "K3", "K4", "K5", "L2", "L3", "L4", "N4", "O3"]
    assert why(p, "village F8") == ("Y20", "large-by-river")  # the great river, but not the city's
    assert why(p, "village M2") == ("Y20", "next-to-city")
    assert why(p, "village M3") == ("Y20", "on-city")
    assert why(p, "village J3") == ("Y20", "on-water")
    play(p, "village K3")
    assert village(p, "K3") == "0 large"


def test_with_two_rivers_a_large_village_starts_beside_either():
    """Y20."""
    p = start(3, 1)
    assert p.actors() == (0,)
    board = BOARDS[3]
    both = board.rivers_of(board.city[0])
    assert len(both) == 2
    for river in both:
        assert set(labels(board.beside[river] & board.remote)) <= set(spots(p, "village"))


def test_a_small_village_starts_beside_a_river_of_the_city_or_of_the_large_village():
    """Y54."""
    p = start(2, 1)
    play(p, "village K3", "village E9")  # both at a confluence with the great river
    assert p.phase == "small"
    assert p.actors() == (0,)
    beaches = labels(BOARDS[2].beach & p.sites)
    assert set(beaches) <= set(spots(p, "village"))
    assert allowed(p, "village N4")
    assert why(p, "village K4") == ("Y54", "next-to-village")
    assert why(p, "village H1") == ("Y54", "small-by-river")
    play(p, "village G5")
    assert village(p, "G5") == "0 small"


def test_the_great_river_is_out_of_reach_of_a_large_village_that_is_not_beside_it():
    """Y54."""
    p = start(2, 1)
    play(p, "village L3", "village E9")
    assert why(p, "village G5") == ("Y54", "small-by-river")


def test_without_a_legal_site_any_jungle_will_do_that_is_next_to_no_village_or_city():
    """Y21."""
    p = start(2, 0)
    play(p, "village E9")
    p.villages[1] |= 1 << SPACE["K3"] | 1 << SPACE["L4"] | 1 << SPACE["N4"]  # more than a real set-up could bring there
    p.refresh()
    assert not p.sites & BOARDS[2].home[0]
    assert spots(p, "village") == labels(p.sites)
    assert allowed(p, "village G2")
    assert why(p, "village K2") == ("Y20", "next-to-village")


def test_a_village_for_which_there_is_no_site_at_all_is_not_placed():
    """Y21."""
    p = scene(phase="large", first=0, turn=1)
    p.sites = 1 << SPACE["G2"]
    play(p, "village G2")
    assert p.phase == "warriors"
    assert p.villages == [0, 1 << SPACE["G2"]]


def test_neutral_villages_stand_away_from_rivers_villages_and_cities():
    """Y22."""
    p = villages_built()
    board = BOARDS[2]
    assert spots(p, "neutral") == labels(p.sites & ~board.riverside & ~board.bank)
    assert why(p, "neutral K5") == ("Y22", "neutral-by-river")
    assert why(p, "neutral F7") == ("Y22", "next-to-village")
    assert why(p, "neutral H9") == ("Y22", "neutral-by-river")  # a bank of the great river without a beach
    assert why(p, "neutral M1") == ("Y22", "next-to-village")
    assert why(p, "neutral L6") == ("Y22", "next-to-city")
    assert why(p, "neutral K10") == ("Y17", "on-mountain")
    play(p, "neutral G2")
    assert village(p, "G2") == "- small"


def test_neutral_villages_are_placed_while_possible():
    """Y22."""
    p = villages_built()
    play(p, "neutral A2", "neutral C1")
    p.sites = 1 << SPACE["G2"] | 1 << SPACE["G5"]
    play(p, "neutral G2")  # G5 lies beside a river: none fits now
    assert p.phase == "warriors"


def test_what_is_left_of_the_neutral_villages_takes_no_part():
    """Y23."""
    p = villages_built()
    p.sites = 1 << SPACE["G2"]
    play(p, "neutral G2")
    assert p.neutral.bit_count() == 1
    assert p.phase == "warriors"
    assert not any(action.kind == "neutral" for action in p.actions(p.actors()[0]))


def test_two_warriors_of_secret_guilds_start_on_two_spaces_beside_the_city():
    """Y24."""
    p = villages_built()
    p.sites = 1 << SPACE["G2"]
    play(p, "neutral G2")  # the last one that fits
    assert spots(p, "warrior") == ["B2", "B3", "C5", "C7", "D6", "D7"]
    assert len(p.actions(1)) == 18
    events = play(p, "warrior B2 jaguar")
    assert events[0].values["action"] == "warrior B2 jaguar"
    other = events[0].to(0)
    assert other is not None
    assert other.values == {"action": "warrior B2 ?", "space": "B2", "guild": "hidden"}
    assert p.actors() == (1,)
    assert why(p, "warrior B2 serpent") == ("Y24", "occupied")
    assert why(p, "warrior C6 serpent") == ("Y24", "beside-your-city")
    play(p, "warrior B3 jaguar")  # the same guild twice is allowed
    assert p.actors() == (0,)
    play(p, "warrior L5 serpent", "warrior L6 hummingbird")
    assert p.phase == "turn"
    assert p.actors() == (0,)
    assert p.round == 1
