"""Puzzles: positions in which one turn is clearly best. `tools/make_puzzles.py` finds them in games of strong bots.

game, id = of_day(date.today())
puzzle = find_puzzle(game, id)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from functools import cache
from pathlib import Path
from random import Random
from types import MappingProxyType

import msgspec
from msgspec import Struct

from texcoco.analysis import judge_turn
from texcoco.analysis.chances import GAMES
from texcoco.analysis.marks import GOOD
from texcoco.game import Action, Json, Position
from texcoco.games import find

FOLDER = Path(__file__).parent
LITTLE = 0.05
"""Whoever gives away less chance to win than this has solved a puzzle: more is an inaccuracy at least."""


class Puzzle(Struct, frozen=True):
    """A position, and the turn that is to be found there."""

    id: str
    """A hash of the position and the seat."""
    position: Json
    """As `Position.dump` writes it. What the seat may not know is dealt by lot."""
    seat: int
    solution: tuple[str, ...]
    """The best turn, action by action."""
    gain: float
    """How much more chance to win it gives than the best turn with another idea."""
    level: int
    """The weakest level of bots that finds it, from 3 on."""
    reason: dict[str, str]
    """What speaks for it, by language."""


class NoPuzzle(KeyError):
    """There is no such puzzle."""


def path_of(game: str) -> Path:
    return FOLDER / f"{game}.json"


@cache
def puzzles(game: str) -> Mapping[str, Puzzle]:
    """The puzzles of a game by their ids, the easiest first; none for a game that has no puzzles."""
    if game not in GAMES or not path_of(game).exists():
        return MappingProxyType({})
    found = msgspec.json.decode(path_of(game).read_bytes(), type=list[Puzzle])
    return MappingProxyType({puzzle.id: puzzle for puzzle in found})


def find_puzzle(game: str, id: str) -> Puzzle:
    """Raises `NoPuzzle`."""
    try:
        return puzzles(game)[id]
    except KeyError:
        raise NoPuzzle(f"there is no puzzle {id} of {game}") from None


def of_day(day: date) -> tuple[str, str]:
    """The game and the id of a day's puzzle: the games take turns, and no puzzle comes again before all had their
    day."""
    games = [game for game in GAMES if puzzles(game)]
    number, turn = divmod(day.toordinal(), len(games))
    ids = sorted(puzzles(games[turn]))
    Random(f"days {number // len(ids)}").shuffle(ids)
    return games[turn], ids[number % len(ids)]


def judge_answer(game: str, puzzle: Puzzle, actions: Sequence[Action]) -> tuple[bool, float, str]:
    """Whether a turn is as good as the solution, the chance to win that it gives away, and what that is called. It may
    take some seconds."""
    position = find(game).load(puzzle.position)
    solution = [position.game.parse(text) for text in puzzle.solution]
    if _after(position, puzzle.seat, actions) == _after(position, puzzle.seat, solution):
        return True, 0.0, GOOD
    report = judge_turn(position, puzzle.seat, actions)
    return report.loss < LITTLE, report.loss, report.mark


def _after(position: Position, seat: int, actions: Sequence[Action]) -> object:
    after = position.copy()
    for action in actions:
        after.apply(seat, action)
    return after.key()
