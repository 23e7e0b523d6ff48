"""The five levels of Azteco. None of them plays at random: the weaker ones see less far and know others less well.

1 tells the truth about good cards, bluffs with four jewels when its card is poor, and accuses the biggest claim. 2
takes everybody for such a player. 3 knows the equilibrium, but both count only what lies on the table. 4 sees what
things will be worth later, weighs with care, and does what seems best, which can be read. 5 fears curses and knows who
is likely to win as well, hides its lies among truths, and finds out how the players at this table lie and vote.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from time import monotonic

from texcoco.bots import Advice, Bot, Clock
from texcoco.bots.azteco import advice, artefacts
from texcoco.bots.azteco.habits import SIZE
from texcoco.bots.azteco.judge import Judge
from texcoco.bots.azteco.reader import Reader
from texcoco.bots.azteco.values import Values
from texcoco.bots.azteco.votes import logit
from texcoco.game import Action, Event, Json
from texcoco.games.azteco.actions import CLAIMS, VOTES
from texcoco.games.azteco.cards import CARD_AT, CARDS

EQUAL = 0.05
"""Artefacts that are worth as much, within so many points, are chosen by lot."""


class Level(Bot):
    """A player that weighs claims, votes and artefacts by what they bring."""

    sight = 2
    """How far it sees, see `Values`."""
    kind: int | None = None
    """The kind of player that it takes all others for; None: it finds out."""
    samples = 6
    """How many samples of the others' claims it looks at before it claims: its budget of work."""
    claim_noise, vote_noise = 0.5, 0.25
    """The points by which a claim, or a vote, must be better to be taken e times as often."""
    anchor = 0.4
    """How much it keeps to the equilibrium when it claims, which hides lies among truths of the same class."""

    def decide(
        self, seat: int, view: Json, events: Sequence[Event], actions: Sequence[Action], clock: Clock, rng: Random
    ) -> Action:
        until = _until(clock)
        values = Values(seat, view, self.sight)
        match view["phase"]:
            case "claim":
                return CLAIMS[self.claim(values, until, rng)]
            case "vote":
                return VOTES[self.vote(values, until, rng)]
            case _:
                return max(actions, key=lambda action: artefacts.value(values, action) + EQUAL * rng.random())

    def claim(self, values: Values, until: float, rng: Random) -> int:
        judge = self.judge(values, until)
        worth, _ = judge.claims(self.samples, until, rng)
        return rng.choices(range(len(CARDS)), judge.claim_mix(worth, self.claim_noise, self.anchor))[0]

    def judge(self, values: Values, until: float) -> Judge:
        return Reader(values, until) if self.kind is None else Judge(values, self.kind)

    def vote(self, values: Values, until: float, rng: Random) -> int:
        mix = logit(self.judge(values, until).votes(), self.vote_noise)
        return rng.choices(range(len(mix)), mix)[0]

    def explain(
        self,
        seat: int,
        view: Json,
        events: Sequence[Event],
        actions: Sequence[Action],
        clock: Clock,
        rng: Random,
        lang: str = "en",
    ) -> Advice:
        """What the strongest level holds to be best, whichever level is asked."""
        return advice.advise(Values(seat, view), actions, self.samples, _until(clock), rng, lang, self.names)


def _until(clock: Clock) -> float:
    """When to stop, with some time left for what comes after."""
    return monotonic() + (0.8 * clock.seconds if clock.seconds is not None else 1e9)


class Level1(Level):
    """Short-sighted and showy."""

    name = "1"
    sight = 0

    def claim(self, values: Values, until: float, rng: Random) -> int:
        if rng.random() < (0.45, 0.8, 0.95)[SIZE[values.card]]:
            return values.card
        worth = values.claims(values.seat)
        return max((c for c in range(len(CARDS)) if SIZE[c] == 2), key=lambda claim: worth[claim] + rng.random())

    def vote(self, values: Values, until: float, rng: Random) -> int:
        others = [s for s in range(values.seats) if s != values.seat]
        size = [SIZE[CARD_AT[claim]] + rng.random() for claim in values.view["claims"]]
        if rng.random() < 0.35:
            return 2 * min(others, key=size.__getitem__)
        return 2 * max(others, key=size.__getitem__) + 1


class Level2(Level):
    """Has seen through naive players, and takes everybody for one: for level 1."""

    name = "2"
    sight, kind, samples, claim_noise, vote_noise, anchor = 0, 2, 2, 1.6, 1.6, 0.4


class Level3(Level):
    """Takes everybody to lie and vote by the equilibrium, but counts only what lies on the table, and not very
    carefully."""

    name = "3"
    sight, kind, samples, claim_noise, vote_noise, anchor = 0, 0, 2, 2.5, 2.3, 0.3


class Level4(Level):
    """Sees what things will be worth later. It does what seems best, and hides nothing: who watches it can read it."""

    name = "4"
    sight, kind, samples, claim_noise, vote_noise, anchor = 1, 0, 4, 0.4, 0.3, 0.0


class Level5(Level):
    """Fears curses, knows who is likely to win, and finds out how the others at the table lie and vote."""

    name = "5"
    samples, claim_noise, vote_noise, anchor = 12, 0.8, 0.2, 1.0
