"""Hints of Yucatán name the move, the place and what it is good for, and what they say is true."""

from __future__ import annotations

import re
from random import Random

import pytest
from yucatan_positions import middle_game, position, warrior

from texcoco.bots import Clock, make
from texcoco.bots.yucatan import levels
from texcoco.bots.yucatan.belief import odds_of
from texcoco.bots.yucatan.greedy import distances
from texcoco.bots.yucatan.hints import why
from texcoco.bots.yucatan.race import Judge
from texcoco.game import CHANCE
from texcoco.games.yucatan import YUCATAN, YucatanPosition
from texcoco.games.yucatan.pieces import GUILDS


def reason(p: YucatanPosition, action: str, lang: str = "en") -> str:
    assert action in map(str, p.actions(0))
    return why(p, 0, YUCATAN.parse(action), odds_of(p, 0), Judge(), lang)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_set_up_is_advised_as_a_person_would_play_it(seats: int) -> None:
    """A neutral village where one's own warriors arrive first, and warriors of two guilds."""
    bot, rng, p = make("4", YUCATAN), Random(seats), YUCATAN.start(seats)
    far, first, told = distances(seats, True), dict[int, int](), 0
    while not p.round:
        seat = p.actors()[0]
        if seat == CHANCE:
            p.apply(CHANCE, p.draw(rng))
            continue
        actions = p.actions(seat)
        advice = bot.explain(seat, p.view(seat), [], actions, Clock(), rng)
        data = advice.plan[0].data
        if p.phase == "neutral" and len(actions) > 10:
            away = [far[city][data.space] for city in p.board.city]
            assert away[seat] == min(away)
            assert f"{away[seat]} march" in advice.why
            told += 1
        if advice.plan[0].kind == "warrior":
            assert advice.why.startswith(f"Start a {GUILDS[data.guild]} at ")
            assert first.setdefault(seat, data.guild) != data.guild or not p.men[seat]
        p.apply(seat, advice.plan[0])
    assert told > 3


def test_what_a_village_is_for() -> None:
    home = position(warriors=[warrior("K7", 0, load=2)])
    assert "enlarged next, it takes his 2 prisoners home" in reason(home, "settle K7")
    assert "it feeds one more warrior." in reason(position(warriors=[warrior("K7", 0)]), "settle K7")


def test_a_village_is_not_said_to_feed_a_warrior_whom_nobody_waits_for() -> None:
    spare = position(villages=[{"at": "I7", "seat": 0}], warriors=[warrior("K7", 0)])
    assert "enlarged later, it takes prisoners" in reason(spare, "settle K7")
    p = position(villages=[{"at": "K7", "seat": 0}], warriors=[warrior("L4", 0), warrior("G6", 0)])
    assert "can send out a warrior" not in reason(p, "grow K7")
    assert "a raid only makes it small again" in reason(p, "grow K7")
    fed = position(villages=[{"at": "K7", "seat": 0}], warriors=[warrior("L4", 0)])
    assert "can send out a warrior" in reason(fed, "grow K7")


def test_a_village_beside_an_enemy_comes_with_a_warning() -> None:
    beside = position(warriors=[warrior("K7", 0), warrior("K8", 1)])
    assert "raid" not in reason(beside, "settle K7")  # a warrior stands on it
    p = position(villages=[{"at": "K7", "seat": 0}], warriors=[warrior("L4", 0), warrior("K8", 1)])
    assert "Beware: an enemy warrior next to it can raid it." in reason(p, "grow K7")
    far = position(villages=[{"at": "K7", "seat": 0}], warriors=[warrior("L4", 0), warrior("K12", 1)])
    assert "Beware" not in reason(far, "grow K7")


def test_a_newcomer_is_not_sent_to_a_village_where_somebody_stands() -> None:
    villages = [{"at": "I7", "seat": 0}, {"at": "L2", "seat": 1}]
    assert "to the village at L2" in reason(
        position(villages=villages, warriors=[warrior("K7", 0)]), "deploy L5 jaguar"
    )
    p = position(villages=villages, warriors=[warrior("L2", 0)])
    assert "to the village at L2" not in reason(p, "deploy L5 jaguar")


