"""Who is there: said on every stream of a table, kept nowhere."""

from __future__ import annotations

import asyncio
import json
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest
from running import Browser, enter, running

from texcoco.store import Store, open_store
from texcoco.tables import presence
from texcoco.tables.presence import MAX_BROWSERS, Presence
from texcoco.tables.table import Seat, Table


def table_of(*holders: str) -> Table:
    table = Table("t")
    table.seats = [Seat("person", holder, holders=frozenset({holder * 64})) for holder in holders]
    return table


async def test_two_streams_hear_of_each_other(tmp_path: Path) -> None:
    async with running(tmp_path) as server, AsyncExitStack() as stack:
        ann, bob, eve = await enter(stack, server.address, "Ann", "Bob", "Eve")
        opened = await ann.open("tiny", "me", "open", "me")
        table = opened["table"]
        await bob.arrive()
        await eve.arrive()
        entries = len(await server.host.store.read(table))
        async with ann.stream(table) as here:
            assert (await here.hear())["seats"] == [0, 2]
            assert await here.hear() == {"type": "presence", "presence": {"seats": [0, 2], "watching": 0}}
            async with bob.stream(table) as there, eve.stream(table) as watched:
                await here.until(lambda: here.present == {"seats": [0, 2], "watching": 2})
                await watched.until(lambda: watched.present == here.present)
                assert len(await server.host.store.read(table)) == entries, "presence is in no log"
                await there.answer(bob.command("sit", token=opened["invitations"][1]["token"]))
                for stream in (here, there, watched):
                    await stream.until(lambda stream=stream: stream.present == {"seats": [0, 1, 2], "watching": 1})
                async with bob.stream(table) as again:  # another tab of the same browser
                    await again.until(lambda: again.present == {"seats": [0, 1, 2], "watching": 1})
            await here.until(lambda: here.present == {"seats": [0, 2], "watching": 0})


async def test_a_stream_that_says_nothing_is_not_there(tmp_path: Path) -> None:
    async with running(tmp_path) as server, AsyncExitStack() as stack:
        ann, eve = await enter(stack, server.address, "Ann", "Eve")
        table = (await ann.open("tiny", "me", "open"))["table"]
        async with eve.stream(table, hello=False), ann.stream(table) as here:
            await here.until(lambda: here.present)
            assert here.present == {"seats": [0], "watching": 0}


async def test_two_processes_tell_each_other(postgresql: str) -> None:
    async with (
        running(postgresql) as one,
        running(postgresql) as other,
        Browser(one.address) as ann,
        Browser(other.address) as bob,
    ):
        opened = await ann.open("tiny", "me", "open")
        table = opened["table"]
        await bob.arrive()
        async with ann.stream(table) as here:
            async with bob.stream(table) as there:
                await here.until(lambda: here.present == {"seats": [0], "watching": 1})
                await there.until(lambda: there.present == {"seats": [0], "watching": 1})  # it asked who else is there
                await bob.do(table, "sit", token=opened["invitations"][1]["token"])
                await here.until(lambda: here.present == {"seats": [0, 1], "watching": 0})
            await here.until(lambda: here.present == {"seats": [0], "watching": 0})


class Shared:
    """The notes of a store that several processes share."""

    shared = True

    def __init__(self) -> None:
        self.heard: list[Any] = []
        self.notes: list[str] = []
        self.lost = False

    async def publish(self, table: str, note: str) -> None:
        self.notes.append(note)
        if not self.lost:
            for heard in self.heard:
                heard(table, note)

    def subscribe(self, heard: Any) -> Any:
        self.heard.append(heard)
        return lambda: self.heard.remove(heard)


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(presence, "COLLECT_SECONDS", 0.001)


async def until(done: Any) -> None:
    for _ in range(2000):
        if done():
            return
        await asyncio.sleep(0.002)
    raise AssertionError("it does not come to that")


@pytest.mark.usefixtures("quick")
async def test_a_process_that_falls_silent_is_forgotten_and_what_was_lost_is_said_again() -> None:
    store: Any = Shared()
    one, other = Presence(store, beat=0.05), Presence(store, beat=0.05)
    table = table_of("a", "b")
    one.join("t", "a" * 64, lambda: None)
    store.lost = True
    other.join("t", "b" * 64, lambda: None)
    await until(lambda: len(store.notes) > 2)
    assert one.at_table(table).seats == (0,)
    store.lost = False
    await until(lambda: one.at_table(table).seats == other.at_table(table).seats == (0, 1))
    await other.close()  # as when it is killed: it says nothing any more
    await until(lambda: one.at_table(table).seats == (0,))
    store.heard[0]("t", "nonsense")
    store.heard[0]("t", "[1]")
    assert one.at_table(table).seats == (0,)
    await one.close()


@pytest.mark.usefixtures("quick")
async def test_a_note_is_never_too_long() -> None:
    store: Any = Shared()
    here = Presence(store)
    for number in range(MAX_BROWSERS + 50):
        here.join("t", f"{number:064}"[::-1], lambda: None)
    await until(lambda: store.notes)
    assert all(len(note) < 7900 for note in store.notes)
    assert len(json.loads(store.notes[-1])[2]) == MAX_BROWSERS
    await here.close()


async def test_a_store_of_one_process_publishes_to_nobody(tmp_path: Path) -> None:
    async with await open_store(f"sqlite:///{tmp_path / 'a.db'}") as store:
        heard: list[tuple[str, str]] = []
        stop = store.subscribe(lambda table, note: heard.append((table, note)))
        await store.publish("t", "hello")
        stop()
        assert not heard
        assert isinstance(store, Store)
        assert not store.shared


async def test_what_is_published_reaches_other_processes_and_is_not_kept(postgresql: str) -> None:
    async with await open_store(postgresql) as one, await open_store(postgresql) as other:
        heard: list[tuple[str, str]] = []
        other.subscribe(lambda table, note: heard.append((table, note)))
        await one.publish("t", "two words")
        await until(lambda: heard == [("t", "two words")])
        assert await other.read("t") == []
