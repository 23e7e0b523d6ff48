"""Every action of Mexica, made once, and their notation.

A table holds one action for each space of the map, so that a set of legal targets (a bit set) and its table are a
family of legal actions. `NUMBERING` says which number each action has.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import NamedTuple

from texcoco.action import Action, ActionList, Numbering
from texcoco.game import Refusal, Unreadable
from texcoco.games.bits import choose, spaces
from texcoco.games.mexica.board import (
    FIRST_CANAL,
    LAND,
    NAMES,
    NEUTRAL_SITES,
    PALACE,
    SIZE,
    SIZES,
    SPACES,
    STARTS,
    WIDTH,
)

H, V = 0, 1
"""The directions of a bridge: its ramps lie left and right of it, or above and below."""
WAYS = "hv"
ACROSS = (1, WIDTH)
"""How far a ramp's space is from the bridge, by direction."""
NOTHING = Action("", "")
"""Fills the places of a table that no action has."""


# --- what actions are about: the `data` of each kind ---


class At(NamedTuple):
    """start, walk, boat, fly, found, and a canal of one space."""

    space: int


class Tile(NamedTuple):
    """A canal of two spaces: the left or upper one first."""

    space: int
    other: int


class Span(NamedTuple):
    """bridge."""

    space: int
    way: int


class Shift(NamedTuple):
    """shift: the bridge at `space` goes to the space `to`, in the direction `way`."""

    space: int
    to: int
    way: int


class Levels(NamedTuple):
    """temple, neutral."""

    space: int
    level: int


class Size(NamedTuple):
    """propose, deal: the size of a calpulli token."""

    size: int


class Seat(NamedTuple):
    """first."""

    seat: int


# --- the tables ---


def _table(write: Callable[[str, int], Action]) -> ActionList:
    return ActionList(write(name, space) if name else NOTHING for space, name in enumerate(NAMES))


def _to(kind: str) -> ActionList:
    return _table(lambda name, space: Action(f"{kind} {name}", kind, At(space)))


def _of_level(kind: str, level: int) -> ActionList:
    return _table(lambda name, space: Action(f"{kind} {name} {level}", kind, Levels(space, level)))


def _span(way: int) -> ActionList:
    return _table(lambda name, space: Action(f"bridge {name} {WAYS[way]}", "bridge", Span(space, way)))


def _double(space: int, step: int) -> Action:
    other = space + step
    if not NAMES[space] or other >= SIZE or not NAMES[other]:
        return NOTHING
    return Action(f"canal {NAMES[space]} {NAMES[other]}", "canal", Tile(space, other))


def _plain(kind: str) -> ActionList:
    return ActionList([Action(kind, kind)])


START, CANAL, WALK, BOAT, FLY, FOUND = map(_to, ("start", "canal", "walk", "boat", "fly", "found"))
CANALS = tuple(ActionList(_double(space, step) for space in range(SIZE)) for step in ACROSS)
"""Tiles of two spaces, by direction, at their left or upper space."""
BRIDGE = tuple(_span(way) for way in (H, V))
TEMPLE = tuple(_of_level("temple", level) for level in (1, 2, 3, 4))
NEUTRALS = tuple(_of_level("neutral", level) for level in (1, 2, 3, 4))
TAKES, SPENDS, ENDS = map(_plain, ("take", "spend", "end"))
"""Tables of a single action."""
(TAKE,), (SPEND,), (END,) = TAKES, SPENDS, ENDS
AGREE, REFUSE = Action("agree", "agree"), Action("refuse", "refuse")
ANSWERS = ActionList([AGREE, REFUSE])
PROPOSE = {size: Action(f"propose {size}", "propose", Size(size)) for size in sorted(set(SIZES))}
PROPOSALS = ActionList(PROPOSE.get(size, NOTHING) for size in range(max(SIZES) + 1))
"""By size."""
DEAL = {size: Action(f"deal {size}", "deal", Size(size)) for size in sorted(set(SIZES))}
FIRST = [Action(f"first {seat}", "first", Seat(seat)) for seat in range(4)]


class ShiftsTo(dict[int, Action]):
    """Moves of one bridge by the space that it goes to. There are 48,140 of all bridges, so each is made when it is
    first needed."""

    def __init__(self, space: int, way: int):
        super().__init__()
        self._space, self._way = space, way

    def __missing__(self, to: int) -> Action:
        if not NAMES[to]:
            return NOTHING
        text = f"shift {NAMES[self._space]} {NAMES[to]} {WAYS[self._way]}"
        action = self[to] = Action(text, "shift", Shift(self._space, to, self._way))
        return action


@cache
def shift(space: int, way: int) -> ShiftsTo:
    """Moving the bridge at `space`, wherever it stands in what direction, to each space in direction `way`."""
    return ShiftsTo(space, way)


# --- numbers ---

SOIL = LAND & ~(PALACE | FIRST_CANAL)
"""Where canals, temples and calpulli tokens may ever lie."""
_RAMPS = LAND & ~FIRST_CANAL
BRIDGE_SITES = tuple(LAND & ~PALACE & _RAMPS << step & _RAMPS >> step for step in ACROSS)
"""Where bridges may ever lie, by direction: a space that may become canal, with land at both ends."""


