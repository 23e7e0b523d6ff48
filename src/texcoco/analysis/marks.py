"""What a lost chance is called, and how exact a player was."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp

GOOD, INACCURACY, MISTAKE, BLUNDER = "good", "inaccuracy", "mistake", "blunder"
MARKS = (GOOD, INACCURACY, MISTAKE, BLUNDER)
THRESHOLDS = ((BLUNDER, 0.15), (MISTAKE, 0.10), (INACCURACY, 0.05))
"""From how much lost chance to win on a turn is called so: those of lichess, as probabilities."""


def mark(loss: float) -> str:
    """What a turn is called that lost so much chance to win."""
    return next((name for name, least in THRESHOLDS if loss >= least), GOOD)


def exactness(loss: float) -> float:
    """How exact a turn was that lost so much, from 0 to 100: the curve that lichess uses for moves."""
    return min(max(103.1668 * exp(-4.354 * loss) - 3.1669, 0.0), 100.0)


def accuracy(losses: Sequence[float]) -> float | None:
    """How exact a player was, from 0 to 100: half the mean of the turns' exactness, half its harmonic mean, which a few
    bad turns pull down further. None of a player who had nothing to choose."""
    if not losses:
        return None
    exact = [max(exactness(loss), 1.0) for loss in losses]
    mean = sum(exact) / len(exact)
    harmonic = len(exact) / sum(1 / e for e in exact)
    return round((mean + harmonic) / 2, 1)
