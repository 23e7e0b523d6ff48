"""The island of Tenochtitlan, and what lies in the box, from `data.json`, which the page reads too.

Spaces are bits of integers (see `games/bits.py`): rows of 22 spaces, of which the last is outside the map, with a row
of outside above and below. All that is outside is lake, so the lake is one ring round the island.
"""

from __future__ import annotations

import json
from importlib.resources import files
from typing import Any

from texcoco.games.bits import bits, flood, neighbours, spaces

_DATA: dict[str, Any] = json.loads(files("texcoco.games.mexica").joinpath("data.json").read_text(encoding="utf-8"))

MAP: list[str] = _DATA["map"]
COLUMNS, ROWS, WIDTH = len(MAP[0]), len(MAP), 22
STEPS = (1, WIDTH)
SIZE = WIDTH * (ROWS + 2)
LETTERS = "ABCDEFGHIJKLMNOPQRSTU"

NAMES: list[str] = [""] * SIZE
"""The printed name of each space on the map, `A1` to `U14`."""
SPACES: dict[str, int] = {}
"""The space of a name."""
for _row in range(ROWS):
    for _column in range(COLUMNS):
        _space = (_row + 1) * WIDTH + _column
        NAMES[_space] = f"{LETTERS[_column]}{_row + 1}"
        SPACES[NAMES[_space]] = _space


def _marked(marks: str) -> int:
    return bits(space for name, space in SPACES.items() if MAP[int(name[1:]) - 1][LETTERS.index(name[0])] in marks)


STARTS = _marked("S")
"""The four spaces of the palace where pawns start, and score at the end of a period (M-HOME)."""
PALACE = _marked("SP")
FIRST_CANAL = _marked("=")
LAND = _marked(".SP=")
"""All of the island, the part that is dug from the start included."""
OFF_PALACE = LAND & ~PALACE
SIDEWAYS = [bits((space - 1, space + 1)) if NAMES[space] else 0 for space in range(SIZE)]
UPRIGHT = [bits((space - WIDTH, space + WIDTH)) if NAMES[space] else 0 for space in range(SIZE)]
"""The spaces left and right of each space of the map, and those above and below."""
LAKE = ((1 << SIZE) - 1) & ~LAND
SHORE = neighbours(LAKE, STEPS) & LAND
"""Spaces with lake on an edge."""

FIRST_TILES: tuple[tuple[int, int], ...] = tuple((SPACES[one], SPACES[other]) for one, other in _DATA["first_canals"])

SINGLES: int = _DATA["supply"]["single_canals"]
DOUBLES: int = _DATA["supply"]["double_canals"]
BRIDGES: int = _DATA["supply"]["bridges"]
ACTION_TOKENS: int = _DATA["supply"]["action_tokens"]
SIZES: tuple[int, ...] = tuple(_DATA["calpulli"]["sizes"])
"""The fifteen calpulli tokens by the size of district they ask for."""
DISPLAYED: int = _DATA["calpulli"]["in_first_period"]
"""How many of them the Emperor asks for in the first period."""
TEMPLES: dict[int, tuple[int, ...]] = {int(period): tuple(gained) for period, gained in _DATA["temples"].items()}
"""What a player gains in each period: temples of level 1, 2, 3, 4."""
NEUTRAL: dict[int, tuple[int, ...]] = {int(levels): tuple(each) for levels, each in _DATA["neutral_temples"].items()}
"""The neutral temples of a two-player game, by how many levels they have in all (M-2P)."""
ACTION_POINTS: int = _DATA["action_points"]
PRICES: dict[str, int] = _DATA["prices"]
"""Action points by kind of action; for a boat, for each bridge that it reaches. A temple costs its level, all else
nothing (M-AP)."""
MOST_TAKEN: int = _DATA["tokens_taken_in_a_turn"]
"""Action tokens that may be taken in a turn (M-TAKE)."""

NEUTRAL_SITES = LAND & ~PALACE & ~FIRST_CANAL & ~SHORE


def distance(one: int, other: int) -> int:
    """How many steps apart two spaces are, whatever lies between."""
    return abs(one % WIDTH - other % WIDTH) + abs(one // WIDTH - other // WIDTH)


NEAR: dict[int, int] = {
    site: bits(other for other in spaces(NEUTRAL_SITES) if distance(site, other) < 5) for site in spaces(NEUTRAL_SITES)
}
"""For each site of a neutral temple, the sites that are too close to it: fewer than four spaces lie between (M-2P)."""


def worth(size: int) -> tuple[int, int, int]:
    """What a district of that size gives: first; second, or its founder; third, or those present (13, 7, 4 for 13)."""
    second = (size + 1) // 2
    return size, second, (second + 1) // 2


assert LAND.bit_count() == 196 and (LAND & ~FIRST_CANAL).bit_count() == 192
assert PALACE.bit_count() == 5 and STARTS.bit_count() == 4
assert flood(LAKE & -LAKE, LAKE, STEPS) == LAKE, "the lake is one ring"
