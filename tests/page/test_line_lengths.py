"""Lines of the page's code have at most 120 columns, comments too, which Prettier leaves as they are."""

from __future__ import annotations

from pathlib import Path

import pytest

CLIENT = Path(__file__).parents[2] / "client"
COLUMNS = 120
FILES = [
    path
    for kind in ("ts", "svelte", "css", "js")
    for path in (*CLIENT.glob(f"src/**/*.{kind}"), *CLIENT.glob(f"*.{kind}"), *CLIENT.glob(f"public/*.{kind}"))
    if path.name != "generated.ts"
]
CANNOT_BE_CUT = ("svelte-ignore", ' d="M', "'M", "<svg ")
"""What stands in a line that is one word: a comment for the compiler, and the path of a drawing."""


def test_there_is_something_to_look_at() -> None:
    assert len(FILES) > 100


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(CLIENT)))
def test_lines_are_no_longer_than_a_window(path: Path) -> None:
    lines = path.read_text(encoding="utf-8").splitlines()
    long = [(number, line) for number, line in enumerate(lines, 1) if len(line) > COLUMNS]
    assert not [(number, line) for number, line in long if not any(mark in line for mark in CANNOT_BE_CUT)]
