"""How much of a random test each run makes: a few seeds in `make test`, all of them in `make test-long`."""

from __future__ import annotations

from typing import Any

import pytest


def seeds(few: int, all: int) -> list[Any]:
    """The seeds 0, 1, 2 … for `parametrize`; from `few` on they are only for long runs."""
    return [*range(few), *(pytest.param(seed, marks=pytest.mark.long) for seed in range(few, all))]
