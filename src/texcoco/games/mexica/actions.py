"""Every action of Mexica, made once, and their notation.

A table holds one action for each space of the map, so that a set of legal targets (a bit set) and its table are a family of
legal actions.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from texcoco.game import Action, Refusal, Unreadable
from texcoco.games.mexica.board import NAMES, SIZE, SIZES, SPACES, WIDTH

Table = list[Action]

H, V = 0, 1
"""The directions of a bridge: its ramps lie left and right of it, or above and below."""
WAYS = "hv"
ACROSS = (1, WIDTH)
"""How far a ramp's space is from the bridge, by direction."""
NOTHING = Action("", "")
"""Fills the places of a table that no action has."""


def _table(write: Callable[[str, int], Action]) -> Table:
    return [write(name, space) if name else NOTHING for space, name in enumerate(NAMES)]


def _double(space: int, step: int) -> Action:
    other = space + step
    if not NAMES[space] or other >= SIZE or not NAMES[other]:
        return NOTHING
    return Action(f"canal {NAMES[space]} {NAMES[other]}", "canal", (space, other))


START = _table(lambda name, space: Action(f"start {name}", "start", (space,)))
CANAL = _table(lambda name, space: Action(f"canal {name}", "canal", (space,)))
CANALS = tuple([_double(space, step) for space in range(SIZE)] for step in ACROSS)
"""Tiles of two spaces, by direction, at their left or upper space."""
BRIDGE = tuple(_table(lambda name, space, w=way: Action(f"bridge {name} {WAYS[w]}", "bridge", (space, w))) for way in (H, V))
WALK = _table(lambda name, space: Action(f"walk {name}", "walk", (space,)))
BOAT = _table(lambda name, space: Action(f"boat {name}", "boat", (space,)))
FLY = _table(lambda name, space: Action(f"fly {name}", "fly", (space,)))
TEMPLE = tuple(_table(lambda name, space, n=level: Action(f"temple {name} {n}", "temple", (space, n))) for level in (1, 2, 3, 4))
FOUND = _table(lambda name, space: Action(f"found {name}", "found", (space,)))
NEUTRALS = tuple(_table(lambda name, space, n=level: Action(f"neutral {name} {n}", "neutral", (space, n))) for level in (1, 2, 3, 4))
TAKE, SPEND, END = Action("take", "take"), Action("spend", "spend"), Action("end", "end")
AGREE, REFUSE = Action("agree", "agree"), Action("refuse", "refuse")
PROPOSE = {size: Action(f"propose {size}", "propose", (size,)) for size in sorted(set(SIZES))}
DEAL = {size: Action(f"deal {size}", "deal", (size,)) for size in sorted(set(SIZES))}
FIRST = [Action(f"first {seat}", "first", (seat,)) for seat in range(4)]


@cache
def shift(space: int, way: int) -> Table:
    """Moving the bridge at `space`, wherever it stands in what direction, to each space in direction `way`."""
    return _table(lambda name, to: Action(f"shift {NAMES[space]} {name} {WAYS[way]}", "shift", (space, to, way)))


_PLAIN = {str(a): a for a in (TAKE, SPEND, END, AGREE, REFUSE)}
_AT = {"start": START, "walk": WALK, "boat": BOAT, "fly": FLY, "found": FOUND}
_LEVELS = {
    kind: {str(level): table for level, table in enumerate(tables, 1)} for kind, tables in (("temple", TEMPLE), ("neutral", NEUTRALS))
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
        unknown = [word.upper() for word in rest if word[:1].isalpha() and word[1:].isdecimal() and word.upper() not in SPACES]
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
    return Action(f"canal {NAMES[low]} {NAMES[high]}", "canal", (low, high))


def _way(word: str) -> int:
    return {"h": H, "v": V}[word]
