"""The baselines of the arena play legal games, and are known to the arena alone."""

from __future__ import annotations

from random import Random
from time import process_time

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


def test_a_name_may_say_how_long_a_baseline_thinks() -> None:
    game = find("mexica")
    check_player("mcts-greedy@0.02", game)
    position, rng = game.opening(2), Random(1)
    while position.actors()[0] == CHANCE:
        position.apply(CHANCE, position.draw(rng))
    seat = position.actors()[0]
    took: list[float] = []
    for name in ("mcts-greedy@0.02", "mcts-greedy@0.3"):
        bot, began = make_player(name, game), process_time()
        bot.decide(seat, position.view(seat), (), position.actions(seat), Clock(), Random(1))
        took.append(process_time() - began)
    assert took[0] < took[1]
    for wrong in ("mcts-greedy@", "mcts-greedy@soon", "mcts-greedy@-1", "mcts-greedy@inf"):
        with pytest.raises(NoSuchBot, match="seconds"):
            check_player(wrong, game)
