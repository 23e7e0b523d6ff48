"""Outages: times in which no server ran do not count for clocks.

The store keeps the list of these outages. A process that serves tables shows in short intervals that it is alive; the
first sign of life after a gap adds the gap to the list. Nobody goes through all tables then: a table credits its
clocks with the outages that it has not credited yet when it is next shown or written to, in whatever process, by an
entry of its log.

No process can act at a table without knowing of an outage. `Heartbeat.fresh` has it show that it is alive, and read
the list in the same transaction, unless it did so less than `GAP` seconds ago; and an outage that ended since then
would have begun before that sign of life, which is impossible, or be shorter than `GAP`.
"""

from __future__ import annotations

import asyncio
import logging
from bisect import bisect_right
from collections.abc import Callable

from texcoco.store import Outage, Store
from texcoco.tables.requests import Decision
from texcoco.tables.table import Table

log = logging.getLogger("texcoco.tables")

GAP = 10.0
"""Seconds without a sign of life from any server after which they count as an outage."""


class Heartbeat:
    """Shows that this process is alive, and knows all outages."""

    def __init__(self, store: Store, now: Callable[[], float]):
        self._store, self._now = store, now
        self._last: float | None = None
        """When it last showed that it is alive."""
        self._outages: list[Outage] = []
        self._lock = asyncio.Lock()

    async def beat(self) -> bool:
        """Shows that this process is alive. Whether there were outages that it did not know of."""
        async with self._lock:
            return await self._beat()

    async def fresh(self) -> None:
        """Makes sure that this process knows all outages until now."""
        if not self._is_fresh():
            async with self._lock:
                if not self._is_fresh():
                    await self._beat()

    def _is_fresh(self) -> bool:
        return self._last is not None and abs(self._now() - self._last) <= GAP

    async def _beat(self) -> bool:
        now = self._now()
        after = self._outages[-1].ended if self._outages else 0.0
        new = await self._store.beat(now, GAP, after)
        self._last = now
        self._outages += new
        if new and new[-1].ended == now:
            log.info("there was no server for a while", extra={"seconds": round(now - new[-1].began, 1)})
        return bool(new)

    def credit_due(self, table: Table) -> Decision | None:
        """The entry that credits a table's clocks with the outages that it has not credited yet, or None."""
        if table.status != "playing" or not self._outages or self._outages[-1].ended <= table.outage:
            return None
        clocks = [table.clocks.copy()]
        if table.step is not None and table.step.asked is not None:
            clocks.append(table.step.asked.clocks.copy())  # from which the game goes on if the question is withdrawn
        due: list[Outage] = []
        for outage in self._outages[bisect_right(self._outages, table.outage, key=lambda outage: outage.ended) :]:
            # Not where all time had run out before: that table need not be touched.
            if any(clock.ran(outage.began, outage.ended) for clock in clocks):
                due.append(outage)
                for clock in clocks:
                    clock.give_back(outage.began, outage.ended)
        if not due:
            return None
        return Decision("outage", None, {"outages": [[outage.began, outage.ended] for outage in due]})
