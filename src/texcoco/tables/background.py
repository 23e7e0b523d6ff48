"""Tasks that a host runs in the background, until it is closed."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine
from typing import Any, TypeVar

from texcoco.tables.requests import NoSuchTable, Refused

log = logging.getLogger("texcoco.tables")

T = TypeVar("T")


class BackgroundTasks:
    """Holds a reference to each task while it runs, and logs why one failed."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[Any]] = set()

    def start(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._finished)
        return task

    def _finished(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if (
            not task.cancelled()
            and isinstance(why := task.exception(), Exception)
            and not isinstance(why, NoSuchTable | Refused)
        ):
            log.error("a background task failed", exc_info=why)

    async def close(self) -> None:
        """Cancels all tasks, and waits until they have ended."""
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
