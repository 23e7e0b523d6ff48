"""The arguments of the command, explained in the reader's language."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterable, Sequence
from typing import Any, NoReturn

from texcoco.terminal import WORDS
from texcoco.terminal.complaints import complaint
from texcoco.words import LANGUAGES


def language(argv: Sequence[str] | None) -> str:
    """What `--lang` says, wherever it stands, since help is printed while arguments are still read; else the
    terminal's language.
    """
    early = argparse.ArgumentParser(add_help=False, allow_abbrev=False)
    early.add_argument("--lang", nargs="?")
    wanted = early.parse_known_args(argv)[0].lang
    return wanted if wanted in LANGUAGES else _terminal_language()


def _terminal_language() -> str:
    """French where the terminal is French, English elsewhere."""
    wanted = next((value for name in ("LC_ALL", "LC_MESSAGES", "LANG") if (value := os.environ.get(name))), "")
    return "fr" if wanted.lower().startswith("fr") else "en"


def parser_class(lang: str) -> type[argparse.ArgumentParser]:
    """A parser whose help and errors are all in one language. argparse itself knows only English."""

    def say(key: str) -> str:
        return WORDS.say(lang, f"cli.{key}")

    headings = {"positional arguments": say("heading-arguments"), "options": say("heading-options")}

    class Help(argparse.HelpFormatter):
        def add_usage(
            self,
            usage: str | None,
            actions: Iterable[argparse.Action],
            groups: Iterable[Any],
            prefix: str | None = None,
        ) -> None:
            super().add_usage(usage, actions, groups, say("heading-usage") if prefix is None else prefix)

        def start_section(self, heading: str | None) -> None:
            super().start_section(headings.get(heading or "", heading))

    class Parser(argparse.ArgumentParser):
        def __init__(self, **given: Any):
            super().__init__(add_help=False, formatter_class=Help, **given)
            self.add_argument("-h", "--help", action="help", help=say("help"))

        def error(self, message: str) -> NoReturn:
            self.print_usage(sys.stderr)
            sentence = WORDS.say(lang, "cli.wrong.where", {"where": say("error"), "what": complaint(message, lang)})
            self.exit(2, f"{WORDS.say(lang, 'cli.wrong.where', {'where': self.prog, 'what': sentence})}\n")

    return Parser
