"""The guild of a new warrior is drawn from a mixed strategy that nobody can exploit."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from yucatan_positions import choice, middle_game, position, warrior

from texcoco.bots.yucatan.belief import odds_of
from texcoco.bots.yucatan.guilds import beats, guild_mix, solve, with_guild
from texcoco.games.yucatan import YUCATAN
from texcoco.games.yucatan.board import SPACE
from texcoco.games.yucatan.pieces import GUILD, GUILDS

ALL = range(len(GUILDS))
JAGUAR, HUMMINGBIRD, SERPENT = (GUILD[name] for name in ("jaguar", "hummingbird", "serpent"))
CIRCLE = tuple(tuple(float(beats(own, other)) for other in ALL) for own in ALL)


def test_the_circle_of_guilds() -> None:
    assert beats(JAGUAR, SERPENT) == beats(SERPENT, HUMMINGBIRD) == beats(HUMMINGBIRD, JAGUAR) == 1
    assert beats(SERPENT, JAGUAR) == -1
    assert beats(SERPENT, SERPENT) == 0


def worst(payoffs: tuple[tuple[float, ...], ...], mix: tuple[float, ...]) -> float:
    """What a mix still brings against whoever knows it."""
    return min(
        sum(share * row[column] for share, row in zip(mix, payoffs, strict=True)) for column in range(len(payoffs[0]))
    )


@pytest.mark.parametrize(
    ("payoffs", "value"),
    [
        (CIRCLE, 0.0),
        (CIRCLE[:2], -1 / 3),
        (CIRCLE[1:], -1 / 3),
        (CIRCLE[:1], -1.0),
        (tuple(row[:2] for row in CIRCLE), 1 / 3),
        (((2.0, -1.0), (-1.0, 1.0)), 0.2),
        (((3.0, 2.0), (1.0, 0.0)), 2.0),
    ],
)
def test_nobody_gains_more_than_the_value_by_knowing_the_mix(
    payoffs: tuple[tuple[float, ...], ...], value: float
) -> None:
    mix = solve(payoffs)
    assert sum(mix) == pytest.approx(1)
    assert worst(payoffs, mix) == pytest.approx(value, abs=0.03)


def test_of_two_guilds_the_one_that_beats_the_other_comes_twice_as_often() -> None:
    p = position(warriors=[warrior("C8", 1)])
    mix = guild_mix(p, 0, SPACE["L5"], [JAGUAR, SERPENT], odds_of(p, 0))
    assert mix[JAGUAR] == pytest.approx(2 / 3, abs=0.02)
    assert guild_mix(p, 0, SPACE["L5"], [SERPENT], odds_of(p, 0)) == {SERPENT: 1.0}


def test_all_three_are_alike_while_nothing_is_known() -> None:
    p = position(warriors=[warrior("K4", 1), warrior("C8", 1)])
    assert guild_mix(p, 0, SPACE["L5"], list(ALL), odds_of(p, 0)) == pytest.approx(dict.fromkeys(ALL, 1 / 3), abs=0.02)


def test_what_nobody_can_bring_any_more_is_not_feared() -> None:
    """All serpents of the other are known to stand far away: hummingbirds have nobody to fear."""
    serpents = [warrior(at, 1, "serpent", shown=True) for at in ("C4", "C7", "C8")]
    p = position(warriors=serpents, villages=[{"at": at, "seat": 1} for at in ("A1", "E1")])
    mix = guild_mix(p, 0, SPACE["L5"], list(ALL), odds_of(p, 0))
    assert mix[HUMMINGBIRD] > 0.6
    assert mix[SERPENT] < 0.4


def test_known_enemies_near_by_count() -> None:
    serpents = [warrior(at, 1, "serpent", shown=True) for at in ("K4", "K5", "J5")]
    p = position(warriors=serpents, villages=[{"at": at, "seat": 1} for at in ("A1", "E1")])
    mix = guild_mix(p, 0, SPACE["L4"], list(ALL), odds_of(p, 0))
    assert mix[JAGUAR] > 0.5
    assert mix[HUMMINGBIRD] < 0.1


def test_only_guilds_of_the_reserve_are_drawn() -> None:
    jaguars = [warrior(at, 0, "jaguar") for at in ("L4", "K4", "K5")]
    p = position(warriors=[*jaguars, warrior("C8", 1)], villages=[{"at": at, "seat": 0} for at in ("I1", "G1", "K2")])
    action = next(action for action in p.actions(0) if action.kind == "deploy")
    for odds in (None, odds_of(p, 0)):
        rng = Random(3)
        drawn = Counter(with_guild(p, 0, action, odds, rng).data.guild for _ in range(300))
        assert set(drawn) == {HUMMINGBIRD, SERPENT}
    assert drawn[SERPENT] > 1.5 * drawn[HUMMINGBIRD]
    march = YUCATAN.parse("march L4 L3")
    assert with_guild(p, 0, march, None, Random(1)) is march


@pytest.mark.parametrize("name", ["2", "3", "4", "5"])
def test_all_guilds_are_seen_in_the_set_up(name: str) -> None:
    p = middle_game(2, 1, 17)
    assert p.phase == "warriors"
    seat = p.actors()[0]
    assert {choice(name, p, seat, seed).split()[-1] for seed in range(24)} == set(GUILDS)
