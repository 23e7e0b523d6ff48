"""Yucatán (Małgorzata Majkowska and Tomasz Z. Majkowski, 2008): raid villages for prisoners, and build a pyramid with them."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from texcoco.game import Action, BadOption, Game, Json, Options
from texcoco.games.yucatan import actions, deeds
from texcoco.games.yucatan.load import guess, load
from texcoco.games.yucatan.picture import picture
from texcoco.games.yucatan.position import YucatanOptions, YucatanPosition
from texcoco.paint import PLAIN, Paint
from texcoco.words import Words

__all__ = ["YUCATAN", "Yucatan", "YucatanOptions", "YucatanPosition"]


class Yucatan(Game):
    """The game; use `YUCATAN`."""

    name = "yucatan"
    title = "Yucatán"
    seats = range(2, 5)
    rules = 1
    options = YucatanOptions
    words = Words("texcoco.games.yucatan")

    def start(self, seats: int, options: Options | None = None) -> YucatanPosition:
        assert options is None or isinstance(options, YucatanOptions)
        options = options or YucatanOptions()
        position = YucatanPosition(seats, options)
        if options.first != "random":
            if int(options.first) >= seats:
                raise BadOption(f"option 'first' is a seat from 0 to {seats - 1}, not {options.first!r}")
            deeds.begin(position, int(options.first))
        return position

    def parse(self, text: str) -> Action:
        return actions.parse(text)

    def load(self, data: Mapping[str, Any]) -> YucatanPosition:
        return load(data, self.rules)

    def guess(self, view: Json, rng: Random) -> YucatanPosition:
        return guess(view, rng, self.rules)

    def picture(self, view: Json, paint: Paint = PLAIN, lang: str = "en") -> str:
        return picture(view, self.words, paint, lang)


YUCATAN = Yucatan()
YucatanPosition.game = YUCATAN
