"""The tiny game of tests/contract is there to be played, by whatever is tested. Tests may be coroutines."""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from postgres import Server, server  # noqa: F401 (a fixture)
from tiny import TINY

from texcoco.games import register

register(TINY)


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    if not inspect.iscoroutinefunction(pyfuncitem.obj):
        return None
    arguments = {name: pyfuncitem.funcargs[name] for name in inspect.signature(pyfuncitem.obj).parameters}
    # in a thread of its own: Playwright leaves a loop running in this one
    with ThreadPoolExecutor(1) as thread:
        thread.submit(lambda: asyncio.run(asyncio.wait_for(pyfuncitem.obj(**arguments), 60))).result()
    return True


@pytest.fixture
def sqlite_url(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path}/games.db"


@pytest.fixture
def postgres_url(server: Server) -> Iterator[str]:  # noqa: F811
    url = server.url()
    yield url
    server.drop(url)
