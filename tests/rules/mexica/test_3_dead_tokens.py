"""Chapter 3: tokens that nobody can use any more (M-DEAD), and those that the table agrees to remove (M-VOTE)."""

from __future__ import annotations

import pytest

from texcoco.games.mexica import MEXICA, MexicaPosition

from .scene import TEMPLES, allowed, district, legal, play, refused, scene, scene_json

CARVED_UP = """
        A  B  C  D  E  F  G  H  I  J  K  L  M  N  O  P  Q  R  S  T  U
    1   ~  .  ~  ~  ~  =  .  .  .  .  ~  ~  ~  ~  ~  ~  ~  ~  ~  ~  ~
    2   ~  .  .  =  .  =  .  .  =  =  =  .  ~  ~  ~  ~  ~  ~  ~  ~  ~
    3   .  .  .  =  =  .  .  =  .  .  =  .  ~  ~  ~  ~  ~  ~  ~  ~  ~
    4   .  .  .  .  =  .  .  =  .  .  .  .  .  .  ~  ~  ~  ~  ~  ~  ~
    5   ~  .  .  =  =  .  =  =  =  =  .  .  =  =  .  .  ~  ~  ~  ~  ~
    6   ~  =  =  .  .  =  .  .  .  .  =  =  .  .  =  .  .  .  ~  .  .
    7   ~  .  .  .  .  =  .  .  .  =  =  =  .  .  =  .  =  =  .  .  .
    8   ~  .  .  .  .  =  .  .  .  =  .  .  .  .  =  .  =  .  .  .  .
    9   ~  ~  .  =  =  =  .  =  =  =  .  .  =  =  =  .  =  .  .  .  ~
    10  ~  .  =  .  .  .  =  =  .  .  =  =  .  .  .  .  .  ~  ~  ~  ~
    11  .  .  =  .  .  .  =  .  .  .  =  .  .  .  .  ~  ~  ~  ~  ~  ~
    12  .  .  .  =  .  .  .  =  .  .  =  .  .  ~  ~  ~  ~  ~  ~  ~  ~
    13  .  .  .  .  =  .  .  =  .  .  .  ~  ~  ~  ~  ~  ~  ~  ~  ~  ~
    14  ~  ~  .  .  =  .  ~  ~  .  .  ~  ~  ~  ~  ~  ~  ~  ~  ~  ~  ~
"""
"""One space more (O10) and no district of this island has 13 spaces. Canals are left, and room for them."""
TILES = """
O6 O7,O8 O9,L6 L7,M5 N5,J7 J8,K10 L10,K2 K3,I5 J5,C10 C11,E3 E4,D9 E9,Q8 Q9,M9 N9,B6 C6,D5 E5,Q7 R7,H12 H13,D2 D3,F6 F7,F1 F2,K11 K12
K6 K7,G10 G11,I2 J2,F8 F9,H3 H4,G5 H5,E13 E14,I9 J9,H9 H10,D12
"""
"""The same canals as tiles."""
FOUNDED = {"B1": "#12", "D6": "#11", "M6": "#10", "M10": "#8"}
"""Tokens for four of those districts."""


@pytest.mark.parametrize("period", [1, 2])
def test_a_token_larger_than_every_unfounded_district_leaves_the_game_at_once(period: int) -> None:
    """M-DEAD (a), in the first period too."""
    position = scene(CARVED_UP, period=period, display=(3, 12, 13))
    assert max(d["size"] for d in position.view(None)["districts"]) >= 13
    told = play(position, "canal O10")
    assert max(d["size"] for d in position.view(None)["districts"]) == 12
    assert [event["sizes"] for event in told if event["key"] == "dead"] == [[13]]
    assert position.dump()["display"] == [3, 12]
    assert 13 in position.dump()["removed"]


def test_a_token_as_large_as_the_largest_district_stays() -> None:
    """M-DEAD (a): canals are left that may yet make it fit exactly."""
    position = scene(CARVED_UP, display=(3, 11, 12, 13))
    play(position, "canal O10")
    assert position.dump()["display"] == [3, 11, 12]


def test_a_token_that_is_dead_when_it_is_displayed_leaves_at_once() -> None:
    """M-DEAD, M-PER2: at the start of the second period."""
    position = scene(CARVED_UP, more={"O10": "="}, display=(3,), idle_rounds=2, turn=2)
    assert 13 in position.dump()["later"]
    told = play(position, "end")
    assert [event["sizes"] for event in told if event["key"] == "dead"] == [[13]]
    assert (position.dump()["period"], 13 in position.dump()["display"], 13 in position.dump()["removed"]) == (
        2,
        False,
        True,
    )


