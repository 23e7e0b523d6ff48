"""What the entries of a table's log are made of, as they lie in the store.

Events are kept as they happened, with what they hide and from whom: an event stays as it was, whatever a later
release would make of it.
"""

from __future__ import annotations

from typing import Any

from texcoco.event import visible_values
from texcoco.game import Event, Json, Veil


def pack(event: Event) -> Json:
    """An unfiltered event as JSON, for the store alone."""
    packed: Json = {"key": event.key, "seat": event.seat, "values": dict(event.values)}
    if event.veils:
        packed["veils"] = {name: [sorted(veil.seats), veil.otherwise] for name, veil in event.veils.items()}
    if event.only is not None:
        packed["only"] = sorted(event.only)
    return packed


def unpack(packed: Json) -> Event:
    """The event that `pack` made this of."""
    veils: dict[str, Any] = packed.get("veils", {})
    return Event(
        packed["key"],
        packed["seat"],
        packed["values"],
        {name: Veil(frozenset(seats), otherwise) for name, (seats, otherwise) in veils.items()},
        frozenset(packed["only"]) if "only" in packed else None,
    )


def reaches(line: Json, viewer: int | None) -> bool:
    """Whether a viewer reads of an event or a note at all."""
    return "only" not in line or viewer in line["only"]


def insiders(line: Json) -> frozenset[int]:
    """The seats that may read what a line hides. Others whom it reaches read exactly what spectators read."""
    seats = {seat for allowed, _ in line["veils"].values() for seat in allowed} if "veils" in line else set[int]()
    return frozenset(seats.union(line.get("only", ())))


def shown_line(line: Json, viewer: int | None) -> Json | None:
    """A line of the log as a viewer may read it; None if it may not."""
    if "note" in line:
        return line
    if not reaches(line, viewer):
        return None
    values = visible_values(line["values"], line.get("veils", {}), viewer)
    shown: Json = {"event": {"key": line["key"], "seat": line["seat"], "values": values}}
    if "undone" in line:
        shown["undone"] = True
    return shown


def actions_taken_back(payload: Json) -> int:
    """How many actions an entry `undone` takes back. Entries of older logs name one, as `action`."""
    return len(payload["actions"]) if "actions" in payload else 1
