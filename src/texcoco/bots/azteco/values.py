"""What things are worth in Azteco: the evaluator that search, hints and training share.

The value of a seat is the score that it can expect at the end. Jewels are worth what they will count together with the
jewels that a seat usually still gets, so that half a trio early on is worth something and at the end nothing. How many
jewels and stones are still to come, what a hidden artefact is worth, and how far a lead tells who wins, was learned
from games of the bots against each other (`tools/train_azteco.py`) and is kept in `weights.json`.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from copy import copy
from functools import cached_property, lru_cache
from importlib.resources import files
from math import comb, exp
from typing import Any, Self

from texcoco.game import Json
from texcoco.games.azteco.cards import (
    AT_ONCE,
    CARD_AT,
    CARD_COPIES,
    CHARACTER_AT,
    DUOS,
    EFFECTS,
    JEWELS,
    KIND_AT,
    KIND_COPIES,
    NEEDS,
    POINTS,
    ROUNDS,
    Jewels,
    count_jewels,
    stone_points,
)

WEIGHTS: dict[str, Any] = json.loads(files("texcoco.bots.azteco").joinpath("weights.json").read_text(encoding="utf-8"))

_PAIRS = tuple(jewels for jewels in JEWELS if sum(jewels) == 2)
_ONES: tuple[Jewels, ...] = ((1, 0, 0), (0, 1, 0), (0, 0, 1))
_SWAPS = tuple(
    {
        (come[0] - back[0], come[1] - back[1], come[2] - back[2])
        for size in ((_ONES, _ONES), (_PAIRS, _PAIRS))
        for back in size[0]
        for come in size[1]
        if back != come
    }
)
"""What one or two jewels more and as many less make of a hoard."""


def _futures(left: int, character: int) -> tuple[Jewels, ...]:
    """Jewels that a seat may still get in so many rounds, as samples in the order of the colours."""
    one, other = DUOS[character]
    third = 3 - one - other
    samples: list[Jewels] = []
    for sample in WEIGHTS["futures"][left]:
        jewels = [0, 0, 0]
        jewels[one], jewels[other], jewels[third] = sample
        samples.append((jewels[0], jewels[1], jewels[2]))
    return tuple(samples)


_FUTURES = [[_futures(left, character) for character in range(len(DUOS))] for left in range(ROUNDS)]
_STONES: list[list[int]] = WEIGHTS["stones"]


@lru_cache(maxsize=200_000)
def jewel_value(jewels: Jewels, character: int, kinds: tuple[int, ...], left: int) -> float:
    """The points that a hoard and kept artefacts may be expected to count at the end, after so many further rounds."""
    one, other = DUOS[character]
    third = 3 - one - other
    total = 0
    futures = _FUTURES[left][character]
    for future in futures:
        a, b, c = jewels[one] + future[one], jewels[other] + future[other], jewels[third] + future[third]
        duo = a if a < b else b
        total += duo + 2 * (duo if duo < c else c)
        if kinds:
            final = (jewels[0] + future[0], jewels[1] + future[1], jewels[2] + future[2])
            for kind in kinds:
                total += _artefact_points(final, kind)
    return total / len(futures)


def _artefact_points(jewels: Sequence[int], kind: int) -> int:
    needs = NEEDS[kind]
    sets = 99
    for colour in range(3):
        need = needs[colour]
        if need and jewels[colour] // need < sets:
            sets = jewels[colour] // need
    return POINTS[kind] * (sets if sets < 99 else 1)


@lru_cache(maxsize=4096)
def stone_value(stones: int, left: int) -> float:
    """The points, nothing or less, that so many cursed stones may be expected to count after so many further rounds."""
    changes = _STONES[left]
    return sum(stone_points(max(stones + change, 0)) for change in changes) / len(changes)


class Values:
    """What all is worth to each seat in a position, as one seat sees it.

    `sight`: 0 counts only what lies on the table, as if the game ended with this round; 1 knows what things will be
    worth later; 2 fears the curses and knows who is likely to win, too.
    """

    def __init__(self, seat: int, view: Json, sight: int = 2):
        self.seat, self.view, self.sight = seat, view, sight
        self.seats: int = view["seats"]
        self.left = ROUNDS - view["round"] if sight else 0
        """Rounds still to come after this one."""
        self.characters = [CHARACTER_AT[name] for name in view["sheets"]]
        self.kinds = [tuple(KIND_AT[name] for name in names if name != "?") for names in view["kept"]]
        self.hidden = [names.count("?") for names in view["kept"]]
        self.stones: list[int] = view["stones"]
        self.curses: list[int] = view["curses"]
        cards: list[str] = view["cards"]
        self.card = CARD_AT[cards[seat]] if seat < len(cards) and cards[seat] != "?" else -1
        seen = [CARD_AT[c] for past in view["rounds"] for c in past["cards"]] + [CARD_AT[c] for c in cards if c != "?"]
        self.unseen = [copies - seen.count(card) for card, copies in enumerate(CARD_COPIES)]
        """How many copies of each card this seat has not seen: other seats may have them now."""
        self.hoards: list[Jewels] = [(j[0], j[1], j[2]) for j in view["jewels"]]
        self.up = [stone_value(s, self.left) - stone_value(s + 1, self.left) for s in self.stones]
        """What one more stone costs each seat."""
        self.down = [stone_value(s - 1, self.left) - stone_value(s, self.left) if s else 0.0 for s in self.stones]
        """What one stone less is worth to each seat."""
        self.strike = [(stone_value(s, self.left) - stone_value(s + 2, self.left)) / 2 for s in self.stones]
        """What each stone of a curse costs a seat."""
        self._expect_hoards()
        self.totals = [self._total(s) for s in range(self.seats)]
        """The score that each seat may expect."""
        self.chances = self._chances(self.totals)
        """How likely each seat is to win."""

    def seen_by(self, seat: int) -> Self:
        """The same for another seat; only for somebody who knows no secrets, to whom all is the same."""
        new = copy(self)
        new.seat = seat
        return new

    # --- what is to be expected of this round ---

    def _expect_hoards(self) -> None:
        """What each seat will about have when the curses strike, as far as it can be seen by now."""
        phase, n = self.view["phase"], self.seats
        self.expected: list[list[float]] = [list(map(float, jewels)) for jewels in self.hoards]
        self.doubt = WEIGHTS["doubt"][1]
        """How uncertain these numbers are."""
        if phase == "claim":
            self.doubt = WEIGHTS["doubt"][0]
            for s in range(n):
                for colour in range(3):
                    self.expected[s][colour] += WEIGHTS["per_round"][colour in DUOS[self.characters[s]]]
        elif phase in ("vote", "keep", "effect"):
            revealed = {(self.view["first"] + i) % n for i in range(self.view["shown"])}
            for s in range(n):
                if s not in revealed:
                    for colour, jewels in enumerate(self._unrevealed(s)):
                        self.expected[s][colour] += jewels
        if phase in ("keep", "effect"):
            self.hoards = [(int(own[0]), int(own[1]), int(own[2])) for own in self.expected]

    def _unrevealed(self, seat: int) -> Jewels:
        """The jewels that a seat whose card is still face down will probably get for it."""
        caught = f"accuse {seat}" in self.view["votes"] and self.card >= 0 and seat == self.seat
        return JEWELS[self.card] if caught else count_jewels(self.view["served"][seat])

    def lead(self, seat: int, colour: int, jewels: float) -> float:
        """How likely a seat that will have so many jewels of a colour is to have more of it than all others."""
        most = max([own[colour] for s, own in enumerate(self.expected) if s != seat])
        return 1 / (1 + exp(min(50.0, (0.5 - jewels + most) / self.doubt)))

    def curse_cost(self, seat: int, jewels: Sequence[float]) -> float:
        """What the curses of this round and later ones may cost a seat that will have these jewels when they strike."""
        if self.sight < 2:
            return 0.0
        later: float = WEIGHTS["later_curses"][self.left]
        stones = sum([self.lead(seat, c, jewels[c]) * (self.curses[c] + later) for c in range(3)])
        return stones * self.strike[seat]

    # --- what seats may expect ---

    def _total(self, seat: int) -> float:
        jewels = self.expected[seat]
        return (
            jewel_value(self.hoards[seat], self.characters[seat], self.kinds[seat], self.left)
            + self.hidden[seat] * WEIGHTS["hidden"][self.left]
            + stone_value(self.stones[seat], self.left)
            - self.curse_cost(seat, jewels)
        )

    def _chances(self, totals: Sequence[float]) -> list[float]:
        best = max(totals)
        powers = [exp((total - best) / WEIGHTS["temperature"][self.left]) for total in totals]
        return [power / sum(powers) for power in powers]

    def cares(self, seat: int) -> list[float]:
        """What a point of each seat is worth to `seat`, its own being worth 1: it would rather harm those likely to
        win."""
        if self.sight < 2:
            return [1.0 if s == seat else -1 / (self.seats - 1) for s in range(self.seats)]
        others = 1.0000001 - self.chances[seat]
        return [1.0 if s == seat else -chance / others for s, chance in enumerate(self.chances)]

    def more(self, seat: int, jewels: Sequence[int]) -> float:
        """What these jewels more (or fewer, where negative) are worth to a seat, curses apart."""
        own = self.hoards[seat]
        new = (own[0] + jewels[0], own[1] + jewels[1], own[2] + jewels[2])
        character, kinds = self.characters[seat], self.kinds[seat]
        return jewel_value(new, character, kinds, self.left) - jewel_value(own, character, kinds, self.left)

    def gain(self, seat: int, jewels: Sequence[int]) -> float:
        """What these jewels more or fewer are worth to a seat besides all that it gets in this round, curses
        considered."""
        now = self.expected[seat]
        then = [now[c] + jewels[c] for c in range(3)]
        return self.more(seat, jewels) + self.curse_cost(seat, now) - self.curse_cost(seat, then)

    def fewer_stones(self, seat: int, count: int) -> float:
        """What it is worth to a seat to have so many cursed stones less."""
        stones = self.stones[seat]
        return stone_value(max(stones - count, 0), self.left) - stone_value(stones, self.left)

    def curse(self, seat: int, colour: int) -> float:
        """What one more stone on the curse of a colour is worth to a seat: it is bad if the seat itself leads there."""
        return -sum(
            [
                care * self.lead(s, colour, self.expected[s][colour]) * self.strike[s]
                for s, care in enumerate(self.cares(seat))
            ]
        )

    def claims(self, seat: int) -> list[float]:
        """What the jewels of each of the 27 cards are worth to a seat in this round."""
        own = self.hoards[seat]
        none = self.curse_cost(seat, own)
        return [
            self.more(seat, jewels)
            + none
            - self.curse_cost(seat, (own[0] + jewels[0], own[1] + jewels[1], own[2] + jewels[2]))
            for jewels in JEWELS
        ]

    # --- artefacts ---

    @cached_property
    def artefacts(self) -> list[float]:
        """What it is worth to each seat to win an artefact. Most of the work: it is done only where it is asked for."""
        return [self._artefact(s) for s in range(self.seats)]

    def kind_value(self, seat: int, kind: int) -> float:
        """What an artefact of a kind is worth to a seat."""
        if not AT_ONCE[kind]:
            own = jewel_value(self.hoards[seat], self.characters[seat], (kind,), self.left)
            return own - jewel_value(self.hoards[seat], self.characters[seat], (), self.left)
        match EFFECTS[kind]:
            case "discard":
                return self.fewer_stones(seat, 2)
            case "give":
                return self.down[seat] + max(-care * self.up[s] for s, care in enumerate(self.cares(seat)) if s != seat)
            case "take":
                return max([self.gain(seat, pair) for pair in _PAIRS])
            case "steal":
                colours = [c for c in range(3) if any(j[c] for s, j in enumerate(self.view["jewels"]) if s != seat)]
                return max([self.gain(seat, _ONES[c]) for c in colours], default=-0.3) + 0.3
            case "swap":
                own = self.view["jewels"][seat]
                possible = [swap for swap in _SWAPS if all(own[c] + swap[c] >= 0 for c in range(3))]
                return max([0.0, *(self.gain(seat, swap) for swap in possible)])
            case _:
                curses = [self.curse(seat, colour) for colour in range(3)]
                moves = [min(2, self.curses[a]) * (curses[b] - curses[a]) for a in range(3) for b in range(3) if a != b]
                return max([0.0, *moves])

    def _artefact(self, seat: int) -> float:
        """The best of three artefacts, on average over those that may lie in the deck."""
        values = sorted((self.kind_value(seat, kind), copies) for kind, copies in enumerate(KIND_COPIES))
        cards, below, mean = sum(KIND_COPIES), 0, 0.0
        for value, copies in values:
            mean += value * (comb(below + copies, 3) - comb(below, 3))
            below += copies
        return mean / comb(cards, 3)
