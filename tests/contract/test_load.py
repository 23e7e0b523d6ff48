"""Whatever `load` takes can be played to its end: real positions, changed at random, are refused with a reason or
played on.

A round that is counted on, a score, a heap of jewels: what is taken must stay what `load` takes, however the game goes
on.
"""

from __future__ import annotations

import json
from collections import Counter
from random import Random
from typing import Any

import pytest
import test_azteco
import test_mexica
import test_yucatan
from fuzzing import sample_positions, spoil_json

from texcoco.game import CHANCE, Game, Impossible, Position
from texcoco.games import find
from texcoco.games.yucatan.board import BOARDS, labels
from texcoco.testing import Invariant, audit

GAMES = {
    "mexica": test_mexica.pieces_are_conserved,
    "yucatan": test_yucatan.pieces_are_conserved,
    "azteco": test_azteco.pieces_are_conserved,
}
MOST_ACTIONS = 20_000


def spoilt(game: Game, rng: Random, count: int) -> list[Any]:
    """Positions of random games of which one to three things are changed; some are as they were."""
    found: list[Any] = []
    while len(found) < count:
        seats = rng.choice(list(game.seats))
        for data in sample_positions(game, seats, rng, min(50, count - len(found))):
            for _ in range(rng.choice((1, 1, 1, 2, 3))):
                data = spoil_json(data, rng)
            found.append(data)
    return found


def reads_back(position: Position) -> None:
    again = position.game.load(json.loads(json.dumps(position.dump())))
    assert again.dump() == position.dump()
    assert again.key() == position.key()


def play_out(position: Position, rng: Random, invariant: Invariant) -> None:
    """Plays at random to the end; at first, and now and then, all that a position can be asked is asked."""
    number = 0
    while actors := position.actors():
        assert position.outcome() is None
        seat = rng.choice(actors)
        if number < 2 or rng.randrange(60) == 0:
            assert position.actions(seat)
            reads_back(position)
            for viewer in (None, *range(position.seats)):
                position.text(viewer)
        position.play(seat, position.draw(rng) if seat == CHANCE else position.pick(seat, rng))
        invariant(position)
        number += 1
        assert number < MOST_ACTIONS, "the game does not end"
    assert position.outcome() is not None
    reads_back(position)


def load_all(name: str, seed: int, count: int) -> Counter[str]:
    """How many of so many changed positions were refused, and how many could be played."""
    game, rng, tally = find(name), Random(f"{name} {seed}"), Counter[str]()
    for number, data in enumerate(spoilt(game, rng, count)):
        try:
            position = game.load(data)
        except Impossible:
            tally["refused"] += 1
            continue
        try:
            GAMES[name](position)
            if number % 10 == 0:
                audit(position, rng)
            play_out(position, rng, GAMES[name])
        except Exception as error:
            error.add_note(f"{name}, seed {seed}, input {number}: {json.dumps(data)}")
            raise
        tally["played"] += 1
    return tally


@pytest.mark.parametrize("shard", range(2))
@pytest.mark.parametrize("name", GAMES)
def test_a_changed_position_is_refused_or_can_be_played(name: str, shard: int) -> None:
    tally = load_all(name, shard, 100)
    assert tally["refused"] > 40
    assert tally["played"] > 0


@pytest.mark.long
@pytest.mark.parametrize("shard", range(10))
@pytest.mark.parametrize("name", GAMES)
def test_seven_thousand_changed_positions_are_refused_or_can_be_played(name: str, shard: int) -> None:
    load_all(name, 100 + shard, 700)


# --- what Yucatán's `load` took, and should not have ---


def setup(phase: str, seed: int = 1) -> dict[str, Any]:
    """Yucatán for two, played at random until a phase of the set-up has its second turn."""
    position, rng = find("yucatan").opening(2, {"first": "0"}), Random(seed)
    turns = 0
    while turns < 2:
        seat = position.actors()[0]
        position.play(seat, position.pick(seat, rng))
        turns += position.dump()["phase"] == phase
    return position.dump()


def refused(data: dict[str, Any]) -> str:
    with pytest.raises(Impossible) as impossible:
        find("yucatan").load(data)
    return str(impossible.value)


def test_no_thirteenth_neutral_village_is_placed() -> None:
    """Y18."""
    position, rng = find("yucatan").opening(2, {"first": "0"}), Random(1)
    while position.dump()["phase"] != "warriors":
        seat = position.actors()[0]
        position.play(seat, position.pick(seat, rng))
    data = position.dump()
    assert sum(village["seat"] is None for village in data["villages"]) == 12
    assert "(Y19)" in refused({**data, "phase": "neutral"})


