"""Chapter 3: turns, rounds, the two periods and how each ends."""

from __future__ import annotations

import pytest

from texcoco.record import Record

from .scene import allowed, begin, legal, play, refused, scene, spread_temples

NINE = "B3 C3 D3 E3 F3 B4 C4 D4 E4"
EIGHTEEN = f"{NINE} B5 C5 D5 E5 B6 C6 D6 E6 B7"


def test_a_turn_has_six_action_points_and_what_is_not_used_is_lost() -> None:
    """M-AP, M-TURN: only `end` ends a turn."""
    position = scene()
    play(position, "walk H5")
    assert position.dump()["ap"] == 5
    play(position, "end", "end", "end")
    assert (position.actors(), position.dump()["ap"]) == ((0,), 6)


def test_actions_are_taken_in_any_order_and_as_often_as_one_can_pay() -> None:
    position = scene()
    play(position, "walk H5", "canal B3 B4", "walk H4", "temple H3 1", "canal C3", "take")
    assert position.dump()["ap"] == 0


def test_a_turn_without_points_goes_on_until_it_is_ended() -> None:
    """M-TURN: `end` is always legal for the player to move, and with no points left nothing else that costs any."""
    position = scene(ap=0)
    assert position.actors() == (0,)
    assert legal(position) == {"end"}
    assert allowed(scene(ap=6), "end")
    assert refused(scene(), "end", seat=1).rule == "M-TURN"


@pytest.mark.parametrize(("seats", "first"), [(2, 1), (3, 0), (3, 2), (4, 1)])
def test_turns_go_clockwise_and_a_round_ends_before_the_first_player(seats: int, first: int) -> None:
    position = scene(seats=seats, first=first, turn=first)
    order: list[int] = []
    for _ in range(seats):
        order += position.actors()
        assert position.dump()["round"] == 2
        play(position, "end")
    assert order == [(first + i) % seats for i in range(seats)]
    assert (position.dump()["round"], position.actors()) == (3, (first,))


# --- the end of a period (M-END) ---


@pytest.mark.parametrize("who", [0, 1, 2])
def test_a_period_ends_once_the_display_is_empty_and_anybody_has_built_everything(who: int) -> None:
    """M-END: at the end of that round, after everyone has had the same number of turns."""
    position = scene(display=(), more=spread_temples(who, 1, NINE))
    play(position, "end", "end")
    assert position.dump()["period"] == 1
    told = play(position, "end")
    assert [event["how"] for event in told if event["key"] == "period_end"] == ["complete"]
    assert position.dump()["period"] == 2


def test_the_display_alone_does_not_end_a_period() -> None:
    """M-END."""
    position = scene(display=())
    play(position, "end", "end", "end")
    assert (position.dump()["period"], position.dump()["round"]) == (1, 3)


def test_temples_alone_do_not_end_a_period() -> None:
    """M-END."""
    position = scene(display=(3,), more=spread_temples(0, 1, NINE))
    play(position, "end", "end", "end")
    assert (position.dump()["period"], position.dump()["round"]) == (1, 3)


def test_when_the_first_player_meets_the_conditions_all_others_still_have_their_turn() -> None:
    """M-END: with seat 1 first, seat 0 is the last of the round."""
    east_tip = """
            R  S  T  U
        6   .  ~  .  .
        7   .  =  B  .
        8   .  =  .  .
        9   .  =  .  ~
    """
    position = scene(east_tip, display=(7,), more=spread_temples(1, 1, NINE), first=1, turn=1)
    play(position, "found T8", "end")
    for seat in (2, 0):
        assert (position.actors(), position.dump()["period"]) == ((seat,), 1)
        play(position, "take", "end")
    assert (position.dump()["period"], position.actors()) == (2, (1,))


# --- the second period (M-PER2) ---


def test_the_second_period_begins_with_nine_more_temples_besides_those_that_are_left() -> None:
    """M-PER2."""
    position = scene(display=(), more={**spread_temples(0, 1, NINE), "J3": "b1", "K3": "b4"})
    play(position, "end", "end", "end")
    nine = {"1": 3, "2": 2, "3": 2, "4": 2}
    assert position.dump()["hands"] == [nine, {"1": 5, "2": 5, "3": 4, "4": 2}, {"1": 6, "2": 5, "3": 4, "4": 3}]


