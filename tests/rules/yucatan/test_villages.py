"""Actions 1 and 2: establish and enlarge a village."""

from __future__ import annotations

from texcoco.games.yucatan.board import BOARDS, labels

from .scene import allowed, keys, play, scene, spots, village, warrior, why

EIGHT = "A2 0, C1 0, C3 0, E5 0, G2 0, I10 0, M6 0, O1 0"


def test_a_village_is_established_beside_a_river_of_the_city_however_far_along_it():
    """Y25."""
    p = scene(villages="E8 1")
    assert allowed(p, "settle K2")
    assert spots(p, "settle") == ["K2", "K3", "K4", "K5", "L2", "L3", "L4", "N4", "O3"]
    play(p, "settle K2")
    assert village(p, "K2") == "0 small"
    assert p.actors() == (1,)


def test_a_village_is_established_beside_a_river_that_borders_an_own_village_of_any_size():
    """Y25."""
    assert why(scene(villages="L3 0"), "settle F8") == ("Y25", "no-river-of-yours")
    for size in ("small", "large"):
        p = scene(villages=f"K3 0 {size}")
        assert set(labels(BOARDS[2].beach & p.sites)) <= set(spots(p, "settle"))
        assert allowed(p, "settle F8")


def test_a_village_is_established_next_to_no_village_of_any_colour_and_no_city():
    """Y25."""
    p = scene(villages="K3 0, E9 1, K6 -")
    assert why(p, "settle K4") == ("Y25", "next-to-village")
    assert why(p, "settle F8") == ("Y25", "next-to-village")
    assert why(p, "settle K5") == ("Y25", "next-to-village")
    assert why(p, "settle K3") == ("Y25", "village-there")
    assert why(p, "settle M2") == ("Y25", "next-to-city")
    assert why(p, "settle N1") == ("Y17", "on-mountain")
    assert why(p, "settle J3") == ("Y25", "on-water")


def test_an_enemy_warrior_does_not_hinder_a_new_village_and_gets_nothing_until_he_enters_again():
    """Y26."""
    p = scene(warriors="K2 1 jaguar")
    play(p, "settle K2")
    assert village(p, "K2") == "0 small"
    assert warrior(p, "K2") == "1 jaguar 0"
    play(p, "march K2 L2", "settle N4")
    assert village(p, "K2") == "0 small"
    play(p, "march L2 K2")
    assert village(p, "K2") == ""
    assert warrior(p, "K2") == "1 jaguar 1"


def test_a_village_is_established_under_an_own_warrior_whatever_the_rivers():
    """Y27."""
    p = scene(warriors="K7 0 jaguar, L9 1 jaguar", villages="M6 -")
    assert allowed(p, "settle K7")
    assert why(p, "settle L9") == ("Y25", "next-to-village")
    assert why(scene(warriors="L9 1 jaguar"), "settle L9") == ("Y25", "no-river-of-yours")
    assert why(scene(warriors="L9 0 jaguar", villages="M6 -"), "settle L9") == ("Y27", "next-to-village")
    play(p, "settle K7")
    assert village(p, "K7") == "0 small"


def test_a_village_is_never_established_in_a_city():
    """Y27."""
    p = scene(warriors="M3 0 jaguar, C6 0 serpent")
    assert why(p, "settle M3") == ("Y27", "on-city")
    assert why(p, "settle C6") == ("Y27", "on-city")


def test_eight_villages_at_most_and_a_lost_one_comes_back_to_its_owner():
    """Y28."""
    p = scene(villages=EIGHT, warriors="L8 1 jaguar", turn=0)
    assert why(p, "settle K2") == ("Y28", "no-village-left")
    p = scene(villages=EIGHT, warriors="L8 1 jaguar", turn=1)
    play(p, "march L8 M6")
    assert village(p, "M6") == ""
    assert allowed(p, "settle K2")


def test_a_raided_neutral_village_leaves_the_game():
    """Y28."""
    p = scene(villages="M6 -, G2 -", warriors="L8 0 jaguar")
    play(p, "march L8 M6")
    assert labels(p.neutral) == ["G2"]
    assert village(p, "M6") == ""


def test_enlarging_turns_a_small_village_over():
    p = scene(villages="K3 0, G2 -, E9 1, N4 0 large")
    assert spots(p, "grow") == ["K3"]
    assert why(p, "grow N4") == ("Y29", "already-large")
    assert why(p, "grow G2") == ("Y29", "neutral-stays-small")
    assert why(p, "grow E9") == ("Y29", "not-your-village")
    play(p, "grow K3")
    assert village(p, "K3") == "0 large"


def test_a_village_is_enlarged_also_with_an_enemy_warrior_on_it():
    """Y29."""
    p = scene(villages="K3 0", warriors="K3 1 jaguar 1")
    events = play(p, "grow K3")
    assert village(p, "K3") == "0 large"
    assert warrior(p, "K3") == "1 jaguar 1"
    assert keys(events) == ["grow"]


def test_example_of_enlarging_under_a_warrior_with_two_prisoners():
    """Y30: he walks into his small village; it is enlarged next turn, and the prisoners are in the city at once."""
    p = scene(villages="K3 0", warriors="K4 0 jaguar 2, B2 1 serpent")
    play(p, "march K4 K3")
    assert p.held == [0, 0]
    play(p, "march B2 B1")
    events = play(p, "grow K3")
    assert keys(events) == ["grow", "deliver"]
    assert p.held == [2, 0]
    assert warrior(p, "K3") == "0 jaguar 0"
