"""Winning an artefact: three are looked at, one is chosen, some are played at once."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from texcoco.game import CHANCE
from texcoco.games.azteco import AZTECO
from texcoco.games.azteco.cards import ALL_ARTEFACTS, AT_ONCE, KIND_AT, KINDS

from .scene import Table, legal, refused, scene

LIAR = """
    card  claim  vote       jewels  stones
    RRR   BB     believe 1  BBY     2
    BB    BB     believe 2  YR      2
    YY    YY     believe 1  -       2
"""
"""Seat 0 lies, nobody accuses it, and it wins an artefact."""
HUNTERS = """
    card  claim  vote       jewels  stones
    RRR   BBBB   believe 1  BBY     2
    BB    BB     accuse 0   BB      2
    YY    YY     accuse 0   Y       2
    BR    BR     believe 1  -       2
"""
"""Seats 1 and 2 catch seat 0 and win an artefact each."""


def playing(kind: str, picture: str = LIAR, **given: Any) -> Table:
    """Seat 0 has chosen an artefact that works at once."""
    return scene(picture, **given).vote().find("silver-idol", "golden-idol", kind, keep=kind)


def gone_round() -> list[dict[str, Any]]:
    """Fourteen gains by which every artefact was seen once: seat 1 looked at the kinds n, n + 1 and n + 2, and chose
    the first.
    """
    draws = [[KINDS[(n + m) % 14] for m in range(3)] for n in range(14)]
    return [{"seat": 1, "drew": drew, "kept": drew[0]} for drew in draws]


def test_the_winner_looks_at_three_and_keeps_one() -> None:
    """A22."""
    table = scene(LIAR).vote().run("*: artefact chest; artefact rain-mask; artefact copal")
    assert table.position.actors() == (0,)
    assert legal(table.position, 0) == {"keep 0", "keep 1", "keep 2"}
    assert refused(table.position, 0, "take BB").rule == "A22"
    table.run("0: keep 1")
    assert [KINDS[kind] for kind in table.position.kept(0)] == ["rain-mask"]


def test_nobody_else_sees_the_three_nor_what_is_chosen() -> None:
    """A22."""
    table = scene(LIAR).vote().run("*: artefact chest; artefact rain-mask; artefact copal")
    assert table.position.view(0)["hand"] == ["chest", "rain-mask", "copal"]
    assert table.position.view(1)["hand"] == ["?", "?", "?"]
    table.run("0: keep 1")
    told = [event.to(1) for event in table.told if event.key in ("artefact", "keep")]
    assert [event.values["action"] for event in told if event is not None] == ["artefact ?"] * 3 + ["keep ?"]
    assert {event.values["artefact"] for event in told if event is not None} == {"?"}
    assert table.position.view(1)["gains"] == [{"seat": 0, "drew": ["?", "?", "?"], "kept": "?"}]


def test_the_other_two_go_under_the_deck_which_only_the_winner_knows() -> None:
    """A22."""
    table = scene(LIAR).vote().find("chest", "rain-mask", "copal", keep="rain-mask")
    assert table.position.view(0)["deck"] == {"fresh": 39, "under": [["copal", "chest"]]}
    assert table.position.view(1)["deck"] == {"fresh": 39, "under": [["?", "?"]]}


def test_artefacts_are_drawn_from_those_that_nobody_has_seen() -> None:
    """A22."""
    table = scene(LIAR).vote().run("*: artefact chest; artefact chest")
    left = {str(action): weight for action, weight in table.position.chances()}
    assert sum(left.values()) == 40
    assert left["artefact chest"] == 1
    table.run("*: artefact chest", "0: keep 0")
    assert table.position.phase == "effect"


def test_two_that_were_put_under_come_up_in_random_order() -> None:
    """A22: the order is drawn when it matters, as late as can be: first one of the two, then the other."""
    table = scene(LIAR, gains=gone_round()).vote()
    assert table.position.fresh == 0
    first, second = gone_round()[0]["drew"][1:]
    assert table.position.chances() == [(AZTECO.parse(f"artefact {first}"), 1), (AZTECO.parse(f"artefact {second}"), 1)]
    assert refused(table.position, CHANCE, "artefact golden-idol").rule == "A22"
    table.run(f"*: artefact {second}")
    assert legal(table.position, CHANCE) == {f"artefact {first}"}


def test_who_put_them_under_knows_them_when_they_come_up_and_others_do_not() -> None:
    """A22."""
    position = scene(LIAR, gains=gone_round()).vote().position
    assert position.view(1)["deck"]["under"][0] == gone_round()[0]["drew"][1:]
    assert position.view(2)["deck"]["under"][0] == ["?", "?"]
    position.play(CHANCE, AZTECO.parse(f"artefact {gone_round()[0]['drew'][2]}"))
    assert position.view(1)["deck"]["under"][0] == ["?"]  # one of the two, but which?
    assert position.view(0)["deck"]["under"][0] == ["?"]
    assert position.view(1)["hand"] == ["?"]


def test_kept_artefacts_stay_face_down_until_the_end() -> None:
    """A23."""
    table = scene(LIAR).vote().find("chest", "rain-mask", "copal", keep="rain-mask")
    assert table.position.view(0)["kept"] == [["rain-mask"], [], []]
    for seat in (None, 1, 2):
        assert table.position.view(seat)["kept"] == [["?"], [], []]
        assert table.position.view(seat)["worth"][0]["hidden"] == 1


def test_an_artefact_that_works_at_once_is_played_openly_and_cannot_be_kept() -> None:
    """A24."""
    table = playing("chest")
    assert table.heard("play") == [(0, {"artefact": "chest"})]
    assert table.position.view(2)["effect"] == "chest"
    assert table.position.view(2)["gains"] == [{"seat": 0, "drew": ["?", "?", "?"], "kept": "chest"}]
    table.run("0: take BB")
    assert table.position.view(0)["kept"] == [[], [], []]


def test_an_artefact_that_works_at_once_is_played_even_without_effect() -> None:
    """A24: a seat without stones chooses the smoke that rids it of stones."""
    table = playing("copal", LIAR.replace("BBY     2", "BBY     0"))
    assert table.heard("nothing") == [(0, {"artefact": "copal"})]
    assert table.position.view(2)["deck"]["under"] == [["?", "?"], ["copal"]]


def short_deck(cards: int) -> Table:
    """A position with so few artefacts left, which no game comes to with these decks: 18 of them always go back."""
    table = scene(LIAR)
    table.position.fresh = sum(1 << bit for bit in range(cards))
    assert table.position.fresh <= ALL_ARTEFACTS
    return table.vote()


@pytest.mark.parametrize("cards", [1, 2])
def test_of_fewer_than_three_the_winner_looks_at_what_is_left(cards: int) -> None:
    """A25."""
    table = short_deck(cards).run("*: " + "; ".join(["artefact rain-mask"] * cards))
    assert legal(table.position, 0) == {f"keep {n}" for n in range(cards)}
    assert refused(table.position, 0, "keep 2").rule == "A25"
    table.run("0: keep 0")
    assert len(table.position.kept(0)) == 1
    assert table.position.under == (((KIND_AT["rain-mask"],) * (cards - 1),) if cards > 1 else ())


def test_when_none_is_left_nothing_is_won_and_the_game_goes_on() -> None:
    """A25."""
    table = short_deck(0)
    assert table.keys("no_artefact", "reveal") == ["reveal 0", "no_artefact 0", "reveal 1", "reveal 2"]
    assert table.position.round == 2


def test_with_these_decks_there_are_always_three_to_look_at() -> None:
    """A25: at most 24 artefacts can be kept, so that 18 are in the deck whenever somebody draws."""
    assert sum(3 for at_once in AT_ONCE if at_once) == 18


def test_up_to_ten_artefacts_are_won_in_a_round() -> None:
    """A25: six seats lie; five accuse one of them and win an artefact each, and so does each of the five, whom nobody
    accuses.
    """
    table = scene("""
        card  claim  vote
        RRR   BBBB   believe 1
        BB    BY     accuse 0
        YY    BY     accuse 0
        BR    BY     accuse 0
        YR    BY     accuse 0
        RR    BY     accuse 0
    """).vote()
    position, rng = table.position, Random(1)
    while position.round == 1:
        (who,) = position.actors()
        table.told += position.play(who, position.draw(rng) if who == CHANCE else position.pick(who, rng))
    assert [seat for seat, _ in table.heard("win")] == [1, 2, 3, 4, 5, 1, 2, 3, 4, 5]


def test_whoever_won_the_card_chooses() -> None:
    """A41."""
    table = scene(HUNTERS).vote().find("chest", "silver-idol", "rain-mask", keep="chest")
    assert table.position.actors() == (1,)
    assert refused(table.position, 0, "take BB").rule == "A12"


@pytest.mark.parametrize(("stones", "choices"), [(1, 2), (2, 3), (5, 3)])
def test_up_to_two_stones_includes_none(stones: int, choices: int) -> None:
    """A41."""
    table = playing("copal", LIAR.replace("BBY     2", f"BBY     {stones}"), curses=[0, 0, 0])
    assert legal(table.position, 0) == {f"discard {n}" for n in range(choices)}
    if stones == 1:
        assert refused(table.position, 0, "discard 2").rule == "A41"
    table.run("0: discard 1")
    assert table.stones[0] == max(stones - 2, 0)  # one by the smoke, one more for believing seat 1 rightly


def test_a_choice_that_another_artefact_asks_for_is_refused() -> None:
    """A41."""
    refusal = refused(playing("copal").position, 0, "give 1")
    assert (refusal.rule, refusal.key) == ("A41", "refuse.effect.discard")


def test_the_stone_goes_to_any_one_opponent() -> None:
    """A41."""
    table = playing("effigy")
    assert legal(table.position, 0) == {"give 1", "give 2"}
    assert refused(table.position, 0, "give 0").rule == "A41"
    assert refused(table.position, 0, "give 3").rule == "A1"
    before = list(table.stones)
    table.run("0: give 2")
    assert table.heard("stone")[0] == (0, {"to": 2, "source": "own"})
    assert table.stones[0] == before[0] - 1


def test_without_a_stone_the_effigy_gives_one_from_the_reserve() -> None:
    """A39."""
    table = playing("effigy", LIAR.replace("BBY     2", "BBY     0")).run("0: give 2")
    assert table.heard("stone")[0] == (0, {"to": 2, "source": "reserve"})


def test_with_strict_supply_and_an_empty_reserve_the_effigy_has_no_effect() -> None:
    """A39."""
    picture = LIAR.replace("BBY     2", "BBY     0").replace("YR      2", "YR      35")
    table = playing("effigy", picture, options={"strict_supply": True})
    assert table.heard("nothing") == [(0, {"artefact": "effigy"})]


def test_a_target_must_be_able_to_suffer_the_effect_and_with_none_there_is_no_effect() -> None:
    """A41."""
    table = playing("monkey", LIAR.replace("YR      2", "-       2"))
    assert table.heard("nothing") == [(0, {"artefact": "monkey"})]


def test_a_jewel_is_stolen_from_a_reserve_one_opponent_one_colour() -> None:
    """A42."""
    table = playing("monkey")
    assert legal(table.position, 0) == {"steal 1 Y", "steal 1 R"}
    table.run("0: steal 1 R")
    assert table.jewels(0) == [4, 1, 1]  # with the two blue ones of the lie


def test_jewels_on_a_card_not_yet_revealed_are_in_no_reserve() -> None:
    """A42: seat 1 has claimed two blue jewels and seat 2 two yellow ones, which lie on their cards."""
    table = playing("monkey")
    for text in ("steal 1 B", "steal 2 Y"):
        refusal = refused(table.position, 0, text)
        assert (refusal.rule, refusal.key) == ("A42", "refuse.steal")
    assert refused(table.position, 0, "steal 0 B").key == "refuse.steal.oneself"
    assert refused(table.position, 0, "steal 3 B").rule == "A1"


def test_any_two_jewels_are_taken_alike_or_not() -> None:
    """A43."""
    table = playing("chest")
    assert legal(table.position, 0) == {f"take {pair}" for pair in ("BB", "BY", "BR", "YY", "YR", "RR")}
    refusal = refused(table.position, 0, "take B")
    assert (refusal.rule, refusal.key) == ("A41", "refuse.take.few")
    table.run("0: take YR")
    assert table.jewels(0) == [4, 2, 1]


def temple_with(blue: int, yellow: int, red: int) -> Table:
    """Seat 0 takes from a temple that holds so many jewels."""
    picture = f"""
        card  claim  vote       jewels  stones
        RRR   BB     believe 1  {"B" * (38 - blue)}{"Y" * (40 - yellow)}{"R" * (40 - red)}  2
        YY    YY     believe 2  -       2
        YY    YY     believe 1  -       2
    """
    return playing("chest", picture, options={"strict_supply": True}, served=["BB", "", ""])


def test_with_strict_supply_as_many_are_taken_as_there_are() -> None:
    """A41."""
    assert legal(temple_with(1, 0, 5).position, 0) == {"take BR", "take RR"}
    assert refused(temple_with(1, 0, 5).position, 0, "take BB").rule == "A8"
    assert legal(temple_with(0, 1, 0).position, 0) == {"take Y"}
    assert temple_with(0, 0, 0).heard("nothing") == [(0, {"artefact": "chest"})]


def test_a_swap_names_what_goes_back_and_then_what_comes_the_same_number() -> None:
    """A43: seat 0 has four blue jewels, with those of its lie, and a yellow one."""
    table = playing("scales")
    choices = legal(table.position, 0)
    back = {text.split()[1] for text in choices}
    assert back == {"none", "B", "Y", "BB", "BY"}
    assert {text.split()[2] for text in choices if text.startswith("swap BY ")} == {"BB", "BY", "BR", "YY", "YR", "RR"}
    assert {text.split()[2] for text in choices if text.startswith("swap Y ")} == {"B", "Y", "R"}
    for text in ("swap R B", "swap YY RR"):
        assert refused(table.position, 0, text).rule == "A43"
    table.run("0: swap BY RR")
    assert table.jewels(0) == [3, 0, 2]


def test_a_swap_may_be_of_nothing() -> None:
    """A43."""
    table = playing("scales").run("0: swap none")
    assert table.jewels(0) == [4, 1, 0]


def test_with_strict_supply_what_comes_must_be_in_the_temple_once_the_rest_is_back() -> None:
    """A43."""
    picture = f"""
        card  claim  vote       jewels  stones
        RRR   BB     believe 1  YR      2
        YY    YY     believe 2  {"R" * 39}{"Y" * 35}       2
        BB    BB     believe 1  -       2
    """
    table = playing("scales", picture, options={"strict_supply": True})
    assert refused(table.position, 0, "swap B R").rule == "A8"
    assert "swap BB YY" in legal(table.position, 0)
    assert {text for text in legal(table.position, 0) if text.endswith(" R")} == {
        "swap R R"
    }  # the last one, back and again


def test_without_jewels_there_is_nothing_to_swap() -> None:
    """A43."""
    picture = """
        card  claim  vote       jewels  stones
        RRR   BBBB   believe 1  -       2
        BB    BB     accuse 0   -       2
        YY    YY     accuse 0   -       2
    """
    table = scene(picture).vote().find("silver-idol", "golden-idol", "scales", keep="scales")
    assert table.heard("nothing") == [(1, {"artefact": "scales"})]


def test_up_to_two_stones_go_from_one_curse_to_one_other() -> None:
    """A44."""
    table = playing("mirror", curses=[3, 1, 0])
    wanted = {"shift none"} | {f"shift B {to} {n}" for to in "YR" for n in (1, 2)} | {f"shift Y {to} 1" for to in "BR"}
    assert legal(table.position, 0) == wanted
    assert refused(table.position, 0, "shift Y B 2").rule == "A44"
    table.run("0: shift B R 2")
    assert table.heard("shift") == [(0, {"action": "shift B R 2", "colour": "B", "target": "R", "stones": 2})]


def test_none_may_be_moved_and_with_no_stones_there_is_no_effect() -> None:
    """A44."""
    assert playing("mirror").run("0: shift none").heard("shift")[0][1]["stones"] == 0
    assert playing("mirror", curses=[0, 0, 0]).heard("nothing") == [(0, {"artefact": "mirror"})]


def test_the_two_unkept_go_under_first_and_the_played_one_after_its_effect() -> None:
    """A45."""
    table = playing("chest")
    assert table.position.view(0)["deck"]["under"] == [["silver-idol", "golden-idol"]]
    table.run("0: take BB")
    assert [[KINDS[kind] for kind in group] for group in table.position.under] == [
        ["silver-idol", "golden-idol"],
        ["chest"],
    ]
    assert table.position.view(0)["deck"]["under"] == [["silver-idol", "golden-idol"], ["chest"]]
    assert table.position.view(2)["deck"]["under"] == [["?", "?"], ["chest"]]


def test_the_next_winner_draws_only_when_the_played_card_is_under_the_deck() -> None:
    """A45."""
    table = scene(HUNTERS).vote().find("chest", "silver-idol", "rain-mask", keep="chest")
    assert table.position.winners == (1, 2)
    assert table.position.actors() == (1,)
    table.run("1: take BB")
    assert table.position.winners == (2,)
    assert table.position.actors() == (CHANCE,)


def test_a_choice_for_an_artefact_is_a_step_of_its_own_for_the_card_has_been_shown() -> None:
    table = scene(LIAR).vote().run("*: artefact chest; artefact rain-mask; artefact copal")
    step = table.position.step
    assert table.run("0: keep 0").position.step == step + 1
