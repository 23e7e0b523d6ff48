"""A position of Yucatán: what stands where, who holds what, whose turn it is.

What is legal is in `moves.py`, why something is not in `refusals.py`, what actions do in `transitions.py`, the events
of actions in `events.py`, what follows about hidden guilds in `knowledge.py`.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any, Self

from texcoco.game import (
    CHANCE,
    Action,
    Event,
    Json,
    MakePart,
    Options,
    Outcome,
    Position,
    Refusal,
    Views,
    choice,
    number,
    ranks,
)
from texcoco.games.bits import spaces
from texcoco.games.yucatan import events, moves, refusals, transitions, view
from texcoco.games.yucatan.actions import ACTIONS, FIRST, MARCHES, NUMBERS, Ways
from texcoco.games.yucatan.board import BOARDS, Board
from texcoco.games.yucatan.knowledge import Hidden, Limit
from texcoco.games.yucatan.likely_action import likely_action
from texcoco.games.yucatan.pieces import EACH, GUILDS, LEVELS, PRISONERS

PHASES = ("first", "large", "small", "neutral", "warriors", "turn", "steal", "dismiss", "over")
_ACTORS = ((0,), (1,), (2,), (3,))


@dataclass(frozen=True)
class YucatanOptions(Options):
    """What a table may choose."""

    rounds: int = number(150, 50, 500)
    """The game ends after so many rounds, finished or not (Y49)."""
    strict_river: bool = True
    """Two spaces along a river: all three must lie beside one; if not strict, the two that are entered (Y4)."""
    first: str = choice("random", "0", "1", "2", "3")
    """Who plays first (Y50)."""


class YucatanPosition(Position):
    """A position of Yucatán. Sets of spaces are integers; a warrior is known by the space he stands on.

    Copies share lists and dictionaries, so these are never changed, only replaced (see `transitions`).
    """

    __slots__ = (
        "board", "built", "first", "guild", "held", "hidden", "large", "levels", "limits", "load", "marches", "men",
        "neutral", "owes", "pawns", "phase", "reach", "reserve", "round", "shown", "sites", "supply", "thief", "turn",
        "villages",
    )  # fmt: skip

    options: YucatanOptions
    board: Board
    marches: Ways[Action]

    def __init__(self, seats: int, options: YucatanOptions):
        self.seats, self.options, self.step = seats, options, 0
        self.board, self.marches = BOARDS[seats], MARCHES[seats, options.strict_river]
        self.phase = "first"
        self.first = self.turn = self.round = 0
        """Who plays first, whose turn it is, which round it is (0: set-up)."""
        self.owes = -1
        """The seat that must take a warrior off the board (Y34), else -1."""
        self.thief = -1
        """The space of the warrior who may steal from a city (Y44), else -1."""
        self.villages = [0] * seats
        self.large = 0
        """Those of the villages, of any seat, that are large."""
        self.neutral = 0
        self.men = [0] * seats
        """Where the warriors of each seat stand."""
        self.guild: dict[int, int] = {}
        """The guild of each warrior on the board, by space. A secret of the owner's: nobody else gets to see it by
        accident, so the rulebook's exchange of a warrior who was seen is left out (Y37)."""
        self.load: dict[int, int] = {}
        """The prisoners that a warrior leads, by space; only where there are any."""
        self.shown = 0
        """The warriors whose guild combat has shown since they came to the board (Y36)."""
        self.limits: tuple[Limit, ...] = ()
        """What else follows from what combat showed."""
        self.hidden: tuple[Hidden, ...] | None = None
        """What follows from both for each seat's other warriors; worked out when a redeal needs it."""
        self.reserve = [EACH] * (seats * len(GUILDS))
        """Warriors off the board, by seat and guild. A secret of the owner's."""
        self.held, self.levels = [0] * seats, [0] * seats
        """Prisoners in each city, levels of each pyramid; levels stand on no space of the board (Y55)."""
        self.supply = PRISONERS
        self.refresh()

    def refresh(self) -> None:
        """Works out anew what follows from the villages and warriors on the board, and is kept for speed."""
        board = self.board
        self.pawns = 0
        """All warriors."""
        for men in self.men:
            self.pawns |= men
        self.built = self.neutral
        """All villages, neutral ones too."""
        for villages in self.villages:
            self.built |= villages
        self.sites = board.remote
        """Where a village may stand, as far as terrain and distance go (Y20, Y25)."""
        for space in spaces(self.built):
            self.sites &= ~(board.around[space] | 1 << space)
        self.reach = [board.flow[city] for city in board.city]
        """The spaces beside a river that each seat has a village beside, or that runs through its city (Y25)."""
        for seat, villages in enumerate(self.villages):
            for space in spaces(villages):
                self.reach[seat] |= board.flow[space]

    def may_feed(self, seat: int) -> int:
        """How many warriors a seat may have: one for each village and one for its city (Y33)."""
        return self.villages[seat].bit_count() + 1

    # --- the contract ---

    def seat_on_turn(self) -> int | None:
        return None if self.phase == "first" else self.turn

    def actors(self) -> tuple[int, ...]:
        phase = self.phase
        if phase == "turn":
            return _ACTORS[self.turn]
        if phase == "first":
            return (CHANCE,)
        if phase == "over":
            return ()
        return _ACTORS[self.owes if phase == "dismiss" else self.turn]

    def actions(self, seat: int) -> list[Action]:
        if seat not in self.actors():
            return []
        return [action for action, _ in self.chances()] if seat == CHANCE else moves.legal(self, seat, ACTIONS)

    def legal_indices(self, seat: int) -> list[int]:
        if seat == CHANCE or seat not in self.actors():
            return super().legal_indices(seat)
        return sorted(moves.legal(self, seat, NUMBERS))

    def pick(self, seat: int, rng: Random) -> Action:
        return moves.pick(self, seat, rng) if self.phase == "turn" else rng.choice(self.actions(seat))

    def check(self, seat: int, action: Action) -> Refusal | None:
        return refusals.check(self, seat, action)

    def likely_refusal(self, seat: int, kind: str, words: list[str]) -> Refusal | None:
        action = likely_action(self, seat, kind, words)
        return super().likely_refusal(seat, kind, words) if action is None else self.check(seat, action)

    def chances(self) -> list[tuple[Action, int]]:
        return [(FIRST[seat], 1) for seat in range(self.seats)] if self.phase == "first" else []

    def apply(self, seat: int, action: Action) -> None:
        self.hidden = None
        transitions.TRANSITIONS[action.kind](self, seat, action)

    def events_since(self, before: Any, seat: int, action: Action) -> list[Event]:
        return events.events(before, seat, action, self)

    def view(self, seat: int | None, *, open: bool = False) -> Json:
        return view.view(self, seat, open)

    def dump(self) -> Json:
        return view.dump(self)

    def views(self, part: MakePart) -> Views:
        return view.views(self, part)

    def outcome(self) -> Outcome | None:
        if self.phase != "over":
            return None
        how = "end.pyramid" if max(self.levels) == LEVELS else "end.limit"
        villages = [villages.bit_count() for villages in self.villages]
        return Outcome(ranks(self.levels, self.held, villages), tuple(self.levels), how)

    def copy(self) -> Self:
        new = object.__new__(type(self))
        new.seats, new.options, new.step = self.seats, self.options, self.step
        new.board, new.marches = self.board, self.marches
        new.phase, new.first, new.turn, new.round = self.phase, self.first, self.turn, self.round
        new.owes, new.thief = self.owes, self.thief
        new.villages, new.large, new.neutral = self.villages, self.large, self.neutral
        new.men, new.guild, new.load = self.men, self.guild, self.load
        new.shown, new.limits, new.hidden, new.reserve = self.shown, self.limits, self.hidden, self.reserve
        new.held, new.levels, new.supply = self.held, self.levels, self.supply
        new.pawns, new.built, new.sites, new.reach = self.pawns, self.built, self.sites, self.reach
        return new

    def redeal(self, seat: int | None, rng: Random) -> Self:
        new = self.copy()
        if self.phase == "over":  # all is shown
            return new
        if self.hidden is None:
            self.hidden = new.hidden = tuple(view.hidden(self, other) for other in range(self.seats))
        new.guild, new.reserve = self.guild.copy(), self.reserve.copy()
        for other, hidden in enumerate(self.hidden):
            if other != seat and hidden.groups:
                new.reserve[other * len(GUILDS) : (other + 1) * len(GUILDS)] = hidden.deal(rng, new.guild)
        return new

    def key(self) -> tuple[Any, ...]:
        # who has seen which guild makes no difference to the rules; reserves follow from the warriors on the board
        return (
            self.options.rounds, self.options.strict_river, self.phase, self.first, self.turn, self.round, self.owes,
            self.thief, *self.villages, self.large, self.neutral, *self.men, frozenset(self.guild.items()),
            frozenset(self.load.items()), *self.held, *self.levels, self.supply,
        )  # fmt: skip
