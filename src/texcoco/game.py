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
from bisect import bisect_left
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from random import Random
from typing import Any, ClassVar, NamedTuple, Self

from texcoco.action import Action, Numbering
from texcoco.event import Event, Json, Veil, events_for
from texcoco.options import BadOption, Options, choice, number
from texcoco.outcome import Outcome, ranks
from texcoco.paint import PLAIN, Paint
from texcoco.refusal import Illegal, Impossible, Refusal, Unreadable
from texcoco.words import Words

__all__ = [
    "CHANCE",
    "Action",
    "BadOption",
    "Event",
    "Game",
    "Illegal",
    "Impossible",
    "Json",
    "MakePart",
    "Numbering",
    "Offers",
    "Options",
    "Outcome",
    "Plan",
    "Position",
    "Refusal",
    "Unreadable",
    "Veil",
    "Views",
    "check_viewer",
    "choice",
    "events_for",
    "fingerprint",
    "make_part",
    "number",
    "ranks",
]  # fmt: skip

CHANCE = -1
"""The seat of shuffles and deals: `actors()` is `(CHANCE,)` when one is due. Written `*` in a record."""

MakePart = Callable[..., Any]
"""Makes a part of a JSON: `make_part(function, *values)` is what `function(*values)` returns, perhaps encoded."""


@dataclass(frozen=True, slots=True)
class Views:
    """A position as JSON for all viewers, with what they have in common made once."""

    public_fields: Json
    """The fields of a view that are the same for everybody."""
    own_fields: Callable[[int | None], Json]
    """Gives a viewer's other fields."""
    dump: Callable[[], Json]
    """Gives the whole position, as `Position.dump`."""


def check_viewer(seat: int | None, seats: int) -> None:
    """Raises ValueError for a viewer who is neither one of the seats nor a spectator: a number below zero must not
    count from the end of a list."""
    if seat is not None and not 0 <= seat < seats:
        raise ValueError(f"there is no seat {seat} to see this position, which has {seats} seats")


def make_part(function: Callable[..., Any], *values: Any) -> Any:
    """The plainest `MakePart`: calls the function."""
    return function(*values)


_MOST_TRIED = 250
"""How many actions `why_not` tries at most, to find the refusal that most of them get."""


class Offers(NamedTuple):
    """Legal actions of one kind that cost the same, by their notations."""

    kind: str
    cost: Mapping[str, int]
    """What each of them costs, as `Position.cost` says."""
    rests: list[str]
    """How each notation goes on after its first word (`Action.rest`)."""


class Plan(NamedTuple):
    """Several actions that a person means by one click, to be played one after the other."""

    actions: tuple[Action, ...]
    cost: Mapping[str, int]
    """What they cost together: the sum of `Position.cost` of each."""
    base: Plan | None = None
    """An earlier plan of the same list that this one begins with, so that messages need not repeat it."""


