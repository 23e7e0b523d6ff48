"""`texcoco play --position`: a game that starts from a position, saved, resumed and replayed."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest
from fuzzing import random_game
from keyboard import Typist

from texcoco.games import find
from texcoco.record import Record


@pytest.mark.parametrize("name", ["mexica", "yucatan", "azteco"])
def test_a_game_goes_on_from_a_position_and_its_record_is_replayed(run: Typist, tmp_path: Path, name: str) -> None:
    positions = [position.dump() for _, position in random_game(find(name), 3, Random(4))]
    (tmp_path / "middle.json").write_text(json.dumps(positions[len(positions) // 2]))
    run(f"play {name} --position middle.json --seats random,random,random --seed 1 --save game.txt")
    assert run.code == 0, run.err
    record = Record.parse((tmp_path / "game.txt").read_text())
    assert record.start == positions[len(positions) // 2]
    assert record.replay().outcome() is not None
    out = run("replay game.txt")
    assert f"The fingerprints of all {len(record.lines())} lines agree." in out


def test_a_saved_game_from_a_position_is_resumed(run: Typist, tmp_path: Path) -> None:
    position = find("azteco").opening(3, {"first": "0"})
    (tmp_path / "start.json").write_text(json.dumps(position.dump()))
    run("play azteco --position start.json --seats human,random,random --seed 2 --save game.txt", "quit")
    out = run("play --resume game.txt", "quit")
    assert run.code == 0, run.err
    assert "Resumed after" in out
    assert Record.parse((tmp_path / "game.txt").read_text()).start is not None


def test_what_is_wrong_is_told(run: Typist, tmp_path: Path) -> None:
    (tmp_path / "start.json").write_text(json.dumps(find("azteco").opening(3).dump()))
    (tmp_path / "bad.json").write_text('{"seats": 3}')
    (tmp_path / "text.json").write_bytes(b"\xff")
    for command, why in (
        ("play azteco --position start.json --seats human,random", "this position has 3 seats, not 2"),
        ("play azteco --position start.json --option rotate=true", "a position has its own options"),
        ("play --resume start.json --position start.json", "a resumed game has its own name and options"),
        ("play azteco --position start.json --option rotate=true --lang fr", "une position a déjà ses options"),
        ("play --resume start.json --position start.json --lang fr", "une partie reprise a déjà son jeu"),
        ("play azteco --position bad.json", "bad.json: this is not the form of an Azteco position"),
        ("play azteco --position text.json", "text.json: this is no text"),
        ("play mexica --position start.json", "start.json: this is no position of Mexica"),
        ("play azteco --position none.json", "none.json"),
    ):
        run(command)
        assert run.code in (1, 2), command
        assert why in run.err, command
