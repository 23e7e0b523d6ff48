"""Fits the model of chances to win, and measures how true its chances come.

    python tools/fit_chances.py mexica --seats 3 --games 1000

Games of bots of mixed levels are played, or read where they were played before (`tools/mixed_games.py`). At the
beginning of each step the position is described as a seat drawn by lot sees it, one time in three with everything open.
The weights of each stage are those under which the games' winners are likeliest, held near zero where the games say
little.

How true the chances come is measured on games that they were not fitted to: the games are parted into `--folds` parts,
and the chances of each part come from weights that were fitted to all the others. The weights that are kept are fitted
to all games. With `--unseen NUMBER` nothing is fitted: the weights that are shipped are measured on the games from that
number on.

Written are the weights (src/texcoco/analysis/weights.GAME.json), the results (benchmarks/chances.json) and a picture of
them (docs/images/chances-GAME.svg). It needs numpy.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from importlib import import_module
from math import log, sqrt
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
from mixed_games import Played, keep, kept
from reliability_svg import picture

from texcoco.analysis.chances import GAMES
from texcoco.analysis.model import Described, as_chances, load_model, read_model
from texcoco.game import CHANCE, Game, Outcome
from texcoco.games import find

ROOT = Path(__file__).parents[1]
RESULTS = ROOT / "benchmarks" / "chances.json"
OPEN = 1 / 3
"""How often a position is described with everything open."""
BUCKETS = 10
ENOUGH = 0.025
"""A bucket has enough games if its standard error is at most this: five points are then two errors."""


Weights = dict[str, dict[str, float]]
"""By stage and feature."""


@dataclass(frozen=True, slots=True)
class Sample:
    """A position of a game that was played, and who won it."""

    game: int
    described: Described
    shares: tuple[float, ...]
    """What each seat has of the victory."""


def samples_of(played: Played, game: Game) -> Iterator[Sample]:
    """The beginnings of all steps of a game."""
    describe = import_module(f"texcoco.analysis.{game.name}").describe
    rng = Random(f"viewers {played.number}")
    found: list[Described] = []
    step, outcome = -1, None
    for position, seat in played.positions(game):
        outcome: Outcome | None = position.outcome()
        if seat == CHANCE or position.step == step or outcome is not None:
            continue
        step = position.step
        viewer = None if rng.random() < OPEN else rng.randrange(position.seats)
        found.append(describe(position, viewer))
    if outcome is None:
        return  # given up as too long
    shares = tuple((s in outcome.winners) / len(outcome.winners) for s in range(len(played.levels)))
    for described in found:
        yield Sample(played.number, described, shares)


def fit_stage(samples: list[Sample], ridge: float) -> np.ndarray:
    """The weights under which the winners are likeliest, by Newton's method."""
    x = np.array([sample.described.rows for sample in samples])  # positions, seats, features
    y = np.array([sample.shares for sample in samples])
    weights = np.zeros(x.shape[2])
    for _ in range(30):
        strengths = x @ weights
        p = np.exp(strengths - strengths.max(axis=1, keepdims=True))
        p /= p.sum(axis=1, keepdims=True)
        slope = np.einsum("ns,nsf->f", y - p, x) - ridge * weights
        mean = np.einsum("ns,nsf->nf", p, x)
        curve = np.einsum("ns,nsf,nsg->fg", p, x, x) - mean.T @ mean + ridge * np.eye(len(weights))
        change = np.linalg.solve(curve, slope)
        weights = weights + change
        if np.abs(change).max() < 1e-6:
            break
    return weights


def fit(samples: Iterable[Sample], features: tuple[str, ...], ridge: float) -> Weights:
    """The weights of every stage."""
    by_stage: dict[str, list[Sample]] = {}
    for sample in samples:
        by_stage.setdefault(sample.described.stage, []).append(sample)
    weights: Weights = {}
    for stage, group in sorted(by_stage.items()):
        row = fit_stage(group, ridge)
        if len(row) == 1:
            row = np.maximum(row, 0)  # a feature that stands alone never lowers a seat's chances
        weights[stage] = {name: round(float(w), 4) for name, w in zip(features, row, strict=True)}
    return weights


def held_out(
    samples: list[Sample], features: tuple[str, ...], ridge: float, folds: int
) -> Iterator[tuple[Sample, tuple[float, ...]]]:
    """Every sample with the chances that weights say which were not fitted to its game."""
    for fold in range(folds):
        weights = fit([sample for sample in samples if sample.game % folds != fold], features, ridge)
        model = read_model({"features": features, "seats": {"": weights}}, "")
        for sample in samples:
            if sample.game % folds == fold and sample.described.stage in weights:
                yield sample, as_chances(model.strengths(sample.described))


