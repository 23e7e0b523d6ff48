"""What the log of a game tells a seat about its own last turns: who leads prisoners without bringing them home, what
was done again and again, and for how long nothing was gained.

In a race the order of one's actions makes little difference to the evaluator. So it would leave prisoners under a
warrior for long, repeat what an opponent undoes every time, and stay at home where everybody guards what he has. A
nudge settles that: it is added to what an action is worth, and grows until it outweighs all but the danger of losing.
The one for prisoners who stand about outweighs that, too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence

from texcoco.bots.yucatan.greedy import FAR, distances
from texcoco.game import Action, Event
from texcoco.games.bits import spaces
from texcoco.games.yucatan import YucatanPosition
from texcoco.games.yucatan.board import SPACE
from texcoco.games.yucatan.pieces import VILLAGES

PATIENCE, URGE = 2, 0.01
"""After so many turns in which his load has not grown, a warrior's way home counts so much, and soon more: by the
square of the turns beyond."""
REST, STIR = 4, 0.03
"""After so many turns in which he has not moved either, a step homeward counts so much more, and soon more than
anything else, by the cube of the turns beyond: prisoners who stand about are forgotten."""
REMEMBERED, BOREDOM = 20, 0.01
"""Within so many turns of its own, an action that a seat has done twice counts so much less, and soon less still."""
LULL, DARING = 6, 0.01
"""After so many turns in which a seat has gained nothing, a step towards something to raid counts so much, and soon
more, the nearer it leads."""
_MOST = 1.0
"""No nudge counts for more, up or down, but that of warriors who stand about."""

_TURNS = ("settle", "grow", "deploy", "march", "raise", "pass")
"""The events that say what a seat did in a turn."""

Deed = tuple[str, int, int]
"""What was done and where: the kind of an action and its first and last space."""


def led_turns(p: YucatanPosition, seat: int, events: Sequence[Event]) -> dict[int, int]:
    """For each loaded warrior of a seat, by space, how many turns the seat has had since his load grew last."""
    now_at = {space: space for space in p.load if p.men[seat] >> space & 1}
    """Where each of those whose turns are not known yet stood at the time of the event, and where he stands now."""
    found: dict[int, int] = {}
    turns = 0
    for event in reversed(events):
        if not now_at:
            break
        if event.seat != seat:
            continue
        values = event.values
        match event.key:
            case "raid" | "take" if values["n"] and SPACE[values["space"]] in now_at:
                found[now_at.pop(SPACE[values["space"]])] = turns
            case "steal" if values["n"] and p.board.city[int(values["owner"])] in now_at:
                found[now_at.pop(p.board.city[int(values["owner"])])] = turns
            case "march":
                if SPACE[values["end"]] in now_at:
                    now_at[SPACE[values["start"]]] = now_at.pop(SPACE[values["end"]])
            case _:
                pass
        turns += event.key in _TURNS
    return found


def idle_turns(p: YucatanPosition, seat: int, events: Sequence[Event]) -> dict[int, int]:
    """For each loaded warrior of a seat, by space, how many turns the seat has had since he came there or his load
    grew."""
    waiting = {space for space in p.load if p.men[seat] >> space & 1}
    found: dict[int, int] = {}
    turns = 0
    for event in reversed(events):
        if not waiting:
            break
        if event.seat != seat:
            continue
        values = event.values
        space = -1
        match event.key:
            case "raid" | "take" if values["n"]:
                space = SPACE[values["space"]]
            case "march":
                space = SPACE[values["end"]]
            case _:
                pass
        if space in waiting:
            waiting.remove(space)
            found[space] = turns
        turns += event.key in _TURNS
    return found


def deeds(seat: int, events: Sequence[Event]) -> Counter[Deed]:
    """How often a seat did what in its last turns."""
    found: Counter[Deed] = Counter()
    for event in reversed(events):
        if event.seat != seat:
            continue
        if event.key == "march":
            found[event.key, SPACE[event.values["start"]], SPACE[event.values["end"]]] += 1
        elif event.key in ("settle", "grow", "deploy"):
            found[event.key, SPACE[event.values["space"]], SPACE[event.values["space"]]] += 1
        if found.total() == REMEMBERED:
            break
    return found


def quiet_turns(seat: int, events: Sequence[Event]) -> int:
    """How many turns a seat has had since it gained anything: prisoners, or a level."""
    turns = 0
    for event in reversed(events):
        if event.seat == seat:
            if event.key in ("raise", "deliver") or (event.key in ("raid", "take", "steal") and event.values["n"]):
                break
            turns += event.key in _TURNS
    return turns


def way_home(p: YucatanPosition, seat: int, space: int) -> int:
    """How many actions it takes to bring home what a warrior of `seat` leads at `space`: he goes to a home, to a small
    village that is enlarged, or to where a village is settled and enlarged. Homes where enemies stand do not count; an
    own warrior has to step aside."""
    away = distances(p.seats, p.options.strict_river)[space]
    own, foes = p.villages[seat], p.pawns & ~p.men[seat]
    aside = p.men[seat] & ~(1 << space)
    large = own & p.large | 1 << p.board.city[seat]
    sites = p.sites if own.bit_count() < VILLAGES else 0
    return min(
        (
            away[goal] + more + (aside >> goal & 1)
            for goals, more in ((large, 0), (own & ~large, 1), (sites, 2))
            for goal in spaces(goals & ~foes)
        ),
        default=FAR,
    )


def is_homeward(p: YucatanPosition, after: YucatanPosition, seat: int, start: int, end: int) -> bool:
    """Whether the warrior of `seat` who stood at `start` before an action, and stands at `end` after it, is nearer to a
    delivery then, or has made it, or has taken one more prisoner."""
    if after.load.get(end, 0) != p.load[start]:
        return True
    return way_home(after, seat, end) < way_home(p, seat, start)


def nudges(p: YucatanPosition, seat: int, events: Sequence[Event]) -> dict[Action, float]:
    """By how much more or less each action counts because of what was done before; those that are not named count as
    they are."""
    if p.phase != "turn":
        return {}
    led, idle = led_turns(p, seat, events), idle_turns(p, seat, events)
    urges = {space: URGE * beyond**2 for space, turns in led.items() if (beyond := turns - PATIENCE) > 0}
    stirs = {space: STIR * rested**3 for space, turns in idle.items() if (rested := turns - REST) > 0}
    done = {deed: times for deed, times in deeds(seat, events).items() if times > 1}
    quiet = max(0, quiet_turns(seat, events) - LULL)
    found: dict[Action, float] = {}
    if urges or done or quiet:
        prey = _prey(p, seat)
        for action in p.actions(seat):
            helped = _helped(p, seat, action, urges)
            nudge = sum(urges[space] for space in helped)
            nudge += _daring(p, action, quiet, prey) - _boredom(action, done)
            nudge = max(-_MOST, min(_MOST, nudge)) + sum(stirs.get(space, 0.0) for space in helped)
            if nudge:
                found[action] = nudge
    return found


def _helped(p: YucatanPosition, seat: int, action: Action, loaded: Collection[int]) -> list[int]:
    """Which of the loaded warriors at these spaces an action helps home."""
    if not loaded or action.kind not in ("settle", "grow", "march"):
        return []
    start = end = -1
    if action.kind == "march":
        start, end = action.data.start, action.data.end
        if p.pawns >> end & 1:
            return []  # whether to fight is another question
    after = p.copy()
    after.apply(seat, action)
    return [space for space in loaded if is_homeward(p, after, seat, space, end if space == start else space)]


def _prey(p: YucatanPosition, seat: int) -> int:
    """What a seat could raid or steal from without a fight."""
    found = p.built & ~p.villages[seat]
    for other, city in enumerate(p.board.city):
        if other != seat and p.held[other]:
            found |= 1 << city
    return found & ~p.pawns


def _daring(p: YucatanPosition, action: Action, quiet: int, prey: int) -> float:
    """How much more an action counts because nothing was gained for long, and it leads nearer to prey."""
    if not quiet or action.kind != "march":
        return 0.0
    start: int = action.data.start
    end: int = action.data.end
    if p.pawns >> end & 1 or start in p.load:
        return 0.0
    away = distances(p.seats, p.options.strict_river)
    before, now = (min((away[space][goal] for goal in spaces(prey)), default=FAR) for space in (start, end))
    return DARING * quiet * quiet / (1 + now) if now < before else 0.0


def _boredom(action: Action, done: Mapping[Deed, int]) -> float:
    """How much less an action counts because it was done before."""
    times = done.get(_deed(action), 1) - 1
    return BOREDOM * times * times


def _deed(action: Action) -> Deed:
    first = last = -1
    if action.kind == "march":
        first, last = action.data.start, action.data.end
    elif action.kind in ("settle", "grow", "deploy"):
        first = last = action.data.space
    return action.kind, first, last
