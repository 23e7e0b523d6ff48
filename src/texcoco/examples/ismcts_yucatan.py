"""OpenSpiel's own ISMCTS plays Yucatán, where the guilds of warriors are hidden, against a random player.

    python -m texcoco.examples.ismcts_yucatan
    python -m texcoco.examples.ismcts_yucatan --simulations 200

Each simulation starts from `resample_from_infostate`: a deal of guilds that the player cannot rule out. Positions are
judged by pyramids, prisoners and villages.
"""

from __future__ import annotations

import argparse
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.algorithms import ismcts, mcts

import texcoco.research.openspiel  # noqa: F401  (registers the games)


class Pyramids(mcts.Evaluator):
    """Levels, prisoners at home and on the way, and villages, each player's less the mean of the others'."""

    def evaluate(self, state: Any) -> Any:
        p = state.in_numbers.position
        led = [sum(n for space, n in p.load.items() if men >> space & 1) for men in p.men]
        villages = [own.bit_count() + (own & p.large).bit_count() for own in p.villages]
        worth = 3.0 * np.array(p.levels) + np.array(p.held) + 0.6 * np.array(led) + 0.1 * np.array(villages)
        others = (worth.sum() - worth) / (p.seats - 1)
        return np.tanh((worth - others) / 5)

    def prior(self, state: Any) -> list[tuple[int, float]]:
        legal = state.legal_actions()
        return [(action, 1 / len(legal)) for action in legal]


def main(arguments: list[str] | None = None) -> list[float]:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--simulations", type=int, default=60, help="for each action (default: %(default)s)")
    parser.add_argument("--rounds", type=int, default=50, help="of the game (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args(arguments)
    game = pyspiel.load_game(f"python_texcoco_yucatan(players=2,rounds={asked.rounds})")
    numbers = np.random.RandomState(asked.seed)
    searcher = ismcts.ISMCTSBot(
        game, Pyramids(), uct_c=1.0, max_simulations=asked.simulations, random_state=numbers,
        final_policy_type=ismcts.ISMCTSFinalPolicyType.MAX_VISIT_COUNT,
    )  # fmt: skip
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.current_player() == 0:
            action = searcher.step(state)
        else:
            action = numbers.choice(state.legal_actions())
        state.apply_action(action)
    print(state)
    position = state.in_numbers.position
    print(f"ISMCTS against random: levels {position.levels}, prisoners {position.held}")
    return state.returns()


if __name__ == "__main__":
    main()
