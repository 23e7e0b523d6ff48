"""The tiny game of tests/contract is there to be played, by whatever is tested. Tests may be coroutines."""

from __future__ import annotations

import asyncio
import gc
import inspect
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from postgres import Server, server  # noqa: F401 (a fixture)
from tiny import TINY
from worker import WORKER

from texcoco.games import register
from texcoco.tables import workers

register(TINY)
workers.WORKER = (*WORKER, "real")  # which knows the tiny game too


def pytest_collection_finish(session: pytest.Session) -> None:
    """Modules and thousands of collected tests stay to the end: the collector of garbage need not walk over them again
    and again.
    """
    gc.collect()
    gc.freeze()


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    if not inspect.iscoroutinefunction(pyfuncitem.obj):
        return None
    arguments = {name: pyfuncitem.funcargs[name] for name in inspect.signature(pyfuncitem.obj).parameters}
    # Generous: whole games over HTTP take some seconds alone, and many times as long on a machine that is busy.
    seconds = 300 if pyfuncitem.get_closest_marker("long") is None else 900
    # in a thread of its own: Playwright leaves a loop running in this one
    with ThreadPoolExecutor(1) as thread:
        thread.submit(lambda: asyncio.run(asyncio.wait_for(pyfuncitem.obj(**arguments), seconds))).result()
    return True


@pytest.fixture
def sqlite_url(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path}/games.db"


@pytest.fixture
def postgres_url(server: Server) -> Iterator[str]:  # noqa: F811
    url = server.url()
    yield url
    server.drop(url)
