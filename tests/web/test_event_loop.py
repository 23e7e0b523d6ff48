"""Nothing that can take long runs in the event loop of a server: it is worked out in other processes, or bit by bit."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import AsyncExitStack, contextmanager
from pathlib import Path
from random import Random
from typing import Any

import pytest
from party import Party
from running import Browser, Server, enter, running

from texcoco import lesson
from texcoco.games import find
from texcoco.record import Record
from texcoco.store import Entry, open_store
from texcoco.tables import moments
from texcoco.tables.cards import card_of
from texcoco.tables.fold import apply
from texcoco.tables.history import History
from texcoco.tables.host import Host
from texcoco.tables.states import state_of
from texcoco.tables.workers import WorkerPool


def long_record() -> tuple[str, str]:
    """A game of Yucatán with four seats, and so many comments that a server just takes it; and its moves without
    them."""
    rng = Random(1)
    record, position = Record.begin(find("yucatan"), 4)
    record.chance(position, rng)
    while position.actors():
        seat = rng.choice(position.actors())
        record.play(position, seat, position.pick(seat, rng))
        record.chance(position, rng)
    head, blank, moves = record.text().partition("\n\n")
    text = head + blank + "{   \t  }  {\n}\n" * 50_000 + moves
    assert 500_000 < len(text) < 1_000_000
    return text, moves


@contextmanager
def not_here(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Whatever plays a game through is refused in this process, which is the server's own."""

    def forbidden(*_: Any, **__: Any) -> Any:
        raise AssertionError("this takes too long for the event loop")

    with monkeypatch.context() as here:
        for place, name in (
            (Record, "parse"), (Record, "text"), (Record, "positions"), (Record, "replay"), (History, "record"), (History, "events_for"),
            (moments, "page"), (moments, "summary"), (lesson, "lesson"),
        ):  # fmt: skip
            here.setattr(place, name, forbidden)
        yield


class Heartbeat:
    """Somebody else's cheap requests, one after the other: how many were answered, and how long the longest took."""

    def __init__(self, browser: Browser):
        self.browser, self.answered, self.longest = browser, 0, 0.0

    async def __aenter__(self) -> Heartbeat:
        self._task = asyncio.create_task(self._beat())
        return self

    async def _beat(self) -> None:
        clock = asyncio.get_running_loop().time
        while True:
            began = clock()
            await self.browser.get("/games/mexica/text")
            self.answered += 1
            self.longest = max(self.longest, clock() - began)
            await asyncio.sleep(0.005)

    async def __aexit__(self, *_: object) -> None:
        self._task.cancel()


def asked(server: Server) -> dict[str, int]:
    return dict(server.host.jobs.pool.asked)


async def test_studies_records_moments_summaries_and_lessons_are_worked_out_in_other_processes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    record, moves = long_record()
    async with running(tmp_path) as server, AsyncExitStack() as stack:
        ann, eve = await enter(stack, server.address, "Ann", "Eve")
        with not_here(monkeypatch):
            async with Heartbeat(eve) as heart:
                table = (await ann.post("/studies", {"record": record}, 201))["table"]
                found = await ann.get(f"/tables/{table}/record")
                total = (await ann.get(f"/tables/{table}/moments"))["total"]
                last = await ann.get(f"/tables/{table}/moments?from={total - 1}")
                told = await ann.get(f"/tables/{table}/summary")
                assert (await ann.get("/games/mexica/lesson"))["steps"]
                await ann.post("/studies", {"record": "{" * 900_000}, 422)
        assert asked(server) == {"study": 2, "record": 1, "moments": 2, "summary": 1, "lesson": 1}
        assert heart.answered > 10
        assert heart.longest < 5, "somebody else had to wait"
        assert found.partition("\n\n")[2] == moves
        assert len(last["moments"]) == 1
        assert told["lead"][-1] == last["moments"][0]["standing"]


async def test_a_study_is_played_through_by_a_worker_whenever_it_is_loaded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    record, _ = long_record()
    async with running(tmp_path) as server, Browser(server.address) as ann:
        opened = await ann.post("/studies", {"record": record}, 201)
        shown = await ann.get(f"/tables/{opened['table']}")
    async with running(tmp_path) as server, Browser(server.address) as ann:
        with not_here(monkeypatch):
            assert (await ann.get(f"/tables/{opened['table']}"))["states"] == shown["states"]
        assert asked(server) == {"replay": 1}


async def test_bots_and_running_games_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with running(tmp_path) as server, Browser(server.address) as ann:
        with not_here(monkeypatch):
            table = (await ann.open("mexica", "me", "random", "random", "random", options={"first": "0"}))["table"]
            state = (await ann.do(table, "start"))["states"][0]
            await ann.get(f"/tables/{table}/hint?seat=0")
            await ann.do(table, "play", step=state["step"], actions=["start H6"])
            while not state["actions"] or state["step"] < 4:
                state = (await ann.get(f"/tables/{table}"))["states"][0]
            for path in ("record", "moments", "summary", "moments?seat=0"):
                await ann.get(f"/tables/{table}/{path}")
        assert asked(server) == {"record": 1, "moments": 2, "summary": 1}
        assert server.host.bots.asked["decide"] >= 2
        assert server.host.bots.asked["hint"] == 1
        assert server.host.bot_moves.failures == 0


async def test_a_long_log_is_read_bit_by_bit(tmp_path: Path) -> None:
    party = Party("yucatan", seats=4, seed=3).start()
    table, log = party.table, list(party.log)
    for version in range(len(log) + 1, 1000):
        log.append(Entry(version, "chatted", 0, {"text": "hello", "name": "Ann"}, party.now))
        apply(table, log[-1])
    database = f"sqlite:///{tmp_path / 'texcoco.db'}"
    async with await open_store(database) as store:
        await store.append("t", log, card=card_of(table))
        turns = 0

        async def others() -> None:
            nonlocal turns
            while True:
                turns += 1
                await asyncio.sleep(0)

        loading = Host(store, WorkerPool(1), WorkerPool(1))
        beside = asyncio.create_task(others())
        folded = await loading.table("t")
        beside.cancel()
        assert state_of(folded, None) == state_of(table, None)
        assert turns > 5
        await loading.close()


async def test_whoever_hangs_up_is_not_worked_for(tmp_path: Path) -> None:
    async with running(tmp_path, job_workers=1) as server, AsyncExitStack() as stack:
        ann, eve = await enter(stack, server.address, "Ann", "Eve")
        table = (await ann.open("azteco", "me", "me", "me"))["table"]
        await ann.do(table, "start")
        pool = server.host.jobs.pool
        async with pool.turn("somebody else"):  # who has the only worker
            waiting = [
                asyncio.create_task(eve.get(f"/tables/{table}/{path}")) for path in ("moments", "summary", "record")
            ]
            while pool.waiting < 3:
                await asyncio.sleep(0.01)
            for task in waiting:
                task.cancel()
            await asyncio.gather(*waiting, return_exceptions=True)
            while pool.waiting:
                await asyncio.sleep(0.01)
        assert asked(server) == {}
        assert (await eve.get(f"/tables/{table}/moments"))["total"] == 2
