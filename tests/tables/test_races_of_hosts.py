"""Several hosts serve the same tables: everybody may send anything to any of them, and all tell the same story."""

from __future__ import annotations

import asyncio
import hashlib
import json
import sys
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any

import pytest
from crowd import PEOPLE, begin, check_bots, check_log, check_over, hosting, states
from running_async import run_async
from server import Streams, race

from texcoco.store import Store
from texcoco.tables.bot_moves import BotMoves
from texcoco.tables.host import Host
from texcoco.tables.requests import Start
from texcoco.tables.table import Table

SERVER = Path(__file__).with_name("server.py")
GAMES = [("tiny", 2, 1), ("tiny", 3, 0), ("tiny", 2, 2), ("azteco", 3, 1), ("yucatan", 2, 1)]


@asynccontextmanager
async def server(url: str, seed: int, ids: list[str]) -> Any:
    process = await asyncio.create_subprocess_exec(
        sys.executable, SERVER, "race", url, str(seed), *ids, stdin=-1, stdout=-1, limit=2**22
    )
    try:
        yield process
    finally:
        if process.returncode is None:
            process.kill()
        await process.communicate()


async def say(servers: list[asyncio.subprocess.Process]) -> None:
    for one in servers:
        assert one.stdin is not None
        one.stdin.write(b"\n")


async def hear(servers: list[asyncio.subprocess.Process]) -> list[dict[str, Any]]:
    return [
        json.loads(line)
        for line in await asyncio.gather(*(one.stdout.readline() for one in servers if one.stdout is not None))
    ]


async def compare(store: Store, id: str, told: list[dict[str, Any]]) -> int:
    """All processes ended with the bytes that a fresh one reads from the log, and no stream has a gap. How often bots
    moved.
    """
    table = await check_log(store, id)
    check_over(table)
    fresh = {viewer: hashlib.sha256(text.encode()).hexdigest() for viewer, text in states(table).items()}
    for one in told:
        assert one["shown"] == fresh
        for viewer in table.viewers:
            numbers = one["numbers"][str(viewer)]
            assert numbers == list(range(numbers[0], table.counts[viewer] + 1)), "a stream with a gap"
    return check_bots(id, await store.read(id))


async def processes(url: str, seed: int) -> None:
    async with AsyncExitStack() as stack:
        async with hosting(url) as host:
            ids = [(await begin(host, game, people, bots)).id for game, people, bots in GAMES]
        servers = [await stack.enter_async_context(server(url, number, ids)) for number in range(4)]
        await hear(servers)
        await say(servers)
        assert all(said == {"over": True} for said in await hear(servers))
        await say(servers)
        moved = 0
        async with hosting(url) as host:
            for id in ids:
                told = await hear(servers)
                assert {one["table"] for one in told} == {id}
                moved += await compare(host.store, id, told)
        assert moved > 20


def test_four_processes_on_postgresql_tell_one_story(postgres_url: str) -> None:
    run_async(asyncio.wait_for(processes(postgres_url, 1), 300))


async def tasks(url: str, seed: int, games: list[tuple[str, int, int]]) -> None:
    async with hosting(url) as host:
        ids = [(await begin(host, game, people, bots)).id for game, people, bots in games]
        streams = {id: Streams() for id in ids}
        for id in ids:
            await host.watch(id, streams[id])
        seats = [(id, n) for id in ids for n, seat in enumerate((await host.table(id)).seats) if seat.kind == "person"]
        crowd = [race(host, id, seat, f"{seed}.{copy}") for id, seat in seats for copy in range(3)]
        Random(seed).shuffle(crowd)
        await asyncio.gather(*crowd)
        for id in ids:
            moved = await compare(host.store, id, [streams[id].told(await host.table(id))])
            assert moved > 0 or all(seat.kind == "person" for seat in (await host.table(id)).seats)


@pytest.mark.parametrize("games", [GAMES, pytest.param([*GAMES, ("mexica", 1, 1)], marks=pytest.mark.long)])
def test_many_clients_of_one_process_on_sqlite_tell_one_story(
    sqlite_url: str, games: list[tuple[str, int, int]]
) -> None:
    run_async(asyncio.wait_for(tasks(sqlite_url, 1, games), 300))


async def test_a_bot_that_several_hosts_think_for_moves_once(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In Mexica a second action of the same bot would mostly be legal too: only what it was thought for may be
    played."""
    rng, thoughts = Random(1), set[tuple[int, int, str]]()

    async def think(host: Host, hosted: Any, seat: int) -> tuple[Table, str]:
        table: Table = hosted.table
        assert table.position is not None
        await asyncio.sleep(rng.random() / 100)
        notation = str(table.position.pick(seat, rng))
        thoughts.add((seat, table.moved.get(seat, 0), notation))
        return table, notation

    async def at_once(host: Host, hosted: object, seat: int) -> None:
        """Nobody stands by: all think for every move, as they would if they could not hear of each other."""

    monkeypatch.setattr(BotMoves, "choose", think)
    monkeypatch.setattr(BotMoves, "_stand_by", at_once)
    async with hosting(postgres_url) as one, hosting(postgres_url) as two, hosting(postgres_url) as three:
        table = await one.create(PEOPLE[0], {"game": "mexica", "seats": [{"kind": "bot", "bot": "random"}] * 2})
        await one.command(table.id, PEOPLE[0], Start("start"))
        for host in (two, three):
            await host.table(table.id)
        while len(entries := await one.store.read(table.id)) < 120:
            await asyncio.sleep(0.05)
    made = [0, 0]
    for entry in entries[2:]:
        assert entry.seat is not None
        assert (entry.seat, made[entry.seat], entry.payload["moves"][0][1]) in thoughts
        made[entry.seat] += 1
    assert len(thoughts) > 1.5 * len(entries), "they did not think at the same time"


@pytest.mark.long
@pytest.mark.parametrize("seed", range(2, 6))
def test_four_processes_again(postgres_url: str, seed: int) -> None:
    run_async(asyncio.wait_for(processes(postgres_url, seed), 600))
