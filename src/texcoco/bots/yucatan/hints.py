"""Why an action is good, for a person: what it brings, with what odds, and how the race stands after it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from texcoco.bots.yucatan.belief import Odds, wins
from texcoco.bots.yucatan.greedy import distances
from texcoco.bots.yucatan.history import is_homeward
from texcoco.bots.yucatan.race import Judge
from texcoco.game import Action, Json
from texcoco.games.bits import spaces
from texcoco.games.yucatan import YUCATAN, YucatanPosition
from texcoco.games.yucatan.board import LABELS
from texcoco.games.yucatan.moves import marches_from, passable, settle_sites
from texcoco.games.yucatan.pieces import GUILDS, LEVELS, LOAD

AHEAD = 3
"""A village that is farther away, in marches, is hardly why one marches."""
Say = tuple[str, Json]
"""Which sentence, without its `hint.`, and what stands in it beside the places of the action."""


def why(p: YucatanPosition, seat: int, action: Action, odds: Odds, judge: Judge, lang: str) -> str:
    """What to do and why, in a sentence or two. `p` is a guess: what depends on hidden guilds is told by `odds`
    alone."""

    def say(key: str, values: Json) -> str:
        return YUCATAN.say(lang, f"hint.{key}", {**_places(action), **values})

    if action.kind == "march" and p.pawns >> action.data.end & 1:
        start, end = action.data.start, action.data.end
        chance = wins(odds, start, end)
        n = min(LOAD - p.load.get(start, 0), 1 + p.load.get(end, 0))
        return say("attack-sure", {"n": n}) if chance == 1 else say("attack", {"chance": _percent(chance), "n": n})
    after = p.copy()
    events = {event.key: event.values for event in after.play(seat, action)}
    sentence = say(*_REASONS.get(action.kind, _plain)(p, after, seat, action, events))
    if (
        action.kind == "warrior"
        and p.men[seat]
        and all(p.guild[space] != action.data.guild for space in spaces(p.men[seat]))
    ):
        sentence = f"{sentence} {YUCATAN.say(lang, 'hint.guilds', {})}"
    if action.kind in ("settle", "grow") and _can_be_raided(after, seat, action.data.space):
        sentence = f"{sentence} {YUCATAN.say(lang, 'hint.exposed', {})}"
    if not p.round or after.phase in ("over", "steal", "dismiss"):
        return sentence
    own = round(judge.actions_left(after, seat))
    rival = round(min(judge.actions_left(after, other) for other in range(p.seats) if other != seat))
    race = {"own": max(own, 1), "rival": max(rival, 1), "rivals": p.seats - 1}
    return f"{sentence} {YUCATAN.say(lang, 'hint.race', race)}"


def _places(action: Action) -> Json:
    """What the sentence of a hint says of its action: where from, where to, and how many prisoners are stolen."""
    data = action.data
    space = getattr(data, "end", getattr(data, "space", 0))
    return {
        "space": LABELS[space],
        "start": LABELS[getattr(data, "start", space)],
        "n": getattr(data, "prisoners", 0),
    }


def _percent(chance: float) -> int:
    """Of what is not certain neither 0 nor 100 percent are sentence."""
    return min(max(round(100 * chance), 1), 99)


def better_advised(p: YucatanPosition, seat: int, action: Action, actions: Sequence[Action]) -> Action:
    """What to advise where a bot finds many actions of the set-up alike, and a person would not: a neutral village goes
    where one's own warriors arrive first, and the second warrior is of another guild than the first."""
    if action.kind == "neutral":
        return max(actions, key=lambda other: _lead(p, seat, other.data.space))
    if action.kind == "warrior" and (first := next(spaces(p.men[seat]), None)) is not None:
        alike = action.data.guild == p.guild[first]
        return next((a for a in actions if alike and _same_place_other_guild(a, action)), action)
    return action


def _same_place_other_guild(one: Action, other: Action) -> bool:
    return one.data.space == other.data.space and one.data.guild != other.data.guild


