"""The engine against the slow reimplementation: the same legal actions, and the same position after each."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest
from sampling import seeds

from texcoco.game import CHANCE, Impossible
from texcoco.games.mexica import MEXICA, MexicaPosition

from . import naive
from .scene import GROUND, NEUTRALS, beside, scene_json

LIKINGS: dict[str, dict[str, float]] = {
    "of everything": {},
    "diggers": {"canal": 8, "found": 20, "end": 0.5},
    "bridge builders": {"bridge": 6, "shift": 6, "canal": 4, "boat": 6, "end": 0.5},
    "temple builders": {"temple": 8, "found": 20, "end": 0.3},
    "talkers": {"propose": 3, "agree": 2, "end": 2},
}
"""What random players like to do: weights of kinds of actions, 1 where none is given."""


def agree_on(position: MexicaPosition) -> set[str]:
    """Both list the same, and that is the answer."""
    data = position.dump()
    (seat,) = position.actors() or (0,)
    listed = [str(action) for action in position.actions(seat)]
    slow = naive.legal(data)
    assert len(listed) == len(set(listed)), "listed twice"
    missing, extra = sorted(slow - set(listed)), sorted(set(listed) - slow)
    assert not missing, f"should be legal, is not listed: {missing[:8]}\n{position.text()}\n{json.dumps(data)}"
    assert not extra, f"is listed, should not be legal: {extra[:8]}\n{position.text()}\n{json.dumps(data)}"
    return slow


def step(position: MexicaPosition, rng: Random, liking: dict[str, float]) -> str:
    """Plays a random action, a kind first; both must come to the same position."""
    (seat,) = position.actors()
    if seat == CHANCE:
        action = position.draw(rng)
    else:
        by_kind: dict[str, list[Any]] = {}
        for action in position.actions(seat):
            by_kind.setdefault(action.kind, []).append(action)
        kinds = list(by_kind)
        action = rng.choice(by_kind[rng.choices(kinds, [liking.get(kind, 1) for kind in kinds])[0]])
    expected = naive.after(position.dump(), str(action))
    position.play(seat, action)
    assert position.dump() == expected, f"{action} leads elsewhere\n{position.text()}"
    return str(action)


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("who", LIKINGS)
def test_whole_games_go_the_same_way_and_every_so_often_all_legal_actions_are_the_same(seats: int, who: str) -> None:
    rng = Random(f"{seats} {who}")
    position = MEXICA.start(seats)
    while position.actors():
        first_round = position.phase == "turn" and position.period == position.round == 1
        if rng.random() < (0.03 if first_round else 0.15):
            agree_on(position)
        step(position, rng, LIKINGS[who])
    assert naive.legal(position.dump()) == set()


def scattered(rng: Random, **given: Any) -> dict[str, Any]:
    """Pieces strewn over the island, as no game would have them."""
    seats = given.pop("seats", rng.choice([2, 3, 4]))
    period = given.pop("period", rng.choice([1, 2]))
    land = [at for at, mark in GROUND.items() if mark == "." and not (seats == 2 and at in NEUTRALS)]
    canals = {at for at, mark in GROUND.items() if mark == "="}
    tiles, singles, doubles = ["O6 O7", "O8 O9"], rng.randrange(7), rng.randrange(36)
    seed = rng.choice(land)
    for _ in range(singles + doubles):  # canals that hang together enough to cut land off
        near = [at for at in land if at not in canals and beside(at) & canals] if rng.random() < 0.6 else []
        at = rng.choice(near or [at for at in land if at not in canals] or [seed])
        others = sorted(other for other in beside(at) if other in land and other not in canals)
        if at in canals:
            continue
        if singles and rng.random() < 0.2:
            tiles.append(at)
            canals.add(at)
            singles -= 1
        elif others and len([t for t in tiles if " " in t]) < 37:
            tile = [at, rng.choice(others)]
            tiles.append(" ".join(tile))
            canals |= set(tile)
    solid = {at for at, mark in GROUND.items() if mark != "~"} - canals
    bridges: dict[str, str] = {}
    for at in rng.sample(sorted(canals), len(canals)):
        for way, (dx, dy) in rng.sample([("h", (1, 0)), ("v", (0, 1))], 2):
            ends = {f"{chr(ord(at[0]) + s * dx)}{int(at[1:]) + s * dy}" for s in (1, -1)}
            if (
                at not in bridges
                and len(bridges) < given.get("most_bridges", 11)
                and ends <= solid
                and rng.random() < 0.6
            ):
                bridges[at] = way
    given.pop("most_bridges", None)
    free = [at for at in land if at not in canals]
    rng.shuffle(free)
    temples: dict[str, str] = {}
    for seat in range(seats):
        for level, most in naive.TEMPLES[period].items():
            for _ in range(rng.randrange(most + 1) if rng.random() < 0.7 else 0):
                if len(free) > 6:
                    temples[free.pop()] = f"{'abcd'[seat]}{level}"
    if seats == 2:
        temples |= {at: f"n{level}" for at, level in NEUTRALS.items()}
    data = scene_json(tiles=tiles, more=temples, seats=seats, period=period)
    data["bridges"] = [{"at": at, "dir": way} for at, way in bridges.items()]
    data["supply"]["bridges"] = 11 - len(bridges)
    standing = [*free, "H6", "G7", "I7", "H8", "H7"]
    data["pawns"] = [rng.choice(sorted(bridges)) if bridges and rng.random() < 0.4 else None for _ in range(seats)]
    data["pawns"] = [
        at if at is not None and data["pawns"].index(at) == s else rng.choice(standing)
        for s, at in enumerate(data["pawns"])
    ]
    while len(set(data["pawns"])) < seats:
        data["pawns"] = rng.sample(standing, seats)
    found_some(data, rng)
    data["tokens"] = [rng.randrange(12 // seats + 1) for _ in range(seats)]
    data["token_supply"] = 12 - sum(data["tokens"])
    data.update(
        turn=rng.randrange(seats),
        ap=rng.choice([0, 1, 2, 3, 4, 5, 6, 6, 8]),
        taken=rng.randrange(3),
        round=rng.choice([2, 3, 9]),
    )
    data.update(given)
    return data


def found_some(data: dict[str, Any], rng: Random) -> None:
    """Founds about half of the districts that have a token's size and room for it."""
    board = naive.Board(data)
    for land in board.districts():
        room = sorted((land & board.empty) - naive.PALACE)
        if room and len(land) in data["display"] and rng.random() < 0.5:
            data["display"].remove(len(land))
            data["founded"].append({"at": naive.name(rng.choice(room)), "size": len(land)})


