"""Hints of Azteco name the choice that they advise: whom, which jewels, how many stones."""

from __future__ import annotations

from random import Random

import pytest

from texcoco.bots import Clock, make
from texcoco.game import CHANCE, Action, Json
from texcoco.games.azteco import AZTECO
from texcoco.games.azteco.cards import COLOURS, write_jewels

KINDS = {"keep", "discard", "give", "take", "steal", "swap", "shift", "believe", "accuse"}


def named(action: Action, view: Json, lang: str) -> list[str]:
    """What a hint for this action must say."""

    def word(key: str) -> str:
        return AZTECO.say(lang, key, {})

    data = action.data
    match action.kind:
        case "keep":
            return [word(f"artefact.{view['hand'][data.place]}")]
        case "believe" | "accuse":
            return [word(f"seat.{data.target}"), word(f"jewels.{view['claims'][data.target]}")]
        case "give":
            return [word(f"seat.{data.seat}")]
        case "steal":
            return [word(f"seat.{data.seat}"), word(f"jewels.{COLOURS[data.colour]}")]
        case "take":
            return [word(f"jewels.{write_jewels(data)}")]
        case "swap":
            return [word(f"jewels.{write_jewels(jewels)}") for jewels in data if any(jewels)]
        case _:
            return [str(data.stones)] if data.stones else []


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_every_choice_of_tokens_and_artefacts_is_named(lang: str) -> None:
    bot, chance, told = make("4", AZTECO), make("random", AZTECO), set[str]()
    for seed in range(40):
        p, rng = AZTECO.start(3 + seed % 4), Random(seed)
        while actors := p.actors():
            seat = actors[0]
            if seat == CHANCE:
                p.apply(CHANCE, p.draw(rng))
                continue
            view, actions = p.view(seat), p.actions(seat)
            if not KINDS - told:
                return
            if {action.kind for action in actions} & (KINDS - told):
                advice = bot.explain(seat, view, [], actions, Clock(), rng, lang)
                assert advice.plan[0] in actions
                for words in named(advice.plan[0], view, lang):
                    assert words in advice.why
                assert " 0 point" not in advice.why
                told.add(advice.plan[0].kind)
            p.apply(seat, chance.decide(seat, view, [], actions, Clock(), rng))
    assert told == KINDS
