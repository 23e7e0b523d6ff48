"""Many games at once: the same ones whatever the number of processes, and the ones that a single environment plays."""

from __future__ import annotations

import hashlib
import multiprocessing
from collections.abc import Iterator
from contextlib import closing, contextmanager
from random import Random
from typing import Any

import numpy as np
import pytest
from gymnasium.vector import AutoresetMode

from texcoco.game import BadOption
from texcoco.research.azteco import AztecoState
from texcoco.research.state import rewards, state_class
from texcoco.research.vector import GamesVectorEnv


@contextmanager
def games(*args: Any, **settings: Any) -> Iterator[GamesVectorEnv]:
    env = GamesVectorEnv(*args, **settings)
    try:
        yield env
    finally:
        env.close()


def play(env: GamesVectorEnv, steps: int, seed: int = 5) -> tuple[str, int]:
    """A digest of all that random play shows and pays, and how many games ended."""
    found = hashlib.sha256()
    rngs = [Random(row) for row in range(env.num_envs)]
    observations, _ = env.reset(seed=seed)
    ended = 0
    for _ in range(steps):
        for array in observations.values():
            found.update(array.tobytes())
        actions = [rng.choice(mask.nonzero()[0]) for rng, mask in zip(rngs, observations["action_mask"], strict=True)]
        observations, paid, terminated, truncated, _ = env.step(np.array(actions))
        assert paid.shape == (env.num_envs, env.seats)
        assert not paid[~terminated].any()
        assert not truncated.any()
        found.update(paid.tobytes())
        ended += terminated.sum()
    return found.hexdigest(), ended


@pytest.mark.parametrize(("game", "seats", "steps"), [("azteco", 4, 150), ("yucatan", 2, 30), ("mexica", 3, 30)])
def test_games_do_not_depend_on_the_number_of_processes(game: str, seats: int, steps: int) -> None:
    played: set[tuple[str, int]] = set()
    for processes in (0, 1, 2, 3):
        with games(game, 5, seats=seats, processes=processes) as env:
            played.add(play(env, steps))
    assert len(played) == 1
    assert game != "azteco" or next(iter(played))[1] > 5, "games follow one another"


def test_other_seeds_are_other_games_and_none_is_drawn() -> None:
    with games("azteco", 3, processes=0) as env:
        assert play(env, 20, 1) != play(env, 20, 2)
        first, _ = env.reset()
        second, _ = env.reset()
        assert not np.array_equal(first["observation"], second["observation"])


def test_a_row_is_one_game_after_the_other() -> None:
    """Row 2 by itself: what the engine plays with the row's random numbers."""
    with games("azteco", 4, seats=3, processes=2) as env:
        observations, _ = env.reset(seed=9)
        rng = Random("9/2")
        state = state_class("azteco").start(3)
        state.draw_chance(rng)
        chosen = np.random.default_rng(0)
        ended = 0
        for _ in range(200):
            seat = state.actors()[0]
            assert observations["seat"][2] == seat
            assert np.array_equal(observations["observation"][2], state.observation(seat))
            assert np.array_equal(observations["action_mask"][2], state.mask(seat))
            actions = np.array([chosen.choice(mask.nonzero()[0]) for mask in observations["action_mask"]])
            observations, paid, terminated, _, _ = env.step(actions)
            state.apply(seat, int(actions[2]))
            state.draw_chance(rng)
            outcome = state.outcome()
            assert bool(terminated[2]) == (outcome is not None)
            if outcome is not None:
                ended += 1
                assert paid[2] == pytest.approx(rewards(outcome))
                state = state_class("azteco").start(3)
                state.draw_chance(rng)
        assert ended > 1


def test_spaces_hold_what_comes() -> None:
    with games("yucatan", 2, seats=2, processes=0) as env:
        observations, _ = env.reset(seed=1)
        assert env.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP
        assert env.observation_space.contains(observations)
        assert env.action_space.contains(np.array([0, 6134]))


def test_truncation() -> None:
    with games("mexica", 2, processes=0, max_cycles=3) as env:
        observations, _ = env.reset(seed=1)
        cut = []
        for _ in range(7):
            observations, paid, terminated, truncated, _ = env.step(observations["action_mask"].argmax(axis=1))
            cut.append(truncated.all())
            assert not terminated.any()
            assert not paid.any()
        assert cut == [False, False, True, False, False, True, False]


def test_illegal_actions_change_nothing() -> None:
    with games("azteco", 3, processes=2) as env:
        with pytest.raises(RuntimeError, match="reset"):
            env.step(np.zeros(3, int))
        observations, _ = env.reset(seed=1)
        for wrong, said in (
            ([0, 0, 60], "game 2: 60"),
            ([0, -1, 0], "game 1: -1"),
            ([0, 0], "3 whole"),
            ([0.5] * 3, "3 whole"),
        ):
            with pytest.raises(ValueError, match=said):
                env.step(np.array(wrong))
        observations["action_mask"][:] = 1  # a copy: what a program does to it does not make anything legal
        with pytest.raises(ValueError, match="not legal"):
            env.step(np.array([0, 0, 60]))
        after, *_ = env.step(np.zeros(3, int))
        assert after["seat"].tolist() == [1, 1, 1]


def test_the_shared_memory_can_be_read_without_a_copy() -> None:
    with games("azteco", 3, processes=1, copy=False) as env:
        observations, _ = env.reset(seed=1)
        before = observations["observation"].copy()
        env.step(np.zeros(3, int))
        assert not np.array_equal(before, observations["observation"])
        with pytest.raises(ValueError, match="read-only"):
            observations["action_mask"][:] = 1


def test_a_process_that_dies_is_noticed() -> None:
    with games("azteco", 2, processes=2) as env:
        env.reset(seed=1)
        env.processes[1].kill()
        env.processes[1].join()
        with pytest.raises((RuntimeError, OSError)):
            env.step(np.zeros(2, int))


@pytest.mark.skipif(multiprocessing.get_start_method() != "fork", reason="the processes must inherit what is broken")
def test_an_error_in_a_process_is_told_and_it_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise ArithmeticError("something is broken")

    with monkeypatch.context() as patch:
        patch.setattr(AztecoState, "play", fail)
        env = GamesVectorEnv("azteco", 3, seats=3, processes=2)
    with closing(env):
        first, _ = env.reset(seed=1)
        for _ in range(2):
            with pytest.raises(RuntimeError, match="something is broken"):
                env.step(np.zeros(3, int))
        again, _ = env.reset(seed=1)
        assert np.array_equal(first["observation"], again["observation"])


def test_settings_that_do_not_exist_are_refused() -> None:
    for wrong, error in (
        ({"seats": 9}, BadOption),
        ({"colour": 1}, BadOption),
        ({"reward": "x"}, ValueError),
        ({"max_cycles": 0}, ValueError),
    ):
        with pytest.raises(error):
            GamesVectorEnv("azteco", 2, **wrong)
    with pytest.raises(ValueError, match="num_envs"):
        GamesVectorEnv("azteco", 0)
