"""A worker for bots whose choice anybody can check afterwards: `steady` goes by what it has done so far and by what it may do.

With a word on the command line it is another kind of worker: one that dies (`dies`), never answers (`hangs`), does not even
listen (`deaf`), answers nonsense (`nonsense`), something else than an object (`list`), an action that is not legal (`illegal`), a
question of before (`late`); or one whose bots of the name `greedy` alone think (`greedy-only`).
"""

from __future__ import annotations

import json
import os
import sys
import time
import zlib
from collections.abc import Sequence
from typing import Any

WORKER = (sys.executable, __file__)


def steady(seat: int, heard: Sequence[Any], actions: Sequence[str]) -> str:
    return actions[zlib.crc32(json.dumps([[event for event in heard if event["seat"] == seat], *actions]).encode()) % len(actions)]


def main(how: str = "steady") -> None:
    while how == "deaf":
        time.sleep(60)
    for line in sys.stdin:
        asked = json.loads(line)
        reply: Any = {"number": asked["number"], "action": steady(asked["seat"], asked["log"], asked["actions"])}
        match how:
            case "dies":
                sys.exit(1)
            case "hangs":
                time.sleep(60)
            case "nonsense":
                print("{", flush=True)
                continue
            case "list":
                reply = [reply]
            case "illegal":
                reply["action"] = "dance"
            case "late":
                reply["number"] -= 1
            case "greedy-only" if asked["bot"] != "greedy":
                reply = {"number": asked["number"], "error": "no idea"}
        print(json.dumps(reply), flush=True)


if __name__ == "__main__":
    try:
        main(*sys.argv[1:])
    except BrokenPipeError:
        os._exit(0)  # whoever asked was killed
