"""The five levels of Mexica: legal, repeatable, in time, and without the habits that `greedy` has."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from time import process_time
from typing import Any

import pytest
from match import play
from rules.mexica.scene import scene

from texcoco.bots import Advice, Clock
from texcoco.bots.mexica import levels, turns
from texcoco.bots.mexica.hints import steps_of, told_steps, what_speaks_for
from texcoco.bots.mexica.levels import LEVELS, Level, LevelBot
from texcoco.bots.mexica.turns import Limits, Turn
from texcoco.game import CHANCE
from texcoco.games.mexica import MEXICA, MexicaPosition
from texcoco.games.mexica.board import NAMES, SPACES

SMALL = {
    **LEVELS,
    "5": replace(
        LEVELS["5"],
        own=Limits(4, 8, splits=2, spoil=True),
        candidates=4,
        answer=Limits(1, 3, splits=1),
        deeper=2,
        with_two=None,
    ),
}
"""Level 5 with less work to do, where only the way it works matters."""


def bot(name: str, level: Level | None = None) -> LevelBot:
    return LevelBot(MEXICA, name, level or SMALL[name])


def dealt(seats: int, seed: int, turns_played: int = 0) -> MexicaPosition:
    """A game that is set up, and a number of turns into it."""
    rng, p = Random(seed), MEXICA.start(seats)
    player = bot("4")
    while p.actors() == (CHANCE,):
        p.apply(CHANCE, p.draw(rng))
    while p.phase != "over" and (p.phase == "start" or turns_played > 0):
        (seat,) = p.actors()
        action = player.decide(seat, p.view(seat), [], p.actions(seat), Clock(), rng)
        turns_played -= action.kind == "end"
        p.play(seat, action)
    return p


def turn_of(player: LevelBot, p: MexicaPosition, seed: int = 0) -> list[str]:
    """What the bot plays in its turn, which changes the position."""
    seat, rng, played = p.turn, Random(seed), list[str]()
    while p.actors() == (seat,) and p.phase == "turn" and (not played or played[-1] != "end"):
        action = player.decide(seat, p.view(seat), [], p.actions(seat), Clock(), rng)
        p.play(seat, action)
        played.append(str(action))
    return played


def advice(p: MexicaPosition, lang: str = "en") -> Advice:
    return bot("5").explain(p.turn, p.view(p.turn), [], p.actions(p.turn), Clock(), Random(0), lang)


# --- whole games ---


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_all_levels_play_legal_games_to_their_end(seats: int) -> None:
    """`play` of a position refuses what is not legal."""
    names = {2: ("52", "41"), 3: ("543", "211"), 4: ("5312",)}
    for line_up in names[seats]:
        assert play(MEXICA, [bot(name) for name in line_up], 1).outcome() is not None


def test_the_same_seed_plays_the_same_game() -> None:
    games = [play(MEXICA, [bot("1"), bot("5")], 7).dump() for _ in range(2)]
    assert games[0] == games[1]


def test_openings_differ_from_game_to_game() -> None:
    openings = {tuple(turn_of(bot("4"), dealt(2, 3), seed)) for seed in range(8)}
    assert len(openings) > 1


def test_only_what_is_on_the_table_counts() -> None:
    """A bot that has played other games, and one that was told events, choose as a fresh one does."""
    p = dealt(2, 5, 6)
    used = bot("4")
    turn_of(used, dealt(2, 9, 3))
    seat = p.turn
    given = seat, p.view(seat)
    events = dealt(2, 5, 5).play(1 - seat, MEXICA.parse("end"))
    fresh = bot("4").decide(*given, [], p.actions(seat), Clock(), Random(1))
    assert used.decide(*given, [], p.actions(seat), Clock(), Random(1)) == fresh
    assert bot("4").decide(*given, events, p.actions(seat), Clock(), Random(1)) == fresh


@pytest.mark.long
def test_each_level_beats_the_one_below() -> None:
    for weaker, stronger in zip("1234", "2345", strict=True):
        won = 0.0
        for game in range(40):
            players = [LevelBot(MEXICA, weaker), LevelBot(MEXICA, stronger)]
            seat = 1 - game % 2
            outcome = play(MEXICA, players if seat else players[::-1], game // 2).outcome()
            won += (outcome.ranks[seat] == 1) / outcome.ranks.count(1)
        assert won >= 24, f"{stronger} against {weaker}: {won} of 40"


def test_level_4_beats_greedy() -> None:
    from texcoco.bots.mexica.greedy import Greedy

    assert all(play(MEXICA, [bot("4"), Greedy(MEXICA)], seed).outcome().winners == (0,) for seed in range(2))


# --- the clock ---


class Ticking:
    """A clock that goes on by a millisecond whenever somebody looks at it."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        self.now += 0.001
        return self.now


