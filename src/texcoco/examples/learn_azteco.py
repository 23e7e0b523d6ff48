"""Learns to beat random players at Azteco: a policy gradient with a small network, in numpy.

    python -m texcoco.examples.learn_azteco                  # about two minutes on two cores
    python -m texcoco.examples.learn_azteco --games 1000     # less

In each game one seat learns and the others play at random; the seat changes from game to game, and one network plays on
all of them. It is paid its score less the mean of the others'. The table that it prints has, for the games since the
line before, the mean reward by rank (1: beat everybody, 0: what random play gets, -1: lost to everybody) and the share
of games won. At the end the network, without learning any more, plays games that it has not seen.
"""

from __future__ import annotations

import argparse
import os
import time
from dataclasses import dataclass, field
from typing import Any

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # the matrices are small: threads would wait for one another

import numpy as np

from texcoco.research.vector import GamesVectorEnv

Array = np.ndarray[Any, Any]


class Network:
    """One hidden layer; from it the logits of all actions and the value of what is seen. Adam moves the weights."""

    def __init__(self, inputs: int, actions: int, rng: np.random.Generator, hidden: int = 64):
        self.weights = {
            "in": rng.normal(0, inputs**-0.5, (inputs, hidden)),
            "in_bias": np.zeros(hidden),
            "policy": np.zeros((hidden, actions)),
            "policy_bias": np.zeros(actions),
            "value": np.zeros((hidden, 1)),
            "value_bias": np.zeros(1),
        }
        self.moments = {name: (np.zeros_like(w), np.zeros_like(w)) for name, w in self.weights.items()}
        self.updates = 0

    def forward(self, seen: Array, masks: Array) -> tuple[Array, Array, Array]:
        """The hidden layer, the chances of the legal actions, and the values."""
        w = self.weights
        hidden = np.tanh(seen @ w["in"] + w["in_bias"])
        logits = np.where(masks > 0, hidden @ w["policy"] + w["policy_bias"], -1e9)
        chances = np.exp(logits - logits.max(axis=1, keepdims=True))
        return hidden, chances / chances.sum(axis=1, keepdims=True), (hidden @ w["value"] + w["value_bias"])[:, 0]

    def learn(self, seen: Array, masks: Array, actions: Array, returns: Array, rate: float, entropy: float) -> None:
        """One step: actions that led to more than expected become likelier, and expectations come closer to that."""
        hidden, chances, values = self.forward(seen, masks)
        better = returns - values
        advantage = (better - better.mean()) / (better.std() + 1e-6)
        count = len(actions)
        taken = np.zeros_like(chances)
        taken[np.arange(count), actions] = 1
        logs = np.log(np.maximum(chances, 1e-12))
        spread = -(chances * logs).sum(axis=1, keepdims=True)
        to_logits = ((chances - taken) * advantage[:, None] + entropy * chances * (logs + spread)) / count
        to_values = -better[:, None] / count
        to_hidden = to_logits @ self.weights["policy"].T + 0.5 * to_values @ self.weights["value"].T
        before = to_hidden * (1 - hidden**2)
        self._move(
            {
                "in": seen.T @ before,
                "in_bias": before.sum(axis=0),
                "policy": hidden.T @ to_logits,
                "policy_bias": to_logits.sum(axis=0),
                "value": hidden.T @ to_values,
                "value_bias": to_values.sum(axis=0),
            },
            rate,
        )

    def _move(self, gradients: dict[str, Array], rate: float) -> None:
        self.updates += 1
        for name, gradient in gradients.items():
            mean, square = self.moments[name]
            mean += 0.1 * (gradient - mean)
            square += 0.001 * (gradient**2 - square)
            corrected = square / (1 - 0.999**self.updates)
            self.weights[name] -= rate * mean / (1 - 0.9**self.updates) / (np.sqrt(corrected) + 1e-8)


@dataclass
class Batch:
    """What the learner saw and did in games that have ended, and what came of it."""

    seen: list[Array] = field(default_factory=list)
    masks: list[Array] = field(default_factory=list)
    actions: list[int] = field(default_factory=list)
    returns: list[float] = field(default_factory=list)


