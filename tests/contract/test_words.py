"""The message format, and that every catalogue says the same things in every language."""

from __future__ import annotations

import json
import re
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from texcoco.games import GAMES, find
from texcoco.terminal import WORDS
from texcoco.words import LANGUAGES, Message, Words, parse_message


def say(message: str, lang: str = "en", names: list[str] | None = None, **values: object) -> str:
    catalogue = {"it": message, "seat.-1": "Chance", "seat.0": "Red", "seat.1": "Blue", "guild.jaguar": "the Jaguars"}
    return Words("none", {"en": catalogue, "fr": catalogue}).say(lang, "it", values, names)


SAID = json.loads((Path(__file__).parents[1] / "golden" / "messages.json").read_text(encoding="utf-8"))
"""Sentences and what they say; the page's own reader of them is held to the same list."""


@pytest.mark.parametrize("case", SAID, ids=[str(n) for n in range(len(SAID))])
def test_a_sentence_is_filled(case: dict[str, Any]) -> None:
    assert say(case["message"], case.get("lang", "en"), case.get("names"), **case["values"]) == case["said"]


def test_a_language_that_we_do_not_speak_is_said_in_english() -> None:
    assert say("{at, list}", "de", at=[1, 2]) == "1 and 2"
    assert WORDS.catalogue("de") == WORDS.catalogue("en")


def test_what_is_missing_is_an_error() -> None:
    with pytest.raises(KeyError):
        say("{what}")
    with pytest.raises(KeyError):
        say("{seat, seat}", seat=9)
    with pytest.raises(KeyError):
        Words("none", {"en": {}}).say("en", "it")


@pytest.mark.parametrize(
    "message",
    [
        "{", "}", "{n", "n}", "a {b} c }", "{n, number}", "{n, plural}", "{n, plural, one {x}}", "{n, plural other {x}}",
        "{n, plural{x} other {x}}",
        "{n, plural, other {x}", "{n, plural, other {x", "{n, plural, other}", "{n, select, left {x}}", "{n {x}}",
    ],
)  # fmt: skip
def test_a_malformed_sentence_is_an_error(message: str) -> None:
    with pytest.raises(ValueError):
        parse_message(message)


# --- the catalogues ---

CATALOGUES = {**{name: find(name).words for name in GAMES}, "terminal": WORDS}


def slots(message: Message) -> set[tuple[str, str]]:
    """Every slot of a sentence, with its kind, in whatever order the language wants them."""
    found: set[tuple[str, str]] = set()
    for part in message:
        if not isinstance(part, str):
            name, kind, cases = part
            found.add((name, kind))
            for case in cases.values():
                found |= slots(case)
    return found


def names(message: Message) -> set[str]:
    return {name for name, _ in slots(message)}


@pytest.mark.parametrize("words", CATALOGUES.values(), ids=CATALOGUES)
def test_both_languages_have_the_same_sentences(words: Words) -> None:
    english, french = (words.catalogue(lang) for lang in LANGUAGES)
    assert sorted(english) == sorted(french)


@pytest.mark.parametrize("words", CATALOGUES.values(), ids=CATALOGUES)
def test_both_languages_fill_a_sentence_with_the_same_values(words: Words) -> None:
    english, french = (words.catalogue(lang) for lang in LANGUAGES)
    for key in english:
        # French may need a plural of a number that English tells as it is, and the other way round.
        assert names(parse_message(english[key])) == names(parse_message(french[key])), key


@pytest.mark.parametrize("words", CATALOGUES.values(), ids=CATALOGUES)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_sentence_is_written_twice_or_left_in_the_other_language(words: Words, lang: str) -> None:
    def once(pairs: list[tuple[str, str]]) -> dict[str, str]:
        assert len(dict(pairs)) == len(pairs), "a key stands twice"
        return dict(pairs)

    json.loads(files(words.package).joinpath(f"text.{lang}.json").read_text(encoding="utf-8"), object_pairs_hook=once)
    english, french = (words.catalogue(lang) for lang in LANGUAGES)
    same = [
        key
        for key in english
        if english[key] == french[key] and len(re.findall(r"\b[a-z]{2,}\b", re.sub(r"[{].*?[}]", "", english[key]))) > 3
    ]
    assert same == []


@pytest.mark.parametrize("game", sorted(GAMES))
def test_a_game_names_its_seats_kinds_and_options(game: str) -> None:
    played, words = find(game), find(game).words
    for seat in (-1, *range(played.seats.stop - 1)):
        assert words.has(f"seat.{seat}")
    for entry in played.options.form():
        assert words.has(f"option.{entry['name']}")
        assert words.has(f"option.{entry['name']}.help")