@pytest.mark.parametrize("seconds", [0.12, 0.3])
def test_the_search_stops_when_its_time_is_over(seconds: float, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Ticking()
    monkeypatch.setattr(turns, "perf_counter", clock)
    monkeypatch.setattr(levels, "perf_counter", clock)
    p = dealt(2, 5, 8)
    clock.now = 0.0
    action = LevelBot(MEXICA, "5").decide(p.turn, p.view(p.turn), [], p.actions(p.turn), Clock(seconds), Random(1))
    assert action in p.actions(p.turn)
    assert clock.now < seconds


@pytest.mark.parametrize(("seats", "into"), [(2, 12), (4, 0), (4, 14)])
def test_it_keeps_its_clock(seats: int, into: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """By the processor's time, which other work on the machine does not change."""
    monkeypatch.setattr(turns, "perf_counter", process_time)
    monkeypatch.setattr(levels, "perf_counter", process_time)
    p = dealt(seats, 6, into)
    given = p.turn, p.view(p.turn), [], p.actions(p.turn), Clock(0.15), Random(1)

    def took() -> float:
        began = process_time()
        LevelBot(MEXICA, "5").decide(*given)
        return process_time() - began

    assert any(took() < 1.1 * 0.15 for _ in range(10))  # others on the machine may slow some of them down


@pytest.mark.parametrize(
    ("seats", "seconds", "wide"), [(2, None, True), (2, 1.0, True), (2, 0.9, False), (3, None, False)]
)
def test_level_5_sees_further_with_two_seats_and_time(
    seats: int, seconds: float | None, wide: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[Level] = []

    def choose(p: MexicaPosition, seat: int, level: Level, *rest: Any) -> Turn:
        asked.append(level)
        return Turn(0.0, (), p)

    p = dealt(seats, 5, 8)  # this is played by a level, too
    monkeypatch.setattr(levels, "choose_turn", choose)
    LevelBot(MEXICA, "5").decide(p.turn, p.view(p.turn), [], p.actions(p.turn), Clock(seconds), Random(1))
    assert asked == [LEVELS["5"].with_two if wide else LEVELS["5"]]


def test_in_a_great_hurry_it_makes_only_the_smallest_search() -> None:
    p = dealt(2, 5, 8)
    action = LevelBot(MEXICA, "5").decide(p.turn, p.view(p.turn), [], p.actions(p.turn), Clock(0.01), Random(1))
    assert action in p.actions(p.turn)


# --- habits of greedy that the levels do not have ---

LAST_DISTRICT = """
        A  B  C  D
    1   ~  .  ~  ~
    2   ~  .  .  =
    3   .  .  =  .
    4   .  =  .  .
"""
"""Five spaces in the corner of the island, parted off."""


@pytest.mark.parametrize("name", ["3", "4", "5"])
def test_it_founds_the_last_district_although_it_must_fly_there(name: str) -> None:
    p = scene(LAST_DISTRICT, seats=2, period=2, display=[6], removed=[3, 3, 4, 4, 5, 5], tokens=[2, 0])
    assert any(action.startswith("found") for action in turn_of(bot(name), p))


@pytest.mark.parametrize("name", ["3", "4", "5"])
def test_it_crosses_a_canal_by_a_bridge_where_greedy_would_fly(name: str) -> None:
    p = scene(LAST_DISTRICT, seats=2, period=2, display=[6], removed=[3, 3, 4, 4, 5, 5], more={"C4": "A"})
    played = turn_of(bot(name), p)
    assert any(action.startswith("found") for action in played)
    assert not any(action.startswith("fly") for action in played)


def test_it_goes_home_when_the_period_ends_with_its_turn() -> None:
    """Nothing was placed for nearly three rounds (M-STALL), and nothing can be: the five prestige are all there is."""
    p = scene(
        LAST_DISTRICT, seats=2, period=2, display=[13], removed=[3, 3, 4, 4, 5, 5], turn=1, ap=5, idle_rounds=2,
        more={"J10": "B"},
    )  # fmt: skip
    p.singles = p.doubles = 0
    p.hands = [0] * 8
    turn = levels.choose_turn(p, 1, SMALL["5"], None, Random(1))
    assert [action.kind for action in turn.plan][-1] in ("fly", "walk")
    assert turn.after.pawns[1] in {SPACES[name] for name in ("H6", "G7", "I7", "H8")}


def test_it_does_not_finish_a_district_for_the_others() -> None:
    """Whoever digs the last canal without founding gives the district away."""
    for seed in range(3):
        p = dealt(2, 20 + seed, 9)
        before = {land for land in p.wild if land.bit_count() in p.display}
        display = p.display
        turn_of(bot("5"), p)
        left = {land for land in p.wild if land.bit_count() in p.display} - before
        assert not left or len(p.display) < len(display)


@pytest.mark.parametrize("seats", [2, 4])
def test_games_of_strong_levels_do_not_stall(seats: int) -> None:
    for seed in range(2):
        outcome = play(MEXICA, [bot("4") for _ in range(seats)], seed).outcome()
        assert outcome.how == "end.complete"


# --- votes ---


def test_it_agrees_to_remove_only_what_nobody_can_make() -> None:
    p = scene(seats=3, period=2, display=[3, 13])
    p.play(0, MEXICA.parse("propose 3"))
    assert str(bot("5").decide(1, p.view(1), [], p.actions(1), Clock(), Random(0))) == "refuse"


# --- hints ---


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_hints_say_what_to_do_and_what_it_is_good_for(lang: str) -> None:
    p = scene(LAST_DISTRICT, seats=2, period=2, display=[6], removed=[3, 3, 4, 4, 5, 5], more={"C4": "A"})
    given = advice(p, lang)
    assert any(action.kind == "found" for action in given.plan)
    assert " 6 " in given.why
    assert " 3 " in given.why  # the founder's prestige
    assert " 0 " not in given.why


def test_hints_are_legal_all_through_a_game() -> None:
    for seed, into in ((1, 0), (2, 4), (3, 9), (4, 16), (5, 22)):
        p = dealt(3, seed, into)
        if p.phase != "turn":
            continue
        given = advice(p)
        assert len(given.why) > 10
        assert " 0 prestige" not in given.why
        seat = p.turn
        for step in steps_of(given.plan):
            assert NAMES[step.data.space] in given.why.removeprefix("Spend an action token. ").split(".")[0]
        for action in given.plan:
            p.play(seat, action)


def test_a_hint_numbers_its_steps_as_the_board_does() -> None:
    plan = [MEXICA.parse(text) for text in ("spend", "canal E2 F2", "walk H5", "walk H4", "temple K3 2", "end")]
    assert [str(step) for step in steps_of(plan)] == ["canal E2 F2", "walk H4", "temple K3 2"]


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_a_hint_names_every_kind_of_step(lang: str) -> None:
    for text in (
        "canal E2",
        "canal E2 F2",
        "bridge E2 h",
        "shift E2 E4 h",
        "walk E2",
        "fly E2",
        "temple E2 4",
        "found E2",
    ):
        (said,) = told_steps([MEXICA.parse(text)], lang)
        assert "E2" in said
        assert "(1)" not in said


def why(p: MexicaPosition, *plan: str) -> str:
    """What is said for a plan of seat 0, in English; French has to have words for it, too."""
    actions = [MEXICA.parse(text) for text in plan]
    assert what_speaks_for(p, 0, actions, 0.0, "fr")
    return " ".join(what_speaks_for(p, 0, actions, 0.0, "en"))


@pytest.mark.parametrize(
    ("given", "plan", "said"),
    [
        ({"display": [4]}, ["canal C3 C4"], "With 2 more canal tiles they part off a district of 4"),
        ({"display": [6], "more": {"D4": "A"}}, ["walk C4"], "C4 is 2 spaces from a district of 6"),
        ({"display": [6], "more": {"H5": "A"}, "round": 9}, ["walk H6"], "H6 is a start space: 5 prestige"),
        ({"more": {"B2": "#6", "B3": "b1"}}, ["fly B1"],
         "build in the district of 6 at B2 next turn: 1 level more makes you first there, for 6 prestige"),
        ({"display": [13]}, ["fly D3"], "5 canal tiles part off a district of 13 around D3"),
        ({"display": [13], "period": 2, "more": {"B1": "a1", "A3": "c2", "A4": "b3"}}, ["canal B3"],
         "you get 1 prestige more there when the game ends"),
        ({"display": [13], "period": 2, "more": {"B1": "a1", "A4": "b3"}}, ["canal A3 B3"],
         "that costs another player 5 prestige more than you"),
        ({"period": 2, "display": [13]}, ["take", "take"], "Take 2 action tokens for a later turn: nothing that can be"),
        ({"period": 2, "display": [13]}, ["propose 13"], "Propose that the token of 13 leaves"),
        ({"period": 2, "display": [13]}, ["take", "propose 13"], "Then propose that the token of 13 leaves"),
        ({"period": 2, "display": [13], "more": {"C4": "A"}}, ["temple E4 1"],
         "where no district is founded, you then have 1 level and are first."),  # so much land will be divided
        ({"period": 2, "display": [13], "more": {"B1": "A"}}, ["temple B2 1"],
         "where no district is founded, you then have 1 level and are first: 6 prestige when the game ends, as it stands"),
    ],
)  # fmt: skip
def test_what_brings_nothing_at_once_has_a_reason_too(given: dict[str, Any], plan: list[str], said: str) -> None:
    empty = given.get("display") in ([4], [13]) and given.get("period") != 2
    p = scene("" if empty else LAST_DISTRICT, **given)
    ends = [] if plan[-1].startswith("propose") else ["end"]
    assert said in why(p, *plan, *ends)


def test_a_hint_for_the_start_and_for_a_vote() -> None:
    p = MEXICA.start(2)
    rng = Random(1)
    while p.actors() == (CHANCE,):
        p.apply(CHANCE, p.draw(rng))
    given = advice(p)
    assert given.why == MEXICA.say("en", "hint.start", {"space": NAMES[given.plan[0].data.space]})
    p = scene(seats=3, period=2, display=[3, 13])
    p.play(0, MEXICA.parse("propose 3"))
    given = bot("5").explain(1, p.view(1), [], p.actions(1), Clock(), Random(0))
    assert [str(action) for action in given.plan] == ["refuse"]
    assert given.why == MEXICA.say("en", "hint.refuse", {"size": 3})
