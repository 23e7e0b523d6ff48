"""Messages of the stream: what the client sends, what the server sends, and their JSON Schema."""

from __future__ import annotations

from functools import cache
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct

from texcoco.tables.requests import AnyCommand
from texcoco.web.response_bodies import Opener, Refusal, Removed
from texcoco.web.state import State


class Cursor(Struct, forbid_unknown_fields=True):
    """How much of a seat's stream a client has."""

    number: Annotated[int, Meta(ge=0, description="`number` of the last state that it has.")]
    settled: Annotated[int, Meta(ge=0, description="`settled` of that state.")]


class Hello(Struct, tag_field="do", tag="hello", forbid_unknown_fields=True, kw_only=True):
    """The first message of a stream. With `cursors` a client that comes back is sent only what it lacks."""

    cursors: Annotated[
        dict[Annotated[str, Meta(max_length=9)], Cursor],
        Meta(
            max_length=17,
            description='By seat (`"0"`), and `"spectator"`.',
            examples=[{"0": {"number": 12, "settled": 40}}],
        ),
    ] = msgspec.field(default_factory=dict[str, Cursor])
    grouped: Annotated[
        bool, Meta(description="Whether states shall have `grouped` in the place of `actions`, which is shorter.")
    ] = False


class SeatsMessage(Struct, tag_field="type", tag="seats"):
    """The seats that you hold at this table, and what else you are there: the first message, and whenever that
    changes."""

    seats: list[int]
    opener: Opener = False
    removed: Removed = False


class Present(Struct):
    """Who has the table open in a browser."""

    seats: Annotated[list[int], Meta(description="The seats that some connected browser holds.")]
    watching: Annotated[int, Meta(description="How many connected browsers hold none.")]


class PresenceMessage(Struct, tag_field="type", tag="presence"):
    """Who is there: after the first `seats`, and whenever it changes."""

    presence: Present


class StateMessage(Struct, tag_field="type", tag="state"):
    """The newest state of a seat, or of a spectator, with the lines of the log that you lack."""

    state: State


class AckMessage(Struct, tag_field="type", tag="ack"):
    """A command is on disk. The state of `seat` (null: a spectator's) with `number` or a higher one shows what it
    did."""

    id: Annotated[str, Meta(description="The command's.")]
    seat: int | None
    number: int


class RefusedMessage(Struct, tag_field="type", tag="refused"):
    """A command was not carried out; nothing has changed."""

    id: Annotated[str, Meta(description="The command's.")]
    refused: Refusal


class ErrorMessage(Struct, tag_field="type", tag="error"):
    """A message that could not be read, or that the stream ends."""

    error: Refusal


ClientMessage = Hello | AnyCommand
ServerMessage = SeatsMessage | PresenceMessage | StateMessage | AckMessage | RefusedMessage | ErrorMessage


@cache
def stream_schema() -> dict[str, Any]:
    """The messages of the stream as JSON Schema."""
    (client, server), components = msgspec.json.schema_components(
        (ClientMessage, ServerMessage), ref_template="#/$defs/{name}"
    )
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Messages of /api/v1/tables/{id}/stream",
        "description": "Text frames of JSON. The client says one of `client`, the server one of `server`. "
        "See docs/api.md.",
        "$defs": {"client": client, "server": server, **components},
    }
