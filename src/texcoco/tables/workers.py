"""Worker processes for what takes longer than some milliseconds, so that the event loop never waits for it.

There are two pools of the same kind. Bots think for seconds, so what people ask for (records, moments, studies) has
workers of its own and never waits for a bot. In each pool people take turns (`FairQueue`).
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import sys
from asyncio.subprocess import PIPE, Process
from collections import Counter
from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import asynccontextmanager
from itertools import count

import msgspec

from texcoco.game import Json
from texcoco.tables.fair_queue import FairQueue, QueueFull
from texcoco.tables.requests import Refused

WORKER = (sys.executable, "-m", "texcoco.tables.worker")
GRACE_SECONDS = 5.0
"""Seconds that a worker has beyond the time of its job: it may have to be started, on a busy machine."""
MAX_HEADER_BYTES, MAX_BODY_BYTES = 1000, 64 * 2**20
"""The longest header and the longest body that are read from a worker."""
NICE, NICE_TO_BOTS = 5, 15
"""What is added to the nice value of the server in workers, and in those that judge turns: the server comes first when
processors are scarce, and then the bots."""
ABANDONED_SECONDS = 1.0
"""Seconds after which a job that nobody waits for any more is stopped. Not at once, because stopping it costs a new
worker.
"""


class JobFailed(Exception):
    """A job whose worker crashed, overran its time or gave an unreadable answer; the message says which."""


class Worker:
    """A worker process. It is started when it is first asked, and again when it has ended."""

    def __init__(self, command: Sequence[str], grace: float, nice: int):
        self._command, self._grace, self._nice = command, grace, nice
        self._process: Process | None = None
        self._numbers = count()

    @property
    def pid(self) -> int | None:
        """Its process, while that runs."""
        return self._process.pid if self._process is not None and self._process.returncode is None else None

    async def ask(self, kind: str, arguments: Json, seconds: float) -> bytes:
        """What a job results in, mostly JSON. Raises `JobFailed`, or `Refused` if that is its answer."""
        number, limit = next(self._numbers), seconds + self._grace
        question = msgspec.json.encode([number, kind, limit, arguments]) + b"\n"
        try:
            status, body, last = await asyncio.wait_for(self._exchange(number, question), limit)
        except (TimeoutError, OSError, ValueError, EOFError) as error:
            await self.end()
            raise JobFailed(f"no answer to {kind}: {error!r:.200}") from None
        except BaseException:  # the task was cancelled in the middle: the next job must not get the answer of this one
            await self.end()
            raise
        if last:  # it has grown too large, and ends
            await self.end()
        if status == b"refused":
            raise Refused(**msgspec.json.decode(body))
        if status != b"ok":
            raise JobFailed(f"{kind} failed: {body[:500].decode(errors='replace')}")
        return body

    async def _exchange(self, number: int, question: bytes) -> tuple[bytes, bytes, bool]:
        if self._process is None or self._process.returncode is not None:
            self._process = await asyncio.create_subprocess_exec(*self._command, stdin=PIPE, stdout=PIPE, limit=2**20)
            _lower_priority(self._process.pid, self._nice)  # at once: starting it takes most of a second
        process = self._process
        assert process.stdin is not None and process.stdout is not None
        process.stdin.write(question)
        await process.stdin.drain()
        header = await process.stdout.readline()
        about, status, length, last = header[:MAX_HEADER_BYTES].split()
        if int(about) != number or not 0 <= int(length) <= MAX_BODY_BYTES:
            raise ValueError(f"unexpected answer {header[:100]!r}")
        return status, await process.stdout.readexactly(int(length)), last == b"1"

    async def end(self) -> None:
        """Ends the process, whatever it is doing."""
        process, self._process = self._process, None
        if process is not None:
            if process.returncode is None:
                with contextlib.suppress(ProcessLookupError):
                    process.kill()
            await process.wait()


def _lower_priority(pid: int, nice: int) -> None:
    if sys.platform != "win32":
        with contextlib.suppress(OSError):  # it may have ended already
            os.setpriority(os.PRIO_PROCESS, pid, min(os.getpriority(os.PRIO_PROCESS, 0) + nice, 19))


class WorkerPool:
    """A few workers, each of which does one job at a time. One that dies, overruns or grows too large is replaced."""

    def __init__(
        self, workers: int, command: Sequence[str] | None = None, grace: float = GRACE_SECONDS, nice: int = NICE
    ):
        """`command` starts a worker; `nice` is added to the nice value of this process."""
        self.workers = [Worker(command or WORKER, grace, nice) for _ in range(workers)]
        self.asked: Counter[str] = Counter()
        """Jobs that were given to a worker, by their kind."""
        self.failed = 0
        self._queue = FairQueue(workers)
        self._idle = list(reversed(self.workers))
        self._tasks: set[asyncio.Task[bytes]] = set()

    @property
    def waiting(self) -> int:
        """How many wait for a worker."""
        return self._queue.waiting

    @property
    def busy(self) -> int:
        """How many workers have something to do."""
        return len(self.workers) - len(self._idle)

    @asynccontextmanager
    async def turn(self, key: str, most: int | None = None, preferred: Worker | None = None) -> AsyncGenerator[Turn]:
        """A worker for the caller alone, as soon as it is the caller's turn: the preferred one if it is idle. See
        `FairQueue.acquire`. Raises `QueueFull`."""
        await self._queue.acquire(key, most)
        # else the one used last: those that are not needed are never started
        worker = preferred if preferred is not None and preferred in self._idle else self._idle[-1]
        self._idle.remove(worker)
        try:
            yield Turn(self, worker)
        finally:
            self._idle.append(worker)
            self._queue.release(key)

    async def run(
        self, key: str, kind: str, arguments: Callable[[], Json], seconds: float, most: int | None = None
    ) -> bytes:
        """Does one job. `arguments` is called when a worker is free. Raises `QueueFull`, `JobFailed` or `Refused`.

        A job whose asker has gone away is dropped if it waits, and ended soon if it runs.
        """
        running = False

        async def job() -> bytes:
            nonlocal running
            async with self.turn(key, most) as turn:
                running = True
                return await turn.ask(kind, arguments(), seconds)

        task = asyncio.ensure_future(job())
        self._tasks.add(task)
        task.add_done_callback(self._ended)
        try:
            return await asyncio.shield(task)
        except asyncio.CancelledError:
            asyncio.get_running_loop().call_later(ABANDONED_SECONDS if running else 0.0, task.cancel)
            raise

    def _ended(self, task: asyncio.Task[bytes]) -> None:
        self._tasks.discard(task)
        if not task.cancelled():
            task.exception()  # who asked has been told, or has disconnected

    async def close(self) -> None:
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for worker in self.workers:
            await worker.end()


class Turn:
    """A worker that one caller uses alone for a while."""

    def __init__(self, pool: WorkerPool, worker: Worker):
        self._pool, self.worker = pool, worker

    async def ask(self, kind: str, arguments: Json, seconds: float) -> bytes:
        """See `Worker.ask`."""
        self._pool.asked[kind] += 1
        try:
            return await self.worker.ask(kind, arguments, seconds)
        except JobFailed:
            self._pool.failed += 1
            raise


__all__ = ["JobFailed", "QueueFull", "Turn", "Worker", "WorkerPool"]
