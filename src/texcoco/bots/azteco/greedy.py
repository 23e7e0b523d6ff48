"""A bot for Azteco that bluffs and accuses by simple odds.

It counts the jewel cards that are left, weighs what a claim would be worth to its player against how often people lie
and accuse at this table, and does what brings most, with a little noise so that it cannot be predicted.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import exp
from random import Random
from typing import Any, ClassVar

from texcoco.bots import Bot, Clock
from texcoco.game import Action, Event, Json
from texcoco.games.azteco.actions import Claim, Place, Seat, Shift, Stones, Swap, Taken, Theft, Vote
from texcoco.games.azteco.cards import (
    AT_ONCE,
    CARD_AT,
    CARD_COPIES,
    CHARACTER_AT,
    DUOS,
    EFFECTS,
    JEWELS,
    KIND_AT,
    ROUNDS,
    Jewels,
    stone_points,
)
from texcoco.games.azteco.scoring import artefact_points, duo_points, trio_points

ARTEFACT = 3.5
"""What an artefact is worth, before one knows which."""
FUTURE = (0.25, 0.35)
"""What a jewel may come to be worth beyond what it counts now, each round still to play: outside and inside of one's
duo."""
HABIT = 5.0
"""So many choices are imagined, as people are thought to play, before those seen at the table outweigh them."""
LIES, ACCUSATIONS = 0.4, 0.6
GREED = 1.5
"""How much the worth of jewels matters to liars: the lower, the more."""
NOISE = 1.0
"""The most points that chance adds to the value of a sealed choice, so that the bot cannot be predicted."""


class Greedy(Bot):
    """Does what brings most points, by the odds."""

    name = "greedy"

    def decide(
        self, seat: int, view: Json, events: Sequence[Event], actions: Sequence[Action], clock: Clock, rng: Random
    ) -> Action:
        estimates = Estimates(seat, view)
        noise = NOISE if view["phase"] in ("claim", "vote") else 0.0
        return max(actions, key=lambda action: estimates.value(action) + noise * rng.random())


class Estimates:
    """What a seat works out from its view: what things are worth, how likely lies and accusations are, what actions
    bring."""

    def __init__(self, seat: int, view: Json):
        self.seat, self.view = seat, view
        self.others = [s for s in range(view["seats"]) if s != seat]
        self.characters = [CHARACTER_AT[name] for name in view["sheets"]]
        self.jewels: list[list[int]] = view["jewels"]
        self.kept = [[KIND_AT[name] for name in names if name != "?"] for names in view["kept"]]
        self.left = ROUNDS - view["round"] + 1
        """Rounds still to come, this one among them."""
        cards: list[str] = view["cards"]
        self.card = CARD_AT[cards[seat]] if seat < len(cards) and cards[seat] != "?" else -1
        seen = [CARD_AT[c] for past in view["rounds"] for c in past["cards"]] + [CARD_AT[c] for c in cards if c != "?"]
        self.unseen = [copies - seen.count(card) for card, copies in enumerate(CARD_COPIES)]
        rounds: list[Json] = view["rounds"]
        lied = [[card != claim for card, claim in zip(past["cards"], past["claims"], strict=True)] for past in rounds]
        usual = (HABIT * LIES + sum(map(sum, lied))) / (HABIT + len(rounds) * view["seats"])
        self.lies = [
            (HABIT * usual + sum(lies[s] for lies in lied)) / (HABIT + len(rounds)) for s in range(view["seats"])
        ]
        """How often each seat lies: as the table does, until it is known better."""
        accusations = sum(vote.startswith("accuse") for past in rounds for vote in past["votes"])
        self._tempted: dict[int, list[float]] = {}
        self._gains: dict[int, float] = {}
        self.accusations = (HABIT * ACCUSATIONS + accusations) / (HABIT + len(rounds) * view["seats"])

    # --- what things are worth ---

    def worth(self, seat: int, jewels: Sequence[int]) -> float:
        """Points of these jewels for a seat: those they count now, and what they may come to count, less what a curse
        may cost."""
        character = self.characters[seat]
        points: float = (
            duo_points(jewels, character)
            + trio_points(jewels)
            + sum(artefact_points(jewels, kind) for kind in self.kept[seat])
        )
        for colour in range(3):
            points += FUTURE[colour in DUOS[character]] * min(self.left, 3) / 2 * jewels[colour]
            if jewels[colour] > max(theirs[colour] for s, theirs in enumerate(self.jewels) if s != seat):
                points -= 0.5 * self.view["curses"][colour] * self.stone(seat)
        return points

    def more(self, seat: int, jewels: Sequence[int]) -> float:
        """What further jewels would be worth to a seat."""
        own = self.jewels[seat]
        return self.worth(seat, [a + b for a, b in zip(own, jewels, strict=True)]) - self.worth(seat, own)

    def stone(self, seat: int, n: int = 1) -> float:
        """Points that `n` more cursed stones cost a seat; what fewer of them give when `n` is negative."""
        stones = self.view["stones"][seat]
        return float(abs(stone_points(stones) - stone_points(max(stones + n, 0))))

    # --- odds ---

    def accuser(self, claim: int) -> float:
        """How likely any one opponent is to accuse this seat of lying when it claims that."""
        if self.card != claim and not self.unseen[claim]:
            return 0.6  # who counts cards knows that it is a lie
        suspicion = 0.6 + 0.25 * (sum(JEWELS[claim]) - 2)
        return min(self.accusations * suspicion / len(self.others), 0.6)

    def accused(self, claim: int) -> tuple[float, float]:
        """How likely at least one opponent is to accuse this seat then, and at least two."""
        each, n = self.accuser(claim), len(self.others)
        nobody, one = (1 - each) ** n, n * each * (1 - each) ** (n - 1)
        return 1 - nobody, 1 - nobody - one

    def lie(self, seat: int, claim: int) -> float:
        """How likely another seat's claim is a lie: what it would gain by it, against the cards that are left."""
        lures = self._lures(seat)
        lied = self.lies[seat] * lures[claim] / sum(lures)
        true = (1 - self.lies[seat]) * self.unseen[claim] / sum(self.unseen)
        return lied / (lied + true)

    def _lures(self, seat: int) -> list[float]:
        """How much each claim tempts a seat."""
        if seat not in self._tempted:
            self._tempted[seat] = [exp(self.more(seat, jewels) / GREED) for jewels in JEWELS]
        return self._tempted[seat]

    # --- what actions bring ---

    def value(self, action: Action) -> float:
        """About how many points an action brings."""
        return self._values[action.kind](self, action.data)

    def _claim(self, data: Claim) -> float:
        return self.claim_value(data.card)

    def claim_value(self, claim: int) -> float:
        once, twice = self.accused(claim)
        accusers = self.accuser(claim) * len(self.others)
        truth = self._gained(self.card)
        if claim == self.card:
            return truth + accusers * (self.stone(self.seat, -1) + 1 / len(self.others)) + twice * ARTEFACT
        caught = (
            once * truth
            - accusers * (self.stone(self.seat) + 1 / len(self.others))
            - twice * ARTEFACT * 2 / len(self.others)
        )
        return (1 - once) * (self._gained(claim) + ARTEFACT) + caught

    def _gained(self, card: int) -> float:
        """What the jewels of a card would be worth to this seat."""
        if card not in self._gains:
            self._gains[card] = self.more(self.seat, JEWELS[card])
        return self._gains[card]

    def _believe(self, data: Vote) -> float:
        return self.belief_value(self._lie_on_table(data.target))

    def belief_value(self, lie: float) -> float:
        return (1 - lie) * self.stone(self.seat, -1) - lie * self.stone(self.seat)

    def _accuse(self, data: Vote) -> float:
        return self.accusation_value(data.target, self._lie_on_table(data.target))

    def accusation_value(self, target: int, lie: float) -> float:
        company = 1 - (1 - self.accusations / len(self.others)) ** (len(self.others) - 1)
        spoiled = (ARTEFACT + self.stone(target)) / len(self.others)
        return lie * (self.stone(self.seat, -1) + company * ARTEFACT + spoiled) - (1 - lie) * self.stone(self.seat)

    def _lie_on_table(self, seat: int) -> float:
        return self.lie(seat, CARD_AT[self.view["claims"][seat]])

    def _keep(self, data: Place) -> float:
        kind = KIND_AT[self.view["hand"][data.place]]
        own = self.jewels[self.seat]
        if not AT_ONCE[kind]:
            duo = DUOS[self.characters[self.seat]]
            later = [n + (self.left - 0.5) * (1.3 if colour in duo else 0.6) for colour, n in enumerate(own)]
            return (artefact_points(own, kind) + artefact_points([int(n) for n in later], kind)) / 2
        match EFFECTS[kind]:
            case "discard":
                return self.stone(self.seat, -2)
            case "give":
                return self.stone(self.seat, -1) + 0.5
            case "take":
                return max(self.more(self.seat, pair) for pair in JEWELS if sum(pair) == 2)
            case "steal":
                colours = [c for c in range(3) if any(self.jewels[s][c] for s in self.others)]
                return max((self.more(self.seat, _one(c)) for c in colours), default=0.0) + 0.3
            case "swap":
                return (
                    max(self._swap(Swap(_one(a), _one(b))) for a in range(3) for b in range(3)) * 1.5
                    if all(own)
                    else 0.0
                )
            case _:
                return 1.0

    def _discard(self, data: Stones) -> float:
        return self.stone(self.seat, -data.stones)

    def _give(self, data: Seat) -> float:
        return self.view["worth"][data.seat]["total"] + self.stone(data.seat)

    def _take(self, data: Taken) -> float:
        return self.more(self.seat, data)

    def _steal(self, data: Theft) -> float:
        victim, colour = data
        return self.more(self.seat, _one(colour)) - self.more(victim, [-n for n in _one(colour)]) / len(self.others)

    def _swap(self, data: Swap) -> float:
        return self.more(self.seat, [data.come[c] - data.back[c] for c in range(3)])

    def _shift(self, data: Shift) -> float:
        """Moving stones away from the colour that one leads oneself, to one that another leads."""
        source, target, stones = data
        return stones * (self._curse(target) - self._curse(source))

    def _curse(self, colour: int) -> float:
        """What one more stone on the curse of a colour brings: a loss if one leads the colour oneself, a gain if
        another does."""
        owned: list[Any] = [jewels[colour] for jewels in self.jewels]
        most = max(owned)
        if owned.count(most) > 1:
            return 0.0
        return -self.stone(self.seat) if owned[self.seat] == most else 1 / len(self.others)

    _values: ClassVar[dict[str, Callable[[Estimates, Any], float]]] = {
        "claim": _claim,
        "believe": _believe,
        "accuse": _accuse,
        "keep": _keep,
        "discard": _discard,
        "give": _give,
        "take": _take,
        "steal": _steal,
        "swap": _swap,
        "shift": _shift,
    }


def _one(colour: int) -> Jewels:
    return int(colour == 0), int(colour == 1), int(colour == 2)
