"""Commands that people send to a table, as they arrive over HTTP and over the stream, and what becomes of one.

A command is a struct of its own for each value of `do`. The web layer decodes `AnyCommand`, which refuses unknown
fields, and tables decide on the same objects: there is no second form of a command.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
from msgspec import Meta, Struct

from texcoco.game import Json
from texcoco.store import Entry
from texcoco.tables.receipts import digest

if TYPE_CHECKING:
    from texcoco.tables.played import Played
    from texcoco.tables.table import Table

NAME = 32
"""How long a name may be."""
CHAT = 500
"""How long a line of chat may be."""
ACTIONS = 100
"""How many actions one command may play."""

CommandId = Annotated[
    str,
    Meta(
        pattern="^[A-Za-z0-9_.:-]{1,64}$",
        description="Made by the client, new for each command. A command that is sent again with its id is carried out "
        "once; another command with that id is refused.",
        examples=["c-17"],
    ),
]
SeatNumber = Annotated[int, Meta(ge=0, le=15, description="A seat; seats count from 0.", examples=[0])]
OwnSeat = (
    Annotated[int, Meta(ge=0, le=15, description="Your seat. Whoever holds one seat only need not name it.")] | None
)
StepNumber = Annotated[int, Meta(ge=0, le=2**31 - 1, description="The `step` of the state that this answers.")]
Notation = Annotated[str, Meta(max_length=500, examples=["walk H5"])]
Name = Annotated[
    str, Meta(max_length=4 * NAME, description=f"A player's name; {NAME} letters of it are kept.", examples=["Ana"])
]


class Refused(Exception):
    """A command that is not carried out; nothing has changed.

    `code` is for programs, `values` fill the sentence `key`.
    """

    def __init__(self, code: str, message: str, **values: Any):
        super().__init__(message)
        self.code, self.message, self.values = code, message, values

    def dump(self) -> Json:
        return {"code": self.code, "message": self.message, **self.values}


class Busy(Refused):
    """The server has too much of this kind to do at the moment."""


class NoSuchTable(Exception):
    """There is no table of that id."""


@dataclass(frozen=True, slots=True)
class Who:
    """Who sends a command: the browser, by the hash of its secret, and under which name it sits."""

    holder: str
    name: str = ""
    source: str = ""
    """The network that it comes from: browsers of one network share their turns with the workers."""


class Command(Struct, tag_field="do", forbid_unknown_fields=True, omit_defaults=True):
    """What all commands have."""

    id: CommandId

    @property
    def do(self) -> str:
        """What it asks for, as the field `do` of the message says."""
        return str(self.__struct_config__.tag)

    @property
    def content(self) -> str:
        """A hash of all but the id: a command that is sent again is the same in this too."""
        given = msgspec.to_builtins(self)
        del given["id"]
        return digest(json.dumps(given).encode())


class Sit(Command, tag="sit", kw_only=True):
    """Sit down: with the `token` of an invitation or, at a public table, on any free `seat`."""

    token: Annotated[str, Meta(max_length=100, description="From an invitation's link.")] = ""
    seat: SeatNumber | None = None
    name: Name = ""


class Stand(Command, tag="stand", kw_only=True):
    """Free your seat before the game starts."""

    seat: OwnSeat = None


class Remove(Command, tag="remove", kw_only=True):
    """Free the seat of somebody else, called `name`, before the game starts. Only who opened the table may."""

    seat: SeatNumber
    name: Annotated[
        str,
        Meta(
            max_length=4 * NAME,
            description="Who is to go, as the state names them: whoever took the seat since then stays.",
            examples=["Ana"],
        ),
    ]


class SeatBot(Command, tag="seat_bot", kw_only=True):
    """Give a free seat to a bot before the game starts, or free it again. Only who opened the table may."""

    seat: SeatNumber
    bot: Annotated[
        str | None, Meta(description="One of the game's bots; null: the bot that sits there goes.", examples=["greedy"])
    ] = None


class RenewLink(Command, tag="renew_link", kw_only=True):
    """Make a new link of your seat or, if you opened the table, of a free one; the old link stops working."""

    seat: SeatNumber | None = None


class SignOutOthers(Command, tag="sign_out_others", kw_only=True):
    """Take your seat from all other browsers that hold it, and renew its link."""

    seat: OwnSeat = None


class Start(Command, tag="start", kw_only=True):
    """Start the game, when no seat is free."""


class Play(Command, tag="play", kw_only=True):
    """Play actions one after the other: all of them are carried out, or none. All belong to the step that is cited."""

    seat: OwnSeat = None
    step: StepNumber
    actions: Annotated[
        list[Notation],
        Meta(
            min_length=1,
            max_length=ACTIONS,
            description="The first is one of the state's `actions`.",
            examples=[["walk H5", "walk H6"]],
        ),
    ]


class Undo(Command, tag="undo", kw_only=True):
    """Take back all that your last command played in this step, or reconsider your sealed choice."""

    seat: OwnSeat = None
    step: StepNumber


class Chat(Command, tag="chat", kw_only=True):
    """Say something to all at the table."""

    seat: OwnSeat = None
    text: Annotated[str, Meta(max_length=4 * CHAT, description=f"What to say, 1 to {CHAT} letters.")]


class Leave(Command, tag="leave", kw_only=True):
    """Leave a running game; another player may then let a bot play for you."""

    seat: OwnSeat = None


class Back(Command, tag="back", kw_only=True):
    """Come back after leaving."""

    seat: OwnSeat = None


class Replace(Command, tag="replace", kw_only=True):
    """Let a bot play for another seat whose player left or ran out of time."""

    seat: SeatNumber


class Resign(Command, tag="resign", kw_only=True):
    """Give up. A bot plays on; if only one person has not resigned, the game is over."""

    seat: OwnSeat = None


AnyCommand = (
    Sit | Stand | Remove | SeatBot | RenewLink | SignOutOthers | Start | Play | Undo | Chat | Leave | Back | Replace
    | Resign
)  # fmt: skip
"""Every command, as a type that msgspec decodes by the field `do`."""


@dataclass(frozen=True, slots=True)
class Decision:
    """An entry to be written, but for its number and time."""

    kind: str
    seat: int | None
    payload: Json
    played: Played | None = None
    """What its moves lead to, so that they are not carried out again when the entry is taken in."""

    def entry(self, table: Table, now: float) -> Entry:
        """The entry itself.

        A private one keeps the time of the last change, so that other viewers see no change at all.
        """
        return Entry(
            table.version + 1, self.kind, self.seat, self.payload, table.updated if self.payload.get("private") else now
        )