def _lead(p: YucatanPosition, seat: int, space: int) -> tuple[int, int]:
    """By how many marches a city is nearer to a space than all others are, at most two since more is of no use; then
    how near it is."""
    own, others = _from_cities(p, seat, space)
    return min(others - own, 2), -own


def _from_cities(p: YucatanPosition, seat: int, space: int) -> tuple[int, int]:
    """How many marches a space is away from the seat's city, and from the nearest other one."""
    far = distances(p.seats, p.options.strict_river)
    return far[p.board.city[seat]][space], min(far[c][space] for other, c in enumerate(p.board.city) if other != seat)


# --- reasons, by the kind of the action ---


def _plain(p: YucatanPosition, after: YucatanPosition, seat: int, action: Action, events: Json) -> Say:
    return action.kind, {}


def _village(p: YucatanPosition, after: YucatanPosition, seat: int, action: Action, events: Json) -> Say:
    space = action.data.space
    own, _ = _from_cities(p, seat, space)
    if after.large >> space & 1:
        return "village-large", {"n": own}
    rivals = [*spaces(p.built & ~p.villages[seat]), *(c for other, c in enumerate(p.board.city) if other != seat)]
    return "village-small", {"n": _nearest(p, space, rivals)[0]}


def _neutral(p: YucatanPosition, after: YucatanPosition, seat: int, action: Action, events: Json) -> Say:
    own, others = _from_cities(p, seat, action.data.space)
    return ("neutral", {"own": own, "others": others}) if own < others else ("neutral-far", {})


def _newcomer(p: YucatanPosition, after: YucatanPosition, seat: int, action: Action, events: Json) -> Say:
    """A warrior who starts or is deployed."""
    space, kind = action.data.space, action.kind
    if p.large >> space & 1:
        kind = "deploy-village"
    n, goal = _nearest(p, space, spaces(_unguarded(p, seat)))
    values: Json = {"guild": GUILDS[action.data.guild]}
    return (kind, values) if goal is None else (f"{kind}-to", {**values, "n": n, "goal": LABELS[goal]})


def _settle(p: YucatanPosition, after: YucatanPosition, seat: int, action: Action, events: Json) -> Say:
    space = action.data.space
    load = p.load.get(space, 0) if p.men[seat] >> space & 1 else 0
    if load:
        return "settle-home", {"n": load}
    if not _may_deploy(p, seat) and _may_deploy(after, seat):
        return "settle", {}
    if after.reach[seat] & p.sites & ~p.reach[seat]:
        return "settle-river", {}
    return "settle-later", {"n": _from_cities(p, seat, space)[0]}


def _grow(p: YucatanPosition, after: YucatanPosition, seat: int, action: Action, events: Json) -> Say:
    if "deliver" in events:
        return "grow-home", {"n": events["deliver"]["n"]}
    return ("grow" if _may_deploy(after, seat) else "grow-only"), {}


def _raise(p: YucatanPosition, after: YucatanPosition, seat: int, action: Action, events: Json) -> Say:
    level = after.levels[seat]
    return ("raise-last", {}) if level == LEVELS else ("raise", {"left": LEVELS - level})


