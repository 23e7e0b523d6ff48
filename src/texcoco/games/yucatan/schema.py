"""The type of a view of Yucatán (docs/yucatan-position.md). The page's types are generated from it; a test holds real
views to it."""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypedDict

Guild = Literal["jaguar", "hummingbird", "serpent"]


class YucatanVillage(TypedDict):
    """A village; a neutral one has no seat."""

    at: str
    seat: int | None
    size: Literal["small", "large"]


class YucatanWarrior(TypedDict):
    """A warrior on the board. Of a hidden one, `may` lists the guilds that he can be for all that everybody knows."""

    at: str
    seat: int
    guild: Literal["jaguar", "hummingbird", "serpent", "?"]
    load: int
    shown: bool
    may: NotRequired[list[Guild]]


class YucatanReserve(TypedDict):
    """Warriors off the board, by guild."""

    jaguar: int
    hummingbird: int
    serpent: int


class YucatanLimit(TypedDict):
    """What everybody can tell by counting: of the seat's warriors on these spaces at most so many are of that guild."""

    seat: int
    at: list[str]
    guild: Guild
    most: int


class YucatanView(TypedDict):
    """What a seat may know of a game of Yucatán. Reserves of others are only counted."""

    seat: int | None
    game: Literal["yucatan"]
    format: int
    rules: int
    seats: int
    options: dict[str, Any]
    phase: Literal["first", "large", "small", "neutral", "warriors", "turn", "steal", "dismiss", "over"]
    first: int | None
    turn: int | None
    round: int
    owes: int | None
    thief: str | None
    villages: list[YucatanVillage]
    warriors: list[YucatanWarrior]
    reserves: list[YucatanReserve | int]
    prisoners: list[int]
    supply: int
    levels: list[int]
    limits: list[YucatanLimit]


View = YucatanView
