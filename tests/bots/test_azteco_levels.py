"""The levels of Azteco: what they know, what they do in set-up positions, and that they keep to their budget."""

from __future__ import annotations

from collections.abc import Callable
from math import inf, log
from pathlib import Path
from random import Random
from time import perf_counter

import pytest
from match import play

from texcoco.bots import LEVELS, Advice, Clock, make
from texcoco.bots.azteco import judge as judge_module
from texcoco.bots.azteco.habits import HABITS, SIZE, suspected
from texcoco.bots.azteco.judge import Judge
from texcoco.bots.azteco.levels import Level, Level2
from texcoco.bots.azteco.reader import Reader, kinds_of_players
from texcoco.bots.azteco.strategy import CLASSES, Claimant, class_of_claims, strategy_for
from texcoco.bots.azteco.values import WEIGHTS, Values, jewel_value, stone_value
from texcoco.bots.azteco.votes import VoteGame
from texcoco.game import CHANCE, Action, Json
from texcoco.games.azteco import AZTECO, AztecoPosition
from texcoco.games.azteco.cards import CARD_AT, CARDS, KIND_AT, ROUNDS, Jewels, stone_points
from texcoco.games.azteco.scoring import artefact_points, duo_points, trio_points


def level(name: str, samples: int = 1) -> Level:
    """A level with a small budget."""
    bot = make(name, AZTECO)
    assert isinstance(bot, Level)
    bot.samples = samples
    return bot


def until_phase(phase: str, seats: int = 3, seed: int = 1, rounds: int = 0) -> AztecoPosition:
    """A game at random until a phase, after so many rounds."""
    position, rng = AZTECO.start(seats), Random(seed)
    while position.phase != phase or len(position.rounds) < rounds:
        seat = position.actors()[0]
        position.apply(seat, position.draw(rng) if seat == CHANCE else position.pick(seat, rng))
    return position


def set_up(**changes: object) -> AztecoPosition:
    """Three seats that vote in the second round, as a position's JSON with changes."""
    data: Json = {
        "game": "azteco", "seats": 3, "phase": "vote", "round": 2, "first": 0, "sheets": ["ines", "bruno", "wanda"],
        "jewels": [[2, 0, 1], [0, 2, 1], [1, 2, 0]], "stones": [2, 2, 2], "curses": [1, 1, 1],
        "cards": ["BR", "YY", "BY"], "claims": ["BR", "YYR", "BY"], "served": ["BR", "YYR", "BY"],
        "votes": [None, None, None], "shown": 0, "winners": [], "hand": [], "effect": None, "gains": [],
        "rounds": [{"cards": ["BBR", "YYR", "BYY"], "claims": ["BBR", "YYR", "BYY"],
                    "votes": ["believe 1", "believe 2", "believe 0"]}],
    }  # fmt: skip
    return AZTECO.load(data | changes)


# --- whole games ---


@pytest.mark.parametrize("seats", AZTECO.seats)
@pytest.mark.parametrize("name", LEVELS)
def test_every_level_plays_legal_games_on_any_number_of_seats(name: str, seats: int) -> None:
    position = play(AZTECO, [level(name)] * seats, seed=seats, strict_supply=seats == 6, rotate=seats == 5)
    assert position.outcome() is not None


@pytest.mark.parametrize("name", LEVELS)
def test_a_seed_gives_the_same_game_whoever_sits_down_anew(name: str) -> None:
    """The bots keep nothing that they need: new ones play the same game."""
    one, two = ([level(name) for _ in range(3)] for _ in range(2))
    assert play(AZTECO, one, 5).key() == play(AZTECO, two, 5).key()


@pytest.mark.parametrize("name", LEVELS)
@pytest.mark.parametrize("phase", ["claim", "vote", "keep", "effect"])
def test_a_choice_depends_on_nothing_that_the_seat_may_not_know(name: str, phase: str) -> None:
    position, bot = until_phase(phase, seats=4, seed=3, rounds=2), level(name)
    seat = position.actors()[0]

    def choice(of: AztecoPosition) -> Action:
        return bot.decide(seat, of.view(seat), [], of.actions(seat), Clock(), Random(1))

    chosen, rng = choice(position), Random(2)
    for _ in range(5):
        assert choice(position.redeal(seat, rng)) == chosen


