"""What a host keeps in memory is what the log says, whoever asks at the same time and whatever is dropped on the way."""

from __future__ import annotations

import asyncio
import json

import pytest
from crowd import PEOPLE, begin, finish, hosting, settle, states

from texcoco.tables.commands import DEVICES, Command, Refused, Who
from texcoco.tables.host import NoSuchTable
from texcoco.tables.table import Table


async def until(true: object, seconds: float = 20) -> None:
    assert callable(true)
    for _ in range(int(seconds * 100)):
        if true():
            return
        await asyncio.sleep(0.01)
    raise AssertionError("it did not come")


# --- another game ---


async def test_a_rematch_is_one_table_though_all_ask_for_it_at_once(sqlite_url: str) -> None:
    async with hosting(sqlite_url) as host:
        table = await begin(host, "tiny", 3, options={"rounds": 1})
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


async def test_a_rematch_is_one_table_though_two_processes_are_asked(postgres_url: str) -> None:
    async with hosting(postgres_url) as one, hosting(postgres_url) as other:
        table = await begin(one, "tiny", 2, options={"rounds": 1})
        await other.table(table.id)
        await finish(one, [table.id], 1)
        ids = await asyncio.gather(*(host.rematch(table.id, PEOPLE[seat]) for seat in (0, 1) for host in (one, other)))
        assert len(set(ids)) == 1
        assert {card.id for card in await one.cards()} == {table.id, ids[0]}


# --- removing ---


async def test_only_its_owner_removes_a_table_and_then_it_is_gone_everywhere(postgres_url: str) -> None:
    async with hosting(postgres_url) as one, hosting(postgres_url) as other:
        table = await begin(one, "tiny", 2)
        await other.table(table.id)
        with pytest.raises(Refused, match="only who opened"):
            await other.delete(table.id, PEOPLE[1])
        await one.delete(table.id, PEOPLE[0])
        await until(lambda: table.id not in other._hosted)
        for host in (one, other):
            with pytest.raises(NoSuchTable):
                await host.table(table.id)
            with pytest.raises(NoSuchTable):
                await host.command(table.id, PEOPLE[0], Command("chat", "x", text="hello?"))


async def test_a_command_for_a_table_that_is_removed_meanwhile_finds_none(sqlite_url: str) -> None:
    async with hosting(sqlite_url) as host:
        table = await begin(host, "tiny", 2)
        hosted = await host._get(table.id)
        async with hosted.lock:
            late = asyncio.create_task(host.command(table.id, PEOPLE[0], Command("chat", "x", text="hello?")))
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
        await until(lambda: waiting.id not in host._hosted)
        with pytest.raises(NoSuchTable):
            await host.table(waiting.id)
        for id in (playing.id, fresh.id):
            await host.table(id)


# --- the lobby ---


async def test_a_card_says_who_sits_there_and_nothing_that_lets_one_sit_there(sqlite_url: str) -> None:
    async with hosting(sqlite_url) as host:
        table = await begin(host, "azteco", 3, 1, public=True)
        (card,) = await host.cards(status="playing")
        assert set(card.card) == {"game", "status", "public", "created", "owner", "holders", "held", "seats", "actors", "result"}
        text = json.dumps(card.card)
        assert not any(seat.token in text for seat in table.seats)
        assert card.card["holders"] == sorted(["*", *(who.holder for who in PEOPLE[:3])])  # a public table is everybody's to find
        assert [card.id for card in await host.cards(holder=PEOPLE[1].holder)] == [table.id]
        assert await host.cards(holder=PEOPLE[3].holder) == []
        for viewer in table.viewers:
            assert not any(who.holder in json.dumps(table.state(viewer)) for who in PEOPLE)


async def test_a_link_that_goes_round_does_not_fill_the_card(sqlite_url: str) -> None:
    async with hosting(sqlite_url) as host:
        table = await host.create(PEOPLE[0], {"game": "tiny", "seats": [{"kind": "me"}, {"kind": "open"}]})
        token = table.seats[1].token
        for number in range(DEVICES):
            await host.command(table.id, Who(f"{number:x<64}", "Many"), Command("sit", "s", token=token))
        with pytest.raises(Refused, match="browsers"):
            await host.command(table.id, Who("y" * 64, "One more"), Command("sit", "s", token=token))
        await host.command(table.id, Who(f"{3:x<64}", "Many"), Command("sit", "again", token=token))


