"""Learns the weights of Mexica's evaluator from games that a bot plays against itself.

    python tools/train_mexica.py --games 600 --seed 1 --out src/texcoco/bots/mexica/weights.json

At the beginning of every turn the features of both seats are noted (`texcoco.bots.mexica.evaluator.features`). By the
end of the game it is known how much further ahead the seat came. For each stage of the game the weights are those that
predict this best (least squares), held near the present ones where the games say little (ridge). What came out is worth
keeping only if it wins: `--check N` plays N paired games, new weights against old.

It needs numpy, and takes about a second for three games.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from random import Random

import numpy as np

from texcoco.bots.mexica.evaluator import FEATURES, STAGES, WEIGHTS, Weights, features, stage_of
from texcoco.bots.mexica.levels import Level, choose_turn
from texcoco.bots.mexica.turns import Limits, ended
from texcoco.game import CHANCE
from texcoco.games.mexica import MEXICA, MexicaPosition

LEARNED = STAGES[:-1]
"""In the last round of the game there is nothing to learn: what districts give is certain."""


def opening(seed: str) -> MexicaPosition:
    """A two-player game whose nobles stand on their start spaces."""
    rng, p = Random(seed), MEXICA.start(2)
    while p.actors() == (CHANCE,):
        p.apply(CHANCE, p.draw(rng))
    while p.phase == "start":
        p.apply(p.turn, rng.choice(p.actions(p.turn)))
    return p


def play(levels: tuple[Level, Level], seed: str, samples: list[tuple[int, list[float], float]] | None = None) -> int:
    """Plays a game; by how much seat 0 wins. Adds to `samples`: stage, features, and what was gained from there on."""
    p, rng = opening(seed), Random(seed)
    noted: list[tuple[int, int, list[float], int]] = []
    for _ in range(200):
        if p.phase != "turn":
            break
        seat = p.turn
        if samples is not None:
            mine, other = (features(p, seat)[s] for s in (seat, 1 - seat))
            row = [a - b for a, b in zip(mine, other, strict=True)]
            noted.append((stage_of(p), seat, row, p.score[seat] - p.score[1 - seat]))
        p = ended(choose_turn(p, seat, levels[seat], None, rng).after, seat)
    result = p.score[0] - p.score[1]
    if samples is not None:
        for stage, seat, row, ahead in noted:
            samples.append((stage, row, (result if seat == 0 else -result) - ahead))
    return result


def fit(samples: list[tuple[int, list[float], float]], ridge: float, held: Weights) -> Weights:
    """The weights that predict best what was gained, near the present ones."""
    fitted: list[tuple[float, ...]] = []
    for number, name in enumerate(STAGES):
        prior = np.array(held.of_stage[number])
        rows = np.array([row for stage, row, _ in samples if stage == number])
        if name not in LEARNED or len(rows) < 100:
            fitted.append(tuple(prior))
            continue
        gained = np.array([gain for stage, _, gain in samples if stage == number])
        x = np.hstack([rows, np.ones((len(rows), 1))])  # the last: what it is worth to be next
        rest = gained - rows @ prior
        penalty = np.diag([ridge] * len(prior) + [0.0])
        change = np.linalg.solve(x.T @ x + penalty, x.T @ rest)
        weights = prior + change[:-1]
        print(f"{name}: {len(rows)} positions, error {np.std(rest):.2f} -> {np.std(rest - x @ change):.2f}")
        for feature, was, now in zip(FEATURES, prior, weights, strict=True):
            print(f"    {feature:16} {was:7.3f} -> {now:7.3f}")
        fitted.append(tuple(float(w) for w in weights))
    return Weights(tuple(fitted))


def check(new: Weights, old: Weights, games: int, seed: int, limits: Limits) -> None:
    """Plays paired games, the new weights against the old."""
    levels = Level(limits, weights=new), Level(limits, weights=old)
    won = 0.0
    ahead = 0
    for game in range(games):
        swap = game % 2
        result = play((levels[swap], levels[1 - swap]), f"check {seed} {game // 2}")
        result = -result if swap else result
        won += 1.0 if result > 0 else 0.5 if result == 0 else 0.0
        ahead += result
        if game % 20 == 19:
            print(f"new against old: {won:g} of {game + 1}, {ahead / (game + 1):+.1f} prestige a game", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=600)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--ridge", type=float, default=1000.0)
    parser.add_argument("--width", type=int, default=3)
    parser.add_argument("--variety", type=float, default=1.0, help="how much worse a turn may be that is played")
    parser.add_argument("--check", type=int, default=0, metavar="N")
    parser.add_argument("--out", type=Path, default=None)
    given = parser.parse_args()
    limits = Limits(given.width, 8)
    level = Level(limits, candidates=4, variety=given.variety)
    samples: list[tuple[int, list[float], float]] = []
    for game in range(given.games):
        play((level, level), f"train {given.seed} {game}", samples)
    weights = fit(samples, given.ridge, WEIGHTS)
    if given.out is not None:
        data = {
            stage: {name: round(w, 3) for name, w in zip(FEATURES, row, strict=True)}
            for stage, row in zip(STAGES, weights.of_stage, strict=True)
        }
        given.out.write_text(json.dumps(data, indent=2) + "\n", encoding="utf-8")
    check(weights, WEIGHTS, given.check, given.seed, limits)


if __name__ == "__main__":
    main()
