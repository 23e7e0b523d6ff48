"""The bots that play Azteco: the levels 1 to 5, and `greedy`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from texcoco.bots import Bot
from texcoco.bots.azteco.greedy import Greedy
from texcoco.bots.azteco.levels import Level1, Level2, Level3, Level4, Level5

BOTS: dict[str, Callable[[Any], Bot]] = {
    "1": Level1,
    "2": Level2,
    "3": Level3,
    "4": Level4,
    "5": Level5,
    "greedy": Greedy,
}
"""By name, the weakest level first."""
