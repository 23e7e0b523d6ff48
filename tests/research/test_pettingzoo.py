"""The PettingZoo environments: that library's own tests, and what it does not test."""

from __future__ import annotations

import copy
import pickle
from functools import partial
from random import Random
from types import ModuleType, SimpleNamespace
from typing import Any

import numpy as np
import pettingzoo
import pytest
from pettingzoo.test import api_test, max_cycles_test, parallel_api_test, parallel_seed_test, seed_test
from pettingzoo.utils.conversions import parallel_to_aec

from texcoco.game import BadOption, Outcome
from texcoco.research.pettingzoo import azteco_v0, mexica_v0, yucatan_v0
from texcoco.research.pettingzoo.aec import GameEnv
from texcoco.research.pettingzoo.common import IllegalAction
from texcoco.research.state import rewards

MODULES = [(mexica_v0, 2), (mexica_v0, 4), (yucatan_v0, 2), (yucatan_v0, 3), (azteco_v0, 3), (azteco_v0, 6)]
each_game = pytest.mark.parametrize(
    ("module", "seats"), MODULES, ids=lambda value: getattr(value, "__name__", str(value)).split(".")[-1]
)


def random_action(observation: Any, rng: Random) -> int:
    return int(rng.choice(observation["action_mask"].nonzero()[0]))


def play(env: GameEnv, rng: Random, steps: int = 10**9) -> list[tuple[str, float, bytes]]:
    """Plays on at random; gives for each action who acted, what it had won before, and what it saw."""
    seen: list[tuple[str, float, bytes]] = []
    for agent in env.agent_iter(steps):
        observation, reward, terminated, truncated, _ = env.last()
        assert observation is not None
        seen.append((agent, reward, observation["observation"].tobytes() + observation["action_mask"].tobytes()))
        env.step(None if terminated or truncated else random_action(observation, rng))
    return seen


# --- PettingZoo's tests. Its warnings: observations are dictionaries, as in its own games with masks; nobody may act
# once a game is over ---


@each_game
@pytest.mark.filterwarnings("ignore:Observation is not a NumPy array")
@pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be")
@pytest.mark.filterwarnings("ignore:Action mask numpy array is all zeros")
def test_api(module: ModuleType, seats: int) -> None:
    api_test(module.env(seats=seats), num_cycles=400)


@each_game
def test_seeds(module: ModuleType, seats: int) -> None:
    seed_test(lambda: module.env(seats=seats), num_cycles=100)


@pytest.mark.parametrize("seats", [3, 6])
def test_parallel_api(seats: int) -> None:
    parallel_api_test(azteco_v0.parallel_env(seats=seats), num_cycles=200)


def test_parallel_seeds() -> None:
    parallel_seed_test(lambda: azteco_v0.parallel_env(seats=4, illegal="random"))


def test_max_cycles() -> None:
    # the test plays without masks, and wants every agent to act in every cycle: so the parallel form, and PettingZoo's
    # AEC form of it
    parallel = partial(azteco_v0.parallel_env, illegal="random")
    max_cycles_test(SimpleNamespace(parallel_env=parallel, env=lambda **kwargs: parallel_to_aec(parallel(**kwargs))))


# --- ours ---


@each_game
def test_a_game_goes_on_from_a_copy_and_from_a_pickle(module: ModuleType, seats: int) -> None:
    for steps in (0, 7, 25):
        env = module.env(seats=seats)
        env.reset(seed=steps)
        play(env, Random(1), steps)
        others = [copy.deepcopy(env), pickle.loads(pickle.dumps(env))]
        # all of them draw chance from equal generators, and the original is not touched by what happens to the copies
        games = [play(other, Random(2), 200) for other in (*others, env)]
        assert games[0] == games[1] == games[2]
        assert len(games[0]) > 20


