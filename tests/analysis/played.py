"""Games for the tests of the analysis: short records of quick bots."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from texcoco.arena.match import Fixture, play
from texcoco.game import Position
from texcoco.games import find
from texcoco.record import Record

SEATS = [("mexica", 2), ("mexica", 3), ("mexica", 4), ("yucatan", 2), ("yucatan", 3), ("yucatan", 4),
         ("azteco", 3), ("azteco", 4), ("azteco", 5), ("azteco", 6)]  # fmt: skip
"""Every game with every number of seats."""


@cache
def record_text(game: str, seats: int, bot: str = "1", seed: int = 1) -> str:
    """The record of a whole game."""
    return play(Fixture(game, {}, 0, (bot,) * seats, 0, 0, seed)).record


def record(game: str, seats: int, bot: str = "1", seed: int = 1) -> Record:
    return Record.parse(record_text(game, seats, bot, seed))


def positions(game: str, seats: int, every: int = 1) -> Iterator[Position]:
    """Positions of a game, from its opening on to its end: one of so many."""
    yield find(game).opening(seats)
    position = None
    for number, (position, _, _) in enumerate(record(game, seats).positions()):
        if number % every == 0:
            yield position
    assert position is not None
    yield position
