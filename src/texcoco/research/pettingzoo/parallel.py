"""Azteco as a parallel environment: all agents act at every step, and those who wait play the no-op."""

from __future__ import annotations

from typing import Any, ClassVar

from texcoco.research import needs
from texcoco.research.layout import Floats, Layout
from texcoco.research.pettingzoo.common import Core, IllegalAction, Observation, legal_number, since_reset
from texcoco.research.state import Mask, State

with needs("pettingzoo"):
    import numpy as np
    from gymnasium import spaces
    from pettingzoo import ParallelEnv  # pyright: ignore[reportMissingTypeStubs]

Infos = dict[str, dict[str, Any]]


class ParallelGameEnv(ParallelEnv[str, Observation, int]):
    """One game as a parallel environment.

    The settings are those of `GameEnv`; `max_cycles` counts steps of all agents together.

    The last action of the space is the no-op, the only legal one of an agent that is not awaited.
    """

    game_state: ClassVar[type[State]]
    agents, game = since_reset(), since_reset()

    def __init__(
        self,
        seats: int = 3,
        reward: str = "rank",
        illegal: str = "raise",
        max_cycles: int | None = None,
        render_mode: str | None = None,
        **options: Any,
    ):
        self.core = Core(self.game_state, seats, options, reward, illegal, max_cycles, render_mode, no_op=True)
        self.render_mode = render_mode
        self.possible_agents = self.core.agents.copy()
        self.observation_spaces = self.core.observation_spaces  # pyright: ignore[reportAttributeAccessIssue]
        self.action_spaces = self.core.action_spaces  # pyright: ignore[reportAttributeAccessIssue]
        self.state_space = self.core.state_space

    @property
    def layout(self) -> Layout:
        """What the numbers of an observation mean."""
        return self.core.layout

    @property
    def no_op(self) -> int:
        """The action of an agent that waits."""
        return self.core.no_op

    def notation(self, number: int, agent: str) -> str:
        """What an action number means for an agent: `accuse 2`."""
        return self.core.notation(number, agent)

    def number(self, notation: str, agent: str) -> int:
        """The action number of a notation for an agent. Raises ValueError for what is no action."""
        return self.core.number(notation, agent)

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.core.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.core.action_spaces[agent]

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], Infos]:
        """A new game. Without a seed it goes on with the random numbers of the last one. `options` are not used."""
        self.game = self.core.new_game(seed)
        self.agents = self.core.agents.copy()
        self._cycles = 0
        return self._observations(), {agent: {} for agent in self.agents}

    def observe_into(self, agent: str, observation: Floats, mask: Mask) -> None:
        """Writes what an agent sees and may do into arrays of the caller's: float32 and int8, of the sizes of the
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

    def state(self) -> Floats:
        """What all agents see, one after the other."""
        return np.concatenate([self.game.observation(seat) for seat in range(self.game.seats)])

    def render(self) -> str | None:
        """The table as a spectator sees it."""
        if self.render_mode is None:
            raise ValueError('there is nothing to render: make the environment with render_mode="ansi" or "human"')
        return self.core.show(self.game.text(None))

    def close(self) -> None:
        """Nothing is held open."""
