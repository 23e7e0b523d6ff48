"""The command in an empty folder, in English, with the tiny game among its games."""

from __future__ import annotations

from pathlib import Path

import pytest
from keyboard import Typist
from tiny import TINY

from texcoco.games import register


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Typist:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    register(TINY)
    return Typist(monkeypatch, capsys)
