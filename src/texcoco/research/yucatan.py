"""Yucatán in numbers and arrays. A seat knows the guilds of its own warriors; of others, what combat showed and what
follows from it."""

from __future__ import annotations

from functools import cache
from typing import Any, Self

from texcoco.action import Action
from texcoco.game import Position
from texcoco.games.bits import spaces
from texcoco.games.yucatan import YUCATAN
from texcoco.games.yucatan.actions import NUMBERING
from texcoco.games.yucatan.board import BOARDS, LABELS
from texcoco.games.yucatan.pieces import EACH, GUILDS, LEVELS, LOAD, PRISONERS
from texcoco.games.yucatan.position import PHASES, YucatanPosition
from texcoco.research import needs
from texcoco.research.layout import Floats, Layout, Part
from texcoco.research.planes import Planes, inverse, unpack
from texcoco.research.state import Mask, State, one_hot
from texcoco.research.yucatan_guilds import DEPLOYED, KINDS, MARCHED, WarriorGuilds
from texcoco.research.yucatan_legal import LegalOnTurn

with needs("research"):
    import numpy as np

Indices = np.ndarray[Any, np.dtype[np.intp]]

_SPACES = {seats: list(spaces(board.spaces)) for seats, board in BOARDS.items()}
"""The spaces of the board for so many seats, as observations list them."""
_PLACES = {seats: inverse(listed, len(LABELS)) for seats, listed in _SPACES.items()}
_MASK_BYTES = (NUMBERING.action_count + 7) // 8
"""How long a set of actions is as bytes."""

# --- observations ---


@cache
def _layout(seats: int) -> Layout:
    board = len(_SPACES[seats])
    return Layout(
        [
            Part("small", (seats, board), 1, "small villages of each seat"),
            Part("large", (seats, board), 1, "large villages of each seat"),
            Part("neutral", (board,), 1, "neutral villages"),
            Part("warriors", (seats, board), 1, "warriors of each seat"),
            Part("guilds", (len(GUILDS), board), 1, "warriors that may be jaguar, hummingbird, serpent"),
            Part("shown", (board,), 1, "warriors whose guild combat has shown"),
            Part("load", (LOAD, board), 1, "warriors that lead at least 1, 2, 3 prisoners"),
            Part("thief", (board,), 1, "the warrior who may steal prisoners from a city"),
            Part("phase", (len(PHASES),), 1, "one of " + ", ".join(PHASES)),
            Part("seat", (seats,), 1, "the number of the seat that looks; all zeros for a spectator"),
            Part("first", (seats,), 1, "the seat that plays first"),
            Part("turn", (seats,), 1, "whose turn it is"),
            Part("owes", (seats,), 1, "the seat that must take a warrior off the board"),
            Part("round", (1,), 500, "the round; 0 in the set-up"),
            Part("rounds", (1,), 500, "the round after which the game ends"),
            Part("supply", (1,), PRISONERS, "prisoners in the supply"),
            Part("prisoners", (seats,), PRISONERS, "prisoners in each seat's city"),
            Part("levels", (seats,), LEVELS, "levels of each seat's pyramid"),
            Part("reserves", (seats,), 3 * EACH, "warriors that each seat has off the board"),
            Part("own_reserve", (len(GUILDS),), EACH, "those of the seat that looks, by guild; zeros for a spectator"),
            Part("reserve_known", (seats, len(GUILDS)), EACH, "those of all seats by guild once the game is over"),
        ]
    )  # fmt: skip


