"""Whatever a player may try and may not do is refused by the right ruling, with a sentence that helps, in both
languages.
"""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from texcoco.game import CHANCE, Refusal, Unreadable
from texcoco.games.mexica import MEXICA, MexicaPosition

from .scene import ALL_BRIDGES, REST, begin, play, refused, scene

EAST = """
        N  O  P  Q  R  S  T  U
    6   .  =  .  .  .  ~  .  .
    7   .  -  .  .  .  =  b1 .
    8   .  =  .  A  .  =  #7 .
    9   .  =  .  .  .  -  .  ~
"""
"""Seat 0 at Q8, two bridges, a founded district with a temple of seat 1; seats 1 and 2 are in the palace at H6 and
G7."""
DEAD_END = """
        A  B  C
    1   ~  B  ~
    2   ~  .  .
"""
OCCUPIED = {**REST, "O9": "B-"}


def after(position: MexicaPosition, *actions: str) -> MexicaPosition:
    play(position, *actions)
    return position


def dug_out() -> MexicaPosition:
    """No tiles of one space are left."""
    singles = "C3 C5 C7 E3 E5 E9".split()
    return scene(tiles=["O6 O7", "O8 O9", *singles], more=dict.fromkeys(singles, "="))


Try = tuple[Callable[[], MexicaPosition], str, str, str, str, str]
TRIES: list[Try] = [
    # position, action, ruling, key, and what the English and the French sentence must name
    (lambda: scene(EAST), "canal H7", "M-CANAL", "canal-palace", "H7", "H7"),
    (lambda: scene(EAST), "canal S6", "M-CANAL", "lake", "S6", "lac"),
    (lambda: scene(EAST), "canal S8", "M-CANAL", "canal", "S8", "canal"),
    (lambda: scene(EAST), "canal P7", "M-CANAL", "canal-ramp", "P7 .*O7", "P7 .*O7"),
    (lambda: scene(EAST), "canal R9 R8", "M-CANAL", "canal-ramp", "R9 .*S9", "R9 .*S9"),
    (lambda: scene(EAST), "canal U7", "M-CANAL", "canal-founded", "U7 .*7.*T8", "U7 .*7.*T8"),
    (lambda: scene(EAST), "canal T8", "M-CANAL", "token", "T8", "T8"),
    (lambda: scene(EAST), "canal T7", "M-CANAL", "temple", "Black.*T7", "Noir.*T7"),
    (lambda: scene(EAST), "canal Q8", "M-CANAL", "pawn", "Red.*Q8", "Rouge.*Q8"),
    (lambda: scene(EAST), "canal K5 L6", "M-CANAL", "tile-apart", "K5 and L6", "K5 et L6"),
    (dug_out, "canal K5", "M-CANAL", "no-tiles", "one space .*35 of two", "une case .*35 de deux"),
    (lambda: scene(EAST), "bridge R8 h", "M-BRDG", "bridge-land", "R8", "R8"),
    (lambda: scene(EAST), "bridge S6 h", "M-BRDG", "bridge-lake", "S6", "lac"),
    (lambda: scene(EAST), "bridge S9 h", "M-BRDG", "bridge-bridge", "S9", "S9"),
    (lambda: scene(EAST), "bridge S7 v", "M-BRDG", "bridge-ramp", "lake at S6.*“h”", "lac en S6.*« h »"),
    (lambda: scene(EAST), "bridge S8 v", "M-BRDG", "bridge-ramp", "canal at S7", "canal en S7"),
    (lambda: scene(ALL_BRIDGES, more=OCCUPIED), "bridge S7 h", "M-RELOC", "no-bridges", "move one", "déplacez-en un"),
    (lambda: scene(EAST), "shift S9 S8 h", "M-RELOC", "bridges-left", "9 are left", "9"),
    (lambda: scene(ALL_BRIDGES, more=OCCUPIED), "shift S7 S9 h", "M-RELOC", "no-bridge-there", "S7", "S7"),
    (lambda: scene(ALL_BRIDGES, more=OCCUPIED), "shift O9 S9 h", "M-RELOC", "bridge-occupied", "Black.*O9", "Noir.*O9"),
    (lambda: scene(ALL_BRIDGES, more=OCCUPIED), "shift S8 S8 h", "M-RELOC", "bridge-same", "S8", "S8"),
    (lambda: scene(ALL_BRIDGES, more=OCCUPIED), "shift S8 S8 v", "M-BRDG", "bridge-ramp", "S7", "S7"),
    (lambda: scene(ALL_BRIDGES, more=OCCUPIED), "shift S8 O7 h", "M-BRDG", "bridge-bridge", "O7", "O7"),
    (lambda: scene(EAST), "walk Q8", "M-FOOT", "walk-here", "Q8", "Q8"),
    (lambda: scene(EAST), "walk R9", "M-FOOT", "walk-far", "R9 .*Q8", "R9 .*Q8"),
    (lambda: scene(EAST, more={"R8": "A", "Q8": "."}), "walk S8", "M-FOOT", "walk-water", "S8", "S8"),
    (lambda: scene(EAST, more={"Q7": "C"}), "walk Q7", "M-FOOT", "pawn", "Sand.*Q7", "Sable.*Q7"),
    (lambda: scene(EAST, more={"Q7": "c1"}), "walk Q7", "M-FOOT", "temple", "Sand.*Q7", "Sable.*Q7"),
    (lambda: scene(EAST, more={"U8": "A", "Q8": "."}), "walk T8", "M-FOOT", "token", "T8", "T8"),
    (lambda: scene(EAST, more={"S9": "A-", "Q8": ".", "S8": "-"}), "walk S8", "M-FOOT", "walk-off", "S9.*S8", "S9.*S8"),
    (lambda: scene(more={"D5": "|", "C5": "A"}), "walk D5", "M-FOOT", "walk-beside", "D5 .*C5", "D5 .*C5"),
    (lambda: scene(EAST), "boat O7", "M-BOAT", "boat-from-land", "Q8", "Q8"),
    (lambda: scene(EAST, more={"O7": "A-", "Q8": "."}), "boat P7", "M-BOAT", "boat-to-land", "P7", "P7"),
    (lambda: scene(EAST, more={"O7": "A-", "Q8": "."}), "boat O7", "M-BOAT", "walk-here", "O7", "O7"),
    (lambda: scene(EAST, more={"O7": "A-", "Q8": "."}), "boat S9", "M-BOAT", "boat-no-water", "O7 to S9", "O7 à S9"),
    (lambda: scene(EAST, more={"O7": "A-", "Q8": ".", "O9": "C-"}), "boat O9", "M-BOAT", "boat-occupied", "Sand.*O9", "Sable.*O9"),
    (lambda: scene(EAST, more={"O7": "A-", "Q8": ".", "O8": "-", "O9": "-"}, ap=1), "boat O9", "M-AP", "too-dear", "2 action", "2 points"),
    (lambda: scene(EAST), "fly S8", "M-FLY", "walk-water", "S8", "S8"),
    (lambda: scene(EAST), "fly H6", "M-FLY", "pawn", "Black.*H6", "Noir.*H6"),
    (lambda: scene(EAST), "fly T7", "M-FLY", "temple", "T7", "T7"),
    (lambda: scene(EAST), "fly T8", "M-FLY", "token", "T8", "T8"),
    (lambda: scene(EAST, ap=4, tokens=[1, 0, 0]), "fly C3", "M-AP", "too-dear", "5 action.*your action token", "5 points.*votre jeton"),
    (lambda: scene(EAST), "temple H7 1", "M-TEMPLE", "build-palace", "H7", "palais"),
    (lambda: scene(EAST), "temple U8 1", "M-TEMPLE", "other-district", "U8 .*Q8", "U8 .*Q8"),
    (lambda: scene(EAST, more={"O7": "A-", "Q8": "."}), "temple P8 1", "M-TEMPLE", "on-bridge", "O7", "O7"),
    (lambda: scene(EAST, more={"K4": "a4"}), "temple P8 4", "M-TEMPLE", "no-temple", "level 4", "4 étages"),
    (lambda: scene(EAST, more={"K4": "a4"}), "temple K4 1", "M-TEMPLE", "temple", "Red.*K4", "Rouge.*K4"),
    (lambda: scene(seats=2), "temple E5 1", "M-TEMPLE", "neutral-temple", "E5", "E5"),
    (lambda: scene(EAST, ap=2), "temple P8 3", "M-AP", "too-dear", "3 action points.*only 2 are", "3 points d’action.*que 2"),
    (lambda: scene(EAST), "found P8", "M-FOUND", "no-such-token", "spaces; the Emperor asks for", "cases ; l’Empereur demande"),
    (lambda: scene(EAST, display=()), "found P8", "M-FOUND", "no-such-token", "nothing more", "ne demande plus rien"),
    (lambda: scene(EAST, more={"U8": "A", "Q8": "."}), "found U7", "M-FOUND", "founded-already", "district of 7", "quartier de 7"),
    (lambda: scene(EAST, more={"O7": "A-", "Q8": "."}), "found P8", "M-FOUND", "on-bridge", "O7", "O7"),
    (lambda: after(scene(EAST), "take", "take"), "take", "M-TAKE", "taken-enough", "2", "2"),
    (lambda: scene(EAST, tokens=[0, 6, 6]), "take", "M-TAKE", "no-tokens-left", "supply", "réserve"),
    (lambda: scene(EAST), "spend", "M-SPEND", "no-tokens", "no action token", "pas de jeton"),
    (lambda: scene(EAST, ap=0), "walk Q7", "M-AP", "too-dear", "1 action point and none is left", "aucun"),
    (lambda: scene(EAST), "propose 13", "M-VOTE", "vote-period", "first period", "première période"),
    (lambda: scene(period=2, display=(9,)), "propose 13", "M-VOTE", "not-displayed", "13", "13"),
    (lambda: after(scene(period=2, display=(9,)), "propose 9", "refuse"), "propose 9", "M-VOTE", "refused-already", "9", "9"),
    (lambda: scene(EAST), "agree", "M-VOTE", "no-vote", "proposal", "proposition"),
    (lambda: after(scene(period=2, display=(9,)), "propose 9"), "end", "M-VOTE", "vote-first", "Red.*9", "Rouge.*9"),
    (lambda: begin(3, first="0"), "end", "M-FIRST", "start-first", "start space", "case de départ"),
    (lambda: begin(3, first="0"), "start H7", "M-FIRST", "no-start-space", "H7", "H7"),
    (lambda: after(begin(3, first="0"), "start H8"), "start H8", "M-FIRST", "start-taken", "Red.*H8", "Rouge.*H8"),
    (lambda: scene(EAST), "start H8", "M-FIRST", "started", "once", "une seule fois"),
    (lambda: scene(EAST), "deal 3", "M-TURN", "only-chance", "deal 3", "hasard"),
    (lambda: scene(DEAD_END, round=1), "canal B2", "M-PEN", "pen", "Black.*first round", "Noir.*premier tour"),
    (lambda: scene(DEAD_END, round=1), "temple B2 2", "M-PEN", "pen", "Black.*first round", "Noir.*premier tour"),
]  # fmt: skip

