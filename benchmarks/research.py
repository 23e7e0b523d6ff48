"""The research environments beside those of PettingZoo and OpenSpiel: random play, steps of players in a second.

    .venv/bin/python -m benchmarks.research                 # minutes; after `make bench`, which installs the peers
    .venv/bin/python -m benchmarks.research --rounds 50     # longer, and steadier

All take turns in one process, round after round, by CPU time, so that what else the machine does hits all alike; ratios
are medians of the ratios of each round. Environments that do nothing (`empty_env.py`) show what PettingZoo's loop takes
by itself. The vector environment is measured by the CPU time of this process and of the busiest of its own: what a step
takes when each of them has a core.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np

from texcoco.game import CHANCE
from texcoco.games import find
from texcoco.research.vector import GamesVectorEnv

SEATS = {"mexica": (2, 3, 4), "yucatan": (2, 3, 4), "azteco": (3, 4, 6)}
LEGAL = {"mexica": 187, "yucatan": 79, "azteco": 13}
"""How many actions are legal on average, for environments that do nothing."""
COUNTED = ", chance counted"
"""After the names of what counts results of chance as steps too. Dominoes are dealt by 28 of them."""
Runner = Callable[[float], float]
"""Plays for so many seconds; gives steps in a second."""


def timed(play: Callable[[], int]) -> Runner:
    """Whole games until the time is over, by CPU time; `play` gives how many actions a game took."""

    def run(seconds: float) -> float:
        steps, started = 0, time.process_time()
        while (spent := time.process_time() - started) < seconds:
            steps += play()
        return steps / spent

    return run


def aec(env: Any, rng: random.Random) -> Runner:
    """PettingZoo's loop, with masks and observations."""

    def play() -> int:
        steps = 0
        env.reset(seed=rng.randrange(2**31))
        for _ in env.agent_iter():
            observation, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.step(None)
            else:
                legal = observation["action_mask"].view(np.bool_).nonzero()[0]  # of bools numpy finds them sooner
                env.step(legal[int(rng.random() * len(legal))])
                steps += 1
        return steps

    return timed(play)


def engine(name: str, seats: int, rng: random.Random) -> Runner:
    """The engine's own loop, with lists of actions."""
    game = find(name)

    def play() -> int:
        position, steps = game.start(seats), 0
        while actors := position.actors():
            if actors[0] == CHANCE:
                position.apply(CHANCE, position.draw(rng))
                continue
            legal = position.actions(actors[0])
            position.apply(actors[0], legal[int(rng.random() * len(legal))])
            steps += 1
        return steps

    return timed(play)


def parallel(env: Any, rng: random.Random) -> Runner:
    """PettingZoo's parallel loop; a step counts once for each agent that does not wait."""

    def play() -> int:
        steps = 0
        observations, _ = env.reset(seed=rng.randrange(2**31))
        while env.agents:
            actions: dict[str, int] = {}
            for agent, seen in observations.items():
                legal = seen["action_mask"].view(np.bool_).nonzero()[0]
                actions[agent] = legal[int(rng.random() * len(legal))]
                steps += int(actions[agent] != env.no_op)
            observations, *_ = env.step(actions)
        return steps

    return timed(play)


def spiel(name: str, rng: random.Random, count_chance: bool = False) -> Runner:
    """OpenSpiel's loop. What chance does is played in any case, and counts as a step only if asked for."""
    import pyspiel

    game = pyspiel.load_game(name)
    players = range(game.num_players())

    def play() -> int:
        state, steps = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choices(outcomes, weights)[0])
                steps += count_chance
            elif state.is_simultaneous_node():
                state.apply_actions([rng.choice(state.legal_actions(player)) for player in players])
                steps += len(players)
            else:
                state.apply_action(rng.choice(state.legal_actions()))
                steps += 1
        return steps

    return timed(play)


def vector(name: str, seats: int, processes: int) -> Runner:
    """Many games at once, as if each process had a core of its own; without processes, in this one."""
    env = GamesVectorEnv(name, 64, seats=seats, processes=processes, copy=False)
    observations, _ = env.reset(seed=1)

    def run(seconds: float) -> float:
        nonlocal observations
        rng = np.random.default_rng(1)
        rows = np.arange(env.num_envs + 1) * env.single_action_space.n
        steps, started = 0, time.process_time()
        others = [_cpu_seconds(process.pid) for process in env.processes]
        while (here := time.process_time() - started) < seconds / 4:
            legal = observations["action_mask"].view(np.bool_).ravel().nonzero()[0]  # in one row: found sooner
            first = legal.searchsorted(rows)
            chosen = first[:-1] + (rng.random(env.num_envs) * np.diff(first)).astype(int)
            observations, *_ = env.step(legal[chosen] - rows[:-1])
            steps += env.num_envs
        spent = [_cpu_seconds(process.pid) - before for process, before in zip(env.processes, others, strict=True)]
        return steps / (here + max(spent, default=0.0))

    return run


