"""The second half of a round as a game of its own: who plays a token on whom, when all claims lie on the table.

Each seat has the chance that its claim is a lie; what a vote brings then follows from how likely the others are to vote
how. Each seat answers the others' mixes of votes, better votes being likelier, over and over: where that settles, nobody
has much to gain by voting otherwise (a logit equilibrium).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp

Mix = list[float]
"""How likely each vote is, in the order of the codes of votes: 2 × the target, and 1 more for an accusation."""


NEVER = -1e3
"""The value of a vote that is not allowed: on oneself (A9)."""


@dataclass(slots=True)
class VoteGame:
    """What is at stake when tokens are played. Every list has an entry for each seat."""

    lies: list[float]
    """How likely each claim is a lie."""
    loss: list[float]
    """What a liar loses who is caught: the artefact, and what the claim is worth beyond the card."""
    up: list[float]
    """What one more stone costs."""
    down: list[float]
    """What one stone less is worth."""
    artefacts: list[float]
    """What an artefact is worth."""
    cares: list[list[float]]
    """For each seat, what a point of every seat is worth to it."""

    def values(self, seat: int, accused: Sequence[Sequence[float]]) -> list[float]:
        """What each vote of a seat brings it. `accused[a][t]`: how likely a accuses t."""
        n, cares, artefacts = len(self.lies), self.cares[seat], self.artefacts
        up, down = self.up[seat], self.down[seat]
        result = [NEVER] * (2 * n)
        for target in range(n):
            if target == seat:
                continue
            lie = self.lies[target]
            result[2 * target] = (1 - lie) * down - lie * up
            # How likely no other accuses the target, how likely just one does, and what it is worth that this one
            # then wins an artefact as well.
            nobody, one, shared = 1.0, 0.0, 0.0
            for other in range(n):
                if other != seat and other != target:
                    chance = accused[other][target]
                    free = 1 - chance
                    one = one * free + nobody * chance
                    shared = shared * free + nobody * chance * cares[other] * artefacts[other]
                    nobody *= free
            care = cares[target]
            caught = down - care * (self.up[target] + nobody * self.loss[target])
            caught += (1 - nobody) * artefacts[seat] + shared
            wrong = care * (self.down[target] + one * artefacts[target]) - up
            result[2 * target + 1] = lie * caught + (1 - lie) * wrong
        return result

    def solve(self, rounds: int, noise: float) -> list[Mix]:
        """A mix of votes for each seat, after so many rounds of answers. `noise`: the points that seats overlook."""
        n = len(self.lies)
        mixes = [[0.0 if vote // 2 == seat else 1 / (2 * n - 2) for vote in range(2 * n)] for seat in range(n)]
        for turn in range(rounds):
            accused = [mix[1::2] for mix in mixes]
            step = max(1 / (turn + 1.5), 0.08)
            for seat in range(n):
                answer, mix = logit(self.values(seat, accused), noise), mixes[seat]
                mixes[seat] = [old + step * (new - old) for old, new in zip(mix, answer)]  # noqa: B905  (same length)
        return mixes


def logit(values: Sequence[float], noise: float) -> Mix:
    """The mix in which a vote that is `noise` better is e times as likely."""
    best = max(values)
    powers = [exp((value - best) / noise) for value in values]
    total = sum(powers)
    return [power / total for power in powers]
