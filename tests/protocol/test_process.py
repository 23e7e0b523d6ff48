"""`texcoco engine` as another program meets it: a process, two pipes."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import pytest

POSITION = {
    "game": "mexica", "format": 1, "rules": 1, "seats": 3, "options": {}, "phase": "turn", "period": 1, "round": 2, "first": 0, "turn": 0,
    "ap": 3, "taken": 0, "canals": [["K3"], ["O6", "O7"], ["O8", "O9"]], "bridges": [{"at": "O7", "dir": "h"}],
    "temples": [{"at": "J4", "seat": 0, "level": 3}], "founded": [], "display": [3, 4, 4, 5, 6, 8, 9, 11],
    "later": [3, 5, 6, 7, 10, 12, 13], "removed": [],
    "pawns": ["H6", "G7", "I7"], "tokens": [0, 1, 0], "token_supply": 11, "supply": {"canal1": 5, "canal2": 35, "bridges": 10},
    "hands": [{"1": 3, "2": 3, "3": 1, "4": 1}, {"1": 3, "2": 3, "3": 2, "4": 1}, {"1": 3, "2": 3, "3": 2, "4": 1}], "score": [0, 0, 0],
    "vote": None, "refused": [], "placed": True, "idle_rounds": 0,
}  # fmt: skip


class Process:
    """An engine in a process of its own."""

    def __init__(self) -> None:
        def heed_interrupts() -> None:
            signal.signal(signal.SIGINT, signal.SIG_DFL)  # tests in the background of a shell start with it ignored

        self.popen = subprocess.Popen(
            [sys.executable, "-m", "texcoco", "engine"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, preexec_fn=heed_interrupts,
        )  # fmt: skip

    def __call__(self, do: str, **fields: Any) -> Any:
        return self.line(json.dumps({"do": do, **fields}).encode())

    def line(self, line: bytes) -> Any:
        assert self.popen.stdin is not None
        assert self.popen.stdout is not None
        self.popen.stdin.write(line + b"\n")
        self.popen.stdin.flush()
        return json.loads(self.popen.stdout.readline())  # hangs if replies are not flushed


@pytest.fixture
def engine() -> Iterator[Process]:
    process = Process()
    yield process
    out, err = process.popen.communicate(timeout=20)
    assert (out, err, process.popen.returncode) == (b"", b"", 0)


def test_a_whole_game_of_mexica_goes_over_the_pipe(engine: Process) -> None:
    assert engine("new", game="mexica", seats=2, seed=7, options={"neutral_levels": 25})["ok"]
    while actors := engine("actors")["actors"]:
        action = engine("bot", seat=actors[0], bot="random")["action"]
        assert engine("play", seat=actors[0], action=action)["ok"]
    outcome = engine("outcome")["outcome"]
    assert sorted(outcome["ranks"])[0] == 1
    record = engine("record")["record"]
    assert record.splitlines()[-1].endswith(f"#{engine('hash')['hash']}")


def test_the_position_of_the_documentation_is_played_from(engine: Process) -> None:
    assert engine("load", position=POSITION)["ok"]
    assert engine("dump")["position"] == POSITION
    assert engine("actors")["actors"] == [0]
    actions = engine("actions", seat=0)["actions"]
    assert {"canal K5", "canal K5 K6", "walk H5", "end", "take"} <= set(actions)
    assert engine("play", seat=0, action="walk H5")["ok"]
    assert engine("play", seat=1, action="end")["refusal"]["message"]
    assert engine("dump")["position"] == {**POSITION, "ap": 2, "pawns": ["H5", "G7", "I7"]}


@pytest.mark.parametrize(
    ("changed", "why"),
    [
        ({"temples": [{"at": "O6", "seat": 0, "level": 3}]}, "O6"),
        ({"supply": {"canal1": 5, "canal2": 38, "bridges": 10}}, "canal"),
        ({"pawns": ["H6", "H6", "I7"]}, "H6"),
    ],
)
def test_an_impossible_position_is_refused_with_the_reason(engine: Process, changed: Any, why: str) -> None:
    reply = engine("load", position={**POSITION, **changed})
    assert not reply["ok"]
    assert why in reply["error"]


def test_junk_is_answered_and_the_engine_goes_on(engine: Process) -> None:
    for junk in (b"", b"\xff", b"{", b"[" * 50_000, b"x" * 2_000_000, b"\x00"):
        assert not engine.line(junk)["ok"]
    assert engine("new", game="mexica", seats=4)["ok"]


def test_accents_are_written_in_utf_8_whatever_the_locale(engine: Process) -> None:
    engine("new", game="mexica", seats=2, seed=1, lang="fr")
    message = engine("play", seat=0, action="creuser K5")["refusal"]["message"]
    assert not message.isascii()


def test_an_interrupted_engine_ends_quietly() -> None:
    process = Process()
    assert not process("actors")["ok"]
    os.kill(process.popen.pid, signal.SIGINT)
    assert process.popen.wait(20) == 130
    assert process.popen.communicate()[1] == b""
