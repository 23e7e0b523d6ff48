"""Turns judged one by one: what was lost, by what the seat could know, and what luck did."""

from __future__ import annotations

from random import Random

import msgspec
import pytest
from played import record

from texcoco.analysis import MARKS, TurnReport, accuracy, analyse, judge_turn, mark, report_on, summarise, turns_of
from texcoco.bots import Clock, make
from texcoco.game import CHANCE, Action, Position
from texcoco.games import find
from texcoco.record import BadRecord, Record


def last_turns(game: str, seats: int, count: int, bot: str = "1"):
    """The last turns of a game that a seat made."""
    return [turn for turn in turns_of(record(game, seats, bot)) if turn.seat != CHANCE][-count:]


def test_the_turns_of_a_record_are_its_lines() -> None:
    game = record("azteco", 3)
    turns = list(turns_of(game))
    assert [turn.number for turn in turns] == list(range(1, len(game.lines()) + 1))
    assert [[str(a) for a in turn.actions] for turn in turns] == [
        [str(m.action) for m in line] for line in game.lines()
    ]
    claims = [turn for turn in turns if turn.actions[0].kind == "claim"][:3]
    assert [turn.seat for turn in claims] == [0, 1, 2]
    assert len({turn.before.key() for turn in claims}) == 1, "who chooses at once cannot know what the others choose"
    assert turns[-1].after.outcome() is not None
    assert turns[-1].moments[1] == sum(
        1 for i, m in enumerate(game.moves) if m.seat != CHANCE or i == 0 or game.moves[i - 1].seat != CHANCE
    )


@pytest.mark.parametrize("game", ["mexica", "yucatan", "azteco"])
def test_a_report_says_what_a_turn_did_to_the_chances(game: str) -> None:
    for turn in last_turns(game, 3, 6):
        found = report_on(turn, "quick")
        assert found.played == tuple(map(str, turn.actions))
        for chances in (found.before, found.expected, found.after, found.after_best, found.open_before):
            assert sum(chances) == pytest.approx(1, abs=0.001)
        assert found.loss >= 0
        assert found.after_best[found.seat] == pytest.approx(min(found.expected[found.seat] + found.loss, 1), abs=0.001)
        if found.mark:
            assert found.mark == mark(found.loss)
        if found.mark not in ("", "good"):
            assert found.best
            assert found.reason["en"]
            assert found.reason["fr"]
            assert found.reason["en"] != found.reason["fr"]
        position = turn.before.copy()
        for text in found.best:  # what is said to be better can be played
            position.play(found.seat, position.game.parse(text))


@pytest.mark.parametrize("game", ["mexica", "yucatan", "azteco"])
def test_the_same_question_gets_the_same_answer_and_changes_nothing(game: str) -> None:
    for turn in last_turns(game, 3, 4):
        before = turn.before.dump()
        first = report_on(turn, "quick")
        assert report_on(turn, "quick") == first
        assert turn.before.dump() == before
        assert TurnReport.load(msgspec.json.decode(msgspec.json.encode(first.dump()))) == first


