"""Judges actions of Yucatán by the search of level 5, with the fitted chances in the place of its own."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from random import Random

from texcoco.analysis.chances import Chances
from texcoco.analysis.model import as_chances, load_model
from texcoco.analysis.verdict import DEEP, QUICK, USUAL, Ranked, Verdict
from texcoco.analysis.yucatan import describe_race
from texcoco.bots.yucatan.belief import Odds, heed, odds_of
from texcoco.bots.yucatan.hints import why
from texcoco.bots.yucatan.levels import SIGHTS
from texcoco.bots.yucatan.race import Judge
from texcoco.bots.yucatan.search import FORCING, Candidate, Limits, Search
from texcoco.game import Action, Event, Position
from texcoco.games.yucatan import YucatanPosition
from texcoco.words import LANGUAGES

_HASTE = 0.0005
"""What an action more is worth less, so that among equal chances the faster way is better."""
WIDTHS = {
    QUICK: (SIGHTS["4"].widths, SIGHTS["4"].for_more),
    USUAL: (SIGHTS["5"].widths, SIGHTS["5"].for_more),
    DEEP: ((40, 16, 10, 8, FORCING, FORCING), (40, 8, 5, 3, FORCING)),
}
"""How many actions are followed in each ply, for two seats and for more."""
RANKED = 0.2
"""How much worse than the best an action may be whose worth is told exactly."""


class FittedJudge(Judge):
    """Judges positions by the fitted chances."""

    def chances_of(self, p: YucatanPosition, left: list[float], turn: int) -> list[float]:
        chances = as_chances(load_model("yucatan", p.seats).strengths(describe_race(p, left, turn)))
        return [chance - _HASTE * actions for chance, actions in zip(chances, left, strict=True)]


@cache
def _judge() -> FittedJudge:
    return FittedJudge()


class _TurnSearch(Search):
    """The search of one decision, which tells what the action that was played is worth as well."""

    def compared(
        self, p: YucatanPosition, odds: Odds, widths: Sequence[int], played: Action
    ) -> tuple[Candidate, float, Action, float]:
        """The played action as it looks at once and what it is worth when followed; the best action and its worth."""
        candidates = self._root_candidates(p, odds)
        # of deployments and ways that come to the same only one is among the candidates
        own = next((entry for entry in candidates if entry.action == played), None)
        own = own or self._candidate(p, self.seat, played, odds)
        worth = self._worth_of(own, widths[1:])
        best, most = played, worth
        for entry in candidates[: widths[0]]:
            value = self._worth_of(entry, widths[1:], Limits(least=most))
            if value > most:
                best, most = entry.action, value
        return own, worth, best, most

    def followed(self, p: YucatanPosition, odds: Odds, widths: Sequence[int]) -> list[tuple[float, Action]]:
        """The most promising actions and what each is worth when followed, best first. A worth that is more than
        `RANKED` below the best may be lower still."""
        found: list[tuple[float, Action]] = []
        for entry in self._root_candidates(p, odds)[: widths[0]]:
            limits = Limits(least=max((worth for worth, _ in found), default=-1.0) - RANKED)
            found.append((self._worth_of(entry, widths[1:], limits), entry.action))
        return sorted(found, key=lambda entry: -entry[0])


def judge(
    position: Position,
    seat: int,
    actions: Sequence[Action],
    events: Sequence[Event],
    depth: str,
    rng: Random,
    names: Sequence[str] | None = None,
) -> Verdict | None:
    """None where there was no choice. A turn of Yucatán is one action; what follows from it is judged apart."""
    assert isinstance(position, YucatanPosition)
    if len(actions) != 1 or len(position.actions(seat)) == 1:
        return None
    p = position.redeal(seat, rng)  # what the seat may not know has no part in this
    odds = heed(odds_of(p, seat), p, seat, events)
    search = _TurnSearch(seat, _judge())
    own, worth, best, most = search.compared(p, odds, _widths(p, depth), actions[0])
    expected = _as_sum_of_one(own.chances) if len(own.outcomes) > 1 else None  # a fight that may end so or so
    if best == actions[0]:
        return Verdict(expected)
    return Verdict(expected, (best,), most - worth, _reason(p, seat, best, odds))


def rank(position: Position, seat: int, depth: str, rng: Random) -> list[Ranked]:
    """The actions that the search follows, best first, by nothing but what the position tells the seat."""
    assert isinstance(position, YucatanPosition)
    p = position.redeal(seat, rng)
    found = _TurnSearch(seat, _judge()).followed(p, odds_of(p, seat), _widths(p, depth))
    best = found[0][0]
    return [Ranked((action,), best - worth, parts_of(p, seat, (action,))) for worth, action in found]


def gain_at_a_glance(position: Position, seat: int, plan: Sequence[Action]) -> float:
    """How much more chance to win one of the three actions that look best at once gives than another one, after the
    answer."""
    assert isinstance(position, YucatanPosition)
    p = position.redeal(seat, Random(0))
    _, worth, _, most = _TurnSearch(seat, _judge()).compared(p, odds_of(p, seat), (3, FORCING), plan[0])
    return most - worth


def reason_for(position: Position, seat: int, plan: Sequence[Action]) -> dict[str, str]:
    """What speaks for an action, in each language."""
    assert isinstance(position, YucatanPosition)
    p = position.redeal(seat, Random(0))
    return _reason(p, seat, plan[0], odds_of(p, seat))


def _reason(p: YucatanPosition, seat: int, action: Action, odds: Odds) -> dict[str, str]:
    return {lang: why(p, seat, action, odds, _judge(), lang) for lang in LANGUAGES}


def parts_of(position: Position, seat: int, plan: Sequence[Action]) -> frozenset[str]:
    """The action, without the guild of a new warrior: which one is best nobody can know."""
    return frozenset(
        str(action).rpartition(" ")[0] if action.kind in ("deploy", "warrior") else str(action) for action in plan
    )


def _widths(p: YucatanPosition, depth: str) -> Sequence[int]:
    two, more = WIDTHS[depth]
    widths = two if p.seats == 2 else more
    return widths if p.round else widths[:1]


def _as_sum_of_one(values: Sequence[float]) -> Chances:
    """Values of the search as chances: what haste took away is given back."""
    rest = (1 - sum(values)) / len(values)
    chances = [min(max(value + rest, 0.0), 1.0) for value in values]
    return tuple(chance / sum(chances) for chance in chances)
