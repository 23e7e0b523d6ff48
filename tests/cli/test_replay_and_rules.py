"""`texcoco replay` and `texcoco rules`, written to a file or a pipe."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from keyboard import WITH_TINY, Typist


@pytest.fixture
def game(run: Typist, tmp_path: Path) -> Path:
    run("play tiny --seats random,random --seed 5 --save game.txt")
    return tmp_path / "game.txt"


def test_a_replay_tells_every_line_the_end_and_that_it_was_checked(run: Typist, game: Path) -> None:
    lines = [line for line in game.read_text().splitlines() if "#" in line]
    out = run("replay game.txt")
    assert run.code == 0
    for number, line in enumerate(lines, 1):
        assert f"{number:4}  {line.split(' #')[0]}\n" in out
    assert "Chance: a card for Ann: ?." in out
    assert "All rounds are played." in out
    assert f"The fingerprints of all {len(lines)} lines agree." in out


def test_up_to_a_line_and_as_a_seat_sees_it(run: Typist, game: Path) -> None:
    out = run("replay game.txt --to 2 --seat 0")
    assert "   2  *: prize" in out
    assert "   3  " not in out
    assert "a card for Ann: ?." not in out
    assert "All rounds" not in out
    run("replay game.txt --seat 2")
    assert run.code == 2
    assert "there is no seat 2" in run.err
    run("replay game.txt --seat 2 --lang fr")
    assert "il n’y a pas de place 2" in run.err


def test_a_running_game_has_no_fingerprints_to_check(run: Typist, game: Path) -> None:
    game.write_text("\n".join(game.read_text().splitlines()[:-3]))
    assert "The game is not over" in run("replay game.txt")


ESCAPES = "\x1b]0;owned\x07\x1b[2J\x9b1m\u202e\0\b"


def test_no_escape_of_a_record_reaches_the_terminal(run: Typist, game: Path) -> None:
    text = game.read_text()
    game.write_text(text.replace('"random,random"', f'"A{ESCAPES}na,Bob"'), encoding="utf-8")
    out = run("replay game.txt")
    assert "]0;owned[2J1mna" in out
    assert not set(ESCAPES.replace("]0;owned", "").replace("[2J", "").replace("1m", "")) & set(out)
    for end, why in ((f"0: {ESCAPES}", "no action"), (f"0{ESCAPES}: rest", "expected"), (f"[{ESCAPES}", "expected")):
        game.write_text(f'[Game "tiny"]\n[Seats "2"]\n\n{end}', encoding="utf-8")
        for command in ("replay game.txt", "play --resume game.txt"):
            out = run(command)
            assert run.code == 2
            assert why in run.err
            assert not {"\x1b", "\x07", "\x9b", "\u202e", "\0", "\b"} & set(out + run.err)


def test_no_escape_of_a_record_reaches_the_prompt(run: Typist, game: Path) -> None:
    game.write_text(f'[Game "tiny"]\n[Seats "2"]\n[Players "human,{ESCAPES}"]\n', encoding="utf-8")
    (game.parent / "other.txt").write_text(f'[Game "tiny"]\n[Seats "2"]\n\n0: {ESCAPES}', encoding="utf-8")
    out = run(
        "play tiny --seats human,human --seed 1",
        "resume game.txt",
        "resume other.txt",
        f"resume {ESCAPES}.txt",
        f"rest {ESCAPES}",
        "quit",
    )
    typed = [
        line for line in out.splitlines() if not line.startswith(("Ann> ", "Bob> "))
    ]  # what was typed is shown as it was typed
    assert "there is no bot" in out
    assert not {"\x1b", "\x07", "\x9b", "\u202e", "\0", "\b"} & set("".join(typed))


def test_a_fingerprint_that_does_not_agree_is_reported(run: Typist, game: Path) -> None:
    lines = game.read_text().splitlines()
    lines[-1] = lines[-1][:-8] + "00000000"
    game.write_text("\n".join(lines))
    run("replay game.txt")
    assert run.code == 2
    assert f"texcoco: game.txt: line {len(lines)} leads to position" in run.err
    assert "played by other rules, or changed since" in run.err


def test_a_file_that_is_no_record_is_said(run: Typist, tmp_path: Path) -> None:
    (tmp_path / "x.txt").write_text("hello")
    run("replay x.txt")
    assert "texcoco: x.txt: a record starts with headers" in run.err
    (tmp_path / "x.txt").write_bytes(b"\xff\xfe\x00")
    run("replay x.txt")
    assert "texcoco: x.txt: this is no text" in run.err
    run("replay .")
    assert run.code == 1


def test_the_rules_of_mexica_are_read_whole_by_ruling_and_by_word(run: Typist) -> None:
    book = run("rules")
    assert run.code == 0
    assert book == run("rules mexica")
    assert "<a id" not in book
    assert run("rules --lang fr") != book
    ruling = run("rules mexica M-FOOT")
    assert 0 < len(ruling) < len(book) / 4
    assert ruling == run("rules m-foot")
    assert "bridge" in run("rules bridge").lower()
    run("rules mexica dragons")
    assert run.code == 1
    assert run.err == "texcoco: The rules say nothing about dragons.\n"


def test_output_that_nobody_reads_ends_the_command_quietly(game: Path) -> None:
    process = subprocess.Popen(
        [sys.executable, "-c", WITH_TINY, "replay", str(game)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        stdin=subprocess.DEVNULL,
    )
    assert process.stdout is not None
    process.stdout.close()
    _, err = process.communicate(timeout=20)
    assert err == b""


def test_the_module_is_the_command() -> None:
    out = subprocess.run(
        [sys.executable, "-m", "texcoco", "--version"], capture_output=True, text=True, check=True, timeout=20
    )
    assert out.stdout.startswith("texcoco ")