def test_the_strongest_beats_two_greedy() -> None:
    """Fair would be one game of three."""
    strong, greedy, won = level("5", samples=2), make("greedy", AZTECO), 0
    for seed in range(24):
        outcome = play(AZTECO, [strong if seat == seed % 3 else greedy for seat in range(3)], seed).outcome()
        assert outcome is not None
        won += seed % 3 in outcome.winners
    assert won >= 13


def test_games_differ_from_each_other() -> None:
    """Nobody can know beforehand what the strongest level claims and votes."""
    bot, claims, votes = level("5", samples=2), set[str](), set[str]()
    for of in range(4):
        claiming, voting = until_phase("claim", seed=of), until_phase("vote", seed=of)
        for seed in range(10):
            claims.add(bot.decide(0, claiming.view(0), [], claiming.actions(0), Clock(), Random(seed)).text)
            votes.add(bot.decide(0, voting.view(0), [], voting.actions(0), Clock(), Random(seed)).text)
    assert len(claims) > 5
    assert len(votes) > 2


# --- the clock ---


def test_thinking_stops_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """A clock that moves by a hundredth of a second whenever it is asked: an endless budget ends after some
    questions."""
    asked: list[float] = []

    def clock() -> float:
        asked.append(len(asked) / 100)
        return asked[-1]

    monkeypatch.setattr(judge_module, "monotonic", clock)
    judge = Judge(Values(0, until_phase("claim").view(0)))
    worth, accused = judge.claims(10**9, 0.5, Random(1))
    assert 51 <= len(asked) <= 52
    assert len(worth) == len(accused) == len(CARDS)


def test_without_any_time_the_equilibrium_is_played() -> None:
    position = until_phase("claim")
    judge = Judge(Values(0, position.view(0)))
    assert judge.claims(5, -inf, Random(1)) == ([], [])
    assert judge.claim_mix([], 1, 1) == judge.claimants[0].claims(position.cards[0])


@pytest.mark.long
@pytest.mark.parametrize("seconds", [0.05, 0.3])
def test_the_clock_is_kept(seconds: float) -> None:
    position, bot = until_phase("claim", seats=6), level("5", samples=10**9)
    took: list[float] = []
    for seed in range(7):
        began = perf_counter()
        bot.decide(0, position.view(0), [], position.actions(0), Clock(seconds), Random(seed))
        took.append(perf_counter() - began)
    assert sorted(took)[3] <= 1.1 * seconds


# --- bad habits of greedy ---


@pytest.mark.parametrize("name", ["3", "4", "5"])
def test_what_cannot_be_true_is_accused_and_never_believed(name: str) -> None:
    """Both cards YYR are known: one lay open in the first round, the other is one's own."""
    past = {
        "cards": ["BBR", "YYR", "BYY"],
        "claims": ["BBR", "YYR", "BYY"],
        "votes": ["believe 1", "believe 2", "believe 0"],
    }
    position = set_up(
        cards=["YYR", "YY", "BY"], claims=["YYR", "YYR", "BY"], served=["YYR", "YYR", "BY"], rounds=[past]
    )
    view, bot = position.view(0), level(name)
    assert Reader(Values(0, view)).lie(1, CARD_AT["YYR"]) == 1
    votes = [bot.decide(0, view, [], position.actions(0), Clock(), Random(seed)).text for seed in range(20)]
    assert votes.count("accuse 1") >= 14
    assert "believe 1" not in votes


def test_the_small_claims_of_the_strongest_are_not_always_lies_and_votes_are_not_always_accusations() -> None:
    small, votes = list[bool](), list[bool]()
    for seed in range(8):
        for cards, claims, cast in play(AZTECO, [level("5", samples=2)] * 3, seed).rounds:
            small += [card != claim for card, claim in zip(cards, claims, strict=True) if SIZE[claim] == 0]
            votes += [bool(vote & 1) for vote in cast]
    assert 0.05 < sum(small) / len(small) < 0.85
    assert 0.1 < sum(votes) / len(votes) < 0.95


def test_the_first_level_accuses_what_is_big_and_tells_the_truth_about_good_cards() -> None:
    bot = level("1")
    position = set_up(claims=["BR", "YYYY", "BY"], served=["BR", "YYYY", "BY"])
    votes = [bot.decide(0, position.view(0), [], position.actions(0), Clock(), Random(seed)).text for seed in range(40)]
    assert votes.count("accuse 1") > 20
    assert set(votes) == {"accuse 1", "believe 2"}
    claims = []
    for seed in range(60):
        position = until_phase("claim", seed=seed)
        claim = bot.decide(0, position.view(0), [], position.actions(0), Clock(), Random(seed)).data.card
        claims.append((SIZE[position.cards[0]], SIZE[claim]))
    assert all(claimed == 2 or claimed == card for card, claimed in claims)


