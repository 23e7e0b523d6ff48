"""How one's own finished games went: counted from one's own seats, and from nobody else's."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from pathlib import Path
from random import Random
from typing import Any

from party import Party
from running import Browser, analysed, enter, play_over_http, running

from texcoco.game import Event
from texcoco.games import find
from texcoco.store import Card
from texcoco.tables.results import OwnGame, _kind_of_opening, _own_game, against_levels, opening_event
from texcoco.web.settings import Limits, Rate
from texcoco.words import Words


async def play(browser: Browser, *seats: str, seed: int = 1, **more: Any) -> str:
    """A whole game of Azteco on one's seat."""
    table = (await browser.open("azteco", *seats, **more))["table"]
    await browser.do(table, "start")
    await play_over_http(browser, table, Random(seed))
    return str(table)


async def test_results_openings_and_the_last_games(tmp_path: Path) -> None:
    async with running(tmp_path) as server, AsyncExitStack() as stack:
        ann, eve = await enter(stack, server.address, "Ann", "Eve")
        assert await ann.get("/me/games") == {"games": [], "totals": [], "more": False, "results": [], "openings": []}
        first = await play(ann, "me", "1", "random")
        second = await play(ann, "random", "me", "random", seed=2)
        on = await play(ann, "me", "1", "random", **{"from": {"table": first, "moment": 9}})
        shared = (await ann.open("azteco", "me", "me", "random"))["table"]
        await ann.open("azteco", "me", "random", "random")
        told = await ann.get("/me/games")
        assert [game["table"] for game in told["games"]] == [on, second, first]
        assert shared not in str(told)
        assert [game["from_position"] for game in told["games"]] == [True, False, False]
        assert [game["seat"] for game in told["games"]] == [0, 1, 0]
        assert told["games"][2]["against"] == ["1", "random"]
        results = [(await ann.get(f"/tables/{game['table']}"))["states"][0]["result"] for game in told["games"]]
        for game, result in zip(told["games"], results, strict=True):
            assert game["place"] == result["ranks"][game["seat"]]
            assert game["score"] == result["scores"][game["seat"]]
            assert game["won"] == (game["seat"] in result["winners"])
            assert game["to_the_end"]
            assert "accuracy" not in game, "nobody has had it analysed"
        won = [game["won"] for game in told["games"]]
        assert told["totals"] == [{"game": "azteco", "games": 2, "won": won[1] + won[2]}]
        assert not told["more"]
        assert told["results"] == [
            {"game": "azteco", "opponent": "1", "games": 1, "won": won[2]},
            {"game": "azteco", "opponent": "random", "games": 2, "won": won[1] + won[2]},
        ]
        assert sum(opening["games"] for opening in told["openings"]) == 2
        for opening in told["openings"]:
            assert opening["action"].startswith("claim ")
            assert opening["event"]["values"]["action"] == opening["action"]
        assert (await eve.get("/me/games"))["games"] == []


async def test_accuracy_comes_with_the_analysis(tmp_path: Path) -> None:
    async with running(tmp_path) as server, AsyncExitStack() as stack:
        ann, eve = await enter(stack, server.address, "Ann", "Eve")
        table = await play(ann, "random", "me", "random")
        await play(ann, "me", "random", "random", seed=2)
        summary = (await analysed(eve, table))["summary"]  # whoever asks for it; two seats may be as accurate
        later, first = (await ann.get("/me/games"))["games"]
        assert first["accuracy"] == summary["accuracy"][1]
        assert "accuracy" not in later
        assert "accuracy" not in str(await eve.get("/me/games"))


async def test_what_a_bot_played_on_is_not_ones_own_accuracy(tmp_path: Path) -> None:
    async with running(tmp_path) as server, Browser(server.address) as ann:
        table = (await ann.open("azteco", "me", "random", "random"))["table"]
        await ann.do(table, "start")
        await ann.do(table, "resign", seat=0)
        for _ in range(100):
            if (await ann.get(f"/tables/{table}"))["states"][0]["status"] == "over":
                break
            await asyncio.sleep(0.1)
        assert (await analysed(ann, table))["summary"]["accuracy"][0] is not None
        (game,) = (await ann.get("/me/games"))["games"]
        assert not game["to_the_end"]
        assert "accuracy" not in game