def test_what_is_removed_comes_back_when_the_action_is_undone() -> None:
    """M-DEAD, M-UNDO: the copy from before still has it."""
    position = scene(CARVED_UP, display=(13,))
    kept = position.copy()
    play(position, "canal O10")
    assert (position.dump()["display"], kept.dump()["display"]) == ([], [13])
    assert kept.step == position.step


# --- no canal can be dug any more ---

WET = [f"{pair[0]}{y} {pair[1]}{y}" for pair in ("CD", "EF") for y in range(2, 14)] + [
    f"K{y} L{y}" for y in range(2, 13)
]
"""All 35 large canals that a game has besides the two first."""
FIVE = ["S7", "S8", "S9", "B8", "B11"]
"""Five of the six small ones; three cut off T6, U6, T7, U7, T8, U8 and T9: seven spaces in the east."""


def nearly_dug_out(display: tuple[int, ...], **east: str) -> MexicaPosition:
    """One small canal is left. `east` are pieces in the seven spaces."""
    tiles = ["O6 O7", "O8 O9", *WET, *FIVE]
    canals = {at: "=" for tile in tiles for at in tile.split()}
    return scene(tiles=tiles, more={**canals, **east}, display=display)


def test_with_the_last_canal_go_all_tokens_that_no_district_fits_exactly() -> None:
    """M-DEAD (b)."""
    position = nearly_dug_out(display=(3, 6, 7, 13))
    assert position.dump()["supply"] == {"canal1": 1, "canal2": 0, "bridges": 11}
    assert district(position, "T8")["size"] == 7
    told = play(position, "canal J3")
    assert [event["sizes"] for event in told if event["key"] == "dead"] == [[3, 6, 13]]
    assert position.dump()["display"] == [7]


def test_while_a_canal_is_left_that_fits_somewhere_nothing_is_certain() -> None:
    """M-DEAD (b)."""
    position = nearly_dug_out(display=(3, 6, 7, 13))
    play(position, "take")
    assert position.dump()["display"] == [3, 6, 7, 13]


def test_a_district_of_the_right_size_needs_room_for_a_pawn_and_for_the_token() -> None:
    """M-DEAD (b): two spaces without a temple."""
    position = nearly_dug_out(display=(7,), T6="b1", U6="b1", T7="b1", U7="b2", U8="b2", T8="A")
    play(position, "canal J3")
    assert position.dump()["display"] == [7]
    told = play(position, "temple T9 1")
    assert [event["sizes"] for event in told if event["key"] == "dead"] == [[7]]
    assert position.dump()["display"] == []


def test_pawns_on_those_two_spaces_do_not_matter_for_they_can_leave() -> None:
    """M-DEAD (b)."""
    position = nearly_dug_out(display=(7,), T6="b1", U6="b1", T7="b1", U7="b2", U8="b2", T8="A", T9="C")
    play(position, "canal J3")
    assert position.dump()["display"] == [7]


def test_of_those_two_spaces_one_must_be_off_the_palace() -> None:
    """M-DEAD (b): the palace alone, five spaces with a ring of canals, has room for no token."""
    ring = ["G5 H5", "I5 I6", "J6 J7", "J8 I8", "I9 H9", "G9 G8", "F8 F7", "F6 G6"]
    rest = [tile for tile in WET if tile not in ("E6 F6", "E7 F7", "E8 F8")]
    tiles = [*["O6 O7", "O8 O9", *ring, *rest][:37], "B2", "B5", "B7", "B12", "S8"]
    position = scene(tiles=tiles, more={at: "=" for tile in tiles for at in tile.split()}, display=(5,))
    assert [d["spaces"] for d in position.view(None)["districts"] if d["size"] == 5] == [["H6", "G7", "H7", "I7", "H8"]]
    play(position, "canal R9")
    assert position.dump()["supply"] == {"canal1": 0, "canal2": 0, "bridges": 11}
    assert position.dump()["display"] == []


