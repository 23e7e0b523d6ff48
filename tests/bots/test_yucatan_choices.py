"""Which actions the search of Yucatán looks at: all that are legal and differ, or those that force something."""

from __future__ import annotations

from random import Random

import pytest
from yucatan_positions import middle_game, position, warrior

from texcoco.bots.yucatan.belief import odds_of
from texcoco.bots.yucatan.choices import forcing, to_judge, worth_judging
from texcoco.bots.yucatan.race import Judge
from texcoco.bots.yucatan.search import FORCING, OPEN, Search
from texcoco.game import Action
from texcoco.games.yucatan import YucatanPosition
from texcoco.games.yucatan.board import BOARDS, LABELS, SPACE

MIDDLES = [middle_game(seats, seed, 90) for seats in (2, 3) for seed in range(3)]


def texts(actions: list[Action]) -> set[str]:
    return {str(action) for action in actions}


def result(p: YucatanPosition, seat: int, action: Action) -> tuple[object, ...]:
    """What stands on the board after an action."""
    after = p.copy()
    after.apply(seat, action)
    return after.phase, *after.men, *after.villages, after.large, *after.held, tuple(sorted(after.load.items()))


@pytest.mark.parametrize("p", MIDDLES)
def test_whatever_is_left_out_leads_to_the_same_as_something_that_is_judged(p: YucatanPosition) -> None:
    seat = p.actors()[0]
    judged = to_judge(p, seat)
    assert len(judged) == len(set(judged))
    assert {result(p, seat, action) for action in judged} == {result(p, seat, action) for action in p.actions(seat)}
    assert len(judged) < len(p.actions(seat))


def test_a_way_on_which_prisoners_are_given_up_is_no_other_way_to_the_same() -> None:
    p = position(villages=[{"at": "K3", "seat": 0, "size": "large"}], warriors=[warrior("K2", 0, load=2)])
    past = [action for action in p.actions(0) if action.kind == "march" and SPACE["K3"] in action.data[1:-1]]
    assert past
    assert set(past) <= set(to_judge(p, 0))
    assert set(past) <= set(forcing(p, 0))
    empty = position(villages=[{"at": "K3", "seat": 0, "size": "large"}], warriors=[warrior("K2", 0)])
    assert not forcing(empty, 0)


def test_what_forces_something() -> None:
    """Raids, fights, deliveries, a village enlarged under a loaded warrior, a level; nothing else."""
    villages = [{"at": "K3", "seat": 0}, {"at": "I9", "seat": 1}, {"at": "O1", "seat": 0}]
    men = [warrior("K3", 0, load=1), warrior("I8", 0), warrior("I7", 1)]
    found = texts(forcing(position(villages=villages, warriors=men, prisoners=[3, 0]), 0))
    assert {"grow K3", "march I8 I9", "march I8 I7", "raise"} <= found
    assert all(text in ("grow K3", "raise") or text.split()[-1] in ("I9", "I7") for text in found)


def test_a_city_forces_something_if_there_is_anything_to_steal() -> None:
    city = BOARDS[2].city[1]
    beside = next(label for label, space in SPACE.items() if BOARDS[2].near[city] >> space & 1)
    for prisoners in (0, 1):
        p = position(warriors=[warrior(beside, 0), warrior("K12", 1)], prisoners=[0, prisoners])
        assert (f"march {beside} {LABELS[city]}" in texts(forcing(p, 0))) == bool(prisoners)


@pytest.mark.parametrize("p", MIDDLES)
def test_later_in_the_search_all_that_is_judged_is_legal_and_nothing_comes_twice(p: YucatanPosition) -> None:
    seat, rng = p.actors()[0], Random(3)
    ideas = to_judge(p, seat)[::3]
    for _ in range(6):
        found = worth_judging(p, seat, ideas, -1)
        assert set(found) <= set(p.actions(seat))
        assert len(found) == len(set(found))
        assert set(forcing(p, seat)) <= set(found)
        for _ in range(p.seats):  # what was thought of before may not be legal any more
            actor = p.actors()[0]
            p.apply(actor, rng.choice(p.actions(actor)))
        if p.phase != "turn" or p.actors()[0] != seat:
            break


def test_whoever_moved_or_leads_prisoners_may_go_anywhere() -> None:
    men = [warrior("K4", 0, load=1), warrior("N2", 0), warrior("C8", 1)]
    p = position(villages=[{"at": "K2", "seat": 0, "size": "large"}], warriors=men)

    def starts(moved: int) -> set[str]:
        return {LABELS[action.data.start] for action in worth_judging(p, 0, [], moved) if action.kind == "march"}

    assert starts(-1) == {"K4"}
    assert starts(SPACE["N2"]) == {"K4", "N2"}
    ends = {action.data.end for action in worth_judging(p, 0, [], -1) if action.kind == "march"}
    assert ends == {
        action.data.end for action in p.actions(0) if action.kind == "march" and action.data.start == SPACE["K4"]
    }


def test_in_the_last_ply_a_step_is_taken_for_granted_and_a_theft_is_seen() -> None:
    """The opponent comes one action nearer to his goal, or does better by stealing."""
    for thief, steals in (("M2", True), ("C8", False)):
        p = position(warriors=[warrior("K12", 0), warrior(thief, 1)], prisoners=[2, 0], turn=1)
        judge = Judge()
        step = judge.chances_after_step(p)
        assert step == pytest.approx(judge.chances(p), abs=0.01)  # a step and the turn make up for each other
        answered = Search(0, judge)._value(  # pyright: ignore[reportPrivateUsage]
            p, odds_of(p, 0), (FORCING,), judge.chances(p), OPEN
        )
        assert (answered[1] > step[1]) == steals
