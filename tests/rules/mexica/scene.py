"""Positions of Mexica from pictures.

    position = scene('''
            H  I  J  K
        9   .  =  .  .
        10  .  A- .  a3
        11  .  =  .  #5
    ''', ap=4)

A cell is `.` land, `~` lake, `=` canal, `-` a bridge with its ramps left and right, `|` one with its ramps above and
below, `A` … `D` the pawn of seat 0 … 3 on land, `A-` or `A|` on a bridge, `a3` … `d3` a temple of level 3 of seat 0 …
3, `n2` a neutral one of level 2, `#5` a calpulli token of 5. The picture is a patch of the map; whatever is outside it
is as at the start.

Pawns that are not drawn stand on start spaces. Supplies, hands and tokens are worked out so that all pieces add up, and
the position is made by the public format: `MEXICA.load`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from random import Random
from typing import Any

import pytest

from texcoco.game import CHANCE, Illegal, Refusal
from texcoco.games.mexica import MEXICA, MexicaPosition

ISLAND = """
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
GROUND = {f"{'ABCDEFGHIJKLMNOPQRSTU'[x]}{y + 1}": mark for y, line in enumerate(ISLAND) for x, mark in enumerate(line)}
ALL_BRIDGES = """
        C  D  E  F  G
    9   .  .  .  .  .
    10  .  |  |  |  .
    11  .  .  .  .  .
    12  .  |  |  |  .
    13  .  .  .  .  .
"""
"""Six of the eleven bridges; with `REST` all of them are on the map."""
REST = {"O6": "-", "O7": "-", "O8": "-", "O9": "-", "S7": "=", "S8": "-", "S9": "="}
STARTS = ("H6", "G7", "I7", "H8")
FIRST_TILES = [["O6", "O7"], ["O8", "O9"]]
TOKENS = (3, 3, 4, 4, 5, 5, 6, 6, 7, 8, 9, 10, 11, 12, 13)
TEMPLES = {1: {1: 3, 2: 3, 3: 2, 4: 1}, 2: {1: 6, 2: 5, 3: 4, 4: 3}}
"""Temples of each level that a player has had by the end of a period's set-up."""
NEUTRALS = {"E5": 4, "J5": 2, "P6": 1, "C8": 1, "L8": 3, "S8": 1, "F10": 2, "O10": 2, "J12": 1, "C13": 3}
"""Ten neutral temples, as the two-player game begins; any two are five steps apart or more."""


def scene(picture: str = "", **given: Any) -> MexicaPosition:
    """The position of a picture, in the turn of seat 0, in round 2 of period 1, unless told otherwise."""
    return MEXICA.load(scene_json(picture, **given))


def scene_json(
    picture: str = "",
    *,
    seats: int = 3,
    period: int = 1,
    display: Iterable[int] | None = None,
    tokens: Iterable[int] | None = None,
    more: Mapping[str, str] | None = None,
    tiles: Iterable[str] | None = None,
    removed: Iterable[int] | None = None,
    **given: Any,
) -> dict[str, Any]:
    """The public JSON of `scene`. `more` are further cells by space (`{"K5": "a3"}`); `tiles` say how the canals are
    tiled.
    """
    cells = {**_cells(picture), **(more or {})}
    canals, bridges, standing, founded = set[str](), [], [], []
    pawns: list[str | None] = [None] * seats
    for at, cell in cells.items():
        if cell[-1] in "=-|":
            canals.add(at)
        if cell[-1] in "-|":
            bridges.append({"at": at, "dir": "h" if cell[-1] == "-" else "v"})
        if cell[0] in "ABCD":
            pawns["ABCD".index(cell[0])] = at
        if cell[0] in "abcdn":
            standing.append(
                {"at": at, "seat": None if cell[0] == "n" else "abcd".index(cell[0]), "level": int(cell[1:])}
            )
        if cell[0] == "#":
            founded.append({"at": at, "size": int(cell[1:])})
    if seats == 2 and not any(cell[0] == "n" for cell in cells.values()):
        standing += [{"at": at, "seat": None, "level": level} for at, level in NEUTRALS.items()]
    taken = {*pawns, *(temple["at"] for temple in standing)}
    spare = [at for at in STARTS if at not in taken]
    pawns = [at or spare.pop(0) for at in pawns]
    laid = [tile.split() for tile in tiles] if tiles is not None else [*FIRST_TILES, *_tiles(canals)]
    hands = [dict(TEMPLES[period]) for _ in range(seats)]
    for temple in standing:
        if temple["seat"] is not None:
            hands[temple["seat"]][temple["level"]] -= 1
    holding = list(tokens) if tokens is not None else [0] * seats
    singles = sum(len(tile) == 1 for tile in laid)
    return {
        "game": "mexica", "seats": seats, "phase": "turn", "period": period, "round": 2, "first": 0, "turn": 0, "ap": 6, "taken": 0,
        "canals": laid, "bridges": bridges, "temples": standing, "founded": founded,
        **_calpulli([token["size"] for token in founded], period, display, removed),
        "pawns": pawns, "tokens": holding, "token_supply": 12 - sum(holding),
        "supply": {"canal1": 6 - singles, "canal2": 37 - (len(laid) - singles), "bridges": 11 - len(bridges)},
        "hands": [{str(level): count for level, count in hand.items()} for hand in hands], "score": [0] * seats,
        **given,
    }  # fmt: skip


