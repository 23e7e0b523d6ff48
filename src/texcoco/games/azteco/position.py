"""A position of Azteco: what lies where, and whose choice is awaited.

What is legal is in `moves.py`, why something is not in `refusals.py`, what actions do in `transitions.py`, the events
of actions in `events.py`, what all counts at the end in `scoring.py`.
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
    ranks,
)
from texcoco.games.azteco import events, guess, moves, refusals, scoring, transitions, view
from texcoco.games.azteco.actions import DRAWS, FINDS, FIRSTS, SHEETS
from texcoco.games.azteco.artefacts import Gain
from texcoco.games.azteco.cards import (
    ALL_ARTEFACTS,
    ALL_CARDS,
    AT_ONCE,
    CARD_BITS,
    CARD_OF_BIT,
    CHARACTERS,
    CLOCKWISE,
    KIND_BITS,
    KIND_OF_BIT,
    KINDS,
    MOST_SEATS,
    STONES_EACH,
    STONES_PER_CURSE,
    SUPPLY_JEWELS,
    SUPPLY_STONES,
    Jewels,
)
from texcoco.games.azteco.transitions import CHANCE_BIT

ACTORS = (*(tuple(seat for seat in range(MOST_SEATS) if mask >> seat & 1) for mask in range(CHANCE_BIT)), (CHANCE,))
"""Who is awaited, by the bits of `AztecoPosition.awaited`."""

Round = tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]
"""A round that is over: cards, claims and votes of each seat."""


@dataclass(frozen=True)
class AztecoOptions(Options):
    first: str = choice("random", "0", "1", "2", "3", "4", "5")
    rotate: bool = False
    strict_supply: bool = False


class AztecoPosition(Position):
    __slots__ = (
        "awaited", "cards", "claims", "curses", "deck", "effect", "first", "fresh", "gains", "hand", "jewels", "known",
        "phase", "round", "rounds", "served", "sheets", "shown", "stones", "under", "votes", "winners",
    )  # fmt: skip

    options: AztecoOptions

    def __init__(self, seats: int, options: AztecoOptions):
        self.seats, self.options, self.step = seats, options, 0
        self.phase, self.awaited = ("first" if options.first == "random" else "sheet"), CHANCE_BIT
        """The phases: first, sheet, card, claim, vote, artefact (chance draws them), keep, effect, over."""
        self.round, self.first = 1, -1 if options.first == "random" else int(options.first)
        self.sheets: list[int] = []
        self.jewels = [0] * (3 * seats)
        """At 3 × the seat + the colour, the jewels in a seat's reserve."""
        self.stones = [STONES_EACH] * seats
        self.curses = [STONES_PER_CURSE] * 3
        self.deck = ALL_CARDS
        """The jewel cards that nobody has drawn: those in the piles and those in the box are alike (A4)."""
        self.cards: list[int] = []
        self.claims, self.votes = [-1] * seats, [-1] * seats
        self.served: list[Jewels] = []
        """The jewels that lie on each seat's card: its claim, or what was left of it (A8)."""
        self.shown = 0
        """How many seats have revealed their card, in this round."""
        self.rounds: list[Round] = []
        self.winners: tuple[int, ...] = ()
        """The seats that have won an artefact in this reveal and not got it yet, the one that gets it now first."""
        self.hand: tuple[int, ...] = ()
        """The artefacts that the winner looks at."""
        self.effect = -1
        """The artefact that is being played, or -1."""
        self.fresh = ALL_ARTEFACTS
        """The artefacts that nobody has seen yet: the deck's upper part, in an order that nobody can know."""
        self.under: tuple[tuple[int, ...], ...] = ()
        """The deck's lower part, the next to be drawn first: one played artefact, or two that a seat did not want in an
        order not yet known (A22, A45)."""
        self.gains: list[Gain] = []
        self.known: tuple[int | None, guess.Known] | None = None
        """What the seat of the last redeal knows; kept because a search deals the same position over and over."""

    # --- the contract ---

    def seat_on_turn(self) -> int | None:
        return self.turn if self.shown else None

    def actors(self) -> tuple[int, ...]:
        return ACTORS[self.awaited]

    def actions(self, seat: int) -> list[Action]:
        return moves.actions(self, seat)

    def check(self, seat: int, action: Action) -> Refusal | None:
        return refusals.check(self, seat, action)

    def legal_indices(self, seat: int) -> list[int]:
        return moves.legal_indices(self, seat)

    def pick(self, seat: int, rng: Random) -> Action:
        return moves.pick(self, seat, rng)

    def view(self, seat: int | None, *, open: bool = False) -> Json:
        return view.view(self, seat, open)

    def dump(self) -> Json:
        return view.dump(self)

    def views(self, part: MakePart) -> Views:
        return view.views(self, part)

    def apply(self, seat: int, action: Action) -> None:
        self.known = None
        transitions.apply(self, seat, action)

    def events_since(self, before: Any, seat: int, action: Action) -> list[Event]:
        return events.events(before, seat, action, self)

    def chances(self) -> list[tuple[Action, int]]:
        if self.phase == "card":
            counts = [(self.deck & bits).bit_count() for bits in CARD_BITS]
            return [(DRAWS[card], n) for card, n in enumerate(counts) if n]
        if self.phase == "artefact":
            if self.fresh:
                counts = [(self.fresh & bits).bit_count() for bits in KIND_BITS]
            else:
                counts = [self.under[0].count(kind) for kind in range(len(KINDS))]
            return [(FINDS[kind], n) for kind, n in enumerate(counts) if n]
        if self.phase == "sheet":
            return [(SHEETS[i], 1) for i in range(len(CHARACTERS)) if i not in self.sheets]
        return [(FIRSTS[seat], 1) for seat in range(self.seats)] if self.phase == "first" else []

    def draw(self, rng: Random) -> Action:
        """As the contract's, but draws a bit of the deck instead of weighing what there is."""
        if self.phase == "card":
            return DRAWS[CARD_OF_BIT[_draw_bit(self.deck, rng)]]
        if self.phase == "artefact" and self.fresh:
            return FINDS[KIND_OF_BIT[_draw_bit(self.fresh, rng)]]
        return super().draw(rng)

    def outcome(self) -> Outcome | None:
        if self.phase != "over":
            return None
        scores = scoring.totals(self)
        placed = ranks(scores, [-n for n in self.stones])  # A38: fewer stones win a tie
        level = scores.count(max(scores)) > 1
        how = "end.shared" if placed.count(1) > 1 else "end.stones" if level else "end.points"
        return Outcome(placed, tuple(scores), how)

    def copy(self) -> Self:
        new = object.__new__(type(self))
        new.seats, new.options, new.step = self.seats, self.options, self.step
        new.phase, new.awaited, new.round, new.first = self.phase, self.awaited, self.round, self.first
        new.sheets, new.jewels, new.stones, new.curses = (
            self.sheets.copy(),
            self.jewels.copy(),
            self.stones.copy(),
            self.curses.copy(),
        )
        new.deck, new.cards, new.claims, new.votes = self.deck, self.cards.copy(), self.claims.copy(), self.votes.copy()
        new.served, new.shown, new.rounds = self.served.copy(), self.shown, self.rounds.copy()
        new.winners, new.hand, new.effect = self.winners, self.hand, self.effect
        new.fresh, new.under, new.gains, new.known = self.fresh, self.under, self.gains.copy(), None
        return new

    def redeal(self, seat: int | None, rng: Random) -> Self:
        new = self.copy()
        if self.phase == "over":  # all is shown
            return new
        if self.known is None or self.known[0] != seat:
            self.known = seat, guess.known_to(self, seat)
        guess.redeal(new, self.known[1], rng)
        new.known = self.known
        return new

    def key(self) -> tuple[Any, ...]:
        # what seats have seen of artefacts, and past rounds, make no difference to the rules: only what is kept, and
        # the decks
        kept = (tuple(sorted(self.kept(seat))) for seat in range(self.seats))
        return (
            self.options.rotate, self.options.strict_supply, self.phase, self.awaited, self.round, self.first,
            tuple(self.sheets), *self.jewels, *self.stones, *self.curses, self.deck, tuple(self.cards), *self.claims,
            *self.votes, tuple(self.served), self.shown, self.winners, self.hand, self.effect, self.fresh, self.under,
            *kept,
        )  # fmt: skip

    # --- what there is ---

    @property
    def turn(self) -> int:
        """The seat whose card was revealed last; the first player before that."""
        return (self.first + max(self.shown - 1, 0)) % self.seats

    def from_first(self) -> list[int]:
        """All seats, clockwise from the first player."""
        return [(self.first + n) % self.seats for n in range(self.seats)]

    def face_down_to(self, seat: int | None) -> list[int]:
        """The seats whose jewel card `seat` (None: a spectator) has not seen."""
        return [s for s in range(len(self.cards)) if s != seat and (s - self.first) % self.seats >= self.shown]

    def told_the_truth(self, seat: int) -> bool:
        """Whether a seat claimed what its card shows (A6)."""
        return self.cards[seat] == self.claims[seat]

    def accusers(self, seat: int) -> list[int]:
        """Who accused a seat of lying, clockwise from its left (A14)."""
        votes, vote = self.votes, 2 * seat + 1
        return [other for other in CLOCKWISE[self.seats][seat] if votes[other] == vote] if vote in votes else []

    def believers(self, seat: int) -> list[int]:
        """Who believed a seat, clockwise from its left (A14)."""
        votes, vote = self.votes, 2 * seat
        return [other for other in CLOCKWISE[self.seats][seat] if votes[other] == vote] if vote in votes else []

    def kept(self, seat: int) -> list[int]:
        """The artefacts that lie face down before a seat (A23)."""
        return [hand[index] for who, hand, index in self.gains if who == seat and not AT_ONCE[hand[index]]]

    def temple(self) -> list[int] | None:
        """The jewels left in the temple; None when there is no end of them (A8)."""
        if not self.options.strict_supply:
            return None
        lying = [self.served[(self.first + n) % self.seats] for n in range(self.shown, len(self.served))]
        return [SUPPLY_JEWELS - sum(self.jewels[c::3]) - sum(jewels[c] for jewels in lying) for c in range(3)]

    def reserve(self) -> int | None:
        """The cursed stones left in the reserve; None when there is no end of them (A17)."""
        return SUPPLY_STONES - sum(self.stones) - sum(self.curses) if self.options.strict_supply else None


def _draw_bit(deck: int, rng: Random) -> int:
    """The place of a bit of the deck, each alike; much of a deck is there for most of a game, so that few tries
    miss."""
    while True:
        bit = int(rng.random() * 42)
        if deck >> bit & 1:
            return bit
