"""Chapter 4E: going by boat from bridge to bridge."""

from __future__ import annotations

from .scene import allowed, legal, play, refused, scene

ROW = """
        C  D  E  F  G  H  I  J
    9   .  .  .  .  .  .  .  .
    10  .  A| =  |  =  |  =  .
    11  .  .  .  .  .  .  .  .
"""
"""An inland canal with three bridges."""


def cost(picture: str, to: str, **given: object) -> int:
    position = scene(picture, **given)
    before = position.dump()["ap"]
    (told,) = play(position, f"boat {to}")
    after = position.dump()
    assert after["pawns"][0] == to
    assert told["cost"] == before - after["ap"]
    return before - after["ap"]


def test_to_the_next_bridge_it_costs_one_point() -> None:
    """M-BOAT."""
    assert cost(ROW, "F10") == 1


def test_each_bridge_passed_on_the_way_costs_one_more() -> None:
    """M-BOAT: in one action or in two it is the same."""
    assert cost(ROW, "H10") == 2
    position = scene(ROW)
    play(position, "boat F10", "boat H10")
    assert position.dump()["ap"] == 4


def test_a_boat_passes_under_an_occupied_bridge_for_a_point_but_does_not_stop_there() -> None:
    """M-BOAT."""
    taken = ROW.replace(" |  =  |  =", " B| =  |  =")
    assert refused(scene(taken), "boat F10").key == "refuse.boat-occupied"
    assert cost(taken, "H10") == 2
    assert refused(scene(taken, ap=1), "boat H10").key == "refuse.too-dear"


def test_bridges_side_by_side_are_joined_by_water() -> None:
    """M-BOAT: over neighbouring spaces too each bridge is a point."""
    row = ROW.replace("A| =  |  =  |", "A| |  |  |  |")
    assert [cost(row, at) for at in ("E10", "F10", "G10", "H10")] == [1, 2, 3, 4]


def test_a_boat_ride_begins_on_a_bridge_and_ends_on_one() -> None:
    """M-BOAT: neither on land nor on open water, and not where one already is."""
    ashore = scene(ROW.replace("A| =", "|  =").replace("9   . ", "9   A ", 1))
    assert refused(ashore, "boat F10").key == "refuse.boat-from-land"
    assert not legal(ashore, "boat")
    position = scene(ROW)
    assert refused(position, "boat E10").key == "refuse.boat-to-land"
    assert refused(position, "boat E9").key == "refuse.boat-to-land"
    assert refused(position, "boat D10").key == "refuse.walk-here"


def test_canals_that_touch_only_at_a_corner_are_not_joined() -> None:
    """M-BOAT."""
    position = scene("""
            C  D  E  F  G
        8   .  .  .  .  .
        9   .  .  .  |  .
        10  .  A| =  .  .
        11  .  .  .  .  .
    """)
    assert not legal(position, "boat")
    assert refused(position, "boat F9").key == "refuse.boat-no-water"
    play(position, "canal E9")
    assert legal(position, "boat") == {"boat F9"}


RING = """
        C  D  E  F  G  H
    9   .  .  .  .  .  .
    10  .  =  =  =  =  .
    11  .  A- .  .  -  .
    12  .  =  =  |  =  .
    13  .  .  .  .  .  .
"""


def test_the_cheapest_way_is_taken() -> None:
    """M-BOAT: round the top no bridge is passed; with two bridges up there it is cheaper to pass the one below."""
    assert cost(RING, "G11") == 1
    assert cost(RING.replace("10  .  =  =  =", "10  .  =  |  |"), "G11") == 2


EAST = """
        N  O  P  Q  R  S  T  U
    6   .  =  .  .  .  ~  .  .
    7   .  =  .  .  .  =  .  .
    8   .  A- .  .  .  -  .  .
    9   .  =  .  .  .  =  .  ~
    10  .  .  .  .  ~  ~  ~  ~
    11  .  .  ~  ~  ~  ~  ~  ~
"""


def test_the_lake_joins_all_canals_that_open_onto_it_and_costs_nothing_more() -> None:
    """M-BOAT: from O8 it is a long way round to S8, and one point, once O10 and O11 lead to the lake."""
    position = scene(EAST)
    assert refused(position, "boat S8").key == "refuse.boat-no-water"
    play(position, "canal O10 O11")
    assert cost(EAST.replace("10  .  .  ", "10  .  =  ").replace("11  .  .  ~", "11  .  =  ~"), "S8") == 1
    assert allowed(position, "boat S8")


def test_a_bridge_right_by_the_lake_is_reached_over_the_lake() -> None:
    """M-BOAT: S7 and S9 both touch it, so S8 between them need not be passed."""
    position = """
            R  S  T  U
        6   .  ~  .  .
        7   .  A- .  .
        8   .  -  .  .
        9   .  -  .  ~
    """
    assert cost(position, "S9") == 1
    assert cost(position, "S8") == 1


def test_the_other_side_of_the_island_is_one_point_away() -> None:
    """M-BOAT: the lake is one ring, and what is outside the map is lake."""
    west = {"A11": "=", "B11": "|"}
    assert (
        cost(EAST.replace("A-", "= ").replace("8   .  =  .  .  .  -", "8   .  =  .  .  .  A-"), "B11", more=west) == 1
    )


def test_without_points_for_the_whole_ride_there_is_none() -> None:
    """M-BOAT."""
    assert legal(scene(ROW, ap=1), "boat") == {"boat F10"}
    assert legal(scene(ROW, ap=0), "boat") == set()


def test_the_pawn_on_the_bridge_may_have_both_ramps_blocked_and_still_sail() -> None:
    """M-BOAT."""
    position = scene(ROW, more={"D9": "b1", "D11": "c1"})
    assert not legal(position, "walk")
    assert legal(position, "boat") == {"boat F10", "boat H10"}
