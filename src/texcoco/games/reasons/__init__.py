"""Why a JSON is no position of one of our games, in every language: the sentences that the loaders of all three share.

They are apart from the games' own texts, because the page needs those for every table and these for none.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from texcoco.game import BadOption, Impossible, Options
from texcoco.words import LANGUAGES, Words

WORDS = Words(__name__)


def impossible(key: str, **values: Any) -> Impossible:
    """The error that says this sentence of `text.en.json` and `text.fr.json`."""
    return Impossible({lang: WORDS.say(lang, key, values) for lang in LANGUAGES})


def bad_option(bad: BadOption, options: type[Options]) -> Impossible:
    """The error for options, or a number of seats, that a game does not offer."""
    return impossible("options", why=str(bad), names=[field.name for field in fields(options)])


def check_head(data: Mapping[str, Any], game: str, title: str, known: int) -> None:
    """Rejects a position of another game, or in a format that is not ours."""
    if data.get("game", game) != game:
        raise impossible("game", other=repr(data["game"]), title=title)
    if data.get("format", known) != known:
        raise impossible("format", format=repr(data["format"]), known=known)
