"""Legal actions as a person reads and types them, and the rulebook."""

from __future__ import annotations

import pytest

from texcoco.game import Action
from texcoco.games import find
from texcoco.terminal.menu import complete, expand, listing, menu
from texcoco.terminal.messages import Messages
from texcoco.terminal.rulebook import Paragraph, look_up, paragraphs, plain

NOTATIONS = [
    "walk K5",
    "walk K6",
    "walk L10",
    "canal K5",
    "canal K5 K6",
    "canal K5 L5",
    "temple K6 1",
    "temple K6 3",
    "end",
    "undo",
]
ACTIONS = [Action(text, text.split()[0]) for text in NOTATIONS[:-1]]


@pytest.mark.parametrize(
    ("line", "completed"),
    [
        ("", ["canal ", "end", "temple ", "undo", "walk "]),
        ("w", ["walk "]),
        ("W", ["walk "]),
        ("walk", ["walk "]),
        ("walk ", ["K5", "K6", "L10"]),
        ("walk k", ["K5", "K6"]),
        ("w k", ["K5", "K6"]),
        ("  walk  K", ["K5", "K6"]),
        ("canal K", ["K5 "]),
        ("canal K5 ", ["K6", "L5"]),
        ("temple K6 ", ["1", "3"]),
        ("end; wa", ["walk "]),
        ("end;walk L", ["L10"]),
        ("end ", []),
        ("fly ", []),
        ("x", []),
    ],
)
def test_words_are_completed_one_by_one(line: str, completed: list[str]) -> None:
    assert complete(line, NOTATIONS) == completed


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("w K6", ["walk K6"]),
        ("W k6", ["walk K6"]),
        ("c K5", ["canal K5"]),
        ("e", ["end"]),
        ("w K", []),
        ("K6", []),
        ("", []),
        ("t K6", []),
        ("t K6 3", ["temple K6 3"]),
    ],
)
def test_the_start_of_the_first_word_is_enough(text: str, meant: list[str]) -> None:
    assert expand(text, NOTATIONS) == meant


def test_the_menu_has_a_line_a_kind_and_fits_the_screen() -> None:
    many = [Action(f"walk K{n}", "walk") for n in range(1, 200)]
    lines = menu(Messages(find("mexica"), "en"), [*many, *ACTIONS], 60)
    assert lines[0].startswith("  walk  ")
    assert " 202  K1 K2 K3" in lines[0]
    assert lines[0].endswith("…")
    assert max(map(len, lines)) <= 60
    assert lines[-1].split() == ["end", "end", "the", "turn"]


def test_the_listing_has_every_action_once() -> None:
    lines = listing(ACTIONS, 60)
    assert lines == ["walk  K5   K6   L10", "canal  K5   K5 K6|L5", "temple  K6 1|3", "end"]
    many = [Action(f"walk K{n}", "walk") for n in range(1, 100)]
    assert " ".join(listing(many, 40)).split()[1:] == [f"K{n}" for n in range(1, 100)]


BOOK = """# Game

<a id="X1"></a>
First rule,
on two lines.

## More

<a id="X2"></a> <a id="X3"></a>

- Second rule.
- <a id="X4"></a>Third rule.

Plain words.
"""


def test_a_rulebook_is_cut_into_paragraphs_with_their_rulings() -> None:
    assert paragraphs(BOOK) == [
        Paragraph(("X1",), "Game", "First rule,\non two lines."),
        Paragraph(("X2", "X3"), "More", "- Second rule."),
        Paragraph(("X4",), "More", "- Third rule."),
        Paragraph((), "More", "Plain words."),
    ]


def test_a_ruling_is_found_by_its_id_and_else_by_a_word() -> None:
    assert [p.ids for p in look_up(BOOK, "x3")] == [("X2", "X3")]
    assert [p.text for p in look_up(BOOK, "PLAIN")] == ["Plain words."]
    assert len(look_up(BOOK, "rule")) == 3
    assert len(look_up(BOOK, "more")) == 3
    assert look_up(BOOK, "dragon") == []


def test_anchors_are_not_shown() -> None:
    assert plain(BOOK).startswith("# Game\n\nFirst rule,\non two lines.\n\n## More\n\n- Second rule.\n- Third rule.")
