"""From features of a position to each seat's chance to win: a small model that the standard library reads.

Each game describes a position by a stage and, for every seat, a few numbers (`Described`). Each stage has a weight for
each of these; a seat's strength is the sum of its numbers times the weights, and the chances are those strengths as
odds (a multinomial logit). The weights were fitted to games of bots by `tools/fit_chances.py`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from math import exp
from typing import Any


@dataclass(frozen=True, slots=True)
class Described:
    """A position as numbers."""

    stage: str
    """Which of the game's stages it is in: each has weights of its own."""
    rows: tuple[tuple[float, ...], ...]
    """For each seat, its features in the game's order."""


@dataclass(frozen=True)
class Model:
    """The weights of a game for one number of seats."""

    features: tuple[str, ...]
    stages: Mapping[str, tuple[float, ...]]

    def strengths(self, described: Described) -> list[float]:
        """How strong each seat stands, on the scale of the logarithm of odds."""
        weights = self.stages[described.stage]
        return [sum([weight * x for weight, x in zip(weights, row, strict=True)]) for row in described.rows]

    def weight(self, stage: str, feature: str) -> float:
        """What one more of a feature adds to a seat's strength."""
        return self.stages[stage][self.features.index(feature)]


def as_chances(strengths: Sequence[float]) -> tuple[float, ...]:
    """Strengths as chances, which sum to 1."""
    best = max(strengths)
    powers = [exp(strength - best) for strength in strengths]
    total = sum(powers)
    return tuple([power / total for power in powers])


def read_model(data: Mapping[str, Any], seats: int | str) -> Model:
    """The weights for so many seats from the content of a weights file."""
    features = tuple(data["features"])
    stages: Mapping[str, Mapping[str, float]] = data["seats"][str(seats)]
    return Model(features, {stage: tuple(row[name] for name in features) for stage, row in stages.items()})


@cache
def load_model(game: str, seats: int) -> Model:
    """The weights that are shipped for a game."""
    text = files("texcoco.analysis").joinpath(f"weights.{game}.json").read_text(encoding="utf-8")
    return read_model(json.loads(text), seats)
