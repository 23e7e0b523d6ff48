"""The bots that play Yucatán: the levels 1 to 5, and `greedy`."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from texcoco.bots import Bot
from texcoco.bots.yucatan.greedy import Greedy
from texcoco.bots.yucatan.levels import SIGHTS, Novice, Racer

BOTS: dict[str, Callable[[Any], Bot]] = {
    "1": Novice,
    **{name: partial(Racer, sight=sight) for name, sight in SIGHTS.items()},
    "greedy": Greedy,
}
"""By name, the weakest level first."""
