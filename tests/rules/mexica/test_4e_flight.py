"""Chapter 4E: going anywhere for five points."""

from __future__ import annotations

import pytest

from .scene import allowed, legal, play, refused, scene

EAST = """
        R  S  T  U
    6   .  ~  b1 .
    7   .  -  .  .
    8   .  B- #7 .
    9   .  =  .  ~
"""


@pytest.mark.parametrize("to", ["B13", "T7", "U6", "S7", "H7"])
def test_for_five_points_a_pawn_goes_to_any_empty_land_space_or_free_bridge(to: str) -> None:
    """M-FLY: the palace and founded districts included."""
    position = scene(EAST)
    play(position, f"fly {to}")
    assert (position.dump()["pawns"][0], position.dump()["ap"]) == (to, 1)


@pytest.mark.parametrize(
    ("to", "why"),
    [
        ("T6", "temple"),
        ("T8", "token"),
        ("S8", "pawn"),
        ("G7", "pawn"),
        ("S9", "walk-water"),
        ("S6", "walk-water"),
        ("H6", "walk-here"),
    ],
)
def test_it_does_not_end_on_anything_occupied_or_in_the_water(to: str, why: str) -> None:
    """M-FLY."""
    refusal = refused(scene(EAST), f"fly {to}")
    assert (refusal.rule, refusal.key) == ("M-FLY", f"refuse.{why}")


def test_every_empty_space_of_the_island_is_a_target() -> None:
    """M-FLY: 192 spaces less the three pawns."""
    assert len(legal(scene(), "fly")) == 192 - 3


@pytest.mark.parametrize("ap", range(5))
def test_four_points_are_not_enough(ap: int) -> None:
    """M-FLY."""
    assert refused(scene(ap=ap), "fly B13").key == "refuse.too-dear"


def test_action_tokens_pay_for_it() -> None:
    """M-FLY, M-SPEND."""
    position = scene(ap=4, tokens=[1, 0, 0])
    play(position, "spend")
    assert allowed(position, "fly B13")


def test_who_is_shut_in_gets_out_by_it() -> None:
    """M-FLY."""
    position = scene(EAST, more={"U7": "c1", "U6": "A"})
    assert not legal(position, "walk")
    assert allowed(position, "fly R9")
