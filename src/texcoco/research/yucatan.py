"""Yucatán in numbers and arrays. A seat knows the guilds of its own warriors; of others, what combat showed and what
follows from it."""

from __future__ import annotations

from functools import cache
from itertools import accumulate
from random import Random
from typing import Self

from texcoco.action import Action
from texcoco.game import Position
from texcoco.games.bits import spaces
from texcoco.games.yucatan import YUCATAN
from texcoco.games.yucatan.actions import NUMBERING
from texcoco.games.yucatan.board import BOARDS, LABELS
from texcoco.games.yucatan.pieces import EACH, GUILDS, LEVELS, LOAD, PRISONERS
from texcoco.games.yucatan.position import PHASES, YucatanPosition
from texcoco.research import needs
from texcoco.research.layout import MOST, Layout, Numbers, Part
from texcoco.research.planes import Planes, Rows, inverse, unpack
from texcoco.research.state import Mask, State, one_hot
from texcoco.research.yucatan_guilds import DEPLOYED, KINDS, MARCHED, WarriorGuilds
from texcoco.research.yucatan_legal import LegalOnTurn

with needs("research"):
    import numpy as np

_SPACES = {seats: list(spaces(board.spaces)) for seats, board in BOARDS.items()}
"""The spaces of the board for so many seats, as observations list them."""
_PLACES = {seats: inverse(listed, len(LABELS)) for seats, listed in _SPACES.items()}
_ACTIONS = [NUMBERING.action(number) for number in range(NUMBERING.action_count)]
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
            Part("round", (1,), MOST, "the round; 0 in the set-up, 255 for all later ones"),
            Part("rounds_left", (1,), MOST, "rounds that may come after this one; 255 for all more"),
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
        "_columns", "_drawn", "_large", "_load", "_load_columns", "_loads", "_neutral", "_thief",
        "_villages", "_warriors", "counts", "guilds", "orders", "planes",
    )  # fmt: skip

    def __init__(self, seats: int):
        self._villages: list[int] | None = None
        self._large = 0
        self._neutral: int = 0
        self._thief = -1
        self._load: dict[int, int] | None = None
        self._drawn: dict[int, int] | None = None
        """The guilds of the position whose warriors the planes show."""
        self._warriors = _first_guilds(seats, 0) - seats - 1
        """The first of the planes of warriors."""
        self._loads = self._warriors - LOAD
        """The first of the planes of loads. A march changes all planes from here on alike."""
        self.orders = _orders(seats)
        self.counts = _Counts(seats)
        self.guilds = WarriorGuilds(seats)
        after = len(_count_orders(seats)[None][0])
        self.planes = Planes(_first_guilds(seats, seats + 1), _SPACES[seats], _PLACES[seats], after)
        self._columns = _Columns(self.planes, self._loads, _first_guilds(seats, seats + 1))
        self._load_columns = _Columns(self.planes, self._loads, self._loads + LOAD)

    def apply(self, p: YucatanPosition, seat: int, action: Action) -> None:
        """Carries out an action of the position, and keeps up with where warriors stand and whom they lead."""
        before, load = p.guild, p.load
        change = self.guilds.apply(p, seat, action)
        if self._drawn is not before:
            return
        if change == MARCHED:
            start, end = action.data.start, action.data.end
            left = self._columns[start]
            self._columns[end][:] = left
            left.fill(0)
            self._drawn = p.guild
            if self._load is not load:
                self._load = None
            elif p.load is not load:
                self._load = p.load
                if p.load.get(end) != load.get(start):  # else they only went with him
                    self._load_columns[end][:] = _LED[p.load.get(end, 0)]
        elif change == DEPLOYED:
            self._show_deployed(p, seat, action.data.space)
            self._drawn = p.guild

    def _show_deployed(self, p: YucatanPosition, seat: int, space: int) -> None:
        """Shows a new warrior where none stood before. His guild is known to his owner alone."""
        jaguar, hummingbird, serpent = self.guilds.look(p)[1][seat]
        may = jaguar >> space & 1 | (hummingbird >> space & 1) << 1 | (serpent >> space & 1) << 2
        self._columns[space][:] = _new_warrior(p.seats, seat, p.guild[space], may)

    def update(self, p: YucatanPosition, seat: int | None) -> None:
        """Brings the planes up to date, and shows what comes after them to a seat."""
        planes, villages, large = self.planes, p.villages, p.large
        if villages is not self._villages or large != self._large or p.neutral != self._neutral:
            self._villages, self._large, self._neutral = villages, large, p.neutral
            large_of = [of_seat & large for of_seat in villages]
            small_of = [of_seat ^ large for of_seat, large in zip(villages, large_of, strict=True)]
            planes.show([*small_of, *large_of, p.neutral])
        if p.thief != self._thief:
            self._thief = p.thief
            planes.show((1 << p.thief if p.thief >= 0 else 0,), self._loads - 1)
        if p.load is not self._load:
            self._show_loads(p.load)
            self._load = p.load
        if p.guild is not self._drawn or p.phase == "over":
            self._drawn = p.guild
            planes.write([*p.men, p.shown, *self._guilds_seen(p)], self._warriors)
        planes.after[:] = self.counts.look(p, seat).data

    def _show_loads(self, load: dict[int, int]) -> None:
        before = self._load
        if before is None:
            self.planes.rows[self._loads : self._loads + LOAD].fill(0)
            before = {}
        for space in before.keys() | load.keys():
            now = load.get(space, 0)
            if now != before.get(space, 0):
                self._load_columns[space][:] = _LED[now]

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


