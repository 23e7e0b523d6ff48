"""Deals the artefacts that a seat cannot know anew.

While no card has come up twice, each that was drawn is simply another card of the shuffled deck (`FreshDeck`). Later
cards that went under the deck come up again, and what a seat saw of them then and now, and what was played openly, must
agree (`ReusedDeck`).
"""

from __future__ import annotations

from bisect import bisect_right
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from itertools import accumulate, groupby, permutations
from operator import itemgetter
from random import Random
from typing import Protocol

from texcoco.games.azteco.cards import ALL_ARTEFACTS, AT_ONCE, KIND_BITS, KIND_COPIES, KIND_OF_BIT, KINDS
from texcoco.games.bits import choose

Look = tuple[int, tuple[int, ...], int]
"""What a seat knows of a gain: whose it was, what was drawn and which kind was chosen, -1 for what it does not know."""
Gain = tuple[int, tuple[int, ...], int]
"""Won artefacts: the seat, what it looked at in the order drawn, and which of these it chose."""
Deck = tuple[tuple[int, ...], ...]
"""The lower part of the deck, see `AztecoPosition.under`."""
Dealt = tuple[list[Gain], tuple[int, ...], int, Deck]
"""All gains, the hand that somebody looks at, the upper part of the deck (bits) and the lower part."""

Reader = Callable[[list[int]], tuple[int, ...]]
"""Gives what lies in some places, from a list of what lies in all: cards, or kinds."""

_DECK = sum(KIND_COPIES)
_ANY = (1 << len(KINDS)) - 1
"""Sets of kinds are bits, too: all of them, and those that score at the end and so may be kept secretly (A23)."""
_SCORING = sum(1 << kind for kind, at_once in enumerate(AT_ONCE) if not at_once)
_SCORING_BITS = sum(bits for kind, bits in enumerate(KIND_BITS) if not AT_ONCE[kind])


class History(Protocol):
    """What somebody knows of the artefacts that were drawn so far."""

    def deal(self, rng: Random) -> Dealt:
        """Something that may be true for all that is not known."""
        ...


def history(looks: Sequence[Look], hand: tuple[int, ...], in_play: bool) -> History:
    """All gains as somebody knows them. `in_play`: the artefact of the last one is being played and not yet under the
    deck."""
    if sum([len(drew) for _, drew, _ in looks]) + len(hand) <= _DECK:
        return FreshDeck(looks, hand, in_play)
    return _reused(tuple(looks), hand, in_play)


# --- every card that was drawn is another one ---


class FreshDeck:
    """A history in which no card has come up twice."""

    def __init__(self, looks: Sequence[Look], hand: tuple[int, ...], in_play: bool):
        self.gains: list[Gain] = []
        self.under: list[tuple[int, ...]] = []
        self.secret: list[tuple[int, int, int, int]] = []
        """Gains that were not seen: which it is, whose, the kind that was chosen or -1, and which group under the deck
        the others are."""
        self.hand, self.unseen = hand, len(hand) if -1 in hand else 0
        known = list(hand) if not self.unseen else []
        for number, (who, drew, kept) in enumerate(looks):
            if -1 in drew:
                self.secret.append((number, who, kept, len(self.under)))
                self.gains.append((who, drew, 0))
                self.under.append(())
                known += [kept] if kept >= 0 else []
            else:
                index = drew.index(kept)
                self.gains.append((who, drew, index))
                self.under.append(tuple(sorted(drew[:index] + drew[index + 1 :])))
                known += drew
            if kept >= 0 and AT_ONCE[kept]:
                self.under.append((kept,))
        if in_play:
            self.under.pop()
        self.known = _count(known)
        self.choices = sum(kept < 0 for _, _, kept, _ in self.secret)
        left = _left(self.known)
        self.scoring = choose(KIND_OF_BIT, left & _SCORING_BITS)
        self.others = choose(KIND_OF_BIT, left & ~_SCORING_BITS)

    def deal(self, rng: Random) -> Dealt:
        """First kinds for the secret choices, which all score at the end, then for everything else."""
        random, gains, under = rng.random, self.gains.copy(), self.under.copy()
        bag = self.scoring.copy()
        chosen = _take(bag, self.choices, random)
        bag += self.others
        rest = _take(bag, 2 * len(self.secret) + self.unseen, random)
        choices, pairs = iter(chosen), iter(rest)
        for number, who, kept, group in self.secret:
            one, other = next(pairs), next(pairs)
            gains[number] = who, (next(choices) if kept < 0 else kept, one, other), 0
            under[group] = (one, other) if one < other else (other, one)
        hand = tuple(pairs) if self.unseen else self.hand
        return gains, hand, _left(self.known + _count(chosen) + _count(rest)), tuple(under)


