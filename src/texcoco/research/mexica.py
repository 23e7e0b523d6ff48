"""Mexica in numbers and arrays. Nothing is hidden, so all seats see the same board."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any, Self

from texcoco.action import Action, ActionList
from texcoco.game import Json, Position
from texcoco.games.bits import nth, spaces
from texcoco.games.mexica import MEXICA
from texcoco.games.mexica import actions as tables
from texcoco.games.mexica.actions import NUMBERING, Shift, Span, shift
from texcoco.games.mexica.board import COLUMNS, LAND, NAMES, ROWS, SIZE, SIZES, SPACES, WIDTH
from texcoco.games.mexica.moves import LegalShifts, legal
from texcoco.games.mexica.pieces import Founded, Vote
from texcoco.games.mexica.position import MexicaPosition
from texcoco.research import needs
from texcoco.research.layout import Floats, Layout, Part
from texcoco.research.planes import Planes, inverse
from texcoco.research.state import Mask, State, one_hot

with needs("research"):
    import numpy as np

H, V = tables.H, tables.V
PHASES = ("deal", "start", "turn", "vote", "over")
TOKEN_SIZES = sorted(set(SIZES))

# --- numbers ---

LIFT = NUMBERING.ranges["shift"].start
"""The number of the first `lift`: the moves of a bridge, which have the numbers from here on in docs/actions.md, are
left out."""
LIFT_SITES = tuple(spaces(tables.BRIDGE_SITES[H] | tables.BRIDGE_SITES[V]))
_LIFT_AT = {space: LIFT + place for place, space in enumerate(LIFT_SITES)}


class _Lifts(list[int]):
    """Stands for the table of `lift` actions: their numbers by space."""


_LIFTS = _Lifts(_LIFT_AT.get(space, -1) for space in range(SIZE))
_TABLES: tuple[ActionList, ...] = (
    tables.ENDS, tables.SPENDS, tables.TAKES, tables.ANSWERS, tables.PROPOSALS, tables.START, tables.FOUND,
    tables.CANAL, *tables.CANALS, *tables.BRIDGE, tables.WALK, tables.BOAT, tables.FLY, *tables.TEMPLE,
)  # fmt: skip


def _place_tables() -> tuple[dict[int, int], int, np.ndarray[Any, Any]]:
    """Where the bits of each table lie when the sets of all tables are written one after the other.

    Gives the first bit of each table (by id), the number of bytes in all, and for each action the bit that stands
    for it.
    """
    first: dict[int, int] = {}
    bit_of: dict[int, int] = {}
    bits = 0
    every: list[tuple[Any, Sequence[int]]] = [(table, table.numbers) for table in _TABLES]
    for table, numbers in [*every, (_LIFTS, _LIFTS)]:
        first[id(table)] = bits
        bit_of |= {number: bits + index for index, number in enumerate(numbers) if number >= 0}
        bits += len(numbers)
    count = LIFT + len(LIFT_SITES)
    return first, (bits + 7) // 8, np.array([bit_of[number] for number in range(count)])


_FIRST_BIT, _BYTES, _BIT_OF_ACTION = _place_tables()
_BRIDGE_BITS = tuple(_FIRST_BIT[id(table)] for table in tables.BRIDGE)
_LIFT_BITS = _FIRST_BIT[id(_LIFTS)]

# --- observations ---

_MAP = [(row + 1) * WIDTH + column for row in range(ROWS) for column in range(COLUMNS)]
_PLACES = inverse(_MAP, SIZE)
_SHARED = 7
"""How many planes all seats see alike, before those of each seat's pawn and temples."""


@cache
def _layout(seats: int) -> Layout:
    neutral = 1 if seats == 2 else 0
    sizes = len(TOKEN_SIZES)
    board = (ROWS, COLUMNS)
    return Layout(
        [
            Part("land", board, 1, "land that is not canal; the lake is neither land nor canal"),
            Part("canals", board, 1, "canals, bridged or not"),
            Part("bridges", (2, *board), 1, "bridges: ramps left and right, ramps above and below"),
            Part("lifted", board, 1, "the bridge that the seat to act has lifted and must lay elsewhere"),
            Part("founded", board, 1, "land of founded districts"),
            Part("calpulli", board, 1, "calpulli tokens"),
            Part("pawns", (seats, *board), 1, "the pawn of each seat"),
            Part("temples", (4 * (seats + neutral), *board), 1, "temples by owner, then by level; neutral ones last"),
            Part("phase", (len(PHASES),), 1, "one of " + ", ".join(PHASES)),
            Part("seat", (seats,), 1, "the number of the seat that looks; all zeros for a spectator"),
            Part("first", (seats,), 1, "the seat that goes first"),
            Part("turn", (seats,), 1, "whose turn it is"),
            Part("vote_by", (seats,), 1, "the seat that proposed to take a token from the display"),
            Part("vote_asked", (seats,), 1, "the seat that is asked"),
            Part("vote_size", (sizes,), 1, "the token that the vote is about"),
            Part("display", (sizes,), 2, "tokens that the Emperor asks for, by size 3 to 13"),
            Part("later", (sizes,), 2, "tokens of the second period that are not on display yet, by size"),
            Part("removed", (sizes,), 2, "tokens taken out of the game, by size"),
            Part("refused", (sizes,), 1, "sizes whose removal somebody refused this round"),
            Part("period", (1,), 2, "1 or 2"),
            Part("round", (1,), 255, "the round of the period; 255 for all later ones"),
            Part("ap", (1,), 20, "action points left in this turn"),
            Part("taken", (1,), 2, "action tokens taken in this turn"),
            Part("placed", (1,), 1, "whether something was placed this round"),
            Part("idle_rounds", (1,), 3, "rounds in a row in which nothing was placed"),
            Part("token_supply", (1,), 12, "action tokens in the supply"),
            Part("singles", (1,), 6, "canal tiles of one space in the supply"),
            Part("doubles", (1,), 37, "canal tiles of two spaces in the supply"),
            Part("bridges_left", (1,), 11, "bridges in the supply"),
            Part("tokens", (seats,), 12, "action tokens of each seat"),
            Part("hands", (seats, 4), 6, "temples that each seat may build now, by level"),
            Part("score", (seats,), 1000, "points of each seat"),
        ]
    )


