"""Chapter 4D: building temples."""

from __future__ import annotations

import pytest

from .scene import allowed, legal, play, refused, scene, spread_temples

TIP = """
        R  S  T  U
    6   .  ~  .  .
    7   .  =  A  .
    8   .  =  .  .
    9   .  =  .  ~
"""


@pytest.mark.parametrize("level", [1, 2, 3, 4])
def test_a_temple_costs_as_many_points_as_it_has_levels(level: int) -> None:
    """M-TEMPLE."""
    position = scene()
    play(position, f"temple K6 {level}")
    after = position.dump()
    assert after["ap"] == 6 - level
    assert after["temples"] == [{"at": "K6", "seat": 0, "level": level}]
    assert after["hands"][0][str(level)] == {1: 3, 2: 3, 3: 2, 4: 1}[level] - 1


@pytest.mark.parametrize("ap", range(5))
def test_only_temples_that_can_be_paid_for_are_built(ap: int) -> None:
    """M-TEMPLE."""
    position = scene(ap=ap)
    assert {int(text.split()[2]) for text in legal(position, "temple")} == set(range(1, ap + 1))
    if ap < 4:
        assert refused(position, f"temple K6 {ap + 1}").key == "refuse.too-dear"


def test_the_pawn_must_be_in_the_district_founded_or_not() -> None:
    """M-TEMPLE."""
    for more in ({}, {"U8": "#7"}):
        position = scene(TIP, more=more)
        sites = {text.split()[1] for text in legal(position, "temple")}
        assert sites == {"T6", "U6", "U7", "T8", "U8", "T9"} - set(more)
        assert refused(position, "temple R8 1").key == "refuse.other-district"


def test_a_temple_may_be_built_in_the_first_turn_in_the_one_great_district() -> None:
    """M-TEMPLE: of any size."""
    position = scene(round=1)
    assert allowed(position, "temple B13 4")


def test_from_a_bridge_nothing_is_built_for_it_is_in_no_district() -> None:
    """M-TEMPLE, M-DIST."""
    position = scene(TIP.replace("7   .  =  A", "7   .  A- ."))
    assert not legal(position, "temple")
    assert refused(position, "temple T7 1").key == "refuse.on-bridge"


@pytest.mark.parametrize(
    ("at", "why"),
    [
        ("H7", "build-palace"),
        ("H8", "build-palace"),
        ("S8", "canal"),
        ("A1", "lake"),
        ("K3", "temple"),
        ("K4", "temple"),
        ("K5", "pawn"),
    ],
)
def test_a_temple_stands_on_empty_land_off_the_palace_one_to_a_space(at: str, why: str) -> None:
    """M-TEMPLE: on no water, no pawn, on top of no other temple and in place of none."""
    position = scene(more={"S8": "=", "K3": "a1", "K4": "b4", "K5": "C"})
    refusal = refused(position, f"temple {at} 2")
    assert (refusal.rule, refusal.key) == ("M-TEMPLE", f"refuse.{why}")


def test_a_temple_may_block_the_ramp_of_a_bridge() -> None:
    """M-TEMPLE."""
    position = scene(TIP.replace("8   .  =", "8   .  -"))
    play(position, "temple T8 1")
    position = scene(TIP.replace("8   .  =", "8   .  -"), more={"T8": "b1"})
    assert not allowed(position, "walk T8")


def test_after_the_first_round_a_temple_may_shut_an_opponent_in() -> None:
    """M-TEMPLE, M-PEN: who is shut in leaves by a bridge of one's own or by the flight."""
    position = scene(TIP, more={"U6": "B", "U7": "c1"})
    play(position, "temple T6 1", "end")
    assert not legal(position, "walk")
    assert legal(position, "fly")


def test_a_player_builds_what_is_in_hand_only() -> None:
    """M-TEMPLE: three of level 1 and so on, until the second period."""
    position = scene(more={"K3": "a4"})
    assert refused(position, "temple K6 4").key == "refuse.no-temple"
    position = scene(more=spread_temples(0, 1, "B3 C3 D3 E3 F3 B4 C4 D4 E4"))
    assert not legal(position, "temple")


def test_a_temple_stays_where_it_is() -> None:
    """M-TEMPLE: no action touches one that stands."""
    position = scene(more={"K6": "a1"})
    assert not any("K6" in text.split() for text in legal(position))