def _take(bag: list[int], count: int, random: Callable[[], float]) -> list[int]:
    """Takes so many out of the bag."""
    taken: list[int] = []
    for size in range(len(bag), len(bag) - count, -1):
        n = int(random() * size)
        taken.append(bag[n])
        bag[n] = bag[-1]
        bag.pop()
    return taken


_ONE = [1 << 3 * kind for kind in range(len(KINDS))]
"""A card of each kind, as counted by `_count`: three bits a kind."""
_EACH = sum(_ONE)
assert all(copies == 3 for copies in KIND_COPIES) and ALL_ARTEFACTS == 7 * _EACH


def _count(kinds: Iterable[int]) -> int:
    """How many cards there are of each kind, in one number."""
    return sum(map(_ONE.__getitem__, kinds))


def _left(drawn: int) -> int:
    """The bits of a deck from which so many cards of each kind were drawn, the lowest bits of a kind first."""
    odd, two = drawn & _EACH, drawn >> 1 & _EACH
    return ALL_ARTEFACTS & ~(odd | two | two << 1 | (odd & two) << 2)


# --- cards have come up again ---


@lru_cache(maxsize=64)  # a search deals the same history over and over
def _reused(looks: tuple[Look, ...], hand: tuple[int, ...], in_play: bool) -> ReusedDeck:
    return ReusedDeck(looks, hand, in_play)