def _cells(picture: str) -> dict[str, str]:
    """What the picture says of each space, when it is more than bare ground. A picture that is not true to the map is a
    mistake.
    """
    head, *rows = [line.split() for line in picture.splitlines() if line.strip()] or [[]]
    cells = {f"{column}{row}": cell for row, *line in rows for column, cell in zip(head, line, strict=True)}
    for at, cell in cells.items():
        assert (cell == "~") == (GROUND[at] == "~"), f"{at} is drawn {cell}, the map has {GROUND[at]}"
        assert GROUND[at] != "=" or cell[-1] in "=-|", f"{at} is canal from the start"
    return {at: cell for at, cell in cells.items() if cell not in ".~"}


def _tiles(canals: set[str]) -> list[list[str]]:
    """Canal spaces as tiles: as many of two spaces as fit, the rest of one."""
    canals = canals - {at for tile in FIRST_TILES for at in tile}
    partner: dict[str, str] = {}

    def pair(at: str, seen: set[str]) -> bool:
        for other in sorted(beside(at) & canals - seen):
            seen.add(other)
            if other not in partner or pair(partner[other], seen):
                partner[other] = at
                return True
        return False

    for at in sorted(canals):
        if (ord(at[0]) + int(at[1:])) % 2:
            pair(at, set())
    tiles = [sorted((at, other)) for other, at in partner.items()]
    return tiles + [[at] for at in sorted(canals - {at for tile in tiles for at in tile})]


def _calpulli(
    founded: list[int], period: int, display: Iterable[int] | None, removed: Iterable[int] | None
) -> dict[str, list[int]]:
    """Which tokens are displayed, kept for later and out of the game. Left alone, the display has as many as it can
    have.
    """
    left = Counter(TOKENS) - Counter(founded)
    gone = list(removed or ())
    left -= Counter(gone)
    if display is None:
        room = (8 if period == 1 else 7) - len(founded) - len(gone)
        spread = sorted(left.elements(), key=lambda size: (size % 2, size))  # a bit of everything
        display = spread[: max(room, 0)] if period == 1 else spread[: max(7 - len(gone), 0)]
    display = sorted(display)
    rest = sorted((left - Counter(display)).elements())
    later = [rest.pop() for _ in range(7)] if period == 1 else []
    return {"display": display, "later": sorted(later), "removed": sorted(gone + rest)}


def beside(at: str) -> set[str]:
    """The spaces of the map that share an edge with this one."""
    column, row = ord(at[0]), int(at[1:])
    around = (f"{chr(column + dx)}{row + dy}" for dx, dy in ((0, 1), (0, -1), (1, 0), (-1, 0)))
    return {name for name in around if name in GROUND}


def play(position: MexicaPosition, *actions: str) -> list[dict[str, Any]]:
    """Plays these for whoever is to act, and gives all that happened: `{"key": …, "seat": …, **values}`."""
    told: list[dict[str, Any]] = []
    for text in actions:
        (seat,) = position.actors()
        told += [
            {"key": event.key, "seat": event.seat, **event.values} for event in position.play(seat, MEXICA.parse(text))
        ]
    return told


def legal(position: MexicaPosition, *kinds: str) -> set[str]:
    """What whoever is to act may do, as notations; only these kinds, when some are named."""
    (seat,) = position.actors()
    return {str(action) for action in position.actions(seat) if not kinds or action.kind in kinds}


def allowed(position: MexicaPosition, text: str) -> bool:
    """Whether whoever is to act may do this; `actions` and `check` must agree."""
    (seat,) = position.actors()
    action = MEXICA.parse(text)
    listed, refusal = action in position.actions(seat), position.check(seat, action)
    assert listed == (refusal is None), f"{text}: listed {listed}, refused {refusal}"
    return listed


def refused(position: MexicaPosition, text: str, seat: int | None = None) -> Refusal:
    """Why this is refused; the test fails if it is not, or if anything changes."""
    action, before = MEXICA.parse(text), position.dump()
    who = position.actors()[0] if seat is None else seat
    assert action not in position.actions(who), f"{text} is listed"
    with pytest.raises(Illegal) as caught:
        position.play(who, action)
    assert position.dump() == before, f"{text} was refused and changed something"
    return caught.value.refusal


def district(position: MexicaPosition, at: str) -> dict[str, Any]:
    """The district of a space, as everybody sees it; an empty one for water."""
    return next(
        (d for d in position.view(None)["districts"] if at in d["spaces"]), {"size": 0, "spaces": [], "token": None}
    )


def spread_temples(seat: int, period: int, spaces: str) -> dict[str, str]:
    """All the temples that a seat has had by then, one on each of these spaces: its hand is empty."""
    levels = [level for level, count in TEMPLES[period].items() for _ in range(count)]
    return {at: f"{'abcd'[seat]}{level}" for at, level in zip(spaces.split(), levels, strict=True)}


def begin(seats: int, seed: int = 0, **options: Any) -> MexicaPosition:
    """A new game with all that chance does at the start."""
    position, rng = MEXICA.opening(seats, options), Random(seed)
    while position.actors() == (CHANCE,):
        position.play(CHANCE, position.draw(rng))
    return position
