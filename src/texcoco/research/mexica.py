"""Mexica in numbers and arrays. Nothing is hidden, so all seats see the same board."""

from __future__ import annotations

from functools import cache, lru_cache
from random import Random
from typing import Any, Self

from texcoco.action import Action
from texcoco.game import Json, Position
from texcoco.games.mexica import MEXICA
from texcoco.games.mexica.actions import NUMBERING, Span, shift
from texcoco.games.mexica.board import COLUMNS, LAND, NAMES, ROWS, SIZE, SIZES, SPACES, WIDTH
from texcoco.games.mexica.pieces import Founded, Vote
from texcoco.games.mexica.position import MexicaPosition
from texcoco.games.mexica.transitions import apply as apply_action
from texcoco.research import needs
from texcoco.research.layout import MOST, Layout, Numbers, Part
from texcoco.research.mexica_legal import (
    BIT_OF_NUMBER,
    LIFT,
    LIFT_AT,
    LIFT_SITES,
    NUMBER_OF_BIT,
    few_legal,
    legal_bits,
)
from texcoco.research.planes import Planes, Rows, inverse
from texcoco.research.state import Mask, State, one_hot

with needs("research"):
    import numpy as np

_ACTIONS = [NUMBERING.action(number) for number in range(LIFT)]
PHASES = ("deal", "start", "turn", "vote", "over")
TOKEN_SIZES = sorted(set(SIZES))

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
            Part("round", (1,), MOST, "the round of the period; 255 for all later ones"),
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
            Part("score", (seats,), MOST, "points of each seat; 255 for all more"),
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
            number = LIFT_AT.get(SPACES.get(rest[0].upper(), -1))
            if number is None:
                raise ValueError(f"{notation} has no number: no bridge can lie there")
            return number
        number = cls.game.index(cls.game.parse(notation))
        if number >= LIFT:
            raise ValueError(f"{notation} is two actions: lift a bridge, then lay it")
        return number

    def legal(self, seat: int) -> list[int]:
        if not self._may_place(seat):
            return few_legal(self.position, seat)
        return NUMBER_OF_BIT.take(legal_bits(self.position, seat, self.lifted).view(np.bool_).nonzero()[0]).tolist()

    def shared_mask(self, seat: int) -> Mask:
        if self._may_place(seat):
            return legal_bits(self.position, seat, self.lifted).take(BIT_OF_NUMBER).view(np.int8)
        return _mask_of(tuple(few_legal(self.position, seat)))

    def _may_place(self, seat: int) -> bool:
        """Whether the seat has points to spend, so that most kinds of actions are possible; else there are few."""
        p = self.position
        return p.phase == "turn" and p.ap > 0 and seat == p.turn

    def draw_chance(self, rng: Random) -> int:
        p = self.position
        return p.turn if p.phase == "turn" else super().draw_chance(rng)

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
        if number >= LIFT:
            self.lifted = LIFT_SITES[number - LIFT]
            return None
        action = _ACTIONS[number]
        if self.lifted >= 0:
            action = self.engine_action(seat, number) or action
            self.lifted = -1
        apply_action(self.position, seat, action)
        return action

    # --- what is seen ---

    def fill_observation(self, seat: int | None, numbers: Numbers) -> None:
        self._look(seat).planes.fill(_order(self.position.seats, seat or 0), numbers)

    def observation(self, seat: int | None) -> Numbers:
        return self._look(seat).planes.observation(_order(self.position.seats, seat or 0), self.layout.size)

    def _look(self, seat: int | None) -> _Seen:
        seen = self._seen
        if seen is None:
            seen = self._seen = _Seen(self.position.seats)
        seen.update(self.position, self.lifted, seat)
        return seen

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


@lru_cache(maxsize=1024)
def _mask_of(numbers: tuple[int, ...]) -> Mask:
    mask = np.zeros(MexicaState.action_count, np.int8)
    mask[[*numbers]] = 1
    return mask


# --- pieces of observations, as bytes ---

_PHASE = {phase: bytes(one_hot(len(PHASES), place)) for place, phase in enumerate(PHASES)}


_SET_OF = [*(1 << space for space in range(SIZE)), 0]
"""The set of a single space; the last, for -1, is empty."""


