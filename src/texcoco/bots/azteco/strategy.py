"""How often seats lie, and about what: the equilibrium of claims that was solved beforehand (`weights.json`).

What a claim promises differs from seat to seat, but how much each is worth to its seat is known to all. So the 27
claims are sorted into classes by their worth to the seat that makes them, the dearest first. A strategy says for each
class that a card may be of how often its owner tells the truth, and how often the owner lies, and in which class;
within a class, lies look like truths: the more copies of a card are left, the more often it is claimed.
"""

from __future__ import annotations

from collections.abc import Sequence

from texcoco.bots.azteco.values import WEIGHTS
from texcoco.games.azteco.cards import CARDS

CLASS_ENDS: list[int] = WEIGHTS["class_ends"]
"""How many claims are in the classes up to each one, of the dearest class on."""
CLASSES = len(CLASS_ENDS)

Strategy = list[list[float]]
"""For each class of cards: how likely a lie in each class is, and last, how likely the truth is."""


def class_of_claims(worths: Sequence[float]) -> list[int]:
    """The class of each claim, from what each is worth to a seat."""
    order = sorted(range(len(CARDS)), key=lambda card: -worths[card])
    classes, at = [0] * len(CARDS), 0
    for rank, card in enumerate(order):
        while rank >= CLASS_ENDS[at]:
            at += 1
        classes[card] = at
    return classes


def strategy_for(seats: int, number: int) -> Strategy:
    """The strategy of the equilibrium for so many seats in a round (from 1)."""
    return WEIGHTS["claims"][seats - 3][number - 1]


class Claimant:
    """A seat that claims by a strategy, as somebody sees it who has not seen so many copies of each card."""

    def __init__(self, strategy: Strategy, classes: Sequence[int], unseen: Sequence[int]):
        self.strategy, self.classes, self.unseen = strategy, classes, unseen
        self.cards = max(sum(unseen), 1)
        self.copies = [0] * CLASSES
        """How many unseen cards are in each class."""
        for card, copies in enumerate(unseen):
            self.copies[classes[card]] += copies
        self.liars = [
            sum([self.copies[a] / self.cards * strategy[a][b] for a in range(CLASSES)]) for b in range(CLASSES)
        ]
        """How likely the seat is to lie in each class."""

    def lie(self, claim: int) -> float:
        """How likely this claim is a lie."""
        lied, true = self.odds(claim)
        return lied / (lied + true) if true else 1.0

    def odds(self, claim: int) -> tuple[float, float]:
        """How likely this claim is made as a lie, and how likely as the truth."""
        b, copies = self.classes[claim], self.unseen[claim]
        if not copies:
            return 0.0, 0.0
        return self.liars[b] * copies / self.copies[b], self.strategy[b][CLASSES] * copies / self.cards

    def claims(self, card: int) -> list[float]:
        """How likely each claim is when the seat has this card."""
        row = self.strategy[self.classes[card]]
        result = [0.0] * len(self.classes)
        spread = [row[b] / self.copies[b] if self.copies[b] else 0.0 for b in range(CLASSES)]
        for claim, copies in enumerate(self.unseen):
            if copies and claim != card:
                result[claim] = spread[self.classes[claim]] * copies
        # What is not to be had (a class without cards) is told as the truth.
        result[card] = 1 - sum(result)
        return result
