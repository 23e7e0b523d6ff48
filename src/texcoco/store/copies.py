"""A whole store as JSON Lines, the same for every back end, so that one can move from one to the other.

The first line says what it is, each further line is a table with its card, snapshot and log, and the last line counts
them, so that a file that was cut short is not taken for the whole:

    {"texcoco": "store", "format": 1}
    {"id": "t1", "card": {"status": "open"}, "snapshot": null, "entries": [[1, "created", null, {}, 1714730000.0]]}
    {"tables": 1}
"""

from __future__ import annotations

import asyncio
import json
import os
import tempfile
from collections.abc import Generator
from contextlib import aclosing, contextmanager
from pathlib import Path
from typing import Any, cast

from texcoco.store.base import Conflict, Entry, Json, Saved, Store, StoreError

FORMAT = 1


async def dump(store: Store, to: Path) -> int:
    """Writes every table to `to`, as all of them were at one moment; says how many. The file is there whole, or not at all."""
    count = 0
    with replacing(to) as part, part.open("w", encoding="ascii", newline="\n") as file:
        await asyncio.to_thread(_line, file, {"texcoco": "store", "format": FORMAT})
        async with aclosing(store.saved()) as tables:
            async for table in tables:
                await asyncio.to_thread(_line, file, _form(table))
                count += 1
        await asyncio.to_thread(_line, file, {"tables": count})
    return count


async def restore(store: Store, source: Path) -> int:
    """Reads a dump into `store`; says how many tables were new to it.

    A table that is there already, the same, is left as it is: a restore that was interrupted can be run again. One that
    is there and different stops it.
    """
    count = read = 0
    complete = False
    with source.open(encoding="ascii") as file:
        _check(source, await asyncio.to_thread(file.readline))
        while line := await asyncio.to_thread(file.readline):
            value = _load(line)
            if value is None or complete:
                raise StoreError(f"{source} is damaged after table {read}. The tables before are restored.")
            if "tables" in value:
                complete = value["tables"] == read
                continue
            count += await _add(store, _table(source, read, value))
            read += 1
    if not complete:
        raise StoreError(f"{source} is cut short after table {read}. The tables before are restored.")
    return count


async def _add(store: Store, table: Saved) -> bool:
    try:
        await store.append(table.id, table.entries, table.snapshot, table.card)
    except Conflict:
        if await store.read(table.id) != table.entries:
            raise StoreError(f"Table {table.id} is in {store.name} already, and differs. Restore into an empty database.") from None
        return False
    return True


def _form(table: Saved) -> Json:
    entries = [[entry.version, entry.kind, entry.seat, entry.payload, entry.at] for entry in table.entries]
    return {"id": table.id, "card": table.card, "snapshot": table.snapshot, "entries": entries}


def _table(source: Path, number: int, value: Json) -> Saved:
    try:
        entries = [Entry(*fields) for fields in value["entries"]]
        snapshot = value["snapshot"]
        return Saved(value["id"], value["card"], None if snapshot is None else (snapshot[0], snapshot[1]), entries)
    except (KeyError, TypeError, IndexError):
        raise StoreError(f"{source} is damaged after table {number}. The tables before are restored.") from None


def _check(source: Path, line: str) -> None:
    head = _load(line)
    if head is None or head.get("texcoco") != "store":
        raise StoreError(f"{source} is no dump of a store. (A backup of SQLite's own form is a database: copy it to where it is wanted.)")
    if head.get("format") != FORMAT:
        raise StoreError(f"{source} was written by a newer Texcoco (format {head.get('format')}, we know {FORMAT}). Update Texcoco.")


def _load(line: str) -> Json | None:
    try:
        value: Any = json.loads(line)
    except ValueError:
        return None
    return cast("Json", value) if isinstance(value, dict) else None


def _line(file: Any, value: Json) -> None:
    file.write(json.dumps(value, separators=(",", ":")) + "\n")


@contextmanager
def replacing(to: Path) -> Generator[Path]:
    """A file beside `to`, for its owner's eyes only, that takes its place when all went well, and is on disk then."""
    try:
        handle, name = tempfile.mkstemp(prefix=f".{to.name}-", dir=to.parent)
    except OSError as error:
        raise StoreError(f"No file can be made in {to.parent}: {error.strerror}.") from error
    os.close(handle)
    part = Path(name)
    try:
        yield part
        _sync(part)
        part.replace(to)
        if os.name == "posix":
            _sync(to.parent)
    except OSError as error:
        raise StoreError(f"{to} cannot be written: {error.strerror}.") from error
    finally:
        part.unlink(missing_ok=True)


def _sync(path: Path) -> None:
    handle = os.open(path, os.O_RDONLY if path.is_dir() else os.O_RDWR)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
