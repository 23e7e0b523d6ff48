"""A table is its log: undo, sealed choices, clocks, leaving, and what everybody is shown."""

from __future__ import annotations

import json

import pytest
from party import PEOPLE, Party

from texcoco.record import Record
from texcoco.tables.cards import result_of
from texcoco.tables.commands import create, rematch, study
from texcoco.tables.fold import rebuilt, snapshot_of
from texcoco.tables.history import History
from texcoco.tables.states import state_of


def shown(party: Party, viewer: int | None) -> str:
    return json.dumps(state_of(party.table, viewer))


# --- sitting down and starting ---


def test_a_game_starts_once_and_when_no_seat_is_free() -> None:
    party = Party(seats=2)
    party.do(1, "stand", seat=1)
    assert party.refused(0, "start") == "seats-open"
    party.do(2, "sit", token=party.table.seats[1].token)
    party.do(0, "start")
    assert party.table.status == "playing"
    assert party.refused(0, "start") == "started"


# --- playing ---


def test_a_command_is_for_ones_own_seat_and_the_current_step() -> None:
    party = Party(seats=2).start()
    assert party.refused(1, "play", seat=0, actions=["bid 1"]) == "not-your-seat"
    assert party.refused(3, "play", seat=0, actions=["bid 1"]) == "not-your-seat"
    assert party.refused(0, "play", seat=0, actions=["bid 1"], step=0) == "stale"
    assert party.refused(0, "play", seat=0, actions=["rest"]) == "refused"
    assert party.refused(0, "play", seat=0, actions=["nonsense"]) == "refused"


def test_whatever_was_written_is_read_back_to_the_same_table() -> None:
    party = Party(seats=3).start()
    party.finish()
    again = rebuilt("t", party.log)
    assert [json.dumps(state_of(again, v)) for v in party.streams] == [shown(party, v) for v in party.streams]
    assert Record.parse(History.from_table(again).record(None)).replay().outcome() == party.table.outcome()


@pytest.mark.parametrize("game", ["tiny", "mexica", "azteco"])
def test_a_table_goes_on_from_any_snapshot_as_from_the_whole_log(game: str) -> None:
    party = Party(game, seats=3, clock={"minutes": 10, "increment": 7}).start()
    snapshots = []
    for _ in range(60):
        party.now += 3
        assert party.table.position is not None
        if party.table.status == "over":
            break
        seat = party.table.position.actors()[0]
        party.play(seat, party.rng.choice(state_of(party.table, seat)["actions"]))
        if party.table.can_undo(seat) and party.rng.random() < 0.3:
            party.do(seat, "undo", seat=seat)
        kept = snapshot_of(party.table)
        if kept is not None:
            snapshots.append((party.table.version, json.loads(json.dumps(kept))))
    assert len(snapshots) > 2
    for snapshot in snapshots:
        again = rebuilt("t", party.log, snapshot)
        assert [json.dumps(state_of(again, v)) for v in party.streams] == [shown(party, v) for v in party.streams]


# --- undo: the four nevers ---


def test_undo_takes_back_step_by_step_until_the_turn_is_ended() -> None:
    party = Party("mexica", seats=2, options={"first": "0"}).start()
    party.play(0, "start H6")
    party.play(1, "start G7")
    before = json.dumps(state_of(party.table, 0)["view"])
    party.play(0, "walk H5")
    party.play(0, "walk H4")
    party.do(0, "undo", seat=0)
    party.do(0, "undo", seat=0)
    assert json.dumps(state_of(party.table, 0)["view"]) == before
    assert party.refused(0, "undo", seat=0) == "no-undo"
    party.play(0, "end")
    assert party.refused(0, "undo", seat=0) == "no-undo"
    assert party.refused(1, "undo", seat=1) == "no-undo"
    undone = [line for line in state_of(party.table, 1)["log"] if line.get("undone")]
    assert [line["event"]["values"]["action"] for line in undone] == ["walk H5", "walk H4"]
    assert "walk" not in History.from_table(party.table).record(0)


def test_undo_never_crosses_chance_or_another_players_action() -> None:
    party = Party(seats=2, options={"rounds": 2}).start()
    party.play(0, "bid 2")
    party.play(1, "bid 1")  # all are shown: the step is closed
    assert party.refused(0, "undo", seat=0) == "no-undo"
    party.play(0, "rest")  # chance lays out the next prize
    assert party.refused(0, "undo", seat=0) == "no-undo"


# --- sealed choices (A46) ---


def test_A46_a_sealed_choice_can_be_changed_and_nobody_else_can_tell() -> None:
    party = Party(seats=3).start()
    party.play(0, "bid 2")
    others = {viewer: (shown(party, viewer), len(party.streams[viewer])) for viewer in (None, 1, 2)}
    party.do(0, "undo", seat=0)
    assert "bid 0" in state_of(party.table, 0)["actions"]
    assert party.refused(0, "undo", seat=0) == "no-undo"
    party.play(0, "bid 0")
    assert state_of(party.table, 0)["actions"] == []
    for viewer, (before, messages) in others.items():
        assert (shown(party, viewer), len(party.streams[viewer])) == (before, messages)
    assert state_of(party.table, 0)["view"]["bids"][0] == 0


