"""Workers take turns between those who ask, and one that hangs, grows or is not needed any more is replaced."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest
from crowd import PEOPLE, hosting
from worker import WORKER

from texcoco.games import find
from texcoco.tables.fair_queue import FairQueue, QueueFull
from texcoco.tables.requests import Refused
from texcoco.tables.worker import answer
from texcoco.tables.workers import NICE, NICE_TO_BOTS, JobFailed, WorkerPool

NOTHING = {"history": {}}


async def served(queue: FairQueue, key: str, order: list[str], most: int | None = None) -> None:
    await queue.acquire(key, most)
    order.append(key)


async def test_keys_take_turns_however_many_of_one_wait() -> None:
    queue, order = FairQueue(1), list[str]()
    asked = [asyncio.create_task(served(queue, key, order)) for key in (*"aaaaaa", "b", "c", "b")]
    for number in range(9):
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        assert len(order) == number + 1
        queue.release(order[-1])
    await asyncio.gather(*asked)
    assert "".join(order) == "aabcabaaa"  # the first was there when the place was free


async def test_nobody_has_all_the_places() -> None:
    queue, order = FairQueue(3), list[str]()
    asked = [asyncio.create_task(served(queue, "a", order)) for _ in range(9)]
    await asyncio.sleep(0)
    assert order == ["a", "a"]
    await asyncio.wait_for(queue.acquire("b"), 1)
    queue.release("b")
    await asyncio.sleep(0)
    assert order == ["a", "a"]
    for task in asked:
        task.cancel()
    await asyncio.gather(*asked, return_exceptions=True)
    assert queue.waiting == 0


async def test_a_queue_has_an_end_for_each_and_for_all() -> None:
    queue = FairQueue(1, waiting=5)
    await queue.acquire("a")
    waiting = [asyncio.create_task(queue.acquire(key, 2)) for key in "aabbc"]
    await asyncio.sleep(0)
    for key in "abd":
        with pytest.raises(QueueFull):
            await queue.acquire(key, 2)
    waiting.append(asyncio.create_task(queue.acquire("e")))  # what has to be served waits
    await asyncio.sleep(0)
    assert queue.waiting == 6
    for task in waiting:
        task.cancel()
    await asyncio.gather(*waiting, return_exceptions=True)


async def test_who_goes_away_leaves_the_queue_and_loses_no_place() -> None:
    queue = FairQueue(1)
    await queue.acquire("a")
    leaves, given = asyncio.create_task(queue.acquire("b")), asyncio.create_task(queue.acquire("c"))
    await asyncio.sleep(0)
    leaves.cancel()
    await asyncio.sleep(0)
    assert queue.waiting == 1
    queue.release("a")  # it is given to c, who goes away in the same moment
    given.cancel()
    await asyncio.gather(leaves, given, return_exceptions=True)
    await asyncio.wait_for(queue.acquire("d"), 1)


async def test_a_job_for_which_nobody_waits_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("texcoco.tables.workers.ABANDONED_SECONDS", 0.05)
    pool = WorkerPool(1, command=(*WORKER, "hangs"))
    running, waiting = (asyncio.create_task(pool.run("a", "decide", dict, 60)) for _ in range(2))
    while pool.workers[0].pid is None:
        await asyncio.sleep(0.01)
    process = pool.workers[0].pid
    assert (pool.busy, pool.waiting) == (1, 1)
    waiting.cancel()
    running.cancel()
    await asyncio.gather(running, waiting, return_exceptions=True)
    while pool.busy:
        await asyncio.sleep(0.01)
    assert pool.waiting == 0
    assert pool.workers[0].pid != process
    assert pool.asked == {"decide": 1}, "what nobody waits for is not begun"
    await pool.close()


async def test_a_worker_that_has_grown_is_replaced() -> None:
    pool = WorkerPool(1, command=(*WORKER, "heavy"))
    for _ in range(2):
        assert await pool.run("a", "lesson", lambda: {"game": "mexica", "lang": "en"}, 20)
        assert pool.workers[0].pid is None
    assert pool.failed == 0
    await pool.close()


LARGE_SERVER = """
import asyncio
from texcoco.tables.worker import RESTART_BYTES
from texcoco.tables.workers import WorkerPool

ballast = b"x" * (RESTART_BYTES + 2**24)

async def main():
    pool = WorkerPool(1)
    for _ in range(2):
        await pool.run("a", "lesson", lambda: {"game": "mexica", "lang": "en"}, 20)
        print(pool.workers[0].pid)
    await pool.close()

