"""The second half of a round as a game of its own: who plays a token on whom, when all claims lie on the table.

Each seat has the chance that its claim is a lie; what a vote brings then follows from how likely the others are to vote
how. Each seat answers the others' mixes of votes, better votes being likelier, over and over: where that settles,
nobody has much to gain by voting otherwise (a logit equilibrium).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp

Mix = list[float]
"""How likely each vote is, in the order of the codes of votes: 2 × the target, and 1 more for an accusation."""


_Accusation = tuple[int, float, float, list[tuple[int, float]]]

NEVER = -1e3
"""The value of a vote that is not allowed: on oneself (A9)."""
CERTAIN = 0.9999
"""No vote is taken to be likelier than this, so that the odds are finite."""


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
        accusations = [self._accusations(seat, noise) for seat in range(n)]
        beliefs = [[exp(x / noise) if x > NEVER else 0.0 for x in self._beliefs(seat)] for seat in range(n)]
        believing = [sum(powers) for powers in beliefs]
        even = 1 / (2 * n - 2)
        accused = [[even] * n for _ in range(n)]
        """How likely each seat accuses each other one; each believes another by its power times `trust`, and `rest`."""
        trust, rest = [0.0] * n, even
        for turn in range(rounds):
            step = max(1 / (turn + 1.5), 0.08)
            # With the odds that each accuses a target, how likely nobody does follows for all seats at once.
            odds, nobody = list[list[float]](), [1.0] * n
            for seat, chances in enumerate(accused):
                free = [1 - chance if chance < CERTAIN else 1 - CERTAIN for chance in chances]
                odds.append([1 / x - 1 for x in free])
                for target, x in enumerate(free):
                    if target != seat:
                        nobody[target] *= x
            for seat in range(n):
                own, row, total = odds[seat], list[tuple[int, float]](), believing[seat]
                for target, always, alone, others in accusations[seat]:
                    for other, weight in others:
                        alone += odds[other][target] * weight
                    power = exp(always + nobody[target] * (1 + own[target]) * alone)
                    row.append((target, power))
                    total += power
                share, chances = step / total, accused[seat]
                for target, power in row:
                    chances[target] += share * power - step * chances[target]
                trust[seat] += share - step * trust[seat]
            rest -= step * rest
        return [
            [
                0.0 if vote // 2 == seat
                else accused[seat][vote // 2] if vote % 2
                else rest + trust[seat] * beliefs[seat][vote // 2]
                for vote in range(2 * n)
            ]
            for seat in range(n)
        ]  # fmt: skip

    def _beliefs(self, seat: int) -> list[float]:
        """What it brings a seat to believe each other one."""
        up, down = self.up[seat], self.down[seat]
        return [NEVER if target == seat else (1 - lie) * down - lie * up for target, lie in enumerate(self.lies)]

    def _accusations(self, seat: int, noise: float) -> list[_Accusation]:
        """For each target of a seat what it brings to accuse it, in units of the noise: whatever the others do; more if
        nobody else accuses it; and for each other seat, what it adds to that with the odds that it accuses, too."""
        cares, artefacts = self.cares[seat], self.artefacts
        up, down, result = self.up[seat], self.down[seat], list[_Accusation]()
        for target, lie in enumerate(self.lies):
            if target != seat:
                care, truth = cares[target], 1 - lie
                always = lie * (down - care * self.up[target] + artefacts[seat]) + truth * (
                    care * self.down[target] - up
                )
                alone = -lie * (care * self.loss[target] + artefacts[seat])
                others = [
                    (s, (truth * care * artefacts[target] + lie * cares[s] * artefacts[s]) / noise)
                    for s in range(len(cares))
                    if s != seat and s != target
                ]
                result.append((target, always / noise, alone / noise, others))
        return result


def logit(values: Sequence[float], noise: float) -> Mix:
    """The mix in which a vote that is `noise` better is e times as likely."""
    best = max(values)
    powers = [exp((value - best) / noise) for value in values]
    total = sum(powers)
    return [power / total for power in powers]
