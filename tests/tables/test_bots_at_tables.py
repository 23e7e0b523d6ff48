"""Whatever happens to a bot, the table goes on, and nobody waits for it but those who play with it."""

from __future__ import annotations

import asyncio
import os
import signal
import time
from collections import Counter
from typing import Any

import pytest
from crowd import PEOPLE, begin, check_bots, check_log, finish, hosting, settle
from worker import WORKER

from texcoco.store import StoreError
from texcoco.tables import bot_moves
from texcoco.tables.cards import result_of
from texcoco.tables.compressed_list import CompressedList
from texcoco.tables.host import Host
from texcoco.tables.requests import Leave, Play, Replace, Resign, Sit, Start, Who
from texcoco.tables.states import state_of
from texcoco.tables.workers import JobFailed, WorkerPool

QUICK = {"options": {"rounds": 1}}


def workers(*how: str, number: int = 1) -> WorkerPool:
    return WorkerPool(number, command=(*WORKER, *how), grace=0.5)


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
    await host.command(table.id, PEOPLE[0], Start("start"))
    return table.id


@pytest.mark.parametrize("how", ["dies", "hangs", "nonsense", "number", "illegal", "late", "short", "grows"])
async def test_a_bot_that_fails_is_replaced_and_the_event_loop_does_not_wait(sqlite_url: str, how: str) -> None:
    async with hosting(sqlite_url, bots=workers(how, number=2), bot_seconds=0.1) as host, Lag() as lag:
        table = await begin(host, "tiny", 1, 2, **QUICK)
        await finish(host, [table.id], how, seconds=50)
        assert (await check_log(host.store, table.id)).status == "over"
        assert lag.longest < 2  # a worker is waited for half a second, many times


async def test_first_greedy_thinks_in_a_bots_place(sqlite_url: str) -> None:
    async with hosting(sqlite_url, bots=workers("greedy-only")) as host:
        id = await bots_alone(host, "tiny", 3)
        await until_over(host, id)
        assert check_bots(id, await host.store.read(id)) >= 9


async def test_a_worker_that_does_not_listen_is_given_up_too() -> None:
    """A long question fills the pipe: even to put it has its time."""
    deaf = workers("deaf")
    with pytest.raises(JobFailed):
        await deaf.run("", "decide", lambda: {"long": "x" * 2**20}, 0.1)
    await deaf.close()


async def test_a_worker_that_is_killed_is_started_again(sqlite_url: str) -> None:
    pool = workers()
    async with hosting(sqlite_url, bots=pool) as host:
        table = await begin(host, "tiny", 1, 2)
        killed = set[int]()

        def kill(*_: object) -> None:
            for worker in pool.workers:
                if worker.pid is not None and len(killed) < 5:
                    os.kill(worker.pid, signal.SIGKILL)
                    killed.add(worker.pid)

        await host.watch(table.id, kill)
        await finish(host, [table.id], "kill", seconds=50)
        assert len(killed) > 2
        assert (await check_log(host.store, table.id)).status == "over"


async def test_what_is_asked_of_a_worker_is_answered_by_nobody_else(sqlite_url: str) -> None:
    """A question that is given up in mid-thought takes its worker along: its answer would be taken for the next
    one's."""
    pool = workers()

    async def decide(*actions: str) -> bytes:
        asked = {
            "game": "tiny",
            "bot": "random",
            "seat": 0,
            "view": {},
            "log": CompressedList().dump(),
            "actions": actions,
            "seconds": 1,
            "seed": 1,
        }
        async with pool.turn("") as worker:
            return await worker.ask("decide", asked, 5.0)

    for number in range(20):
        task = asyncio.create_task(decide("rest", "yield"))
        await asyncio.sleep(0.002 * number)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
    assert await decide("show") == b'"show"'
    await pool.close()


async def test_our_own_bots_think_in_our_own_worker(sqlite_url: str) -> None:
    async with hosting(sqlite_url, bots=WorkerPool(1), bot_seconds=1.0) as host:
        table = await host.create(PEOPLE[0], {"game": "azteco", "seats": [{"kind": "bot", "bot": "greedy"}] * 3})
        await host.command(table.id, PEOPLE[0], Start("start"))
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
        assert await settle(host, table.id, 1, Replace("r0", seat=0)) == "still-here"
        assert not await settle(host, table.id, 0, Leave("l", seat=0))
        assert not await settle(host, table.id, 1, Replace("r1", seat=0))
        while (table := await host.table(table.id)).status == "playing":
            actions = state_of(table, 1).get("actions")
            if actions:
                assert table.position is not None
                command = Play(f"p{table.version}", seat=1, step=table.position.step, actions=[actions[0]])
                await settle(host, table.id, 1, command)
            else:
                await asyncio.sleep(0.01)
        result = result_of(table)
        assert result is not None
        assert result["by_bots"] == [0]
        (card,) = await host.cards(ids=[table.id])
        assert card.card["result"]["by_bots"] == [0]


