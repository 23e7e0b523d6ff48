"""Events: what happened in a game, and which parts of it each seat may know."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

Json = dict[str, Any]
"""A JSON object, as `json.loads` gives it."""


@dataclass(frozen=True, slots=True)
class Veil:
    """Who may read one value of an event, and what the others read in its place."""

    seats: frozenset[int]
    otherwise: Any = "?"


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened. `key` names the sentence that tells it, `values` fill that sentence.

    The first event of every action has the action's notation as its value `action`.
    """

    key: str
    seat: int
    values: Mapping[str, Any] = field(default_factory=dict[str, Any])
    veils: Mapping[str, Veil] = field(default_factory=dict[str, Veil])
    only: frozenset[int] | None = None
    """The seats that may know of it at all; None: everybody."""

    def to(self, viewer: int | None) -> Event | None:
        """The event as a seat may know it (None: a spectator), or None if it may not know of it at all.

        The one place that hides parts of an event: what comes out holds nothing else.
        """
        if self.only is not None and viewer not in self.only:
            return None
        if not self.veils:
            return Event(self.key, self.seat, self.values)
        values = dict(self.values)
        for name, veil in self.veils.items():
            if viewer not in veil.seats:
                values[name] = veil.otherwise
        return Event(self.key, self.seat, values)

    def opened(self) -> Event:
        """The event with nothing hidden, for looking back at a game that is over."""
        return Event(self.key, self.seat, self.values)

    def dump(self) -> Json:
        """A filtered event as JSON. Refuses one that still holds something hidden."""
        if self.veils or self.only is not None:
            raise ValueError("only an event that went through `to` may leave")
        return {"key": self.key, "seat": self.seat, "values": dict(self.values)}


def events_for(viewer: int | None, events: Iterable[Event]) -> list[Event]:
    """The events that a seat (None: a spectator) may know of, as it may know them."""
    return [filtered for event in events if (filtered := event.to(viewer)) is not None]
