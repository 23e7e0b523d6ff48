"""Azteco as a parallel environment: all agents act at every step, and those who wait play the no-op."""

from __future__ import annotations

from typing import Any

from texcoco.research import needs
from texcoco.research.layout import Numbers
from texcoco.research.pettingzoo.common import CoreEnv, IllegalAction, Observation, legal_number
from texcoco.research.state import Mask

with needs("pettingzoo"):
    import numpy as np
    from pettingzoo import ParallelEnv  # pyright: ignore[reportMissingTypeStubs]

Infos = dict[str, dict[str, Any]]


class ParallelGameEnv(CoreEnv, ParallelEnv[str, Observation, int]):  # pyright: ignore[reportIncompatibleVariableOverride]
    """One game as a parallel environment.

    The settings are those of `GameEnv`; `max_cycles` counts steps of all agents together.

    The last action of the space is the no-op, the only legal one of an agent that is not awaited.
    """

    has_no_op = True

    @property
    def no_op(self) -> int:
        """The action of an agent that waits."""
        return self.core.no_op

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], Infos]:
        """A new game. Without a seed it goes on with the random numbers of the last one. `options` are not used."""
        self.game = self.core.new_game(seed)
        self.agents = self.core.agents.copy()
        self._cycles = 0
        return self._observations(), {agent: {} for agent in self.agents}

    def observe_into(self, agent: str, observation: Numbers, mask: Mask) -> None:
        """Writes what an agent sees and may do into arrays of the caller's: uint8 and int8, of the sizes of the
        spaces."""
        seat = self.core.seat_of[agent]
        self.game.fill_observation(seat, observation)
        self._fill_mask(seat, self.game.actors(), mask)

    def _fill_mask(self, seat: int, actors: tuple[int, ...], mask: Mask) -> None:
        if seat in actors:
            self.game.fill_mask(seat, mask[:-1])
            mask[-1] = 0
        else:
            mask[:] = 0
            mask[-1] = bool(self.agents)

    def _observations(self) -> dict[str, Observation]:
        found: dict[str, Observation] = {}
        actors = self.game.actors()
        for seat, agent in enumerate(self.core.agents):
            mask = np.empty(self.core.action_count, np.int8)
            self._fill_mask(seat, actors, mask)
            found[agent] = {"observation": self.game.observation(seat), "action_mask": mask}
        return found

    def step(
        self, actions: dict[str, int]
    ) -> tuple[dict[str, Observation], dict[str, float], dict[str, bool], dict[str, bool], Infos]:
        agents = self.agents
        if not agents:
            return {}, {}, {}, {}, {}
        if missing := [agent for agent in agents if agent not in actions]:
            raise IllegalAction(f"{', '.join(missing)} must act too: with {self.no_op}, the no-op, who waits")
        game = self.game
        actors = game.actors()
        infos: Infos = {agent: {} for agent in agents}
        numbers: list[int] = []
        mask = np.empty(self.core.action_count, np.int8)
        for seat, agent in enumerate(
            agents
        ):  # all are looked at before the first is played, so that an illegal one changes nothing
            self._fill_mask(seat, actors, mask)
            number = legal_number(mask, actions[agent])
            if number < 0:
                number = self.core.replace_illegal(mask, actions[agent], agent)
                infos[agent]["illegal"] = actions[agent]
            numbers.append(number)
        for seat in actors:
            game.apply(seat, numbers[seat])
        game.draw_chance(self.core.rng)
        self._cycles += 1
        over = not game.actors()
        cut = not over and self._cycles == self.core.max_cycles
        if over or cut:
            self.agents = []
        rewards = dict(zip(agents, self.core.rewards(game), strict=True))
        return self._observations(), rewards, dict.fromkeys(agents, over), dict.fromkeys(agents, cut), infos

    def render(self) -> str | None:
        """The table as a spectator sees it."""
        return self._render(None)
