"""The numbers of actions: a fixed table, notations that read back, and masks that are the engine's legal actions."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from states import GAMES, walk

from texcoco.game import Unreadable
from texcoco.research.mexica import LIFT, MexicaState
from texcoco.research.state import State, state_class


def engine_notations(state: State, seat: int) -> set[str]:
    """The engine's legal actions, with each move of a bridge as what the adapter makes of it now."""
    found: set[str] = set()
    lifted = state.dump().get("lifted")
    for action in state.position.actions(seat):
        if action.kind != "shift" or state.game.name != "mexica":
            if lifted is None:
                found.add(action.text)
            continue
        _, source, target, way = action.text.split()
        if lifted is None:
            found.add(f"lift {source}")
        elif source == lifted:
            found.add(f"bridge {target} {way}")
    return found


@pytest.mark.parametrize(("name", "seats"), GAMES)
def test_masks_and_lists_are_the_legal_actions_of_the_engine(name: str, seats: int) -> None:
    rng = Random(seats)
    lifted = 0
    for seed in range(1 if name == "yucatan" else 2):
        for state in walk(name, seats, seed):
            if rng.random() < 0.85 and not (isinstance(state, MexicaState) and state.lifted >= 0):
                continue
            lifted += isinstance(state, MexicaState) and state.lifted >= 0
            for seat in range(seats):
                numbers = state.legal(seat)
                notations = [state.notation(number, seat, seats) for number in numbers]
                assert set(notations) == engine_notations(state, seat)
                assert numbers == sorted(set(numbers))
                assert [state.number(notation, seat, seats) for notation in notations] == numbers
                mask = np.full(state.action_count, 5, np.int8)
                state.fill_mask(seat, mask)
                assert mask.nonzero()[0].tolist() == numbers
                assert set(mask.tolist()) <= {0, 1}
    assert lifted or name != "mexica"


@pytest.mark.parametrize("name", ["mexica", "yucatan", "azteco"])
def test_every_number_has_a_notation_that_reads_back(name: str) -> None:
    game = state_class(name)
    assert game.action_count <= 8_000
    for seats in game.game.seats:
        for seat in range(seats):
            notations = [game.notation(number, seat, seats) for number in range(game.action_count)]
            assert len(set(notations)) == game.action_count
            assert [game.number(text, seat, seats) for text in notations] == list(range(game.action_count))
    for outside in (-1, game.action_count):
        with pytest.raises(IndexError):
            game.notation(outside, 0, game.game.seats.start)


def test_what_differs_from_the_numbers_of_the_engine() -> None:
    mexica, azteco, yucatan = map(state_class, ("mexica", "azteco", "yucatan"))
    assert all(mexica.notation(n, 0, 3) == mexica.game.action(n).text for n in range(LIFT))
    assert mexica.notation(LIFT, 0, 3) == "lift G1"
    assert all(yucatan.notation(n, 1, 3) == yucatan.game.action(n).text for n in range(yucatan.action_count))
    # Azteco: seats count from the one that acts
    assert (
        azteco.number("accuse 1", 0, 4)
        == azteco.number("accuse 0", 3, 4)
        == azteco.game.index(azteco.game.parse("accuse 1"))
    )
    assert azteco.number("steal 0 R", 2, 3) == azteco.game.index(azteco.game.parse("steal 1 R"))
    assert azteco.number("claim BB", 2, 3) == azteco.game.index(azteco.game.parse("claim BB"))


def test_what_has_no_number_is_refused() -> None:
    mexica = state_class("mexica")
    for text in ("lift A1", "lift H7", "shift G1 G2 h", "canal A1"):
        with pytest.raises(ValueError):
            mexica.number(text, 0, 3)
    for text in ("lift", "dance K5"):
        with pytest.raises(Unreadable):
            mexica.number(text, 0, 3)


def test_a_lifted_bridge_must_be_laid_and_is_one_action_of_the_game() -> None:
    for seed in range(20):
        for state in walk("mexica", 3, seed):
            if isinstance(state, MexicaState) and state.lifted >= 0:
                (seat,) = state.actors()
                before = state.position.dump()
                number = state.legal(seat)[0]
                _, target, way = state.notation(number, seat, 3).split()
                played = state.copy()
                played.apply(seat, number)
                by_engine = state.position.copy()
                source = state.dump()["lifted"]
                by_engine.play(seat, state.game.parse(f"shift {source} {target} {way}"))
                assert played.position.dump() == by_engine.dump() != before
                assert played.dump()["lifted"] is None
                assert state.dump()["lifted"] == source, "the copy is independent"
                return
    pytest.fail("no bridge was lifted")
