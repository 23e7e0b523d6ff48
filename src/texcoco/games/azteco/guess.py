"""A full position that a seat cannot tell from the true one, made from nothing but its view.

Jewel cards, claims and votes that it cannot see are drawn freely. Artefacts need more care, for cards go under the deck and come
up again: what a seat saw of them then and later, and what was played openly, must all come true. So the history of gains is played
through with unknown cards. Each gain takes cards from the top of the deck and lays them, in some order, into its *places*: chosen,
first and second under the deck. Each place has the kinds that may lie there; an order is chosen for each gain so that all agree.
"""

from __future__ import annotations

from collections import deque
from itertools import permutations
from random import Random
from typing import Any

from texcoco.game import Json
from texcoco.games.azteco.actions import BALLOTS
from texcoco.games.azteco.cards import AT_ONCE, CARD_COPIES, CARDS, KIND_AT, KIND_COPIES, KINDS

_DERIVED = ("seat", "turn", "waiting", "temple", "reserve", "kept", "deck", "worth")
_DECK = sum(KIND_COPIES)
_ANY = (1 << len(KINDS)) - 1
_SCORING = sum(1 << kind for kind, at_once in enumerate(AT_ONCE) if not at_once)
_ORDERS = {size: list(permutations(range(size))) for size in range(4)}
_PATIENCE = 100
"""Orders tried before a fresh start, which is found sooner than the mistake made early; no game has half as many gains."""


def complete(view: Json, rng: Random) -> Json:
    """The view as the JSON of a position, with something that may be true for all that is hidden."""
    data: Json = {name: value for name, value in view.items() if name not in _DERIVED}
    seats = view["seats"]
    data["cards"] = _guess_cards(view, rng)
    data["claims"] = [rng.choice(CARDS) if claim == "?" else claim for claim in view["claims"]]
    data["votes"] = [rng.choice(BALLOTS[seats][seat]).text if vote == "?" else vote for seat, vote in enumerate(view["votes"])]
    data["gains"], data["hand"] = view["gains"], view["hand"]
    if "?" in view["hand"] or any("?" in gain["drew"] for gain in view["gains"]):
        data["gains"], data["hand"] = _guess_artefacts(view, rng)
    return data


def _guess_cards(view: Json, rng: Random) -> list[str]:
    seen = [card for past in view["rounds"] for card in past["cards"]] + [card for card in view["cards"] if card != "?"]
    unseen = [card for card, copies in zip(CARDS, CARD_COPIES, strict=True) for _ in range(copies - seen.count(card))]
    hidden = iter(rng.sample(unseen, view["cards"].count("?")))
    return [next(hidden) if card == "?" else card for card in view["cards"]]


def _guess_artefacts(view: Json, rng: Random) -> tuple[list[Json], list[str]]:
    past = _Past(view)
    while not past.solve(rng):  # the truth is a solution, so that one is found; most often at once
        pass
    gains = [
        {"seat": gain["seat"], "drew": [past.name(place) for place in drawn], "kept": past.name(laid[0])}
        for gain, (drawn, laid) in zip(view["gains"], past.gains, strict=True)
    ]
    return gains, [past.name(place) for place in past.hand]


