"""The analysis of games that are over, over HTTP: for nobody while they run, once for all who ask, kept and removed
with the table."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from fuzzing import random_game
from running import Browser, analysed, enter, running

from texcoco.games import find
from texcoco.record import Record
from texcoco.tables import analyses
from texcoco.web.analysis_bodies import Analysis, TurnReport
from texcoco.web.settings import Limits

Json = dict[str, Any]


def game_of_azteco(seed: int = 4) -> Record:
    *_, (record, _) = random_game(find("azteco"), 3, Random(seed))
    return record


def short_game() -> Record:
    """The first two rounds: judged in no time."""
    record = game_of_azteco()
    steps = sorted({move.step for move in record.moves})
    return Record(record.game, 3, record.options, [move for move in record.moves if move.step <= steps[12]])


async def studied(browser: Browser, record: Record | None = None) -> str:
    text = (record or short_game()).text()
    return (await browser.post("/studies", {"record": text}, 201))["table"]


async def test_turns_are_judged_and_speak_of_moments(tmp_path: Path) -> None:
    async with running(tmp_path) as server, Browser(server.address) as ann:
        table = await studied(ann)
        first = await ann.get(f"/tables/{table}/analysis")
        assert first["summary"] is None
        found = await analysed(ann, table)
        msgspec.convert(found, Analysis)
        turns = found["turns"]
        assert found["done"] == found["total"] == len(turns) > 10
        assert [turn["turn"] for turn in turns] == list(range(len(turns)))
        shown = await ann.get(f"/tables/{table}/moments")
        for turn in turns:
            start, end = turn["moments"]
            assert 0 <= start < end < shown["total"]
            assert shown["moments"][end]["seat"] == turn["seat"]
            assert shown["moments"][end]["action"] == "; ".join(turn["played"])
            assert sum(turn["open_after"]) == pytest.approx(1, abs=0.01)
        assert {turn["mark"] for turn in turns} >= {"", "good"}
        better = next(turn for turn in turns if turn.get("best"))
        assert better["reason"]
        french = (await ann.get(f"/tables/{table}/analysis?lang=fr"))["turns"][better["turn"]]
        assert french["reason"] != better["reason"]
        later = await ann.get(f"/tables/{table}/analysis?from=5")
        assert later["turns"] == turns[5:]
        assert len(found["summary"]["accuracy"]) == len(found["summary"]["marks"]) == 3
        await ann.get(f"/tables/{table}/analysis?from=-1", 400)
        await ann.get("/tables/nowhere/analysis", 404)


async def test_a_running_game_has_no_analysis_for_anybody(tmp_path: Path) -> None:
    """At no moment of it: not for who sits there, and not for who looks on."""
    async with running(tmp_path) as server, AsyncExitStack() as stack:
        ann, eve = await enter(stack, server.address, "Ann", "Eve")
        await eve.arrive()
        table = (await ann.open("azteco", "me", "me", "me"))["table"]

        async def refused() -> None:
            for by in (ann, eve):
                answer = await by.get(f"/tables/{table}/analysis", 409)
                assert answer["refused"]["code"] == "no-analysis-yet"
                tried = await by.post(f"/tables/{table}/analysis/try", {"turn": 0, "actions": ["claim R"]}, 409)
                assert tried["refused"]["code"] == "no-analysis-yet"
            assert server.host.analyses.running == 0
            assert await server.host.store.analysis(table) is None

        await refused()
        await ann.do(table, "start")
        rng = Random(2)
        while True:
            states = (await ann.get(f"/tables/{table}"))["states"]
            if states[0]["status"] == "over":
                break
            await refused()
            state = next(state for state in states if state.get("actions"))
            action = rng.choice(state["actions"])
            await ann.do(table, "play", seat=state["seat"], step=state["step"], actions=[action])
        assert (await eve.get(f"/tables/{table}/analysis"))["total"] is None
        assert server.host.analyses.running == 1


async def test_it_is_kept_over_a_restart_and_removed_with_the_table(tmp_path: Path) -> None:
    async with running(tmp_path) as server, Browser(server.address) as ann:
        table = await studied(ann)
        found = await analysed(ann, table)
        cookie = ann.http.cookies
    async with running(tmp_path) as server, Browser(server.address) as ann:
        ann.http.cookies = cookie
        assert await ann.get(f"/tables/{table}/analysis") == found
        assert not server.host.analyses.pool.asked
        assert (await ann.http.delete(f"/tables/{table}")).status_code == 204
        assert await server.host.store.analysis(table) is None
        await ann.get(f"/tables/{table}/analysis", 404)


async def test_what_was_judged_before_a_restart_is_not_judged_again(tmp_path: Path) -> None:
    async with running(tmp_path) as server, Browser(server.address) as ann:
        table = await studied(ann)
        found = await analysed(ann, table)
        kept = await server.host.store.analysis(table)
        assert kept is not None
        turns: list[Json | None] = [*kept[1]["turns"][:-3], None, None, None]
        await server.host.store.keep_analysis(table, 1.0, {**kept[1], "turns": turns, "summary": None})
        server.host.analyses.pool.asked.clear()
        again = await analysed(ann, table)
        assert again == found
        assert server.host.analyses.pool.asked["judge"] <= 3
        assert not server.host.analyses.pool.asked["count turns"]


async def test_all_who_ask_share_one_analysis(tmp_path: Path) -> None:
    async with running(tmp_path) as server, AsyncExitStack() as stack:
        ann, eve = await enter(stack, server.address, "Ann", "Eve")
        table = await studied(ann)
        await asyncio.gather(*(by.get(f"/tables/{table}/analysis") for by in (ann, eve) for _ in range(5)))
        assert server.host.analyses.running == 1
        ours, theirs = await asyncio.gather(analysed(ann, table), analysed(eve, table))
        assert ours == theirs
        assert server.host.analyses.pool.asked["count turns"] == 1
        assert server.host.analyses.pool.asked["sum up"] == 1


async def test_it_pauses_when_nobody_asks_and_goes_on_when_somebody_does(tmp_path: Path) -> None:
    async with running(tmp_path) as server, Browser(server.address) as ann:
        server.host.analyses.patience = 0.0
        table = await studied(ann)
        await ann.get(f"/tables/{table}/analysis")
        while server.host.analyses.running:
            await asyncio.sleep(0.05)
        kept = await server.host.store.analysis(table)
        assert kept is not None
        assert kept[1]["summary"] is None
        server.host.analyses.patience = 60.0
        assert (await analysed(ann, table))["done"] > 10


async def test_an_address_begins_so_many_and_no_more(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with running(tmp_path, limits=Limits(loopback=1)) as server, Browser(server.address) as ann:
        monkeypatch.setattr(analyses, "MAX_RUNNING_OF_ONE", 1)
        one, other = await studied(ann), await studied(ann)
        await ann.get(f"/tables/{one}/analysis")
        assert (await ann.get(f"/tables/{other}/analysis", 503))["refused"]["code"] == "busy"
        monkeypatch.setattr(analyses, "MAX_RUNNING_OF_ONE", 100)
        server.host.analyses.patience = 0.0
        begun = 1
        while True:
            table = await studied(ann)
            answer = await ann.http.get(f"/tables/{table}/analysis")
            if answer.status_code != 200:
                break
            begun += 1
        assert answer.status_code == 429
        assert begun == Limits().analyses.burst


async def test_another_turn_is_tried(tmp_path: Path) -> None:
    async with running(tmp_path) as server, Browser(server.address) as ann:
        table = await studied(ann)
        turns = (await analysed(ann, table))["turns"]
        bad = max(turns, key=lambda turn: turn["loss"])
        assert bad["loss"] > 0

        async def tried(status: int = 200, **asked: Any) -> Json:
            return await ann.post(f"/tables/{table}/analysis/try", asked, status)

        same = await tried(turn=bad["turn"], actions=bad["played"])
        msgspec.convert(same, TurnReport)
        assert same["loss"] == pytest.approx(bad["loss"], abs=0.02)
        assert (await tried(turn=bad["turn"], actions=bad["best"]))["loss"] < bad["loss"]
        chance = next(turn for turn in turns if turn["seat"] < 0)
        for code, status, asked in (
            ("no-such-turn", 422, {"turn": 999, "actions": ["claim R"]}),
            ("no-such-turn", 422, {"turn": chance["turn"], "actions": ["claim R"]}),
            ("refused", 422, {"turn": bad["turn"], "actions": ["dance"]}),
            ("refused", 422, {"turn": bad["turn"], "actions": ["shift 9 9"]}),
            ("step-over", 409, {"turn": bad["turn"], "actions": [*bad["best"], *bad["best"]]}),
            ("bad-request", 400, {"turn": bad["turn"], "actions": []}),
            ("bad-request", 400, {"turn": -1, "actions": ["claim R"]}),
            ("bad-request", 400, {"turn": bad["turn"], "actions": ["claim R"], "depth": "deep"}),
        ):
            assert (await tried(status, **asked))["refused"]["code"] == code, asked


async def test_reports_are_at_the_moments_of_choices_that_were_made_at_the_same_time(tmp_path: Path) -> None:
    """The timeline has them in the order in which they were made: here the last seat always chooses first."""
    async with running(tmp_path) as server, Browser(server.address) as ann:
        table = (await ann.open("azteco", "me", "me", "me"))["table"]
        await ann.do(table, "start")
        rng = Random(5)
        while True:
            states = (await ann.get(f"/tables/{table}"))["states"]
            if states[0]["status"] == "over":
                break
            state = [state for state in states if state.get("actions")][-1]
            action = rng.choice(state["actions"])
            await ann.do(table, "play", seat=state["seat"], step=state["step"], actions=[action])
        while (found := await ann.get(f"/tables/{table}/analysis"))["done"] < 12:
            await asyncio.sleep(0.1)
        shown = (await ann.get(f"/tables/{table}/moments"))["moments"]
        assert [moment["seat"] for moment in shown if str(moment["action"]).startswith("claim")][:3] == [2, 1, 0]
        for turn in found["turns"]:
            moment = shown[turn["moments"][1]]
            assert (moment["seat"], moment["action"]) == (turn["seat"], "; ".join(turn["played"]))
