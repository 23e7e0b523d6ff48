"""The engines that are compared, each behind the same three questions.

Everywhere the decisions of players are counted, and what chance does in between is not, but its time is. No engine is
asked to check an action that it listed itself.
"""

from __future__ import annotations

import random
from random import Random
from typing import Any, Protocol

from texcoco.game import CHANCE, Game, Json, Position
from texcoco.games import GAMES, find

REDEALS = 50
"""How often in a row a position is dealt anew."""


class Engine(Protocol):
    name: str
    picks: bool
    """Whether it can sample an action without listing all of them."""

    # Plays a random game; gives how many actions were played, and listed. Copies of all its positions go to `kept`.
    def play(self, rng: Random, lists: bool = True, kept: list[Any] | None = None) -> tuple[int, int]: ...
    # Lists the legal actions of all these positions; gives how many there are.
    def list_all(self, positions: list[Any]) -> int: ...
    def copy_all(self, positions: list[Any]) -> list[Any]: ...


class Ours:
    """A game of Texcoco, by the part of the contract that is for search: `pick` or `actions`, `apply`, `copy`."""

    picks = True

    def __init__(self, game: Game, seats: int):
        self.game, self.seats, self.name = game, seats, f"{game.name}, {seats} seats"

    def play(self, rng: Random, lists: bool = True, kept: list[Position] | None = None) -> tuple[int, int]:
        position, played, listed = self.game.start(self.seats), 0, 0
        while actors := position.actors():
            seat = actors[0]
            if seat == CHANCE:
                position.apply(CHANCE, position.draw(rng))
                continue
            if kept is not None:
                kept.append(position.copy())
            if lists:
                legal = position.actions(seat)
                listed += len(legal)
                position.apply(seat, legal[int(rng.random() * len(legal))])
            else:
                position.apply(seat, position.pick(seat, rng))
            played += 1
        return played, listed

    def list_all(self, positions: list[Position]) -> int:
        return sum([len(position.actions(position.actors()[0])) for position in positions])

    def copy_all(self, positions: list[Position]) -> list[Position]:
        return [position.copy() for position in positions]

    def number_all(self, positions: list[Position]) -> int:
        """As `list_all`, by numbers."""
        return sum([len(position.legal_indices(position.actors()[0])) for position in positions])

    def redeal_all(self, positions: list[Position], rng: Random) -> int:
        """Deals what the seat to act cannot know anew, some times in each position, as a search does; gives how often
        in all.
        """
        dealt = 0
        for position in positions:
            seat = position.actors()[0]
            dealt += len([position.redeal(seat, rng) for _ in range(REDEALS)])
        return dealt

    def views(self, positions: list[Position]) -> list[Json]:
        return [position.view(position.actors()[0]) for position in positions]

    def guess_all(self, views: list[Json], rng: Random) -> int:
        for view in views:
            self.game.guess(view, rng)
        return len(views)


class Catanatron:
    """Catan for four: a loop over `Game.execute` without its check, which is faster than `Game.play` with
    `RandomPlayer`s.

    Dice and cards are drawn within its actions, by the generator of the module `random`.
    """

    name, picks = "Catanatron, 4 seats", False

    def __init__(self) -> None:
        import catanatron.game  # pyright: ignore
        import catanatron.models.actions  # pyright: ignore

        self.module: Any = catanatron
        random.seed(1)

    def play(self, rng: Random, lists: bool = True, kept: list[Any] | None = None) -> tuple[int, int]:
        game = self.module.Game([self.module.RandomPlayer(color) for color in self.module.Color])
        state, limit, played, listed = game.state, self.module.game.TURNS_LIMIT, 0, 0
        while game.winning_color() is None and state.num_turns < limit:
            if kept is not None:
                kept.append(game.copy())
            legal = state.playable_actions
            listed += len(legal)
            game.execute(legal[int(rng.random() * len(legal))], validate_action=False)
            played += 1
        return played, listed

    def list_all(self, positions: list[Any]) -> int:
        listing = self.module.models.actions.generate_playable_actions  # what `execute` calls after every action
        return sum([len(listing(game.state)) for game in positions])

    def copy_all(self, positions: list[Any]) -> list[Any]:
        return [game.copy() for game in positions]


class OpenSpiel:
    """A game of OpenSpiel, by its Python interface."""

    picks = False

    def __init__(self, game: str, name: str):
        import open_spiel.python.games  # noqa: F401  # pyright: ignore  (registers the games that are written in Python)
        import pyspiel  # pyright: ignore

        self.game: Any = pyspiel.load_game(game)  # pyright: ignore
        self.name = name

    def play(self, rng: Random, lists: bool = True, kept: list[Any] | None = None) -> tuple[int, int]:
        state, played, listed = self.game.new_initial_state(), 0, 0
        while not state.is_terminal():
            if state.is_chance_node():
                results, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choices(results, weights)[0])
                continue
            if kept is not None:
                kept.append(state.clone())
            legal = state.legal_actions()
            listed += len(legal)
            state.apply_action(legal[int(rng.random() * len(legal))])
            played += 1
        return played, listed

    def list_all(self, positions: list[Any]) -> int:
        return sum([len(state.legal_actions()) for state in positions])

    def copy_all(self, positions: list[Any]) -> list[Any]:
        return [state.clone() for state in positions]


CATANATRON, HIVE, DOMINOES = (
    Catanatron.name,
    "OpenSpiel hive (C++), 2 seats",
    "OpenSpiel team dominoes (Python), 4 seats",
)


def ours() -> list[Ours]:
    """Every registered game, with two, three and four seats where it has them."""
    return [Ours(game, seats) for game in map(find, GAMES) for seats in game.seats if seats in (2, 3, 4)]


def peers() -> list[Engine]:
    return [Catanatron(), OpenSpiel("hive", HIVE), OpenSpiel("python_team_dominoes", DOMINOES)]
