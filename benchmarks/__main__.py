"""Our games beside other engines. On another machine only the ratios mean something."""

from __future__ import annotations

import argparse
import json
import os
import platform
import sys
from dataclasses import asdict
from pathlib import Path

from benchmarks.engines import ours, peers
from benchmarks.measure import ROUNDS, measure
from benchmarks.report import numbers_table, results, results_table


def main() -> int:
    parser = argparse.ArgumentParser(prog="make bench", description=__doc__)
    parser.add_argument(
        "--seconds", type=float, default=5.0, help="CPU time for one engine to play in one way (default: %(default)s)"
    )
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the numbers of all rounds there")
    parser.add_argument(
        "--ours", action="store_true", help="measure our games only, without those that they are compared with"
    )
    asked = parser.parse_args()
    if not asked.seconds > 0:
        parser.error("--seconds is more than 0")
    try:
        others = [] if asked.ours else peers()
    except ImportError as missing:
        print(f"{missing}; `make bench` installs what our games are compared with.", file=sys.stderr)
        return 1
    mine = ours()
    measured = measure([*mine, *others], asked.seconds, _say)
    _say("")
    found = results(mine, measured)
    machine = (
        f"{platform.python_implementation()} {platform.python_version()}, {platform.machine()}, {os.cpu_count()} CPUs"
    )
    print(f"Random play in one process, CPU time, medians of {ROUNDS} interleaved rounds. {machine}.\n")
    print(numbers_table(measured), "", "Ratios, round by round:", "", results_table(found), sep="\n")
    if asked.json:
        data = {
            "machine": machine,
            "seconds": asked.seconds,
            "measured": measured,
            "targets": [asdict(result) for result in found],
        }
        asked.json.write_text(json.dumps(data, indent=1) + "\n")
    return 0


def _say(what: str) -> None:
    if sys.stderr.isatty():  # somebody is looking
        print(f"\r\x1b[K{what}", end="", file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