asyncio.run(main())
"""


def test_a_worker_of_a_large_server_is_kept() -> None:
    """On Linux a process inherits the peak of the memory of the one that started it, which must not count."""
    shown = subprocess.run([sys.executable, "-c", LARGE_SERVER], capture_output=True, text=True, timeout=60, check=True)
    first, second = shown.stdout.split()
    assert first == second != "None"


async def test_what_is_wrong_with_a_job_is_told_and_the_next_is_done() -> None:
    pool = WorkerPool(1, command=WORKER)
    with pytest.raises(JobFailed, match="KeyError"):
        await pool.run("a", "moments", lambda: NOTHING, 10)
    with pytest.raises(JobFailed, match="KeyError"):
        await pool.run("a", "no such job", dict, 10)
    with pytest.raises(Refused, match="headers") as refused:
        await pool.run("a", "study", lambda: {"owner": "", "record": "nonsense"}, 10)
    assert refused.value.code == "bad-record"
    assert pool.failed == 2
    assert await pool.run("a", "lesson", lambda: {"game": "mexica", "lang": "en"}, 20)
    await pool.close()


async def test_studies_are_read_again_in_the_turns_of_who_asks_for_them(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever opened them: one address can have done so with many cookies, and would have as many turns."""
    async with hosting(sqlite_url) as host:
        record = '[Game "tiny"]\n[Seats "2"]\n'
        opened = [(await host.study(who, record)).id for who in PEOPLE[:2]]
    async with hosting(sqlite_url) as host:
        keys, run = list[str](), host.jobs.pool.run
        monkeypatch.setattr(host.jobs.pool, "run", lambda key, *more: (keys.append(key), run(key, *more))[1])
        for id in opened:
            await host.table(id, "192.0.2.1")
        assert keys == ["192.0.2.1"] * 2


@pytest.mark.parametrize("kind", ["decide", "hint"])
def test_a_worker_starts_no_program_that_a_table_names_as_its_bot(kind: str, tmp_path: Path) -> None:
    """A backup is data: whoever made it up could have any command run by the server that restores it."""
    started = tmp_path / "started"
    position = find("yucatan").opening(2, {})
    question = {
        "game": "yucatan",
        "seat": 0,
        "view": position.view(0),
        "log": {"chunks": [], "rows": []},
        "actions": [],
        "seconds": 1,
    }
    status, body = answer(kind, {**question, "seed": 0, "lang": "en", "bot": f"program:touch {started}"})
    assert status == b"failed"
    assert b"there is no bot" in body
    assert not started.exists()


@pytest.mark.skipif(sys.platform == "win32", reason="there is no such timer")
def test_a_worker_that_hangs_ends_though_its_server_was_killed(tmp_path: Path) -> None:
    with (tmp_path / "answers").open("wb") as answers:
        worker = subprocess.Popen([*WORKER, "hangs"], stdin=subprocess.PIPE, stdout=answers)
        began = time.monotonic()
        assert worker.stdin is not None
        with worker.stdin:
            worker.stdin.write(b'[0, "decide", 0.1, {}]\n')
        assert worker.wait(30) != 0
        assert time.monotonic() - began < 30


async def test_a_bot_gets_the_worker_that_has_its_plan() -> None:
    pool = WorkerPool(3)
    async with pool.turn("a") as first:
        async with pool.turn("b") as second:
            assert second.worker is not first.worker
        async with pool.turn("c", preferred=first.worker) as third:
            assert third.worker is second.worker, "the preferred one is busy"
    async with pool.turn("c", preferred=second.worker) as again:
        assert again.worker is second.worker, "though another was used last"
    async with pool.turn("b") as last:
        assert last.worker is again.worker


async def test_workers_stand_back_behind_the_server_from_their_start() -> None:
    """Before that, the start of a worker, which takes a second of a processor, was as urgent as the server."""
    for nice in (NICE, NICE_TO_BOTS):
        pool = WorkerPool(1, nice=nice)
        try:
            asking = asyncio.ensure_future(pool.run("a", "lesson", lambda: {"game": "azteco", "lang": "en"}, 30))
            while pool.workers[0].pid is None:
                await asyncio.sleep(0.001)
            await asyncio.sleep(0.001)
            pid = pool.workers[0].pid
            assert pid is not None
            assert os.getpriority(os.PRIO_PROCESS, pid) == min(os.getpriority(os.PRIO_PROCESS, 0) + nice, 19)
            await asking
            assert os.getpriority(os.PRIO_PROCESS, pid) == min(os.getpriority(os.PRIO_PROCESS, 0) + nice, 19)
        finally:
            await pool.close()
