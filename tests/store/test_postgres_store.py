"""What is particular to PostgreSQL: connections that are lost, and a server that crashes."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import asyncpg
import pytest
from logs import check, log, played, until
from postgres import Server

from texcoco.store import Conflict, PostgresStore, StoreError, open_store


@asynccontextmanager
async def opened(url: str) -> AsyncIterator[PostgresStore]:
    async with PostgresStore(url) as store:
        yield store


def lose(monkeypatch: pytest.MonkeyPatch, store: PostgresStore, *, committed: bool) -> None:
    """The next transaction loses its connection, after or before it was committed."""
    whole = store._transaction  # pyright: ignore

    async def transaction(group: Any) -> set[int]:
        monkeypatch.setattr(store, "_transaction", whole)
        if committed:
            await whole(group)
        raise asyncpg.ConnectionDoesNotExistError("connection was closed in the middle of operation")

    monkeypatch.setattr(store, "_transaction", transaction)


@pytest.mark.parametrize("committed", [True, False])
async def test_an_append_that_may_have_been_committed_is_found_out(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch, committed: bool
) -> None:
    async with opened(postgres_url) as store:
        await asyncio.gather(*(store.append(f"t{number}", log(1)) for number in range(4)))
        lose(monkeypatch, store, committed=committed)
        # New tables, old ones, one with a true conflict, all in the same commit.
        tables = {"new": log(3), "t1": [played(2)], "t2": [played(2)], "t3": [played(1)]}
        results = await asyncio.gather(
            *(store.append(table, entries) for table, entries in tables.items()), return_exceptions=True
        )
        assert [type(result) for result in results] == [type(None), type(None), type(None), Conflict]
        assert [len(await check(store, table)) for table in tables] == [3, 2, 2, 1]


async def test_the_same_entry_by_another_is_not_taken_for_ones_own(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with opened(postgres_url) as store, opened(postgres_url) as other:
        await other.append("t1", log(1))
        lose(monkeypatch, store, committed=False)
        with pytest.raises(Conflict):
            await store.append("t1", log(1))


async def test_one_goes_on_when_all_connections_are_cut(postgres_url: str, server: Server) -> None:
    """Again and again, in the midst of writing: every append is there once, or the writer knows better."""
    cut = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'texcoco'"
    async with opened(postgres_url) as store, opened(postgres_url) as other:
        heard: list[tuple[str, int]] = []
        store.listen(lambda table, version: heard.append((table, version)))

        async def write(table: str) -> None:
            for version in range(1, 41):
                await store.append(table, [played(version)], card={"status": "open", "version": version})

        writing = asyncio.gather(*(write(f"t{number}") for number in range(5)))
        database = postgres_url.partition("@/")[2].partition("?")[0]
        for _ in range(4):
            await asyncio.sleep(0.05)
            await asyncio.to_thread(server.execute, cut, database)
        await writing
        for number in range(5):
            assert len(await check(other, f"t{number}")) == 40
        await until(lambda: ("*", 0) in heard)
        before = len(heard)
        await other.append("t9", log(1))
        # by name, or, if its last connection is only now made again, by being told to look at everything
        await until(lambda: {("t9", 1), ("*", 0)} & set(heard[before:]))


async def test_what_was_acknowledged_survives_a_crash_of_the_server() -> None:
    """Though it is set to acknowledge before it writes: the store asks for more."""
    server = await asyncio.to_thread(Server)
    try:
        url = await asyncio.to_thread(server.url)
        async with opened(url) as store:
            acknowledged: dict[str, int] = {}
            heard: list[tuple[str, int]] = []
            store.listen(lambda table, version: heard.append((table, version)))

            async def write(table: str) -> None:
                for version in range(1, 10_000):
                    if stopping:
                        return
                    await store.append(table, [played(version)], (version, {"v": version}), {"v": version})
                    acknowledged[table] = version

            for number in range(3):
                stopping = False
                tables = [f"t{number}-{place}" for place in range(5)]
                writing = asyncio.gather(*map(write, tables))
                await until(lambda tables=tables: all(acknowledged.get(table, 0) > 3 for table in tables))
                await asyncio.to_thread(server.crash)
                told = {table: acknowledged[table] for table in tables}
                await asyncio.to_thread(server.start)
                await until(lambda told=told: all(acknowledged[table] > version for table, version in told.items()))
                stopping = True
                await writing
                await until(lambda: ("*", 0) in heard)
                heard.clear()
                for table, version in acknowledged.items():
                    assert len(await check(store, table)) == version
                    assert await store.snapshot(table) == (version, {"v": version})
    finally:
        await asyncio.to_thread(server.close)


async def test_a_server_that_does_not_come_back_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("texcoco.store.postgres._PAUSES", (0.01, 0.02))
    server = await asyncio.to_thread(Server)
    try:
        url = await asyncio.to_thread(server.url)
        async with opened(url) as store:
            await store.append("t1", log(1))
            await asyncio.to_thread(server.stop)
            with pytest.raises(StoreError, match="does not answer"):
                await store.append("t1", [played(2)])
            with pytest.raises(StoreError, match="does not answer"):
                await store.read("t1")
            await asyncio.to_thread(server.start)
            assert await check(store, "t1") == log(1)
            await store.append("t1", [played(2)])
            await asyncio.to_thread(server.stop)
        with pytest.raises(StoreError, match="does not answer"):
            await open_store(url)
    finally:
        await asyncio.to_thread(server.close)


async def test_what_is_wrong_with_an_address_is_told_without_the_password(server: Server) -> None:
    with pytest.raises(StoreError, match=r"nowhere.*createdb") as caught:
        await open_store(f"postgresql://texcoco:geheim@/nowhere?host={server.folder}")
    assert "geheim" not in str(caught.value)
    with pytest.raises(StoreError, match="stranger"):
        await open_store(f"postgresql://stranger:geheim@/postgres?host={server.folder}")


async def test_a_user_without_rights_is_told(postgres_url: str, server: Server) -> None:
    await asyncio.to_thread(server.execute, "DROP ROLE IF EXISTS guest")
    await asyncio.to_thread(server.execute, "CREATE ROLE guest LOGIN")
    with pytest.raises(StoreError, match="right to create a schema"):
        await open_store(postgres_url.replace("texcoco@", "guest@"))


async def test_a_database_shared_with_another_program_is_left_in_peace(postgres_url: str, server: Server) -> None:
    database = postgres_url.partition("@/")[2].partition("?")[0]
    await asyncio.to_thread(
        server.execute, "CREATE TABLE public.tables (a int); CREATE TABLE public.events (b int)", database
    )
    async with opened(postgres_url) as store:
        await store.append("t1", log(1))
        assert await check(store, "t1") == log(1)
    assert await asyncio.to_thread(server.execute, "SELECT FROM public.tables", database) == "SELECT 0"


async def test_one_bad_append_does_not_hurt_those_who_share_its_commit(postgres_url: str, server: Server) -> None:
    database = postgres_url.partition("@/")[2].partition("?")[0]
    async with opened(postgres_url) as store:
        await asyncio.to_thread(server.execute, "ALTER TABLE texcoco.events ADD CHECK (kind <> 'bad')", database)
        entries = {
            f"t{number}": [log(1)[0] if number != 3 else type(log(1)[0])(1, "bad", None, {}, 1.0)]
            for number in range(6)
        }
        results = await asyncio.gather(
            *(store.append(table, made) for table, made in entries.items()), return_exceptions=True
        )
        assert [type(result) for result in results] == [
            StoreError if number == 3 else type(None) for number in range(6)
        ]
        assert [len(await check(store, table)) for table in entries] == [1, 1, 1, 0, 1, 1]


async def test_the_key_of_the_log_has_the_last_word(postgres_url: str, server: Server) -> None:
    """Were the table's own note of its version wrong, an entry would still not be written twice, nor half an append
    kept.
    """
    database = postgres_url.partition("@/")[2].partition("?")[0]
    async with opened(postgres_url) as store:
        await store.append("t1", log(2), card={"v": 2})
        await asyncio.to_thread(server.execute, "UPDATE texcoco.tables SET version = 1", database)
        results = await asyncio.gather(
            store.append("t1", [played(2, other=True)], card={"v": "other"}),
            store.append("t2", log(1)),
            return_exceptions=True,
        )
        assert [type(result) for result in results] == [Conflict, type(None)]
        assert await store.read("t1") == log(2)
        assert [card.card for card in await store.cards(ids=["t1"])] == [{"v": 2}]
