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
from texcoco.research.layout import Numbers
from texcoco.research.state import REWARDS, Mask, State, rewards, state_class

with needs("pettingzoo"):
    import numpy as np
    from gymnasium import spaces
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space

Arrays = dict[str, np.ndarray[Any, Any]]


def _shapes(seats: int, state: type[State], games: int) -> dict[str, tuple[tuple[int, ...], Any]]:
    """What the processes share, with shapes and types."""
    return {
        "observation": ((games, state.layout_for(seats).size), np.uint8),
        "action_mask": ((games, state.action_count), np.int8),
        "seat": ((games,), np.int64),
        "action": ((games,), np.int64),
        "reward": ((games, seats), np.float32),
        "terminated": ((games,), np.bool_),
        "truncated": ((games,), np.bool_),
        "letters": ((games,), np.bool_),
    }


class _Games:
    """Some of the games: the rows `rows` of the arrays."""

    def __init__(
        self, name: str, seats: int, options: Mapping[str, Any], reward: str, longest: int | None, rows: range
    ):
        self.beginning = state_class(name).start(seats, options)
        self.reward, self.longest, self.rows = reward, longest, rows
        self.here = slice(rows.start, rows.stop)
        self.observations: list[Numbers] = []
        self.masks: list[Mask] = []
        self.states: list[State] = []
        self.generators: list[Random] = []
        self.lengths: list[int] = []
        self.seats: list[int] = []
        """Who is to act in each."""
        self.ended = True
        """Whether the arrays say of some game that it has ended in the last step."""

    def reset(self, seed: str, arrays: Arrays) -> None:
        # a game's random numbers depend on its row alone, not on who plays it
        self.generators = [Random(f"{seed}/{row}") for row in self.rows]
        self.states = [self.beginning.copy() for _ in self.rows]
        self.lengths = [0] * len(self.rows)
        self.seats = [state.draw_chance(rng) for state, rng in zip(self.states, self.generators, strict=True)]
        # the rows of each game, as views that are made once
        self.observations, self.masks = [*arrays["observation"][self.here]], [*arrays["action_mask"][self.here]]
        for n, (state, seat) in enumerate(zip(self.states, self.seats, strict=True)):
            state.fill_observation(seat, self.observations[n])
            state.fill_mask(seat, self.masks[n])
        arrays["seat"][self.here] = self.seats

    def step(self, arrays: Arrays) -> None:
        if self.ended:
            arrays["reward"][self.here] = 0
            arrays["terminated"][self.here] = arrays["truncated"][self.here] = False
            self.ended = False
        states, generators, lengths, seats = self.states, self.generators, self.lengths, self.seats
        for n, action in enumerate(arrays["action"][self.here].tolist()):
            state = states[n]
            seat = state.play(seats[n], action, generators[n])
            lengths[n] += 1
            if seat < 0 or lengths[n] == self.longest:
                self._end(state, self.rows[n], arrays)
                lengths[n] = 0
                state = states[n] = self.beginning.copy()
                seat = state.draw_chance(generators[n])
            seats[n] = seat
            state.fill_observation(seat, self.observations[n])
            state.fill_mask(seat, self.masks[n])
        arrays["seat"][self.here] = seats

    def _end(self, state: State, row: int, arrays: Arrays) -> None:
        """Says how a game has ended, or that it was cut."""
        self.ended = True
        outcome = state.outcome()
        if outcome is None:
            arrays["truncated"][row] = True
        else:
            arrays["terminated"][row] = True
            arrays["reward"][row] = rewards(outcome, self.reward)


def _attach(memory: Mapping[str, Any], shapes: Mapping[str, tuple[tuple[int, ...], Any]]) -> Arrays:
    return {
        name: np.frombuffer(memory[name], dtype, prod(shape)).reshape(shape) for name, (shape, dtype) in shapes.items()
    }


class _Line:
    """How this process and one that plays tell each other to go on. Steps are told by semaphores, which takes a tenth
    of the time that messages take; those are for everything else, and `letters` says that there is one."""

    def __init__(self, context: Any, number: int):
        self.ours, self.theirs = context.Pipe()
        self.go, self.done = context.Semaphore(0), context.Semaphore(0)
        self.number = number

    def send(self, connection: Connection, letters: np.ndarray[Any, Any], text: str) -> None:
        connection.send_bytes(text.encode())
        letters[self.number] = True

    def receive(self, connection: Connection, letters: np.ndarray[Any, Any]) -> str | None:
        """The message, if there is one."""
        if not letters[self.number]:
            return None
        letters[self.number] = False
        return connection.recv_bytes().decode()


_PATIENCE = 0.5
"""After so many seconds without a sign of the other process, it is looked at whether it still runs."""


