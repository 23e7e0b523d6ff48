"""Hints: what the strongest level holds to be best in Azteco, and why, with odds that come true as often as they
say."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, log
from random import Random

from texcoco.bots import Advice
from texcoco.bots.azteco import artefacts
from texcoco.bots.azteco.judge import Judge
from texcoco.bots.azteco.reader import Reader
from texcoco.bots.azteco.values import WEIGHTS, Values
from texcoco.game import Action, Json
from texcoco.games.azteco import AZTECO
from texcoco.games.azteco.actions import CLAIMS
from texcoco.games.azteco.cards import CARD_AT, CARDS, COLOURS, write_jewels


def advise(
    values: Values,
    actions: Sequence[Action],
    samples: int,
    until: float,
    rng: Random,
    lang: str,
    names: Sequence[str] | None = None,
) -> Advice:
    """The best action, and a sentence that names it and says why; `names` are the seats'."""
    match values.view["phase"]:
        case "claim":
            action, key, slots = _claim(Reader(values, until), samples, until, rng)
        case "vote":
            action, key, slots = _vote(Reader(values, until), actions)
        case _:
            action, key, slots = _artefact(values, actions, lang)
    return Advice((action,), AZTECO.say(lang, f"hint.{key}", slots, names))


def _claim(judge: Judge, samples: int, until: float, rng: Random) -> tuple[Action, str, Json]:
    card = judge.values.card
    worth, accused = judge.claims(samples, until, rng)
    if not worth:
        return CLAIMS[card], "truth.only", {"jewels": CARDS[card]}
    mix = judge.claim_mix(worth, 0.2, 0.2)
    claim = max(range(len(CARDS)), key=mix.__getitem__)
    chance = said_accused(accused[claim], truth=claim == card)
    if claim != card:
        return CLAIMS[claim], "bluff.odds", {"jewels": CARDS[claim], "percent": _percent(1 - chance)}
    bluff = max(worth[c] for c in range(len(CARDS)) if c != card and accused[c])
    better = round(worth[card] - bluff)
    if better < 1:
        return CLAIMS[card], "truth.only", {"jewels": CARDS[card]}
    return CLAIMS[card], "truth.better", {"jewels": CARDS[card], "points": better, "percent": _percent(chance)}


def _vote(judge: Judge, actions: Sequence[Action]) -> tuple[Action, str, Json]:
    values = judge.votes()
    action = max(actions, key=lambda vote: values[_code(vote)])
    target = action.data.target
    claim = judge.values.view["claims"][target]
    card = CARD_AT[claim]
    slots: Json = {"target": target, "jewels": claim}
    if action.kind == "accuse":
        if not judge.values.unseen[card]:
            return action, "accuse.sure", {**slots, "percent": 100}
        return action, "accuse.odds", {**slots, "percent": _percent(said_lie(judge.lie(target, card)))}
    key = "believe.odds" if judge.values.stones[judge.seat] > 0 else "believe.safe"
    return action, key, {**slots, "percent": _percent(said_true(1 - judge.lie(target, card)))}


def _code(vote: Action) -> int:
    return vote.data.code


def _artefact(values: Values, actions: Sequence[Action], lang: str) -> tuple[Action, str, Json]:
    worth = {action: artefacts.value(values, action) for action in actions}
    action = max(actions, key=worth.__getitem__)
    points = max(round(worth[action]), 0)
    return action, action.kind, {**_details(values, action, lang), "points": points}


def _details(values: Values, action: Action, lang: str) -> Json:
    """What an action of an artefact is about, for the sentence that names it."""
    data = action.data
    match action.kind:
        case "keep":
            return {"artefact": values.view["hand"][data.place]}
        case "discard":
            return {"stones": data.stones}
        case "give":
            return {"to": data.seat}
        case "steal":
            return {"target": data.seat, "jewels": COLOURS[data.colour]}
        case "take":
            return {"jewels": write_jewels(data)}
        case "swap":
            back, come = (write_jewels(jewels) or "none" for jewels in data)
            return {"jewels": back, "come": AZTECO.say(lang, f"jewels.{come}", {})}
        case _:
            return {"stones": data.stones, "colour": COLOURS[data.source], "target": COLOURS[data.target]}


# --- odds as they are said ---


def said_lie(chance: float) -> float:
    """How likely a claim that may be true is a lie, for whoever is told to accuse it, corrected by how often that came
    true."""
    return _corrected(chance, *WEIGHTS["said"]["accuse"])


def said_true(chance: float) -> float:
    """How likely a claim is true, for whoever is told to believe it: those are claims of another kind."""
    return _corrected(chance, *WEIGHTS["said"]["believe"])


def said_accused(chance: float, truth: bool) -> float:
    """How likely a claim is accused, corrected by how often that came true."""
    return _corrected(chance, *WEIGHTS["said"]["truth" if truth else "bluff"])


def _corrected(chance: float, add: float, times: float) -> float:
    odds = log(max(chance, 0.005) / max(1 - chance, 0.005))
    return 1 / (1 + exp(-(add + times * odds)))


def _percent(chance: float) -> int:
    """Of what is not certain neither 0 nor 100 percent are said."""
    return round(100 * chance) if chance in (0, 1) else min(max(round(100 * chance), 1), 99)
