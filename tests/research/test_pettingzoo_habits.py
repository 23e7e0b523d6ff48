"""What people do with environments of PettingZoo: its wrappers and conversions, seeds and actions of numpy, calls in
the wrong order."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from random import Random
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from pettingzoo.utils import wrappers
from pettingzoo.utils.conversions import aec_to_parallel, parallel_to_aec, turn_based_aec_to_parallel

from texcoco.research.pettingzoo import azteco_v0, mexica_v0, yucatan_v0
from texcoco.research.pettingzoo.common import IllegalAction

MODULES = [mexica_v0, yucatan_v0, azteco_v0]
each_game = pytest.mark.parametrize("module", MODULES, ids=lambda module: module.__name__.split(".")[-1])


def play(env: Any, rng: Random, steps: int = 10**9) -> dict[str, float]:
    """Plays on at random; gives what each agent was paid at the end."""
    paid: dict[str, float] = {}
    for agent in env.agent_iter(steps):
        observation, reward, terminated, truncated, _ = env.last()
        if terminated or truncated:
            paid[agent] = reward
            env.step(None)
        else:
            env.step(int(rng.choice(observation["action_mask"].nonzero()[0])))
    return paid


@each_game
@pytest.mark.parametrize(
    "wrap",
    [
        wrappers.OrderEnforcingWrapper,
        wrappers.AssertOutOfBoundsWrapper,
        lambda env: wrappers.TerminateIllegalWrapper(env, illegal_reward=-1),
        lambda env: wrappers.BaseWrapper(wrappers.OrderEnforcingWrapper(env)),
    ],
    ids=["order", "bounds", "illegal", "both"],
)
def test_wrappers_change_no_game(module: ModuleType, wrap: Callable[[Any], Any]) -> None:
    plain, wrapped = module.env(seats=3), wrap(module.env(seats=3))
    paid: list[dict[str, float]] = []
    for env in (plain, wrapped):
        env.reset(seed=3)
        play(env, Random(1), 40)
        env = copy.deepcopy(env)
        env = pickle.loads(pickle.dumps(env))
        paid.append(play(env, Random(2)))
    assert len(paid[0]) == 3
    assert paid[0] == paid[1]


def test_a_wrapper_ends_the_game_of_who_acts_illegally() -> None:
    env = wrappers.TerminateIllegalWrapper(mexica_v0.env(seats=3), illegal_reward=-1)
    env.reset(seed=1)
    guilty = env.agent_selection
    env.last()
    env.step(0)
    assert all(env.terminations.values())
    paid = play(env, Random(0))
    assert paid == {agent: -1 if agent == guilty else 0 for agent in ("player_0", "player_1", "player_2")}


@each_game
def test_samples_of_the_action_space_under_the_mask_are_legal(module: ModuleType) -> None:
    env = module.env(seats=3)
    env.reset(seed=1)
    for agent in env.agent_iter(60):
        observation, _, terminated, _, _ = env.last()
        if terminated:
            break
        assert env.observation_space(agent).contains(observation)
        env.step(env.action_space(agent).sample(observation["action_mask"]))


def test_turn_based_environments_become_parallel_ones() -> None:
    env = turn_based_aec_to_parallel(yucatan_v0.env(seats=3, rounds=50))
    rng = Random(2)
    observations, _ = env.reset(seed=1)
    paid: dict[str, float] = {}
    while env.agents:
        legal = {agent: observations[agent]["action_mask"].nonzero()[0] for agent in env.agents}
        # those who wait have nothing in their masks, and do nothing
        actions = {agent: int(rng.choice(found)) if len(found) else None for agent, found in legal.items()}
        observations, paid, *_ = env.step(actions)
    assert sum(paid.values()) == pytest.approx(0)
    assert any(paid.values())


def test_the_parallel_form_of_azteco_is_its_own() -> None:
    """PettingZoo's conversion has every agent act in every cycle, which those who wait cannot."""
    with pytest.raises(AssertionError, match="is_parallelizable"):
        aec_to_parallel(azteco_v0.env(seats=3))
    env = parallel_to_aec(azteco_v0.parallel_env(seats=3))
    env.reset(seed=1)
    assert sum(play(env, Random(0)).values()) == pytest.approx(0)