def _cpu_seconds(pid: int) -> float:
    """The CPU time of another process, as Linux counts it."""
    return int(Path(f"/proc/{pid}/schedstat").read_text().split()[0]) / 1e9


def runners(rng: random.Random) -> dict[str, Runner]:
    from open_spiel.python.games import block_dominoes, team_dominoes  # noqa: F401  (registers them)
    from pettingzoo.classic import chess_v6, go_v5

    import texcoco.research.openspiel  # noqa: F401
    from benchmarks.empty_env import EmptyEnv, ReplayEnv
    from texcoco.research.pettingzoo import azteco_v0, mexica_v0, yucatan_v0

    modules = {"mexica": mexica_v0, "yucatan": yucatan_v0, "azteco": azteco_v0}
    found = {"go_v5, 9×9": aec(go_v5.env(board_size=9), rng), "chess_v6": aec(chess_v6.env(), rng)}
    for name, seat_counts in SEATS.items():
        for seats in seat_counts:
            found[f"{name}_v0, {seats} seats"] = aec(modules[name].env(seats=seats), rng)
            found[f"{name}, {seats} seats, engine"] = engine(name, seats, rng)
    for seats in SEATS["azteco"]:
        found[f"azteco_v0, {seats} seats, parallel"] = parallel(azteco_v0.parallel_env(seats=seats), rng)
    for name, seat_counts in SEATS.items():
        seats, legal = seat_counts[1], LEGAL[name]
        found[f"empty AEC environment like {name}_v0, {seats} seats"] = aec(EmptyEnv(name, seats, legal, 300), rng)
        found[f"the same, playing {name}"] = aec(ReplayEnv(name, seats, legal), rng)
    for chance in (False, True):
        for name in ("python_team_dominoes", "python_block_dominoes"):
            found[name + COUNTED * chance] = spiel(name, rng, chance)
        for name, seat_counts in SEATS.items():
            loaded = f"python_texcoco_{name}(players={seat_counts[1]})"
            found[f"python_texcoco_{name}, {seat_counts[1]} players" + COUNTED * chance] = spiel(loaded, rng, chance)
    for name, seat_counts in SEATS.items():
        for processes in (0, 1, 2):
            found[f"vector of {name}, {processes} processes"] = vector(name, seat_counts[1], processes)
    return found


def targets() -> list[tuple[str, str, float | None]]:
    """What is to be at least so many times as fast as what; None for what is only shown."""
    found: list[tuple[str, str, float | None]] = []
    for name, seat_counts in SEATS.items():
        for seats in seat_counts:
            ours = f"{name}_v0, {seats} seats"
            found += [(ours, "go_v5, 9×9", 5), (ours, "chess_v6", 10), (ours, f"{name}, {seats} seats, engine", 0.5)]
        seats = seat_counts[1]
        ours, dominoes = f"python_texcoco_{name}, {seats} players", "python_team_dominoes"
        found += [(ours, dominoes, 2), (ours + COUNTED, dominoes + COUNTED, None)]
        found.append((f"vector of {name}, 2 processes", f"vector of {name}, 1 processes", 1.7))
        by_itself = f"{name}, {seats} seats, engine"
        found.append((f"empty AEC environment like {name}_v0, {seats} seats", by_itself, None))
        found.append((f"the same, playing {name}", by_itself, None))
        found.append((f"vector of {name}, 0 processes", by_itself, None))
    for seats in SEATS["azteco"]:
        found.append((f"azteco_v0, {seats} seats, parallel", f"azteco, {seats} seats, engine", None))
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=0.1, help="for each in a round (default: %(default)s)")
    parser.add_argument("--rounds", type=int, default=15, help="default: %(default)s")
    parser.add_argument("--only", default="", help="only what has this in its name, and the peers")
    asked = parser.parse_args()
    every = runners(random.Random(1))
    peers = ("go_v5", "chess_v6", "python_team", "python_block")
    every = {name: run for name, run in every.items() if asked.only in name or name.startswith(peers)}
    for run in every.values():  # tables are made when they are first used
        run(asked.seconds)
    measured: dict[str, list[float]] = {name: [] for name in every}
    for _ in range(asked.rounds):
        for name, run in every.items():
            measured[name].append(run(asked.seconds))
    print("| environment | steps/s |\n| --- | --- |")
    for name, values in measured.items():
        print(f"| {name} | {median(values):,.0f} |")
    print("\n| environment | beside | times as fast | to reach |\n| --- | --- | --- | --- |")
    for ours, other, target in targets():
        if ours in measured and other in measured:
            ratio = median(a / b for a, b in zip(measured[ours], measured[other], strict=True))
            missed = target is not None and ratio < target
            print(f"| {ours} | {other} | {ratio:.2f} | {target or ''}{' ✗' if missed else ''} |")


if __name__ == "__main__":
    main()
