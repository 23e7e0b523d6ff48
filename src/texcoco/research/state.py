"""A game in numbers and arrays: what the adapters for PettingZoo and OpenSpiel and the vector environment are made of.

The numbers of actions are those of docs/actions.md, with two differences that make them fit for learning:

- Mexica: moving a bridge is two actions, `lift K5` and then `bridge M8 v`, instead of one of 48,140.
- Azteco: where an action names a seat (`accuse 2`), its number counts seats clockwise from the seat that acts, as
  observations do, so that one policy can play on every seat.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from functools import lru_cache
from importlib import import_module
from random import Random
from typing import Any, ClassVar, Self

from texcoco.action import Action
from texcoco.game import CHANCE, Game, Json, Outcome, Position
from texcoco.games import find
from texcoco.research import needs
from texcoco.research.layout import Layout, Numbers

with needs("research"):
    import numpy as np
    from numpy.typing import NDArray

Mask = NDArray[np.int8]
_CHANCE = (CHANCE,)

REWARDS = ("rank", "score")
"""What a game gives at its end: see `rewards`."""


class State(ABC):
    """One game under way: a position, with numbers for actions and arrays for what a seat sees.

    Observations hold what `Position.view` shows the seat and nothing else. In them seats count clockwise from the seat
    that looks: it is 0 itself, its left neighbour is 1. A spectator (None) looks from seat 0.
    """

    __slots__ = ("layout", "position")

    game: ClassVar[Game]
    action_count: ClassVar[int]
    position: Any

    def __init__(self, position: Position):
        self.position = position
        self.layout = self.layout_for(position.seats)

    @classmethod
    def start(cls, seats: int, options: Mapping[str, Any] | None = None) -> Self:
        """A new game, before chance has done anything. Raises `BadOption`."""
        return cls(cls.game.opening(seats, options))

    @classmethod
    @abstractmethod
    def layout_for(cls, seats: int) -> Layout:
        """What the numbers of an observation mean in a game of so many seats."""

    @property
    def seats(self) -> int:
        return self.position.seats

    def actors(self) -> tuple[int, ...]:
        """The seats that the game waits for; `(CHANCE,)` when chance is due, none at the end."""
        return self.position.actors()

    # --- actions ---

    @abstractmethod
    def legal(self, seat: int) -> list[int]:
        """The numbers of a seat's legal actions, ascending."""

    def fill_mask(self, seat: int, mask: Mask) -> None:
        """Writes 1 into `mask` for each legal action of a seat, and 0 everywhere else. `mask` has `action_count`
        entries."""
        mask[:] = self.shared_mask(seat)

    @abstractmethod
    def apply(self, seat: int, number: int) -> Action | None:
        """Carries out a legal action. Gives the action of the game that it was; None if it was only the first half of
        one."""

    def engine_action(self, seat: int, number: int) -> Action | None:
        """What `apply` would give, without carrying it out."""
        return self._action(number, seat, self.seats)

    @classmethod
    def notation(cls, number: int, seat: int, seats: int) -> str:
        """What a number means for a seat of a game with so many. Raises IndexError."""
        return cls._action(number, seat, seats).text

    @classmethod
    def number(cls, notation: str, seat: int, seats: int) -> int:
        """The number of an action for a seat. Raises `Unreadable`, and ValueError for what no position allows."""
        return cls.game.index(cls.game.parse(notation))

    @classmethod
    def _action(cls, number: int, seat: int, seats: int) -> Action:
        if not 0 <= number < cls.action_count:
            raise IndexError(f"{number} is the number of no action; there are {cls.action_count}")
        return cls.game.action(number)

    # --- chance ---

    def chances(self) -> list[tuple[int, int]]:
        """What chance may do now, as numbers from 0 on (those of docs/actions.md less `action_count`), with weights."""
        first = self.game.action_count
        return [(self.game.index(action) - first, weight) for action, weight in self.position.chances()]

    def apply_chance(self, number: int) -> Action:
        action = self.game.action(self.game.action_count + number)
        self.position.apply(CHANCE, action)
        return action

    def draw_chance(self, rng: Random) -> int:
        """Lets chance act until a seat is to act. Gives that seat, the first of several; -1 at the end of the game."""
        position = self.position
        while (actors := position.actors()) == _CHANCE:
            position.apply(CHANCE, position.draw(rng))
        return actors[0] if actors else -1

    def play(self, seat: int, number: int, rng: Random) -> int:
        """Carries out a legal action, and lets chance act: gives what `draw_chance` does."""
        self.apply(seat, number)
        return self.draw_chance(rng)

    # --- what is seen ---

    @abstractmethod
    def fill_observation(self, seat: int | None, numbers: Numbers) -> None:
        """Writes what a seat (None: a spectator) sees into an array of `layout.size` numbers."""

    def observation(self, seat: int | None) -> Numbers:
        numbers = np.empty(self.layout.size, np.uint8)
        self.fill_observation(seat, numbers)
        return numbers

    def mask(self, seat: int) -> Mask:
        return self.shared_mask(seat).copy()

    @abstractmethod
    def shared_mask(self, seat: int) -> Mask:
        """As `mask`, but not to be written into: another one may be the same array."""

    def text(self, seat: int | None) -> str:
        """The board as a seat sees it, for people."""
        return self.position.text(seat)

    # --- the end ---

    def outcome(self) -> Outcome | None:
        return self.position.outcome()

    # --- copies ---

    def copy(self) -> Self:
        new = object.__new__(type(self))
        new.position, new.layout = self.position.copy(), self.layout
        return new

    def redeal(self, seat: int | None, rng: Random) -> Self:
        """A copy in which all that a seat may not know is dealt anew."""
        new = self.copy()
        new.position = self.position.redeal(seat, rng)
        return new

    def dump(self) -> Json:
        """All that is needed to go on later: `restore` reads it back."""
        return {"position": self.position.dump(), "step": self.position.step}

    @classmethod
    def restore(cls, data: Json) -> Self:
        position = cls.game.load(data["position"])
        position.step = data["step"]
        return cls(position)

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        # positions refer to large tables that are not to be pickled with every game
        return _restore, (self.game.name, self.dump())


def _restore(name: str, data: Json) -> State:
    return state_class(name).restore(data)


def state_class(name: str) -> type[State]:
    """The states of a game, by the game's name."""
    game = find(name)
    return import_module(f"texcoco.research.{game.name}").STATE


def rewards(outcome: Outcome, kind: str = "rank") -> list[float]:
    """What each seat gets at the end. They add up to nothing.

    `rank`: of the other seats, the share that it beat less the share that beat it: 1, 0, -1 for three ranks.
    `score`: its score less the mean of the others'.
    """
    if kind == "rank":
        return [*_by_rank(outcome.ranks)]
    if kind == "score":
        others, total = len(outcome.ranks) - 1, sum(outcome.scores)
        return [score - (total - score) / others for score in outcome.scores]
    raise ValueError(f"rewards are {' or '.join(map(repr, REWARDS))}, not {kind!r}")


@lru_cache(maxsize=1024)
def _by_rank(ranks: tuple[int, ...]) -> tuple[float, ...]:
    others = len(ranks) - 1
    return tuple([(sum(r > mine for r in ranks) - sum(r < mine for r in ranks)) / others for mine in ranks])


def one_hot(count: int, at: int) -> list[int]:
    """`count` zeros, with a 1 at `at`; all zeros when `at` is negative."""
    found = [0] * count
    if at >= 0:
        found[at] = 1
    return found
