"""Whatever the server refuses, the page says why in the reader's language; what it has no sentence for is told in
English."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from texcoco.words import LANGUAGES

ROOT = Path(__file__).parents[2]
OF_GAMES = {"refused"}
"""What the rules forbid is said in the game's own words."""
OF_PROGRAMS = {"bad-message", "bad-view", "enough", "no-hello", "too-slow"}
"""Only a program that speaks the protocol wrongly is told so."""


def codes() -> set[str]:
    """Those written in the code of tables and web."""
    sources = [
        file.read_text(encoding="utf-8")
        for part in ("tables", "web")
        for file in (ROOT / "src/texcoco" / part).glob("*.py")
    ]
    return {code for text in sources for code in re.findall(r'(?:Refused|Busy|Refusal)\(\s*"([a-z-]+)"', text)}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_refusal_has_a_sentence(lang: str) -> None:
    found = codes()
    assert {"not-your-turn", "busy", "seat-taken"} <= found
    page = json.loads((ROOT / f"client/src/i18n/page.{lang}.json").read_text(encoding="utf-8"))
    assert sorted(code for code in found - OF_GAMES - OF_PROGRAMS if f"refused.{code}" not in page) == []