class Shifts:
    """All moves of a bridge from anywhere to anywhere: from each site in turn, to each site across, then to each site
    upright."""

    kind = "shift"

    def __init__(self) -> None:
        self.sites = list(spaces(BRIDGE_SITES[H] | BRIDGE_SITES[V]))
        self.targets = [(to, way) for way in (H, V) for to in spaces(BRIDGE_SITES[way])]
        self.of_site = {site: place * len(self.targets) for place, site in enumerate(self.sites)}
        """The place of a site's first move."""
        self.of_target = tuple({to: place for place, (to, w) in enumerate(self.targets) if w == way} for way in (H, V))
        """By direction: which of a site's moves goes to a space."""

    def __len__(self) -> int:
        return len(self.sites) * len(self.targets)

    def __getitem__(self, index: int) -> Action:
        site, target = divmod(index, len(self.targets))
        to, way = self.targets[target]
        return shift(self.sites[site], way)[to]

    def index(self, action: Action) -> int:
        move: Shift = action.data
        try:
            return self.of_site[move.space] + self.of_target[move.way][move.to]
        except KeyError:
            raise ValueError(f"{action} has no number: no bridge can lie there") from None


SHIFTS = Shifts()
NUMBERING = Numbering(
    {
        "end": ENDS,
        "spend": SPENDS,
        "take": TAKES,
        "agree, refuse": ANSWERS,
        "propose": list(PROPOSE.values()),
        "start": choose(START, STARTS),
        "found": choose(FOUND, SOIL),
        "canal": choose(CANAL, SOIL),
        "canal across": choose(CANALS[H], SOIL & SOIL >> ACROSS[H]),
        "canal upright": choose(CANALS[V], SOIL & SOIL >> ACROSS[V]),
        "bridge h": choose(BRIDGE[H], BRIDGE_SITES[H]),
        "bridge v": choose(BRIDGE[V], BRIDGE_SITES[V]),
        "walk": choose(WALK, LAND),
        "boat": choose(BOAT, BRIDGE_SITES[H] | BRIDGE_SITES[V]),
        "fly": choose(FLY, LAND),
        **{f"temple {level}": choose(table, SOIL) for level, table in enumerate(TEMPLE, 1)},
        "shift": SHIFTS,
    },
    {
        "deal": list(DEAL.values()),
        **{f"neutral {level}": choose(table, NEUTRAL_SITES) for level, table in enumerate(NEUTRALS, 1)},
        "first": FIRST,
    },
)
NUMBERING.fill(
    (START, CANAL, *CANALS, *BRIDGE, WALK, BOAT, FLY, *TEMPLE, FOUND, TAKES, SPENDS, ENDS, ANSWERS, PROPOSALS)
)
FIRST_SHIFT = NUMBERING.ranges["shift"].start


# --- notation ---


_PLAIN = {str(a): a for a in (TAKE, SPEND, END, AGREE, REFUSE)}
_AT = {"start": START, "walk": WALK, "boat": BOAT, "fly": FLY, "found": FOUND}
_LEVELS = {
    kind: {str(level): table for level, table in enumerate(tables, 1)}
    for kind, tables in (("temple", TEMPLE), ("neutral", NEUTRALS))
}
_NUMBERS = {str(action): action for action in (*PROPOSE.values(), *DEAL.values(), *FIRST)}
USAGE = {
    "start": "start H6",
    "canal": "canal K5 K6",
    "bridge": "bridge K5 h",
    "shift": "shift K5 M8 v",
    "walk": "walk K6",
    "boat": "boat M8",
    "fly": "fly C3",
    "temple": "temple K6 3",
    "found": "found K6",
    "take": "take",
    "spend": "spend",
    "end": "end",
    "propose": "propose 13",
    "agree": "agree",
    "refuse": "refuse",
    "deal": "deal 3",
    "neutral": "neutral C6 2",
    "first": "first 0",
}
"""An example of each kind of action."""


def parse(text: str) -> Action:
    """The action that a notation means; upper and lower case are the same. Raises `Unreadable`."""
    kind, *rest = text.lower().split() or [""]
    if kind not in USAGE:
        raise Unreadable(Refusal("M-NOTE", "refuse.no-such-kind", {"word": kind[:20], "kinds": list(USAGE)}))
    try:
        return _read(kind, rest)
    except (KeyError, IndexError, ValueError):
        unknown = [
            word.upper() for word in rest if word[:1].isalpha() and word[1:].isdecimal() and word.upper() not in SPACES
        ]
        if unknown:
            raise Unreadable(Refusal("M-NOTE", "refuse.no-such-space", {"space": unknown[0][:8]})) from None
        raise Unreadable(Refusal("M-NOTE", "refuse.usage", {"text": text[:40], "usage": USAGE[kind]})) from None


def _read(kind: str, rest: list[str]) -> Action:
    if kind in _PLAIN:
        () = rest
        return _PLAIN[kind]
    if kind in ("propose", "deal", "first"):
        (number,) = rest
        return _NUMBERS[f"{kind} {number}"]
    at, *rest = SPACES[rest[0].upper()], *rest[1:]
    if kind in _AT:
        () = rest
        return _AT[kind][at]
    if kind in _LEVELS:
        (level,) = rest
        return _LEVELS[kind][level][at]
    if kind == "bridge":
        (way,) = rest
        return BRIDGE[_way(way)][at]
    if kind == "shift":
        to, way = rest
        return shift(at, _way(way))[SPACES[to.upper()]]
    if not rest:
        return CANAL[at]
    (other,) = rest
    return _tile(*sorted((at, SPACES[other.upper()])))


def _tile(low: int, high: int) -> Action:
    """A tile of two spaces; two that are no neighbours are an action as well, to be refused by M-CANAL."""
    if high - low in ACROSS:
        return CANALS[ACROSS.index(high - low)][low]
    return Action(f"canal {NAMES[low]} {NAMES[high]}", "canal", Tile(low, high))


def _way(word: str) -> int:
    return {"h": H, "v": V}[word]
