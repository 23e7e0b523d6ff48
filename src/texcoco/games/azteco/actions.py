"""Every action of Azteco, made once, and the reading of their notation."""

from __future__ import annotations

from itertools import combinations_with_replacement

from texcoco.game import Action, Refusal, Unreadable
from texcoco.games.azteco.cards import CARD_AT, CARDS, CHARACTERS, COLOURS, KINDS, LOOK_AT, MOST_SEATS, count_jewels

SEATS = range(MOST_SEATS)


def _hands(most: int, fewest: int = 1) -> list[str]:
    """All handfuls of jewels of these sizes, as letters."""
    return ["".join(c) for size in range(fewest, most + 1) for c in combinations_with_replacement(COLOURS, size)]


# --- chance ---

FIRSTS = tuple(Action(f"first {seat}", "first", (seat,)) for seat in SEATS)
SHEETS = tuple(Action(f"sheet {name}", "sheet", (i,)) for i, name in enumerate(CHARACTERS))
DRAWS = tuple(Action(f"card {letters}", "card", (card,)) for card, letters in enumerate(CARDS))
"""The next seat draws this jewel card."""
FINDS = tuple(Action(f"artefact {name}", "artefact", (kind,)) for kind, name in enumerate(KINDS))
"""The seat that won an artefact draws this one to look at."""

# --- sealed choices ---

ALL_CLAIMS = {letters: Action(f"claim {letters}", "claim", (CARD_AT.get(letters, -1), *count_jewels(letters))) for letters in _hands(6)}
"""Data: which card it is, and the jewels. Those that no card shows have -1: they can be written, and are refused (A5)."""
CLAIMS = tuple(ALL_CLAIMS[letters] for letters in CARDS)
BELIEVES = tuple(Action(f"believe {seat}", "believe", (2 * seat,)) for seat in SEATS)
ACCUSES = tuple(Action(f"accuse {seat}", "accuse", (2 * seat + 1,)) for seat in SEATS)
"""A vote is 2 × its target, and 1 more when it accuses."""
VOTES = tuple(action for seat in SEATS for action in (BELIEVES[seat], ACCUSES[seat]))
BALLOTS = {
    seats: tuple(tuple(VOTES[vote] for vote in range(2 * seats) if vote // 2 != seat) for seat in range(seats))
    for seats in range(3, MOST_SEATS + 1)
}
"""For a number of seats and a seat: the votes it may cast (A9, A10)."""

# --- artefacts ---

KEEPS = tuple(Action(f"keep {index}", "keep", (index,)) for index in range(LOOK_AT))
DISCARDS = tuple(Action(f"discard {n}", "discard", (n,)) for n in range(3))
GIVES = tuple(Action(f"give {seat}", "give", (seat,)) for seat in SEATS)
TAKES = {letters: Action(f"take {letters}", "take", count_jewels(letters)) for letters in _hands(2)}
STEALS = tuple(Action(f"steal {seat} {colour}", "steal", (seat, i)) for seat in SEATS for i, colour in enumerate(COLOURS))
"""Index 3 × the seat + the colour."""
SWAP_NONE = Action("swap none", "swap", (0, 0, 0, 0, 0, 0))
SWAPS = {
    (out, come): Action(f"swap {out} {come}", "swap", count_jewels(out) + count_jewels(come))
    for size in (1, 2)
    for out in _hands(size, size)
    for come in _hands(size, size)
}
"""Data: the jewels that go back, then those that come, as many (A43)."""
SHIFT_NONE = Action("shift none", "shift", (0, 0, 0))
SHIFTS = {
    (i, j, n): Action(f"shift {COLOURS[i]} {COLOURS[j]} {n}", "shift", (i, j, n))
    for i in range(3)
    for j in range(3)
    if i != j
    for n in (1, 2)
}
"""Data: from this curse, to that, so many stones (A44)."""

_ALL = {
    action.text: action
    for table in (FIRSTS, SHEETS, DRAWS, FINDS, ALL_CLAIMS.values(), VOTES, KEEPS, DISCARDS, GIVES, TAKES.values(), STEALS)
    for action in table
} | {action.text: action for action in (*SWAPS.values(), SWAP_NONE, *SHIFTS.values(), SHIFT_NONE)}

ALL_ACTIONS = tuple(_ALL.values())


def parse(text: str) -> Action:
    """The action that is written like this, in capitals or not and the letters of jewels in any order. Raises `Unreadable`."""
    words = [_spell(word) for word in text.split()]
    action = _ALL.get(" ".join(words))
    if action is None:
        known = bool(words) and any(a.kind == words[0] for a in ALL_ACTIONS)
        raise Unreadable(Refusal("A-NOTE", f"refuse.unreadable.{words[0]}" if known else "refuse.unreadable", {"text": text[:40]}))
    return action


def _spell(word: str) -> str:
    """Letters of jewels as capitals in our order; any other word in small letters."""
    upper = word.upper()
    return "".join(sorted(upper, key=COLOURS.index)) if set(upper) <= set(COLOURS) else word.lower()
