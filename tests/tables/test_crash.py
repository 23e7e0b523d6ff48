"""kill -9 of a server at random moments of random games: what was acknowledged is there, once, and play goes on to the
end.
"""

from __future__ import annotations

import asyncio
import json
import signal
import sys
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from crowd import PEOPLE, begin, check_bots, check_log, check_over, finish, hosting, settle
from running_async import run_async
from sampling import seeds

from texcoco.tables.host import Host
from texcoco.tables.requests import AnyCommand, Command

SERVER = Path(__file__).with_name("server.py")
GAMES = [("tiny", 2, 1), ("tiny", 3, 0), ("mexica", 1, 1), ("azteco", 2, 1), ("yucatan", 2, 1)]
KILLS = 10


class Told:
    """What the server said it had been sent, and what it had acknowledged, by table and command."""

    def __init__(self) -> None:
        self.sent: dict[tuple[str, str], tuple[int, Command]] = {}
        self.done: set[tuple[str, str]] = set()
        self.new: set[tuple[str, str]] = set()

    def take(self, lines: list[bytes]) -> None:
        self.new = set()
        for line in lines:
            said: dict[str, Any] = json.loads(line)
            if "sent" in said:
                command = msgspec.convert(said["sent"], AnyCommand)
                self.sent[said["table"], command.id] = said["seat"], command
                self.new.add((said["table"], command.id))
            elif "done" in said:
                self.done.add((said["table"], said["done"]))


async def run_and_kill(url: str, ids: list[str], seed: str, rng: Random, told: Told) -> None:
    server = await asyncio.create_subprocess_exec(sys.executable, SERVER, "play", url, seed, *ids, stdin=-1, stdout=-1)
    assert server.stdin is not None
    assert server.stdout is not None
    assert b"ready" in await server.stdout.readline()
    server.stdin.write(b"\n")
    began = await server.stdout.readline()  # so that every round has something to lose
    await asyncio.sleep(rng.random() * 0.25)
    server.kill()
    *lines, _half = (began + await server.stdout.read()).split(b"\n")
    assert await server.wait() == -signal.SIGKILL
    server.stdin.close()
    told.take(lines)


async def check(host: Host, ids: list[str], told: Told, rng: Random) -> None:
    """All that was acknowledged is in the log once; what is sent again, acknowledged or not, is there once as well."""
    for id in ids:
        log = [entry.payload.get("command") for entry in await host.store.read(id)]
        for table, command in told.done:
            if table == id:
                seat, _ = told.sent[table, command]
                assert log.count(f"{PEOPLE[seat].holder[:16]}/{command}") == 1, (
                    "an acknowledged command is not there once"
                )
    for table, command in sorted(told.new):
        seat, again = told.sent[table, command]
        length = len(await host.store.read(table))
        known = (table, command) in told.done
        code = await settle(host, table, seat, again)
        if known:
            assert not code
            assert not any(
                e.payload.get("command", "").endswith(f"/{command}") for e in await host.store.read(table, after=length)
            )
        elif not code:
            told.done.add((table, command))
    for id in ids:
        await check_log(host.store, id)


async def crash(url: str, seed: int) -> None:
    rng, told = Random(seed), Told()
    ids: list[str] = []
    async with hosting(url) as host:
        for game, people, bots in GAMES:
            ids.append((await begin(host, game, people, bots)).id)
    for number in range(KILLS):
        await run_and_kill(url, ids, f"{seed}.{number}", rng, told)
        async with hosting(url) as host:
            await check(host, ids, told, rng)
            for id in [id for id in ids if (await host.table(id)).status == "over"]:
                table = await host.table(id)
                if table.rematch is None and table.game.name == "tiny":  # so that there is always something to kill
                    people = sum(seat.kind == "person" for seat in table.seats)
                    ids[ids.index(id)] = (await begin(host, "tiny", people, len(table.seats) - people)).id
    assert len(told.done) > 5 * KILLS
    async with hosting(url) as host:
        await host.wake()
        await finish(host, ids, "end")
        assert {id for id, _ in told.done} <= {card.id for card in await host.cards(limit=1000)}
        for id in {id for id, _ in told.done} | set(ids):
            await finish(host, [id], "late")
            check_over(await check_log(host.store, id))
            check_bots(id, await host.store.read(id))


@pytest.mark.parametrize("seed", seeds(2, 5))
def test_kill_9_loses_nothing_that_was_acknowledged_and_play_goes_on(sqlite_url: str, seed: int) -> None:
    run_async(asyncio.wait_for(crash(sqlite_url, seed), 300))
