"""What a position of Mexica is worth to each seat: prestige now, and what is to be expected from what the board shows.

The value of a seat is its prestige and a sum of features times weights, which differ by stage of the game. What
districts contribute is kept by district (`Board`), because an action changes one or two of them. The weights are in
`weights.json`, made by `tools/train_mexica.py`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from importlib.resources import files
from typing import NamedTuple

from texcoco.bots.mexica.cuts import distance, levels_in, points
from texcoco.games.mexica import MexicaPosition
from texcoco.games.mexica.board import PALACE, STARTS, worth
from texcoco.games.mexica.moves import MOST_TAKEN
from texcoco.games.mexica.scoring import HOME
from texcoco.games.mexica.transitions import IDLE_ROUNDS

KINDS = ("founded", "full", "asked", "small", "large")
FOUNDED, FULL, ASKED, SMALL, LARGE = range(len(KINDS))
"""Kinds of districts: founded, with or without room for temples; of a size that is displayed; other unfounded ones that
will probably stay as they are; and those that canals will probably divide."""
STAGES = ("first", "first_late", "second", "second_late", "last")
"""While the Emperor asks for districts in the first or second period; when none is left to be founded there; and the
last round of the game."""
FEATURES = (
    *(f"points_{kind}" for kind in KINDS),
    *(f"chance_{kind}" for kind in KINDS),
    "token",
    "hand",
    "temples",
    "here",
    "next",
    "near",
    "home",
)
"""By kind of district: what the seat would gain if districts were scored now, and the prestige that an action point
could win there. Then: action tokens; levels in the hand; temples in the hand; what an action point could win in the
noble's own district; the founder's prestige of districts that can be founded, for the seat whose turn is next and for
the others, less the farther they are; and standing on a start space."""
_TOKEN, _HAND, _TEMPLES, _HERE, _NEXT, _NEAR, _HOME = range(2 * len(KINDS), len(FEATURES))
BIG = 13
"""No district larger than this can be founded."""
FEW_TILES = 4
"""With fewer canal tiles than this, large districts are hardly divided any more."""
MANY_TOKENS = 4
"""Tokens beyond this number are worth a quarter."""
ENOUGH_LEVELS = 6
"""With fewer levels than this in the hand, chances are worth less."""


class Weights(NamedTuple):
    """What features are worth, by stage."""

    of_stage: tuple[tuple[float, ...], ...]

    @classmethod
    def read(cls, data: Mapping[str, Mapping[str, float]]) -> Weights:
        return cls(tuple(tuple(float(data[stage][name]) for name in FEATURES) for stage in STAGES))


def load_weights() -> Weights:
    return Weights.read(json.loads(files("texcoco.bots.mexica").joinpath("weights.json").read_text(encoding="utf-8")))


WEIGHTS = load_weights()
BEGINNER = Weights.read(
    {
        stage: {
            **dict.fromkeys(FEATURES, 0.0),
            **{f"points_{kind}": 1.0 for kind in KINDS},
            "points_large": 0.1,
            "hand": -0.3,
        }
        for stage in STAGES
    }
)
"""How a beginner sees a position: prestige, districts as they are now, and temples rather built than kept."""


def stage_of(p: MexicaPosition) -> int:
    if p.period == 1:
        return 0 if p.display else 1
    if ending(p):
        return 4
    return 2 if p.display else 3


def ending(p: MexicaPosition) -> bool:
    """Whether the period ends with this round, as things are (M-END, M-STALL)."""
    if p.display:
        return p.idle_rounds == IDLE_ROUNDS - 1 and not p.placed
    return p.complete()


# --- districts ---


@lru_cache(maxsize=100_000)
def outlook(levels: tuple[int, ...], size: int, room: int) -> tuple[tuple[int, ...], tuple[float, ...]]:
    """What each seat would gain in a district now, and the most that an action point could win for it there: its own
    gain and what others lose. The last of `levels` is the neutral colour; `room` is for how many temples, at most 2."""
    now = points(levels, size)
    seats = len(levels) - 1
    blame = 1.0 if seats == 2 else 0.5
    chances = [0.0] * seats
    if room:
        for seat in range(seats):
            for added in range(1, 5 if room == 1 else 8):
                after = points((*levels[:seat], levels[seat] + added, *levels[seat + 1 :]), size)
                own = after[seat] - now[seat]
                swing = own + blame * (sum(now) - sum(after) + own)
                if swing > chances[seat] * (added + 1):
                    chances[seat] = swing / (added + 1)
    return now, tuple(chances)


def district_state(p: MexicaPosition, land: int) -> tuple[tuple[int, ...], int, int]:
    """The levels of each owner in a district, its size, and for how many temples it has room, at most 2."""
    size = land.bit_count()
    if size > 2 * BIG and p.period == 1:
        size = 2 * BIG  # it will be divided long before it is scored
    return levels_in(p, land), size, min((land & ~p.built & ~PALACE).bit_count(), 2)


class District(NamedTuple):
    kind: int
    weighed: tuple[float, ...]
    """What it contributes to the value of each seat; then what it would contribute if the seat had temples to build."""
    chances: tuple[float, ...]
    """What an action point could win there for each seat."""


class Board:
    """What the districts of a position contribute to the value of each seat. After an action, only the districts that
    it changed are looked at again."""

    __slots__ = ("asked", "chances", "districts", "points", "stage")

    def __init__(self, p: MexicaPosition, weights: Weights, before: Board | None = None, touched: int = 0):
        """`before` is the board before an action that changed no districts but those that are new, and `touched`."""
        self.stage = now = stage_of(p)
        old: Mapping[int, District] = before.districts if before is not None and before.stage == now else {}
        self.districts: dict[int, District] = {}
        """By land; those where nothing is built and nothing can be founded are left out."""
        self.asked: list[int] = []
        """The land of those that can be founded."""
        weight = weights.of_stage[now]
        for land, kind in _kinds(p):
            if kind == ASKED:
                self.asked.append(land)
            district = old.get(land) if land != touched else None
            if district is None or district.kind != kind:
                district = _weigh(p, land, kind, weight)
            self.districts[land] = district
        columns = zip((0.0,) * 2 * p.seats, *[district.weighed for district in self.districts.values()], strict=True)
        total = list(map(sum, columns))
        self.points = total[: p.seats]
        self.chances = total[p.seats :]


def _kinds(p: MexicaPosition) -> list[tuple[int, int]]:
    """The districts that matter, and of what kind they are."""
    built = p.built
    free = ~(built | PALACE)
    found = [(district.land, FOUNDED if district.land & free else FULL) for district in p.founded]
    display, few = p.display, p.singles + p.doubles < FEW_TILES
    for land in p.wild:
        size = land.bit_count()
        if size in display and (land & ~built).bit_count() >= 2 and land & free:
            found.append((land, ASKED))
        elif land & built:
            found.append((land, SMALL if size <= BIG or few else LARGE))
    return found


def _weigh(p: MexicaPosition, land: int, kind: int, weights: tuple[float, ...]) -> District:
    gained, chances = outlook(*district_state(p, land))
    point, chance = weights[kind], weights[len(KINDS) + kind]
    return District(kind, tuple([point * x for x in gained] + [chance * x for x in chances]), chances)


# --- positions ---


def values(p: MexicaPosition, board: Board, weights: Weights, mover: int, taker: int = -1) -> list[float]:
    """What the position is worth to each seat when `mover` is next. `taker` still takes action tokens for the points
    that are left."""
    now = board.stage
    weight = weights.of_stage[now]
    last = now == 4 or ending(p)
    result: list[float] = []
    for seat, pawn in enumerate(p.pawns):
        levels, temples, tokens, here, following, near = seat_features(p, board, seat, mover, taker)
        value = p.score[seat] + board.points[seat] + board.chances[seat] * min(1.0, levels / ENOUGH_LEVELS)
        value += weight[_TOKEN] * tokens + weight[_HAND] * levels + weight[_TEMPLES] * temples
        value += weight[_HERE] * here + weight[_NEXT] * following + weight[_NEAR] * near
        if STARTS >> pawn & 1:
            value += HOME if last else weight[_HOME]
        result.append(value)
    return result


def seat_features(
    p: MexicaPosition, board: Board, seat: int, mover: int, taker: int = -1
) -> tuple[int, int, float, float, float, float]:
    """Levels and temples in the hand, tokens, and the features `here`, `next` and `near`."""
    pawn = p.pawns[seat]
    one, two, three, four = p.hands[4 * seat : 4 * seat + 4]
    levels, temples = one + 2 * two + 3 * three + 4 * four, one + two + three + four
    tokens: float = p.tokens[seat]
    if seat == taker:
        tokens += min(p.ap, MOST_TAKEN - p.taken, p.token_supply)
    if tokens > MANY_TOKENS:
        tokens = MANY_TOKENS + (tokens - MANY_TOKENS) / 4
    here = 0.0
    if levels:
        ground = board.districts.get(p.district(pawn))
        if ground is not None:
            here = ground.chances[seat] * min(1.0, levels / ENOUGH_LEVELS)
    following = near = 0.0
    for land in board.asked:
        away = distance(pawn, land)
        gain = worth(land.bit_count())[1]
        if seat == mover:
            following += gain * (1 - min(away, 6) / 10)
        else:
            near += gain / (1 + away / 3)
    return levels, temples, tokens, here, following, near


def hand_levels(p: MexicaPosition, seat: int) -> int:
    """How many levels a seat can still build."""
    one, two, three, four = p.hands[4 * seat : 4 * seat + 4]
    return one + 2 * two + 3 * three + 4 * four


def features(p: MexicaPosition, mover: int) -> list[list[float]]:
    """The features of each seat as numbers, in the order of `FEATURES`: what weights are learned from."""
    board = Board(p, WEIGHTS)
    last = ending(p)
    result: list[list[float]] = []
    for seat, pawn in enumerate(p.pawns):
        levels, temples, tokens, here, following, near = seat_features(p, board, seat, mover)
        row = [0.0] * len(FEATURES)
        for land, district in board.districts.items():
            gained, chances = outlook(*district_state(p, land))
            row[district.kind] += gained[seat]
            row[len(KINDS) + district.kind] += chances[seat] * min(1.0, levels / ENOUGH_LEVELS)
        row[_TOKEN], row[_HAND], row[_TEMPLES] = tokens, levels, temples
        row[_HERE], row[_NEXT], row[_NEAR] = here, following, near
        row[_HOME] = float(STARTS >> pawn & 1) if not last else 0.0
        result.append(row)
    return result


def margin(value: list[float], seat: int) -> float:
    """How far a seat is ahead: of the best of the others above all."""
    if len(value) == 2:
        return value[seat] - value[1 - seat]
    others = [v for other, v in enumerate(value) if other != seat]
    return value[seat] - 0.6 * max(others) - 0.4 * sum(others) / len(others)
