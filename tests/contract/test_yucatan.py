"""Yucatán keeps the contract: the suite over random games, greedy ones under audit, a board that turns, and fixed
counts.
"""

from __future__ import annotations

from random import Random

import pytest
from sampling import seeds

from texcoco.bots import Clock, make
from texcoco.game import CHANCE, Action, Position
from texcoco.games.bits import spaces
from texcoco.games.yucatan import YUCATAN, YucatanPosition
from texcoco.games.yucatan.board import BOARDS
from texcoco.games.yucatan.pieces import EACH, GUILDS, NEUTRALS, PRISONERS, VILLAGES
from texcoco.record import Record
from texcoco.testing import audit, contract_test, reachable

REVEALS = frozenset({"combat"})
SEATS = pytest.mark.parametrize("seats", [2, 3, 4])


def pieces_are_conserved(position: Position) -> None:
    assert isinstance(position, YucatanPosition)
    p = position
    assert p.supply + sum(p.held) + sum(p.load.values()) == PRISONERS
    assert p.supply >= 0
    assert set(p.guild) == set(spaces(p.pawns))
    assert set(p.load) <= set(p.guild)
    assert all(1 <= n <= 3 for n in p.load.values())
    assert p.shown & ~p.pawns == 0
    assert p.pawns & ~p.board.land == 0
    assert p.neutral.bit_count() <= NEUTRALS
    everywhere = p.neutral
    for seat in range(p.seats):
        assert not everywhere & p.villages[seat]
        everywhere |= p.villages[seat]
        assert p.villages[seat].bit_count() <= VILLAGES
        for guild in range(len(GUILDS)):
            out = sum(p.guild[space] == guild for space in spaces(p.men[seat]))
            assert out + p.reserve[3 * seat + guild] == EACH
        if p.round and p.villages[seat]:
            assert p.men[seat].bit_count() <= p.may_feed(seat) + (p.owes == seat)
    assert everywhere & ~p.board.remote == 0
    assert all(not p.board.around[space] & everywhere for space in spaces(everywhere))
    assert p.large & ~(everywhere & ~p.neutral) == 0
    kept = (p.pawns, p.built, p.sites, p.reach)
    p.refresh()
    assert (p.pawns, p.built, p.sites, p.reach) == kept, "what is kept for speed is out of date"


@SEATS
@pytest.mark.parametrize("shard", seeds(2, 4))
def test_random_games_keep_the_contract(seats: int, shard: int) -> None:
    contract_test(YUCATAN, seats, 8, seed=1000 * shard, every=250, invariant=pieces_are_conserved, reveals=REVEALS)


@pytest.mark.parametrize(
    ("seats", "options"),
    [(2, {"strict_river": False, "first": "1"}), (3, {"rounds": 50, "first": "2"}), (4, {"rounds": 60})],
)
def test_options_keep_the_contract(seats: int, options: dict[str, object]) -> None:
    contract_test(
        YUCATAN, seats, 3, options=options, seed=77, every=25, invariant=pieces_are_conserved, reveals=REVEALS
    )


@pytest.mark.long
@SEATS
@pytest.mark.parametrize("shard", range(20))
def test_ten_thousand_random_games_keep_the_contract(seats: int, shard: int) -> None:
    contract_test(
        YUCATAN, seats, 167, seed=1_000_000 + 1000 * shard, every=100, invariant=pieces_are_conserved, reveals=REVEALS
    )


def greedy_game(seats: int, seed: int, every: int) -> YucatanPosition:
    """A game between greedy bots, audited at one position in `every`, and its record read back."""
    rng, bot = Random(seed), make("greedy", YUCATAN)
    record, position = Record.begin(YUCATAN, seats)
    pool: dict[str, Action] = {}
    while actors := position.actors():
        seat = actors[0]
        if rng.randrange(every) == 0:
            audit(position, rng, pool.values())
        action = (
            position.draw(rng)
            if seat == CHANCE
            else bot.decide(seat, position.view(seat), [], position.actions(seat), Clock(), rng)
        )
        pool[action.text] = action
        record.play(position, seat, action)
        pieces_are_conserved(position)
    audit(position, rng, pool.values())
    assert Record.parse(record.text()).replay().key() == position.key()
    assert isinstance(position, YucatanPosition)
    return position


