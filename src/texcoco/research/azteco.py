"""Azteco in numbers and arrays. Numbers that name a seat count clockwise from the seat that acts; observations from the
seat that looks."""

from __future__ import annotations

from functools import cache, lru_cache
from itertools import product
from typing import Self

from texcoco.action import Action
from texcoco.game import Position
from texcoco.games.azteco import AZTECO
from texcoco.games.azteco.actions import ACCUSES, BELIEVES, DRAWS, FINDS, GIVES, NUMBERING, STEALS
from texcoco.games.azteco.cards import (
    AT_ONCE,
    CARD_BITS,
    CHARACTERS,
    JEWELS,
    KIND_BITS,
    KINDS,
    LOOK_AT,
    MOST,
    MOST_SEATS,
    ROUNDS,
)
from texcoco.games.azteco.position import AztecoPosition, Round
from texcoco.research import needs
from texcoco.research.layout import Floats, Layout, Part
from texcoco.research.state import Mask, State, one_hot

with needs("research"):
    import numpy as np

PHASES = ("first", "sheet", "card", "claim", "vote", "artefact", "keep", "effect", "over")
MANY = 255
"""No count of jewels or stones comes near it."""

# --- numbers ---


def _relative(seats: int, own: int) -> list[int]:
    """For each number of docs/actions.md, the number by which seat `own` knows it."""
    numbers = list(range(NUMBERING.action_count))
    by_seat = [
        (BELIEVES[seat], ACCUSES[seat], GIVES[seat], *STEALS[3 * seat : 3 * seat + 3]) for seat in range(MOST_SEATS)
    ]
    for seat in range(seats):
        for action, other in zip(by_seat[seat], by_seat[(seat - own) % seats], strict=True):
            numbers[NUMBERING.index(action)] = NUMBERING.index(other)
    return numbers


_RELATIVE = {(seats, own): _relative(seats, own) for seats in AZTECO.seats for own in range(seats)}
_ABSOLUTE = {key: [numbers.index(n) for n in range(len(numbers))] for key, numbers in _RELATIVE.items()}
_ACTIONS = {key: [NUMBERING.action(n) for n in numbers] for key, numbers in _ABSOLUTE.items()}
"""By the number of seats and a seat: its actions by its numbers."""


_CARD_CHANCES = [(NUMBERING.index(a) - NUMBERING.action_count, bits) for a, bits in zip(DRAWS, CARD_BITS, strict=True)]
_KIND_CHANCES = [(NUMBERING.index(a) - NUMBERING.action_count, bits) for a, bits in zip(FINDS, KIND_BITS, strict=True)]
"""The numbers of what chance may draw, and where in the deck that is."""


def _mask_of(numbers: list[int]) -> Mask:
    mask = np.zeros(NUMBERING.action_count, np.int8)
    mask[numbers] = 1
    return mask


_CLAIMS = list(NUMBERING.ranges["claim"])
_VOTES = {
    seats: sorted(NUMBERING.index(action) for seat in range(1, seats) for action in (BELIEVES[seat], ACCUSES[seat]))
    for seats in AZTECO.seats
}
_CLAIM_MASK = _mask_of(_CLAIMS)
_VOTE_MASKS = {seats: _mask_of(numbers) for seats, numbers in _VOTES.items()}
_KEEP_MASKS = [_mask_of(list(NUMBERING.ranges["keep"][:count])) for count in range(LOOK_AT + 1)]

# --- observations: pieces of bytes, looked up and joined ---


