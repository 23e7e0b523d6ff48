"""Action 4: move a warrior. The board for two players is in use: seat 0's river runs K2–K5, L2–L5, M2, M4, N3, N4, O3
and through M3.
"""

from __future__ import annotations

import pytest

from texcoco.game import Unreadable
from texcoco.games.yucatan import YUCATAN
from texcoco.games.yucatan.board import BOARDS, LABELS

from .scene import allowed, keys, play, scene, village, warrior, why


def test_one_space_in_any_direction():
    p = scene(warriors="K7 0")
    assert sorted(str(a) for a in p.actions(0) if a.kind == "march") == [
        f"march K7 {end}" for end in ("J7", "J8", "K6", "K8", "L6")
    ]
    assert why(p, "march K7 K9") == ("move", "not-adjacent")
    assert why(p, "march K8 K9") == ("move", "no-warrior")
    play(p, "march K7 K6")
    assert warrior(p, "K6") == "0 jaguar 0"
    assert warrior(p, "K7") == ""


def test_two_spaces_if_start_middle_and_end_lie_beside_a_river():
    """Y4."""
    p = scene(warriors="K5 0, L6 0 serpent")
    assert allowed(p, "march K5 L4 L3")
    assert why(p, "march K5 K6 K7") == ("Y4", "not-riverside")
    assert why(p, "march K5 L4 M1") == ("Y4", "not-riverside")
    assert why(p, "march L6 L5 K5") == ("Y4", "not-riverside")


def test_without_strict_river_the_start_does_not_matter():
    """Y4."""
    p = scene(warriors="K5 0, L6 0 serpent", options={"strict_river": False})
    assert allowed(p, "march L6 L5 L4")
    assert why(p, "march K5 L4 M1") == ("Y4", "not-riverside")
    assert why(p, "march K5 K6 L5") == ("Y4", "not-riverside")


def test_two_spaces_along_whichever_rivers_even_if_neighbours_share_none():
    """Y5."""
    p = scene(warriors="L5 0")
    assert not set(p.board.rivers_of(p.board.city[0])) & {0}
    assert allowed(p, "march L5 K5 J5")  # K5 lies beside the tributary, J5 on the great river


def test_a_march_does_not_go_back_to_where_it_started():
    """Y6."""
    p = scene(warriors="K5 0")
    assert why(p, "march K5 K4 K5") == ("Y6", "back-to-start")


@pytest.mark.parametrize("seat", [0, 1])
def test_a_march_never_passes_a_warrior_own_or_enemy(seat: int):
    """Y7."""
    p = scene(warriors=f"K5 0, L4 {seat}")
    assert why(p, "march K5 L4 L3") == ("Y7", "through-warrior")
    assert allowed(p, "march K5 K4 L3")


def test_a_march_never_ends_on_an_own_warrior():
    """Y7."""
    p = scene(warriors="K5 0, L4 0")
    assert why(p, "march K5 L4") == ("Y7", "own-warrior")
    assert why(p, "march K5 K4 L4") == ("Y7", "own-warrior")


def test_through_an_own_village_and_a_large_one_takes_the_prisoners_on_the_way():
    """Y8."""
    p = scene(villages="K4 0 large", warriors="L4 0 jaguar 2")
    events = play(p, "march L4 K4 K3")
    assert keys(events) == ["march", "deliver"]
    assert events[1].values == {"space": "K4", "n": 2}
    assert p.held == [2, 0]
    assert warrior(p, "K3") == "0 jaguar 0"
    small = scene(villages="K4 0 small", warriors="L4 0 jaguar 2")
    play(small, "march L4 K4 K3")
    assert warrior(small, "K3") == "0 jaguar 2"


def test_what_was_delivered_on_the_way_cannot_be_lost_in_the_combat_at_the_end():
    """Y8."""
    p = scene(villages="K4 0 large", warriors="L4 0 jaguar 2, K3 1 hummingbird")
    play(p, "march L4 K4 K3")
    assert p.held == [2, 0]
    assert warrior(p, "K3") == "1 hummingbird 1"


def test_in_a_village_of_another_he_must_stop():
    """Y9: the rulebook's example: though he could go one space further along the river."""
    p = scene(villages="K4 1 large", warriors="L4 0")
    assert why(p, "march L4 K4 K3") == ("Y9", "stops-in-village")
    assert allowed(p, "march L4 K4")
    neutral = scene(villages="M1 -", warriors="L4 0")
    assert [str(a) for a in neutral.actions(0) if "M1" in str(a)] == ["march L4 M1"]


def test_a_march_ends_in_a_city_own_or_enemy():
    """Y10."""
    p = scene(warriors="L5 0, B2 0 serpent")
    assert why(p, "march L5 M3 N3") == ("Y10", "stops-in-city")
    assert why(p, "march B2 C6 D7") == ("Y10", "stops-in-city")


def test_one_warrior_may_stand_in_the_own_city():
    """Y11."""
    p = scene(warriors="L5 0, L6 0 serpent, C7 1", villages="K3 0")
    play(p, "march L5 M3", "march C7 C8")
    assert warrior(p, "M3") == "0 jaguar 0"
    assert why(p, "march L6 M3") == ("Y7", "own-warrior")


