"""The public JSON of a position: what it says, what may be left out, and what is refused as impossible."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from texcoco.game import Impossible
from texcoco.games.mexica import MEXICA

from . import naive
from .scene import NEUTRALS, begin, legal, play, scene, scene_json
from .test_naive import LIKINGS, agree_on, scattered, step

EXAMPLE: dict[str, Any] = json.loads("""
{"game": "mexica", "format": 1, "rules": 1, "seats": 3, "options": {}, "phase": "turn", "period": 1, "round": 2, "first": 0, "turn": 0,
 "ap": 3, "taken": 0, "canals": [["O6","O7"],["O8","O9"],["K3"]], "bridges": [{"at": "O7", "dir": "h"}],
 "temples": [{"at": "J4", "seat": 0, "level": 3}],
 "founded": [], "display": [3,4,4,5,6,8,9,11], "later": [3,5,6,7,10,12,13], "removed": [],
 "pawns": ["H6","G7","I7"], "tokens": [0,1,0], "token_supply": 11, "supply": {"canal1": 5, "canal2": 35, "bridges": 10},
 "hands": [{"1":3,"2":3,"3":1,"4":1},{"1":3,"2":3,"3":2,"4":1},{"1":3,"2":3,"3":2,"4":1}], "score": [0,0,0],
 "vote": null, "refused": [], "placed": true, "idle_rounds": 0}
""")
SPARE = ("format", "rules", "options", "removed", "vote", "refused", "placed", "idle_rounds")


def test_the_documented_example_is_a_position_and_is_written_back_with_its_pieces_in_order_of_their_spaces() -> None:
    position = MEXICA.load(EXAMPLE)
    assert position.dump() == naive.tidy(EXAMPLE)
    assert legal(position, "bridge") == {"bridge O6 h", "bridge O8 h", "bridge O9 h", "bridge K3 h", "bridge K3 v"}
    agree_on(position)


def test_what_may_be_left_out_is_filled_in() -> None:
    short = {key: value for key, value in EXAMPLE.items() if key not in SPARE}
    assert MEXICA.load(short).dump() == naive.tidy({**EXAMPLE, "placed": False})


@pytest.mark.parametrize("key", [key for key in EXAMPLE if key not in SPARE])
def test_nothing_else_may_be_left_out(key: str) -> None:
    with pytest.raises(Impossible, match=key):
        MEXICA.load({name: value for name, value in EXAMPLE.items() if name != key})


def test_the_order_of_pieces_in_the_json_does_not_matter() -> None:
    rng = Random(1)
    data = MEXICA.load(scattered(rng)).dump()
    shuffled = copy.deepcopy(data)
    for key in ("canals", "bridges", "temples", "founded", "display", "later", "removed"):
        rng.shuffle(shuffled[key])
    for tile in shuffled["canals"]:
        tile.reverse()
    assert MEXICA.load(shuffled).dump() == data
    assert MEXICA.load(shuffled).key() == MEXICA.load(data).key()


@pytest.mark.parametrize("phase", ["deal", "start", "turn", "vote", "over"])
def test_positions_of_every_phase_can_be_saved_and_loaded(phase: str) -> None:
    rng = Random(phase)
    position = MEXICA.start(2)
    found = 0
    for _ in range(20_000):
        if position.dump()["phase"] == phase:
            assert MEXICA.load(json.loads(json.dumps(position.dump()))).dump() == position.dump()
            found += 1
            if found == 4 or phase == "over":
                return
        step(position, rng, LIKINGS["talkers"]) if position.actors() else None
        if not position.actors() and phase != "over":
            position = MEXICA.start(2)
    assert found >= 3


# --- impossible positions ---

Change = Callable[[dict[str, Any]], object]
TIP = """
        R  S  T  U
    6   .  ~  .  .
    7   .  -  .  .
    8   .  =  .  b2
    9   .  =  .  ~
