"""Every action of the game, made once, and the tables by which a board's marches are found.

The notation: `village D5`, `neutral F7`, `warrior D6 jaguar` (set-up) · `settle D5` · `grow D5` · `deploy D6 serpent` ·
`march D6 D7 D8` (the path; a river space in the middle is a crossing) · `steal 2` · `raise` · `dismiss D6` · `pass`;
chance: `first 2`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Generic, NamedTuple, TypeVar

from texcoco.action import Action, ActionList, Numbering
from texcoco.game import Refusal, Unreadable
from texcoco.games.bits import Lookup, bits, choose, spaces
from texcoco.games.yucatan.board import BOARDS, LABELS, SPACE, Board
from texcoco.games.yucatan.pieces import GUILDS, LOAD

T = TypeVar("T")

# --- what actions are about: the `data` of each kind ---


class At(NamedTuple):
    """village, neutral, settle, grow, dismiss."""

    space: int


class Warrior(NamedTuple):
    """warrior, deploy."""

    space: int
    guild: int


class Step(NamedTuple):
    """A march to a neighbouring space."""

    start: int
    end: int


class TwoSteps(NamedTuple):
    """A march of two spaces along a river, or across the great river, which then is the space in the middle."""

    start: int
    middle: int
    end: int


class Prisoners(NamedTuple):
    """steal."""

    prisoners: int


class Seat(NamedTuple):
    """first."""

    seat: int


# --- the tables ---


def _of_space(kind: str) -> ActionList:
    return ActionList(Action(f"{kind} {label}", kind, At(space)) for space, label in enumerate(LABELS))


def _of_guild(kind: str) -> tuple[ActionList, ...]:
    return tuple(
        ActionList(Action(f"{kind} {label} {name}", kind, Warrior(space, guild)) for space, label in enumerate(LABELS))
        for guild, name in enumerate(GUILDS)
    )


VILLAGE, NEUTRAL, SETTLE, GROW, DISMISS = map(_of_space, ("village", "neutral", "settle", "grow", "dismiss"))
WARRIOR, DEPLOY = map(_of_guild, ("warrior", "deploy"))
"""By guild, then by space."""
STEAL = ActionList(Action(f"steal {n}", "steal", Prisoners(n)) for n in range(LOAD + 1))
FIRST = tuple(Action(f"first {seat}", "first", Seat(seat)) for seat in range(4))
RAISE, PASS = Action("raise", "raise"), Action("pass", "pass")
KINDS = (
    "village",
    "neutral",
    "warrior",
    "settle",
    "grow",
    "deploy",
    "march",
    "steal",
    "raise",
    "dismiss",
    "pass",
    "first",
)


def _march(path: tuple[int, ...]) -> Action:
    return Action(
        " ".join(("march", *(LABELS[space] for space in path))),
        "march",
        Step(*path) if len(path) == 2 else TwoSteps(*path),
    )


class Marches(Generic[T]):
    """The ways from one space, whatever stands in them, as marches or as the numbers of marches."""

    __slots__ = ("all", "beaches", "cross", "ends", "middles", "near", "step", "two")

    def __init__(self, board: Board, strict: bool, start: int, made: Callable[[tuple[int, ...]], T]):
        self.near = board.near[start]
        self.step = {end: made((start, end)) for end in spaces(self.near)}
        self.two: list[tuple[int, int, dict[int, T]]] = []
        """Along rivers: the space on the way (as a set), the ends, the marches by end (Y4, Y5, Y6)."""
        if board.riverside >> start & 1 or not strict:
            for middle in spaces(self.near & board.riverside & board.jungle):
                ends = board.near[middle] & board.riverside & ~(1 << start)
                if ends:
                    self.two.append((1 << middle, ends, {end: made((start, middle, end)) for end in spaces(ends)}))
        self.cross = {beach: made((start, river, beach)) for beach, river in board.crossing[start].items()}
        """Across the great river, by end (Y12, Y13): that is the whole move (Y14)."""
        self.beaches = bits(self.cross)
        tables = (self.step, *(table for _, _, table in self.two), self.cross)
        self.all = tuple(march for table in tables for march in table.values())
        """Every march from here, for when nothing is in the way: no own warrior on `ends`, nothing to stop him on
        `middles`."""
        self.ends = bits(end for table in tables for end in table)
        self.middles = sum(middle for middle, _, _ in self.two)


Ways = tuple[Marches[T] | None, ...]
"""The ways from each space of a board; None where nobody can stand."""


def _ways(made: Callable[[tuple[int, ...]], T]) -> dict[tuple[int, bool], Ways[T]]:
    return {
        (seats, strict): tuple(
            Marches(board, strict, space, made) if board.land >> space & 1 else None for space in range(len(LABELS))
        )
        for seats, board in BOARDS.items()
        for strict in (True, False)
    }


_marches: dict[tuple[int, ...], Action] = {}
MARCHES = _ways(lambda path: _marches.setdefault(path, _march(path)))
"""The ways on the board for so many seats, with and without `strict_river`."""


# --- numbers ---


def _anywhere(sets: Iterator[int]) -> int:
    """The spaces that are in the set of at least one board."""
    found = 0
    for them in sets:
        found |= them
    return found


VILLAGE_SITES = _anywhere(board.remote for board in BOARDS.values())
"""Where villages may stand on some board."""
CITY_SIDES = _anywhere(board.near[city] for board in BOARDS.values() for city in board.city)
"""The spaces beside cities on some board."""


def _guilds_at(tables: tuple[ActionList, ...], sites: int) -> list[Action]:
    return [table[space] for space in spaces(sites) for table in tables]


NUMBERING = Numbering(
    {
        "pass": [PASS],
        "raise": [RAISE],
        "steal": STEAL,
        "village": choose(VILLAGE, VILLAGE_SITES),
        "neutral": choose(NEUTRAL, VILLAGE_SITES),
        "warrior": _guilds_at(WARRIOR, CITY_SIDES),
        "settle": choose(SETTLE, VILLAGE_SITES),
        "grow": choose(GROW, VILLAGE_SITES),
        "deploy": _guilds_at(DEPLOY, VILLAGE_SITES | CITY_SIDES),
        "dismiss": choose(DISMISS, _anywhere(board.land for board in BOARDS.values())),
        "march": [_marches[path] for path in sorted(_marches)],
    },
    {"first": FIRST},
)
NUMBERING.fill((VILLAGE, NEUTRAL, SETTLE, GROW, DISMISS, *WARRIOR, *DEPLOY, STEAL))


@dataclass(frozen=True, slots=True)
class ActionTables(Generic[T]):
    """All tables of the actions of seats. One instance holds actions, another their numbers, so that the same code
    lists either."""

    village: Lookup[T]
    neutral: Lookup[T]
    settle: Lookup[T]
    grow: Lookup[T]
    dismiss: Lookup[T]
    steal: Lookup[T]
    warrior: tuple[Lookup[T], ...]
    deploy: tuple[Lookup[T], ...]
    raise_level: T
    pass_turn: T
    ways: dict[tuple[int, bool], Ways[T]]


ACTIONS: ActionTables[Action] = ActionTables(
    VILLAGE, NEUTRAL, SETTLE, GROW, DISMISS, STEAL, WARRIOR, DEPLOY, RAISE, PASS, MARCHES
)
NUMBERS: ActionTables[int] = ActionTables(
    VILLAGE.numbers,
    NEUTRAL.numbers,
    SETTLE.numbers,
    GROW.numbers,
    DISMISS.numbers,
    STEAL.numbers,
    tuple(table.numbers for table in WARRIOR),
    tuple(table.numbers for table in DEPLOY),
    NUMBERING.index(RAISE),
    NUMBERING.index(PASS),
    _ways(lambda path: NUMBERING.index(_marches[path])),
)

# --- notation ---

_notations = {
    action.text: action
    for table in (
        VILLAGE,
        NEUTRAL,
        SETTLE,
        GROW,
        DISMISS,
        *WARRIOR,
        *DEPLOY,
        STEAL,
        FIRST,
        (RAISE, PASS),
        _marches.values(),
    )
    for action in table
}


def march(path: tuple[int, ...]) -> Action:
    """A march along these two or three spaces, whether any board allows it or not."""
    return _marches.get(path) or _march(path)


def parse(text: str) -> Action:
    """The action that a notation means. Raises `Unreadable` and says which word is not understood."""
    words = text.split()
    kind = words[0].lower() if words else ""
    if kind not in KINDS:
        raise _unreadable("refuse.no-such-kind", kind or text)
    rest = [word.upper() if word.upper() in SPACE else word.lower() for word in words[1:]]
    action = _notations.get(" ".join((kind, *rest)))
    if action is not None:
        return action
    if kind == "march" and len(rest) in (2, 3):
        for word in rest:
            if word not in SPACE:
                raise _unreadable("refuse.no-such-space", word)
        return march(tuple(SPACE[word] for word in rest))
    raise _unreadable(f"refuse.form-{kind}", text)


def _unreadable(key: str, text: str) -> Unreadable:
    return Unreadable(Refusal("notation", key, {"text": text[:40]}))
