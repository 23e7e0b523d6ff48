"""Azteco at the keyboard: one person and five bots, from the first claim to the final scores."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from texcoco.record import Record

TYPED = [
    "claim BBR",
    "accuse 3",
    "keep 0",
    "discard 0",
    "give 1",
    "take BY",
    "steal 1 B",
    "swap none",
    "shift none",
] * 60
"""Somebody who does not care; what is not possible is refused, and the next line is read."""


@pytest.mark.parametrize(
    ("lang", "lie", "vote"), [("en", "Caught lying!", "You lie!"), ("fr", "Mensonge démasqué\u202f!", "Tu mens\u202f!")]
)
def test_a_whole_game_against_five_bots(tmp_path: Path, lang: str, lie: str, vote: str) -> None:
    arguments = [
        "azteco",
        "--seats",
        "human,greedy,greedy,greedy,greedy,random",
        "--seed",
        "4",
        "--lang",
        lang,
        "--save",
        "game.txt",
    ]
    run = subprocess.run(
        [sys.executable, "-m", "texcoco", "play", *arguments],
        input="\n".join(TYPED),
        capture_output=True,
        text=True,
        encoding="utf-8",
        cwd=tmp_path,
        env={**os.environ, "LC_ALL": "C.UTF-8"},
        timeout=120,
    )
    assert run.stderr == ""
    assert run.returncode == 0
    outcome = Record.parse((tmp_path / "game.txt").read_text(encoding="utf-8")).replay().outcome()
    assert outcome is not None
    for told in (lie, vote, *(str(score) for score in outcome.scores)):
        assert told in run.stdout
