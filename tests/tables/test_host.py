"""What a host keeps in memory is what the log says, whoever asks at the same time and whatever is dropped on the
way."""

from __future__ import annotations

import asyncio
import json
from contextlib import AsyncExitStack
from typing import Any

import pytest
from crowd import PEOPLE, begin, finish, hosting, settle, states, until

from texcoco.tables.requests import Chat, NoSuchTable, Play, Refused, SignOutOthers, Sit, Undo, Who
from texcoco.tables.seating import DEVICES
from texcoco.tables.states import state_of
from texcoco.tables.table import Table


@pytest.fixture(params=["sqlite", "postgres"])
def url(request: pytest.FixtureRequest) -> str:
    return request.getfixturevalue(f"{request.param}_url")


# --- another game ---


async def test_a_rematch_is_one_table_though_all_ask_for_it_at_once(sqlite_url: str) -> None:
    async with hosting(sqlite_url) as host:
        table = await begin(host, "tiny", 3, options={"rounds": 1}, hints=False)
        with pytest.raises(Refused, match="when the game is over"):
            await host.rematch(table.id, PEOPLE[0])
        await finish(host, [table.id], 1)
        with pytest.raises(Refused, match="only those who played"):
            await host.rematch(table.id, PEOPLE[3])
        ids = await asyncio.gather(*(host.rematch(table.id, PEOPLE[seat]) for seat in (0, 1, 2, 0, 1)))
        assert len(set(ids)) == 1
        assert {card.id for card in await host.cards()} == {table.id, ids[0]}
        again = await host.table(ids[0])
        assert [again.held_by(PEOPLE[seat].holder) for seat in range(3)] == [(2,), (0,), (1,)]
        assert again.hints is False  # it is played as the first one was


async def test_a_rematch_is_one_table_though_two_processes_are_asked(postgres_url: str) -> None:
    async with hosting(postgres_url) as one, hosting(postgres_url) as other:
        table = await begin(one, "tiny", 2, options={"rounds": 1})
        await other.table(table.id)
        await finish(one, [table.id], 1)
        ids = await asyncio.gather(*(host.rematch(table.id, PEOPLE[seat]) for seat in (0, 1) for host in (one, other)))
        assert len(set(ids)) == 1
        assert {card.id for card in await one.cards()} == {table.id, ids[0]}


async def test_a_device_that_is_signed_out_after_the_rematch_was_opened_does_not_hold_its_seat_there(
    sqlite_url: str,
) -> None:
    async with hosting(sqlite_url) as host:
        first = await begin(host, "tiny", 2, options={"rounds": 1})
        await host.command(first.id, PEOPLE[4], Sit(id="further", token=first.seats[1].token))
        await finish(host, [first.id], 1)
        again = await host.rematch(first.id, PEOPLE[0])
        assert (await host.table(again)).held_by(PEOPLE[4].holder) == (0,)
        for _ in range(2):  # and again, as by a client that had no answer
            await host.command(first.id, PEOPLE[1], SignOutOthers(id="out", seat=1))
            table = await host.table(again)
            assert table.seats[0].holders == {PEOPLE[1].holder}
            assert table.seats[1].holders == {PEOPLE[0].holder}
        await host.delete(again, PEOPLE[0])
        await host.command(first.id, PEOPLE[1], SignOutOthers(id="gone", seat=1))


