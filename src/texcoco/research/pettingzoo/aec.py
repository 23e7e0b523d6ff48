"""The games as AEC environments: one agent acts at a time."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import repeat
from sys import maxsize
from typing import Any, ClassVar

from texcoco.game import CHANCE
from texcoco.research import needs
from texcoco.research.layout import Floats, Layout
from texcoco.research.pettingzoo.common import Core, Observation, legal_number, since_reset
from texcoco.research.state import Mask, State

with needs("pettingzoo"):
    import numpy as np
    from gymnasium import spaces
    from pettingzoo import AECEnv  # pyright: ignore[reportMissingTypeStubs]
    from pettingzoo.utils.env import AECIterable  # pyright: ignore[reportMissingTypeStubs]

_CHANCE = (CHANCE,)


class AgentIterable(AECIterable[str, Observation, int]):
    """PettingZoo's, with a generator, which takes less time for each agent."""

    def __init__(self, env: GameEnv, max_iter: int):
        super().__init__(env, max_iter)  # pyright: ignore[reportUnknownMemberType]
        self._env, self._most = env, min(max_iter, maxsize)

    def __iter__(self) -> Iterator[str]:  # pyright: ignore[reportIncompatibleMethodOverride]
        env = self._env
        for _ in repeat(None, self._most):
            if not env.agents:
                return
            yield env.agent_selection


class GameEnv(AECEnv[str, Observation, int]):
    """One game as an AEC environment.

    At a simultaneous step the agents that are awaited act one after the other, and none sees what the others chose
    before all have chosen.

    `seats`: how many agents. `reward`: what an agent gets at the end, `rank` or `score` (see
    `texcoco.research.state.rewards`); nothing before. `illegal`: what an illegal action does: `raise` (nothing changes)
    or `random` (a legal one is played in its place). `max_cycles`: truncates the game after so many actions.
    `render_mode`: `ansi` (a text) or `human` (prints it). Anything else is an option of the game: `first="0"`.

    It checks by itself what PettingZoo's wrappers check (actions inside the space and legal, `reset` before anything
    else), so that a step costs no detour.
    """

    game_state: ClassVar[type[State]]
    agents, agent_selection, infos, game = since_reset(), since_reset(), since_reset(), since_reset()
    rewards, terminations, truncations = since_reset(), since_reset(), since_reset()

    def __init__(
        self,
        seats: int = 3,
        reward: str = "rank",
        illegal: str = "raise",
        max_cycles: int | None = None,
        render_mode: str | None = None,
        **options: Any,
    ):
        super().__init__()
        self.core = Core(self.game_state, seats, options, reward, illegal, max_cycles, render_mode)
        self.render_mode = render_mode
        self.possible_agents = self.core.agents.copy()
        self.observation_spaces = self.core.observation_spaces  # pyright: ignore[reportAttributeAccessIssue]
        self.action_spaces = self.core.action_spaces  # pyright: ignore[reportAttributeAccessIssue]
        self.state_space = self.core.state_space
        self._seat_of, self._max_cycles = self.core.seat_of, max_cycles
        self._no_action: Mask = np.zeros(self.core.action_count, np.int8)
        self._mask: Mask | None = None
        """The legal actions of the agent that is to act, once somebody has asked for them."""
        self._over = True
        """Whether the game has ended or was cut; also before the first `reset`."""
        self._replaced = False
        """Whether an illegal action was replaced in this game: then somebody's info says so until its next action."""

    @property
    def layout(self) -> Layout:
        """What the numbers of an observation mean."""
        return self.core.layout

    def notation(self, number: int, agent: str) -> str:
        """What an action number means for an agent: `canal K5 K6`."""
        return self.core.notation(number, agent)

    def number(self, notation: str, agent: str) -> int:
        """The action number of a notation for an agent. Raises ValueError for what is no action."""
        return self.core.number(notation, agent)

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.core.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.core.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new game. Without a seed it goes on with the random numbers of the last one. `options` are not used."""
        self.game = self.core.new_game(seed)
        self.agents = self.core.agents.copy()
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._cycles, self._over, self._replaced = 0, False, False
        self._skip_agent_selection = None
        self._mask = None
        self._seat = self.game.actors()[0]
        self.agent_selection = self.possible_agents[self._seat]

    def agent_iter(self, max_iter: int = 2**63) -> AgentIterable:
        """The agents in the order in which they act, until the game is over and all know it."""
        return AgentIterable(self, max_iter)

    def observe(self, agent: str) -> Observation:
        """What an agent sees and may do; all zeros in the mask of one that is not to act."""
        seat = self._seat_of[agent]
        return {"observation": self.game.observation(seat), "action_mask": self._mask_of(seat).copy()}

    def observe_into(self, agent: str, observation: Floats, mask: Mask) -> None:
        """As `observe`, into arrays of the caller's: float32 and int8, of the sizes of the spaces."""
        seat = self._seat_of[agent]
        self.game.fill_observation(seat, observation)
        mask[:] = self._mask_of(seat)

    def _mask_of(self, seat: int) -> Mask:
        if seat != self._seat or self._over:
            return self._no_action
        mask = self._mask
        if mask is None:
            mask = self._mask = self.game.mask(seat)
        return mask

    def step(self, action: int | None) -> None:
        """Plays an action of the agent `agent_selection`; None for an agent whose game is over."""
        if self._over:
            if not self.agents:
                raise RuntimeError("the game is over: call reset() for another one")
            self._was_dead_step(action)  # pyright: ignore[reportArgumentType]
            return
        game, seat, mask = self.game, self._seat, self._mask
        if mask is None:
            mask = self._mask_of(seat)
        number = legal_number(mask, action)
        if number < 0:
            agent = self.agent_selection
            number = self.core.replace_illegal(mask, action, agent)
            self.infos[agent] = {"illegal": action}
            self._replaced = True
        elif self._replaced and self.infos[self.agent_selection]:
            self.infos[self.agent_selection] = {}
        game.apply(seat, number)
        actors = game.position.actors()
        if actors == _CHANCE:
            game.draw_chance(self.core.rng)
            actors = game.position.actors()
        self._cycles += 1
        if not actors:
            self._over = True
            self.rewards = dict(zip(self.agents, self.core.rewards(game), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
            self._accumulate_rewards()
        elif self._cycles == self._max_cycles:
            self._over = True
            self.truncations = dict.fromkeys(self.agents, True)
        self._mask = None
        self._seat = seat = actors[0] if actors else 0
        self.agent_selection = self.possible_agents[seat]

    def state(self) -> Floats:
        """What all agents see, one after the other."""
        game = self.game
        return np.concatenate([game.observation(seat) for seat in range(game.seats)])

    def render(self) -> str | None:
        """The board as the agent to act sees it."""
        if self.render_mode is None:
            raise ValueError('there is nothing to render: make the environment with render_mode="ansi" or "human"')
        return self.core.show(self.game.text(self._seat))

    def close(self) -> None:
        """Nothing is held open."""