class _Seen:
    """What the last observation of a game showed, so that the next one need not be made anew."""

    __slots__ = (
        "_bridges", "_built", "_canals", "_founded", "_hands", "_holdings", "_lifted", "_pawns", "_score", "_sizes",
        "_tokens", "_turn", "_turn_bytes", "planes",
    )  # fmt: skip

    def __init__(self, seats: int):
        rows = _SHARED + seats + 4 * (seats + 1)
        layout = _layout(seats)
        self.planes = Planes(rows, _MAP, _PLACES, layout.size - layout.slices["phase"].start)
        self._founded: tuple[Founded, ...] | None = None
        self._canals, self._lifted = 0, -1
        self._bridges: tuple[int, int] = (0, 0)
        self._pawns: list[int] = []
        self._built = 0
        self._turn: tuple[Any, ...] = ()
        self._turn_bytes = self._sizes = b""
        self._tokens: list[int] = []
        self._hands: list[int] = []
        self._score: list[int] = []
        self._holdings: dict[int, bytes] = {}
        """What `holdings` gave for these, by seat."""

    def update(self, p: MexicaPosition, lifted: int, seat: int | None) -> None:
        """Brings the planes up to date, and shows what comes after them to a seat."""
        planes = self.planes
        if p.canals != self._canals or p.founded is not self._founded:
            self._canals, self._founded = p.canals, p.founded
            planes.show((LAND & ~p.canals, p.canals))
            planes.show(_districts(p.founded), _SHARED - 2)
        if p.bridges != self._bridges or lifted != self._lifted:
            self._bridges, self._lifted = p.bridges, lifted
            planes.show((*p.bridges, _SET_OF[lifted]), 2)
        if p.pawns != self._pawns:
            self._pawns = p.pawns.copy()
            planes.show([_SET_OF[at] for at in p.pawns], _SHARED)
        if p.built != self._built or p.phase == "deal":  # neutral temples are set up anew where one fits nowhere
            self._built = p.built
            planes.show(p.temples, _SHARED + p.seats)
        counts = (
            p.period, min(p.round, MOST), p.ap, p.taken, p.placed, p.idle_rounds, p.token_supply,
            p.singles, p.doubles, p.bridges_left,
        )  # fmt: skip
        numbers = self.turn_and_tokens(p, seat) + bytes(counts) + self.holdings(p, seat or 0)
        planes.after[:] = numbers

    def turn_and_tokens(self, p: MexicaPosition, seat: int | None) -> bytes:
        """The parts from `phase` to `refused`, which change less often than a seat acts."""
        turn = (seat, p.phase, p.first, p.turn, p.vote, p.display, p.later, p.removed, p.refused)
        if turn != self._turn:
            sizes = turn[-4:]
            if sizes != self._turn[-4:]:
                self._sizes = b"".join(map(_counts_by_size, sizes))
            self._turn = turn
            self._turn_bytes = _PHASE[p.phase] + _turns(p.seats, seat, p.first, p.turn, p.vote) + self._sizes
        return self._turn_bytes

    def holdings(self, p: MexicaPosition, own: int) -> bytes:
        """The parts from `tokens` on, from seat `own` on."""
        if p.score != self._score or p.hands != self._hands or p.tokens != self._tokens:
            self._score, self._hands, self._tokens = p.score.copy(), p.hands.copy(), p.tokens.copy()
            self._holdings.clear()
        found = self._holdings.get(own)
        if found is None:
            tokens, hands, score = bytes(p.tokens), bytes(p.hands), bytes([min(points, MOST) for points in p.score])
            found = self._holdings[own] = b"".join(
                (tokens[own:], tokens[:own], hands[4 * own :], hands[: 4 * own], score[own:], score[:own])
            )
        return found


@lru_cache(maxsize=1024)
def _counts_by_size(tokens: tuple[int, ...]) -> bytes:
    return bytes([tokens.count(size) for size in TOKEN_SIZES])


@cache
def _order(seats: int, own: int) -> Rows:
    """The rows of planes as a seat sees them: the shared ones, all pawns from its own on, all temples from its own on,
    and in a game of two the neutral temples; and what comes after them."""
    clockwise = [(own + n) % seats for n in range(seats)]
    temples = _SHARED + seats
    owners = [*clockwise, seats] if seats == 2 else clockwise
    order = [
        *range(_SHARED),
        *[_SHARED + seat for seat in clockwise],
        *[temples + 4 * owner + level for owner in owners for level in range(4)],
        temples + 4 * (seats + 1),
    ]
    return np.array(order)


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
