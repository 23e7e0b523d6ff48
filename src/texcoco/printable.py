"""Cleans text of strangers (names, chat, files) of control characters, which a terminal or a page would act upon."""

from __future__ import annotations

import re

_BREAKS = re.compile("[\t-\r\x1c-\x1f\x85\u2028\u2029]+")
"""Ends of lines and tabs."""
_HIDDEN = re.compile(
    "["
    "\x00-\x1f\x7f-\x9f"  # controls: NUL, the escape that terminals obey, and those of Latin 1
    "\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"  # directions: they show text in another order
    "\xad\u180e\u200b\u2060-\u2065\u206a-\u206f\ufeff\ufff0-\ufffb"  # invisible: hyphens, spaces, marks
    "\u034f\u115f\u1160\u17b4\u17b5\u3164\uffa0"  # letters that are blank
    "\U00013430-\U0001345f\U0001bca0-\U0001bcaf\U0001d173-\U0001d17a"  # controls of hieroglyphs, shorthand and music
    "\U000e0000-\U000e00ff\U000e01f0-\U000e0fff"  # tags
    "\ud800-\udfff"  # halves of surrogate pairs, which UTF-8 cannot write
    "]+"
)
_JOINERS = re.compile("(?<![^\x00-\x7f\u200c\u200d])[\u200c\u200d]+|[\u200c\u200d]+(?![^\x00-\x7f\u200c\u200d])")
"""Joiners that do not stand between two letters of a script, or two pictures, that need them."""
_SELECTORS = re.compile("(?<![0-9#*\x80-\U0010ffff])[\ufe00-\ufe0f\U000e0100-\U000e01ef]+")
"""Choices between shapes of a letter that has only one."""


def printable(text: str) -> str:
    """The text as one line, without controls, directions and invisible characters that could make it look like another.

    Letters of all scripts, combining marks and pictures stay, and with them the joiners and selectors that they are
    made of.
    """
    if text.isascii() and text.isprintable():
        return text
    for pattern, instead in ((_BREAKS, " "), (_HIDDEN, ""), (_JOINERS, ""), (_SELECTORS, "")):
        text = pattern.sub(instead, text)
    return text


def printable_lines(text: str) -> str:
    """The same of a text of several lines."""
    return "\n".join(map(printable, text.splitlines()))
