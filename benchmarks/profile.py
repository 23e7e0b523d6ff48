"""Where the time of random play goes: `python -m benchmarks.profile mexica --seats 3`."""

from __future__ import annotations

import argparse
import cProfile
import pstats
from random import Random

from benchmarks.engines import Ours
from texcoco.games import GAMES, find


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.profile", description=__doc__)
    parser.add_argument("game", choices=sorted(GAMES))
    parser.add_argument("--seats", type=int, default=3)
    parser.add_argument("--games", type=int, default=50)
    parser.add_argument("--lists", action="store_true", help="list the legal actions instead of picking one")
    asked = parser.parse_args()
    game, rng = find(asked.game), Random(1)
    if asked.seats not in game.seats:
        parser.error(f"{game.name} is for {game.seats[0]} to {game.seats[-1]} seats")
    engine = Ours(game, asked.seats)
    engine.play(rng, asked.lists)
    with cProfile.Profile() as profile:
        for _ in range(asked.games):
            engine.play(rng, asked.lists)
    pstats.Stats(profile).strip_dirs().sort_stats("tottime").print_stats(25)


if __name__ == "__main__":
    main()
