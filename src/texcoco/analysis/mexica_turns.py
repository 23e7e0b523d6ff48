"""Judges whole turns of Mexica: the best that the search of level 5 finds, and the one that was played.

How far the seat is ahead, in prestige, is looked at three times: when the turn is over, after the others' answers, and
after the seat's own next turn; the deep look lets the next seat choose among several answers by what comes of them.
Each look has its own error (right after a turn its owner is overrated, before it underrated), so their mean counts. Of
many turns the best is the one that is most overrated; so of the prestige by which it is better some is left out. The
model of chances says what the rest is worth.
"""

from __future__ import annotations

from collections.abc import Sequence
from heapq import nlargest
from random import Random
from typing import NamedTuple

from texcoco.analysis.chances import chances
from texcoco.analysis.mexica import describe
from texcoco.analysis.model import as_chances, load_model
from texcoco.analysis.verdict import DEEP, QUICK, USUAL, Ranked, Verdict
from texcoco.bots.mexica.evaluator import WEIGHTS, Board, margin, values
from texcoco.bots.mexica.hints import reasons, told_steps, what_speaks_for
from texcoco.bots.mexica.levels import answer_to_vote
from texcoco.bots.mexica.turns import Limits, Search, ended
from texcoco.game import Action, Event, Position
from texcoco.games.mexica import MexicaPosition
from texcoco.games.mexica.actions import END, TAKE
from texcoco.words import LANGUAGES


class Depth(NamedTuple):
    """How much work the judgement of a turn may be."""

    own: Limits
    """The search for turns."""
    candidates: int
    """How many of the best are followed by answers."""
    answer: Limits
    """The search for an answer."""
    deeper: int
    """How many of these are followed until the end of the seat's next turn."""
    answers: int = 1
    """Among how many answers the seat that comes next chooses then, by what the seat's next turn makes of them."""


DEPTHS = {
    QUICK: Depth(Limits(10, 16, splits=4, spoil=True), 6, Limits(2, 8), 2),
    USUAL: Depth(Limits(24, 32, splits=8, spoil=True), 24, Limits(5, 16, spoil=True), 6),
    DEEP: Depth(Limits(96, 64, splits=16, spoil=True), 80, Limits(20, 40, splits=6, spoil=True), 30, answers=5),
}


DOUBT = 1.5
"""So much of the prestige by which the best turn is better may be an error."""


class _Line(NamedTuple):
    """A turn and what it leads to."""

    plan: tuple[Action, ...]
    after: MexicaPosition
    """When the turn is over."""
    reached: MexicaPosition
    """After the answers, and the seat's next turn if it was looked at."""
    ahead: tuple[float, ...]
    """How far the seat is ahead at each look."""

    @property
    def worth(self) -> float:
        return sum(self.ahead) / len(self.ahead)


def judge(
    position: Position,
    seat: int,
    actions: Sequence[Action],
    events: Sequence[Event],
    depth: str,
    rng: Random,
    names: Sequence[str] | None = None,
) -> Verdict | None:
    """None where there is nothing to judge: start spaces and votes."""
    assert isinstance(position, MexicaPosition)
    if position.phase != "turn":
        return None
    limits, search = DEPTHS[depth], Search(WEIGHTS)
    done = position.copy()
    for action in actions:
        done.apply(seat, action)
    played = follow(search, tuple(actions), _finished(search, done, seat, limits), seat, limits)
    lines = [
        follow(search, _whole(turn.plan, turn.after), ended(turn.after, seat), seat, limits)
        for turn in search.turns(position, seat, limits.own, limits.candidates)
    ]
    rivals = nlargest(limits.deeper, lines, key=lambda line: line.worth)
    played = look_further(search, played, seat, limits)
    best = max((look_further(search, line, seat, limits) for line in rivals), key=lambda line: line.worth)
    gain = _gain(best, played, done, seat)
    if gain is None:
        return Verdict()
    # Looking back, why comes first: the steps are on the board, too.
    why = {
        lang: " ".join([*what_speaks_for(position, seat, best.plan, 0.0, lang), *told_steps(best.plan, lang)])
        for lang in LANGUAGES
    }
    return Verdict(None, best.plan, gain, why)


