"""A bot for Azteco that bluffs and accuses by simple odds.

It counts the jewel cards that are left, weighs what a claim would be worth to whoever makes it against how often people lie and
accuse at this table, and takes what promises most, with a little noise so that it cannot be read.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp
from random import Random
from typing import Any

from texcoco.bots import Advice, Bot, Clock
from texcoco.game import Action, Event, Json
from texcoco.games.azteco import AZTECO
from texcoco.games.azteco.cards import (
    AT_ONCE,
    CARD_AT,
    CARD_COPIES,
    CHARACTER_AT,
    COLOURS,
    DUOS,
    EFFECTS,
    JEWELS,
    KIND_AT,
    ROUNDS,
    stone_points,
)
from texcoco.games.azteco.scoring import artefact_points, duo_points, trio_points

ARTEFACT = 3.5
"""What an artefact is worth, before one knows which."""
PROMISE = (0.25, 0.35)
"""What a jewel may come to be worth beyond what it counts now, each round still to play: outside and inside of one's duo."""
HABIT = 5.0
"""So many choices are imagined, as people are thought to play, before those seen at the table outweigh them."""
LIES, ACCUSATIONS = 0.4, 0.6
GREED = 1.5
"""How much a jewel's worth matters to liars: less means more."""
NOISE = 1.0
"""Points that a sealed choice may seem to promise more than it does: nobody should read a bot like a book."""


class Greedy(Bot):
    """Takes what promises most points, by the odds."""

    name = "greedy"

    def decide(self, seat: int, view: Json, log: Sequence[Event], actions: Sequence[Action], clock: Clock, rng: Random) -> Action:
        table = _Table(seat, view)
        noise = NOISE if view["phase"] in ("claim", "vote") else 0.0
        return max(actions, key=lambda action: table.promise(action) + noise * rng.random())

    def explain(
        self, seat: int, view: Json, log: Sequence[Event], actions: Sequence[Action], clock: Clock, rng: Random, lang: str = "en"
    ) -> Advice:
        action = self.decide(seat, view, log, actions, clock, rng)
        table = _Table(seat, view)
        why, values = _why(table, action)
        return Advice((action,), AZTECO.say(lang, f"hint.{why}", values))


