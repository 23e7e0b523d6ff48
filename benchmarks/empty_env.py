"""AEC environments that do next to nothing: the least that PettingZoo's loop takes by itself.

`EmptyEnv` only switches between agents and gives a new observation and a new mask of the right sizes, always the same.
`ReplayEnv` also plays recorded games of an engine meanwhile, whatever the actions are: nothing that shows the same game
through this API can be faster.
"""

# pyright: reportUnknownMemberType=false

from __future__ import annotations

import random
from typing import Any

import numpy as np
from pettingzoo import AECEnv  # pyright: ignore[reportMissingTypeStubs]

from texcoco.game import CHANCE, Action, Position
from texcoco.games import find
from texcoco.research.state import state_class

GAMES = 50
"""How many games `ReplayEnv` knows."""


class EmptyEnv(AECEnv[str, Any, int]):
    """As many agents, actions and numbers as a game has; `legal` actions are always legal, and `steps` end a game."""

    metadata = {"name": "empty"}  # noqa: RUF012

    def __init__(self, game: str, seats: int, legal: int, steps: int):
        state = state_class(game)
        self.possible_agents = [f"player_{seat}" for seat in range(seats)]
        self.numbers, self.steps = state.layout_for(seats).size, steps
        self.mask = np.zeros(state.action_count, np.int8)
        self.mask[:legal] = 1

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self.agents = self.possible_agents.copy()
        self.agent_selection = self.agents[0]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.played = 0

    def observe(self, agent: str) -> dict[str, Any]:
        return {"observation": np.zeros(self.numbers, np.uint8), "action_mask": self.mask.copy()}

    def step(self, action: int | None) -> None:
        if self.terminations[self.agent_selection]:
            self._was_dead_step(action)  # pyright: ignore[reportArgumentType]
            return
        self.played += 1
        self.play()
        if self.played == self.steps:
            self.terminations = dict.fromkeys(self.agents, True)
        self.agent_selection = self.possible_agents[self.played % len(self.possible_agents)]

    def play(self) -> None:
        """What an environment does besides."""


class ReplayEnv(EmptyEnv):
    """Plays recorded games, one step of a player and what chance did after it at a time."""

    def __init__(self, game: str, seats: int, legal: int):
        super().__init__(game, seats, legal, 0)
        self.games = [_record(find(game).start(seats), random.Random(seed)) for seed in range(GAMES)]
        self.beginning, self.next_game = find(game).start(seats), 0

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        super().reset(seed, options)
        self.position, self.turns = self.beginning.copy(), self.games[self.next_game]
        self.next_game = (self.next_game + 1) % GAMES
        self.steps = len(self.turns) - 1
        self.play()

    def play(self) -> None:
        for seat, action in self.turns[self.played]:
            self.position.apply(seat, action)


def _record(position: Position, rng: random.Random) -> list[list[tuple[int, Action]]]:
    """A random game: what chance does at first, and then each action of a player with what chance does after it."""
    turns: list[list[tuple[int, Action]]] = [[]]
    while actors := position.actors():
        seat = actors[0]
        action = position.draw(rng) if seat == CHANCE else position.pick(seat, rng)
        if seat != CHANCE:
            turns.append([])
        turns[-1].append((seat, action))
        position.apply(seat, action)
    return turns
