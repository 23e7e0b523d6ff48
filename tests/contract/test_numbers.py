"""The numbers of actions stay what they are: trained networks and stored games go by them. docs/actions.md lists
them."""

from __future__ import annotations

import hashlib
import re
from array import array
from pathlib import Path
from random import Random

import pytest

from texcoco.action import Action, Numbering
from texcoco.game import CHANCE
from texcoco.games import GAMES, find

DOCS = Path(__file__).parents[2] / "docs" / "actions.md"
HASHES = {"mexica": "4bb1c324fa5cbe4d", "yucatan": "eba310d5714da93c", "azteco": "e78e80fa07f953be"}
"""Of all notations in order, a line each. Change one only with a reason that the changelog tells."""


@pytest.mark.parametrize("name", GAMES)
def test_every_action_has_the_number_that_it_had(name: str) -> None:
    game = find(name)
    notations = "\n".join(str(game.action(number)) for number in range(game.action_count + game.chance_count))
    assert hashlib.sha256(notations.encode()).hexdigest()[:16] == HASHES[name]


@pytest.mark.parametrize("name", GAMES)
def test_the_documented_blocks_are_those_of_the_game(name: str) -> None:
    game = find(name)
    chapter = DOCS.read_text(encoding="utf-8").split(f"\n## {game.title}\n")[1].split("\n## ")[0]
    rows = re.findall(r"^\| (\d+)(?:–(\d+))? \| ([^|]+) \| `([^`]+)` \| `([^`]+)` \| ([^|]+) \|", chapter, re.MULTILINE)
    assert {block: range(int(low), int(high or low) + 1) for low, high, block, *_ in rows} == game.numbering.ranges
    for low, high, _, first, last, fields in rows:
        assert (str(game.action(int(low))), str(game.action(int(high or low)))) == (first, last)
        named = set(re.findall(r"`(\w+)`", fields))
        for action in (game.action(int(low)), game.action(int(high or low))):
            assert set(getattr(action.data, "_fields", ())) <= named


@pytest.mark.parametrize(
    ("name", "notation"),
    [
        ("mexica", "canal A1"),
        ("mexica", "canal K5 K9"),
        ("mexica", "shift A1 K5 h"),
        ("yucatan", "march A1 T3"),
        ("azteco", "claim BBBBBB"),
    ],
)
def test_what_no_position_allows_has_no_number(name: str, notation: str) -> None:
    game = find(name)
    with pytest.raises(ValueError, match="has no number"):
        game.index(game.parse(notation))


def test_the_space_of_actions_is_small_enough_to_learn_in() -> None:
    """A Discrete space of at most 8,000, but for moved bridges, which an adapter asks for in two steps."""
    mexica = find("mexica").numbering.ranges
    assert mexica["shift"].start == 2313
    assert find("yucatan").action_count == 6135
    assert find("azteco").action_count == 137


@pytest.mark.parametrize("name", GAMES)
def test_a_mask_may_be_any_buffer_of_bytes(name: str) -> None:
    game, rng = find(name), Random(3)
    position = game.start(game.seats[-1])
    while position.actors() == (CHANCE,):
        position.apply(CHANCE, position.draw(rng))
    seat = position.actors()[0]
    legal = position.legal_indices(seat)
    for mask in (array("b", [7]) * game.action_count, memoryview(bytearray(b"x" * game.action_count)).cast("?")):
        position.fill_mask(seat, mask)
        assert [number for number, one in enumerate(mask) if one] == legal
    position.fill_mask(seat, short := bytearray(legal[0] + 1))
    assert list(short) == [0] * legal[0] + [1]


class Squares:
    """Computed actions: `square N`, for N below a million, the square of its place."""

    kind = "square"

    def __len__(self) -> int:
        return 1000

    def __getitem__(self, index: int) -> Action:
        return Action(f"square {index**2}", "square", (index**2,))

    def index(self, action: Action) -> int:
        return int(action.data[0] ** 0.5)


def test_a_numbering_counts_through_its_blocks_and_computes_where_nothing_is_listed() -> None:
    one, two, three = (Action(text, text) for text in ("one", "two", "three"))
    numbering = Numbering({"first": [one], "square": Squares(), "second": [two]}, {"third": [three]})
    assert (numbering.action_count, numbering.chance_count) == (1002, 1)
    assert numbering.ranges == {
        "first": range(1),
        "square": range(1, 1001),
        "second": range(1001, 1002),
        "third": range(1002, 1003),
    }
    assert [numbering.index(action) for action in (one, two, three)] == [0, 1001, 1002]
    assert [numbering.action(number) for number in (0, 1001, 1002)] == [one, two, three]
    assert str(numbering.action(31)) == "square 900"
    assert numbering.index(numbering.action(31)) == 31
    for number in (-1, 1003):
        with pytest.raises(IndexError, match="1003"):
            numbering.action(number)
    with pytest.raises(ValueError, match="no number"):
        numbering.index(Action("four", "four"))
