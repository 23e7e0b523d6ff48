"""What a server is told when it starts, and what it allows."""

from __future__ import annotations

import os
from typing import Self

import msgspec

DAY = 86_400.0
VARIABLE = "TEXCOCO_SETTINGS"
"""How the settings reach the worker processes of one server."""


class Rate(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """So many a second in the long run, and so many at once."""

    second: float
    burst: float


class Limits(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What one address or one connection may ask for."""

    requests: Rate = Rate(20, 120)
    """HTTP requests of an address."""
    messages: Rate = Rate(10, 60)
    """Messages of a connection."""
    tables: Rate = Rate(60 / 3600, 60)
    """Tables that an address opens: 60 an hour."""
    hints: Rate = Rate(0.5, 10)
    """Hints for an address: each of them keeps a processor busy."""
    looks: Rate = Rate(3, 60)
    """Pages of moments and summaries for an address: for each of them a game may have to be played again."""
    connections: int = 64
    """Streams of an address at the same time."""
    loopback: float = 100
    """How many times more the machine itself may have: tests, benchmarks, a proxy that does not say for whom it asks."""
    body: int = 64 * 1024
    """Bytes of a request or of a message."""
    record: int = 1024 * 1024
    """Bytes of a request that brings a record."""


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a server runs."""

    database: str | None = None
    """The address of the store; None: SQLite in the user's data folder."""
    url: str | None = None
    """The address under which browsers know the server, if a proxy gives it another name: `https://games.example.org`."""
    limits: Limits = Limits()
    expire_open: float = 7
    """Days after which a table that did not start is removed; 0: never."""
    expire_playing: float = 90
    """Days after which a game that nobody goes on with is removed; 0: never."""
    bot_workers: int = max((os.cpu_count() or 2) - 1, 1)
    bot_seconds: float = 5.0
    quiet: bool = False
    """Logs only what goes wrong: for who plays rather than serves."""
    client: str | None = None
    """The folder of a built page; None: the one of the package."""

    def for_workers(self) -> None:
        """Leaves the settings where the worker processes of this one find them."""
        os.environ[VARIABLE] = msgspec.json.encode(self).decode()

    @classmethod
    def from_environment(cls) -> Self:
        return msgspec.json.decode(os.environ.get(VARIABLE, "{}"), type=cls)

    def expired(self, now: float) -> dict[str, float]:
        """For each status that expires, the time before which a table must have been used last."""
        days = {"open": self.expire_open, "playing": self.expire_playing}
        return {status: now - n * DAY for status, n in days.items() if n > 0}
