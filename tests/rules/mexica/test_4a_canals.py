"""Chapter 4A: constructing a canal."""

from __future__ import annotations

import pytest

from .scene import ALL_BRIDGES, REST, allowed, district, legal, play, refused, scene


@pytest.mark.parametrize("tile", ["K5", "K5 K6", "K5 L5"])
def test_a_canal_costs_one_point_whether_it_covers_one_space_or_two(tile: str) -> None:
    """M-CANAL."""
    position = scene()
    play(position, f"canal {tile}")
    after = position.dump()
    assert after["ap"] == 5
    assert tile.split() in after["canals"]
    assert (after["supply"]["canal1"], after["supply"]["canal2"]) == ((6, 34) if " " in tile else (5, 35))


def test_a_canal_is_dug_anywhere_whether_it_touches_another_or_not_and_far_from_ones_pawn() -> None:
    """M-CANAL."""
    position = scene()
    assert {"canal N6 N7", "canal O5", "canal T8 U8", "canal B1", "canal I14 J14"} <= legal(position, "canal")


def test_a_tile_of_two_covers_neighbours_on_an_edge_in_whatever_order_they_are_written() -> None:
    """M-CANAL."""
    position = scene()
    assert refused(position, "canal K5 L6").key == "refuse.tile-apart"
    assert refused(position, "canal K5 K7").key == "refuse.tile-apart"
    assert refused(position, "canal K5 K5").key == "refuse.tile-apart"
    play(position, "canal L5 K5")
    assert ["K5", "L5"] in position.dump()["canals"]


WHERE_NOT = """
        L  M  N  O  P  Q  R  S  T  U
    6   .  .  .  =  .  .  .  ~  .  .
    7   .  .  .  -  .  .  .  =  .  .
    8   .  a2 .  =  .  B  .  =  #7 .
    9   .  .  .  =  .  .  .  =  .  ~
"""


@pytest.mark.parametrize(
    ("space", "why"),
    [
        ("H7", "canal-palace"),
        ("G7", "canal-palace"),
        ("S8", "canal"),
        ("S6", "lake"),
        ("N7", "canal-ramp"),
        ("P7", "canal-ramp"),
        ("T7", "canal-founded"),
        ("T8", "token"),
        ("M8", "temple"),
        ("Q8", "pawn"),
        ("H6", "canal-palace"),
    ],
)
def test_a_canal_needs_empty_land_that_is_no_palace_under_no_ramp_and_in_no_founded_district(
    space: str, why: str
) -> None:
    """M-CANAL."""
    refusal = refused(scene(WHERE_NOT), f"canal {space}")
    assert (refusal.rule, refusal.key, refusal.values["at"]) == ("M-CANAL", f"refuse.{why}", space)


@pytest.mark.parametrize("tile", ["H5 H6", "R8 S8", "N7 N6", "Q7 Q8", "M8 M9", "R6 S6", "T6 T7"])
def test_not_even_a_part_of_a_tile_may_lie_there(tile: str) -> None:
    """M-CANAL."""
    assert refused(scene(WHERE_NOT), f"canal {tile}").rule == "M-CANAL"


def test_land_beside_a_bridge_that_holds_up_no_ramp_may_be_dug() -> None:
    """M-CANAL: the bridge at O7 rests on N7 and P7, so N6 and N8 are free to be dug."""
    position = scene(WHERE_NOT)
    assert allowed(position, "canal N6")
    assert allowed(position, "canal N8")


def test_once_the_bridge_has_been_moved_away_its_ramps_may_be_dug() -> None:
    """M-CANAL, M-RELOC."""
    position = scene(ALL_BRIDGES, more=REST)
    assert not allowed(position, "canal R8")
    play(position, "shift S8 S7 h")
    assert allowed(position, "canal R8")
    assert not allowed(position, "canal R7")


