"""Observations: what `view` shows a seat, and nothing else. What each part holds is worked out here from the view, as
JSON."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from states import GAMES, walk

from texcoco.game import CHANCE
from texcoco.games.azteco.cards import AT_ONCE, CHARACTERS, KIND_AT, KINDS, count_jewels
from texcoco.games.mexica.board import LETTERS
from texcoco.research.state import State, state_class
from texcoco.research.yucatan import YucatanState

View = dict[str, Any]


@pytest.mark.parametrize(("name", "seats"), GAMES)
def test_secrets_of_others_change_nothing(name: str, seats: int) -> None:
    """Whatever a seat may not know is dealt anew: its numbers stay the same."""
    rng = Random(f"{name} {seats}")
    differed = 0
    for seed in range(4 if name == "azteco" else 1):
        for state in walk(name, seats, seed):
            if rng.random() < 0.85:
                continue
            for seat in (None, *range(seats)):
                other = state.redeal(seat, rng)
                differed += other.position.dump() != state.position.dump()
                assert np.array_equal(state.observation(seat), other.observation(seat))
                if seat is not None:
                    assert np.array_equal(state.mask(seat), other.mask(seat))
    assert differed > 20 or name == "mexica"


@pytest.mark.parametrize(("name", "seats"), GAMES)
def test_every_number_follows_from_the_view(name: str, seats: int) -> None:
    rng = Random(f"{name} {seats}")
    for seed in range(4 if name == "azteco" else 1):
        for state in walk(name, seats, seed):
            if state.actors() and rng.random() < (0.8 if name == "azteco" else 0.95):
                continue
            for seat in (None, *range(seats)):
                observation = np.full(state.layout.size, 255, np.uint8)
                state.fill_observation(seat, observation)
                assert (observation <= state.layout.most).all()
                expected = EXPECTED[name](state.position.view(seat), state.dump(), seat)
                parts = state.layout.split(observation)
                assert list(parts) == list(expected)
                for part, numbers in parts.items():
                    assert np.array_equal(numbers, np.reshape(expected[part], numbers.shape)), (part, seat)


@pytest.mark.parametrize(("name", "seats"), GAMES)
def test_what_is_kept_between_observations_is_up_to_date(name: str, seats: int) -> None:
    """A state writes only what changed since it was last observed; a copy has nothing to go by and writes all."""
    rng = Random(f"{name} {seats}")
    spread = np.zeros((2, state_class(name).layout_for(seats).size), np.uint8).T  # not in one piece
    for seed in range(2 if name == "azteco" else 1):
        for state in walk(name, seats, seed):
            viewers = [seat for seat in (None, *range(seats)) if rng.random() < 0.2]
            for seat in viewers:
                state.fill_observation(seat, spread[:, 0])
                assert np.array_equal(spread[:, 0], state.copy().observation(seat))
                assert not spread[:, 1].any()


@pytest.mark.parametrize(("name", "seats"), GAMES)
def test_observations_keep_up_with_actions_of_the_position_itself(name: str, seats: int) -> None:
    """Bots and records of ours act on `position`; a state that was not told must notice."""
    rng = Random(f"{name} {seats} behind the back")
    for state in walk(name, seats, 5):
        seen = [state.observation(seat) for seat in range(seats)]
        assert all(np.array_equal(seen[seat], state.copy().observation(seat)) for seat in range(seats))
        position = state.position
        while (actors := position.actors()) and rng.random() < 0.5 and not state.dump().get("lifted"):
            seat = actors[0]
            position.apply(seat, position.draw(rng) if seat == CHANCE else position.pick(seat, rng))
        state.draw_chance(rng)


@pytest.mark.parametrize(("name", "seats"), GAMES)
def test_an_observation_belongs_to_who_asked_for_it(name: str, seats: int) -> None:
    """Whatever a caller writes into it, and in whatever order seats look, the next one is right."""
    rng = Random(f"{name} {seats} written over")
    for state in walk(name, seats, 3, most=150):
        expected = [state.copy().observation(seat) for seat in range(seats)]
        for seat in rng.choices(range(seats), k=seats):
            seen, mask = state.observation(seat), state.mask(seat)
            assert np.array_equal(seen, expected[seat])
            seen[:] = 255
            mask[:] = -1
            assert (state.mask(seat) >= 0).all()


def one_hot(count: int, *places: int | None) -> list[int]:
    return [int(n in places) for n in range(count)]


class Looking:
    """Seats as they are counted by the one that looks."""

    def __init__(self, view: View, seat: int | None):
        self.seats, self.own = view["seats"], seat or 0
        self.order = [(self.own + n) % self.seats for n in range(self.seats)]
        self.seat = one_hot(self.seats, seat)

    def mark(self, *seats: int | None) -> list[int]:
        return [int(seat in seats) for seat in self.order]

    def turned(self, values: list[Any]) -> list[Any]:
        return [values[seat] for seat in self.order]


def mexica(view: View, dump: View, seat: int | None) -> dict[str, Any]:
    looking = Looking(view, seat)
    wet = {space for tile in view["canals"] for space in tile}
    dry = {space for district in view["districts"] for space in district["spaces"]}
    founded = [district for district in view["districts"] if district["token"] is not None]

    def plane(spaces: Any) -> list[list[int]]:
        return [[int(f"{letter}{row}" in spaces) for letter in LETTERS] for row in range(1, 15)]

    def sizes(some: list[int]) -> list[int]:
        return [some.count(size) for size in range(3, 14)]

    owners = [*looking.order, None] if view["seats"] == 2 else looking.order
    vote = view["vote"] or {"size": None, "by": None, "asked": None}
    supply = view["supply"]
    return {
        "land": plane(dry),
        "canals": plane(wet),
        "bridges": [plane({b["at"] for b in view["bridges"] if b["dir"] == way}) for way in "hv"],
        "lifted": plane({dump["lifted"]}),
        "founded": plane({space for district in founded for space in district["spaces"]}),
        "calpulli": plane({district["token"] for district in founded}),
        "pawns": [plane({view["pawns"][s]}) for s in looking.order],
        "temples": [
            [plane({t["at"] for t in view["temples"] if [t["seat"], t["level"]] == [owner, n]}) for n in (1, 2, 3, 4)]
            for owner in owners
        ],
        "phase": one_hot(5, ["deal", "start", "turn", "vote", "over"].index(view["phase"])),
        "seat": looking.seat,
        "first": looking.mark(view["first"]),
        "turn": looking.mark(view["turn"]),
        "vote_by": looking.mark(vote["by"]),
        "vote_asked": looking.mark(vote["asked"]),
        "vote_size": sizes([vote["size"]]),
        "display": sizes(view["display"]),
        "later": sizes(view["later"]),
        "removed": sizes(view["removed"]),
        "refused": sizes(view["refused"]),
        "period": view["period"],
        "round": view["round"],
        "ap": view["ap"],
        "taken": view["taken"],
        "placed": view["placed"],
        "idle_rounds": view["idle_rounds"],
        "token_supply": view["token_supply"],
        "singles": supply["canal1"],
        "doubles": supply["canal2"],
        "bridges_left": supply["bridges"],
        "tokens": looking.turned(view["tokens"]),
        "hands": [[view["hands"][s][str(level)] for level in (1, 2, 3, 4)] for s in looking.order],
        "score": looking.turned(view["score"]),
    }  # fmt: skip


def yucatan(view: View, dump: View, seat: int | None) -> dict[str, Any]:
    looking = Looking(view, seat)
    labels = YucatanState.spaces(view["seats"])
    guilds = ("jaguar", "hummingbird", "serpent")
    phases = ["first", "large", "small", "neutral", "warriors", "turn", "steal", "dismiss", "over"]

    def plane(pieces: list[View], **wanted: Any) -> list[int]:
        at = {piece["at"] for piece in pieces if all(piece[key] == value for key, value in wanted.items())}
        return [int(label in at) for label in labels]

    def whole(reserve: Any) -> list[int]:
        return [reserve[guild] for guild in guilds] if isinstance(reserve, dict) else [0, 0, 0]

    villages, warriors, reserves = view["villages"], view["warriors"], view["reserves"]
    may = [{**warrior, "may": warrior.get("may", [warrior["guild"]])} for warrior in warriors]
    over = view["phase"] == "over"
    return {
        "small": [plane(villages, seat=s, size="small") for s in looking.order],
        "large": [plane(villages, seat=s, size="large") for s in looking.order],
        "neutral": plane(villages, seat=None),
        "warriors": [plane(warriors, seat=s) for s in looking.order],
        "guilds": [plane([warrior for warrior in may if guild in warrior["may"]]) for guild in guilds],
        "shown": plane(warriors, shown=True),
        "load": [plane([warrior for warrior in warriors if warrior["load"] >= n]) for n in (1, 2, 3)],
        "thief": plane([{"at": view["thief"]}]),
        "phase": one_hot(9, phases.index(view["phase"])),
        "seat": looking.seat,
        "first": looking.mark(view["first"]),
        "turn": looking.mark(view["turn"]),
        "owes": looking.mark(view["owes"]),
        "round": view["round"],
        "rounds_left": view["options"].get("rounds", 150) - view["round"],
        "supply": view["supply"],
        "prisoners": looking.turned(view["prisoners"]),
        "levels": looking.turned(view["levels"]),
        "reserves": looking.turned([sum(r.values()) if isinstance(r, dict) else r for r in reserves]),
        "own_reserve": [0, 0, 0] if seat is None else whole(reserves[seat]),
        "reserve_known": [whole(reserves[s]) if over else [0, 0, 0] for s in looking.order],
    }


def azteco(view: View, dump: View, seat: int | None) -> dict[str, Any]:
    looking = Looking(view, seat)
    seats = view["seats"]
    phases = ["first", "sheet", "card", "claim", "vote", "artefact", "keep", "effect", "over"]

    def jewels(text: str | None) -> list[int]:
        """Whether there is something, and what, as far as it is known."""
        return [int(text is not None), *count_jewels(text or "")]

    def vote(text: str | None) -> list[int]:
        kind, target = text.split() if text not in (None, "?") else ("", None)
        named = looking.mark(None if target is None else int(target))
        return [int(text is not None), int(kind == "accuse"), *named]

    def counts(names: list[str]) -> list[int]:
        found = Counter(names)
        return [found[kind] for kind in KINDS]

    cards = [card if card != "?" else None for card in view["cards"]] + [None] * (seats - len(view["cards"]))
    served = view["served"] or [""] * seats
    sheets = view["sheets"] + [None] * (seats - len(view["sheets"]))
    hand = [kind for kind in view["hand"] if kind != "?"]
    gains = [[gain for gain in view["gains"] if gain["seat"] == s] for s in range(seats)]
    passed: list[str] = []
    for gain in gains[seat] if seat is not None else []:
        drew = list(gain["drew"])
        drew.remove(gain["kept"])
        passed += drew
    past = [
        [
            [*count_jewels(done["cards"][s]), *count_jewels(done["claims"][s]), *vote(done["votes"][s])[1:]]
            for s in looking.order
        ]
        for done in view["rounds"]
    ]
    assert all(
        AT_ONCE[KIND_AT[g["kept"]]]
        for s in range(seats)
        if s != seat and view["phase"] != "over"
        for g in gains[s]
        if g["kept"] != "?"
    )
    return {
        "phase": one_hot(9, phases.index(view["phase"])),
        "seat": looking.seat,
        "first": looking.mark(view["first"]),
        "turn": looking.mark(view["turn"]),
        "awaited": looking.mark(*view["waiting"]),
        "round": view["round"],
        "strict_supply": view["options"].get("strict_supply", False),
        "rotate": view["options"].get("rotate", False),
        "curses": view["curses"],
        "fresh": view["deck"]["fresh"],
        "characters": [one_hot(6, CHARACTERS.index(sheets[s]) if sheets[s] else None) for s in looking.order],
        "jewels": looking.turned(view["jewels"]),
        "stones": looking.turned(view["stones"]),
        "cards": [jewels(cards[s]) for s in looking.order],
        "claims": [jewels(view["claims"][s]) for s in looking.order],
        "served": [count_jewels(served[s]) for s in looking.order],
        "votes": [vote(view["votes"][s]) for s in looking.order],
        "winners": looking.mark(*view["winners"]),
        "winner": looking.mark(*view["winners"][:1]),
        "hand": [one_hot(14, KIND_AT[kind]) for kind in hand] + [[0] * 14] * (3 - len(hand)),
        "effect": one_hot(14, None if view["effect"] is None else KIND_AT[view["effect"]]),
        "artefacts": [counts([g["kept"] for g in gains[s]]) for s in looking.order],
        "face_down": [sum(g["kept"] == "?" for g in gains[s]) for s in looking.order],
        "passed": counts(passed),
        "past": past + [[[0] * (7 + seats)] * seats] * (5 - len(past)),
    }  # fmt: skip


EXPECTED: dict[str, Callable[[View, View, int | None], dict[str, Any]]] = {
    "mexica": mexica,
    "yucatan": yucatan,
    "azteco": azteco,
}


@pytest.mark.parametrize(("name", "seats"), [("mexica", 3), ("yucatan", 3), ("azteco", 4)])
def test_no_view_and_no_list_of_actions_is_made_on_the_way(
    name: str, seats: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    position = type(state_class(name).start(seats).position)
    for method in ("view", "views", "dump", "actions", "pick"):
        monkeypatch.setattr(position, method, lambda *_, method=method: pytest.fail(f"{method} was asked for"))
    for state in walk(name, seats, 0):
        for seat in state.actors():
            state.observation(seat)
            state.mask(seat)


def test_parts_share_the_memory_of_an_observation_and_keep_batches() -> None:
    state: State = next(walk("mexica", 3, 0))
    observation = state.observation(0)
    state.layout.split(observation)["ap"][:] = 99
    assert observation[state.layout.slices["ap"]] == 99
    batch = np.stack([observation, observation])
    assert state.layout.split(batch)["pawns"].shape == (2, 3, 14, 21)
    assert len(state.layout.most) == state.layout.size == sum(part.size for part in state.layout.parts)


@pytest.mark.parametrize(("name", "seats"), [("mexica", 3), ("yucatan", 3), ("azteco", 4)])
def test_the_guide_has_the_layouts(name: str, seats: int) -> None:
    guide = (Path(__file__).parents[2] / "docs" / "research.md").read_text(encoding="utf-8")
    game = state_class(name)
    assert game.layout_for(seats).describe() in guide
    assert ", ".join(f"{game.layout_for(n).size:,} for {n}" for n in game.game.seats) in guide
    assert f"| {game.action_count:,} |" in guide


def test_what_no_byte_can_hold() -> None:
    """The largest numbers stand for all that are larger."""
    mexica = state_class("mexica").start(3)
    mexica.draw_chance(Random(1))
    mexica.position.score[:] = [254, 255, 1000]
    assert mexica.layout.split(mexica.observation(0))["score"].tolist() == [254, 255, 255]
    yucatan = state_class("yucatan").start(2, {"rounds": 500})
    yucatan.draw_chance(Random(1))
    shown: list[tuple[int, int]] = []
    for yucatan.position.round in (1, 245, 246, 300):
        parts = yucatan.layout.split(yucatan.observation(0))
        shown.append((int(parts["round"][0]), int(parts["rounds_left"][0])))
    assert shown == [(1, 255), (245, 255), (246, 254), (255, 200)]
    for name, seats in GAMES:
        assert state_class(name).layout_for(seats).most.max() <= 255
