"""Counts bad habits of a bot of Yucatán in the records of an arena.

    texcoco arena yucatan --bots 5,greedy --games 300 --folder arena/five
    python tools/habits_yucatan.py arena/five 5

A loaded warrior is idle while he stays where he is with the same load. He is idle without need in those turns of his
seat in which an action without a fight would have brought him nearer to a delivery
(`texcoco.bots.yucatan.history.way_home`) and another was chosen. An attack is hopeless if its seat could know that it
loses.
"""

from __future__ import annotations

import argparse
from collections import Counter
from pathlib import Path

from texcoco.bots.yucatan.belief import odds_of, wins
from texcoco.bots.yucatan.history import is_homeward
from texcoco.games.yucatan import YucatanPosition
from texcoco.games.yucatan.pieces import LEVELS
from texcoco.record import Move, Record

IDLE = 10
"""Rounds after which a loaded warrior who stands still counts as idle."""


Standing = tuple[int, int, int]
"""A seat, the space of a loaded warrior of its, and how many prisoners he leads."""


def count(record: Record, bot: str, found: Counter[str]) -> None:
    """Adds what a game shows of the seats of a bot."""
    seats = [seat for seat in range(record.seats) if record.headers.get(f"Seat{seat}") == bot]
    since: dict[Standing, int] = {}
    """Since which round they have stood there."""
    needless: Counter[Standing] = Counter()
    """How many turns of these they could have come nearer to a delivery."""
    longest = most = 0
    before: YucatanPosition | None = None
    for position, move, _ in record.positions():
        assert isinstance(position, YucatanPosition)
        if before is not None and move.seat in seats:
            if move.action.kind == "march":
                _count_march(before, move, found)
            if before.phase == "turn":
                needless.update(could_go_home(before, move.seat))
        before = position.copy()
        now = {
            (seat, space, load)
            for space, load in position.load.items()
            for seat in seats
            if position.men[seat] >> space & 1
        }
        since = {key: since.get(key, position.round) for key in now}
        needless = Counter({key: turns for key, turns in needless.items() if key in now})
        longest = max([longest, *(position.round - began for began in since.values())])
        most = max([most, *needless.values()])
    found["games"] += 1
    found[f"games with a loaded warrior idle over {IDLE} rounds"] += longest > IDLE
    found[f"games with a loaded warrior idle without need in over {IDLE} turns"] += most > IDLE
    found["games that ended by the limit"] += before is not None and max(before.levels) < LEVELS


def could_go_home(p: YucatanPosition, seat: int) -> set[Standing]:
    """The loaded warriors of a seat on turn who could come nearer to a delivery."""
    loaded = {space: load for space, load in p.load.items() if p.men[seat] >> space & 1}
    found: set[Standing] = set()
    for action in p.actions(seat) if loaded else ():
        start = end = -1
        if action.kind == "march":
            start, end = action.data.start, action.data.end
            if p.pawns >> end & 1:
                continue
        after = p.copy()
        after.apply(seat, action)
        for space, load in loaded.items():
            if is_homeward(p, after, seat, space, end if space == start else space):
                found.add((seat, space, load))
    return found


def _count_march(before: YucatanPosition, move: Move, found: Counter[str]) -> None:
    start, end = move.action.data.start, move.action.data.end
    found["marches"] += 1
    if before.pawns >> end & 1:
        found["attacks"] += 1
        found["hopeless attacks"] += wins(odds_of(before, move.seat), start, end) == 0
    if before.board.cities >> end & 1 and end != before.board.city[move.seat]:
        found["marches into enemy cities"] += 1


def main() -> None:
    parser = argparse.ArgumentParser(description="Counts bad habits of a bot of Yucatán in the records of an arena.")
    parser.add_argument("folder", type=Path, help="the folder of the arena")
    parser.add_argument("bot", help="the bot, as the arena names it")
    chosen = parser.parse_args()
    found: Counter[str] = Counter()
    for file in sorted((chosen.folder / "records").glob("*.txt")):
        count(Record.parse(file.read_text(encoding="utf-8")), chosen.bot, found)
    for name, number in found.items():
        print(f"{name}: {number}")


if __name__ == "__main__":
    main()
