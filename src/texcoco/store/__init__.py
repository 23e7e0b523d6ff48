"""The event store: where tables are kept, each as its log.

A table is a list of `Entry`, numbered 1, 2, 3 … without a gap. The number is the only lock: of two writers of the same
number one wins, and the other gets `Conflict`, reads the new entries, and tries again. When `append` returns, the
entries are on disk. SQLite keeps it in one file for one server process; PostgreSQL for several, on as many machines as
you like.

    async with await open_store("sqlite:///games.db") as store:
        await store.append("t1", [Entry(1, "created", None, {"game": "mexica"}, time())], card={"status": "open"})
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

from texcoco.store.base import EVERYTHING, Store
from texcoco.store.copies import dump, restore
from texcoco.store.postgres import PostgresStore
from texcoco.store.sqlite import SqliteStore
from texcoco.store.values import Card, Conflict, Damaged, Entry, Json, Outage, Saved, StoreError, TooLarge, Uptime

__all__ = [
    "EVERYTHING",
    "Card",
    "Conflict",
    "Damaged",
    "Entry",
    "Json",
    "Outage",
    "PostgresStore",
    "Saved",
    "SqliteStore",
    "Store",
    "StoreError",
    "TooLarge",
    "Uptime",
    "data_folder",
    "dump",
    "open_store",
    "restore",
    "store_at",
]


async def open_store(url: str | None = None, *, read_only: bool = False) -> Store:
    """The store at `url`, open. `read_only` is for looking and for backups while a server runs."""
    store = store_at(url, read_only=read_only)
    await store.open()
    return store


def store_at(url: str | None = None, *, read_only: bool = False) -> Store:
    """The store at `url`, not yet open.

    `None` is SQLite in the user's data folder; `sqlite:///games.db` a file of the current folder and
    `sqlite:////var/lib/games.db` one anywhere; `postgresql://user:password@host/database` a PostgreSQL database.
    """
    if url is None:
        return SqliteStore(data_folder() / "texcoco.db", read_only=read_only)
    scheme, colon, rest = url.partition("://")
    if scheme in ("postgresql", "postgres") and colon:
        return PostgresStore(url, read_only=read_only)
    if scheme == "sqlite" and len(rest) > 1 and rest.startswith("/"):
        return SqliteStore(Path(rest[1:]).expanduser(), read_only=read_only)
    # The address is not repeated in full: it may hold a password.
    raise StoreError(
        f"“{scheme[:20]}…” is no address of a database. Write sqlite:///games.db (a file here), "
        "sqlite:////var/lib/games.db (a file anywhere) or postgresql://user:password@host/database."
    )


def data_folder() -> Path:
    """Where this system keeps the data of a user's programs."""
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local") / "texcoco"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "texcoco"
    # XDG: a path that is not absolute is ignored.
    given = Path(os.environ.get("XDG_DATA_HOME", ""))
    return (given if given.is_absolute() else Path.home() / ".local" / "share") / "texcoco"
