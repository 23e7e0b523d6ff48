"""Every ruling is found: in the rules that we print, in the code of its game, and in a test that proves it.

`grep -rnw Y42 src tests` shows the same. What the rulebook does not say is marked in the rules, alike in both
languages.
"""

from __future__ import annotations

import ast
import io
import re
import tokenize
from functools import cache
from pathlib import Path

import pytest

import texcoco.games
from texcoco.games import find
from texcoco.terminal.rulebook import paragraphs
from texcoco.words import LANGUAGES

RULINGS = {
    "mexica": """
        M-DIST M-CANAL M-BRDG M-RELOC M-FOOT M-BOAT M-FLY M-TEMPLE M-FOUND M-TAKE M-SPEND M-PEN M-END M-DEAD M-VOTE M-STALL M-PER2
        M-TURN M-RANK M-WILD M-HOME M-WIN M-2P M-FIRST M-UNDO M-AP M-NOTE
    """.split(),
    "yucatan": [f"Y{n}" for n in range(1, 56)],
    "azteco": [*(f"A{n}" for n in range(1, 47)), "A-NOTE"],
}
OTHER_ANCHORS = {"mexica": set[str](), "yucatan": {"turn", "move", "notation"}, "azteco": set[str]()}
"""Passages that are no rulings, for refusals to open."""
EACH = [(game, ruling) for game, rulings in RULINGS.items() for ruling in rulings]
GAMES = pytest.mark.parametrize("game", RULINGS)

ID = re.compile(r"(?<![\w-])(?:[AY]\d+|[AM]-[A-Z0-9]+)(?![\w-])")
MOST_AT_ONCE = 4
"""Who names more rulings than this in a breath points at none of them."""


def named(text: str) -> set[str]:
    """The rulings that a comment or a docstring names, line by line; a list of many does not count."""
    lines = (set(ID.findall(line)) for line in text.splitlines())
    return {ruling for line in lines if len(line) <= MOST_AT_ONCE for ruling in line}


def comments(source: str) -> list[tuple[int, str]]:
    """The comments of a Python file, with their lines."""
    tokens = tokenize.generate_tokens(io.StringIO(source).readline)
    return [(token.start[0], token.string) for token in tokens if token.type == tokenize.COMMENT]


@cache
def named_in_code(game: str) -> set[str]:
    """The rulings in comments, docstrings and refusals of a game's code."""
    found = set[str]()
    for file in (Path(texcoco.games.__path__[0]) / game).glob("*.py"):
        source = file.read_text(encoding="utf-8")
        texts = [
            node.value
            for node in ast.walk(ast.parse(source))
            if isinstance(node, ast.Constant) and isinstance(node.value, str)
        ]
        found |= named("\n".join([*texts, *(text for _, text in comments(source))]))
    return found


@cache
def named_in_tests(game: str) -> set[str]:
    """The rulings in docstrings and comments of the tests in a game's folder."""
    found = set[str]()
    for file in (Path(__file__).parent / game).glob("test_*.py"):
        source = file.read_text(encoding="utf-8")
        remarks = comments(source)
        for node in ast.walk(ast.parse(source)):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                own = [text for line, text in remarks if node.lineno <= line <= (node.end_lineno or 0)]
                found |= named("\n".join([ast.get_docstring(node) or "", *own]))
    return found


@pytest.mark.parametrize(("game", "ruling"), EACH)
def test_a_ruling_is_named_where_it_is_code(game: str, ruling: str) -> None:
    assert ruling in named_in_code(game)


@pytest.mark.parametrize(("game", "ruling"), EACH)
def test_a_ruling_is_named_by_a_test_that_proves_it(game: str, ruling: str) -> None:
    assert ruling in named_in_tests(game)


@GAMES
def test_nothing_names_a_ruling_that_there_is_not(game: str) -> None:
    letter = RULINGS[game][0][0]
    ours = {ruling for ruling in named_in_code(game) | named_in_tests(game) if ruling[0] == letter}
    assert ours <= set(RULINGS[game])


@GAMES
@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_printed_rules_tell_each_ruling_once(game: str, lang: str) -> None:
    anchors = [ruling for paragraph in paragraphs(find(game).rulebook(lang)) for ruling in paragraph.ids]
    assert len(anchors) == len(set(anchors))
    assert set(anchors) == {*RULINGS[game], *OTHER_ANCHORS[game]}


# --- what is ours and not the rulebook's ---

MARKS = {
    "reading": {"en": "our reading", "fr": "notre lecture"},
    "addition": {"en": "our addition", "fr": "notre ajout"},
    "reconstruction": {"en": "our reconstruction", "fr": "notre reconstitution"},
}
OURS = {
    "mexica": {
        "reading": "M-DIST M-FIRST M-TURN M-RELOC M-SPEND M-PEN M-RANK M-HOME M-2P",
        "addition": "M-UNDO M-PER2 M-VOTE M-2P M-DEAD M-STALL",
    },
    "yucatan": {
        "reading": """
            Y1 Y2 Y4 Y5 Y10 Y13 Y16 Y18 Y21 Y22 Y26 Y28 Y34 Y35 Y36 Y37 Y41 Y42 Y43 Y45 Y46 Y50 Y51 Y52 Y53 Y55
        """,
        "addition": "Y49",
    },
    "azteco": {
        "reading": "A1 A2 A3 A7 A14 A16 A22 A23 A25 A29 A30 A31 A33 A34 A37 A40 A41 A45",
        "addition": "A2 A5 A8 A17 A46",
        "reconstruction": "A36 A39 A42 A43 A44",
    },
}
"""Held against the rulebooks, ruling by ruling. What is not here is printed there, if in other words."""


def marks(text: str, lang: str) -> set[str]:
    """The marks in a passage: `*our reading*`, `*Our reading:*`, over the end of a line as well."""
    flat = re.sub(r"\s+", " ", text).lower()
    return {mark for mark, words in MARKS.items() if re.search(rf"\*{words[lang]}[ .:]*\*", flat)}


@GAMES
@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_the_rulebook_does_not_say_is_marked_as_ours(game: str, lang: str) -> None:
    """The mark is in the paragraph of the ruling, so that whoever looks up one ruling sees it; and nothing else is
    marked.
    """
    found: dict[str, set[str]] = {}
    for paragraph in paragraphs(find(game).rulebook(lang)):
        for ruling in paragraph.ids:
            for mark in marks(paragraph.text, lang):
                found.setdefault(mark, set()).add(ruling)
    assert found == {mark: set(rulings.split()) for mark, rulings in OURS[game].items()}


@GAMES
@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_head_of_the_rules_explains_every_mark(game: str, lang: str) -> None:
    head = find(game).rulebook(lang).split("\n## ")[0]
    assert marks(head, lang) == set(OURS[game])
