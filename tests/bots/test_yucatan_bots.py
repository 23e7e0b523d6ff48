"""The bots of Yucatán play whole games through the bot interface: what they see is a view, what they answer is
legal."""

from __future__ import annotations

from random import Random

import pytest
from match import play

from texcoco.bots import Clock, bots, make
from texcoco.bots.yucatan.greedy import FAR, distances
from texcoco.games.bits import spaces
from texcoco.games.yucatan import YUCATAN
from texcoco.games.yucatan.board import BOARDS


def test_there_are_random_greedy_and_five_levels() -> None:
    assert bots(YUCATAN) == ("random", "1", "2", "3", "4", "5", "greedy")


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_greedy_beats_random(seats: int) -> None:
    for seed in range(2):
        mine = seed % seats
        players = [make("greedy" if seat == mine else "random", YUCATAN) for seat in range(seats)]
        outcome = play(YUCATAN, players, seed).outcome()
        assert outcome is not None
        assert outcome.winners == (mine,)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_greedy_games_end_by_a_pyramid_well_before_the_limit(seats: int) -> None:
    position = play(YUCATAN, [make("greedy", YUCATAN) for _ in range(seats)], 3)
    outcome = position.outcome()
    assert outcome is not None
    assert outcome.how == "end.pyramid"
    assert position.round < 110


def test_greedy_finishes_its_pyramid_when_it_can() -> None:
    p = YUCATAN.load(
        {
            "seats": 2,
            "turn": 0,
            "levels": [4, 4],
            "prisoners": [3, 9],
            "warriors": [{"at": "L5", "seat": 0, "guild": "jaguar"}],
        }
    )
    action = make("greedy", YUCATAN).decide(0, p.view(0), [], p.actions(0), Clock(), Random(1))
    assert str(action) == "raise"


def test_greedy_attacks_whom_it_knows_to_be_weaker_and_not_the_stronger() -> None:
    for guild, attacks in (("serpent", True), ("hummingbird", False)):
        foe = {"at": "K4", "seat": 1, "guild": guild, "load": 2, "shown": True}
        p = YUCATAN.load({"seats": 2, "turn": 0, "warriors": [{"at": "L4", "seat": 0, "guild": "jaguar"}, foe]})
        action = make("greedy", YUCATAN).decide(0, p.view(0), [], p.actions(0), Clock(), Random(1))
        assert (action.kind == "march" and str(action).endswith("K4")) == attacks


@pytest.mark.parametrize("strict", [True, False])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_distances_are_the_fewest_marches_on_an_empty_board(seats: int, strict: bool) -> None:
    board, table = BOARDS[seats], distances(seats, strict)
    land = list(spaces(board.land))
    assert all(table[a][a] == 0 and table[a][b] < FAR for a in land for b in land)
    assert all(table[a][b] == 1 for a in land for b in spaces(board.near[a]))


def test_distances_from_city_to_city() -> None:
    """Seven marches with two players, five between any two cities with three."""
    one, other = BOARDS[2].city
    assert distances(2, True)[one][other] == 7
    assert {distances(3, True)[a][b] for a in BOARDS[3].city for b in BOARDS[3].city if a != b} == {5}