# --- what things are worth ---


@pytest.mark.parametrize("jewels", [(0, 0, 0), (3, 1, 2), (6, 5, 3)])
def test_at_the_end_things_are_worth_what_they_score(jewels: Jewels) -> None:
    kinds = KIND_AT["rain-mask"], KIND_AT["dusk-collar"], KIND_AT["golden-idol"]
    points = duo_points(jewels, 0) + trio_points(jewels) + sum(artefact_points(jewels, kind) for kind in kinds)
    assert jewel_value(jewels, 0, kinds, 0) == points
    assert all(stone_value(stones, 0) == stone_points(stones) for stones in range(15))


def test_half_a_trio_is_worth_something_early_and_nothing_at_the_end() -> None:
    assert jewel_value((3, 0, 0), 0, (), 4) - jewel_value((0, 0, 0), 0, (), 4) > 1
    assert jewel_value((3, 0, 0), 0, (), 0) == 0


def test_leading_a_colour_costs_what_lies_on_its_curse() -> None:
    heavy = Values(0, set_up(curses=[6, 1, 1]).view(0))
    light = Values(0, set_up(curses=[1, 1, 1]).view(0))
    assert heavy.claims(0)[CARD_AT["BBBB"]] < light.claims(0)[CARD_AT["BBBB"]] - 2


def test_seats_care_most_about_whoever_is_likely_to_win() -> None:
    values = Values(0, set_up(jewels=[[2, 2, 2], [4, 4, 4], [1, 0, 0]]).view(0))
    cares = values.cares(0)
    assert cares[0] == 1
    assert cares[1] < cares[2] < 0
    assert sum(values.chances) == pytest.approx(1)


@pytest.mark.parametrize(
    ("artefact", "choice", "data"),
    [
        ("copal", "discard 2", {"stones": [5, 2, 2]}),
        ("chest", "take RR", {"jewels": [[5, 5, 1], [5, 5, 5], [5, 5, 5]], "round": 5}),
        ("effigy", "give 1", {"jewels": [[3, 3, 3], [6, 6, 6], [1, 0, 0]], "round": 5}),
    ],
)
def test_artefacts_are_played_for_the_score(artefact: str, choice: str, data: Json) -> None:
    """In the last round seat 0 lied and nobody accused it: it plays its artefact at once."""
    rounds = [
        {
            "cards": ["BBR", "YYR", "BYY"],
            "claims": ["BBR", "YYR", "BYY"],
            "votes": ["believe 1", "believe 2", "believe 0"],
        },
        {"cards": ["BB", "YY", "BY"], "claims": ["BB", "YY", "BY"], "votes": ["believe 1", "believe 2", "believe 0"]},
        {"cards": ["BR", "YR", "BY"], "claims": ["BR", "YR", "BY"], "votes": ["believe 1", "believe 2", "believe 0"]},
        {"cards": ["BR", "YR", "RR"], "claims": ["BR", "YR", "RR"], "votes": ["believe 1", "believe 2", "believe 0"]},
    ]
    number = data.get("round", 2)
    position = set_up(
        phase="effect", cards=["BBB", "YY", "RRR"], claims=["BB", "YY", "RRR"], served=["BB", "YY", "RRR"], shown=1,
        votes=["accuse 1", "accuse 2", "accuse 1"], winners=[0], effect=artefact, rounds=rounds[: number - 1],
        gains=[{"seat": 0, "drew": [artefact, "silver-idol", "rain-mask"], "kept": artefact}], **{"round": 2, **data},
    )  # fmt: skip
    for name in ("4", "5"):
        bot = level(name)
        assert bot.decide(0, position.view(0), [], position.actions(0), Clock(), Random(1)).text == choice


# --- claims and votes ---


def test_the_strategy_is_whole() -> None:
    for seats in AZTECO.seats:
        for number in range(1, ROUNDS + 1):
            rows = strategy_for(seats, number)
            assert len(rows) == CLASSES
            assert all(sum(row) == pytest.approx(1, abs=0.01) and min(row) >= 0 for row in rows)


