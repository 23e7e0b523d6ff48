"""Mexica at the keyboard, from the start to the final scoring, as a stranger would run it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from texcoco.game import Action
from texcoco.games import find
from texcoco.record import Record
from texcoco.terminal.session import CannotUndo, Session

TYPED = ["start H6", "start G7", "start I7", "start H8", *["agree", "take", "end"] * 400]
"""Somebody who does not care; what is not possible is refused, and the next line is read."""


def play(folder: Path, *arguments: str, typed: list[str] = TYPED) -> str:
    run = subprocess.run(
        [sys.executable, "-m", "texcoco", "play", *arguments],
        input="\n".join(typed),
        capture_output=True,
        text=True,
        encoding="utf-8",
        cwd=folder,
        env={**os.environ, "LC_ALL": "C.UTF-8"},
        timeout=120,
    )
    assert run.stderr == ""
    assert run.returncode == 0
    return run.stdout


@pytest.mark.parametrize(("lang", "end"), [("en", "wins."), ("fr", "gagne.")])
def test_a_whole_game_against_two_bots(tmp_path: Path, lang: str, end: str) -> None:
    out = play(tmp_path, "--seats", "human,random,random", "--seed", "4", "--lang", lang, "--save", "game.txt")
    position = Record.parse((tmp_path / "game.txt").read_text()).replay()
    outcome = position.outcome()
    assert outcome is not None
    assert end in out or "victo" in out
    assert all(f"{score:5}" in out for score in outcome.scores)


def test_the_usual_players_are_a_person_and_two_bots(tmp_path: Path) -> None:
    out = play(tmp_path, "--seed", "4", "--option", "first=0", typed=["start H6", "hint", "take", "end"])
    assert "At the table: Red (human), Black (level 3: Skilled) and Sand (level 3: Skilled)." in out
    assert len(out.split("Red> hint\n")[1].split("\n")[0]) > 3
    assert "Red takes an action token" in out
    assert "Black ends the turn" in out


def until_somebody_may_propose() -> tuple[Session, int, Action]:
    """A game among three people, played at random until one of them may propose to remove a token."""
    rng = Random(1)
    while True:
        record, position = Record.begin(find("mexica"), 3)
        while position.actors():
            record.chance(position, rng)
            for seat in position.actors():
                proposals = [action for action in position.actions(seat) if action.kind == "propose"]
                if proposals:
                    return Session(record, position, ["human"] * 3, seed=1), seat, proposals[0]
                record.play(position, seat, position.pick(seat, rng))


def test_a_proposal_can_be_withdrawn_until_it_is_answered() -> None:
    session, seat, proposal = until_somebody_may_propose()
    before = session.position.dump()
    session.play(seat, proposal)
    (asked,) = session.position.actors()
    assert asked != seat
    assert session.undo(asked) == seat
    assert session.position.dump() == before

    session.play(seat, proposal)
    session.play(asked, session.game.parse("refuse"))
    with pytest.raises(CannotUndo):
        session.undo(seat)


def test_a_turn_that_has_ended_is_not_taken_back() -> None:
    session = Session.begin(find("mexica"), ["human"] * 2, {"first": "0"}, seed=1)
    session.chance()
    for seat, action in ((0, "start H6"), (1, "start G7"), (0, "walk H5")):
        session.play(seat, session.game.parse(action))
    assert session.undo(0) == 0
    session.play(0, session.game.parse("end"))
    with pytest.raises(CannotUndo, match="turn"):
        session.undo(1)
