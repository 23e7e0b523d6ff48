"""Chapter 4E: moving on foot."""

from __future__ import annotations

import pytest

from .scene import allowed, legal, play, refused, scene


def test_a_step_costs_one_point_and_is_never_diagonal() -> None:
    """M-FOOT."""
    position = scene(more={"K5": "A"})
    assert legal(position, "walk") == {"walk K4", "walk K6", "walk J5", "walk L5"}
    assert refused(position, "walk L6").key == "refuse.walk-far"
    assert refused(position, "walk K7").key == "refuse.walk-far"
    assert refused(position, "walk K5").key == "refuse.walk-here"
    play(position, "walk L5")
    assert (position.dump()["pawns"][0], position.dump()["ap"]) == ("L5", 5)


def test_a_pawn_may_go_back_and_forth() -> None:
    """M-FOOT."""
    position = scene(more={"K5": "A"})
    play(position, "walk K6", "walk K5", "walk K6")
    assert (position.dump()["pawns"][0], position.dump()["ap"]) == ("K6", 3)


def test_pawns_temples_and_tokens_are_obstacles() -> None:
    """M-FOOT: one's own temples as well."""
    position = scene("""
            R  S  T  U
        6   .  ~  a1 .
        7   .  =  A  B
        8   .  =  #7 .
        9   .  =  .  ~
    """)
    assert legal(position, "walk") == set()
    assert [refused(position, f"walk {at}").key for at in ("T6", "U7", "T8", "S7")] == [
        "refuse.temple",
        "refuse.pawn",
        "refuse.token",
        "refuse.walk-water",
    ]


def test_palace_spaces_are_walked_on_and_stood_on() -> None:
    """M-FOOT."""
    position = scene()
    assert legal(position, "walk") == {"walk H5", "walk G6", "walk I6", "walk H7"}
    play(position, "walk H7", "end")
    assert legal(position, "walk") == {"walk G6", "walk F7", "walk G8"}, "seat 1 at G7 finds H7 taken"


BRIDGE = """
        R  S  T  U
    6   .  ~  .  .
    7   .  =  .  .
    8   A  -  .  .
    9   .  =  .  ~
"""


def test_a_bridge_is_entered_from_its_ramps_and_left_by_them() -> None:
    """M-FOOT: one point onto it, one off it."""
    position = scene(BRIDGE)
    play(position, "walk S8")
    assert legal(position, "walk") == {"walk R8", "walk T8"}
    play(position, "walk T8")
    assert position.dump()["ap"] == 4


def test_nobody_is_obliged_to_cross_so_a_pawn_may_stay_on_a_bridge_and_block_it() -> None:
    """M-FOOT."""
    position = scene(BRIDGE.replace("8   A  -  .", "8   A  -  B"))
    play(position, "walk S8", "end")
    assert refused(position, "walk S8").key == "refuse.pawn"
    play(position, "end", "end")
    assert position.dump()["pawns"][0] == "S8"


def test_a_bridge_is_not_entered_from_its_side() -> None:
    """M-FOOT: the bridge at D5 has its ramps above and below."""
    position = scene(more={"D5": "|", "C5": "A"})
    assert refused(position, "walk D5").key == "refuse.walk-beside"
    position = scene(more={"D5": "|", "D4": "A"})
    assert allowed(position, "walk D5")


def test_a_bridge_is_not_left_by_its_side() -> None:
    """M-FOOT."""
    position = scene(more={"D5": "A|"})
    assert legal(position, "walk") == {"walk D4", "walk D6"}
    assert refused(position, "walk C5").key == "refuse.walk-off"


def test_from_one_bridge_to_the_next_nobody_walks() -> None:
    """M-FOOT: bridges side by side are joined by water only."""
    position = scene(BRIDGE.replace("8   A  -", "8   .  A-").replace("7   .  =", "7   .  -"))
    assert refused(position, "walk S7").key == "refuse.walk-off"
    assert allowed(position, "boat S7")


@pytest.mark.parametrize("what", ["B", "b1"])
def test_a_ramp_that_is_occupied_shuts_that_side_of_the_bridge(what: str) -> None:
    """M-FOOT."""
    position = scene(BRIDGE.replace("8   A  -  .", f"8   .  A- {what}"))
    assert legal(position, "walk") == {"walk R8"}


def test_nobody_walks_into_the_lake() -> None:
    """M-FOOT."""
    assert refused(scene(more={"B1": "A"}), "walk A1").key == "refuse.walk-water"