class _Seen:
    """What the last observation of a game showed, so that the next one need not be made anew.

    Positions replace their lists and dictionaries and never change them, so that one that is the same object as before
    has the same contents.
    """

    __slots__ = (
        "_counts", "_drawn", "_large", "_load", "_load_columns", "_loads", "_neutral", "_thief",
        "_villages", "_warrior_columns", "_warriors", "guilds", "planes",
    )  # fmt: skip

    def __init__(self, seats: int):
        self._villages: list[int] | None = None
        self._large = 0
        self._neutral: int = 0
        self._thief = -1
        self._load: dict[int, int] | None = None
        self._counts: dict[int | None, tuple[int, list[int], list[int], list[int], bytes]] = {}
        """By seat: what `counts` was made of when the seat last looked, and what it gave."""
        self._drawn: dict[int, int] | None = None
        """The guilds of the position whose warriors the planes show."""
        self._warriors = _first_guilds(seats, 0) - seats - 1
        """The first of the planes of warriors, all of which a march changes alike."""
        self._loads = self._warriors - LOAD
        """The first of the planes of loads."""
        self.guilds = WarriorGuilds(seats)
        self.planes = Planes(_first_guilds(seats, seats + 1), _SPACES[seats], _PLACES[seats])
        self._warrior_columns = _Columns(self.planes, self._warriors)
        self._load_columns = _Columns(self.planes, self._loads, self._loads + LOAD)

    def apply(self, p: YucatanPosition, seat: int, action: Action) -> None:
        """Carries out an action of the position, and keeps up with where warriors stand and whom they lead."""
        before, load = p.guild, p.load
        change = self.guilds.apply(p, seat, action)
        if self._drawn is not before:
            return
        if change == MARCHED:
            start, end = action.data.start, action.data.end
            left = self._warrior_columns[start]
            self._warrior_columns[end][:] = left
            left.fill(0)
            self._drawn = p.guild
            if p.load is not load and self._load is load:
                self._load_columns[start].fill(0)
                self._load_columns[end][:] = _LED[p.load.get(end, 0)]
                self._load = p.load
        elif change == DEPLOYED:
            self._show_deployed(p, seat, action.data.space)
            self._drawn = p.guild

    def _show_deployed(self, p: YucatanPosition, seat: int, space: int) -> None:
        """Shows a new warrior where none stood before. His guild is known to his owner alone."""
        true, possible = self.guilds.look(p)
        column, first = self._warrior_columns[space], p.seats + 1
        column[seat] = 1
        for guild in range(KINDS):
            if possible[seat][guild] >> space & 1:
                column[first + guild :: KINDS] = 1
            column[first + KINDS * seat + guild] = true[guild] >> space & 1

    def update(self, p: YucatanPosition) -> None:
        """Brings the planes up to date."""
        planes, villages, large = self.planes, p.villages, p.large
        if villages is not self._villages or large != self._large or p.neutral != self._neutral:
            self._villages, self._large, self._neutral = villages, large, p.neutral
            planes.show([*[v & ~large for v in villages], *[v & large for v in villages], p.neutral])
        if p.thief != self._thief:
            self._thief = p.thief
            planes.show((1 << p.thief if p.thief >= 0 else 0,), self._loads - 1)
        if p.load is not self._load:
            self._load = p.load
            planes.write(_loads(p.load), self._loads)
        if p.guild is not self._drawn or p.phase == "over":
            self._drawn = p.guild
            planes.write([*p.men, p.shown, *self._guilds_seen(p)], self._warriors)

    def _guilds_seen(self, p: YucatanPosition) -> list[int]:
        """The warriors that may be of each guild, as each seat sees them, and last as a spectator does."""
        true, possible = self.guilds.look(p)
        if p.phase == "over":
            return [*true] * (p.seats + 1)
        public, seen = possible[0], list[int]()
        for others in possible[1:]:
            public = [one | two for one, two in zip(public, others, strict=True)]
        for own in p.men:  # a seat knows its own warriors better than all others do
            for may, of_guild in zip(public, true, strict=True):
                seen.append(may ^ (may ^ of_guild) & own)
        return seen + public

    def counts(self, p: YucatanPosition, seat: int | None) -> bytes:
        """The parts from `supply` on, as a seat sees them."""
        supply, held, levels, reserve, over = p.supply, p.held, p.levels, p.reserve, p.phase == "over"
        counted = self._counts.get(seat)
        if counted is not None and not over:
            had, was_held, had_levels, had_reserve, found = counted
            if had == supply and was_held is held and had_levels is levels and had_reserve is reserve:
                return found
        found = _counts(supply, held, levels, reserve, seat, over)
        self._counts[seat] = supply, held, levels, reserve, found
        return found


def _counts(supply: int, held: list[int], levels: list[int], reserve: list[int], seat: int | None, over: bool) -> bytes:
    own = seat or 0
    reserves = [sum(reserve[n : n + KINDS]) for n in range(0, len(reserve), KINDS)]
    own_reserve = _NO_RESERVE if seat is None else reserve[KINDS * own : KINDS * own + KINDS]
    known_reserve = reserve[KINDS * own :] + reserve[: KINDS * own] if over else [0] * len(reserve)
    return bytes(
        [
            supply, *held[own:], *held[:own], *levels[own:], *levels[:own], *reserves[own:], *reserves[:own],
            *own_reserve, *known_reserve,
        ]
    )  # fmt: skip


class _Columns(dict[int, Floats]):
    """What some planes show at a space, as views that are made when they are first needed."""

    def __init__(self, planes: Planes, first: int, last: int | None = None):
        super().__init__()
        self._planes, self._first, self._last = planes, first, last

    def __missing__(self, space: int) -> Floats:
        column = self[space] = self._planes.column(space, self._first, self._last)
        return column


_LED = [np.array([n < prisoners for n in range(LOAD)], np.float32) for prisoners in range(LOAD + 1)]
"""What the planes of loads show where a warrior leads so many prisoners."""


