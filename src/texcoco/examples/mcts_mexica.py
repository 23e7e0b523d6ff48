"""OpenSpiel's own MCTS plays a whole game of Mexica against a bot of ours.

    python -m texcoco.examples.mcts_mexica                                 # against `greedy`
    python -m texcoco.examples.mcts_mexica --bot random --simulations 100

A random game from the middle of Mexica takes hundreds of actions and tells little, so the search does not play games to
their end: it judges positions by what districts would give if they were scored now.
"""

from __future__ import annotations

import argparse
from random import Random
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.algorithms import mcts

import texcoco.research.openspiel  # noqa: F401  (registers the games)
from texcoco.bots import Bot, Clock, make
from texcoco.games import find
from texcoco.games.mexica.scoring import grandeur, points


class Districts(mcts.Evaluator):
    """Points, and half of what the founded districts would give now, each player's less the mean of the others'."""

    def evaluate(self, state: Any) -> Any:
        p = state.in_numbers.position
        worth = np.array(p.score, float)
        for district in p.founded:
            worth += 0.5 * np.array(points(grandeur(p, district.land), district.size)[: p.seats])
        others = (worth.sum() - worth) / (p.seats - 1)
        return np.tanh((worth - others) / 20)

    def prior(self, state: Any) -> list[tuple[int, float]]:
        if state.is_chance_node():
            return state.chance_outcomes()
        legal = state.legal_actions()
        return [(action, 1 / len(legal)) for action in legal]


def let_bot_act(state: Any, player: int, bot: Bot, rng: Random) -> None:
    """What a bot of ours chooses, played as OpenSpiel numbers it."""
    position = state.in_numbers.position
    action = bot.decide(player, position.view(player), (), position.actions(player), Clock(), rng)
    words = action.text.split()
    steps = [f"lift {words[1]}", f"bridge {words[2]} {words[3]}"] if words[0] == "shift" else [action.text]
    for step in steps:
        state.apply_action(state.in_numbers.number(step, player, position.seats))


def main(arguments: list[str] | None = None) -> list[float]:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bot", default="greedy", help="the other player (default: %(default)s)")
    parser.add_argument("--simulations", type=int, default=50, help="for each action (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args(arguments)
    game = pyspiel.load_game("python_texcoco_mexica(players=2)")
    numbers, rng = np.random.RandomState(asked.seed), Random(asked.seed)
    searcher = mcts.MCTSBot(game, 1.0, asked.simulations, Districts(), solve=False, random_state=numbers)
    bot = make(asked.bot, find("mexica"))
    state = game.new_initial_state()
    actions = 0
    while not state.is_terminal():
        player = state.current_player()
        if state.is_chance_node():
            outcomes, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(numbers.choice(outcomes, p=weights))
        elif player == 0:
            state.apply_action(searcher.step(state))
            actions += 1
        else:
            let_bot_act(state, player, bot, rng)
    print(state)
    print(f"MCTS ({actions} actions) against {asked.bot}: {state.in_numbers.outcome().scores}")
    return state.returns()


if __name__ == "__main__":
    main()
