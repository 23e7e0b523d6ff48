"""What one click may mean: ways of several steps, and what a spent action token makes possible."""

from __future__ import annotations

import json
import time
from collections.abc import Sequence
from random import Random

import pytest

from texcoco.game import CHANCE, Action, Illegal
from texcoco.games import GAMES, find
from texcoco.games.mexica import MEXICA, MexicaPosition
from texcoco.games.mexica.plans import ways

from .scene import scene


def somewhere(seed: int, tokens: int) -> MexicaPosition:
    """A position of a random game in which the seat to move has some action tokens."""
    rng = Random(seed)
    position = MEXICA.opening(2 + seed % 3)
    assert isinstance(position, MexicaPosition)
    stop = rng.randrange(40, 200)
    for _ in range(stop):
        if position.phase == "turn" and position.bridges_left > 4 and rng.random() < 0.5:  # more bridges than chance would lay
            wanted = [a for a in position.actions(position.turn) if a.kind in ("bridge", "walk", "boat")]
            if wanted:
                position.apply(position.turn, rng.choice(wanted))
                continue
        for seat in position.actors()[:1]:
            position.apply(seat, position.draw(rng) if seat == CHANCE else position.pick(seat, rng))
    while position.phase not in ("turn", "over"):
        seat = position.actors()[0]
        position.apply(seat, position.draw(rng) if seat == CHANCE else position.pick(seat, rng))
    more = min(tokens, position.token_supply)
    position.tokens[position.turn] += more
    position.token_supply -= more
    return position


def cheapest(position: MexicaPosition) -> dict[int, int]:
    """By brute force: what it costs to get to each space on foot and by boat, with all tokens spent."""
    seat = position.turn
    rich = position.copy()
    while rich.tokens[seat]:
        rich.play(seat, MEXICA.parse("spend"))
    best = {rich.pawns[seat]: rich.ap}
    frontier = [rich]
    while frontier:
        after: list[MexicaPosition] = []
        for before in frontier:
            for action in before.actions(seat):
                if action.kind in ("walk", "boat"):
                    now = before.copy()
                    now.play(seat, action)
                    if now.ap > best.get(now.pawns[seat], -1):
                        best[now.pawns[seat]] = now.ap
                        after.append(now)
        frontier = after
    return {space: rich.ap - left for space, left in best.items()}


def legal_in_order(position: MexicaPosition, seat: int, actions: Sequence[Action]) -> bool:
    after = position.copy()
    try:
        for action in actions:
            after.play(seat, action)
    except Illegal:
        return False
    return True


@pytest.mark.parametrize("seed", range(24))
def test_every_plan_is_legal_in_its_order_and_no_single_action(seed: int) -> None:
    position = somewhere(seed, tokens=seed % 4)
    seat = position.turn
    legal = set(position.actions(seat)) if position.phase == "turn" else set()
    for plan in MEXICA.plans(position, seat):
        after = position.copy()
        for action in plan.actions:
            after.play(seat, action)
        assert len(plan.actions) > 1 or plan.actions[0] not in legal
        spent = [str(action) for action in plan.actions].count("spend")
        assert (plan.tokens, plan.cost) == (spent, position.ap + spent - after.ap)
        if spent:  # not one more than it needs
            assert not legal_in_order(position, seat, plan.actions[1:])
    for other in range(position.seats):
        assert other == seat or MEXICA.plans(position, other) == []


@pytest.mark.parametrize("seed", range(12))
def test_ways_are_the_cheapest_there_are(seed: int) -> None:
    position = somewhere(seed, tokens=seed % 3)
    seat = position.turn
    if position.phase != "turn":
        return
    at_once = {}
    for action in position.actions(seat):
        if action.kind in ("walk", "boat"):
            after = position.copy()
            after.play(seat, action)
            at_once[action.data[0]] = position.ap - after.ap
    found = {plan.actions[-1].data[0]: plan.cost for plan in ways(position, seat)}
    best = cheapest(position)
    del best[position.pawns[seat]]
    assert found == {space: cost for space, cost in best.items() if cost < at_once.get(space, cost + 1)}


def test_a_way_goes_over_bridges_and_by_boat() -> None:
    position = scene(
        """
            J  K  L  M  N  O
        5   A  .  .  .  .  .
        6   .  .  -  .  .  =
        7   .  .  =  .  .  -
        8   .  .  =  =  =  =
        """,
        ap=6,
    )
    plan = next(plan for plan in MEXICA.plans(position, 0) if str(plan.actions[-1]) == "walk P7")
    assert plan.dump() == {"actions": ["walk J6", "walk K6", "walk L6", "boat O7", "walk P7"], "cost": 5, "tokens": 0} or plan.cost == 5
    assert "boat O7" in plan.dump()["actions"]


def test_tokens_are_spent_first_and_no_more_than_needed() -> None:
    position = scene("", ap=0, tokens=[4, 0, 0])
    plans = {str(plan.actions[-1]): plan for plan in MEXICA.plans(position, 0)}
    assert plans["canal K5 K6"].dump() == {"actions": ["spend", "canal K5 K6"], "cost": 1, "tokens": 1}
    assert plans["temple K5 3"].tokens == 3
    assert not any(name.startswith("fly") for name in plans)  # five are not to be had
    assert plans["walk H4"].dump() == {"actions": ["spend", "spend", "walk H5", "walk H4"], "cost": 2, "tokens": 2}
    assert "take" not in plans  # a token for a token
    with_a_point = {str(plan.actions[-1]) for plan in MEXICA.plans(scene("", ap=1, tokens=[4, 0, 0]), 0)}
    assert "canal K5 K6" not in with_a_point  # it is legal as it is
    assert {"fly C3", "temple K5 4"} <= with_a_point


def test_plans_come_quickly_and_are_not_too_many() -> None:
    for ap, tokens in ((0, 12), (6, 6), (1, 8)):
        position = scene("", ap=ap, tokens=[tokens, 0, 0])
        began = time.process_time()
        plans = MEXICA.plans(position, 0)
        took = time.process_time() - began
        assert len(json.dumps([plan.dump() for plan in plans])) < 100_000
        assert took < 0.25, took  # five times what it takes on a machine that has nothing else to do


def test_prices_are_what_actions_cost() -> None:
    position = scene("", ap=6)
    for kind, price in MEXICA.prices.items():
        for action in position.actions(0):
            if action.kind == kind:
                after = position.copy()
                after.play(0, action)
                assert position.ap - after.ap == price, action
                break
    assert MEXICA.prices["fly"] == 5


def test_a_game_with_secrets_offers_no_plans() -> None:
    for name in GAMES:
        if name != "mexica":
            game = find(name)
            assert type(game).plans is type(game).__mro__[1].plans
            assert not game.prices