def test_no_thirteenth_neutral_village_stands_in_a_later_round() -> None:
    """Y18."""
    position, rng = find("yucatan").opening(4, {}), Random(1)
    while position.dump()["phase"] != "turn":
        seat = position.actors()[0]
        position.play(seat, position.draw(rng) if seat == CHANCE else position.pick(seat, rng))
    data = position.dump()
    taken = {village["at"] for village in data["villages"]}
    reasons: list[str] = []
    for space in sorted(set(labels(BOARDS[4].spaces)) - taken):
        more = sorted([*data["villages"], {"at": space, "seat": None, "size": "small"}], key=lambda v: v["at"])
        reasons.append(refused({**data, "villages": more}))
    assert sum("only 12 neutral villages" in reason for reason in reasons) > 5


def test_no_phase_of_the_set_up_is_without_something_to_place() -> None:
    """Y19, Y24."""
    data = setup("warriors")
    for phase in ("large", "small", "neutral"):
        for turn in (0, 1):
            refused({**data, "phase": phase, "turn": turn, "warriors": []})
    refused({**data, "turn": 1 - data["turn"]})


def test_no_ninth_village_is_placed() -> None:
    """Y28."""
    data = setup("small")
    mine = [{"at": at, "seat": data["turn"], "size": "small"} for at in ("A2", "C1", "C3", "E1", "E5", "G2", "G11")]
    assert "(Y19)" in refused({**data, "villages": [v for v in data["villages"] if v["size"] == "large"] + mine})


def test_no_warrior_of_the_set_up_stands_away_from_his_city() -> None:
    """Y24."""
    data = setup("warriors")
    assert len(data["warriors"]) == 1
    assert "(Y24)" in refused({**data, "warriors": [{**data["warriors"][0], "at": "H1"}]})


def test_no_warrior_leads_prisoners_where_he_would_have_delivered_them() -> None:
    """Y41."""
    villages = [{"at": "K3", "seat": 0, "size": "large"}]
    for at in ("K3", "M3"):
        data = {
            "seats": 2,
            "turn": 0,
            "villages": villages,
            "warriors": [{"at": at, "seat": 0, "guild": "jaguar", "load": 1}],
        }
        assert "delivered there (Y41)" in refused(data)


def test_limits_are_those_that_a_game_can_lead_to() -> None:
    """Y36. With hundreds of them, every look at the position took a tenth of a second and 50 kB."""
    position, rng = find("yucatan").opening(2, {}), Random(1)
    data, at = position.dump(), list[str]()
    while len(at) < 4:
        seat = position.actors()[0]
        position.play(seat, position.draw(rng) if seat == CHANCE else position.pick(seat, rng))
        data = {**position.dump(), "limits": []}
        at = [w["at"] for w in data["warriors"] if w["seat"] == 0 and w["guild"] != "serpent"]
    a, b, c, d, *_ = at

    def limit(most: int, *at: str) -> dict[str, Any]:
        return {"seat": 0, "at": list(at), "guild": "serpent", "most": most}

    for limits in (
        [limit(1, a, b), limit(1, a, b)],
        [limit(1, a, b), limit(1, a, b, c)],
        [limit(1, a, b), limit(2, b, c, d)],
    ):
        assert "(Y36)" in refused({**data, "limits": limits})
    limits = [limit(0, a), limit(1, b, c), limit(2, b, c, d)]
    assert len(find("yucatan").load({**data, "limits": limits}).dump()["limits"]) == 3


def test_azteco_draws_three_artefacts_for_each_gain_while_there_are_any() -> None:
    """A gain of which a guess would make another one was taken."""
    azteco, rng = find("azteco"), Random(1)
    position = azteco.opening(3)
    while not position.dump()["gains"]:
        seat = position.actors()[0]
        position.play(seat, position.draw(rng) if seat == CHANCE else position.pick(seat, rng))
    data = position.dump()
    gain = data["gains"][0]
    drew = [gain["kept"], next(kind for kind in gain["drew"] if kind != gain["kept"])]
    with pytest.raises(Impossible, match="2 artefacts were drawn"):
        azteco.load({**data, "gains": [{**gain, "drew": drew}, *data["gains"][1:]]})