class ReusedDeck:
    """A history in which all cards were drawn and some came up again.

    It is played through with cards of unknown kinds. Each gain takes cards from the *places* where they lie in the
    deck, and lays them, in some order, into new places: chosen, first and second under the deck. The first places are
    those of the shuffled deck, so that a card is known by the place where it began. Each place has the kinds that may
    lie there. Dealing means to choose an order for each gain so that all that is known agrees, and then a kind for each
    card.
    """

    def __init__(self, looks: Sequence[Look], hand: tuple[int, ...], in_play: bool):
        self.may: list[int] = [_ANY] * _DECK
        self.gains: list[tuple[list[int], list[int]]] = []
        """Of each gain the places that were drawn and those that were laid."""
        deck = deque(range(_DECK))
        for number, (_, drew, kept) in enumerate(looks, 1):
            drawn = self._draw(deck, drew)
            laid = [self._place(_SCORING if kept < 0 else 1 << kept), *(self._place(_ANY) for _ in drawn[1:])]
            deck.extend(laid[1:])
            if kept >= 0 and AT_ONCE[kept] and not (in_play and number == len(looks)):
                deck.append(laid[0])
            self.gains.append((drawn, laid))
        self.hand = self._draw(deck, hand)
        unwanted = {place: tuple(laid[1:]) for _, laid in self.gains for place in laid[1:]}
        together = groupby(deck, lambda place: unwanted.get(place, (place,)))
        self.under = [tuple(places) for _, places in together]
        """What lies in the deck at last: the two that a seat did not want lie together, in an order that nobody
        knows."""
        self.written = [
            (who, _reader(drawn), laid[0]) for (who, _, _), (drawn, laid) in zip(looks, self.gains, strict=True)
        ]
        """Of each gain whose it was, what gives the kinds that were drawn, and the place of the one that was chosen."""
        self._narrow()
        self._lay_the_unseen()

    def _place(self, may: int) -> int:
        self.may.append(may)
        return len(self.may) - 1

    def _draw(self, deck: deque[int], kinds: tuple[int, ...]) -> list[int]:
        drawn = [deck.popleft() for _ in kinds]
        for place, kind in zip(drawn, kinds, strict=True):
            if kind >= 0:
                self.may[place] &= 1 << kind
        return drawn

    def _narrow(self) -> None:
        """Strikes out kinds that no order of a gain allows, until nothing more follows."""
        may, again = self.may, True
        while again:
            again = False
            for drawn, laid in self.gains:
                places = drawn + laid
                left = [0] * len(places)
                for order in permutations(range(len(drawn))):
                    agreed = [may[drawn[come]] & may[laid[n]] for n, come in enumerate(order)]
                    if all(agreed):
                        for n, come in enumerate(order):
                            left[come] |= agreed[n]
                            left[len(drawn) + n] |= agreed[n]
                for n, place in enumerate(places):
                    if may[place] != left[n]:
                        may[place], again = left[n], True

    def _lay_the_unseen(self) -> None:
        """Lays all cards of gains that nobody saw anything of: which card lies in which of the places makes no
        difference there."""
        self.card = list(range(len(self.may)))
        """For each place the card that lies there."""
        self.cards_may = self.may[:_DECK]
        """The kinds that each card may be of."""
        self.open: list[tuple[Reader, list[int], tuple[int, ...]]] = []
        """The gains whose order is still to be chosen: what reads the places drawn, places laid, and the kinds that may
        lie in these."""
        moved: list[tuple[list[int], list[int]]] = []
        for drawn, laid in self.gains:
            if any(place >= _DECK or self.may[place] != self.may[drawn[0]] for place in drawn):
                self.open.append((_reader(drawn), laid, tuple(self.may[place] for place in laid)))
                moved.append((drawn, laid))
                continue
            for card, place in zip(drawn, laid, strict=True):
                self.card[place] = card
                self.cards_may[card] &= self.may[place]
        self.known = [self.cards_may.count(1 << kind) for kind in range(len(KINDS))]
        """How many cards are known to be of each kind."""
        self._sort_cards(moved)

    def _sort_cards(self, moved: list[tuple[list[int], list[int]]]) -> None:
        """Sorts the cards whose kinds do not depend on the orders that are still to be chosen, by the kinds that they
        may be of. `moved`: the places drawn and laid of the gains whose order is still to be chosen."""
        lying = [{card} for card in self.card]
        moving = set[int]()
        for drawn, laid in moved:
            cards = set[int]().union(*(lying[place] for place in drawn))
            moving |= cards
            for place in laid:
                lying[place] = cards
        self.moving = sorted(moving)
        """The other cards."""
        self.kinds, self.some, self.scoring, self.free = [-1] * _DECK, list[int](), list[int](), list[int]()
        still = sorted(set(range(_DECK)) - moving)
        self.count = _sort(still, self.cards_may, self.kinds, self.some, self.scoring, self.free)

    def deal(self, rng: Random) -> Dealt:
        while True:  # the true deal is a solution, so one exists; it is nearly always found at the first attempt
            card, cards_may = self.card.copy(), self.cards_may.copy()
            if self._order(card, cards_may, rng.random) and (kinds := self._deal_kinds(cards_may, rng.random)):
                return self._dealt([kinds[c] for c in card])

    def _order(self, card: list[int], cards_may: list[int], random: Callable[[], float]) -> bool:
        """Chooses an order for each gain; False when one of them has none, or there are not so many cards of a kind."""
        known = self.known.copy()
        full = sum([1 << kind for kind, count in enumerate(known) if count == KIND_COPIES[kind]])
        for drawn, laid, wanted in self.open:
            cards = drawn(card)
            orders, weights = _orders(tuple([cards_may[c] for c in cards]), wanted, full)
            if not orders:
                return False
            order = orders[bisect_right(weights, random() * weights[-1])] if len(orders) > 1 else orders[0]
            for come, place, may in zip(order, laid, wanted):  # noqa: B905  (as long as each other; `strict` takes time)
                c = cards[come]
                card[place] = c
                now = cards_may[c] & may
                if now != cards_may[c]:
                    cards_may[c] = now
                    if now & (now - 1) == 0:
                        kind = now.bit_length() - 1
                        known[kind] += 1
                        if known[kind] == KIND_COPIES[kind]:
                            full |= now
                        elif known[kind] > KIND_COPIES[kind]:
                            return False
        return True

    def _deal_kinds(self, cards_may: list[int], random: Callable[[], float]) -> list[int] | None:
        """A kind for each card, those with the fewest possible kinds first; None when one of them is left with none."""
        kinds, some, scoring, free = self.kinds.copy(), self.some.copy(), self.scoring.copy(), self.free.copy()
        drawn = self.count + _sort(self.moving, cards_may, kinds, some, scoring, free)
        for card in sorted(some, key=lambda card: (cards_may[card].bit_count(), card)):
            bag = [kind for kind in choose(KIND_OF_BIT, _left(drawn)) if cards_may[card] >> kind & 1]
            if not bag:
                return None
            kinds[card] = bag[int(random() * len(bag))]
            drawn += _ONE[kinds[card]]
        left = _left(drawn)
        bag = choose(KIND_OF_BIT, left & _SCORING_BITS)
        if len(bag) < len(scoring):
            return None
        bag = _deal_out(bag, kinds, scoring, random)
        bag += choose(KIND_OF_BIT, left & ~_SCORING_BITS)
        _deal_out(bag, kinds, free, random)
        return kinds

    def _dealt(self, kinds: list[int]) -> Dealt:
        """The history in kinds, from the kinds of all places."""
        gains: list[Gain] = [
            (who, drew := drawn(kinds), drew.index(kinds[chosen])) for who, drawn, chosen in self.written
        ]
        under = tuple(
            [
                _PAIRS[kinds[places[0]]][kinds[places[1]]] if len(places) == 2 else (kinds[places[0]],)
                for places in self.under
            ]
        )
        return gains, tuple([kinds[place] for place in self.hand]), 0, under