@cache
def _layout(seats: int) -> Layout:
    kinds = len(KINDS)
    return Layout(
        [
            Part("phase", (len(PHASES),), 1, "one of " + ", ".join(PHASES)),
            Part("seat", (seats,), 1, "the number of the seat that looks; all zeros for a spectator"),
            Part("first", (seats,), 1, "the first player"),
            Part("turn", (seats,), 1, "the seat whose card was revealed last in this round"),
            Part("awaited", (seats,), 1, "the seats that the game waits for"),
            Part("round", (1,), ROUNDS, "the round"),
            Part("strict_supply", (1,), 1, "whether jewels and stones are limited"),
            Part("rotate", (1,), 1, "whether the first player changes every round"),
            Part("curses", (3,), MANY, "stones on the blue, yellow and red curse"),
            Part("fresh", (1,), 42, "artefacts that nobody has looked at"),
            Part("characters", (seats, len(CHARACTERS)), 1, "the character of each seat: " + ", ".join(CHARACTERS)),
            Part("jewels", (seats, 3), MANY, "blue, yellow and red jewels of each seat"),
            Part("stones", (seats,), MANY, "cursed stones of each seat"),
            Part("cards", (seats, 4), MOST, "whether the seat knows this card; its blue, yellow, red jewels"),
            Part("claims", (seats, 4), MOST, "whether there is a claim; its jewels, zeros while it is hidden"),
            Part("served", (seats, 3), MOST, "jewels that lie on each card"),
            Part("votes", (seats, 2 + seats), 1, "whether there is one; whether it accuses, whom it names, if known"),
            Part("winners", (seats,), 1, "seats that have won an artefact and not got it yet"),
            Part("winner", (seats,), 1, "the one of them that gets it now"),
            Part("hand", (LOOK_AT, kinds), 1, "the artefacts that the seat looks at, by place: " + ", ".join(KINDS)),
            Part("effect", (kinds,), 1, "the artefact that is being played"),
            Part("artefacts", (seats, kinds), MANY, "artefacts of each seat as far as they are known, played ones too"),
            Part("face_down", (seats,), MANY, "those that are not"),
            Part("passed", (kinds,), MANY, "artefacts that the seat looked at and did not keep"),
            Part("past", (ROUNDS, seats, 7 + seats), MOST, "past rounds: card, claim, whether it accused, and whom"),
        ]
    )  # fmt: skip


def _flags(count: int) -> list[bytes]:
    """One-hot pieces by place; the last, for -1, is all zeros."""
    return [bytes(one_hot(count, place)) for place in range(count)] + [bytes(count)]


_PHASE: dict[str, bytes] = dict(zip(PHASES, _flags(len(PHASES)), strict=False))
_CHARACTER = _flags(len(CHARACTERS))
_KIND = _flags(len(KINDS))
_CLOCKWISE = {(seats, own): (*range(own, seats), *range(own)) for seats in AZTECO.seats for own in range(seats)}
"""By the number of seats and a seat: all seats from that one on."""
_SEATS = {seats: _flags(seats) for seats in AZTECO.seats}
_CARD = [bytes((1, *jewels)) for jewels in JEWELS] + [bytes(4)]
_CARD_AND_CLAIM = [[card[1:] + claim[1:] for claim in _CARD] for card in _CARD]
"""A card and the claim about it in a past round."""
_HIDDEN_CLAIM = bytes((1, 0, 0, 0))
_JEWELS = {jewels: bytes(jewels) for jewels in product(range(MOST + 1), repeat=3)}


