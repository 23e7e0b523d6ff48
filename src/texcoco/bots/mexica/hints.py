"""A turn of Mexica in sentences: what is done, step by step, what it founds, which rank its temples give, what it
saves."""

from __future__ import annotations

from collections.abc import Sequence

from texcoco.bots.mexica.cuts import levels_in, points
from texcoco.bots.mexica.evaluator import BIG, FEW_TILES, ending
from texcoco.bots.mexica.purposes import digging, going
from texcoco.game import Action, Json
from texcoco.games.mexica import MEXICA, MexicaPosition
from texcoco.games.mexica.board import NAMES, STARTS, worth
from texcoco.games.mexica.scoring import HOME

_GOES = ("walk", "boat")
_AT_A_PLACE = ("walk", "boat", "canal", "bridge", "shift", "fly", "temple", "found")


def reasons(p: MexicaPosition, seat: int, plan: Sequence[Action], gain: float, lang: str) -> str:
    """What a plan does, and what speaks for it. `gain` is how much better it is than to end the turn at once, in
    prestige."""
    # tokens are told of first, since the button that spends them may be the first to be pressed
    return " ".join([*_spending(plan, lang), *told_steps(plan, lang), *what_speaks_for(p, seat, plan, gain, lang)])


def _spending(plan: Sequence[Action], lang: str) -> list[str]:
    """How many action tokens a plan costs, if it costs any."""
    kinds = [action.kind for action in plan]
    tokens = kinds.count("spend") - kinds.count("take")
    return [MEXICA.say(lang, "hint.turn.spend", {"tokens": tokens})] if tokens > 0 else []


def what_speaks_for(p: MexicaPosition, seat: int, plan: Sequence[Action], gain: float, lang: str) -> list[str]:
    """Why a plan is good, in sentences."""
    after = p.copy()
    sentences: list[str] = []
    for action in plan:
        if action.kind == "found":
            size = after.district(after.pawns[seat]).bit_count()
            at: int = action.data.space
            values: Json = {"size": size, "space": NAMES[at], "prestige": worth(size)[1]}
            sentences.append(MEXICA.say(lang, "hint.turn.found", values))
        if action.kind in ("end", "propose"):
            break
        after.apply(seat, action)
    founds = bool(sentences)
    sentences += _temples(p, after, seat, lang)
    home = ending(after) and STARTS >> after.pawns[seat] & 1
    if after.canals != p.canals and not founds:
        key, values = digging(p, after, seat)
        sentences.append(MEXICA.say(lang, key, values))
    elif not sentences and after.pawns[seat] != p.pawns[seat] and not home:
        key, values = going(p, after, seat)
        sentences.append(MEXICA.say(lang, key, values))
    if home:
        sentences.append(MEXICA.say(lang, "hint.turn.home", {"prestige": HOME}))
    saved = after.tokens[seat] - p.tokens[seat]
    if saved > 0:
        sentences.append(MEXICA.say(lang, "hint.turn.save" if sentences else "hint.turn.rest", {"tokens": saved}))
    if plan[-1].kind == "propose":
        sentences.append(
            MEXICA.say(
                lang, "hint.turn.propose", {"size": plan[-1].data.size, "then": "yes" if len(plan) > 1 else "no"}
            )
        )
    if not sentences and saved >= 0:
        sentences.append(MEXICA.say(lang, "hint.end", {}))
    elif gain >= 1:
        sentences.append(MEXICA.say(lang, "hint.turn.better", {"points": round(gain)}))
    return sentences


def steps_of(plan: Sequence[Action]) -> list[Action]:
    """What is done at a place, in order. The page numbers the same steps on the board: of several walks and boats in a
    row only the last counts.
    """
    steps: list[Action] = []
    for action in plan:
        if action.kind in _GOES and steps and steps[-1].kind in _GOES:
            steps[-1] = action
        elif action.kind in _AT_A_PLACE:
            steps.append(action)
    return steps


def told_steps(plan: Sequence[Action], lang: str) -> list[str]:
    """A sentence that names the steps, with the numbers that they have on the board if there are several."""
    told = [_told(step, lang) for step in steps_of(plan)]
    if len(told) > 1:
        told = [f"({number}) {step}" for number, step in enumerate(told, 1)]
    return [MEXICA.say(lang, "hint.turn.steps", {"steps": ", ".join(told)})] if told else []


def _told(step: Action, lang: str) -> str:
    kind = "go" if step.kind in _GOES else step.kind
    values: Json = {"space": NAMES[step.data.space], "level": getattr(step.data, "level", 0)}
    values["to"] = NAMES[getattr(step.data, "to", step.data.space)]
    values["spaces"] = [NAMES[space] for space in step.data] if kind == "canal" else []
    return MEXICA.say(lang, f"hint.step.{kind}", values)


def _temples(p: MexicaPosition, after: MexicaPosition, seat: int, lang: str) -> list[str]:
    """Where temples were built, and what rank and prestige they stand for."""
    sentences: list[str] = []
    built = after.built & ~p.built
    lands = [(district.land, district.at) for district in after.founded]
    lands += [(land, -1) for land in after.wild]
    few = after.singles + after.doubles < FEW_TILES
    for land, token in lands:
        own = 0
        for level in range(4):
            own |= after.temples[4 * seat + level]
        new = built & land & own
        if not new:
            continue
        levels, size = levels_in(after, land), land.bit_count()
        values = {
            "size": size,
            "space": NAMES[token if token >= 0 else new.bit_length() - 1],
            "levels": levels[seat],
            "rank": str(1 + sum(other > levels[seat] for other in levels)),
            "prestige": points(levels, size)[seat] if token >= 0 or few or size <= 2 * BIG else 0,  # more is divided
        }
        key = "hint.turn.temple" if token >= 0 else "hint.turn.wild" if p.period == 1 else "hint.turn.wild.last"
        sentences.append(MEXICA.say(lang, key, values))
    return sentences
