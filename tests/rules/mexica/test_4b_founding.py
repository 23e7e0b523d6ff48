"""Chapter 4B and 5A: founding a district and the prestige that it gives."""

from __future__ import annotations

import pytest

from .scene import allowed, legal, play, refused, scene

TIP = """
        R  S  T  U
    6   .  ~  .  .
    7   .  =  A  .
    8   .  =  .  .
    9   .  =  .  ~
"""
"""Seven spaces in the east, with the pawn of seat 0."""


def test_founding_costs_nothing_and_puts_the_token_on_any_empty_space_of_the_district() -> None:
    """M-FOUND."""
    position = scene(TIP, display=(3, 7), ap=0)
    assert legal(position, "found") == {"found T6", "found U6", "found U7", "found T8", "found U8", "found T9"}
    play(position, "found U8")
    after = position.dump()
    assert (after["founded"], after["display"], after["ap"]) == ([{"at": "U8", "size": 7}], [3], 0)


def test_the_thirteen_spaces_of_the_example_give_their_founder_seven() -> None:
    """M-FOUND: a canal closes the district, and it is founded in the same turn; nobody else is there, nobody else
    scores.
    """
    position = scene(
        """
            O  P  Q  R  S  T
        5   .  .  ~  ~  ~  ~
        6   =  .  .  .  ~  .
        7   =  .  A  .  =  .
        8   =  .  .  .  =  .
        9   =  .  .  .  =  .
        10  .  =  .  ~  ~  ~
        """,
        display=(12, 13),
    )
    assert not legal(position, "found")
    play(position, "canal P5", "found R8")
    after = position.dump()
    assert (after["score"], after["display"], after["ap"]) == ([7, 0, 0], [12], 5)


def test_every_other_pawn_in_the_district_earns_the_white_number_and_the_founder_only_the_blue() -> None:
    """M-FOUND: 7-4-2; a pawn elsewhere earns nothing."""
    position = scene(TIP.replace("8   .  =  .  .", "8   .  =  B  ."), display=(7,), seats=4, more={"U6": "D"})
    told = play(position, "found U8")
    assert position.dump()["score"] == [4, 2, 0, 2]
    assert [(event["key"], event["seat"], event["points"]) for event in told] == [
        ("found", 0, 4),
        ("present", 1, 2),
        ("present", 3, 2),
    ]


def test_a_pawn_on_a_bridge_is_in_no_district_and_earns_nothing() -> None:
    """M-FOUND, M-DIST."""
    position = scene(TIP.replace("8   .  =", "8   .  B-"), display=(7,))
    play(position, "found U8")
    assert position.dump()["score"] == [4, 0, 0]


def test_from_a_bridge_nobody_founds() -> None:
    """M-FOUND, M-DIST."""
    position = scene(TIP.replace("7   .  =  A", "7   .  A- ."), display=(7,))
    assert not legal(position, "found")
    assert refused(position, "found U8").key == "refuse.on-bridge"


@pytest.mark.parametrize("display", [(6,), (8,), (3, 4, 5, 6, 8)])
def test_the_size_must_be_exactly_that_of_a_token_on_display(display: tuple[int, ...]) -> None:
    """M-FOUND."""
    position = scene(TIP, display=display)
    assert not legal(position, "found")
    assert refused(position, "found U8").key == "refuse.no-such-token"


def test_the_pawn_must_be_in_the_district() -> None:
    """M-FOUND."""
    position = scene(TIP, display=(7,), turn=1)
    assert not legal(position, "found")
    position = scene(TIP, display=(7,))
    assert refused(position, "found R8").key == "refuse.other-district"


def test_a_district_that_somebody_else_carved_out_may_be_founded() -> None:
    """M-FOUND: seat 1 closes it, seat 0 founds it in a later turn."""
    position = scene(TIP.replace("9   .  =", "9   .  ."), display=(7,), turn=1)
    play(position, "canal S9", "end", "end", "found T8")
    assert position.dump()["score"] == [4, 0, 0]


@pytest.mark.parametrize(
    ("at", "why"), [("T6", "temple"), ("U7", "pawn"), ("T7", "pawn"), ("S8", "canal"), ("U9", "lake")]
)
def test_the_token_needs_an_empty_land_space(at: str, why: str) -> None:
    """M-FOUND."""
    position = scene(TIP, display=(7,), more={"T6": "b1", "U7": "C"})
    refusal = refused(position, f"found {at}")
    assert (refusal.rule, refusal.key) == ("M-FOUND", f"refuse.{why}")


def test_a_district_may_contain_the_palace_but_the_token_does_not_go_on_it() -> None:
    """M-FOUND, M-DIST: the five spaces and G6."""
    position = scene(
        """
            F  G  H  I  J
        5   .  =  =  .  .
        6   =  .  A  =  .
        7   =  B  .  .  =
        8   .  =  .  =  .
        9   .  .  =  .  .
        """,
        display=(6,),
    )
    assert legal(position, "found") == {"found G6"}
    assert refused(position, "found H7").key == "refuse.build-palace"
    play(position, "found G6")
    assert position.dump()["score"][:2] == [3, 2]


def test_where_no_empty_space_off_the_palace_is_left_the_district_cannot_be_founded() -> None:
    """M-FOUND."""
    position = scene(
        """
            F  G  H  I  J
        5   .  =  =  .  .
        6   =  b1 A  =  .
        7   =  .  .  .  =
        8   .  =  .  =  .
        9   .  .  =  .  .
        """,
        display=(6,),
    )
    assert not legal(position, "found")


def test_a_founded_district_is_not_founded_again() -> None:
    """M-FOUND."""
    position = scene(TIP.replace("7   .  =  A  .", "7   .  =  =  ="), more={"T8": "A"}, display=(3, 3, 4))
    play(position, "found T9")
    assert not legal(position, "found"), "a second 3 is on display, this district of 3 has one"
    assert refused(position, "found U8").key == "refuse.founded-already"


def test_with_two_equal_tokens_one_stays_on_display() -> None:
    """M-FOUND."""
    position = scene(TIP.replace("7   .  =  A  .", "7   .  =  =  ="), more={"T8": "A"}, display=(3, 3, 4))
    play(position, "found U8")
    assert position.dump()["display"] == [3, 4]


def test_the_token_stays_for_good_and_nobody_enters_its_space_or_builds_there() -> None:
    """M-FOUND, M-FOOT, M-TEMPLE, M-FLY."""
    position = scene(TIP, display=(7,))
    play(position, "found T8")
    for action, rule in (
        ("walk T8", "M-FOOT"),
        ("temple T8 1", "M-TEMPLE"),
        ("fly T8", "M-FLY"),
        ("canal T8", "M-CANAL"),
    ):
        refusal = refused(position, action)
        assert (refusal.rule, refusal.key) == (rule, "refuse.token")


def test_a_founded_district_is_never_cut_but_temples_still_go_up_there() -> None:
    """M-CANAL, M-TEMPLE."""
    position = scene(TIP, display=(7,))
    play(position, "found T8")
    assert refused(position, "canal U7").key == "refuse.canal-founded"
    assert allowed(position, "temple U7 4")
