"""Token buckets: how often somebody may ask."""

from __future__ import annotations

import ipaddress
import time
from collections.abc import Callable
from dataclasses import dataclass, field

from texcoco.web.settings import Limits, Rate

FORGET = 10_000
"""How many buckets are kept before those that are full again are thrown away."""


@dataclass(slots=True)
class Bucket:
    """What is left for somebody of a rate."""

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

    def full(self, now: float) -> bool:
        return self.left + (now - self.at) * self.rate.second >= self.rate.burst


@dataclass(slots=True)
class Meter:
    """What addresses ask of one server process."""

    limits: Limits
    now: Callable[[], float] = time.monotonic
    _buckets: dict[tuple[str, str], Bucket] = field(default_factory=dict[tuple[str, str], Bucket])
    _streams: dict[str, int] = field(default_factory=dict[str, int])

    def request(self, address: str) -> float:
        """0, or the seconds to wait."""
        return self._take("requests", self.limits.requests, address)

    def table(self, address: str) -> float:
        return self._take("tables", self.limits.tables, address)

    def hint(self, address: str) -> float:
        return self._take("hints", self.limits.hints, address)

    def look(self, address: str) -> float:
        return self._take("looks", self.limits.looks, address)

    def messages(self, address: str) -> Bucket:
        """A bucket for the messages of a new connection."""
        rate = self._rate(self.limits.messages, address)
        return Bucket(rate, rate.burst, self.now())

    def connect(self, address: str) -> bool:
        """Counts another stream of an address, unless it has too many."""
        most = self.limits.connections * (self.limits.loopback if is_loopback(address) else 1)
        if self._streams.get(_whose(address), 0) >= most:
            return False
        self._streams[_whose(address)] = self._streams.get(_whose(address), 0) + 1
        return True

    def disconnect(self, address: str) -> None:
        left = self._streams.pop(_whose(address)) - 1
        if left:
            self._streams[_whose(address)] = left

    @property
    def streams(self) -> int:
        return sum(self._streams.values())

    def _take(self, what: str, rate: Rate, address: str) -> float:
        now = self.now()
        key = what, _whose(address)
        bucket = self._buckets.get(key)
        if bucket is None:
            if len(self._buckets) >= FORGET:
                self._buckets = {name: old for name, old in self._buckets.items() if not old.full(now)}
            rate = self._rate(rate, address)
            bucket = self._buckets[key] = Bucket(rate, rate.burst, now)
        return bucket.take(now)

    def _rate(self, rate: Rate, address: str) -> Rate:
        factor = self.limits.loopback if is_loopback(address) else 1
        return Rate(rate.second * factor, rate.burst * factor)


def is_loopback(address: str) -> bool:
    try:
        return ipaddress.ip_address(address).is_loopback
    except ValueError:
        return False


def _whose(address: str) -> str:
    """IPv6 gives everybody 2⁶⁴ addresses: the network counts, not the address."""
    try:
        ip = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(ip, ipaddress.IPv6Address):
        if ip.ipv4_mapped is not None:
            return str(ip.ipv4_mapped)
        return str(ipaddress.ip_network((ip, 64), strict=False).network_address)
    return address
