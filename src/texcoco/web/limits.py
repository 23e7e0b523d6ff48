"""Rate limits by token buckets, per address."""

from __future__ import annotations

import asyncio
import ipaddress
import time
from collections.abc import Callable
from dataclasses import dataclass, field

from texcoco.web.settings import Limits, Rate

FORGET = 10_000
"""How many buckets are kept before those that are full again are thrown away."""
PAUSE = 0.1
"""Seconds after which a connection that waits looks again whether it may go on."""


@dataclass(slots=True)
class Bucket:
    """A token bucket."""

    rate: Rate
    left: float
    at: float

    def take(self, now: float) -> float:
        """Takes one if there is one: 0; else the seconds until there will be."""
        self.left = min(self.rate.burst, self.left + (now - self.at) * self.rate.second)
        self.at = now
        if self.left >= 1:
            self.left -= 1
            return 0.0
        return (1 - self.left) / self.rate.second

    def reserve(self, now: float) -> float:
        """Takes one, now or later: the seconds until it may be used."""
        self.left = min(self.rate.burst, self.left + (now - self.at) * self.rate.second) - 1
        self.at = now
        return max(-self.left / self.rate.second, 0.0)

    def full(self, now: float) -> bool:
        return self.left + (now - self.at) * self.rate.second >= self.rate.burst


@dataclass(slots=True)
class Meter:
    """The buckets and streams of all addresses, in one server process."""

    limits: Limits
    now: Callable[[], float] = time.monotonic
    _buckets: dict[tuple[str, str], Bucket] = field(default_factory=dict[tuple[str, str], Bucket])
    _forget_at: int = FORGET
    """With so many buckets, those that are full again are thrown away."""
    _streams: dict[str, int] = field(default_factory=dict[str, int])

    def request(self, address: str) -> float:
        """0, or the seconds to wait."""
        return self._take("requests", self.limits.requests, address)

    def pace(self, address: str) -> float:
        """Seconds by which an allowed request is delayed, so that requests that come at once are spread."""
        return self._bucket("pace", self.limits.pace, address).reserve(self.now())

    def bot_move(self, source: str) -> float:
        """The seconds after which a bot may move that plays in the turn of an address, or of who opened its table."""
        return self._bucket("bot moves", self.limits.bot_moves, source).reserve(self.now())

    def connection(self, address: str) -> float:
        return self._take("connections", self.limits.new_connections, address)

    def table(self, address: str) -> float:
        return self._take("tables", self.limits.tables, address)

    def hint(self, address: str) -> float:
        return self._take("hints", self.limits.hints, address)

    def picture(self, address: str) -> float:
        return self._take("pictures", self.limits.pictures, address)

    def results(self, address: str) -> float:
        return self._take("results", self.limits.results, address)

    def analysis(self, address: str) -> float:
        return self._take("analyses", self.limits.analyses, address)

    def look(self, address: str) -> float:
        return self._take("looks", self.limits.looks, address)

    def messages(self, address: str) -> Bucket:
        """A bucket for the messages of a new connection."""
        rate = self._rate(self.limits.messages, address)
        return Bucket(rate, rate.burst, self.now())

    async def message(self, address: str) -> None:
        """Waits until an address may send another message, on whatever connection.

        Meanwhile nothing more is read from this one.
        """
        while wait := self._take("messages", self.limits.all_messages, address):
            await asyncio.sleep(max(wait, PAUSE))

    def connect(self, address: str) -> bool:
        """Counts another stream of an address, unless it has too many."""
        most = self.limits.connections * (self.limits.loopback if is_loopback(address) else 1)
        if self._streams.get(network_of(address), 0) >= most:
            return False
        self._streams[network_of(address)] = self._streams.get(network_of(address), 0) + 1
        return True

    def disconnect(self, address: str) -> None:
        left = self._streams.pop(network_of(address)) - 1
        if left:
            self._streams[network_of(address)] = left

    @property
    def streams(self) -> int:
        return sum(self._streams.values())

    def _take(self, what: str, rate: Rate, address: str) -> float:
        return self._bucket(what, rate, address).take(self.now())

    def _bucket(self, what: str, rate: Rate, address: str) -> Bucket:
        now = self.now()
        key = what, network_of(address)
        bucket = self._buckets.get(key)
        if bucket is None:
            if len(self._buckets) >= self._forget_at:
                self._buckets = {name: old for name, old in self._buckets.items() if not old.full(now)}
                # Not before there are twice as many: else, with many that are not full, each new one goes through all.
                self._forget_at = max(FORGET, 2 * len(self._buckets))
            rate = self._rate(rate, address)
            bucket = self._buckets[key] = Bucket(rate, rate.burst, now)
        return bucket

    def _rate(self, rate: Rate, address: str) -> Rate:
        factor = self.limits.loopback if is_loopback(address) else 1
        return Rate(rate.second * factor, rate.burst * factor)


def is_loopback(address: str) -> bool:
    try:
        return ipaddress.ip_address(address).is_loopback
    except ValueError:
        return False


def network_of(address: str) -> str:
    """What limits go by: the address or, with IPv6, its /64 network, since one client may use all of that."""
    try:
        ip = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(ip, ipaddress.IPv6Address):
        if ip.ipv4_mapped is not None:
            return str(ip.ipv4_mapped)
        return str(ipaddress.ip_network((ip, 64), strict=False).network_address)
    return address
