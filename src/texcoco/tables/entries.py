"""What a table's log is made of, as it lies in the store.

Events are kept as they happened, veils and all: what was told stays as it was told, whatever a later release would say.
"""

from __future__ import annotations

from typing import Any

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