def sample(chances: Array, rng: np.random.Generator) -> Array:
    """An action for each row, by its chances."""
    return (chances.cumsum(axis=1) > rng.random(len(chances))[:, None] * 0.999999).argmax(axis=1)


def rank_reward(paid: Array, seat: int) -> float:
    """Of the others, the share with a lower score less the share with a higher one."""
    others = np.delete(paid, seat)
    return float(np.mean(others < paid[seat]) - np.mean(others > paid[seat]))


def play(
    env: GamesVectorEnv, network: Network, games: int, seed: int, learning: bool, report: int = 0
) -> list[tuple[float, float]]:
    """Plays games against random players; gives for each what the learner got by rank, and whether it won."""
    rng = np.random.default_rng(seed)
    rows = np.arange(env.num_envs)
    learner = rows % env.seats
    moves: list[list[tuple[Array, Array, int]]] = [[] for _ in rows]
    batch, results, started = Batch(), list[tuple[float, float]](), time.perf_counter()
    observations, _ = env.reset(seed=seed)
    while len(results) < games:
        masks = observations["action_mask"]
        actions = sample(masks / masks.sum(axis=1, keepdims=True), rng)
        mine = np.flatnonzero(observations["seat"] == learner)
        if len(mine):
            seen = observations["observation"][mine] / env.layout.most
            chosen = sample(network.forward(seen, masks[mine])[1], rng)
            actions[mine] = chosen
            for n, row in enumerate(mine):
                moves[row].append((seen[n], masks[row], int(chosen[n])))
        observations, paid, ended, _, _ = env.step(actions)
        for row in np.flatnonzero(ended):
            seat = int(learner[row])
            results.append((rank_reward(paid[row], seat), float(paid[row, seat] == paid[row].max())))
            for one_seen, mask, action in moves[row]:
                batch.seen.append(one_seen)
                batch.masks.append(mask)
                batch.actions.append(action)
                batch.returns.append(float(paid[row, seat]) / 20)
            moves[row] = []
            learner[row] = (seat + 1) % env.seats
            if report and len(results) % report == 0:
                line(len(results), time.perf_counter() - started, results[-report:])
        if learning and len(batch.actions) >= 2048:
            share = len(results) / games
            arrays = [np.array(part) for part in (batch.seen, batch.masks, batch.actions, batch.returns)]
            network.learn(*arrays, rate=0.01 * (1 - share) + 0.001, entropy=0.01)
            batch = Batch()
    return results


def line(games: int, seconds: float, results: list[tuple[float, float]]) -> None:
    rank, won = np.mean(results, axis=0)
    print(f"| {games:,} | {seconds:.0f} | {rank:+.2f} | {100 * won:.0f} % |", flush=True)


def main(arguments: list[str] | None = None) -> float:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=12_000, help="to learn from (default: %(default)s)")
    parser.add_argument("--seats", type=int, default=3, choices=range(3, 7))
    parser.add_argument("--processes", type=int, default=None, help="default: one for each core")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args(arguments)
    env = GamesVectorEnv("azteco", 64, seats=asked.seats, processes=asked.processes, reward="score")
    network = Network(env.layout.size, int(env.single_action_space.n), np.random.default_rng(asked.seed))
    print("| games | seconds | reward by rank | won |\n| --- | --- | --- | --- |")
    play(env, network, asked.games, asked.seed, learning=True, report=max(asked.games // 12, 1))
    tests = max(asked.games // 12, 300)
    results = play(env, network, tests, asked.seed + 1, learning=False)
    env.close()
    rank = float(np.mean([reward for reward, _ in results]))
    error = float(np.std([reward for reward, _ in results])) / len(results) ** 0.5
    won = 100 * float(np.mean([won for _, won in results]))
    print(f"\n{len(results)} games not seen before: reward by rank {rank:+.2f} ± {2 * error:.2f}, won {won:.0f} %")
    return rank


if __name__ == "__main__":
    main()
