"""Many write at once, in one process and in several; one wins, and nothing is lost or doubled."""

from __future__ import annotations

import asyncio
import random
import sys
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from logs import check, log, played, until

from texcoco.store import Conflict, Entry, Store, StoreError, open_store

WRITER = Path(__file__).with_name("writer.py")


@asynccontextmanager
async def writer(url: str, *how: str) -> AsyncIterator[asyncio.subprocess.Process]:
    """A process that is ready, and begins when it gets a line."""
    process = await asyncio.create_subprocess_exec(sys.executable, WRITER, url, *how, stdin=-1, stdout=-1)
    try:
        assert await process.stdout.readline() == b"ready\n"
        yield process
    finally:
        if process.returncode is None:
            process.kill()
        await process.communicate()


async def test_of_many_who_write_the_same_version_exactly_one_wins(url: str) -> None:
    async with await open_store(url) as store:
        for version in range(1, 6):

            async def attempt(who: int, version: int = version) -> int | None:
                try:
                    await store.append("t1", [played(version, who=who)], card={"who": who})
                except Conflict:
                    return None
                return who

            winners = {who for who in await asyncio.gather(*map(attempt, range(30))) if who is not None}
            assert len(winners) == 1
            entries = await check(store, "t1")
            assert {entries[-1].payload["who"]} == winners
            assert [card.card for card in await store.cards()] == [{"who": entries[-1].payload["who"]}]


async def test_whoever_reloads_and_tries_again_gets_through(url: str) -> None:
    async with await open_store(url) as store:

        async def one(who: int) -> None:
            for number in range(5):
                while True:
                    version = len(await store.read("t1")) + 1
                    try:
                        await store.append("t1", [played(version, who=who, number=number)])
                        break
                    except Conflict:
                        continue

        await asyncio.gather(*map(one, range(8)))
        entries = await check(store, "t1")
        assert len(entries) == 40
        for who in range(8):
            assert [entry.payload["number"] for entry in entries if entry.payload["who"] == who] == list(range(5))


async def test_appends_that_wait_at_once_share_a_commit(url: str) -> None:
    async with await open_store(url) as store:
        before = store.commits
        await asyncio.gather(*(store.append(f"t{number}", log(2)) for number in range(200)))
        assert store.commits - before <= 20
        for number in range(0, 200, 17):
            assert await check(store, f"t{number}") == log(2)


async def test_a_conflict_does_not_hurt_those_who_share_its_commit(url: str) -> None:
    async with await open_store(url) as store:
        await asyncio.gather(*(store.append(f"t{number}", log(1)) for number in range(20)))
        appends = [
            store.append(f"t{number}", [played(1 if number % 3 == 0 else 2)], (1, {}), {"n": number})
            for number in range(20)
        ]
        results = await asyncio.gather(*appends, return_exceptions=True)
        assert [isinstance(result, Conflict) for result in results] == [number % 3 == 0 for number in range(20)]
        for number in range(20):
            assert len(await check(store, f"t{number}")) == (1 if number % 3 == 0 else 2)
            assert (await store.snapshot(f"t{number}") is None) == (number % 3 == 0)


async def test_one_need_not_wait_to_send_the_next(url: str) -> None:
    """Appends are done in the order in which they were sent."""
    async with await open_store(url) as store:
        await asyncio.gather(*(store.append("t1", [played(version)]) for version in range(1, 51)))
        assert len(await check(store, "t1")) == 50


async def test_whoever_is_cancelled_takes_nobody_along(url: str) -> None:
    async with await open_store(url) as store:
        tasks = [asyncio.create_task(store.append(f"t{number}", log(2))) for number in range(50)]
        await asyncio.sleep(0)
        for task in tasks[::2]:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for number in range(50):
            assert len(await check(store, f"t{number}")) in ((0, 2) if number % 2 == 0 else (2,))


