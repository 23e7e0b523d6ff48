"""The card of a table: what the lobby shows of it, and the fields by which the store finds it."""

from __future__ import annotations

from dataclasses import replace

from texcoco.game import Json, ranks
from texcoco.tables.table import Table

STUDY = "study"
"""Holds every study, so that the store finds those that are old."""
EVERYBODY = "*"
"""Holds every public table: under this name the lobby finds them."""


def card_of(table: Table) -> Json:
    """The card of a table."""
    holders = {table.owner, *(holder for seat in table.seats for holder in seat.holders)}
    if table.public:
        holders.add(EVERYBODY)
    if table.study:
        holders.add(STUDY)
    waits = table.position is not None and table.status == "playing"
    return {
        "game": table.game.name,
        "status": table.status,
        "public": table.public,
        "created": table.created,
        "owner": table.owner,
        "holders": sorted(holders),
        "held": [sorted(seat.holders) for seat in table.seats],
        "seats": [{"kind": s.kind, "name": s.name, "bot": s.bot} for s in table.seats],
        "actors": list(table.position.actors()) if table.position is not None and waits else [],
        "result": result_of(table),
        "clock": table.clocks.tempo.kind,
        "from_position": table.start is not None,
    }


def result_of(table: Table) -> Json | None:
    """How the game ended, and which seats a bot had to finish; None while it is not over."""
    if table.status != "over":
        return None
    result: Json = {
        "by_bots": [n for n, seat in enumerate(table.seats) if seat.kind == "person" and seat.bot is not None],
        "resigned": [n for n, seat in enumerate(table.seats) if seat.resigned],
    }
    if table.ended is not None:
        winners = [n for n, seat in enumerate(table.seats) if not seat.resigned]
        return {**result, "how": table.ended, "winners": winners}
    outcome = table.outcome()
    if outcome is None:
        return result
    stayed = [
        not seat.resigned for seat in table.seats
    ]  # who gave up comes after all others, whatever a bot made of it
    return {**result, **replace(outcome, ranks=ranks(stayed, [-rank for rank in outcome.ranks])).dump()}
