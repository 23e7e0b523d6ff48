"""What the environments share: their spaces, their settings, and what they do with illegal actions."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from operator import index
from random import Random
from typing import Any, ClassVar, TypedDict

from texcoco.research import needs
from texcoco.research.layout import Layout, Numbers
from texcoco.research.state import REWARDS, Mask, State, rewards

with needs("pettingzoo"):
    import numpy as np
    from gymnasium import spaces

ILLEGAL = ("raise", "random")


class Observation(TypedDict):
    """What an agent gets: docs/research.md says what the numbers of `observation` mean."""

    observation: Numbers
    action_mask: Mask


class IllegalAction(ValueError):
    """Raised by `step` for an action that the mask forbids. Nothing has changed."""


class NotReset(AttributeError, RuntimeError):
    """Raised for anything that needs a game, before the first `reset`."""


class _SinceReset:
    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    def __get__(self, env: object | None, owner: type | None = None) -> Any:
        if env is None:
            return self
        raise NotReset("there is no game yet: call reset() first", name=self._name, obj=env)


def since_reset() -> Any:
    """An attribute that environments have from their first `reset` on. Who asks for it before is told to reset.

    PettingZoo's own wrappers do that by `__getattr__`, which slows down every attribute of an environment.
    """
    return _SinceReset()


def legal_number(mask: Mask, action: Any) -> int:
    """The action as a number, or -1 if it is illegal."""
    try:
        number = index(action)
    except TypeError:  # no whole number
        return -1
    return number if 0 <= number < len(mask) and mask[number] else -1


class Core:
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
        most = self.layout.most.astype(np.uint8)
        self.no_op = state.action_count if no_op else -1
        """The action of those who wait, where there is one."""
        self.action_count = state.action_count + no_op
        self.observation_spaces: dict[str, spaces.Dict] = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(np.zeros_like(most), most, dtype=np.uint8),
                    "action_mask": spaces.Box(0, 1, (self.action_count,), np.int8),
                }
            )
            for agent in self.agents
        }
        of_all = np.tile(most, seats)
        self.state_space = spaces.Box(np.zeros_like(of_all), of_all, dtype=np.uint8)
        self.action_spaces = {agent: spaces.Discrete(self.action_count) for agent in self.agents}
        self.no_action: Mask = np.zeros(self.action_count, np.int8)
        """The mask of who may do nothing; not to be written into."""
        self.rng = Random()

    @property
    def layout(self) -> Layout:
        return self.beginning.layout

    def new_game(self, seed: int | None) -> State:
        """The next game: of that seed, or, without one, going on with the random numbers of the last."""
        if seed is not None:
            number = index(seed)
            if number < 0:  # Random would take it for the positive one
                raise ValueError(f"a seed is a whole number from 0 on, not {seed!r}")
            self.rng.seed(number)  # sooner than a new generator, which Python seeds twice
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

    def replace_illegal(self, mask: Mask, action: Any, agent: str) -> int:
        """A random action that is legal, or `IllegalAction`, as the settings say."""
        if self.illegal == "random":
            return int(self.rng.choice(np.flatnonzero(mask)))
        what = repr(action)
        with suppress(TypeError, IndexError):
            what = f"{index(action)} ({self.notation(index(action), agent)})"
        raise IllegalAction(f"{agent} may not play {what} now: action_mask has what it may play")

    def show(self, text: str) -> str | None:
        if self.render_mode == "human":
            print(text)
            return None
        return text


class CoreEnv:
    """What both forms of an environment share: settings, spaces, names of actions. The classes of PettingZoo come after
    it."""

    game_state: ClassVar[type[State]]
    has_no_op: ClassVar[bool] = False
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
        super().__init__()
        self.core = Core(
            self.game_state, seats, options, reward, illegal, max_cycles, render_mode, no_op=self.has_no_op
        )
        self.render_mode = render_mode
        self.possible_agents = self.core.agents.copy()
        self.observation_spaces, self.action_spaces = self.core.observation_spaces, self.core.action_spaces
        self.state_space = self.core.state_space

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

    def state(self) -> Numbers:
        """What all agents see, one after the other."""
        game = self.game
        return np.concatenate([game.observation(seat) for seat in range(game.seats)])

    def _render(self, seat: int | None) -> str | None:
        if self.render_mode is None:
            raise ValueError('there is nothing to render: make the environment with render_mode="ansi" or "human"')
        return self.core.show(self.game.text(seat))

    def close(self) -> None:
        """Nothing is held open."""
