"""What docs/architecture.md says of the way of a move, and the words that the code does not use."""

from __future__ import annotations

import ast
import asyncio
import re
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from random import Random
from types import FrameType
from typing import Any

import pytest

from benchmarks.load import PEOPLE, Audience, Measured, begin, hosting
from texcoco.tables.requests import Play

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "texcoco"
MOST_FILES = 20
"""How many files a reader may have to open to follow one click."""
ROW = re.compile(r"^\| \d+ \| \[[^]]+\]\(\.\./([^)]+)\)", re.MULTILINE)
NOT_HERE = {"src/texcoco/web/stream.py"}
"""Files of the way of which `run_through` has no part: it hands its command to the host itself."""
RIDDLES = {
    "Scroll",
    "whisper",
    "overhear",
    "Eyes",
    "Thinkers",
    "Thoughtless",
    "said",
    "of",
    "Had",
    "_There",
    "looms",
    "firm",
}
"""Names whose meaning nobody who is new would guess."""


def way_of_a_move() -> list[str]:
    return ROW.findall((ROOT / "docs" / "architecture.md").read_text(encoding="utf-8"))


def test_a_click_goes_through_few_files_that_are_there() -> None:
    way = way_of_a_move()
    assert 10 < len(way) <= MOST_FILES
    assert len(set(way)) == len(way)
    assert [path for path in way if not (ROOT / path).is_file()] == []


async def run_through(folder: Path) -> None:
    async with hosting(str(folder)) as host:
        table = await begin(host, "mexica")
        await host.watch(table.id, Audience(table, Measured(1, None)))
        for number in range(2):
            assert table.position is not None
            (seat,) = table.position.actors()
            action = str(table.position.pick(seat, Random(number)))
            command = Play(f"{number}", seat=seat, step=table.position.step, actions=[action])
            table = await host.command(table.id, PEOPLE[seat], command)


def test_a_move_goes_through_the_files_of_the_server_that_are_named(tmp_path: Path) -> None:
    seen: set[str] = set()

    def note(frame: FrameType, event: str, arg: Any) -> None:
        seen.add(frame.f_code.co_filename)

    threading.setprofile(note)
    sys.setprofile(note)
    try:
        asyncio.run(run_through(tmp_path))
    finally:
        sys.setprofile(None)
        threading.setprofile(None)  # type: ignore[arg-type]
    named = {path for path in way_of_a_move() if path.endswith(".py")} - NOT_HERE
    assert len(named) > 8
    assert {path for path in named if str(ROOT / path) not in seen} == set()


def definitions() -> Iterator[tuple[str, str]]:
    """Every name that the package defines (classes, functions, parameters, variables), with the file."""
    for path in sorted(SOURCE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            file = str(path.relative_to(SOURCE))
            if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
                yield node.name, file
            elif isinstance(node, ast.arg):
                yield node.arg, file
            elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
                yield node.id, file


def test_names_are_such_as_a_colleague_would_guess() -> None:
    assert [(name, file) for name, file in definitions() if name in RIDDLES] == []


@pytest.mark.parametrize("word", ["Table", "Command", "Viewer"])
def test_one_word_is_one_thing(word: str) -> None:
    assert len([file for name, file in definitions() if name == word]) == 1


def test_handlers_are_looked_up_in_tables() -> None:
    files = [path.read_text(encoding="utf-8") for path in SOURCE.rglob("*.py")]
    assert not [text for text in files if re.search(r"getattr\([^()]*f[\"']_", text)]
    assert not [text for text in files if "told is not None" in text]
