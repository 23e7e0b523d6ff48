"""What is particular to a file of SQLite: the disk, and other programs at the same file."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import stat
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from pathlib import Path

import pytest
from logs import check, log, played

from texcoco.store import Conflict, SqliteStore, StoreError


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "games.db"


@asynccontextmanager
async def opened(path: Path, lock_seconds: float = 10) -> AsyncIterator[SqliteStore]:
    async with SqliteStore(path, lock_seconds=lock_seconds) as store:
        yield store


async def pragma(store: SqliteStore, text: str) -> object:
    """What the writer's own connection says."""
    work = store._do  # pyright: ignore
    return await work(lambda connection: (connection.execute(f"PRAGMA {text}").fetchone()[0], []))


async def test_every_commit_waits_for_the_disk(path: Path) -> None:
    async with opened(path) as store:
        assert await pragma(store, "journal_mode") == "wal"
        assert await pragma(store, "synchronous") == 2
        assert await pragma(store, "foreign_keys") == 1


async def test_the_file_is_for_its_owner_only_in_a_folder_made_for_it(path: Path) -> None:
    path = path.parent / "new" / "folder" / "games.db"
    async with opened(path) as store:
        await store.append("t1", log(1))
        for file in path.parent.iterdir():
            assert stat.S_IMODE(file.stat().st_mode) == 0o600, file


async def test_a_full_disk_is_told_and_nothing_acknowledged_until_there_is_room(path: Path) -> None:
    async with opened(path) as store:
        await store.append("t1", log(1))
        pages = int(str(await pragma(store, "page_count")))
        await pragma(store, f"max_page_count={pages + 4}")
        appends = [
            store.append("t2", log(1)),
            store.append("t1", [played(2, x="x" * 100_000)]),
            store.append("t3", log(1)),
        ]
        results = await asyncio.gather(*appends, return_exceptions=True)
        said = [result for result in results if result is not None]
        assert said
        for result in said:
            assert isinstance(result, StoreError)
            assert "disk" in str(result)
            assert "full" in str(result)
        for table, result, least in zip(["t2", "t1", "t3"], results, [0, 1, 0], strict=True):
            assert len(await check(store, table)) == least + (result is None)
        assert len(await check(store, "t1")) == 1
        await pragma(store, "max_page_count=1000000")
        await store.append("t1", [played(2, x="x" * 100_000)])
        assert len(await check(store, "t1")) == 2


async def test_the_key_of_the_log_has_the_last_word(path: Path) -> None:
    """Were the table's own note of its version wrong, an entry would still not be written twice, nor half an append
    kept.
    """
    async with opened(path) as store:
        await store.append("t1", log(2), card={"v": 2})
        with closing(sqlite3.connect(path)) as other, other:
            other.execute("UPDATE tables SET version = 1")
        results = await asyncio.gather(
            store.append("t1", [played(2, other=True)], card={"v": "other"}),
            store.append("t2", log(1)),
            return_exceptions=True,
        )
        assert [type(result) for result in results] == [Conflict, type(None)]
        assert await store.read("t1") == log(2)
        assert [card.card for card in await store.cards(ids=["t1"])] == [{"v": 2}]


async def test_another_program_that_holds_the_file_is_waited_for_and_then_told(path: Path) -> None:
    async with opened(path, lock_seconds=0.3) as store:
        await store.append("t1", log(1))
        with closing(sqlite3.connect(path, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            with pytest.raises(StoreError, match="Another program holds"):
                await store.append("t1", [played(2)])
            assert await check(store, "t1") == log(1), "reading goes on"
            waiting = asyncio.create_task(store.append("t1", [played(2)]))
            await asyncio.sleep(0.05)
            other.execute("COMMIT")
            await waiting
        assert len(await check(store, "t1")) == 2


async def test_a_file_that_is_no_database_is_refused_and_left_as_it_is(path: Path) -> None:
    path.write_bytes(b"Dear diary, today " * 100)
    with pytest.raises(StoreError, match="no database of SQLite"):
        await SqliteStore(path).open()
    assert path.read_bytes() == b"Dear diary, today " * 100


async def test_a_database_of_another_program_is_refused(path: Path) -> None:
    with closing(sqlite3.connect(path)) as other:
        other.execute("CREATE TABLE recipes (a)")
    with pytest.raises(StoreError, match="another program"):
        await SqliteStore(path).open()
    with closing(sqlite3.connect(path)) as other:
        assert other.execute("SELECT name FROM sqlite_master").fetchall() == [("recipes",)]


async def test_a_damaged_database_is_told(path: Path) -> None:
    async with opened(path) as store:
        await asyncio.gather(*(store.append(f"t{number}", [played(1, x="x" * 3000)]) for number in range(50)))
    with path.open("r+b") as file:
        file.seek(4096 * 3)
        file.write(os.urandom(4096 * 20))

    async def use() -> None:
        async with opened(path) as store:
            for number in range(50):
                await store.read(f"t{number}")
                await store.append(f"t{number}", [played(2)])

    with pytest.raises(StoreError, match=r"damaged.*backup"):
        await use()


async def test_a_place_where_nobody_may_write_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreError, match="cannot be written"):
        await SqliteStore(tmp_path / "file" / "games.db").open()
    with pytest.raises(StoreError, match="cannot be written"):
        await SqliteStore(tmp_path).open()


@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
async def test_a_fork_of_a_dead_server_does_not_keep_the_next_one_away(path: Path) -> None:
    """Bots think in children of the server, which may outlive it by a moment."""
    async with opened(path):
        child = os.fork()
        if child == 0:
            time.sleep(30)
            os._exit(0)
    try:
        async with opened(path) as store:
            await store.append("t1", log(1))
    finally:
        os.kill(child, 9)
        os.waitpid(child, 0)