async def test_after_a_restart_bots_go_on_by_themselves(sqlite_url: str) -> None:
    async with hosting(sqlite_url, bots=workers("hangs"), bot_seconds=60) as host:
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
    async with hosting(sqlite_url, bots=workers("hangs"), bot_seconds=60) as host:
        ids = await asyncio.gather(*(bots_alone(host, "tiny", 2) for _ in range(230)))
        quiet = await begin(host, "tiny", 2)
    async with hosting(sqlite_url, bots=workers("hangs"), bot_seconds=60) as host:
        await host.wake()
        assert set(host.memory.hosted) == set(ids)
        assert quiet.id not in host.memory.hosted


async def test_a_bot_moves_when_the_store_is_back(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot_moves, "RETRY_PAUSES", (0.01, 0.02, 0.02, 0.02))
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


async def test_many_tables_of_one_source_do_not_make_anothers_bots_wait(sqlite_url: str) -> None:
    pool, many = workers("slow", number=2), Who("a" * 64, source="10.0.0.1")
    async with hosting(sqlite_url, bots=pool) as host:
        for _ in range(15):
            table = await host.create(many, {"game": "azteco", "seats": [{"kind": "bot", "bot": "random"}] * 4})
            await host.command(table.id, many, Start("start"))
        await asyncio.gather(
            *(pool.run(key, "no such job", dict, 20) for key in "xy"), return_exceptions=True
        )  # both have been started
        while pool.waiting < 50:
            await asyncio.sleep(0.01)
        one = Who("b" * 64, source="10.0.0.2")
        table = await host.create(
            one, {"game": "azteco", "seats": [{"kind": "me"}, *[{"kind": "bot", "bot": "random"}] * 2]}
        )
        await host.command(table.id, one, Start("start"))
        before = pool.asked.total()
        while (await host.table(table.id)).bots_to_move():
            await asyncio.sleep(0.01)
        assert pool.asked.total() - before < 20, "two bots waited for the many"


async def test_after_a_restart_bots_think_in_the_turns_of_who_opened_the_table(sqlite_url: str) -> None:
    one, other = (Who(letter * 64, source=f"10.0.0.{letter}") for letter in "ab")
    async with hosting(sqlite_url) as host:
        table = await host.create(
            one, {"game": "azteco", "seats": [{"kind": "me"}, {"kind": "open"}, {"kind": "bot", "bot": "random"}]}
        )
        assert host.memory.hosted[table.id].share == one.source
        await host.command(table.id, other, Sit("sit", token=table.seats[1].token))
        assert host.memory.hosted[table.id].share == other.source
    async with hosting(sqlite_url) as host:
        await host.table(table.id)
        assert host.memory.hosted[table.id].share == f"owner {one.holder}"
        await host.command(table.id, one, Start("start"))
        assert host.memory.hosted[table.id].share == one.source


async def test_bots_of_a_rematch_think_in_the_turns_of_who_asked_for_it(sqlite_url: str) -> None:
    one = Who("a" * 64, source="10.0.0.1")
    async with hosting(sqlite_url) as host:
        table = await host.create(
            one, {"game": "tiny", "seats": [{"kind": "me"}, {"kind": "bot", "bot": "random"}], **QUICK}
        )
        await host.command(table.id, one, Start("start"))
        await host.command(table.id, one, Resign("resign", seat=0))
        await until_over(host, table.id)
        again = await host.rematch(table.id, one)
        assert host.memory.hosted[again].share == one.source


async def test_the_bots_of_one_source_move_no_faster_than_they_may(sqlite_url: str) -> None:
    asked = Counter[str]()

    def pause(share: str) -> float:
        asked[share] += 1
        return 60.0 if share == "10.0.0.1" else 0.0

    async with hosting(sqlite_url, pause=pause) as host:
        for source in ("10.0.0.1", "10.0.0.2"):
            who = Who("a" * 64, source=source)
            table = await host.create(who, {"game": "tiny", "seats": [{"kind": "bot", "bot": "random"}] * 2, **QUICK})
            await host.command(table.id, who, Start("start"))
        await until_over(host, table.id)
        assert asked["10.0.0.2"] > asked["10.0.0.1"] > 0
        assert [card.card["status"] for card in await host.cards()].count("playing") == 1
