"""Players that are programs.

A bot sees what its seat sees, the view and the log of filtered events, and chooses among its legal actions. It remembers
nothing between calls but caches: it can die, restart or take over a seat at any moment.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from random import Random

from texcoco.game import Action, Event, Game, Json


@dataclass(frozen=True, slots=True)
class Clock:
    """How long a decision may take."""

    seconds: float | None = None
    """For this decision; None: as long as it likes."""


@dataclass(frozen=True, slots=True)
class Advice:
    """What a bot would do, for a person."""

    plan: tuple[Action, ...]
    """What it would play, as far as it sees ahead."""
    why: str = ""
    """In a sentence; empty when it cannot tell."""

    def __str__(self) -> str:
        plan = "; ".join(map(str, self.plan))
        return f"{plan} — {self.why}" if self.why else plan


class Bot(ABC):
    """A player that is a program. It plays one game, on any seat."""

    name: str

    def __init__(self, game: Game):
        self.game = game

    @abstractmethod
    def decide(self, seat: int, view: Json, log: Sequence[Event], actions: Sequence[Action], clock: Clock, rng: Random) -> Action:
        """One of `actions`, which are the seat's legal ones. `log` is what the seat has heard so far."""

    def explain(
        self, seat: int, view: Json, log: Sequence[Event], actions: Sequence[Action], clock: Clock, rng: Random, lang: str = "en"
    ) -> Advice:
        """What it would do here and why, in the reader's language."""
        return Advice((self.decide(seat, view, log, actions, clock, rng),))

    def close(self) -> None:
        """Frees what the bot holds (a process, say)."""


class NoSuchBot(ValueError):
    """There is no bot of that name for the game; the message lists those that there are."""


def bots(game: Game) -> tuple[str, ...]:
    """The names of the bots that play a game."""
    return ("random", "greedy") if find_spec(f"texcoco.bots.{game.name}") is not None else ("random",)


def make(name: str, game: Game) -> Bot:
    """A bot by name: `random`, `greedy`, or `program:COMMAND` for a program of anybody's (see docs/protocol.md)."""
    if name.startswith("program:"):
        from texcoco.bots.program import ProgramBot

        return ProgramBot(game, name.removeprefix("program:"))
    if name not in bots(game):
        raise NoSuchBot(f"there is no bot {name[:40]!r} for {game.name}; there are: {', '.join(bots(game))}, program:COMMAND")
    if name == "random":
        from texcoco.bots.simple import RandomBot

        return RandomBot(game)
    return import_module(f"texcoco.bots.{game.name}").Greedy(game)
