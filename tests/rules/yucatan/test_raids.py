"""Entering villages, leading prisoners, bringing them home, stealing them from cities, building."""

from __future__ import annotations

import pytest

from texcoco.games.yucatan.board import SPACE

from .scene import allowed, keys, labels, play, scene, spots, village, warrior, why


def test_raid_on_a_small_village_removes_it_and_makes_a_prisoner():
    """Y9."""
    p = scene(villages="K4 1 small", warriors="L4 0")
    events = play(p, "march L4 K4")
    assert keys(events) == ["march", "raid"]
    assert events[1].values == {"space": "K4", "owner": 1, "left": "none", "n": 1}
    assert village(p, "K4") == ""
    assert warrior(p, "K4") == "0 jaguar 1"
    assert p.supply == 49


def test_example_of_the_raid_on_a_large_village():
    """He stops, it becomes small, he gains nothing by staying; its owner may enlarge it under him but not deploy
    there."""
    p = scene(villages="K4 1 large, E9 1", warriors="L4 0, D7 1 jaguar")
    play(p, "march L4 K4")
    assert village(p, "K4") == "1 small"
    assert warrior(p, "K4") == "0 jaguar 1"
    play(p, "grow K4")
    assert village(p, "K4") == "1 large"
    play(p, "settle N4")  # seat 0 leaves him where he is
    assert warrior(p, "K4") == "0 jaguar 1"
    assert why(p, "deploy K4 serpent") == ("Y31", "village-occupied")
    play(p, "march D7 D8", "march K4 L4", "march D8 D7", "march L4 K4")  # he leaves and comes back
    assert warrior(p, "K4") == "0 jaguar 2"
    assert village(p, "K4") == "1 small"


def test_three_prisoners_at_most_and_the_village_still_falls():
    """Y39."""
    p = scene(villages="K4 1 small", warriors="L4 0 jaguar 3")
    events = play(p, "march L4 K4")
    assert events[1].values["n"] == 0
    assert village(p, "K4") == ""
    assert warrior(p, "K4") == "0 jaguar 3"
    assert p.supply == 47


def test_without_prisoners_in_the_supply_everything_else_happens():
    """Y45."""
    p = scene(villages="K4 1 large, N4 1", warriors="L4 0, M2 1 serpent, M4 0 serpent", prisoners=[25, 25])
    assert p.supply == 0
    play(p, "march L4 K4")
    assert village(p, "K4") == "1 small"
    assert warrior(p, "K4") == "0 jaguar 0"
    fight = scene(warriors="L4 0 jaguar, K4 1 serpent", prisoners=[25, 25])
    play(fight, "march L4 K4")
    assert warrior(fight, "K4") == "0 jaguar 0"
    assert fight.supply == 0


def test_prisoners_go_with_the_warrior_and_are_delivered_in_a_large_village_or_the_city():
    p = scene(villages="K4 0 large", warriors="L3 0 jaguar 2, L5 0 serpent 1, C7 1", prisoners=[1, 0])
    events = play(p, "march L3 K4")
    assert events[1].values == {"space": "K4", "n": 2}
    assert p.held == [3, 0]
    play(p, "march C7 C8", "march L5 M3")
    assert p.held == [4, 0]
    assert warrior(p, "M3") == "0 serpent 0"


def test_a_small_village_of_ones_own_takes_no_prisoners():
    p = scene(villages="K4 0 small", warriors="L3 0 jaguar 2")
    assert keys(play(p, "march L3 K4")) == ["march"]
    assert warrior(p, "K4") == "0 jaguar 2"


def test_example_of_the_city_with_five_prisoners():
    """Y44."""
    p = scene(warriors="D7 0 jaguar", prisoners=[0, 5])
    step = p.step
    play(p, "march D7 C6")
    assert p.actors() == (0,)
    assert p.step == step  # the same turn goes on
    assert [str(a) for a in p.actions(0)] == ["steal 0", "steal 1", "steal 2", "steal 3"]
    assert why(p, "march C6 C7") == ("turn", "now-steal")
    play(p, "steal 3")
    assert p.held == [0, 2]
    assert warrior(p, "C6") == "0 jaguar 3"
    assert p.actors() == (1,)


