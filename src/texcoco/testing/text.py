"""What the checks share: positions and events as the text that would be sent."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from texcoco.game import Event, Position, events_for


def same(one: Any, other: Any) -> bool:
    """Byte for byte the same JSON."""
    return json.dumps(one) == json.dumps(other)


def sent_to(viewer: int | None, events: Iterable[Event]) -> str:
    """What a seat (None: a spectator) may know of some events, as it would be sent."""
    return json.dumps([event.dump() for event in events_for(viewer, events)])


def dumped(position: Position) -> str:
    return json.dumps(position.dump())
