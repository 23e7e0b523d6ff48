"""The type of a view of Azteco (docs/azteco-position.md). The page's types are generated from it; a test holds real
views to it."""

from __future__ import annotations

from typing import Any, Literal, TypedDict


class AztecoGain(TypedDict):
    """An artefact that was won: what was looked at, and which one was chosen."""

    seat: int
    drew: list[str]
    kept: str


class AztecoRound(TypedDict):
    """A round that is over, seat by seat."""

    cards: list[str]
    claims: list[str]
    votes: list[str]


class AztecoDeck(TypedDict):
    """The artefact deck: how many nobody has seen, and what was put back, as far as the viewer was shown it."""

    fresh: int
    under: list[list[str]]


class AztecoWorth(TypedDict):
    """A seat's points if the game ended now, as far as they are known. `more`: what one more blue, yellow or red jewel
    would add."""

    duo: int
    trio: int
    artefacts: int
    stones: int
    total: int
    hidden: int
    more: list[int]


class AztecoView(TypedDict):
    """What a seat may know of a game of Azteco; `?` stands for what it may not."""

    game: Literal["azteco"]
    format: int
    rules: int
    seats: int
    options: dict[str, Any]
    phase: Literal["first", "sheet", "card", "claim", "vote", "artefact", "keep", "effect", "over"]
    round: int
    first: int | None
    sheets: list[str]
    jewels: list[list[int]]
    stones: list[int]
    curses: list[int]
    cards: list[str]
    claims: list[str | None]
    served: list[str]
    votes: list[str | None]
    shown: int
    winners: list[int]
    hand: list[str]
    effect: str | None
    gains: list[AztecoGain]
    rounds: list[AztecoRound]
    seat: int | None
    turn: int | None
    waiting: list[int]
    temple: list[int] | None
    reserve: int | None
    kept: list[list[str]]
    deck: AztecoDeck
    worth: list[AztecoWorth]


View = AztecoView
