"""Colour for terminals, or none."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import TextIO

Paint = Callable[..., str]
"""`paint(text, ink, ground, bold=False)`: the text in colours of the 256-colour palette, None for the terminal's
own."""


def PLAIN(text: str, ink: int | None = None, ground: int | None = None, bold: bool = False) -> str:
    """The text as it is."""
    return text


def ANSI(text: str, ink: int | None = None, ground: int | None = None, bold: bool = False) -> str:
    """The text in colours, by ANSI escape codes."""
    codes = [
        code
        for code, wanted in (("1", bold), (f"38;5;{ink}", ink is not None), (f"48;5;{ground}", ground is not None))
        if wanted
    ]
    return f"\x1b[{';'.join(codes)}m{text}\x1b[0m" if codes else text


def paint_for(stream: TextIO) -> Paint:
    """ANSI for a terminal that shows colours; plain for pipes, `NO_COLOR` and dumb terminals."""
    shows = stream.isatty() and "NO_COLOR" not in os.environ and os.environ.get("TERM") != "dumb"
    return ANSI if shows else PLAIN
