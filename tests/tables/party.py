"""A table without a server: commands go in, the log grows, and every viewer's stream is written down."""

from __future__ import annotations

import json
from copy import copy
from dataclasses import replace
from random import Random
from typing import Any

from texcoco.store import Entry
from texcoco.tables.commands import Command, Decision, Refused, Who, create, decide, played
from texcoco.tables.table import Table, Viewer, rebuilt

PEOPLE = [Who(letter * 64, name) for letter, name in (("a", "Ann"), ("b", "Bob"), ("c", "Cy"), ("d", "Di"), ("e", "Eve"), ("f", "Flo"))]


class Party:
    """People at one table, each in a browser of their own; time stands still unless it is moved."""

    def __init__(self, game: str = "tiny", seats: int = 3, bots: int = 0, seed: int = 1, **more: Any):
        self.now = 1000.0
        self.rng = Random(seed)
        plan = [{"kind": "open"}] * (seats - bots) + [{"kind": "bot", "bot": "random"}] * bots
        self.log: list[Entry] = create("t", PEOPLE[0], {"game": game, "seats": plan, **more}, self.now)
        self.table: Table = rebuilt("t", self.log)
        self.streams: dict[Viewer, list[str]] = {viewer: [] for viewer in (None, *range(seats))}
        self.count = 0
        for seat in range(seats - bots):
            self.do(seat, "sit", token=self.table.seats[seat].token)

    def start(self) -> Party:
        self.do(0, "start")
        return self

    def do(self, person: int, do: str, **fields: Any) -> Table:
        """A command by the person who sits, or wants to sit, on seat `person`. Raises `Refused`."""
        self.count += 1
        step = self.table.position.step if self.table.position is not None else None
        command = Command(do, fields.pop("id", f"c{self.count}"), **{"step": step, **fields})
        return self._write(decide(self.table, PEOPLE[person], command, self.now, self.rng))

    def _write(self, decision: Decision) -> Table:
        entry = decision.entry(self.table, self.now)
        entry = replace(entry, payload=json.loads(json.dumps(entry.payload)))  # as the store gives it back
        self.log.append(entry)
        after = self.table.fork()
        after.apply(entry)
        self.table = after
        for viewer, stream in self.streams.items():
            if after.concerns(entry, viewer):
                stream.append(json.dumps(after.state(viewer)))
        return after

    def aside(self) -> Party:
        """The same party at the same moment, to be played on in another way."""
        other = copy(self)
        other.log, other.streams = list(self.log), {viewer: list(stream) for viewer, stream in self.streams.items()}
        return other

    def play(self, seat: int, action: str, **fields: Any) -> Table:
        return self.do(seat, "play", seat=seat, action=action, **fields)

    def refused(self, person: int, do: str, **fields: Any) -> str:
        """The code of the refusal; nothing has changed by it."""
        before = [json.dumps(self.table.state(viewer)) for viewer in self.streams]
        try:
            self.do(person, do, **fields)
        except Refused as refused:
            assert [json.dumps(self.table.state(viewer)) for viewer in self.streams] == before
            return refused.code
        raise AssertionError(f"{do} was not refused")

    def finish(self) -> Table:
        """Everybody plays at random to the end."""
        while self.table.status == "playing":
            assert self.table.position is not None
            seat = self.table.position.actors()[0]
            action = str(self.rng.choice(self.table.position.actions(seat)))
            if self.table.seats[seat].played_by_bot:
                self._write(played(self.table, seat, self.table.position.step, action, self.rng))
            else:
                self.play(seat, action)
        return self.table
