"""Checks that a server could open a table of a backup, before the table is written to a store."""

from __future__ import annotations

import json
from typing import Any, Literal

import msgspec

from texcoco.game import Json
from texcoco.store import Entry, Saved
from texcoco.tables.cards import card_of
from texcoco.tables.fold import Folding
from texcoco.tables.payloads import check_payload, check_snapshot
from texcoco.tables.requests import CHAT
from texcoco.tables.seating import NAME
from texcoco.tables.states import log_lines, state_of
from texcoco.tables.table import Table


class _Seat(msgspec.Struct):
    kind: str
    name: str
    bot: str | None


class _Card(msgspec.Struct):
    """What the lobby reads of a card. Other fields may come with other releases."""

    game: str
    status: Literal["open", "playing", "over"]
    public: bool
    created: float
    owner: str
    holders: list[str]
    held: list[list[str]]
    seats: list[_Seat]
    actors: list[int]
    result: dict[str, Any] | None


def verify(saved: Saved) -> Json:
    """Builds the table from its log and its snapshot, and looks at it as every seat does.

    Returns its card as this release makes it. Raises ValueError with the reason why a server could not use the table.
    """
    for entry in saved.entries:
        check_payload(entry)
    try:
        msgspec.convert(saved.card, _Card)
    except ValueError as bad:
        raise ValueError(f"its card cannot be read: {bad}") from None
    seats = len(saved.entries[0].payload["seats"])
    for entry in saved.entries:
        if entry.seat is not None and not 0 <= entry.seat < seats:
            raise ValueError(f"version {entry.version} is of seat {entry.seat}, which there is not")
    if saved.snapshot is not None:
        check_snapshot(saved.snapshot[1], seats)
    try:
        folding = Folding(saved.id, saved.snapshot)
        table = folding.table
        for entry in saved.entries:
            if saved.snapshot is None or entry.version > saved.snapshot[0]:
                _check_moves(table, entry)
            folding.apply(entry)
            _check_lengths(table, entry)
        opening = table.opening()
        chosen = table.game.options.read(table.options)
        if (opening.seats, opening.options) != (len(table.seats), chosen):
            raise ValueError("the position that it starts from has other seats or options")
        position = table.position or opening
        if (position.seats, position.options) != (opening.seats, opening.options):
            raise ValueError("its snapshot is of a game with other seats or options")
        for viewer in (None, *range(len(table.seats))):
            shown = [state_of(table, viewer), log_lines(table, viewer, 0, table.lines.get(viewer, 0))]
            json.dumps(
                shown, allow_nan=False, ensure_ascii=False
            ).encode()  # neither infinite nor half a surrogate pair
        card = card_of(table)
    except Exception as bad:  # anything damaged ends here: a missing field, a move that is not legal, a wrong type
        raise ValueError(f"its log cannot be read: {type(bad).__name__}: {bad}") from None
    wrong = [name for name in ("game", "status", "public", "owner") if card[name] != saved.card[name]]
    if wrong or len(card["seats"]) != len(saved.card["seats"]) or len(saved.card["held"]) != len(card["seats"]):
        raise ValueError(f"its card does not agree with its log: {', '.join(wrong) or 'seats'}")
    return card


def _check_lengths(table: Table, entry: Entry) -> None:
    """Checks the limits that a server holds when names and chat are entered: it does not check them again when it reads
    them.
    """
    if any(len(seat.name) > NAME for seat in table.seats) or len(entry.payload.get("name", "")) > NAME:
        raise ValueError(f"version {entry.version} has a name of more than {NAME} letters")
    if entry.kind == "chatted" and len(entry.payload["text"]) > CHAT:
        raise ValueError(f"version {entry.version} has a line of chat of more than {CHAT} letters")


def _check_moves(table: Table, entry: Entry) -> None:
    """Checks moves by the rules. A server does not do so when it reads its own log, but a backup may come from
    anywhere.
    """
    if entry.kind not in ("started", "played") or entry.payload.get("private"):
        return
    position = table.opening() if table.position is None else table.position.copy()
    for seat, text, _, _ in entry.payload["moves"]:
        position.play(seat, table.game.parse(text))