def measure(judged: list[tuple[Sample, tuple[float, ...]]]) -> dict[str, Any]:
    """Brier score, log loss, and how often each seat with a chance of so much has won."""
    said: list[tuple[float, float, int]] = []
    brier = loss = plain = 0.0
    for sample, p in judged:
        brier += sum((a - b) ** 2 for a, b in zip(p, sample.shares, strict=True))
        loss -= sum(share * log(max(chance, 1e-9)) for chance, share in zip(p, sample.shares, strict=True))
        plain += sum((1 / len(p) - b) ** 2 for b in sample.shares)
        said += [(chance, share, sample.game) for chance, share in zip(p, sample.shares, strict=True)]
    table: list[dict[str, Any]] = []
    for bucket in range(BUCKETS):
        group = [entry for entry in said if min(int(entry[0] * BUCKETS), BUCKETS - 1) == bucket]
        if group:
            table.append({
                "from": bucket / BUCKETS, "said": round(sum(e[0] for e in group) / len(group), 4),
                "won": round(sum(e[1] for e in group) / len(group), 4), "positions": len(group),
                "games": len({e[2] for e in group}), "error": round(standard_error(group), 4),
            })  # fmt: skip
    count = len(judged)
    worst = max((abs(row["said"] - row["won"]) for row in table if row["error"] <= ENOUGH), default=0.0)
    return {
        "games": len({sample.game for sample, _ in judged}), "positions": count, "brier": round(brier / count, 4),
        "brier_of_equal_chances": round(plain / count, 4), "log_loss": round(loss / count, 4),
        "worst": round(worst, 4), "buckets": table,
    }  # fmt: skip


def standard_error(group: list[tuple[float, float, int]]) -> float:
    """How far what came true may be off by accident. Positions of a game share its winner, so games are what is
    counted."""
    by_game: dict[int, float] = {}
    for chance, share, game in group:
        by_game[game] = by_game.get(game, 0.0) + share - chance
    return sqrt(sum(off**2 for off in by_game.values())) / len(group)


def show(result: dict[str, Any]) -> None:
    print(f"not fitted to: {result['games']} games, {result['positions']} positions")
    print(f"Brier score {result['brier']} (equal chances: {result['brier_of_equal_chances']}), ", end="")
    print(f"log loss {result['log_loss']}, worst bucket with enough games off by {100 * result['worst']:.1f} points")
    print("  said   won  error  positions  games")
    for row in result["buckets"]:
        print(f"{row['said']:6.1%} {row['won']:6.1%} {row['error']:6.1%} {row['positions']:9} {row['games']:6}")


def row_of_docs(title: str, seats: str, result: dict[str, Any]) -> str:
    """The row of the table in docs/analysis.md."""
    found = {row["from"]: row for row in result["buckets"]}
    high = [found[start] for start in (0.6, 0.7, 0.8)]
    cells = [
        title,
        seats,
        f"{result['games']:,}",
        f"{result['positions']:,}",
        *(f"{result[name]:.3f}" for name in ("brier", "brier_of_equal_chances", "log_loss")),
        f"{100 * result['worst']:.1f}",
        *(f"{100 * row['said']:.0f} → {100 * row['won']:.0f} ± {100 * row['error']:.0f}" for row in high),
    ]
    return f"| {' | '.join(cells)} |"


def write_weights(game: Game, seats: int, features: Sequence[str], weights: Weights) -> None:
    target = ROOT / "src" / "texcoco" / "analysis" / f"weights.{game.name}.json"
    data: dict[str, Any] = json.loads(target.read_text(encoding="utf-8")) if target.exists() else {"seats": {}}
    data["features"] = list(features)
    data["seats"][str(seats)] = weights
    data["seats"] = dict(sorted(data["seats"].items()))
    target.write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=GAMES)
    parser.add_argument("--seats", type=int, required=True)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--folds", type=int, default=5)
    parser.add_argument("--ridge", type=float, default=1.0)
    parser.add_argument("--folder", type=Path, default=Path("games"), help="where games are kept")
    parser.add_argument("--unseen", type=int, metavar="NUMBER", help="measure what is shipped, on games from here on")
    parser.add_argument("--try", action="store_true", dest="trial", help="write nothing")
    asked = parser.parse_args()
    game = find(asked.game)
    module = import_module(f"texcoco.analysis.{game.name}")
    features, stages = module.FEATURES, module.STAGES
    path = keep(game, asked.seats, asked.games, asked.folder, asked.unseen or 0)
    samples = [sample for played in kept(path, asked.games) for sample in samples_of(played, game)]
    if asked.unseen:
        model = load_model(game.name, asked.seats)
        result = measure([(sample, as_chances(model.strengths(sample.described))) for sample in samples])
    else:
        weights = fit(samples, features, asked.ridge)
        unseen = [stage for stage in stages if stage not in weights]  # all seats alike, as far as the games tell
        weights |= {stage: dict.fromkeys(features, 0.0) for stage in unseen}
        for stage, row in weights.items():
            print(f"{stage:12} {sum(s.described.stage == stage for s in samples):6} positions  {row}")
        result = measure(list(held_out(samples, features, asked.ridge, asked.folds)))
        if not asked.trial:
            write_weights(game, asked.seats, features, weights)
    show(result)
    print("for docs/analysis.md:")
    print(row_of_docs(game.title, str(asked.seats), result))
    if asked.trial:
        return
    results: dict[str, Any] = json.loads(RESULTS.read_text(encoding="utf-8")) if RESULTS.exists() else {}
    results.setdefault(game.name, {})[str(asked.seats)] = result
    results[game.name] = dict(sorted(results[game.name].items()))
    RESULTS.write_text(json.dumps(results, indent=1) + "\n", encoding="utf-8")
    image = ROOT / "docs" / "images" / f"chances-{game.name}.svg"
    image.write_text(picture(game.title, results[game.name]), encoding="utf-8")


if __name__ == "__main__":
    main()