class _Counts:
    """What is not on the board, as bytes in the order of seats, from which the numbers of each seat are picked."""

    __slots__ = ("_array", "_bytes", "_held", "_levels", "_orders", "_places", "_reserve", "_round")

    def __init__(self, seats: int):
        self._orders = _count_orders(seats)
        self._places = _count_places(seats)
        self._bytes = bytearray(self._places["reserve"].stop)
        self._bytes[_ONE] = 1
        self._array = np.frombuffer(self._bytes, np.uint8)
        """The same memory."""
        self._round = -1
        self._held: list[int] | None = None
        self._levels: list[int] | None = None
        self._reserve: list[int] | None = None

    def look(self, p: YucatanPosition, seat: int | None) -> Numbers:
        """The parts from `phase` on as a seat sees them."""
        counts, places = self._bytes, self._places
        counts[_SUPPLY] = p.supply
        if p.round != self._round:
            self._round = p.round
            counts[_ROUND], counts[_LEFT] = min(p.round, MOST), min(p.options.rounds - p.round, MOST)
        counts[places["turns"]] = _turns(p.phase, p.seats, p.first, p.turn, p.owes)
        if p.held is not self._held:
            self._held = p.held
            counts[places["held"]] = bytes(p.held)
        if p.levels is not self._levels:
            self._levels = p.levels
            counts[places["levels"]] = bytes(p.levels)
        if p.reserve is not self._reserve:
            self._reserve = reserve = p.reserve
            counts[places["reserves"]] = bytes(
                map(sum, zip(reserve[::KINDS], reserve[1::KINDS], reserve[2::KINDS], strict=True))
            )
            counts[places["reserve"]] = bytes(reserve)
        return self._array.take(self._orders[seat][p.phase == "over"])


_ZERO, _ONE, _ROUND, _LEFT, _SUPPLY = range(5)
"""The first bytes of `_Counts`."""


@cache
def _count_places(seats: int) -> dict[str, slice]:
    """Where the rest lies."""
    sizes = {
        "turns": len(PHASES) + 3 * seats, "held": seats, "levels": seats, "reserves": seats, "reserve": KINDS * seats,
    }  # fmt: skip
    starts = accumulate(sizes.values(), initial=_SUPPLY + 1)
    return {name: slice(start, start + size) for (name, size), start in zip(sizes.items(), starts, strict=False)}


@cache
def _count_orders(seats: int) -> dict[int | None, tuple[Rows, Rows]]:
    """Which bytes of `_Counts` each seat sees, in the order of an observation: during the game, and at its end."""
    return {
        seat: (_count_order(seats, seat, over=False), _count_order(seats, seat, over=True))
        for seat in (None, *range(seats))
    }