UNREADABLE = [
    ("dance", "no-such-kind", "dance", "dance"),
    ("walk Z9", "no-such-space", "Z9", "Z9"),
    ("canal K5 K15", "no-such-space", "K15", "K15"),
    ("walk A0", "no-such-space", "A0", "A0"),
    ("walk", "usage", "walk K6", "walk K6"),
    ("walk K6 K7", "usage", "walk K6", "walk K6"),
    ("canal K5 K6 K7", "usage", "canal K5 K6", "canal K5 K6"),
    ("bridge K5", "usage", "bridge K5 h", "bridge K5 h"),
    ("bridge K5 d", "usage", "bridge K5 h", "bridge K5 h"),
    ("temple K5 5", "usage", "temple K6 3", "temple K6 3"),
    ("temple K5 ３", "usage", "temple K6 3", "temple K6 3"),
    ("shift K5 M8", "usage", "shift K5 M8 v", "shift K5 M8 v"),
    ("propose 2", "usage", "propose 13", "propose 13"),
    ("take 2", "usage", "take", "take"),
    ("end now", "usage", "end", "end"),
]


def check_said(refusal: Refusal, english: str, french: str) -> None:
    """Both sentences are whole, name what they should, and are not one language twice."""
    said = {
        lang: MEXICA.say(lang, refusal.key, refusal.values).replace("\u00a0", " ").replace("\u202f", " ")
        for lang in ("en", "fr")
    }
    for lang, wanted in (("en", english), ("fr", french)):
        assert re.search(wanted, said[lang]), f"{said[lang]!r} does not name {wanted!r}"
        assert said[lang].endswith(".")
        assert said[lang][0] in "“«" or said[lang][0].isupper()
        assert not re.search(r"[{}#]|None|refuse\.[a-z]|  ", said[lang]), said[lang]
        assert 12 <= len(said[lang]) <= 260
    assert said["en"] != said["fr"]


