"""How the players at this table lie and vote, from the rounds that they have played.

A few kinds of player are known beforehand (`weights.json`, measured in games): one plays the equilibrium, others lie
and accuse by the size of claims in ways of their own. What a seat has done so far says which kind it probably is. A
handful of rounds says little, so the odds move slowly and the equilibrium keeps its weight.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from random import Random

from texcoco.bots.azteco.values import WEIGHTS
from texcoco.game import Json
from texcoco.games.azteco.cards import CARDS, FEWEST, JEWELS

SIZE = tuple(sum(jewels) - FEWEST for jewels in JEWELS)
"""The size of each card or claim, from 0 for the smallest."""
_OF_SIZE = [SIZE.count(size) for size in range(3)]
SLIP = 0.05
"""So often a choice is taken to be any other, for the sake of what no model of a player knows."""


@dataclass(frozen=True)
class Habit:
    """How a kind of player plays, by the size of cards and claims."""

    truth: tuple[float, ...]
    """How often the truth is told about a card of each size."""
    lies: tuple[float, ...]
    """Of which size lies are."""
    by_size: tuple[float, ...]
    """How much claims draw a vote, relative to one another: a belief for each size, then an accusation for each
    size."""
    by_class: tuple[float, ...]
    """The same for each class of claims (see `strategy.py`). It tells more than the size, but of past rounds it is not
    known what claims were worth then."""

    def lie(self, claim: int, unseen: Sequence[int]) -> float:
        """How likely this claim is a lie, when so many copies of each card are unseen."""
        lied, true = self.odds(claim, unseen)
        return lied / (lied + true) if true else 1.0

    def odds(self, claim: int, unseen: Sequence[int]) -> tuple[float, float]:
        """How likely this claim is made as a lie, and how likely as the truth."""
        lied = self.liars(tuple(unseen)) * self.lies[SIZE[claim]] / _OF_SIZE[SIZE[claim]]
        return lied, unseen[claim] / sum(unseen) * self.truth[SIZE[claim]]

    @lru_cache(maxsize=256)  # noqa: B019  (there are few habits, and they live as long as the program)
    def liars(self, unseen: tuple[int, ...]) -> float:
        """How likely such a player is to lie, whatever the card is."""
        return sum([n * (1 - self.truth[SIZE[card]]) for card, n in enumerate(unseen)]) / sum(unseen)

    def claim(self, card: int, rng: Random) -> int:
        """What such a player may claim with this card."""
        if rng.random() < self.truth[SIZE[card]]:
            return card
        size = rng.choices(range(3), self.lies)[0]
        return rng.choice([claim for claim in range(len(CARDS)) if SIZE[claim] == size])

    def votes(self, seat: int, classes: Sequence[int]) -> list[float]:
        """How likely each vote of such a player is, by the classes of the claims on the table."""
        return _votes(seat, classes, self.by_class)

    def chance(self, seat: int, cards: Sequence[int], claims: Sequence[int], vote: int) -> float:
        """How likely it is that such a player did this in a round: its claim, and its vote."""
        told, size = self.truth[SIZE[cards[seat]]], SIZE[claims[seat]]
        claimed = told if cards[seat] == claims[seat] else (1 - told) * self.lies[size] / _OF_SIZE[size]
        voted = _votes(seat, [SIZE[c] for c in claims], self.by_size)[vote]
        return with_slips(claimed, len(CARDS)) * with_slips(voted, 2 * len(claims) - 2)


def with_slips(chance: float, choices: int) -> float:
    """How likely a choice is, of so many, when there are slips."""
    return (1 - SLIP) * chance + SLIP / choices


def _votes(seat: int, sorts: Sequence[int], weights: Sequence[float]) -> list[float]:
    sorted_into = len(weights) // 2
    votes = [0.0] * (2 * len(sorts))
    for target, sort in enumerate(sorts):
        if target != seat:
            votes[2 * target] = weights[sort]
            votes[2 * target + 1] = weights[sorted_into + sort]
    total = sum(votes)
    return [vote / total for vote in votes]


def _habits() -> list[Habit]:
    return [Habit(*(tuple(numbers) for numbers in habit)) for habit in WEIGHTS["habits"]]


HABITS = _habits()
"""The first is that of level 5, which stands for the equilibrium; then those of `greedy`, of the levels 1 to 4,
and one made by hand that is honest."""
REMEMBERED = 1.0
"""So many rounds are imagined in which all were accused alike, before those seen at the table outweigh them."""


def suspected(view: Json) -> list[float]:
    """For each seat, how much more or less often than others it has been accused so far; empty before that is known."""
    accused = [0] * view["seats"]
    for past in view["rounds"]:
        for vote in past["votes"]:
            face, _, target = vote.partition(" ")
            accused[int(target)] += face == "accuse"
    if not sum(accused):
        return []
    usual = sum(accused) / len(accused) / len(view["rounds"])
    rounds = len(view["rounds"]) + REMEMBERED
    return [(count + REMEMBERED * usual) / (rounds * usual) for count in accused]
