"""The five levels of Mexica: the same search, with shorter sight the lower the level."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from time import perf_counter
from typing import Any

from texcoco.bots import Advice, Bot, Clock
from texcoco.bots.mexica.cuts import can_be_made
from texcoco.bots.mexica.evaluator import BEGINNER, WEIGHTS, Weights
from texcoco.bots.mexica.hints import reasons
from texcoco.bots.mexica.turns import Limits, Search, Turn
from texcoco.game import Action, Event, Json
from texcoco.games.mexica import MEXICA, MexicaPosition
from texcoco.games.mexica.actions import AGREE, END, PROPOSE, REFUSE, TAKE
from texcoco.games.mexica.board import NAMES
from texcoco.games.mexica.moves import MOST_TAKEN

IN_TIME = 0.85
"""How much of the time for a decision the search may use: the rest is for what cannot be interrupted."""
HURRIED = 0.1
"""With fewer seconds than this for a decision only the smallest search is made."""
AT_LEISURE = 1.0
"""With fewer seconds than this, level 5 sees no further with two seats than with more."""


@dataclass(frozen=True)
class Level:
    """How far a level sees."""

    own: Limits
    """The search for its own turn."""
    candidates: int = 1
    """How many of the best turns are looked at more closely."""
    answer: Limits | None = None
    """The search for the others' answers to them; None: it does not think about answers."""
    deeper: int = 0
    """How many of them are looked at until the end of the seat's next turn."""
    doubt: float = 4.0
    """How much worse than the best a turn may be that is looked at so far."""
    variety: float = 0.3
    """How much worse than the best, in prestige, a turn may be that is played for a change."""
    opening: float = 0.5
    """The same in the first round of the game."""
    selfish: bool = False
    """Whether it only counts its own prestige, not the others'."""
    digs: bool = False
    """Whether it goes on digging with what is left of a turn, whoever will gain by that."""
    weights: Weights = WEIGHTS
    with_two: Level | None = None
    """How far it sees with two seats, if further: only one answer follows a turn then, which leaves time for more."""


_BEGINNER = Level(
    Limits(1, 1, tiles=3, flies=False, prospects=False),
    candidates=4, variety=1.0, opening=2.0, selfish=True, digs=True, weights=BEGINNER,
)  # fmt: skip
LEVELS: Mapping[str, Level] = {
    "1": _BEGINNER,
    "2": replace(_BEGINNER, own=Limits(1, 4, prospects=False), variety=0.5, opening=1.0),
    "3": Level(Limits(1, 4, prospects=False), candidates=4, variety=0.5, opening=1.0, digs=True),
    "4": Level(Limits(4, 10), candidates=4),
    "5": Level(
        Limits(24, 32, splits=8, spoil=True),
        24,
        Limits(5, 16, spoil=True),
        deeper=6,
        with_two=Level(Limits(48, 48, splits=12, spoil=True), 48, Limits(10, 24, splits=4, spoil=True), deeper=12),
    ),
}
HINTS = Level(Limits(10, 16, splits=4, spoil=True), 8, Limits(2, 8))
"""Who gives hints: nearly the strongest level, and quick enough for somebody who waits."""
_HURRIED = Limits(1, 0, prospects=False)


class LevelBot(Bot):
    """Plays one of the levels. Of what it worked out it keeps the plan of the turn, by position: it is found again, not
    relied on."""

    def __init__(self, game: Any = MEXICA, name: str = "5", level: Level | None = None):
        super().__init__(game)
        self.name = name
        self.level = level or LEVELS[name]
        self._plan: dict[tuple[Any, ...], Action] = {}

    def decide(
        self, seat: int, view: Json, events: Sequence[Event], actions: Sequence[Action], clock: Clock, rng: Random
    ) -> Action:
        began = perf_counter()
        p = MEXICA.guess(view, rng)  # nothing is hidden
        if p.phase == "start":
            return rng.choice(actions)
        if p.vote is not None:
            return answer_to_vote(p)
        key = p.key()
        if key not in self._plan:
            level = _in_time(self.level, p.seats, clock)
            turn = choose_turn(p, seat, level, _deadline(clock, began), rng)
            self._plan = dict(_steps(p, seat, turn))
        return self._plan[key]

    def explain(
        self,
        seat: int,
        view: Json,
        events: Sequence[Event],
        actions: Sequence[Action],
        clock: Clock,
        rng: Random,
        lang: str = "en",
    ) -> Advice:
        began = perf_counter()
        p = MEXICA.guess(view, rng)
        if p.phase == "start":
            start = rng.choice(actions)
            return Advice((start,), MEXICA.say(lang, "hint.start", {"space": NAMES[start.data.space]}))
        if p.vote is not None:
            answer = answer_to_vote(p)
            return Advice((answer,), MEXICA.say(lang, f"hint.{answer.kind}", {"size": p.vote.size}))
        level = replace(_in_time(HINTS, p.seats, clock), variety=0.0, opening=0.0)
        turn = choose_turn(p, seat, level, _deadline(clock, began), rng)
        gain = gain_over_stopping(p, seat, turn, level, _deadline(clock, began))
        plan = tuple(action for _, action in _steps(p, seat, turn))
        return Advice(plan, reasons(p, seat, plan, gain, lang))


