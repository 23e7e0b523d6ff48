"""Makes puzzles: positions of games of strong bots in which one idea is clearly best.

    python tools/make_puzzles.py mexica --puzzles 100 --folder games --jobs 2

Games of bots of the higher levels are played. In their positions, one after the other in a random order, is looked for
a turn
- whose idea is clearly best: all turns that give away less than `CLEAR` chance to win have something in common, and no
  other turn has it;
- that is not obvious: what the levels 1 and 2 would play does not have it;
- that level 5 holds to be best with ten times its usual work and more (the depth `deep` of the analysis), and that the
  judge of the answers (depth `usual`) calls good; both call the best other idea at least an inaccuracy.

All goes by what the seat may know from looking at the position. What it may not know is dealt anew before the position
is kept. Puzzles that were found go to FOLDER/puzzles.GAME.jsonl, one a line, so that a run that was interrupted goes on
where it stopped. The first `--puzzles` of them, the easiest first, are written to src/texcoco/puzzles/GAME.json.

    python tools/make_puzzles.py mexica --check

judges the puzzles that are there once more, tells their reasons anew, and leaves out those that no longer hold, as may
be after a change of the bots.
"""

from __future__ import annotations

import argparse
import multiprocessing
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from hashlib import sha256
from importlib import import_module
from itertools import count
from pathlib import Path
from random import Random
from types import ModuleType

import msgspec
from mixed_games import Played, play

from texcoco.analysis import judge_turn
from texcoco.analysis.chances import GAMES
from texcoco.analysis.verdict import DEEP, QUICK, USUAL, Ranked
from texcoco.bots import Bot, Clock, make
from texcoco.game import CHANCE, Action, Game, Position
from texcoco.games import find
from texcoco.puzzles import LITTLE, Puzzle, path_of, puzzles

CLEAR = {"mexica": 0.08, "yucatan": 0.06, "azteco": 0.08}
"""How much chance to win the best other idea gives away at least. In Yucatán single actions matter less."""
LEVELS = {"mexica": "43", "yucatan": "4", "azteco": "543"}
"""The levels that play, in turn. All seats of a game have the same level, so that it stays open for long."""
GLANCE = 0.75
"""Positions in which a first glance shows less than so much of that are not looked at any further."""
SEATS = {"mexica": (2, 3, 4), "yucatan": (2, 2, 3, 2, 4), "azteco": (3, 4, 5, 6)}
"""The numbers of seats of the games, in turn. With more than two, Yucatán takes much longer to search."""
PHASES = {"mexica": ("turn",), "yucatan": ("turn",), "azteco": ("vote", "keep", "effect")}
"""The phases of a game that have puzzles. There is no best claim in Azteco: whoever always makes it is seen through."""
OBVIOUS = ("1", "2")
"""The levels whose turn is the obvious one."""
OF_A_GAME = 3
"""How many puzzles a game may give."""
OF_A_KIND = 0.5
"""How many of the puzzles may begin with the same kind of action."""


# --- the positions of a game ---


def decisions(played: Played, game: Game) -> Iterator[tuple[Position, int]]:
    """Where a seat has a turn to choose: the position when its step begins, and the seat."""
    step = -1
    for position, actor in played.positions(game):
        if actor == CHANCE or position.step == step:
            continue
        step = position.step
        if position.view(None)["phase"] not in PHASES[game.name]:
            continue
        for seat in position.actors():
            if len(position.actions(seat)) > 1:
                yield position.copy(), seat


@cache
def bot_of(game: str, level: str) -> Bot:
    return make(level, find(game))


def turn_of(level: str, position: Position, seat: int) -> tuple[Action, ...]:
    """What a level plays when it knows nothing but the position."""
    bot, p, rng = bot_of(position.game.name, level), position.copy(), Random(1)
    plan: list[Action] = []
    while p.step == position.step and seat in p.actors():
        plan.append(bot.decide(seat, p.view(seat), (), p.actions(seat), Clock(), rng))
        p.apply(seat, plan[-1])
    return tuple(plan)


# --- what makes a puzzle ---


def idea_of(ranked: Sequence[Ranked], clear: float) -> frozenset[str]:
    """What all turns have in common that are not clearly worse than the best; nothing if that is not one idea."""
    return frozenset[str].intersection(*(entry.parts for entry in ranked if entry.loss < clear))


def examine(position: Position, seat: int) -> Puzzle | None:
    """The puzzle that a position is, if it is one."""
    game = position.game
    turns = import_module(f"texcoco.analysis.{game.name}_turns")
    position = position.redeal(seat, Random(f"puzzle {position.step}"))
    plans = [turn_of(level, position, seat) for level in OBVIOUS]
    if hasattr(turns, "gain_at_a_glance") and any(
        turns.gain_at_a_glance(position, seat, plan) < GLANCE * CLEAR[game.name] for plan in plans
    ):
        return None
    obvious = [turns.parts_of(position, seat, plan) for plan in plans]
    for depth in (QUICK, USUAL):
        idea = idea_of(turns.rank(position, seat, depth, Random(1)), CLEAR[game.name])
        if not idea or any(idea <= parts for parts in obvious):
            return None
    return confirmed(turns, position, seat, obvious)


