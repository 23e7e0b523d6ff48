"""Many games at once, over processes that share memory.

The conventions are those of gymnasium's vector environments (`gymnasium.vector.VectorEnv`): `reset` and `step` take and
give arrays with a row for each game, and a game that ends is followed by the next in the same step
(`AutoresetMode.SAME_STEP`). What differs, because the games have several players: in each row one seat is to act, which
`observations["seat"]` names, and rewards have a column for each seat. They are paid when a game ends, to all at once.
"""

# gymnasium's spaces are not typed throughout
# pyright: reportUnknownMemberType=false, reportIncompatibleMethodOverride=false

from __future__ import annotations

import multiprocessing
import os
import traceback
from collections.abc import Mapping, Sequence
from contextlib import suppress
from math import prod
from multiprocessing.connection import Connection
from random import Random, SystemRandom
from typing import Any

from texcoco.research import needs
from texcoco.research.state import REWARDS, State, rewards, state_class

with needs("pettingzoo"):
    import numpy as np
    from gymnasium import spaces
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space

Arrays = dict[str, np.ndarray[Any, Any]]


def _shapes(seats: int, state: type[State], games: int) -> dict[str, tuple[tuple[int, ...], Any]]:
    """What the processes share, with shapes and types."""
    return {
        "observation": ((games, state.layout_for(seats).size), np.float32),
        "action_mask": ((games, state.action_count), np.int8),
        "seat": ((games,), np.int64),
        "action": ((games,), np.int64),
        "reward": ((games, seats), np.float32),
        "terminated": ((games,), np.bool_),
        "truncated": ((games,), np.bool_),
    }


class _Games:
    """Some of the games: the rows `rows` of the arrays."""

    def __init__(
        self, name: str, seats: int, options: Mapping[str, Any], reward: str, longest: int | None, rows: range
    ):
        self.beginning = state_class(name).start(seats, options)
        self.reward, self.longest, self.rows = reward, longest, rows
        self.states: list[State] = []
        self.generators: list[Random] = []
        self.lengths: list[int] = []

    def reset(self, seed: str, arrays: Arrays) -> None:
        # a game's random numbers depend on its row alone, not on who plays it
        self.generators = [Random(f"{seed}/{row}") for row in self.rows]
        self.states = [self._new(rng) for rng in self.generators]
        self.lengths = [0] * len(self.rows)
        for state, row in zip(self.states, self.rows, strict=True):
            self._show(state, row, arrays)

    def _new(self, rng: Random) -> State:
        state = self.beginning.copy()
        state.draw_chance(rng)
        return state

    def step(self, arrays: Arrays) -> None:
        actions, seats = arrays["action"], arrays["seat"]
        for n, row in enumerate(self.rows):
            state, rng = self.states[n], self.generators[n]
            state.apply(int(seats[row]), int(actions[row]))
            state.draw_chance(rng)
            self.lengths[n] += 1
            outcome = None if state.actors() else state.outcome()
            cut = outcome is None and self.lengths[n] == self.longest
            arrays["terminated"][row], arrays["truncated"][row] = outcome is not None, cut
            arrays["reward"][row] = 0 if outcome is None else rewards(outcome, self.reward)
            if outcome is not None or cut:
                state = self.states[n] = self._new(rng)
                self.lengths[n] = 0
            self._show(state, row, arrays)

    @staticmethod
    def _show(state: State, row: int, arrays: Arrays) -> None:
        seat = arrays["seat"][row] = state.actors()[0]
        state.fill_observation(seat, arrays["observation"][row])
        state.fill_mask(seat, arrays["action_mask"][row])


def _attach(memory: Mapping[str, Any], shapes: Mapping[str, tuple[tuple[int, ...], Any]]) -> Arrays:
    return {
        name: np.frombuffer(memory[name], dtype, prod(shape)).reshape(shape) for name, (shape, dtype) in shapes.items()
    }


def _work(
    connection: Connection, memory: Mapping[str, Any], shapes: Mapping[str, Any], settings: Sequence[Any]
) -> None:
    """What a process does: `reset SEED` and `step`, until `close`. It answers with nothing, or an error."""
    arrays, games = _attach(memory, shapes), _Games(*settings)
    while True:
        try:
            command = connection.recv_bytes().decode()
        except (EOFError, KeyboardInterrupt):
            return
        if command == "close":
            return
        try:
            if command == "step":
                games.step(arrays)
            else:
                games.reset(command.removeprefix("reset "), arrays)
            connection.send_bytes(b"")
        except Exception:
            connection.send_bytes(traceback.format_exc().encode())


