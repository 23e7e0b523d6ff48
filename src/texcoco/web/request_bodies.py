"""Bodies of requests. What comes in is checked against these structs; unknown fields are refused."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from texcoco.tables.requests import Name


class SeatPlan(Struct, forbid_unknown_fields=True, kw_only=True):
    """Who is to sit on a seat of a new table."""

    kind: Annotated[
        Literal["me", "open", "bot"],
        Meta(description="`me`: whoever sends this. `open`: whoever has the seat's invitation. `bot`: a program."),
    ]
    bot: (
        Annotated[str, Meta(max_length=40, description="For `bot`: one of the game's bots.", examples=["greedy"])]
        | UnsetType
    ) = UNSET
    name: Name | UnsetType = UNSET


class Clock(Struct, forbid_unknown_fields=True, kw_only=True):
    """Time for each player: `{"days": 3}` for each move, or `{"minutes": 15, "increment": 20}`: minutes for the game
    and seconds more for each turn. When it has run out, the others may wait or let a bot play on.
    """

    days: Annotated[int, Meta(ge=1, le=30, description="Days for each move.")] | UnsetType = UNSET
    minutes: Annotated[int, Meta(ge=1, le=600, description="Minutes for the whole game.")] | UnsetType = UNSET
    increment: Annotated[int, Meta(ge=0, le=600, description="Seconds that each turn adds.")] | UnsetType = UNSET


class NewTable(Struct, forbid_unknown_fields=True, kw_only=True):
    """A table to be opened."""

    game: Annotated[str, Meta(max_length=40, description="The name of a game.", examples=["mexica"])]
    seats: Annotated[
        list[SeatPlan], Meta(min_length=1, max_length=16, description="Who is to sit where, seat by seat.")
    ]
    options: (
        Annotated[dict[str, Any], Meta(description="Options of the game that are not the default.", examples=[{}])]
        | UnsetType
    ) = UNSET
    clock: Clock | None = None
    public: Annotated[
        bool, Meta(description="Whether the lobby shows the table, and anybody may sit on a free seat.")
    ] = False
    hints: Annotated[bool, Meta(description="Whether who sits there may ask a bot for advice.")] = True
    name: Name = ""


class RecordText(Struct, forbid_unknown_fields=True):
    """A game that was played before."""

    record: Annotated[str, Meta(description="The record (docs/record.md).")]


class Picture(Struct, forbid_unknown_fields=True):
    """A view to be shown as text."""

    view: Annotated[dict[str, Any], Meta(description="The `view` of a state, a moment or a step of a lesson.")]
