"""Many tables on one host, played by scripted clients: `python -m benchmarks.load`.

Each table has four seats and a client for each of them, who plays when it is its turn and is sent what its seat is
shown after every entry, as the server would send it. All of it, clients and host, is one process; SQLite is as durable
as for real players.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import os
import platform
import sys
import tempfile
import time
import tracemalloc
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any, TypeVar

from texcoco.games import find
from texcoco.store import Entry, open_store
from texcoco.tables.cards import card_of
from texcoco.tables.fold import concerns
from texcoco.tables.garbage import spare_what_stays
from texcoco.tables.history import Viewer
from texcoco.tables.host import Host
from texcoco.tables.memory import MAX_IDLE_TABLES
from texcoco.tables.requests import Play, Refused, Sit, Start, Who
from texcoco.tables.states import state_message
from texcoco.tables.table import Table
from texcoco.tables.workers import WorkerPool

T = TypeVar("T")

SEATS = 4
MOVES = (0, 40, 400)
"""How far the games are at the tables that are weighed."""
PEOPLE = [Who(f"{number:x}" * 64, f"Seat {number}") for number in range(SEATS)]


@dataclass
class Measured:
    """What one run has shown."""

    tables: int
    rate: float | None
    commands: int = 0
    messages: int = 0
    seconds: float = 0.0
    cpu: float = 0.0
    acks: list[float] = field(default_factory=list[float])

    def ack(self, share: float) -> float:
        """Milliseconds from sending a command to its acknowledgement; so many were quicker."""
        return 1000 * sorted(self.acks)[min(int(share * len(self.acks)), len(self.acks) - 1)]


class Audience:
    """The connections of a table: one for each seat, each sent what is new to it."""

    def __init__(self, table: Table, measured: Measured):
        self.settled: dict[Viewer, int] = dict.fromkeys(range(SEATS), table.lines[0])
        self.measured = measured

    def __call__(self, table: Table, entry: Entry) -> None:
        for seat in range(SEATS):
            if concerns(entry, seat):
                self.settled[seat], _ = state_message(table, seat, self.settled[seat], grouped=True)
                self.measured.messages += 1


@asynccontextmanager
async def hosting(folder: str) -> AsyncIterator[Host]:
    async with await open_store(f"sqlite:///{folder}/games.db") as store:
        host = Host(store, WorkerPool(1), WorkerPool(1))
        try:
            yield host
        finally:
            await host.close()


async def begin(host: Host, game: str) -> Table:
    table = await host.create(PEOPLE[0], {"game": game, "seats": [{"kind": "open"}] * SEATS})
    for seat, who in enumerate(PEOPLE):
        await host.command(table.id, who, Sit(f"sit{seat}", token=table.seats[seat].token))
    return await host.command(table.id, PEOPLE[0], Start("start"))


async def play(host: Host, table: Table, rng: Random, until: float, pace: float, measured: Measured) -> None:
    """The clients of one table: whoever's turn it is sends a command every `pace` seconds, on the average."""
    number = 0
    await asyncio.sleep(pace * rng.random())
    while time.perf_counter() < until:
        if table.status == "over" or table.position is None:
            table = await begin(host, table.game.name)
            await host.watch(table.id, Audience(table, measured))
            continue
        seat = rng.choice(table.position.actors())
        action = str(table.position.pick(seat, rng))
        number += 1
        sent = time.perf_counter()
        try:
            table = await host.command(
                table.id, PEOPLE[seat], Play(f"{number}", seat=seat, step=table.position.step, actions=[action])
            )
        except Refused as refused:
            raise AssertionError(refused.message) from refused
        measured.acks.append(time.perf_counter() - sent)
        await asyncio.sleep(max(0.0, pace * rng.uniform(0.5, 1.5) - (time.perf_counter() - sent)))


async def load(tables: int, games: list[str], rate: float | None, seconds: float) -> Measured:
    """`rate`: commands a second that all clients together send; None: as fast as they are acknowledged."""
    measured = Measured(tables, rate)
    for game in games:
        find(game)
    spare_what_stays()  # when games are loaded, as a server does when it starts
    with tempfile.TemporaryDirectory(dir=Path.cwd()) as folder:  # not /tmp, which may be no disk
        async with hosting(folder) as host:
            begun = [await begin(host, games[number % len(games)]) for number in range(tables)]
            for table in begun:
                await host.watch(table.id, Audience(table, measured))
            pace = 0.0 if rate is None else tables / rate
            measured.messages = 0
            began, cpu = time.perf_counter(), time.process_time()
            until = began + seconds
            await asyncio.gather(
                *(play(host, table, Random(n), until, pace, measured) for n, table in enumerate(begun))
            )
            measured.seconds, measured.cpu = seconds, time.process_time() - cpu
            measured.commands = len(measured.acks)
    return measured


