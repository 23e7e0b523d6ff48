"""Mexica, by Wolfgang Kramer and Michael Kiesling: canals, districts and temples on an island of 1325."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from texcoco.game import Action, BadOption, Event, Game, Json, Options
from texcoco.games.mexica import actions, scoring
from texcoco.games.mexica.cost import RESOURCES
from texcoco.games.mexica.load import load
from texcoco.games.mexica.picture import picture
from texcoco.games.mexica.position import MexicaOptions, MexicaPosition
from texcoco.paint import PLAIN, Paint
from texcoco.words import Words

__all__ = ["MEXICA", "Mexica", "MexicaOptions", "MexicaPosition"]


class Mexica(Game):
    """The game of Mexica, for two to four."""

    name = "mexica"
    title = "Mexica"
    seats = range(2, 5)
    rules = 1
    options = MexicaOptions
    words = Words("texcoco.games.mexica")
    numbering = actions.NUMBERING
    resources = RESOURCES

    def start(self, seats: int, options: Options | None = None) -> MexicaPosition:
        assert options is None or isinstance(options, MexicaOptions)
        options = options or MexicaOptions()
        if options.first != "random" and int(options.first) >= seats:
            raise BadOption(f"option 'first' is a seat from 0 to {seats - 1}, not {options.first!r}")
        return MexicaPosition(seats, options)

    def parse(self, text: str) -> Action:
        return actions.parse(text)

    def load(self, data: Mapping[str, Any]) -> MexicaPosition:
        return load(data, self.rules)

    def guess(self, view: Json, rng: Random) -> MexicaPosition:
        """Nothing is hidden in Mexica, so the only possible guess is the position itself."""
        return self.load({name: value for name, value in view.items() if name not in ("seat", "districts")})

    def holdings(self, view: Json, seat: int) -> dict[str, int]:
        points = view["ap"] if view["phase"] == "turn" and view["turn"] == seat else 0
        return {"points": points, "tokens": view["tokens"][seat]}

    def standing(self, view: Json) -> list[int]:
        return list(view["score"])

    def sources(self, view: Json, events: Sequence[Event]) -> dict[str, list[int]]:
        return scoring.sources(view["score"], events)

    def picture(self, view: Json, paint: Paint = PLAIN, lang: str = "en") -> str:
        return picture(view, self.words, paint, lang)


MEXICA = Mexica()
MexicaPosition.game = MEXICA
