"""Yucatán (Małgorzata Majkowska and Tomasz Z. Majkowski, 2008): raid villages for prisoners, and build a pyramid with them."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from texcoco.game import Action, BadOption, Game, Json, Options
from texcoco.games.yucatan import actions, deeds, picture, reading
from texcoco.games.yucatan.position import YucatanOptions, YucatanPosition
from texcoco.paint import PLAIN, Paint
from texcoco.words import Words


class Yucatan(Game):
    """The game; use `YUCATAN`."""

    name = "yucatan"
    title = "Yucatán"
    seats = range(2, 5)
    rules = 1
    options = YucatanOptions
    words = Words("texcoco.games.yucatan")

    def start(self, seats: int, options: Options | None = None) -> YucatanPosition:
        chosen = options if isinstance(options, YucatanOptions) else YucatanOptions()
        position = YucatanPosition(seats, chosen)
        if chosen.first != "random":
            if int(chosen.first) >= seats:
                raise BadOption(f"option 'first' names seat {chosen.first}; seats are 0 to {seats - 1}")
            deeds.begin(position, int(chosen.first))
        return position

    def parse(self, text: str) -> Action:
        return actions.parse(text)

    def load(self, data: Mapping[str, Any]) -> YucatanPosition:
        return reading.load(data, self.rules)

    def guess(self, view: Json, rng: Random) -> YucatanPosition:
        return reading.guess(view, rng, self.rules)

    def picture(self, view: Json, paint: Paint = PLAIN, lang: str = "en") -> str:
        return picture.picture(view, self.words, paint, lang)


YUCATAN = Yucatan()
YucatanPosition.game = YUCATAN
