"""The box and how a game is set up."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from texcoco.game import CHANCE, BadOption
from texcoco.games.azteco import AZTECO
from texcoco.games.azteco.cards import CARD_COPIES, CARDS, CHARACTERS, DATA, DUOS, JEWELS, KIND_COPIES

from .scene import Table, begin, dealt, legal, refused


def test_the_box_holds_42_jewel_cards_and_42_artefacts() -> None:
    assert sum(CARD_COPIES) == 42
    assert sum(KIND_COPIES) == 42
    assert set(KIND_COPIES) == {3}


def test_every_possible_card_is_there_small_ones_twice() -> None:
    """Cards show 2 to 4 jewels of at most two colours; the rulebook's 2 blue + 1 yellow and 3 red are among them."""
    for letters, copies in zip(CARDS, CARD_COPIES, strict=True):
        assert copies == (1 if len(letters) == 4 else 2)
        assert 2 <= len(letters) <= 4
        assert len(set(letters)) <= 2
    assert len(CARDS) == len(set(JEWELS)) == 27
    assert {"BBY", "RRR"} <= set(CARDS)


def test_each_pair_of_colours_is_the_duo_of_two_explorers() -> None:
    assert Counter(DUOS) == {(0, 2): 2, (1, 2): 2, (0, 1): 2}


def test_everybody_starts_with_two_stones_and_each_curse_with_one() -> None:
    position = begin(5)
    assert position.stones == [2] * 5
    assert position.curses == [1, 1, 1]
    assert position.jewels == [0] * 15


@pytest.mark.parametrize("seats", [1, 2, 7, "4", True])
def test_azteco_is_for_three_to_six(seats: int) -> None:
    """A1."""
    with pytest.raises(BadOption):
        AZTECO.opening(seats)


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_three_play_by_the_same_rules_as_six(seats: int) -> None:
    """A1: nothing at the start depends on the number of seats but how many there are."""
    position = begin(seats)
    assert len(position.stones) == seats
    assert legal(position, CHANCE) == {f"first {seat}" for seat in range(seats)}


def test_the_first_player_is_drawn_at_random() -> None:
    """A2."""
    position = begin(4)
    assert [weight for _, weight in position.chances()] == [1, 1, 1, 1]
    table = Table(position).run("*: first 2")
    assert table.position.first == 2
    assert refused(begin(3), CHANCE, "first 3").rule == "A2"


def test_the_first_player_can_be_chosen_instead() -> None:
    """A2."""
    assert begin(4, first="3").first == 3
    assert legal(begin(4, first="3"), CHANCE) == {f"sheet {name}" for name in CHARACTERS}
    with pytest.raises(BadOption):
        begin(4, first="4")


def play_rounds(**options: bool) -> list[int]:
    """Who is first in each round of a random game."""
    position, rng, first = begin(4, first="1", **options), Random(3), dict[int, int]()
    while actors := position.actors():
        first[position.round] = position.first
        position.apply(actors[0], position.draw(rng) if actors[0] == CHANCE else position.pick(actors[0], rng))
    return list(first.values())


def test_the_first_player_does_not_move() -> None:
    """A2."""
    assert play_rounds() == [1, 1, 1, 1, 1]


def test_with_the_option_rotate_the_next_seat_is_first_in_each_round() -> None:
    """A2."""
    assert play_rounds(rotate=True) == [1, 2, 3, 0, 1]


def test_explorers_are_dealt_at_random_face_up_each_once() -> None:
    """A3."""
    table = Table(begin(3, first="0")).run("*: sheet otto; sheet ines")
    assert legal(table.position, CHANCE) == {f"sheet {name}" for name in CHARACTERS} - {"sheet otto", "sheet ines"}
    assert refused(table.position, CHANCE, "sheet otto").rule == "A3"
    for seat in (None, 0, 1, 2):
        assert table.position.view(seat)["sheets"] == ["otto", "ines"]


def test_a_card_is_drawn_when_it_is_looked_at_and_not_before() -> None:
    """A4: nobody looks ahead, so that cards in the piles are as unknown as those in the box: any card that is left may
    come.
    """
    table = dealt(3)
    assert sum(weight for _, weight in table.position.chances()) == 42
    table.run("*: card BBBB; card RR")
    left = {str(action): weight for action, weight in table.position.chances()}
    assert sum(left.values()) == 40
    assert "card BBBB" not in left
    assert left["card RR"] == 1
    assert refused(table.position, CHANCE, "card BBBB").rule == "A4"


def test_what_is_drawn_follows_the_weights() -> None:
    """A4: `draw` is quick, and still as `chances` says."""
    table, rng = dealt(3), Random(1)
    drawn = Counter(str(table.position.draw(rng)) for _ in range(42_000))
    for action, weight in table.position.chances():
        assert abs(drawn[str(action)] - 1000 * weight) < 200, action


def test_a_seat_sees_its_own_card_only() -> None:
    """A4."""
    table = dealt(3, "BBY", "RRR", "YY")
    assert table.position.view(1)["cards"] == ["?", "RRR", "?"]
    assert table.position.view(None)["cards"] == ["?", "?", "?"]
    heard = [event.to(1) for event in table.told if event.key == "card"]
    assert [event.values["action"] for event in heard if event is not None] == ["card ?", "card RRR", "card ?"]


def test_what_is_reconstructed_says_so() -> None:
    assert [a["id"] for a in DATA["artefacts"] if a["attested"]] == ["rain-mask", "ember-collar"]
    assert "reconstruction" in DATA["about"]["en"]
