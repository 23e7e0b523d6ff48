"""What the payload of each kind of entry holds, to check logs that come from a file; what a server writes is right
already.

Fields that are not named here may be there: other releases write others. What was added after 0.1.0 has a default.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from texcoco.store import Entry

Number = Annotated[int, Meta(ge=0, le=2**31 - 1)]
SeatOrChance = Annotated[int, Meta(ge=-1, le=15)]
Seconds = Annotated[float, Meta(ge=-1e11, le=1e11)]
Token = Annotated[str, Meta(max_length=100)]
Short = Annotated[str, Meta(max_length=200)]


class _Payload(Struct):
    command: Short | None = None
    content: Annotated[str, Meta(pattern="^[0-9a-f]{1,16}$")] | None = None
    private: bool = False


class _Seat(Struct):
    kind: Literal["open", "person", "bot"]
    name: Short
    bot: Short | None
    holders: list[Short]
    token: Token


class _Tempo(Struct):
    kind: Literal["none", "days", "live"]
    bank: Seconds
    increment: Seconds


class _Created(_Payload, kw_only=True):
    game: Short
    options: dict[str, Any]
    public: bool
    hints: bool = True
    owner: Short
    seats: list[_Seat]
    clock: _Tempo
    record: str | None = None
    position: dict[str, Any] | None = None


class _Sat(_Payload, kw_only=True):
    name: Short
    holder: Short
    token: Token = ""
    device: bool = False


class _Freed(_Payload, kw_only=True):
    token: Token


class _BotSeated(_Freed, kw_only=True):
    bot: Short | None


class _SignedOut(_Freed, kw_only=True):
    holder: Short


class _Event(Struct):
    key: str
    seat: SeatOrChance
    values: dict[str, Any]
    veils: dict[str, tuple[list[SeatOrChance], Any]] = {}
    only: list[SeatOrChance] = []


class _Moves(_Payload, kw_only=True):
    moves: list[tuple[SeatOrChance, str, Number, bool]]
    told: list[_Event]


class _Undone(_Payload, kw_only=True):
    action: str = ""
    actions: list[str] = []
    again: tuple[Number, Number] | None = None


class _Chatted(_Payload, kw_only=True):
    text: str
    name: Short


class _Replaced(_Payload, kw_only=True):
    bot: Short


class _Resigned(_Replaced, kw_only=True):
    ends: bool


class _Outage(_Payload, kw_only=True):
    outages: list[tuple[Seconds, Seconds]] = []


class _Rematched(_Payload, kw_only=True):
    table: Short


PAYLOADS: dict[str, type[_Payload]] = {
    "created": _Created, "sat": _Sat, "stood": _Freed, "removed": _Freed,
    "bot_seated": _BotSeated, "renewed": _Freed, "signed_out": _SignedOut,
    "started": _Moves, "played": _Moves, "undone": _Undone, "chatted": _Chatted, "left": _Payload, "back": _Payload,
    "replaced": _Replaced, "resigned": _Resigned, "outage": _Outage, "rematched": _Rematched,
}  # fmt: skip


class _Snapshot(Struct):
    position: dict[str, Any]
    step: Number
    left: list[Seconds]
    since: list[tuple[SeatOrChance, Seconds]]


def check_payload(entry: Entry) -> None:
    """Raises ValueError if the kind of an entry is unknown, or its payload is not as its kind demands."""
    if entry.kind not in PAYLOADS or (entry.kind == "created") != (entry.version == 1):
        raise ValueError(f"version {entry.version} is of the kind {entry.kind!r}, which cannot be")
    try:
        msgspec.convert(entry.payload, PAYLOADS[entry.kind])
    except ValueError as bad:
        raise ValueError(f"version {entry.version} is no {entry.kind!r}: {bad}") from None


def check_snapshot(snapshot: Mapping[str, Any], seats: int) -> None:
    """Raises ValueError if this is no snapshot of a table with so many seats."""
    try:
        read = msgspec.convert(dict(snapshot), _Snapshot)
    except ValueError as bad:
        raise ValueError(f"its snapshot cannot be read: {bad}") from None
    if len(read.left) != seats or not all(0 <= seat < seats for seat, _ in read.since):
        raise ValueError(f"its snapshot has clocks of other seats than the {seats} of its log")