def test_up_to_what_he_can_lead_and_what_there_is():
    """Y44."""
    p = scene(warriors="D7 0 jaguar 2", prisoners=[0, 5])
    play(p, "march D7 C6")
    assert [str(a) for a in p.actions(0)] == ["steal 0", "steal 1"]
    assert why(p, "steal 2") == ("Y44", "steal-at-most")
    play(p, "steal 0")  # nobody has to
    assert p.held == [0, 5]
    few = scene(warriors="D7 0 jaguar", prisoners=[0, 2])
    play(few, "march D7 C6")
    assert [str(a) for a in few.actions(0)] == ["steal 0", "steal 1", "steal 2"]


def test_no_question_when_there_is_nothing_to_take():
    """Y44."""
    for warriors, held in (("D7 0 jaguar 3", 5), ("D7 0 jaguar", 0)):
        p = scene(warriors=warriors, prisoners=[0, held])
        play(p, "march D7 C6")
        assert p.actors() == (1,)


def test_a_warrior_in_an_enemy_city_hinders_neither_building_nor_deployment_nor_deliveries_in_large_villages():
    """Y43."""
    p = scene(warriors="C6 0 jaguar, E8 1 serpent 2", villages="E9 1 large", prisoners=[0, 3], turn=1)
    assert allowed(p, "raise")
    assert spots(p, "deploy") == ["B2", "B3", "C5", "C7", "D6", "D7", "E9"]
    play(p, "march E8 E9")
    assert p.held == [0, 5]


@pytest.mark.parametrize(
    ("guild", "events", "held"), [("serpent", ["combat", "take"], 0), ("jaguar", ["combat", "take", "deliver"], 3)]
)
def test_prisoners_brought_into_the_city_itself_have_to_be_fought_for_first(guild: str, events: list[str], held: int):
    """Y43: an enemy serpent stands in seat 0's city; the jaguar who beats him delivers, the serpent loses what he was
    leading.
    """
    p = scene(warriors=f"L5 0 {guild} 2, M3 1 serpent")
    assert keys(play(p, "march L5 M3")) == ["march", *events]
    assert p.held == [held, 0]
    assert warrior(p, "M3") == ("0 jaguar 0" if held else "1 serpent 3")


def test_a_warrior_in_an_enemy_city_can_be_attacked_by_anyone_and_steals_again_only_by_coming_back():
    """Y43."""
    third = scene(3, warriors="N10 1 jaguar, M10 2 hummingbird", turn=2)  # seat 1's warrior is in seat 0's city
    assert keys(play(third, "march M10 N10")) == ["march", "combat", "take"]
    assert warrior(third, "N10") == "2 hummingbird 1"
    inside = scene(3, warriors="N10 1 jaguar", prisoners=[4, 0, 0], turn=1)
    assert not any(a.kind == "steal" for a in inside.actions(1))
    back = scene(warriors="C6 0 jaguar, E8 1", prisoners=[0, 4])
    play(back, "march C6 C7", "march E8 E7", "march C7 C6", "steal 3")
    assert back.held == [0, 1]


def test_example_of_six_prisoners():
    """Y47."""
    p = scene(prisoners=[6, 0], warriors="C7 1")
    play(p, "raise")
    assert p.levels == [1, 0]
    assert p.held == [3, 0]
    assert p.supply == 47
    assert p.actors() == (1,)  # one level an action
    play(p, "march C7 C8", "raise")
    assert p.levels == [2, 0]
    play(p, "march C8 C7")
    assert why(p, "raise") == ("Y47", "too-few-prisoners")


def test_levels_take_no_space_of_the_board():
    """Y55: with four levels built all six spaces round the city are as free for warriors as with none."""
    for levels in (0, 4):
        p = scene(villages="K3 0", warriors="M3 0 jaguar", levels=[levels, 0])
        assert spots(p, "deploy") == labels(p.board.around[p.board.city[0]]) == ["L5", "L6", "M2", "M4", "N2", "N3"]
        for end in spots(p, "deploy"):
            assert allowed(p, f"march M3 {end}")


def test_prisoners_under_a_warrior_do_not_build():
    """Y47."""
    p = scene(prisoners=[2, 0], warriors="L5 0 jaguar 3")
    assert why(p, "raise") == ("Y47", "too-few-prisoners")


def test_an_own_warrior_in_the_way_of_nothing_else():
    p = scene(warriors="M3 0 jaguar", prisoners=[3, 0])
    assert allowed(p, "raise")
    assert p.men[0] >> SPACE["M3"] & 1
