"""Why a JSON is no position of a game, in both languages."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import texcoco.games
from texcoco.game import Impossible
from texcoco.games import find
from texcoco.games.reasons import WORDS
from texcoco.words import Message, parse_message

CODE = Path(texcoco.games.__file__).parent


def slots(message: Message) -> set[str]:
    found: set[str] = set()
    for part in message:
        if not isinstance(part, str):
            name, _, cases = part
            found |= {name}.union(*map(slots, cases.values()))
    return found


def test_both_languages_say_the_same_sentences_with_the_same_values() -> None:
    english, french = WORDS.catalogue("en"), WORDS.catalogue("fr")
    assert english.keys() == french.keys()
    for key, text in english.items():
        if key == "options":  # the reason is only known in English
            continue
        assert slots(parse_message(text)) == slots(parse_message(french[key])), key


def test_every_sentence_is_said_somewhere() -> None:
    code = "".join(path.read_text(encoding="utf-8") for path in CODE.glob("*/*.py"))
    for key in WORDS.catalogue("en"):
        if key.startswith(("what.", "piece.", "ground.")):
            continue
        family = key.rpartition(".")[0]
        assert f'"{key}"' in code or f'"{family}.{{' in code, key


WRONG: list[tuple[str, dict[str, Any], str, str]] = [
    ("mexica", {"canals": [["A1"]]}, "there is a canal at A1, which is lake", "il y a un canal en A1, qui est le lac"),
    ("mexica", {"turn": 7}, "turn is a whole number from 0 to 1, not 7", "turn est un nombre entier de 0 à 1, non 7"),
    ("mexica", {"game": "go"}, "it is a position of 'go', not of Mexica", "c’est une position de 'go', non de Mexica"),
    ("yucatan", {"phase": "x"}, "phase is one of ", "phase est l’un de "),
    ("yucatan", {"supply": 3}, "prisoners do not add up", "le compte des prisonniers n’est pas juste"),
    ("yucatan", {"options": {"rounds": 0}}, "option 'rounds' is a whole number", "le nombre de places ou les options"),
    ("azteco", {"sheets": ["?"]}, "sheets is one of ", "sheets est l’un de "),
    (
        "azteco",
        {"winners": [1]},
        "nobody wins an artefact in phase first",
        "personne ne gagne d’artefact dans la phase first",
    ),
]


@pytest.mark.parametrize(("game", "change", "english", "french"), WRONG)
def test_a_reason_in_both_languages(game: str, change: dict[str, Any], english: str, french: str) -> None:
    start = find(game).opening(3 if game == "azteco" else 2).dump()
    find(game).load(start)
    with pytest.raises(Impossible) as refused:
        find(game).load({**start, **change})
    assert str(refused.value) == refused.value.message("en")
    assert refused.value.message("en").startswith(english)
    assert refused.value.message("fr").startswith(french)


def test_a_game_of_another_package_may_have_one_language() -> None:
    refused = Impossible("two seats hold the same card")
    assert str(refused) == refused.message("fr") == "two seats hold the same card"