def _why(table: _Table, action: Action) -> tuple[str, Json]:
    """The sentence that says why, and what fills it."""
    if action.kind == "claim":
        accused, _ = table.accused(action.data[0])
        return ("truth", {}) if action.data[0] == table.card else ("bluff", {"percent": round(100 * accused)})
    if action.kind in ("accuse", "believe"):
        lie = table.lie(action.data[0] // 2)
        return action.kind, {"percent": round(100 * (lie if action.kind == "accuse" else 1 - lie))}
    points = round(table.promise(action))
    if action.kind == "keep":
        return "keep", {"artefact": table.view["hand"][action.data[0]], "points": points}
    return ("gain", {"points": points}) if action.kind in ("take", "steal", "swap", "discard") and points > 0 else ("other", {})


class _Table:
    """What a seat makes of its view."""

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
        self.lies = [(HABIT * usual + sum(told[s] for told in lied)) / (HABIT + len(rounds)) for s in range(view["seats"])]
        """How often each seat lies: as the table does, until it is known better."""
        accusations = sum(vote.startswith("accuse") for past in rounds for vote in past["votes"])
        self.accusations = (HABIT * ACCUSATIONS + accusations) / (HABIT + len(rounds) * view["seats"])

    # --- what things are worth ---

    def worth(self, seat: int, jewels: Sequence[int]) -> float:
        """Points of these jewels for a seat: those they count now, and what they may come to count; less where a curse looms."""
        character = self.characters[seat]
        points: float = duo_points(jewels, character) + trio_points(jewels) + sum(artefact_points(jewels, kind) for kind in self.kept[seat])
        for colour in range(3):
            points += PROMISE[colour in DUOS[character]] * min(self.left, 3) / 2 * jewels[colour]
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
            return 0.6  # whoever counts cards knows
        suspicion = 0.6 + 0.25 * (sum(JEWELS[claim]) - 2)
        return min(self.accusations * suspicion / len(self.others), 0.6)

    def accused(self, claim: int) -> tuple[float, float]:
        """How likely at least one opponent is to accuse this seat then, and at least two."""
        each, n = self.accuser(claim), len(self.others)
        nobody, one = (1 - each) ** n, n * each * (1 - each) ** (n - 1)
        return 1 - nobody, 1 - nobody - one

    def lie(self, seat: int) -> float:
        """How likely another seat's claim is a lie: what it would gain by it, against the cards that are left."""
        claim = CARD_AT[self.view["claims"][seat]]
        lures = [exp(self.more(seat, jewels) / GREED) for jewels in JEWELS]
        lied = self.lies[seat] * lures[claim] / sum(lures)
        true = (1 - self.lies[seat]) * self.unseen[claim] / sum(self.unseen)
        return lied / (lied + true)

    # --- what actions promise ---

    def promise(self, action: Action) -> float:
        """About how many points an action brings."""
        return getattr(self, f"_{action.kind}")(action.data)

    def _claim(self, data: tuple[int, ...]) -> float:
        claim = data[0]
        once, twice = self.accused(claim)
        accusers = self.accuser(claim) * len(self.others)
        truth = self.more(self.seat, JEWELS[self.card])
        if claim == self.card:
            return truth + accusers * (self.stone(self.seat, -1) + 1 / len(self.others)) + twice * ARTEFACT
        caught = once * truth - accusers * (self.stone(self.seat) + 1 / len(self.others)) - twice * ARTEFACT * 2 / len(self.others)
        return (1 - once) * (self.more(self.seat, JEWELS[claim]) + ARTEFACT) + caught

    def _believe(self, data: tuple[int, ...]) -> float:
        lie = self.lie(data[0] // 2)
        return (1 - lie) * self.stone(self.seat, -1) - lie * self.stone(self.seat)

    def _accuse(self, data: tuple[int, ...]) -> float:
        target = data[0] // 2
        lie = self.lie(target)
        company = 1 - (1 - self.accusations / len(self.others)) ** (len(self.others) - 1)
        spoiled = (ARTEFACT + self.stone(target)) / len(self.others)
        return lie * (self.stone(self.seat, -1) + company * ARTEFACT + spoiled) - (1 - lie) * self.stone(self.seat)

    def _keep(self, data: tuple[int, ...]) -> float:
        kind = KIND_AT[self.view["hand"][data[0]]]
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
                return max(self._swap((*_one(a), *_one(b))) for a in range(3) for b in range(3)) * 1.5 if all(own) else 0.0
            case _:
                return 1.0

    def _discard(self, data: tuple[int, ...]) -> float:
        return self.stone(self.seat, -data[0])

    def _give(self, data: tuple[int, ...]) -> float:
        return self.view["worth"][data[0]]["total"] + self.stone(data[0])

    def _take(self, data: tuple[int, ...]) -> float:
        return self.more(self.seat, data)

    def _steal(self, data: tuple[int, ...]) -> float:
        victim, colour = data
        return self.more(self.seat, _one(colour)) - self.more(victim, [-n for n in _one(colour)]) / len(self.others)

    def _swap(self, data: tuple[int, ...]) -> float:
        return self.more(self.seat, [data[3 + c] - data[c] for c in range(3)])

    def _shift(self, data: tuple[int, ...]) -> float:
        """Moving stones away from the colour that one leads oneself, to one that another leads."""
        source, target, stones = data
        return stones * (self._looms(target) - self._looms(source))

    def _looms(self, colour: int) -> float:
        owned: list[Any] = [jewels[colour] for jewels in self.jewels]
        most = max(owned)
        if owned.count(most) > 1:
            return 0.0
        return -self.stone(self.seat) if owned[self.seat] == most else 1 / len(self.others)


def _one(colour: int) -> tuple[int, ...]:
    return tuple(int(c == colour) for c in range(len(COLOURS)))
