"""The examples run. What they print is for people; what they give is looked at here."""

from __future__ import annotations

import re
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from texcoco import examples

EXAMPLES = Path(examples.__file__).parent
GUIDE = Path(__file__).parents[2] / "docs" / "research.md"


def run(name: str, *arguments: str) -> Any:
    main = import_module(f"texcoco.examples.{name}").main
    return main(list(arguments)) if arguments else main()


def test_a_game_of_each_with_masks() -> None:
    results = run("play_with_masks")
    assert list(results) == ["mexica_v0", "yucatan_v0", "azteco_v0"]
    assert all(sum(paid.values()) == pytest.approx(0) and len(paid) == 3 for paid in results.values())


@pytest.mark.parametrize("bot", ["greedy", "random"])
def test_mcts_of_openspiel_plays_mexica_against_our_bots(bot: str) -> None:
    returns = run("mcts_mexica", "--simulations", "10", "--bot", bot)
    assert sum(returns) == 0
    assert all(-1 <= value <= 1 for value in returns)


def test_ismcts_of_openspiel_plays_yucatan() -> None:
    returns = run("ismcts_yucatan", "--simulations", "10")
    assert sum(returns) == 0


def test_a_learner_beats_random_players_at_azteco() -> None:
    # in a process of its own, because it says how many threads numpy may use
    command = [sys.executable, "-m", "texcoco.examples.learn_azteco", "--games", "900", "--processes", "0"]
    printed = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert "| 900 |" in printed
    found = re.search(r"not seen before: reward by rank ([+-][0-9.]+)", printed)
    assert found is not None
    assert float(found[1]) > 0.25, "random play gets 0"


def test_each_piece_of_python_in_the_guide_runs_by_itself_and_learns(capsys: pytest.CaptureFixture[str]) -> None:
    guide = GUIDE.read_text(encoding="utf-8")
    for piece in re.findall(r"```python\n(.*?)```", guide, re.DOTALL):
        names: dict[str, Any] = {}  # a reader may copy this one and no other
        exec(piece, names)
    found = re.search(r"last 200 games: ([+-][0-9.]+)", capsys.readouterr().out)
    assert found is not None
    assert float(found[1]) > 0.3, "random play gets 0"


def test_every_example_is_run_here_and_named_in_the_guide() -> None:
    guide = GUIDE.read_text(encoding="utf-8")
    here = Path(__file__).read_text(encoding="utf-8")
    for example in EXAMPLES.glob("[a-z]*.py"):
        assert f'"{example.stem}"' in here or f".{example.stem}" in here
        assert f"texcoco.examples.{example.stem}" in guide
