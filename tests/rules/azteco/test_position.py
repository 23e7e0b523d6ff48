"""The position format: what loads, and what is refused with a reason."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from texcoco.game import CHANCE, Impossible, Json
from texcoco.games.azteco import AZTECO
from texcoco.games.azteco.cards import KINDS

from .scene import begin, scene

PICTURE = """
    card  claim  vote       jewels  stones
    RRR   BB     believe 1  BBY     2
    BB    BB     believe 2  YR      2
    YY    YY     believe 1  -       2
"""


def keeping() -> Json:
    table = scene(PICTURE).vote().run("*: artefact chest; artefact rain-mask; artefact copal")
    return table.position.dump()


def playing() -> Json:
    return scene(PICTURE).vote().find("chest", "rain-mask", "copal", keep="chest").position.dump()


def test_every_position_of_a_game_is_written_and_read_back() -> None:
    position, rng = begin(5), Random(9)
    while actors := position.actors():
        again = AZTECO.load(json.loads(json.dumps(position.dump())))
        assert again.dump() == position.dump()
        assert again.key() == position.key()
        assert again.actors() == position.actors()
        assert (again.deck, again.fresh, again.under) == (position.deck, position.fresh, position.under)
        assert [len(group) for group in position.view(None)["deck"]["under"]] == [
            len(group) for group in position.under
        ]
        position.apply(actors[0], position.draw(rng) if actors[0] == CHANCE else position.pick(actors[0], rng))
    assert position.view(None)["deck"]["under"] == [[KINDS[kind] for kind in group] for group in position.under]


def test_what_is_left_out_is_as_at_the_start() -> None:
    position = AZTECO.load({"seats": 3, "phase": "card", "first": 0, "sheets": ["ines", "otto", "salma"]})
    assert position.stones == [2, 2, 2]
    assert position.curses == [1, 1, 1]
    assert position.round == 1


BROKEN: list[tuple[str, Any, str]] = [
    ("game", "mexica", "mexica"),
    ("format", 2, "format"),
    ("rules", 99, "rules"),
    ("seats", 2, "3 to 6"),
    ("seats", 7, "3 to 6"),
    ("options", {"first": "5"}, "first"),
    ("options", {"no": 1}, "no option"),
    ("phase", "lunch", "lunch"),
    ("phase", "claim", "fit"),
    ("round", 6, "round"),
    ("round", 0, "round"),
    ("first", 3, "no seat"),
    ("first", None, "no seat"),
    ("sheets", ["ines", "ines", "otto"], "same sheet"),
    ("sheets", ["ines", "otto"], "2 sheets"),
    ("sheets", ["ines", "otto", "indiana"], "indiana"),
    ("jewels", [[1, 2, 3], [1, 2, 3]], "list of 3"),
    ("jewels", [[1, 2, 3], [1, 2, 3], [1, 2, -3]], "numbers"),
    ("stones", [1, 2, True], "numbers"),
    ("curses", [1, 1], "list of 3"),
    ("cards", ["RRR", "BB"], "2 cards"),
    ("cards", ["RRR", "BB", "BYR"], "BYR"),
    ("cards", ["BBBB", "BBBB", "YY"], "not so many"),
    ("claims", ["BB", "BB", None], "2 claims"),
    ("votes", ["believe 1", "believe 1", "believe 0"], "cannot vote"),
    ("votes", ["believe 1", "believe 3", "believe 0"], "cannot vote"),
    ("votes", ["believe 1", None, "believe 0"], "2 votes"),
    ("served", ["BB", "BB"], "served"),
    ("served", ["BBB", "BB", "YY"], "more than"),
    ("shown", 0, "shown"),
    ("shown", 4, "shown"),
    ("winners", [], "winners"),
    ("winners", [1], "winners"),
    ("hand", ["chest"], "hand"),
    ("hand", ["chest", "chest", "chest", "chest"], "too many"),
    ("hand", ["chest", "crown", "copal"], "crown"),
    ("effect", "chest", "effect"),
    ("gains", [{"seat": 0, "drew": ["chest", "copal", "copal"], "kept": "mirror"}], "not drawn"),
    ("gains", [{"seat": 0, "drew": ["chest", "chest", "chest"], "kept": "chest"}], "chest"),
    ("gains", [{"seat": 4, "drew": ["mirror", "mirror", "scales"], "kept": "mirror"}], "no seat"),
    ("gains", [{"seat": 0, "drew": ["mirror", "mirror", "scales"]}], "form"),
    (
        "rounds",
        [{"cards": ["BB", "BB", "YY"], "claims": ["BB", "BB", "YY"], "votes": ["believe 1", "believe 2", "believe 0"]}],
        "rounds",
    ),
    ("crown", 1, "crown"),
]


@pytest.mark.parametrize(
    ("field", "value", "reason"), BROKEN, ids=[f"{field}-{n}" for n, (field, _, _) in enumerate(BROKEN)]
)
def test_what_cannot_be_is_refused_with_the_reason(field: str, value: Any, reason: str) -> None:
    good = keeping()
    assert AZTECO.load(good).dump() == good
    with pytest.raises(Impossible, match=reason):
        AZTECO.load({**good, field: value})


def test_an_effect_is_that_of_the_last_gain_and_of_the_winner() -> None:
    good = playing()
    assert AZTECO.load(good).dump() == good
    for change in (
        {"effect": None},
        {"effect": "rain-mask"},
        {"effect": "copal"},
        {"gains": []},
        {"gains": [{**good["gains"][0], "seat": 1}]},
    ):
        with pytest.raises(Impossible):
            AZTECO.load({**good, **change})


def test_nobody_is_asked_about_an_effect_that_there_is_not() -> None:
    good = scene(PICTURE).vote().find("copal", "rain-mask", "chest", keep="copal").position.dump()
    with pytest.raises(Impossible, match="no effect"):
        AZTECO.load({**good, "stones": [0, 2, 2]})


def test_A17_a_strict_supply_cannot_be_exceeded() -> None:
    """A8, A17: 40 jewels of a colour and 40 stones."""
    good = {**keeping(), "options": {"strict_supply": True}}
    AZTECO.load(good)
    with pytest.raises(Impossible, match="40 jewels"):
        AZTECO.load({**good, "jewels": [[38, 0, 0], [1, 0, 0], [0, 0, 0]]})
    with pytest.raises(Impossible, match="40 cursed"):
        AZTECO.load({**good, "stones": [38, 0, 0]})


def test_the_game_is_over_after_the_fifth_round_only() -> None:
    with pytest.raises(Impossible, match="round"):
        AZTECO.load({"seats": 3, "phase": "over", "round": 4, "first": 0, "sheets": ["ines", "otto", "salma"]})


@pytest.mark.parametrize(
    "junk", [{}, {"seats": 3}, {"seats": "3", "phase": "card"}, {"seats": 3, "phase": "card", "sheets": 5}]
)
def test_junk_is_refused(junk: Json) -> None:
    with pytest.raises(Impossible):
        AZTECO.load(junk)
