"""A table without a server: commands go in, the log grows, and every viewer's stream is written down."""

from __future__ import annotations

import json
from copy import copy
from dataclasses import replace
from random import Random
from typing import Any

import msgspec

from texcoco.store import Entry
from texcoco.tables.commands import create, decide, played
from texcoco.tables.fold import apply, concerns, rebuilt
from texcoco.tables.history import Viewer
from texcoco.tables.requests import AnyCommand, Decision, Refused, Who
from texcoco.tables.states import state_of
from texcoco.tables.table import Table

PEOPLE = [
    Who(letter * 64, name)
    for letter, name in (("a", "Ann"), ("b", "Bob"), ("c", "Cy"), ("d", "Di"), ("e", "Eve"), ("f", "Flo"))
]


class Party:
    """People at one table, each in a browser of their own; time stands still unless it is moved."""

    def __init__(
        self,
        game: str = "tiny",
        seats: int = 3,
        bots: int = 0,
        seed: int = 1,
        position: dict[str, Any] | None = None,
        **more: Any,
    ):
        """`position`: what the game starts from; None: its opening."""
        self.now = 1000.0
        self.rng = Random(seed)
        plan = [{"kind": "open"}] * (seats - bots) + [{"kind": "bot", "bot": "random"}] * bots
        self.log: list[Entry] = create("t", PEOPLE[0], {"game": game, "seats": plan, **more}, self.now, position)
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
        if do in ("play", "undo"):
            fields = {"step": self.table.position.step if self.table.position is not None else 0, **fields}
        if do == "remove":
            fields = {"name": next((seat.name for seat in self.table.seats[fields["seat"] :]), ""), **fields}
        command = msgspec.convert({"do": do, "id": f"c{self.count}", **fields}, AnyCommand)
        decision = decide(self.table, PEOPLE[person], command, self.now, self.rng)
        return self.table if decision is None else self._write(decision)

    def _write(self, decision: Decision) -> Table:
        entry = decision.entry(self.table, self.now)
        entry = replace(entry, payload=json.loads(json.dumps(entry.payload)))  # as the store gives it back
        self.log.append(entry)
        after = self.table.fork()
        apply(after, entry)
        self.table = after
        for viewer, stream in self.streams.items():
            if concerns(entry, viewer):
                stream.append(json.dumps(state_of(after, viewer)))
        return after

    def aside(self) -> Party:
        """The same party at the same moment, to be played on in another way."""
        other = copy(self)
        other.log, other.streams = list(self.log), {viewer: list(stream) for viewer, stream in self.streams.items()}
        return other

    def play(self, seat: int, *actions: str, **fields: Any) -> Table:
        """Actions of a seat, as one command."""
        return self.do(seat, "play", seat=seat, actions=list(actions), **fields)

    def refused(self, person: int, do: str, **fields: Any) -> str:
        """The code of the refusal; nothing has changed by it."""
        before = [json.dumps(state_of(self.table, viewer)) for viewer in self.streams]
        try:
            self.do(person, do, **fields)
        except Refused as refused:
            assert [json.dumps(state_of(self.table, viewer)) for viewer in self.streams] == before
            return refused.code
        raise AssertionError(f"{do} was not refused")

    def finish(self) -> Table:
        """Everybody plays at random to the end."""
        while self.table.status == "playing":
            assert self.table.position is not None
            seat = self.table.position.actors()[0]
            action = str(self.rng.choice(self.table.position.actions(seat)))
            if self.table.seats[seat].played_by_bot:
                self._write(played(self.table, seat, self.table.position.step, [action], self.rng))
            else:
                self.play(seat, action)
        return self.table


def proposing(clock: Any = None, seats: int = 3) -> Party:
    """Seat 0 may propose to remove a calpulli token: the second period of Mexica, where 13 fits nowhere any more."""
    party = Party("mexica", seats=seats, options={"first": "0"}, clock=clock, seed=2).start()
    rng = Random(3)
    while party.table.status == "playing":
        assert party.table.position is not None
        (seat,) = party.table.position.actors()
        actions = state_of(party.table, seat)["actions"]
        if (
            any(action.startswith("propose") for action in actions)
            and party.table.step is not None
            and party.table.step.moves
        ):
            return party
        actions = [action for action in actions if not action.startswith("propose")]
        wanted = [action for action in actions if action.split()[0] in ("found", "canal", "temple")]
        party.play(seat, rng.choice(wanted or actions))
    raise AssertionError("nobody could propose")
