"""Every sentence and every name is there in both languages, and notation reads back."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from texcoco.game import Unreadable
from texcoco.games.azteco import AZTECO, cards
from texcoco.games.azteco.actions import ALL_ACTIONS
from texcoco.games.azteco.cards import CARDS, DATA
from texcoco.words import LANGUAGES, parse_message

from .scene import scene

FOLDER = Path(cards.__file__).parent


def text(lang: str) -> dict[str, str]:
    return json.loads((FOLDER / f"text.{lang}.json").read_text(encoding="utf-8"))


def test_both_languages_have_the_same_sentences_with_the_same_values() -> None:
    en, fr = text("en"), text("fr")
    assert list(en) == list(fr)

    def slots(message: str) -> set[str]:
        found = set[str]()

        def walk(parts: tuple[object, ...]) -> None:
            for part in parts:
                if isinstance(part, tuple):
                    found.add(part[0])
                    for case in part[2].values():
                        walk(case)

        walk(parse_message(message))
        return found

    for key in en:
        assert slots(en[key]) == slots(fr[key]), key


def test_there_is_a_sentence_for_every_event_and_refusal_in_the_code() -> None:
    source = "".join(path.read_text(encoding="utf-8") for path in FOLDER.glob("*.py"))
    for key in re.findall(r'Event\(\s*"(\w+)"', source):
        assert AZTECO.words.has(f"event.{key}"), key
    for key in re.findall(r'"(refuse\.[a-z_.]+)"', source):
        assert AZTECO.words.has(key), key


def test_every_kind_phase_and_option_has_its_words() -> None:
    for kind in {action.kind for action in ALL_ACTIONS}:
        assert AZTECO.words.has(f"kind.{kind}")
        assert AZTECO.words.has(f"refuse.unreadable.{kind}")
    for phase in ("first", "sheet", "card", "claim", "vote", "artefact", "keep", "effect", "over"):
        assert AZTECO.words.has(f"phase.{phase}")
    for option in AZTECO.options.form():
        assert AZTECO.words.has(f"option.{option['name']}")
        assert AZTECO.words.has(f"option.{option['name']}.help")
    for letters in CARDS:
        assert AZTECO.words.has(f"jewels.{letters}")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_artefacts_and_explorers_have_names_and_texts(lang: str) -> None:
    """One file has them, for the terminal and the page alike."""
    for prefix, pieces in (("artefact", "artefacts"), ("character", "characters")):
        for piece in DATA[pieces]:
            assert AZTECO.say(lang, f"{prefix}.{piece['id']}", {}) == piece["name"][lang] != ""
            assert AZTECO.say(lang, f"{prefix}.{piece['id']}.text", {}) == piece["text"][lang] != ""
    names = [piece["name"][lang] for piece in DATA["artefacts"]]
    assert len(set(names)) == 14


def test_every_action_reads_back() -> None:
    for action in ALL_ACTIONS:
        assert AZTECO.parse(str(action)) is action
        assert AZTECO.parse(f"  {str(action).upper()} ") is action


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("claim rbb", "claim BBR"),
        ("CLAIM RBYB", "claim BBYR"),
        ("swap yb rr", "swap BY RR"),
        ("steal 2 r", "steal 2 R"),
    ],
)
def test_letters_of_jewels_stand_in_any_order(written: str, meant: str) -> None:
    """A-NOTE."""
    assert str(AZTECO.parse(written)) == meant


@pytest.mark.parametrize(
    "junk",
    [
        "",
        "claim",
        "claim ?",
        "vote ?",
        "keep 3",
        "keep ?",
        "accuse 6",
        "swap B RR",
        "shift B B 1",
        "shift B R 3",
        "dance",
        "take BBB",
    ],
)
def test_what_is_no_action_is_unreadable_and_says_how_to_write_it(junk: str) -> None:
    """A-NOTE."""
    with pytest.raises(Unreadable) as unreadable:
        AZTECO.parse(junk)
    refusal = unreadable.value.refusal
    assert refusal.rule == "A-NOTE"
    for lang in LANGUAGES:
        assert AZTECO.say(lang, refusal.key, refusal.values)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_curse_without_stones_strikes_nobody(lang: str) -> None:
    """A28: after the Smoking Mirror a curse may be bare: nobody is told of “0 stones”."""
    for key, seat, stones in (("event.cursed", 1, 0), ("event.spared", -1, 0)):
        told = AZTECO.say(lang, key, {"seat": seat, "colour": "B", "stones": stones, "count": 3})
        assert "0" not in told
    struck = AZTECO.say(lang, "event.cursed", {"seat": 1, "colour": "B", "stones": 2, "count": 1})
    assert (
        struck
        == {
            "en": "The blue curse strikes Black, who has the most blue jewels (1): 2 stones.",
            "fr": "La malédiction bleue frappe Noir, qui a le plus de joyaux bleus (1)\u00a0: 2 pierres.",
        }[lang]
    )


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_player_called_Red_is_not_mistaken_for_a_jewel(lang: str) -> None:
    """Jewels are called so, for a seat has a name that is a colour, too."""
    told = AZTECO.say(lang, "event.steal", {"seat": 1, "target": 0, "jewels": "R"})
    assert told == {"en": "Black steals 1 red jewel from Red!", "fr": "Noir vole 1 joyau rouge à Rouge\u202f!"}[lang]


def test_french_is_set_as_in_print() -> None:
    """Curved apostrophes, and spaces that do not break before : ; ! ? and within « », as in the other texts of the
    project.
    """
    texts = [*AZTECO.words.catalogue("fr").values(), AZTECO.rulebook("fr")]
    for message in texts:
        plain = message.replace("select, ? {", "")
        assert "'" not in plain
        assert re.search(r" [:;!?»]|« ", plain) is None, plain


def test_the_head_of_a_picture_speaks_to_nobody_in_particular() -> None:
    """Others look at it as well while somebody chooses; the letters of the colours are explained there."""
    table = scene("card  claim  vote\nRRR  BB  believe 1\nBB  YY  believe 2\nYY  YY  believe 1").vote()
    table.run("*: artefact chest; artefact silver-idol; artefact jade-collar")
    for seat in (None, 0, 1):
        first, second, *_ = table.position.text(seat).splitlines()
        assert first == "AZTECO · Round 1 of 5 · choosing an artefact"
        assert second.startswith("Curses: B blue")
