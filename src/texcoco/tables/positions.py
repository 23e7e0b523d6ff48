"""Positions that games start from: read from JSON that anybody may have written, or taken from a game that is over."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from texcoco.game import Game, Impossible, Position
from texcoco.printable import printable
from texcoco.tables.requests import Refused
from texcoco.tables.table import Table

MAX_REASON = 300
"""Characters of the reason why a position is refused: it may quote a part of it."""


def loaded(game: Game, data: Mapping[str, Any], lang: str) -> Position:
    """The position that a JSON describes. Raises `Refused` with the reason of the game, in a language.

    A worker process does this, since nobody knows how long it takes for what a stranger wrote.
    """
    try:
        return game.load(data)
    except Impossible as bad:
        why = bad.message(lang)
    except Exception as error:  # a game of another package may not have thought of everything
        why = f"this is no position of {game.name}: {type(error).__name__}"
    raise Refused("bad-position", printable(why if len(why) <= MAX_REASON else f"{why[:MAX_REASON]}…"))


def check_moment(table: Table, moment: int) -> None:
    """Raises `Refused` if nobody may have the whole position at this moment of a game, or there is no such moment."""
    if table.status != "over":
        raise Refused("still-running", "one goes on only from games that are over")
    if moment > table.moments:
        raise Refused("no-such-moment", f"this game has the moments 0 to {table.moments}")
