"""The cards and numbers of Azteco, from `data.json` (which the page reads too), and the lookups that the rules read.

Jewels are counted as `(blue, yellow, red)`; a jewel card is one of 27 compositions, an artefact one of 14 kinds, both
known by their index. A deck is a set of bits, one for each of its 42 cards, so that drawing at random is drawing a bit.
"""

from __future__ import annotations

import json
from importlib.resources import files
from typing import Any

DATA: dict[str, Any] = json.loads(files("texcoco.games.azteco").joinpath("data.json").read_text(encoding="utf-8"))

COLOURS = "".join(colour["id"] for colour in DATA["colours"])
MOST_SEATS = 6
Jewels = tuple[int, int, int]


def count_jewels(letters: str) -> Jewels:
    """How many blue, yellow and red jewels there are in `BBR`."""
    return letters.count("B"), letters.count("Y"), letters.count("R")


def write_jewels(jewels: Jewels | list[int]) -> str:
    """The letters of some jewels, `BBR`; nothing for none."""
    return "".join(colour * n for colour, n in zip(COLOURS, jewels, strict=True))


# --- jewel cards ---

CARDS: tuple[str, ...] = tuple(DATA["jewel_cards"])
"""The 27 compositions, as letters."""
CARD_AT = {letters: card for card, letters in enumerate(CARDS)}
JEWELS: tuple[Jewels, ...] = tuple(count_jewels(letters) for letters in CARDS)
CARD_COPIES: tuple[int, ...] = tuple(DATA["jewel_cards"].values())
FEWEST: int = DATA["claim"]["fewest_jewels"]
MOST: int = DATA["claim"]["most_jewels"]
MOST_COLOURS: int = DATA["claim"]["most_colours"]
"""A card, and so a claim (A5), has 2 to 4 jewels of at most two colours."""

# --- artefacts ---

KINDS: tuple[str, ...] = tuple(a["id"] for a in DATA["artefacts"])
KIND_AT = {name: kind for kind, name in enumerate(KINDS)}
KIND_COPIES: tuple[int, ...] = tuple(a["copies"] for a in DATA["artefacts"])
AT_ONCE: tuple[bool, ...] = tuple(a["timing"] == "now" for a in DATA["artefacts"])
"""Whether an artefact is played as soon as it is chosen (A24)."""
EFFECTS: tuple[str, ...] = tuple(a["effect"] for a in DATA["artefacts"])
POINTS: tuple[int, ...] = tuple(a.get("points", 0) for a in DATA["artefacts"])
NEEDS: tuple[Jewels, ...] = tuple(count_jewels(a.get("need", "")) for a in DATA["artefacts"])
"""The jewels that a scoring artefact wants for its points, over and over; none for an idol."""
LOOK_AT: int = DATA["setup"]["artefacts_looked_at"]
"""So many artefacts are looked at to keep one (A22)."""

# --- characters, stones, rounds ---

CHARACTERS: tuple[str, ...] = tuple(c["id"] for c in DATA["characters"])
CHARACTER_AT = {name: character for character, name in enumerate(CHARACTERS)}
DUOS: tuple[tuple[int, int], ...] = tuple(
    (COLOURS.index(c["duo"][0]), COLOURS.index(c["duo"][1])) for c in DATA["characters"]
)

ROUNDS: int = DATA["setup"]["rounds"]
STONES_EACH: int = DATA["setup"]["stones_per_seat"]
STONES_PER_CURSE: int = DATA["setup"]["stones_per_curse"]
SUPPLY_JEWELS: int = DATA["supply"]["jewels_per_colour"]
SUPPLY_STONES: int = DATA["supply"]["stones"]
DUO_POINTS: int = DATA["scoring"]["duo"]
TRIO_POINTS: int = DATA["scoring"]["trio"]
_TRACK: list[int] = DATA["scoring"]["stone_track"]


def stone_points(stones: int) -> int:
    """What so many cursed stones count, nothing or less; the track goes on beyond the sheet (A36)."""
    beyond = stones - len(_TRACK) + 1
    return _TRACK[stones] if beyond <= 0 else _TRACK[-1] + beyond * DATA["scoring"]["stone_beyond"]


# --- decks as bits ---


def _deck(copies: tuple[int, ...]) -> tuple[tuple[int, ...], tuple[int, ...], int]:
    owner = tuple(card for card, n in enumerate(copies) for _ in range(n))
    masks = tuple(sum(1 << bit for bit, owned in enumerate(owner) if owned == card) for card in range(len(copies)))
    return owner, masks, (1 << len(owner)) - 1


CARD_OF_BIT, CARD_BITS, ALL_CARDS = _deck(CARD_COPIES)
KIND_OF_BIT, KIND_BITS, ALL_ARTEFACTS = _deck(KIND_COPIES)

CLOCKWISE: dict[int, tuple[tuple[int, ...], ...]] = {
    seats: tuple(tuple((seat + n) % seats for n in range(1, seats)) for seat in range(seats))
    for seats in range(3, MOST_SEATS + 1)
}
"""For a number of seats and a seat: the others, clockwise, beginning at its left (A14)."""

assert len(CARD_OF_BIT) == len(KIND_OF_BIT) == 42 and len(CARDS) == 27 and len(KINDS) == 14 and len(CHARACTERS) == 6
assert all(FEWEST <= sum(j) <= MOST and sum(n > 0 for n in j) <= MOST_COLOURS for j in JEWELS)
assert all(CARDS[i] == write_jewels(JEWELS[i]) for i in range(len(CARDS)))
