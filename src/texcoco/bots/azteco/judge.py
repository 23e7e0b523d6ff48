"""What claims and votes bring in a round, by the odds: the search of the stronger levels."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp
from random import Random
from time import monotonic

from texcoco.bots.azteco.habits import HABITS, Habit
from texcoco.bots.azteco.strategy import Claimant, Strategy, class_of_claims, strategy_for
from texcoco.bots.azteco.values import Values
from texcoco.bots.azteco.votes import Mix, VoteGame
from texcoco.games.azteco.cards import CARD_AT, CARDS

NOISE = (0.5, 0.7, 0.9, 1.1)
"""The points that seats are thought to overlook when they vote, for three to six seats: the more there are, the less
likely it is that all find the same suspect."""
ROUNDS = 14
"""So often the seats answer each other's votes."""
FEWER_ROUNDS = 8
"""The same where many tables are looked at, or one from afar: the mixes differ little."""


@dataclass(slots=True)
class Prospects:
    """What a seat may expect of each of the 27 claims."""

    truths: list[float]
    """What it brings if it is true."""
    lies: list[float]
    """What it brings if it is a lie, without the jewels of the card that a liar gets who is caught."""
    accused: list[float]
    """How likely somebody accuses it."""
    worths: list[float]
    """What the jewels of each card are worth."""

    def values(self, card: int) -> list[float]:
        """What each claim brings when this is the card."""
        own = self.worths[card]
        values = [lie + accused * own for lie, accused in zip(self.lies, self.accused, strict=True)]
        values[card] = self.truths[card]
        return values


