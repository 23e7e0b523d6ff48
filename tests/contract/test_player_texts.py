"""How texts for players are written, in the games, the terminal and on the page (docs/words.md)."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from texcoco.analysis.wording import WORDS as ANALYSIS
from texcoco.arena.report import WORDS as ARENA
from texcoco.bots import WORDS as BOTS
from texcoco.games import GAMES, find
from texcoco.games.reasons import WORDS as REASONS
from texcoco.terminal import WORDS as TERMINAL
from texcoco.words import LANGUAGES, Message, parse_message

PAGE = Path(__file__).parents[2] / "client" / "src" / "i18n"
CODE = re.compile(r"`[^`]*`|<a [^>]*></a>|^\|[ -|]*$", re.MULTILINE)
"""What is no sentence in a rulebook: code, anchors, the rules of tables."""


def literals(message: Message) -> Iterator[str]:
    """What stands between the slots of a sentence, and within their cases."""
    for part in message:
        if isinstance(part, str):
            yield part
        else:
            for case in part[2].values():
                yield from literals(case)


def sentences(lang: str) -> Iterator[tuple[str, str]]:
    """The sentences of all catalogues, with their slots, and where they are written."""
    others = {"analysis": ANALYSIS, "arena": ARENA, "bots": BOTS, "reasons": REASONS, "terminal": TERMINAL}
    words = {name: find(name).words for name in GAMES} | others
    catalogues = {name: catalogue.catalogue(lang) for name, catalogue in words.items()}
    for file in PAGE.glob(f"*.{lang}.json"):
        catalogues[f"page {file.name.split('.')[0]}"] = json.loads(file.read_text(encoding="utf-8"))
    for name, catalogue in catalogues.items():
        for key, sentence in catalogue.items():
            yield f"{name}: {key}", sentence


def texts(lang: str) -> Iterator[tuple[str, str]]:
    """Everything that a player may read in a language, piece by piece, and where it is written."""
    for place, sentence in sentences(lang):
        for piece in literals(parse_message(re.sub(r"`[^`]*`", "code", sentence))):
            yield place, piece
    for name in GAMES:
        for paragraph in CODE.sub("code", find(name).rulebook(lang)).split("\n\n"):
            yield f"rules of {name}", paragraph.replace("\n", " ")


def faults(lang: str, pattern: str, where: str = "") -> list[tuple[str, str]]:
    return [(place, piece) for place, piece in texts(lang) if where in place and re.search(pattern, piece)]


CITES = "the id of a ruling is no word"
EVERYWHERE = {
    "a hyphen before a number is no minus sign": r"(?:^|[\s(])-\d",
    "not everybody has a mouse": r"(?i)\bclick|\bcliqu",
    CITES: r"\((?:[AY]\d{1,2}|M-[A-Z0-9]+)\)",
    "an abbreviation is no word": r"\b(?:AP|PA)\b",
    "a word of the notation is no word": r"\((?:shift|take|spend)\)",
    "a chance is told in percent": r"times in a hundred|fois sur cent",
}

FRENCH = {
    "the apostrophe is curved": r"'",
    "a space that may break stands before high punctuation": r" [;:!?»%]|« ",
    "a space is missing before high punctuation": r"[^\s\u00a0\u202f.][;!?](?:\s|$)|[^\W\d_]:(?:\s|$)",
    "the space before : % and inside quotation marks is wide, before ; ! ? it is narrow": r"\u202f[:%»]|«\u202f|\u00a0[;!?]",
    "a space is missing inside quotation marks": r"«[^\u00a0\u202f]|[^\u00a0\u202f]»",
    "the end of an ordinal is raised: 1ᵉʳ, 2ᵉ": r"\b\d+(?:er|e|ème)\b",
    "an elision is missing": r"\b[Dd]e (?:Azteco|azteco)\b",
    "it is a player who wins": r"(?<!qui a )(?<!quelqu’un )[Ll]e plus de points l’emporte|[Ll]e plus prestigieux",
    "a seat is a place": r"(?i)\bsièges?\b",
    "a bot is a robot": r"\bbots?\b",
    "one word for building": r"(?i)\bédifi|\bbâti",
    "a game is finie": r"(?i)partie est terminée",
}

OF_A_GAME = [
    ("en", "mexica", r"(?i)\byellow"),  # no number of a token is drawn so: they are large, blue and white
    ("fr", "mexica", r"(?i)\bjaune|\bniveau|case départ|cases? terrain|jetons? action\b|tuiles? canal"),
    ("en", "yucatan", r"(?i)\bsmall rivers?\b|\briver space"),
    ("fr", "yucatan", r"(?i)affluent|petits? fleuves?|(?<!grand )\bfleuves?\b|\bcase de fleuve\b"),
    ("en", "azteco", r"(?i)\breserve\b"),
    ("fr", "azteco", r"\bPris\b|pierres de son masque|dans sa réserve|réserve d’un adversaire"),
]
"""Words that have another one in docs/words.md."""


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("fault", EVERYWHERE)
def test_no_text_has_this_fault(fault: str, lang: str) -> None:
    found = faults(lang, EVERYWHERE[fault])
    if fault == CITES:  # but for those who write positions by hand
        found = [(place, text) for place, text in found if not place.startswith("reasons: ")]
    assert found == [], fault


@pytest.mark.parametrize("fault", FRENCH)
def test_no_french_text_has_this_fault(fault: str) -> None:
    assert faults("fr", FRENCH[fault]) == [], fault


def test_nothing_that_elides_stands_before_a_name() -> None:
    """« de Anna » is wrong: `{seat, of}` writes « d’Anna ». Values that are no seats stand after other words."""
    eliding = re.compile(r"\b(?:de|que|jusque) \{(?:\w+, seat\}|names?\b|game\b|players?\b)", re.IGNORECASE)
    assert [place for place, sentence in sentences("fr") if eliding.search(sentence)] == []


@pytest.mark.parametrize(("lang", "game", "pattern"), OF_A_GAME, ids=[f"{game}-{lang}" for lang, game, _ in OF_A_GAME])
def test_a_game_keeps_to_its_words(lang: str, game: str, pattern: str) -> None:
    assert faults(lang, pattern, game) == []


@pytest.mark.parametrize("game", sorted(GAMES))
@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_rules_say_how_many_play_and_explain_every_option(game: str, lang: str) -> None:
    book = find(game).rulebook(lang)
    numbers = {"en": "two three four five six", "fr": "deux trois quatre cinq six"}[lang].split()
    seats = find(game).seats
    fewest, most = numbers[seats.start - 2], numbers[seats.stop - 3]
    assert re.search(rf"(?i)\b{fewest} (to|à) {most}\b", book)
    opening, closing = {"en": "“”", "fr": ("«\u00a0", "\u00a0»")}[lang]
    for entry in find(game).options.form():
        label = find(game).say(lang, f"option.{entry['name']}", {})
        assert f"{opening}{label}{closing}" in book
        assert f"`{entry['name']}`" not in book, "the page calls it by its label"


@pytest.mark.parametrize("game", sorted(GAMES))
@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_others_did_is_told_without_their_name_twice(game: str, lang: str) -> None:
    """The page writes the name before it; where a move has no short form, it is told in a whole sentence."""
    catalogue = find(game).words.catalogue(lang)
    named = [key for key, text in catalogue.items() if key.startswith("event.") and "{seat, seat}" in text]
    assert [key for key in named if key.replace("event", "short") not in catalogue] == []
