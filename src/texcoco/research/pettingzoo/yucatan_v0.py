"""Yucatan as an AEC environment: `env`.

Version history
- v0: the first.
"""

from __future__ import annotations

from texcoco.research.pettingzoo.aec import GameEnv
from texcoco.research.yucatan import YucatanState

__all__ = ["env", "raw_env"]


class env(GameEnv):
    game_state = YucatanState
    metadata = {"name": "yucatan_v0", "render_modes": ["ansi", "human"], "is_parallelizable": False}  # noqa: RUF012


raw_env = env
"""PettingZoo's name for an environment without wrappers; this one needs none."""