class _Past:
    """The history of the artefact deck as a seat knows it: places for cards, and the kinds that may lie in each.

    The first places are those of the shuffled deck, so that a card is known by the place where it began.
    """

    def __init__(self, view: Json):
        self.may: list[int] = [_ANY] * _DECK
        self.gains: list[tuple[list[int], list[int]]] = []
        deck = deque(range(_DECK))
        for number, gain in enumerate(view["gains"], 1):
            drawn = self._draw(deck, gain["drew"])
            kept = gain["kept"]
            laid = [self._place(_SCORING if kept == "?" else 1 << KIND_AT[kept]), *(self._place(_ANY) for _ in drawn[1:])]
            deck.extend(laid[1:])
            in_play = number == len(view["gains"]) and view["effect"] is not None
            if kept != "?" and AT_ONCE[KIND_AT[kept]] and not in_play:
                deck.append(laid[0])
            self.gains.append((drawn, laid))
        self.hand = self._draw(deck, view["hand"])
        self._narrow()
        self.card: list[int] = []
        self.kinds: dict[int, int] = {}

    def _place(self, may: int) -> int:
        self.may.append(may)
        return len(self.may) - 1

    def _draw(self, deck: deque[int], names: list[str]) -> list[int]:
        drawn = [deck.popleft() for _ in names]
        for place, name in zip(drawn, names, strict=True):
            if name != "?":
                self.may[place] &= 1 << KIND_AT[name]
        return drawn

    def _narrow(self) -> None:
        """Strikes out kinds that no order of a gain allows, until nothing more follows."""
        may, again = self.may, True
        while again:
            again = False
            for drawn, laid in self.gains:
                places = drawn + laid
                left = [0] * len(places)
                for order in _ORDERS[len(drawn)]:
                    agreed = [may[drawn[come]] & may[laid[n]] for n, come in enumerate(order)]
                    if all(agreed):
                        for n, come in enumerate(order):
                            left[come] |= agreed[n]
                            left[len(drawn) + n] |= agreed[n]
                for n, place in enumerate(places):
                    if may[place] != left[n]:
                        may[place], again = left[n], True

    def solve(self, rng: Random) -> bool:
        """Tries to give every card a kind; False when this try came to nothing."""
        self.card = list(range(len(self.may)))  # for each place the card that lies there
        self.cards_may = self.may[:_DECK]
        self.known = [self.cards_may.count(1 << kind) for kind in range(len(KINDS))]
        self.tries = _PATIENCE
        return self._order(0, rng) and self._deal(rng)

    def _order(self, number: int, rng: Random) -> bool:
        """Chooses an order for this gain and those after it, so that all that is known agrees."""
        if number == len(self.gains):
            return True
        drawn, laid = self.gains[number]
        for order in self._likely(drawn, laid, rng):
            self.tries -= 1
            if self.tries < 0:
                return False
            cards = [self.card[drawn[come]] for come in order]
            before = [self.cards_may[card] for card in cards]
            fits = [self._lay(card, place) for card, place in zip(cards, laid, strict=True)]
            if all(fits) and self._order(number + 1, rng):
                return True
            for card, may in zip(cards, before, strict=True):
                self._know(card, may)
        return False

    def _likely(self, drawn: list[int], laid: list[int], rng: Random) -> list[tuple[int, ...]]:
        """The orders that a gain may have, shuffled so that likely ones tend to come first: that an unknown card is just of the
        kind wanted somewhere is less likely than that it is one known to be of that kind."""
        orders = _ORDERS[len(drawn)]
        if all(place < _DECK and self.may[place] == self.may[drawn[0]] for place in drawn):
            return orders[:1]  # cards never seen before: all orders are alike
        full = sum(1 << kind for kind, known in enumerate(self.known) if known >= KIND_COPIES[kind])
        ranked: list[tuple[float, tuple[int, ...]]] = []
        for order in orders:
            likelihood = 1.0
            for come, place in zip(order, laid, strict=True):
                may = self.cards_may[self.card[drawn[come]]]
                fitting = may & self.may[place]
                if may.bit_count() > 1:
                    fitting &= ~full
                likelihood *= fitting.bit_count() / may.bit_count()
            if likelihood:
                ranked.append((rng.random() ** (1 / likelihood), order))
        return [order for _, order in sorted(ranked, reverse=True)]

    def _lay(self, card: int, place: int) -> bool:
        """Lays a card into a place; False when it cannot be of a kind that may lie there, or there are not so many of that kind."""
        self.card[place] = card
        may = self.cards_may[card] & self.may[place]
        self._know(card, may)
        kind = may.bit_length() - 1
        return may != 0 and (may != 1 << kind or self.known[kind] <= KIND_COPIES[kind])

    def _know(self, card: int, may: int) -> None:
        """Notes which kinds a card may be of, and how many cards are known to be of a kind."""
        for mask, change in ((self.cards_may[card], -1), (may, 1)):
            if mask.bit_count() == 1:
                self.known[mask.bit_length() - 1] += change
        self.cards_may[card] = may

    def _deal(self, rng: Random) -> bool:
        """Deals kinds to the cards that were drawn, those with the fewest possible kinds first; else all alike."""
        left = list(KIND_COPIES)
        self.kinds = {}
        used = sorted({self.card[place] for drawn, _ in self.gains for place in drawn} | {self.card[place] for place in self.hand})
        for card in sorted(used, key=lambda card: self.cards_may[card].bit_count()):
            weights: list[Any] = [n if self.cards_may[card] >> kind & 1 else 0 for kind, n in enumerate(left)]
            if not any(weights):
                return False
            kind = rng.choices(range(len(KINDS)), weights)[0]
            left[kind] -= 1
            self.kinds[card] = kind
        return True

    def name(self, place: int) -> str:
        return KINDS[self.kinds[self.card[place]]]
