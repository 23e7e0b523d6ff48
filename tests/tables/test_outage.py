"""Clocks do not run while there is no server."""

from __future__ import annotations

import asyncio
import json
import sys
from pathlib import Path
from typing import Any

import pytest
from crowd import PEOPLE, begin, hosting
from party import Party

from texcoco.store import Outage, StoreError, Uptime, open_store, restore
from texcoco.tables.clock import Clocks, Tempo
from texcoco.tables.fold import rebuilt
from texcoco.tables.requests import Decision, Play, Refused, Replace
from texcoco.tables.states import state_of
from texcoco.tables.table import Table
from texcoco.tables.verify import verify

MINUTE = {"minutes": 1, "increment": 0}


@pytest.fixture(params=["sqlite", "postgres"])
def url(request: pytest.FixtureRequest) -> str:
    return request.getfixturevalue(f"{request.param}_url")


def test_only_the_time_without_a_server_is_given_back() -> None:
    clocks = Clocks(Tempo("live", 600.0), [600.0, 600.0, 600.0], {0: 100.0, 1: 250.0, 2: 400.0})
    clocks.give_back(200.0, 300.0)
    assert clocks.since == {0: 200.0, 1: 300.0, 2: 400.0}


@pytest.mark.parametrize("clock", [{"minutes": 10, "increment": 5}, {"days": 1}])
async def test_after_a_crash_the_clock_goes_on_from_where_it_was(url: str, clock: dict[str, int]) -> None:
    now = 1000.0
    async with hosting(url, now=lambda: now) as host:
        id = (await begin(host, "tiny", 2, clock=clock)).id
        timeless = (await begin(host, "tiny", 2)).id
        now += 4
        await host.beat()
        left = (await host.table(id)).clocks.remaining(0, now)
    now += 300
    async with hosting(url, now=lambda: now) as host:
        await host.beat()
        assert await host.store.uptime() == Uptime(1304.0, [Outage(1004.0, 1304.0)])
        for _ in range(2):  # once is enough
            table = await host.table(id)
            assert table.clocks.remaining(0, now) == left
            assert [line["note"] for line in state_of(table, None)["log"] if "note" in line].count("outage") == 1
        await host.table(timeless)
        assert (await host.store.read(timeless))[-1].kind == "started"
        assert rebuilt(id, await host.store.read(id), await host.store.snapshot(id)).clocks.since == table.clocks.since
        await host.command(id, PEOPLE[0], Play("p", seat=0, step=table.position.step, actions=["bid 1"]))


async def test_whoever_acts_first_neither_loses_time_nor_takes_any(url: str) -> None:
    """Not even where the process has not shown yet that it is alive: to act, it does."""
    now = 1000.0
    async with hosting(url, now=lambda: now) as host:
        hasty, victim = [(await begin(host, "tiny", 2, clock=MINUTE)).id for _ in range(2)]
    now += 300
    async with hosting(url, now=lambda: now) as host:
        step = rebuilt(hasty, await host.store.read(hasty)).position
        assert step is not None
        table = await host.command(hasty, PEOPLE[0], Play("p", seat=0, step=step.step, actions=["bid 1"]))
        assert table.clocks.remaining(0, now) == 60.0
        with pytest.raises(Refused, match="only for somebody who left or ran out of time"):
            await host.command(victim, PEOPLE[1], Replace("r", seat=0))
        for id in (hasty, victim):
            assert [entry.kind for entry in await host.store.read(id)].count("outage") == 1


async def test_a_process_that_slept_credits_the_time_before_it_acts(url: str) -> None:
    """A machine that was suspended: the commands that wait are carried out before the next sign of life is due."""
    now = 1000.0
    async with hosting(url, now=lambda: now) as host:
        id = (await begin(host, "tiny", 2, clock=MINUTE)).id
        await host.beat()
        now += 5000
        with pytest.raises(Refused, match="ran out of time"):
            await host.command(id, PEOPLE[1], Replace("r", seat=0))
        assert (await host.table(id)).clocks.remaining(0, now) == 60.0


