"""`texcoco analyse`: sentences or JSON for every turn, comments in a record, and what is refused."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from keyboard import Pty, Typist

from texcoco.analysis import TurnReport
from texcoco.record import Record


@pytest.fixture
def game(run: Typist, tmp_path: Path) -> Path:
    run("play azteco --seats 1,1,1 --seed 5 --save game.txt")
    return tmp_path / "game.txt"


def test_every_turn_is_told_and_then_the_whole_game(run: Typist, game: Path) -> None:
    out = run("analyse game.txt --depth quick --jobs 1")
    assert run.code == 0
    lines = Record.parse(game.read_text()).lines()
    for number, line in enumerate(lines, 1):
        assert f"{number:4}  " in out
        assert "; ".join(str(move.action) for move in line) in out
    assert "% → " in out
    assert "\nAccuracy:\n" in out
    assert " of 100 " in out
    assert run.err == "", "no progress is shown where nobody looks"


def test_in_french(run: Typist, game: Path) -> None:
    out = run("analyse game.txt --depth quick --jobs 1 --lang fr")
    assert "\nPrécision\u00a0:\n" in out


def test_json_has_all_reports_and_the_summary(run: Typist, game: Path) -> None:
    whole = json.loads(run("analyse game.txt --depth quick --jobs 1 --json"))
    reports = [TurnReport.load(data) for data in whole["turns"]]
    assert len(reports) == len(Record.parse(game.read_text()).lines())
    assert whole["summary"]["over"] is True
    assert len(whole["summary"]["accuracy"]) == 3


def test_a_record_is_annotated_and_its_file_is_not_written_over(run: Typist, game: Path, tmp_path: Path) -> None:
    before = game.read_text()
    run("analyse game.txt --depth quick --jobs 1 --annotate notes.txt")
    notes = tmp_path / "notes.txt"
    read = Record.parse(notes.read_text())
    assert read.comments
    assert game.read_text() == before
    assert run("replay notes.txt").endswith("lines agree.\n")
    (tmp_path / "other.txt").write_text("mine")
    run("analyse game.txt --depth quick --jobs 1 --annotate other.txt")
    assert run.code == 1
    assert "other.txt" in run.err
    assert (tmp_path / "other.txt").read_text() == "mine"
    run("analyse notes.txt --depth quick --jobs 1 --annotate notes.txt")
    assert run.code == 0
    assert Record.parse(notes.read_text()).text() == read.text()


def test_a_damaged_record_is_refused_with_the_line(run: Typist, game: Path) -> None:
    lines = game.read_text().splitlines()
    at = next(n for n, line in enumerate(lines) if "claim" in line)
    game.write_text("\n".join([*lines[:at], lines[at].replace("claim", "clam"), *lines[at + 1 :]]))
    run("analyse game.txt")
    assert run.code == 2
    assert f"game.txt: line {at + 1}: " in run.err


def test_what_cannot_be_analysed_is_refused(run: Typist, game: Path) -> None:
    run("analyse nowhere.txt")
    assert run.code == 1
    assert "nowhere.txt" in run.err
    run("play tiny --seats random,random --seed 5 --save tiny.txt")
    run("analyse tiny.txt")
    assert run.code == 2
    assert "tiny cannot be analysed" in run.err
    run("analyse game.txt --jobs 0")
    assert run.code == 2


def test_a_game_that_is_not_over_is_judged_as_far_as_it_goes(run: Typist, game: Path) -> None:
    head, body = game.read_text().split("\n\n")
    part = [line.split(" #")[0] for line in body.splitlines()[:6]]
    game.write_text(head + "\n\n" + "\n".join(part) + "\n")
    out = run("analyse game.txt --depth quick --jobs 1")
    assert run.code == 0
    assert "   6  " in out
    assert "   7  " not in out


def test_a_terminal_shows_how_far_it_is(game: Path, tmp_path: Path) -> None:
    terminal = Pty("analyse", "game.txt", "--depth", "quick", "--jobs", "1", cwd=tmp_path)
    shown = terminal.expect("Accuracy:", seconds=60)
    assert terminal.end() == 0
    os.close(terminal.master)
    assert "[####" in shown
    assert " left" in shown
