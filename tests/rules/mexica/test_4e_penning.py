"""Chapter 4E, remark: in the first round of the game nobody may be penned in (M-PEN)."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from texcoco.game import CHANCE
from texcoco.games.bits import bits, spaces
from texcoco.games.mexica import MEXICA, MexicaPosition, pen
from texcoco.games.mexica.actions import ACROSS, CANALS
from texcoco.games.mexica.board import LAND, SIZE, WIDTH

from .scene import allowed, legal, play, refused, scene

DEAD_END = """
        A  B  C  D  E
    1   ~  B  ~  ~  ~
    2   ~  .  .  .  .
    3   .  .  .  .  .
"""
"""Seat 1 stands at B1, whose only way out is B2."""


def pens(position: MexicaPosition, text: str) -> bool:
    """Refused by M-PEN; otherwise it must be allowed."""
    if allowed(position, text):
        return False
    refusal = refused(position, text)
    assert refusal.rule == "M-PEN", f"{text} is refused for another reason: {refusal}"
    return True


@pytest.mark.parametrize("action", ["canal B2", "canal B2 C2", "canal B2 B3", "temple B2 1", "fly B2"])
def test_in_the_first_round_nobody_is_shut_in_by_canals_temples_or_pawns(action: str) -> None:
    """M-PEN: and the refusal names the one who would be."""
    position = scene(DEAD_END, round=1)
    refusal = refused(position, action)
    assert (refusal.rule, refusal.key, refusal.values["other"]) == ("M-PEN", "refuse.pen", 1)


@pytest.mark.parametrize("action", ["canal B2", "canal B2 C2", "temple B2 1", "fly B2"])
@pytest.mark.parametrize("when", [{"round": 2}, {"period": 2, "round": 1}])
def test_from_the_second_round_on_everything_is_allowed_in_the_second_period_too(
    action: str, when: dict[str, int]
) -> None:
    """M-PEN."""
    assert allowed(scene(DEAD_END, **when), action)


def test_the_first_round_is_over_when_everybody_has_had_a_turn() -> None:
    """M-PEN: seat 2, the last of the first round, may not; seat 0 in the second may."""
    position = scene(DEAD_END, round=1, turn=2, display=(3, 4))
    assert pens(position, "temple B2 1")
    play(position, "end")
    assert allowed(position, "temple B2 1")


def test_walking_into_the_only_way_out_is_penning() -> None:
    """M-PEN."""
    position = scene(DEAD_END, round=1, more={"C2": "A"})
    assert pens(position, "walk B2")
    assert not pens(position, "walk C3")


def test_to_pen_oneself_in_is_allowed() -> None:
    """M-PEN."""
    position = scene(DEAD_END.replace("~  B  ~", "~  A  ~"), round=1)
    assert position.dump()["pawns"][0] == "B1"
    assert not pens(position, "canal B2")
    assert not pens(position, "temple B2 1")


def test_who_is_not_free_already_may_be_shut_in_further() -> None:
    """M-PEN: seat 1 has four spaces behind a canal, the rest of the island is larger; taking one of them away changes
    nothing.
    """
    behind = """
            A  B  C  D
        1   ~  B  ~  ~
        2   ~  .  .  =
        3   =  .  =  .
        4   .  =  .  .
    """
    position = scene(behind, round=1)
    assert not pens(position, "canal B2")
    assert not pens(position, "canal C2")


def test_shutting_off_a_nook_leaves_the_others_free() -> None:
    """M-PEN: nobody is in it."""
    position = scene(round=1)
    assert not pens(position, "canal B2")
    assert not pens(position, "canal I13 J13")


# --- what is equal is free: three lands of 56, 54 and 56 spaces ---

THIRDS = {f"F{y}": "=" for y in range(1, 15)} | {f"K{y}": "=" for y in range(2, 14)}


def thirds(**given: Any) -> MexicaPosition:
    """Two canals from shore to shore: 56 spaces in the west with seat 1, 54 in the middle with the palace and seat 2,
    56 in the east.
    """
    return scene(more={**THIRDS, "C5": "B", "H6": "C", **given.pop("more", {})}, round=1, **given)


def test_a_pawn_is_free_while_no_area_that_it_cannot_enter_has_more_land_than_its_reach() -> None:
    """M-PEN: its own space counts. 56 against 56 is free; one space less is not."""
    position = thirds(more={"H8": "A"})
    assert sorted(d["size"] for d in position.view(None)["districts"]) == [54, 56, 56]
    assert pens(position, "canal B12")
    assert not pens(position, "canal L5")
    assert not pens(position, "canal L5 L6")
    assert not pens(position, "canal H3 H4")


def test_flying_into_somebodys_land_takes_a_space_from_it_and_out_of_it_gives_one_back() -> None:
    """M-PEN: all pawns stand where they stand; a pawn that flies into the east takes a space there."""
    position = thirds(more={"H8": "A"})
    assert pens(position, "fly B12")
    assert not pens(position, "fly Q8")
    position = thirds(more={"Q8": "A"})
    assert pens(position, "fly B12")
    assert not pens(position, "fly Q9")


def test_a_bridge_that_joins_two_lands_elsewhere_may_pen_too() -> None:
    """M-PEN: middle and east together are more than the west."""
    position = thirds(more={"H8": "A"})
    assert pens(position, "bridge K5 h")
    assert not pens(position, "bridge F5 h"), "this one leads seat 1 out"


def test_a_canal_that_joins_two_waters_may_pen_for_boats_then_join_two_lands() -> None:
    """M-PEN: the bridge in the middle lies on a pond of its own until J3 is dug; the one in the east is on the
    canal."""
    position = thirds(more={"H8": "A", "I3": "|", "L8": "|"})
    assert not pens(position, "canal I5"), "nothing is joined"
    assert pens(position, "canal J3"), "I3, J3, K3 … K8 and L8 are one water now"


# --- two halves: 77 spaces in the east, as many in the west or one or two more ---

CUT = {f"{'J' if 6 <= y <= 8 else 'I'}{y}": "=" for y in range(1, 15)}
SOUTH = "A13 B13 C13 D13 E13 F13 G13 H13 C14 D14 E14 F14 A12 B12 C12 D12 E12 F12 G12 H12 A11 B11".split()


def halves(spare: int) -> MexicaPosition:
    """Seat 1 is in the west and reaches 77 spaces and `spare`; the others are in the east, where 77 spaces are
    empty."""
    temples = [f"{owner}{level}" for owner in "abc" for level in (1, 1, 1, 2, 2, 2, 3, 3, 4)]
    built = dict(zip(SOUTH[: 22 - spare], temples, strict=False))
    return scene(more={**CUT, **built, "C9": "B", "L5": "A", "L7": "C"}, round=1)


@pytest.mark.parametrize("spare", [0, 1, 2])
@pytest.mark.parametrize(("canal", "takes"), [("D5", 1), ("D5 E5", 2), ("D5 D6", 2)])
def test_a_canal_pens_by_the_land_that_it_takes_even_if_it_shuts_off_nothing(
    spare: int, canal: str, takes: int
) -> None:
    """M-PEN."""
    assert pens(halves(spare), f"canal {canal}") == (takes > spare)


@pytest.mark.parametrize("spare", [0, 1, 2, 3])
def test_flying_across_takes_a_space_here_and_frees_one_there(spare: int) -> None:
    """M-PEN: so it needs two to spare."""
    assert pens(halves(spare), "fly D5") == (spare < 2)


@pytest.mark.parametrize("spare", [0, 1])
def test_a_temple_pens_by_the_space_that_it_takes(spare: int) -> None:
    """M-PEN: seat 2 builds in the west, where it stands: its own pawn takes a space there as well."""
    temples = [f"{owner}{level}" for owner in "abc" for level in (1, 1, 1, 2, 2, 2, 3, 3, 4)]
    built = dict(zip(SOUTH[: 20 - spare], temples, strict=False))
    position = scene(more={**CUT, **built, "C9": "B", "L5": "A", "D9": "C"}, round=1, turn=2)
    assert pens(position, "temple D5 4") == (spare < 1)


# --- bridges as the way out ---

BRIDGED = """
        A  B  C  D  E
    1   ~  B  ~  ~  ~
    2   ~  .  .  -  .
    3   A  .  .  =  .
    4   =  =  =  .  .