def test_A46_what_was_sealed_first_is_shown_to_its_owner_until_another_choice_is_sealed() -> None:
    party = Party(seats=3).start()
    party.play(1, "bid 1")
    party.play(0, "bid 2")
    assert "sealed" not in state_of(party.table, 0)
    party.do(0, "undo", seat=0)
    stands = state_of(party.table, 0)["sealed"]
    assert (stands["key"], stands["seat"], stands["values"]["action"]) == ("bid", 0, "bid 2")
    for viewer in (None, 1, 2):
        assert "sealed" not in state_of(party.table, viewer)
    party.play(0, "bid 0")
    assert "sealed" not in state_of(party.table, 0)


def test_A46_who_reconsiders_too_long_is_held_to_the_first_choice() -> None:
    party = Party(seats=3).start()
    party.play(0, "bid 2")
    party.do(0, "undo", seat=0)
    assert state_of(party.table, 0)["sealed"]["values"]["action"] == "bid 2"
    party.play(1, "bid 1")
    party.play(2, "bid 0")
    bids = next(line for line in state_of(party.table, None)["log"] if line.get("event", {}).get("key") == "bids")
    assert bids["event"]["values"]["bids"] == [2, 1, 0]
    assert party.refused(0, "undo", seat=0) == "no-undo"


def test_A46_a_choice_can_be_changed_without_taking_it_back_first() -> None:
    party = Party(seats=2).start()
    party.play(1, "bid 3")
    party.play(1, "bid 1")
    party.play(0, "bid 2")
    assert party.table.position is not None
    assert state_of(party.table, 0)["view"]["coins"] == [2, 4]


# --- clocks ---


def test_the_clock_runs_for_those_that_the_game_waits_for() -> None:
    party = Party("mexica", seats=2, options={"first": "0"}, clock={"minutes": 1, "increment": 5}).start()
    party.now += 10
    party.play(0, "start H6")
    assert party.table.clocks.remaining(0, party.now) == 55
    assert party.table.clocks.remaining(1, party.now) == 60
    party.now += 61
    left = party.table.clocks.remaining(1, party.now)
    assert left is not None
    assert left < 0
    assert party.refused(1, "replace", seat=1) == "not-your-seat"  # only another player can ask for it
    party.do(0, "replace", seat=1)
    assert party.table.seats[1].bot is not None


def test_days_are_counted_anew_for_each_move() -> None:
    party = Party("mexica", seats=2, options={"first": "0"}, clock={"days": 2}).start()
    party.now += 86_400
    party.play(0, "start H6")
    party.play(1, "start G7")
    assert party.table.clocks.remaining(0, party.now) == 2 * 86_400


def test_no_time_is_gained_by_talking_or_by_taking_back() -> None:
    party = Party("mexica", seats=2, options={"first": "0"}, clock={"minutes": 1, "increment": 5}).start()
    party.play(0, "start H6")
    party.play(1, "start G7")
    left = party.table.clocks.remaining(0, party.now)
    assert left is not None
    for _ in range(5):
        party.do(1, "chat", text="hurry up")
        party.do(0, "chat", text="I think")
        party.play(0, "walk H5")
        party.do(0, "undo", seat=0)
        party.now += 2
    assert party.table.clocks.remaining(0, party.now) == left - 10


# --- leaving, coming back, resigning ---


def test_a_bot_takes_over_when_another_wishes_it_and_the_result_says_so() -> None:
    party = Party(seats=2).start()
    assert party.refused(1, "replace", seat=0) == "still-here"
    party.do(0, "leave", seat=0)
    party.do(1, "replace", seat=0)
    assert party.table.bots_to_move() == (0,)
    assert party.refused(0, "play", seat=0, actions=["bid 1"]) == "bot-plays"
    party.do(0, "back", seat=0)
    assert party.table.bots_to_move() == ()
    party.do(0, "leave", seat=0)
    party.do(1, "replace", seat=0)
    party.table.status = "over"
    result = result_of(party.table)
    assert result is not None
    assert result["by_bots"] == [0]


def test_the_last_who_has_not_resigned_wins() -> None:
    party = Party(seats=3).start()
    party.do(1, "resign", seat=1)
    assert party.table.status == "playing"
    assert party.refused(1, "back", seat=1) == "resigned"
    party.do(0, "resign", seat=0)
    assert party.table.status == "over"
    result = result_of(party.table)
    assert result is not None
    assert result["winners"] == [2]
    assert result["resigned"] == [0, 1]