async def test_who_watches_is_told_at_once(url: str) -> None:
    now = 1000.0
    async with hosting(url, now=lambda: now) as host:
        id = (await begin(host, "tiny", 2, clock=MINUTE)).id
        told: list[str] = []
        await host.watch(id, lambda _, entry: told.append(entry.kind))
        now += 5000
        await host.beat()
        assert told == ["outage"]


async def test_where_another_process_was_alive_there_was_no_outage(postgres_url: str) -> None:
    now = 1000.0
    async with hosting(postgres_url, now=lambda: now) as one:
        for _ in range(20):
            now += 5
            await one.beat()
        async with hosting(postgres_url, now=lambda: now) as other:
            await other.beat()
            assert await other.store.uptime() == Uptime(1100.0, [])
    now += 100
    async with hosting(postgres_url, now=lambda: now) as one, hosting(postgres_url, now=lambda: now) as other:
        await asyncio.gather(one.beat(), other.beat())
        assert await one.store.uptime() == Uptime(1200.0, [Outage(1100.0, 1200.0)])


async def test_two_processes_credit_a_table_once(postgres_url: str) -> None:
    now = 1000.0
    async with hosting(postgres_url, now=lambda: now) as one:
        id = (await begin(one, "tiny", 2, clock=MINUTE)).id
    now += 100
    async with hosting(postgres_url, now=lambda: now) as one, hosting(postgres_url, now=lambda: now) as other:
        hosts = [one, other] * 5
        tables = await asyncio.gather(*(host.table(id) for host in hosts))
        assert [table.clocks.remaining(0, now) for table in tables] == [60.0] * 10
        assert [entry.kind for entry in await one.store.read(id)].count("outage") == 1


async def test_several_outages_are_credited_by_one_entry(url: str) -> None:
    now = 1000.0
    async with hosting(url, now=lambda: now) as host:
        id = (await begin(host, "tiny", 2, clock={"minutes": 2, "increment": 0})).id
        for _ in range(3):
            now += 20
            await host.beat()
            now += 8
            await host.beat()
        table = await host.table(id)
        assert table.clocks.remaining(0, now) == 120.0 - 3 * 8
        (entry,) = [entry for entry in await host.store.read(id) if entry.kind == "outage"]
        assert entry.payload == {"outages": [[1000.0, 1020.0], [1028.0, 1048.0], [1056.0, 1076.0]]}


async def test_a_clock_that_had_run_out_before_is_left_alone(sqlite_url: str) -> None:
    now = 1000.0
    async with hosting(sqlite_url, now=lambda: now) as host:
        id = (await begin(host, "tiny", 2, clock=MINUTE)).id
        for _ in range(10):
            now += 10
            await host.beat()
        now += 500
        await host.table(id)
        assert (await host.store.read(id))[-1].kind == "started"


