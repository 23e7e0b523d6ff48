"""Checks everything in the contract that can be checked on one position."""

from __future__ import annotations

import json
from collections.abc import Iterable
from random import Random

from texcoco.game import CHANCE, Action, Position, fingerprint
from texcoco.testing.actions import check_every_action, check_legal_indices, check_listed, check_unlisted
from texcoco.testing.offers import check_costs, check_plans, check_why_not
from texcoco.testing.secrets import check_open, check_redeals_go_on, check_view
from texcoco.testing.text import dumped


def audit(position: Position, rng: Random, pool: Iterable[Action] = (), turn: int = 0) -> None:
    """Checks everything in the contract that can be checked on one position, which does not change.

    Where a game has so many actions of a kind that asking about all would take too long, `turn` says which part of them
    is asked about.
    """
    game, before = position.game, dumped(position)
    everybody = (CHANCE, *range(position.seats))
    for seat in everybody:
        actions = position.actions(seat)
        assert bool(actions) == (seat in position.actors()), f"seat {seat} is an actor exactly when it has actions"
        assert len(set(actions)) == len(actions), "an action is listed twice"
        for action in actions:
            check_listed(position, seat, action)
        check_legal_indices(position, seat, actions)
        if actions and seat != CHANCE:
            assert position.pick(seat, rng) in actions, "pick chose an action that is not listed"
        check_unlisted(position, seat, actions, rng, pool)
        check_every_action(position, seat, turn)
    if position.actors() == (CHANCE,):
        chances = position.chances()
        assert [a for a, _ in chances] == position.actions(CHANCE)
        assert all(weight > 0 for _, weight in chances)
        assert position.draw(rng) in position.actions(CHANCE)
    else:
        assert position.chances() == []

    again = game.load(json.loads(before))
    assert dumped(again) == before, "dump and load do not round-trip"
    assert again.key() == position.key()
    assert fingerprint(again) == fingerprint(position)
    assert again.actors() == position.actors()

    check_copy(position, rng)
    check_costs(position, rng)
    check_plans(position, rng)
    check_why_not(position, rng)
    for seat in (None, *range(position.seats)):
        check_view(position, seat, rng)
    check_redeals_go_on(position, rng)
    check_open(position)
    assert dumped(position) == before, "the audit changed the position"


def check_copy(position: Position, rng: Random) -> None:
    """A copy is equal, and what happens to it does not happen to the original."""
    before, copy = dumped(position), position.copy()
    assert dumped(copy) == before
    assert copy.step == position.step
    for _ in range(8):
        for seat in copy.actors()[:1]:
            copy.apply(seat, copy.draw(rng) if seat == CHANCE else copy.pick(seat, rng))
    assert dumped(position) == before, "a copy shares state with its original"