def _work(line: _Line, memory: Mapping[str, Any], shapes: Mapping[str, Any], settings: Sequence[Any]) -> None:
    """What a process does: steps, and what messages say: `reset SEED` or `close`. It answers errors by a message."""
    line.ours.close()
    arrays, games = _attach(memory, shapes), _Games(*settings)
    letters, parent = arrays["letters"], multiprocessing.parent_process()
    while True:
        try:
            while not line.go.acquire(True, _PATIENCE):
                if parent is None or not parent.is_alive():
                    return
            command = line.receive(line.theirs, letters)
        except (EOFError, KeyboardInterrupt):
            return
        if command == "close":
            return
        try:
            if command is None:
                games.step(arrays)
            else:
                games.reset(command.removeprefix("reset "), arrays)
        except Exception:
            line.send(line.theirs, letters, traceback.format_exc())
        line.done.release()


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
        most = self.layout.most.astype(np.uint8)
        self.num_envs, self.seats, self.copy = num_envs, seats, copy
        self.metadata = {"autoreset_mode": AutoresetMode.SAME_STEP}
        self.single_action_space = spaces.Discrete(state.action_count)
        self.single_observation_space = spaces.Dict(
            {
                "observation": spaces.Box(np.zeros_like(most), most, dtype=np.uint8),
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
        self._lines: list[_Line] = []
        self._has_reset = False
        if count == 0:
            self._share({name: np.zeros(shape, dtype) for name, (shape, dtype) in shapes.items()})
            self._games = _Games(*settings, range(num_envs))
            return
        context = multiprocessing.get_context()
        memory = {
            name: context.RawArray("b", prod(s) * np.dtype(dtype).itemsize) for name, (s, dtype) in shapes.items()
        }
        self._share(_attach(memory, shapes))
        for n in range(count):
            rows = range(n * num_envs // count, (n + 1) * num_envs // count)
            line = _Line(context, n)
            process = context.Process(target=_work, args=(line, memory, shapes, (*settings, rows)), daemon=True)
            process.start()
            line.theirs.close()
            self.processes.append(process)
            self._lines.append(line)

    def _share(self, arrays: Arrays) -> None:
        self._arrays = arrays
        self._seen = {name: _read_only(arrays[name]) for name in ("observation", "action_mask", "seat")}
        self._masks = arrays["action_mask"].reshape(-1)
        """One after the other."""
        self._first = np.arange(self.num_envs) * arrays["action_mask"].shape[1]
        """Where each begins."""

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Arrays, dict[str, Any]]:
        """New games everywhere: the same ones for the same seed. `options` are not used."""
        self._tell(f"reset {SystemRandom().getrandbits(64) if seed is None else int(seed)}")
        self._has_reset = True
        return self._observations(), {}

    def step(self, actions: Any) -> tuple[Arrays, Any, Any, Any, dict[str, Any]]:
        """Plays an action in each game. Rewards are of shape (games, seats)."""
        if not self._has_reset:
            raise RuntimeError("there are no games yet: call reset() first")
        numbers, arrays = np.asarray(actions), self._arrays
        if numbers.shape != (self.num_envs,) or numbers.dtype.kind not in "iu":
            raise ValueError(f"{self.num_envs} whole numbers are needed, one for each game")
        numbers = numbers.astype(np.int64, copy=False)
        outside = numbers.view(np.uint64) >= arrays["action_mask"].shape[1]  # negative ones too
        # to look for a byte takes less time than `any` and `all`
        if b"\1" in outside.tobytes() or b"\0" in self._masks.take(self._first + numbers).tobytes():
            legal = ~outside & (self._masks[self._first + np.where(outside, 0, numbers)] > 0)
            row = int(np.flatnonzero(~legal)[0])
            raise ValueError(f"game {row}: {np.asarray(actions)[row]} is not legal; action_mask has what is")
        arrays["action"][:] = numbers
        self._tell(None)
        paid, terminated, truncated = arrays["reward"].copy(), arrays["terminated"].copy(), arrays["truncated"].copy()
        return self._observations(), paid, terminated, truncated, {}

    def _observations(self) -> Arrays:
        return {name: array.copy() for name, array in self._seen.items()} if self.copy else self._seen.copy()

    def _tell(self, command: str | None) -> None:
        """Has all games take a step (None) or do something else, and waits until they have."""
        if not self._lines:
            if self.processes:
                raise RuntimeError("the environment is closed")
            if command is None:
                self._games.step(self._arrays)
            else:
                self._games.reset(command.removeprefix("reset "), self._arrays)
            return
        letters, errors = self._arrays["letters"], list[str]()
        for line in self._lines:
            if command is not None:
                line.send(line.ours, letters, command)
            line.go.release()
        for line, process in zip(self._lines, self.processes, strict=True):
            while not line.done.acquire(True, _PATIENCE):
                if not process.is_alive():
                    raise RuntimeError("a process of the vector environment has ended")
            if (error := line.receive(line.ours, letters)) is not None:
                errors.append(error)
        if errors:
            raise RuntimeError(f"a process of the vector environment failed:\n{errors[0]}")

    def close_extras(self, **kwargs: Any) -> None:
        """Ends the processes."""
        for line in self._lines:
            with suppress(OSError):  # of a process that has ended
                line.send(line.ours, self._arrays["letters"], "close")
            line.go.release()
            line.ours.close()
        self._lines = []
        for process in self.processes:
            process.join(5)
            if process.is_alive():
                process.terminate()


def _read_only(array: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    view = array.view()
    view.flags.writeable = False
    return view