class Judge:
    """A round as one seat sees it. `kind`: which of the known kinds of players it takes all others for (0: players of
    the equilibrium). `strategy`, `habits`: what it knows of players, unless it is what was learned beforehand."""

    rounds = ROUNDS
    caution = 1.0
    """How much there is to hide from the others: 1 from players who may find one out, 0 from such as are known through
    and through."""

    def __init__(
        self,
        values: Values,
        kind: int = 0,
        strategy: Strategy | None = None,
        habits: Sequence[Habit] = HABITS,
    ):
        self.seat, self.values, self.habits = values.seat, values, habits
        v, seat, view = values, values.seat, values.view
        self.seats = n = v.seats
        self.others = [s for s in range(n) if s != seat]
        strategy = strategy or strategy_for(n, view["round"])
        self.worths = [v.claims(s) for s in range(n)]
        """What each claim is worth to each seat."""
        self.classes = [class_of_claims(worths) for worths in self.worths]
        self.claimants = [Claimant(strategy, classes, v.unseen) for classes in self.classes]
        unseen = v.unseen.copy()
        if v.card >= 0:
            unseen[v.card] += 1
        self.public = Claimant(strategy, self.classes[seat], unseen)
        """This seat as the others see it, who have not seen its card."""
        cards = sum(v.unseen)
        self.means = [sum([w * u for w, u in zip(worths, v.unseen, strict=True)]) / cards for worths in self.worths]
        self.kinds = [[float(kind == k) for k in range(len(habits))]] * n
        """For each seat, how likely it is a player of each kind."""
        self.cares = [v.cares(s) for s in range(n)]

    # --- odds ---

    def lie(self, seat: int, claim: int) -> float:
        """How likely the claim of a seat is a lie, by all that this seat knows; of its own claim: as the others see
        it."""
        kinds, claimant = self.kinds[seat], self.public if seat == self.seat else self.claimants[seat]
        chance = kinds[0] * claimant.lie(claim)
        for kind, habit in enumerate(self.habits[1:], 1):
            if kinds[kind] > 0.005:
                chance += kinds[kind] * habit.lie(claim, claimant.unseen)
        return min(chance, 1.0)

    def mixes(self, claims: Sequence[int]) -> list[Mix]:
        """How the seats will vote on these claims."""
        lies = [self.lie(s, c) for s, c in enumerate(claims)]
        solved = self._solve(claims, lies)
        classes = [self.classes[s][c] for s, c in enumerate(claims)]
        for seat in self.others:
            solved[seat] = self._blend(seat, solved[seat], classes)
        return solved

    def _blend(self, seat: int, solved: Mix, classes: Sequence[int]) -> Mix:
        """How a seat will vote, from the equilibrium's mix and its habits."""
        kinds = self.kinds[seat]
        mix = [kinds[0] * chance for chance in solved] or [0.0] * (2 * self.seats)
        for kind, habit in enumerate(self.habits[1:], 1):
            if kinds[kind] > 0.005:
                for vote, chance in enumerate(habit.votes(seat, classes)):
                    mix[vote] += kinds[kind] * chance
        return mix

    def _solve(self, claims: Sequence[int], lies: list[float]) -> list[Mix]:
        if not any(self.kinds[s][0] > 0.005 for s in self.others):
            return [[] for _ in lies]  # nobody here plays the equilibrium
        return self.game(claims, lies).solve(self.rounds, NOISE[self.seats - 3])

    def game(self, claims: Sequence[int], lies: list[float]) -> VoteGame:
        v = self.values
        loss = [max(v.artefacts[s] + self.worths[s][c] - self.means[s], 0.5) for s, c in enumerate(claims)]
        return VoteGame(lies, loss, v.up, v.down, v.artefacts, self.cares)

    # --- votes ---

    def votes(self) -> list[float]:
        """What each vote brings this seat."""
        claims = [CARD_AT[claim] for claim in self.values.view["claims"]]
        lies = [self.lie(s, c) for s, c in enumerate(claims)]
        accused = [mix[1::2] for mix in self.mixes(claims)]
        return self.game(claims, lies).values(self.seat, accused)

    # --- claims ---

    def claims(self, samples: int, until: float, rng: Random) -> tuple[list[float], list[float]]:
        """What each claim brings this seat, and how likely somebody accuses it then: the mean over so many samples of
        what the others may claim, or over as many as there was time for. Empty when there was time for none."""
        prospects = self.prospects(samples, until, rng)
        return (prospects.values(self.values.card), prospects.accused) if prospects else ([], [])

    def prospects(self, samples: int, until: float, rng: Random) -> Prospects | None:
        """What this seat may expect of each claim, whatever its card is; None when there was no time for any sample."""
        truths, lies, caught = ([0.0] * len(CARDS) for _ in range(3))
        by_class, done = self._by_class(), 0
        while done < samples:
            claims, sampled = self._others_claim(rng), list[tuple[int, float, float, float]]()
            for members in by_class:
                if monotonic() > until:
                    break
                claims[self.seat] = rng.choice(members)
                mixes = self.mixes(claims)
                sampled += [(claim, *self._outcome(claim, mixes)) for claim in members]
            else:
                for claim, truth, lie, accused in sampled:
                    truths[claim] += truth
                    lies[claim] += lie
                    caught[claim] += accused
                done += 1
                continue
            break
        if not done:
            return None
        means = [[x / done for x in total] for total in (truths, lies, caught)]
        return Prospects(means[0], means[1], means[2], self.worths[self.seat])

    def _by_class(self) -> list[list[int]]:
        """The claims that may be true for all the others know, by their class: the others judge those of a class
        alike."""
        groups: dict[int, list[int]] = {}
        for claim in range(len(CARDS)):
            if self.public.unseen[claim]:
                groups.setdefault(self.classes[self.seat][claim], []).append(claim)
        return list(groups.values())

    def _others_claim(self, rng: Random) -> list[int]:
        bag = [card for card, copies in enumerate(self.values.unseen) for _ in range(copies)]
        dealt = rng.sample(bag, self.seats)
        claims = dealt.copy()
        for seat in self.others:
            claims[seat] = self.claim_of(seat, dealt[seat], rng)
        return claims

    def claim_of(self, seat: int, card: int, rng: Random) -> int:
        """What a seat may claim that has this card."""
        return self.claim_of_kind(rng.choices(range(len(self.habits)), self.kinds[seat])[0], seat, card, rng)

    def claim_of_kind(self, kind: int, seat: int, card: int, rng: Random) -> int:
        """What a seat may claim that has this card and is a player of this kind."""
        if kind:
            return self.habits[kind].claim(card, rng)
        return rng.choices(range(len(CARDS)), self.claimants[seat].claims(card))[0]

    def _outcome(self, claim: int, mixes: Sequence[Mix]) -> tuple[float, float, float]:
        """What a claim brings when the others vote like this if it is true, and if it is a lie (but for the jewels of
        the card that a liar gets who is caught), and how likely at least one accuses."""
        v, seat, cares = self.values, self.seat, self.cares[self.seat]
        worth = self.worths[seat][claim]
        nobody, one, truth, lie = 1.0, 0.0, 0.0, 0.0
        for other in self.others:
            accuses, believes = mixes[other][2 * seat + 1], mixes[other][2 * seat]
            one = one * (1 - accuses) + nobody * accuses
            nobody *= 1 - accuses
            up, down = cares[other] * v.up[other], cares[other] * v.down[other]
            truth += accuses * (v.down[seat] - up) + believes * down
            lie += accuses * (down - v.up[seat]) - believes * up
        for other in self.others:
            accuses = mixes[other][2 * seat + 1]
            if accuses > 0.001:
                alone = nobody / max(1 - accuses, 1e-9)
                lie += accuses * (1 - alone) * cares[other] * v.artefacts[other]
        truth += worth + (1 - nobody - one) * v.artefacts[seat]
        lie += nobody * (worth + v.artefacts[seat])
        return truth, lie, 1 - nobody

    def claim_mix(self, values: Sequence[float], noise: float, anchor: float) -> list[float]:
        """How likely this seat makes each claim: better ones likelier, but never far from the equilibrium's mix, since
        what is always done is soon found out. `anchor`: how much that counts where there is something to hide."""
        card = self.values.card
        usual = self.claimants[self.seat].claims(card)
        if not values:  # there was no time to look at any claim
            return usual
        best, anchor = max(values), anchor * self.caution
        weights = [
            (max(usual[c], 0.0) + 0.004) ** anchor * exp((values[c] - best) / noise)
            if self.public.unseen[c] or c == card
            else 0.0
            for c in range(len(CARDS))
        ]
        total = sum(weights)
        return [weight / total for weight in weights]
