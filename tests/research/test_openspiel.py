"""The games as OpenSpiel's: that library's own tests, and what it does not test."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Iterator
from random import Random
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.integration_tests import api_test
from open_spiel.python.observation import make_observation
from write_playthroughs import GAMES as PLAYED
from write_playthroughs import playthrough, read

import texcoco.research.openspiel  # noqa: F401  (registers the games)
from texcoco.game import CHANCE
from texcoco.games.azteco import AZTECO
from texcoco.research.openspiel.search import Searcher
from texcoco.research.state import rewards

GAMES = [
    "python_texcoco_mexica(players=2)",
    "python_texcoco_mexica(players=3)",
    "python_texcoco_yucatan(players=2,rounds=50)",
    "python_texcoco_yucatan(players=3,rounds=50)",
    "python_texcoco_azteco(players=3)",
    "python_texcoco_azteco(players=5)",
    "python_texcoco_azteco_one_by_one(players=4)",
    "python_texcoco_azteco_one_by_one(players=3)",
]
TURN_BASED = "turn_based_simultaneous_game(game=python_texcoco_azteco(players=4))"
each_game = pytest.mark.parametrize("name", GAMES)


def random_game(name: str, seed: int) -> Iterator[Any]:
    """The states of a random game. They are one object."""
    rng = Random(f"{name} {seed}")
    state = pyspiel.load_game(name).new_initial_state()
    while True:
        yield state
        if state.is_terminal():
            return
        if state.is_chance_node():
            outcomes, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choices(outcomes, weights)[0])
        elif state.is_simultaneous_node():
            players = range(state.num_players())
            state.apply_actions([rng.choice(state.legal_actions(player)) for player in players])
        else:
            state.apply_action(rng.choice(state.legal_actions()))


# --- OpenSpiel's tests ---


@pytest.mark.parametrize("name", [*GAMES[::2], TURN_BASED])
def test_random_games_of_openspiel(name: str) -> None:
    game = pyspiel.load_game(name)
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


class TestMexicaApi(api_test.EnforceAPIOnPartialTreeBase):
    game_name = "python_texcoco_mexica"

    @classmethod
    def setUpClass(cls) -> None:
        cls.game = pyspiel.load_game(cls.game_name)
        cls.game_type = cls.game.get_type()
        # OpenSpiel takes states near the root, and of simultaneous games only the root: these are from a whole game
        cls.some_states = [state.clone() for n, state in enumerate(random_game(cls.game_name, 0)) if n % 9 == 0]


class TestYucatanApi(TestMexicaApi):
    game_name = "python_texcoco_yucatan"


class TestAztecoApi(TestMexicaApi):
    game_name = "python_texcoco_azteco"


class TestAztecoOneByOneApi(TestMexicaApi):
    game_name = "python_texcoco_azteco_one_by_one"


@pytest.mark.parametrize("name", list(PLAYED))
def test_playthroughs(name: str) -> None:
    """Every value that OpenSpiel's API gives in a game. After a change that is meant: `make golden`."""
    written, kept = playthrough(name).splitlines(), read(name).splitlines()
    for number, (line, before) in enumerate(zip(written, kept, strict=False), 1):
        assert line == before, f"line {number}"
    assert len(written) == len(kept)


# --- ours ---


def test_games_are_loaded_with_parameters() -> None:
    game = pyspiel.load_game("python_texcoco_mexica(players=4,first=2,neutral_levels=25,reward=score)")
    state = game.new_initial_state()
    assert (game.num_players(), state.in_numbers.position.first) == (4, 2)
    assert state.in_numbers.position.options.neutral_levels == 25
    assert game.max_utility() > 100
    assert pyspiel.load_game("python_texcoco_azteco").num_players() == 3
    for wrong in ("players=9", "reward=glory", "first=7"):
        with pytest.raises(ValueError, match=r"9|glory|7"):
            pyspiel.load_game(f"python_texcoco_mexica({wrong})")


@each_game
def test_returns_are_the_rewards_of_the_outcome(name: str) -> None:
    for kind in ("rank", "score"):
        *_, state = random_game(f"{name[:-1]},reward={kind})", 1)
        outcome = state.in_numbers.outcome()
        assert list(state.returns()) == rewards(outcome, kind)
        game = state.get_game()
        assert game.min_utility() <= min(state.returns()) <= max(state.returns()) <= game.max_utility()