@pytest.mark.parametrize("seed", seeds(50, 120))
def test_in_positions_that_no_game_came_to_the_same_actions_are_legal(seed: int) -> None:
    rng = Random(seed)
    position = MEXICA.load(scattered(rng))
    agree_on(position)
    for _ in range(5):
        if position.actors():
            step(position, rng, LIKINGS[rng.choice(list(LIKINGS))])
    if position.actors() and not (position.period == position.round == 1):
        agree_on(position)


@pytest.mark.parametrize("seed", seeds(20, 40))
def test_with_no_bridge_in_the_supply_the_same_shifts_are_legal(seed: int) -> None:
    """M-RELOC."""
    rng = Random(seed)
    while True:
        data = scattered(rng, ap=3)
        if not data["supply"]["bridges"]:
            break
    position = MEXICA.load(data)
    assert any(action.kind == "shift" for action in position.actions(data["turn"]))
    agree_on(position)


@pytest.mark.parametrize("seed", seeds(15, 30))
def test_from_a_bridge_the_same_boats_are_legal_whatever_points_are_left(seed: int) -> None:
    """M-BOAT."""
    rng = Random(1000 + seed)
    while True:
        data = scattered(rng)
        if len(data["bridges"]) > 5:
            break
    bridges = [bridge["at"] for bridge in data["bridges"]]
    data["pawns"] = rng.sample(bridges, data["seats"])
    for ap in range(7):
        agree_on(MEXICA.load({**data, "ap": ap}))


def cramped(rng: Random) -> dict[str, Any]:
    """A first round in which the pawn of the next seat is walled in but for a gap or two."""
    most = rng.choice([0, 2, 11])
    data = scattered(
        rng, seats=rng.choice([3, 4]), period=1, round=1, turn=0, ap=rng.choice([1, 2, 6]), most_bridges=most
    )
    if rng.random() < 0.5:  # else the strewn canals stay
        data.update(
            canals=[["O6", "O7"], ["O8", "O9"]],
            bridges=[],
            supply={"canal1": 6, "canal2": 35, "bridges": 11},
            founded=[],
        )
        data.update(
            {
                key: value
                for key, value in scene_json(seats=data["seats"]).items()
                if key in ("display", "later", "removed")
            }
        )
        data["pawns"] = rng.sample(["H6", "G7", "I7", "H8", "H7"], data["seats"])
    board = naive.Board(data)
    prey = rng.choice(sorted(board.empty - naive.PALACE))
    room = {prey}
    for _ in range(rng.randrange(8)):
        room.add(rng.choice(sorted({to for at in room for to in naive.beside(at)} & board.empty | room)))
    wall = sorted({to for at in room for to in naive.beside(at)} & board.empty - room - naive.PALACE)
    rng.shuffle(wall)
    data["pawns"][1] = naive.name(prey)
    for at in wall[rng.choice([1, 1, 2, 3]) :]:
        levels = [(seat, level) for seat in range(data["seats"]) for level in "1234" if data["hands"][seat][level]]
        if not levels:
            break
        seat, level = rng.choice(levels)
        data["hands"][seat][level] -= 1
        data["temples"].append({"at": naive.name(at), "seat": seat, "level": int(level)})
    for seat in range(2, data["seats"]):
        if wall and rng.random() < 0.3:
            data["pawns"][seat] = naive.name(wall.pop(0))
    if rng.random() < 0.5 and wall and naive.name(wall[0]) not in data["pawns"]:
        near = [to for to in naive.beside(wall[0]) if to in board.empty and to not in room and to not in wall]
        if near:
            data["pawns"][0] = naive.name(rng.choice(near))
    return data


@pytest.mark.parametrize("seed", seeds(5, 10))
def test_in_the_first_round_the_same_actions_pen_somebody_in(seed: int) -> None:
    """M-PEN, by playing every action in a copy and flooding it."""
    rng = Random(2000 + seed)
    data = scattered(rng, period=1, round=1, ap=rng.choice([1, 2, 5, 6]))
    agree_on(MEXICA.load(data))


def test_where_somebody_is_nearly_walled_in_the_same_actions_pen() -> None:
    """M-PEN: canals, temples, pawns that walk or fly, tokens and bridges that leave; all of them close a gap here."""
    rng, penning, tried = Random(7), dict[str, int](), 0
    while tried < 25:
        try:
            position = MEXICA.load(cramped(rng))
        except Impossible:  # two pieces on a space: strewn badly
            continue
        tried += 1
        kept = agree_on(position)
        for text in naive.legal({**position.dump(), "round": 2}) - kept:
            penning[text.split()[0]] = penning.get(text.split()[0], 0) + 1
    assert penning.keys() >= {"canal", "temple", "walk", "fly"}, f"too tame: {penning}"
