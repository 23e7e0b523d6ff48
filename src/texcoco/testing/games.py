"""Random games written down, and counts of reachable positions: for golden files."""

from __future__ import annotations

import json
from collections.abc import Mapping
from random import Random
from typing import Any

from texcoco.game import CHANCE, Game, Position, events_for, fingerprint
from texcoco.record import Record


def playthrough(game: Game, seats: int, seed: int, options: Mapping[str, Any] | None = None) -> str:
    """A random game with all that happened in it, line by line, to be kept as a golden file and diffed."""
    rng, lang = Random(seed), "en"
    record, position = Record.begin(game, seats, options)
    out: list[str] = [f"{game.name}, {seats} seats, seed {seed}, options {json.dumps(position.options.dump())}"]
    while actors := position.actors():
        seat = actors[0]
        count = len(position.actions(seat))
        action = position.draw(rng) if seat == CHANCE else position.pick(seat, rng)
        events = record.play(position, seat, action)
        who = "*" if seat == CHANCE else seat
        out.append(f"{who}: {action}  ({count} legal, step {position.step}) #{fingerprint(position)}")
        for event in events_for(None, events):
            out.append(f"    {game.say(lang, f'event.{event.key}', {'seat': event.seat, **event.values})}")
    outcome = position.outcome()
    assert outcome is not None
    out.append(f"scores {list(outcome.scores)}, ranks {list(outcome.ranks)}, {outcome.how}")
    out.append(position.text())
    return "\n".join(line.rstrip() for line in "\n".join(out).splitlines()) + "\n"


def reachable(position: Position, depth: int) -> tuple[int, int]:
    """How many sequences of `depth` actions there are for the seat to act, and how many positions they lead to."""
    sequences, frontier = 1, {position.key(): (position, 1)}
    for _ in range(depth):
        reached: dict[tuple[Any, ...], tuple[Position, int]] = {}
        sequences = 0
        for before, ways in frontier.values():
            for seat in before.actors()[:1]:
                for action in before.actions(seat):
                    after = before.copy()
                    after.apply(seat, action)
                    sequences += ways
                    key = after.key()
                    reached[key] = (after, ways + (reached[key][1] if key in reached else 0))
        frontier = reached
    return sequences, len(frontier)
