"""The island of Tenochtitlan, and what lies in the box.

Spaces are bits of integers (see `games/bits.py`): rows of 22 spaces, of which the last is outside the map, with a row of
outside above and below. All that is outside is lake, so the lake is one ring round the island.
"""

from __future__ import annotations

from texcoco.games.bits import bits, flood, neighbours, spaces

MAP = """
~.~~~.....~~~~~~~~~~~
~...........~~~~~~~~~
............~~~~~~~~~
..............~~~~~~~
~...............~~~~~
~......S......=...~..
~.....SPS.....=......
~......S......=......
~~............=.....~
~................~~~~
...............~~~~~~
.............~~~~~~~~
...........~~~~~~~~~~
~~....~~..~~~~~~~~~~~
""".split()

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
LAKE = ((1 << SIZE) - 1) & ~LAND
SHORE = neighbours(LAKE, STEPS) & LAND
"""Spaces with lake on an edge."""

FIRST_TILES: tuple[tuple[int, int], ...] = ((SPACES["O6"], SPACES["O7"]), (SPACES["O8"], SPACES["O9"]))

SINGLES, DOUBLES, BRIDGES, ACTION_TOKENS = 6, 37, 11, 12
SIZES = (3, 3, 4, 4, 5, 5, 6, 6, 7, 8, 9, 10, 11, 12, 13)
"""The fifteen calpulli tokens by the size of district they ask for."""
DISPLAYED = 8
"""How many of them the Emperor asks for in the first period."""
TEMPLES = {1: (3, 3, 2, 1), 2: (3, 2, 2, 2)}
"""What a player gains in each period: temples of level 1, 2, 3, 4."""
NEUTRAL = {20: (4, 3, 2, 1), 25: (2, 3, 3, 2), 30: (0, 3, 4, 3)}
"""The neutral temples of a two-player game, by how many levels they have in all (M-2P)."""
ACTION_POINTS = 6

NEUTRAL_SITES = LAND & ~PALACE & ~FIRST_CANAL & ~SHORE


def distance(one: int, other: int) -> int:
    """How many steps apart two spaces are, whatever lies between."""
    return abs(one % WIDTH - other % WIDTH) + abs(one // WIDTH - other // WIDTH)


NEAR: dict[int, int] = {site: bits(other for other in spaces(NEUTRAL_SITES) if distance(site, other) < 5) for site in spaces(NEUTRAL_SITES)}
"""For each site of a neutral temple, the sites that are too close to it: fewer than four spaces lie between (M-2P)."""


def worth(size: int) -> tuple[int, int, int]:
    """What a district of that size gives: first; second, or its founder; third, or those present (13, 7, 4 for 13)."""
    second = (size + 1) // 2
    return size, second, (second + 1) // 2


assert LAND.bit_count() == 196 and (LAND & ~FIRST_CANAL).bit_count() == 192
assert PALACE.bit_count() == 5 and STARTS.bit_count() == 4
assert flood(LAKE & -LAKE, LAKE, STEPS) == LAKE, "the lake is one ring"
