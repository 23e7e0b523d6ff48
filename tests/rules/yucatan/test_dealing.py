"""Hidden guilds are dealt as tokens come out of a bag, by what everybody knows (Y36)."""

from __future__ import annotations

from collections import Counter
from itertools import permutations, product
from random import Random

import pytest

from texcoco.games.bits import bits
from texcoco.games.yucatan.knowledge import Hidden, hidden
from texcoco.games.yucatan.pieces import EACH, GUILDS
from texcoco.games.yucatan.possible import possible_sets

JAGUAR, HUMMINGBIRD, SERPENT = range(3)
Limits = list[tuple[int, int, int]]


def by_hand(spaces: list[int], shown: list[tuple[int, int]], limits: Limits) -> Counter[tuple[int, ...]]:
    """How often each dealing comes up when every order of single tokens is tried."""
    bag = [guild for guild in range(len(GUILDS)) for _ in range(EACH - sum(of == guild for _, of in shown))]
    found: Counter[tuple[int, ...]] = Counter()
    for draw in permutations(bag, len(spaces)):
        board = dict(zip(spaces, draw, strict=True)) | dict(shown)
        if all(
            sum(board[space] == guild for space in board if among >> space & 1) <= most for among, guild, most in limits
        ):
            found[draw] += 1
    return found


def counted(known: Hidden, spaces: list[int]) -> Counter[tuple[int, ...]]:
    """The weights of `Hidden`, for each dealing of single guilds."""
    found: Counter[tuple[int, ...]] = Counter()
    for number, (orders, _) in enumerate(known.dealings):
        weight = known.weights[number] - (known.weights[number - 1] if number else 0)
        boards: list[dict[int, int]] = [{}]
        for group, some in zip(known.groups, orders, strict=True):
            boards = [board | dict(zip(group, order, strict=True)) for board in boards for order in some]
        for board in boards:
            found[tuple(board[space] for space in spaces)] += weight // len(boards)
    return found


CASES: list[tuple[list[int], list[tuple[int, int]], Limits]] = [
    ([4, 9, 17], [], []),
    ([4, 9, 17, 30], [(50, JAGUAR)], []),
    ([4, 9, 17, 30], [], [(bits([4, 9]), SERPENT, 1)]),
    (
        [4, 9, 17, 30, 31],
        [(50, JAGUAR), (51, SERPENT)],
        [(bits([4, 9, 17, 50]), JAGUAR, 2), (bits([9, 30]), HUMMINGBIRD, 0)],
    ),
    ([4, 9], [(50, JAGUAR)], [(bits([4]), SERPENT, 0), (bits([4, 9]), HUMMINGBIRD, 1), (bits([9, 50]), JAGUAR, 1)]),
]


@pytest.mark.parametrize(("spaces", "shown", "limits"), CASES)
def test_every_draw_of_tokens_that_keeps_the_limits_is_as_likely(
    spaces: list[int], shown: list[tuple[int, int]], limits: Limits
) -> None:
    known = hidden(bits(spaces), tuple(shown), tuple(limits))
    expected = by_hand(spaces, shown, limits)
    assert counted(known, spaces) == expected
    by_guild = [bits([space for space, of in shown if of == guild]) for guild in range(len(GUILDS))]
    assert possible_sets(bits(spaces), by_guild, limits) == [
        by_guild[guild] | bits([space for n, space in enumerate(spaces) if any(draw[n] == guild for draw in expected)])
        for guild in range(len(GUILDS))
    ]

    rng, draws = Random(1), 4000
    drawn: Counter[tuple[int, ...]] = Counter()
    for _ in range(draws):
        guild: dict[int, int] = {}
        left = known.deal(rng, guild)
        drawn[tuple(guild[space] for space in spaces)] += 1
        assert [*left] == [
            EACH - sum(of == g for of in (*guild.values(), *dict(shown).values())) for g in range(len(GUILDS))
        ]
    assert drawn.keys() <= expected.keys()
    total = sum(expected.values())
    chi_squared = sum((drawn[way] - draws * n / total) ** 2 / (draws * n / total) for way, n in expected.items())
    assert chi_squared < len(expected) + 5 * (2 * len(expected)) ** 0.5


def test_limits_that_cannot_all_hold_leave_no_dealing() -> None:
    never = tuple((bits([4]), guild, 0) for guild in range(len(GUILDS)))
    assert hidden(bits([4]), (), never).dealings == ()


def test_what_warriors_may_be_is_what_some_dealing_makes_them() -> None:
    """Random limits, of which none, one or several tell something: compared with all ways to deal guilds."""
    rng = Random("limits")
    tried: Counter[int] = Counter()
    while sum(tried.values()) < 600:
        spaces = rng.sample(range(12), rng.randint(1, 7))
        unknown = spaces[: rng.randint(1, 6)]
        by_guild = [0] * len(GUILDS)
        for space in spaces[len(unknown) :]:
            by_guild[rng.randrange(len(GUILDS))] |= 1 << space
        limits = [
            (bits(space for space in spaces if rng.random() < 0.6), rng.randrange(len(GUILDS)), rng.randrange(3))
            for _ in range(rng.randrange(4))
        ]
        expected, possible = by_guild.copy(), False
        for dealing in product(range(len(GUILDS)), repeat=len(unknown)):
            dealt = by_guild.copy()
            for space, guild in zip(unknown, dealing, strict=True):
                dealt[guild] |= 1 << space
            if any(men.bit_count() > EACH for men in dealt):
                continue
            if any((among & dealt[guild]).bit_count() > most for among, guild, most in limits):
                continue
            possible = True
            expected = [may | men for may, men in zip(expected, dealt, strict=True)]
        if possible:
            tried[len(limits)] += 1
            assert possible_sets(bits(unknown), by_guild, limits) == expected, (unknown, by_guild, limits)
    assert min(tried[count] for count in range(4)) > 30
