"""The games as AEC environments: one agent acts at a time."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import repeat
from sys import maxsize
from typing import Any

from texcoco.research import needs
from texcoco.research.layout import Numbers
from texcoco.research.pettingzoo.common import CoreEnv, Observation, legal_number, since_reset
from texcoco.research.state import Mask

with needs("pettingzoo"):
    from pettingzoo import AECEnv  # pyright: ignore[reportMissingTypeStubs]
    from pettingzoo.utils.env import AECIterable  # pyright: ignore[reportMissingTypeStubs]


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


class GameEnv(CoreEnv, AECEnv[str, Observation, int]):  # pyright: ignore[reportIncompatibleVariableOverride]
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

    agent_selection, infos = since_reset(), since_reset()
    rewards, terminations, truncations = since_reset(), since_reset(), since_reset()
    _seat = 0
    """That of the agent that is to act."""
    _over = True
    """Whether the game has ended or was cut; also before the first `reset`."""
    _replaced = False
    """Whether an illegal action was replaced in this game: then somebody's info says so until its next action."""

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
        self._seat = self.game.actors()[0]
        self._no_action = self.core.no_action
        self._mask = self.game.shared_mask(self._seat)
        """The legal actions of the agent that is to act."""
        self.agent_selection = self.possible_agents[self._seat]

    def agent_iter(self, max_iter: int = 2**63) -> AgentIterable:
        """The agents in the order in which they act, until the game is over and all know it."""
        return AgentIterable(self, max_iter)

    def observe(self, agent: str) -> Observation:
        """What an agent sees and may do; all zeros in the mask of one that is not to act."""
        game, seat = self.game, self.core.seat_of[agent]
        mask = self._mask if seat == self._seat else self._no_action
        return {"observation": game.observation(seat), "action_mask": mask.copy()}

    def observe_into(self, agent: str, observation: Numbers, mask: Mask) -> None:
        """As `observe`, into arrays of the caller's: uint8 and int8, of the sizes of the spaces."""
        seat = self.core.seat_of[agent]
        self.game.fill_observation(seat, observation)
        mask[:] = self._mask if seat == self._seat else self._no_action

    def step(self, action: int | None) -> None:
        """Plays an action of the agent `agent_selection`; None for an agent whose game is over."""
        if self._over:
            if not self.agents:
                raise RuntimeError("the game is over: call reset() for another one")
            self._was_dead_step(action)  # pyright: ignore[reportArgumentType]
            return
        game, mask = self.game, self._mask
        number = legal_number(mask, action)
        if number < 0:
            agent = self.agent_selection
            number = self.core.replace_illegal(mask, action, agent)
            self.infos[agent] = {"illegal": action}
            self._replaced = True
        elif self._replaced and self.infos[self.agent_selection]:
            self.infos[self.agent_selection] = {}
        self._seat = seat = game.play(self._seat, number, self.core.rng)
        self._cycles += 1
        if seat < 0:
            self._seat = seat = 0
            self._over = True
            self.rewards = dict(zip(self.agents, self.core.rewards(game), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
            self._accumulate_rewards()
        elif self._cycles == self.core.max_cycles:
            self._over = True
            self.truncations = dict.fromkeys(self.agents, True)
        self._mask = self._no_action if self._over else game.shared_mask(seat)
        self.agent_selection = self.possible_agents[seat]

    def render(self) -> str | None:
        """The board as the agent to act sees it."""
        return self._render(self._seat)