async def test_a_game_without_a_choice_has_been_analysed_but_has_no_accuracy(tmp_path: Path) -> None:
    """It is null then: the page need not offer the analysis again."""
    async with running(tmp_path) as server, AsyncExitStack() as stack:
        ann, bo = await enter(stack, server.address, "Ann", "Bo")
        table = (await ann.open("mexica", "me", "open", public=True))["table"]
        await bo.do(table, "sit", seat=1, name="Bo")
        await ann.do(table, "start")
        await bo.do(table, "resign", seat=1)
        assert (await analysed(ann, table))["summary"]["accuracy"] == [None, None]
        (game,) = (await ann.get("/me/games"))["games"]
        assert game["won"]
        assert game["accuracy"] is None


async def test_who_asks_too_often_has_to_wait(tmp_path: Path) -> None:
    limits = Limits(results=Rate(0.01, 2), loopback=1)
    async with running(tmp_path, limits=limits) as server, Browser(server.address) as ann:
        assert [(await ann.http.get("/me/games")).status_code for _ in range(3)] == [200, 200, 429]


# --- single games ---

CARD: dict[str, Any] = {
    "game": "mexica",
    "held": [["a"], [], []],
    "seats": [{"kind": "person", "bot": None}, {"kind": "bot", "bot": "3"}, {"kind": "person", "bot": "5"}],
    "result": {"winners": [0], "ranks": [1, 2, 3], "scores": [9, 8, 7], "by_bots": [2], "resigned": []},
}


def own(holder: str = "a", **changes: Any) -> OwnGame | None:
    return _own_game(Card("t", {**CARD, **changes}, 5.0), holder)


def result(**changes: Any) -> dict[str, Any]:
    return {**CARD["result"], **changes}


def test_what_counts_as_ones_own_game() -> None:
    assert own() == OwnGame("t", 5.0, "mexica", 0, 3, 1, 9, True, ("3", ""), False, True)
    assert own("b") is None
    assert own(held=[["a"], ["a"], []]) is None
    assert own(result=result(by_bots=[0])) is None, "a bot finished it"
    resigned = own(result=result(by_bots=[0], resigned=[0], winners=[1], ranks=[3, 1, 2]))
    assert resigned is not None
    assert not resigned.won
    assert not resigned.to_the_end
    others_gave_up = own(result={"by_bots": [1], "resigned": [1], "winners": [0], "how": "resigned"})
    assert others_gave_up is not None
    assert (others_gave_up.place, others_gave_up.score, others_gave_up.won) == (None, None, True)
    for damaged in (None, {}, {"winners": [0]}, 7):
        assert own(result=damaged) is None
    assert own(held=None) is None


def test_a_table_with_bots_of_two_levels_counts_for_both_once() -> None:
    games = [OwnGame("t", 1.0, "mexica", 0, 4, 1, 1, won, ("3", "3", "1"), False, True) for won in (True, False)]
    assert against_levels(games) == [
        {"game": "mexica", "opponent": "1", "games": 2, "won": 1},
        {"game": "mexica", "opponent": "3", "games": 2, "won": 1},
    ]


def test_an_opening_is_what_was_not_taken_back() -> None:
    party = Party("azteco", seats=3, options={"first": "0"}).start()
    words = find("azteco").words
    assert opening_event(party.log, 1, words) is None
    party.play(1, "claim BB")
    party.do(1, "undo", seat=1)
    party.play(1, "claim RR")
    found = opening_event(party.log, 1, words)
    assert found is not None
    assert found.values["action"] == "claim RR"


def test_an_opening_of_mexica_is_the_first_district_not_the_start_space() -> None:
    party = Party("mexica", seats=2, options={"first": "0"}).start()
    words = find("mexica").words
    party.play(0, "start H6")
    assert opening_event(party.log, 0, words) is None
    first = opening_event(party.log, 0, Words("none", {"en": {}}))
    assert first is not None
    assert first.values["action"] == "start H6", "a game that names no openings has its first action"


def test_openings_that_are_said_alike_are_counted_together() -> None:
    words = find("mexica").words
    found = [Event("found", 0, {"size": size, "at": at, "points": 5}) for size, at in ((6, "C3"), (6, "O9"), (7, "C3"))]
    here, there, larger = (_kind_of_opening(event, words) for event in found)
    assert here == there != larger
