"""The end of the game: points, and who wins."""

from __future__ import annotations

import re
from itertools import permutations
from random import Random
from typing import Any

import pytest

from texcoco.game import CHANCE, Json, Outcome
from texcoco.games.azteco import AZTECO
from texcoco.games.azteco.cards import CHARACTER_AT, KIND_AT, stone_points
from texcoco.games.azteco.scoring import artefact_points, duo_points, score, tally, totals, trio_points
from texcoco.words import LANGUAGES

from .scene import refused


def over(**given: Any) -> Json:
    data = {"game": "azteco", "seats": 3, "phase": "over", "round": 5, "first": 0, "sheets": ["ines", "bruno", "wanda"]}
    return {**data, **given}


def outcome(**given: Any) -> Outcome:
    result = AZTECO.load(over(**given)).outcome()
    assert result is not None
    return result


def kept(*names: str) -> list[int]:
    return [KIND_AT[name] for name in names]


def test_the_rulebooks_final_example_is_fifteen_points() -> None:
    """6 blue, 5 red, 3 yellow, a duo of blue and red, 3 blue and red + yellow as artefacts, 4 stones: 5 + 6 + 6 + 3 -
    5.
    """
    score = tally([6, 3, 5], 4, CHARACTER_AT["ines"], kept("rain-mask", "ember-collar"))
    assert score == {"duo": 5, "trio": 6, "artefacts": 9, "stones": -5, "total": 15}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_example_in_our_rules_is_counted_right(lang: str) -> None:
    score = tally([5, 4, 2], 5, CHARACTER_AT["otto"], kept("rain-mask", "silver-idol"))
    counted = [
        score["duo"],
        score["trio"],
        *(artefact_points([5, 4, 2], kind) for kind in kept("rain-mask", "silver-idol")),
    ]
    counted += [score["stones"], score["total"]]
    table = AZTECO.rulebook(lang).split("Otto ")[-1]  # the last table with his name in its head
    printed = re.findall(r"\| (−?\d+) +\|\n", table)[:6]
    assert [int(number.replace("−", "-")) for number in printed] == counted == [4, 4, 3, 3, -7, 7]


def test_the_final_example_on_the_table() -> None:
    gains = [
        {"seat": 0, "drew": ["rain-mask", "copal", "chest"], "kept": "rain-mask"},
        {"seat": 0, "drew": ["ember-collar", "copal", "chest"], "kept": "ember-collar"},
    ]
    assert outcome(jewels=[[6, 3, 5], [0, 0, 0], [0, 0, 0]], stones=[4, 2, 2], gains=gains).scores[0] == 15


@pytest.mark.parametrize(
    ("explorer", "points"), [("ines", 2), ("takeo", 2), ("bruno", 1), ("salma", 1), ("wanda", 1), ("otto", 1)]
)
def test_a_point_for_each_duo_of_ones_explorer(explorer: str, points: int) -> None:
    assert duo_points([3, 1, 2], CHARACTER_AT[explorer]) == points


def test_the_same_jewels_count_for_duos_and_trios() -> None:
    """A32."""
    assert trio_points([2, 3, 2]) == 4
    assert tally([2, 3, 2], 0, CHARACTER_AT["ines"], [])["total"] == 2 + 4


def test_the_same_jewels_count_for_each_artefact_and_duplicates_both_score() -> None:
    """A33."""
    assert tally([6, 0, 0], 0, CHARACTER_AT["bruno"], kept("rain-mask", "rain-mask"))["artefacts"] == 12
    assert (
        tally([3, 3, 0], 0, CHARACTER_AT["ines"], kept("rain-mask", "jade-collar", "sun-mask"))["artefacts"]
        == 3 + 3 + 3
    )


@pytest.mark.parametrize(("blue", "points"), [(0, 0), (2, 0), (3, 3), (5, 3), (6, 6), (9, 9)])
def test_a_mask_gives_three_points_for_each_full_set_of_three(blue: int, points: int) -> None:
    """A34."""
    assert artefact_points([blue, 9, 9], KIND_AT["rain-mask"]) == points
    assert artefact_points([9, blue, 9], KIND_AT["sun-mask"]) == points
    assert artefact_points([9, 9, blue], KIND_AT["fire-mask"]) == points


