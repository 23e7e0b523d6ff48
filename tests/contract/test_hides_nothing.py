"""A game that says it hides nothing shows everybody the same; a server then makes one view for all of them."""

from __future__ import annotations

from random import Random

import pytest

from texcoco.game import CHANCE
from texcoco.games import GAMES, find


@pytest.mark.parametrize("name", GAMES)
def test_views_differ_in_the_seat_alone_where_a_game_hides_nothing(name: str) -> None:
    game, rng, differ = find(name), Random(1), False
    position = game.opening(game.seats[-1], {})
    while position.actors():
        seat = position.actors()[0]
        action = position.draw(rng) if seat == CHANCE else position.pick(seat, rng)
        position.play(seat, action)
        if rng.random() < 0.3:
            public = position.view(None)
            assert position.seat_on_turn() == public.get("turn")
            differ = differ or any(position.view(n) != {**public, "seat": n} for n in range(position.seats))
    assert differ != game.hides_nothing
