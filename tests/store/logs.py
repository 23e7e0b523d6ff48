"""Logs to write, and what must be true of any that is read."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from texcoco.store import Entry, Store


def played(version: int, **payload: Any) -> Entry:
    return Entry(version, "played", 0, payload, 1000.0 + version)


def log(versions: int, first: int = 1) -> list[Entry]:
    return [played(version, step=version) for version in range(first, first + versions)]


async def check(store: Store, table: str) -> list[Entry]:
    """The log of a table, which has no gap, and whose card tells of the same moment."""
    entries = await store.read(table)
    assert [entry.version for entry in entries] == list(range(1, len(entries) + 1))
    cards = await store.cards(ids=[table])
    assert [card.updated for card in cards] == [entry.at for entry in entries[-1:]]
    return entries


async def until(true: Callable[[], object], seconds: float = 30) -> None:
    for _ in range(int(seconds * 100)):
        if true():
            return
        await asyncio.sleep(0.01)
    raise AssertionError("it did not come")