def test_a_district_is_closed_by_water_that_touches_at_a_corner() -> None:
    """M-DIST: P5 and O6 touch at a corner, so do O9 and P10; Q10 is in, the palace is out."""
    position = scene("""
            O  P  Q  R  S  T
        5   .  .  ~  ~  ~  ~
        6   =  .  .  .  ~  .
        7   =  .  .  .  =  .
        8   =  .  .  .  =  .
        9   =  .  .  .  =  .
        10  .  =  .  ~  ~  ~
    """)
    assert district(position, "Q8")["size"] == 192 - 4 - 7, "P5 is still open: one district but for the tip"
    play(position, "canal P5")
    assert set(district(position, "Q8")["spaces"]) == {f"{x}{y}" for x in "PQR" for y in range(6, 10)} | {"Q10"}


def test_a_bridge_joins_no_districts() -> None:
    """M-DIST: what is over water is in none."""
    position = scene("""
            R  S  T  U
        6   .  ~  .  .
        7   .  -  .  .
        8   .  =  .  .
        9   .  =  .  ~
    """)
    assert (district(position, "T7")["size"], district(position, "R7")["size"], district(position, "S7")["size"]) == (
        7,
        182,
        0,
    )


def test_an_unfounded_district_may_be_cut_again_by_anyone() -> None:
    """M-CANAL, M-DIST: seven spaces become one, two and three."""
    position = scene(
        """
            R  S  T  U
        6   .  ~  .  .
        7   .  =  .  .
        8   .  =  .  .
        9   .  =  .  ~
        """,
        turn=1,
    )
    assert district(position, "U6")["size"] == 7
    play(position, "canal T7 U7")
    assert (district(position, "U6")["size"], district(position, "U8")["size"]) == (2, 3)
    play(position, "canal T8")
    assert (district(position, "U8")["size"], district(position, "T9")["size"]) == (1, 1)


def test_the_palace_may_be_part_of_a_district_and_counts() -> None:
    """M-DIST."""
    position = scene("""
            F  G  H  I  J
        5   .  =  =  =  .
        6   .  =  .  =  .
        7   =  .  .  .  =
        8   =  =  .  =  =
        9   .  .  .  .  .
    """)
    assert district(position, "H7")["size"] > 100
    play(position, "canal H9")
    assert set(district(position, "H7")["spaces"]) == {"H6", "G7", "H7", "I7", "H8"}


def test_a_pawn_may_be_enclosed_by_canals_after_the_first_round() -> None:
    """M-PEN holds in the first round only."""
    position = scene("""
            A  B  C
        1   ~  B  ~
        2   ~  .  .
        3   .  .  .
    """)
    assert allowed(position, "canal B2")


def test_without_tiles_of_one_space_only_larger_ones_are_dug_and_the_other_way_round() -> None:
    """M-CANAL."""
    six = scene(
        tiles=["O6 O7", "O8 O9", "C3", "C5", "C7", "E3", "E5", "E9"],
        more=dict.fromkeys("C3 C5 C7 E3 E5 E9".split(), "="),
    )
    assert {len(text.split()) for text in legal(six, "canal")} == {3}
    assert refused(six, "canal K5").key == "refuse.no-tiles"
    wet = [f"{pair[0]}{y} {pair[1]}{y}" for pair in ("CD", "EF") for y in range(2, 14)] + [
        f"K{y} L{y}" for y in range(2, 13)
    ]
    large = scene(tiles=["O6 O7", "O8 O9", *wet], more={at: "=" for tile in wet for at in tile.split()})
    assert large.dump()["supply"] == {"canal1": 6, "canal2": 0, "bridges": 11}
    assert {len(text.split()) for text in legal(large, "canal")} == {2}
    assert refused(large, "canal H3 H4").key == "refuse.no-tiles"


def test_a_canal_needs_a_point() -> None:
    """M-CANAL: without one none is legal, and the refusal says what is missing."""
    assert not legal(scene(ap=0), "canal")
    assert refused(scene(ap=0), "canal K5").key == "refuse.too-dear"
