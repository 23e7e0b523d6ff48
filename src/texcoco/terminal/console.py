"""Reads from the keyboard and prints to the screen, or to files and pipes in their place."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable, Iterable, Sequence

from texcoco.paint import paint_for
from texcoco.terminal.menu import complete

try:
    import readline
except ImportError:  # without it lines can be typed, but not completed
    readline = None


class Console:
    """Reads lines, with completion where the terminal has it, and prints."""

    def __init__(self) -> None:
        self.paint = paint_for(sys.stdout)
        self.interactive = sys.stdin.isatty()
        """Whether a person types, rather than a file."""
        self._screen = sys.stdout.isatty()
        if readline is not None and self.interactive and self._screen:
            _bind(readline.__doc__ or "")

    @property
    def width(self) -> int:
        return min(shutil.get_terminal_size((100, 30)).columns, 120)

    def print(self, lines: str | Iterable[str] = "") -> None:
        for line in [lines] if isinstance(lines, str) else lines:
            print(line)
        sys.stdout.flush()

    def ask(self, prompt: str, notations: Sequence[str] = ()) -> str:
        """A line that somebody types. Raises EOFError at the end of input."""
        if readline is not None and self.interactive and self._screen:
            readline.set_completer(_completer(notations))
        line = input(prompt)
        if not self.interactive:
            print(line)  # so that the transcript of a piped game reads like a game
        return line.strip()

    def clear(self) -> None:
        """Clears the screen and the history of typed lines before another person takes the keyboard."""
        if readline is not None:
            readline.clear_history()
        self.print("\x1b[H\x1b[2J\x1b[3J" if self._screen else "\n" * 3)


def _bind(doc: str) -> None:
    assert readline is not None
    readline.set_completer_delims(" ;")
    readline.parse_and_bind("bind ^I rl_complete" if "libedit" in doc else "tab: complete")


def _completer(notations: Sequence[str]) -> Callable[[str, int], str | None]:
    found: list[str] = []

    def completer(text: str, state: int) -> str | None:
        assert readline is not None
        if state == 0:
            found[:] = complete(readline.get_line_buffer()[: readline.get_endidx()], notations)
        return found[state] if state < len(found) else None

    return completer
