"""The bot that plays any game: whatever is legal, all actions alike."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from texcoco.bots import Bot, Clock
from texcoco.game import Action, Event, Json


class RandomBot(Bot):
    """Chooses uniformly among its legal actions."""

    name = "random"

    def decide(
        self, seat: int, view: Json, events: Sequence[Event], actions: Sequence[Action], clock: Clock, rng: Random
    ) -> Action:
        return rng.choice(actions)
