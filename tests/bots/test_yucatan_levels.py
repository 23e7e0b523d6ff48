"""The levels of Yucatán: they play legal games from their view alone, keep their clock, and avoid what `greedy` gets
wrong."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from time import perf_counter

import pytest
from match import play
from yucatan_positions import choice, middle_game, position, warrior

from texcoco.bots import LEVELS, Clock, make
from texcoco.bots.yucatan.belief import heed, odds_of, wins
from texcoco.bots.yucatan.levels import SIGHTS
from texcoco.bots.yucatan.race import WEIGHTS, Judge, actions_left, rings
from texcoco.bots.yucatan.search import FORCING, OPEN, Limits, Search
from texcoco.game import CHANCE, Event
from texcoco.games.bits import spaces
from texcoco.games.yucatan import YUCATAN, YucatanPosition
from texcoco.games.yucatan.board import BOARDS, LABELS, SPACE

RACERS = tuple(SIGHTS)


@pytest.mark.parametrize(
    ("name", "seats"),
    [("1", 2), ("1", 4), ("2", 3), ("3", 2), ("3", 4), ("4", 2), ("4", 4), ("5", 2), ("5", 3), ("5", 4)],
)
def test_every_level_plays_legal_actions_at_every_number_of_seats(name: str, seats: int) -> None:
    rng, p, bot = Random(seats), YUCATAN.start(seats), make(name, YUCATAN)
    random = make("random", YUCATAN)
    seen = set[str]()
    for n in range(44 if name < "4" or seats == 2 else 34):
        seat = p.actors()[0]
        if seat == CHANCE:
            p.apply(CHANCE, p.draw(rng))
            continue
        player = random if n % 4 == 1 or p.phase == "neutral" else bot
        action = player.decide(seat, p.view(seat), [], p.actions(seat), Clock(), rng)
        seen.add(action.kind)
        p.play(seat, action)
    assert {"village", "neutral", "warrior"} < seen


@pytest.mark.parametrize("name", ["1", "2", "3"])
def test_the_lower_levels_finish_games_by_a_pyramid(name: str) -> None:
    outcome = play(YUCATAN, [make(name, YUCATAN), make("3", YUCATAN)], 4).outcome()
    assert outcome is not None
    assert outcome.how == "end.pyramid"


def test_level_3_beats_random() -> None:
    outcome = play(YUCATAN, [make("random", YUCATAN), make("3", YUCATAN)], 1).outcome()
    assert outcome is not None
    assert outcome.winners == (1,)


@pytest.mark.parametrize("name", LEVELS)
def test_the_same_seed_gives_the_same_choice_and_openings_differ(name: str) -> None:
    p = middle_game(2, 3, 60)
    seat = p.actors()[0]
    assert choice(name, p, seat, 5) == choice(name, p, seat, 5)
    start = YUCATAN.opening(2, {"first": "0"})
    assert isinstance(start, YucatanPosition)
    assert len({choice(name, start, 1, seed) for seed in range(12)}) > 1


@pytest.mark.parametrize("name", LEVELS)
def test_a_choice_depends_on_nothing_but_the_view(name: str) -> None:
    for seed in range(2):
        p = middle_game(3, seed, 60)
        seat = p.actors()[0]
        other = p.redeal(seat, Random(99))
        for _ in range(50):
            if other.key() != p.key():
                break
            other = p.redeal(seat, Random(other.step + seed))
        assert choice(name, p, seat) == choice(name, other, seat)


def test_a_clock_is_kept() -> None:
    p = middle_game(4, 1, 90)
    seat, bot = p.actors()[0], make("5", YUCATAN)
    view, actions = p.view(seat), p.actions(seat)
    bot.decide(seat, view, [], actions, Clock(), Random(1))  # tables are made once

    def took() -> float:
        bot = make("5", YUCATAN)
        began = perf_counter()
        bot.decide(seat, view, [], actions, Clock(0.15), Random(1))
        return perf_counter() - began

    assert any(took() < 1.1 * 0.15 for _ in range(10))  # others on the machine may interrupt some of them
    assert choice("5", p, seat, 1, 0.0001) in map(str, actions)


# --- what greedy gets wrong ---


@pytest.mark.parametrize("name", [*RACERS, "1"])
def test_it_finishes_its_pyramid(name: str) -> None:
    p = position(levels=[4, 4], prisoners=[3, 9], warriors=[warrior("L5", 0)])
    assert choice(name, p) == "raise"


@pytest.mark.parametrize("name", RACERS)
def test_it_delivers_what_finishes_the_pyramid(name: str) -> None:
    villages = [{"at": "K3", "seat": 0, "size": "large"}, {"at": "G1", "seat": 0}, {"at": "I1", "seat": 0}]
    p = position(levels=[4, 0], villages=villages, warriors=[warrior("K2", 0, load=3), warrior("C5", 1)])
    assert choice(name, p) in ("march K2 K3", "march K2 L2 K3")


@pytest.mark.parametrize("name", RACERS)
def test_it_never_attacks_a_shown_enemy_who_must_win(name: str) -> None:
    foe = warrior("K4", 1, "hummingbird", 3, shown=True)
    p = position(warriors=[warrior("L4", 0), foe], levels=[0, 4], prisoners=[0, 0])
    for seed in range(5):
        assert choice(name, p, seed=seed) != "march L4 K4"


@pytest.mark.parametrize("name", RACERS)
def test_it_never_attacks_a_hidden_enemy_who_must_win_by_counting(name: str) -> None:
    """Three serpents were shown, so nobody else can be one, and a jaguar beats nobody else."""
    shown = [warrior(at, 1, "serpent", shown=True) for at in ("C4", "C7", "C8")]
    foe = warrior("K4", 1, "hummingbird", 3)
    villages = [{"at": at, "seat": 1} for at in ("A1", "E1", "D10")]
    p = position(warriors=[warrior("L4", 0), foe, *shown], villages=villages, levels=[0, 4])
    assert wins(odds_of(p, 0), SPACE["L4"], SPACE["K4"]) == 0
    for seed in range(5):
        assert choice(name, p, seed=seed) != "march L4 K4"


@pytest.mark.parametrize("name", ["3", "4", "5"])
def test_it_attacks_a_hidden_enemy_whom_it_beats_by_counting(name: str) -> None:
    """Three jaguars and three hummingbirds were shown, so the one who leads prisoners is a serpent."""
    shown = [warrior(at, 1, "jaguar", shown=True) for at in ("C4", "C7", "C8")]
    shown += [warrior(at, 1, "hummingbird", shown=True) for at in ("B1", "B2", "D6")]
    villages = [{"at": at, "seat": 1} for at in ("A1", "E1", "D10", "C1", "G1", "E8")]
    p = position(warriors=[warrior("L4", 0), warrior("K4", 1, "serpent", 3), *shown], villages=villages)
    assert wins(odds_of(p, 0), SPACE["L4"], SPACE["K4"]) == 1
    assert choice(name, p).endswith(" K4")


@pytest.mark.parametrize("name", ["3", "4", "5"])
def test_it_attacks_a_loaded_enemy_whom_it_beats_for_certain(name: str) -> None:
    p = position(warriors=[warrior("L4", 0), warrior("K4", 1, "serpent", 3, shown=True)])
    assert choice(name, p).endswith(" K4")


@pytest.mark.parametrize("name", ["4", "5"])
def test_it_takes_prisoners_out_of_reach_from_a_shown_enemy_who_beats_him(name: str) -> None:
    """Whoever is known to lose against a neighbour does not wait for him."""
    villages = [{"at": "K3", "seat": 0, "size": "large"}, {"at": "G2", "seat": None}, {"at": "E1", "seat": None}]
    men = [warrior("K4", 0, "jaguar", 2, shown=True), warrior("L4", 1, "hummingbird", shown=True), warrior("N2", 0)]
    p = position(villages=villages, warriors=men)
    p.play(0, YUCATAN.parse(choice(name, p)))
    ends = {action.data.end for action in p.actions(1) if action.kind == "march"}
    assert not ends & set(p.load)


@pytest.mark.parametrize("name", ["3", "4", "5"])
def test_it_steals_from_a_city_that_nobody_guards(name: str) -> None:
    city = BOARDS[2].city[1]
    beside = next(label for label, space in SPACE.items() if BOARDS[2].near[city] >> space & 1)
    p = position(warriors=[warrior(beside, 0), warrior("K12", 1)], prisoners=[0, 2], levels=[0, 2])
    action = YUCATAN.parse(choice(name, p))
    assert action.kind == "march"
    assert action.data.end == city
    p.play(0, action)
    assert choice(name, p) == "steal 2"


# --- the evaluator, the belief ---


def test_every_step_of_the_plan_brings_the_end_nearer() -> None:
    villages = [{"at": "K3", "seat": 0, "size": "large"}]
    far, near = (
        actions_left(position(villages=villages, levels=[4, 0], warriors=[warrior(at, 0, load=3)]), 0)
        for at in ("I8", "K2")
    )
    assert 2 <= near < 3
    assert far >= near + 1
    done = position(villages=villages, levels=[4, 0], prisoners=[3, 0])
    assert actions_left(done, 0) == 1


def test_the_evaluator_remembers_without_mistaking() -> None:
    judge = Judge()
    for seed in range(3):
        p = middle_game(3, seed, 80)
        for action in p.actions(p.actors()[0]):
            after = p.copy()
            after.apply(p.actors()[0], action)
            for seat in range(3):
                assert judge.actions_left(after, seat) == actions_left(after, seat)


def test_chances_add_up_and_a_winner_has_them_all() -> None:
    chances = Judge().chances(middle_game(4, 2, 90))
    assert sum(chances) == pytest.approx(1, abs=0.15)
    assert all(0 < chance < 1 for chance in chances)
    over = position(levels=[4, 0], prisoners=[3, 0])
    over.play(0, YUCATAN.parse("raise"))
    assert Judge().chances(over) == [1.0, 0.0]


def test_the_weights_are_what_the_file_says() -> None:
    assert WEIGHTS.rate > 1
    assert all(len(ring) > 4 for seats in (2, 3, 4) for ring in _rings_of_land(seats))


def _rings_of_land(seats: int) -> list[tuple[int, ...]]:
    return [rings(seats, True)[space] for space in spaces(BOARDS[seats].land)]


def test_odds_are_what_redeals_give() -> None:
    p = middle_game(3, 5, 110)
    seat = p.actors()[0]
    odds, rng, n = odds_of(p, seat), Random(4), 3000
    counts = {space: [0, 0, 0] for space in odds}
    for _ in range(n):
        for space, guild in p.redeal(seat, rng).guild.items():
            counts[space][guild] += 1
    for space, shares in odds.items():
        assert sum(shares) == pytest.approx(1)
        assert all(abs(count / n - share) < 0.05 for count, share in zip(counts[space], shares, strict=True))


def test_odds_of_a_fight() -> None:
    p = position(warriors=[warrior("L4", 0), warrior("K4", 1, "serpent", shown=True), warrior("K6", 1)])
    odds = odds_of(p, 0)
    assert wins(odds, SPACE["L4"], SPACE["K4"]) == 1
    assert wins(odds, SPACE["K4"], SPACE["L4"]) == 0
    # two of the other eight tokens are serpents
    assert wins(odds, SPACE["L4"], SPACE["K6"]) == pytest.approx(2 / 8)


def test_who_does_not_attack_is_probably_not_the_one_who_would_win() -> None:
    p = position(warriors=[warrior("L4", 0, load=2, shown=True), warrior("K4", 1, "serpent"), warrior("C5", 1)])
    at, winner = SPACE["K4"], 1  # hummingbirds beat jaguars
    odds = odds_of(p, 0)
    mine, stays = Event("settle", 0, {"space": "K2"}), Event("settle", 1, {"space": "E10"})
    comes = Event("march", 1, {"start": "K6", "end": "K4"})
    assert heed(odds, p, 0, []) == odds
    stayed, came = heed(odds, p, 0, [mine, stays]), heed(odds, p, 0, [mine, comes])
    assert stayed[at][winner] < odds[at][winner] < came[at][winner]
    assert sum(stayed[at]) == pytest.approx(1)
    assert stayed[SPACE["C5"]] == odds[SPACE["C5"]]


def test_wider_search_judges_more() -> None:
    p = middle_game(2, 4, 70)
    seat = p.actors()[0]
    judged: list[int] = []
    for widths in ((1000,), (3, FORCING), (3, 2, FORCING), (3, 2, 2, FORCING)):
        search = Search(seat, Judge())
        search.best(p, odds_of(p, seat), widths)
        judged.append(search.judged)
    assert judged == sorted(set(judged))


def test_whatever_is_nearly_as_good_as_the_best_was_searched_to_the_end() -> None:
    """A search that is cut short says that an action is no better than what was found, not how much worse it is.
    Whoever draws lots among actions that are nearly as good must not draw those."""
    for seed in range(4):
        p = middle_game(2, seed, 70)
        seat = p.actors()[0]
        odds = odds_of(p, seat)
        exact = {str(a): worth for worth, a in Search(seat, Judge()).best(p, odds, (8, 1000), margin=2.0)}
        found = Search(seat, Judge()).best(p, odds, (8, 1000), margin=0.02)
        assert found[0][0] == max(exact.values())
        for worth, action in found:
            if worth >= found[0][0] - 0.02:
                assert worth == exact[str(action)]


@pytest.mark.parametrize("widths", [(8, FORCING), (6, 4, FORCING), (4, 3, 3, FORCING, FORCING)])
def test_what_is_left_out_does_not_change_the_choice(widths: tuple[int, ...]) -> None:
    """With two seats whatever cannot matter is left out; looked at all the same, it leads to the same worth."""

    class Thorough(Search):
        def _within(self, p: YucatanPosition, seat: int, best: Sequence[float] | None) -> Limits:
            return OPEN

        def _settles(self, p: YucatanPosition, seat: int, best: Sequence[float], limits: Limits) -> bool:
            return False

    for seed in range(2):
        p = middle_game(2, seed, 70)
        seat = p.actors()[0]
        quick, thorough = Search(seat, Judge()), Thorough(seat, Judge())
        one, other = quick.best(p, odds_of(p, seat), widths), thorough.best(p, odds_of(p, seat), widths)
        assert one[0][0] == pytest.approx(other[0][0], abs=0.002)
        assert quick.judged < thorough.judged


def test_of_deployments_to_one_space_only_one_is_judged() -> None:
    p = position(warriors=[warrior("L4", 0), warrior("K12", 1)], villages=[{"at": "K2", "seat": 0}])
    entries = Search(0, Judge()).candidates(p, 0, odds_of(p, 0))
    deployed = [entry.action.data.space for entry in entries if entry.action.kind == "deploy"]
    assert len(deployed) == len(set(deployed)) > 1
    assert len([action for action in p.actions(0) if action.kind == "deploy"]) == 3 * len(deployed)


# --- hints ---


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_hints_say_what_and_why(lang: str) -> None:
    bot, rng, said = make("4", YUCATAN), Random(2), set[str]()
    p = YUCATAN.start(2)
    for _ in range(50):
        seat = p.actors()[0]
        if seat == CHANCE:
            p.apply(CHANCE, p.draw(rng))
            continue
        advice = bot.explain(seat, p.view(seat), [], p.actions(seat), Clock(), rng, lang)
        assert advice.plan[0] in p.actions(seat)
        assert advice.why
        assert "{" not in advice.why
        data = advice.plan[0].data
        for space in (getattr(data, name, None) for name in ("start", "end", "space")):
            assert space is None or LABELS[space] in advice.why
        said.add(advice.why)
        p.apply(seat, advice.plan[0])
    assert len(said) > 15


def test_a_hint_tells_the_odds_of_an_attack() -> None:
    p = position(warriors=[warrior("L4", 0), warrior("K4", 1, "serpent", 3, shown=True)])
    advice = make("4", YUCATAN).explain(0, p.view(0), [], p.actions(0), Clock(), Random(1), "en")
    assert str(advice.plan[0]).endswith(" K4")
    assert advice.why.startswith("Attack K4 from L4: you are sure to win")
    assert "3 prisoners more" in advice.why
