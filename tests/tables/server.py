"""A process with a host, to be killed or to race with others: `server.py HOW URL SEED TABLE...`.

- `play`: people play at the tables; each command is said before it is sent and after it was acknowledged;
- `race`: the same, and the same commands as every other process of the race, with stale and foreign ones between them;
  when all games are over it says so, waits for a line, and says what each viewer was shown.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import os
import sys
from pathlib import Path
from random import Random
from typing import Any

for folder in ("", "contract"):
    sys.path.append(str(Path(__file__).parents[1] / folder))

import msgspec  # noqa: E402
from crowd import PEOPLE, hosting, notice, noticing, settle, states, whole_log, wish  # noqa: E402
from tiny import TINY  # noqa: E402

from texcoco.games import register  # noqa: E402
from texcoco.store import Entry  # noqa: E402
from texcoco.tables.fold import concerns  # noqa: E402
from texcoco.tables.history import Viewer  # noqa: E402
from texcoco.tables.host import Host  # noqa: E402
from texcoco.tables.requests import Play  # noqa: E402
from texcoco.tables.states import log_lines, state_of  # noqa: E402
from texcoco.tables.table import Table  # noqa: E402

REFUSED = {
    "",
    "chat-too-fast",
    "stale",
    "refused",
    "not-your-seat",
    "no-undo",
    "not-playing",
    "away",
    "not-away",
    "bot-plays",
    "busy",
}
"""What may become of a command in a race."""


def say(**what: Any) -> None:
    os.write(1, json.dumps(what).encode() + b"\n")


async def play(host: Host, id: str, seat: int, seed: str) -> None:
    rng, number = Random(f"{seed}/{id}/{seat}"), 0
    async with noticing(host, id) as noticed:
        while (table := await host.table(id)).status == "playing":
            number += 1
            command = wish(table, seat, f"{seed}-{seat}-{number}", rng)
            if command is None:
                await notice(noticed, 0.5)
                continue
            say(sent=msgspec.to_builtins(command), table=id, seat=seat)
            refused = await settle(host, id, seat, command)
            if not refused:
                say(done=command.id, table=id, seat=seat)


async def race(host: Host, id: str, seat: int, seed: str) -> None:
    """The same commands with the same ids as in other processes, as they go by what the seat is shown; others are our
    own.
    """
    rng, number = Random(f"{seed}/{id}/{seat}"), 0
    async with noticing(host, id) as noticed:
        while (table := await host.table(id)).status == "playing":
            number += 1
            shown = table.counts[seat]
            command = wish(table, seat, f"same-{seat}-{shown}", Random(f"{id}/{seat}/{shown}"))
            own = f"{seed}-{seat}-{number}"
            sent = [settle(host, id, seat, command)] if command is not None else []
            if isinstance(command, Play) and command.step:
                wrong = (seat + 1) % len(table.seats)
                sent += [
                    settle(host, id, seat, command),
                    settle(host, id, seat, msgspec.structs.replace(command, id=own + "s", step=command.step - 1)),
                    settle(host, id, seat, msgspec.structs.replace(command, id=own + "f", seat=wrong)),
                    settle(host, id, wrong % len(PEOPLE), msgspec.structs.replace(command, id=own + "t", seat=wrong)),
                ]
                rng.shuffle(sent)
            codes = set(await asyncio.gather(*sent))
            assert codes <= REFUSED, codes
            await notice(noticed, 0.2)


class Streams:
    """What the viewers of a table get, message by message, each with only those lines of the log that may be new to
    them.
    """

    def __init__(self) -> None:
        self.numbers: dict[Viewer, list[int]] = {}
        self.lines: dict[Viewer, list[Any]] = {}
        self.settled: dict[Viewer, int] = {}
        self.last: dict[Viewer, tuple[int, str]] = {}

    def __call__(self, table: Table, entry: Entry) -> None:
        for viewer in table.viewers:
            if concerns(entry, viewer):
                since = self.settled.get(viewer, 0)
                state = state_of(table, viewer, since)
                self.numbers.setdefault(viewer, []).append(state["number"])
                first = state["lines"] - len(state["log"])
                self.lines.setdefault(viewer, [])[since:] = log_lines(table, viewer, since, first) + state["log"]
                self.settled[viewer], self.last[viewer] = state["settled"], (since, json.dumps(state))
            elif viewer in self.last:
                since, last = self.last[viewer]
                assert json.dumps(state_of(table, viewer, since)) == last, "something changed that was not told"

    def told(self, table: Table) -> dict[str, Any]:
        """To be compared with others: hashes of all that each viewer is shown, and the numbers of its messages."""
        for viewer, lines in self.lines.items():
            assert json.dumps(lines) == json.dumps(whole_log(table, viewer)), "who heard everything has another log"
        shown = {viewer: hashlib.sha256(text.encode()).hexdigest() for viewer, text in states(table).items()}
        return {
            "table": table.id,
            "shown": shown,
            "numbers": {str(viewer): numbers for viewer, numbers in self.numbers.items()},
        }


async def main(how: str, url: str, seed: str, *ids: str) -> None:
    register(TINY)
    async with hosting(url, bot_seconds=2.0) as host:
        await host.wake()
        streams = {id: Streams() for id in ids}
        for id in ids if how == "race" else ():
            await host.watch(id, streams[id])
        say(ready=True)
        sys.stdin.readline()
        tables = [await host.table(id) for id in ids]
        doing = play if how == "play" else race
        await asyncio.gather(
            *(
                doing(host, table.id, n, seed)
                for table in tables
                for n, seat in enumerate(table.seats)
                if seat.kind == "person"
            )
        )
        say(over=True)
        sys.stdin.readline()
        for id in ids if how == "race" else ():
            say(**streams[id].told(await host.table(id)))


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
