"""Servers as programs of their own, which are gone when a test is over however it ends."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from postgres import Server
from running import Process


@pytest.fixture
def start() -> Iterator[Callable[..., Process]]:
    """Starts `texcoco serve` with these arguments."""
    started: list[Process] = []

    def starting(*arguments: str, **options: Any) -> Process:
        started.append(Process(*arguments, **options))
        return started[-1]

    yield starting
    for process in started:
        process.kill()


@pytest.fixture
def postgresql(server: Server) -> Iterator[str]:
    """The address of a new database."""
    url = server.url()
    yield url
    server.drop(url)
