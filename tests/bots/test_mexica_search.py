"""What the levels of Mexica are made of: ways, cuts and the evaluator."""

from __future__ import annotations

from random import Random

import pytest
from rules.mexica.scene import scene

from texcoco.bots.mexica.cuts import areas, can_be_made, cuts, soil_without_pawn, splits
from texcoco.bots.mexica.evaluator import FEATURES, STAGES, WEIGHTS, Board, features, margin, outlook, stage_of, values
from texcoco.bots.mexica.ideas import founding, ideas
from texcoco.bots.mexica.turns import Limits, Search, ended
from texcoco.bots.mexica.ways import Ways
from texcoco.game import CHANCE
from texcoco.games.bits import spaces
from texcoco.games.mexica import MEXICA, MexicaPosition
from texcoco.games.mexica.actions import SPEND
from texcoco.games.mexica.board import LAND, SPACES


def positions(seats: int, seed: int) -> list[MexicaPosition]:
    """The beginning of each turn of a game that a small search plays."""
    rng, p = Random(seed), MEXICA.start(seats)
    while p.actors() == (CHANCE,):
        p.apply(CHANCE, p.draw(rng))
    while p.phase == "start":
        p.apply(p.turn, rng.choice(p.actions(p.turn)))
    found: list[MexicaPosition] = []
    while p.phase == "turn":
        found.append(p)
        best = Search(WEIGHTS).turns(p, p.turn, Limits(2, 6, splits=1), 3)
        p = ended(rng.choice(best).after, p.turn)
    return found


GAME = positions(2, 1)


@pytest.mark.parametrize("p", GAME[::3])
def test_every_way_is_legal_and_costs_what_is_said(p: MexicaPosition) -> None:
    ways = Ways(p, p.turn, p.ap)
    for cost, reached in enumerate(ways.reached):
        for to in spaces(reached):
            q = p.copy()
            for action in ways.path(to, cost):
                assert q.check(q.turn, action) is None, f"{action} on the way to {to}"
                q.apply(q.turn, action)
            assert q.pawns[q.turn] == to
            assert p.ap - q.ap <= cost


def test_a_way_over_a_bridge_a_boat_and_a_new_bridge() -> None:
    p = scene("""
            H  I  J  K  L  M
        9   .  =  =  =  =  .
        10  .  A- .  .  -  .
        11  .  =  =  =  =  .
    """)
    ways = Ways(p, 0, 6)
    assert [str(action) for action in ways.path(SPACES["L10"], 1)] == ["boat L10"]
    to, cost = ways.nearest(1 << SPACES["M10"]) or (0, 0)
    assert [str(action) for action in ways.path(to, cost)] == ["boat L10", "walk M10"]
    p = scene("""
            H  I  J
        9   .  =  .
        10  A  =  .
        11  .  =  .
    """)
    to, cost = Ways(p, 0, 6).nearest(1 << SPACES["J10"]) or (0, 0)
    assert (cost, len(Ways(p, 0, 6).path(to, cost))) == (3, 3)


@pytest.mark.parametrize("p", GAME[::4])
def test_cuts_part_off_what_they_say(p: MexicaPosition) -> None:
    soil = soil_without_pawn(p, p.turn)
    for cut in cuts(p, p.pawns[p.turn], areas(p, LAND, soil), soil, 12):
        q = p.copy()
        q.ap = len(cut.tiles)
        if cut.water >> q.pawns[q.turn] & 1:
            continue
        for tile in cut.tiles:
            q.apply(q.turn, tile)
        assert cut.land in q.wild
        assert cut.land.bit_count() in p.display


