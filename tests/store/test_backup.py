"""Copies of everything, made while people play, that can be read back, here or into the other kind of store."""

from __future__ import annotations

import asyncio
import json
import sqlite3
import stat
from contextlib import closing
from pathlib import Path

import pytest
from damage import damage
from logs import check, log, played, until

from texcoco.store import Entry, Saved, Store, StoreError, dump, open_store, restore, sqlite


async def everything(store: Store) -> list[Saved]:
    return [table async for table in store.saved()]


async def fill(store: Store, tables: int = 12) -> None:
    for number in range(tables):
        text = "a\0b\ud800é"
        entries = [Entry(1, "created", None, {"text": text, "n": number}, 5.5), *log(number, 2)]
        snapshot = (number, {"at": text}) if number else None
        await store.append(
            f"t{number}",
            entries,
            snapshot,
            {"status": "open", "holders": ["ann", f"h{number}"]} if number % 3 else None,
        )


async def test_a_dump_restores_into_either_kind_of_store(url: str, other_url: str, tmp_path: Path) -> None:
    async with await open_store(url) as store:
        await fill(store)
        before, cards = await everything(store), await store.cards()
        assert await dump(store, tmp_path / "all.jsonl") == 12
    async with await open_store(other_url) as other:
        assert await restore(other, tmp_path / "all.jsonl") == 12
        assert await everything(other) == before
        assert await other.cards() == cards
        assert len(await other.cards(holder="ann", status="open")) == 8
        assert await restore(other, tmp_path / "all.jsonl") == 0, "a second time changes nothing"
        await other.append("t0", [played(2)])
        with pytest.raises(StoreError, match=r"t0 .*differs"):
            await restore(other, tmp_path / "all.jsonl")
        await other.backup(tmp_path / "again.jsonl")
        assert len((tmp_path / "again.jsonl").read_text().splitlines()) == 14


async def test_a_dump_and_its_restoring_say_how_far_they_are(sqlite_url: str, other_url: str, tmp_path: Path) -> None:
    told: list[tuple[int, float | None]] = []
    async with await open_store(sqlite_url) as store:
        await fill(store)
        await store.backup(tmp_path / "all.jsonl", lambda tables, part: told.append((tables, part)))
    assert told == [(tables, None) for tables in range(1, 13)]
    told.clear()
    async with await open_store(other_url) as other:
        await restore(other, tmp_path / "all.jsonl", progress=lambda tables, part: told.append((tables, part)))
    assert [tables for tables, _ in told] == list(range(1, 13))
    parts = [part for _, part in told if part is not None]
    assert parts == sorted(parts)
    assert 0 < parts[0] < 0.9 < parts[-1] < 1


