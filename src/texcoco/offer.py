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
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from texcoco.game import Json, Plan, Position


def offer(position: Position, seat: int) -> Json:
    """`actions`; `costs` if anything costs something in this game; `plans` if there are any."""
    if not position.game.resources:
        actions = [action.text for action in position.actions(seat)]
        offered: Json = {"actions": actions}
    else:
        groups = position.actions_by_cost(seat)
        actions = [action.text for _, group in groups for action in group]
        offered = {"actions": actions}
        if actions:
            offered["costs"] = _runs((cost, len(group)) for cost, group in groups)
    if actions and (plans := position.plans(seat)):
        offered["plans"] = {**_chains(actions, plans), "costs": _runs((plan.cost, 1) for plan in plans)}
    return offered


def _runs(costs: Iterable[tuple[Mapping[str, int], int]]) -> list[list[Any]]:
    """Costs with how many have them in a row, neighbours that cost the same added up."""
    runs: list[list[Any]] = []
    for cost, count in costs:
        if runs and cost == runs[-1][0]:
            runs[-1][1] += count
        else:
            runs.append([dict(cost), count])
    return runs


def _chains(actions: Sequence[str], plans: Sequence[Plan]) -> Json:
    """Each plan as the number of what it goes on from, and the actions that it adds to that."""
    first: dict[str, int] = {}
    """The numbers of the actions that plans begin with: few of hundreds."""
    numbers = {id(plan): number for number, plan in enumerate(plans, len(actions))}
    after: list[int] = []
    added: list[list[str]] = []
    for plan in plans:
        if plan.base is None:
            length, start = 1, plan.actions[0].text
            if start not in first:
                first[start] = actions.index(start)
            after.append(first[start])
        else:
            length = len(plan.base.actions)
            after.append(numbers[id(plan.base)])
        added.append([action.text for action in plan.actions[length:]])
    return {"after": after, "actions": added}