Order = tuple[int, ...]
"""For each place that is laid, which of the drawn cards goes there."""


@lru_cache(maxsize=4096)
def _orders(cards: tuple[int, ...], wanted: tuple[int, ...], full: int) -> tuple[list[Order], list[float]]:
    """The orders in which cards of these kinds can be laid into places that want those kinds, and their weights added
    up.

    That an unknown card is just of the kind wanted somewhere is less likely than that it is one known to be of that
    kind. Of the kinds that are `full` all cards are known.
    """
    orders: list[Order] = []
    weights: list[float] = []
    for order in permutations(range(len(cards))):
        weight = 1.0
        for come, may in zip(order, wanted, strict=True):
            fitting = cards[come] & may
            if cards[come].bit_count() > 1:
                fitting &= ~full
            weight *= fitting.bit_count() / cards[come].bit_count()
        if weight:
            orders.append(order)
            weights.append(weight)
    return orders, list(accumulate(weights))


_PAIRS = [[(min(one, other), max(one, other)) for other in range(len(KINDS))] for one in range(len(KINDS))]
"""Two cards that lie together under the deck, by their kinds."""


def _reader(places: list[int]) -> Reader:
    if len(places) > 1:
        return itemgetter(*places)
    return lambda lying: tuple([lying[place] for place in places])


def _deal_out(bag: list[int], kinds: list[int], cards: list[int], random: Callable[[], float]) -> list[int]:
    """Takes a kind out of the bag for each of these cards; gives what is left in it."""
    size = len(bag)
    for card in cards:
        n = int(random() * size)
        size -= 1
        kinds[card] = bag[n]
        bag[n] = bag[size]
    return bag[:size]


def _sort(
    cards: Iterable[int], cards_may: list[int], kinds: list[int], some: list[int], scoring: list[int], free: list[int]
) -> int:
    """Sorts cards into those of some kinds, of any scoring kind, and of any kind; the others have their one kind in
    `kinds`.

    Gives how many of these there are of each kind.
    """
    count = 0
    for card in cards:
        may = cards_may[card]
        if may == _ANY:
            free.append(card)
        elif may == _SCORING:
            scoring.append(card)
        elif may & (may - 1):
            some.append(card)
        else:
            kind = kinds[card] = may.bit_length() - 1
            count += _ONE[kind]
    return count