async def test_a_rematch_that_was_removed_is_opened_again_but_not_for_ever(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("texcoco.tables.quota.REMATCHES", 3)
    async with hosting(url) as host:
        table = await begin(host, "tiny", 2, options={"rounds": 1})
        await finish(host, [table.id], 1)
        first = await host.rematch(table.id, PEOPLE[1])
        assert await host.rematch(table.id, PEOPLE[0]) == first
        await host.delete(first, PEOPLE[1])
        with pytest.raises(Refused, match="only those who played"):
            await host.rematch(table.id, PEOPLE[3])
        ids = await asyncio.gather(*(host.rematch(table.id, PEOPLE[seat]) for seat in (0, 1, 0, 1)))
        assert len({*ids, first}) == 2
        assert state_of((await host.table(table.id)), None)["rematch"] == ids[0]
        assert {card.id for card in await host.cards()} == {table.id, ids[0]}
        await host.store.delete(ids[0])
        last = await host.rematch(table.id, PEOPLE[0])
        await host.store.delete(last)
        with pytest.raises(Refused, match="too often"):
            await host.rematch(table.id, PEOPLE[0])


# --- removing ---


async def test_only_its_owner_removes_a_table_and_then_it_is_gone_everywhere(postgres_url: str) -> None:
    async with hosting(postgres_url) as one, hosting(postgres_url) as other:
        table = await begin(one, "tiny", 2)
        await other.table(table.id)
        with pytest.raises(Refused, match="only who opened"):
            await other.delete(table.id, PEOPLE[1])
        await one.delete(table.id, PEOPLE[0])
        await until(lambda: table.id not in other.memory.hosted)
        for host in (one, other):
            with pytest.raises(NoSuchTable):
                await host.table(table.id)
            with pytest.raises(NoSuchTable):
                await host.command(table.id, PEOPLE[0], Chat("x", text="hello?"))


async def test_a_command_for_a_table_that_is_removed_meanwhile_finds_none(sqlite_url: str) -> None:
    async with hosting(sqlite_url) as host:
        table = await begin(host, "tiny", 2)
        hosted = await host.memory.get(table.id)
        async with hosted.lock:
            late = asyncio.create_task(host.command(table.id, PEOPLE[0], Chat("x", text="hello?")))
            await asyncio.sleep(0)
            await host.store.delete(table.id)
        with pytest.raises(NoSuchTable):
            await late
        assert await host.store.read(table.id) == []


async def test_tables_expire_by_their_last_entry_and_their_status(sqlite_url: str) -> None:
    now = 1000.0
    async with hosting(sqlite_url, now=lambda: now) as host:
        playing = await begin(host, "tiny", 2)
        waiting = await host.create(PEOPLE[0], {"game": "tiny", "seats": [{"kind": "me"}, {"kind": "open"}]})
        now = 2000.0
        fresh = await host.create(PEOPLE[0], {"game": "tiny", "seats": [{"kind": "me"}, {"kind": "open"}]})
        assert await host.store.expire({"open": 1500.0}) == 1
        await until(lambda: waiting.id not in host.memory.hosted)
        with pytest.raises(NoSuchTable):
            await host.table(waiting.id)
        for id in (playing.id, fresh.id):
            await host.table(id)


# --- the lobby ---


async def test_a_card_says_who_sits_there_and_nothing_that_lets_one_sit_there(sqlite_url: str) -> None:
    async with hosting(sqlite_url) as host:
        table = await begin(host, "azteco", 3, 1, public=True)
        (card,) = await host.cards(status="playing")
        assert set(card.card) == {
            "game",
            "status",
            "public",
            "created",
            "owner",
            "holders",
            "held",
            "seats",
            "actors",
            "result",
            "clock",
            "from_position",
        }
        text = json.dumps(card.card)
        assert not any(seat.token in text for seat in table.seats if seat.kind == "person")
        assert card.card["holders"] == sorted(
            ["*", *(who.holder for who in PEOPLE[:3])]
        )  # a public table is everybody's to find
        assert [card.id for card in await host.cards(holder=PEOPLE[1].holder)] == [table.id]
        assert await host.cards(holder=PEOPLE[3].holder) == []
        for viewer in table.viewers:
            assert not any(who.holder in json.dumps(state_of(table, viewer)) for who in PEOPLE)


async def test_a_link_that_goes_round_does_not_fill_the_card(sqlite_url: str) -> None:
    async with hosting(sqlite_url) as host:
        table = await host.create(PEOPLE[0], {"game": "tiny", "seats": [{"kind": "me"}, {"kind": "open"}]})
        token = table.seats[1].token
        for number in range(DEVICES):
            table = await host.command(table.id, Who(f"{number:x<64}", "Many"), Sit("s", token=token))
            token = table.seats[1].token
        with pytest.raises(Refused, match="browsers"):
            await host.command(table.id, Who("y" * 64, "One more"), Sit("s", token=token))
        again = await host.command(table.id, Who(f"{3:x<64}", "Many"), Sit("again", token=token))
        assert again.version == table.version, "who sits there already changes nothing"


# --- commands ---


async def test_a_command_is_carried_out_once_and_its_id_is_its_senders_own(sqlite_url: str) -> None:
    async with hosting(sqlite_url) as host:
        table = await begin(host, "tiny", 2)
        hello = Chat("same", text="hello")
        tables = await asyncio.gather(*(host.command(table.id, PEOPLE[0], hello) for _ in range(5)))
        assert len({table.version for table in tables}) == 1
        await host.command(table.id, PEOPLE[1], hello)
        said = [
            line["seat"]
            for line in state_of((await host.table(table.id)), None)["log"]
            if line.get("note") == "chatted"
        ]
        assert said == [0, 1]


async def test_a_command_whose_sender_went_away_is_done_or_not_and_the_table_knows(sqlite_url: str) -> None:
    async with hosting(sqlite_url) as host:
        table = await begin(host, "tiny", 2)
        for number in range(20):
            task = asyncio.create_task(host.command(table.id, PEOPLE[0], Chat(f"c{number}", text="hello")))
            for _ in range(number % 5):
                await asyncio.sleep(0)
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)
        await host.command(table.id, PEOPLE[0], Chat("last", text="still there"))
        entries = await host.store.read(table.id)
        assert [entry.version for entry in entries] == list(range(1, (await host.table(table.id)).version + 1))


