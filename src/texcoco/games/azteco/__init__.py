"""Azteco, by Stéphane Beaume: explorers share the treasure of a temple, and not all of them tell the truth."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from texcoco.game import Action, BadOption, Event, Game, Json, Options
from texcoco.games.azteco import actions
from texcoco.games.azteco.cards import DATA
from texcoco.games.azteco.guess import complete
from texcoco.games.azteco.load import load
from texcoco.games.azteco.picture import picture
from texcoco.games.azteco.position import AztecoOptions, AztecoPosition
from texcoco.paint import PLAIN, Paint
from texcoco.words import LANGUAGES, Words

__all__ = ["AZTECO", "Azteco", "AztecoOptions", "AztecoPosition"]

PACKAGE = "texcoco.games.azteco"


def _catalogue(lang: str) -> dict[str, str]:
    """The sentences of the text file, and names and texts of the pieces from `data.json`, where the page finds them
    too."""
    words: dict[str, str] = json.loads(Words(PACKAGE).beside(f"text.{lang}.json"))
    for prefix, pieces in (("artefact", "artefacts"), ("character", "characters"), ("colour", "colours")):
        for piece in DATA[pieces]:
            words[f"{prefix}.{piece['id']}"] = piece["name"][lang]
            if "text" in piece:
                words[f"{prefix}.{piece['id']}.text"] = piece["text"][lang]
    return words


class Azteco(Game):
    """The game of Azteco, for three to six."""

    name = "azteco"
    title = "Azteco"
    seats = range(3, 7)
    rules = 1
    options = AztecoOptions
    numbering = actions.NUMBERING
    words = Words(PACKAGE, {lang: _catalogue(lang) for lang in LANGUAGES})

    def start(self, seats: int, options: Options | None = None) -> AztecoPosition:
        chosen = options or AztecoOptions()
        assert isinstance(chosen, AztecoOptions)
        if chosen.first != "random" and int(chosen.first) >= seats:
            raise BadOption(f"option 'first' is a seat from 0 to {seats - 1}, not {chosen.first!r}")
        return AztecoPosition(seats, chosen)

    def parse(self, text: str) -> Action:
        return actions.parse(text)

    def load(self, data: Mapping[str, Any]) -> AztecoPosition:
        return load(data)

    def guess(self, view: Json, rng: Random) -> AztecoPosition:
        return load(complete(view, rng))

    def standing(self, view: Json) -> list[int]:
        """What each seat would score now, as far as the viewer can count it."""
        return self._worth(view, "total")

    def sources(self, view: Json, events: Sequence[Event]) -> dict[str, list[int]]:
        return {part: self._worth(view, part) for part in ("duo", "trio", "artefacts", "stones")}

    def _worth(self, view: Json, part: str) -> list[int]:
        known = [worth[part] for worth in view["worth"]]
        return known + [0] * (view["seats"] - len(known))  # before all have their character

    def picture(self, view: Json, paint: Paint = PLAIN, lang: str = "en") -> str:
        return picture(view, self.words, paint, lang)


AZTECO = Azteco()
AztecoPosition.game = AZTECO
