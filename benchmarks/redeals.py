"""What `redeal` costs, in copies, over all positions of whole games: `python -m benchmarks.redeals azteco --games 5`.

`python -m benchmarks` measures it in the middle of random games only. Here every position counts in which a seat is to
act, of games between random players and between greedy ones.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from random import Random
from time import process_time

from texcoco.bots import Clock, make
from texcoco.game import CHANCE, Event, Game, Position
from texcoco.games import GAMES, find

REPEATS = 50
"""How often in a row a position is dealt anew, as a search does; what is worked out the first time is part of the
cost."""
COPIES = 200


def positions(game: Game, seats: int, seed: int, bot: str) -> Iterator[Position]:
    """The positions of one game in which a seat is to act."""
    rng, position, player = Random(seed), game.start(seats), make(bot, game)
    logs: list[list[Event]] = [[] for _ in range(seats)]
    while actors := position.actors():
        seat = actors[0]
        if seat == CHANCE:
            action = position.draw(rng)
        else:
            yield position.copy()
            action = player.decide(seat, position.view(seat), logs[seat], position.actions(seat), Clock(), rng)
        for event in position.play(seat, action):
            for viewer, log in enumerate(logs):
                filtered = event.to(viewer)
                if filtered is not None:
                    log.append(filtered)


def seconds(do: Callable[[], object], times: int) -> float:
    """CPU seconds for doing it once."""
    begin = process_time()
    for _ in range(times):
        do()
    return (process_time() - begin) / times


def copies(position: Position) -> float:
    """How many copies a redeal for the seat to act takes, in the quieter of two measurements."""
    seat, rng = position.actors()[0], Random(1)
    copy = min(seconds(position.copy, COPIES) for _ in range(2))
    redeal = min(seconds(lambda: position.redeal(seat, rng), REPEATS) for _ in range(2))
    return redeal / copy


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.redeals", description=__doc__)
    parser.add_argument("game", choices=sorted(GAMES))
    parser.add_argument("--games", type=int, default=5, help="games for each number of seats and each bot")
    asked = parser.parse_args()
    game = find(asked.game)
    print("| seats | players | positions | median | 95 % | most | over 20 |")
    print("| --- | --- | ---: | ---: | ---: | ---: | ---: |")
    for seats in game.seats:
        for bot in ("random", "greedy"):
            found = sorted(copies(p) for seed in range(asked.games) for p in positions(game, seats, seed, bot))
            n, over = len(found), sum(cost > 20 for cost in found)
            print(
                f"| {seats} | {bot} | {n} | {found[n // 2]:.1f} | {found[n * 95 // 100]:.1f} | {found[-1]:.1f} "
                f"| {over / n:.1%} |",
                flush=True,
            )


if __name__ == "__main__":
    main()