@SEATS
def test_greedy_games_keep_the_contract_and_end_by_a_pyramid(seats: int) -> None:
    outcome = greedy_game(seats, 11, every=40).outcome()
    assert outcome is not None
    assert outcome.how == "end.pyramid"


@pytest.mark.long
@SEATS
@pytest.mark.parametrize("shard", range(5))
def test_three_hundred_greedy_games_keep_the_contract(seats: int, shard: int) -> None:
    ends = [greedy_game(seats, 1000 * shard + number, every=100).outcome() for number in range(20)]
    assert sum(end is not None and end.how == "end.pyramid" for end in ends) >= 19


def turned(seats: int) -> tuple[dict[int, int], int]:
    """Where each space comes to lie when the board is turned onto itself, and by how many seats the cities shift."""
    board = BOARDS[seats]
    n = len(board.axial)
    q0, r0 = (sum(axis) for axis in zip(*board.axial.values(), strict=True))
    at = {(q * n - q0, r * n - r0): space for space, (q, r) in board.axial.items()}
    turn = {space: at[(-q - r, q) if seats == 3 else (-q, -r)] for (q, r), space in at.items()}
    return turn, board.city.index(turn[board.city[0]])


@SEATS
@pytest.mark.parametrize("seed", range(3))
def test_a_game_on_the_turned_board_with_the_seats_renamed_is_the_same_game(seats: int, seed: int) -> None:
    turn, shift = turned(seats)
    rng, one, other = Random(seed), YUCATAN.start(seats), YUCATAN.start(seats)

    def moved(them: int) -> int:
        return sum(1 << turn[space] for space in spaces(them))

    def renamed(action: Action) -> Action:
        """The action that does the same on the turned board; a crossing may be written by another river space there."""
        if action.kind == "first":
            return YUCATAN.parse(f"first {(action.data[0] + shift) % seats}")
        if action.kind in ("steal", "raise", "pass"):
            return action
        if action.kind in ("warrior", "deploy"):
            wanted = (turn[action.data[0]], action.data[1])
        else:
            wanted = tuple(turn[space] for space in action.data)
        legal = [a for a in other.actions(other.actors()[0]) if a.kind == action.kind]
        if len(wanted) == 3 and one.board.water >> action.data[1] & 1:
            return next(
                a for a in legal if len(a.data) == 3 and a.data[::2] == wanted[::2] and one.board.water >> a.data[1] & 1
            )
        return next(a for a in legal if a.data == wanted)

    while actors := one.actors():
        seat = actors[0]
        twin = seat if seat == CHANCE else (seat + shift) % seats
        assert other.actors() == (twin,)
        assert len(other.actions(twin)) == len(one.actions(seat))
        action = one.draw(rng) if seat == CHANCE else one.pick(seat, rng)
        same = renamed(action)
        one.apply(seat, action)
        other.apply(twin, same)
        assert (moved(one.neutral), moved(one.large)) == (other.neutral, other.large)
        for s in range(seats):
            t = (s + shift) % seats
            assert (moved(one.men[s]), moved(one.villages[s]), one.held[s]) == (
                other.men[t],
                other.villages[t],
                other.held[t],
            )
    ranks, others = one.outcome(), other.outcome()
    assert ranks is not None
    assert others is not None
    assert [ranks.ranks[s] for s in range(seats)] == [others.ranks[(s + shift) % seats] for s in range(seats)]


def after(seats: int, moves: int) -> YucatanPosition:
    """A position after so many moves of a random game."""
    rng, position = Random(4), YUCATAN.opening(seats, {"first": "0"})
    assert isinstance(position, YucatanPosition)
    for _ in range(moves):
        (seat,) = position.actors()
        position.apply(seat, position.pick(seat, rng))
    return position


@pytest.mark.parametrize(("seats", "counts"), [(2, (81, 81)), (3, (144, 144)), (4, (81, 81))])
def test_the_first_two_villages_can_be_placed_in_exactly_so_many_ways(seats: int, counts: tuple[int, int]) -> None:
    assert reachable(after(seats, 0), 2) == counts


@pytest.mark.parametrize(
    ("seats", "moves", "counts"), [(2, 60, (1274, 589)), (3, 120, (5382, 2636)), (4, 200, (5185, 2537))]
)
def test_later_turns_lead_to_exactly_so_many_positions(seats: int, moves: int, counts: tuple[int, int]) -> None:
    assert reachable(after(seats, moves), 2) == counts
