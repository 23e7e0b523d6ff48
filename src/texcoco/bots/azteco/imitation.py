"""What level 4 and `greedy` would do in the place of other seats: level 5 tells by that who plays like them.

An imitation knows what everybody knows. What a seat claims depends on its card, so that it is worked out for each card
that it may have.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from math import inf
from random import Random

from texcoco.bots.azteco.greedy import NOISE as GREEDY_NOISE
from texcoco.bots.azteco.greedy import Estimates
from texcoco.bots.azteco.habits import with_slips
from texcoco.bots.azteco.judge import FEWER_ROUNDS, Judge, Prospects
from texcoco.bots.azteco.values import Values
from texcoco.bots.azteco.votes import Mix, logit
from texcoco.game import Json
from texcoco.games.azteco.cards import CARDS


class Imitation(ABC):
    """A round as bots of one kind would play it. `view`: the table as somebody sees it who knows no card."""

    def __init__(self, view: Json):
        self.seats: int = view["seats"]
        self._claims: dict[tuple[int, int], list[float]] = {}

    def claims(self, seat: int, card: int) -> list[float]:
        """How likely each claim of a seat is that has this card."""
        if (seat, card) not in self._claims:
            likely = self._likely_claims(seat, card)
            self._claims[seat, card] = [with_slips(chance, len(CARDS)) for chance in likely]
        return self._claims[seat, card]

    def votes(self, claims: Sequence[int]) -> list[Mix]:
        """How each seat would vote on these claims."""
        return [
            [with_slips(p, 2 * self.seats - 2) if vote // 2 != seat else 0.0 for vote, p in enumerate(mix)]
            for seat, mix in enumerate(self._likely_votes(claims))
        ]

    def odds(self, seat: int, claim: int, unseen: Sequence[int]) -> tuple[float, float]:
        """How likely a seat makes this claim as a lie, and how likely as the truth, when so many copies of each card
        are unseen."""
        cards = sum(unseen)
        made = sum([copies * self.claims(seat, card)[claim] for card, copies in enumerate(unseen) if copies])
        true = unseen[claim] * self.claims(seat, claim)[claim] if unseen[claim] else 0.0
        return (made - true) / cards, true / cards

    @abstractmethod
    def _likely_claims(self, seat: int, card: int) -> list[float]:
        """How likely each claim of a seat is, without slips."""

    @abstractmethod
    def _likely_votes(self, claims: Sequence[int]) -> list[Mix]:
        """The same for the votes of all seats."""


class ImitatedLevel4(Imitation):
    """Level 4 takes everybody to play the equilibrium, and does what is best then. The points by which a choice must be
    better are more than its own, for what it knows and the imitation does not."""

    claim_noise, vote_noise = 0.7, 0.5
    samples = (4, 3, 2, 2)
    """For three to six seats, the more seats the fewer: time is short."""

    def __init__(self, view: Json):
        super().__init__(view)
        self.values = Values(0, view, sight=1)
        self.judge = self._judge(0)
        self.prospects: dict[int, Prospects] = {}

    def _judge(self, seat: int) -> Judge:
        judge = Judge(self.values.seen_by(seat))
        judge.rounds = FEWER_ROUNDS
        return judge

    def _likely_claims(self, seat: int, card: int) -> list[float]:
        if seat not in self.prospects:
            prospects = self._judge(seat).prospects(self.samples[self.seats - 3], inf, Random(0))
            assert prospects is not None
            self.prospects[seat] = prospects
        values, unseen = self.prospects[seat].values(card), self.values.unseen
        return logit([v if unseen[c] or c == card else -inf for c, v in enumerate(values)], self.claim_noise)

    def _likely_votes(self, claims: Sequence[int]) -> list[Mix]:
        judge = self.judge
        lies = [judge.lie(s, c) for s, c in enumerate(claims)]
        game, accused = judge.game(claims, lies), [mix[1::2] for mix in judge.mixes(claims)]
        return [logit(game.values(seat, accused), self.vote_noise) for seat in range(self.seats)]


class ImitatedGreedy(Imitation):
    """`greedy` adds chance to what its choices bring, and takes the best."""

    def __init__(self, view: Json):
        super().__init__(view)
        self.estimates = [Estimates(seat, view) for seat in range(self.seats)]

    def _likely_claims(self, seat: int, card: int) -> list[float]:
        own = self.estimates[seat]
        own.card = card
        return _best_by_chance([own.claim_value(claim) for claim in range(len(CARDS))])

    def _likely_votes(self, claims: Sequence[int]) -> list[Mix]:
        lies = [self.estimates[0].lie(seat, claim) for seat, claim in enumerate(claims)]  # the same to all
        mixes: list[Mix] = []
        for own in self.estimates:
            values = [-inf] * (2 * self.seats)
            for target in own.others:
                values[2 * target] = own.belief_value(lies[target])
                values[2 * target + 1] = own.accusation_value(target, lies[target])
            mixes.append(_best_by_chance(values))
        return mixes


STEPS = 5
"""Chance is taken to add one of so many amounts."""


def _best_by_chance(values: Sequence[float]) -> list[float]:
    """How likely each choice is the best when chance adds up to `greedy`'s noise to each."""
    best = max(values)
    near = {i: (value - best) / GREEDY_NOISE for i, value in enumerate(values) if value > best - GREEDY_NOISE}
    chances = [0.0] * len(values)
    for i, value in near.items():
        rivals = [other for j, other in near.items() if j != i]
        for step in range(STEPS):
            mine, chance = value + (step + 0.5) / STEPS, 1.0
            for other in rivals:
                if mine < other + 1:
                    chance *= mine - other
                    if chance <= 0:
                        break
            else:
                chances[i] += chance
    total = sum(chances)
    return [chance / total for chance in chances]