def test_claims_follow_the_strategy_and_lies_are_found_by_the_odds() -> None:
    """Ten thousand claims drawn by the strategy: as many are lies as was foretold."""
    position = until_phase("claim", seed=7)
    values = Values(0, position.view(None))
    claimant = Claimant(strategy_for(3, 1), class_of_claims(values.claims(1)), values.unseen)
    rng, seen = Random(1), dict[int, list[bool]]()
    bag = [card for card, copies in enumerate(values.unseen) for _ in range(copies)]
    mixes = {card: claimant.claims(card) for card in set(bag)}
    for _ in range(20_000):
        card = rng.choice(bag)
        claim = rng.choices(range(len(CARDS)), mixes[card])[0]
        seen.setdefault(claim, []).append(claim != card)
    for claim, lies in seen.items():
        if len(lies) > 400:
            assert sum(lies) / len(lies) == pytest.approx(claimant.lie(claim), abs=0.12)


def vote_game(lies: list[float]) -> VoteGame:
    cares = [[1.0 if a == b else -0.5 for b in range(3)] for a in range(3)]
    return VoteGame(lies, [4.0] * 3, [1.0] * 3, [1.0] * 3, [4.0] * 3, cares)


def test_honest_seats_are_believed_and_liars_accused() -> None:
    mixes = vote_game([0.05, 0.05, 0.95]).solve(30, 0.2)
    for voter in (0, 1):
        assert mixes[voter][2 * 2 + 1] > 0.9  # all see through seat 2
    assert mixes[2][0] + mixes[2][2] > 0.9  # which itself has nobody to accuse
    for mix in mixes:
        assert sum(mix) == pytest.approx(1)


def test_where_all_is_alike_votes_are_spread() -> None:
    for mix in vote_game([0.5, 0.5, 0.5]).solve(30, 0.3):
        accusations = sorted(mix[1::2])
        assert accusations[0] == pytest.approx(0, abs=1e-6)
        assert accusations[1] == pytest.approx(accusations[2])


def test_a_second_accuser_gains_the_artefact() -> None:
    """Who accuses a liar alone spoils the lie; who joins another accuser wins an artefact, and so does the other."""
    game = vote_game([1.0, 0.0, 0.0])
    alone, joined = (game.values(1, [[0.0] * 3, [0.0] * 3, [chance, 0.0, 0.0]])[1] for chance in (0.0, 1.0))
    assert alone == pytest.approx(1 + 0.5 * (1 + 4))  # a stone less, and half of what the liar loses: a stone, and 4
    assert joined == pytest.approx(1 + 0.5 * 1 + 4 - 0.5 * 4)


# --- habits ---


def past_rounds(claim: str | None, vote: Callable[[int], str], rounds: int) -> Json:
    """A view in which seats 1 and 2 have always had four jewels, claimed this (or the truth) and voted like this; seat
    0 told the truth."""
    past: list[Json] = []
    for own, *cards in (("RRR", "BBBY", "BBBR"), ("RR", "BBYY", "BBRR"), ("BBR", "BYYY", "BRRR"))[:rounds]:
        claims = [own, *([claim, claim] if claim else cards)]
        past.append({"cards": [own, *cards], "claims": claims, "votes": ["believe 1", vote(1), vote(2)]})
    return {"seats": 3, "sheets": ["ines", "bruno", "wanda"], "rounds": past}


def test_habits_are_found_out_slowly() -> None:
    def honest(rounds: int) -> list[float]:
        return kinds_of_players(past_rounds(None, lambda seat: f"believe {3 - seat}", rounds), 0)[1]

    assert honest(0) == pytest.approx(WEIGHTS["kinds"])
    assert honest(3)[6] > honest(1)[6] > honest(0)[6]  # the last kind is honest
    assert sum(honest(3)) == pytest.approx(1)


def test_whoever_lied_before_is_believed_less() -> None:
    """The same claim: at one table the second seat has told the truth about such cards, at the other it has lied."""
    calm = {
        "cards": ["BBR", "YY", "BYY"],
        "claims": ["BBR", "YY", "BYY"],
        "votes": ["believe 1", "believe 2", "believe 0"],
    }
    wild = calm | {"claims": ["BBR", "YR", "BYY"], "votes": ["believe 1", "accuse 0", "believe 0"]}
    chances = [
        Reader(Values(0, set_up(claims=["BR", "RR", "BY"], served=["BR", "RR", "BY"], rounds=[past]).view(0))).lie(
            1, CARD_AT["RR"]
        )
        for past in (calm, wild)
    ]
    assert chances[0] < chances[1]