class GamesVectorEnv(VectorEnv[Any, Any, Any]):
    """`num_envs` games of one kind, played by `processes` processes (0: in this one), whose number changes no game.

    Observations are a dictionary: `observation` and `action_mask` of the seat that is to act in each game, and `seat`.
    With `copy=False` they are the shared memory itself, which the next step overwrites. `max_cycles` truncates a game
    after so many actions. Anything else is an option of the game.

    Actions must be legal: an illegal one raises ValueError, and no game changes.
    """

    def __init__(
        self,
        game: str,
        num_envs: int,
        seats: int = 3,
        processes: int | None = None,
        reward: str = "rank",
        max_cycles: int | None = None,
        copy: bool = True,
        **options: Any,
    ):
        if num_envs < 1:
            raise ValueError(f"num_envs is at least 1, not {num_envs!r}")
        if reward not in REWARDS:
            raise ValueError(f"reward is one of {', '.join(map(repr, REWARDS))}, not {reward!r}")
        if max_cycles is not None and max_cycles < 1:
            raise ValueError(f"max_cycles is at least 1, or None for games of any length, not {max_cycles!r}")
        state = state_class(game)
        self.layout = state.start(seats, options).layout
        self.num_envs, self.seats, self.copy = num_envs, seats, copy
        self.metadata = {"autoreset_mode": AutoresetMode.SAME_STEP}
        self.single_action_space = spaces.Discrete(state.action_count)
        self.single_observation_space = spaces.Dict(
            {
                "observation": spaces.Box(np.zeros(self.layout.size, np.float32), self.layout.most, dtype=np.float32),
                "action_mask": spaces.Box(0, 1, (state.action_count,), np.int8),
                "seat": spaces.Discrete(seats),
            }
        )
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.observation_space = batch_space(self.single_observation_space, num_envs)

        shapes = _shapes(seats, state, num_envs)
        wanted = (os.cpu_count() or 1) if processes is None else processes
        count = min(wanted, num_envs)
        settings = (game, seats, options, reward, max_cycles)
        self.processes: list[Any] = []
        """Those that play; none when the games are played in this one."""
        self._connections: list[Connection] = []
        self._has_reset = False
        if count == 0:
            self._arrays: Arrays = {name: np.zeros(shape, dtype) for name, (shape, dtype) in shapes.items()}
            self._games = _Games(*settings, range(num_envs))
            return
        context = multiprocessing.get_context()
        memory = {
            name: context.RawArray("b", prod(s) * np.dtype(dtype).itemsize) for name, (s, dtype) in shapes.items()
        }
        self._arrays = _attach(memory, shapes)
        for n in range(count):
            rows = range(n * num_envs // count, (n + 1) * num_envs // count)
            ours, theirs = context.Pipe()
            process = context.Process(target=_work, args=(theirs, memory, shapes, (*settings, rows)), daemon=True)
            process.start()
            theirs.close()
            self.processes.append(process)
            self._connections.append(ours)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Arrays, dict[str, Any]]:
        """New games everywhere: the same ones for the same seed. `options` are not used."""
        self._tell(f"reset {SystemRandom().getrandbits(64) if seed is None else int(seed)}")
        self._has_reset = True
        return self._observations(), {}

    def step(self, actions: Any) -> tuple[Arrays, Any, Any, Any, dict[str, Any]]:
        """Plays an action in each game. Rewards are of shape (games, seats)."""
        if not self._has_reset:
            raise RuntimeError("there are no games yet: call reset() first")
        numbers = np.asarray(actions)
        masks = self._arrays["action_mask"]
        if numbers.shape != (self.num_envs,) or numbers.dtype.kind not in "iu":
            raise ValueError(f"{self.num_envs} whole numbers are needed, one for each game")
        inside = (numbers >= 0) & (numbers < masks.shape[1])
        legal = inside & (masks[np.arange(self.num_envs), np.where(inside, numbers, 0)] > 0)
        if not legal.all():
            row = int(np.flatnonzero(~legal)[0])
            raise ValueError(f"game {row}: {numbers[row]} is not legal; action_mask has what is")
        self._arrays["action"][:] = numbers
        self._tell("step")
        arrays = self._arrays
        paid, terminated, truncated = (arrays[name].copy() for name in ("reward", "terminated", "truncated"))
        return self._observations(), paid, terminated, truncated, {}

    def _observations(self) -> Arrays:
        found = {name: self._arrays[name] for name in ("observation", "action_mask", "seat")}
        if self.copy:
            return {name: array.copy() for name, array in found.items()}
        return {name: _read_only(array) for name, array in found.items()}

    def _tell(self, command: str) -> None:
        if not self._connections:
            if self.processes:
                raise RuntimeError("the environment is closed")
            if command == "step":
                self._games.step(self._arrays)
            else:
                self._games.reset(command.removeprefix("reset "), self._arrays)
            return
        for connection in self._connections:
            connection.send_bytes(command.encode())
        for connection in self._connections:
            try:
                error = connection.recv_bytes().decode()
            except EOFError:
                raise RuntimeError("a process of the vector environment has ended") from None
            if error:
                raise RuntimeError(f"a process of the vector environment failed:\n{error}")

    def close_extras(self, **kwargs: Any) -> None:
        """Ends the processes."""
        for connection in self._connections:
            with suppress(OSError):  # of a process that has ended
                connection.send_bytes(b"close")
            connection.close()
        self._connections = []
        for process in self.processes:
            process.join(5)
            if process.is_alive():
                process.terminate()


def _read_only(array: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    view = array.view()
    view.flags.writeable = False
    return view
