"""What is known of each game, by sampling: length, branching, size, luck, and what going first is worth.

    .venv/bin/python -m benchmarks.game_facts                     # some minutes; needs the extra `research`
    .venv/bin/python -m benchmarks.game_facts --games 200 yucatan

- Actions and branching: of players, in random games, as the research environments number actions.
- Tree: the number of games, by Knuth's estimator: the product of the numbers of choices along a random game, chance
  included. The mean of its logarithm is given, which is a lower bound of the logarithm of the mean.
- Positions: how many of the sampled positions were met twice; if none was, there are most likely more than half the
  square of their number.
- Luck: the share of the variance of a seat's reward that the deal explains, when the same deals are played at random
  again and again (intraclass correlation). What bots make of the rest: the reward by rank of one `greedy` among random
  players (0: no better than they).
- First: the mean reward by rank of who goes first, among random players and among `greedy` ones.
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Callable
from random import Random
from statistics import fmean, pvariance, stdev

from texcoco.bots import Clock, make
from texcoco.game import CHANCE, Position
from texcoco.games import find
from texcoco.research.state import rewards, state_class

SEATS = {"mexica": 3, "yucatan": 3, "azteco": 4}
DEALS, REPEATS = 25, 8
Choose = Callable[[Position, int], None]


class Facts:
    """What random games of a kind tell."""

    def __init__(self, name: str, seats: int):
        self.name, self.seats = name, seats
        self.lengths: list[int] = []
        self.branching: list[int] = []
        self.trees: list[float] = []
        self.positions: set[int] = set()
        self.met_again = 0
        self.sampled = 0

    def play(self, rng: Random) -> None:
        state = state_class(self.name).start(self.seats)
        length, tree = 0, 0.0
        while actors := state.actors():
            if actors[0] == CHANCE:
                tree += math.log10(len(state.chances()))
                state.position.apply(CHANCE, state.position.draw(rng))
                continue
            numbers = state.legal(actors[0])
            self.branching.append(len(numbers))
            tree += math.log10(len(numbers))
            length += 1
            state.apply(actors[0], rng.choice(numbers))
            if length % 20 == 0:
                key = hash(state.position.key())
                self.sampled += 1
                self.met_again += key in self.positions
                self.positions.add(key)
        self.lengths.append(length)
        self.trees.append(tree)


def play_out(position: Position, choose: Choose, rng: Random) -> list[float]:
    while actors := position.actors():
        if actors[0] == CHANCE:
            position.apply(CHANCE, position.draw(rng))
        else:
            choose(position, actors[0])
    outcome = position.outcome()
    assert outcome is not None
    return rewards(outcome)


def randomly(rng: Random) -> Choose:
    return lambda position, seat: position.apply(seat, position.pick(seat, rng))


def by_bots(name: str, bots: list[str], rng: Random) -> Choose:
    made = [make(bot, find(name)) for bot in bots]

    def choose(position: Position, seat: int) -> None:
        actions = position.actions(seat)
        action = made[seat].decide(seat, position.view(seat), (), actions, Clock(0.05), rng)
        position.apply(seat, action)

    return choose


def luck(name: str, seats: int, rng: Random) -> float:
    """How much of the variance of rewards lies between deals: 0 none, 1 all."""
    groups: list[list[float]] = []
    for _ in range(DEALS):
        dealt = state_class(name).start(seats)
        dealt.draw_chance(rng)
        groups.append([play_out(dealt.position.copy(), randomly(rng), rng)[0] for _ in range(REPEATS)])
    within = fmean(sum((value - fmean(group)) ** 2 for value in group) / (REPEATS - 1) for group in groups)
    between = REPEATS * pvariance([fmean(group) for group in groups]) * DEALS / (DEALS - 1)
    return max(0.0, (between - within) / (between + (REPEATS - 1) * within))


def mean(values: list[float]) -> str:
    return f"{fmean(values):+.2f} ± {2 * stdev(values) / len(values) ** 0.5:.2f}"


def first_players(name: str, seats: int, games: int, bot: str, rng: Random) -> str:
    found: list[float] = []
    for game in range(games):
        first = game % seats
        position = find(name).opening(seats, {"first": str(first)})
        choose = randomly(rng) if bot == "random" else by_bots(name, [bot] * seats, rng)
        found.append(play_out(position, choose, rng)[first])
    return mean(found)


def greedy_among_random(name: str, seats: int, games: int, rng: Random) -> str:
    found: list[float] = []
    for game in range(games):
        seat = game % seats
        bots = ["greedy" if other == seat else "random" for other in range(seats)]
        found.append(play_out(find(name).start(seats), by_bots(name, bots, rng), rng)[seat])
    return mean(found)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", default=list(SEATS), metavar="GAME", help="default: all")
    parser.add_argument("--games", type=int, default=100, help="random games of each (default: %(default)s)")
    parser.add_argument("--bot-games", type=int, default=30, help="games of bots (default: %(default)s)")
    asked = parser.parse_args()
    if unknown := set(asked.names) - set(SEATS):
        parser.error(f"there is no game {', '.join(unknown)}; there are {', '.join(SEATS)}")
    rng = Random(1)
    columns = ("game", "actions", "branching", "tree", "positions met again", "luck", "greedy among random")
    print("| " + " | ".join([*columns, "first, random", "first, greedy"]) + " |")
    print("| --- |" + " --- |" * 8)
    for name in asked.names:
        seats = SEATS[name]
        facts = Facts(name, seats)
        for _ in range(asked.games):
            facts.play(rng)
        cells = [
            f"{name}, {seats} seats",
            f"{fmean(facts.lengths):.0f} ({min(facts.lengths)}–{max(facts.lengths)})",
            f"{fmean(facts.branching):.0f} (most {max(facts.branching)})",
            f"10^{fmean(facts.trees):.0f}",
            f"{facts.met_again} of {facts.sampled:,}",
            f"{luck(name, seats, rng):.2f}",
            greedy_among_random(name, seats, asked.bot_games, rng),
            first_players(name, seats, asked.games, "random", rng),
            first_players(name, seats, asked.bot_games, "greedy", rng),
        ]
        print("| " + " | ".join(cells) + " |", flush=True)


if __name__ == "__main__":
    main()
