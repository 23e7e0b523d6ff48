"""Words and rules: in both languages, complete, with every ruling."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from texcoco.games.yucatan import YUCATAN, actions, refusals
from texcoco.games.yucatan.position import PHASES, YucatanOptions
from texcoco.paint import ANSI
from texcoco.words import LANGUAGES, parse_message

from .scene import scene


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_rules_say_that_the_boards_are_reconstructed(lang: str):
    assert {"en": "reconstructed", "fr": "reconstitu"}[lang] in YUCATAN.rulebook(lang)


def test_both_languages_have_the_same_sentences_with_the_same_slots():
    english, french = YUCATAN.words.catalogue("en"), YUCATAN.words.catalogue("fr")
    assert list(english) == list(french)

    def slots(message) -> set[str]:  # type: ignore[no-untyped-def]
        return {
            name
            for part in message
            if not isinstance(part, str)
            for name in {part[0]} | set().union(*map(slots, part[2].values()))
        }

    for key, text in english.items():
        assert slots(parse_message(text)) == slots(parse_message(french[key])), key


def test_everything_that_needs_words_has_them():
    words = YUCATAN.words
    for kind in actions.KINDS:
        assert words.has(f"kind.{kind}")
        assert words.has(f"refuse.form-{kind}")
    for phase in PHASES:
        assert words.has(f"phase.{phase}")
    for option in YucatanOptions.form():
        assert words.has(f"option.{option['name']}")
        assert words.has(f"option.{option['name']}.help")


def test_no_refusal_is_idle():
    source = Path(refusals.__file__).read_text(encoding="utf-8") + Path(actions.__file__).read_text(encoding="utf-8")
    quoted = set(re.findall(r'"(?:refuse\.)?([a-z-]+)"', source))
    made = (
        {f"now-{phase}" for phase in PHASES}
        | {f"form-{kind}" for kind in actions.KINDS}
        | {"large-by-river", "small-by-river"}
    )
    written = {key.removeprefix("refuse.") for key in YUCATAN.words.catalogue("en") if key.startswith("refuse.")}
    assert written <= quoted | made


def test_the_picture_shows_labels_villages_warriors_and_rivers():
    p = scene(
        villages="K3 0 large, G2 -, E9 1",
        warriors="L5 0 jaguar 2, K7 1 serpent, H3 1 hummingbird 0 shown",
        prisoners=[4, 0],
        levels=[2, 0],
    )
    mine, theirs, spectator = p.text(0), p.text(1), p.text()
    for text in (mine, theirs, spectator):
        assert "O0" in text
        assert "o-" in text
        assert "##..." in text
        assert "K3 ≈a" in text
        assert "1H" in text  # shown to all
    assert "0j2" in mine
    assert "1?" in mine
    assert "0?2" in theirs
    assert "1s" in theirs
    assert "0j" not in spectator
    assert "1s" not in spectator


def test_the_picture_says_what_counting_tells_and_at_the_end_nothing_is_left_to_tell():
    limits = [
        {"seat": 1, "at": ["K7"], "guild": "jaguar", "most": 0},
        {"seat": 1, "at": ["K7", "K8", "H3"], "guild": "serpent", "most": 1},
        {"seat": 1, "at": ["K8", "H3"], "guild": "serpent", "most": 0},
    ]
    pieces = {"villages": "E9 1, G2 1", "warriors": "K7 1 serpent, H3 1 jaguar, K8 1 hummingbird", "limits": limits}
    lines = scene(**pieces).text(0).splitlines()
    assert "Black's warrior at K7 can only be: hummingbird/serpent." in lines
    assert "Of Black's warriors at H3 and K8 none is of the guild serpent." in lines
    assert "Of Black's warriors at H3, K7 and K8 at most 1 is of the guild serpent." in lines
    assert not any("at K7 none" in line for line in lines)  # said already
    over = scene(**pieces, phase="over", levels=[5, 0], round=30).text(0).splitlines()
    assert "Round 30 of 150: the game is over." in over
    assert not any("guild" in line or "turn" in line for line in over)


def test_the_picture_does_not_repeat_what_is_asked_of_the_player():
    for phase in PHASES:
        asked = YUCATAN.say("en", f"phase.{phase}", {})
        assert asked not in scene(warriors="L5 0").text(0)


def test_French_is_set_as_French_is():
    """Typographic apostrophes, and spaces that do not break before high punctuation."""
    french = [*YUCATAN.words.catalogue("fr").values(), re.sub(r"`[^`]*`|<[^>]*>", "", YUCATAN.rulebook("fr"))]
    for text in french:
        assert "'" not in text, text
        assert not re.search(r" [:;!?»]|« ", text), text


def test_the_picture_in_colour_is_the_same_picture():
    p = scene(villages="K3 0 large, G2 -", warriors="L5 0 jaguar 2")
    for lang in LANGUAGES:
        bare = re.sub(r"\x1b\[[0-9;]*m", "", p.text(0, ANSI, lang))
        assert [line.rstrip() for line in bare.splitlines()] == p.text(0, lang=lang).splitlines()
    assert "\x1b[" in p.text(0, ANSI)


def test_the_picture_fits_a_terminal_of_100_columns_but_for_its_sentences():
    for seats in (2, 3, 4):
        board = YUCATAN.start(seats).text().split("\n\n")[0]
        assert max(map(len, board.splitlines())) <= 100
