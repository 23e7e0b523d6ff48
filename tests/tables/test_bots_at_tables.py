"""Whatever happens to a bot, the table goes on, and nobody waits for it but those who play with it."""

from __future__ import annotations

import asyncio
import os
import signal
import time
from typing import Any

import pytest
from crowd import PEOPLE, begin, check_bots, check_log, finish, hosting, settle
from worker import WORKER

from texcoco.store import StoreError
from texcoco.tables import host as hosts
from texcoco.tables.commands import Command
from texcoco.tables.host import Host
from texcoco.tables.thinkers import Thinkers, Thoughtless

QUICK = {"options": {"rounds": 1}}


def thinkers(*how: str, workers: int = 1) -> Thinkers:
    return Thinkers(workers, command=(*WORKER, *how), grace=0.3)


class Lag:
    """How long the event loop was away at most."""

    async def __aenter__(self) -> Lag:
        self.longest = 0.0
        self._task = asyncio.create_task(self._watch())
        return self

    async def _watch(self) -> None:
        while True:
            began = time.monotonic()
            await asyncio.sleep(0.01)
            self.longest = max(self.longest, time.monotonic() - began)

    async def __aexit__(self, *_: object) -> None:
        self._task.cancel()


async def until_over(host: Host, id: str, seconds: float = 50) -> None:
    """Waits for bots to finish among themselves."""
    over = asyncio.Event()
    stop = await host.watch(id, lambda table, entry: over.set() if table.status == "over" else None)
    if (await host.table(id)).status != "over":
        await asyncio.wait_for(over.wait(), seconds)
    stop()


async def bots_alone(host: Host, game: str, bots: int, **more: Any) -> str:
    """A table where only bots sit."""
    table = await host.create(PEOPLE[0], {"game": game, "seats": [{"kind": "bot", "bot": "random"}] * bots, **more})
    await host.command(table.id, PEOPLE[0], Command("start", "start"))
    return table.id


@pytest.mark.parametrize("how", ["dies", "hangs", "nonsense", "list", "illegal", "late"])
async def test_a_bot_that_fails_is_replaced_and_the_event_loop_does_not_wait(sqlite_url: str, how: str) -> None:
    async with hosting(sqlite_url, thinkers=thinkers(how, workers=2), bot_seconds=0.1) as host, Lag() as lag:
        table = await begin(host, "tiny", 1, 2, **QUICK)
        await finish(host, [table.id], how, seconds=50)
        assert (await check_log(host.store, table.id)).status == "over"
        assert lag.longest < 2  # a worker is waited for half a second, many times


async def test_first_greedy_thinks_in_a_bots_place(sqlite_url: str) -> None:
    async with hosting(sqlite_url, thinkers=thinkers("greedy-only")) as host:
        id = await bots_alone(host, "tiny", 3)
        await until_over(host, id)
        assert check_bots(id, await host.store.read(id)) >= 9


async def test_a_worker_that_does_not_listen_is_given_up_too() -> None:
    """A long question fills the pipe: even to put it has its time."""
    deaf = thinkers("deaf")
    with pytest.raises(Thoughtless):
        await deaf.decide("tiny", "random", 0, {"long": "x" * 2**20}, [], ["rest"], 0.1, 1)
    await deaf.close()


async def test_a_worker_that_is_killed_is_started_again(sqlite_url: str) -> None:
    pool = thinkers()
    async with hosting(sqlite_url, thinkers=pool) as host:
        table = await begin(host, "tiny", 1, 2)
        killed = set[int]()

        def kill(*_: object) -> None:
            for worker in pool._all:
                if worker.returncode is None and len(killed) < 5:
                    os.kill(worker.pid, signal.SIGKILL)
                    killed.add(worker.pid)

        await host.watch(table.id, kill)
        await finish(host, [table.id], "kill", seconds=50)
        assert len(killed) > 2
        assert (await check_log(host.store, table.id)).status == "over"


