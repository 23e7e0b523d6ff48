"""Every action of Azteco, made once, and the reading of their notation."""

from __future__ import annotations

from itertools import combinations_with_replacement
from typing import NamedTuple

from texcoco.action import Action, Numbering
from texcoco.game import Refusal, Unreadable
from texcoco.games.azteco.cards import (
    CARD_AT,
    CARDS,
    CHARACTERS,
    COLOURS,
    KINDS,
    LOOK_AT,
    MOST_SEATS,
    Jewels,
    count_jewels,
)

SEATS = range(MOST_SEATS)

# --- what actions are about: the `data` of each kind ---


class Seat(NamedTuple):
    """first, give."""

    seat: int


class Character(NamedTuple):
    """sheet."""

    character: int


class Card(NamedTuple):
    """card: one of the 27 compositions of a jewel card."""

    card: int


class Artefact(NamedTuple):
    """artefact: one of the 14 kinds."""

    artefact: int


class Claim(NamedTuple):
    """claim: the card that it claims to be and its jewels. What no card shows has -1: it can be written, and is refused
    (A5)."""

    card: int
    blue: int
    yellow: int
    red: int


class Vote(NamedTuple):
    """believe, accuse: 2 × the target, and 1 more for an accusation."""

    code: int

    @property
    def target(self) -> int:
        return self.code // 2


class Place(NamedTuple):
    """keep: which of the artefacts looked at."""

    place: int


class Stones(NamedTuple):
    """discard."""

    stones: int


class Taken(NamedTuple):
    """take."""

    blue: int
    yellow: int
    red: int


class Theft(NamedTuple):
    """steal."""

    seat: int
    colour: int


class Swap(NamedTuple):
    """swap: the jewels that go back, and those that come, as many (A43)."""

    back: Jewels
    come: Jewels


class Shift(NamedTuple):
    """shift: so many stones from one curse to another (A44)."""

    source: int
    target: int
    stones: int


# --- the tables ---


def _hands(most: int, fewest: int = 1) -> list[str]:
    """All handfuls of jewels of these sizes, as letters."""
    return ["".join(c) for size in range(fewest, most + 1) for c in combinations_with_replacement(COLOURS, size)]


# --- chance ---

FIRSTS = tuple(Action(f"first {seat}", "first", Seat(seat)) for seat in SEATS)
SHEETS = tuple(Action(f"sheet {name}", "sheet", Character(i)) for i, name in enumerate(CHARACTERS))
DRAWS = tuple(Action(f"card {letters}", "card", Card(card)) for card, letters in enumerate(CARDS))
"""The next seat draws this jewel card."""
FINDS = tuple(Action(f"artefact {name}", "artefact", Artefact(kind)) for kind, name in enumerate(KINDS))
"""The seat that won an artefact draws this one to look at."""

# --- sealed choices; what players say about them is talk at the table and no action of the game (A40) ---

ALL_CLAIMS = {
    letters: Action(f"claim {letters}", "claim", Claim(CARD_AT.get(letters, -1), *count_jewels(letters)))
    for letters in _hands(6)
}
CLAIMS = tuple(ALL_CLAIMS[letters] for letters in CARDS)
BELIEVES = tuple(Action(f"believe {seat}", "believe", Vote(2 * seat)) for seat in SEATS)
ACCUSES = tuple(Action(f"accuse {seat}", "accuse", Vote(2 * seat + 1)) for seat in SEATS)
VOTES = tuple(action for seat in SEATS for action in (BELIEVES[seat], ACCUSES[seat]))
BALLOTS = {
    seats: tuple(tuple(VOTES[vote] for vote in range(2 * seats) if vote // 2 != seat) for seat in range(seats))
    for seats in range(3, MOST_SEATS + 1)
}
"""For a number of seats and a seat: the votes it may cast (A9, A10)."""

# --- artefacts ---

KEEPS = tuple(Action(f"keep {index}", "keep", Place(index)) for index in range(LOOK_AT))
DISCARDS = tuple(Action(f"discard {n}", "discard", Stones(n)) for n in range(3))
GIVES = tuple(Action(f"give {seat}", "give", Seat(seat)) for seat in SEATS)
TAKES = {letters: Action(f"take {letters}", "take", Taken(*count_jewels(letters))) for letters in _hands(2)}
STEALS = tuple(
    Action(f"steal {seat} {colour}", "steal", Theft(seat, i)) for seat in SEATS for i, colour in enumerate(COLOURS)
)
"""Index 3 × the seat + the colour."""
SWAP_NONE = Action("swap none", "swap", Swap((0, 0, 0), (0, 0, 0)))
SWAPS = {
    (out, come): Action(f"swap {out} {come}", "swap", Swap(count_jewels(out), count_jewels(come)))
    for size in (1, 2)
    for out in _hands(size, size)
    for come in _hands(size, size)
}
SHIFT_NONE = Action("shift none", "shift", Shift(0, 0, 0))
SHIFTS = {
    (i, j, n): Action(f"shift {COLOURS[i]} {COLOURS[j]} {n}", "shift", Shift(i, j, n))
    for i in range(3)
    for j in range(3)
    if i != j
    for n in (1, 2)
}

_ALL = {
    action.text: action
    for table in (
        FIRSTS,
        SHEETS,
        DRAWS,
        FINDS,
        ALL_CLAIMS.values(),
        VOTES,
        KEEPS,
        DISCARDS,
        GIVES,
        TAKES.values(),
        STEALS,
    )
    for action in table
} | {action.text: action for action in (*SWAPS.values(), SWAP_NONE, *SHIFTS.values(), SHIFT_NONE)}

ALL_ACTIONS = tuple(_ALL.values())

# --- numbers ---

NUMBERING = Numbering(
    {
        "claim": CLAIMS,
        "believe, accuse": VOTES,
        "keep": KEEPS,
        "discard": DISCARDS,
        "give": GIVES,
        "take": list(TAKES.values()),
        "steal": STEALS,
        "swap": [SWAP_NONE, *SWAPS.values()],
        "shift": [SHIFT_NONE, *SHIFTS.values()],
    },
    {"first": FIRSTS, "sheet": SHEETS, "card": DRAWS, "artefact": FINDS},
)
CLAIM_NUMBERS, KEEP_NUMBERS = list(NUMBERING.ranges["claim"]), list(NUMBERING.ranges["keep"])
BALLOT_NUMBERS = {
    seats: tuple(list(map(NUMBERING.index, ballot)) for ballot in ballots) for seats, ballots in BALLOTS.items()
}


def parse(text: str) -> Action:
    """The action that is written like this, in capitals or not and the letters of jewels in any order. Raises
    `Unreadable`."""
    words = [_spell(word) for word in text.split()]
    action = _ALL.get(" ".join(words))
    if action is None:
        known = bool(words) and any(a.kind == words[0] for a in ALL_ACTIONS)
        raise Unreadable(
            Refusal("A-NOTE", f"refuse.unreadable.{words[0]}" if known else "refuse.unreadable", {"text": text[:40]})
        )
    return action


def _spell(word: str) -> str:
    """Letters of jewels as capitals in our order; any other word in small letters."""
    upper = word.upper()
    return "".join(sorted(upper, key=COLOURS.index)) if set(upper) <= set(COLOURS) else word.lower()
