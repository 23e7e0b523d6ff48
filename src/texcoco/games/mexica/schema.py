"""The type of a view of Mexica (docs/position.md). The page's types are generated from it; a test holds real views to
it."""

from __future__ import annotations

from typing import Any, Literal, TypedDict

Direction = Literal["h", "v"]
Level = Literal[1, 2, 3, 4]


class MexicaBridge(TypedDict):
    """A bridge, and which way its ramps lead."""

    at: str
    dir: Direction


class MexicaTemple(TypedDict):
    """A temple on the board; a neutral one has no seat."""

    at: str
    seat: int | None
    level: Level


class MexicaToken(TypedDict):
    """The token of a founded district."""

    at: str
    size: int


class MexicaSupply(TypedDict):
    """What is left for all: canal tiles of one and of two spaces, bridges."""

    canal1: int
    canal2: int
    bridges: int


MexicaTemples = TypedDict("MexicaTemples", {"1": int, "2": int, "3": int, "4": int})
"""How many temples of each level a seat may build."""


class MexicaVote(TypedDict):
    """A proposal to take a token from the display, and the seat that is asked now."""

    size: int
    by: int
    asked: int


class MexicaDistrict(TypedDict):
    """A district: the space of its token, its land, each seat's levels, and what it would give each seat if it were
    scored now."""

    size: int
    token: str | None
    spaces: list[str]
    levels: list[int]
    neutral: int
    points: list[int]


class MexicaView(TypedDict):
    """What everybody sees of a game of Mexica."""

    seat: int | None
    game: Literal["mexica"]
    format: int
    rules: int
    seats: int
    options: dict[str, Any]
    phase: Literal["deal", "start", "turn", "vote", "over"]
    period: Literal[1, 2]
    round: int
    first: int | None
    turn: int
    ap: int
    taken: int
    canals: list[list[str]]
    bridges: list[MexicaBridge]
    temples: list[MexicaTemple]
    founded: list[MexicaToken]
    display: list[int]
    later: list[int]
    removed: list[int]
    pawns: list[str | None]
    tokens: list[int]
    token_supply: int
    supply: MexicaSupply
    hands: list[MexicaTemples]
    score: list[int]
    vote: MexicaVote | None
    refused: list[int]
    placed: bool
    idle_rounds: int
    districts: list[MexicaDistrict]


View = MexicaView
