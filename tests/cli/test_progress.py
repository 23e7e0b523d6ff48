"""Long work in a terminal says how far it is."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from keyboard import Pty
from party import PEOPLE

from benchmarks import __main__ as bench
from benchmarks import measure
from texcoco.store import open_store
from texcoco.tables.cards import card_of
from texcoco.tables.commands import create
from texcoco.tables.fold import rebuilt

ROOT = Path(__file__).parents[2]


async def open_tables(database: str) -> None:
    async with await open_store(database) as store:
        for id in ("t1", "t2", "t3"):
            log = create(id, PEOPLE[0], {"game": "tiny", "seats": [{"kind": "me"}] * 2}, 1.0)
            await store.append(id, log, None, card_of(rebuilt(id, log)))


async def test_backup_and_restore(tmp_path: Path) -> None:
    def shown(command: str, database: str) -> list[str]:
        terminal = Pty(*command.split(), "--database", f"sqlite:///{tmp_path}/{database}", cwd=tmp_path)
        assert terminal.end() == 0, terminal.seen
        os.close(terminal.master)
        return terminal.seen.split("\r\x1b[K")

    await open_tables(f"sqlite:///{tmp_path}/games.db")
    # the first thing is said at once; how often it is said again is a matter of time
    _, first, *_, last = shown("backup all.jsonl", "games.db")
    assert (first, last) == ("1 table …", "All tables are in all.jsonl.\r\n")
    _, first, *_, last = shown("restore all.jsonl", "other.db")
    assert last == "3 tables were restored.\r\n"
    assert 0 < int(first.removeprefix("1 table, ").removesuffix("% …")) < 100
    _, first, *_, last = shown("backup copy.db", "games.db")
    assert (first, last) == ("100% …", "All tables are in copy.db.\r\n")


def test_bench(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    class Quick:
        """Measures nothing."""

        def __init__(self, engine: Any, seed: int):
            self.engine, self.numbers = engine, {}

        def __getattr__(self, name: str) -> Callable[..., None]:
            return lambda *given: None

        pick = lists = listing = numbering = lambda self, seconds: None

    monkeypatch.setattr(measure, "Bench", Quick)
    monkeypatch.setattr(bench, "results", lambda mine, measured: [])
    for table in ("numbers_table", "results_table"):
        monkeypatch.setattr(bench, table, lambda measured: "")
    monkeypatch.setattr(sys, "argv", ["bench", "--ours"])
    assert bench.main() == 0
    assert capsys.readouterr().err == "", "nobody looks"
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    assert bench.main() == 0
    _, *shown = capsys.readouterr().err.split("\r\x1b[K")
    engines = len(bench.ours())
    assert shown == [
        *(f"warming up, {number} of {engines}" for number in range(1, engines + 1)),
        *(f"round {number} of {measure.ROUNDS}" for number in range(1, measure.ROUNDS + 1)),
        "",
    ]


def test_the_long_tests() -> None:
    """What `make test-long` runs, here for one file: pytest says which share is done."""
    ours = ("PYTEST_", "MAKE", "MFLAGS")  # of the tests that run now
    environment = {name: value for name, value in os.environ.items() if not name.startswith(ours)}

    def run(*command: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)

    made = run("make", "-n", "test-long", "JOBS=1", "ARGS=tests/test_printable.py")
    assert made.returncode == 0, made.stderr
    _python, *arguments = shlex.split(made.stdout.splitlines()[-1])
    assert "pytest" in arguments
    done = run(sys.executable, *arguments, "-p", "no:cacheprovider")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "[100%]" in done.stdout
