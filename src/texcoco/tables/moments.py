"""Looking back at a game: moment by moment, and where the points come from. Worker processes do it (`worker.py`).

While the game runs a viewer gets what it was shown at the time: views, actions and events go through `view` and
`Event.to` as they did then. When the game is over everything is open, from its first moment on.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

import msgspec

from texcoco.game import Event, Illegal, Json, Position, Unreadable
from texcoco.tables.history import History, OtherRules, Rows, Viewer, all_events

PAGE = 100
"""How many moments a page has at most."""


def view_for(history: History, position: Position, viewer: Viewer) -> Json:
    """A position as a viewer may know it: all of it once the game is over."""
    return position.view(viewer, open=history.over)


def visible_events(history: History, events: list[Event], viewer: Viewer) -> list[Event]:
    """Events as a viewer may know them: with nothing hidden once the game is over."""
    if history.over:
        return [event.opened() for event in events]
    return [known for event in events if (known := event.to(viewer)) is not None]


def page(history: History, viewer: Viewer, first: int) -> bytes:
    """At most `PAGE` moments from number `first` on, as JSON with commas between them. Raises `OtherRules`."""
    return b",".join(msgspec.json.encode(moment) for moment in _played(history, viewer, first))


def _played(history: History, viewer: Viewer, first: int) -> Iterator[Json]:
    """Plays the game again, and shows the moments from number `first` on."""
    position = history.opening()
    if first == 0:
        yield _moment(history, viewer, position, None, None, 0, [])
    for number, group in enumerate(history.groups()[: first + PAGE - 1], 1):
        events, actions = list[Event](), list[str]()
        for seat, text, _, _, _ in group:
            known = visible_events(history, _play(history, position, seat, text), viewer)
            events += known
            actions += [str(event.values["action"]) for event in known if "action" in event.values]
        if number >= first:
            yield _moment(history, viewer, position, group[0][0], "; ".join(actions), group[-1][2], events)


def position_at(history: History, moment: int) -> Position:
    """The whole position at a moment of a game that is over. Raises `OtherRules`."""
    position = history.opening()
    for group in history.groups()[:moment]:
        for seat, text, _, _, _ in group:
            _play(history, position, seat, text)
    return position


def _play(history: History, position: Position, seat: int, text: str) -> list[Event]:
    try:
        return position.play(seat, history.game.parse(text))
    except (Illegal, Unreadable):
        raise OtherRules from None


def _moment(
    history: History,
    viewer: Viewer,
    position: Position,
    seat: int | None,
    action: str | None,
    step: int,
    events: list[Event],
) -> Json:
    view = view_for(history, position, viewer)
    return {
        "seat": seat,
        "action": action,
        "step": step,
        "events": [event.dump() for event in events],
        "view": view,
        "standing": position.game.standing(view),
    }


def summary(history: History, viewer: Viewer) -> bytes:
    """Points by where they come from, and who led at the end of each step, as JSON. Raises `OtherRules`."""
    position = history.opening()
    at, lead = zip(*_lead(history, viewer, position), strict=True)
    sources = history.game.sources(
        view_for(history, position, viewer), visible_events(history, list(all_events(history.log)), viewer)
    )
    listed = [{"key": key, "values": values} for key, values in sources.items()]
    return msgspec.json.encode({"sources": listed, "lead": lead, "at": at})


def _lead(history: History, viewer: Viewer, position: Position) -> Iterator[tuple[int, list[int]]]:
    """At which moment each step ended, and who led then; the position moves on to the end."""
    yield 0, history.game.standing(view_for(history, position, viewer))
    rows: Rows = list(history.moves)
    numbers = iter([number for number, group in enumerate(history.groups(), 1) for _ in group])
    for _, run in groupby(rows, key=lambda row: row[2]):
        number = 0
        for seat, text, _, _, _ in run:
            _play(history, position, seat, text)
            number = next(numbers)
        yield number, history.game.standing(view_for(history, position, viewer))
