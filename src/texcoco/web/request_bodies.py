"""Bodies of requests. What comes in is checked against these structs; unknown fields are refused."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from texcoco.tables.requests import ACTIONS, Name, Notation


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


class MomentOf(Struct, forbid_unknown_fields=True, kw_only=True):
    """A moment of a game that is over."""

    table: Annotated[
        str,
        Meta(
            pattern="^[A-Za-z0-9_.-]{1,64}$",
            description="The table, or the study of a record.",
            examples=["kP3x0aQ7vN1c"],
        ),
    ]
    moment: Annotated[int, Meta(ge=0, le=1_000_000, description="Its number, as `GET …/moments` counts them.")]


GivenPosition = Annotated[
    dict[str, Any], Meta(description="A position in the format of its game (docs/position.md and its sisters).")
]


class NewTable(Struct, forbid_unknown_fields=True, kw_only=True, rename={"origin": "from"}):
    """A table to be opened. With `from` or `position` the game starts there, and has the seats and options of that."""

    game: Annotated[str, Meta(max_length=40, description="The name of a game.", examples=["mexica"])]
    seats: Annotated[
        list[SeatPlan], Meta(min_length=1, max_length=16, description="Who is to sit where, seat by seat.")
    ]
    options: (
        Annotated[dict[str, Any], Meta(description="Options of the game that are not the default.", examples=[{}])]
        | UnsetType
    ) = UNSET
    origin: Annotated[MomentOf, Meta(description="The moment of another game to go on from.")] | UnsetType = UNSET
    position: GivenPosition | UnsetType = UNSET
    clock: Clock | None = None
    public: Annotated[
        bool, Meta(description="Whether the lobby shows the table, and anybody may sit on a free seat.")
    ] = False
    hints: Annotated[bool, Meta(description="Whether who sits there may ask a bot for advice.")] = True
    name: Name = ""


class RecordText(Struct, forbid_unknown_fields=True):
    """A game that was played before."""

    record: Annotated[str, Meta(description="The record (docs/record.md).")]


class PositionText(Struct, forbid_unknown_fields=True):
    """A position to be looked at."""

    position: GivenPosition


class Try(Struct, forbid_unknown_fields=True):
    """What somebody would have played in a turn of a game that is over."""

    turn: Annotated[int, Meta(ge=0, le=1_000_000, description="The number of the turn, as the analysis counts them.")]
    actions: Annotated[list[Notation], Meta(min_length=1, max_length=ACTIONS, description="In the place of `played`.")]


class PuzzleMoves(Struct, forbid_unknown_fields=True):
    """What somebody has played in a puzzle so far."""

    actions: Annotated[list[Notation], Meta(max_length=ACTIONS, description="All of the turn, from its beginning on.")]
    shown: Annotated[int, Meta(ge=0, le=ACTIONS, description="How many of them you were shown already.")] = 0


class PuzzleWhy(Struct, forbid_unknown_fields=True):
    """What somebody tried in a puzzle."""

    actions: Annotated[list[Notation], Meta(max_length=ACTIONS, description="What was played before.")]
    do: Annotated[str, Meta(max_length=40, description="The first word of a notation.")]
    at: Annotated[str, Meta(max_length=80, description="Where: other words of it, as far as you know them.")] = ""


class PuzzleAnswer(Struct, forbid_unknown_fields=True):
    """A whole turn that is to be the solution of a puzzle."""

    actions: Annotated[list[Notation], Meta(max_length=ACTIONS, description="None: only the solution is wanted.")]


class Picture(Struct, forbid_unknown_fields=True):
    """A view to be shown as text."""

    view: Annotated[dict[str, Any], Meta(description="The `view` of a state, a moment or a step of a lesson.")]
