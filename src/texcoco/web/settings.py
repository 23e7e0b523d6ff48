"""The settings of a server, and its limits."""

from __future__ import annotations

import os
from typing import Self

import msgspec

from texcoco.tables.cards import STUDY

DAY = 86_400.0
VARIABLE = "TEXCOCO_SETTINGS"
"""How the settings reach the worker processes of one server."""


class Rate(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Events per second in the long run, and how many may come at once."""

    second: float
    burst: float


class Limits(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What one address or one connection may ask for."""

    requests: Rate = Rate(20, 120)
    """HTTP requests of an address."""
    pace: Rate = Rate(100, 20)
    """Requests of one address that come at once are spread to this rate, so that others are served in between."""
    messages: Rate = Rate(10, 60)
    """Messages of a connection."""
    all_messages: Rate = Rate(40, 300)
    """Messages of all connections of an address together: more of them wait."""
    tables: Rate = Rate(60 / 3600, 60)
    """Tables that an address opens: 60 an hour."""
    hints: Rate = Rate(0.5, 10)
    """Hints for an address: each of them keeps a processor busy."""
    bot_moves: Rate = Rate(40, 100)
    """Moves of bots at tables where somebody of an address acted last: more are made later."""
    looks: Rate = Rate(3, 60)
    """Pages of moments, summaries and records for an address: for each of them a game may have to be played again."""
    results: Rate = Rate(0.5, 10)
    """How often an address may ask how its games went: for each time the beginnings of many logs are read."""
    analyses: Rate = Rate(30 / 3600, 10)
    """Analyses that an address begins: 30 an hour. To look at what there is costs a look."""
    pictures: Rate = Rate(5, 60)
    """Views that are drawn as text for an address."""
    connections: int = 64
    """Streams of an address at the same time."""
    loopback: float = 100
    """How many times more the machine itself may have: tests, benchmarks, a proxy that does not say for whom it asks.
    """
    new_connections: Rate = Rate(20, 256)
    """Connections that an address begins."""
    open_connections: int = 128
    """Connections of an address at the same time, its streams among them."""
    all_connections: int = 10_000
    """Connections of one server process at the same time, or as many as its descriptors allow."""
    header: int = 16 * 1024
    """Bytes of a request before its body, the URL among them."""
    header_seconds: float = 10
    """How long a client has to send them."""
    body_seconds: float = 30
    """How long a client has to send the body of a request."""
    idle_seconds: float = 5
    """How long a connection is kept open for another request. (A proxy has longer.)"""
    read_seconds: float = 20
    """How long a client may read nothing of what it is sent."""
    body: int = 64 * 1024
    """Bytes of a request or of a message."""
    record: int = 1024 * 1024
    """Bytes of a request that brings a record."""


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a server runs."""

    database: str | None = None
    """The address of the store; None: SQLite in the user's data folder."""
    url: str | None = None
    """The address under which browsers know the server, if a proxy gives it another name:
    `https://games.example.org`."""
    trusted_proxies: tuple[str, ...] = ("127.0.0.1", "::1")
    """Addresses and networks of proxies, which name their clients."""
    hsts: int = 31_536_000
    """Seconds for which browsers are told to use HTTPS only, where it is used; 0: they are told nothing."""
    metrics_token: str | None = None
    """With it metrics can be read from elsewhere; without it only from this machine, past every proxy."""
    limits: Limits = Limits()
    expire_open: float = 7
    """Days after which a table that did not start is removed; 0: never."""
    expire_playing: float = 90
    """Days after which a game that nobody goes on with is removed; 0: never."""
    expire_over: float = 0
    """Days after which a game that is over is removed; 0: never."""
    expire_studies: float = 30
    """Days after which a study of a record is removed; 0: never."""
    bot_workers: int = max((os.cpu_count() or 2) - 1, 2)
    """Processes in which bots think: two at least, as one address never has all of them."""
    job_workers: int = 2
    """Processes for what people ask for that takes longer than some milliseconds: studies, records, moments,
    summaries."""
    analysis_workers: int = 3
    """Processes that judge the turns of games that are over, at the lowest priority: one address has all but one."""
    bot_seconds: float = 5.0
    quiet: bool = False
    """Logs only what goes wrong: for who plays rather than serves."""
    client: str | None = None
    """The folder of a built page; None: the one of the package."""

    def for_workers(self) -> None:
        """Puts the settings into the environment, from which worker processes read them."""
        os.environ[VARIABLE] = msgspec.json.encode(self).decode()

    @classmethod
    def from_environment(cls) -> Self:
        return msgspec.json.decode(os.environ.get(VARIABLE, "{}"), type=cls)

    def expired_studies(self, now: float) -> dict[str, float]:
        """The same for studies, by the name under which the store finds them."""
        return {STUDY: now - self.expire_studies * DAY} if self.expire_studies > 0 else {}

    def expired(self, now: float) -> dict[str, float]:
        """For each status that expires, the time before which a table must have been used last."""
        days = {"open": self.expire_open, "playing": self.expire_playing, "over": self.expire_over}
        return {status: now - n * DAY for status, n in days.items() if n > 0}
