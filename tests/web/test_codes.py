"""The codes of refusals that docs/api.md lists are those that there are, with their status."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import texcoco
from texcoco.web.app import HTTP, STATUS

SOURCE = Path(texcoco.__file__).parent
API = Path(__file__).parents[2] / "docs" / "api.md"
NAMES = ("Refused", "Busy", "BrokenTable", "Refusal", "_refuse", "refuse")


def listed() -> dict[str, str]:
    """Codes and their status, as the document has them."""
    section = API.read_text(encoding="utf-8").partition("## Codes of refusals")[2].partition("\n## ")[0]
    rows = re.findall(r"^\| `([a-z-]+)` \| (\S+) \|", section, re.MULTILINE)
    assert len(dict(rows)) == len(rows), "a code is listed twice"
    return {code: status for code, status in rows if code != "code"}


def made() -> Iterator[tuple[str, str]]:
    """Every code that is written in the code, and what is made with it."""
    for path in (*(SOURCE / "tables").glob("*.py"), *(SOURCE / "web").glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in NAMES:
                texts = [a.value for a in node.args if isinstance(a, ast.Constant) and isinstance(a.value, str)]
                if texts:
                    yield texts[0], node.func.id
                    assert re.fullmatch("[a-z-]+", texts[0]), (path.name, texts[0])


def test_every_code_is_listed_and_none_that_there_is_not() -> None:
    codes = {code for code, _ in made()} | set(HTTP.values())
    assert len(codes) > 30
    assert codes == set(listed())


def test_the_status_of_what_tables_refuse_is_the_one_listed() -> None:
    statuses = listed()
    for code, kind in made():
        if kind in ("Refused", "Busy", "BrokenTable"):
            assert statuses[code] == str(STATUS.get(code, 409)), code
    for status, code in HTTP.items():
        assert statuses[code] == str(status)
    assert set(STATUS) <= set(statuses)
