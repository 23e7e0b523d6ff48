"""A table that cannot be read is set aside, and everything else goes on."""

from __future__ import annotations

import asyncio
import logging

import pytest
from crowd import PEOPLE, begin, hosting, until
from damage import damage

from texcoco.store import Entry
from texcoco.tables.broken_tables import RETRY_SECONDS, BrokenTable
from texcoco.tables.host import Host
from texcoco.tables.requests import Chat, NoSuchTable, Play, Refused, Start

DAMAGES = {
    "unknown game": """UPDATE texcoco.events SET payload = replace(payload, '"tiny"', '"gone"') WHERE version = 1 AND table_id = '{id}'""",
    "no JSON": "UPDATE texcoco.events SET payload = 'xx' WHERE version = 2 AND table_id = '{id}'",
    "no fields": "UPDATE texcoco.events SET payload = '{{}}' WHERE version = 2 AND table_id = '{id}'",
    "unknown kind": "UPDATE texcoco.events SET kind = 'danced' WHERE version = 2 AND table_id = '{id}'",
    "a gap": "DELETE FROM texcoco.events WHERE version = 1 AND table_id = '{id}'",
    "snapshot": "UPDATE texcoco.snapshots SET position = '{{}}' WHERE table_id = '{id}'",
    "snapshot no JSON": "UPDATE texcoco.snapshots SET position = 'xx' WHERE table_id = '{id}'",
    "illegal move": "UPDATE texcoco.events SET payload = replace(payload, 'bid 1', 'bid x') WHERE table_id = '{id}'",
}


@pytest.fixture(params=["sqlite", "postgres"])
def url(request: pytest.FixtureRequest) -> str:
    return request.getfixturevalue(f"{request.param}_url")


async def bots_only(host: Host) -> str:
    """A game of bots that has started, in a host whose bots do not think."""
    table = await host.create(PEOPLE[0], {"game": "tiny", "seats": [{"kind": "bot", "bot": "random"}] * 2})
    return (await host.command(table.id, PEOPLE[0], Start("start"))).id


async def three_tables(url: str) -> list[str]:
    """Tables of bots that wait to be woken."""
    async with hosting(url) as host:
        host.bot_moves.start = lambda *_: None  # type: ignore[method-assign]
        return [await bots_only(host) for _ in range(3)]


WOKEN = [("sqlite", how) for how in DAMAGES if how != "illegal move"] + [
    ("postgres", how) for how in ("no JSON", "snapshot")
]
"""What is damaged in which store. What the store does not read is the same on both, and tried on SQLite only."""


@pytest.mark.parametrize(("url", "how"), WOKEN, indirect=["url"])
async def test_bots_of_other_tables_are_woken_and_the_bad_one_is_named_once(
    url: str, how: str, caplog: pytest.LogCaptureFixture
) -> None:
    first, bad, last = await three_tables(url)
    statement = DAMAGES[how].format(id=bad)
    await damage(url, statement)
    async with hosting(url) as host:
        await host.wake()
        for id in (first, last):
            while (await host.table(id)).status != "over":
                await asyncio.sleep(0.01)
        for _ in range(3):
            with pytest.raises(BrokenTable, match="other tables are not affected"):
                await host.table(bad)
        assert len(host.memory.broken) == 1
    told = [
        record for record in caplog.records if getattr(record, "table", None) == bad and record.levelno >= logging.ERROR
    ]
    assert len(told) == 1
    assert told[0].why


async def test_a_card_without_its_fields_says_nothing_about_its_table(url: str) -> None:
    ids = await three_tables(url)
    await damage(url, f"UPDATE texcoco.tables SET card = '{{}}' WHERE id = '{ids[0]}'")
    await damage(url, f"UPDATE texcoco.tables SET card = 'xx' WHERE id = '{ids[1]}'")
    async with hosting(url) as host:
        await host.wake()
        for id in ids:
            while (await host.table(id)).status != "over":
                await asyncio.sleep(0.01)


async def test_a_move_that_cannot_be_read_breaks_its_own_table_only(sqlite_url: str) -> None:
    async with hosting(sqlite_url) as host:
        bad, good = await begin(host, "tiny", 2), await begin(host, "tiny", 2)
        for table in (bad, good):
            assert table.position is not None
            await host.command(table.id, PEOPLE[0], Play("p", seat=0, step=table.position.step, actions=["bid 1"]))
    await damage(sqlite_url, DAMAGES["illegal move"].format(id=bad.id))
    async with hosting(sqlite_url) as host:
        with pytest.raises(BrokenTable):
            await host.command(bad.id, PEOPLE[0], Chat("c", text="hello"))
        await host.command(good.id, PEOPLE[0], Chat("c", text="hello"))


async def test_an_entry_of_a_newer_release_ends_the_watch_of_its_table_only(url: str) -> None:
    async with hosting(url) as host:
        table, other = await begin(host, "tiny", 2), await begin(host, "tiny", 2)
        ends, heard = list[Exception](), list[int]()
        await host.watch(table.id, lambda table, entry: None, ends.append)
        await host.watch(other.id, lambda table, entry: heard.append(entry.version))
        for name in (table.id, other.id):  # what another process would do
            version = (await host.table(name)).version + 1
            kind = "danced" if name == table.id else "chatted"
            await host.store.append(name, [Entry(version, kind, 0, {"text": "hello", "name": "Ann"}, 1.0)])
        await until(lambda: ends and heard)
        assert isinstance(ends[0], BrokenTable)
        with pytest.raises(BrokenTable):
            await host.command(table.id, PEOPLE[0], Chat("c", text="hello"))
        await host.command(other.id, PEOPLE[0], Chat("c", text="hello"))


async def test_a_table_that_was_set_aside_is_tried_again_later(sqlite_url: str) -> None:
    now = 0.0
    (id, *_) = await three_tables(sqlite_url)
    await damage(sqlite_url, f"UPDATE texcoco.events SET kind = 'danced' WHERE version = 2 AND table_id = '{id}'")
    async with hosting(sqlite_url) as host:
        host.memory.broken._now = lambda: now
        with pytest.raises(BrokenTable):
            await host.table(id)
        await damage(sqlite_url, f"UPDATE texcoco.events SET kind = 'started' WHERE version = 2 AND table_id = '{id}'")
        now = RETRY_SECONDS - 1
        with pytest.raises(BrokenTable):
            await host.table(id)
        now = RETRY_SECONDS + 1
        assert (await host.table(id)).id == id
        assert len(host.memory.broken) == 0


async def test_who_opened_a_table_can_remove_it_though_it_cannot_be_read(url: str) -> None:
    (id, *_) = await three_tables(url)
    await damage(url, DAMAGES["no JSON"].format(id=id))
    async with hosting(url) as host:
        with pytest.raises(Refused, match="only who opened"):
            await host.delete(id, PEOPLE[1])
        await host.delete(id, PEOPLE[0])
        await until(lambda: len(host.memory.broken) == 0)
        with pytest.raises(NoSuchTable):
            await host.table(id)


async def test_bad_tables_expire_as_others_do(url: str) -> None:
    (id, *_) = await three_tables(url)
    await damage(url, DAMAGES["no JSON"].format(id=id))
    async with hosting(url) as host:
        assert await host.store.expire({"playing": 1e12}) == 3
