"""What the environments share: their spaces, their settings, and what they do with illegal actions."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any, TypedDict

from texcoco.research import needs
from texcoco.research.layout import Floats, Layout
from texcoco.research.state import REWARDS, Mask, State, rewards

with needs("pettingzoo"):
    import numpy as np
    from gymnasium import spaces

ILLEGAL = ("raise", "random")


class Observation(TypedDict):
    """What an agent gets: docs/research.md says what the numbers of `observation` mean."""

    observation: Floats
    action_mask: Mask


class IllegalAction(ValueError):
    """Raised by `step` for an action that the mask forbids. Nothing has changed."""


class Table:
    """One game with the settings of an environment: everything that the AEC and the parallel form have in common."""

    def __init__(
        self,
        state: type[State],
        seats: int,
        options: Mapping[str, Any],
        reward: str,
        illegal: str,
        max_cycles: int | None,
        render_mode: str | None,
        no_op: bool = False,
    ):
        if reward not in REWARDS:
            raise ValueError(f"reward is one of {', '.join(map(repr, REWARDS))}, not {reward!r}")
        if illegal not in ILLEGAL:
            raise ValueError(f"illegal is one of {', '.join(map(repr, ILLEGAL))}, not {illegal!r}")
        if max_cycles is not None and max_cycles < 1:
            raise ValueError(f"max_cycles is at least 1, or None for games of any length, not {max_cycles!r}")
        if render_mode not in (None, "ansi", "human"):
            raise ValueError(f"render_mode is None, 'ansi' or 'human', not {render_mode!r}")
        self.beginning = state.start(seats, options)
        """The game before chance has done anything: every new game is a copy of it."""
        self.reward, self.illegal, self.max_cycles, self.render_mode = reward, illegal, max_cycles, render_mode
        self.agents = [f"player_{seat}" for seat in range(seats)]
        self.seat_of = {agent: seat for seat, agent in enumerate(self.agents)}
        layout = self.layout
        self.no_op = state.action_count if no_op else -1
        """The action of those who wait, where there is one."""
        self.action_count = state.action_count + no_op
        self.observation_spaces: dict[str, spaces.Dict] = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(np.zeros(layout.size, np.float32), layout.most, dtype=np.float32),
                    "action_mask": spaces.Box(0, 1, (self.action_count,), np.int8),
                }
            )
            for agent in self.agents
        }
        self.action_spaces = {agent: spaces.Discrete(self.action_count) for agent in self.agents}
        self.rng = Random()

    @property
    def layout(self) -> Layout:
        return self.beginning.layout

    def new_game(self, seed: int | None) -> State:
        """The next game: of that seed, or, without one, going on with the random numbers of the last."""
        if seed is not None:
            self.rng = Random(seed)
        state = self.beginning.copy()
        state.draw_chance(self.rng)
        return state

    def rewards(self, state: State) -> list[float]:
        outcome = state.outcome()
        return [0.0] * state.seats if outcome is None else rewards(outcome, self.reward)

    def notation(self, number: int, agent: str) -> str:
        """What an action number means for an agent."""
        if number == self.no_op:
            return "no-op"
        return self.beginning.notation(number, self.seat_of[agent], len(self.agents))

    def number(self, notation: str, agent: str) -> int:
        """The number of an action for an agent."""
        if notation == "no-op" and self.no_op >= 0:
            return self.no_op
        return self.beginning.number(notation, self.seat_of[agent], len(self.agents))

    def legal_action(self, mask: Mask, action: Any, agent: str) -> int:
        """The action as a number, or, if it is illegal and the settings say so, a random one that is legal."""
        number = int(action)
        if number == action and 0 <= number < self.action_count and mask[number]:
            return number
        if self.illegal == "raise":
            inside = 0 <= number < self.action_count
            what = f"{number} ({self.notation(number, agent)})" if number == action and inside else repr(action)
            raise IllegalAction(f"{agent} may not play {what} now: action_mask has what it may play")
        return int(self.rng.choice(np.flatnonzero(mask)))

    def show(self, text: str) -> str | None:
        if self.render_mode == "human":
            print(text)
            return None
        return text