@pytest.mark.parametrize(
    ("position", "action", "rule", "key", "english", "french"), TRIES, ids=[f"{t[1]} ({t[3]})" for t in TRIES]
)
def test_it_is_refused_by_its_ruling_in_a_sentence_that_helps(
    position: Callable[[], MexicaPosition], action: str, rule: str, key: str, english: str, french: str
) -> None:
    refusal = refused(position(), action)
    assert (refusal.rule, refusal.key) == (rule, f"refuse.{key}")
    check_said(refusal, english, french)


@pytest.mark.parametrize(("text", "key", "english", "french"), UNREADABLE)
def test_what_is_no_action_is_refused_with_an_example_of_one(text: str, key: str, english: str, french: str) -> None:
    """M-NOTE."""
    with pytest.raises(Unreadable) as caught:
        MEXICA.parse(text)
    assert (caught.value.refusal.rule, caught.value.refusal.key) == ("M-NOTE", f"refuse.{key}")
    check_said(caught.value.refusal, english, french)


OUT_OF_TURN: list[tuple[Callable[[], MexicaPosition], int, str, str, str]] = [
    (lambda: scene(), 1, "end", "M-TURN", "not-your-turn"),
    (lambda: scene(), 1, "walk G6", "M-TURN", "not-your-turn"),
    (lambda: scene(), CHANCE, "deal 3", "M-TURN", "not-your-turn"),
    (lambda: scene(), 7, "end", "M-TURN", "not-your-turn"),
    (lambda: MEXICA.start(3), 0, "start H6", "M-TURN", "not-yet"),
    (lambda: MEXICA.start(3), CHANCE, "end", "M-TURN", "not-chance"),
    (lambda: MEXICA.start(3), CHANCE, "first 0", "M-TURN", "not-now-chance"),
    (lambda: MEXICA.start(3), CHANCE, "neutral E5 1", "M-TURN", "not-now-chance"),
    (lambda: after(MEXICA.start(3), "deal 13"), CHANCE, "deal 13", "M-TURN", "not-now-chance"),
    (lambda: after(scene(period=2, display=(9,)), "propose 9"), 0, "end", "M-TURN", "not-your-turn"),
    (lambda: after(scene(period=2, display=(9,)), "propose 9"), 2, "agree", "M-TURN", "not-your-turn"),
    (lambda: after(scene(period=2, idle_rounds=2, turn=2), "end"), 0, "end", "M-WIN", "over"),
    (lambda: after(scene(period=2, idle_rounds=2, turn=2), "end"), CHANCE, "deal 3", "M-WIN", "over"),
]


