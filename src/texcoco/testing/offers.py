"""Checks costs, plans, and the reasons why something cannot be done."""

from __future__ import annotations

from collections import Counter
from functools import cache
from random import Random
from typing import TypeVar

from texcoco.game import Action, Game, Position
from texcoco.testing.actions import LARGE_BLOCK, check_sayable_once

T = TypeVar("T")

SOME = 24
"""How many actions, and plans, of a seat an audit looks at where each takes long."""


def some(items: list[T], rng: Random, most: int = SOME) -> list[T]:
    """All of them, or so many at random."""
    return items if len(items) <= most else rng.sample(items, most)


def check_costs(position: Position, rng: Random) -> None:
    """What a legal action costs, the seat has; and playing it takes exactly that, as long as the step goes on."""
    game = position.game
    for seat in range(position.seats):
        before = game.holdings(position.view(seat), seat)
        assert before.keys() == set(game.resources), f"holdings of {game.resources} are {before}"
        groups = position.offers(seat)
        assert all(rests for _, _, rests in groups), "a group of offers is empty"
        texts = [f"{kind} {rest}".rstrip() for kind, _, rests in groups for rest in rests]
        assert texts == list(map(str, position.actions(seat))), "offers are not the actions in their order"
        priced = zip(position.actions(seat), [cost for _, cost, rests in groups for _ in rests], strict=True)
        for action, cost in some(list(priced), rng):
            assert cost == position.cost(seat, action), f"{action} costs {position.cost(seat, action)}, not {cost}"
        for action in some(position.actions(seat), rng):
            cost = position.cost(seat, action)
            assert all(name in game.resources and price > 0 for name, price in cost.items()), f"{action} costs {cost}"
            assert all(before[name] >= price for name, price in cost.items()), f"{action} costs {cost} of {before}"
            after = position.copy()
            after.apply(seat, action)
            if after.step == position.step and game.resources:
                left = game.holdings(after.view(seat), seat)
                for name in game.resources:
                    paid = cost.get(name, 0)
                    exact = before[name] - left[name] == paid
                    assert exact or (not paid and left[name] > before[name]), (
                        f"{action} costs {cost}, yet {name} go from {before[name]} to {left[name]}"
                    )


def check_plans(position: Position, rng: Random) -> None:
    """A plan is no single legal action, legal from its first action to its last within the step, and costs what these
    cost."""
    for seat in range(position.seats):
        plans = position.plans(seat)
        known: set[tuple[Action, ...]] = {(action,) for action in position.actions(seat)} if plans else set()
        for plan in plans:
            assert plan.actions not in known, f"{plan.actions} is a legal action, or listed twice"
            known.add(plan.actions)
            if plan.base is not None:
                assert plan.base.actions in known, f"{plan.actions} begins with a plan that is not listed before it"
                assert plan.actions[: len(plan.base.actions)] == plan.base.actions, f"{plan.actions} has a wrong base"
        for plan in some(plans, rng):
            after = position.copy()
            cost = Counter[str]()
            for action in plan.actions:
                assert after.step == position.step, f"{plan.actions} goes on beyond the step"
                cost.update(after.cost(seat, action))
                after.play(seat, action)
            assert dict(cost) == plan.cost, f"{plan.actions} costs {dict(cost)}, not {plan.cost}"


PLACES = 2
"""So many words of each kind of action an audit asks `why_not` about."""


def check_why_not(position: Position, rng: Random) -> None:
    """It is None exactly when a legal action has that kind and these words; else it names a ruling and can be said."""
    game = position.game
    for seat in range(position.seats):
        legal = position.actions(seat)
        kinds = list(words_by_kind(game).items())
        for kind, words in kinds if legal else some(kinds, rng, 1):
            for place in ("", *some(words, rng, PLACES)):
                allowed = any(action.kind == kind and action.has_words(place.split()) for action in legal)
                refusal = position.why_not(seat, kind, place)
                assert (refusal is None) == allowed, f"why_not of {kind} at {place!r} is {refusal}"
                if refusal is not None:
                    check_sayable_once(game, refusal)
        for kind, place in (("", ""), ("nonsense", ""), (next(iter(words_by_kind(game))), "nonsense 0")):
            refusal = position.why_not(seat, kind, place)
            assert refusal is not None, f"{kind} at {place!r} is allowed"
            check_sayable_once(game, refusal)


@cache
def words_by_kind(game: Game) -> dict[str, list[str]]:
    """By kind of action, the words that its notations have, and some pairs of them; what is computed is not gone
    through."""
    found: dict[str, set[str]] = {}
    for numbers in game.numbering.ranges.values():
        if numbers.start < game.action_count:
            for number in numbers[:: max(1, len(numbers) // LARGE_BLOCK)]:
                kind, *words = str(game.action(number)).split()
                found.setdefault(kind, set()).update((*words, " ".join(words[:2])))
    return {kind: sorted(words - {""}) for kind, words in found.items()}
