"""What may be done now. Why something may not is in `refusals.py`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from random import Random
from typing import TYPE_CHECKING

from texcoco.game import Action
from texcoco.games.azteco.actions import (
    BALLOT_NUMBERS,
    BALLOTS,
    CLAIM_NUMBERS,
    CLAIMS,
    DISCARDS,
    GIVES,
    KEEP_NUMBERS,
    KEEPS,
    NUMBERING,
    SHIFT_NONE,
    SHIFTS,
    STEALS,
    SWAP_NONE,
    SWAPS,
    TAKES,
    Swap,
)
from texcoco.games.azteco.cards import EFFECTS, Jewels

if TYPE_CHECKING:
    from texcoco.games.azteco.position import AztecoPosition


def actions(p: AztecoPosition, seat: int) -> list[Action]:
    """Every legal action of a seat, or of chance."""
    if seat not in p.actors():
        return []
    match p.phase:
        case "claim":
            return list(CLAIMS)
        case "vote":
            return list(BALLOTS[p.seats][seat])
        case "keep":
            return list(KEEPS[: len(p.hand)])
        case "effect":
            return effect_choices(p, seat)
        case _:
            return [action for action, _ in p.chances()]


def legal_indices(p: AztecoPosition, seat: int) -> list[int]:
    """The numbers of a seat's legal actions, ascending."""
    if seat not in p.actors():
        return []
    if p.phase == "claim":
        return CLAIM_NUMBERS.copy()
    if p.phase == "vote":
        return BALLOT_NUMBERS[p.seats][seat].copy()
    if p.phase == "keep":
        return KEEP_NUMBERS[: len(p.hand)]
    return sorted(map(NUMBERING.index, actions(p, seat)))


def pick(p: AztecoPosition, seat: int, rng: Random) -> Action:
    """One of the legal actions of a seat that is awaited, all alike."""
    phase = p.phase
    if phase == "claim":
        return CLAIMS[int(rng.random() * len(CLAIMS))]
    if phase == "vote":
        ballot = BALLOTS[p.seats][seat]
        return ballot[int(rng.random() * len(ballot))]
    if phase == "keep":
        return KEEPS[int(rng.random() * len(p.hand))]
    return rng.choice(actions(p, seat))


# --- what artefacts ask for that are played at once (A24, A41) ---

PLENTY = (99, 99, 99)
"""More jewels of each colour than anybody can take: the temple, where there is no end of them (A8)."""


def effect_choices(p: AztecoPosition, seat: int) -> list[Action]:
    """What `seat` may choose from for the artefact that it plays; empty when it can have no effect (A41)."""
    return _CHOICES[EFFECTS[p.effect]](p, seat)


def _discards(p: AztecoPosition, seat: int) -> list[Action]:
    stones = min(2, p.stones[seat])
    return list(DISCARDS[: stones + 1]) if stones else []


def _gives(p: AztecoPosition, seat: int) -> list[Action]:
    if not p.stones[seat] and p.reserve() == 0:
        return []
    return [GIVES[other] for other in range(p.seats) if other != seat]


def _takes(p: AztecoPosition, seat: int) -> list[Action]:
    temple = p.temple() or PLENTY
    size = min(2, sum(temple))
    return [action for letters, action in TAKES.items() if len(letters) == size and within(action.data, temple)]


def _steals(p: AztecoPosition, seat: int) -> list[Action]:
    return [STEALS[at] for at in range(3 * p.seats) if p.jewels[at] and at // 3 != seat]


def _swaps(p: AztecoPosition, seat: int) -> list[Action]:
    # no swap is of more than two jewels, so that there are few different questions
    return list(_swaps_of(at_most_two(p.jewels[3 * seat : 3 * seat + 3]), at_most_two(p.temple() or PLENTY)))


def at_most_two(jewels: Sequence[int]) -> Jewels:
    """The same jewels, or stones on curses, but two for more of a colour."""
    blue, yellow, red = jewels
    return min(blue, 2), min(yellow, 2), min(red, 2)


@cache
def _swaps_of(own: Jewels, temple: Jewels) -> tuple[Action, ...]:
    swaps = [action for action in SWAPS.values() if _swappable(action.data, own, temple)]
    return (SWAP_NONE, *swaps) if swaps else ()


def _shifts(p: AztecoPosition, seat: int) -> list[Action]:
    shifts = [action for (source, _, n), action in SHIFTS.items() if n <= p.curses[source]]
    return [SHIFT_NONE, *shifts] if shifts else []


def within(jewels: tuple[int, ...], there: list[int] | Jewels) -> bool:
    """Whether there are so many jewels of each colour."""
    return jewels[0] <= there[0] and jewels[1] <= there[1] and jewels[2] <= there[2]


def _swappable(swap: Swap, own: Jewels, temple: Jewels) -> bool:
    """What goes back is there to go back, and what comes is in the temple once that is back (A43)."""
    back, come = swap
    return within(back, own) and all(come[c] <= temple[c] + back[c] for c in range(3))


_CHOICES: dict[str, Callable[[AztecoPosition, int], list[Action]]] = {
    "discard": _discards,
    "give": _gives,
    "take": _takes,
    "steal": _steals,
    "swap": _swaps,
    "shift": _shifts,
}
"""By the effect of an artefact."""
