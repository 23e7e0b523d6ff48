"""Counts bad habits of a bot of Yucatán in the records of an arena.

    texcoco arena yucatan --bots 5,greedy --games 300 --folder arena/five
    python tools/habits_yucatan.py arena/five 5

A loaded warrior is idle while he stays where he is with the same load. An attack is hopeless if its seat could know that
it loses.
"""

from __future__ import annotations

import argparse
from collections import Counter
from pathlib import Path

from texcoco.bots.yucatan.belief import odds_of, wins
from texcoco.games.yucatan import YucatanPosition
from texcoco.games.yucatan.pieces import LEVELS
from texcoco.record import Move, Record

IDLE = 10
"""Rounds after which a loaded warrior who stands still counts as idle."""


def count(record: Record, bot: str, found: Counter[str]) -> None:
    """Adds what a game shows of the seats of a bot."""
    seats = [seat for seat in range(record.seats) if record.headers.get(f"Seat{seat}") == bot]
    standing: dict[tuple[int, int, int], int] = {}
    """Since which round a warrior of a seat stands at a space with so many prisoners."""
    longest = 0
    before: YucatanPosition | None = None
    for position, move, _ in record.positions():
        assert isinstance(position, YucatanPosition)
        if before is not None and move.seat in seats and move.action.kind == "march":
            _count_march(before, move, found)
        before = position.copy()
        now = {
            (seat, space, load)
            for space, load in position.load.items()
            for seat in seats
            if position.men[seat] >> space & 1
        }
        standing = {key: standing.get(key, position.round) for key in now}
        longest = max([longest, *(position.round - since for since in standing.values())])
    found["games"] += 1
    found["games with a loaded warrior idle over 10 rounds"] += longest > IDLE
    found["games that ended by the limit"] += before is not None and max(before.levels) < LEVELS


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
