"""The three boards: spaces with short labels, terrain, rivers, and the lookups that the rules read.

The boards are reconstructed: the pictures of the rulebook are lost. What is printed on them is in `data.json`; all else
is derived here and checked at import, so that a slip of the pen in the data cannot become a rule.

A space is a number that stands for its label, the same on every board, so that an action means the same on all of them.
Sets of spaces are integers (`texcoco.games.bits`). Numbers go row by row from the top, along the row from the left: the
lower label has the lower number.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from texcoco.games.bits import bits, lowest, spaces
from texcoco.games.yucatan.pieces import DATA

GREAT = 0
"""The number of the great river; tributaries count from 1."""
_TURNS = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))

_PRINTED: dict[int, dict[str, Any]] = {int(seats): board for seats, board in DATA["boards"].items()}
_ROWS: dict[int, list[str]] = {seats: board["rows"] for seats, board in _PRINTED.items()}


def _labels() -> tuple[str, ...]:
    """Every label of any board: a letter for the row, a number along it."""
    height = max(map(len, _ROWS.values()))
    width = [max(len(rows[i].split()) for rows in _ROWS.values() if i < len(rows)) for i in range(height)]
    return tuple(f"{chr(ord('A') + i)}{n + 1}" for i in range(height) for n in range(width[i]))


LABELS = _labels()
"""The label of each space."""
SPACE = {label: space for space, label in enumerate(LABELS)}
"""The space of each label."""


def labels(them: int) -> list[str]:
    """The labels of a set of spaces, in order."""
    return [LABELS[space] for space in spaces(them)]


@dataclass(frozen=True, slots=True)
class River:
    """A tributary: whose city it runs through (None: nobody's), the pairs of spaces it runs between, the spaces beside
    it."""

    city: int | None
    edges: tuple[tuple[int, int], ...]
    beside: int


class Board:
    """One board and its lookups, which go by space and are 0 for spaces that this board does not have."""

    __slots__ = (
        "around", "axial", "bank", "beach", "beside", "cities", "city", "crossing", "flow", "home", "jungle", "land",
        "mountain", "near", "remote", "rivers", "riverside", "seats", "spaces", "terrain", "tiles", "water",
    )  # fmt: skip

    def __init__(self, seats: int, data: dict[str, Any]):
        self.seats = seats
        self.axial: dict[int, tuple[int, int]] = {}
        """Axial coordinates (q, r), pointed tops; only for drawing and for finding neighbours."""
        self.terrain: dict[int, str] = {}
        """As in the data: `.`, `b`, `^`, `~`, or the seat whose city it is (Y52)."""
        for r, row in enumerate(data["rows"]):
            for n, x in enumerate(x for x, mark in enumerate(row) if mark != " "):
                space = SPACE[f"{chr(ord('A') + r)}{n + 1}"]
                self.axial[space], self.terrain[space] = ((x - r) // 2, r), row[x]
        self.spaces = bits(self.terrain)
        self.beach, self.mountain, self.water = self._all("b"), self._all("^"), self._all("~")
        self.jungle = self._all(".b")
        self.city = tuple(lowest(self._all(str(seat))) for seat in range(seats))
        """The city of each seat (Y1, Y52)."""
        self.cities = bits(self.city)
        self.land = self.jungle | self.cities
        """Where a warrior may stand (Y17): in cities too, and so in his own (Y11)."""

        at = {axial: space for space, axial in self.axial.items()}
        next_to = {
            s: bits(at[q + i, r + j] for i, j in _TURNS if (q + i, r + j) in at) for s, (q, r) in self.axial.items()
        }
        self.around = tuple(next_to.get(space, 0) for space in range(len(LABELS)))
        """All neighbours of a space."""
        self.near = tuple(
            around & self.land if self.land >> space & 1 else 0 for space, around in enumerate(self.around)
        )
        """The neighbours that a warrior can step to; a small river between the two does not matter (Y16)."""
        self.tiles = tuple(SPACE[label] for label in data["tiles"])
        """The centres of the tiles; a tile is a centre and all within two spaces of it."""

        self.rivers: tuple[River, ...] = tuple(self._river(river) for river in data["rivers"])
        self.beside = (self.beach, *(river.beside for river in self.rivers))
        """The spaces beside each river: beaches for the great one, for a tributary those it runs along and its city
        (Y2, Y53)."""
        self.riverside = 0
        for beside in self.beside:
            self.riverside |= beside
        self.flow = tuple(self._flow(space) for space in range(len(LABELS)))
        """All spaces beside any river that the space lies beside (Y3, Y25): where a village there lets others
        follow."""
        self.bank = self._next_to(self.water) & ~self.water
        """Beside the great river, beach or not (Y22)."""
        self.remote = self.jungle & ~self._next_to(self.cities)
        """Where a village may stand as far as terrain and cities go."""
        self.home = tuple(self.flow[city] & self.remote for city in self.city)
        """Where each seat's large village may start (Y20)."""
        self.crossing = tuple(self._crossing(space) for space in range(len(LABELS)))
        """Over which river space each beach is reached from a space: the lowest one (Y12, Y13)."""
        _check(self)

    def _all(self, marks: str) -> int:
        return bits(space for space, mark in self.terrain.items() if mark in marks)

    def _next_to(self, them: int) -> int:
        found = 0
        for space in spaces(them):
            found |= self.around[space]
        return found

    def _river(self, data: dict[str, Any]) -> River:
        city: int | None = data["city"]
        edges = tuple((SPACE[a], SPACE[b]) for a, b in (edge.split() for edge in data["edges"]))
        through = 0 if city is None else 1 << self.city[city]
        return River(city, edges, through | bits(space for edge in edges for space in edge))

    def _flow(self, space: int) -> int:
        found = 0
        for beside in self.beside:
            if beside >> space & 1:
                found |= beside
        return found

    def _crossing(self, space: int) -> dict[int, int]:
        ways: dict[int, int] = {}
        if self.land >> space & 1:
            for river in spaces(self.around[space] & self.water):
                for beach in spaces(self.around[river] & self.beach & ~(1 << space)):
                    ways.setdefault(beach, river)
        return dict(sorted(ways.items()))

    def rivers_of(self, space: int) -> list[int]:
        """The rivers that a space lies beside: `GREAT`, or a tributary's number."""
        return [number for number, beside in enumerate(self.beside) if beside >> space & 1]


def _check(board: Board) -> None:
    """Raises ValueError if the board cannot be what the rules speak of."""

    def hold(fact: bool, what: str) -> None:
        if not fact:
            raise ValueError(f"the board for {board.seats} seats: {what}")

    for space in spaces(board.spaces):
        hold(
            all(board.around[other] >> space & 1 for other in spaces(board.around[space])), "neighbours are not mutual"
        )
        hold(
            sum(_within_two(board, centre) >> space & 1 for centre in board.tiles) == 1,
            f"{LABELS[space]} is not on one tile",
        )
    taken = 0
    for seat, city in enumerate(board.city):
        hold(
            city in board.tiles and (board.around[city] & board.jungle).bit_count() == 6,
            f"city {seat} is not amid jungle (Y1)",
        )
        hold(not board.around[city] & taken, "two cities share a space for warriors")
        taken |= board.around[city]
        own = sum(river.city == seat for river in board.rivers)
        hold(own == (2 if board.seats == 3 else 1), f"city {seat} has {own} rivers (Y51)")
        hold(board.home[seat] != 0, f"city {seat} has no space for a first village (Y20)")
    hold(
        len({home.bit_count() for home in board.home}) == 1, "cities have unlike numbers of spaces for a first village"
    )
    for river in board.rivers:
        hold(
            all(board.around[a] >> b & 1 for a, b in river.edges), "a river runs between spaces that are not neighbours"
        )
        hold(not river.beside & ~board.land, "a river runs along a mountain or in the great river")
    hold(not board.beach & ~board.bank, "a beach does not lie on the great river")
    hold(_connected(board), "some land cannot be reached")
    hold(_symmetric(board), "the seats are not alike: it does not turn onto itself")


def _within_two(board: Board, centre: int) -> int:
    found = board.around[centre] | 1 << centre
    for space in spaces(board.around[centre]):
        found |= board.around[space]
    return found


def _connected(board: Board) -> bool:
    reached = frontier = 1 << board.city[0]
    while frontier:
        found = 0
        for space in spaces(frontier):
            found |= board.near[space] | bits(board.crossing[space])
        frontier = found & ~reached
        reached |= found
    return reached == board.land


def _symmetric(board: Board) -> bool:
    """By 120 degrees for three seats, by 180 for two and four, about the middle of all spaces."""
    n = len(board.axial)
    q0, r0 = (sum(axis) for axis in zip(*board.axial.values(), strict=True))
    marks = {
        (q * n - q0, r * n - r0): "city" if mark.isdigit() else mark
        for (q, r), mark in zip(board.axial.values(), board.terrain.values(), strict=True)
    }
    if board.seats == 3:
        return all(marks.get((-q - r, q)) == mark for (q, r), mark in marks.items())
    return all(marks.get((-q, -r)) == mark for (q, r), mark in marks.items())


BOARDS = {seats: Board(seats, printed) for seats, printed in _PRINTED.items()}
"""The board for each number of seats."""
