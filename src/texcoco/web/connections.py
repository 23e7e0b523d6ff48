"""The open connections of a server process: how many there may be, which is closed to make room, and what is logged
about that.
"""

from __future__ import annotations

import asyncio
import logging
import sys
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

from texcoco.web.limits import Meter, is_loopback, network_of
from texcoco.web.proxies import Proxies
from texcoco.web.settings import Limits

log = logging.getLogger("texcoco.web")

BACKLOG = 256
"""Connections that the system accepts for us before we look at them."""
RESERVE = BACKLOG + 128
"""Descriptors that are kept free: for the backlog, the database, files and worker processes."""
DESCRIPTORS = 65_536
"""More descriptors than this are never needed."""
LOG_SECONDS = 10.0
"""A limit that is reached is logged at once, and then once in so many seconds with a count: nobody can fill the log."""
PROGRESS = 1024
"""A client that reads fewer bytes than this between two checks counts as one that does not read."""


@dataclass(slots=True, eq=False)
class Connection:
    """An open connection."""

    transport: asyncio.Transport
    owner: str | None
    """The address or network that it counts for; None: a trusted proxy, which has its own limits."""
    idle: Callable[[], bool]
    """Whether it can be closed without harm: no request is being answered, and it is not a stream."""
    unsent: int = 0
    stalled: int = 0


class Connections:
    """All connections of a process."""

    def __init__(self, limits: Limits, meter: Meter, proxies: Proxies):
        self.limits, self.meter, self.proxies = limits, meter, proxies
        self.most = most_connections(limits)
        self.refused: Counter[str] = Counter()
        """How often each limit was reached."""
        self._all: dict[asyncio.Transport, Connection] = {}
        self._by_owner: dict[str, dict[asyncio.Transport, Connection]] = {}
        self._logged: dict[str, float] = {}
        self._unlogged: dict[str, tuple[int, str]] = {}

    def __len__(self) -> int:
        return len(self._all)

    def add(self, transport: asyncio.Transport, address: str, idle: Callable[[], bool]) -> str | None:
        """Counts a new connection, and closes another if there would be too many: None; or why it cannot be."""
        owner = None if self.proxies.trusts(address) else network_of(address)
        if owner is not None:
            if self.meter.connection(address):
                return self.report("too many new connections", address)
            most = self.limits.open_connections * (self.limits.loopback if is_loopback(address) else 1)
            own = self._by_owner.get(owner, {})
            if len(own) >= most:
                why = self.report("too many connections of an address", address)
                if not self._close_oldest_idle(own):
                    return why
        if len(self._all) >= self.most:
            why = self.report("too many connections", address)
            if not self._make_room():
                return why
        connection = self._all[transport] = Connection(transport, owner, idle)
        if owner is not None:
            self._by_owner.setdefault(owner, {})[transport] = connection
        return None

    def remove(self, transport: asyncio.Transport) -> None:
        connection = self._all.pop(transport, None)
        if connection is not None and connection.owner is not None:
            own = self._by_owner[connection.owner]
            del own[transport]
            if not own:
                del self._by_owner[connection.owner]

    def never_idle(self, transport: asyncio.Transport) -> None:
        """A connection has become a stream."""
        if transport in self._all:
            self._all[transport].idle = lambda: False

    def _make_room(self) -> bool:
        """Closes an idle connection of whoever has the most, so that a newcomer gets in.

        Connections of proxies stay.
        """
        by_number = sorted(self._by_owner.values(), key=len, reverse=True)
        return any(self._close_oldest_idle(own) for own in by_number)

    def _close_oldest_idle(self, own: dict[asyncio.Transport, Connection]) -> bool:
        found = next((connection for connection in own.values() if connection.idle()), None)
        if found is None:
            return False
        self.remove(found.transport)
        found.transport.abort()
        return True

    # --- periodic checks ---

    async def watch(self) -> None:
        """Closes connections whose clients do not read what they are sent, and logs what was not logged at once.

        Never ends.
        """
        while True:
            await asyncio.sleep(self.limits.read_seconds / 2)
            self.close_stalled()
            self.log_rest()

    def close_stalled(self) -> None:
        """Closes each connection that was stalled the last time already. (Closing politely would wait for its client
        to read.)
        """
        for connection in list(self._all.values()):
            before, connection.unsent = connection.unsent, connection.transport.get_write_buffer_size()
            if connection.unsent and before and connection.unsent > before - PROGRESS:
                connection.stalled += 1
            else:
                connection.stalled = 0
            if connection.stalled >= 2:
                self.report("a client that does not read", connection.owner or "a proxy")
                connection.transport.abort()

    def report(self, why: str, address: str) -> str:
        """Counts and logs that a limit was reached; gives `why` back."""
        self.refused[why] += 1
        now = time.monotonic()
        if now - self._logged.get(why, -LOG_SECONDS) >= LOG_SECONDS:
            self._logged[why] = now
            earlier, _ = self._unlogged.pop(why, (0, ""))
            self._log(why, address, earlier + 1)
        else:
            self._unlogged[why] = self._unlogged.get(why, (0, ""))[0] + 1, address
        return why

    def log_rest(self) -> None:
        for why, (times, address) in list(self._unlogged.items()):
            if time.monotonic() - self._logged[why] >= LOG_SECONDS:
                del self._unlogged[why]
                self._logged[why] = time.monotonic()
                self._log(why, address, times)

    def _log(self, why: str, address: str, times: int) -> None:
        extra = {"why": why, "address": address, "times": times, "connections": len(self._all)}
        log.warning("limit reached", extra=extra)


def most_connections(limits: Limits) -> int:
    """How many connections a process may have: as many as it is told, if it has descriptors for so many."""
    allowed = descriptor_limit()
    return limits.all_connections if allowed is None else max(min(limits.all_connections, allowed - RESERVE), 16)


def descriptor_limit() -> int | None:
    """How many descriptors this process may have; None where the system does not say."""
    if sys.platform == "win32":
        return None
    import resource

    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return None if soft == resource.RLIM_INFINITY else soft


def raise_descriptor_limit() -> None:
    """Lets this process, and those that it starts, have as many descriptors as the system allows, and as are of use."""
    if sys.platform == "win32":
        return
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = DESCRIPTORS if hard == resource.RLIM_INFINITY else min(hard, DESCRIPTORS)
    for limit in (wanted, 10_240):  # macOS allows no more, whatever it says
        if soft == resource.RLIM_INFINITY or soft >= limit:
            return
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (limit, hard))
        except (ValueError, OSError):
            continue
        return