@each_game
def test_legal_actions_and_chances_are_those_of_the_game(name: str) -> None:
    for n, state in enumerate(random_game(name, 2)):
        if n % 5:
            continue
        position = state.in_numbers.position
        if state.is_chance_node():
            texts = {state.action_to_string(pyspiel.PlayerId.CHANCE, action) for action, _ in state.chance_outcomes()}
            assert texts == {action.text for action in position.actions(CHANCE)}
            assert sum(chance for _, chance in state.chance_outcomes()) == pytest.approx(1)
        for player in position.actors():
            if player != CHANCE and (player == state.current_player() or state.is_simultaneous_node()):
                assert state.legal_actions(player) == state.in_numbers.legal(player)
                for action in state.legal_actions(player)[::7]:
                    assert state.string_to_action(player, state.action_to_string(player, action)) == action


@each_game
def test_questions_answered_in_python_have_the_answers_of_openspiel(name: str) -> None:
    """Callers in Python do not go through C++ for these, so both ways must agree."""
    for n, state in enumerate(random_game(name, 7)):
        if n > 30 and n % 7 and not state.is_terminal():
            continue
        for question in ("is_chance_node", "is_simultaneous_node", "is_player_node", "legal_actions"):
            assert getattr(state, question)() == getattr(pyspiel.State, question)(state)
        for player in range(state.num_players()):
            assert state.legal_actions(player) == pyspiel.State.legal_actions(state, player)
        if state.current_player() >= 0:
            with pytest.raises(pyspiel.SpielError, match="pseudo-player"):
                state.legal_actions(pyspiel.PlayerId.SIMULTANEOUS)


def test_claims_and_votes_of_azteco_are_simultaneous() -> None:
    kinds: set[tuple[str, bool]] = set()
    for state in random_game("python_texcoco_azteco(players=4)", 3):
        kinds.add((state.in_numbers.position.phase, state.is_simultaneous_node()))
    assert {phase for phase, together in kinds if together} == {"claim", "vote"}
    assert {phase for phase, together in kinds if not together} >= {"card", "keep", "over"}


@each_game
def test_an_information_state_is_all_that_was_heard(name: str) -> None:
    """States in which a player heard the same are one information state; whatever it heard or did tells them apart."""
    game = pyspiel.load_game(name)
    recall = make_observation(game, pyspiel.IIGObservationType(perfect_recall=True))
    known: dict[tuple[int, str], bytes] = {}
    seen: dict[tuple[int, bytes], str] = {}
    for seed in range(3):
        for n, state in enumerate(random_game(name, seed)):
            if n % 9:
                continue
            for player in range(game.num_players()):
                text = state.information_state_string(player)
                recall.set_from(state, player)
                numbers = recall.tensor[-8:].tobytes()
                assert known.setdefault((player, text), numbers) == numbers or "lifted" in text
                assert seen.setdefault((player, numbers), text) == text
                lines = text.splitlines()
                assert lines[0] == f"player {player}"
                assert sum(line.startswith(f"{player}: ") for line in lines) <= state.move_number() * 2
    assert len(known) > 50


@each_game
def test_a_resampled_state_is_the_same_for_the_player_and_another_for_others(name: str) -> None:
    game = pyspiel.load_game(name)
    sampler = pyspiel.UniformProbabilitySampler(0.0, 1.0)
    observation = make_observation(game, pyspiel.IIGObservationType(perfect_recall=True))
    changed = 0
    for n, state in enumerate(random_game(name, 4)):
        if n % 8 or state.is_chance_node() or state.is_terminal():
            continue
        for player in range(game.num_players()):
            other = state.resample_from_infostate(player, sampler)
            observation.set_from(state, player)
            numbers = observation.tensor.copy()
            observation.set_from(other, player)
            assert np.array_equal(numbers, observation.tensor)
            assert other.information_state_string(player) == state.information_state_string(player)
            assert other.legal_actions(player) == state.legal_actions(player)
            assert other.current_player() == state.current_player()
            assert other.history() == [], "the true history would tell"
            changed += other.in_numbers.position.dump() != state.in_numbers.position.dump()
            # it can be played on, and the player goes on hearing
            if other.is_simultaneous_node():
                other.apply_actions([other.legal_actions(p)[0] for p in range(game.num_players())])
            else:
                other.apply_action(other.legal_actions()[0])
            heard = other.information_state_string(player).splitlines()
            assert heard[:2] == state.information_state_string(player).splitlines()[:2]
    assert changed > 5 or "mexica" in name


