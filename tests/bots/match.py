"""A game between bots, for the tests of each game's bots."""

from __future__ import annotations

import json
from collections.abc import Sequence
from random import Random

from texcoco.bots import Bot, Clock
from texcoco.game import CHANCE, Event, Game, Position


def play(game: Game, players: Sequence[Bot], seed: int, **options: object) -> Position:
    """A whole game, each bot given only what its seat may know; who choose at the same time do so in any order."""
    rng, position = Random(seed), game.start(len(players), game.options.read(options))
    logs: list[list[Event]] = [[] for _ in players]
    while actors := position.actors():
        seat = rng.choice(actors)
        if seat == CHANCE:
            action = position.draw(rng)
        else:
            view = json.loads(json.dumps(position.view(seat)))
            action = players[seat].decide(seat, view, logs[seat], position.actions(seat), Clock(), rng)
        for event in position.play(seat, action):
            for watcher, log in enumerate(logs):
                told = event.to(watcher)
                if told is not None:
                    log.append(told)
    return position
