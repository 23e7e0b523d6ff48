"""Yucatán (Małgorzata Majkowska and Tomasz Z. Majkowski, 2008): raid villages for prisoners, and build a pyramid with
them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from texcoco.game import Action, BadOption, Event, Game, Json, Options
from texcoco.games.yucatan import actions, transitions
from texcoco.games.yucatan.guess import complete
from texcoco.games.yucatan.load import load
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
    numbering = actions.NUMBERING

    def start(self, seats: int, options: Options | None = None) -> YucatanPosition:
        assert options is None or isinstance(options, YucatanOptions)
        options = options or YucatanOptions()
        position = YucatanPosition(seats, options)
        if options.first != "random":
            if int(options.first) >= seats:
                raise BadOption(f"option 'first' is a seat from 0 to {seats - 1}, not {options.first!r}")
            transitions.begin(position, int(options.first))
        return position

    def parse(self, text: str) -> Action:
        return actions.parse(text)

    def load(self, data: Mapping[str, Any]) -> YucatanPosition:
        return load(data, self.rules)

    def guess(self, view: Json, rng: Random) -> YucatanPosition:
        return load(complete(view, rng), self.rules)

    def standing(self, view: Json) -> list[int]:
        return list(view["levels"])

    def sources(self, view: Json, events: Sequence[Event]) -> dict[str, list[int]]:
        """How many prisoners each seat took, and how; how many came to its city and were taken from there; and what it
        built of them."""
        found = {name: [0] * view["seats"] for name in ("raided", "fought", "stolen", "delivered", "robbed", "levels")}
        kinds = {"raid": "raided", "take": "fought", "steal": "stolen", "deliver": "delivered"}
        for event in events:
            if event.key in kinds:
                found[kinds[event.key]][event.seat] += event.values["n"]
            if event.key == "steal":
                found["robbed"][event.values["owner"]] += event.values["n"]
        return {**found, "levels": list(view["levels"])}

    def picture(self, view: Json, paint: Paint = PLAIN, lang: str = "en") -> str:
        return picture(view, self.words, paint, lang)


YUCATAN = Yucatan()
YucatanPosition.game = YUCATAN
