"""What people are told who look back at a game: by the jobs of a server, done in this process, with all that goes to a
worker and back.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any

import msgspec

from texcoco.game import Json
from texcoco.tables.history import Viewer
from texcoco.tables.jobs import Jobs
from texcoco.tables.moments import PAGE
from texcoco.tables.requests import Refused, Who
from texcoco.tables.table import Table
from texcoco.tables.worker import answer
from texcoco.tables.workers import JobFailed, WorkerPool

WHO = Who("e" * 64)


class InThisProcess(WorkerPool):
    """Does jobs at once."""

    def __init__(self) -> None:
        super().__init__(1)

    async def run(
        self, key: str, kind: str, arguments: Callable[[], Json], seconds: float, most: int | None = None
    ) -> bytes:
        self.asked[kind] += 1
        status, body = answer(kind, msgspec.json.decode(msgspec.json.encode(arguments())))
        if status == b"refused":
            raise Refused(**msgspec.json.decode(body))
        if status != b"ok":
            raise JobFailed(body.decode())
        return body


def done(work: Coroutine[Any, Any, bytes]) -> bytes:
    """The result of something that never has to wait."""
    try:
        work.send(None)
    except StopIteration as end:
        return end.value
    raise AssertionError("it waits")


def moments(table: Table, viewer: Viewer, first: int = 0) -> Json:
    return msgspec.json.decode(done(Jobs(InThisProcess()).moments(table, viewer, first, WHO)))


def every(table: Table, viewer: Viewer) -> list[Json]:
    """All moments, page by page."""
    found: list[Json] = []
    while (page := moments(table, viewer, len(found)))["moments"]:
        assert page["from"] == len(found)
        assert len(page["moments"]) <= PAGE
        found += page["moments"]
    assert page["total"] == len(found)
    return found


def summary(table: Table, viewer: Viewer) -> Json:
    return msgspec.json.decode(done(Jobs(InThisProcess()).summary(table, viewer, WHO)))


def record(table: Table, viewer: Viewer) -> str:
    return done(Jobs(InThisProcess()).record(table, viewer, WHO)).decode()
