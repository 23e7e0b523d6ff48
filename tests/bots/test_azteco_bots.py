"""The bots of Azteco play whole games through the bot interface: what they see is a view, what they answer is legal."""

from __future__ import annotations

import pytest
from match import play

from texcoco.bots import Bot, bots, make
from texcoco.games.azteco import AZTECO


def test_azteco_has_a_random_and_a_greedy_bot() -> None:
    assert {"random", "greedy"} <= set(bots(AZTECO))


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_greedy_beats_random(seats: int) -> None:
    """One greedy among random bots wins two games of three, on every seat; fair would be one of three to one of six."""
    greedy, chance = make("greedy", AZTECO), make("random", AZTECO)
    won = 0
    for seed in range(24):
        outcome = play(AZTECO, [greedy if seat == seed % seats else chance for seat in range(seats)], seed).outcome()
        assert outcome is not None
        won += seed % seats in outcome.winners
    assert won >= 16


@pytest.mark.parametrize("seats", [3, 6])
def test_greedy_bots_lie_and_tell_the_truth_accuse_and_believe(seats: int) -> None:
    truths, votes = set[bool](), set[bool]()
    for seed in range(6):
        for cards, claims, cast in play(
            AZTECO, [make("greedy", AZTECO)] * seats, seed, strict_supply=True, rotate=True
        ).rounds:
            truths |= {card == claim for card, claim in zip(cards, claims, strict=True)}
            votes |= {bool(vote & 1) for vote in cast}
    assert truths == {False, True}
    assert votes == {False, True}


def test_greedy_remembers_nothing_that_it_needs() -> None:
    """A new bot in every decision plays the same game: it can die, restart or take over a seat at any moment."""

    class Forgetful(Bot):
        name = "forgetful"

        def decide(self, *given: object) -> object:  # type: ignore[override]
            return make("greedy", AZTECO).decide(*given)  # type: ignore[arg-type]

    whole = play(AZTECO, [make("greedy", AZTECO)] * 4, 3)
    assert play(AZTECO, [Forgetful(AZTECO)] * 4, 3).key() == whole.key()
