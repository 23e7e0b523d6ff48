"""Azteco in numbers and arrays. Numbers that name a seat count clockwise from the seat that acts; observations from the
seat that looks."""

from __future__ import annotations

from random import Random
from typing import Self

from texcoco.action import Action
from texcoco.game import CHANCE, Position
from texcoco.games.azteco import AZTECO
from texcoco.games.azteco.actions import ACCUSES, BELIEVES, DRAWS, FINDS, GIVES, NUMBERING, STEALS
from texcoco.games.azteco.cards import (
    CARD_BITS,
    CARD_OF_BIT,
    CHARACTERS,
    EFFECTS,
    KIND_BITS,
    KIND_OF_BIT,
    LOOK_AT,
    MOST_SEATS,
    Jewels,
)
from texcoco.games.azteco.moves import at_most_two
from texcoco.games.azteco.position import AztecoPosition
from texcoco.games.azteco.transitions import CHANCE_BIT, deal, look_at, take_sheet
from texcoco.games.azteco.transitions import apply as apply_action
from texcoco.research import needs
from texcoco.research.azteco_seen import Seen, layout
from texcoco.research.layout import Layout, Numbers
from texcoco.research.state import Mask, State

with needs("research"):
    import numpy as np

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
_ACTIONS = {
    seats: [[NUMBERING.action(n) for n in _ABSOLUTE[seats, seat]] for seat in range(seats)] for seats in AZTECO.seats
}
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
_NO_MASK = _mask_of([])
_KEEP_MASKS = [_mask_of(list(NUMBERING.ranges["keep"][:count])) for count in range(LOOK_AT + 1)]
_EFFECT_MASKS: dict[tuple[str, int, Jewels], Mask] = {}
"""By the effect of an artefact, the number of seats, and what the choices depend on: see `_effect_mask`."""
_FIRST_STEAL = NUMBERING.ranges["steal"].start + 3
"""From the left neighbour."""
_BEFORE_STEALS = bytes(_FIRST_STEAL)
_AFTER_STEALS = {seats: bytes(NUMBERING.action_count - _FIRST_STEAL - 3 * (seats - 1)) for seats in AZTECO.seats}
_FIRST = [(bits & -bits).bit_length() - 1 for bits in range(CHANCE_BIT)]
"""The first seat of those that are awaited; -1 for none."""


class AztecoState(State):
    """A game of Azteco in numbers and arrays."""

    __slots__ = ("_actions", "_seen")

    game = AZTECO
    action_count = NUMBERING.action_count
    position: AztecoPosition

    def __init__(self, position: Position):
        super().__init__(position)
        self._actions = _ACTIONS[position.seats]
        self._seen: Seen | None = None

    @classmethod
    def layout_for(cls, seats: int) -> Layout:
        return layout(seats)

    # --- actions ---

    @classmethod
    def _action(cls, number: int, seat: int, seats: int) -> Action:
        if not 0 <= number < cls.action_count:
            raise IndexError(f"{number} is the number of no action; there are {cls.action_count}")
        return _ACTIONS[seats][seat][number]

    @classmethod
    def number(cls, notation: str, seat: int, seats: int) -> int:
        return _RELATIVE[seats, seat][super().number(notation, seat, seats)]

    def legal(self, seat: int) -> list[int]:
        p = self.position
        if p.phase in ("claim", "vote") and p.awaited >> seat & 1:
            return _CLAIMS.copy() if p.phase == "claim" else _VOTES[p.seats].copy()
        relative = _RELATIVE[p.seats, seat]
        return sorted([relative[number] for number in p.legal_indices(seat)])

    def shared_mask(self, seat: int) -> Mask:
        p = self.position
        if not p.awaited >> seat & 1:
            return _NO_MASK
        phase = p.phase
        if phase == "claim":
            return _CLAIM_MASK
        if phase == "vote":
            return _VOTE_MASKS[p.seats]
        if phase == "keep":
            return _KEEP_MASKS[len(p.hand)]
        return self._effect_mask(seat)

    def _effect_mask(self, seat: int) -> Mask:
        """What a seat may choose for the artefact that it plays, which in most games depends on little."""
        p = self.position
        effect, own = EFFECTS[p.effect], 3 * seat
        if effect == "steal":
            jewels = p.jewels[own + 3 :] + p.jewels[:own]
            return np.frombuffer(b"".join((_BEFORE_STEALS, bytes(map(bool, jewels)), _AFTER_STEALS[p.seats])), np.int8)
        if p.options.strict_supply:
            return _mask_of(self.legal(seat))
        depends_on = (0, 0, 0)
        if effect == "discard":
            depends_on = at_most_two((p.stones[seat], 0, 0))
        elif effect == "swap":
            depends_on = at_most_two(p.jewels[own : own + 3])
        elif effect == "shift":
            depends_on = at_most_two(p.curses)
        mask = _EFFECT_MASKS.get(key := (effect, p.seats, depends_on))
        if mask is None:
            mask = _EFFECT_MASKS[key] = _mask_of(self.legal(seat))
        return mask

    def apply(self, seat: int, number: int) -> Action:
        action = self._actions[seat][number]
        self.position.apply(seat, action)
        return action

    def chances(self) -> list[tuple[int, int]]:
        p = self.position
        if p.phase == "card":
            return [(number, n) for number, bits in _CARD_CHANCES if (n := (p.deck & bits).bit_count())]
        if p.phase == "artefact" and p.fresh:
            return [(number, n) for number, bits in _KIND_CHANCES if (n := (p.fresh & bits).bit_count())]
        return super().chances()

    def draw_chance(self, rng: Random) -> int:
        p, random = self.position, rng.random
        while p.awaited == CHANCE_BIT:
            # as the position's `draw` does, without making an action of each card
            if p.phase == "artefact" and (fresh := p.fresh):
                while not fresh >> (bit := int(random() * 42)) & 1:
                    pass
                look_at(p, KIND_OF_BIT[bit])
            elif p.phase == "card":
                deck = p.deck
                while not deck >> (bit := int(random() * 42)) & 1:
                    pass
                deal(p, CARD_OF_BIT[bit])
            elif p.phase == "sheet":
                left = [character for character in range(len(CHARACTERS)) if character not in p.sheets]
                take_sheet(p, left[int(random() * len(left))])
            else:
                p.apply(CHANCE, p.draw(rng))
        return _FIRST[p.awaited]

    def play(self, seat: int, number: int, rng: Random) -> int:
        p = self.position
        p.known = None
        apply_action(p, seat, self._actions[seat][number])
        return self.draw_chance(rng) if p.awaited == CHANCE_BIT else _FIRST[p.awaited]

    # --- what is seen ---

    def fill_observation(self, seat: int | None, numbers: Numbers) -> None:
        if self._seen is None:
            self._seen = Seen(self.position.seats)
        self._seen.fill(self.position, seat, numbers)

    def observation(self, seat: int | None) -> Numbers:
        seen = self._seen
        if seen is None:
            seen = self._seen = Seen(self.position.seats)
        return seen.look(self.position, seat)

    # --- copies ---

    def copy(self) -> Self:
        new = super().copy()
        new._actions = self._actions
        new._seen = None  # a redeal changes what others see
        return new


STATE = AztecoState
