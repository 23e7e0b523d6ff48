"""Each seat's chances to win: they sum to 1, read nothing that a seat may not know, and come true as often as they
say."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
from played import SEATS, positions, record
from tiny import TINY

from texcoco.analysis import NoAnalysis, chances
from texcoco.analysis.azteco import STAGES as AZTECO_STAGES
from texcoco.analysis.mexica import STAGES as MEXICA_STAGES
from texcoco.analysis.model import load_model
from texcoco.analysis.yucatan import STAGES as YUCATAN_STAGES
from texcoco.games import find

RESULTS = Path(__file__).parents[2] / "benchmarks" / "chances.json"
DOCS = Path(__file__).parents[2] / "docs" / "analysis.md"
STAGES = {"mexica": MEXICA_STAGES, "yucatan": YUCATAN_STAGES, "azteco": AZTECO_STAGES}


@pytest.mark.parametrize(("game", "seats"), SEATS)
def test_chances_are_probabilities_that_sum_to_one(game: str, seats: int) -> None:
    for position in positions(game, seats, every=7):
        for seat in (None, *range(seats)):
            found = chances(position, seat)
            assert len(found) == seats
            assert sum(found) == pytest.approx(1)
            assert all(0 <= chance <= 1 for chance in found)


@pytest.mark.parametrize(("game", "seats"), SEATS)
def test_at_the_end_the_winner_has_all_chances(game: str, seats: int) -> None:
    position = record(game, seats).replay()
    outcome = position.outcome()
    assert outcome is not None
    expected = tuple(1 / len(outcome.winners) if seat in outcome.winners else 0 for seat in range(seats))
    assert chances(position) == expected
    assert chances(position, 0) == expected


@pytest.mark.parametrize(("game", "seats"), [("yucatan", 3), ("azteco", 4)])
def test_chances_do_not_depend_on_what_the_seat_may_not_know(game: str, seats: int) -> None:
    rng = Random(5)
    changed = 0
    for position in positions(game, seats, every=3):
        for seat in range(seats):
            twin = position.redeal(seat, rng)
            changed += twin.key() != position.key()
            assert chances(twin, seat) == chances(position, seat)
    assert changed > 20, "the redeals changed nothing, so that nothing was shown"


@pytest.mark.parametrize(("game", "seats"), [("mexica", 3), ("yucatan", 2), ("azteco", 3)])
def test_a_view_gives_the_same_chances_as_the_position(game: str, seats: int) -> None:
    for position in positions(game, seats, every=11):
        for seat in range(seats):
            assert chances(position.view(seat), seat) == pytest.approx(chances(position, seat))
        view = json.loads(json.dumps(position.view(None)))
        assert sum(chances(view)) == pytest.approx(1)


def test_a_spectators_view_tells_no_secret() -> None:
    rng = Random(2)
    for position in positions("azteco", 4, every=3):
        twin = position.redeal(None, rng)
        assert chances(twin.view(None)) == chances(position.view(None))


def rotated(data: dict[str, Any], seats: int) -> dict[str, Any]:
    """A position of Mexica in which each seat has the place of the seat before it."""

    def turned(values: list[Any]) -> list[Any]:
        return values[-1:] + values[:-1]

    moved = dict(data)
    for name in ("pawns", "tokens", "hands", "score"):
        moved[name] = turned(data[name])
    for name in ("first", "turn"):
        moved[name] = None if data[name] is None else (data[name] + 1) % seats
    moved["temples"] = [t if t["seat"] is None else {**t, "seat": (t["seat"] + 1) % seats} for t in data["temples"]]
    return moved


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_chances_in_mexica_go_with_the_place_not_with_the_seats_number(seats: int) -> None:
    game, compared = find("mexica"), 0
    for position in positions("mexica", seats, every=31):
        if position.dump()["phase"] != "turn" or position.dump()["vote"] is not None:
            continue
        there = chances(game.load(rotated(position.dump(), seats)))
        assert there[1:] + there[:1] == pytest.approx(chances(position))
        compared += 1
    assert compared > 2


@pytest.mark.parametrize(("game", "seats"), SEATS)
def test_there_are_weights_for_every_stage(game: str, seats: int) -> None:
    assert load_model(game, seats).stages.keys() == set(STAGES[game])


@pytest.mark.parametrize(("game", "seats"), SEATS)
def test_the_chances_came_true_when_they_were_measured(game: str, seats: int) -> None:
    """What tools/fit_chances.py found on games that the weights were not fitted to."""
    result = json.loads(RESULTS.read_text(encoding="utf-8"))[game][str(seats)]
    assert result["brier"] < 0.92 * result["brier_of_equal_chances"]
    assert result["worst"] <= 0.05
    for row in result["buckets"]:
        assert abs(row["said"] - row["won"]) <= 0.05 + 2 * row["error"], row


@pytest.mark.parametrize(("game", "seats"), SEATS)
def test_the_docs_have_the_figures_that_were_measured(game: str, seats: int) -> None:
    result = json.loads(RESULTS.read_text(encoding="utf-8"))[game][str(seats)]
    start = f"| {find(game).title} | {seats} | "
    (row,) = [line for line in DOCS.read_text(encoding="utf-8").splitlines() if line.startswith(start)]
    assert row.startswith(
        f"{start}{result['games']:,} | {result['positions']:,} | {result['brier']:.3f} | "
        f"{result['brier_of_equal_chances']:.3f} | {result['log_loss']:.3f} | {100 * result['worst']:.1f} | "
    )


def test_a_game_without_an_evaluator_has_no_chances() -> None:
    with pytest.raises(NoAnalysis, match="cannot be analysed; these games can: mexica"):
        chances(TINY.opening(2))
