"""Events: what happened in a game, and which parts of it each seat may know."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

Json = dict[str, Any]
"""A JSON object, as `json.loads` gives it."""


class Veil(NamedTuple):
    """Who may read one value of an event, and what the others read in its place."""

    seats: frozenset[int]
    otherwise: object = "?"


_NONE: Mapping[str, Any] = {}


class Event(NamedTuple):
    """Something that happened. `key` names the sentence that tells it, `values` fill that sentence.

    The first event of every action has the action's notation as its value `action`.
    """

    key: str
    seat: int
    values: Mapping[str, Any] = _NONE
    veils: Mapping[str, Veil] = _NONE
    only: frozenset[int] | None = None
    """The seats that may know of it at all; None: everybody."""

    def to(self, viewer: int | None) -> Event | None:
        """The event as a seat may know it (None: a spectator), or None if it may not know of it at all.

        What comes out holds nothing else.
        """
        if self.only is not None and viewer not in self.only:
            return None
        return Event(self.key, self.seat, visible_values(self.values, self.veils, viewer))

    def opened(self) -> Event:
        """The event with nothing hidden, for looking back at a game that is over."""
        return Event(self.key, self.seat, self.values)

    def dump(self) -> Json:
        """A filtered event as JSON. Refuses one that still holds something hidden."""
        if self.veils or self.only is not None:
            raise ValueError("only an event that went through `to` may leave")
        return {"key": self.key, "seat": self.seat, "values": dict(self.values)}


def visible_values(
    values: Mapping[str, Any], veils: Mapping[str, Veil | Sequence[Any]], viewer: int | None
) -> Mapping[str, Any]:
    """The values of an event as a viewer may know them. A veil may also be a list of the seats and what others read."""
    if not veils:
        return values
    visible = dict(values)
    for name, (seats, otherwise) in veils.items():
        if viewer not in seats:
            visible[name] = otherwise
    return visible


def events_for(viewer: int | None, events: Iterable[Event]) -> list[Event]:
    """The events that a seat (None: a spectator) may know of, as it may know them."""
    return [filtered for event in events if (filtered := event.to(viewer)) is not None]
