"""Each seat's chance to win, by what a seat may know."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from random import Random
from typing import Any

from texcoco.analysis.model import Described, Model, as_chances, load_model
from texcoco.game import Game, Json, Position
from texcoco.games import find

GAMES = ("mexica", "yucatan", "azteco")
"""The games that can be analysed."""
Chances = tuple[float, ...]
"""A probability for each seat; they sum to 1."""
Describe = Callable[[Position, int | None], Described]


class NoAnalysis(ValueError):
    """A game that cannot be analysed."""


def check_game(game: Game) -> None:
    """Raises `NoAnalysis` unless the game can be analysed."""
    if game.name not in GAMES:
        raise NoAnalysis(f"{game.name} cannot be analysed; these games can: {', '.join(GAMES)}")


def chances(position: Position | Mapping[str, Any], seat: int | None = None) -> Chances:
    """How likely each seat is to win, by all that `seat` may know; None: by everything.

    `position` may also be a view (`Position.view`) with the name of its game in `game`; then its own seat is the one
    whose knowledge counts, and of a spectator's view that of a spectator. Of a game that is over, who has won.
    """
    if not isinstance(position, Position):
        return _chances_of_view(dict(position))
    check_game(position.game)
    outcome = position.outcome()
    if outcome is not None:
        return tuple(1 / len(outcome.winners) if s in outcome.winners else 0.0 for s in range(position.seats))
    described = describer(position.game.name)(position, seat)
    return as_chances(load_model(position.game.name, position.seats).strengths(described))


def _chances_of_view(view: Json) -> Chances:
    """A guess from the view is the same to its seat as the true position; what differs is not read."""
    game = find(str(view.get("game")))
    seat: int | None = view.get("seat")
    guess = game.guess(view, Random(0))
    if seat is not None:
        return chances(guess, seat)
    check_game(game)
    if guess.outcome() is not None or game.name != "azteco":
        return chances(guess, None)
    from texcoco.analysis.azteco import describe_view

    return as_chances(load_model(game.name, guess.seats).strengths(describe_view(view, None)))


def describer(game: str) -> Describe:
    """What describes positions of a game."""
    return import_module(f"texcoco.analysis.{game}").describe


def model(position: Position) -> Model:
    """The weights for a position's game and number of seats."""
    return load_model(position.game.name, position.seats)