class MexicaState(State):
    """A game of Mexica in numbers and arrays."""

    __slots__ = ("_seen", "lifted")

    game = MEXICA
    action_count = LIFT + len(LIFT_SITES)
    position: MexicaPosition

    def __init__(self, position: Position):
        super().__init__(position)
        self.lifted = -1
        """The space of the bridge that the seat to act has lifted, or -1. It still lies there in `position`."""
        self._seen: _Seen | None = None

    @classmethod
    def layout_for(cls, seats: int) -> Layout:
        return _layout(seats)

    # --- actions ---

    @classmethod
    def notation(cls, number: int, seat: int, seats: int) -> str:
        if LIFT <= number < cls.action_count:
            return f"lift {NAMES[LIFT_SITES[number - LIFT]]}"
        return cls._action(number, seat, seats).text

    @classmethod
    def number(cls, notation: str, seat: int, seats: int) -> int:
        kind, *rest = notation.lower().split() or [""]
        if kind == "lift" and len(rest) == 1:
            number = _LIFT_AT.get(SPACES.get(rest[0].upper(), -1))
            if number is None:
                raise ValueError(f"{notation} has no number: no bridge can lie there")
            return number
        number = cls.game.index(cls.game.parse(notation))
        if number >= LIFT:
            raise ValueError(f"{notation} is two actions: lift a bridge, then lay it")
        return number

    def legal(self, seat: int) -> list[int]:
        return self.mask(seat).view(np.bool_).nonzero()[0].tolist()

    def fill_mask(self, seat: int, mask: Mask) -> None:
        bits = 0
        for table, targets in legal(self.position, seat):
            if isinstance(table, LegalShifts):
                lifts, *lays = self._shifts(table, targets)
                if self.lifted >= 0:
                    bits = lays[H] << _BRIDGE_BITS[H] | lays[V] << _BRIDGE_BITS[V]
                    break
                bits |= lifts << _LIFT_BITS
            else:
                bits |= targets << _FIRST_BIT[id(table)]
        unpacked = np.unpackbits(np.frombuffer(bits.to_bytes(_BYTES, "little"), np.uint8), bitorder="little")
        unpacked.view(np.int8).take(_BIT_OF_ACTION, out=mask, mode="clip")

    def _shifts(self, moves: LegalShifts, targets: int) -> tuple[int, int, int]:
        """The bridges that may be lifted; and where the lifted one, if there is one, may be laid, by direction."""
        here = 1 << self.lifted if self.lifted >= 0 else 0
        if targets.bit_count() == len(moves):
            every = moves.loose if moves.each else moves.turned[H] | moves.turned[V]
            return every, moves.free[H] | moves.turned[H] & here, moves.free[V] | moves.turned[V] & here
        lifts, lays = 0, [0, 0]  # M-PEN rules some of them out
        for n in range(targets.bit_count()):
            move: Shift = moves[nth(targets, n)].data
            lifts |= 1 << move.space
            if move.space == self.lifted:
                lays[move.way] |= 1 << move.to
        return lifts, lays[H], lays[V]

    def engine_action(self, seat: int, number: int) -> Action | None:
        if number >= LIFT:
            return None
        action = NUMBERING.action(number)
        if self.lifted >= 0:
            span: Span = action.data
            space, way = span
            return shift(self.lifted, way)[space]
        return action

    def apply(self, seat: int, number: int) -> Action | None:
        action = self.engine_action(seat, number)
        if action is None:
            self.lifted = LIFT_SITES[number - LIFT]
        else:
            self.lifted = -1
            self.position.apply(seat, action)
        return action

    # --- what is seen ---

    def fill_observation(self, seat: int | None, numbers: Floats) -> None:
        p = self.position
        seats, own, seen = p.seats, seat or 0, self._seen
        if seen is None:
            seen = self._seen = _Seen(seats)
        seen.update(p, self.lifted)
        order, cells = _order(seats, own)
        seen.planes.rows.take(order, 0, numbers[:cells].reshape(len(order), -1), "clip")

        tokens, hands, score, rounds = p.tokens, p.hands, p.score, p.round
        if own:
            tokens, score = tokens[own:] + tokens[:own], score[own:] + score[:own]
            hands = hands[4 * own :] + hands[: 4 * own]
        counts = bytes(
            [
                p.period, rounds if rounds < 255 else 255, p.ap, p.taken, p.placed, p.idle_rounds, p.token_supply,
                p.singles, p.doubles, p.bridges_left, *tokens, *hands,
            ]
        )  # fmt: skip
        turns = _turns(seats, seat, p.first, p.turn, p.vote)
        packed = b"".join(
            (_PHASE[p.phase], turns, seen.sizes_of((p.display, p.later, p.removed, p.refused)), counts, bytes(seats))
        )
        numbers[cells:] = np.frombuffer(packed, np.uint8)
        place = len(numbers) - seats
        for points in score:  # more than fit into a byte
            numbers[place] = points
            place += 1

    def text(self, seat: int | None) -> str:
        board = super().text(seat)
        return f"{board}\nlifted: {NAMES[self.lifted]}" if self.lifted >= 0 else board

    # --- copies ---

    def copy(self) -> Self:
        new = super().copy()
        new.lifted, new._seen = self.lifted, None
        return new

    def dump(self) -> Json:
        return {**super().dump(), "lifted": NAMES[self.lifted] if self.lifted >= 0 else None}

    @classmethod
    def restore(cls, data: Json) -> Self:
        new = super().restore(data)
        new.lifted = SPACES[data["lifted"]] if data["lifted"] is not None else -1
        return new


