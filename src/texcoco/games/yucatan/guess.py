"""Deals anew what a seat cannot know, from nothing but its view.

`YucatanPosition.redeal` does the same for a whole position. Both end in `knowledge.Hidden.deal`, so that they draw
alike.
"""

from __future__ import annotations

from random import Random

from texcoco.game import Impossible, Json
from texcoco.games.bits import bits
from texcoco.games.yucatan import knowledge
from texcoco.games.yucatan.board import SPACE
from texcoco.games.yucatan.pieces import GUILD, GUILDS


def complete(view: Json, rng: Random) -> Json:
    """The view as the JSON of a position, with something that may be true for all that is hidden."""
    warriors: list[Json] = []
    for seat in range(view["seats"]):
        own: list[Json] = [warrior for warrior in view["warriors"] if warrior["seat"] == seat]
        shown = [(SPACE[warrior["at"]], GUILD[warrior["guild"]]) for warrior in own if warrior["shown"]]
        unknown = bits(SPACE[warrior["at"]] for warrior in own if warrior["guild"] == "?")
        limits = [
            (bits(SPACE[at] for at in limit["at"]), GUILD[limit["guild"]], limit["most"])
            for limit in view["limits"]
            if limit["seat"] == seat
        ]
        dealt: dict[int, int] = {}
        if unknown:
            known = knowledge.hidden(unknown, tuple(shown), tuple(limits))
            if not known.dealings:
                raise Impossible(f"there is no way to deal the guilds of seat {seat}")
            known.deal(rng, dealt)
        for warrior in own:
            whole = {name: value for name, value in warrior.items() if name != "may"}
            if warrior["guild"] == "?":
                whole["guild"] = GUILDS[dealt[SPACE[warrior["at"]]]]
            warriors.append(whole)
    return {**{name: value for name, value in view.items() if name not in ("seat", "reserves")}, "warriors": warriors}
