"""A random game of each kind by PettingZoo's API, with action masks: the loop that every learner begins with.

python -m texcoco.examples.play_with_masks
"""

from __future__ import annotations

import numpy as np

from texcoco.research.pettingzoo import azteco_v0, mexica_v0, yucatan_v0


def main() -> dict[str, dict[str, float]]:
    rng = np.random.default_rng(1)
    results: dict[str, dict[str, float]] = {}
    for module in (mexica_v0, yucatan_v0, azteco_v0):
        env = module.env(seats=3)
        env.reset(seed=1)
        won: dict[str, float] = {}
        actions = 0
        for agent in env.agent_iter():
            observation, reward, terminated, truncated, _ = env.last()
            if terminated or truncated:
                won[agent] = reward
                env.step(None)
                continue
            legal = observation["action_mask"].nonzero()[0]
            env.step(rng.choice(legal))
            actions += 1
        print(f"{env}: {actions} actions, rewards {won}")
        results[str(env)] = won
    return results


if __name__ == "__main__":
    main()
