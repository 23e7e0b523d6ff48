"""The events of an action, worked out from the positions before and after it. Nothing here changes a position."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from texcoco.game import Action, Event
from texcoco.games.mexica import scoring
from texcoco.games.mexica.board import NAMES, worth
from texcoco.games.mexica.transitions import present_at_founding, without

if TYPE_CHECKING:
    from texcoco.games.mexica.position import MexicaPosition


def events(before: MexicaPosition, seat: int, action: Action, after: MexicaPosition) -> list[Event]:
    """What happened when `seat` did `action` in the position `before`, which led to `after`."""
    found = EVENTS[action.kind](before, seat, action, after)
    if dead := _dead(before, seat, action, after):
        found.append(Event("dead", after.turn, {"sizes": dead}))
    return found


def _event(seat: int, action: Action, **values: Any) -> Event:
    """The event of an action itself."""
    return Event(action.kind, seat, {"action": str(action), **values})


def _at(before: MexicaPosition, seat: int, action: Action, after: MexicaPosition) -> list[Event]:
    return [_event(seat, action, at=NAMES[action.data.space])]


def _canal(before: MexicaPosition, seat: int, action: Action, after: MexicaPosition) -> list[Event]:
    return [_event(seat, action, at=[NAMES[space] for space in action.data])]


def _shift(before: MexicaPosition, seat: int, action: Action, after: MexicaPosition) -> list[Event]:
    at, to, _ = action.data
    return [_event(seat, action, at=NAMES[at], to=NAMES[to])]


def _move(before: MexicaPosition, seat: int, action: Action, after: MexicaPosition) -> list[Event]:
    start, end = NAMES[before.pawns[seat]], NAMES[after.pawns[seat]]
    return [_event(seat, action, at=start, to=end, cost=before.ap - after.ap)]


def _temple(before: MexicaPosition, seat: int, action: Action, after: MexicaPosition) -> list[Event]:
    at, level = action.data
    return [_event(seat, action, at=NAMES[at], level=level)]


def _found(before: MexicaPosition, seat: int, action: Action, after: MexicaPosition) -> list[Event]:
    space: int = action.data.space
    at, land = NAMES[space], before.district(before.pawns[seat])
    size = land.bit_count()
    _, founder, present = worth(size)
    others = present_at_founding(before, seat, land)
    return [
        _event(seat, action, at=at, size=size, points=founder),
        *(Event("present", other, {"at": at, "points": present}) for other in others),
    ]


def _take(before: MexicaPosition, seat: int, action: Action, after: MexicaPosition) -> list[Event]:
    return [_event(seat, action, left=after.token_supply)]


def _spend(before: MexicaPosition, seat: int, action: Action, after: MexicaPosition) -> list[Event]:
    return [_event(seat, action, ap=after.ap)]


# --- votes (M-VOTE) ---


def _size(before: MexicaPosition, seat: int, action: Action, after: MexicaPosition) -> list[Event]:
    return [_event(seat, action, size=action.data.size)]


def _answer(before: MexicaPosition, seat: int, action: Action, after: MexicaPosition) -> list[Event]:
    assert before.vote is not None
    size, by = before.vote.size, before.vote.by
    found = [_event(seat, action, size=size)]
    if action.kind == "agree" and after.vote is None:
        found.append(Event("voted_out", by, {"size": size}))
    return found


# --- the end of turns and periods ---


def _end(before: MexicaPosition, seat: int, action: Action, after: MexicaPosition) -> list[Event]:
    found = [_event(seat, action, wasted=before.ap)]
    if after.phase == "over" or after.period != before.period:
        found += _end_of_period(before, after)
    return found


def _end_of_period(before: MexicaPosition, after: MexicaPosition) -> list[Event]:
    """The scoring, district by district. The end of a turn changes nothing that counts, so that `before` tells all of
    it."""
    how = "complete" if before.complete() else "stalled"
    found = [Event("period_end", after.turn, {"period": before.period, "how": how, "rounds": before.round})]
    found += [_district(before, after.turn, score) for score in scoring.district_scores(before) if any(score.levels)]
    for seat in scoring.seats_at_home(before):
        found.append(Event("home", seat, {"points": scoring.HOME, "at": NAMES[before.pawns[seat]]}))
    if after.phase == "over":
        found.append(Event("over", after.turn, {"scores": [[seat, points] for seat, points in enumerate(after.score)]}))
    else:
        found.append(Event("period_begin", after.first, {"sizes": list(before.later)}))
    return found


def _district(p: MexicaPosition, turn: int, score: scoring.DistrictScore) -> Event:
    awards = [[seat, more] for seat, more in enumerate(score.gained) if more]
    values = {
        "at": NAMES[score.at],
        "size": score.size,
        "founded": score.founded,
        "levels": score.levels[: p.seats],
        "neutral": score.levels[-1],
        "awards": awards,
        "count": len(awards),
    }
    return Event("district", turn, values)


def _dead(before: MexicaPosition, seat: int, action: Action, after: MexicaPosition) -> list[int]:
    """The sizes of tokens that were removed because nobody could use them any more (M-DEAD): all of a size, or none."""
    display = before.display
    if action.kind == "found":
        display = without(display, before.district(before.pawns[seat]).bit_count())
    elif action.kind == "agree" and before.vote is not None and after.vote is None:
        display = without(display, before.vote.size)
    elif after.period != before.period:
        display = before.later
    return [size for size in display if size not in after.display]


# --- chance ---


def _neutral(before: MexicaPosition, seat: int, action: Action, after: MexicaPosition) -> list[Event]:
    found = _temple(before, seat, action, after)
    if not after.built:  # M-2P: taken off again
        found.append(Event("neutral_again", seat, {}))
    return found


def _first(before: MexicaPosition, seat: int, action: Action, after: MexicaPosition) -> list[Event]:
    return [_event(seat, action, who=after.first)]


EVENTS: dict[str, Callable[[MexicaPosition, int, Action, MexicaPosition], list[Event]]] = {
    "start": _at,
    "canal": _canal,
    "bridge": _at,
    "shift": _shift,
    "walk": _move,
    "boat": _move,
    "fly": _move,
    "temple": _temple,
    "found": _found,
    "take": _take,
    "spend": _spend,
    "end": _end,
    "propose": _size,
    "agree": _answer,
    "refuse": _answer,
    "deal": _size,
    "neutral": _neutral,
    "first": _first,
}
