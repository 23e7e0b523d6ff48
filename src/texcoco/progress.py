"""A line that tells how far long work is."""

from __future__ import annotations

import sys
from collections.abc import Callable
from time import monotonic
from typing import TextIO

BAR = 24
"""How many characters the bar has."""
EVERY = 0.5
"""A terminal shows it anew after so many seconds."""


class ProgressLine:
    """A bar and some words about how far work is: drawn anew in a terminal, written at each tenth elsewhere."""

    def __init__(self, total: int, before: int = 0, stream: TextIO | None = None, terminal_only: bool = False):
        """`before`: how much was done in earlier runs. `terminal_only`: write nothing where it is no terminal."""
        self.total, self.before, self.stream = total, before, stream or sys.stderr
        self.drawn = self.stream.isatty()
        self._silent = terminal_only and not self.drawn
        self._began = monotonic()
        self._last = self._began
        self._width = self._tenths = 0

    def show(self, done: int, told: Callable[[int], str]) -> None:
        """So much is done. `told` gives the words beside the bar, from how many seconds are left."""
        now = monotonic()
        if self.drawn and (now - self._last > EVERY or done == self.total):
            self._last = now
            line = self._line(done, told, now)
            self.stream.write("\r" + line.ljust(self._width))
            self._width = len(line)
            self.stream.flush()
        elif not self.drawn and not self._silent and 10 * done // self.total > self._tenths:
            self._tenths = 10 * done // self.total
            self.stream.write(self._line(done, told, now) + "\n")
            self.stream.flush()

    def close(self) -> None:
        """Leaves the line as it is; what follows begins on the next one."""
        if self.drawn:
            self.stream.write("\n")

    def clear(self) -> None:
        """Takes the line away until it is shown again."""
        if self.drawn:
            self._last = -EVERY
            self.stream.write("\r\x1b[K")
            self.stream.flush()

    def _line(self, done: int, told: Callable[[int], str], now: float) -> str:
        new = done - self.before
        left = round((self.total - done) * (now - self._began) / new) if new else 0
        bar = ("#" * (BAR * done // self.total)).ljust(BAR, ".")
        return f"[{bar}] {done}/{self.total}  {told(left)}"
