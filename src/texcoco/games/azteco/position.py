"""One game of Azteco: what lies where, whose choice is awaited, and what each choice does."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any, Self

from texcoco.game import CHANCE, Action, Event, Json, Options, Outcome, Position, Refusal, Veil, choice, ranks
from texcoco.games.azteco import effects, moves, scoring, view
from texcoco.games.azteco.actions import DRAWS, FINDS, FIRSTS, SHEETS
from texcoco.games.azteco.cards import (
    ALL_ARTEFACTS,
    ALL_CARDS,
    AT_ONCE,
    CARD_BITS,
    CARD_OF_BIT,
    CARDS,
    CHARACTERS,
    CLOCKWISE,
    COLOURS,
    JEWELS,
    KIND_BITS,
    KIND_OF_BIT,
    KINDS,
    LOOK_AT,
    MOST_SEATS,
    ROUNDS,
    STONES_EACH,
    STONES_PER_CURSE,
    SUPPLY_JEWELS,
    SUPPLY_STONES,
    Jewels,
    write_jewels,
)

CHANCE_BIT = 1 << MOST_SEATS
ACTORS = (*(tuple(seat for seat in range(MOST_SEATS) if mask >> seat & 1) for mask in range(CHANCE_BIT)), (CHANCE,))
"""Who is awaited, by the bits of `AztecoPosition.awaited`."""

Gain = tuple[int, tuple[int, ...], int]
"""Won artefacts: the seat, what it looked at in the order drawn, and which of these it chose."""
Round = tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]
"""A round that is over: cards, claims and votes of each seat."""


@dataclass(frozen=True)
class AztecoOptions(Options):
    first: str = choice("random", "0", "1", "2", "3", "4", "5")
    rotate: bool = False
    strict_supply: bool = False


class AztecoPosition(Position):
    __slots__ = (
        "awaited", "cards", "claims", "curses", "deck", "effect", "first", "fresh", "gains", "hand", "jewels", "phase", "round", "rounds",
        "served", "sheets", "shown", "stones", "under", "votes", "winners",
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
        """The deck's lower part, the next to be drawn first: one played artefact, or two that a seat did not want in an order not
        yet known (A22, A45)."""
        self.gains: list[Gain] = []

    # --- the contract ---

    def actors(self) -> tuple[int, ...]:
        return ACTORS[self.awaited]

    def actions(self, seat: int) -> list[Action]:
        return moves.actions(self, seat)

    def check(self, seat: int, action: Action) -> Refusal | None:
        return moves.check(self, seat, action)

    def pick(self, seat: int, rng: Random) -> Action:
        return moves.pick(self, seat, rng)

    def view(self, seat: int | None, *, open: bool = False) -> Json:
        return view.view(self, seat, open)

    def dump(self) -> Json:
        return view.dump(self)

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
        scores = [scoring.score(self, seat)["total"] for seat in range(self.seats)]
        placed = ranks(scores, [-n for n in self.stones])  # A38: fewer stones win a tie
        level = scores.count(max(scores)) > 1
        how = "end.shared" if placed.count(1) > 1 else "end.stones" if level else "end.points"
        return Outcome(placed, tuple(scores), how)

    def copy(self) -> Self:
        new = object.__new__(type(self))
        new.seats, new.options, new.step = self.seats, self.options, self.step
        new.phase, new.awaited, new.round, new.first = self.phase, self.awaited, self.round, self.first
        new.sheets, new.jewels, new.stones, new.curses = self.sheets.copy(), self.jewels.copy(), self.stones.copy(), self.curses.copy()
        new.deck, new.cards, new.claims, new.votes = self.deck, self.cards.copy(), self.claims.copy(), self.votes.copy()
        new.served, new.shown, new.rounds = self.served.copy(), self.shown, self.rounds.copy()
        new.winners, new.hand, new.effect = self.winners, self.hand, self.effect
        new.fresh, new.under, new.gains = self.fresh, self.under, self.gains.copy()
        return new

    def key(self) -> tuple[Any, ...]:
        # what seats have seen of artefacts, and past rounds, make no difference to the rules: only what is kept, and the decks
        kept = (tuple(sorted(self.kept(seat))) for seat in range(self.seats))
        return (
            self.options.rotate, self.options.strict_supply, self.phase, self.awaited, self.round, self.first, tuple(self.sheets),
            *self.jewels, *self.stones, *self.curses, self.deck, tuple(self.cards), *self.claims, *self.votes, tuple(self.served),
            self.shown, self.winners, self.hand, self.effect, self.fresh, self.under, *kept,
        )  # fmt: skip

    # --- what there is ---

    @property
    def turn(self) -> int:
        """The seat whose card was revealed last; the first player before that."""
        return (self.first + max(self.shown - 1, 0)) % self.seats

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

    # --- what actions do ---

    def perform(self, seat: int, action: Action, told: list[Event] | None) -> None:
        phase = self.phase
        if phase == "claim":
            self._claim(seat, action, told)
        elif phase == "vote":
            self._vote(seat, action, told)
        elif phase == "card":
            self._draw_card(action, told)
        elif phase == "artefact":
            self._find(action, told)
        elif phase == "keep":
            self._keep(seat, action, told)
        elif phase == "effect":
            effects.perform(self, seat, action, told)
            self._put_under(told)
        elif phase == "sheet":
            character = action.data[0]
            if told is not None:
                told.append(Event("sheet", CHANCE, {"action": action.text, "to": len(self.sheets), "character": CHARACTERS[character]}))
            self.sheets.append(character)
            if len(self.sheets) == self.seats:
                self.phase = "card"
        else:
            self.first = action.data[0]
            if told is not None:
                told.append(Event("first", CHANCE, {"action": action.text, "first": self.first}))
            self.phase = "sheet"

    def _wait(self, phase: str, awaited: int) -> None:
        self.phase, self.awaited = phase, awaited
        self.step += 1

    def _draw_card(self, action: Action, told: list[Event] | None) -> None:
        card, to = action.data[0], len(self.cards)
        if told is not None:
            mine = frozenset({to})
            told.append(
                Event(
                    "card",
                    CHANCE,
                    {"action": action.text, "to": to, "jewels": CARDS[card]},
                    {"action": Veil(mine, "card ?"), "jewels": Veil(mine)},
                )
            )
        self.cards.append(card)
        left = self.deck & CARD_BITS[card]
        self.deck ^= left & -left
        if to + 1 == self.seats:
            self._wait("claim", (1 << self.seats) - 1)

    def _claim(self, seat: int, action: Action, told: list[Event] | None) -> None:
        self.claims[seat] = action.data[0]
        self.awaited ^= 1 << seat
        if told is not None:
            mine = frozenset({seat})
            values = {"action": action.text, "jewels": CARDS[action.data[0]]}
            told.append(Event("claim", seat, values, {"action": Veil(mine, "claim ?"), "jewels": Veil(mine)}))
        if not self.awaited:
            self._serve(told)
            self._wait("vote", (1 << self.seats) - 1)

    def _serve(self, told: list[Event] | None) -> None:
        """Shows all claims, and lays the jewels on the cards, clockwise from the first player (A7, A8)."""
        temple = self.temple()
        self.served = [JEWELS[claim] for claim in self.claims]
        for n in range(self.seats):
            seat = (self.first + n) % self.seats
            if told is not None:
                told.append(Event("claimed", seat, {"jewels": CARDS[self.claims[seat]]}))
            if temple is not None:
                wanted = self.served[seat]
                got = self.served[seat] = _at_most(wanted, temple)
                for colour in range(3):
                    temple[colour] -= got[colour]
                if told is not None and got != wanted:
                    told.append(Event("short", seat, {"jewels": write_jewels(got) or "none"}))

    def _vote(self, seat: int, action: Action, told: list[Event] | None) -> None:
        self.votes[seat] = vote = action.data[0]
        self.awaited ^= 1 << seat
        if told is not None:
            mine = frozenset({seat})
            values = {"action": action.text, "vote": "accuse" if vote & 1 else "believe", "target": vote // 2}
            told.append(Event("vote", seat, values, {"action": Veil(mine, "vote ?"), "vote": Veil(mine), "target": Veil(mine)}))
        if not self.awaited:
            if told is not None:
                for n in range(self.seats):
                    voter = (self.first + n) % self.seats
                    vote = self.votes[voter]
                    told.append(Event("voted", voter, {"vote": "accuse" if vote & 1 else "believe", "target": vote // 2}))
            self._reveal_on(told)

    # --- reveals ---

    def _reveal_on(self, told: list[Event] | None) -> None:
        """Reveals card after card (A12), until an artefact is won or all are revealed and the round ends."""
        while self.shown < self.seats:
            self.shown += 1
            self._reveal(self.turn, told)
            if self.winners and self._look(told):
                return
        self._end_round(told)

    def _reveal(self, seat: int, told: list[Event] | None) -> None:
        """Turns a seat's card over and does what its case says, down to the artefacts that are won (A13)."""
        card, accusers = self.cards[seat], self.accusers(seat)
        case = "truth" if card == self.claims[seat] else "caught" if accusers else "unseen"  # A6
        if told is not None:
            told.append(Event("reveal", seat, {"jewels": CARDS[card], "case": case}))
        jewels = self.served[seat]
        if case == "caught":  # A19: what lay on the card is back in the temple by now, see `temple`
            temple = self.temple()
            jewels = JEWELS[card] if temple is None else _at_most(JEWELS[card], temple)
        at = 3 * seat
        self.jewels[at] += jewels[0]
        self.jewels[at + 1] += jewels[1]
        self.jewels[at + 2] += jewels[2]
        if told is not None:
            told.append(Event("receive", seat, {"jewels": write_jewels(jewels) or "none"}))
        for accuser in accusers:
            if case == "truth":
                self.pass_stone(seat, accuser, told)
            else:
                self.pass_stone(accuser, seat, told)
        self.winners = self.due()
        if case == "caught" or not self.winners:  # else they come after the artefact
            self._believers(seat, told)

    def due(self) -> tuple[int, ...]:
        """The seats that the last reveal wins an artefact, in the order in which they draw (A14)."""
        seat = self.turn
        accusers = self.accusers(seat)
        if self.cards[seat] == self.claims[seat]:
            return (seat,) if len(accusers) > 1 else ()  # A20
        if not accusers:
            return (seat,)  # A18
        return tuple(accusers) if len(accusers) > 1 else ()  # A21

    def accusers(self, seat: int) -> list[int]:
        """Who accused a seat of lying, clockwise from its left (A14)."""
        votes, vote = self.votes, 2 * seat + 1
        return [other for other in CLOCKWISE[self.seats][seat] if votes[other] == vote]

    def _believers(self, seat: int, told: list[Event] | None) -> None:
        """Those who believed the truth discard a stone each; those who believed a lie draw one."""
        truth = self.cards[seat] == self.claims[seat]
        for believer in CLOCKWISE[self.seats][seat]:
            if self.votes[believer] == 2 * seat:
                if not truth:
                    self.pass_stone(None, believer, told)
                elif self.stones[believer]:  # A16
                    self.stones[believer] -= 1
                    if told is not None:
                        told.append(Event("relieved", believer, {"target": seat}))

    def pass_stone(self, giver: int | None, to: int, told: list[Event] | None) -> None:
        """A stone goes from a seat to another; from the reserve when that seat has none (A15, A39), or when `giver` is None."""
        own = False
        if giver is not None and self.stones[giver]:
            own = True
            self.stones[giver] -= 1
        elif self.reserve() == 0:  # A17
            if told is not None:
                told.append(Event("no_stone", to))
            return
        self.stones[to] += 1
        if told is not None:
            if giver is None:
                told.append(Event("burdened", to))
            else:
                told.append(Event("stone", giver, {"to": to, "source": "own" if own else "reserve"}))

    # --- artefacts ---

    def _look(self, told: list[Event] | None) -> bool:
        """The next winner is to look at artefacts; False when there are none to be had and so nothing more to win (A25)."""
        if not (self.fresh or self.under):
            if told is not None:
                told.extend(Event("no_artefact", winner) for winner in self.winners)
            self.winners = ()
            self._after_artefacts(told)
            return False
        if told is not None:
            told.append(Event("win", self.winners[0]))
        self._wait("artefact", CHANCE_BIT)
        return True

    def _find(self, action: Action, told: list[Event] | None) -> None:
        kind, winner = action.data[0], self.winners[0]
        if told is not None:
            mine = frozenset({winner})
            values = {"action": action.text, "to": winner, "artefact": KINDS[kind]}
            told.append(Event("artefact", CHANCE, values, {"action": Veil(mine, "artefact ?"), "artefact": Veil(mine)}))
        self.take_from_deck(kind)
        self.hand += (kind,)
        if len(self.hand) == LOOK_AT or not (self.fresh or self.under):  # A25
            self._wait("keep", 1 << winner)

    def take_from_deck(self, kind: int) -> None:
        """The topmost artefact, which is of this kind, leaves the deck."""
        if self.fresh:
            left = self.fresh & KIND_BITS[kind]
            self.fresh ^= left & -left
        elif len(self.under[0]) == 1:
            self.under = self.under[1:]
        else:
            one, other = self.under[0]
            self.under = ((other if one == kind else one,), *self.under[1:])

    def _keep(self, seat: int, action: Action, told: list[Event] | None) -> None:
        index = action.data[0]
        kind = self.hand[index]
        if told is not None:
            mine = frozenset({seat})
            told.append(
                Event(
                    "keep", seat, {"action": action.text, "artefact": KINDS[kind]}, {"action": Veil(mine, "keep ?"), "artefact": Veil(mine)}
                )
            )
        self.settle((seat, self.hand, index))
        if not AT_ONCE[kind]:
            self._next_winner(told)
            return
        self.effect = kind
        if told is not None:
            told.append(Event("play", seat, {"artefact": KINDS[kind]}))
        if effects.choices(self, seat):
            self._wait("effect", 1 << seat)
        else:  # A24: played all the same
            if told is not None:
                told.append(Event("nothing", seat, {"artefact": KINDS[kind]}))
            self._put_under(told)

    def settle(self, gain: Gain) -> None:
        """A seat has chosen one of the artefacts that it looked at; the others go under the deck (A22)."""
        _, hand, index = gain
        self.gains.append(gain)
        self.hand = ()
        others = tuple(sorted(hand[:index] + hand[index + 1 :]))
        if others:
            self.under += (others,)

    def _put_under(self, told: list[Event] | None) -> None:
        """The artefact that was played goes under the deck, lowest of all (A45)."""
        self.under += ((self.effect,),)
        self.effect = -1
        self._next_winner(told)

    def _next_winner(self, told: list[Event] | None) -> None:
        self.winners = self.winners[1:]
        if self.winners:
            if self._look(told):
                return
        else:
            self._after_artefacts(told)
        self._reveal_on(told)

    def _after_artefacts(self, told: list[Event] | None) -> None:
        """Believers come after the artefact, but for a liar who was caught: there they came before (A13)."""
        seat = self.turn
        if self.cards[seat] == self.claims[seat] or 2 * seat + 1 not in self.votes:
            self._believers(seat, told)

    # --- the end of a round ---

    def _end_round(self, told: list[Event] | None) -> None:
        self._apply_curses(told)
        self.rounds.append((tuple(self.cards), tuple(self.claims), tuple(self.votes)))
        self.cards, self.served, self.shown = [], [], 0
        self.claims, self.votes = [-1] * self.seats, [-1] * self.seats
        if self.round == ROUNDS:
            self._wait("over", 0)
            if told is not None:
                for seat in range(self.seats):
                    jewels = self.jewels[3 * seat : 3 * seat + 3]
                    for kind in self.kept(seat):
                        told.append(Event("uncover", seat, {"artefact": KINDS[kind], "points": scoring.artefact_points(jewels, kind)}))
                    told.append(Event("score", seat, scoring.score(self, seat)))
            return
        for colour in range(3):
            if self.reserve() != 0:  # A17
                self.curses[colour] += 1
        self.round += 1
        if self.options.rotate:
            self.first = (self.first + 1) % self.seats
        if told is not None:
            blue, yellow, red = self.curses
            told.append(Event("round", self.first, {"round": self.round, "blue": blue, "yellow": yellow, "red": red}))
        self._wait("card", CHANCE_BIT)

    def _apply_curses(self, told: list[Event] | None) -> None:
        """Who alone has the most jewels of a colour takes the stones of its curse; on a tie they stay (A26-A28)."""
        for colour in range(3):
            owned = self.jewels[colour::3]
            most, stones = max(owned), self.curses[colour]
            if owned.count(most) == 1:
                self.stones[owned.index(most)] += stones
                self.curses[colour] = 0
                if told is not None:
                    told.append(Event("cursed", owned.index(most), {"colour": COLOURS[colour], "stones": stones, "count": most}))
            elif told is not None:
                told.append(Event("spared", CHANCE, {"colour": COLOURS[colour], "stones": stones}))


def _at_most(wanted: Jewels, there: list[int]) -> Jewels:
    return min(wanted[0], there[0]), min(wanted[1], there[1]), min(wanted[2], there[2])


def _draw_bit(deck: int, rng: Random) -> int:
    """The place of a bit of the deck, each alike; much of a deck is there for most of a game, so that few tries miss."""
    while True:
        bit = int(rng.random() * 42)
        if deck >> bit & 1:
            return bit