# --- pieces of observations, as bytes ---

_PHASE = {phase: bytes(one_hot(len(PHASES), place)) for place, phase in enumerate(PHASES)}


_SET_OF = [*(1 << space for space in range(SIZE)), 0]
"""The set of a single space; the last, for -1, is empty."""


class _Seen:
    """What the last observation of a game showed, so that the next one need not be made anew."""

    __slots__ = ("_canals", "_founded", "_sizes", "_temples", "_tokens", "planes")

    def __init__(self, seats: int):
        self.planes = Planes(_SHARED + seats + 4 * (seats + 1), _MAP, _PLACES)
        self._founded: tuple[Founded, ...] | None = None
        self._canals = 0
        self._temples: list[int] = []
        self._tokens: tuple[tuple[int, ...], ...] = ()
        self._sizes = b""

    def update(self, p: MexicaPosition, lifted: int) -> None:
        """Brings the planes up to date."""
        planes = self.planes
        if p.canals != self._canals:
            self._canals = p.canals
            planes.show((LAND & ~p.canals, p.canals))
        if p.founded is not self._founded:
            self._founded = p.founded
            planes.show(_districts(p.founded), _SHARED - 2)
        h, v = p.bridges
        planes.show((h, v, _SET_OF[lifted]), 2)
        planes.show([_SET_OF[at] for at in p.pawns], _SHARED)
        if p.temples != self._temples:
            self._temples = p.temples.copy()
            planes.show(p.temples, _SHARED + p.seats)

    def sizes_of(self, tokens: tuple[tuple[int, ...], ...]) -> bytes:
        """How many tokens there are of each size, for each of some lists of sizes."""
        if tokens != self._tokens:
            self._tokens = tokens
            self._sizes = bytes([sizes.count(size) for sizes in tokens for size in TOKEN_SIZES])
        return self._sizes


@cache
def _order(seats: int, own: int) -> tuple[np.ndarray[Any, np.dtype[np.intp]], int]:
    """The planes as a seat sees them: the shared ones, all pawns from its own on, all temples from its own on, and in
    a game of two the neutral temples. And how many numbers that are."""
    clockwise = [(own + n) % seats for n in range(seats)]
    temples = _SHARED + seats
    owners = [*clockwise, seats] if seats == 2 else clockwise
    order = [
        *range(_SHARED),
        *[_SHARED + seat for seat in clockwise],
        *[temples + 4 * owner + level for owner in owners for level in range(4)],
    ]
    return np.array(order), len(order) * len(_MAP)


def _districts(founded: tuple[Founded, ...]) -> tuple[int, int]:
    """The land of founded districts, and where their tokens lie."""
    land = tokens = 0
    for district in founded:
        land |= district.land
        tokens |= 1 << district.at
    return land, tokens


@cache
def _turns(seats: int, seat: int | None, first: int, turn: int, vote: Vote | None) -> bytes:
    """The parts from `seat` to `vote_size`."""
    own = seat or 0

    def mark(who: int) -> list[int]:
        return one_hot(seats, (who - own) % seats if who >= 0 else -1)

    by, asked, size = (vote.by, vote.asked, vote.size) if vote is not None else (-1, -1, -1)
    sizes = [int(size == of_token) for of_token in TOKEN_SIZES]
    return bytes(
        [*one_hot(seats, -1 if seat is None else seat), *mark(first), *mark(turn), *mark(by), *mark(asked), *sizes]
    )


STATE = MexicaState
