"""What one click may mean: ways of several steps, and what a spent action token makes possible."""

from __future__ import annotations

import json
from collections.abc import Sequence
from random import Random

import pytest

from texcoco.game import CHANCE, Action, Illegal, Plan, Position
from texcoco.games import GAMES, find
from texcoco.games.mexica import MEXICA, MexicaPosition
from texcoco.games.mexica.actions import SPEND
from texcoco.games.mexica.plans import ways
from texcoco.offer import offer

from .scene import scene


def somewhere(seed: int, tokens: int) -> MexicaPosition:
    """A position of a random game in which the seat to move has some action tokens."""
    rng = Random(seed)
    position = MEXICA.opening(2 + seed % 3)
    assert isinstance(position, MexicaPosition)
    stop = rng.randrange(40, 200)
    for _ in range(stop):
        if (
            position.phase == "turn" and position.bridges_left > 4 and rng.random() < 0.5
        ):  # more bridges than chance would lay
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


def texts(plan: Plan) -> list[str]:
    return [str(action) for action in plan.actions]


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
    for plan in position.plans(seat):
        after = position.copy()
        for action in plan.actions:
            after.play(seat, action)
        assert len(plan.actions) > 1 or plan.actions[0] not in legal
        spent = [str(action) for action in plan.actions].count("spend")
        assert (plan.cost.get("tokens", 0), plan.cost.get("points", 0)) == (spent, position.ap + spent - after.ap)
        if spent:  # not one more than it needs
            without = list(plan.actions)
            without.remove(SPEND)
            assert plan.actions[-1] == SPEND or not legal_in_order(position, seat, without)
    for other in range(position.seats):
        assert other == seat or position.plans(other) == []


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
    found = {plan.actions[-1].data[0]: plan.cost["points"] for plan in ways(position, seat)}
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
    plan = next(plan for plan in position.plans(0) if str(plan.actions[-1]) == "walk P7")
    assert plan.cost == {"points": 5}
    assert "boat O7" in texts(plan)


def test_tokens_are_spent_when_points_run_out_and_no_more_than_needed() -> None:
    position = scene("", ap=0, tokens=[4, 0, 0])
    plans = {str(plan.actions[-1]): plan for plan in position.plans(0)}
    assert (texts(plans["canal K5 K6"]), plans["canal K5 K6"].cost) == (
        ["spend", "canal K5 K6"],
        {"points": 1, "tokens": 1},
    )
    assert (texts(plans["temple K5 3"]), plans["temple K5 3"].cost["tokens"]) == (["spend"] * 3 + ["temple K5 3"], 3)
    assert not any(name.startswith("fly") for name in plans)  # five are not to be had
    assert texts(plans["walk H4"]) == ["spend", "walk H5", "spend", "walk H4"]
    assert plans["walk H4"].cost == {"points": 2, "tokens": 2}
    assert "take" not in plans  # a token for a token
    with_a_point = {str(plan.actions[-1]) for plan in scene("", ap=1, tokens=[4, 0, 0]).plans(0)}
    assert "canal K5 K6" not in with_a_point  # it is legal as it is
    assert {"fly C3", "temple K5 4"} <= with_a_point


def test_plans_are_not_too_many() -> None:
    for ap, tokens in ((0, 12), (6, 6), (1, 8)):
        position = scene("", ap=ap, tokens=[tokens, 0, 0])
        assert len(json.dumps(offer(position, 0)["plans"])) < 40_000


def test_costs_are_of_the_turn_and_of_the_actions() -> None:
    """M-AP: what the rules say that actions cost."""
    position = scene("", ap=6, tokens=[1, 0, 0])
    costs = {str(action): position.cost(0, action) for action in position.actions(0)}
    assert costs["walk H5"] == costs["canal K5"] == costs["canal K5 K6"] == costs["take"] == {"points": 1}
    assert (costs["fly C3"], costs["temple K5 4"]) == ({"points": 5}, {"points": 4})
    assert (costs["spend"], costs["end"]) == ({"tokens": 1}, {})


def test_an_offer_says_nothing_twice_and_holds_everything() -> None:
    position = somewhere(3, tokens=2)
    seat = position.turn
    offered = offer(position, seat)
    actions, plans = offered["actions"], offered["plans"]
    known = [[text] for text in actions]
    for after, added in zip(plans["after"], plans["actions"], strict=True):
        known.append(known[after] + added)
    assert known[len(actions) :] == [texts(plan) for plan in position.plans(seat)]
    assert [cost for cost, n in plans["costs"] for _ in range(n)] == [plan.cost for plan in position.plans(seat)]
    assert [cost for cost, n in offered["costs"] for _ in range(n)] == [
        position.cost(seat, action) for action in position.actions(seat)
    ]


@pytest.mark.parametrize(
    ("kind", "place", "rule"),
    [
        ("canal", "H7", "M-CANAL"),  # the palace
        ("canal", "K5 M8", "M-CANAL"),
        ("bridge", "O7", None),
        ("bridge", "K5", "M-BRDG"),
        ("shift", "", "M-RELOC"),
        ("walk", "A4", "M-FOOT"),
        ("temple", "H7 2", "M-TEMPLE"),
        ("propose", "", "M-VOTE"),
        ("found", "", "M-FOUND"),
        ("fly", "A4", "M-AP"),
        ("start", "H6", "M-FIRST"),
        ("walk", "Z99", "M-NOTE"),
        ("juggle", "", "M-NOTE"),
    ],
)
def test_what_was_tried_is_answered_with_its_ruling(kind: str, place: str, rule: str | None) -> None:
    refusal = scene("", ap=4).why_not(0, kind, place)
    assert (refusal and refusal.rule) == rule


def test_from_bridge_to_bridge_one_goes_by_boat() -> None:
    position = scene(
        """
            K  L  M  N  O
        6   .  A- .  .  B-
        7   .  =  .  .  =
        8   .  =  =  =  =
        """,
        ap=3,
    )
    refusal = position.why_not(0, "walk", "O6")
    assert refusal is not None
    assert (refusal.rule, refusal.key) == ("M-BOAT", "refuse.boat-occupied")


def test_a_game_with_secrets_offers_no_plans() -> None:
    for name in GAMES:
        if name != "mexica":
            game = find(name)
            assert not game.resources
            assert type(game.start(3)).plans is Position.plans