"""
"""Six spaces, and one bridge that leads out of them."""


def test_a_token_may_not_block_the_way_to_the_bridge() -> None:
    """M-PEN holds for founding: a token on B2 or C2 would shut seat 1 in, on B3 or C3 it does not."""
    position = scene(BRIDGED, round=1, display=(6,))
    assert {at for at in ("B2", "C2", "B3", "C3") if pens(position, f"found {at}")} == {"B2", "C2"}


def test_nobody_stands_on_the_only_bridge_or_before_it() -> None:
    """M-PEN: neither on foot nor by flight."""
    position = scene(BRIDGED.replace("3   A  .  .", "3   .  .  A"), round=1)
    assert pens(position, "walk C2")
    assert pens(position, "fly D2")
    assert not pens(position, "walk B3")


def test_the_only_bridge_may_be_moved_only_to_where_it_still_leads_out() -> None:
    """M-PEN holds for shifting."""
    others = dict.fromkeys(("D10", "E10", "F10", "D12", "E12", "F12"), "|") | dict.fromkeys(
        ("O6", "O7", "O8", "O9"), "-"
    )
    position = scene(BRIDGED, round=1, more=others | {"K4": "="})
    assert position.dump()["supply"]["bridges"] == 0
    assert pens(position, "shift D2 K4 v")
    assert not pens(position, "shift D2 B4 v")
    assert not pens(position, "shift D2 D3 h")
    assert not pens(position, "shift O6 K4 v")


def test_a_temple_on_the_far_ramp_shuts_the_bridge() -> None:
    """M-PEN."""
    position = scene(BRIDGED.replace("3   A ", "3   . "), round=1, more={"E3": "A"})
    assert pens(position, "temple E2 1")
    assert not pens(position, "temple E4 1")


def test_a_pawn_on_a_bridge_is_free_as_long_as_a_boat_takes_it_somewhere() -> None:
    """M-PEN: both ramps of S8 are blocked, and O9, round by the lake, is the only other bridge."""
    east = """
            N  O  P  Q  R  S  T  U
        6   .  =  .  .  .  ~  .  .
        7   .  =  .  .  .  =  .  .
        8   .  =  .  .  c1 B- c1 .
        9   .  -  A  .  .  =  .  ~
        10  .  =  .  .  ~  ~  ~  ~
        11  .  =  ~  ~  ~  ~  ~  ~
    """
    position = scene(east, round=1)
    assert pens(position, "walk O9")
    assert pens(position, "fly O9")
    assert pens(position, "temple N9 1"), "and seat 0 itself stands on the other ramp"
    assert not pens(position, "walk P8")
    play(position, "walk P8")
    assert not pens(position, "temple N9 1")


def test_a_boat_may_pen_as_well() -> None:
    """M-PEN: seat 0 sails from O7, whose ramps are blocked, to O9, the only bridge by which seat 1 gets ashore."""
    east = """
            N  O  P  Q  R  S  T  U
        6   .  =  .  .  .  ~  .  .
        7   c1 A- c1 .  .  =  .  .
        8   .  =  .  .  c2 B- c2 .
        9   .  -  .  .  .  =  .  ~
        10  .  =  .  .  ~  ~  ~  ~
        11  .  =  ~  ~  ~  ~  ~  ~
    """
    assert pens(scene(east, round=1), "boat O9")
    assert not pens(scene(east.replace("7   c1 A-", "7   .  A-"), round=1), "boat O9"), "then O7 is as good a way out"


def test_in_round_one_random_choices_are_never_penning() -> None:
    """M-PEN: `pick` draws among what `actions` lists."""
    position = scene(BRIDGED, round=1, display=(6,), ap=1)
    listed, rng = legal(position), Random(3)
    assert {str(position.pick(0, rng)) for _ in range(4000)} <= listed


def test_what_is_found_harmless_for_many_tiles_at_once_is_harmless_for_each() -> None:
    """On islands that are cut in two but for a narrow gap, with things in the way: the quick look against the closer
    one."""
    rng, looked = Random(4), 0
    column = bits(range(0, SIZE, WIDTH))
    for _ in range(60):
        position = MEXICA.start(3)
        while position.phase != "turn":
            seat = position.actors()[0]
            position.apply(seat, position.draw(rng) if seat == CHANCE else position.pick(seat, rng))
        cut = list(spaces(LAND & column << rng.randrange(6, 15)))
        gap = rng.randrange(len(cut))
        position.canals |= bits(cut[:gap] + cut[gap + rng.randrange(1, 4) :])
        position.built |= bits(rng.sample(list(spaces(position.empty_land())), rng.randrange(90)))
        position.pawns = rng.sample(list(spaces(position.empty_land())), 3)
        position.pawn_bits = bits(position.pawns)
        harmless, empty = pen.harmless_targets(position, 0), position.empty_land()
        for tiles, step in zip(CANALS, ACROSS, strict=True):
            for at in spaces(empty & empty >> step & harmless.get(id(tiles), 0)):
                assert pen.penned_by(position, 0, tiles[at]) is None, tiles[at]
                looked += 1
    assert looked > 2000
