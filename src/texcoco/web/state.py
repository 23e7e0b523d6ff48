"""The state of a table as one viewer is shown it, over HTTP and over the stream."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

TableId = Annotated[str, Meta(description="The id of a table.", examples=["kP3x0aQ7vN1c"])]
Status = Literal["open", "playing", "over"]
Note = Literal[
    "sat", "device_added", "stood", "removed", "signed_out", "started", "undone", "chatted", "left", "back", "replaced",
    "resigned", "rematched", "outage",
]  # fmt: skip


class Seat(Struct):
    """Who sits on a seat."""

    kind: Literal["open", "person", "bot"]
    name: str
    bot: Annotated[str | None, Meta(description="The bot that plays here, perhaps for somebody who left.")]
    away: bool | UnsetType = UNSET
    resigned: bool | UnsetType = UNSET


class ClockFace(Struct):
    """Clocks, for a client that counts down by itself."""

    kind: Literal["days", "live"]
    left: Annotated[list[float], Meta(description="Seconds for each seat when its clock last stood still.")]
    since: Annotated[dict[str, float], Meta(description="The seats whose time runs, and since when (Unix time).")]


class Result(Struct):
    """How a game ended."""

    how: Annotated[str, Meta(description="`resigned`, or a sentence of the game's text.")] | UnsetType = UNSET
    winners: list[int] | UnsetType = UNSET
    ranks: Annotated[list[int], Meta(description="For each seat; 1 is best.")] | UnsetType = UNSET
    scores: list[int] | UnsetType = UNSET
    by_bots: Annotated[list[int], Meta(description="Seats that a bot had to finish for somebody.")] = msgspec.field(
        default_factory=list[int]
    )
    resigned: list[int] = msgspec.field(default_factory=list[int])


class Event(Struct):
    """Something that happened in the game: `event.KEY` of the game's text, filled with `values`."""

    key: str
    seat: int
    values: dict[str, Any]


class Line(Struct):
    """A line of the log: an `event` of the game, or a `note` of something at the table, by `seat` at the time `at`."""

    event: Event | UnsetType = UNSET
    undone: Annotated[bool, Meta(description="The event was taken back.")] | UnsetType = UNSET
    note: Note | UnsetType = UNSET
    seat: int | UnsetType | None = UNSET
    at: float | UnsetType = UNSET
    text: Annotated[str, Meta(description="What was said: plain text, to be shown as such.")] | UnsetType = UNSET
    name: str | UnsetType = UNSET
    bot: str | UnsetType = UNSET
    table: str | UnsetType = UNSET


Costs = Annotated[
    list[tuple[dict[str, int], int]],
    Meta(
        description="What actions cost, in their order: a cost by what is paid with, and how many in a row have it.",
        examples=[[[{"tokens": 1}, 1], [{"points": 1}, 2]]],
    ),
]


class Plans(Struct):
    """What one click may mean beyond the state's `actions`: several actions, legal in that order. One entry of each
    list a plan.
    """

    after: Annotated[
        list[int],
        Meta(
            description="What the plan goes on from: the number of an action of `actions` or, counting on from those, "
            "of an earlier plan."
        ),
    ]
    actions: Annotated[list[list[str]], Meta(description="What is played after that.", examples=[[["walk H4"]]])]
    costs: Annotated[
        Costs, Meta(description="What the whole plan costs, from its first action on, as in `State.costs`.")
    ]


class State(Struct):
    """All that a seat, or a spectator, is shown. `step` and what follows are there once the game has started."""

    table: TableId
    number: Annotated[int, Meta(description="Counts the changes that this viewer is told of.")]
    seat: Annotated[int | None, Meta(description="Whose state it is; null: a spectator's.")]
    status: Status
    game: str
    options: dict[str, Any]
    from_position: Annotated[bool, Meta(description="Whether the game starts from a position, not at its beginning.")]
    public: bool
    hints: Annotated[bool, Meta(description="Whether hints may be asked for at this table.")]
    seats: list[Seat]
    clock: ClockFace | None
    rematch: Annotated[str | None, Meta(description="The table where the same people play again.")]
    lines: Annotated[int, Meta(description="How many lines the log has.")]
    settled: Annotated[
        int, Meta(description="How many of them nothing can change any more: what to say in `hello` when coming back.")
    ]
    log: Annotated[
        list[Line],
        Meta(
            description="The last of them, at most a hundred: the rest by `GET …/log`. "
            "docs/api.md says how a client keeps them all."
        ),
    ]
    devices: Annotated[int, Meta(description="How many browsers hold this seat.")] | UnsetType = UNSET
    step: Annotated[int, Meta(description="Commands cite it.")] | UnsetType = UNSET
    actors: Annotated[list[int], Meta(description="The seats that the game waits for.")] | UnsetType = UNSET
    view: (
        Annotated[dict[str, Any], Meta(description="What this viewer may know of the position; see the game.")]
        | UnsetType
    ) = UNSET
    result: Result | UnsetType | None = UNSET
    actions: Annotated[list[str], Meta(description="What this seat may play now.")] | UnsetType = UNSET
    grouped: (
        Annotated[
            list[tuple[str, str]],
            Meta(
                description="The same in groups, in a stream whose `hello` asks for it: what actions begin with, and "
                "how they go on from there, with `;` in between.",
                examples=[[["end", ""], ["canal ", "K5;K6;L5 L6"]]],
            ),
        ]
        | UnsetType
    ) = UNSET
    costs: Costs | UnsetType = UNSET
    plans: Plans | UnsetType = UNSET
    undo: Annotated[bool, Meta(description="Whether this seat may take something back.")] | UnsetType = UNSET
    sealed: (
        Annotated[
            Event,
            Meta(
                description="While this seat makes its sealed choice anew: "
                "what it sealed first, which counts until then."
            ),
        ]
        | UnsetType
    ) = UNSET