def _vote_pieces(seats: int, own: int) -> list[bytes]:
    """Votes by their code, as `own` sees them; the last, for -1, is none."""
    codes = range(2 * seats)
    pieces = [bytes((1, code & 1, *one_hot(seats, (code // 2 - own) % seats))) for code in codes]
    return [*pieces, bytes(2 + seats)]


_VOTE = {(seats, own): _vote_pieces(seats, own) for seats in AZTECO.seats for own in range(seats)}
_HIDDEN_VOTE = {seats: bytes((1, *[0] * (1 + seats))) for seats in AZTECO.seats}


@lru_cache(maxsize=8192)
def _turns(phase: str, seats: int, seat: int | None, first: int, shown: int, awaited: int) -> bytes:
    """The parts from `phase` to `awaited`."""
    own, flags = seat or 0, _SEATS[seats]
    return b"".join(
        (
            _PHASE[phase],
            flags[-1 if seat is None else seat],
            flags[(first - own) % seats if first >= 0 else -1],
            flags[(first + shown - 1 - own) % seats if shown else -1],
            bytes(awaited >> s & 1 for s in _CLOCKWISE[seats, own]),
        )
    )


@cache
def _hidden(piece: bytes, seats: int, own: int, awaited: int) -> bytes:
    """Claims or votes that nobody sees: `piece` for each seat that has chosen, zeros for those that are awaited."""
    return b"".join([bytes(len(piece)) if awaited >> s & 1 else piece for s in _CLOCKWISE[seats, own]])


@cache
def _winners(winners: tuple[int, ...], seats: int, own: int) -> bytes:
    """The parts `winners` and `winner`."""
    return bytes([s in winners for s in _CLOCKWISE[seats, own]]) + _SEATS[seats][(winners[0] - own) % seats]


@lru_cache(maxsize=8192)
def _characters(sheets: tuple[int, ...], seats: int, own: int) -> bytes:
    """The characters of all seats, of which some may not have been dealt yet."""
    return b"".join([_CHARACTER[sheets[s] if s < len(sheets) else -1] for s in _CLOCKWISE[seats, own]])


class _History:
    """What a seat sees of artefacts and past rounds. Both only grow, so that what is packed already stays as it is."""

    __slots__ = ("_all_shown", "_artefacts", "_gains", "_packed", "_past", "_rounds", "_seat")

    def __init__(self, seats: int, seat: int | None):
        self._seat, self._all_shown = seat, False
        self._gains: int = 0
        self._rounds: int = 0
        """How many of them are packed."""
        self._artefacts = bytearray((len(KINDS) + 1) * seats + len(KINDS))
        self._past: list[bytes] = []
        self._packed = bytes(len(self._artefacts) + ROUNDS * seats * (7 + seats))

    def packed(self, p: AztecoPosition) -> bytes:
        """The parts from `artefacts` on."""
        if p.phase == "over" and not self._all_shown:  # at the end all artefacts are shown: they are counted again
            self._all_shown, self._gains = True, 0
            self._artefacts = bytearray(len(self._artefacts))
        gains, rounds = len(p.gains), len(p.rounds)
        if gains == self._gains and rounds == self._rounds:
            return self._packed
        for who, hand, index in p.gains[self._gains :]:
            self._add_gain(p, who, hand, index)
        for past in p.rounds[self._rounds :]:
            self._past.append(_past_round(past, self._seat or 0))
        self._gains, self._rounds = gains, rounds
        self._packed = b"".join((self._artefacts, *self._past)).ljust(len(self._packed), b"\0")
        return self._packed

    def _add_gain(self, p: AztecoPosition, who: int, hand: tuple[int, ...], index: int) -> None:
        """What a seat is known to have or has face down, and what the seat that looks did not keep."""
        found, seats, kind = self._artefacts, p.seats, hand[index]
        if who == self._seat:
            found[kind] += 1  # the seat that looks comes first
            passed = (len(KINDS) + 1) * seats
            for other in hand[:index] + hand[index + 1 :]:
                found[passed + other] += 1
            return
        place = (who - (self._seat or 0)) % seats
        if AT_ONCE[kind] or self._all_shown:
            found[len(KINDS) * place + kind] += 1
        else:
            found[len(KINDS) * seats + place] += 1


def _past_round(past: Round, own: int) -> bytes:
    """The part `past` of one round, as a seat sees it."""
    cards, claims, votes = [list(each[own:] + each[:own]) for each in past]
    vote = _VOTE[len(cards), own]
    return b"".join(
        [_CARD_AND_CLAIM[c][claimed] + vote[v][1:] for c, claimed, v in zip(cards, claims, votes, strict=True)]
    )


class AztecoState(State):
    """A game of Azteco in numbers and arrays."""

    __slots__ = ("_history",)

    game = AZTECO
    action_count = NUMBERING.action_count
    position: AztecoPosition

    def __init__(self, position: Position):
        super().__init__(position)
        self._history: dict[int | None, _History] = {}
        """Of each seat that has looked."""

    @classmethod
    def layout_for(cls, seats: int) -> Layout:
        return _layout(seats)

    # --- actions ---

    @classmethod
    def _action(cls, number: int, seat: int, seats: int) -> Action:
        if not 0 <= number < cls.action_count:
            raise IndexError(f"{number} is the number of no action; there are {cls.action_count}")
        return _ACTIONS[seats, seat][number]

    @classmethod
    def number(cls, notation: str, seat: int, seats: int) -> int:
        return _RELATIVE[seats, seat][super().number(notation, seat, seats)]

    def legal(self, seat: int) -> list[int]:
        p = self.position
        if p.phase in ("claim", "vote") and p.awaited >> seat & 1:
            return _CLAIMS.copy() if p.phase == "claim" else _VOTES[p.seats].copy()
        relative = _RELATIVE[p.seats, seat]
        return sorted([relative[number] for number in p.legal_indices(seat)])

    def fill_mask(self, seat: int, mask: Mask) -> None:
        p = self.position
        if not p.awaited >> seat & 1:
            mask[:] = 0
        elif p.phase == "claim":
            mask[:] = _CLAIM_MASK
        elif p.phase == "vote":
            mask[:] = _VOTE_MASKS[p.seats]
        elif p.phase == "keep":
            mask[:] = _KEEP_MASKS[len(p.hand)]
        else:
            mask[:] = 0
            mask[self.legal(seat)] = 1

    def apply(self, seat: int, number: int) -> Action:
        position = self.position
        action = _ACTIONS[position.seats, seat][number]
        position.apply(seat, action)
        return action

    def chances(self) -> list[tuple[int, int]]:
        p = self.position
        if p.phase == "card":
            return [(number, n) for number, bits in _CARD_CHANCES if (n := (p.deck & bits).bit_count())]
        if p.phase == "artefact" and p.fresh:
            return [(number, n) for number, bits in _KIND_CHANCES if (n := (p.fresh & bits).bit_count())]
        return super().chances()

    # --- what is seen ---

    def fill_observation(self, seat: int | None, numbers: Floats) -> None:
        p = self.position
        phase, seats, own, awaited = p.phase, p.seats, seat or 0, p.awaited
        options, jewels, stones = p.options, bytes(p.jewels), bytes(p.stones)
        pieces = [
            _turns(phase, seats, seat, p.first, p.shown, awaited),
            bytes((p.round, options.strict_supply, options.rotate, *p.curses, p.fresh.bit_count())),
            _characters(tuple(p.sheets), seats, own),
            jewels[3 * own :], jewels[: 3 * own], stones[own:], stones[:own],
        ]  # fmt: skip
        # seats count from the one that looks: what follows is turned so that it comes first
        known = self._known_cards(seat)
        pieces += map(_CARD.__getitem__, known[own:] + known[:own])
        claims, votes, served = p.claims, p.votes, p.served
        if phase == "claim":
            hidden = _hidden(_HIDDEN_CLAIM, seats, own, awaited)
            pieces += (_CARD[claims[own]], hidden[4:]) if seat is not None else (hidden,)
        else:
            pieces += map(_CARD.__getitem__, claims[own:] + claims[:own])
        if not served:
            pieces.append(bytes((3 + 2 + seats) * seats))
        else:
            pieces += map(_JEWELS.__getitem__, served[own:] + served[:own])
            vote = _VOTE[seats, own]
            if phase == "vote":
                hidden = _hidden(_HIDDEN_VOTE[seats], seats, own, awaited)
                pieces += (vote[votes[own]], hidden[2 + seats :]) if seat is not None else (hidden,)
            else:
                pieces += map(vote.__getitem__, votes[own:] + votes[:own])
        if not p.winners:
            pieces.append(bytes(2 * seats + (LOOK_AT + 1) * len(KINDS)))
        else:
            hand = p.hand if p.winners[0] == seat else ()
            pieces += (_winners(p.winners, seats, own), *[_KIND[kind] for kind in hand])
            pieces += (bytes((LOOK_AT - len(hand)) * len(KINDS)), _KIND[p.effect])
        history = self._history.get(seat)
        if history is None:
            history = self._history[seat] = _History(seats, seat)
        pieces.append(history.packed(p))
        numbers[:] = np.frombuffer(b"".join(pieces), np.uint8)

    def _known_cards(self, seat: int | None) -> list[int]:
        """The cards of this round that a seat knows, -1 for those that it does not."""
        p = self.position
        cards = p.cards
        if p.shown == p.seats:
            return cards
        known = [-1] * p.seats
        for n in range(p.shown):
            at = (p.first + n) % p.seats
            known[at] = cards[at]
        if seat is not None and seat < len(cards):  # else it is being dealt
            known[seat] = cards[seat]
        return known

    # --- copies ---

    def copy(self) -> Self:
        new = super().copy()
        new._history = {}  # a redeal changes what others see
        return new


STATE = AztecoState
