"""Questions that somebody may ask about a seat of theirs, which change nothing."""

from __future__ import annotations

from texcoco.game import Position, Unreadable
from texcoco.tables.commands import Refused, Who, forbidden
from texcoco.tables.table import Table


def position_of(table: Table, who: Who, seat: int) -> Position:
    """The position that a seat's next choice is made in: without the choice that it has sealed, which it may change. Raises `Refused`."""
    if seat not in table.held_by(who.holder):
        raise Refused("not-your-seat", "this is for who sits there")
    if table.position is None or table.status != "playing":
        raise Refused("not-playing", "the game has not started yet" if table.status == "open" else "the game is over")
    return table.without_choice(seat) if table.sealed(seat) else table.position


def why(table: Table, who: Who, seat: int, notation: str) -> Refused | None:
    """Why a seat may not play this now; None when it may. Raises `Refused` if the question is not for the asker to ask."""
    position = position_of(table, who, seat)
    try:
        refusal = position.check(seat, table.game.parse(notation))
    except Unreadable as unreadable:
        refusal = unreadable.refusal
    return None if refusal is None else forbidden(table, refusal)
