"""What a seat may do, as JSON: its legal actions with their costs, and plans of several actions for one click.

    {"actions": ["spend", "walk H5", "canal K5"],
     "costs": [[{"tokens": 1}, 1], [{"points": 1}, 2]],
     "plans": {"after": [1, 3],
               "actions": [["walk H4"], ["walk H3"]],
               "costs": [[{"points": 2}, 1], [{"points": 3}, 1]]}}

States of tables and steps of lessons hold these fields. Costs are in the order of the actions; those in a row that
cost the same are one entry with their number. A plan goes on from what its number in `after` names: an action of
`actions` or, counting on from those, an earlier plan. So a way of five steps is one action more than the way of four,
and nothing is sent twice.

Actions can be written shorter, in groups that begin alike, which is a third of the length where there are hundreds:

    {"grouped": [["spend", ""], ["walk ", "H5"], ["canal ", "K5;K6;L5 L6"]]}

Each ending, after its group's beginning, is an action; in the order of the groups they are `actions`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain, groupby
from operator import attrgetter
from typing import Any

from texcoco.game import Action, Json, Offers, Plan, Position

_kind = attrgetter("kind")


def offer(position: Position, seat: int, *, grouped: bool = False) -> Json:
    """`actions` (or `grouped`); `costs` if anything costs something in this game; `plans` if there are any."""
    offered: Json = {}
    if position.game.resources:
        groups = position.offers(seat)
        if groups:
            offered["costs"] = _runs([(cost, len(rests)) for _, cost, rests in groups])
    else:
        by_kind = groupby(position.actions(seat), _kind)
        groups = [Offers(kind, {}, [action.rest for action in actions]) for kind, actions in by_kind]
    if grouped:
        offered["grouped"] = list(chain.from_iterable(map(_shortened, groups)))
    else:
        offered["actions"] = [text for group in groups for text in _texts(group)]
    if groups and (plans := position.plans(seat)):
        offered["plans"] = _chains(groups, plans)
    return offered


def _texts(group: Offers) -> list[str]:
    return [f"{group.kind} {rest}" if rest else group.kind for rest in group.rests]


def _shortened(group: Offers) -> list[tuple[str, str]]:
    """Actions of one kind as what they begin with, and how they go on from there."""
    kind, _, rests = group
    if len(rests) > 1:
        ends = ";".join(rests)
        if ends.count(";") < len(rests):  # no notation has semicolons of its own
            return [(kind + " ", ends)]
    return [(text, "") for text in _texts(group)]


def _runs(costs: Iterable[tuple[Mapping[str, int], int]]) -> list[list[Any]]:
    """Costs with how many have them in a row, neighbours that cost the same added up."""
    runs: list[list[Any]] = []
    last: Mapping[str, int] | None = None
    for cost, count in costs:
        if cost is last or cost == last:
            runs[-1][1] += count
        else:
            runs.append([dict(cost), count])
            last = cost
    return runs


def _chains(groups: Sequence[Offers], plans: Sequence[Plan]) -> Json:
    """Each plan as the number of what it goes on from, and the actions that it adds to that; and what plans cost."""
    first: dict[str, int] = {}
    """The numbers of the actions that plans begin with: few of hundreds."""
    numbers: dict[int, int] = {}
    number = sum([len(rests) for _, _, rests in groups])
    after: list[int] = []
    added: list[list[str]] = []
    for plan in plans:
        actions, _, base = plan
        if base is None:
            start = actions[0].text
            if start not in first:
                first[start] = _number(groups, actions[0])
            after.append(first[start])
            length = 1
        else:
            after.append(numbers[id(base)])
            length = len(base.actions)
        added.append([action.text for action in actions[length:]])
        numbers[id(plan)] = number
        number += 1
    return {"after": after, "actions": added, "costs": _runs([(plan.cost, 1) for plan in plans])}


def _number(groups: Sequence[Offers], action: Action) -> int:
    """The number of an action among those of all groups, counted on."""
    before = 0
    rest = action.rest
    for kind, _, rests in groups:
        if kind == action.kind and rest in rests:
            return before + rests.index(rest)
        before += len(rests)
    raise ValueError(f"{action} is not legal, and a plan begins with it")