def _in_time(level: Level, seats: int, clock: Clock) -> Level:
    """How far a level sees with so many seats and so much time."""
    if seats == 2 and level.with_two is not None and (clock.seconds is None or clock.seconds >= AT_LEISURE):
        return level.with_two
    if clock.seconds is None or clock.seconds >= HURRIED:
        return level
    return replace(level, own=_HURRIED, answer=None)


def _deadline(clock: Clock, began: float) -> float | None:
    return None if clock.seconds is None else began + IN_TIME * clock.seconds


def choose_turn(p: MexicaPosition, seat: int, level: Level, deadline: float | None, rng: Random) -> Turn:
    """The turn that a level plays."""
    search = Search(level.weights, deadline, level.selfish)
    found = search.turns(p, seat, level.own, level.candidates)
    if level.answer is not None and not search.late():
        found = judge_answers(search, found, seat, level, level.answer)
    best = max(turn.value for turn in found)
    variety = level.opening if p.period == 1 and p.round == 1 else level.variety
    chosen = rng.choice([turn for turn in found if turn.value >= best - variety])
    return _dig_on(search, chosen, seat, level.own) if level.digs else chosen


def gain_over_stopping(p: MexicaPosition, seat: int, turn: Turn, level: Level, deadline: float | None) -> float:
    """How much better a turn is than to end it at once, in prestige, when the others have answered."""
    search = Search(level.weights, deadline)
    stop = Turn(0, (), p)
    if level.answer is None:
        return search.value(turn.after, seat) - search.value(p, seat)
    return search.answered(turn, seat, level.answer)[0] - search.answered(stop, seat, level.answer)[0]


def _dig_on(search: Search, turn: Turn, seat: int, limits: Limits) -> Turn:
    """The turn with what is left of it spent on canals of a district that somebody may want."""
    plan, p = turn.plan, turn.after
    for cut in search.projects(p, seat, limits._replace(tiles=40)):
        for tile in cut.tiles[: p.ap]:
            if p.check(seat, tile) is not None:
                break
            p = p.copy()
            p.apply(seat, tile)
            plan = (*plan, tile)
        if not p.ap:
            break
    return Turn(turn.value, plan, p)


def judge_answers(search: Search, turns: Sequence[Turn], seat: int, level: Level, limits: Limits) -> list[Turn]:
    """The turns with what they are worth after the others' answers, the best of them after the seat's next turn."""
    best = -1e9
    judged: list[tuple[Turn, MexicaPosition]] = []
    for turn in turns:
        value, after = search.answered(turn, seat, limits, best - level.doubt)
        if search.late() and judged:
            break
        best = max(best, value)
        judged.append((turn._replace(value=value), after))
    judged.sort(key=lambda pair: -pair[0].value)
    deeper: list[Turn] = []
    for turn, after in judged[: level.deeper]:
        if turn.value < best - level.doubt:
            break
        if after.phase == "turn":
            turn = turn._replace(value=search.turns(after, seat, limits, 1)[0].value)
        if search.late():
            break
        deeper.append(turn)
    else:
        if deeper:
            return deeper
    return [turn for turn, _ in judged]


def _steps(p: MexicaPosition, seat: int, turn: Turn) -> list[tuple[tuple[Any, ...], Action]]:
    """The actions of a turn up to its end, or to a question to the others, by the position in which each is played."""
    p = p.copy()
    steps: list[tuple[tuple[Any, ...], Action]] = []
    for action in (*turn.plan, *closing(turn.after, seat), END):
        steps.append((p.key(), action))
        p.apply(seat, action)
        if p.phase != "turn":
            break
    return steps


def closing(p: MexicaPosition, seat: int) -> list[Action]:
    """What is done before the turn ends: tokens taken for the points that are left, and one token that no district is
    seen for proposed to be removed (M-VOTE)."""
    takes = [TAKE] * min(p.ap, MOST_TAKEN - p.taken, p.token_supply)
    if p.period == 1:
        return takes
    hopeless = (size for size in sorted(set(p.display)) if size not in p.refused and not can_be_made(p, size))
    return takes + [PROPOSE[size] for size in hopeless][:1]


def answer_to_vote(p: MexicaPosition) -> Action:
    """A token leaves the game when nobody can use it any more."""
    assert p.vote is not None
    return REFUSE if can_be_made(p, p.vote.size) else AGREE
