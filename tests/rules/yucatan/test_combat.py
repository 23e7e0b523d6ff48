"""Meeting other warriors."""

from __future__ import annotations

import pytest

from texcoco.games.yucatan.pieces import GUILDS

from .scene import keys, play, scene, village, warrior, why

BEATS = {("jaguar", "serpent"), ("serpent", "hummingbird"), ("hummingbird", "jaguar")}


@pytest.mark.parametrize("mine", GUILDS)
@pytest.mark.parametrize("theirs", GUILDS)
def test_jaguar_beats_serpent_beats_hummingbird_beats_jaguar_and_alike_the_defender_wins(mine: str, theirs: str):
    p = scene(warriors=f"L4 0 {mine}, K4 1 {theirs}")
    events = play(p, "march L4 K4")
    assert events[1].key == "combat"
    assert events[1].values == {
        "space": "K4",
        "attacker": mine,
        "defender": theirs,
        "other": 1,
        "winner": 0 if (mine, theirs) in BEATS else 1,
    }
    assert warrior(p, "K4") == (f"0 {mine} 1" if (mine, theirs) in BEATS else f"1 {theirs} 1")
    assert warrior(p, "L4") == ""
    assert p.pawns.bit_count() == 1
    assert p.supply == 49


def test_a_beaten_attacker_leaves_a_prisoner_and_his_load_to_the_defender():
    """Y38."""
    p = scene(warriors="L4 0 jaguar 1, K4 1 jaguar 0")
    play(p, "march L4 K4")
    assert warrior(p, "K4") == "1 jaguar 2"
    assert warrior(p, "L4") == ""


def test_both_guilds_are_shown_to_all_and_the_winner_stays_known():
    """Y36."""
    p = scene(warriors="L4 0 jaguar, K4 1 serpent, N4 0 serpent", villages="K2 0")
    events = play(p, "march L4 K4")
    told = events[1].to(None)
    assert told is not None
    assert (told.values["attacker"], told.values["defender"]) == ("jaguar", "serpent")
    for seat in (None, 1):
        shown = {w["at"]: w["guild"] for w in p.view(seat)["warriors"]}
        assert shown == {"K4": "jaguar", "N4": "?"}
    play(p, "deploy C7 serpent", "march K4 K3")  # he stays known wherever he goes
    assert {w["at"]: w["guild"] for w in p.view(1)["warriors"]} == {"K3": "jaguar", "N4": "?", "C7": "serpent"}
    assert {w["at"]: w["guild"] for w in p.view(0)["warriors"]}["C7"] == "?"  # back from the reserve, hidden again


def test_example_of_the_combat_in_a_village():
    """Y40: the serpent beats the hummingbird in his own village: a prisoner for the victory, none from the village."""
    for size in ("small", "large"):
        p = scene(villages=f"K4 1 {size}", warriors="L4 0 serpent, K4 1 hummingbird")
        events = play(p, "march L4 K4")
        assert keys(events) == ["march", "combat", "take"]
        assert warrior(p, "K4") == "0 serpent 1"
        assert village(p, "K4") == f"1 {size}"


def test_a_victory_in_a_village_takes_nothing_from_it_whosever_it_is():
    """Y40."""
    p = scene(3, villages="L8 2 large", warriors="L9 0 serpent, L8 1 hummingbird")
    play(p, "march L9 L8")
    assert warrior(p, "L8") == "0 serpent 1"
    assert village(p, "L8") == "2 large"
    neutral = scene(villages="M1 -", warriors="L4 0 serpent, M1 1 hummingbird")
    play(neutral, "march L4 M1")
    assert village(neutral, "M1") == "- small"


def test_example_of_the_victory_over_a_warrior_with_two_prisoners():
    p = scene(warriors="L4 1 serpent 2, K4 0 jaguar, L3 1 serpent, C7 1", villages="E9 1, G2 1")
    play(p, "march K4 L4")
    assert warrior(p, "L4") == "0 jaguar 3"
    assert p.supply == 47
    play(p, "march C7 C8", "march L4 L3")  # another victory: its prisoner is discarded
    assert warrior(p, "L3") == "0 jaguar 3"
    assert p.supply == 47


def test_what_the_winner_cannot_lead_goes_to_the_supply():
    """Y39."""
    p = scene(warriors="L4 0 jaguar 2, K4 1 serpent 3")
    assert p.supply == 45
    events = play(p, "march L4 K4")
    assert events[2].values == {"space": "K4", "n": 1, "load": 3}
    assert warrior(p, "K4") == "0 jaguar 3"
    assert p.supply == 47


def test_a_loaded_attacker_delivers_in_his_own_large_village_only_if_he_wins():
    """Y41."""
    won = scene(villages="K4 0 large", warriors="L4 0 jaguar 1, K4 1 serpent 1")
    assert keys(play(won, "march L4 K4")) == ["march", "combat", "take", "deliver"]
    assert won.held == [3, 0]
    assert village(won, "K4") == "0 large"
    lost = scene(villages="K4 0 large", warriors="L4 0 jaguar 1, K4 1 hummingbird 1")
    play(lost, "march L4 K4")
    assert lost.held == [0, 0]
    assert warrior(lost, "K4") == "1 hummingbird 3"


def test_the_cap_comes_before_the_delivery():
    """Y41."""
    p = scene(villages="K4 0 large", warriors="L4 0 jaguar 3, K4 1 serpent 2")
    play(p, "march L4 K4")
    assert p.held == [3, 0]
    assert p.supply == 47


def test_an_attacker_who_wins_in_his_own_city_delivers():
    """Y41."""
    p = scene(warriors="L5 0 jaguar 2, M3 1 serpent")
    play(p, "march L5 M3")
    assert p.held == [3, 0]


@pytest.mark.parametrize(("place", "start", "villages"), [("K4", "L4", "K4 1 large"), ("C6", "D7", "")])
def test_a_defender_delivers_what_he_wins_at_home(place: str, start: str, villages: str):
    """Y41."""
    p = scene(villages=villages, warriors=f"{start} 0 jaguar 1, {place} 1 jaguar")
    assert keys(play(p, f"march {start} {place}")) == ["march", "combat", "take", "deliver"]
    assert p.held == [0, 2]
    assert warrior(p, place) == "1 jaguar 0"


def test_who_wins_in_an_enemy_city_has_entered_it_and_may_steal():
    """Y42."""
    p = scene(warriors="D7 0 jaguar, C6 1 serpent", prisoners=[0, 5])
    step = p.step
    play(p, "march D7 C6")
    assert p.phase == "steal"
    assert p.step == step + 1  # guilds were shown: no taking back
    assert [str(a) for a in p.actions(0)] == ["steal 0", "steal 1", "steal 2"]
    play(p, "steal 2")
    assert warrior(p, "C6") == "0 jaguar 3"
    assert p.held == [0, 3]


def test_who_loses_in_an_enemy_city_steals_nothing():
    """Y42."""
    p = scene(warriors="D7 0 jaguar, C6 1 hummingbird", prisoners=[0, 5])
    play(p, "march D7 C6")
    assert p.held == [0, 6]  # the defender delivers his victory's prisoner at once
    assert p.actors() == (1,)


def test_combat_ends_the_march():
    p = scene(warriors="K5 0 jaguar, L4 1 serpent")
    assert why(p, "march K5 L4 L3") == ("Y7", "through-warrior")
    play(p, "march K5 L4")
    assert p.actors() == (1,)
