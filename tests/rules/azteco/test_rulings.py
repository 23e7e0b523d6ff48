"""Every ruling is named by a test and explained in the rules that we print, in both languages."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from texcoco.games.azteco import AZTECO, actions, effects, moves

RULINGS = [f"A{n}" for n in range(1, 47)]


def named_in_tests() -> set[str]:
    """The ids in names and docstrings of the tests in this folder."""
    named = set[str]()
    for file in Path(__file__).parent.glob("test_*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                named |= set(
                    re.findall(r"(?<![A-Za-z0-9])A\d+(?![0-9])", node.name.replace("_", " ") + " " + (ast.get_docstring(node) or ""))
                )
    return named


def named_in_refusals() -> set[str]:
    """The ids that a player may be shown."""
    sources = (Path(module.__file__ or "").read_text(encoding="utf-8") for module in (actions, effects, moves))
    return {rule for source in sources for rule in re.findall(r'"(A\d+|A-[A-Z]+)"', source)}


@pytest.mark.parametrize("ruling", RULINGS)
def test_a_test_names_the_ruling(ruling: str) -> None:
    assert ruling in named_in_tests()


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_the_printed_rules_have_an_anchor_for_each_ruling_and_for_whatever_a_refusal_cites(lang: str) -> None:
    anchored = re.findall(r'<a id="([^"]+)"></a>', AZTECO.rulebook(lang))
    assert len(set(anchored)) == len(anchored)
    assert set(anchored) == {*RULINGS, "A-NOTE"}
    assert named_in_refusals() <= set(anchored)
