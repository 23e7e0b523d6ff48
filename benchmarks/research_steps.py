"""Where the time of a step goes in the research environments, in microseconds of CPU time: random play, parts apart.

    .venv/bin/python -m benchmarks.research_steps           # a minute; after `make bench`, which installs the peers

Each part is measured on recorded games that were never played before, as what it adds to playing them. What the loops
of PettingZoo and OpenSpiel take is measured whole, as `benchmarks.research` does.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Callable, Iterator
from itertools import count
from statistics import median
from typing import Any

from benchmarks.research import aec, spiel
from texcoco.research.state import State, state_class

SEATS = {"mexica": 3, "yucatan": 3, "azteco": 4}
GAMES = {"mexica": 2, "yucatan": 2, "azteco": 12}
"""How many games each part is measured on in a round."""
Recorded = tuple[int, list[tuple[int, int]]]
"""A game: its seed, and who played which number."""

PARTS: dict[str, Callable[[State, int], Any]] = {
    "playing": lambda state, seat: None,
    "list": lambda state, seat: state.legal(seat),
    "mask": lambda state, seat: state.mask(seat),
    "observation": lambda state, seat: state.observation(seat),
}


def record(kind: type[State], seats: int, seed: int) -> Recorded:
    """A random game."""
    rng, choices = random.Random(seed), random.Random(f"{seed} choices")
    state, played = kind.start(seats), list[tuple[int, int]]()
    state.draw_chance(rng)
    while actors := state.actors():
        played.append((actors[0], choices.choice(state.legal(actors[0]))))
        state.apply(*played[-1])
        state.draw_chance(rng)
    return seed, played


def replay(kind: type[State], seats: int, games: list[Recorded], part: Callable[[State, int], Any]) -> float:
    """Microseconds a step, with that part before each."""
    started = time.process_time()
    for seed, played in games:
        rng, state = random.Random(seed), kind.start(seats)
        state.draw_chance(rng)
        for seat, number in played:
            part(state, seat)
            state.apply(seat, number)
            state.draw_chance(rng)
    return (time.process_time() - started) * 1e6 / sum(len(played) for _, played in games)


def measure(name: str, rounds: int) -> dict[str, float]:
    import texcoco.research.openspiel  # noqa: F401
    from texcoco.research.pettingzoo import azteco_v0, mexica_v0, yucatan_v0

    kind, seats, rng = state_class(name), SEATS[name], random.Random(1)
    env: Any = {"mexica": mexica_v0, "yucatan": yucatan_v0, "azteco": azteco_v0}[name].env(seats=seats)
    loops = {
        "PettingZoo": aec(env, rng),
        "OpenSpiel": spiel(f"python_texcoco_{name}(players={seats})", rng),
    }
    found: dict[str, list[float]] = {part: [] for part in (*PARTS, *loops)}
    seeds: Iterator[int] = count()
    for _ in range(rounds):
        for part, does in PARTS.items():
            games = [record(kind, seats, next(seeds)) for _ in range(GAMES[name])]
            found[part].append(replay(kind, seats, games, does))
        for loop, run in loops.items():
            found[loop].append(1e6 / run(0.05))
    taken = {part: median(values) for part, values in found.items()}
    return {part: us if part == "playing" or part in loops else us - taken["playing"] for part, us in taken.items()}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=15, help="default: %(default)s")
    rounds = parser.parse_args().rounds
    rows = {name: measure(name, rounds) for name in SEATS}
    columns = list(rows["mexica"])
    print(f"| microseconds a step | {' | '.join(columns)} |\n| --- |{' --- |' * len(columns)}")
    for name, taken in rows.items():
        print(f"| {name}, {SEATS[name]} seats | {' | '.join(f'{us:.1f}' for us in taken.values())} |")


if __name__ == "__main__":
    main()