def test_splits_divide_land_where_that_pays() -> None:
    """Seat 0 has the north of the land, seat 1 more in the south: one canal makes it two districts."""
    p = scene(
        """
            A  B  C  D
        1   ~  .  ~  ~
        2   ~  a1 .  =
        3   .  .  =  .
        4   .  .  =  .
        5   ~  b3 =  .
        6   ~  .  =  .
        7   ~  .  =  .
        8   ~  =  .  .
        """,
        seats=3, period=2, display=[13],
    )  # fmt: skip
    found = splits(p, 0, soil_without_pawn(p, 0), 4)
    assert found
    assert all(len(cut.tiles) <= 2 for cut in found)
    p.ap = 2
    for tile in found[0].tiles:
        p.play(0, tile)
    assert found[0].land in p.wild


def test_what_can_be_made_is_seen() -> None:
    p = scene(seats=3, period=2, display=[3, 13])
    assert can_be_made(p, 13)
    p.singles, p.doubles = 0, 0  # nothing is left to dig with
    assert not can_be_made(p, 13)


@pytest.mark.parametrize("p", GAME[::3])
def test_all_ideas_are_legal(p: MexicaPosition) -> None:
    seat = p.turn
    search = Search(WEIGHTS)
    projects = search.projects(p, seat, Limits(3, 12, splits=4))
    asked = Board(p, WEIGHTS).asked
    for cost, actions in ideas(p, seat, projects, asked, True, True):
        q = p.copy()
        for action in (SPEND,) * max(cost - p.ap, 0) + actions:
            refusal = q.check(seat, action)
            assert refusal is None or refusal.rule == "M-PEN"
            if refusal is not None:
                break
            q.apply(seat, action)
        else:
            action = founding(q, seat)
            assert action is None or q.check(seat, action) is None or q.round == 1


@pytest.mark.parametrize("seats", [2, 3])
def test_the_value_is_prestige_and_features_times_weights(seats: int) -> None:
    for p in positions(seats, 3)[::2]:
        weights = WEIGHTS.of_stage[stage_of(p)]
        value = values(p, Board(p, WEIGHTS), WEIGHTS, p.turn)
        for seat, row in enumerate(features(p, p.turn)):
            home = value[seat] - p.score[seat] - sum(w * x for w, x in zip(weights, row, strict=True))
            assert home == pytest.approx(0) or home == pytest.approx(5)


def test_a_board_after_an_action_is_that_of_the_position() -> None:
    for p in GAME[::3]:
        before = Board(p, WEIGHTS)
        for action in p.actions(p.turn):
            if action.kind not in ("canal", "temple", "found"):
                continue
            if Random(str(action)).random() < 0.9:
                continue
            q = p.copy()
            q.apply(q.turn, action)
            touched = q.district(q.pawns[q.turn]) if action.kind == "temple" else 0
            now, fresh = Board(q, WEIGHTS, before, touched), Board(q, WEIGHTS)
            assert now.points == pytest.approx(fresh.points)
            assert now.chances == pytest.approx(fresh.chances)
            assert now.asked == fresh.asked


def test_an_outlook_knows_ranks_and_the_price_of_changing_them() -> None:
    gained, chances = outlook((3, 1, 0), 8, 2)
    assert gained == (8, 4)
    # two levels more tie: the second gains four prestige for two action points and one for the way
    assert chances[1] == pytest.approx(max(4 / 3, (4 + 4) / 4))
    assert outlook((3, 1, 0), 8, 0)[1] == (0, 0)
    assert outlook((0, 0, 2), 8, 2)[0] == (0, 0)


def test_who_is_ahead_of_the_best_of_the_others() -> None:
    assert margin([10, 4], 0) == 6
    assert margin([10, 4, 8], 0) == pytest.approx(10 - 0.6 * 8 - 0.4 * 6)


def test_the_weights_are_complete() -> None:
    assert len(WEIGHTS.of_stage) == len(STAGES)
    assert all(len(row) == len(FEATURES) for row in WEIGHTS.of_stage)


def test_a_wider_search_finds_nothing_worse() -> None:
    for p in GAME[::6]:
        narrow = Search(WEIGHTS).turns(p, p.turn, Limits(1, 6), 1)[0].value
        wide = Search(WEIGHTS).turns(p, p.turn, Limits(12, 6), 1)[0].value
        assert wide >= narrow - 1e-9
