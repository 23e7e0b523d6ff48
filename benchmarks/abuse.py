"""What an honest player notices of each abuse that one address can do: `python -m benchmarks.abuse`.

For each abuse a server of its own is started on this machine. Honest players play over streams, some by themselves and
some with a bot, each from an address of their own. The abuse comes from 127.0.0.2; the machine's own addresses have no
higher limits here. Times are taken with and without it, in turns, so that whatever else the machine does hits both
alike.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import platform
import signal
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any

from benchmarks.abuses import ABUSES
from benchmarks.report import markdown
from benchmarks.wire import Browser

SOURCE = "127.0.0.1"
SERVER = """
import sys
from texcoco.web.server import serve
from texcoco.web.settings import Limits, Settings
limits = Limits(loopback=1)
serve(Settings(sys.argv[1], limits=limits, quiet=True), "127.0.0.1", 0, 1, lambda port: print(port, flush=True))
"""
PAIRS, WITH_BOTS = 4, 4
"""How many honest players play by themselves, and how many with a bot."""
PACE = 0.12
"""Seconds between the commands of an honest player."""
ROUNDS = 3
WARM_UP = 2.0
TARGET = 3.0


class Times:
    """What honest players have waited for, with and without the abuse."""

    def __init__(self) -> None:
        self.phase = ""
        self.all: dict[tuple[str, str], list[float]] = defaultdict(list)

    def add(self, what: str, began: str, seconds: float) -> None:
        if began and began == self.phase:
            self.all[what, began].append(seconds)

    def value(self, what: str, phase: str, share: float) -> float:
        """Milliseconds; so many waits were shorter."""
        found = sorted(self.all[what, phase])
        return 1000 * found[min(int(share * len(found)), len(found) - 1)] if found else float("nan")


@asynccontextmanager
async def serving(where: Path) -> AsyncIterator[tuple[str, int]]:
    """A server as a program of its own: its address and its process."""
    with tempfile.TemporaryDirectory(dir=where) as folder:
        log = (Path(folder) / "log").open("wb")
        command = [sys.executable, "-c", SERVER, f"sqlite:///{folder}/games.db"]
        server = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log)
        try:
            assert server.stdout is not None
            address = f"127.0.0.1:{int(server.stdout.readline())}"
            browser = Browser(address, SOURCE)
            for _ in range(200):
                with contextlib.suppress(OSError, EOFError):
                    if (await browser.ask("GET", "/health"))[0] == 200:
                        break
                await asyncio.sleep(0.05)
            yield address, server.pid
        finally:
            server.terminate()
            with contextlib.suppress(subprocess.TimeoutExpired):
                server.wait(5)
            server.kill()
            server.wait()
            log.close()


async def walks(server: str, source: str, times: Times) -> None:
    """Somebody who plays an action and takes it back, and waits each time for the acknowledgement."""
    browser = Browser(server, source)
    table = await browser.open("mexica", "me", "me", options={"first": "0"})
    await browser.do(table, "start")
    for seat, at in enumerate(("H6", "G7")):
        await browser.do(table, "play", seat=seat, step=seat + 1, actions=[f"start {at}"])
    step = (await browser.ask("GET", f"/tables/{table}"))[1]["states"][0]["step"]
    socket = await browser.stream(table)
    for number in range(10**9):
        what: dict[str, Any] = {"do": "undo"} if number % 2 else {"do": "play", "actions": ["walk H5"]}
        command = browser.command(what.pop("do"), seat=0, step=step, **what)
        phase, began = times.phase, time.perf_counter()
        await socket.send(json.dumps(command))
        while True:
            message = json.loads(await socket.recv())
            if command["id"] == message.get("id"):
                break
        times.add("ack", phase, time.perf_counter() - began)
        await asyncio.sleep(PACE)


async def plays_with_a_bot(server: str, source: str, times: Times, rng: Random) -> None:
    """Somebody who plays with a bot, game after game, and waits for each of its moves."""
    browser = Browser(server, source)
    while True:
        table = await browser.open("yucatan", "me", "greedy")
        await browser.do(table, "start")
        socket = await browser.stream(table)
        waits: tuple[str, float] | None = None
        while True:
            message = json.loads(await socket.recv())
            if "refused" in message or "error" in message:
                await asyncio.sleep(PACE)
                break
            state = message.get("state")
            if not state:
                continue
            if waits is not None:
                times.add("bot", waits[0], time.perf_counter() - waits[1])
                waits = None
            if state["status"] == "over":
                break
            if state["actions"]:
                await asyncio.sleep(PACE)
                action = rng.choice(state["actions"])
                await socket.send(json.dumps(browser.command("play", seat=0, step=state["step"], actions=[action])))
            elif 1 in state["actors"]:
                waits = times.phase, time.perf_counter()
        await socket.close()


async def measure(name: str, seconds: float, where: Path) -> tuple[Times, int]:
    """The times of honest players with and without one abuse, and the most memory that the server had, in MB."""
    times, memory = Times(), 0
    for _ in range(ROUNDS):
        async with serving(where) as (server, pid):  # a new one each time: some abuses leave something behind
            people = [asyncio.create_task(walks(server, f"127.0.1.{n}", times)) for n in range(1, PAIRS + 1)]
            people += [
                asyncio.create_task(plays_with_a_bot(server, f"127.0.2.{n}", times, Random(n)))
                for n in range(1, WITH_BOTS + 1)
            ]
            await asyncio.sleep(WARM_UP)
            await phase(times, "quiet", seconds / ROUNDS)
            attacker = subprocess.Popen(
                [sys.executable, "-m", "benchmarks.abuses", name, server], stderr=subprocess.DEVNULL
            )
            try:
                await asyncio.sleep(WARM_UP)
                await phase(times, "abuse", seconds / ROUNDS)
                memory = max(memory, resident(pid))
            finally:
                attacker.kill()
                attacker.wait()
            for task in people:
                if task.done():
                    print(f"an honest player gave up under {name}: {task.exception()!r}", file=sys.stderr)
                task.cancel()
            await asyncio.gather(*people, return_exceptions=True)
    return times, memory


async def phase(times: Times, name: str, seconds: float) -> None:
    times.phase = name
    await asyncio.sleep(seconds)
    times.phase = ""


def resident(pid: int) -> int:
    """MB of memory that a process has; 0 where that cannot be read."""
    try:
        return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") // 2**20
    except OSError:
        return 0


def row(name: str, times: Times, memory: int) -> list[str]:
    cells = [(ABUSES[name].__doc__ or name).strip()]
    worst = 0.0
    for what in ("ack", "bot"):
        for share in (0.5, 0.99):
            quiet, abuse = times.value(what, "quiet", share), times.value(what, "abuse", share)
            ratio = abuse / quiet
            if share > 0.5:
                worst = max(worst, ratio) if ratio == ratio else float("inf")
            cells.append(f"{quiet:.0f} → {abuse:.0f} ({ratio:.1f}×)")
    return [*cells, f"{memory}", "✓" if worst <= TARGET else "not reached"]


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.abuse", description=__doc__)
    parser.add_argument("--seconds", type=float, default=9.0, help="with and without each abuse (default: %(default)s)")
    parser.add_argument(
        "--folder", type=Path, default=Path.cwd(), help="for the database (default: here, as /tmp may be no disk)"
    )
    parser.add_argument("abuses", nargs="*", metavar="ABUSE", help=f"one of: {', '.join(ABUSES)} (default: all)")
    asked = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # so that the server is ended too
    if unknown := set(asked.abuses) - set(ABUSES):
        parser.error(f"there is no abuse {', '.join(sorted(unknown))}")
    lines = [["abuse", "ack p50, ms", "ack p99, ms", "bot p50, ms", "bot p99, ms", "server, MB", "p99 ≤ 3×"]]
    for name in asked.abuses or ABUSES:
        times, memory = asyncio.run(measure(name, asked.seconds, asked.folder))
        lines.append(row(name, times, memory))
        print(" | ".join(lines[-1]), file=sys.stderr, flush=True)
    machine = (
        f"{platform.python_implementation()} {platform.python_version()}, {platform.machine()}, {os.cpu_count()} CPUs"
    )
    print(f"Quiet → under the abuse, in {ROUNDS} turns of each. SQLite. {machine}.\n")
    print(markdown(lines, words=1))
    return 0


if __name__ == "__main__":
    sys.exit(main())
