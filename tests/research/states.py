"""Random games in numbers, for the tests of the research modules."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from texcoco.research.state import State, state_class

GAMES = [("mexica", 2), ("mexica", 3), ("mexica", 4), ("yucatan", 2), ("yucatan", 3), ("yucatan", 4)]
GAMES += [("azteco", seats) for seats in (3, 4, 5, 6)]


def walk(name: str, seats: int, seed: int, most: int = 10_000, **options: object) -> Iterator[State]:
    """The states of a random game, the last one included. They are one object: copy what is to be kept."""
    rng = Random(f"{name} {seats} {seed}")
    state = state_class(name).start(seats, options)
    state.draw_chance(rng)
    for _ in range(most):
        yield state
        actors = state.actors()
        if not actors:
            return
        seat = rng.choice(actors)
        numbers = state.legal(seat)
        # lifted bridges are rare in random games, and what needs the most care
        lifts = [number for number in numbers if state.notation(number, seat, seats).startswith("lift")]
        state.apply(seat, rng.choice(lifts if lifts and rng.random() < 0.5 else numbers))
        state.draw_chance(rng)
