"""Messages of the stream are put together of parts that are encoded once: they say exactly what a state says."""

from __future__ import annotations

import json
from random import Random
from types import SimpleNamespace
from typing import Any, cast

import msgspec
import pytest
from tables.party import Party

from texcoco.game import Action, Plan, Position
from texcoco.offer import offer
from texcoco.tables.encoding import dump_with_parts, encode, pieces
from texcoco.tables.fold import snapshot_of
from texcoco.tables.states import state_message, state_of
from texcoco.tables.table import Table

SOME = 12
"""The lines of the log that a client lacks, in every second state."""


def ungrouped(state: dict[str, Any]) -> dict[str, Any]:
    """A state with its actions one by one, as docs/api.md says how to read groups."""
    if "grouped" not in state:
        return state
    grouped = state.pop("grouped")
    return {**state, "actions": [begin + end for begin, ends in grouped for end in ends.split(";")]}


def check_messages(table: Table, since_end: int) -> None:
    for viewer in table.viewers:
        since = max(table.lines.get(viewer, 0) - since_end, 0)
        settled, message = state_message(table, viewer, since)
        said = json.loads(json.dumps(state_of(table, viewer, since)))
        assert msgspec.json.decode(message) == {"type": "state", "state": said}
        assert settled == said["settled"]
        _, shorter = state_message(table, viewer, since, grouped=True)
        assert ungrouped(msgspec.json.decode(shorter)["state"]) == said


@pytest.mark.parametrize(("game", "seats"), [("mexica", 3), ("yucatan", 4), ("azteco", 4), ("azteco", 6)])
def test_every_viewer_of_a_whole_game_is_sent_its_own_state(game: str, seats: int) -> None:
    party, rng = Party(game, seats=seats), Random(3)
    party.table.id = f"messages-{game}-{seats}"
    party.start()
    entry = 0
    while party.table.status == "playing":
        entry += 1
        party.now += 1.0
        table = party.table
        assert table.position is not None
        seat = rng.choice(table.position.actors())
        if rng.random() < 0.1 and table.can_undo(seat):
            party.do(seat, "undo", seat=seat)
        else:
            party.play(seat, rng.choice(state_of(table, seat)["actions"]))
        if rng.random() < 0.1:
            party.do(rng.randrange(seats), "chat", text=f"é {entry}")
        check_messages(party.table, SOME if entry % 2 else entry)
    check_messages(party.table, 1000)


@pytest.mark.parametrize("game", ["mexica", "yucatan", "azteco"])
def test_a_snapshot_of_encoded_dumps_is_the_same_as_one_of_the_whole_position(game: str) -> None:
    party, rng, compared = Party(game, seats=3).start(), Random(4), 0
    for _ in range(60):
        assert party.table.position is not None
        seat = rng.choice(party.table.position.actors())
        party.play(seat, rng.choice(state_of(party.table, seat)["actions"]))
        plain = snapshot_of(party.table)
        if plain is not None:
            assert msgspec.json.decode(encode(snapshot_of(party.table, dump_with_parts))) == json.loads(
                json.dumps(plain)
            )
            compared += 1
        if party.table.status == "over":
            break
    assert compared > 5


def test_objects_without_fields_leave_no_comma_behind() -> None:
    assert b"".join(pieces(b'{"a":1', b'{"b":[]}')) == b'{"a":1,"b":[]}'
    assert b"".join(pieces(b"{", b'{"b":[]}')) == b"".join(pieces(b'{"b":[]', b"{}")) == b'{"b":[]}'
    assert b"".join(pieces(b"{", b"{}")) == b"{}"


def test_actions_whose_notation_has_semicolons_come_one_by_one() -> None:
    actions = [Action("say a;b", "say"), Action("say c", "say"), Action("end", "end"), Action("pass", "pass")]

    class Talk:
        game = SimpleNamespace(resources=())

        def actions(self, seat: int) -> list[Action]:
            return actions[:count]

        def plans(self, seat: int) -> list[Plan]:
            return []

    for count in range(len(actions) + 1):
        state = ungrouped(offer(cast(Position, Talk()), 0, grouped=True))
        assert state["actions"] == [str(action) for action in actions[:count]]
