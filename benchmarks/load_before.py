"""As many commands by this commit as by an older one, in turn: `python -m benchmarks.load_before ../before`.

Both play as fast as commands are acknowledged, each with its own benchmark, and what counts is processor time. A run
ends after so many commands and not after some seconds, since states grow as games go on: whoever is faster would get
into longer ones.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
from pathlib import Path

COUNTED = """
import asyncio, itertools, sys, time, types
from benchmarks import load

tables, commands, games = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3].split(",")
# Its clock is asked four times for a command, by older commits too: so it counts commands in the place of seconds.
load.time = types.SimpleNamespace(perf_counter=itertools.count(0, 0.25).__next__, process_time=time.process_time)
run = getattr(load, "run", asyncio.run)
measured = run(load.load(tables, games, None, commands))
print(1e6 * measured.cpu / measured.commands)
"""


def microseconds(checkout: Path, tables: int, commands: int, games: str) -> float:
    """Processor time for a command, clients and SQLite included."""
    environment = {**os.environ, "PYTHONPATH": "src:."}
    asked = [sys.executable, "-c", COUNTED, str(tables), str(commands), games]
    done = subprocess.run(asked, cwd=checkout, env=environment, capture_output=True, text=True, check=True)
    return float(done.stdout)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.load_before", description=__doc__)
    parser.add_argument("before", type=Path, help="a checkout of the older commit (`git worktree add --detach`)")
    parser.add_argument("--tables", type=int, default=60)
    parser.add_argument("--commands", type=int, default=4000)
    parser.add_argument("--games", default="mexica,yucatan,azteco")
    parser.add_argument("--pairs", type=int, default=3)
    asked = parser.parse_args()
    here, ratios = Path(__file__).parent.parent, list[float]()
    print("| before, µs | now, µs | ratio |\n| ---: | ---: | ---: |")
    for _ in range(asked.pairs):
        before, now = (
            microseconds(checkout, asked.tables, asked.commands, asked.games) for checkout in (asked.before, here)
        )
        ratios.append(before / now)
        print(f"| {before:.0f} | {now:.0f} | {ratios[-1]:.2f}× |", flush=True)
    print(f"\nMedian: {statistics.median(ratios):.2f}×")


if __name__ == "__main__":
    main()
