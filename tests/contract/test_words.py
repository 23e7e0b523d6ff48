"""The message format, and that every catalogue says the same things in every language."""

from __future__ import annotations

import json
import re
from importlib.resources import files

import pytest

from texcoco.games import GAMES, find
from texcoco.terminal import WORDS
from texcoco.words import LANGUAGES, Message, Words, parse_message


def say(message: str, lang: str = "en", names: list[str] | None = None, **values: object) -> str:
    catalogue = {"it": message, "seat.-1": "Chance", "seat.0": "Red", "seat.1": "Blue", "guild.jaguar": "the Jaguars"}
    return Words("none", {"en": catalogue, "fr": catalogue}).say(lang, "it", values, names)


@pytest.mark.parametrize(
    ("message", "values", "said"),
    [
        ("Nothing to fill.", {}, "Nothing to fill."),
        ("", {}, ""),
        ("{what} at {where}", {"what": "a bridge", "where": "K5"}, "a bridge at K5"),
        ("{ what }", {"what": 3}, "3"),
        ("{seat, seat} and {other, seat}", {"seat": 0, "other": 1}, "Red and Blue"),
        ("{seat, seat} deals", {"seat": -1}, "Chance deals"),
        ("{guild, word} march", {"guild": "jaguar"}, "the Jaguars march"),
        ("{at, list}", {"at": []}, ""),
        ("{at, list}", {"at": ["K5"]}, "K5"),
        ("{at, list}", {"at": ["K5", "K6"]}, "K5 and K6"),
        ("{at, list}", {"at": [1, 2, 3]}, "1, 2 and 3"),
        ("{gains, scores}", {"gains": [[0, 5], [1, 3]]}, "Red 5, Blue 3"),
        ("{n, plural, one {# point} other {# points}}", {"n": 1}, "1 point"),
        ("{n, plural, one {# point} other {# points}}", {"n": 0}, "0 points"),
        ("{n, plural, one {# point} other {# points}}", {"n": 21}, "21 points"),
        ("{n, plural, =0 {none} one {one} other {#}}", {"n": 0}, "none"),
        ("a{n, plural, =0 {} other { (#)}}", {"n": 0}, "a"),
        ("a{n, plural, =0 {} other { (#)}}", {"n": 2}, "a (2)"),
        ("{n, plural, other {{n} of {m}, #}}", {"n": 2, "m": 3}, "2 of 3, 2"),
        ("{n, plural, other {{at, list} make #}}", {"n": 2, "at": ["a", "b"]}, "a and b make 2"),
        ("{n, plural, other {{how, select, all {all #} other {some #}}}}", {"n": 2, "how": "all"}, "all 2"),
        ("{n, plural, other {{m, plural, one {# of one} other {# of many}}}}", {"n": 2, "m": 1}, "1 of one"),
        ("{how, select, left {to the left} other {elsewhere}}", {"how": "left"}, "to the left"),
        ("{how, select, left {to the left} other {elsewhere}}", {"how": 3}, "elsewhere"),
        ("{selected, select, plural {x} other {y}}", {"selected": "plural"}, "x"),
        ("{plural, plural, other {#}}", {"plural": 4}, "4"),
        ("No number: #", {}, "No number: #"),
        ("l'eau n'est pas «à» lui", {}, "l'eau n'est pas «à» lui"),
    ],
)
def test_a_sentence_is_filled(message: str, values: dict[str, object], said: str) -> None:
    assert say(message, **values) == said


@pytest.mark.parametrize(("n", "said"), [(0, "0 point"), (1, "1 point"), (2, "2 points")])
def test_in_french_nought_is_singular(n: int, said: str) -> None:
    assert say("{n, plural, one {# point} other {# points}}", "fr", n=n) == said


def test_lists_are_joined_in_the_language() -> None:
    assert say("{at, list}", "fr", at=["K5", "K6"]) == "K5 et K6"


def test_players_may_bring_names() -> None:
    assert say("{seat, seat}", names=["Zoé", "Max"], seat=1) == "Max"
    assert say("{seat, seat}", names=["Zoé", "Max"], seat=-1) == "Chance"
    assert say("{gains, scores}", names=["Zoé", "Max"], gains=[[1, 2]]) == "Max 2"


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