async def memory(game: str, tables: int, moves: int) -> float:
    """Bytes for each of many tables where nobody does anything any more."""
    with tempfile.TemporaryDirectory(dir=Path.cwd()) as folder:
        async with hosting(folder) as host:
            played = [await _play_some(host, await begin(host, game), Random(number), moves) for number in range(10)]
            logs = [
                (await host.store.read(table.id), await host.store.snapshot(table.id), card_of(table))
                for table in played
            ]
            for number in range(tables):
                entries, snapshot, card = logs[number % len(logs)]
                await host.store.append(f"idle{number}", entries, snapshot, card)
            del played, logs
            for table in [card.id for card in await host.cards()]:
                host.memory.forget(table)
            gc.collect()
            tracemalloc.start()
            for number in range(tables):
                await host.watch(f"idle{number}", lambda table, entry: None)
            gc.collect()
            used, _ = tracemalloc.get_traced_memory()
            tracemalloc.stop()
            return used / tables


async def _play_some(host: Host, table: Table, rng: Random, moves: int) -> Table:
    for number in range(moves):
        if table.position is None or table.status == "over":
            break
        seat = rng.choice(table.position.actors())
        action = str(table.position.pick(seat, rng))
        table = await host.command(
            table.id, PEOPLE[seat], Play(f"{number}", seat=seat, step=table.position.step, actions=[action])
        )
    return table


def run(benchmark: Coroutine[Any, Any, T]) -> T:
    """Runs it in the event loop that a server would use."""
    try:
        import uvloop
    except ImportError:  # there is none for this system
        return asyncio.run(benchmark)
    return uvloop.run(benchmark)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.load", description=__doc__)
    parser.add_argument("--seconds", type=float, default=15.0, help="how long each run plays (default: %(default)s)")
    parser.add_argument(
        "--tables", type=int, default=200, help="how many tables; the second half of the runs has twice as many"
    )
    parser.add_argument(
        "--games", default="mexica,yucatan,azteco", help="what is played there, in turn (default: %(default)s)"
    )
    parser.add_argument(
        "--idle", type=int, default=1000, help="how many idle tables are weighed; 0: none (default: %(default)s)"
    )
    asked = parser.parse_args()
    games = asked.games.split(",")
    machine = (
        f"{platform.python_implementation()} {platform.python_version()}, {platform.machine()}, {os.cpu_count()} CPUs"
    )
    print(f"One process, {SEATS} seats a table, SQLite on disk (WAL, synchronous=FULL). {machine}.\n")
    print("| tables | sent | commands/s | messages/s | ack p50 | ack p99 | longest | CPU | commands/s of CPU |")
    print("| -----: | ---: | ---------: | ---------: | ------: | ------: | ------: | --: | ----------------: |")
    for tables in (asked.tables, 2 * asked.tables):
        for rate in (200.0, None):
            m = run(load(tables, games, rate, asked.seconds))
            sent = "as fast as acknowledged" if rate is None else f"{rate:.0f}/s"
            print(
                f"| {m.tables} | {sent} | {m.commands / m.seconds:.0f} | {m.messages / m.seconds:.0f} "
                f"| {m.ack(0.5):.1f} ms | {m.ack(0.99):.1f} ms | {m.ack(1):.1f} ms | {100 * m.cpu / m.seconds:.0f} % "
                f"| {m.commands / m.cpu:.0f} |",
                flush=True,
            )
    if asked.idle:
        print(
            f"\nKilobytes for each of {asked.idle} tables that somebody watches and nobody plays at "
            f"(of others {MAX_IDLE_TABLES} at most are kept):\n"
        )
        print("| moves made |", " | ".join(str(moves) for moves in MOVES), "|")
        print("| --- |", " ---: |" * len(MOVES), sep="")
        for game in games:
            print(
                f"| {game} |",
                " | ".join(f"{run(memory(game, asked.idle, moves)) / 1000:.1f}" for moves in MOVES),
                "|",
                flush=True,
            )
    return 0


if __name__ == "__main__":
    sys.exit(main())
