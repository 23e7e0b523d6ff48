"""Which peers are our own proxies, and whose requests they pass on."""

from __future__ import annotations

import ipaddress
from collections.abc import Iterable
from functools import lru_cache

UNKNOWN = "unknown"
"""The address of every client whose address the proxy does not give, or gives in a form that cannot be read."""


class BadAddress(ValueError):
    """A trusted proxy is named by an address or a network, as in 10.0.0.5 or 10.0.0.0/8."""


class Proxies:
    """The peers whose `X-Forwarded-…` headers are believed."""

    def __init__(self, addresses: Iterable[str]):
        try:
            self._networks = [ipaddress.ip_network(address.strip(), strict=False) for address in addresses]
        except ValueError as error:
            raise BadAddress(str(error)) from None
        self.trusts = lru_cache(4096)(self._trusts)

    def _trusts(self, address: str) -> bool:
        try:
            ip = ipaddress.ip_address(address)
        except ValueError:
            return False
        if isinstance(ip, ipaddress.IPv6Address) and ip.ipv4_mapped is not None:
            ip = ip.ipv4_mapped
        return any(ip in network for network in self._networks)


def last_hop(forwarded_for: str) -> str:
    """The client of the nearest proxy: the last entry of `X-Forwarded-For`.

    Only that one is written by our own proxy. All before it were sent by the client, who may write there what they
    like.
    """
    entry = forwarded_for.rpartition(",")[2].strip()
    if entry.startswith("["):
        entry = entry[1:].partition("]")[0]
    elif entry.count(":") == 1:
        entry = entry.partition(":")[0]
    try:
        return str(ipaddress.ip_address(entry))
    except ValueError:
        return UNKNOWN
