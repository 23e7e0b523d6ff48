"""Steps 4 and 5: the curses strike, and the round ends."""

from __future__ import annotations

import pytest

from texcoco.game import CHANCE
from texcoco.games.azteco.cards import CARDS

from .scene import Table, legal, scene

TRUTH = """
    card  claim  vote       jewels  stones
    RRR   RRR    believe 1  BBY     2
    BB    BB     believe 2  BR      2
    YY    YY     believe 0  RR      2
"""
"""All tell the truth and are believed. Then the seats have BBYRRR, BBBR and YYRR."""


def after(picture: str = TRUTH, **given: object) -> Table:
    return scene(picture, **given).vote()


def test_who_alone_has_most_jewels_of_a_colour_takes_its_stones() -> None:
    """A26."""
    table = after(curses=[4, 3, 2])
    assert [(seat, values["colour"], values["stones"], values["count"]) for seat, values in table.heard("cursed")] == [
        (1, "B", 4, 3),
        (2, "Y", 3, 2),
        (0, "R", 2, 3),
    ]
    assert table.stones == [1 + 2, 1 + 4, 1 + 3]


def test_for_a_curse_the_reserve_after_the_reveals_counts() -> None:
    """A26: before the reveals seat 0 had most blue jewels; with those on the cards seat 1 has."""
    assert after().heard("cursed")[0][0] == 1


def test_on_a_tie_the_stones_stay_on_the_curse() -> None:
    """A26."""
    table = after(TRUTH.replace("BBY ", "BBBY"), curses=[4, 1, 1])
    assert (CHANCE, {"colour": "B", "stones": 4}) in table.heard("spared")
    assert table.position.curses == [5, 1, 1]


def test_when_nobody_has_any_the_stones_stay() -> None:
    """A26."""
    table = after("""
        card  claim  vote
        RRR   RRR    believe 1
        RR    RR     believe 2
        RR    RR     believe 0
    """)
    assert [values["colour"] for _, values in table.heard("spared")] == ["B", "Y"]


def test_one_seat_may_take_the_stones_of_several_curses() -> None:
    """A27: taking the stones of one curse changes nothing for the others, for only jewels are counted."""
    table = after(TRUTH.replace("BBY ", "BBBBBBYYYY"), curses=[3, 2, 1])
    assert [seat for seat, _ in table.heard("cursed")] == [0, 0, 0]
    assert table.stones[0] == 1 + 6


def test_stones_that_stay_pile_up() -> None:
    """A28."""
    table = after(TRUTH.replace("BBY ", "BBBY"), curses=[4, 3, 2])
    assert table.position.curses == [5, 1, 1]


def test_a_new_stone_is_laid_on_each_curse() -> None:
    assert after(curses=[0, 0, 0]).position.curses == [1, 1, 1]
    assert after(curses=[2, 2, 2]).position.curses == [1, 1, 1]


@pytest.mark.parametrize(("stones", "curses"), [(40, [1, 0, 0]), (39, [1, 1, 0]), (38, [1, 1, 1])])
def test_with_strict_supply_the_last_stones_go_on_blue_then_yellow_then_red(stones: int, curses: list[int]) -> None:
    """A17: of 40 stones seat 2 has all but a few, and puts one back for believing seat 0: one, two or three are
    left."""
    picture = (
        TRUTH.replace("BBY     2", "BBY     0")
        .replace("BR      2", "BR      0")
        .replace("RR      2", f"RR      {stones}")
    )
    table = after(picture, curses=[0, 0, 0], options={"strict_supply": True})
    assert table.heard("relieved") == [(2, {"target": 0})]
    assert table.position.curses == curses


def test_after_the_fifth_round_no_stones_are_added_and_those_on_curses_are_nobodys() -> None:
    """A29."""
    table = after(TRUTH.replace("BBY ", "BBBY"), curses=[4, 3, 2], round=5)
    assert table.position.phase == "over"
    assert table.position.actors() == ()
    assert table.position.curses == [4, 0, 0]
    assert [event.values["stones"] for event in table.told if event.key == "score"] == [-3, -1, -5]


def test_there_are_five_rounds() -> None:
    """A29."""
    for number in (1, 2, 3, 4):
        assert after(round=number).position.round == number + 1


def test_played_cards_are_public_and_do_not_come_again() -> None:
    """A30."""
    table = after()
    for seat in (None, 0, 1, 2):
        assert table.position.view(seat)["rounds"] == [
            {
                "cards": ["RRR", "BB", "YY"],
                "claims": ["RRR", "BB", "YY"],
                "votes": ["believe 1", "believe 2", "believe 0"],
            }
        ]
    left = {str(action): weight for action, weight in table.position.chances()}
    assert (left["card RRR"], left["card RR"], sum(left.values())) == (1, 2, 39)
    assert legal(table.position, CHANCE) == {f"card {card}" for card in CARDS}


def test_jewels_and_stones_are_public() -> None:
    """A31."""
    position = scene(TRUTH).position
    for seat in (None, 0, 1, 2):
        view = position.view(seat)
        assert view["jewels"] == [[2, 1, 0], [1, 0, 1], [0, 0, 2]]
        assert view["stones"] == [2, 2, 2]
        assert view["curses"] == [1, 1, 1]
