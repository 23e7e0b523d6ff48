"""Whatever is written to the engine, it answers every line, and what it refuses changes nothing."""

from __future__ import annotations

import io
import json
from random import Random
from typing import Any

import pytest
from fuzzing import ODD_TEXTS, spoil_bytes, spoil_json
from hypothesis import given, settings
from hypothesis import strategies as st
from tiny import ACTIONS

from texcoco.game import CHANCE
from texcoco.games import find
from texcoco.protocol import REQUESTS, Engine

WORDS = [*REQUESTS, *ACTIONS, "tiny", "mexica", "en", "fr", "auto", "manual", "random", "greedy", "rounds", ""]
NAMES = ["do", "id", *sorted({name for known in REQUESTS.values() for name in known})]
scalars = (
    st.none()
    | st.booleans()
    | st.integers(-3, 6)
    | st.integers()
    | st.floats()
    | st.sampled_from(WORDS)
    | st.text(max_size=8)
)
values = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=6,
)
objects = st.dictionaries(st.sampled_from(NAMES) | st.text(max_size=5), values, max_size=5)


@st.composite
def requests(draw: st.DrawFn) -> Any:
    """A request as it should be, of which something may be changed, added or left out."""
    do = draw(st.sampled_from(list(REQUESTS)))
    usual: dict[str, st.SearchStrategy[Any]] = {
        "game": st.just("tiny"),
        "seats": st.integers(2, 4),
        "options": st.just({}) | st.fixed_dictionaries({"rounds": st.integers(0, 6)}),
        "seed": st.none() | st.integers(0, 9),
        "lang": st.sampled_from(["en", "fr"]),
        "chance": st.sampled_from(["auto", "manual"]),
        "seat": st.integers(-1, 3),
        "action": st.sampled_from(sorted(ACTIONS)),
        "since": st.integers(0, 5),
        "bot": st.just("random"),
        "seconds": st.none() | st.just(0.1),
        "position": objects.map(lambda some: {"game": "tiny", **some}),
    }
    request: dict[str, Any] = {"do": do, **{name: draw(usual[name]) for name in REQUESTS[do]}}
    if draw(st.booleans()):
        name = draw(st.sampled_from([*request, "id", "extra"]))
        if draw(st.booleans()):
            request[name] = draw(values)
        else:
            request.pop(name, None)
    return request


def told(engine: Engine) -> Any:
    """All that the engine knows."""
    return [engine.answer({"do": do}) for do in ("dump", "record", "events", "actors", "hash")]


def answered(engine: Engine, line: bytes) -> Any:
    """The reply to a line, which is one line of JSON; if it is a refusal, nothing has changed."""
    before = told(engine)
    raw = engine.reply(line)
    assert b"\n" not in raw
    reply = json.loads(raw.decode("utf-8"))
    assert type(reply["ok"]) is bool
    if not reply["ok"]:
        assert ("error" in reply) != ("refusal" in reply)
        assert told(engine) == before
    return reply


@settings(max_examples=100, deadline=None)
@given(st.lists(requests() | objects | values, max_size=12))
def test_any_json_is_answered(lines: list[Any]) -> None:
    engine = Engine()
    engine.answer({"do": "new", "game": "tiny", "seats": 3, "seed": 1})
    for line in lines:
        answered(engine, json.dumps(line).encode("utf-8", "surrogatepass"))


@settings(max_examples=100, deadline=None)
@given(st.lists(st.binary(max_size=60), max_size=8), requests(), st.randoms(use_true_random=False))
def test_any_bytes_are_answered_line_by_line(junk: list[bytes], request: Any, rng: Random) -> None:
    """Bytes of any kind, and a request of which some bytes are changed."""
    spoilt = bytearray(json.dumps(request).encode())
    for _ in range(rng.randrange(4)):
        spoilt[rng.randrange(len(spoilt))] = rng.randrange(256)
    text = b"\n".join([*junk, bytes(spoilt)]) + b"\n"
    replies = io.BytesIO()
    Engine().serve(io.BytesIO(text), replies)
    assert replies.getvalue().count(b"\n") == text.count(b"\n")
    for line in replies.getvalue().splitlines():
        assert type(json.loads(line)["ok"]) is bool


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_a_position_of_which_something_is_changed_is_loaded_or_refused(data: st.DataObject) -> None:
    engine = Engine()
    engine.answer({"do": "new", "game": "mexica", "seats": 3, "seed": 1})
    position = engine.answer({"do": "dump"})["position"]
    name = data.draw(st.sampled_from(sorted(position)))
    position[name] = data.draw(values)
    reply = answered(engine, json.dumps({"do": "load", "position": position}).encode("utf-8", "surrogatepass"))
    assert reply["ok"] or not reply["error"].startswith("internal error"), reply
    for seat in engine.answer({"do": "actors"})["actors"]:
        reply = answered(engine, json.dumps({"do": "actions", "seat": seat}).encode())
        assert reply["ok"]


def right_request(engine: Engine, rng: Random) -> dict[str, Any]:
    """A request that fits the game as it stands."""
    do = rng.choice([*REQUESTS, "play", "play", "load"])
    name = rng.choice(("mexica", "yucatan", "azteco"))
    actors = engine.answer({"do": "actors"})["actors"] or [0]
    seat = rng.choice(actors)
    actions = engine.answer({"do": "actions", "seat": seat})["actions"] if do == "play" else []
    usual: dict[str, Any] = {
        "game": name, "seats": rng.choice(list(find(name).seats)), "options": {}, "seed": rng.randrange(9), "lang": "en",
        "chance": rng.choice(("auto", "manual")), "seat": seat, "action": rng.choice(actions or ODD_TEXTS), "since": rng.randrange(5),
        "bot": "random", "seconds": 0.1, "position": engine.answer({"do": "dump"})["position"] if do == "load" else {},
    }  # fmt: skip
    if do in ("view", "events", "bot") and seat == CHANCE:
        usual["seat"] = 0
    return {"do": do, **{field: usual[field] for field in REQUESTS[do]}}


def referee(seed: int, lines: int) -> int:
    """Lines that are almost right, in the middle of games; how many were refused. What is refused leaves the position
    as it was.
    """
    engine, rng, refused = Engine(), Random(f"engine {seed}"), 0
    engine.answer({"do": "new", "game": "azteco", "seats": 3, "seed": 1})
    for number in range(lines):
        request: Any = right_request(engine, rng)
        for _ in range(rng.choice((0, 1, 1, 2))):
            request = spoil_json(request, rng)
        line = json.dumps(request).encode()
        if rng.random() < 0.2:
            line = spoil_bytes(line, rng).replace(b"\n", b" ")
        before = engine.answer({"do": "dump"})
        reply = json.loads(engine.reply(line))
        where = f"seed {seed}, line {number}: {line[:2000]!r}"
        assert type(reply["ok"]) is bool, where
        if not reply["ok"]:
            refused += 1
            assert engine.answer({"do": "dump"}) == before, where
            assert not str(reply.get("error")).startswith("internal error"), f"{reply} {where}"
    return refused


def test_lines_that_are_almost_right_are_refused_and_change_nothing() -> None:
    assert referee(1, 300) > 100


@pytest.mark.long
@pytest.mark.parametrize("shard", range(10))
def test_twenty_thousand_lines_that_are_almost_right(shard: int) -> None:
    referee(100 + shard, 2000)
