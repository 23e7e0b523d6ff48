"""What was asked wrongly, said in the reader's language.

argparse speaks English only, and so do the errors of games, records and files. What a terminal is likely to show of
them has a sentence in the catalogues (`cli.wrong.…`): an error that reads like the English one is said in the other
language, with the same values. All others stay as they are.

It is done by the sentence, not where an error is raised, for two reasons. argparse takes translations from gettext, but
only those of the process's own locale, compiled into a file, and not by `--lang`. And games, options and records are
read by programs too: they raise plain errors, and have no catalogue of words below them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache

from texcoco.terminal import WORDS
from texcoco.words import parse_message

_PREFIX = "cli.wrong."


def complaint(message: str, lang: str) -> str:
    """An English error in a language."""
    if lang == "en":
        return message
    for key, pattern in _patterns().items():
        found = pattern.fullmatch(message)
        if found is not None:
            return WORDS.say(lang, key, _values(found.groupdict(), lang))
    return message


def _values(found: Mapping[str, str], lang: str) -> dict[str, str]:
    """What the sentence quotes; `what` is an error of its own, and names in a list need no quotes."""
    return {
        name: complaint(value, lang) if name == "what" else value.replace("'", "") if name == "names" else value
        for name, value in found.items()
    }


@cache
def _patterns() -> dict[str, re.Pattern[str]]:
    """The English sentences, those without slots and with long texts first: `{where}: {what}` is the last."""
    known = {key: text for key, text in WORDS.catalogue("en").items() if key.startswith(_PREFIX)}
    patterns = {key: (_fixed(text), _pattern(text)) for key, text in known.items()}
    return {key: pattern for key, (_, pattern) in sorted(patterns.items(), key=lambda item: -item[1][0])}


def _fixed(text: str) -> int:
    return sum(len(part) for part in parse_message(text) if isinstance(part, str))


def _pattern(text: str) -> re.Pattern[str]:
    parts = (re.escape(part) if isinstance(part, str) else f"(?P<{part[0]}>.+?)" for part in parse_message(text))
    return re.compile("".join(parts), re.DOTALL)
