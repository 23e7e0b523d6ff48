"""The contract that every game keeps, and that everything else is written against.

Whatever people, bots and researchers do goes through four questions to a `Position`: who may act (`actors`), what may
they do (`actions`, `check`), do it (`play`), and what does this seat see (`view`).

Three rules hold everywhere. A position holds no random generator and no seed: chance is an actor of its own, `CHANCE`,
whose results are actions like any other. What a seat may not know is in none of its views, filtered events, legal
actions or refusals. An illegal action raises `Illegal` and changes nothing.
"""

from __future__ import annotations

import hashlib
import json
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from itertools import accumulate
from random import Random
from typing import Any, ClassVar, Self

from texcoco.paint import PLAIN, Paint
from texcoco.words import Words

CHANCE = -1
"""The seat of shuffles and deals: `actors()` is `(CHANCE,)` when one is due. Written `*` in a record."""

Json = dict[str, Any]
"""A JSON object, as `json.loads` gives it."""


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Action:
    """One thing that a seat, or chance, can do. `str(action)` is its notation, and `Game.parse` reads that back.

    Games make their actions once, in tables; two actions of a game are equal when their notations are.
    """

    text: str
    kind: str
    """The first word of the notation."""
    data: tuple[int, ...] = ()
    """What the rules of the game read instead of the notation."""

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<{self.text}>"

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Action) and self.text == other.text)

    def __hash__(self) -> int:
        return hash(self.text)


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why an action is not allowed: the ruling's id, and a sentence to be said in the reader's language."""

    rule: str
    key: str
    values: Mapping[str, Any] = field(default_factory=dict[str, Any])


class Illegal(Exception):
    """Raised by `play` for an action that the rules forbid. The position has not changed."""

    def __init__(self, refusal: Refusal):
        super().__init__(f"{refusal.rule}: {refusal.key} {dict(refusal.values)}")
        self.refusal = refusal


class Unreadable(ValueError):
    """Raised by `Game.parse` for a text that is no action of the game."""

    def __init__(self, refusal: Refusal):
        super().__init__(f"{refusal.key} {dict(refusal.values)}")
        self.refusal = refusal


class Impossible(ValueError):
    """Raised by `Game.load` for a JSON that is no position of the game; the message says what is wrong with it."""


class BadOption(ValueError):
    """Raised for options, or a number of seats, that a game does not offer."""


@dataclass(frozen=True, slots=True)
class Veil:
    """Who may read one value of an event, and what the others read in its place."""

    seats: frozenset[int]
    otherwise: Any = "?"


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened. `key` names the sentence that tells it, `values` fill that sentence.

    The first event of every action has the action's notation as its value `action`.
    """

    key: str
    seat: int
    values: Mapping[str, Any] = field(default_factory=dict[str, Any])
    veils: Mapping[str, Veil] = field(default_factory=dict[str, Veil])
    only: frozenset[int] | None = None
    """The seats that hear of it at all; None: everybody."""

    def to(self, seat: int | None) -> Event | None:
        """The event as `seat` may know it (None: a spectator), or None if it hears nothing of it.

        The one place that hides parts of an event: what comes out holds nothing else.
        """
        if self.only is not None and seat not in self.only:
            return None
        if not self.veils:
            return Event(self.key, self.seat, self.values)
        values = dict(self.values)
        for name, veil in self.veils.items():
            if seat not in veil.seats:
                values[name] = veil.otherwise
        return Event(self.key, self.seat, values)

    def opened(self) -> Event:
        """The event with nothing hidden, for looking back at a game that is over."""
        return Event(self.key, self.seat, self.values)

    def dump(self) -> Json:
        """A filtered event as JSON. Refuses one that still holds something hidden."""
        if self.veils or self.only is not None:
            raise ValueError("only an event that went through `to` may leave")
        return {"key": self.key, "seat": self.seat, "values": dict(self.values)}


@dataclass(frozen=True, slots=True)
class Plan:
    """Several actions that a person means by one click, to be played one after the other."""

    actions: tuple[Action, ...]
    cost: int
    """What they cost together, in the currency of the game's `prices`."""
    tokens: int = 0
    """How many tokens are spent to pay for it."""

    def dump(self) -> Json:
        return {"actions": [str(action) for action in self.actions], "cost": self.cost, "tokens": self.tokens}


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended: a rank for each seat (1 is best, equal ranks share), the scores, and how it came about."""

    ranks: tuple[int, ...]
    scores: tuple[int, ...]
    how: str
    """A key of the game's words: `end.…`."""

    @property
    def winners(self) -> tuple[int, ...]:
        return tuple(seat for seat, rank in enumerate(self.ranks) if rank == 1)

    def dump(self) -> Json:
        return {"ranks": list(self.ranks), "scores": list(self.scores), "how": self.how, "winners": list(self.winners)}


