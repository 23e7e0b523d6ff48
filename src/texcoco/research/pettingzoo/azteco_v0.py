"""Azteco as an AEC environment (`env`) and as a parallel one (`parallel_env`).

Version history
- v0: the first.
"""

from __future__ import annotations

from texcoco.research.azteco import AztecoState
from texcoco.research.pettingzoo.aec import GameEnv
from texcoco.research.pettingzoo.parallel import ParallelGameEnv

__all__ = ["env", "parallel_env", "raw_env"]


class env(GameEnv):
    game_state = AztecoState
    metadata = {"name": "azteco_v0", "render_modes": ["ansi", "human"], "is_parallelizable": False}  # noqa: RUF012


raw_env = env
"""PettingZoo's name for an environment without wrappers; this one needs none."""


class parallel_env(ParallelGameEnv):
    game_state = AztecoState
    metadata = {"name": "azteco_v0", "render_modes": ["ansi", "human"]}  # noqa: RUF012
