"""A tiny game with every feature of the contract: chance, a secret card, sealed choices, an answer in mid-turn.

Each seat is dealt a secret card. In each of three rounds chance lays out a prize and all bid for it at once, sealed;
the highest bid (lowest seat on a tie) wins it and pays. The winner may then challenge another seat, which answers in
mid-turn: `yield` a point, or `show`, and the higher card takes two.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Self

from texcoco.action import Numbering
from texcoco.game import (
    CHANCE,
    Action,
    Event,
    Game,
    Impossible,
    Json,
    Options,
    Outcome,
    Position,
    Refusal,
    Unreadable,
    Veil,
    number,
    ranks,
)
from texcoco.paint import PLAIN, Paint
from texcoco.words import Words

CARDS, COINS, PRIZES = range(1, 7), 4, (1, 2, 3)
ACTIONS = {
    action.text: action
    for kind, values in (("deal", CARDS), ("prize", PRIZES), ("bid", range(COINS + 1)), ("challenge", range(4)))
    for action in [Action(f"{kind} {n}", kind, (n,)) for n in values]
} | {word: Action(word, word) for word in ("rest", "yield", "show")}
NUMBERING = Numbering(
    {kind: [a for a in ACTIONS.values() if a.kind == kind] for kind in ("bid", "challenge", "rest", "yield", "show")},
    {kind: [a for a in ACTIONS.values() if a.kind == kind] for kind in ("deal", "prize")},
)
EN = {
    "seat.-1": "Chance",
    "seat.0": "Ann",
    "seat.1": "Bob",
    "seat.2": "Cy",
    "seat.3": "Di",
    "end.rounds": "All rounds are played.",
    "no-such-action": "{text} is no action of this game.",
    "not-your-turn": "It is not {seat, seat}'s turn.",
    "not-now": "{action} is not possible now.",
    "too-dear": "{seat, seat} has only {coins, plural, one {# coin} other {# coins}}.",
    "oneself": "{seat, seat} cannot challenge itself.",
    "source.prizes": "Prizes",
    "source.challenges": "Challenges",
    "event.deal": "{seat, seat}: a card for {to, seat}: {card}.",
    "event.prize": "The prize is {prize}.",
    "event.bid": "{seat, seat} bids {bid}.",
    "event.bids": "Bids: {bids, list}; {winner, seat} takes {prize}.",
    "event.challenge": "{seat, seat} challenges {other, seat}.",
    "event.rest": "{seat, seat} rests.",
    "event.yield": "{seat, seat} yields a point.",
    "event.show": "{seat, seat} shows {mine} against {theirs}.",
}
WORDS = Words("tiny", {"en": EN, "fr": EN})


@dataclass(frozen=True)
class TinyOptions(Options):
    rounds: int = number(3, 1, 5)


def deal(
    cards: list[int | None], bids: list[int | str | None], coins: list[int], rng: Random
) -> tuple[list[int], list[int | None]]:
    """Cards and bids where a view has none."""
    unseen = [c for c in CARDS if c not in cards]
    rng.shuffle(unseen)
    dealt = [unseen.pop() if c is None else c for c in cards]
    return dealt, [rng.randint(0, coins[s]) if isinstance(b, str) else b for s, b in enumerate(bids)]


class TinyPosition(Position):
    __slots__ = ("asked", "bids", "cards", "coins", "phase", "points", "prize", "round", "shown", "turn")

    def __init__(self, seats: int, options: TinyOptions):
        self.seats, self.options, self.step = seats, options, 0
        self.phase, self.round, self.turn, self.asked, self.prize = "deal", 1, 0, 0, 0
        self.cards: list[int] = []
        self.coins, self.points, self.shown = [COINS] * seats, [0] * seats, [False] * seats
        self.bids: list[int | None] = [None] * seats

    def actors(self) -> tuple[int, ...]:
        if self.phase in ("deal", "prize"):
            return (CHANCE,)
        if self.phase == "bid":
            return tuple(s for s in range(self.seats) if self.bids[s] is None)
        return {"turn": (self.turn,), "answer": (self.asked,), "over": ()}[self.phase]

    def chances(self) -> list[tuple[Action, int]]:
        if self.phase == "deal":
            return [(ACTIONS[f"deal {c}"], 1) for c in CARDS if c not in self.cards]
        return [(ACTIONS[f"prize {p}"], p) for p in PRIZES] if self.phase == "prize" else []

    def actions(self, seat: int) -> list[Action]:
        return [a for a in ACTIONS.values() if self.check(seat, a) is None]

    def check(self, seat: int, action: Action) -> Refusal | None:
        if seat not in self.actors():
            return Refusal("T-TURN", "not-your-turn", {"seat": seat})
        wanted = {
            "deal": "deal",
            "prize": "prize",
            "bid": "bid",
            "challenge": "turn",
            "rest": "turn",
            "yield": "answer",
            "show": "answer",
        }
        if wanted[action.kind] != self.phase or (self.phase == "deal" and action.data[0] in self.cards):
            return Refusal("T-NOW", "not-now", {"action": str(action)})
        if action.kind == "bid" and action.data[0] > self.coins[seat]:
            return Refusal("T-COINS", "too-dear", {"seat": seat, "coins": self.coins[seat]})
        if action.kind == "challenge" and (action.data[0] == seat or action.data[0] >= self.seats):
            return Refusal("T-OTHER", "oneself", {"seat": seat})
        return None

    def apply(self, seat: int, action: Action) -> None:
        n = action.data[0] if action.data else 0
        match action.kind:
            case "deal":
                self.cards.append(n)
                if len(self.cards) == self.seats:
                    self._wait("prize")
            case "prize":
                self.prize = n
                self._wait("bid")
            case "bid":
                self.bids[seat] = n
                if None not in self.bids:
                    bids = [b or 0 for b in self.bids]
                    self.turn = bids.index(max(bids))
                    self.coins[self.turn] -= max(bids)
                    self.points[self.turn] += self.prize
                    self.bids = [None] * self.seats
                    self._wait("turn")
            case "challenge":
                self.asked = n
                self._wait("answer")
            case "rest":
                self._next_round()
            case "yield":
                self.points[seat] -= 1
                self.points[self.turn] += 1
                self._next_round()
            case _:
                self.shown[seat] = self.shown[self.turn] = True
                self.points[seat if self.cards[seat] > self.cards[self.turn] else self.turn] += 2
                self._next_round()

    def events_since(self, before: Any, seat: int, action: Action) -> list[Event]:
        n = action.data[0] if action.data else 0
        values: dict[str, Any] = {"action": str(action)}
        match action.kind:
            case "deal":
                to = len(before.cards)
                hidden = {"card": Veil(frozenset({to})), "action": Veil(frozenset({to}), "deal ?")}
                return [Event("deal", seat, values | {"to": to, "card": n}, hidden)]
            case "prize":
                return [Event("prize", seat, values | {"prize": n})]
            case "bid":
                hidden = {"bid": Veil(frozenset({seat})), "action": Veil(frozenset({seat}), "bid ?")}
                events = [Event("bid", seat, values | {"bid": n}, hidden)]
                if self.phase == "turn":
                    bids = [n if s == seat else bid or 0 for s, bid in enumerate(before.bids)]
                    events.append(Event("bids", seat, {"bids": bids, "winner": self.turn, "prize": self.prize}))
                return events
            case "challenge":
                return [Event("challenge", seat, values | {"other": n})]
            case "rest" | "yield":
                return [Event(action.kind, seat, values)]
            case _:
                cards = {"mine": before.cards[seat], "theirs": before.cards[before.turn]}
                return [Event("show", seat, values | cards)]

    def _wait(self, phase: str) -> None:
        self.phase = phase
        self.step += 1

    def _next_round(self) -> None:
        self.round += 1
        self._wait("prize" if self.round <= self.options.rounds else "over")

    def _public(self) -> Json:
        names = ("phase", "round", "turn", "asked", "prize", "coins", "points", "shown")
        public: Json = {name: getattr(self, name) for name in names}
        public |= {"seats": self.seats, "options": self.options.dump(), "dealt": len(self.cards)}
        return {k: list(v) if isinstance(v, list) else v for k, v in public.items()}

    def view(self, seat: int | None, *, open: bool = False) -> Json:
        open = open or self.phase == "over"
        cards = [c if self.shown[s] or s == seat or open else None for s, c in enumerate(self.cards)]
        bids = [b if s == seat or b is None or open else "?" for s, b in enumerate(self.bids)]
        return {"seat": seat, **self._public(), "cards": cards, "bids": bids}

    def dump(self) -> Json:
        return {**self._public(), "cards": list(self.cards), "bids": list(self.bids)}

    def outcome(self) -> Outcome | None:
        return (
            Outcome(ranks(self.points, self.coins), tuple(self.points), "end.rounds") if self.phase == "over" else None
        )

    def copy(self) -> Self:
        new = object.__new__(type(self))
        for cls in (Position, TinyPosition):
            for name in cls.__slots__:
                value = getattr(self, name)
                setattr(new, name, value.copy() if isinstance(value, list) else value)
        return new

    def redeal(self, seat: int | None, rng: Random) -> Self:
        new = self.copy()
        if self.phase != "over":
            new.cards, new.bids = deal(self.view(seat)["cards"], self.view(seat)["bids"], self.coins, rng)
        return new

    def key(self) -> tuple[Any, ...]:
        return (
            self.phase,
            self.round,
            self.turn,
            self.asked,
            self.prize,
            *self.cards,
            *self.coins,
            *self.points,
            *self.shown,
            *self.bids,
        )


class Tiny(Game):
    name, title, seats, rules, options, words, numbering = "tiny", "Tiny", range(2, 5), 1, TinyOptions, WORDS, NUMBERING

    def start(self, seats: int, options: Options | None = None) -> TinyPosition:
        assert options is None or isinstance(options, TinyOptions)
        return TinyPosition(seats, options or TinyOptions())

    def parse(self, text: str) -> Action:
        action = ACTIONS.get(" ".join(text.lower().split()))
        if action is None:
            raise Unreadable(Refusal("T-NOTATION", "no-such-action", {"text": text[:40]}))
        return action

    def load(self, data: Mapping[str, Any]) -> TinyPosition:
        position = TinyPosition(data["seats"], TinyOptions.read(data["options"]))
        for name in TinyPosition.__slots__:
            value = data[name]
            setattr(position, name, list(value) if isinstance(value, list) else value)
        if len(set(position.cards)) != len(position.cards):
            raise Impossible("two seats hold the same card")
        return position

    def guess(self, view: Json, rng: Random) -> TinyPosition:
        cards, bids = deal(view["cards"], view["bids"], view["coins"], rng)
        return self.load({**view, "cards": cards, "bids": bids})

    def standing(self, view: Json) -> list[int]:
        return list(view["points"])

    def sources(self, view: Json, events: Sequence[Event]) -> dict[str, list[int]]:
        bids = [event for event in events if event.key == "bids"]
        won = [
            sum(event.values["prize"] for event in bids if event.values["winner"] == seat)
            for seat in range(view["seats"])
        ]
        return {
            "prizes": won,
            "challenges": [points - prizes for points, prizes in zip(view["points"], won, strict=True)],
        }

    def picture(self, view: Json, paint: Paint = PLAIN, lang: str = "en") -> str:
        return paint(f"round {view['round']}, {view['phase']}, points {view['points']}, cards {view['cards']}")


TINY = Tiny()
TinyPosition.game = TINY
REVEALS = frozenset({"bids", "show"})
