"""Azteco in numbers and arrays. Numbers that name a seat count clockwise from the seat that acts; observations from the
seat that looks."""

from __future__ import annotations

from functools import cache, lru_cache

from texcoco.action import Action
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
from texcoco.games.azteco.position import AztecoPosition
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
_SEATS = {seats: _flags(seats) for seats in AZTECO.seats}
_CARD = [bytes((1, *jewels)) for jewels in JEWELS] + [bytes(4)]
_HIDDEN_CLAIM = bytes((1, 0, 0, 0))


def _vote_pieces(seats: int, own: int) -> list[bytes]:
    """Votes by their code, as `own` sees them; the last, for -1, is none."""
    codes = range(2 * seats)
    pieces = [bytes((1, code & 1, *one_hot(seats, (code // 2 - own) % seats))) for code in codes]
    return [*pieces, bytes(2 + seats)]


_VOTE = {(seats, own): _vote_pieces(seats, own) for seats in AZTECO.seats for own in range(seats)}
_HIDDEN_VOTE = {seats: bytes((1, *[0] * (1 + seats))) for seats in AZTECO.seats}


@cache
def _awaited(bits: int, seats: int, own: int) -> bytes:
    return bytes(bits >> (own + n) % seats & 1 for n in range(seats))


@lru_cache(maxsize=4096)
def _past(past: tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]], own: int) -> bytes:
    """A round that is over, as seat `own` sees it."""
    cards, claims, votes = past
    seats = len(cards)
    pieces: list[bytes] = []
    for n in range(seats):
        seat = (own + n) % seats
        pieces += (bytes(JEWELS[cards[seat]]), bytes(JEWELS[claims[seat]]), _VOTE[seats, own][votes[seat]][1:])
    return b"".join(pieces)


class AztecoState(State):
    """A game of Azteco in numbers and arrays."""

    __slots__ = ()

    game = AZTECO
    action_count = NUMBERING.action_count
    position: AztecoPosition

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
        seats, phase = p.seats, p.phase
        own = seat or 0
        over = phase == "over"
        clockwise = [*range(own, seats), *range(own)]
        flags = _SEATS[seats]
        pieces = [
            _PHASE[phase],
            flags[-1 if seat is None else seat],
            flags[(p.first - own) % seats if p.first >= 0 else -1],
            flags[(p.first + p.shown - 1 - own) % seats if p.shown else -1],
            _awaited(p.awaited, seats, own),
            bytes((p.round, p.options.strict_supply, p.options.rotate, *p.curses, p.fresh.bit_count())),
        ]

        sheets = p.sheets
        if len(sheets) == seats:
            pieces += [_CHARACTER[sheets[s]] for s in clockwise]
        else:
            pieces += [_CHARACTER[sheets[s] if s < len(sheets) else -1] for s in clockwise]
        jewels, stones = bytes(p.jewels), bytes(p.stones)
        pieces += (jewels[3 * own :], jewels[: 3 * own], stones[own:], stones[:own])

        cards, claims, votes, served = p.cards, p.claims, p.votes, p.served
        if p.shown == seats or over:
            known = cards
        else:
            known = [-1] * seats
            for n in range(p.shown):
                at = (p.first + n) % seats
                known[at] = cards[at]
            if seat is not None and seat < len(cards):
                known[seat] = cards[seat]
        if len(known) < seats:  # between games and rounds
            known = [*known, *[-1] * (seats - len(known))]
        pieces += [_CARD[known[s]] for s in clockwise]
        if phase == "claim":
            pieces += [_CARD[claims[s]] if s == seat or claims[s] < 0 else _HIDDEN_CLAIM for s in clockwise]
        else:
            pieces += [_CARD[claims[s]] for s in clockwise]
        if served:
            pieces += [bytes(served[s]) for s in clockwise]
        else:
            pieces.append(bytes(3 * seats))
        piece_of = _VOTE[seats, own]
        if phase == "vote":
            hidden = _HIDDEN_VOTE[seats]
            pieces += [piece_of[votes[s]] if s == seat or votes[s] < 0 else hidden for s in clockwise]
        else:
            pieces += [piece_of[votes[s]] for s in clockwise]

        winners = p.winners
        if winners:
            pieces += (bytes([s in winners for s in clockwise]), flags[(winners[0] - own) % seats])
        else:
            pieces.append(bytes(2 * seats))
        hand = p.hand if winners and winners[0] == seat else ()
        pieces += [_KIND[kind] for kind in hand]
        pieces.append(bytes((LOOK_AT - len(hand)) * len(KINDS)))
        pieces.append(_KIND[p.effect])
        pieces.append(self._artefacts(seat, over) if p.gains else bytes((len(KINDS) + 1) * seats + len(KINDS)))
        pieces += [_past(past, own) for past in p.rounds]
        packed = b"".join(pieces)
        numbers[: len(packed)] = np.frombuffer(packed, np.uint8)
        numbers[len(packed) :] = 0

    def _artefacts(self, seat: int | None, over: bool) -> bytes:
        """What each seat is known to have, what it has face down, and what the seat looked at and did not keep."""
        p = self.position
        own, kinds = seat or 0, len(KINDS)
        found = bytearray((kinds + 1) * p.seats + kinds)
        face_down, passed = kinds * p.seats, (kinds + 1) * p.seats
        for who, hand, index in p.gains:
            place = (who - own) % p.seats
            if who == seat or over or AT_ONCE[hand[index]]:
                found[kinds * place + hand[index]] += 1
            else:
                found[face_down + place] += 1
            if who == seat:
                for n, kind in enumerate(hand):
                    if n != index:
                        found[passed + kind] += 1
        return bytes(found)


STATE = AztecoState