def confirmed(turns: ModuleType, position: Position, seat: int, obvious: Sequence[frozenset[str]]) -> Puzzle | None:
    """The same by a far deeper look. What is clear at the usual depth, it has to call better by an inaccuracy."""
    ranked: list[Ranked] = turns.rank(position, seat, DEEP, Random(1))
    idea = idea_of(ranked, LITTLE)
    others = [entry for entry in ranked if not idea <= entry.parts]
    if not idea or not others or any(idea <= parts for parts in obvious):
        return None
    best, other = ranked[0], min(others, key=lambda entry: entry.loss)
    if not is_whole_turn(position, seat, best.plan) or not judged_so(position, seat, best, other):
        return None
    try:
        reason = turns.reason_for(position, seat, best.plan)
    except ValueError:
        return None
    data = position.dump()
    return Puzzle(
        id=sha256(msgspec.json.encode([data, seat], order="sorted")).hexdigest()[:8],
        position=data,
        seat=seat,
        solution=tuple(map(str, best.plan)),
        gain=round(other.loss, 4),
        level=next((level for level in (3, 4) if idea <= parts_at(turns, position, seat, level)), 5),
        reason=reason,
    )


def is_whole_turn(position: Position, seat: int, plan: Sequence[Action]) -> bool:
    """Whether nothing is left to choose. In Yucatán a theft may ask how many prisoners are taken."""
    after = position.copy()
    for action in plan:
        after.apply(seat, action)
    return after.step != position.step or seat not in after.actors()


def judged_so(position: Position, seat: int, best: Ranked, other: Ranked) -> bool:
    """Whether the judge of the answers agrees."""
    good, bad = (judge_turn(position, seat, entry.plan) for entry in (best, other))
    return good.loss < LITTLE <= bad.loss


def parts_at(turns: ModuleType, position: Position, seat: int, level: int) -> frozenset[str]:
    return turns.parts_of(position, seat, turn_of(str(level), position, seat))


# --- many of them ---


def found_in(number: int, game: Game) -> Iterator[Puzzle]:
    """The puzzles of the game of that number."""
    seats = SEATS[game.name][number % len(SEATS[game.name])]
    level = LEVELS[game.name][number // len(SEATS[game.name]) % len(LEVELS[game.name])]
    positions = list(decisions(play(game, seats, number, {level: 1.0}), game))
    Random(number).shuffle(positions)
    used: set[str] = set()
    found = 0
    for position, seat in positions:
        puzzle = examine(position, seat)
        if puzzle is None or used & actions_of(puzzle):
            continue  # none, or much like one before
        yield puzzle
        used |= actions_of(puzzle)
        found += 1
        if found == OF_A_GAME:
            return


def actions_of(puzzle: Puzzle) -> set[str]:
    """What the solution does at a place, or to somebody."""
    return {text for text in puzzle.solution if " " in text}


def selected(found: Sequence[Puzzle], most: int) -> list[Puzzle]:
    """So many puzzles, not too many of one kind, the easiest first."""
    kinds: Counter[str] = Counter()
    kept: dict[str, Puzzle] = {}
    for puzzle in found:
        kind = puzzle.solution[0].split()[0]
        if puzzle.id not in kept and len(kept) < most and kinds[kind] < OF_A_KIND * most:
            kinds[kind] += 1
            kept[puzzle.id] = puzzle
    return sorted(kept.values(), key=lambda puzzle: (puzzle.level, -puzzle.gain))


def search(game: Game, most: int, folder: Path, jobs: int) -> list[Puzzle]:
    """Looks for puzzles until there are enough, in `jobs` games at once; gives those that were selected."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"puzzles.{game.name}.jsonl"
    known: list[Puzzle] = []
    first = 0
    for line in path.read_bytes().splitlines() if path.exists() else ():
        number, found = msgspec.json.decode(line, type=tuple[int, list[Puzzle]])
        first = number + 1
        known += found
    spawn = multiprocessing.get_context("spawn")
    with path.open("ab") as file, ProcessPoolExecutor(jobs, mp_context=spawn) as pool:
        for start in count(first, jobs):
            kept = selected(known, most)
            print(f"{game.name}: {start} games, {len(kept)} of {most} puzzles", flush=True)
            if len(kept) == most:
                return kept
            numbers = range(start, start + jobs)
            for number, found in zip(numbers, pool.map(_found_in, numbers, [game.name] * jobs), strict=True):
                file.write(msgspec.json.encode([number, found]) + b"\n")
                file.flush()
                known += found
    return []


def _found_in(number: int, game: str) -> list[Puzzle]:
    return list(found_in(number, find(game)))


def check(game: Game, jobs: int) -> list[Puzzle]:
    """The shipped puzzles that still hold, judged by `jobs` processes."""
    before = list(puzzles(game.name).values())
    spawn = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(jobs, mp_context=spawn) as pool:
        after = list(pool.map(_renewed, [game.name] * len(before), before))
    kept = selected([puzzle for puzzle in after if puzzle], len(before))
    print(f"{len(kept)} of {len(before)} puzzles hold")
    return kept


def _renewed(name: str, puzzle: Puzzle) -> Puzzle | None:
    """The same puzzle as bots and words make it now, if it is still one."""
    game, turns = find(name), import_module(f"texcoco.analysis.{name}_turns")
    position = game.load(puzzle.position)
    obvious = [parts_at(turns, position, puzzle.seat, int(level)) for level in OBVIOUS]
    return confirmed(turns, position, puzzle.seat, obvious)


def write(game: Game, kept: Sequence[Puzzle]) -> None:
    lines = b",\n".join(map(msgspec.json.encode, kept))
    path_of(game.name).write_bytes(b"[\n" + lines + b"\n]\n")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=GAMES)
    parser.add_argument("--puzzles", type=int, default=100)
    parser.add_argument("--folder", type=Path, default=Path("games"), help="where what was found is kept")
    parser.add_argument("--jobs", type=int, default=1, help="how many games, or puzzles, are looked at at once")
    parser.add_argument("--check", action="store_true", help="judge those that are there once more")
    asked = parser.parse_args()
    game = find(asked.game)
    write(game, check(game, asked.jobs) if asked.check else search(game, asked.puzzles, asked.folder, asked.jobs))


if __name__ == "__main__":
    main()
