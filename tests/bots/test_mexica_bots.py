"""The bots of Mexica play whole games through the bot interface: what they see is a view, what they answer is legal."""

from __future__ import annotations

from random import Random

import pytest
from match import play

from texcoco.bots import Bot, Clock, NoSuchBot, bots, make
from texcoco.game import CHANCE
from texcoco.games.mexica import MEXICA


def test_greedy_beats_random() -> None:
    greedy, chance = make("greedy", MEXICA), make("random", MEXICA)
    wins = sum(0 in play(MEXICA, [greedy, chance, chance], seed).outcome().winners for seed in range(6))
    assert wins >= 5


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_greedy_brings_its_games_to_their_end(seats: int) -> None:
    outcomes = [play(MEXICA, [make("greedy", MEXICA) for _ in range(seats)], seed).outcome() for seed in range(3)]
    assert sum(outcome.how == "end.stalled" for outcome in outcomes) <= 1


@pytest.mark.long
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_M_STALL_of_a_hundred_greedy_games_at_most_one_meets_the_guard(seats: int) -> None:
    outcomes = [play(MEXICA, [make("greedy", MEXICA) for _ in range(seats)], seed).outcome() for seed in range(100)]
    assert sum(outcome.how == "end.stalled" for outcome in outcomes) <= 1


def test_greedy_remembers_nothing_that_it_needs() -> None:
    """A new bot in every decision plays the same game: it can die, restart or take over a seat at any moment."""

    class Forgetful(Bot):
        name = "forgetful"

        def decide(self, *given, **more):  # type: ignore[no-untyped-def]
            return make("greedy", MEXICA).decide(*given, **more)

    steady = play(MEXICA, [make("greedy", MEXICA) for _ in range(2)], 4).outcome()
    forgetful = play(MEXICA, [Forgetful(MEXICA) for _ in range(2)], 4).outcome()
    assert steady.how == forgetful.how == "end.complete"


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_greedy_explains_what_it_would_do(lang: str) -> None:
    rng, position = Random(3), MEXICA.start(3)
    while position.actors() == (CHANCE,):
        position.apply(CHANCE, position.draw(rng))
    bot = make("greedy", MEXICA)
    for _ in range(12):
        (seat,) = position.actors()
        actions = position.actions(seat)
        advice = bot.explain(seat, position.view(seat), [], actions, Clock(), rng, lang)
        action = bot.decide(seat, position.view(seat), [], actions, Clock(), rng)
        assert advice.plan[0] == action
        assert len(advice.why) > 10
        assert str(advice).startswith(str(action))
        position.apply(seat, action)


def test_an_unknown_bot_is_refused_with_those_that_there_are() -> None:
    assert bots(MEXICA) == ("random", "1", "2", "3", "4", "5", "greedy")
    with pytest.raises(NoSuchBot, match="random, 1, 2, 3, 4, 5, greedy, program:COMMAND"):
        make("clever", MEXICA)