@pytest.mark.parametrize(("game", "seats"), [("yucatan", 3), ("azteco", 3)])
def test_a_turn_is_judged_by_what_its_seat_could_know(game: str, seats: int) -> None:
    rng, changed = Random(3), 0
    turns = [turn for turn in turns_of(record(game, seats)) if turn.seat != CHANCE]
    for turn in turns[len(turns) // 2 :: 9]:
        twin = turn.before.redeal(turn.seat, rng)
        changed += twin.key() != turn.before.key()
        here = judge_turn(turn.before, turn.seat, turn.actions, after=turn.after, events=turn.events, depth="quick")
        there = judge_turn(twin, turn.seat, turn.actions, after=turn.after, events=turn.events, depth="quick")
        assert (there.before, there.best, there.loss, there.mark) == (here.before, here.best, here.loss, here.mark)
        assert (there.expected, there.reason) == (here.expected, here.reason)
    assert changed, "nothing was hidden, so that nothing was shown"


def mexica_before_a_founding() -> tuple[Position, int, tuple[Action, ...]]:
    """A position in which a seat can found the district of ten beside it, and the turn that level 4 plays there."""
    turn = list(turns_of(record("mexica", 2, "4", seed=2)))[9]
    assert any(str(action) == "found O5" for action in turn.actions)
    return turn.before, turn.seat, turn.actions


def test_a_wasted_turn_is_marked_and_a_good_one_is_not() -> None:
    position, seat, actions = mexica_before_a_founding()
    wasted = judge_turn(position, seat, (position.game.parse("end"),))
    assert wasted.mark in ("mistake", "blunder")
    assert any(action.startswith("found") for action in wasted.best)
    assert judge_turn(position, seat, actions).mark == "good"


def test_what_is_said_to_be_better_is_good_itself() -> None:
    position, seat, _ = mexica_before_a_founding()
    best = judge_turn(position, seat, (position.game.parse("end"),)).best
    assert judge_turn(position, seat, [position.game.parse(text) for text in best]).mark == "good"


def test_not_to_win_when_the_other_is_about_to_is_marked_in_yucatan() -> None:
    last = [turn for turn in turns_of(record("yucatan", 2)) if turn.seat != CHANCE][-1]
    assert str(last.actions[0]) == "raise"
    data = last.before.dump()
    missing = data["prisoners"][last.seat] - data["prisoners"][1 - last.seat]
    data["prisoners"][1 - last.seat] += missing
    data["supply"] -= missing
    data["levels"] = [max(data["levels"])] * 2  # one level each, and the prisoners for it
    position = find("yucatan").load(data)
    idle = next(action for action in position.actions(last.seat) if action.kind == "march")
    found = judge_turn(position, last.seat, (idle,))
    assert found.best == ("raise",)
    assert found.mark == "blunder"
    assert judge_turn(position, last.seat, last.actions).mark == "good"


def test_luck_is_told_apart_from_choices() -> None:
    reports = list(analyse(record("mexica", 3, "2"), "quick"))
    dealt = [report for report in reports if report.seat == CHANCE]
    assert any(dealt[-1].luck), "who goes last is drawn by lot, and has better chances"
    assert not any(luck for report in reports if report not in dealt for luck in report.luck)
    votes = [r for r in analyse(record("azteco", 3), "quick") if r.played[0].split()[0] in ("accuse", "believe")]
    assert any(r.luck[r.seat] > 0.02 for r in votes)
    assert any(r.luck[r.seat] < -0.02 for r in votes)
    for r in votes:
        assert r.luck[r.seat] == pytest.approx(r.after[r.seat] - r.expected[r.seat], abs=0.0002)
        assert all(luck == 0 for seat, luck in enumerate(r.luck) if seat != r.seat)


def test_the_best_level_is_more_exact_than_the_first() -> None:
    """The same positions, each level's own choice there."""
    losses: dict[str, list[float]] = {"1": [], "4": []}
    turns = [
        t for t in turns_of(record("mexica", 2, "2")) if t.seat != CHANCE and t.before.view(None)["phase"] == "turn"
    ]
    for turn in turns[::6]:
        for level, lost in losses.items():
            bot, position, actions = make(level, find("mexica")), turn.before.copy(), list[Action]()
            while position.step == turn.before.step:
                view = position.view(turn.seat)
                actions.append(bot.decide(turn.seat, view, [], position.actions(turn.seat), Clock(), Random(1)))
                position.apply(turn.seat, actions[-1])
            lost.append(judge_turn(turn.before, turn.seat, actions, depth="quick").loss)
    assert sum(losses["4"]) < 0.5 * sum(losses["1"])


def test_a_record_that_stops_in_the_middle_is_judged_as_far_as_it_goes() -> None:
    whole = record("mexica", 2, "2")
    for length in (0, 1, 40, 43):
        part = Record(whole.game, whole.seats, whole.options, whole.moves[:length])
        reports = list(analyse(part, "quick"))
        assert len(reports) == len(part.lines())
        report = summarise(part, reports)
        assert not report.over


def test_a_summary_counts_marks_and_names_the_leader() -> None:
    game = record("mexica", 2, "2")
    reports = list(analyse(game, "quick"))
    report = summarise(game, reports)
    outcome = game.replay().outcome()
    assert outcome is not None
    assert report.over
    for seat in range(2):
        judged = [r for r in reports if r.seat == seat and r.mark]
        assert sum(report.marks[seat].values()) == len(judged)
        assert report.accuracy[seat] == accuracy([r.loss for r in judged])
    lead = [point for point in report.turning_points if point.key == "lead"]
    assert [point.values["seat"] for point in lead] == list(outcome.winners)
    numbers = [point.number for point in report.turning_points]
    assert numbers == sorted(numbers)


def test_turns_judged_by_several_processes_get_the_same_reports() -> None:
    game = record("azteco", 3)
    told: list[tuple[int, int]] = []
    assert list(analyse(game, "quick", jobs=2)) == list(
        analyse(game, "quick", report=lambda done, total: told.append((done, total)))
    )
    assert told == [(n, len(game.lines())) for n in range(1, len(game.lines()) + 1)]


@pytest.mark.parametrize(
    ("loss", "called"),
    [
        (0.0, "good"),
        (0.049, "good"),
        (0.05, "inaccuracy"),
        (0.1, "mistake"),
        (0.149, "mistake"),
        (0.15, "blunder"),
        (1, "blunder"),
    ],
)
def test_marks_follow_from_the_lost_chance(loss: float, called: str) -> None:
    assert mark(loss) == called
    assert called in MARKS


def test_accuracy_is_100_without_a_loss_and_falls_with_each() -> None:
    assert accuracy([]) is None
    assert accuracy([0.0, 0.0]) == 100
    one, two = accuracy([0.2, 0.0]), accuracy([0.2, 0.2])
    assert one is not None
    assert two is not None
    assert 100 > one > two > 0


def test_a_record_whose_game_cannot_be_played_is_refused() -> None:
    game = record("mexica", 2)
    broken = Record(game.game, game.seats, game.options, game.moves[:10] + game.moves[12:])
    with pytest.raises(BadRecord, match="not allowed"):
        list(analyse(broken))