@pytest.mark.parametrize("kind", ["sqlite_url", "postgres_url"])
async def test_who_looks_does_not_wait_for_what_another_writes(
    kind: str, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By the time of the answer they would see that somebody changes a sealed choice (A46)."""
    url = request.getfixturevalue(kind)
    async with hosting(url) as host, AsyncExitStack() as stack:
        id = (await begin(host, "azteco", 3)).id
        position = (await host.table(id)).position
        assert position is not None
        play = Play("p", seat=0, step=position.step, actions=["claim BB"])
        table = await host.command(id, PEOPLE[0], play)
        append, disk, heard = host.store.append, asyncio.Event(), list[int]()

        async def slow(*args: Any, **more: Any) -> None:
            await disk.wait()
            await append(*args, **more)

        monkeypatch.setattr(host.store, "append", slow)
        undo = asyncio.create_task(host.command(id, PEOPLE[0], Undo("u", seat=0, step=position.step)))
        await asyncio.sleep(0.05)
        assert await asyncio.wait_for(host.table(id), 1) is table
        stop = await asyncio.wait_for(host.watch(id, lambda table, entry: heard.append(entry.version)), 1)
        if host.store.shared:  # what another process wrote meanwhile is there
            other = await stack.enter_async_context(hosting(url))
            chatted = await other.command(id, PEOPLE[1], Chat("c", text="hello"))
            assert (await asyncio.wait_for(host.table(id), 1)).version == chatted.version == table.version + 1
            table = chatted
        disk.set()
        after = await undo
        assert after.version == table.version + 1
        assert heard[-1] == after.version
        stop()
        assert (await host.table(id)).version == table.version + 1


async def test_an_entry_whose_writer_was_cancelled_when_it_was_on_disk_is_heard_of(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with hosting(sqlite_url) as host:
        table, heard = await begin(host, "tiny", 2), list[int]()
        await host.watch(table.id, lambda table, entry: heard.append(entry.version))
        append, written = host.store.append, asyncio.Event()

        async def lingering(*args: Any, **more: Any) -> None:
            await append(*args, **more)
            written.set()
            await asyncio.sleep(60)

        monkeypatch.setattr(host.store, "append", lingering)
        command = asyncio.create_task(host.command(table.id, PEOPLE[0], Chat("c", text="hello")))
        await written.wait()
        assert not heard
        command.cancel()
        await until(lambda: heard == [table.version + 1])
        assert (await host.table(table.id)).version == table.version + 1


# --- watching ---


async def test_who_watches_hears_everything_though_the_first_reader_went_away(sqlite_url: str) -> None:
    async with hosting(sqlite_url) as host:
        id = (await begin(host, "tiny", 2)).id
    async with hosting(sqlite_url) as host:
        first = asyncio.create_task(host.table(id))
        second = asyncio.create_task(host.table(id))
        await asyncio.sleep(0)
        first.cancel()
        heard = list[int]()
        stop = await host.watch(id, lambda table, entry: heard.append(entry.version))
        await second
        table = await host.command(id, PEOPLE[0], Chat("x", text="hello"))
        assert heard == [table.version]
        stop()
        await host.command(id, PEOPLE[0], Chat("y", text="hello"))
        assert heard == [table.version]


async def test_a_watcher_that_fails_fails_alone(sqlite_url: str) -> None:
    async with hosting(sqlite_url) as host:
        table = await begin(host, "tiny", 2)
        heard = list[int]()

        def fails(table: Table, entry: object) -> None:
            raise RuntimeError("a closed socket")

        await host.watch(table.id, fails)
        await host.watch(table.id, lambda table, entry: heard.append(entry.version))
        after = await host.command(table.id, PEOPLE[0], Chat("x", text="hello"))
        assert heard == [after.version]


async def test_what_another_process_writes_is_heard_in_order(postgres_url: str) -> None:
    async with hosting(postgres_url) as one, hosting(postgres_url) as other:
        table = await begin(one, "tiny", 2)
        heard = list[int]()
        await other.watch(table.id, lambda table, entry: heard.append(entry.version))
        for number in range(20):
            await one.command(table.id, PEOPLE[number % 2], Chat(f"c{number}", text="hello"))
        await until(lambda: len(heard) == 20)
        assert heard == list(range(table.version + 1, table.version + 21))


# --- memory ---


async def test_tables_that_nobody_watches_are_dropped_and_come_back_the_same(sqlite_url: str) -> None:
    async with hosting(sqlite_url, max_idle=3) as host:
        tables = [await begin(host, "tiny", 2) for _ in range(8)]
        watched = tables[0].id
        await host.watch(watched, lambda table, entry: None)
        before = {table.id: states(await host.table(table.id)) for table in tables}
        assert watched in host.memory.hosted
        assert len(host.memory.hosted) <= 3 + 1 + 1
        for table in reversed(tables):
            assert states(await host.table(table.id)) == before[table.id]
            code = await settle(host, table.id, 0, Play("p", seat=0, step=2, actions=["bid 1"]))
            assert not code


async def test_nobody_finds_a_table_that_never_was(sqlite_url: str) -> None:
    async with hosting(sqlite_url) as host:
        answers = await asyncio.gather(*(host.table("nowhere") for _ in range(3)), return_exceptions=True)
        assert all(isinstance(answer, NoSuchTable) for answer in answers)
        lone = asyncio.create_task(host.table("nowhere"))
        await asyncio.sleep(0)
        lone.cancel()
        await asyncio.gather(lone, return_exceptions=True)


async def test_whoever_opens_many_tables_does_not_make_another_wait(sqlite_url: str) -> None:
    """Tables that are not in memory are read from the store in turns, and no source has all the places."""
    async with hosting(sqlite_url) as host:
        ids = [(await begin(host, "tiny", 2)).id for _ in range(40)]
    async with hosting(sqlite_url) as host:
        order = list[str]()

        async def load(id: str, source: str) -> None:
            await host.table(id, source)
            order.append(source)

        many = [asyncio.create_task(load(id, "many")) for id in ids[:39]]
        await asyncio.sleep(0)
        await load(ids[39], "one")
        assert len(order) < 20
        await asyncio.gather(*many)


async def test_whoever_opens_too_many_tables_at_once_is_told_to_wait(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("texcoco.tables.memory.MAX_WAITING_LOADS", 3)
    async with hosting(sqlite_url) as host:
        ids = [(await begin(host, "tiny", 2)).id for _ in range(9)]
    async with hosting(sqlite_url) as host:
        found = await asyncio.gather(*(host.table(id, "many") for id in ids), return_exceptions=True)
        refused = [error.code for error in found if isinstance(error, Refused)]
        assert refused == ["busy"] * 4, "two were read at once, and three waited"
        for id in ids:
            assert (await host.table(id, "many")).id == id
