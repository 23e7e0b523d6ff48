"""A table whose game starts from a position is built again from its log, with and without a snapshot, as it was."""

from __future__ import annotations

import json
from random import Random

import pytest
from fuzzing import random_game
from party import Party

from texcoco.games import find
from texcoco.tables.cards import card_of
from texcoco.tables.fold import rebuilt, snapshot_of
from texcoco.tables.states import state_of


@pytest.mark.parametrize("name", ["mexica", "yucatan", "azteco"])
def test_the_log_leads_to_the_same_table(name: str) -> None:
    rng = Random(name)
    positions = [position.copy() for _, position in random_game(find(name), 3, rng)]
    start = positions[len(positions) // 2].dump()
    party = Party(name, 3, position=start)
    assert rebuilt("t", party.log).start == start
    party.start()
    snapshot = None
    for _ in range(12):
        assert party.table.position is not None
        if not party.table.position.actors():
            break
        seat = rng.choice(party.table.position.actors())
        party.play(seat, str(party.table.position.pick(seat, rng)))
        position = snapshot_of(party.table)
        if position is not None:
            snapshot = party.table.version, json.loads(json.dumps(position))
    assert snapshot is not None
    for again in (rebuilt("t", party.log), rebuilt("t", party.log, snapshot)):
        for viewer in party.table.viewers:
            assert state_of(again, viewer) == state_of(party.table, viewer)
        assert card_of(again) == card_of(party.table)
        assert again.opening().dump() == start
