"""What a position keeps beside the board for speed is what follows from the board, and drawing sooner draws the same."""

from __future__ import annotations

from random import Random

import pytest

from texcoco.game import CHANCE, Position
from texcoco.games.mexica import MEXICA, MexicaPosition


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_districts_and_soil_are_those_of_the_board(seats: int) -> None:
    for seed in range(3):
        rng, dug = Random(f"{seats} {seed}"), 0
        position = MEXICA.start(seats)
        while actors := position.actors():
            action = position.draw(rng) if actors[0] == CHANCE else position.pick(actors[0], rng)
            position.apply(actors[0], action)
            if action.kind in ("canal", "temple", "found"):
                loaded = MEXICA.load(position.dump())
                assert isinstance(position, MexicaPosition)
                assert isinstance(loaded, MexicaPosition)
                assert (position.wild, position.soil) == (loaded.wild, loaded.soil)
                assert position.diggable == loaded.diggable
                dug += action.kind == "canal"
        assert dug > 20


def test_tokens_and_the_first_player_are_drawn_as_the_contract_draws() -> None:
    for seed in range(200):
        rng = Random(seed)
        position = MEXICA.start(3)
        while position.actors() == (CHANCE,):
            again = Random()
            again.setstate(rng.getstate())
            drawn = position.draw(rng)
            assert drawn == Position.draw(position, again)
            assert rng.getstate() == again.getstate()
            position.apply(CHANCE, drawn)
