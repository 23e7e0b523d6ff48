"""The bots that play Mexica: the levels 1 to 5, and `greedy`."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from texcoco.bots import Bot
from texcoco.bots.mexica.greedy import Greedy
from texcoco.bots.mexica.levels import LEVELS, LevelBot

BOTS: dict[str, Callable[[Any], Bot]] = {
    **{name: partial(LevelBot, name=name) for name in LEVELS},
    "greedy": Greedy,
}
"""By name, the weakest level first."""
