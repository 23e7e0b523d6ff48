"""A command may play several actions: all of them or none, as one entry of the log that is taken back as one."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest
from crowd import some_actions, states
from looking import every
from party import PEOPLE, Party, proposing

from texcoco.store import Entry
from texcoco.tables.commands import carried_out
from texcoco.tables.fold import rebuilt, snapshot_of
from texcoco.tables.history import History
from texcoco.tables.requests import ACTIONS, Play, Refused
from texcoco.tables.states import state_of
from texcoco.tables.table import Table

TURN = ("walk H5", "canal K5 K6", "walk H4")


def mexica() -> Party:
    """Seat 0 begins its first turn at H6."""
    party = Party("mexica", seats=3, options={"first": "0"}).start()
    for seat, space in enumerate(("H6", "G7", "I7")):
        party.play(seat, f"start {space}")
    return party


def shown(table: Table) -> list[list[Any]]:
    """What all viewers are shown of the game, whatever number of commands led there."""
    kept = ("view", "actions", "step", "actors", "log", "lines", "undo")
    return [[state_of(table, viewer).get(name) for name in kept] for viewer in table.viewers]


def test_actions_of_one_command_are_one_entry_and_lead_where_single_ones_lead() -> None:
    party, single = mexica(), mexica()
    before = party.table
    party.play(0, *TURN)
    for action in TURN:
        single.play(0, action)
    assert party.table.version == before.version + 1
    assert party.table.counts == {viewer: count + 1 for viewer, count in before.counts.items()}
    assert shown(party.table) == shown(single.table)
    assert History.from_table(party.table).record(0) == History.from_table(single.table).record(0)
    assert every(party.table, 0) == every(single.table, 0), "looking back goes action by action"
    assert states(rebuilt("t", party.log)) == states(party.table)


@pytest.mark.parametrize("wrong", ["walk A1", "nonsense"])
def test_one_refused_action_refuses_them_all(wrong: str) -> None:
    party = mexica()
    before = states(party.table)
    with pytest.raises(Refused) as refused:
        party.play(0, "walk H5", wrong, "walk H4")
    assert refused.value.code == "refused"
    assert refused.value.values["values"]["index"] == 1
    assert refused.value.values["rule"]
    assert states(party.table) == before


def test_all_actions_belong_to_the_step_that_is_cited() -> None:
    party = mexica()
    before = states(party.table)
    with pytest.raises(Refused) as refused:
        party.play(0, "walk H5", "end", "walk H4")
    assert (refused.value.code, refused.value.values) == ("step-over", {"index": 2})
    assert states(party.table) == before
    party.play(0, "walk H5", "end")  # the last one may end it
    assert party.table.position is not None
    assert party.table.position.actors() == (1,)


def test_a_sealed_choice_is_one_action() -> None:
    party = Party(seats=3).start()
    assert party.refused(0, "play", seat=0, actions=["bid 1", "bid 2"]) == "refused"
    party.play(0, "bid 1")
    assert party.refused(0, "play", seat=0, actions=["bid 2", "bid 1"]) == "refused"
    party.play(0, "bid 2")
    party.play(1, "bid 0")
    # Seat 2 chooses last: what the others have chosen is revealed then, and a list that goes on is refused before that.
    with pytest.raises(Refused) as refused:
        party.play(2, "bid 0", "bid 1")
    assert (refused.value.code, refused.value.values) == ("step-over", {"index": 1})


def test_undo_takes_back_what_one_command_played() -> None:
    party = mexica()
    party.play(0, "canal K5 K6")
    before, moments = shown(party.table), party.table.moments
    party.play(0, "walk H5", "walk H4")
    assert party.table.moments == moments + 2
    party.do(0, "undo", seat=0)
    log = state_of(party.table, None)["log"]
    assert [line["event"]["values"]["action"] for line in log if line.get("undone")] == ["walk H5", "walk H4"]
    assert (log[-1]["note"], party.table.moments) == ("undone", moments)
    for now, then in zip(shown(party.table), before, strict=True):
        assert now[:4] == then[:4]
    assert party.table.used[0].extras == 2, "as many as were taken back one by one"
    party.do(0, "undo", seat=0)  # and on with the command before it
    assert party.refused(0, "undo", seat=0) == "no-undo"
    assert states(rebuilt("t", party.log)) == states(party.table)


def test_a_question_is_withdrawn_with_all_that_its_command_played() -> None:
    party = proposing()
    assert party.table.position is not None
    (seat,) = party.table.position.actors()
    views = [party.table.position.view(viewer) for viewer in party.table.viewers]
    moves, moments = list(party.table.moves), party.table.moments
    step = party.table.position.step
    walk = next(
        action
        for action in map(str, party.table.position.actions(seat))
        if action.startswith("walk") and _then_proposes(party.table, seat, action)
    )
    after = party.table.position.copy()
    after.play(seat, party.table.game.parse(walk))
    propose = next(str(action) for action in after.actions(seat) if str(action).startswith("propose"))
    party.play(seat, walk, propose)
    assert party.table.position.step != step
    party.do(seat, "undo", seat=seat)
    assert [party.table.position.view(viewer) for viewer in party.table.viewers] == views
    assert [row[:2] for row in party.table.moves] == [row[:2] for row in moves]
    assert party.table.moments == moments
    assert states(rebuilt("t", party.log)) == states(party.table)
    party.play(seat, walk, propose)
    party.play(party.table.position.actors()[0], "agree")
    assert states(rebuilt("t", party.log)) == states(party.table)


def _then_proposes(table: Table, seat: int, action: str) -> bool:
    assert table.position is not None
    after = table.position.copy()
    after.play(seat, table.game.parse(action))
    return any(str(action).startswith("propose") for action in after.actions(seat))


def test_a_command_sent_again_is_the_same_only_with_the_same_actions() -> None:
    party = mexica()
    assert party.table.position is not None
    step = party.table.position.step
    party.play(0, "walk H5", "walk H4", id="one")
    who = PEOPLE[0]
    assert carried_out(party.table, who, Play("one", seat=0, step=step, actions=["walk H5", "walk H4"]))
    for others in (["walk H5"], ["walk H4", "walk H5"], ["walk H5 walk H4"]):
        with pytest.raises(Refused, match="another command"):
            carried_out(party.table, who, Play("one", seat=0, step=step, actions=others))


def test_a_list_has_an_end() -> None:
    party = mexica()
    with pytest.raises(ValueError, match="length"):
        party.play(0, *["walk H5"] * (ACTIONS + 1))
    with pytest.raises(ValueError, match="length"):
        party.play(0)


def test_logs_in_which_every_entry_holds_one_action_are_read_as_before() -> None:
    """An `undone` of before lists of actions names the one that it takes back."""
    party = mexica()
    for action in TURN:
        party.play(0, action)
    party.do(0, "undo", seat=0)
    party.do(0, "undo", seat=0)
    old = [
        Entry(entry.version, entry.kind, entry.seat, {**entry.payload, "action": entry.payload["actions"][0]}, entry.at)
        if entry.kind == "undone"
        else entry
        for entry in party.log
    ]
    for entry in old:
        if entry.kind == "undone":
            del entry.payload["actions"]
    assert states(rebuilt("t", old)) == states(party.table)


def test_whole_games_of_lists_are_the_same_from_log_and_snapshot() -> None:
    party, rng, snapshots = mexica(), Random(7), []
    while party.table.status == "playing":
        assert party.table.position is not None
        (seat,) = party.table.position.actors()
        party.play(seat, *some_actions(party.table.position, seat, rng))
        if party.table.can_undo(seat) and rng.random() < 0.3:
            party.do(seat, "undo", seat=seat)
        kept = snapshot_of(party.table)
        if kept is not None:
            snapshots.append((party.table.version, json.loads(json.dumps(kept))))
    for snapshot in rng.sample(snapshots, 3):
        assert states(rebuilt("t", party.log, snapshot)) == states(party.table)
    assert states(rebuilt("t", party.log)) == states(party.table)
