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

Reader = Callable[[Sequence[int]], tuple[int, ...]]
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
        self._narrow()
        self._lay_the_unseen([who for who, _, _ in looks])

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

    def _lay_the_unseen(self, seats: Sequence[int]) -> None:
        """Lays all cards of gains that nobody saw anything of: which card lies in which of the places makes no
        difference there. `seats`: whose gains they are."""
        self.card = list(range(len(self.may)))
        """For each place the card that lies there."""
        self.cards_may = self.may[:_DECK]
        """The kinds that each card may be of."""
        self.open: list[tuple[Reader, slice, tuple[int, ...], Choices]] = []
        """The gains whose order is still to be chosen: what reads the places drawn, the places laid, the kinds that may
        lie in these, and the orders that were found so far."""
        self.laid: list[tuple[int, int, Reader]] = []
        """The others: which gain it is, whose, and what reads the kinds that were drawn, the chosen one first."""
        self.ordered: list[tuple[int, int, int]] = []
        """Those whose order is still to be chosen, too: which gain it is, whose, and the place of the chosen card."""
        self.blank: list[Gain] = [(-1, (), 0)] * len(self.gains)
        """As many gains as there are, to be filled in."""
        moved: list[tuple[list[int], list[int]]] = []
        for number, (drawn, laid) in enumerate(self.gains):
            if any(place >= _DECK or self.may[place] != self.may[drawn[0]] for place in drawn):
                wanted = tuple(self.may[place] for place in laid)
                self.open.append((_reader(drawn), slice(laid[0], laid[-1] + 1), wanted, {}))
                self.ordered.append((number, seats[number], laid[0]))
                moved.append((drawn, laid))
                continue
            self.laid.append((number, seats[number], _reader(drawn)))
            for card, place in zip(drawn, laid, strict=True):
                self.card[place] = card
                self.cards_may[card] &= self.may[place]
        self.known = [self.cards_may.count(1 << kind) for kind in range(len(KINDS))]
        """How many cards are known to be of each kind."""
        self.full = sum([1 << kind for kind, count in enumerate(self.known) if count == KIND_COPIES[kind]])
        """The kinds of which all cards are known."""
        self.bags: dict[int, tuple[list[int], list[int]]] = {}
        """What is left of the deck, kinds that score and others, by how many cards of each kind are drawn: few numbers,
        as it is the same cards that somebody has seen."""
        self._sort_cards(moved)

    def _sort_cards(self, moved: list[tuple[list[int], list[int]]]) -> None:
        """Sorts the cards by what is known of them before any order is chosen. `moved`: the places drawn and laid of
        the gains whose order is still to be chosen."""
        self.kinds = list(map(_only_kind, self.cards_may))
        """The kind of each card, -1 where it is not known."""
        self.count = _count([kind for kind in self.kinds if kind >= 0])
        """How many cards of each kind are known."""
        lying = [{card} for card in self.card]
        moving = set[int]()
        for drawn, laid in moved:
            cards = set[int]().union(*(lying[place] for place in drawn))
            moving |= cards
            for place in laid:
                lying[place] = cards
        self.moving = sorted(moving)
        """The cards of whose kinds an order may tell more."""
        still = sorted(set(range(_DECK)) - moving)
        self.scoring = [card for card in still if self.cards_may[card] == _SCORING]
        self.free = [card for card in still if self.cards_may[card] == _ANY]
        """Of the others, those that may be of any kind that scores at the end, and those that may be of any kind."""

    def deal(self, rng: Random) -> Dealt:
        while True:  # the true deal is a solution, so one exists; it is nearly always found at the first attempt
            card, cards_may, kinds = self.card.copy(), self.cards_may.copy(), self.kinds.copy()
            ordered = self._order(card, cards_may, kinds, rng.random)
            if ordered is not None and self._deal_kinds(cards_may, kinds, ordered[1], rng.random):
                return self._dealt(card, kinds, ordered[0])

    def _order(
        self, card: list[int], cards_may: list[int], kinds: list[int], random: Callable[[], float]
    ) -> tuple[list[tuple[int, ...]], int] | None:
        """Chooses an order for each gain. Gives the cards that each drew, and how many of each kind are known then;
        None when a gain has no order, or there are not so many cards of a kind."""
        known, count, full = self.known.copy(), self.count, self.full
        found: list[tuple[int, ...]] = []
        for drawn, laid, wanted, choices in self.open:
            cards = drawn(card)
            if len(cards) == 3:  # nearly always
                one, two, three = cards
                key = full, cards_may[one], cards_may[two], cards_may[three]
            else:
                key = full, *[cards_may[c] for c in cards]
            choice = choices.get(key)
            if choice is None:
                choice = choices[key] = _orders(key[1:], wanted, full)
            orders, weights = choice
            if not orders:
                return None
            order, learnt = orders[bisect_right(weights, random() * weights[-1]) if len(orders) > 1 else 0]
            card[laid] = order(cards)
            found.append(cards)
            for come, now, kind in learnt:
                c = cards[come]
                cards_may[c] = now
                if kind >= 0:
                    kinds[c] = kind
                    count += _ONE[kind]
                    known[kind] += 1
                    if known[kind] == KIND_COPIES[kind]:
                        full |= now
                    elif known[kind] > KIND_COPIES[kind]:
                        return None
        return found, count

    def _deal_kinds(self, cards_may: list[int], kinds: list[int], drawn: int, random: Callable[[], float]) -> bool:
        """Deals a kind to each card that has none yet, to those with the fewest possible kinds first; False when one of
        them is left with none. `drawn`: how many of each kind are known."""
        scoring = self.scoring + [card for card in self.moving if cards_may[card] == _SCORING]
        free = self.free + [card for card in self.moving if cards_may[card] == _ANY]
        if kinds.count(-1) > len(scoring) + len(free):
            some = [card for card, kind in enumerate(kinds) if kind < 0 and cards_may[card] not in (_ANY, _SCORING)]
            for card in sorted(some, key=lambda card: (cards_may[card].bit_count(), card)):
                bag = [kind for kind in choose(KIND_OF_BIT, _left(drawn)) if cards_may[card] >> kind & 1]
                if not bag:
                    return False
                kinds[card] = bag[int(random() * len(bag))]
                drawn += _ONE[kinds[card]]
        if drawn not in self.bags:
            left = _left(drawn)
            self.bags[drawn] = choose(KIND_OF_BIT, left & _SCORING_BITS), choose(KIND_OF_BIT, left & ~_SCORING_BITS)
        of_scoring, of_others = self.bags[drawn]
        if len(of_scoring) < len(scoring):
            return False
        bag = _deal_out(of_scoring.copy(), kinds, scoring, random)
        bag += of_others
        _deal_out(bag, kinds, free, random)
        return True

    def _dealt(self, card: list[int], kinds: list[int], drawn: list[tuple[int, ...]]) -> Dealt:
        """The history in kinds, from the card in each place, the kind of each card, and the cards that were drawn by
        the gains whose order was chosen."""
        gains = self.blank.copy()
        for number, who, kinds_of in self.laid:
            gains[number] = who, kinds_of(kinds), 0
        for (number, who, chosen), cards in zip(self.ordered, drawn):  # noqa: B905  (one for each; `strict` takes time)
            drew = tuple([kinds[c] for c in cards])
            gains[number] = who, drew, drew.index(kinds[card[chosen]])
        under = tuple(
            [
                _PAIRS[kinds[card[places[0]]]][kinds[card[places[1]]]]
                if len(places) == 2
                else (kinds[card[places[0]]],)
                for places in self.under
            ]
        )
        return gains, tuple([kinds[card[place]] for place in self.hand]), 0, under


