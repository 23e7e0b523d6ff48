"""The guided first games: the real engine plays them, both languages tell them, and the learner sees its own secrets
only.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from tiny import TINY

from texcoco.game import Event, Game, Json
from texcoco.games import GAMES, find
from texcoco.lesson import BadLesson, NoLesson, lesson
from texcoco.words import LANGUAGES

TAUGHT = [name for name in GAMES if find(name).lesson() is not None]


def script(game: str) -> Json:
    given = find(game).lesson()
    assert given is not None
    return given


def test_mexica_is_taught() -> None:
    assert "mexica" in TAUGHT


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", TAUGHT)
def test_a_lesson_can_be_played_from_its_first_step_to_its_last(name: str, lang: str) -> None:
    """Each expected action is legal for the learner, in the notation that the engine writes, and every step has its
    words.
    """
    taught = lesson(find(name), lang)
    assert len(taught["steps"]) == len(script(name)["steps"])
    for step in taught["steps"]:
        assert set(step["expect"] or ()) <= set(step["actions"])
        assert step["view"]["seat"] == taught["seat"]
        assert 0 < len(step["say"].split()) <= 40, step["say"]
    assert json.loads(json.dumps(taught)) == taught


@pytest.mark.parametrize("name", TAUGHT)
def test_a_lesson_cites_rules_that_there_are_and_leaves_no_sentence_unsaid(name: str) -> None:
    game = find(name)
    said = {step["say"] for step in script(name)["steps"]}
    for lang in LANGUAGES:
        anchors = set(re.findall(r'id="([^"]+)"', game.rulebook(lang)))
        assert {rule for step in script(name)["steps"] for rule in step.get("rules", ())} <= anchors
        keys = {
            key.removeprefix("lesson.").removesuffix(".title")
            for key in game.words.catalogue(lang)
            if key.startswith("lesson.")
        }
        assert keys == said


@pytest.mark.parametrize("name", TAUGHT)
def test_a_lesson_teaches_by_doing(name: str) -> None:
    steps = lesson(find(name))["steps"]
    assert sum(step["expect"] is not None for step in steps) >= len(steps) / 2


@pytest.mark.parametrize("lang", LANGUAGES)
def test_mexicas_lesson_says_which_tokens_it_sets_aside(lang: str) -> None:
    steps = list(zip(script("mexica")["steps"], lesson(find("mexica"), lang)["steps"], strict=True))
    dropped = [(step["start"]["removed"], shown["say"]) for step, shown in steps if "start" in step]
    assert [tokens for tokens, _ in dropped] == [[9, 11, 12]]
    for tokens, said in dropped:
        assert {str(token) for token in tokens} <= set(re.findall(r"\d+", said)), said


@pytest.mark.parametrize("name", TAUGHT)
def test_french_lessons_are_set_as_french_is(name: str) -> None:
    for key, sentence in find(name).words.catalogue("fr").items():
        if key.startswith("lesson."):
            assert not re.search(r"[^\u00a0\u202f][:;!?]", sentence), sentence
            assert "'" not in sentence, sentence


def replayed(game: Game, given: Json) -> Iterator[tuple[Json, list[Event], Json]]:
    """The lesson played again without `texcoco.lesson`: each step with the learner's view and events, unfiltered."""
    position = (
        game.opening(given["seats"], given.get("options")) if given.get("start") is None else game.load(given["start"])
    )
    told: list[Event] = []
    for step in given["steps"]:
        if "start" in step:
            position, told = game.load(step["start"]), []
        for line in step.get("play", ()):
            who, _, texts = line.partition(":")
            for text in texts.split(";"):
                told += position.play(-1 if who == "*" else int(who), game.parse(text))
        yield step, told, position.view(given["seat"])
        told = position.play(given["seat"], game.parse(step["expect"][0])) if step.get("expect") else []


@pytest.mark.parametrize("name", TAUGHT)
def test_the_learner_is_shown_its_own_view_and_events_and_no_more(name: str) -> None:
    game, given = find(name), script(name)
    steps = lesson(game)["steps"]
    for shown, (_, told, view) in zip(steps, replayed(game, given), strict=True):
        assert shown["view"] == view
        assert shown["events"] == [heard.dump() for event in told if (heard := event.to(given["seat"])) is not None]
        assert shown["actions"] or not {"costs", "plans"} & shown.keys()
        assert ("costs" in shown) == bool(shown["actions"] and game.resources)
        assert set(shown) - {"costs", "plans"} == {
            "say",
            "title",
            "light",
            "expect",
            "view",
            "actions",
            "events",
            "rules",
        }


# --- the machinery, on the tiny game ---

STEPS: list[Json] = [
    {"say": "hello", "play": ["*: deal 4; deal 2; prize 3"]},
    {"say": "bid", "expect": ["bid 2", "bid 3"]},
    {"say": "others", "play": ["1: bid 1"]},
]
SAID = {"lesson.hello": "Hello.", "lesson.hello.title": "A game", "lesson.bid": "Bid!", "lesson.others": "Look."}


def taught(monkeypatch: pytest.MonkeyPatch, steps: list[Json], **more: Any) -> Json:
    given = {"seats": 2, "seat": 0, "steps": steps, **more}
    monkeypatch.setattr(TINY, "lesson", lambda: given, raising=False)
    monkeypatch.setattr(TINY.words, "_catalogues", {lang: {**TINY.words.catalogue(lang), **SAID} for lang in LANGUAGES})
    return lesson(TINY)


def test_a_step_shows_what_has_happened_since_the_last(monkeypatch: pytest.MonkeyPatch) -> None:
    hello, bid, others = taught(monkeypatch, STEPS)["steps"]
    assert [event["values"]["action"] for event in hello["events"]] == ["deal 4", "deal ?", "prize 3"]
    assert (hello["title"], hello["expect"], bid["title"]) == ("A game", None, None)
    assert bid["events"] == []
    assert bid["expect"] == ["bid 2", "bid 3"]
    assert [event["key"] for event in others["events"]] == ["bid", "bid", "bids"]
    assert others["view"]["points"] == [3, 0]  # it goes on from the first
    assert others["view"]["cards"] == [4, None]


def test_a_step_may_begin_elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    position = TINY.opening(2)
    for text in ("deal 5", "deal 6", "prize 1"):
        position.play(-1, TINY.parse(text))
    steps = taught(monkeypatch, [*STEPS[:2], {"say": "others", "start": position.dump()}])["steps"]
    assert steps[2]["events"] == []
    assert steps[2]["view"]["cards"] == [5, None]
    assert steps[2]["actions"]


@pytest.mark.parametrize(
    ("steps", "why"),
    [
        ([{"say": "hello", "expect": ["bid 2"]}], "not Ann's turn"),
        ([STEPS[0], {"say": "bid", "expect": ["bid 1", "bid 9"]}], "no action"),
        ([STEPS[0], {"say": "bid", "expect": ["BID 1"]}], "is written"),
        ([{"say": "hello", "play": ["2: rest"]}], "turn"),
        ([{"say": "hello", "play": ["deal 3"]}], "expected `seat"),
        ([{"say": "silence"}], "lesson.silence"),
        ([{"say": "hello", "expects": []}], "means nothing"),
    ],
)
def test_a_lesson_that_cannot_be_played_says_where(
    steps: list[Json], why: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(BadLesson, match=r"^step \d") as bad:
        taught(monkeypatch, steps)
    assert why in str(bad.value)


def test_a_game_without_a_lesson_says_so() -> None:
    with pytest.raises(NoLesson):
        lesson(TINY)
