"""Playing in a terminal: the board, what happened, what may be done, and a line to type it in."""

from __future__ import annotations

from texcoco.words import Words

WORDS = Words("texcoco.terminal")
"""What the terminal itself says; games bring their own words."""