@pytest.mark.parametrize(("position", "seat", "action", "rule", "key"), OUT_OF_TURN)
def test_who_is_not_to_act_is_told_so(
    position: Callable[[], MexicaPosition], seat: int, action: str, rule: str, key: str
) -> None:
    """M-TURN."""
    refusal = refused(position(), action, seat=seat)
    assert (refusal.rule, refusal.key) == (rule, f"refuse.{key}")
    check_said(refusal, "", "")


def test_every_sentence_of_refusal_is_tried_here_and_is_in_both_languages() -> None:
    tried = (
        {key for _, _, _, key, _, _ in TRIES} | {key for _, key, _, _ in UNREADABLE} | {key for *_, key in OUT_OF_TURN}
    )
    for lang in ("en", "fr"):
        sentences = {key.removeprefix("refuse.") for key in MEXICA.words.catalogue(lang) if key.startswith("refuse.")}
        assert sentences == tried


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("CANAL k5 K6", "canal K5 K6"),
        ("  walk   k6 ", "walk K6"),
        ("canal K6 K5", "canal K5 K6"),
        ("Bridge k5 H", "bridge K5 h"),
    ],
)
def test_case_blanks_and_the_order_of_a_tiles_spaces_do_not_matter(typed: str, meant: str) -> None:
    """M-NOTE."""
    assert str(MEXICA.parse(typed)) == meant