Order = tuple[Reader, list[tuple[int, int, int]]]
"""Gives the cards that were drawn in the order of the places that they are laid into; and what is learnt: of which of
the drawn cards, the kinds that it may be of, and its kind if that is the only one, else -1."""
Choice = tuple[list[Order], list[float]]
"""The orders of a gain that are possible, and their weights added up."""
Choices = dict[tuple[int, ...], Choice]
"""By the kinds of which all cards are known, and those that each of the drawn cards may be of."""


@lru_cache(maxsize=4096)
def _orders(cards: tuple[int, ...], wanted: tuple[int, ...], full: int) -> Choice:
    """The orders in which cards of these kinds can be laid into places that want those kinds.

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
            laid = [(come, cards[come] & may) for come, may in zip(order, wanted, strict=True)]
            learnt = [(come, now, _only_kind(now)) for come, now in laid if now != cards[come]]
            orders.append((_reader(order), learnt))
            weights.append(weight)
    return orders, list(accumulate(weights))


def _only_kind(kinds: int) -> int:
    """The kind of a set that has one; -1 if it has several."""
    return -1 if kinds & (kinds - 1) else kinds.bit_length() - 1


_PAIRS = [[(min(one, other), max(one, other)) for other in range(len(KINDS))] for one in range(len(KINDS))]
"""Two cards that lie together under the deck, by their kinds."""


def _reader(places: Sequence[int]) -> Reader:
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
