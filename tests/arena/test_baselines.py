"""The baselines of the arena play legal games, and are known to the arena alone."""

from __future__ import annotations

from random import Random

import pytest

from texcoco.arena.baselines import baselines, check_player, make_player
from texcoco.bots import Clock, NoSuchBot, bots
from texcoco.game import CHANCE
from texcoco.games import GAMES, find

PLAYERS = [(game, name) for game in GAMES for name in baselines(find(game))]


@pytest.mark.parametrize(("name", "player"), PLAYERS)
def test_a_baseline_plays_the_first_moves(name: str, player: str) -> None:
    game, rng = find(name), Random(1)
    bot, position = make_player(player, game), game.start(game.seats.start)
    decisions = 0
    while decisions < 12 and (actors := position.actors()):
        seat = actors[-1]  # in Azteco the last of those who choose at the same time
        if seat == CHANCE:
            position.apply(CHANCE, position.draw(rng))
            continue
        position.play(seat, bot.decide(seat, position.view(seat), (), position.actions(seat), Clock(0.02), rng))
        decisions += 1
    assert decisions == 12
    assert bot.name == player


def test_only_the_arena_knows_them() -> None:
    for name, player in PLAYERS:
        check_player(player, find(name))
        assert player not in bots(find(name))
    with pytest.raises(NoSuchBot):
        check_player("openspiel-ismcts", find("mexica"))