def test_whoever_was_accused_more_often_will_be_again() -> None:
    assert suspected({"seats": 3, "rounds": []}) == []
    view = past_rounds(None, lambda seat: "accuse 0", 1)
    assert suspected(view) == pytest.approx([2, 0.5, 0.5])  # one round is imagined in which all were accused alike
    more = suspected(past_rounds(None, lambda seat: "accuse 0", 3))
    assert more[0] > 2
    assert more[1] < 0.5


def test_what_levels_take_the_others_for() -> None:
    assert [make(name, AZTECO).kind for name in ("2", "3", "4", "5")] == [2, 0, 0, None]  # type: ignore[attr-defined]
    assert len(HABITS) == len(WEIGHTS["kinds"])


def test_the_kind_that_level_2_takes_others_for_is_level_1() -> None:
    """What was measured says what level 1 does by its rule: it lies with four jewels only, and accuses what is big."""
    habit = HABITS[Level2.kind or 0]
    assert habit.lies[2] > 0.9
    assert habit.truth[0] < habit.truth[1] < habit.truth[2]
    assert max(habit.by_size[3:]) == habit.by_size[5]


# --- hints ---


def hint(position: AztecoPosition, lang: str = "en") -> Advice:
    seat = position.actors()[0]
    return level("4", 3).explain(seat, position.view(seat), [], position.actions(seat), Clock(), Random(1), lang)


def test_what_may_be_true_is_never_said_to_be_certain(monkeypatch: pytest.MonkeyPatch) -> None:
    """However sure the strongest level is of a lie: only cards that were all seen prove one."""
    monkeypatch.setattr(Reader, "lie", lambda *_: 1.0)  # type: ignore[misc]
    why = hint(set_up()).why
    assert "certainly" not in why
    assert "9" in why  # still, a chance of more than 90 %


@pytest.mark.parametrize(("face", "percent"), [("believe", "20%"), ("accuse", "70%")])
def test_odds_of_what_to_believe_and_what_to_accuse_are_corrected_each_by_its_own(
    face: str, percent: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    # nothing of the odds themselves is left: what is said is 20 %, or 70 %
    monkeypatch.setitem(WEIGHTS, "said", {"believe": (log(0.2 / 0.8), 0.0), "accuse": (log(0.7 / 0.3), 0.0)})
    position = set_up()
    best = next(action for action in position.actions(position.actors()[0]) if action.kind == face)
    monkeypatch.setattr(Reader, "votes", lambda _: [float(vote == best.data.code) for vote in range(6)])  # type: ignore[misc]
    advice = hint(position)
    assert advice.plan == (best,)
    assert percent in advice.why


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_hints_say_why_in_every_phase(lang: str) -> None:
    said = set[str]()
    for seed in range(3):
        position, rng = AZTECO.start(4), Random(seed)
        while actors := position.actors():
            if actors[0] == CHANCE:
                position.apply(CHANCE, position.draw(rng))
                continue
            advice = hint(position, lang)
            assert advice.plan[0] in position.actions(actors[0])
            assert len(advice.why) > 10
            assert "{" not in advice.why
            assert " 0 point" not in advice.why
            said.add(advice.plan[0].kind)
            position.apply(actors[0], advice.plan[0])
    assert {"claim", "accuse", "keep"} <= said


def test_a_certain_lie_is_called_certain() -> None:
    past = {
        "cards": ["BBR", "YYR", "BYY"],
        "claims": ["BBR", "YYR", "BYY"],
        "votes": ["believe 1", "believe 2", "believe 0"],
    }
    position = set_up(
        cards=["YYR", "YY", "BY"], claims=["YYR", "YYR", "BY"], served=["YYR", "YYR", "BY"], rounds=[past]
    )
    advice = hint(position)
    assert advice.plan[0].text == "accuse 1"
    assert advice.why == (
        "Accuse Black: the claim of 2 yellow jewels and 1 red is certainly a lie, "
        "as you have seen all cards with these jewels."
    )


@pytest.mark.long
def test_the_odds_that_hints_tell_come_true(monkeypatch: pytest.MonkeyPatch) -> None:
    """Said and happened within five points in a thousand games at mixed tables."""
    monkeypatch.syspath_prepend(str(Path(__file__).parents[2] / "tools"))
    from odds_azteco import report, told

    for name, times, said, happened in report(told(1000, seed=11)):
        if times >= 400:
            assert said == pytest.approx(happened, abs=5), name