def _loads(load: dict[int, int]) -> tuple[int, ...]:
    """The warriors that lead at least 1, 2, 3 prisoners."""
    found = [0] * LOAD
    for space, prisoners in load.items():
        for n in range(prisoners):
            found[n] |= 1 << space
    return tuple(found)


def _first_guilds(seats: int, seat: int) -> int:
    """The first of the planes of guilds as a seat sees them; those for a spectator are the last.

    Before them lie small and large villages of each seat, neutral ones, the thief, loads, warriors of each seat, and
    those that were shown.
    """
    return 2 * seats + 2 + LOAD + seats + 1 + KINDS * seat


@cache
def _order(seats: int, seat: int | None) -> tuple[Indices, int]:
    """The planes as a seat sees them, and how many numbers that are."""
    own = seat or 0
    clockwise = [(own + n) % seats for n in range(seats)]
    neutral = 2 * seats
    thief, loads, warriors = neutral + 1, neutral + 2, neutral + 2 + LOAD
    guilds = _first_guilds(seats, seats if seat is None else seat)
    order = [
        *clockwise,
        *[seats + other for other in clockwise],
        neutral,
        *[warriors + other for other in clockwise],
        *range(guilds, guilds + KINDS),
        warriors + seats,
        *range(loads, loads + LOAD),
        thief,
    ]
    return np.array(order), len(order) * len(_SPACES[seats])


_NO_RESERVE = [0] * KINDS
_PHASE = {phase: one_hot(len(PHASES), place) for place, phase in enumerate(PHASES)}


@cache
def _turns(phase: str, seats: int, seat: int | None, first: int, turn: int, owes: int) -> bytes:
    """The parts from `phase` to `owes`, and room for the two about rounds."""
    own = seat or 0
    there = phase != "first"

    def mark(who: int) -> list[int]:
        return one_hot(seats, (who - own) % seats if who >= 0 else -1)

    looks = one_hot(seats, -1 if seat is None else seat)
    return bytes(
        [*_PHASE[phase], *looks, *mark(first if there else -1), *mark(turn if there else -1), *mark(owes), 0, 0]
    )


class YucatanState(State):
    """A game of Yucatán in numbers and arrays."""

    __slots__ = ("_on_turn", "_seen")

    game = YUCATAN
    action_count = NUMBERING.action_count
    position: YucatanPosition

    def __init__(self, position: Position):
        super().__init__(position)
        self._seen: _Seen | None = None
        self._on_turn = LegalOnTurn(self.position.seats, self.position.options.strict_river)

    @classmethod
    def layout_for(cls, seats: int) -> Layout:
        return _layout(seats)

    @staticmethod
    def spaces(seats: int) -> list[str]:
        """The labels of the board's spaces, in the order in which observations have them."""
        return [LABELS[space] for space in _SPACES[seats]]

    # --- actions ---

    def legal(self, seat: int) -> list[int]:
        if self.position.phase != "turn":
            return self.position.legal_indices(seat)
        return self.mask(seat).view(np.bool_).nonzero()[0].tolist()

    def fill_mask(self, seat: int, mask: Mask) -> None:
        mask[:] = self.mask(seat)

    def mask(self, seat: int) -> Mask:
        p = self.position
        if p.phase == "turn" and seat == p.turn:
            packed = np.frombuffer(self._on_turn.numbers(p, seat).to_bytes(_MASK_BYTES, "little"), np.uint8)
            return unpack(packed)[: self.action_count].view(np.int8)
        mask = np.zeros(self.action_count, np.int8)
        mask[p.legal_indices(seat)] = 1
        return mask

    def apply(self, seat: int, number: int) -> Action:
        action = NUMBERING.action(number)
        if self._seen is None:
            self.position.apply(seat, action)
        else:
            self._seen.apply(self.position, seat, action)
        return action

    # --- what is seen ---

    def fill_observation(self, seat: int | None, numbers: Floats) -> None:
        p = self.position
        seats, seen = p.seats, self._seen
        if seen is None:
            seen = self._seen = _Seen(seats)
        seen.update(p)
        order, cells = _order(seats, seat)
        seen.planes.rows.take(order, 0, numbers[:cells].reshape(len(order), -1), "clip")

        turns = _turns(p.phase, seats, seat, p.first, p.turn, p.owes)
        numbers[cells:] = np.frombuffer(turns + seen.counts(p, seat), np.uint8)
        rounds = cells + len(turns) - 2
        numbers[rounds], numbers[rounds + 1] = p.round, p.options.rounds

    # --- copies ---

    def copy(self) -> Self:
        new = super().copy()
        new._seen, new._on_turn = None, self._on_turn.copy()
        return new


STATE = YucatanState
