"""What the levels of Yucatán learn from their own last turns: prisoners are brought home, and what leads to nothing is
not repeated for ever."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from pathlib import Path

import pytest
from yucatan_positions import choice, position, warrior

from texcoco.bots.yucatan.greedy import distances
from texcoco.bots.yucatan.history import (
    BOREDOM,
    DARING,
    LULL,
    PATIENCE,
    REST,
    STIR,
    URGE,
    deeds,
    idle_turns,
    led_turns,
    nudges,
    quiet_turns,
    way_home,
)
from texcoco.bots.yucatan.levels import SIGHTS
from texcoco.bots.yucatan.race import Judge
from texcoco.game import Event
from texcoco.games.yucatan import YUCATAN, YucatanPosition
from texcoco.games.yucatan.board import BOARDS, LABELS, SPACE

HOME = {"at": "K2", "seat": 0, "size": "large"}


def march(start: str, end: str, seat: int = 0) -> Event:
    return Event("march", seat, {"start": start, "end": end})


def raid(space: str, n: int = 1, seat: int = 0) -> Event:
    return Event("raid", seat, {"space": space, "n": n})


def settle(space: str, seat: int = 0) -> Event:
    return Event("settle", seat, {"space": space})


def someone_waits() -> YucatanPosition:
    men = [warrior("K4", 0, load=1), warrior("N2", 0)]
    return position(villages=[HOME, {"at": "M5", "seat": None}], warriors=men)


def test_turns_count_from_the_last_prisoner_and_go_on_while_he_walks() -> None:
    p, at = someone_waits(), SPACE["K4"]
    elsewhere, theirs = march("M5", "N2"), settle("E10", 1)
    assert led_turns(p, 0, []) == {}
    assert led_turns(p, 0, [march("I5", "K4"), raid("K4")]) == {at: 0}
    assert led_turns(p, 0, [march("I5", "K4"), raid("K4"), *[theirs, elsewhere] * 9]) == {at: 9}
    walked = [march("I5", "I6"), raid("I6"), elsewhere, march("I6", "J5"), theirs, elsewhere, march("J5", "K4")]
    assert led_turns(p, 0, walked) == {at: 4}
    # a raid that gave nothing is no beginning, nor is a raid of somebody else's
    assert led_turns(p, 0, [raid("K4"), elsewhere, raid("K4", 0), raid("K4", 1, seat=1)]) == {at: 1}


def test_turns_count_from_a_theft_and_from_a_fight() -> None:
    city = LABELS[BOARDS[2].city[1]]
    thief = position(villages=[HOME], warriors=[warrior(city, 0, load=2), warrior("C8", 1)])
    stolen = [march("D6", city), Event("steal", 0, {"owner": 1, "n": 2})]
    assert led_turns(thief, 0, [*stolen, settle("K4")]) == {SPACE[city]: 1}
    fought = [Event("combat", 1, {"space": "K4", "winner": 0}), Event("take", 0, {"space": "K4", "n": 1, "load": 1})]
    assert led_turns(someone_waits(), 0, [*fought, settle("E8"), settle("E9")]) == {SPACE["K4"]: 2}


def test_idle_turns_count_from_the_last_step_or_prisoner() -> None:
    p, at = someone_waits(), SPACE["K4"]
    elsewhere, theirs = march("M5", "N2"), settle("E10", 1)
    assert idle_turns(p, 0, []) == {}
    assert idle_turns(p, 0, [raid("K4"), *[elsewhere, theirs] * 4]) == {at: 4}
    assert idle_turns(p, 0, [raid("J5"), elsewhere, march("J5", "K4"), theirs, elsewhere]) == {at: 1}
    taken = Event("take", 0, {"space": "K4", "n": 1, "load": 1})
    assert idle_turns(p, 0, [march("J5", "K4"), elsewhere, taken, elsewhere, Event("raise", 0, {"level": 1})]) == {
        at: 2
    }


def test_the_way_home() -> None:
    """Marches to a home, one action more to a small village, two more to where one can be settled; an own warrior in it
    steps aside first, an enemy bars it."""

    def way(*villages: Mapping[str, str | int], men: tuple[str, ...] = (), foes: tuple[str, ...] = ()) -> int:
        others = [*(warrior(at, 0) for at in men), *(warrior(at, 1) for at in foes)]
        p = position(villages=list(villages), warriors=[warrior("K4", 0, load=1), *others])
        return way_home(p, 0, SPACE["K4"])

    small = {"at": "K3", "seat": 0}
    large = {**small, "size": "large"}
    assert way(large) == 1
    assert way(small) == 2
    assert way(large, men=("K3",)) == 2
    assert way(large, foes=("K3", LABELS[BOARDS[2].city[0]])) > 2
    assert way({"at": "K4", "seat": 0}) == 1
    free = position(warriors=[warrior("K4", 0, load=1)])
    assert free.sites >> SPACE["K4"] & 1
    assert way_home(free, 0, SPACE["K4"]) == 2


def test_the_longer_he_has_led_prisoners_the_more_his_way_home_counts() -> None:
    p = someone_waits()
    home = YUCATAN.parse("march K4 K3 K2")

    def extra(turns: int) -> float:
        return nudges(p, 0, [raid("K4"), *[march("M5", "N2")] * turns]).get(home, 0.0)

    assert extra(PATIENCE) == 0
    assert extra(PATIENCE + 1) == pytest.approx(URGE)
    assert extra(REST) == pytest.approx((REST - PATIENCE) ** 2 * URGE)
    assert extra(REST + 2) == pytest.approx((REST + 2 - PATIENCE) ** 2 * URGE + 8 * STIR)  # nor has he moved
    assert extra(REST + 10) == pytest.approx(1 + 1000 * STIR)  # only this grows without an end
    walked = [raid("J4"), march("J4", "K4"), *[march("M5", "N2")] * REST]
    assert nudges(p, 0, walked).get(home, 0.0) == pytest.approx((REST + 1 - PATIENCE) ** 2 * URGE)
    away = YUCATAN.parse("march K4 L4")
    assert nudges(p, 0, [raid("K4"), *[march("M5", "N2")] * 20]).get(away, 0.0) == 0


def test_the_tool_that_counts_idle_warriors_knows_who_could_go(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(Path(__file__).parents[2] / "tools"))
    habits = import_module("habits_yucatan")
    assert habits.could_go_home(someone_waits(), 0) == {(0, SPACE["K4"], 1)}
    assert habits.could_go_home(someone_waits(), 1) == set()
    # whoever has delivered is not idle
    home = position(villages=[HOME], warriors=[warrior("K2", 0), warrior("C8", 1)])
    assert habits.could_go_home(home, 0) == set()


@pytest.mark.parametrize("name", list(SIGHTS))
def test_a_warrior_who_has_led_prisoners_for_long_goes_home_whatever_else_there_is_to_do(name: str) -> None:
    p = someone_waits()
    waited = [march("I5", "K4"), raid("K4"), *[march("M5", "N2")] * 9]
    action = YUCATAN.parse(choice(name, p, events=waited))
    before = way_home(p, 0, SPACE["K4"])
    p.play(0, action)
    at = action.data.end if action.kind == "march" and action.data.start == SPACE["K4"] else SPACE["K4"]
    assert at not in p.load or way_home(p, 0, at) < before


@pytest.mark.parametrize("name", ["3", "4", "5"])
def test_prisoners_are_brought_home_in_a_lost_game_as_well(name: str) -> None:
    """Chances less what haste takes away are below zero here, which must not turn a nudge round."""
    men = [warrior("K4", 0, load=1), warrior("N2", 0), warrior("C8", 1)]
    p = position(villages=[HOME, {"at": "M5", "seat": None}], warriors=men, levels=[0, 4], prisoners=[0, 2])
    assert Judge().chances(p)[0] < 0
    for seed in range(3):
        after = p.copy()
        action = YUCATAN.parse(choice(name, p, seed=seed, events=[raid("K4"), *[march("M5", "N2")] * 9]))
        after.play(0, action)
        at = action.data.end if action.kind == "march" and action.data.start == SPACE["K4"] else SPACE["K4"]
        assert at not in after.load or way_home(after, 0, at) < way_home(p, 0, SPACE["K4"])


@pytest.mark.parametrize("name", list(SIGHTS))
def test_who_can_win_at_once_does_so_however_long_somebody_has_waited(name: str) -> None:
    men = [warrior("K4", 0, load=1), warrior("N2", 0)]
    p = position(villages=[HOME], levels=[4, 4], prisoners=[3, 9], warriors=men)
    assert choice(name, p, events=[raid("K4"), *[march("M5", "N2")] * 30]) == "raise"


def test_deeds_are_those_of_the_seat_and_of_its_last_turns() -> None:
    found = deeds(0, [settle("A1"), *[settle("K4"), settle("K4", 1), march("K4", "K3")] * 10])
    assert found == {("settle", SPACE["K4"], SPACE["K4"]): 10, ("march", SPACE["K4"], SPACE["K3"]): 10}


def test_what_was_done_again_and_again_counts_less() -> None:
    p = someone_waits()
    again = YUCATAN.parse("march K4 L4")

    def extra(times: int) -> float:
        gained = Event("raise", 0, {"level": 1})
        return nudges(p, 0, [*[march("K4", "L4"), march("L4", "K4")] * times, gained]).get(again, 0.0)

    assert extra(1) == 0
    assert extra(2) == pytest.approx(-BOREDOM)
    assert extra(4) == pytest.approx(-9 * BOREDOM)


@pytest.mark.parametrize("name", ["3", "4", "5"])
def test_what_leads_to_nothing_is_not_repeated_for_ever(name: str) -> None:
    """Whatever the level would do here, it does something else once it has done so eight times."""
    p = position(warriors=[warrior("L4", 0), warrior("K12", 1)], villages=[{"at": "K2", "seat": 0}])
    first = YUCATAN.parse(choice(name, p))
    values = {key: LABELS[space] for key, space in first.data._asdict().items() if key in ("start", "end", "space")}
    done = deeds(0, [Event(first.kind, 0, values)])
    assert done.total() == 1
    other = YUCATAN.parse(choice(name, p, events=[Event(first.kind, 0, values)] * 8))
    again = {key: LABELS[space] for key, space in other.data._asdict().items() if key in ("start", "end", "space")}
    assert deeds(0, [Event(other.kind, 0, again)]) != done


def test_quiet_turns_count_from_the_last_gain() -> None:
    theirs = [settle("E10", 1), raid("K4", seat=1)]
    assert quiet_turns(0, []) == 0
    assert quiet_turns(0, [*theirs, settle("K4"), march("K4", "K3"), *theirs]) == 2
    for gain in (raid("K4"), Event("deliver", 0, {"n": 1}), Event("raise", 0, {"level": 1})):
        assert quiet_turns(0, [settle("K4"), gain, march("K4", "K3")]) == 1
    assert quiet_turns(0, [settle("K4"), march("M5", "K4"), raid("K4", 0)]) == 2  # it gave nothing


def test_after_a_lull_steps_towards_something_to_raid_count_more_and_the_raid_most() -> None:
    p = position(villages=[HOME, {"at": "M5", "seat": 1}], warriors=[warrior("L4", 0), warrior("C8", 1)])
    quiet = [settle("A1"), settle("E1")] * LULL
    found = nudges(p, 0, quiet)
    by_end = {action.data.end: nudge for action, nudge in found.items() if action.kind == "march" and nudge > 0}
    assert by_end
    assert max(by_end.values()) <= DARING * LULL * LULL
    assert nudges(p, 0, [*quiet, raid("A1"), *[march("K4", "L4")] * LULL]).keys() <= {YUCATAN.parse("march K4 L4")}


@pytest.mark.parametrize("name", ["3", "4", "5"])
def test_where_everybody_stays_at_home_somebody_sets_out(name: str) -> None:
    """All villages are large and all tokens on the board, there is nothing left to build: it goes nearer to the
    enemy's."""
    own = [{"at": at, "seat": 0, "size": "large"} for at in ("K2", "I9", "L9", "O2")]
    goals = ("A3", "C1", "D8")
    theirs = [{"at": at, "seat": 1, "size": "large"} for at in goals]
    p = position(
        villages=[*own, *theirs], warriors=[warrior("J8", 0), warrior("M3", 0), warrior("A2", 1)], levels=[2, 2]
    )
    back_and_forth = [march("J8", "I9"), march("I9", "J8")] * 12
    action = YUCATAN.parse(choice(name, p, events=back_and_forth))
    assert action.kind == "march"
    start, end = (distances(2, True)[space] for space in (action.data.start, action.data.end))
    assert min(end[SPACE[goal]] for goal in goals) < min(start[SPACE[goal]] for goal in goals)
