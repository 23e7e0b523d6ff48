"""Games of other packages are found like ours, and one that is broken harms none of the others."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from texcoco import games
from texcoco.games import GAMES, BrokenGame, NoSuchGame, all_games, find, game_names

CONTRACT = Path(__file__).parent


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """An installed package that brings games."""
    info = tmp_path / "foreign-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: foreign\nVersion: 1.0\n")
    points = "[texcoco.games]\nsmall = foreign:SMALL\nbroken = foreign:NOTHING\nother = foreign:SMALL\nmexica = foreign:SMALL\n"
    (info / "entry_points.txt").write_text(points)
    (tmp_path / "foreign.py").write_text(
        f"import sys\nsys.path.append({str(CONTRACT)!r})\nfrom tiny import Tiny\n"
        "class Small(Tiny):\n    name, title = 'small', 'Small'\nSMALL = Small()\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "foreign", raising=False)
    monkeypatch.setattr(games, "_loaded", {})
    monkeypatch.setattr(games, "_broken", {})
    games._others.cache_clear()
    yield tmp_path
    games._others.cache_clear()


def test_an_installed_package_brings_a_game(package: Path, caplog: pytest.LogCaptureFixture) -> None:
    assert game_names() == [*GAMES, "small", "broken", "other"]
    assert find("small").title == "Small"
    assert find("mexica").title == "Mexica", "nobody takes the name of a game of ours"
    assert "the game broken (foreign:NOTHING) cannot be imported: AttributeError" in why_broken("broken")
    assert "is not a game called other" in why_broken("other")
    with pytest.raises(NoSuchGame, match="there is no game 'chess'; there are: azteco, broken, mexica"):
        find("chess")
    for _ in range(2):
        assert [game.name for game in all_games()] == [*GAMES, "small"]
    assert sum("broken" in record.message for record in caplog.records) == 1


def why_broken(name: str) -> str:
    """What the operator is told. Others are told no more than the name: a server shows them this sentence."""
    with pytest.raises(BrokenGame) as broken:
        find(name)
    assert str(broken.value) == f"the game {name} cannot be played here: it could not be imported"
    return broken.value.details


def test_the_code_of_a_broken_game_is_run_once(package: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (package / "foreign.py").write_text(
        "import os\nos.environ['RUNS'] += '+'\nraise OSError('/home/somebody/secret')\n"
    )
    monkeypatch.setenv("RUNS", "")
    for _ in range(3):
        assert "/home/somebody/secret" in why_broken("small")
        assert [game.name for game in all_games()] == list(GAMES)
    assert os.environ["RUNS"] == "+++", "once for each of the three games that the package names"


def test_a_game_of_the_environment_is_known_to_every_process() -> None:
    program = "from texcoco.games import find, game_names; print(game_names(), find('tiny').title)"
    environment = {"TEXCOCO_GAMES": "tiny=tiny:TINY", "PYTHONPATH": str(CONTRACT)}
    answer = subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, text=True)
    assert answer.stdout == "['mexica', 'yucatan', 'azteco', 'tiny'] Tiny\n", answer.stderr


def test_a_wrong_place_in_the_environment_is_named() -> None:
    command = [sys.executable, "-m", "texcoco", "rules", "here"]
    answer = subprocess.run(command, env={"TEXCOCO_GAMES": "here=nowhere:GAME"}, capture_output=True, text=True)
    assert answer.returncode
    assert "the game here (nowhere:GAME) cannot be imported: ModuleNotFoundError" in answer.stderr
    assert "Traceback" not in answer.stderr
