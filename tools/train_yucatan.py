"""Finds better weights for the evaluator of Yucatán by self-play.

    python tools/train_yucatan.py --steps 20 --games 60 --seed 1

Each step changes one weight at random and plays paired games (each deal with both seats) of level 3 with the changed
weights against level 3 with the present ones. The change is kept if it wins clearly more than half of the games. The
games of a step cost some seconds; 60 of them tell 62 % from 50 %. The result is written to
src/texcoco/bots/yucatan/weights.json, which `texcoco.bots.yucatan.race` reads. Level 3 looks one action ahead, so that
many games can be played; confirm what was found with level 5 in `texcoco arena`.
"""

from __future__ import annotations

import argparse
import json
from dataclasses import asdict, replace
from math import exp
from pathlib import Path
from random import Random

from texcoco.bots import Clock
from texcoco.bots.yucatan import race
from texcoco.bots.yucatan.levels import SIGHTS, Racer
from texcoco.bots.yucatan.race import Judge, Weights
from texcoco.game import CHANCE
from texcoco.games.yucatan import YUCATAN

TARGET = Path(race.__file__).with_name("weights.json")
CLEARLY = 0.58
"""The share of games that a change must win to be kept."""


def racer(weights: Weights) -> Racer:
    """Level 3 with these weights."""
    bot = Racer(YUCATAN, SIGHTS["3"])
    bot.judge = Judge(weights)
    return bot


def winner_share(players: list[Racer], seat: int, seed: str) -> float:
    """What `seat` has of the victory in a game."""
    position = YUCATAN.start(len(players))
    chance, rng = Random(f"{seed} chance"), Random(f"{seed} {seat}")
    while actors := position.actors():
        actor = actors[0]
        if actor == CHANCE:
            action = position.draw(chance)
        else:
            action = players[actor].decide(actor, position.view(actor), [], position.actions(actor), Clock(), rng)
        position.apply(actor, action)
    outcome = position.outcome()
    assert outcome is not None
    return (seat in outcome.winners) / len(outcome.winners)


def compare(new: Weights, old: Weights, games: int, seats: int, seed: str) -> float:
    """The share of paired games that the new weights win, alone among seats with the old ones, as if there were two."""
    one, others = racer(new), racer(old)
    won = played = 0.0
    for deal in range(max(1, games // seats)):
        for seat in range(seats):
            players = [one if other == seat else others for other in range(seats)]
            won += winner_share(players, seat, f"{seed} {deal}")
            played += 1
    return won / played * seats / 2


def main() -> None:
    parser = argparse.ArgumentParser(description="Finds better weights for the evaluator of Yucatán by self-play.")
    parser.add_argument("--steps", type=int, default=20, help="changes that are tried")
    parser.add_argument("--games", type=int, default=60, help="games for each change")
    parser.add_argument("--seats", type=int, default=2, choices=(2, 3, 4))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--output", type=Path, default=TARGET)
    chosen = parser.parse_args()
    rng, weights = Random(chosen.seed), race.WEIGHTS
    for step in range(chosen.steps):
        name = rng.choice(sorted(asdict(weights)))
        changed = replace(weights, **{name: round(getattr(weights, name) * exp(rng.gauss(0, 0.4)), 3)})
        share = compare(changed, weights, chosen.games, chosen.seats, f"{chosen.seed} {step}")
        kept = share >= CLEARLY
        print(
            f"{step + 1}/{chosen.steps} {name} {getattr(weights, name)} -> {getattr(changed, name)}: "
            f"{100 * share:.0f} %{', kept' if kept else ''}",
            flush=True,
        )
        if kept:
            weights = changed
            chosen.output.write_text(json.dumps(asdict(weights), indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
