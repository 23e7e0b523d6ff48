"""Golden playthroughs: whole games with all that is said in them, diffed line by line.

When a change of the rules or of the words is meant, write them anew with `make golden` and read the diff.
"""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

import pytest

from texcoco.games import find
from texcoco.testing import playthrough

GOLDEN = Path(__file__).parent.parent / "golden"
FILES = sorted(GOLDEN.glob("*.txt"))


def play_again(golden: str) -> str:
    """The game that the first line of a golden file describes."""
    first = re.fullmatch(r"(\w+), (\d+) seats, seed (\d+), options (\{.*\})", golden.splitlines()[0])
    assert first is not None, "a golden file starts with game, seats, seed and options"
    return playthrough(find(first[1]), int(first[2]), int(first[3]), json.loads(first[4]))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_golden_game_plays_as_it_did(file: Path) -> None:
    golden = file.read_text(encoding="utf-8")
    assert play_again(golden).splitlines() == golden.splitlines()


def test_there_is_a_golden_game_for_every_number_of_seats() -> None:
    from texcoco.games import GAMES

    wanted = {f"{name}-{seats}" for name in GAMES for seats in find(name).seats}
    assert wanted <= {file.stem for file in FILES}


if __name__ == "__main__":
    for path in [Path(name) for name in sys.argv[1:]] or FILES:
        path.write_text(play_again(path.read_text(encoding="utf-8")), encoding="utf-8")
