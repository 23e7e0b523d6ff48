"""Players that are programs.

A bot sees what its seat sees, the view and the filtered events, and chooses among its legal actions. It remembers
nothing between calls but caches: it can die, restart or take over a seat at any moment.
"""

from __future__ import annotations

import os
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from importlib.util import find_spec
from random import Random
from typing import Any

from texcoco.game import Action, Event, Game, Json
from texcoco.words import Words

WORDS = Words(__name__)


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
    names: Sequence[str] | None = None
    """What the seats are called in what it explains; None: by their colours."""

    def __init__(self, game: Game):
        self.game = game

    @abstractmethod
    def decide(
        self, seat: int, view: Json, events: Sequence[Event], actions: Sequence[Action], clock: Clock, rng: Random
    ) -> Action:
        """One of `actions`, which are the seat's legal ones. `events` are those so far, as the seat may know them."""

    def explain(
        self,
        seat: int,
        view: Json,
        events: Sequence[Event],
        actions: Sequence[Action],
        clock: Clock,
        rng: Random,
        lang: str = "en",
    ) -> Advice:
        """What it would do here and why, in the reader's language."""
        return Advice((self.decide(seat, view, events, actions, clock, rng),))

    def close(self) -> None:
        """Frees what the bot holds (a process, say)."""


class NoSuchBot(ValueError):
    """There is no bot of that name for the game; the message lists those that there are."""


class BrokenBot(NoSuchBot):
    """A bot of another package that cannot be imported; the message says why."""


Factory = Callable[[Any], Bot]
"""Makes a bot for a game: a subclass of `Bot`, or a function."""

LEVELS = ("1", "2", "3", "4", "5")
"""The names of the levels, the weakest first."""

GROUP = "texcoco.bots"
VARIABLE = "TEXCOCO_BOTS"


def bots(game: Game) -> tuple[str, ...]:
    """The names of all bots that play a game, programs apart: ours, then those of other packages."""
    return ("random", *_built_in(game.name), *_others(game.name))


def offered(game: Game) -> tuple[str, ...]:
    """The bots that people are offered as opponents, the weakest first: the levels, and bots of other packages. Where a
    game has no levels, all of its bots."""
    levels = tuple(name for name in bots(game) if name in LEVELS)
    return tuple(dict.fromkeys((*levels, *_others(game.name)))) if levels else bots(game)


def usual(game: Game) -> str:
    """The opponent of whoever names none: neither a fool nor a master."""
    return _first_of(game, "3", "greedy")


def adviser(game: Game) -> str:
    """The bot that gives hints, and plays on for whoever leaves: strong, and answers within half a second."""
    return _first_of(game, "4", "greedy")


def title(name: str, lang: str) -> str:
    """What people call a bot: the name of its level in their language, else its own."""
    key = f"bot.{name}"
    return WORDS.say(lang, key) if WORDS.has(key) else name


def check_name(name: str, game: Game) -> None:
    """Raises `NoSuchBot` unless there is such a bot for the game. No program is started."""
    if not name.startswith("program:") and name not in bots(game):
        raise NoSuchBot(
            f"there is no bot {name[:40]!r} for {game.name}; there are: {', '.join(bots(game))}, program:COMMAND"
        )


def make(name: str, game: Game) -> Bot:
    """A bot by name: one of `bots(game)`, or `program:COMMAND` for a program of anybody's (see docs/protocol.md)."""
    if name.startswith("program:"):
        from texcoco.bots.program import ProgramBot

        return ProgramBot(game, name.removeprefix("program:"))
    check_name(name, game)
    if name == "random":
        from texcoco.bots.simple import RandomBot

        return RandomBot(game)
    if name in _built_in(game.name):
        return _built_in(game.name)[name](game)
    return _make_foreign(name, _others(game.name)[name], game)


def _first_of(game: Game, *names: str) -> str:
    known = bots(game)
    return next((name for name in names if name in known), known[-1])


def _built_in(game: str) -> Mapping[str, Factory]:
    """The bots of this package for a game, except `random`."""
    module = f"{__name__}.{game}"
    return import_module(module).BOTS if find_spec(module) is not None else {}


@cache
def _others(game: str) -> Mapping[str, str]:
    """Bots of other packages and of the environment variable, and where they are to be found, `module:name`.

    A package names them in its entry points `texcoco.bots`, the environment variable `TEXCOCO_BOTS` has them with
    commas between: `mexica.builder = my_package:Builder` is the bot `builder` for Mexica.
    """
    others = {point.name: point.value for point in entry_points(group=GROUP)}
    for part in filter(None, os.environ.get(VARIABLE, "").split(",")):
        name, _, place = part.strip().partition("=")
        others[name.strip()] = place.strip()
    ours = {"random", *_built_in(game)}
    named = ((name.partition("."), place) for name, place in others.items())
    return {name: place for (owner, _, name), place in named if owner == game and name not in ours}


def _make_foreign(name: str, place: str, game: Game) -> Bot:
    module, _, attribute = place.partition(":")
    try:
        bot = getattr(import_module(module), attribute)(game)
    except Exception as error:
        raise BrokenBot(f"the bot {name} ({place}) cannot be made: {type(error).__name__}: {error}") from error
    if not isinstance(bot, Bot):
        raise BrokenBot(f"{place} makes no bot of texcoco.bots.Bot, but {type(bot).__name__}")
    return bot
