"""Level 5's judge: it finds out from what the others have done at this table what kinds of players they are."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from math import exp, inf, log
from random import Random
from time import monotonic

from texcoco.bots.azteco.habits import HABITS, suspected
from texcoco.bots.azteco.imitation import ImitatedGreedy, ImitatedLevel4, Imitation
from texcoco.bots.azteco.judge import FEWER_ROUNDS, Judge
from texcoco.bots.azteco.past import Round, table_before_votes, without_secrets
from texcoco.bots.azteco.values import WEIGHTS, Values
from texcoco.bots.azteco.votes import Mix
from texcoco.game import Json
from texcoco.games.azteco.cards import CARD_AT, CARDS

IMITATED: dict[int, Callable[[Json], Imitation]] = {1: ImitatedGreedy, 5: ImitatedLevel4}
"""The kinds of players whose choices are worked out in place of their measured habits."""
TRUST, SHARED = 0.8, 0.3
"""How far what a seat did is trusted to be its habit, and to be that of the others at the table as well."""
ENOUGH_SECONDS = 0.3
"""Who has less time than this goes by measured habits only: with six seats imitations take up to a sixth of a
second."""
UNLIKELY = 0.03
"""A kind that is less likely than this is left out."""


class Reader(Judge):
    """A round as a seat sees it that finds out whom it plays with, and is to be done by `until`."""

    rounds = FEWER_ROUNDS

    def __init__(self, values: Values, until: float = inf):
        super().__init__(values)
        view, imitated = values.view, IMITATED if until - monotonic() > ENOUGH_SECONDS else {}
        self.kinds = [_without_unlikely(kinds) for kinds in kinds_of_players(view, self.seat, bool(imitated))]
        self.suspected = suspected(view)
        public = without_secrets(view)
        self.imitations = {
            kind: imitate(public)
            for kind, imitate in imitated.items()
            if any(self.kinds[seat][kind] for seat in self.others)
        }

        known = sum([self.kinds[seat][kind] for seat in self.others for kind in self.imitations])
        self.caution = 1 - known / len(self.others)

    def lie(self, seat: int, claim: int) -> float:
        if seat == self.seat:
            return super().lie(seat, claim)
        claimant, kinds = self.claimants[seat], self.kinds[seat]
        if not claimant.unseen[claim]:
            return 1.0
        lied, true = claimant.odds(claim)
        lied, true = kinds[0] * lied, kinds[0] * true
        for kind, weight in enumerate(kinds[1:], 1):
            if weight:
                imitation = self.imitations.get(kind)
                odds = (
                    imitation.odds(seat, claim, claimant.unseen)
                    if imitation
                    else HABITS[kind].odds(claim, claimant.unseen)
                )
                lied += weight * odds[0]
                true += weight * odds[1]
        return lied / (lied + true)

    def mixes(self, claims: Sequence[int]) -> list[Mix]:
        lies = [self.lie(s, c) for s, c in enumerate(claims)]
        solved = self._solve(claims, lies)
        classes = [self.classes[s][c] for s, c in enumerate(claims)]
        imitated = {kind: imitation.votes(claims) for kind, imitation in self.imitations.items()}
        for seat in self.others:
            kinds = self.kinds[seat]
            mix = [kinds[0] * chance for chance in solved[seat]] or [0.0] * (2 * self.seats)
            for kind, weight in enumerate(kinds[1:], 1):
                if weight and kind not in imitated:
                    for vote, chance in enumerate(HABITS[kind].votes(seat, classes)):
                        mix[vote] += weight * chance
            if self.suspected:
                for target, factor in enumerate(self.suspected):
                    mix[2 * target + 1] *= factor
            for kind, votes in imitated.items():
                if kinds[kind]:
                    for vote, chance in enumerate(votes[seat]):
                        mix[vote] += kinds[kind] * chance
            total = sum(mix)
            solved[seat] = [chance / total for chance in mix]
        return solved

    def claim_of(self, seat: int, card: int, rng: Random) -> int:
        kind = rng.choices(range(len(HABITS)), self.kinds[seat])[0]
        if kind in self.imitations:
            return rng.choices(range(len(CARDS)), self.imitations[kind].claims(seat, card))[0]
        return self.claim_of_kind(kind, seat, card, rng)


def _without_unlikely(kinds: Sequence[float]) -> list[float]:
    likely = [chance if chance >= UNLIKELY else 0.0 for chance in kinds]
    total = sum(likely)
    return [chance / total for chance in likely]


def kinds_of_players(view: Json, watcher: int, imitate: bool = True) -> list[list[float]]:
    """For each seat, how likely it is a player of each kind; the watcher itself is taken to play the equilibrium.

    `imitate`: whether there is time to work out what some kinds would have done.
    """
    seats: int = view["seats"]
    rounds = tuple(_parse_round(past) for past in view["rounds"])
    past = [_past(tuple(view["sheets"]), rounds[: number + 1], imitate) for number in range(len(rounds))]
    surprises = [[0.0] * len(HABITS) for _ in range(seats)]
    for seat in range(seats):
        if seat != watcher:
            for over in past:
                for kind, chance in enumerate(over.chances(seat)):
                    surprises[seat][kind] -= log(chance)
    result: list[list[float]] = []
    for seat in range(seats):
        if seat == watcher:
            result.append([float(kind == 0) for kind in range(len(HABITS))])
            continue
        others = [s for s in range(seats) if s not in (seat, watcher)]
        logs = [
            log(prior) - TRUST * (surprises[seat][k] + SHARED * sum(surprises[s][k] for s in others))
            for k, prior in enumerate(WEIGHTS["kinds"])
        ]
        best = max(logs)
        powers = [exp(x - best) for x in logs]
        result.append([power / sum(powers) for power in powers])
    return result


def _parse_round(past: Json) -> Round:
    votes: list[int] = []
    for vote in past["votes"]:
        face, _, target = vote.partition(" ")
        votes.append(2 * int(target) + (face == "accuse"))
    return tuple(CARD_AT[c] for c in past["cards"]), tuple(CARD_AT[c] for c in past["claims"]), tuple(votes)


class _Past:
    """A round that is over, and what the kinds of players would have done in it. What was worked out is kept: the same
    rounds are looked at in every round that follows."""

    def __init__(self, sheets: tuple[str, ...], rounds: tuple[Round, ...], imitate: bool):
        self.cards, self.claims, self.votes = rounds[-1]
        table = table_before_votes(sheets, rounds)
        self.imitations = {kind: make(table) for kind, make in IMITATED.items()} if imitate else {}
        self.mixes = {kind: imitation.votes(self.claims) for kind, imitation in self.imitations.items()}

    def chances(self, seat: int) -> list[float]:
        """How likely each kind of player was to do what a seat did."""
        card, claim, vote = self.cards[seat], self.claims[seat], self.votes[seat]
        result = [habit.chance(seat, self.cards, self.claims, vote) for habit in HABITS]
        for kind, imitation in self.imitations.items():
            result[kind] = imitation.claims(seat, card)[claim] * self.mixes[kind][seat][vote]
        return result


_past = lru_cache(maxsize=256)(_Past)
