"""Judges claims, votes and the choice of artefacts in Azteco by what level 5 expects of them.

Level 5 reckons in points. What a choice brings more or less than the usual choice there is added to the score that the
seat may expect, and the model says what that does to its chances. The deep look plays the round to its end instead
(`azteco_rounds.py`); claims, which hide what the others answer, it weighs as level 5 does, with more samples.
"""

from __future__ import annotations

from collections.abc import Sequence
from heapq import nlargest
from math import inf
from random import Random
from typing import TypeGuard

from texcoco.analysis.azteco import describe
from texcoco.analysis.azteco_rounds import after_rounds
from texcoco.analysis.chances import Chances
from texcoco.analysis.model import Described, Model, as_chances, load_model
from texcoco.analysis.verdict import DEEP, QUICK, USUAL, Ranked, Verdict
from texcoco.bots.azteco import artefacts
from texcoco.bots.azteco.advice import advise
from texcoco.bots.azteco.reader import Reader
from texcoco.bots.azteco.values import Values
from texcoco.bots.azteco.votes import logit
from texcoco.game import Action, Event, Position
from texcoco.games.azteco import AztecoPosition
from texcoco.words import LANGUAGES

SAMPLES = {QUICK: 4, USUAL: 12, DEEP: 150}
"""How many samples of what the others may claim are looked at."""
ROUNDS, FOLLOWED = 200, 6
"""How often the deep look plays a round to its end, after each of so many actions that look best at once."""
NOISE = 0.7
"""How many points a usual player overlooks."""


def judge(
    position: Position,
    seat: int,
    actions: Sequence[Action],
    events: Sequence[Event],
    depth: str,
    rng: Random,
    names: Sequence[str] | None = None,
) -> Verdict | None:
    """None where there was no choice."""
    legal = position.actions(seat)
    if len(actions) != 1 or len(legal) == 1:
        return None
    view, seed, samples = position.view(seat), rng.getrandbits(32), SAMPLES[depth]
    values = Values(seat, view)
    advice = {lang: advise(values, legal, samples, inf, Random(seed), lang, names) for lang in LANGUAGES}
    best, played = advice[LANGUAGES[0]].plan[0], actions[0]
    if _is_played_out(position, depth):
        after = after_rounds(position, seat, [best, played], ROUNDS, Random(seed))
    else:
        after = _after_each(position, seat, values, legal, samples, Random(seed))
    # votes are the choice after which it turns out who lied
    expected = after[played] if view["phase"] == "vote" else None
    gain = after[best][seat] - after[played][seat]
    if best == played or gain <= 0:
        return Verdict(expected)
    return Verdict(expected, (best,), gain, {lang: advice[lang].why for lang in LANGUAGES})


def rank(position: Position, seat: int, depth: str, rng: Random) -> list[Ranked]:
    """All actions, or those that the deep look follows, best first."""
    legal, values = position.actions(seat), Values(seat, position.view(seat))
    after = _after_each(position, seat, values, legal, SAMPLES[depth], rng)
    if _is_played_out(position, depth):
        promising = nlargest(FOLLOWED, legal, key=lambda action: after[action][seat])
        after = after_rounds(position, seat, promising, ROUNDS, rng)
    best = max(chances[seat] for chances in after.values())
    found = [
        Ranked((action,), best - chances[seat], parts_of(position, seat, (action,)))
        for action, chances in after.items()
    ]
    return sorted(found, key=lambda entry: entry.loss)


def parts_of(position: Position, seat: int, plan: Sequence[Action]) -> frozenset[str]:
    """Every action is an idea of its own."""
    return frozenset(map(str, plan))


def reason_for(position: Position, seat: int, plan: Sequence[Action]) -> dict[str, str]:
    """What speaks for the action that level 5 holds to be best, in each language. Raises ValueError for another one."""
    legal, values = position.actions(seat), Values(seat, position.view(seat))
    advice = {lang: advise(values, legal, SAMPLES[DEEP], inf, Random(0), lang) for lang in LANGUAGES}
    if any(advised.plan[0] != plan[0] for advised in advice.values()):
        raise ValueError(f"level 5 would not {plan[0]}")
    return {lang: advised.why for lang, advised in advice.items()}


def _is_played_out(position: Position, depth: str) -> TypeGuard[AztecoPosition]:
    return depth == DEEP and isinstance(position, AztecoPosition) and position.phase != "claim"


def _after_each(
    position: Position, seat: int, values: Values, legal: Sequence[Action], samples: int, rng: Random
) -> dict[Action, Chances]:
    """The chances after each action."""
    worth = _worth(values, legal, samples, rng)
    usual = _usual(list(worth.values()))
    described, model = describe(position, seat), load_model(position.game.name, position.seats)
    return {action: _with_more(model, described, seat, worth[action] - usual) for action in legal}


def _worth(values: Values, legal: Sequence[Action], samples: int, rng: Random) -> dict[Action, float]:
    """What each action brings the seat, in points."""
    phase = values.view["phase"]
    if phase == "claim":
        round_ = Reader(values)
        worth, _ = round_.claims(samples, inf, rng)
        possible = [card for card, copies in enumerate(round_.public.unseen) if copies]
        worst = min(worth[card] for card in possible)  # what everybody knows to be a lie
        return {action: worth[action.data.card] if action.data.card in possible else worst for action in legal}
    if phase == "vote":
        votes = Reader(values).votes()
        return {action: votes[action.data.code] for action in legal}
    return {action: artefacts.value(values, action) for action in legal}


def _usual(worth: Sequence[float]) -> float:
    """What a player brings home who mostly, not always, finds the best."""
    mix = logit(worth, NOISE)
    return sum(share * value for share, value in zip(mix, worth, strict=True))


def _with_more(model: Model, described: Described, seat: int, points: float) -> Chances:
    """The chances if the seat could expect so many points more."""
    strengths = model.strengths(described)
    strengths[seat] += model.weight(described.stage, "total") * points / 10
    return as_chances(strengths)
