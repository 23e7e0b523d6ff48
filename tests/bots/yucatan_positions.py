"""Positions of Yucatán for the tests of its bots, and what a bot does in them."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from texcoco.bots import Clock, make
from texcoco.game import CHANCE, Event
from texcoco.games.yucatan import YUCATAN, YucatanPosition


def choice(
    name: str,
    p: YucatanPosition,
    seat: int = 0,
    seed: int = 1,
    seconds: float | None = None,
    events: Sequence[Event] = (),
) -> str:
    """What a bot plays here, after these events."""
    view = json.loads(json.dumps(p.view(seat)))
    action = make(name, YUCATAN).decide(seat, view, events, p.actions(seat), Clock(seconds), Random(seed))
    assert action in p.actions(seat)
    return str(action)


def position(**fields: Any) -> YucatanPosition:
    return YUCATAN.load({"seats": 2, "turn": 0, **fields})


def warrior(at: str, seat: int, guild: str = "jaguar", load: int = 0, shown: bool = False) -> Mapping[str, Any]:
    return {"at": at, "seat": seat, "guild": guild, "load": load, "shown": shown}


def middle_game(seats: int, seed: int, actions: int) -> YucatanPosition:
    """A position after so many actions of `2`."""
    rng, p, bot = Random(seed), YUCATAN.start(seats), make("2", YUCATAN)
    for _ in range(actions):
        seat = p.actors()[0]
        p.apply(
            seat,
            p.draw(rng) if seat == CHANCE else bot.decide(seat, p.view(seat), [], p.actions(seat), Clock(), rng),
        )
    return p