@pytest.mark.parametrize(("pair", "piece"), [(("O5", "P5"), {"P5": "A"}), (("P6", "Q6"), {"O6": "-", "Q6": "A"})])
def test_a_canal_that_would_fit_only_under_a_pawn_or_a_ramp_may_still_be_dug_one_day(
    pair: tuple[str, str], piece: dict[str, str]
) -> None:
    """M-DEAD (b): it is asked with every pawn and bridge lifted off. Here every other space is founded, temple or
    water.
    """
    tiles = [*TILES.strip().replace("\n", ",").split(","), "O10"]
    tiles += ["T6 U6", "T7 U7", "T8 U8", "R8 S8", "R9 S9", "S7", "T9", "L2 L3", "M4", "N4"]
    cells = {**{at: "=" for tile in tiles for at in tile.split()}, **FOUNDED}
    bare = scene(tiles=tiles, more=cells, seats=4, period=2, display=(3,)).view(None)["districts"]
    sites = [
        at for d in bare if d["token"] is None for at in d["spaces"] if at not in {*pair, "H6", "G7", "H7", "I7", "H8"}
    ]
    temples = [
        f"{owner}{level}"
        for owner in "dcba"
        for level, count in sorted(TEMPLES[2].items(), reverse=True)
        for _ in range(count)
    ]
    position = scene(
        tiles=tiles, more={**cells, **dict(zip(sites, temples, strict=False)), **piece}, seats=4, period=2, display=(3,)
    )
    assert position.dump()["supply"]["canal2"] == 1
    assert not legal(position, "canal")
    play(position, "take")
    assert position.dump()["display"] == [3]
    play(position, f"temple {pair[0]} 1")
    assert position.dump()["display"] == [], "now it is certain"


# --- agreement (M-VOTE) ---


def test_in_the_second_period_the_player_to_move_proposes_and_all_others_are_asked_clockwise() -> None:
    """M-VOTE: it costs nothing and leaves when all agree."""
    position = scene(period=2, seats=4, display=(9, 13), turn=2, ap=3)
    play(position, "propose 13")
    for seat in (3, 0, 1):
        assert position.actors() == (seat,)
        assert legal(position) == {"agree", "refuse"}
        play(position, "agree")
    after = position.dump()
    assert (position.actors(), after["display"], after["ap"], after["phase"]) == ((2,), [9], 3, "turn")
    assert 13 in after["removed"]


def test_the_first_refusal_ends_the_vote() -> None:
    """M-VOTE."""
    position = scene(period=2, seats=4, display=(9, 13))
    told = play(position, "propose 13", "agree", "refuse")
    assert [event["key"] for event in told] == ["propose", "agree", "refuse"]
    assert (position.actors(), position.dump()["display"]) == ((0,), [9, 13])


def test_a_size_that_was_refused_is_not_proposed_again_this_round_by_anyone() -> None:
    """M-VOTE."""
    position = scene(period=2, display=(9, 13))
    play(position, "propose 13", "refuse")
    assert legal(position, "propose") == {"propose 9"}
    play(position, "end")
    assert legal(position, "propose") == {"propose 9"}
    assert refused(position, "propose 13").key == "refuse.refused-already"
    play(position, "end", "end")
    assert legal(position, "propose") == {"propose 9", "propose 13"}


def test_nobody_proposes_in_the_first_period() -> None:
    """M-VOTE."""
    position = scene(display=(9, 13))
    assert not legal(position, "propose")
    assert refused(position, "propose 13").rule == "M-VOTE"


def test_only_what_is_displayed_is_proposed_and_with_two_alike_one_leaves() -> None:
    """M-VOTE."""
    position = scene(period=2, display=(5, 5, 8))
    assert legal(position, "propose") == {"propose 5", "propose 8"}
    play(position, "propose 5", "agree", "agree")
    assert position.dump()["display"] == [5, 8]
    assert allowed(position, "propose 5")


def test_during_a_vote_nobody_does_anything_else_not_even_end() -> None:
    """M-VOTE, M-TURN."""
    position = scene(period=2, display=(9,))
    play(position, "propose 9")
    assert refused(position, "end").rule == "M-VOTE"
    assert refused(position, "end", seat=0).rule == "M-TURN"
    assert refused(position, "agree", seat=2).rule == "M-TURN"


def test_without_a_proposal_there_is_nothing_to_answer() -> None:
    """M-VOTE."""
    assert refused(scene(period=2, display=(9,)), "agree").rule == "M-VOTE"


def test_a_token_that_nobody_can_use_may_be_voted_on_in_a_position_that_was_pasted_in() -> None:
    """M-VOTE, M-DEAD: a loaded display may hold a dead token; the vote on it goes its way all the same."""
    data = scene_json(CARVED_UP, period=2, display=(3, 13), more={"O10": "="})
    position = MEXICA.load(data)
    if allowed(position, "propose 13"):
        play(position, "propose 13", "agree", "agree")
    assert position.dump()["display"] == [3]
    voting = {**data, "phase": "vote", "vote": {"size": 13, "by": 0, "asked": 1}}
    for answers in (["agree", "agree"], ["agree", "refuse"], ["refuse"]):
        position = MEXICA.load(voting)
        play(position, *answers)
        assert (position.actors(), position.dump()["phase"], position.dump()["display"]) == ((0,), "turn", [3])
