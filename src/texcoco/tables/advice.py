"""Questions about one's own seat that change nothing."""

from __future__ import annotations

from texcoco.game import Position
from texcoco.tables.commands import forbidden
from texcoco.tables.requests import Refused, Who
from texcoco.tables.table import Table


def position_of(table: Table, who: Who, seat: int) -> Position:
    """The position in which a seat makes its next choice. A choice that it has sealed is left out, since it may still
    change it. Raises `Refused`.
    """
    if seat not in table.held_by(who.holder):
        raise Refused("not-your-seat", "this is for who sits there")
    if table.position is None or table.status != "playing":
        raise Refused("not-playing", "the game has not started yet" if table.status == "open" else "the game is over")
    return table.without_choice(seat) if table.sealed(seat) else table.position


def why(table: Table, who: Who, seat: int, kind: str, place: str) -> Refused | None:
    """Why a seat can do nothing of this kind at this place now; None when it can. Raises `Refused` if the asker may not
    ask.
    """
    refusal = position_of(table, who, seat).why_not(seat, kind, place)
    return None if refusal is None else forbidden(table, refusal)