def test_the_seven_other_tokens_are_displayed_and_everything_else_stays_where_it_is() -> None:
    """M-PER2: pawns, canals, bridges, temples, founded tokens, action tokens and scores are kept; the first player
    starts.
    """
    position = scene(
        """
            R  S  T  U
        6   .  ~  .  .
        7   .  A- #7 .
        8   .  =  b2 .
        9   .  =  .  ~
        """,
        display=(), more=spread_temples(2, 1, NINE), tokens=[2, 0, 3], score=[4, 0, 9], turn=2,
    )  # fmt: skip
    before = position.dump()
    told = play(position, "end")
    after = position.dump()
    for kept in ("canals", "bridges", "temples", "founded", "pawns", "tokens", "token_supply", "supply", "first"):
        assert after[kept] == before[kept], kept
    assert after["display"] == before["later"]
    assert (after["later"], after["period"], after["round"], after["turn"], after["ap"]) == ([], 2, 1, 0, 6)
    assert [event["sizes"] for event in told if event["key"] == "period_begin"] == [before["later"]]


def test_the_same_player_starts_both_periods() -> None:
    """M-FIRST, M-PER2."""
    position = scene(display=(), more=spread_temples(0, 1, NINE), first=2, turn=2)
    play(position, "end", "end", "end")
    assert (position.dump()["period"], position.actors()) == (2, (2,))


def test_the_second_period_ends_when_its_tokens_are_gone_and_somebody_has_built_everything() -> None:
    """M-END, M-PER2: that is with the eighteenth temple, not the ninth."""
    position = scene(period=2, display=(), more=spread_temples(0, 2, EIGHTEEN), ap=6)
    play(position, "end", "end", "end")
    assert (position.actors(), position.dump()["phase"]) == ((), "over")
    position = scene(period=2, display=(), more=spread_temples(0, 1, NINE), ap=6)
    play(position, "end", "end", "end")
    assert position.dump()["phase"] == "turn"


def test_the_second_period_goes_on_while_a_token_is_displayed() -> None:
    """M-END."""
    position = scene(period=2, display=(13,), more=spread_temples(0, 2, EIGHTEEN))
    play(position, "end", "end", "end")
    assert position.dump()["phase"] == "turn"


# --- undo (M-UNDO) ---


def test_a_turn_is_one_step_so_that_all_of_it_can_be_taken_back() -> None:
    """M-UNDO: undo goes back to any copy made in the same step, and no action of a turn but the last begins another."""
    position = scene()
    for action in ("walk H5", "canal B3 B4", "temple H4 2", "take", "spend"):
        before, kept = position.step, position.copy()
        play(position, action)
        assert position.step == before
        assert kept.dump() != position.dump()
    play(position, "end")
    assert position.step > before


def test_what_is_taken_back_leaves_no_trace() -> None:
    """M-UNDO, M-DEAD: a record without the last action replays to the very position before it."""
    record, position = Record.begin(begin(3).game, 3, {"first": "0"})
    other = begin(3, first="0").dump()
    for size in other["display"]:
        record.play(position, -1, position.game.parse(f"deal {size}"))
    for seat, at in enumerate(("H6", "G7", "I7")):
        record.play(position, seat, position.game.parse(f"start {at}"))
    record.play(position, 0, position.game.parse("walk H5"))
    before = position.dump()
    record.play(position, 0, position.game.parse("canal B3 B4"))
    record.moves.pop()
    assert record.replay().dump() == before


def test_a_proposal_and_each_answer_begin_another_step_so_undo_does_not_cross_them() -> None:
    """M-UNDO, M-VOTE."""
    position = scene(period=2, display=(13,))
    steps = [position.step]
    for action in ("propose 13", "agree", "refuse"):
        play(position, action)
        steps.append(position.step)
    assert steps == sorted(set(steps))
    assert position.actors() == (0,)
