"""A worker for bots whose choice anybody can check afterwards: `steady` goes by what it has done so far and by what it
may do.

All other jobs are done as by the real worker, which knows the tiny game here. With a word on the command line it is
another kind of worker: one that dies (`dies`), never answers (`hangs`), takes its time (`slow`), does not even listen
(`deaf`), answers nonsense (`nonsense`), a number instead of an action (`number`), an action that is not legal
(`illegal`), a question of before (`late`), less than it says (`short`), or needs more memory than it may have (`grows`)
or than it keeps (`heavy`); or one whose bots of the name `greedy` alone think (`greedy-only`).
"""

from __future__ import annotations

import json
import os
import sys
import time
import zlib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

sys.path.append(str(Path(__file__).parent.parent / "contract"))
WORKER = (sys.executable, __file__)


def steady(seat: int, heard: Sequence[Any], actions: Sequence[str]) -> str:
    return actions[
        zlib.crc32(json.dumps([[event for event in heard if event["seat"] == seat], *actions]).encode()) % len(actions)
    ]


def main(how: str = "steady") -> None:
    from tiny import TINY

    from texcoco.games import register
    from texcoco.tables import worker
    from texcoco.tables.compressed_list import CompressedList
    from texcoco.tables.history import events_for

    register(TINY)

    if how == "heavy":
        worker.RESTART_BYTES = 1

    def decide(asked: dict[str, Any]) -> bytes:
        if how == "hangs":
            time.sleep(60)
        if how == "slow":
            time.sleep(0.05)
        told = [event.dump() for event in events_for(CompressedList[Any].load(asked["log"]), asked["seat"])]
        action = steady(asked["seat"], told, asked["actions"])
        match how:
            case "dies":
                os._exit(1)
            case "nonsense":
                os.write(replies, b"{\n")
            case "number":
                return b"5"
            case "illegal":
                action = "dance"
            case "late":
                os.write(replies, b"-1 ok 0 0\n")
            case "short":
                os.write(replies, b"0 ok 100 0\n")
                os._exit(0)
            case "grows":
                return b"x" * 2**31
            case "greedy-only" if asked["bot"] != "greedy":
                raise ValueError("no idea")
        return json.dumps(action).encode()

    while how == "deaf":
        time.sleep(60)
    replies = os.dup(1)
    if how != "real":
        worker.JOBS["decide"] = decide
    worker.main()


if __name__ == "__main__":
    try:
        main(*sys.argv[1:])
    except BrokenPipeError:
        os._exit(0)  # whoever asked was killed