@each_game
def test_seeds_may_be_numbers_of_numpy(module: ModuleType) -> None:
    env = module.env(seats=3)
    states = []
    for seed in (5, np.int64(5), np.uint32(5)):
        env.reset(seed=seed)
        states.append(env.state().tobytes())
    assert len(set(states)) == 1
    with pytest.raises(ValueError, match="from 0 on"):
        env.reset(seed=-5)
    with pytest.raises(TypeError):
        env.reset(seed=0.5)


def test_actions_may_be_numbers_of_numpy_but_not_fractions_or_lists() -> None:
    env = mexica_v0.env(seats=3)
    env.reset(seed=1)
    for kind in (int, np.int64, np.int32, np.array):
        agent = env.agent_selection
        legal = env.observe(agent)["action_mask"].nonzero()[0]
        for wrong in (float(legal[0]), [int(legal[0])], legal[:1], None, "0"):
            with pytest.raises(IllegalAction, match=agent):
                env.step(wrong)
        env.step(kind(legal[0]))
        assert env.agent_selection != agent or env.game.position.phase == "turn"
    assert env._cycles == 4


def test_before_reset_everything_says_so() -> None:
    env, parallel = mexica_v0.env(render_mode="ansi"), azteco_v0.parallel_env(render_mode="ansi")
    calls: list[Callable[[], Any]] = [
        lambda: env.step(0), lambda: env.observe("player_0"), env.last, env.state, env.render,
        lambda: list(env.agent_iter()), lambda: env.agents, lambda: env.num_agents, lambda: env.agent_selection,
        lambda: parallel.step({}), parallel.state, parallel.render, lambda: parallel.agents,
    ]  # fmt: skip
    for call in calls:
        with pytest.raises(RuntimeError, match=r"reset\(\)"):
            call()
    assert not hasattr(env, "agents")
    with pytest.raises(AttributeError, match="no attribute 'colour'"):
        _ = env.colour
    fresh = pickle.loads(pickle.dumps(copy.deepcopy(env)))
    fresh.reset(seed=1)
    assert fresh.agents == fresh.possible_agents


def test_the_agents_of_a_game_can_be_gone_through_again_and_only_so_often() -> None:
    env = azteco_v0.env(seats=3)
    env.reset(seed=1)
    turns = env.agent_iter(max_iter=2)
    assert list(turns) == list(turns) == [env.agent_selection] * 2
    assert not list(env.agent_iter(max_iter=0))
    for _ in env.agent_iter():
        _, _, terminated, _, _ = env.last()
        env.step(None if terminated else env.observe(env.agent_selection)["action_mask"].nonzero()[0][0])
    assert not list(env.agent_iter())


def test_what_was_replaced_is_told_until_the_agents_next_action() -> None:
    env = mexica_v0.env(seats=2, illegal="random")
    env.reset(seed=1)
    first = env.agent_selection
    env.step(-1)
    assert env.infos[first] == {"illegal": -1}
    other = env.agent_selection
    env.step(env.observe(other)["action_mask"].nonzero()[0][0])
    assert env.infos[first] == {"illegal": -1}
    while env.agent_selection != first:
        env.step(env.observe(env.agent_selection)["action_mask"].nonzero()[0][0])
    env.step(env.observe(first)["action_mask"].nonzero()[0][0])
    assert env.infos == {agent: {} for agent in env.agents}


def test_the_state_of_the_parallel_form_is_in_its_space() -> None:
    env = azteco_v0.parallel_env(seats=4)
    observations, _ = env.reset(seed=2)
    assert env.state_space.contains(env.state())
    assert np.array_equal(env.state(), np.concatenate([seen["observation"] for seen in observations.values()]))


def test_modules_have_the_names_of_pettingzoo() -> None:
    assert all(module.raw_env is module.env for module in MODULES)
