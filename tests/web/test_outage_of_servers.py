"""Real servers after a time without any: every clock is credited, whoever is asked first and whatever is killed
meanwhile.
"""

from __future__ import annotations

import asyncio
import signal
import sqlite3
import time
from collections.abc import Callable
from contextlib import AsyncExitStack
from typing import Any

import asyncpg
import pytest
from crowd import begin, hosting
from running import Browser, Process

from texcoco.store import open_store
from texcoco.tables.cards import card_of
from texcoco.tables.requests import Who
from texcoco.web.identity import Identity

SECRETS = ["a" * 43, "b" * 43]
TABLES = 120
"""So many that a server which went through all of them would be busy with that for a while."""
MINUTES = 5
AWAY = 4000.0
"""Seconds without a server: longer than the clocks run."""


@pytest.fixture(params=["sqlite", "postgres"])
def url(request: pytest.FixtureRequest) -> str:
    return request.getfixturevalue(f"{request.param}_url")


async def prepare(url: str, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Tables where somebody is to move, and a server that ended some seconds after they had begun. The last in the
    lobby comes first.
    """
    people = [Who(Identity(secret, fresh=False).holder, f"P{seat}") for seat, secret in enumerate(SECRETS)]
    monkeypatch.setattr("crowd.PEOPLE", people)
    began = time.time() - AWAY
    async with hosting(url, now=lambda: began) as host:
        first = await begin(host, "mexica", 2, clock={"minutes": MINUTES, "increment": 0})
        entries, snapshot, card = await host.store.read(first.id), await host.store.snapshot(first.id), card_of(first)
        for number in range(1, TABLES):
            await host.store.append(f"copy{number}", entries, snapshot, card)
        await host.store.pulse("alive", began + 5)
        return [card.id for card in reversed(await host.cards(limit=2 * TABLES))]


async def until_alive(url: str, process: Process) -> None:
    """Waits for the first sign of life of a server that has just been started."""
    since, deadline = time.time() - AWAY / 2, time.monotonic() + 60
    while (await last_pulse(url) or 0.0) < since:
        assert process.process.poll() is None
        assert time.monotonic() < deadline
        await asyncio.sleep(0.002)


async def last_pulse(url: str) -> float | None:
    if url.startswith("sqlite"):
        with sqlite3.connect(url.removeprefix("sqlite:///")) as connection:
            return connection.execute("SELECT at FROM pulse WHERE name = 'alive'").fetchone()[0]
    connection: Any = await asyncpg.connect(url)
    try:
        return await connection.fetchval("SELECT at FROM texcoco.pulse WHERE name = 'alive'")
    finally:
        await connection.close()


def left(state: dict[str, Any]) -> float:
    """The seconds that the seat has left that is to move."""
    clock, (seat,) = state["clock"], state["actors"]
    return clock["left"][seat] - (time.time() - clock["since"][str(seat)])


async def check_credited(browser: Browser, ids: list[str]) -> None:
    began = time.time()
    for id in ids:
        shown = await browser.get(f"/tables/{id}")
        state = next(iter(shown["states"]))
        assert MINUTES * 60 - 65 - (time.time() - began) < left(state) <= MINUTES * 60, id


async def test_another_process_acts_first_and_the_one_that_noticed_is_killed(
    postgres_url: str, start: Callable[..., Process], monkeypatch: pytest.MonkeyPatch
) -> None:
    ids = await prepare(postgres_url, monkeypatch)
    one = start("--database", postgres_url)
    await until_alive(postgres_url, one)
    one.process.send_signal(signal.SIGSTOP)
    other = await start("--database", postgres_url).ready()
    async with AsyncExitStack() as stack:
        browsers = [
            await stack.enter_async_context(Browser(other.address, f"P{seat}", Cookie=f"texcoco={secret}"))
            for seat, secret in enumerate(SECRETS)
        ]
        async with await open_store(postgres_url, read_only=True) as store:
            (card,) = await store.cards(ids=ids[:1])
        (to_move,) = card.card["actors"]
        browser = browsers[1 - to_move]
        assert await browser.refused(ids[0], "replace", seat=to_move) == "still-here"
        one.process.kill()
        await check_credited(browser, ids)


async def test_a_server_is_killed_while_it_starts_after_an_outage(
    url: str, start: Callable[..., Process], monkeypatch: pytest.MonkeyPatch
) -> None:
    ids = await prepare(url, monkeypatch)
    one = start("--database", url)
    await until_alive(url, one)
    one.kill()
    again = await start("--database", url).ready()
    async with Browser(again.address, "P1", Cookie=f"texcoco={SECRETS[1]}") as browser:
        await check_credited(browser, ids)
    again.kill()
    async with await open_store(url) as store:
        kinds = [entry.kind for entry in await store.read(ids[0])]
        assert kinds.count("outage") == 1