def rank(position: Position, seat: int, depth: str, rng: Random) -> list[Ranked]:
    """The better half of the turns that the search finds, best first, each followed as far as the judge follows the
    best."""
    assert isinstance(position, MexicaPosition)
    limits, search = DEPTHS[depth], Search(WEIGHTS)
    lines = [
        follow(search, _whole(turn.plan, turn.after), ended(turn.after, seat), seat, limits)
        for turn in search.turns(position, seat, limits.own, limits.candidates)
    ]
    lines = nlargest(len(lines) // 2 + 1, lines, key=lambda line: line.worth)
    lines = sorted((look_further(search, line, seat, limits) for line in lines), key=lambda line: -line.worth)
    return [
        Ranked(line.plan, _gain(lines[0], line, line.after, seat) or 0.0, parts_of(position, seat, line.plan))
        for line in lines
    ]


def gain_at_a_glance(position: Position, seat: int, plan: Sequence[Action]) -> float:
    """How much more chance to win the best turn of a short search seems to give than a whole turn, before anybody
    answers."""
    assert isinstance(position, MexicaPosition)
    best = Search(WEIGHTS).turns(position, seat, DEPTHS[QUICK].own, 1)[0]
    done = position.copy()
    for action in plan:
        done.apply(seat, action)
    prestige = prestige_ahead(ended(best.after, seat), seat) - prestige_ahead(done, seat) - DOUBT
    return worth_of(done, seat, prestige) if prestige > 0 and done.phase != "over" else 0.0


def reason_for(position: Position, seat: int, plan: Sequence[Action]) -> dict[str, str]:
    """What speaks for a turn, in each language."""
    assert isinstance(position, MexicaPosition)
    return {lang: reasons(position, seat, plan, 0.0, lang) for lang in LANGUAGES}


def parts_of(position: Position, seat: int, plan: Sequence[Action]) -> frozenset[str]:
    """The canals and bridges that a turn builds, the districts that it founds and in which it builds temples. Which way
    the pawn goes, and on which space of a district something stands, is no idea of its own."""
    assert isinstance(position, MexicaPosition)
    p = position.copy()
    parts: set[str] = set()
    for action in plan:
        if action.kind in ("canal", "bridge"):
            parts.add(str(action))
        elif action.kind in ("temple", "found"):
            parts.add(f"{action.kind} {p.district(p.pawns[seat]):x}")
        p.apply(seat, action)
    return frozenset(parts)


def _gain(best: _Line, played: _Line, done: MexicaPosition, seat: int) -> float | None:
    """How much more chance to win the best turn gives than the one that led to `done`; None if it is no better."""
    prestige = best.worth - played.worth - DOUBT
    if prestige <= 0 or best.after.key() == played.after.key():
        return None
    if done.phase == "over":  # then it is known who would have won
        return max(chances(best.after)[seat] - chances(done)[seat], 0.0)
    return worth_of(done, seat, prestige)


def worth_of(p: MexicaPosition, seat: int, prestige: float) -> float:
    """How much more chance to win a seat would have if it could expect so much more prestige."""
    model, described = load_model(p.game.name, p.seats), describe(p, seat)
    strengths = model.strengths(described)
    before = as_chances(strengths)[seat]
    done = described.rows[seat][1] / described.rows[seat][0] if described.rows[seat][0] else 0.0
    weight = model.weight(described.stage, "value") + done * model.weight(described.stage, "value_later")
    strengths[seat] += max(weight, 0.0) * prestige / 10
    return as_chances(strengths)[seat] - before


def _finished(search: Search, p: MexicaPosition, seat: int, limits: Depth) -> MexicaPosition:
    """The position when the turn is over. What is left of a turn that is not is played as well as the search can."""
    p = p.copy()
    while p.vote is not None:
        p.apply(p.vote.asked, answer_to_vote(p))
    if p.phase == "turn" and p.turn == seat:
        return ended(search.turns(p, seat, limits.own, 1)[0].after, seat)
    return p


def follow(search: Search, plan: tuple[Action, ...], after: MexicaPosition, seat: int, limits: Depth) -> _Line:
    """The line in which the others answer a turn as seems best to them."""
    q = _answered(search, after, seat, limits)
    return _Line(plan, after, q, (prestige_ahead(after, seat), prestige_ahead(q, seat)))


def look_further(search: Search, line: _Line, seat: int, limits: Depth) -> _Line:
    """The line with the seat's next turn, after the answer that leaves the seat that comes next most."""
    after = line.after
    if limits.answers == 1 or after.phase != "turn" or after.turn == seat:
        return _with_next_turn(search, line, seat, limits)
    lines: list[_Line] = []
    for answer in search.turns(after, after.turn, limits.answer, limits.answers):
        reached = _answered(search, ended(answer.after, after.turn), seat, limits)
        answered = line._replace(reached=reached, ahead=(line.ahead[0], prestige_ahead(reached, seat)))
        lines.append(_with_next_turn(search, answered, seat, limits))
    return max(lines, key=lambda line: prestige_ahead(line.reached, after.turn))


def _with_next_turn(search: Search, line: _Line, seat: int, limits: Depth) -> _Line:
    q = line.reached
    if q.phase == "turn":
        q = _best(search, q, limits)
    return line._replace(reached=q, ahead=(*line.ahead, prestige_ahead(q, seat)))


def _answered(search: Search, p: MexicaPosition, seat: int, limits: Depth) -> MexicaPosition:
    """The position when it is a seat's turn, or the game is over."""
    while p.phase == "turn" and p.turn != seat:
        p = _best(search, p, limits)
    return p


def _best(search: Search, p: MexicaPosition, limits: Depth) -> MexicaPosition:
    """The position after a turn that seems best to whoever plays it."""
    return ended(search.turns(p, p.turn, limits.answer, 1)[0].after, p.turn)


def prestige_ahead(p: MexicaPosition, seat: int) -> float:
    """How far a seat is ahead, in prestige: as the evaluator expects, or as the game ended."""
    if p.phase == "over":
        return margin([float(score) for score in p.score], seat)
    return margin(values(p, Board(p, WEIGHTS), WEIGHTS, p.turn), seat)


def _whole(plan: tuple[Action, ...], after: MexicaPosition) -> tuple[Action, ...]:
    """A turn with its end: action tokens are taken for the points that are left."""
    takes = ended(after, after.turn).tokens[after.turn] - after.tokens[after.turn]
    return (*plan, *(TAKE,) * takes, END)
