"""The terminal itself: keys, completion, colours, Ctrl-C and Ctrl-D, on a pseudo-terminal."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from keyboard import Pty


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Callable[[str], Pty]]:
    """Starts the command on a terminal."""
    screens: list[Pty] = []

    def start(command: str) -> Pty:
        screens.append(Pty(*command.split(), cwd=tmp_path))
        return screens[-1]

    yield start
    for screen in screens:
        screen.close()


def test_a_person_plays_with_tab_and_colours(start: Callable[[str], Pty], tmp_path: Path) -> None:
    screen = start("play tiny --seats human,random,random --seed 3")
    shown = screen.expect("Ann> ")
    assert "\x1b[1mAnn is to play.\x1b[0m" in shown
    screen.type("bi\t1\r")  # `bi` becomes `bid ` by itself
    assert "bid " in screen.expect("Ann bids 1.")
    screen.expect("Ann> ")
    screen.type("und\t\r")
    screen.expect("nothing that you can take back")
    screen.type("bid 4\r")
    screen.expect("Ann takes 3.")
    screen.expect("Ann> ")
    screen.type("ch\t\t\t2\r")
    screen.expect("Ann challenges Cy.")
    screen.expect("Ann> ")
    screen.type("quit\r")
    screen.expect("or n: ")
    screen.type("n\r")
    assert screen.end() == 0
    assert list(tmp_path.iterdir()) == []


def test_ctrl_c_and_ctrl_d_save_the_game(start: Callable[[str], Pty], tmp_path: Path) -> None:
    for key, code in (("\x03", 130), ("\x04", 0)):
        screen = start("play tiny --seats human,random,random --seed 3")
        screen.expect("Ann> ")
        screen.type("bid 1\r")
        screen.expect("Ann> ")
        time.sleep(
            0.5
        )  # a key that comes between the prompt and the first look at the keyboard is heard only with the next one
        screen.type(key)
        screen.expect("Saved. Go on with: texcoco play --resume ")
        assert screen.end() == code
        (saved,) = tmp_path.iterdir()
        assert "0: bid 1" in saved.read_text()
        saved.unlink()


def test_what_one_person_saw_is_covered_from_the_next(start: Callable[[str], Pty]) -> None:
    screen = start("play tiny --seats human,human --seed 5")
    screen.expect("Ann> ")
    screen.type("bid 4\r")
    assert screen.expect("Pass the keyboard to Bob").endswith("\x1b[H\x1b[2J\x1b[3J\r\n")
    screen.type("\r")
    screen.expect("Bob> ")
    screen.type("\x1b[A")  # the line that Ann typed is not in the history
    screen.type("\x15bid 0\r")
    assert "bid 4" not in screen.expect("Bids: 4 and 0")


def test_a_game_is_stepped_through(start: Callable[[str], Pty], tmp_path: Path) -> None:
    screen = start("play tiny --seats random,random --seed 5 --save game.txt")
    screen.expect("Enter: next turn")  # who only watches is asked before every turn
    screen.type("\r")
    screen.expect("Enter: next turn")
    screen.type("e\r")
    assert screen.end() == 0
    lines = (tmp_path / "game.txt").read_text().count("#")
    screen = start("replay game.txt --to 1")
    screen.expect(f"1/{lines}> ")
    screen.type("\r")
    assert "prize" in screen.expect(f"2/{lines}> ")
    screen.type("b\r")
    assert "deal" in screen.expect(f"1/{lines}> ")
    for keys, at in (("g 4", 4), ("99", lines), ("b", lines - 1), ("e", lines), ("g 0", 0), ("b", 0), ("?", 0)):
        screen.type(f"{keys}\r")
        screen.expect(f"{at}/{lines}> ")
    screen.type("q\r")
    screen.expect(f"The fingerprints of all {lines} lines agree.")
    assert screen.end() == 0


def test_who_only_watches_may_leave(start: Callable[[str], Pty], tmp_path: Path) -> None:
    screen = start("play tiny --seats random,random --seed 5")
    screen.expect("Enter: next turn")
    screen.type("q\r")
    assert screen.end() == 0
    assert "All rounds are played." not in screen.seen
    assert list(tmp_path.iterdir()) == []


def test_mexica_is_drawn_in_colours_and_its_actions_are_completed(start: Callable[[str], Pty]) -> None:
    screen = start("play --seats human,random,random --seed 1 --option first=0")
    board = screen.expect("Red> ")
    assert re.search(r"\x1b\[[0-9;]*48;5;", board)
    assert "A  B  C" in re.sub(r"\x1b\[[0-9;]*m", "", board)
    screen.type("st\th\t6\r")
    screen.expect("Red starts at H6.")
    screen.expect("Red> ")
    screen.type("walk h5\r")
    screen.expect("Red walks to H5.")
    screen.expect("Red> ")
    screen.type("undo\r")
    screen.expect("Taken back")
    screen.expect("Red> ")
    screen.type("\x04")
    screen.expect("Saved.")
    assert screen.end() == 0
