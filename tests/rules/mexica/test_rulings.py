"""Every ruling is named by a test and explained in the rules that we print, in both languages."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from texcoco.games.mexica import MEXICA, refusals
from texcoco.games.mexica import actions as notation

RULINGS = """
M-DIST M-CANAL M-BRDG M-RELOC M-FOOT M-BOAT M-FLY M-TEMPLE M-FOUND M-TAKE M-SPEND M-PEN M-END M-DEAD M-VOTE M-STALL M-PER2 M-TURN
M-RANK M-WILD M-HOME M-WIN M-2P M-FIRST M-UNDO
""".split()


def named_in_tests() -> set[str]:
    """The ids in names and docstrings of the tests in this folder."""
    named = set[str]()
    for file in Path(__file__).parent.glob("test_*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                named |= set(re.findall(r"M-[A-Z0-9]+", ast.get_docstring(node) or ""))
    return named


def named_in_refusals() -> set[str]:
    """The ids that a player may be shown."""
    sources = (Path(module.__file__ or "").read_text(encoding="utf-8") for module in (refusals, notation))
    return {rule for source in sources for rule in re.findall(r'"(M-[A-Z0-9]+)"', source)}


@pytest.mark.parametrize("ruling", RULINGS)
def test_a_test_names_the_ruling(ruling: str) -> None:
    assert ruling in named_in_tests()


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("ruling", [*RULINGS, *sorted(named_in_refusals() - set(RULINGS))])
def test_the_printed_rules_have_an_anchor_for_the_ruling_and_for_whatever_a_refusal_cites(ruling: str, lang: str) -> None:
    assert f'<a id="{ruling}"></a>' in MEXICA.rulebook(lang)


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_the_printed_rules_have_no_anchor_for_a_ruling_that_there_is_not(lang: str) -> None:
    anchored = set(re.findall(r'<a id="(M-[^"]+)"></a>', MEXICA.rulebook(lang)))
    assert anchored <= {*RULINGS, *named_in_refusals()}