async def test_a_copy_of_sqlite_says_how_far_it_is_and_is_of_one_moment(
    sqlite_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another process writes between any two steps of the copy: it does not begin again, nor has it any of that."""
    monkeypatch.setattr(sqlite, "_COPIED", 1)
    told: list[float | None] = []
    async with await open_store(sqlite_url) as store:
        await fill(store)
        before = await everything(store)

        def tell(tables: int, part: float | None) -> None:
            assert tables == 0, "the tables are not counted"
            told.append(part)
            with closing(sqlite3.connect(tmp_path / "games.db")) as other:
                other.execute("DELETE FROM events WHERE table_id = ?", (f"t{len(told)}",))
                other.commit()

        await store.backup(tmp_path / "copy.db", tell)
    steps = len(told)
    assert steps > 5
    assert told == pytest.approx([(number + 1) / steps for number in range(steps)])
    async with await open_store(f"sqlite:///{tmp_path}/copy.db") as copy:
        assert await everything(copy) == before


async def test_a_backup_is_of_one_moment_while_others_write(url: str, tmp_path: Path) -> None:
    """Of two tables, `a` is always written first: no copy has a `b` that is ahead, nor one that lags by more than
    one."""
    async with await open_store(url) as store:
        stop, last = False, 0

        async def write() -> None:
            nonlocal last
            while not stop:
                for table in ("a", "b"):
                    await store.append(table, [played(last + 1, x="x" * 500)], card={"v": last + 1})
                last += 1

        writing = asyncio.create_task(write())
        for number in range(4):
            await until(lambda least=last + 5: last >= least)
            await store.backup(tmp_path / f"{number}.jsonl")
            await store.backup(tmp_path / f"{number}.db")
        stop = True
        await writing
        lengths: list[int] = []
        for number in range(4):
            place = tmp_path / f"restored{number}.db"
            async with await open_store(f"sqlite:///{place}") as copy:
                await restore(copy, tmp_path / f"{number}.jsonl")
                a, b = len(await check(copy, "a")), len(await check(copy, "b"))
                assert 0 <= a - b <= 1
                lengths.append(a)
            if url.startswith("sqlite"):
                async with await open_store(f"sqlite:///{tmp_path / f'{number}.db'}") as copy:
                    a, b = len(await check(copy, "a")), len(await check(copy, "b"))
                    assert 0 <= a - b <= 1
                    lengths.append(a)
        assert lengths == sorted(lengths)
        assert 0 < lengths[0] <= lengths[-1] <= last


async def test_a_running_server_is_backed_up_by_another_process(url: str, tmp_path: Path) -> None:
    async with await open_store(url) as store:
        await fill(store)
        async with await open_store(url, read_only=True) as reader:
            await reader.backup(tmp_path / "all.jsonl")
            assert await everything(reader) == await everything(store)


async def test_the_backup_of_sqlite_is_a_database_in_one_file(sqlite_url: str, tmp_path: Path) -> None:
    async with await open_store(sqlite_url) as store:
        await fill(store)
        before = await everything(store)
        to = tmp_path / "copies"
        to.mkdir()
        for _ in range(2):  # the second takes the place of the first
            await store.backup(to / "copy.db")
            assert [file.name for file in to.iterdir()] == ["copy.db"]
        assert stat.S_IMODE((to / "copy.db").stat().st_mode) == 0o600
        with pytest.raises(StoreError, match="itself"):
            await store.backup(tmp_path / "games.db")
        with pytest.raises(StoreError, match="No file can be made"):
            await store.backup(tmp_path / "nowhere" / "copy.db")
        with pytest.raises(StoreError, match="cannot be written"):
            await store.backup(to)
    async with await open_store(f"sqlite:///{to}/copy.db") as copy:
        assert await everything(copy) == before
        await copy.append("new", log(1))


async def test_an_empty_store_has_an_empty_dump(url: str, tmp_path: Path) -> None:
    async with await open_store(url) as store:
        assert await dump(store, tmp_path / "all.jsonl") == 0
        assert await restore(store, tmp_path / "all.jsonl") == 0


async def test_a_dump_that_fails_leaves_the_one_before(
    sqlite_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with await open_store(sqlite_url) as store:
        await fill(store, 3)
        (tmp_path / "all.jsonl").write_text("the one before")
        written = 0

        def full(file: object, value: object) -> None:
            nonlocal written
            written += 1
            if written > 2:
                raise OSError(28, "No space left on device")

        monkeypatch.setattr("texcoco.store.copies._line", full)
        with pytest.raises(StoreError, match="No space left"):
            await store.backup(tmp_path / "all.jsonl")
        assert (tmp_path / "all.jsonl").read_text() == "the one before"
        assert not list(tmp_path.glob(".all*"))


@pytest.mark.parametrize(
    ("harm", "said"),
    [
        (lambda lines: lines[:-1], "cut short after table 3"),
        (lambda lines: [*lines[:-2], lines[-1]], "line 4: it should be the last of 3 tables, and 2 came before it"),
        (lambda lines: [*lines[:2], lines[2][:50]], "damaged in line 3"),
        (lambda lines: [*lines[:2], "{}", *lines[2:]], "damaged in line 3"),
        (lambda lines: [*lines, lines[1]], "damaged in line 6"),
        (lambda lines: lines[1:], "no dump"),
        (lambda lines: ["SQLite format 3"], "no dump"),
        (lambda lines: [json.dumps({"texcoco": "store", "format": 2}), *lines[1:]], "newer Texcoco"),
        (lambda lines: [], "no dump"),
    ],
)
async def test_a_damaged_dump_is_told(sqlite_url: str, tmp_path: Path, harm: object, said: str) -> None:
    path = tmp_path / "all.jsonl"
    async with await open_store(sqlite_url) as store:
        await fill(store, 3)
        await dump(store, path)
    path.write_text("\n".join(harm(path.read_text().splitlines())))
    async with await open_store(f"sqlite:///{tmp_path}/new.db") as store:
        with pytest.raises(StoreError, match=said):
            await restore(store, path)


async def test_a_damaged_table_is_left_out_of_a_dump_and_named(url: str, tmp_path: Path) -> None:
    async with await open_store(url) as store:
        await fill(store, 3)
    await damage(url, "UPDATE texcoco.events SET payload = 'xx' WHERE table_id = 't1' AND version = 2")
    async with await open_store(url, read_only=True) as store:
        with pytest.raises(StoreError, match=r"has 2 tables, but not these 1, .*: t1 \("):
            await store.backup(tmp_path / "all.jsonl")
    async with await open_store(f"sqlite:///{tmp_path / 'restored.db'}") as copy:
        assert await restore(copy, tmp_path / "all.jsonl") == 2
        assert [len(await copy.read(table)) for table in ("t0", "t1", "t2")] == [1, 0, 3]