"""
THIRTY_EIGHT = [["O6", "O7"], ["O8", "O9"]]
THIRTY_EIGHT += [[f"{a}{y}", f"{b}{y}"] for a, b in ("CD", "EF") for y in range(2, 14)] + [
    [f"K{y}", f"L{y}"] for y in range(2, 13)
]
THIRTY_EIGHT += [["M9", "N9"]]


def to(**values: Any) -> Change:
    return lambda data: data.update(values)


def at(*path: Any) -> Callable[[Any], Change]:
    """`at("pawns", 0)("O6")` sets what is there."""

    def change(value: Any) -> Change:
        def apply(data: dict[str, Any]) -> None:
            inner: Any = data
            for key in path[:-1]:
                inner = inner[key]
            inner[path[-1]] = value

        return apply

    return change


def more(key: str, *pieces: Any) -> Change:
    return lambda data: data[key].extend(pieces)


def both(*changes: Change) -> Change:
    return lambda data: [change(data) for change in changes]


def temple(space: str, seat: int | None = 0, level: int = 1) -> Change:
    """One more temple, taken from the hand as it should be."""

    def change(data: dict[str, Any]) -> None:
        data["temples"].append({"at": space, "seat": seat, "level": level})
        if seat is not None:
            data["hands"][seat][str(level)] -= 1

    return change


def canal(*tile: str) -> Change:
    def change(data: dict[str, Any]) -> None:
        data["canals"].append(list(tile))
        data["supply"][f"canal{min(len(tile), 2)}"] -= 1

    return change


def bridge(space: str, way: Any = "h") -> Change:
    def change(data: dict[str, Any]) -> None:
        data["bridges"].append({"at": space, "dir": way})
        data["supply"]["bridges"] -= 1

    return change


def token(space: str, size: int) -> Change:
    def change(data: dict[str, Any]) -> None:
        data["founded"].append({"at": space, "size": size})
        next(data[where] for where in ("display", "later") if size in data[where]).remove(size)

    return change


IMPOSSIBLE: dict[str, tuple[Change, str]] = {
    # pieces where they cannot be
    "a temple on a canal": (temple("S8"), "a temple is at S8, which is a canal"),
    "a temple on a bridge": (temple("S7"), "a temple is at S7, which is a canal"),
    "a temple in the lake": (temple("S6"), "a temple is at S6, which is lake"),
    "a temple on the palace": (temple("H8"), "a temple is at H8, which is palace"),
    "two temples on a space": (temple("U8"), "both at U8"),
    "a temple under a pawn": (temple("H3"), "both at H3"),
    "a temple off the map": (temple("V3"), "V3"),
    "a neutral temple among three": (temple("K5", None), "neutral"),
    "a temple of nobody's seat": (more("temples", {"at": "K5", "seat": 3, "level": 1}), r"temples\[\].seat"),
    "a temple of level 5": (more("temples", {"at": "K5", "seat": 0, "level": 5}), r"temples\[\].level"),
    "two pawns on a space": (to(pawns=["H6", "H6", "I7"]), "two pawns are at H6"),
    "two pawns on a bridge": (to(pawns=["S7", "S7", "I7"]), "two pawns are at S7"),
    "a pawn in a canal": (to(pawns=["S8", "G7", "I7"]), "in a canal without a bridge"),
    "a pawn in the lake": (to(pawns=["S6", "G7", "I7"]), "lake"),
    "a pawn on a temple": (to(pawns=["U8", "G7", "I7"]), "both at U8"),
    "a pawn nowhere": (to(pawns=[None, "G7", "I7"]), "nowhere"),
    "a pawn off the map": (to(pawns=["H15", "G7", "I7"]), "H15"),
    "a pawn too few": (to(pawns=["H6", "G7"]), "pawns is a list of 3"),
    "a canal in the lake": (canal("S6"), "S6, which is lake"),
    "a canal half in the lake": (canal("R6", "S6"), "S6, which is lake"),
    "a canal on the palace": (canal("H7"), "H7, which is palace"),
    "two canals on a space": (canal("S8"), "two canals lie on S8"),
    "a canal bent round a corner": (canal("K5", "L6"), "neither one space nor two neighbours"),
    "a canal of three spaces": (canal("K5", "K6", "K7"), "neither one space nor two neighbours"),
    "a canal of no space": (more("canals", []), "neither one space nor two neighbours"),
    "a canal on one space twice": (canal("K5", "K5"), "neither one space nor two neighbours"),
    "a canal under a pawn": (canal("H3"), "in a canal without a bridge"),
    "a canal under a temple": (canal("U8"), "a temple is at U8, which is a canal"),
    "the canal of the start missing": (
        lambda d: (d["canals"].remove(["O6", "O7"]), at("supply", "canal2")(35)(d)),
        "O6 O7",
    ),
    "the canal of the start laid otherwise": (
        lambda d: d["canals"].__setitem__(slice(0, 2), [["O6"], ["O7", "O8"], ["O9"]]),
        "from the start",
    ),
    "a bridge on land": (bridge("R8"), "R8, where no canal is"),
    "a bridge on the lake": (bridge("S6"), "S6, where no canal is"),
    "two bridges on a space": (bridge("S7"), "two bridges lie on S7"),
    "a ramp in a canal": (bridge("S8", "v"), "ramp of the bridge at S8 is in the water"),
    "a ramp in the lake": (bridge("S9", "v"), "ramp of the bridge at S9 is in the water"),
    "a bridge that runs nowhere": (bridge("S8", "d"), "one of h and v"),
    "a bridge without direction": (bridge("S8", None), "one of h and v"),
    "a token in a district of another size": (token("T8", 6), "asks for 6 spaces, its district has 7"),
    "two tokens in a district": (
        lambda d: (canal("T6", "U6")(d), token("T8", 5)(d), token("T9", 5)(d)),
        "lie in the same district",
    ),
    "a token on a temple": (token("U8", 7), "both at U8"),
    "a token on a canal": (token("S8", 7), "a calpulli token is at S8, which is a canal"),
    "a token in the lake": (token("S6", 7), "lake"),
    "a token under a pawn": (both(token("T8", 7), to(pawns=["T8", "G7", "I7"])), "T8"),
    "a token of no size there is": (more("founded", {"at": "T8", "size": 14}), r"founded\[\].size"),
    # sums
    "38 two-space canals": (
        lambda d: d.update(canals=[*THIRTY_EIGHT], bridges=[], supply={"canal1": 6, "canal2": -1, "bridges": 11}),
        "supply.canal2 .* not -1",
    ),
    "38 two-space canals and none said to be missing": (
        lambda d: d.update(canals=[*THIRTY_EIGHT], bridges=[], supply={"canal1": 6, "canal2": 0, "bridges": 11}),
        "38 canals of two spaces on the board",
    ),
    "a one-space canal too many": (at("supply", "canal1")(6), "canals of one space"),
    "a two-space canal too few": (at("supply", "canal2")(33), "canals of two spaces"),
    "a bridge too many": (at("supply", "bridges")(11), "1 bridges on the board and 11 in the supply"),
    "bridges below none": (at("supply", "bridges")(-1), "supply.bridges"),
    "an action token too many": (to(tokens=[1, 0, 0]), "action tokens"),
    "action tokens below none": (to(tokens=[-1, 0, 1]), r"tokens\[0\]"),
    "a temple too many in hand": (at("hands", 0, "4")(2), "seat 0 has 0 temples of level 4"),
    "a temple too few in hand": (at("hands", 1, "2")(1), "seat 1 has 1 temples of level 2"),
    "temples of period 2 in period 1": (at("hands", 2)({"1": 6, "2": 5, "3": 4, "4": 3}), "in period 1"),
    "a calpulli token too many": (more("display", 13), "calpulli tokens of size 13"),
    "a calpulli token too few": (lambda d: d["display"].pop(), "calpulli tokens of size"),
    "a calpulli token of no size there is": (more("removed", 2), "removed"),
    "three tokens of 3": (lambda d: (d["display"].remove(4), d["display"].append(3)), "calpulli tokens of size 3"),
    "too many tokens kept": (lambda d: d["later"].append(d["display"].pop()), "8 tokens are kept for period 2"),
    "tokens kept in period 2": (
        lambda d: d.update(period=2, hands=[{"1": 6, "2": n, "3": 4, "4": 3} for n in (5, 4, 5)]),
        "kept for later in the last period",
    ),
    # times, votes, options
    "another game": (to(game="chess"), "chess"),
    "a format of the future": (to(format=2), "format"),
    "rules of the future": (to(rules=MEXICA.rules + 1), "rules"),
    "five seats": (to(seats=5), "seats"),
    "a phase that there is not": (to(phase="lunch"), "lunch"),
    "period 3": (to(period=3), "period"),
    "round 0": (to(round=0), "round"),
    "a turn of nobody": (to(turn=3), "turn"),
    "a first player that is not there": (to(first=3), "first"),
    "no first player": (to(first=None), "first"),
    "points below none": (to(ap=-1), "ap"),
    "more points than six and all tokens": (to(ap=19), "ap"),
    "three tokens taken": (to(taken=3), "taken"),
    "a score below none": (to(score=[0, -1, 0]), "score"),
    "a score too few": (to(score=[0, 0]), "score is a list of 3"),
    "a vote in a turn": (to(vote={"size": 3, "by": 0, "asked": 1}), "vote and phase"),
    "the phase of a vote without one": (to(phase="vote"), "vote and phase"),
    "a vote in the first period": (to(phase="vote", vote={"size": 3, "by": 0, "asked": 1}), "such a vote cannot be"),
    "a proposal refused in the first period": (to(refused=[3]), "refused in period 1"),
    "four idle rounds": (to(idle_rounds=3), "idle_rounds"),
    "an option that there is not": (to(options={"speed": 3}), "speed"),
    "a value that an option has not": (to(options={"neutral_levels": 21}), "neutral_levels"),
    "an option that says another first player": (to(options={"first": "1"}), "options say 1"),
    "an option with a seat that is not there": (to(options={"first": "3"}), "seat 3"),
    "the start after something was played": (to(phase="start"), "something has been played"),
    "the deal after something was played": (to(phase="deal"), "something has been played"),
    "an end in the first period": (to(phase="over"), "over in period 1"),
    "a word of its own": (to(cheat=True), "cheat"),
    # junk
    "seats as a word": (to(seats="3"), "seats"),
    "seats as true": (to(seats=True), "seats"),
    "canals as a number": (to(canals=7), "canals is a list"),
    "a canal as a word": (more("canals", "K5"), r"canals\[\] is a list"),
    "a canal of numbers": (more("canals", [5, 6]), "canals: 5 is no space"),
    "bridges as an object": (to(bridges={}), "bridges is a list"),
    "a bridge as a list": (more("bridges", ["K5", "h"]), r"bridges\[\] is an object"),
    "a bridge with something more": (more("bridges", {"at": "S8", "dir": "h", "toll": 1}), r"bridges\[\] is an object"),
    "temples as null": (to(temples=None), "temples is a list"),
    "a temple as null": (more("temples", None), r"temples\[\] is an object"),
    "a temple at null": (more("temples", {"at": None, "seat": 0, "level": 1}), "temples: None is no space"),
    "a temple at a list": (more("temples", {"at": ["K5"], "seat": 0, "level": 1}), "is no space of the map"),
    "a temple of level 1.0": (more("temples", {"at": "K5", "seat": 0, "level": 1.0}), r"temples\[\].level"),
    "a token without a place": (more("founded", {"size": 7}), r"founded\[\] is an object"),
    "a display of words": (to(display=["3"]), "display"),
    "pawns as a word": (to(pawns="H6"), "pawns is a list"),
    "supply as a list": (to(supply=[5, 35, 10]), "supply is an object"),
    "hands as an object": (to(hands={}), "hands is a list"),
    "a hand as a list": (at("hands", 0)([3, 3, 2, 1]), r"hands\[0\] is an object"),
    "a hand without a level": (at("hands", 0)({"1": 3, "2": 3, "3": 2}), r"hands\[0\] is an object"),
    "a phase as a list": (to(phase=["turn"]), "phase"),
    "placed as a number": (to(placed=1), "placed"),
    "a vote as a word": (to(phase="vote", vote="13"), "vote"),
    "options as a list": (to(options=[]), "options is an object"),
    "a name in small letters": (to(pawns=["h6", "G7", "I7"]), "h6"),
    "a name with a zero": (to(pawns=["H06", "G7", "I7"]), "H06"),
}


@pytest.mark.parametrize("what", IMPOSSIBLE)
def test_an_impossible_position_is_refused_with_the_reason(what: str) -> None:
    change, reason = IMPOSSIBLE[what]
    data = scene_json(TIP, more={"H3": "C"})
    MEXICA.load(data)
    change(data)
    with pytest.raises(Impossible, match=reason):
        MEXICA.load(data)


def voting(**given: Any) -> dict[str, Any]:
    return scene_json(period=2, display=(9, 13), phase="vote", vote={"size": 13, "by": 0, "asked": 1}, **given)


@pytest.mark.parametrize(
    "wrong",
    [{"size": 12}, {"by": 1}, {"asked": 0}, {"asked": 3}, {"by": -1}, {"size": None}],
    ids=["not displayed", "not the player to move", "asked oneself", "nobody", "chance", "no size"],
)
def test_a_vote_that_cannot_be_is_refused(wrong: dict[str, Any]) -> None:
    data = voting()
    MEXICA.load(data)
    data["vote"].update(wrong)
    with pytest.raises(Impossible, match=r"vote|seat"):
        MEXICA.load(data)


def test_a_vote_on_what_was_refused_this_round_is_refused() -> None:
    with pytest.raises(Impossible, match="such a vote cannot be"):
        MEXICA.load(voting(refused=[13]))


# --- set-up ---


def test_pawns_start_in_turn_order_in_a_loaded_start_too() -> None:
    data = begin(3, first="1").dump()
    MEXICA.load({**data, "pawns": [None, "H6", None], "turn": 2})
    wrong = (
        (["H6", None, None], 1),
        ([None, "H6", None], 1),
        ([None, "K3", None], 2),
        (["H6", "G7", "I7"], 1),
        ([None] * 3, 0),
    )
    for pawns, turn in wrong:
        with pytest.raises(Impossible):
            MEXICA.load({**data, "pawns": pawns, "turn": turn})


@pytest.mark.parametrize("wrong", [{"ap": 3}, {"ap": 0}, {"taken": 1}, {"placed": True}, {"idle_rounds": 1}])
@pytest.mark.parametrize("phase", ["deal", "start"])
def test_before_the_first_turn_nobody_has_used_points(phase: str, wrong: dict[str, Any]) -> None:
    """M-TURN: the first turn has six points like any other."""
    data = begin(3).dump() if phase == "start" else MEXICA.start(3).dump()
    MEXICA.load(data)
    with pytest.raises(Impossible):
        MEXICA.load({**data, **wrong})


@pytest.mark.parametrize(
    ("moved", "to_space", "reason"),
    [
        ("E5", "B5", "lake"),
        ("E5", "E2", "lake"),
        ("E5", "F11", "fewer than four"),
        ("J12", "I11", "I11 and F10|F10 and I11"),
    ],
    ids=["on the shore", "on the northern shore", "next to another", "four steps from another"],
)
def test_a_neutral_temple_where_none_may_be_placed_is_refused(moved: str, to_space: str, reason: str) -> None:
    """M-2P: they never move, so in every phase they keep the rules of their placing."""
    data = scene_json(seats=2)
    MEXICA.load(data)
    next(temple for temple in data["temples"] if temple["at"] == moved)["at"] = to_space
    with pytest.raises(Impossible, match=reason):
        MEXICA.load(data)


def test_a_neutral_temple_too_few_or_of_another_level_is_refused() -> None:
    """M-2P."""
    data = scene_json(seats=2)
    with pytest.raises(Impossible, match="neutral"):
        MEXICA.load({**data, "temples": data["temples"][1:]})
    with pytest.raises(Impossible, match="neutral"):
        MEXICA.load({**data, "options": {"neutral_levels": 25}})


def test_a_loaded_deal_always_has_something_left_for_chance_to_do() -> None:
    """M-2P: neutral temples that leave no room for the others are never left standing, so such a position is
    refused."""
    position, rng = MEXICA.start(2), Random(0)
    while len(position.dump()["display"]) < 8:
        play(position, str(position.draw(rng)))
    seen = 0
    for seed in range(60):
        trial, rng = position.copy(), Random(seed)
        while trial.chances()[0][0].kind == "neutral":
            before, action = trial.dump(), trial.draw(rng)
            if play(trial, str(action))[-1]["key"] == "neutral_again":
                _, space, level = str(action).split()
                stuck = {**before, "temples": [*before["temples"], {"at": space, "seat": None, "level": int(level)}]}
                with pytest.raises(Impossible):
                    MEXICA.load(stuck)
                seen += 1
    assert seen


# --- anything at all ---

JUNK = [None, True, False, 0, 1, 2, 3, -1, 13, 99, 1.5, 10**30, "", "H6", "S7", "K5", "turn", "vote", "h"]
JUNK += [[], {}, [[]], ["K5", "K6"], {"at": "K5"}]


def spoilt(data: dict[str, Any], rng: Random) -> dict[str, Any]:
    """The same JSON with one thing in it replaced, doubled or taken out."""
    data = json.loads(json.dumps(data))
    here: Any = data
    while True:
        keys = list(here) if isinstance(here, dict) else list(range(len(here)))
        key = rng.choice(keys)
        if isinstance(here[key], (dict, list)) and here[key] and rng.random() < 0.7:
            here = here[key]
            continue
        how = rng.randrange(4)
        if how == 0 and isinstance(here, list):
            here.append(here[key])
        elif how == 1 and isinstance(here, list):
            del here[key]
        else:
            here[key] = rng.choice(JUNK)
        return data


@pytest.mark.parametrize("seed", range(8))
def test_whatever_is_loaded_is_refused_as_impossible_or_can_be_played(seed: int) -> None:
    rng = Random(seed)
    position = MEXICA.start(rng.choice([2, 3, 4]))
    sources = [position.dump()]
    while position.actors():
        (seat,) = position.actors()
        position.apply(seat, position.draw(rng) if seat < 0 else position.pick(seat, rng))
        if rng.random() < 0.1 or position.dump()["phase"] in ("start", "vote", "over"):
            sources.append(position.dump())
    accepted = 0
    for _ in range(400):
        data = spoilt(rng.choice(sources), rng)
        try:
            loaded = MEXICA.load(data)
        except Impossible:
            continue
        accepted += 1
        again = loaded.dump()
        assert naive.count(again) == naive.box(again)
        assert MEXICA.load(again).dump() == again
        for _ in range(4):
            for seat in loaded.actors()[:1]:
                assert loaded.actions(seat)
                loaded.play(seat, loaded.draw(rng) if seat < 0 else loaded.pick(seat, rng))
    assert accepted


def test_two_player_scenes_stand_on_legal_sites() -> None:
    """M-2P: the sites that these tests use."""
    assert {temple["at"] for temple in scene(seats=2).dump()["temples"]} == set(NEUTRALS)
