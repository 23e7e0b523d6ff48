"""How a position of Mexica is described to the model of chances."""

from __future__ import annotations

from texcoco.analysis.model import Described
from texcoco.bots.mexica import evaluator
from texcoco.bots.mexica.evaluator import WEIGHTS, Board, stage_of, values
from texcoco.bots.mexica.turns import Limits, Search, ended
from texcoco.game import Position
from texcoco.games.mexica import MexicaPosition
from texcoco.games.mexica.board import ACTION_POINTS, DISPLAYED

FEATURES = ("value", "value_later", "score", "to_move", "order")
"""What the evaluator expects of the seat, in tens of prestige; the same times how far the stage has come; tens of
prestige that it has; whether it has a turn left in this round; and how late in a round its turn comes, from 0 to 1."""
START, LATE, LAST = "start", "second_late", "last"
STAGES = (START, *evaluator.STAGES)
_QUICK = Limits(1, 4, prospects=False)
"""The search of level 3."""


def describe(p: Position, seat: int | None) -> Described:
    """Nothing is hidden in Mexica, so it does not matter who looks."""
    assert isinstance(p, MexicaPosition)
    if p.phase in ("deal", "start"):
        return Described(START, tuple((0.0, 0.0, 0.0, 0.0, _order(p, other)) for other in range(p.seats)))
    stage = evaluator.STAGES[stage_of(p)]
    done = max(1 - len(p.display) / DISPLAYED, 0.0) if stage in ("first", "second") else 0.0
    if stage in (LATE, LAST) and p.phase == "turn":
        p = _played_on(p, to_the_end=stage == LAST)
    expected = _expected(p) if p.phase != "over" else [float(score) for score in p.score]
    return Described(
        stage,
        tuple(
            (value / 10, value * done / 10, p.score[other] / 10, float(_to_move(p, other)), _order(p, other))
            for other, value in enumerate(expected)
        ),
    )


def _played_on(p: MexicaPosition, to_the_end: bool) -> MexicaPosition:
    """The position after the turn, or after all turns that are left. Late in the game a single turn may decide it, and
    what it will be is seen sooner than what it will be worth."""
    search = Search(WEIGHTS)
    p = ended(search.turns(p, p.turn, _QUICK, 1)[0].after, p.turn)
    while to_the_end and p.phase == "turn":
        p = ended(search.turns(p, p.turn, _QUICK, 1)[0].after, p.turn)
    return p


def _to_move(p: MexicaPosition, seat: int) -> int:
    """Whether a seat has a turn left in this round; the turn that it is in counts."""
    first = max(p.first, 0)
    return int(p.phase != "over" and (seat - first) % p.seats >= (p.turn - first) % p.seats)


def _order(p: MexicaPosition, seat: int) -> float:
    """How late in a round a seat's turn comes; nothing is known of that before the first player is drawn."""
    return (seat - p.first) % p.seats / (p.seats - 1) if p.first >= 0 else 0.0


def _expected(p: MexicaPosition) -> list[float]:
    """What each seat may expect at the end. The weights are for the beginning of a turn; within a turn, what is
    expected lies between that and what it would be if the turn ended here."""
    board = Board(p, WEIGHTS)
    fresh = values(p, board, WEIGHTS, p.turn)
    left = min(p.ap / ACTION_POINTS, 1.0)
    if left == 1:
        return fresh
    ended_here = values(p, board, WEIGHTS, (p.turn + 1) % p.seats, p.turn)
    return [left * a + (1 - left) * b for a, b in zip(fresh, ended_here, strict=True)]