async def test_a_table_is_shown_though_nothing_can_be_written(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    now = 1000.0
    async with hosting(sqlite_url, now=lambda: now) as host:
        id = (await begin(host, "tiny", 2, clock=MINUTE)).id
        now += 500
        for door in ("beat", "append"):
            with monkeypatch.context() as patch:

                async def full(*_: Any, **__: Any) -> None:
                    raise StoreError("the disk is full")

                patch.setattr(host.store, door, full)
                assert (await host.table(id)).status == "playing"
                with pytest.raises(StoreError):
                    await host.command(id, PEOPLE[1], Replace("r", seat=0))
        assert (await host.table(id)).clocks.remaining(0, now) == 60.0


def question() -> tuple[Party, int]:
    """A game of Mexica in which a seat has asked something."""
    party = Party("mexica", 3, clock={"minutes": 10, "increment": 0}).start()
    for _ in range(4000):
        assert party.table.position is not None
        seat = party.table.position.actors()[0]
        actions = state_of(party.table, seat)["actions"]
        asking = next((action for action in actions if action.startswith("propose")), None)
        party.play(seat, asking or party.rng.choice(actions))
        if asking is not None:
            return party, seat
    raise AssertionError("nobody could ask in this game: choose another seed")


@pytest.mark.parametrize("old", [False, True], ids=["now", "as 0.1.0 wrote it"])
def test_who_withdraws_a_question_keeps_the_time_too(old: bool) -> None:
    """The clocks before a question are kept, to go on from them when it is withdrawn."""
    party, seat = question()

    def remaining(table: Table) -> tuple[float | None, float | None]:
        assert table.step is not None
        assert table.step.asked is not None
        return table.clocks.remaining(seat, party.now), table.step.asked.clocks.remaining(seat, party.now)

    before = remaining(party.table)
    start, end = party.now, party.now + 200
    party._write(Decision("outage", None, {"from": start, "to": end} if old else {"outages": [[start, end]]}))
    party.now += 200
    assert remaining(party.table) == before
    assert party.table.outage == end


async def test_kill_9_and_a_restart(sqlite_url: str) -> None:
    """The last sign of life of a process that was killed is where the outage begins."""
    program = (
        "import asyncio, sys\nfrom texcoco.store import open_store\n"
        "async def main():\n    store = await open_store(sys.argv[1])\n    await store.beat(5000.0, 10.0)\n"
        "    print('beat', flush=True)\n    await asyncio.sleep(60)\nasyncio.run(main())"
    )
    async with hosting(sqlite_url, now=lambda: 4990.0) as host:
        id = (await begin(host, "tiny", 2, clock={"minutes": 10, "increment": 5})).id
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", program, sqlite_url, stdout=-1, cwd=Path(__file__).parent
    )
    assert process.stdout is not None
    assert await process.stdout.readline() == b"beat\n"
    process.kill()
    await process.wait()
    async with hosting(sqlite_url, now=lambda: 5600.0) as host:
        assert (await host.table(id)).clocks.remaining(0, 5600.0) == 600.0 - 10.0


async def test_the_time_until_a_backup_is_restored_does_not_count(url: str, tmp_path: Path) -> None:
    """Into a new database. One on which servers ran has signs of life of its own, which stay."""
    now, to = 1000.0, tmp_path / "all.jsonl"
    async with hosting(url, now=lambda: now) as host:
        id = (await begin(host, "tiny", 2, clock=MINUTE)).id
        now += 100
        await host.beat()
        await host.store.backup(to)
    now += 3600
    for number in range(2):
        async with hosting(f"sqlite:///{tmp_path}/restored{number}.db", now=lambda: now) as host:
            if number:
                await host.beat()
            for _ in range(2):  # it may be run again
                await restore(host.store, to, verify)
            table = await host.table(id)
            assert (await host.store.uptime()).outages == (
                [] if number else [Outage(1000.0, 1100.0), Outage(1100.0, now)]
            )
            assert (table.clocks.remaining(0, now) == 60.0) is not bool(number)


@pytest.mark.parametrize(
    "wrong",
    [
        {"alive": "today"},
        {"alive": 1e300},
        {"alive": -1.0},
        {"outages": 3},
        {"outages": [[5.0]]},
        {"outages": [[9.0, 5.0]]},
        {"alive": 10.0, "outages": [[5.0, 20.0]]},
        {"outages": [[1.0, 3.0], [2.0, 4.0]]},
    ],
)
async def test_a_backup_with_impossible_times_is_refused(
    sqlite_url: str, tmp_path: Path, wrong: dict[str, Any]
) -> None:
    file = tmp_path / "all.jsonl"
    file.write_text(json.dumps({"texcoco": "store", "format": 1, **wrong}) + '\n{"tables": 0}\n')
    async with await open_store(sqlite_url) as store:
        with pytest.raises(StoreError, match="damaged in line 1"):
            await restore(store, file)
        assert await store.uptime() == Uptime(None, [])


async def test_a_backup_of_an_older_release_is_restored(sqlite_url: str, tmp_path: Path) -> None:
    file = tmp_path / "all.jsonl"
    file.write_text('{"texcoco": "store", "format": 1}\n{"tables": 0}\n')
    async with await open_store(sqlite_url) as store:
        assert await restore(store, file) == 0
        assert await store.uptime() == Uptime(None, [])
