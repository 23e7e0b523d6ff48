"""Remembers tables that cannot be read. They are refused for a while, and other tables are not affected."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable

from texcoco.tables.requests import Refused

log = logging.getLogger("texcoco.tables")

RETRY_SECONDS = 300.0
"""Seconds after which a broken table is read again: by then the server may have been updated."""
MAX_REMEMBERED = 1000
"""How many broken tables are remembered. A forgotten one is read again when somebody asks for it."""


class BrokenTable(Refused):
    """A table whose log, snapshot or game this program cannot read."""


class BrokenTables:
    """The tables that could not be read, and until when each is refused without reading it again."""

    def __init__(self, now: Callable[[], float] = time.monotonic):
        self._now = now
        self._until: dict[str, float] = {}

    def __len__(self) -> int:
        """How many are remembered."""
        return len(self._until)

    def add(self, id: str, why: Exception) -> BrokenTable:
        """Remembers a broken table, and logs the reason. Returns the refusal for who asks for it."""
        log.error(
            "a table cannot be read and is set aside",
            extra={"table": id, "why": f"{type(why).__name__}: {why}"[:500]},
            exc_info=why,
        )
        self._until.pop(id, None)
        self._until[id] = self._now() + RETRY_SECONDS
        for oldest in list(self._until)[: max(len(self._until) - MAX_REMEMBERED, 0)]:
            del self._until[oldest]
        return _broken()

    def check(self, id: str) -> None:
        """Raises `BrokenTable` if the table could not be read a short while ago."""
        if self._until.get(id, 0.0) > self._now():
            raise _broken()

    def forget(self, id: str) -> None:
        """The table could be read, or was removed."""
        self._until.pop(id, None)


def _broken() -> BrokenTable:
    return BrokenTable(
        "broken-table",
        "this table cannot be read by the server, which tries again later; other tables are not affected",
    )