@pytest.mark.parametrize(("name", "points"), [("ember-collar", 3), ("dusk-collar", 5), ("jade-collar", 3)])
def test_a_collar_gives_a_point_for_each_pair(name: str, points: int) -> None:
    """A35."""
    assert artefact_points([6, 3, 5], KIND_AT[name]) == points


def test_idols_count_by_themselves() -> None:
    assert artefact_points([0, 0, 0], KIND_AT["silver-idol"]) == 3
    assert artefact_points([0, 0, 0], KIND_AT["golden-idol"]) == 4


def test_the_stone_track_and_three_points_for_each_stone_beyond_it() -> None:
    """A36."""
    assert [stone_points(n) for n in range(14)] == [0, -1, -2, -3, -5, -7, -9, -12, -15, -18, -21, -24, -27, -30]


def test_a_total_may_be_below_zero() -> None:
    """A37."""
    assert outcome(stones=[7, 2, 2]).scores == (-12, -2, -2)


def test_the_most_points_win() -> None:
    result = outcome(jewels=[[3, 0, 3], [0, 1, 1], [0, 0, 0]], stones=[2, 2, 2])
    assert (result.scores, result.ranks, result.how) == ((1, -1, -2), (1, 2, 3), "end.points")


def test_fewer_stones_win_a_tie() -> None:
    """A38: 1 point with one stone, 1 point with two."""
    result = outcome(jewels=[[3, 0, 3], [0, 2, 2], [0, 0, 0]], stones=[2, 1, 2])
    assert (result.scores, result.ranks, result.how) == ((1, 1, -2), (2, 1, 3), "end.stones")


def test_on_a_further_tie_the_victory_is_shared() -> None:
    """A38."""
    result = outcome(jewels=[[3, 0, 3], [0, 3, 3], [0, 0, 0]], stones=[2, 2, 2])
    assert (result.ranks, result.winners, result.how) == ((1, 1, 3), (0, 1), "end.shared")


@pytest.mark.parametrize("order", list(permutations(range(3))))
def test_scores_do_not_depend_on_where_one_sits(order: tuple[int, ...]) -> None:
    sheets, jewels, stones = ["ines", "bruno", "wanda"], [[4, 2, 3], [1, 5, 4], [3, 3, 0]], [3, 1, 2]
    straight = outcome(sheets=sheets, jewels=jewels, stones=stones)
    turned = outcome(
        sheets=[sheets[s] for s in order], jewels=[jewels[s] for s in order], stones=[stones[s] for s in order]
    )
    assert [turned.scores[order.index(s)] for s in range(3)] == list(straight.scores)
    assert [turned.ranks[order.index(s)] for s in range(3)] == list(straight.ranks)


def test_when_the_game_is_over_everything_is_shown_and_nothing_can_be_done() -> None:
    gains = [{"seat": 0, "drew": ["rain-mask", "copal", "chest"], "kept": "rain-mask"}]
    position = AZTECO.load(over(gains=gains))
    for seat in (None, 0, 1, 2):
        assert position.view(seat)["gains"] == gains
        assert position.view(seat)["kept"] == [["rain-mask"], [], []]
    refusal = refused(position, 0, "claim BB")
    assert (refusal.rule, refusal.key) == ("A29", "refuse.over")


@pytest.mark.parametrize("seats", [3, 6])
def test_all_totals_at_once_are_those_of_each_seat(seats: int) -> None:
    rng = Random(seats)
    for _ in range(20):
        position = AZTECO.start(seats)
        while actors := position.actors():
            chance = actors[0] == CHANCE
            position.apply(actors[0], position.draw(rng) if chance else position.pick(actors[0], rng))
        assert totals(position) == [score(position, seat)["total"] for seat in range(seats)]