# --- commands ---


async def test_a_command_is_carried_out_once_and_its_id_is_its_senders_own(sqlite_url: str) -> None:
    async with hosting(sqlite_url) as host:
        table = await begin(host, "tiny", 2)
        hello = Command("chat", "same", text="hello")
        tables = await asyncio.gather(*(host.command(table.id, PEOPLE[0], hello) for _ in range(5)))
        assert len({table.version for table in tables}) == 1
        await host.command(table.id, PEOPLE[1], hello)
        said = [line["seat"] for line in (await host.table(table.id)).state(None)["log"] if line.get("note") == "chatted"]
        assert said == [0, 1]


async def test_a_command_whose_sender_went_away_is_done_or_not_and_the_table_knows(sqlite_url: str) -> None:
    async with hosting(sqlite_url) as host:
        table = await begin(host, "tiny", 2)
        for number in range(20):
            task = asyncio.create_task(host.command(table.id, PEOPLE[0], Command("chat", f"c{number}", text="hello")))
            for _ in range(number % 5):
                await asyncio.sleep(0)
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)
        await host.command(table.id, PEOPLE[0], Command("chat", "last", text="still there"))
        entries = await host.store.read(table.id)
        assert [entry.version for entry in entries] == list(range(1, (await host.table(table.id)).version + 1))


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
        table = await host.command(id, PEOPLE[0], Command("chat", "x", text="hello"))
        assert heard == [table.version]
        stop()
        await host.command(id, PEOPLE[0], Command("chat", "y", text="hello"))
        assert heard == [table.version]


async def test_a_watcher_that_fails_fails_alone(sqlite_url: str) -> None:
    async with hosting(sqlite_url) as host:
        table = await begin(host, "tiny", 2)
        heard = list[int]()

        def fails(table: Table, entry: object) -> None:
            raise RuntimeError("a closed socket")

        await host.watch(table.id, fails)
        await host.watch(table.id, lambda table, entry: heard.append(entry.version))
        after = await host.command(table.id, PEOPLE[0], Command("chat", "x", text="hello"))
        assert heard == [after.version]


async def test_what_another_process_writes_is_heard_in_order(postgres_url: str) -> None:
    async with hosting(postgres_url) as one, hosting(postgres_url) as other:
        table = await begin(one, "tiny", 2)
        heard = list[int]()
        await other.watch(table.id, lambda table, entry: heard.append(entry.version))
        for number in range(20):
            await one.command(table.id, PEOPLE[number % 2], Command("chat", f"c{number}", text="hello"))
        await until(lambda: len(heard) == 20)
        assert heard == list(range(table.version + 1, table.version + 21))


# --- memory ---


async def test_tables_that_nobody_watches_are_dropped_and_come_back_the_same(sqlite_url: str) -> None:
    async with hosting(sqlite_url, kept=3) as host:
        tables = [await begin(host, "tiny", 2) for _ in range(8)]
        watched = tables[0].id
        await host.watch(watched, lambda table, entry: None)
        before = {table.id: states(await host.table(table.id)) for table in tables}
        assert watched in host._hosted
        assert len(host._hosted) <= 3 + 1 + 1
        for table in reversed(tables):
            assert states(await host.table(table.id)) == before[table.id]
            code = await settle(host, table.id, 0, Command("play", "p", seat=0, step=2, action="bid 1"))
            assert not code


async def test_nobody_finds_a_table_that_never_was(sqlite_url: str) -> None:
    async with hosting(sqlite_url) as host:
        answers = await asyncio.gather(*(host.table("nowhere") for _ in range(3)), return_exceptions=True)
        assert all(isinstance(answer, NoSuchTable) for answer in answers)
        lone = asyncio.create_task(host.table("nowhere"))
        await asyncio.sleep(0)
        lone.cancel()
        await asyncio.gather(lone, return_exceptions=True)
