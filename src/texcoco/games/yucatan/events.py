"""The events of an action, worked out from the positions before and after it. Nothing here changes a position."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from texcoco.game import Action, Event, Veil
from texcoco.games.yucatan.actions import Step, TwoSteps, Warrior
from texcoco.games.yucatan.board import LABELS
from texcoco.games.yucatan.pieces import GUILDS, LEVELS
from texcoco.games.yucatan.transitions import (
    attacker_wins,
    can_take_one,
    delivers_at,
    delivers_on_the_way,
    load_after_combat,
    village_owner,
    warrior_owner,
)

if TYPE_CHECKING:
    from texcoco.games.yucatan.position import YucatanPosition


def events(before: YucatanPosition, seat: int, action: Action, after: YucatanPosition) -> list[Event]:
    """What happened when `seat` did `action` in the position `before`, which led to `after`."""
    found = EVENTS[action.kind](before, seat, action, after)
    if after.phase == "over" and max(after.levels) < LEVELS:  # Y49
        found.append(Event("limit", after.turn, {"rounds": after.round}))
    return found


def _event(seat: int, action: Action, **values: Any) -> Event:
    """The event of an action itself."""
    return Event(action.kind, seat, {"action": action.text, **values})


def _with_guild(seat: int, action: Action, **values: Any) -> Event:
    """The event of an action that brings a warrior to the board: only his owner reads of which guild he is."""
    warrior: Warrior = action.data
    space, owner = LABELS[warrior.space], frozenset({seat})
    veils = {"guild": Veil(owner, "hidden"), "action": Veil(owner, f"{action.kind} {space} ?")}
    values = {"action": action.text, "space": space, "guild": GUILDS[warrior.guild], **values}
    return Event(action.kind, seat, values, veils)


# --- set-up ---


def _first(before: YucatanPosition, seat: int, action: Action, after: YucatanPosition) -> list[Event]:
    return [_event(seat, action, first=after.first)]


def _village(before: YucatanPosition, seat: int, action: Action, after: YucatanPosition) -> list[Event]:
    return [_event(seat, action, space=LABELS[action.data.space], size=before.phase)]


def _warrior(before: YucatanPosition, seat: int, action: Action, after: YucatanPosition) -> list[Event]:
    return [_with_guild(seat, action)]


# --- the five actions ---


def _at(before: YucatanPosition, seat: int, action: Action, after: YucatanPosition) -> list[Event]:
    return [_event(seat, action, space=LABELS[action.data.space])]


def _grow(before: YucatanPosition, seat: int, action: Action, after: YucatanPosition) -> list[Event]:
    space: int = action.data.space
    found = [_event(seat, action, space=LABELS[space])]
    if before.men[seat] >> space & 1:  # Y30
        found += _delivery(after, seat, space, before.load.get(space, 0))
    return found


def _deploy(before: YucatanPosition, seat: int, action: Action, after: YucatanPosition) -> list[Event]:
    source = "village" if before.large >> action.data.space & 1 else "city"
    return [_with_guild(seat, action, source=source)]


def _march(before: YucatanPosition, seat: int, action: Action, after: YucatanPosition) -> list[Event]:
    path: Step | TwoSteps = action.data
    start, end, load = path.start, path.end, before.load.get(path.start, 0)
    found = [_event(seat, action, start=LABELS[start], end=LABELS[end])]
    if load and isinstance(path, TwoSteps) and delivers_on_the_way(before, seat, path):
        found.append(Event("deliver", seat, {"space": LABELS[path.middle], "n": load}))
        load = 0
    if before.pawns >> end & 1:
        return found + _combat(before, seat, start, end, load)
    if (before.built & ~before.villages[seat]) >> end & 1:
        return [*found, _raid(before, seat, end, load)]
    return found + _delivery(before, seat, end, load)


def _raise(before: YucatanPosition, seat: int, action: Action, after: YucatanPosition) -> list[Event]:
    found = [_event(seat, action, level=after.levels[seat])]
    if after.levels[seat] == LEVELS:  # Y48
        found.append(Event("pyramid", seat))
    return found


def _pass(before: YucatanPosition, seat: int, action: Action, after: YucatanPosition) -> list[Event]:
    return [_event(seat, action)]


# --- what a march leads to ---


def _combat(before: YucatanPosition, seat: int, start: int, end: int, load: int) -> list[Event]:
    """Combat at `end`, where the attacker comes from `start` with so many prisoners: all see both guilds (Y36).

    The winner takes prisoners, and delivers them if he is in his city or an own large village (Y41).
    """
    other = warrior_owner(before, end)
    winner = seat if attacker_wins(before, start, end) else other
    values = {
        "space": LABELS[end],
        "attacker": GUILDS[before.guild[start]],
        "defender": GUILDS[before.guild[end]],
        "other": other,
        "winner": winner,
    }
    own, loser = load, before.load.get(end, 0)
    if winner == other:
        own, loser = loser, own
    now = load_after_combat(own, loser, before.supply)
    return [
        Event("combat", seat, values),
        Event("take", winner, {"space": LABELS[end], "n": now - own, "load": now}),
        *_delivery(before, winner, end, now),
    ]


def _raid(before: YucatanPosition, seat: int, space: int, load: int) -> Event:
    values = {
        "space": LABELS[space],
        "owner": village_owner(before, space),
        "left": "small" if before.large >> space & 1 else "none",
        "n": int(can_take_one(before, load)),
    }
    return Event("raid", seat, values)


def _delivery(p: YucatanPosition, seat: int, space: int, load: int) -> list[Event]:
    """The warrior of `seat` who leads so many prisoners here gives them up to his city, if this is a place for that."""
    return [Event("deliver", seat, {"space": LABELS[space], "n": load})] if load and delivers_at(p, seat, space) else []


def _dismiss(before: YucatanPosition, seat: int, action: Action, after: YucatanPosition) -> list[Event]:
    space: int = action.data.space
    return [_event(seat, action, space=LABELS[space], n=before.load.get(space, 0))]


def _steal(before: YucatanPosition, seat: int, action: Action, after: YucatanPosition) -> list[Event]:
    return [_event(seat, action, owner=before.board.city.index(before.thief), n=action.data.prisoners)]


EVENTS: dict[str, Callable[[YucatanPosition, int, Action, YucatanPosition], list[Event]]] = {
    "first": _first,
    "village": _village,
    "neutral": _at,
    "warrior": _warrior,
    "settle": _at,
    "grow": _grow,
    "deploy": _deploy,
    "march": _march,
    "steal": _steal,
    "raise": _raise,
    "dismiss": _dismiss,
    "pass": _pass,
}
