"""Observers: what OpenSpiel asks states for, in the combinations that it offers."""

# pyspiel has no types
# pyright: reportUnknownMemberType=false

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from texcoco.research import needs
from texcoco.research.layout import Layout, Part
from texcoco.research.openspiel.recall import DIGEST_NUMBERS
from texcoco.research.state import State

with needs("openspiel"):
    import numpy as np
    import pyspiel  # pyright: ignore[reportMissingModuleSource]
    from numpy.typing import NDArray

if TYPE_CHECKING:
    from texcoco.research.openspiel.games import TexcocoState

RECALL = Part("recall", (DIGEST_NUMBERS,), 1, "a digest of all that the seat has heard since the start")


class TexcocoObserver:
    """What a player sees of a state, as numbers and as a text.

    - Public and the player's own (the default): what `view` shows the player; with perfect recall, what the player has
      heard since the start as well: as numbers, a digest of it, as a text, all of it.
    - Public only: what a spectator sees. The player's own only: what `view` shows the player and not a spectator, as a
      text without numbers; an empty one when there is nothing.
    """

    def __init__(self, layout: Layout, kind: Any, params: Any):
        if params:
            raise ValueError(f"observers of these games take no parameters, not {params}")
        if kind.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS:
            raise ValueError("there is no observer of the secrets of all players: observe each of them")
        self._public: bool = kind.public_info
        self._own: bool = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        self._recall: bool = kind.perfect_recall and self._public and self._own
        self.tensor: NDArray[np.float32] | None = None
        self.dict: dict[str, Any] = {}
        if self._public:
            whole = Layout([*layout.parts, RECALL]) if self._recall else layout
            self._size = layout.size
            self.tensor = np.zeros(whole.size, np.float32)
            self.dict = whole.split(self.tensor)

    def set_from(self, state: TexcocoState, player: int) -> None:
        """Writes what a player sees into `tensor`, of which `dict` has the parts."""
        if self.tensor is None:
            return
        # the shapes of tensors are asked for by a player that does not exist
        seat = player if self._own and 0 <= player < state.in_numbers.seats else None
        self.tensor[: self._size] = state.in_numbers.observation(seat)
        if self._recall:
            digest = np.frombuffer(state.recall.digest(seat or 0), np.uint16)
            self.tensor[self._size :] = digest / np.float32(1 << 16)  # exact: no two digests become one

    def string_from(self, state: TexcocoState, player: int) -> str:
        if self._recall:
            return "\n".join([f"player {player}", *state.recall.texts(player), *_lifted(state.in_numbers)])
        if not self._public:
            return _secrets(state.in_numbers, player) if self._own else ""
        return state.in_numbers.text(player if self._own else None)


def _lifted(state: State) -> list[str]:
    lifted = state.dump().get("lifted")
    return [f"lifted: {lifted}"] if lifted else []


def _secrets(state: State, player: int) -> str:
    """What a player sees and a spectator does not."""
    mine, everybody = state.position.view(player), state.position.view(None)
    secret = {key: value for key, value in mine.items() if key != "seat" and value != everybody[key]}
    return json.dumps(secret, sort_keys=True) if secret else ""