def test_the_great_river_is_crossed_from_any_bank_beach_or_not():
    """Y12."""
    p = scene(warriors="H3 0")  # no beach
    assert allowed(p, "march H3 I4 J5")
    assert why(p, "march H3 I4") == ("Y12", "into-water")
    assert why(p, "march H3 J4 K4") == ("Y12", "not-adjacent")
    play(p, "march H3 I4 J5")
    assert warrior(p, "J5") == "0 jaguar 0"


def test_a_crossing_leads_to_any_other_beach_at_that_river_space_on_the_same_bank_too():
    """Y13."""
    p = scene(warriors="H4 0")
    ends = [str(a).split()[3] for a in p.actions(0) if str(a).startswith("march H4 I4")]
    assert ends == ["I3", "J5"]  # I3 is on the same bank; by land it is no neighbour of H4
    assert why(p, "march H4 I4 H4") == ("Y13", "back-to-start")
    assert why(p, "march H4 I5 J6") == ("Y13", "no-beach")
    assert why(p, "march H4 I4 K4") == ("Y13", "not-adjacent")


def test_ways_with_the_same_ends_are_one_move_by_the_lowest_river_space():
    """Y13."""
    p = scene(warriors="H4 0")
    assert allowed(p, "march H4 I4 J5")
    refusal = why(p, "march H4 I5 J5")
    assert refusal == ("Y13", "cross-by")
    crossings = [(a.data[0], a.data[2]) for a in p.actions(0) if len(a.data) == 3 and p.board.water >> a.data[1] & 1]
    assert len(set(crossings)) == len(crossings)


def test_a_crossing_is_the_whole_move():
    """Y14."""
    with pytest.raises(Unreadable):
        YUCATAN.parse("march H4 I4 J5 K5")
    p = scene(warriors="H4 0")
    assert all(len(a.data) <= 3 for a in p.actions(0) if a.kind == "march")
    play(p, "march H4 I4 J5")
    assert p.actors() == (1,)


def test_the_beach_of_arrival_is_entered_like_any_space():
    """Y15."""
    assert why(scene(warriors="H3 0, J5 0"), "march H3 I4 J5") == ("Y15", "own-warrior")
    fight = scene(warriors="H3 0 jaguar, J5 1 serpent")
    assert keys(play(fight, "march H3 I4 J5")) == ["march", "combat", "take"]
    assert warrior(fight, "J5") == "0 jaguar 1"
    raid = scene(warriors="H3 0 jaguar", villages="J5 1")
    assert keys(play(raid, "march H3 I4 J5")) == ["march", "raid"]
    assert village(raid, "J5") == ""


def test_nobody_enters_a_mountain():
    """Y17."""
    p = scene(warriors="K9 0")
    assert why(p, "march K9 K10") == ("Y17", "into-mountain")
    assert why(p, "march K9 K10 J10") == ("Y17", "into-mountain")


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_small_river_hinders_nobody(seats: int):
    """Y16: wherever one runs between two spaces, a warrior steps from one to the other, there and back, as he would
    without it.
    """
    for river in BOARDS[seats].rivers:
        for one, other in river.edges:
            for start, end in ((one, other), (other, one)):
                assert allowed(scene(seats, warriors=f"{LABELS[start]} 0"), f"march {LABELS[start]} {LABELS[end]}")


def test_a_march_of_two_spaces_may_start_or_end_in_a_city():
    """Y53."""
    p = scene(warriors="M3 0, K5 0 serpent 2, E8 0 hummingbird", villages="N4 0, G2 0")
    assert allowed(p, "march M3 L5 L4")
    assert allowed(p, "march E8 D7 C6")
    assert why(p, "march K5 L5 M3") == ("Y7", "own-warrior")
    home = scene(warriors="K5 0 serpent 2")
    play(home, "march K5 L5 M3")
    assert home.held == [2, 0]


def test_the_warrior_must_be_ones_own():
    p = scene(warriors="K5 1")
    assert why(p, "march K5 K4") == ("move", "no-warrior")


def test_spaces_of_other_boards_are_refused():
    p = scene(warriors="K5 0")
    assert why(p, "march K5 T1") == ("notation", "off-board")
    assert why(p, "settle P1") == ("notation", "off-board")
    assert why(p, "deploy P1 jaguar") == ("notation", "off-board")


@pytest.mark.parametrize(
    "text",
    ["", "dance", "march", "march K5", "march K5 Z9", "settle", "settle K5 K6", "deploy K5 ?", "steal 4", "warrior K5"],
)
def test_what_is_no_action_is_unreadable_and_says_why(text: str):
    with pytest.raises(Unreadable) as caught:
        YUCATAN.parse(text)
    for lang in ("en", "fr"):
        assert YUCATAN.say(lang, caught.value.refusal.key, caught.value.refusal.values)


def test_notation_is_forgiving_about_case_and_blanks():
    assert YUCATAN.parse("  MARCH k5   k4 ") == YUCATAN.parse("march K5 K4")
    assert YUCATAN.parse("Deploy l5 Jaguar") is YUCATAN.parse("deploy L5 jaguar")
