"""Azteco keeps the contract: the suite over random games, and counts that a change of the rules would change."""

from __future__ import annotations

from random import Random

import pytest
from sampling import seeds

from texcoco.game import CHANCE, Position
from texcoco.games.azteco import AZTECO, AztecoPosition
from texcoco.games.azteco.cards import AT_ONCE, JEWELS, KIND_BITS, KINDS
from texcoco.testing import contract_test, reachable

SAMPLE = 100
"""Random games for each number of seats in `make test`."""
SHARDS = 4
REVEALS = frozenset({"claimed", "reveal", "play"})
"""Events by which hidden things come to light: claims and votes are shown, cards revealed, artefacts played."""


def pieces_are_conserved(position: Position) -> None:
    assert isinstance(position, AztecoPosition)
    p = position
    drawn = len(p.cards) + sum(len(cards) for cards, _, _ in p.rounds)
    assert p.deck.bit_count() + drawn == 42
    kept = [kind for seat in range(p.seats) for kind in p.kept(seat)]
    lying = [kind for group in p.under for kind in group]
    playing = [p.effect] if p.effect >= 0 else []
    for kind in range(len(KINDS)):
        fresh = (p.fresh & KIND_BITS[kind]).bit_count()
        assert fresh + [*kept, *lying, *playing, *p.hand].count(kind) == 3, KINDS[kind]
    assert not any(AT_ONCE[kind] for kind in kept)
    assert len(lying) + p.fresh.bit_count() >= (
        18 if p.phase not in ("artefact", "keep", "effect") else 15
    )  # A25 cannot come up
    assert min(p.jewels) >= 0
    assert min(p.stones) >= 0
    assert min(p.curses) >= 0
    temple, reserve = p.temple(), p.reserve()
    assert temple is None or min(temple) >= 0
    assert reserve is None or reserve >= 0
    if p.served:
        assert all(
            got <= asked
            for claim, jewels in zip(p.claims, p.served, strict=True)
            for got, asked in zip(jewels, JEWELS[claim], strict=True)
        )


@pytest.mark.parametrize("shard", seeds(2, SHARDS))
@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_random_games_keep_the_contract(seats: int, shard: int) -> None:
    contract_test(
        AZTECO, seats, SAMPLE // SHARDS, seed=10_000 * shard, every=150, invariant=pieces_are_conserved, reveals=REVEALS
    )


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_random_games_with_every_option_keep_the_contract(seats: int) -> None:
    options = {"strict_supply": True, "rotate": True, "first": "2"}
    contract_test(
        AZTECO, seats, 20, options=options, seed=500, every=50, invariant=pieces_are_conserved, reveals=REVEALS
    )


@pytest.mark.long
@pytest.mark.parametrize("shard", range(20))
@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_ten_thousand_random_games_keep_the_contract(seats: int, shard: int) -> None:
    options = {"strict_supply": True} if shard % 4 == 0 else {}
    contract_test(
        AZTECO,
        seats,
        500,
        options=options,
        seed=1_000_000 + 1000 * shard,
        every=300,
        invariant=pieces_are_conserved,
        reveals=REVEALS,
    )


def drawn(seats: int, rounds: int = 0) -> AztecoPosition:
    """A game in which all have drawn their card, after some rounds."""
    position, rng = AZTECO.start(seats, AZTECO.options.read({"first": "0"})), Random(1)
    while not (position.phase == "claim" and position.round > rounds):
        seat = position.actors()[0]
        position.apply(seat, position.draw(rng) if seat == CHANCE else position.pick(seat, rng))
    return position


def test_claims_and_votes_can_be_counted() -> None:
    """27 claims for each seat, then 2 (n - 1) votes; sealed claims lead to as many positions."""
    assert reachable(drawn(3), 2) == (27**2, 27**2)
    assert reachable(drawn(3), 3) == (27**3, 27**3)
    voting = drawn(4)
    for seat in range(4):
        voting.apply(seat, voting.actions(seat)[0])
    assert reachable(voting, 3) == (6**3, 6**3)


def test_at_a_simultaneous_step_all_who_choose_are_actors_and_each_has_its_actions() -> None:
    """What a parallel environment needs: no special cases."""
    position = drawn(6)
    assert position.actors() == tuple(range(6))
    assert all(len(position.actions(seat)) == 27 for seat in range(6))
    for seat in (4, 0, 5, 2, 1, 3):
        position.apply(seat, position.actions(seat)[seat])
    assert position.phase == "vote"
    assert all(len(position.actions(seat)) == 10 for seat in range(6))


def test_pick_is_uniform() -> None:
    position, rng = drawn(3), Random(4)
    counts = dict.fromkeys(position.actions(0), 0)
    for _ in range(27_000):
        counts[position.pick(0, rng)] += 1
    assert all(850 < n < 1150 for n in counts.values())
