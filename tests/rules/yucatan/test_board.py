"""The boards, and the first pages of the rulebook: what is on them."""

from __future__ import annotations

import copy
import json
from importlib.resources import files

import pytest

from texcoco.games.bits import spaces
from texcoco.games.yucatan.board import BOARDS, GREAT, LABELS, SPACE, Board, labels

ALL = pytest.mark.parametrize("seats", [2, 3, 4])
DATA = json.loads(files("texcoco.games.yucatan").joinpath("data.json").read_text(encoding="utf-8"))["boards"]


def test_numbers_of_the_boards():
    """What the reconstruction promises: spaces, beaches, river-side jungle, sites for villages and for neutral ones."""
    expected = {2: (133, 24, 60, 94, 36, 9), 3: (190, 33, 81, 132, 54, 12), 4: (190, 32, 88, 128, 48, 9)}
    for seats, numbers in expected.items():
        b = BOARDS[seats]
        sets = (b.spaces, b.beach, b.riverside & b.jungle, b.remote, b.remote & ~b.riverside & ~b.bank, b.home[0])
        assert tuple(them.bit_count() for them in sets) == numbers


def test_labels_are_a_letter_for_the_row_and_a_number_along_it():
    board = BOARDS[2]
    assert labels(board.around[SPACE["H3"]]) == ["G2", "G3", "H2", "H4", "I3", "I4"]
    assert [label for label in LABELS if label[0] == "A"] == ["A1", "A2", "A3"]
    assert SPACE["D9"] < SPACE["D10"] < SPACE["E1"]


@ALL
def test_a_city_is_one_space_the_centre_of_its_tile_amid_six_of_jungle(seats: int):
    """Y1."""
    board = BOARDS[seats]
    assert board.cities.bit_count() == seats
    for city in board.city:
        assert city in board.tiles
        assert (board.around[city] & board.jungle).bit_count() == 6


@ALL
def test_beside_a_small_river_is_along_its_edges_and_beside_the_great_one_is_on_a_beach(seats: int):
    """Y2."""
    board = BOARDS[seats]
    for river, beside in zip(board.rivers, board.beside[1:], strict=True):
        ends = {space for edge in river.edges for space in edge}
        assert set(spaces(beside)) - set(board.city) == ends
    assert board.beside[GREAT] == board.beach
    dry = board.bank & board.jungle & ~board.beach
    assert dry
    assert all(GREAT not in board.rivers_of(space) for space in spaces(dry))


def test_tributaries_and_the_great_river_are_rivers_of_their_own():
    """Y3."""
    board = BOARDS[2]
    confluence, along, beach = SPACE["K3"], SPACE["L3"], SPACE["F8"]
    assert board.rivers_of(confluence) == [GREAT, 1]
    assert board.flow[confluence] >> beach & 1
    assert not board.flow[along] >> beach & 1


@ALL
def test_cities_have_two_rivers_with_three_players_else_one(seats: int):
    """Y51."""
    board = BOARDS[seats]
    assert [len(board.rivers_of(city)) for city in board.city] == [2 if seats == 3 else 1] * seats


def test_seats_have_the_cities_in_clockwise_order():
    """Y52."""
    for board in BOARDS.values():
        x = [2 * board.axial[city][0] + board.axial[city][1] for city in board.city]
        y = [board.axial[city][1] for city in board.city]
        area = sum(x[i] * y[(i + 1) % len(x)] - x[(i + 1) % len(x)] * y[i] for i in range(len(x)))
        assert board.seats == 2 or area > 0  # y grows downwards: clockwise to the eye
    assert [LABELS[city] for city in BOARDS[4].city] == ["O3", "G3", "C6", "K14"]


@ALL
def test_a_city_lies_beside_its_own_rivers(seats: int):
    """Y53."""
    board = BOARDS[seats]
    for seat, city in enumerate(board.city):
        assert [board.rivers[number - 1].city for number in board.rivers_of(city)] == [seat] * (2 if seats == 3 else 1)


@pytest.mark.parametrize(
    ("row", "old", "new", "reason"),
    [
        (2, "1", ".", "."),  # a city is missing
        (4, "~", ".", "turn onto itself"),
        (12, ". . 0", "^ ^ 0", "amid jungle"),
        (14, ". . .", ". .", "."),  # a tile lacks a space
    ],
)
def test_a_slip_of_the_pen_in_the_data_is_seen_at_import(row: int, old: str, new: str, reason: str):
    data = copy.deepcopy(DATA["2"])
    assert old in data["rows"][row]
    data["rows"][row] = data["rows"][row].replace(old, new, 1)
    with pytest.raises((ValueError, KeyError), match=reason):
        Board(2, data)