def ranks(*orders: Sequence[Any]) -> tuple[int, ...]:
    """Competition ranks (1, 1, 3) of seats, the highest first; later orders break ties of earlier ones."""
    standings = list(zip(*orders, strict=True))
    return tuple(1 + sum(other > mine for other in standings) for mine in standings)


@dataclass(frozen=True)
class Options:
    """What a table may choose before the game starts. A game's options are a subclass with a default for every field.

    A field is a plain `bool`, or made with `choice` or `number`, which say what values there are.
    """

    @classmethod
    def read(cls, values: Mapping[str, Any]) -> Self:
        """Options from JSON; what is left out has its default. Raises `BadOption` with the reason."""
        known = {f.name: f for f in fields(cls)}
        for name, value in values.items():
            if name not in known:
                offered = ", ".join(known) or "none"
                raise BadOption(f"there is no option {name!r}; options of this game: {offered}")
            f = known[name]
            choices: tuple[Any, ...] = f.metadata.get("choices", (False, True))
            if "least" in f.metadata:
                least, most = f.metadata["least"], f.metadata["most"]
                if type(value) is not int or not least <= value <= most:
                    raise BadOption(f"option {name!r} is a whole number from {least} to {most}, not {value!r}")
            elif not any(type(value) is type(c) and value == c for c in choices):
                raise BadOption(f"option {name!r} is one of {', '.join(map(repr, choices))}, not {value!r}")
        return cls(**values)

    def dump(self) -> Json:
        """The options that are not the default."""
        return {f.name: getattr(self, f.name) for f in fields(self) if getattr(self, f.name) != f.default}

    @classmethod
    def form(cls) -> list[Json]:
        """What a lobby needs to draw a form: name, default, and choices or least and most."""
        return [
            {"name": f.name, "default": f.default, **{k: list(v) if k == "choices" else v for k, v in f.metadata.items()}}
            for f in fields(cls)
        ]


def choice(default: Any, *others: Any) -> Any:
    """A field of `Options` that is one of a few values."""
    return field(default=default, metadata={"choices": (default, *others)})


def number(default: int, least: int, most: int) -> Any:
    """A field of `Options` that is a whole number within bounds."""
    return field(default=default, metadata={"least": least, "most": most})


class Position(ABC):
    """The state of one game: mutable, cheap to copy, complete."""

    __slots__ = ("options", "seats", "step")

    game: ClassVar[Game]
    seats: int
    options: Any
    step: int
    """Counts up whenever the game starts to wait for somebody else (a turn, a simultaneous step, an answer in mid-turn,
    chance), and when something hidden was shown, even if the same seat goes on. Commands cite it, undo never crosses it,
    record lines break on it. It says how this object was reached, so it is in neither `dump` nor `key`."""

    # --- for everybody ---

    @abstractmethod
    def actors(self) -> tuple[int, ...]:
        """The seats that the game waits for: several at a simultaneous step, `(CHANCE,)` when chance is due, none at the end."""

    @abstractmethod
    def actions(self, seat: int) -> list[Action]:
        """Every legal action of `seat`, none when it is not an actor. For CHANCE, the actions of `chances()`."""

    @abstractmethod
    def check(self, seat: int, action: Action) -> Refusal | None:
        """Why `seat` may not do this now; None when it may. Exactly the `actions` are allowed."""

    def play(self, seat: int, action: Action) -> list[Event]:
        """Do it and say what happened, unfiltered. Raises `Illegal` and changes nothing when it is not allowed."""
        refusal = self.check(seat, action)
        if refusal is not None:
            raise Illegal(refusal)
        told: list[Event] = []
        self.perform(seat, action, told)
        return told

    @abstractmethod
    def perform(self, seat: int, action: Action, told: list[Event] | None) -> None:
        """Carry out a legal action, without checking, and add what happened to `told` if there is one.

        What a game implements for `play` and `apply`; callers use those.
        """

    def chances(self) -> list[tuple[Action, int]]:
        """What chance may do now, with weights. Empty when it is not chance's turn."""
        return []

    def draw(self, rng: Random) -> Action:
        """One of `chances()`, by weight."""
        results = self.chances()
        return rng.choices([a for a, _ in results], cum_weights=list(accumulate(w for _, w in results)))[0]

    @abstractmethod
    def view(self, seat: int | None, *, open: bool = False) -> Json:
        """All that `seat` (None: a spectator) may know, as JSON, and enough for it to play from.

        `open` shows it every secret as well: for looking back at a game that is over, and for nothing else.
        """

    @abstractmethod
    def outcome(self) -> Outcome | None:
        """How it ended; None while it runs."""

    @abstractmethod
    def copy(self) -> Self:
        """An independent position that is equal in every respect, `step` included."""

    @abstractmethod
    def dump(self) -> Json:
        """The whole position in the game's public JSON format; `Game.load` reads it back."""

    def text(self, seat: int | None = None, paint: Paint = PLAIN, lang: str = "en") -> str:
        """The board as `seat` (None: a spectator) sees it, for a terminal."""
        return self.game.picture(self.view(seat), paint, lang)

    def __repr__(self) -> str:
        return f"<{self.game.name}, {self.seats} seats, step {self.step}>"

    # --- for search ---

    def pick(self, seat: int, rng: Random) -> Action:
        """One of `actions(seat)`, uniformly. Games override it where the list need not be made."""
        return rng.choice(self.actions(seat))

    def apply(self, seat: int, action: Action) -> None:
        """As `play`, for an action known to be legal: no check, no events."""
        self.perform(seat, action, None)

    @abstractmethod
    def key(self) -> tuple[Any, ...]:
        """Equal for two positions exactly when the rules cannot tell them apart, whatever their seats have come to know."""