def test_what_a_march_of_a_loaded_warrior_is_for() -> None:
    p = position(warriors=[warrior("K7", 0, load=3), warrior("K12", 1)])
    assert "with his 3 prisoners" in reason(p, "march K7 J7") or "where you can establish" in reason(p, "march K7 J7")
    rich = position(warriors=[warrior("K7", 0), warrior("K5", 1, load=2)])
    assert "attack the enemy at K5, who leads 2 prisoners" in reason(rich, "march K7 K6")


def test_hints_come_from_the_strongest_level_whoever_is_asked() -> None:
    for seed in range(4):
        p = middle_game(2, seed, 60)
        seat = p.actors()[0]
        advised = [
            str(make(name, YUCATAN).explain(seat, p.view(seat), [], p.actions(seat), Clock(), Random(1)).plan[0])
            for name in ("2", "4", "5")
        ]
        assert len(set(advised)) == 1


def test_a_hint_gives_up_no_chances_for_what_only_keeps_a_bot_from_dawdling(monkeypatch: pytest.MonkeyPatch) -> None:
    p = middle_game(2, 3, 60)
    seat, bot = p.actors()[0], make("5", YUCATAN)
    best = bot.explain(seat, p.view(seat), [], p.actions(seat), Clock(), Random(1)).plan[0]
    other = next(action for action in reversed(p.actions(seat)) if action.kind == "march" and action != best)
    monkeypatch.setattr(levels, "nudges", lambda *_: {other: 1.0})
    assert bot.decide(seat, p.view(seat), [], p.actions(seat), Clock(), Random(1)) == other
    assert bot.explain(seat, p.view(seat), [], p.actions(seat), Clock(), Random(1)).plan[0] != other


def test_enlarging_a_village_under_a_loaded_warrior_is_no_march() -> None:
    p = position(villages=[{"at": "K7", "seat": 0}], warriors=[warrior("K7", 0, load=1)])
    assert reason(p, "grow K7").startswith(
        "Enlarge the village at K7: the prisoner of your warrior there comes home at once."
    )


def test_a_march_is_homeward_only_if_it_leads_nearer_home() -> None:
    p = position(warriors=[warrior("K7", 0, load=1)], villages=[{"at": "I7", "seat": 1}])
    assert "nearer home" in reason(p, "march K7 L6")
    assert "nearer home" not in reason(p, "march K7 J7")
    assert "nearer to the village at I7" in reason(p, "march K7 J7")


def test_an_attack_tells_its_odds_and_a_certain_one_is_called_certain() -> None:
    shown = position(warriors=[warrior("L4", 0), warrior("K4", 1, "serpent", 3, shown=True)])
    assert reason(shown, "march L4 K4").startswith(
        "Attack K4 from L4: you are sure to win the fight, and then lead 3 prisoners"
    )
    hidden = position(warriors=[warrior("L4", 0), warrior("K4", 1, "serpent", 3)])
    assert "as far as you can know, you win the fight with a chance of 33%" in reason(hidden, "march L4 K4")


def test_the_last_level_wins() -> None:
    p = position(levels=[4, 0], prisoners=[3, 0], warriors=[warrior("K7", 0)])
    assert reason(p, "raise") == "Build the fifth level of your pyramid: it wins the game."


@pytest.mark.parametrize(
    ("seats", "lang", "end"),
    [
        (2, "en", r"to win, your rival \d+\."),
        (3, "en", r"to win, your fastest rival \d+\."),
        (2, "fr", r"et \d+ à votre adversaire\."),
        (3, "fr", r"et \d+ à votre adversaire le plus rapide\."),
    ],
)
def test_a_single_rival_is_not_called_the_fastest(seats: int, lang: str, end: str) -> None:
    p = position(seats=seats, warriors=[warrior("G4", 0, load=2)])
    assert re.search(f"{end}$", reason(p, "settle G4", lang))