def _count_order(seats: int, seat: int | None, *, over: bool) -> Rows:
    start, own = {name: place.start for name, place in _count_places(seats).items()}, seat or 0
    clockwise = [*range(own, seats), *range(own)]
    flags = start["turns"] + len(PHASES)
    guilds = [start["reserve"] + KINDS * other + guild for other in clockwise for guild in range(KINDS)]
    nothing = [_ZERO] * len(guilds)
    return np.array(
        [
            *range(start["turns"], flags),
            *[_ONE if n == seat else _ZERO for n in range(seats)],
            *[flags + seats * flag + other for flag in range(3) for other in clockwise],
            _ROUND, _LEFT, _SUPPLY,
            *[start[name] + other for name in ("held", "levels", "reserves") for other in clockwise],
            *(nothing if seat is None else guilds)[:KINDS],
            *(guilds if over else nothing),
        ]
    )  # fmt: skip


@cache
def _new_warrior(seats: int, seat: int, guild: int, may: int) -> Numbers:
    """What the planes from those of loads on show where one stands who was never shown and leads nobody; `may`: the
    guilds that he may have, as bits."""
    true, possible = one_hot(KINDS, guild), [may >> n & 1 for n in range(KINDS)]
    seen = [n for viewer in range(seats + 1) for n in (true if viewer == seat else possible)]
    return np.array([*[0] * LOAD, *one_hot(seats, seat), 0, *seen], np.uint8)


class _Columns(dict[int, Numbers]):
    """What some planes show at a space, as views that are made when they are first needed."""

    def __init__(self, planes: Planes, first: int, last: int):
        super().__init__()
        self._planes, self._first, self._last = planes, first, last

    def __missing__(self, space: int) -> Numbers:
        column = self[space] = self._planes.column(space, self._first, self._last)
        return column


_LED = [np.array([n < prisoners for n in range(LOAD)], np.uint8) for prisoners in range(LOAD + 1)]
"""What the planes of loads show where a warrior leads so many prisoners."""


def _first_guilds(seats: int, seat: int) -> int:
    """The first of the planes of guilds as a seat sees them; those for a spectator are the last.

    Before them lie small and large villages of each seat, neutral ones, the thief, loads, warriors of each seat, and
    those that were shown.
    """
    return 2 * seats + 2 + LOAD + seats + 1 + KINDS * seat


@cache
def _orders(seats: int) -> dict[int | None, Rows]:
    """The rows of planes that each seat sees."""
    return {seat: _order(seats, seat) for seat in (None, *range(seats))}


def _order(seats: int, seat: int | None) -> Rows:
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
        _first_guilds(seats, seats + 1),
    ]
    return np.array(order)


_PHASE = {phase: one_hot(len(PHASES), place) for place, phase in enumerate(PHASES)}


@cache
def _turns(phase: str, seats: int, first: int, turn: int, owes: int) -> bytes:
    """The phase, and which seat plays first, has its turn, owes a warrior."""
    if phase == "first":
        first = turn = -1
    return bytes([*_PHASE[phase], *one_hot(seats, first), *one_hot(seats, turn), *one_hot(seats, owes)])


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
        return self.shared_mask(seat).view(np.bool_).nonzero()[0].tolist()

    def shared_mask(self, seat: int) -> Mask:
        p = self.position
        if p.phase == "turn" and seat == p.turn:
            packed = np.frombuffer(self._on_turn.numbers(p, seat).to_bytes(_MASK_BYTES, "little"), np.uint8)
            return unpack(packed, self.action_count).view(np.int8)
        mask = np.zeros(self.action_count, np.int8)
        mask[p.legal_indices(seat)] = 1
        return mask

    def draw_chance(self, rng: Random) -> int:
        p = self.position
        return p.turn if p.phase == "turn" else super().draw_chance(rng)

    def apply(self, seat: int, number: int) -> Action:
        action = _ACTIONS[number]
        if self._seen is None:
            self.position.apply(seat, action)
        else:
            self._seen.apply(self.position, seat, action)
        return action

    # --- what is seen ---

    def fill_observation(self, seat: int | None, numbers: Numbers) -> None:
        seen = self._look(seat)
        seen.planes.fill(seen.orders[seat], numbers)

    def observation(self, seat: int | None) -> Numbers:
        seen = self._look(seat)
        return seen.planes.observation(seen.orders[seat], self.layout.size)

    def _look(self, seat: int | None) -> _Seen:
        seen = self._seen
        if seen is None:
            seen = self._seen = _Seen(self.position.seats)
        seen.update(self.position, seat)
        return seen

    # --- copies ---

    def copy(self) -> Self:
        new = super().copy()
        new._seen, new._on_turn = None, self._on_turn.copy()
        return new


STATE = YucatanState
