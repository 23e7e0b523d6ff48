"""Where the page works something out for showing it (points, outcomes, distances), it agrees with the engine over
random games.

The engine's answers are written to files, which `client/src/boards/*/engine.compare.ts` compare with the page's.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from engine_cases import CASES

CLIENT = Path(__file__).parents[2] / "client"


def compare(folder: Path) -> subprocess.CompletedProcess[str]:
    """Runs the page's comparisons over the cases in a folder."""
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    environment = {**os.environ, "PATH": path, "TEXCOCO_CASES": str(folder), "NO_COLOR": "1"}
    command = ["node", "node_modules/vitest/vitest.mjs", "run", "--config", "engine.config.js", "--reporter=dot"]
    return subprocess.run(command, cwd=CLIENT, env=environment, capture_output=True, text=True, timeout=300)


@pytest.fixture(scope="module")
def cases(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the cases of each game."""
    folder = tmp_path_factory.mktemp("cases")
    for game, cases in CASES.items():
        lines = [json.dumps(case) for case in cases()]
        (folder / f"{game}.txt").write_text("\n".join(lines), encoding="utf-8")
    return folder


def test_the_page_works_out_what_the_engine_says(cases: Path):
    done = compare(cases)
    assert done.returncode == 0, done.stdout + done.stderr


def test_a_wrong_answer_is_noticed(cases: Path, tmp_path: Path):
    """One wrong answer in the file of a game fails the comparison of that game."""
    for game, (right, wrong) in {
        "mexica": ("[13, [13, 7, 4]]", "[13, [13, 7, 3]]"),
        "yucatan": ('"steals": true', '"steals": false'),
        "azteco": ('"key": "cursed"', '"key": "spared"'),
    }.items():
        text = (cases / f"{game}.txt").read_text(encoding="utf-8")
        assert right in text
        (tmp_path / f"{game}.txt").write_text(text.replace(right, wrong, 1), encoding="utf-8")
    done = compare(tmp_path)
    assert done.returncode == 1
    assert all(f"FAIL  src/boards/{game}/engine.compare.ts" in done.stdout + done.stderr for game in CASES), done.stdout
