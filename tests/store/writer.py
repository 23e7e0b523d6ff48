"""A process that writes, to be raced with and to be killed: `writer.py URL how [count]`.

- `acknowledge`: makes tables and appends to them without end, eight at a time, and says each append after it returned;
- `race`: appends `count` entries to the table `race`, in the face of whoever else does; says the versions it won;
- `listen`: says what it hears.
"""

from __future__ import annotations

import asyncio
import os
import sys

from texcoco.store import Conflict, Entry, Store, open_store


def say(*words: object) -> None:
    os.write(1, (" ".join(map(str, words)) + "\n").encode())


async def acknowledge(store: Store) -> None:
    async def one(number: int) -> None:
        table = f"t{os.getpid()}-{number}"
        version = 0
        while True:
            version += 2
            pair = [Entry(v, "played", 0, {"v": v, "of": os.getpid()}, float(v)) for v in (version - 1, version)]
            await store.append(table, pair, (version, {"v": version}), {"status": "open", "v": version})
            say(table, version)

    await asyncio.gather(*map(one, range(8)))


async def race(store: Store, count: int) -> None:
    async def one() -> None:
        for _ in range(count // 4):
            while True:
                version = len(await store.read("race")) + 1
                try:
                    # Nothing in it tells the writers apart: whoever loses must know all the same.
                    await store.append("race", [Entry(version, "played", 0, {}, float(version))], card={"v": version})
                except Conflict:
                    continue
                say(version)
                break

    await asyncio.gather(*(one() for _ in range(4)))


async def listen(store: Store) -> None:
    store.listen(say)
    say("listening")
    await asyncio.Event().wait()


async def main(url: str, how: str, count: str = "0") -> None:
    async with await open_store(url) as store:
        say("ready")
        sys.stdin.readline()
        if how == "acknowledge":
            await acknowledge(store)
        elif how == "race":
            await race(store, int(count))
        else:
            await listen(store)


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
