"""Action 3: deploy a warrior; how many a civilisation can feed."""

from __future__ import annotations

import pytest

from texcoco.games.yucatan.board import SPACE

from .scene import allowed, keys, play, scene, spots, village, warrior, why


def test_a_warrior_is_deployed_beside_the_city_on_an_empty_space_and_not_in_it():
    """Y32."""
    p = scene(warriors="L5 1 jaguar")
    assert spots(p, "deploy") == ["L6", "M2", "M4", "N2", "N3"]
    assert why(p, "deploy L5 jaguar") == ("Y32", "occupied")
    assert why(p, "deploy M3 jaguar") == ("Y32", "not-in-the-city")
    assert why(p, "deploy K5 jaguar") == ("Y32", "deploy-where")
    events = play(p, "deploy L6 serpent")
    assert warrior(p, "L6") == "0 serpent 0"
    assert events[0].values["action"] == "deploy L6 serpent"
    other = events[0].to(1)
    assert other is not None
    assert other.values["action"] == "deploy L6 ?"
    assert other.values["guild"] == "hidden"


def test_a_warrior_is_deployed_in_a_large_village_which_becomes_small():
    """Y31."""
    p = scene(villages="K3 0 large, G2 0 small")
    assert why(p, "deploy G2 jaguar") == ("Y31", "small-village")
    play(p, "deploy K3 jaguar")
    assert village(p, "K3") == "0 small"
    assert warrior(p, "K3") == "0 jaguar 0"


@pytest.mark.parametrize("seat", [0, 1])
def test_a_warrior_is_not_deployed_in_a_village_where_anybody_stands(seat: int):
    """Y31."""
    p = scene(villages="K3 0 large, G2 0", warriors=f"K3 {seat} jaguar")
    assert why(p, "deploy K3 serpent") == ("Y31", "village-occupied")
    assert allowed(p, "deploy L5 serpent")


def test_a_warrior_deployed_in_a_village_does_not_raid_it():
    """Y31."""
    p = scene(villages="K3 0 large")
    events = play(p, "deploy K3 jaguar")
    assert keys(events) == ["deploy"]
    assert p.supply == 50


def test_example_two_villages_feed_three_warriors():
    """Y33."""
    p = scene(villages="K3 0, N4 0", warriors="K4 0 jaguar, L5 0 serpent, L3 0 jaguar")
    refusal = why(p, "deploy L6 jaguar")
    assert refusal == ("Y33", "cannot-feed")
    assert not spots(p, "deploy")
    two = scene(villages="K3 0, N4 0", warriors="K4 0 jaguar, L5 0 serpent")
    assert allowed(two, "deploy L6 jaguar")


def test_large_villages_feed_as_many_as_small_ones():
    """Y33."""
    assert not spots(scene(villages="K3 0 large", warriors="K4 0, L5 0"), "deploy")
    assert spots(scene(villages="K3 0 large", warriors="K4 0"), "deploy")


def test_there_are_only_three_warriors_of_a_guild():
    """Y33."""
    p = scene(villages="K3 0, N4 0, G2 0", warriors="K4 0 jaguar, L5 0 jaguar, L3 0 jaguar")
    assert why(p, "deploy L6 jaguar") == ("Y33", "none-in-reserve")
    assert allowed(p, "deploy L6 serpent")


def test_who_loses_a_village_takes_off_a_warrior_of_his_choice_before_the_next_seat():
    """Y34."""
    p = scene(3, villages="O8 0, J12 1", warriors="N8 1 jaguar, N9 0 serpent 2, M10 0 jaguar", turn=1)
    step = p.step
    events = play(p, "march N8 O8")
    assert keys(events) == ["march", "raid"]
    assert p.phase == "dismiss"
    assert p.actors() == (0,)
    assert p.step == step + 1
    assert p.actions(1) == []
    assert spots(p, "dismiss") == ["M10", "N9"]
    assert why(p, "dismiss O8") == ("Y34", "dismiss-your-own")
    assert why(p, "march N9 N10") == ("turn", "now-dismiss")
    events = play(p, "dismiss N9")
    assert p.supply == 49  # his two prisoners are back, the raider has one
    assert warrior(p, "N9") == ""
    assert "serpent" not in str(events[0].values)  # the guild is not shown
    assert p.actors() == (2,)  # play goes on after the raider
    assert p.step == step + 2


def test_nothing_is_asked_of_who_can_still_feed_his_warriors():
    """Y34."""
    p = scene(villages="K3 0, N4 0", warriors="K4 1 jaguar, L5 0 serpent, M2 0 serpent", turn=1)
    play(p, "march K4 K3")
    assert p.phase == "turn"
    assert p.actors() == (0,)


def test_a_village_that_only_shrinks_still_feeds():
    """Y34."""
    p = scene(villages="K3 0 large", warriors="K4 1 jaguar, L5 0 serpent, M2 0 serpent", turn=1)
    play(p, "march K4 K3")
    assert village(p, "K3") == "0 small"
    assert p.phase == "turn"


def test_beaten_and_dismissed_warriors_can_be_deployed_again_hidden():
    """Y35."""
    p = scene(villages="K3 0", warriors="L5 0 jaguar 1 shown, M2 1 hummingbird", turn=1)
    play(p, "march M2 L5")
    assert warrior(p, "L5") == "1 hummingbird 2"
    assert p.reserve[:3] == [3, 3, 3]
    play(p, "deploy L6 jaguar")
    assert not p.shown >> SPACE["L6"] & 1
    assert next(w for w in p.view(1)["warriors"] if w["at"] == "L6")["guild"] == "?"
    raided = scene(villages="K3 0", warriors="K4 1 hummingbird, L5 0 jaguar 0 shown, M2 0 serpent", turn=1)
    play(raided, "march K4 K3", "dismiss L5")
    assert raided.reserve[:3] == [3, 3, 2]
    assert not raided.shown >> SPACE["L5"] & 1