def test_who_resigned_is_behind_all_others_whatever_a_bot_made_of_it() -> None:
    ends: set[bool] = set()
    for seed in range(10):
        party = Party(seats=3, bots=1, seed=seed).start()
        party.do(1, "resign", seat=1)
        result, outcome = result_of(party.finish()), party.table.outcome()
        assert result is not None
        assert outcome is not None
        assert result["ranks"][1] == 3
        assert 1 not in result["winners"]
        assert result["winners"]
        assert result["scores"] == list(outcome.scores)
        assert (result["ranks"][0] < result["ranks"][2]) == (outcome.ranks[0] < outcome.ranks[2])
        ends.add(outcome.ranks[1] == 1)
    assert ends == {False, True}, "its bot never won, or always"


def test_a_seat_that_a_bot_plays_for_is_offered_nothing() -> None:
    party = Party(seats=3).start()
    assert state_of(party.table, 1)["actions"]
    party.do(1, "resign", seat=1)
    assert state_of(party.table, 1)["actions"] == []
    assert state_of(party.table, 0)["actions"]


# --- talking, records, another game ---


def test_chat_is_for_those_who_sit_there_and_is_kept_as_it_was_said() -> None:
    party = Party(seats=2).start()
    party.do(1, "chat", text="  <b>hello</b>\n there ")
    said = state_of(party.table, None)["log"][-1]
    assert (said["note"], said["text"], said["name"]) == ("chatted", "<b>hello</b> there", "Bob")
    assert party.refused(1, "chat", text="x" * 501) == "bad-chat"
    assert party.refused(1, "chat", text=" ") == "bad-chat"
    assert party.refused(3, "chat", text="hi") == "not-your-seat"


def test_the_record_of_a_running_game_holds_what_its_reader_was_told() -> None:
    party = Party(seats=2).start()
    party.play(0, "bid 2")
    assert "0: bid 2" in History.from_table(party.table).record(0)
    assert "0: bid ?" in History.from_table(party.table).record(1)
    assert "0: bid ?" in History.from_table(party.table).record(None)
    cards = [state_of(party.table, seat)["view"]["cards"][seat] for seat in (0, 1)]
    assert f"*: deal {cards[0]}" in History.from_table(party.table).record(0)
    assert f"*: deal {cards[1]}" not in History.from_table(party.table).record(0)


def test_a_finished_game_can_be_studied_and_played_again_with_the_seats_turned() -> None:
    party = Party(seats=3).start()
    party.finish()
    studied = rebuilt("s", study("s", PEOPLE[3], History.from_table(party.table).record(None), 0.0))
    assert studied.status == "over"
    assert studied.outcome() == party.table.outcome()
    again = rebuilt("r", rematch(party.table, "r", PEOPLE[0], 0.0, party.rng))
    assert [seat.name for seat in again.seats] == ["Bob", "Cy", "Ann"]
    assert again.status == "open"


def test_against_bots_another_game_starts_at_once() -> None:
    party = Party(seats=3, bots=2).start()
    party.finish()
    again = rebuilt("r", rematch(party.table, "r", PEOPLE[0], 0.0, party.rng))
    assert [seat.kind for seat in again.seats] == ["bot", "bot", "person"]
    assert again.status == "playing"


def test_a_bot_is_a_bot_in_a_study_of_its_game_too() -> None:
    party = Party(seats=3, bots=1).start()
    party.finish()
    studied = rebuilt("s", study("s", PEOPLE[3], History.from_table(party.table).record(None), 0.0))
    assert [(seat.kind, seat.name, seat.bot) for seat in studied.seats] == [
        ("person", "Ann", None), ("person", "Bob", None), ("bot", "", "random"),
    ]  # fmt: skip
    stranger = (
        History.from_table(studied).record(None).replace("bot random", "bot abc")
    )  # not one of ours: somebody may well be called that
    assert rebuilt("s", study("s", PEOPLE[3], stranger, 0.0)).seats[2].name == "bot abc"


def test_of_several_at_one_screen_only_the_first_has_the_openers_name() -> None:
    def names(*given: str | None) -> list[str]:
        plan = [{"kind": "me"} if name is None else {"kind": "me", "name": name} for name in given]
        return [seat.name for seat in rebuilt("t", create("t", PEOPLE[0], {"game": "tiny", "seats": plan}, 0.0)).seats]

    assert names(None, "") == ["Ann", ""]
    assert names(None, None, "Cy") == ["Ann", "", "Cy"]
    assert names("Cy", "") == ["Cy", "Ann"]


def test_who_gave_no_name_has_none_in_the_record() -> None:
    plan = [{"kind": "me", "name": "Cy"}, {"kind": "me"}, {"kind": "me"}]
    record = History.from_table(rebuilt("t", create("t", PEOPLE[0], {"game": "tiny", "seats": plan}, 0.0))).record(None)
    assert ["[Seat" in line for line in record.splitlines()].count(True) == 2 + 1  # Seats, and two of them
    older = record.replace("[Seats", '[Seat2 "seat 2"]\n[Seats')  # as release 0.1 wrote it
    for text in (record, older):
        assert [seat.name for seat in rebuilt("s", study("s", PEOPLE[3], text, 0.0)).seats] == ["Cy", "Ann", ""]