def _march(p: YucatanPosition, after: YucatanPosition, seat: int, action: Action, events: Json) -> Say:
    start, end = action.data.start, action.data.end
    load = p.load.get(start, 0)
    if "deliver" in events:
        return "deliver-n", {"n": events["deliver"]["n"]}
    if "raid" in events:
        return ("raid-at" if events["raid"]["n"] else "raid-full"), {}
    if after.phase == "steal":
        owner = after.board.city.index(after.thief)
        return "thief", {"n": min(LOAD - after.load.get(after.thief, 0), after.held[owner])}
    own = p.villages[seat]
    if load and is_homeward(p, after, seat, start, end):
        return "homeward", {"n": load}
    prey = _nears(p, start, end, spaces(_unguarded(p, seat))) if load < LOAD else None
    if prey is not None and _nearest(p, end, [prey])[0] <= AHEAD:
        return "march-to", {"goal": LABELS[prey]}
    rich = [city for other, city in enumerate(p.board.city) if other != seat and p.held[other]]
    if load < LOAD and (goal := _nears(p, start, end, rich)) is not None:
        return "march-city", {"goal": LABELS[goal], "n": p.held[p.board.city.index(goal)]}
    if end == p.board.city[seat]:
        return "guard-city", {}
    if own >> end & 1:
        return "guard", {}
    if _attackers(p, seat, start) > _attackers(after, seat, end):
        return "escape", {}
    if prey is not None:
        return "march-to", {"goal": LABELS[prey]}
    rich_foe = _rich_foe(p, after, seat, start, end)
    if rich_foe is not None and load < LOAD:
        return "march-foe", {"goal": LABELS[rich_foe], "n": p.load[rich_foe]}
    if settle_sites(after, seat) >> end & 1:
        return "march-site", {}
    return ("march-loaded", {"n": load}) if load else ("march-on", {})


_REASONS: dict[str, Callable[[YucatanPosition, YucatanPosition, int, Action, Json], Say]] = {
    "village": _village,
    "neutral": _neutral,
    "warrior": _newcomer,
    "deploy": _newcomer,
    "settle": _settle,
    "grow": _grow,
    "raise": _raise,
    "march": _march,
}


def _nearest(p: YucatanPosition, space: int, goals: Iterable[int]) -> tuple[int, int | None]:
    """How many marches it is to the nearest of some spaces, and which it is, if there are any."""
    away = distances(p.seats, p.options.strict_river)[space]
    return min(((away[goal], goal) for goal in goals if goal != space), default=(0, None))


def _nears(p: YucatanPosition, start: int, end: int, goals: Iterable[int]) -> int | None:
    """The nearest of some spaces that a march leads closer to, if there is one."""
    far = distances(p.seats, p.options.strict_river)
    return _nearest(p, end, [goal for goal in goals if far[end][goal] < far[start][goal]])[1]


def _unguarded(p: YucatanPosition, seat: int) -> int:
    """The villages of others, and neutral ones, where a warrior can take a prisoner without a fight."""
    return p.built & ~p.villages[seat] & ~p.pawns


def _may_deploy(p: YucatanPosition, seat: int) -> bool:
    """Whether a seat has a warrior in reserve and can feed him."""
    return any(p.reserve[seat * len(GUILDS) : (seat + 1) * len(GUILDS)]) and p.men[seat].bit_count() < p.may_feed(seat)


def _rich_foe(p: YucatanPosition, after: YucatanPosition, seat: int, start: int, end: int) -> int | None:
    """An enemy who leads prisoners and can be attacked after a march, but could not before; of several who leads
    most."""
    foes = _in_reach(after, seat, end) - _in_reach(p, seat, start)
    return max((foe for foe in foes if foe in p.load and p.pawns >> foe & 1), key=p.load.__getitem__, default=None)


def _can_be_raided(p: YucatanPosition, seat: int, space: int) -> bool:
    """Whether an enemy can raid a village with his next march, without a fight."""
    foes = spaces(p.pawns & ~p.men[seat]) if not p.pawns >> space & 1 else ()
    return any(space in _in_reach(p, next(s for s, men in enumerate(p.men) if men >> foe & 1), foe) for foe in foes)


def _in_reach(p: YucatanPosition, seat: int, start: int) -> set[int]:
    """Where a warrior of `seat` at `start` can march."""
    ways = p.marches[start]
    assert ways is not None
    return {march.data.end for march in marches_from(ways, p.men[seat], passable(p, seat))}


def _attackers(p: YucatanPosition, seat: int, space: int) -> int:
    """How many enemies could attack a space with their next march."""
    far = distances(p.seats, p.options.strict_river)
    return sum(1 for foe in spaces(p.pawns & ~p.men[seat]) if far[foe][space] == 1)
