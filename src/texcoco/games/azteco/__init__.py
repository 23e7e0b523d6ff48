"""Azteco: a game of bluff for three to six explorers who share the treasure of a temple."""

from __future__ import annotations

import json
from collections.abc import Mapping
from random import Random
from typing import Any

from texcoco.game import Action, BadOption, Game, Json, Options
from texcoco.games.azteco import actions, form, guess, picture
from texcoco.games.azteco.cards import COMPONENTS
from texcoco.games.azteco.position import AztecoOptions, AztecoPosition
from texcoco.paint import PLAIN, Paint
from texcoco.words import LANGUAGES, Words

PACKAGE = "texcoco.games.azteco"


def _catalogue(lang: str) -> dict[str, str]:
    """The sentences of the text file, and names and texts of the pieces from `components.json`, where the page finds them too."""
    words: dict[str, str] = json.loads(Words(PACKAGE).beside(f"text.{lang}.json"))
    for prefix, pieces in (("artefact", "artefacts"), ("character", "characters"), ("colour", "colours")):
        for piece in COMPONENTS[pieces]:
            words[f"{prefix}.{piece['id']}"] = piece["name"][lang]
            if "text" in piece:
                words[f"{prefix}.{piece['id']}.text"] = piece["text"][lang]
    return words


class Azteco(Game):
    name = "azteco"
    title = "Azteco"
    seats = range(3, 7)
    rules = 1
    options = AztecoOptions
    words = Words(PACKAGE, {lang: _catalogue(lang) for lang in LANGUAGES})

    def start(self, seats: int, options: Options | None = None) -> AztecoPosition:
        chosen = options or AztecoOptions()
        assert isinstance(chosen, AztecoOptions)
        if chosen.first != "random" and int(chosen.first) >= seats:
            raise BadOption(f"option 'first' names seat {chosen.first}; the last seat of {seats} is {seats - 1}")
        return AztecoPosition(seats, chosen)

    def parse(self, text: str) -> Action:
        return actions.parse(text)

    def load(self, data: Mapping[str, Any]) -> AztecoPosition:
        return form.load(data)

    def guess(self, view: Json, rng: Random) -> AztecoPosition:
        return form.load(guess.complete(view, rng))

    def picture(self, view: Json, paint: Paint = PLAIN, lang: str = "en") -> str:
        return picture.draw(view, self.words, paint, lang)


AZTECO = Azteco()
AztecoPosition.game = AZTECO
