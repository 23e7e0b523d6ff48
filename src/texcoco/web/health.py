"""Checks that the database takes writes too: with a full disk it still answers reads."""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass, field

from texcoco.store import Store, StoreError

CACHE_SECONDS = 5.0
"""Seconds for which a result is cached, so that requests cannot make the server write more often."""
ANSWER_SECONDS = 3.0
"""Seconds that the database has to answer."""
FAILURE_SECONDS = 60.0
"""Seconds for which a write that failed counts, unless one has succeeded since: a small one may find room where a
large one does not."""


@dataclass(slots=True)
class HealthCheck:
    """The last result, cached."""

    found: str = ""
    until: float = 0.0
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)

    async def problem(self, store: Store) -> str:
        """What is wrong with the database; empty if nothing is."""
        async with self.lock:
            if time.monotonic() >= self.until:
                self.found = await _probe(store)
                self.until = time.monotonic() + CACHE_SECONDS
            failed = store.append_failed
            if not self.found and failed is not None and time.monotonic() - failed < FAILURE_SECONDS:
                return "takes no writes"
            return self.found


async def _probe(store: Store) -> str:
    try:
        await asyncio.wait_for(store.cards(limit=1), ANSWER_SECONDS)
    except (StoreError, TimeoutError, OSError):
        return "does not answer"
    try:
        await asyncio.wait_for(store.pulse("health", time.time()), ANSWER_SECONDS)
    except (StoreError, TimeoutError, OSError):
        return "takes no writes"
    return ""
