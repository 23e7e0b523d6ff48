"""The JSON form of a position: complete, and refusing what cannot be."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from texcoco.game import CHANCE, Impossible
from texcoco.games.yucatan import YUCATAN

from .scene import scene

BASE: dict[str, Any] = {
    "seats": 2,
    "turn": 0,
    "villages": [{"at": "K3", "seat": 0, "size": "large"}, {"at": "G2", "seat": None}],
    "warriors": [{"at": "L5", "seat": 0, "guild": "jaguar", "load": 2}],
}


def test_what_is_left_out_has_its_default():
    dumped = YUCATAN.load(BASE).dump()
    assert dumped["supply"] == 48
    assert dumped["reserves"] == [
        {"jaguar": 2, "hummingbird": 3, "serpent": 3},
        {"jaguar": 3, "hummingbird": 3, "serpent": 3},
    ]
    assert dumped["round"] == 1
    assert YUCATAN.load(json.loads(json.dumps(dumped))).dump() == dumped


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"game": "mexica"}, "mexica"),
        ({"format": 2}, "format"),
        ({"rules": 99}, "rules"),
        ({"seats": 5}, "seats"),
        ({"options": {"rounds": 3}}, "rounds"),
        ({"phase": "siesta"}, "phase"),
        ({"turn": 2}, "turn"),
        ({"turn": True}, "turn"),
        ({"round": 151}, "round"),
        ({"owes": 0}, "nobody owes"),
        ({"thief": "C6"}, "nobody steals"),
        ({"phase": "dismiss", "owes": 0}, "does not lose"),
        ({"phase": "dismiss", "owes": 1}, "owes no warrior"),
        ({"phase": "steal", "thief": "C6"}, "nobody stands"),
        ({"phase": "over"}, "rounds are left"),
        ({"levels": [5, 0]}, "over"),
        ({"levels": [6, 0]}, "levels"),
        ({"prisoners": [1]}, "prisoners"),
        ({"prisoners": [49, 0]}, "more than 50"),
        ({"supply": 50}, "supply is 48"),
        ({"reserves": [1, 2]}, "reserves"),
        ({"villages": 3}, "list of objects"),
        ({"villages": [{"at": "Z9", "seat": 0}]}, "no space"),
        ({"villages": [{"at": "K10", "seat": 0}]}, "no village can stand"),
        ({"villages": [{"at": "L5", "seat": 0}]}, "next to a city"),
        ({"villages": [{"at": "K3", "seat": 0}, {"at": "K3", "seat": 1}]}, "two villages"),
        ({"villages": [{"at": "K3", "seat": 0}, {"at": "K4", "seat": 1}]}, "neighbours"),
        ({"villages": [{"at": "K3", "seat": 0, "size": "huge"}]}, "small and large"),
        ({"villages": [{"at": "G2", "seat": None, "size": "large"}]}, "cannot be large"),
        ({"villages": [{"at": "K3", "seat": None}]}, "beside a river"),
        ({"villages": [{"at": at, "seat": 0} for at in "A2 C1 C3 E5 G2 I10 M6 O1 K3".split()]}, "more than 8"),
        ({"warriors": [{"at": "J3", "seat": 0, "guild": "jaguar"}]}, "no warrior can stand"),
        ({"warriors": [{"at": "L5", "seat": 0, "guild": "?"}]}, "guild"),
        ({"warriors": [{"at": "L5", "seat": 0, "guild": "jaguar", "load": 4}]}, "load"),
        ({"warriors": [{"at": "L5", "seat": 0, "guild": "jaguar"}] * 2}, "two warriors"),
        ({"warriors": [{"at": at, "seat": 0, "guild": "jaguar"} for at in ("L5", "L6", "M2", "M4")]}, "only 3"),
        ({"warriors": [{"at": at, "seat": 1, "guild": "jaguar"} for at in ("L5", "L6", "M2")]}, "can feed 1"),
        ({"limits": [{"seat": 0, "at": ["K5"], "guild": "jaguar", "most": 0}]}, "not there"),
        ({"limits": [{"seat": 0, "at": ["L5"], "guild": "jaguar", "most": 0}]}, "at most 0"),
        ({"limits": [{"seat": 0, "at": ["L5"], "guild": "jaguar", "most": 1}]}, "says nothing"),
        ({"limits": [{"seat": 0, "at": None, "guild": "jaguar", "most": 1}]}, r"limits\[\].at is a list"),
        ({"warriors": [{"at": "L5", "seat": 0, "guild": "jaguar", "shown": "yes"}]}, "true or false"),
        ({"options": None}, "options is an object"),
        ({"phase": "large", "round": 0}, "nothing was won"),
        ({"phase": "first", "round": 0}, "before the first player"),
        ({"options": {"first": "1"}}, "the options say 1"),
        ({"colour": "red"}, "no field 'colour'"),
        ({"warriors": [{"at": "L5", "seat": 0, "guild": "jaguar", "may": []}]}, "no field 'may'"),
        ({"villages": [{"at": "K3", "seat": 0, "name": "Tulum"}]}, "no field 'name'"),
    ],
)
def test_an_impossible_position_is_refused_with_the_reason(change: dict[str, Any], reason: str):
    with pytest.raises(Impossible, match=reason):
        YUCATAN.load({**BASE, **change})


def test_every_kind_of_position_comes_back_from_its_json():
    thief = scene(warriors="C6 0 jaguar 1", prisoners=[0, 4], phase="steal", thief="C6")
    assert YUCATAN.load(thief.dump()).key() == thief.key()
    seen = {"steal"}
    for seed in range(8):
        rng, p = Random(seed), YUCATAN.start(2 + seed % 3)
        while actors := p.actors():
            if p.phase not in seen or rng.random() < 0.02:
                seen.add(p.phase)
                again = YUCATAN.load(json.loads(json.dumps(p.dump())))
                assert again.key() == p.key()
                assert again.actions(actors[0]) == p.actions(actors[0])
            p.apply(actors[0], p.draw(rng) if actors[0] == CHANCE else p.pick(actors[0], rng))
    assert seen == {"first", "large", "small", "neutral", "warriors", "turn", "steal", "dismiss"}


def test_pick_is_uniform_over_the_actions_of_a_turn():
    p = scene(villages="K3 0 large, N4 0", warriors="L5 0 jaguar, H3 0 serpent, K4 1", prisoners=[3, 0])
    rng, actions = Random(3), p.actions(0)
    counts = dict.fromkeys(actions, 0)
    for _ in range(200 * len(actions)):
        counts[p.pick(0, rng)] += 1
    assert min(counts.values()) > 130
    assert max(counts.values()) < 280


def test_a_copy_shares_nothing_and_keeps_the_step():
    p = scene(villages="K3 0, N4 0", warriors="L5 0 jaguar 2, H3 0 serpent")
    before = json.dumps(p.dump())
    copy = p.copy()
    copy.play(0, YUCATAN.parse("march L5 M3"))
    assert json.dumps(p.dump()) == before
    assert p.copy().key() == p.key()
    assert copy.key() != p.key()


def test_a_raider_may_stand_on_the_first_space_while_the_owner_dismisses_a_warrior() -> None:
    """Space A1 has the number 0, which must not be taken for nobody (Y34)."""
    p = scene(
        villages="A1 1 small, G1 1 small",
        warriors="B1 0 jaguar, C5 1 jaguar, C7 1 serpent, D6 1 serpent",
        turn=0,
    )
    p.play(0, YUCATAN.parse("march B1 A1"))
    assert p.phase == "dismiss"
    assert YUCATAN.load(p.dump()).dump() == p.dump()
    assert YUCATAN.guess(p.view(1), Random(1)).view(1) == p.view(1)