async def test_a_delete_in_the_midst_of_appends_leaves_no_half_of_a_table(url: str) -> None:
    async with await open_store(url) as store:
        written = 0

        async def write() -> None:
            nonlocal written
            for _ in range(60):
                version = len(await store.read("t1")) + 1
                try:
                    await store.append("t1", [played(version)], (version, {}), {"status": "open", "holders": ["ann"]})
                    written += 1
                except Conflict:
                    continue

        async def remove() -> int:
            gone = 0
            while written < 60:
                gone += await store.delete("t1")
                await asyncio.sleep(random.random() / 100)
            return gone

        removing = asyncio.create_task(remove())
        await asyncio.gather(write(), write())
        written = 60
        assert await removing > 0
        entries = await check(store, "t1")
        assert ([card.id for card in await store.cards(holder="ann")] == ["t1"]) == bool(entries)


async def test_several_processes_race_on_postgresql(postgres_url: str) -> None:
    async with await open_store(postgres_url) as store:
        heard: set[tuple[str, int]] = set()
        store.listen(lambda table, version: heard.add((table, version)))

        async def run() -> list[int]:
            async with writer(postgres_url, "race", "24") as process:
                out, _ = await process.communicate(b"\n")
                assert process.returncode == 0
                return [int(line) for line in out.split()]

        won = await asyncio.gather(run(), run(), run(), run())
        assert sorted(version for versions in won for version in versions) == list(range(1, 4 * 24 + 1))
        assert len(await check(store, "race")) == 4 * 24
        await until(lambda: ("race", 4 * 24) in heard)
        assert heard == {("race", version) for version in range(1, 4 * 24 + 1)}


async def test_several_processes_open_a_new_postgresql_at_once(postgres_url: str) -> None:
    stores = await asyncio.gather(*(open_store(postgres_url) for _ in range(5)))
    await asyncio.gather(*(store.close() for store in stores))


async def test_what_one_process_writes_another_hears(postgres_url: str) -> None:
    async with writer(postgres_url, "listen") as process, await open_store(postgres_url) as store:
        process.stdin.write(b"\n")
        assert await process.stdout.readline() == b"listening\n"
        began = time.monotonic()
        await store.append("t1", log(2))
        assert await asyncio.wait_for(process.stdout.readline(), 10) == b"t1 2\n"
        assert time.monotonic() - began < 5
        await store.delete("t1")
        assert await asyncio.wait_for(process.stdout.readline(), 10) == b"t1 0\n"


async def test_a_second_process_on_the_same_file_is_refused(sqlite_url: str) -> None:
    async with writer(sqlite_url, "listen") as process:
        with pytest.raises(StoreError, match=f"in use by another server .process {process.pid}.*PostgreSQL"):
            await open_store(sqlite_url)
        async with await open_store(sqlite_url, read_only=True) as reader:
            assert await reader.cards() == []
    async with await open_store(sqlite_url):
        with pytest.raises(StoreError, match="in use"):
            await open_store(sqlite_url)


async def test_kill_9_loses_nothing_that_was_acknowledged(url: str) -> None:
    acknowledged: dict[str, int] = {}
    rounds = 10 if url.startswith("sqlite") else 4
    for _ in range(rounds):
        async with writer(url, "acknowledge") as process:
            process.stdin.write(b"\n")
            await process.stdout.readline()
            await asyncio.sleep(random.random() * 0.15)
            process.kill()
            *lines, _rest = (await process.stdout.read()).split(b"\n")
            for line in lines:
                table, version = line.split()
                acknowledged[table.decode()] = int(version)
        async with await open_store(url) as store:
            await check_all(store, acknowledged)
    assert len(acknowledged) >= rounds * 4


async def check_all(store: Store, acknowledged: dict[str, int]) -> None:
    for table, version in acknowledged.items():
        entries = await check(store, table)
        assert len(entries) >= version, "an acknowledged append is missing"
        assert len(entries) % 2 == 0, "half of an append"
        last = len(entries)
        assert await store.snapshot(table) == (last, {"v": last})
        assert [card.card for card in await store.cards(ids=[table])] == [{"status": "open", "v": last}]


async def test_reading_goes_on_while_others_write(url: str) -> None:
    async with await open_store(url) as store:

        async def write() -> None:
            for version in range(1, 61, 2):
                await store.append("t1", [Entry(v, "played", 0, {}, float(v)) for v in (version, version + 1)])

        writing = asyncio.create_task(write())
        lengths: list[int] = []
        while not writing.done():
            lengths.append(len(await store.read("t1")))
        await writing
        assert lengths == sorted(lengths)
        assert all(length % 2 == 0 for length in lengths)
