"""Mexica keeps the contract: the suite of DESIGN over random games, and counts that a change of the rules would
change."""

from __future__ import annotations

from random import Random

import pytest

from texcoco.game import CHANCE, Position
from texcoco.games.mexica import MEXICA, MexicaPosition
from texcoco.games.mexica.actions import BOAT, BRIDGE, CANAL, CANALS, FLY, FOUND, START, TEMPLE, WALK
from texcoco.games.mexica.board import ACTION_TOKENS, BRIDGES, DOUBLES, NEUTRAL, SINGLES, SIZES, TEMPLES
from texcoco.testing import contract_test, reachable

SAMPLE = 340
"""Random games for each number of seats in `make test`: a little over a thousand in all."""
SHARDS = 10


def pieces_are_conserved(position: Position) -> None:
    assert isinstance(position, MexicaPosition)
    p = position
    assert p.singles + sum(len(tile) == 1 for tile in p.tiles) == SINGLES
    assert p.doubles + sum(len(tile) == 2 for tile in p.tiles) == DOUBLES
    assert p.bridges_left + (p.bridges[0] | p.bridges[1]).bit_count() == BRIDGES
    assert p.token_supply + sum(p.tokens) == ACTION_TOKENS
    assert sorted([*p.display, *p.later, *p.removed, *(d.size for d in p.founded)]) == list(SIZES)
    for seat in range(p.seats):
        for level in range(4):
            own = TEMPLES[1][level] + (TEMPLES[2][level] if p.period == 2 else 0)
            assert p.hands[4 * seat + level] + p.temples[4 * seat + level].bit_count() == own
    if p.phase != "deal":
        neutral = NEUTRAL[p.options.neutral_levels] if p.seats == 2 else (0, 0, 0, 0)
        assert tuple(placed.bit_count() for placed in p.temples[4 * p.seats :]) == neutral
    assert p.pawn_bits.bit_count() == sum(pawn >= 0 for pawn in p.pawns)
    assert p.ap >= 0


@pytest.mark.parametrize("shard", range(SHARDS))
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_random_games_keep_the_contract(seats: int, shard: int) -> None:
    games = SAMPLE // SHARDS
    contract_test(MEXICA, seats, games, seed=10_000 * shard, every=300, invariant=pieces_are_conserved)


@pytest.mark.parametrize("levels", [25, 30])
def test_the_variant_for_two_keeps_the_contract(levels: int) -> None:
    contract_test(
        MEXICA, 2, 5, options={"neutral_levels": levels, "first": "1"}, every=50, invariant=pieces_are_conserved
    )


@pytest.mark.long
@pytest.mark.parametrize("shard", range(20))
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_ten_thousand_random_games_keep_the_contract(seats: int, shard: int) -> None:
    contract_test(MEXICA, seats, 167, seed=1_000_000 + 1000 * shard, every=100, invariant=pieces_are_conserved)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_what_has_no_number_is_refused_everywhere(seats: int) -> None:
    """Canals in the lake, temples on the palace: they can be written, and no position of a whole game allows them."""
    tables = (START, CANAL, *CANALS, *BRIDGE, WALK, BOAT, FLY, *TEMPLE, FOUND)
    never = [
        action
        for table in tables
        for action, number in zip(table, table.numbers, strict=True)
        if action.text and number < 0
    ]
    assert len(never) > 1000
    position, rng = after_setup(seats), Random(2)
    for move in range(400):
        for seat in position.actors():
            if move % 40 == 0:
                assert all(position.check(seat, action) is not None for action in never)
            position.apply(seat, position.pick(seat, rng))


def after_setup(seats: int) -> MexicaPosition:
    """The same first turn every time: eight tokens dealt, no neutral temples but the first legal ones, seat 0 to
    start."""
    position = MEXICA.start(seats, MEXICA.options.read({"first": "0"}))
    rng = Random(1)
    while position.actors() == (CHANCE,):
        position.apply(CHANCE, position.draw(rng))
    for seat in range(seats):
        position.apply(seat, position.actions(seat)[0])
    return position


@pytest.mark.parametrize(("seats", "positions"), [(2, 1359), (3, 1457), (4, 1456)])
def test_the_first_action_leads_to_exactly_so_many_positions(seats: int, positions: int) -> None:
    assert reachable(after_setup(seats), 1) == (positions, positions)


@pytest.mark.long
def test_two_actions_lead_to_exactly_so_many_positions() -> None:
    assert reachable(after_setup(3), 2) == (1756076, 878424)


def late(seats: int, moves: int) -> MexicaPosition:
    """A position of the second period, with few pieces left to place, after so many moves of a random game."""
    position, rng = after_setup(seats), Random(7)
    for _ in range(moves):
        seat = position.turn if position.vote is None else position.vote.asked
        position.apply(seat, position.pick(seat, rng))
    return position


@pytest.mark.parametrize(
    ("seats", "moves", "sequences", "positions"),
    [(2, 200, 100961, 34450), (3, 240, 104445, 31481), (4, 360, 49035, 21103)],
)
def test_later_turns_lead_to_exactly_so_many_positions(seats: int, moves: int, sequences: int, positions: int) -> None:
    position = late(seats, moves)
    assert position.period == 2
    assert reachable(position, 2) == (sequences, positions)


def test_pick_is_uniform() -> None:
    """Chi-squared over all legal actions of a first-round position, where pick has to reject what pens somebody in."""
    position = after_setup(3)
    position.ap = 1  # fewer actions, so that each is picked often
    legal = position.actions(0)
    rng, draws = Random(5), 40 * len(legal)
    counts = dict.fromkeys(legal, 0)
    for _ in range(draws):
        counts[position.pick(0, rng)] += 1
    chi_squared = sum((n - 40) ** 2 / 40 for n in counts.values())
    freedom = len(legal) - 1
    assert chi_squared < freedom + 5 * (2 * freedom) ** 0.5
