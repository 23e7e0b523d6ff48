"""Chapter 4C: constructing and relocating bridges."""

from __future__ import annotations

import pytest

from .scene import ALL_BRIDGES, REST, allowed, legal, play, refused, scene

EAST = """
        R  S  T  U
    6   .  ~  .  .
    7   .  =  .  .
    8   .  =  .  .
    9   .  =  .  ~
"""


def test_a_bridge_costs_one_point_and_is_built_without_ones_pawn_being_near() -> None:
    """M-BRDG."""
    position = scene(EAST)
    play(position, "bridge S8 h")
    after = position.dump()
    assert (after["bridges"], after["ap"], after["supply"]["bridges"]) == ([{"at": "S8", "dir": "h"}], 5, 10)


def test_a_bridge_crosses_any_canal_whose_two_ends_are_land() -> None:
    """M-BRDG: across the canal of the start and the one in the east; along them the ramps would be in the water."""
    position = scene(EAST)
    assert legal(position, "bridge") == {f"bridge {at} h" for at in ("O6", "O7", "O8", "O9", "S7", "S8", "S9")}


def test_ramps_may_rest_on_occupied_land_on_the_palace_and_in_founded_districts() -> None:
    """M-BRDG."""
    position = scene("""
            R  S  T  U
        6   .  ~  .  .
        7   B  =  #7 .
        8   b1 =  c2 .
        9   .  =  .  ~
    """, more={"H5": "="})  # fmt: skip
    assert {"bridge S7 h", "bridge S8 h", "bridge H5 v"} <= legal(position, "bridge")


def test_a_bridge_does_not_end_in_the_lake_or_in_a_canal() -> None:
    """M-BRDG."""
    position = scene(EAST)
    for at, lake in (("S7", 1), ("S8", 0)):
        refusal = refused(position, f"bridge {at} v")
        assert (refusal.rule, refusal.key, refusal.values["lake"], refusal.values["turned"]) == (
            "M-BRDG",
            "refuse.bridge-ramp",
            lake,
            1,
        )


def test_bridges_are_not_chained_but_one_land_space_between_their_ramps_is_enough() -> None:
    """M-BRDG: E5 and F5 are both water, so no bridge runs along them; E5 and G5 share the ramp F5."""
    chained = scene("""
            C  D  E  F  G  H
        4   .  .  .  .  .  .
        5   .  .  -  .  =  .
        6   .  .  .  .  .  .
    """)
    assert allowed(chained, "bridge G5 h")
    end_to_end = scene("""
            C  D  E  F  G  H
        4   .  .  .  .  .  .
        5   .  .  =  =  .  .
        6   .  .  .  .  .  .
    """)
    assert legal(end_to_end, "bridge") >= {"bridge E5 v", "bridge F5 v"}
    assert refused(end_to_end, "bridge E5 h").key == "refuse.bridge-ramp"


def test_two_bridges_may_lie_side_by_side() -> None:
    """M-BRDG."""
    position = scene(EAST)
    play(position, "bridge S7 h", "bridge S8 h")
    assert [bridge["at"] for bridge in position.dump()["bridges"]] == ["S7", "S8"]


def test_where_both_directions_fit_the_player_chooses() -> None:
    """M-BRDG."""
    position = scene(more={"D5": "="})
    assert legal(position, "bridge") >= {"bridge D5 h", "bridge D5 v"}
    play(position, "bridge D5 v")
    assert position.dump()["bridges"] == [{"at": "D5", "dir": "v"}]


@pytest.mark.parametrize(
    ("at", "why"), [("S6", "bridge-lake"), ("R8", "bridge-land"), ("H7", "bridge-land"), ("S8", "bridge-bridge")]
)
def test_a_bridge_covers_one_canal_space_that_has_none(at: str, why: str) -> None:
    """M-BRDG."""
    position = scene(EAST.replace("8   .  =", "8   .  -"))
    for way in "hv":
        refusal = refused(position, f"bridge {at} {way}")
        assert (refusal.rule, refusal.key) == ("M-BRDG", f"refuse.{why}")


# --- relocating (M-RELOC) ---


def test_while_a_bridge_is_in_the_supply_none_is_moved() -> None:
    """M-RELOC."""
    position = scene(ALL_BRIDGES, more={**REST, "O9": "="})
    assert position.dump()["supply"]["bridges"] == 1
    assert not legal(position, "shift")
    assert refused(position, "shift S8 S7 h").key == "refuse.bridges-left"


def test_when_the_supply_is_empty_a_bridge_is_moved_for_one_point_and_none_is_built() -> None:
    """M-RELOC."""
    position = scene(ALL_BRIDGES, more=REST)
    assert not legal(position, "bridge")
    assert refused(position, "bridge S7 h").rule == "M-RELOC"
    play(position, "shift O9 S7 h")
    after = position.dump()
    assert (after["ap"], len(after["bridges"]), after["supply"]["bridges"]) == (5, 11, 0)
    assert {"at": "S7", "dir": "h"} in after["bridges"]
    assert {"at": "O9", "dir": "h"} not in after["bridges"]


def test_a_bridge_with_a_pawn_on_it_is_not_moved() -> None:
    """M-RELOC: neither another's nor one's own."""
    position = scene(ALL_BRIDGES, more={**REST, "S8": "B-", "O8": "A-"})
    for at in ("S8", "O8"):
        assert refused(position, f"shift {at} S7 h").key == "refuse.bridge-occupied"
    assert {text.split()[1] for text in legal(position, "shift")} == {
        "O6",
        "O7",
        "O9",
        "D10",
        "E10",
        "F10",
        "D12",
        "E12",
        "F12",
    }


def test_the_new_place_keeps_the_rules_of_bridges() -> None:
    """M-RELOC, M-BRDG."""
    position = scene(ALL_BRIDGES, more=REST)
    assert {tuple(text.split()[2:]) for text in legal(position, "shift")} == {("S7", "h"), ("S9", "h")}
    assert refused(position, "shift O9 S8 h").key == "refuse.bridge-bridge"
    assert refused(position, "shift O9 S7 v").key == "refuse.bridge-ramp"
    assert refused(position, "shift O9 R7 h").key == "refuse.bridge-land"
    assert refused(position, "shift S7 S9 h").key == "refuse.no-bridge-there"


def test_a_bridge_may_be_turned_on_its_own_space_which_is_judged_with_the_bridge_lifted() -> None:
    """M-RELOC: it must differ in space or direction."""
    position = scene(ALL_BRIDGES, more={**REST, "O6": "=", "K4": "-"})
    assert allowed(position, "shift K4 K4 v")
    assert refused(position, "shift K4 K4 h").key == "refuse.bridge-same"
    play(position, "shift K4 K4 v")
    assert {"at": "K4", "dir": "v"} in position.dump()["bridges"]


def test_a_moved_bridge_changes_where_boats_go() -> None:
    """M-RELOC, M-BOAT."""
    position = scene(ALL_BRIDGES, more={**REST, "S8": "A-"})
    assert allowed(position, "walk T8")
    assert not legal(position, "boat")
    play(position, "shift O9 S7 h")
    assert legal(position, "boat") == {"boat S7"}
