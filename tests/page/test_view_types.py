"""The types of views, which the page's are generated from, say exactly what the games show."""

from __future__ import annotations

import importlib
from random import Random
from typing import Any

import msgspec
import pytest

from texcoco.game import CHANCE
from texcoco.games import GAMES, find

GAMES_AND_SEATS = [(name, seats) for name in GAMES for seats in find(name).seats]


def assert_is_a(view_type: Any, view: dict[str, Any]) -> None:
    """Unknown fields are dropped by `convert`, so that they are missed when it is turned back."""
    assert msgspec.to_builtins(msgspec.convert(view, view_type, strict=True)) == view


@pytest.mark.parametrize(("name", "seats"), GAMES_AND_SEATS)
def test_every_view_of_random_games_has_its_type(name: str, seats: int):
    view_type, rng = importlib.import_module(f"texcoco.games.{name}.schema").View, Random(seats)
    position = find(name).start(seats)
    played = 0
    while actors := position.actors():
        if played % 7 == 0 or position.step < 5:
            for seat in (None, *range(seats)):
                assert_is_a(view_type, position.view(seat))
        actor = rng.choice(actors)
        position.play(actor, position.draw(rng) if actor == CHANCE else position.pick(actor, rng))
        played += 1
    for seat in (None, *range(seats)):
        assert_is_a(view_type, position.view(seat))


def test_what_is_not_in_the_type_is_noticed():
    mexica = importlib.import_module("texcoco.games.mexica.schema").View
    view = find("mexica").start(3).view(0)
    assert_is_a(mexica, view)
    without = {name: value for name, value in view.items() if name != "tokens"}
    for wrong in ({**view, "more": 1}, {**view, "ap": "6"}, {**view, "phase": "dusk"}, without):
        with pytest.raises((msgspec.ValidationError, AssertionError)):
            assert_is_a(mexica, wrong)