def test_a_copy_keeps_a_lifted_bridge() -> None:
    env = mexica_v0.env(seats=2)
    rng = Random(4)
    for seed in range(50):
        env.reset(seed=seed)
        while not env.terminations[env.agent_selection]:
            observation = env.observe(env.agent_selection)
            lifts = [
                n
                for n in observation["action_mask"].nonzero()[0]
                if env.notation(n, env.agent_selection).startswith("lift")
            ]
            if lifts:
                env.step(rng.choice(lifts))
                for other in (copy.deepcopy(env), pickle.loads(pickle.dumps(env))):
                    agent = other.agent_selection
                    assert agent == env.agent_selection
                    mask = other.observe(agent)["action_mask"]
                    assert np.array_equal(mask, env.observe(agent)["action_mask"])
                    assert {other.notation(n, agent).split()[0] for n in mask.nonzero()[0]} == {"bridge"}
                    assert "lifted" in other.game.text(None)
                return
            env.step(random_action(observation, rng))
    pytest.fail("no bridge could be lifted")


@each_game
def test_the_same_seed_gives_the_same_game_and_another_another(module: ModuleType, seats: int) -> None:
    env = module.env(seats=seats)
    games: list[Any] = []
    for seed in (5, 5, 6, 7, 8, 9, 10, None):
        env.reset(seed=seed)
        games.append(play(env, Random(0), 30))
    assert games[0] == games[1]
    assert any(game != games[0] for game in games)  # in Yucatán all that chance does is to say who plays first


@each_game
def test_rewards_come_at_the_end_and_add_up_to_nothing(module: ModuleType, seats: int) -> None:
    for kind in ("rank", "score"):
        env = module.env(seats=seats, reward=kind)
        env.reset(seed=1)
        rng = Random(1)
        while not any(env.terminations.values()):
            assert not any(env.rewards.values())
            env.step(random_action(env.observe(env.agent_selection), rng))
        outcome = env.game.outcome()
        assert outcome is not None
        assert list(env.rewards.values()) == rewards(outcome, kind)
        assert sum(env.rewards.values()) == pytest.approx(0)
        paid = {agent: reward for agent, reward, _ in play(env, rng)}
        assert list(paid.values()) == rewards(outcome, kind)
        assert env.agents == []


def test_what_ranks_and_scores_are_worth() -> None:
    assert rewards(Outcome((2, 1, 3), (7, 9, 2), "")) == [0, 1, -1]
    assert rewards(Outcome((1, 1, 3, 4), (9, 9, 5, 1), "")) == [2 / 3, 2 / 3, -1 / 3, -1]
    assert rewards(Outcome((1, 2), (9, 5), ""), "score") == [4, -4]
    assert rewards(Outcome((1, 2, 2), (9, 3, 3), ""), "score") == [6, -3, -3]
    with pytest.raises(ValueError, match="rank"):
        rewards(Outcome((1, 2), (9, 5), ""), "glory")


def test_illegal_actions_raise_and_change_nothing() -> None:
    env = mexica_v0.env(seats=3)
    env.reset(seed=0)
    agent = env.agent_selection
    before = env.observe(agent)["observation"].tobytes(), env.game.dump()
    for action, said in (
        (env.number("end", agent), "end"),
        (-1, "-1"),
        (10**6, "1000000"),
        (0.5, "0.5"),
        (None, "None"),
    ):
        with pytest.raises(IllegalAction, match=said):
            env.step(action)
        assert env.agent_selection == agent
        assert before == (env.observe(agent)["observation"].tobytes(), env.game.dump())


def test_illegal_actions_are_replaced_where_that_is_wanted() -> None:
    env = mexica_v0.env(seats=3, illegal="random")
    env.reset(seed=0)
    agent = env.agent_selection
    env.step(0)
    assert env.agent_selection != agent
    assert env.infos[agent] == {"illegal": 0}


def test_in_the_parallel_form_those_who_wait_play_the_no_op() -> None:
    env = azteco_v0.parallel_env(seats=4)
    rng = Random(3)
    waited = 0
    for seed in range(5):
        observations, _ = env.reset(seed=seed)
        while env.agents:
            legal = {agent: observations[agent]["action_mask"].nonzero()[0] for agent in env.agents}
            waiting = [agent for agent in env.agents if list(legal[agent]) == [env.no_op]]
            assert waiting == [agent for seat, agent in enumerate(env.agents) if seat not in env.game.actors()]
            waited += len(waiting)
            actions = {agent: int(rng.choice(legal[agent])) for agent in env.agents}
            if waiting:
                before = env.game.dump()
                with pytest.raises(IllegalAction, match=waiting[0]):
                    env.step({**actions, waiting[0]: 0})
                with pytest.raises(IllegalAction, match="must act"):
                    env.step({agent: action for agent, action in actions.items() if agent != waiting[0]})
                assert env.game.dump() == before
            observations, paid, *_ = env.step(actions)
        assert sum(paid.values()) == pytest.approx(0)
        assert any(paid.values())
    assert waited > 20
    assert env.notation(env.no_op, "player_0") == "no-op"
    assert env.number("no-op", "player_2") == env.no_op


