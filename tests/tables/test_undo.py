"""Undo never changes whose turn it is, makes nobody do anything again, and crosses neither what was shown nor
chance."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest
from crowd import states, whole_log
from party import Party, proposing

from texcoco.record import Record
from texcoco.tables.fold import rebuilt, snapshot_of
from texcoco.tables.history import History
from texcoco.tables.states import log_lines, state_of
from texcoco.tables.table import Table
from texcoco.undo import reveals


@pytest.fixture(scope="module")
def before_a_proposal() -> Party:
    return proposing(clock={"minutes": 60, "increment": 10})


def propose(party: Party) -> tuple[int, str]:
    assert party.table.position is not None
    (seat,) = party.table.position.actors()
    action = next(action for action in state_of(party.table, seat)["actions"] if action.startswith("propose"))
    party.play(seat, action)
    return seat, action


def test_M_UNDO_a_proposal_that_nobody_has_answered_can_be_withdrawn(before_a_proposal: Party) -> None:
    party = before_a_proposal.aside()
    views = [party.table.position.view(viewer) for viewer in party.table.viewers] if party.table.position else []
    seat, action = propose(party)
    assert state_of(party.table, seat)["undo"]
    assert not any(state_of(party.table, other)["undo"] for other in range(3) if other != seat)
    party.do(seat, "undo", seat=seat)
    assert party.table.position is not None
    assert [party.table.position.view(viewer) for viewer in party.table.viewers] == views
    assert state_of(party.table, None)["log"][-2]["undone"]
    assert action not in History.from_table(party.table).record(seat)
    party.do(seat, "undo", seat=seat)  # and on with what was done before it in this turn
    assert states(rebuilt("t", party.log)) == states(party.table)


def test_M_UNDO_an_answered_proposal_stays_made_and_so_does_all_before_it(before_a_proposal: Party) -> None:
    party = before_a_proposal.aside()
    seat, _ = propose(party)
    assert party.table.position is not None
    (asked,) = party.table.position.actors()
    party.play(asked, "refuse")
    assert party.refused(seat, "undo", seat=seat) == "no-undo"
    assert party.refused(asked, "undo", seat=asked) == "no-undo"


def test_an_answer_on_its_way_is_not_taken_for_one_to_the_next_question(before_a_proposal: Party) -> None:
    party = before_a_proposal.aside()
    seat, action = propose(party)
    assert party.table.position is not None
    (asked,) = party.table.position.actors()
    step = party.table.position.step
    party.do(seat, "undo", seat=seat)
    party.play(seat, action)
    assert party.refused(asked, "play", seat=asked, actions=["agree"], step=step) == "stale"
    party.play(asked, "agree")


def test_who_withdraws_a_question_has_spent_the_time_and_gains_none(before_a_proposal: Party) -> None:
    party = before_a_proposal.aside()
    assert party.table.position is not None
    (seat,) = party.table.position.actors()
    left = [party.table.clocks.remaining(n, party.now) for n in range(3)]
    for _ in range(3):
        propose(party)
        party.now += 5
        party.do(seat, "undo", seat=seat)
    after = [party.table.clocks.remaining(n, party.now) for n in range(3)]
    assert after == [(left[n] or 0) - 15 * (n == seat) for n in range(3)]


def test_a_game_with_withdrawn_questions_is_the_same_from_log_and_snapshot_and_its_record_replays(
    before_a_proposal: Party,
) -> None:
    party = before_a_proposal.aside()
    rng, snapshots, withdrawn = Random(5), [], 0
    while party.table.status == "playing":
        assert party.table.position is not None
        seat = party.table.position.actors()[0]
        actions = state_of(party.table, seat)["actions"]
        party.play(seat, next((action for action in actions if action.startswith("propose")), rng.choice(actions)))
        if (
            party.table.position.actors()
            and party.table.step is not None
            and party.table.step.asked is not None
            and withdrawn < 6
        ):
            party.do(seat, "undo", seat=seat)
            withdrawn += 1
            actions = [action for action in state_of(party.table, seat)["actions"] if not action.startswith("propose")]
            party.play(seat, rng.choice(actions))
        kept = snapshot_of(party.table)
        if kept is not None:
            snapshots.append((party.table.version, json.loads(json.dumps(kept))))
    assert withdrawn > 2
    assert len(snapshots) > 3
    for snapshot in rng.sample(snapshots, 4):
        assert states(rebuilt("t", party.log, snapshot)) == states(party.table)
    record = Record.parse(History.from_table(party.table).record(None))
    assert record.text() == History.from_table(party.table).record(
        None
    )  # the turn is one line again, as if nothing had been asked
    assert record.replay().outcome() == party.table.outcome()


class Reader:
    """A client that asks only for the lines of the log that may be new to it."""

    def __init__(self) -> None:
        self.lines, self.settled = list[Any](), 0

    def read(self, table: Table, viewer: int | None) -> None:
        state = state_of(table, viewer, self.settled)
        missing = log_lines(table, viewer, self.settled, state["lines"] - len(state["log"]))
        self.lines[self.settled :], self.settled = missing + state["log"], state["settled"]
        assert json.dumps(self.lines) == json.dumps(whole_log(table, viewer))
        assert len(self.lines) == state["lines"] >= self.settled


def test_who_asks_for_what_may_be_new_has_the_whole_log(before_a_proposal: Party) -> None:
    """Also of what was taken back: a question, and then what its asker had done before it."""
    party = before_a_proposal.aside()
    readers = {viewer: Reader() for viewer in party.table.viewers}

    def read() -> None:
        for viewer, reader in readers.items():
            reader.read(party.table, viewer)

    read()
    seat, _ = propose(party)
    read()
    while party.table.can_undo(seat):
        party.do(seat, "undo", seat=seat)
        read()
    assert party.table.step is not None
    assert not party.table.step.moves
    party.do(seat, "chat", text="let me see")
    read()


def test_who_asks_for_what_may_be_new_hears_of_its_own_choice_sealed_anew() -> None:
    party = Party(seats=3).start()
    readers = {viewer: Reader() for viewer in party.table.viewers}
    for seat, action in ((0, "bid 1"), (1, "bid 2"), (0, None), (0, "bid 3"), (2, "bid 0")):
        if action is None:
            party.do(seat, "undo", seat=seat)
        else:
            party.play(seat, action)
        party.do(1, "chat", text="hm")
        for viewer, reader in readers.items():
            reader.read(party.table, viewer)


def test_a_challenge_can_be_withdrawn_and_its_showdown_cannot() -> None:
    party = Party(seats=2).start()
    party.play(0, "bid 2")
    party.play(1, "bid 1")
    party.play(0, "challenge 1")
    party.do(0, "undo", seat=0)
    party.play(0, "challenge 1")
    party.play(1, "show")
    for seat in (0, 1):
        assert party.refused(seat, "undo", seat=seat) == "no-undo"


@pytest.mark.parametrize(("name", "seats"), [("tiny", 3), ("mexica", 3), ("yucatan", 3), ("azteco", 4)])
def test_whatever_can_be_taken_back_has_shown_nothing_and_was_not_chance(name: str, seats: int) -> None:
    """For every move of a few random games: where undo is offered, nobody had learnt anything from what would be taken
    back.
    """
    offered = refused = 0
    for seed in range({"tiny": 20, "mexica": 1, "yucatan": 2}.get(name, 5)):
        party, rng = Party(name, seats=seats, seed=seed).start(), Random(seed)
        while party.table.status == "playing":
            before = party.table.position
            assert before is not None
            seat = rng.choice(before.actors())
            action = before.pick(seat, rng)
            turn = before.view(None).get("turn")
            party.play(seat, str(action))
            after = party.table
            if after.status != "playing":
                break
            assert after.position is not None
            can = [other for other in range(seats) if after.can_undo(other)]
            if (
                len(before.actors()) > 1
            ):  # sealed: who has chosen may choose again while another is missing, and nobody hears of it
                assert set(can) == (
                    {other for other in range(seats) if after.sealed(other)}
                    if after.step and after.step.moves
                    else set()
                )
                continue
            assert can in ([], [seat])
            if can:
                offered += 1
                assert next(reversed(after.moves))[0] == seat, "undo would cross chance"
                if after.position.view(None).get("turn") is not None:
                    assert after.position.view(None)["turn"] == turn, "undo would change whose turn it is"
                if name != "mexica" or offered % 10 == 0:
                    assert not reveals(before, seat, action)
            elif rng.random() < (0.1 if name == "mexica" else 0.4) and reveals(before, seat, action):
                refused += 1
    assert offered > 0 or name == "azteco"
    assert (refused > 0) == (name != "mexica")