@each_game
def test_observers_part_what_is_public_and_what_is_private(name: str) -> None:
    game = pyspiel.load_game(name)
    kinds = pyspiel.PrivateInfoType
    public = make_observation(game, pyspiel.IIGObservationType(perfect_recall=False, private_info=kinds.NONE))
    private = make_observation(game, pyspiel.IIGObservationType(perfect_recall=False, public_info=False))
    secrets = 0
    for n, state in enumerate(random_game(name, 5)):
        if n % 11:
            continue
        texts = {public.string_from(state, player) for player in range(game.num_players())}
        assert texts == {state.in_numbers.text(None)}
        public.set_from(state, 1)
        assert np.array_equal(public.tensor, state.in_numbers.observation(None))
        for player in range(game.num_players()):
            mine = private.string_from(state, player)
            secrets += bool(mine)
            assert state.observation_string(player) == state.in_numbers.text(player)
            assert np.array_equal(state.observation_tensor(player), state.in_numbers.observation(player))
    assert bool(secrets) == ("mexica" not in name)
    with pytest.raises(ValueError, match="each of them"):
        make_observation(game, pyspiel.IIGObservationType(perfect_recall=False, private_info=kinds.ALL_PLAYERS))


@each_game
def test_states_are_cloned_and_serialized_in_mid_game(name: str) -> None:
    game = pyspiel.load_game(name)
    for n, state in enumerate(random_game(name, 6)):
        if n % 40 != 39:
            continue
        restored = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))[1]
        before = str(state), state.information_state_string(0)
        same_game = pickle.loads(pickle.dumps(game))
        assert (str(same_game), type(same_game)) == (str(game), type(game))
        again = same_game.deserialize_state(state.serialize())
        for other in (state.clone(), copy.deepcopy(state), restored, again, pickle.loads(pickle.dumps(state))):
            assert (str(other), other.information_state_string(0)) == before
            assert other.history() == state.history()
            assert other.in_numbers.dump() == state.in_numbers.dump()
            if not other.is_terminal() and not other.is_simultaneous_node():
                other.apply_action(other.legal_actions()[0])
                assert other.history() != state.history()
                assert (str(state), state.information_state_string(0)) == before


@pytest.mark.parametrize("name", [TURN_BASED, "python_texcoco_azteco_one_by_one(players=4)"])
def test_turn_based_forms_hide_what_was_chosen_before(name: str) -> None:
    seen: list[str] = []
    for claim in (0, 5):
        state = pyspiel.load_game(name).new_initial_state()
        while state.is_chance_node():
            state.apply_action(state.legal_actions()[0])
        assert state.current_player() == 0
        state.apply_action(claim)
        assert state.current_player() == 1
        seen.append(state.information_state_string(1))
    assert seen[0] == seen[1]


def test_both_forms_of_azteco_are_one_game() -> None:
    """The same choices lead to the same positions, whether they are made together or one after the other."""
    *_, together = random_game("python_texcoco_azteco(players=4)", 8)
    apart = pyspiel.load_game("python_texcoco_azteco_one_by_one(players=4)").new_initial_state()
    for player, action in [(entry.player, entry.action) for entry in together.full_history()]:
        if apart.current_player() == player:
            apart.apply_action(action)
    assert apart.is_terminal()
    assert str(apart) == str(together)
    assert apart.returns() == together.returns()


def test_ismcts_plays_azteco_for_whichever_seat_is_asked() -> None:
    position = AZTECO.start(4)
    rng = Random(1)
    while position.actors() == (CHANCE,):
        position.apply(CHANCE, position.draw(rng))
    assert position.actors() == (0, 1, 2, 3)
    for seat in position.actors():
        action = Searcher(AZTECO).search(position, seat, 5, 1)
        assert action in position.actions(seat)


@each_game
def test_illegal_actions_are_refused_where_openspiel_checks(name: str) -> None:
    """`apply_action` checks nothing, in no game of OpenSpiel."""
    for n, state in enumerate(random_game(name, 9)):
        if n == 25 or state.is_terminal():
            break
    if state.current_player() < 0:
        return
    illegal = next(n for n in range(state.num_distinct_actions()) if n not in state.legal_actions())
    with pytest.raises(pyspiel.SpielError, match="illegal action"):
        state.apply_action_with_legality_check(illegal)


@each_game
def test_numbers_of_information_states_are_small(name: str) -> None:
    """OpenSpiel's learners take them as they are; the digest must not drown the rest."""
    for n, state in enumerate(random_game(name, 1)):
        if n % 20 == 0:
            digest = np.array(state.information_state_tensor(0)[-8:])
            assert ((digest >= 0) & (digest < 1)).all()
