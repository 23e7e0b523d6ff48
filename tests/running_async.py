"""Running a coroutine from a test that is not async."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

T = TypeVar("T")


def run_async(coroutine: Coroutine[Any, Any, T]) -> T:
    """What a coroutine returns. It runs in a thread of its own: once a browser test has run in this process,
    Playwright's event loop stays in its main thread, and `asyncio.run` refuses to start another one there."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, coroutine).result()
