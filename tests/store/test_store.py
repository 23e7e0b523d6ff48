"""What every store does, whatever it is made of."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path
from typing import Any

import pytest
from logs import check, log, played, until

from texcoco.store import (
    EVERYTHING,
    Card,
    Conflict,
    Entry,
    Outage,
    StoreError,
    TooLarge,
    Uptime,
    data_folder,
    open_store,
    schema,
    store_at,
)


async def test_a_log_is_read_as_it_was_written(url: str) -> None:
    entries = [
        Entry(1, "created", None, {"game": "mexica", "seats": [None, "me"]}, 1714730000.125),
        Entry(2, "sat", 1, {}, 1714730001.5),
    ]
    async with await open_store(url) as store:
        await store.append("t1", entries)
        await store.append("t1", [played(3, action="canal K5 K6")])
        assert await store.read("t1") == [*entries, played(3, action="canal K5 K6")]
        assert await store.read("t1", after=2) == [played(3, action="canal K5 K6")]
        assert await store.read("t1", after=3) == []
        assert [entry.version for entry in await store.read("t1", limit=2)] == [1, 2]
        assert [entry.version for entry in await store.read("t1", after=1, limit=1)] == [2]
        assert await store.read("t2") == []


async def test_it_is_there_after_the_store_was_closed(url: str) -> None:
    async with await open_store(url) as store:
        await store.append("t1", log(3), (2, {"a": 1}), {"status": "open"})
    async with await open_store(url) as store:
        assert await check(store, "t1") == log(3)
        assert await store.snapshot("t1") == (2, {"a": 1})
        assert await store.cards() == [Card("t1", {"status": "open"}, 1003.0)]


@pytest.mark.parametrize(
    ("versions", "why"),
    [
        ([1], "the first is taken"),
        ([3], "the last is taken"),
        ([3, 4], "one of two is taken"),
        ([5], "it would leave a gap"),
    ],
)
async def test_a_version_that_does_not_fit_is_a_conflict_and_changes_nothing(
    url: str, versions: list[int], why: str
) -> None:
    async with await open_store(url) as store:
        await store.append("t1", log(3), card={"status": "open"})
        with pytest.raises(Conflict):
            await store.append("t1", [played(version, other=True) for version in versions], (1, {}), {"status": "over"})
        assert await check(store, "t1") == log(3)
        assert await store.snapshot("t1") is None
        assert await store.cards(status="open") == [Card("t1", {"status": "open"}, 1003.0)]


async def test_a_table_begins_with_version_1(url: str) -> None:
    async with await open_store(url) as store:
        with pytest.raises(Conflict):
            await store.append("t1", [played(2)])
        assert await store.cards() == []


TABLE_IDS: list[str] = ["", "*", "a b", "é", "x" * 65, "a\0", "a\n"]


@pytest.mark.parametrize(
    ("table", "entries", "snapshot", "card"),
    [
        *[(table, log(1), None, None) for table in TABLE_IDS],
        ("t", [], None, None),
        ("t", [played(0)], None, None),
        ("t", [played(2**31)], None, None),
        ("t", [played(1), played(3)], None, None),
        ("t", [Entry(1, "so so", 0, {}, 0.0)], None, None),
        ("t", [Entry(1, "played", 2**40, {}, 0.0)], None, None),
        ("t", [Entry(1, "played", 0, {}, float("nan"))], None, None),
        ("t", [played(1, x=float("nan"))], None, None),
        ("t", log(1), (2, {}), None),
        ("t", log(1), (0, {}), None),
        ("t", log(1), None, {"status": 3}),
        ("t", log(1), None, {"status": "a\0"}),
        ("t", log(1), None, {"holders": "me"}),
        ("t", log(1), None, {"holders": [1]}),
    ],
)
async def test_a_senseless_append_is_refused(
    sqlite_url: str, table: str, entries: list[Entry], snapshot: Any, card: Any
) -> None:
    async with await open_store(sqlite_url) as store:
        with pytest.raises(ValueError):
            await store.append(table, entries, snapshot, card)
        assert await store.cards() == []


TEXTS = {
    "latin": "Yucatán",
    "nul": "a\0b",
    "half a pair": "\ud800",
    "astral": "𝔐",
    "controls": '"\\\n\u2028',
    "combining": "ā́",
}


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
async def test_every_text_comes_back(url: str, text: str) -> None:
    async with await open_store(url) as store:
        await store.append("t1", [played(1, **{"text": text, text: 1})], (1, {text: [text]}), {"title": text})
        assert await store.read("t1") == [played(1, **{"text": text, text: 1})]
        assert await store.snapshot("t1") == (1, {text: [text]})
        assert [card.card for card in await store.cards()] == [{"title": text}]


async def test_numbers_come_back(url: str) -> None:
    numbers = [0, -1, 2**63, 10**40, 0.1, 1e308, 5e-324, True, None]
    async with await open_store(url) as store:
        await store.append("t1", [Entry(1, "played", -1, {"numbers": numbers}, 1714730000.1234567)])
        assert await store.read("t1") == [Entry(1, "played", -1, {"numbers": numbers}, 1714730000.1234567)]


async def test_what_is_too_large_is_refused_and_what_is_not_quite_is_kept(url: str) -> None:
    large, huge = "x" * 999_000, "x" * 1_000_000
    async with await open_store(url) as store:
        for entry, snapshot, card in [(huge, "", ""), ("", huge, ""), ("", "", "x" * 64_000)]:
            with pytest.raises(TooLarge, match="bytes"):
                await store.append("t1", [played(1, x=entry)], (1, {"x": snapshot}), {"x": card})
        assert await store.cards() == []
        await store.append("t1", [played(1, x=large)], (1, {"x": large}))
        assert await store.read("t1") == [played(1, x=large)]
        assert await store.snapshot("t1") == (1, {"x": large})
    assert issubclass(TooLarge, StoreError)


async def test_the_newest_snapshot_is_kept(url: str) -> None:
    async with await open_store(url) as store:
        await store.append("t1", log(1))
        assert await store.snapshot("t1") is None
        await store.append("t1", [played(2)], (2, {"at": 2}))
        await store.append("t1", [played(3)], (1, {"at": 1}))
        assert await store.snapshot("t1") == (2, {"at": 2})
        await store.append("t1", [played(4)], (4, {"at": 4}))
        assert await store.snapshot("t1") == (4, {"at": 4})
        assert await store.snapshot("t2") is None


async def test_cards_are_found_by_status_holder_and_id(url: str) -> None:
    async with await open_store(url) as store:

        async def found(**by: Any) -> list[str]:
            return [card.id for card in await store.cards(**by)]

        await store.append(
            "t1", [Entry(1, "created", None, {}, 1.0)], card={"status": "open", "holders": ["ann", "ann"]}
        )
        await store.append("t2", [Entry(1, "created", None, {}, 2.0)], card={"status": "open", "holders": ["bob"]})
        await store.append(
            "t3", [Entry(1, "created", None, {}, 3.0)], card={"status": "over", "holders": ["ann", "bob"]}
        )
        await store.append("t4", [Entry(1, "created", None, {}, 4.0)])
        assert await found() == ["t4", "t3", "t2", "t1"]
        assert await found(status="open") == ["t2", "t1"]
        assert await found(holder="ann") == ["t3", "t1"]
        assert await found(holder="ann", status="open") == ["t1"]
        assert await found(ids=["t1", "t4", "t9"]) == ["t4", "t1"]
        assert await found(ids=[]) == []
        assert await found(limit=1) == ["t4"]

        await store.append("t1", [Entry(2, "sat", 1, {}, 5.0)])
        assert await found(holder="ann") == ["t1", "t3"], "a card stays as it is when none is given"
        await store.append("t1", [Entry(3, "ended", None, {}, 6.0)], card={"status": "over", "holders": ["bob"]})
        assert await found(holder="ann") == ["t3"]
        assert await found(holder="bob") == ["t1", "t3", "t2"]
        assert await found(status="over", holder="bob") == ["t1", "t3"]


async def test_pages_of_cards_leave_nothing_out_and_show_nothing_twice(url: str) -> None:
    async with await open_store(url) as store:
        # Several were last played at the same moment, and ids are ordered byte by byte.
        ids = ["a", "B", "a_", "a-", "Z", "z", "0", "a.b", "AA"]
        for place, table in enumerate(ids):
            await store.append(table, [Entry(1, "created", None, {}, float(place // 4))], card={"status": "open"})
        wanted = sorted(((float(place // 4), table) for place, table in enumerate(ids)), reverse=True)
        seen: list[tuple[float, str]] = []
        while page := await store.cards(status="open", before=seen[-1] if seen else None, limit=2):
            seen += [(card.updated, card.id) for card in page]
            if len(seen) == 4:  # one that was seen moves to the front: the rest stays in order
                await store.append(seen[0][1], [Entry(2, "played", 0, {}, 99.0)])
        assert seen == wanted


async def test_a_table_is_deleted_with_all_that_belongs_to_it(url: str) -> None:
    async with await open_store(url) as store:
        for table in ("t1", "t2"):
            await store.append(table, log(3), (3, {}), {"status": "open", "holders": ["ann"]})
        assert await store.delete("t1") is True
        assert await store.delete("t1") is False
        assert (await store.read("t1"), await store.snapshot("t1")) == ([], None)
        assert [card.id for card in await store.cards(holder="ann")] == ["t2"]
        assert await check(store, "t2") == log(3)
        with pytest.raises(Conflict):
            await store.append("t1", [played(4)])
        await store.append("t1", log(1))
        assert await check(store, "t1") == log(1)


async def test_what_nobody_plays_any_more_expires(url: str) -> None:
    async with await open_store(url) as store:
        for table, status, at in [("a", "open", 10.0), ("b", "open", 20.0), ("c", "over", 10.0), ("d", "running", 1.0)]:
            await store.append(
                table, [Entry(1, "created", None, {}, at)], (1, {}), {"status": status, "holders": ["ann"]}
            )
        assert await store.expire({}) == 0
        assert await store.expire({"open": 20.0, "over": 5.0}) == 1
        assert [card.id for card in await store.cards(holder="ann")] == ["b", "c", "d"]
        assert await store.read("a") == []
        assert await store.expire({"open": 99.0, "over": 99.0}) == 2


async def test_listeners_hear_of_every_append_until_they_stop(url: str) -> None:
    async with await open_store(url) as store:
        heard: list[tuple[str, int]] = []
        deaf: list[tuple[str, int]] = []
        stop = store.listen(lambda table, version: heard.append((table, version)))
        stop_other = store.listen(lambda table, version: deaf.append((table, version)))
        store.listen(lambda table, version: 1 // 0)  # its mistake, not that of the others
        stop_other()
        stop_other()
        await store.append("t1", log(2))
        with pytest.raises(Conflict):
            await store.append("t1", log(2))
        await store.append("t2", log(1), card={"status": "open"})
        await store.append("t1", [played(3)])
        await store.delete("t1")
        await store.expire({"open": 1e12})
        await until(lambda: len(heard) >= 5)
        assert heard == [("t1", 2), ("t2", 1), ("t1", 3), ("t1", 0), ("t2", 0)]
        stop()
        await store.append("t3", log(1))
        await asyncio.sleep(0.05)
        assert len(heard) == 5
        assert deaf == []
    assert EVERYTHING == "*"


async def test_a_store_that_is_closed_says_so(url: str) -> None:
    store = await open_store(url)
    with pytest.raises(StoreError, match="open already"):
        await store.open()
    last = asyncio.create_task(store.append("t1", log(1)))
    await asyncio.sleep(0)
    await store.close()
    await last
    await store.close()
    reads = [store.read("t1"), store.cards(), store.snapshot("t1")]
    for call in [*reads, store.append("t1", log(1)), store.delete("t1"), store.expire({"a": 1})]:
        with pytest.raises(StoreError, match="not open"):
            await call
    async with store:  # and can be opened again
        assert await check(store, "t1") == log(1)


async def test_whoever_opens_it_to_read_does_not_write(url: str) -> None:
    with pytest.raises(StoreError):
        await open_store(url, read_only=True)
    async with await open_store(url) as store:
        await store.append("t1", log(2))
        async with await open_store(url, read_only=True) as reader:
            assert await check(reader, "t1") == log(2)
            for call in (reader.append("t1", [played(3)]), reader.delete("t1"), reader.expire({"open": 1.0})):
                with pytest.raises(StoreError, match="reading only"):
                    await call
            await store.append("t1", [played(3)])
            assert len(await reader.read("t1")) == 3


async def test_an_analysis_is_kept_with_its_table_and_goes_with_it(url: str) -> None:
    async with await open_store(url) as store:
        assert await store.analysis("t1") is None
        assert not await store.keep_analysis("t1", 5.0, {"turns": []}), "there is no such table"
        await store.append("t1", log(2), None, {"status": "over"})
        await store.append("t2", log(2), None, {"status": "over"})
        assert await store.keep_analysis("t1", 5.0, {"turns": []})
        assert await store.keep_analysis("t1", 6.0, {"turns": ["\0é"]})
        assert await store.keep_analysis("t2", 7.0, {"turns": [1]})
        with pytest.raises(TooLarge):
            await store.keep_analysis("t1", 8.0, {"turns": "x" * 1_000_000})
    async with await open_store(url) as store:
        assert await store.analysis("t1") == (6.0, {"turns": ["\0é"]})
        await store.append("t1", [played(3)])
        assert await store.analysis("t1") == (6.0, {"turns": ["\0é"]}), "the log has nothing to do with it"
        await store.delete("t1")
        assert await store.analysis("t1") is None
        assert await store.expire({"over": 1e12}) == 1
        assert await store.analysis("t2") is None


async def test_accuracies_are_there_for_games_that_were_analysed_to_the_end(url: str) -> None:
    async with await open_store(url) as store:
        for table in ("t1", "t2", "t3"):
            await store.append(table, log(2), None, {"status": "over"})
        assert await store.accuracies(["t1"]) == {}
        await store.keep_analysis("t1", 5.0, {"turns": []})
        assert await store.accuracies(["t1"]) == {}, "it has only begun"
        await store.keep_analysis("t1", 6.0, {"turns": []}, [81.5, None])
        await store.keep_analysis("t2", 7.0, {"turns": []}, [60, 70])
        assert await store.accuracies(["t1", "t3", "nowhere"]) == {"t1": [81.5, None]}
        assert await store.accuracies([]) == {}
        await store.keep_analysis("t2", 8.0, {"turns": []})
        assert await store.accuracies(["t2"]) == {}, "it is made anew"


# Migrations


def with_one_more(monkeypatch: pytest.MonkeyPatch, sql: str) -> None:
    known = schema.migrations
    monkeypatch.setattr(
        schema,
        "migrations",
        lambda back_end: [*known(back_end), schema.Migration(len(known(back_end)) + 1, "more", sql)],
    )


def prefix(url: str) -> str:
    return "" if url.startswith("sqlite") else "texcoco."


async def test_an_older_database_is_brought_up_to_date_and_a_newer_one_refused(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with await open_store(url) as store:
        await store.append("t1", log(2))
    with monkeypatch.context() as newer:
        more = f"CREATE TABLE {prefix(url)}more (a text);\nINSERT INTO {prefix(url)}more\nVALUES ('x;y');"
        with_one_more(newer, more)
        with pytest.raises(StoreError, match=r"older Texcoco.*Start the server"):
            await open_store(url, read_only=True)
        for _ in range(2):
            async with await open_store(url) as store:
                assert await check(store, "t1") == log(2)
    with pytest.raises(StoreError, match=r"newer Texcoco.*Update"):
        await open_store(url)


async def test_a_migration_that_fails_leaves_no_trace(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as broken:
        with_one_more(broken, f"CREATE TABLE {prefix(url)}more (a text);\nINSERT INTO {prefix(url)}nowhere VALUES (1);")
        with pytest.raises(StoreError, match="nowhere"):
            await open_store(url)
    with_one_more(monkeypatch, f"CREATE TABLE {prefix(url)}more (a text);")
    async with await open_store(url) as store:
        await store.append("t1", log(1))


# Where a store is


def test_the_default_is_in_the_users_data_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    assert data_folder() == tmp_path / ".local/share/texcoco"
    monkeypatch.setenv("XDG_DATA_HOME", "somewhere")
    assert data_folder() == tmp_path / ".local/share/texcoco"
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    assert data_folder() == tmp_path / "data/texcoco"
    assert store_at().name == str(tmp_path / "data/texcoco/texcoco.db")
    monkeypatch.setattr(sys, "platform", "darwin")
    assert data_folder() == tmp_path / "Library/Application Support/texcoco"


def test_an_address_names_a_store() -> None:
    assert store_at("sqlite:///games.db").name == str(Path.cwd() / "games.db")
    assert store_at("sqlite:////var/lib/games.db").name == "/var/lib/games.db"
    assert store_at("postgresql://ann:secret@db.example:5433/games").name == "PostgreSQL (games on db.example)"
    assert store_at("postgres:///games?host=/run/pg").name == "PostgreSQL (games on /run/pg)"
    for bad in ("", "games.db", "sqlite://", "sqlite:///", "sqlite://games.db", "mysql://ann:secret@host/games"):
        with pytest.raises(StoreError, match=r"sqlite:///games\.db") as caught:
            store_at(bad)
        assert "secret" not in str(caught.value)


async def test_old_tables_go_some_at_a_time_by_status_and_by_holder(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in ("base", "sqlite", "postgres_transactions"):
        monkeypatch.setattr(f"texcoco.store.{module}.EXPIRE_BATCH", 3)
    async with await open_store(url) as store:
        for number in range(20):
            card = {"status": "over", "holders": ["study"] if number % 2 else []}
            await store.append(f"t{number}", [played(1)], card=card)
        assert await store.expire({}, {"study": 1001.0}) == 0
        assert await store.expire({}, {"study": 1002.0}) == 10
        assert len(await store.cards()) == 10
        assert await store.expire({"over": 1002.0}, {"study": 1002.0}) == 10


async def test_a_gap_between_signs_of_life_is_an_outage(url: str) -> None:
    async with await open_store(url) as store:
        assert await store.uptime() == Uptime(None, [])
        assert await store.beat(100.0, 10.0) == []
        assert await store.beat(110.0, 10.0) == []
        assert await store.beat(105.0, 10.0) == [], "a clock that lags behind takes nothing back"
        assert await store.beat(121.0, 10.0) == [Outage(110.0, 121.0)]
    async with await open_store(url) as store:
        assert await store.beat(150.0, 10.0) == [Outage(110.0, 121.0), Outage(121.0, 150.0)]
        assert await store.beat(151.0, 10.0, after=121.0) == [Outage(121.0, 150.0)]
        assert await store.beat(152.0, 10.0, after=150.0) == []
        assert await store.uptime() == Uptime(152.0, [Outage(110.0, 121.0), Outage(121.0, 150.0)])
        await store.adopt_uptime(Uptime(9.0, [Outage(1.0, 2.0)]))
        assert len((await store.uptime()).outages) == 2, "what is known here stays"


async def test_a_pulse_says_when_the_last_one_was(url: str) -> None:
    async with await open_store(url) as store:
        assert await store.pulse("alive", 10.0) is None
        assert await store.pulse("alive", 20.0) == 10.0
        assert await store.pulse("other", 30.0) is None
    async with await open_store(url) as store:
        assert await store.pulse("alive", 40.0) == 20.0