async def test_what_is_asked_of_a_worker_is_answered_by_nobody_else(sqlite_url: str) -> None:
    """A question that is given up in mid-thought takes its worker along: its answer would be taken for the next one's."""
    pool = thinkers()
    for number in range(20):
        task = asyncio.create_task(pool.decide("tiny", "random", 0, {}, [], ["rest", "yield"], 1.0, number))
        await asyncio.sleep(0.002 * number)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
    assert await pool.decide("tiny", "random", 0, {}, [], ["show"], 5.0, 1) == "show"
    await pool.close()


async def test_our_own_bots_think_in_our_own_worker(sqlite_url: str) -> None:
    async with hosting(sqlite_url, thinkers=Thinkers(1), bot_seconds=1.0) as host:
        table = await host.create(PEOPLE[0], {"game": "azteco", "seats": [{"kind": "bot", "bot": "greedy"}] * 3})
        await host.command(table.id, PEOPLE[0], Command("start", "start"))
        await until_over(host, table.id)
        table = await begin(host, "mexica", 1, 1)
        assert table.position is not None
        seat = table.position.actors()[0]
        while seat != 0:
            await asyncio.sleep(0.05)
            table = await host.table(table.id)
            assert table.position is not None
            seat = table.position.actors()[0]
        assert await host.hint(table.id, PEOPLE[0], 0, "en")


async def test_a_leavers_seat_is_finished_by_a_bot_and_the_result_says_so(sqlite_url: str) -> None:
    async with hosting(sqlite_url) as host:
        table = await begin(host, "tiny", 2, 1)
        assert await settle(host, table.id, 1, Command("replace", "r0", seat=0)) == "still-here"
        assert not await settle(host, table.id, 0, Command("leave", "l", seat=0))
        assert not await settle(host, table.id, 1, Command("replace", "r1", seat=0))
        while (table := await host.table(table.id)).status == "playing":
            actions = table.state(1).get("actions")
            if actions:
                assert table.position is not None
                command = Command("play", f"p{table.version}", seat=1, step=table.position.step, action=actions[0])
                await settle(host, table.id, 1, command)
            else:
                await asyncio.sleep(0.01)
        result = table.result()
        assert result is not None
        assert result["by_bots"] == [0]
        (card,) = await host.cards(ids=[table.id])
        assert card.card["result"]["by_bots"] == [0]


async def test_after_a_restart_bots_go_on_by_themselves(sqlite_url: str) -> None:
    async with hosting(sqlite_url, thinkers=thinkers("hangs"), bot_seconds=60) as host:
        ids = [await bots_alone(host, "tiny", 3) for _ in range(3)]
    async with hosting(sqlite_url) as host:
        await host.wake()
        for id in ids:
            for _ in range(2000):
                entries = await host.store.read(id)
                if entries and (await host.cards(ids=[id]))[0].card["status"] == "over":
                    break
                await asyncio.sleep(0.01)
            assert (await check_log(host.store, id)).status == "over"


async def test_every_table_where_a_bot_is_to_move_is_woken(sqlite_url: str) -> None:
    async with hosting(sqlite_url, thinkers=thinkers("hangs"), bot_seconds=60) as host:
        ids = await asyncio.gather(*(bots_alone(host, "tiny", 2) for _ in range(230)))
        quiet = await begin(host, "tiny", 2)
    async with hosting(sqlite_url, thinkers=thinkers("hangs"), bot_seconds=60) as host:
        await host.wake()
        assert set(host._hosted) == set(ids)
        assert quiet.id not in host._hosted


async def test_a_bot_moves_when_the_store_is_back(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hosts, "PAUSES", (0.01, 0.02, 0.02, 0.02))
    async with hosting(sqlite_url) as host:
        append, failures = host.store.append, 3

        async def fails(*args: Any, **more: Any) -> None:
            nonlocal failures
            if args[1][0].kind == "played" and failures:
                failures -= 1
                raise StoreError("the disk is away")
            await append(*args, **more)

        monkeypatch.setattr(host.store, "append", fails)
        id = await bots_alone(host, "tiny", 2, **QUICK)
        await until_over(host, id)
        assert failures == 0
        await check_log(host.store, id)
