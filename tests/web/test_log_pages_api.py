"""The log over HTTP: by page, for one's own seat or as a spectator, and without a gap for who was away for long."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest
from running import Browser, Known, enter, running

from texcoco.tables.states import MAX_LINES, log_lines


@pytest.fixture(autouse=True)
def talkative(monkeypatch: pytest.MonkeyPatch) -> None:
    """People may talk as much as these tests need."""
    monkeypatch.setattr("texcoco.tables.quota.TALK", 1_000_000)


async def talk(browser: Browser, table: str, lines: int) -> None:
    for number in range(lines):
        await browser.do(table, "chat", text=f"line {number}")


async def pages(browser: Browser, table: str, query: str = "") -> list[Any]:
    """The whole log, read from its end."""
    page = await browser.get(f"/tables/{table}/log?{query}")
    lines = page["log"]
    while page["from"]:
        page = await browser.get(f"/tables/{table}/log?{query}&before={page['from']}")
        assert len(page["log"]) <= MAX_LINES
        lines = page["log"] + lines
    assert len(lines) == page["lines"]
    return lines


async def test_pages_add_up_to_the_log_of_a_seat_or_a_spectator(tmp_path: Path) -> None:
    async with running(tmp_path) as server, AsyncExitStack() as stack:
        ann, bob, eve = await enter(stack, server.address, "Ann", "Bob", "Eve")
        opened = await ann.open("azteco", "me", "open", "greedy")
        table = opened["table"]
        token = next(i["token"] for i in opened["invitations"] if i["free"])
        await bob.do(table, "sit", token=token)
        await ann.do(table, "start")
        await talk(ann, table, 2 * MAX_LINES)
        while 2 in (await ann.get(f"/tables/{table}"))["states"][0]["actors"]:  # the bot's line comes when it likes
            await asyncio.sleep(0.01)
        found = await server.host.table(table)
        for browser, seat in ((ann, 0), (bob, 1), (eve, None)):
            lines = await pages(browser, table, "" if seat is None else f"seat={seat}")
            assert lines == log_lines(found, seat, 0, found.lines[seat])
            (state,) = (await browser.get(f"/tables/{table}"))["states"]
            assert state["log"] == lines[-MAX_LINES:]
        for browser, seat in ((ann, 1), (bob, 2), (eve, 0), (bob, 7)):
            problem = await browser.get(f"/tables/{table}/log?seat={seat}", 403)
            assert problem["refused"]["code"] == "not-your-seat"
        assert (await eve.get(f"/tables/{table}/log?before=0"))["log"] == []
        assert (await eve.get(f"/tables/{table}/log?before=999999"))["from"] == found.lines[None] - MAX_LINES
        await eve.get(f"/tables/{table}/log?before=-1", 400)
        await eve.get("/tables/nowhere/log", 404)


async def test_who_comes_back_after_a_long_time_gets_the_last_lines_and_asks_for_the_others(tmp_path: Path) -> None:
    async with running(tmp_path) as server, AsyncExitStack() as stack:
        ann, eve = await enter(stack, server.address, "Ann", "Eve")
        table = (await ann.open("tiny", "me", "me"))["table"]
        await talk(ann, table, 30)
        await eve.arrive()
        known = Known()
        async with eve.stream(table, known) as stream:
            await stream.until(lambda: known.states)
        await talk(ann, table, 3 * MAX_LINES)
        async with eve.stream(table, known) as stream:
            await stream.until(lambda: known.states[None]["lines"] == 30 + 3 * MAX_LINES)
        assert len(known.states[None]["log"]) == MAX_LINES
        assert [line["text"] for line in known.logs[None]] == [f"line {n}" for n in (*range(30), *range(3 * MAX_LINES))]
