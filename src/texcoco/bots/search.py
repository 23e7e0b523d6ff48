"""Searching for good turns: machinery that bots of several games share."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from heapq import nsmallest
from typing import TypeVar

from texcoco.game import Action, Position

P = TypeVar("P", bound=Position)


def best_turn(
    position: P,
    seat: int,
    ideas: Callable[[P], Iterable[tuple[Action, ...]]],
    worth: Callable[[P], float],
    left: Callable[[P], int],
    width: int,
) -> tuple[list[Action], float]:
    """The best sequence of ideas for `seat` within one turn, by beam search, and what it is worth.

    An idea is a few actions that belong together. `worth` says how good it is to stop at a position, `left` how much
    can still be spent there: only positions with as much left are compared, and the `width` best of them carried on.
    The turn is never ended by it.
    """
    frontier: list[tuple[P, list[Action]]] = [(position, [])]
    best, best_worth = list[Action](), worth(position)
    seen = {position.key()}
    while frontier:
        reached: dict[int, list[tuple[float, int, P, list[Action]]]] = {}
        for before, plan in frontier:
            for idea in ideas(before):
                after = before.copy()
                for action in idea:
                    after.apply(seat, action)
                key = after.key()
                if key in seen or after.step != before.step:
                    continue
                seen.add(key)
                value, longer = worth(after), [*plan, *idea]
                if value > best_worth:
                    best, best_worth = longer, value
                reached.setdefault(left(after), []).append((-value, len(seen), after, longer))
        frontier = [(after, plan) for rivals in reached.values() for _, _, after, plan in nsmallest(width, rivals)]
    return best, best_worth