class Game(ABC):
    """A game that can be played: what it is called, how it starts, how it is written down."""

    name: ClassVar[str]
    """As in files, records and commands."""
    title: ClassVar[str]
    seats: ClassVar[range]
    rules: ClassVar[int]
    """Rises when a change of the rules would make an old game play differently."""
    options: ClassVar[type[Options]] = Options
    words: ClassVar[Words]
    prices: ClassVar[Mapping[str, int]] = {}
    """What actions cost, by their kind, for a page that says so beside its buttons; empty where nothing has a price."""

    @abstractmethod
    def start(self, seats: int, options: Options | None = None) -> Position:
        """A new game, before chance and players have done anything. Use `opening` for input from outside."""

    @abstractmethod
    def parse(self, text: str) -> Action:
        """The action that a notation means, legal now or not. Raises `Unreadable`."""

    @abstractmethod
    def load(self, data: Mapping[str, Any]) -> Position:
        """The position that a `dump` describes. Raises `Impossible` with the reason."""

    @abstractmethod
    def guess(self, view: Json, rng: Random) -> Position:
        """A full position that the seat whose `view` this is cannot tell from the true one, drawn among all such."""

    @abstractmethod
    def picture(self, view: Json, paint: Paint = PLAIN, lang: str = "en") -> str:
        """A view as a board for a terminal."""

    def plans(self, position: Position, seat: int) -> list[Plan]:
        """What one click of `seat` may mean beyond its `actions`: each plan is legal, action by action, as things are.

        Worked out only when somebody asks. A game with secrets that offers plans must read no more than the seat's view.
        """
        return []

    def standing(self, view: Json) -> list[int]:
        """A number for each seat that says who leads, as far as somebody with this view may know."""
        return [0] * int(view["seats"])

    def sources(self, view: Json, heard: Sequence[Event]) -> dict[str, list[int]]:
        """Where each seat's points come from, by what a viewer sees now and has heard; `source.KEY` of the words names each."""
        return {}

    def rulebook(self, lang: str = "en") -> str:
        """The rules in our own words, as Markdown, each paragraph anchored by its ruling's id."""
        return self.words.beside(f"rules.{lang if lang in self.words.languages else 'en'}.md")

    def lesson(self) -> Json | None:
        """The script of a guided first game, `lesson.json` beside the game's code (see `texcoco.lesson`); None if there is none."""
        try:
            return json.loads(self.words.beside("lesson.json"))
        except FileNotFoundError:
            return None

    def opening(self, seats: int, options: Mapping[str, Any] | None = None) -> Position:
        """`start` for input from outside: checks the number of seats and the options. Raises `BadOption`."""
        if type(seats) is not int or seats not in self.seats:
            raise BadOption(f"{self.name} is for {self.seats.start} to {self.seats.stop - 1} seats, not {seats!r}")
        return self.start(seats, self.options.read(options or {}))

    def say(self, lang: str, key: str, values: Mapping[str, Any], names: Sequence[str] | None = None) -> str:
        """A sentence of the game (an event, a refusal, the name of a piece) in a language; `names` are the seats'."""
        return self.words.say(lang, key, values, names)


def fingerprint(position: Position) -> str:
    """Eight hex digits of the hash of a position's `dump`, for records: a changed rule changes them.

    Hidden parts go into it, so that of a running game must never leave the referee.
    """
    data = {k: v for k, v in position.dump().items() if k not in ("format", "rules")}
    return hashlib.sha256(json.dumps(data, sort_keys=True, separators=(",", ":")).encode()).hexdigest()[:8]