class Position(ABC):
    """The state of one game: mutable, cheap to copy, complete."""

    __slots__ = ("options", "seats", "step")

    game: ClassVar[Game]
    seats: int
    options: Any
    step: int
    """Counts up whenever the game starts to wait for somebody else (a turn, a simultaneous step, an answer in mid-turn,
    chance), and when something hidden was shown, even if the same seat goes on. Commands cite it, undo never crosses
    it, record lines break on it. It says how this object was reached, so it is in neither `dump` nor `key`."""

    # --- for everybody ---

    @abstractmethod
    def actors(self) -> tuple[int, ...]:
        """The seats that the game waits for: several at a simultaneous step, `(CHANCE,)` when chance is due, none at
        the end.
        """

    def seat_on_turn(self) -> int | None:
        """The seat whose turn it is, as `turn` of every view says; None where nobody has a turn. A game may answer it
        faster.
        """
        return self.view(None).get("turn")

    @abstractmethod
    def actions(self, seat: int) -> list[Action]:
        """Every legal action of `seat`, none when it is not an actor. For CHANCE, the actions of `chances()`."""

    @abstractmethod
    def check(self, seat: int, action: Action) -> Refusal | None:
        """Why `seat` may not do this now; None when it may. Exactly the `actions` are allowed."""

    def cost(self, seat: int, action: Action) -> Mapping[str, int]:
        """What a legal action of `seat` takes of each of the game's `resources`; what it takes nothing of is left out.

        What the action brings in is not deducted: in Mexica, `spend` costs one token, and the point that it gives is no
        cost.
        """
        return {}

    def offers(self, seat: int) -> list[Offers]:
        """The `actions` in their order, in groups that are of one kind and cost the same. Games override it where costs
        follow from the way in which the list is made, and where the actions themselves need not be listed for it.
        """
        groups: list[Offers] = []
        for action in self.actions(seat):
            cost = self.cost(seat, action)
            if not groups or groups[-1].kind != action.kind or groups[-1].cost != cost:
                groups.append(Offers(action.kind, cost, []))
            groups[-1].rests.append(action.rest)
        return groups

    def plans(self, seat: int) -> list[Plan]:
        """What one click of `seat` may mean beyond its `actions`: each plan is legal, action by action, within this
        step.

        They are sent with every state in which the seat may act, so they must be found within a few milliseconds. As
        `actions`, they depend on nothing that the seat may not know.
        """
        return []

    def why_not(self, seat: int, kind: str, place: str = "") -> Refusal | None:
        """Why `seat` can do nothing of this kind there; None exactly when one of its legal actions is of this kind and
        there.

        `kind` is the first word of a notation. `place` holds other words of it, in any order: a space, or whatever else
        is known of what was tried (`K6 3`: a temple of level 3 at K6). Empty: anywhere.
        """
        kind, words = kind.casefold(), place.casefold().split()
        if any(action.kind == kind and action.has_words(words) for action in self.actions(seat)):
            return None
        return self.likely_refusal(seat, kind, words)

    def likely_refusal(self, seat: int, kind: str, words: list[str]) -> Refusal | None:
        """The refusal of an action of this kind that has these words, where no such action is legal. What `why_not`
        answers with.

        Of all such actions, most get this one; games override it where another is more helpful.
        """
        refusals: dict[tuple[str, str], list[Refusal]] = {}
        try:
            tried = self.game.numbering.with_words(kind, words) or [self.game.parse(" ".join((kind, *words)))]
        except Unreadable as unreadable:
            return unreadable.refusal
        for action in tried[:: len(tried) // _MOST_TRIED + 1]:
            refusal = self.check(seat, action)
            if refusal is None:
                return None  # another spelling of a legal action
            refusals.setdefault((refusal.rule, refusal.key), []).append(refusal)
        return max(refusals.values(), key=len)[0]

    def play(self, seat: int, action: Action) -> list[Event]:
        """Do it and say what happened, unfiltered. Raises `Illegal` and changes nothing when it is not allowed."""
        refusal = self.check(seat, action)
        if refusal is not None:
            raise Illegal(refusal)
        before = self.copy()
        self.apply(seat, action)
        return self.events_since(before, seat, action)

    @abstractmethod
    def apply(self, seat: int, action: Action) -> None:
        """Carry out an action that is known to be legal: no check, no events. What search uses in the place of
        `play`."""

    @abstractmethod
    def events_since(self, before: Any, seat: int, action: Action) -> list[Event]:
        """What happened when `seat` did `action` in the position `before`, which led to this one. Changes neither.

        Unfiltered, and `before` is a position of the same game.
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

    def views(self, part: MakePart) -> Views:
        """All views of this position, for a server that shows it to several viewers and writes it down. They are not
        asked for anything after the position has changed, and nobody changes what they give.

        Larger parts are made by `part(function, *values)`. These functions depend on nothing but their values, which
        are hashable; so a server may keep what they return, encoded, and use it again wherever the same part is due.
        Games override this where views take long.
        """
        return Views({}, self.view, self.dump)

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

    @abstractmethod
    def redeal(self, seat: int | None, rng: Random) -> Self:
        """A copy in which all that `seat` (None: a spectator) may not know is dealt anew, among what it cannot rule
        out.

        It is drawn as `Game.guess` draws, with the same result for the same generator, from nothing but what the seat
        knows: so a search may start here, and finds out no secret. `guess` is for those who have only a view.
        """

    def pick(self, seat: int, rng: Random) -> Action:
        """One of `actions(seat)`, uniformly. Games override it where the list need not be made."""
        return rng.choice(self.actions(seat))

    def legal_indices(self, seat: int) -> list[int]:
        """The numbers of `actions(seat)`, ascending (see `Game.action`). Games override it where the list need not be
        made.
        """
        return sorted(map(self.game.index, self.actions(seat)))

    def fill_mask(self, seat: int, mask: bytearray | memoryview | Any) -> None:
        """Writes 1 into `mask` at the number of every legal action of a seat, and 0 everywhere else.

        `mask` is a writable buffer of one-byte numbers: a bytearray, or a contiguous numpy array of int8, uint8 or
        bool, as long as `Game.action_count`. A shorter one gets the numbers that it has room for.
        """
        cells = memoryview(mask).cast("B")
        cells[:] = bytes(len(cells))
        indices = self.legal_indices(seat)
        for index in indices if len(cells) >= self.game.action_count else indices[: bisect_left(indices, len(cells))]:
            cells[index] = 1

    @abstractmethod
    def key(self) -> tuple[Any, ...]:
        """Equal for two positions exactly when the rules cannot tell them apart, whatever their seats have come to
        know.
        """


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
    numbering: ClassVar[Numbering]
    """The fixed order of its actions: docs/actions.md lists it, and a test holds it."""
    resources: ClassVar[tuple[str, ...]] = ()
    """What seats pay for actions with; `resource.NAME` of the words names each, with a number `n`. Empty where nothing
    has a price.
    """

    @abstractmethod
    def start(self, seats: int, options: Options | None = None) -> Position:
        """A new game, before chance and players have done anything. Use `opening` for input from outside."""

    @abstractmethod
    def parse(self, text: str) -> Action:
        """The action that a notation means, legal now or not. Raises `Unreadable`."""

    @property
    def action_count(self) -> int:
        """How many actions seats have: their numbers are 0 to `action_count` - 1."""
        return self.numbering.action_count

    @property
    def chance_count(self) -> int:
        """How many actions chance has: their numbers follow those of the seats, from `action_count` on."""
        return self.numbering.chance_count

    def action(self, index: int) -> Action:
        """The action of a number: always the same object. Raises IndexError."""
        return self.numbering.action(index)

    def index(self, action: Action) -> int:
        """The number of an action. Raises ValueError for one that no position allows."""
        return self.numbering.index(action)

    @abstractmethod
    def load(self, data: Mapping[str, Any]) -> Position:
        """The position that a `dump` describes. Raises `Impossible` with the reason."""

    @abstractmethod
    def guess(self, view: Json, rng: Random) -> Position:
        """A full position that the seat whose `view` this is cannot tell from the true one, drawn among all such."""

    @abstractmethod
    def picture(self, view: Json, paint: Paint = PLAIN, lang: str = "en") -> str:
        """A view as a board for a terminal."""

    def holdings(self, view: Json, seat: int) -> dict[str, int]:
        """How much of each of the `resources` a seat has, as far as somebody with this view may know."""
        return {}

    def standing(self, view: Json) -> list[int]:
        """A number for each seat that says who leads, as far as somebody with this view may know."""
        return [0] * int(view["seats"])

    def sources(self, view: Json, events: Sequence[Event]) -> dict[str, list[int]]:
        """Where each seat's points come from, by a viewer's view and filtered events; `source.KEY` of the words names
        each.
        """
        return {}

    def rulebook(self, lang: str = "en") -> str:
        """The rules in our own words, as Markdown, each paragraph anchored by its ruling's id."""
        return self.words.beside(f"rules.{lang if lang in self.words.languages else 'en'}.md")

    def lesson(self) -> Json | None:
        """The script of a guided first game, `lesson.json` beside the game's code (see `texcoco.lesson`); None if there
        is none.
        """
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