def test_sealed_choices_are_not_seen_by_those_who_choose_later() -> None:
    seen: list[bytes] = []
    for claim in ("claim BB", "claim RRRR"):
        env = azteco_v0.env(seats=3, first="0")
        env.reset(seed=8)
        assert env.agent_selection == "player_0"
        env.step(env.number(claim, "player_0"))
        seen.append(env.observe("player_1")["observation"].tobytes())
    assert seen[0] == seen[1]


def test_arrays_of_the_caller_are_filled() -> None:
    for module in (mexica_v0, yucatan_v0, azteco_v0):
        env = module.env(seats=3)
        env.reset(seed=2)
        agent = env.agent_selection
        seen = env.observe(agent)
        observation, mask = np.full_like(seen["observation"], 9), np.full_like(seen["action_mask"], 9)
        env.observe_into(agent, observation, mask)
        assert np.array_equal(observation, seen["observation"])
        assert np.array_equal(mask, seen["action_mask"])
        seen["action_mask"][:] = 1  # what a program does to its mask does not make anything legal
        with pytest.raises(IllegalAction):
            env.step(env.action_space(agent).n - 1)


def test_the_state_is_what_all_agents_see() -> None:
    env = yucatan_v0.env(seats=3)
    env.reset(seed=2)
    assert np.array_equal(env.state(), np.concatenate([env.observe(agent)["observation"] for agent in env.agents]))
    assert env.state_space.contains(env.state())


def test_boards_are_rendered_as_the_agent_sees_them(capsys: pytest.CaptureFixture[str]) -> None:
    env = azteco_v0.env(seats=3, render_mode="ansi")
    env.reset(seed=1)
    assert env.render() == env.game.position.text(env.game.actors()[0])
    human = mexica_v0.env(seats=2, render_mode="human")
    human.reset(seed=1)
    assert human.render() is None
    assert capsys.readouterr().out == human.game.position.text(human.game.actors()[0]) + "\n"
    with pytest.raises(ValueError, match="render_mode"):
        mexica_v0.env(render_mode="rgb_array")
    silent = mexica_v0.env()
    silent.reset()
    with pytest.raises(ValueError, match="render_mode"):
        silent.render()


def test_settings_that_do_not_exist_are_refused() -> None:
    with pytest.raises(BadOption, match="9"):
        mexica_v0.env(seats=9)
    with pytest.raises(BadOption, match="colour"):
        mexica_v0.env(colour="red")
    for wrong in ({"reward": "glory"}, {"illegal": "ignore"}, {"max_cycles": 0}):
        with pytest.raises(ValueError, match=next(iter(wrong))):
            azteco_v0.env(**wrong)


def test_truncation_after_max_cycles() -> None:
    env = mexica_v0.env(seats=2, max_cycles=5)
    env.reset(seed=1)
    played = play(env, Random(0))
    assert len(played) == 5 + 2
    assert env.agents == []
    with pytest.raises(RuntimeError, match="reset"):
        env.step(0)


def test_environments_are_in_the_registry_of_pettingzoo() -> None:
    for name in ("mexica", "yucatan", "azteco"):
        env = pettingzoo.make("aec", f"texcoco/{name}-v0", seats=3, max_cycles=4)
        assert (str(env), len(env.possible_agents), env.core.max_cycles) == (f"{name}_v0", 3, 4)
    assert isinstance(pettingzoo.make("parallel", "texcoco/azteco-v0", seats=5), azteco_v0.parallel_env)


def test_names_carry_versions() -> None:
    assert [str(module.env()) for module in (mexica_v0, yucatan_v0, azteco_v0)] == [
        "mexica_v0",
        "yucatan_v0",
        "azteco_v0",
    ]
    assert all("Version history\n- v0:" in (module.__doc__ or "") for module in (mexica_v0, yucatan_v0, azteco_v0))
