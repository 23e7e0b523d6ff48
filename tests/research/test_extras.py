"""The core package needs nothing of what research needs, and what is missing is named with its extra."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
HIDE = """
import sys
class Hidden:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in {hidden!r}:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)
sys.meta_path.insert(0, Hidden())
"""


def run_without(hidden: list[str], code: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-c", HIDE.format(hidden=hidden) + code], capture_output=True, text=True)


@pytest.mark.parametrize(
    ("module", "hidden", "extra"),
    [
        ("research.pettingzoo.mexica_v0", "pettingzoo", "pettingzoo"),
        ("research.pettingzoo.azteco_v0", "gymnasium", "pettingzoo"),
        ("research.openspiel", "pyspiel", "openspiel"),
        ("research.state", "numpy", "research"),
        ("examples.play_with_masks", "numpy", "research"),
        ("examples.mcts_mexica", "pyspiel", "research"),
    ],
)
def test_what_is_missing_is_named_with_its_extra(module: str, hidden: str, extra: str) -> None:
    run = run_without([hidden], f"import texcoco.{module}")
    assert run.returncode == 1
    last = run.stderr.splitlines()[-1]
    assert hidden in last
    assert f'pip install "texcoco[{extra}]"' in last


def test_everything_else_works_without_them() -> None:
    code = "import texcoco.cli, texcoco.games, texcoco.web.app, texcoco.bots; print('fine')"
    run = run_without(["numpy", "pettingzoo", "gymnasium", "pyspiel", "open_spiel"], code)
    assert run.stdout == "fine\n", run.stderr


def test_research_is_all_extras_and_the_core_has_none_of_them() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"]
    assert extras["research"] == ["texcoco[pettingzoo,openspiel]"]
    named = {requirement.split(">")[0] for extra in ("pettingzoo", "openspiel") for requirement in extras[extra]}
    assert named == {"numpy", "gymnasium", "pettingzoo", "open_spiel"}
    assert not any(requirement.startswith(name) for requirement in project["dependencies"] for name in named)
