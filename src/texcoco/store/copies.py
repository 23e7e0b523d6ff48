"""A whole store as JSON Lines, the same for every back end, so that one can move from one to the other.

The first line says what it is, each further line is a table with its card, snapshot and log, and the last line counts
them, so that a file that was cut short is not taken for the whole:

    {"texcoco": "store", "format": 1, "alive": 1714730000.0, "outages": []}
    {"id": "t1", "card": {"status": "open"}, "snapshot": null, "entries": [[1, "created", null, {}, 1714730000.0]]}
    {"tables": 1}
"""

from __future__ import annotations

import asyncio
import json
import os
import tempfile
import time
from collections.abc import Callable, Generator
from contextlib import aclosing, contextmanager
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any, BinaryIO, NoReturn, cast

import msgspec

from texcoco.printable import printable
from texcoco.store.base import Store
from texcoco.store.rows import prepare
from texcoco.store.values import Conflict, Damaged, Entry, Json, Outage, Saved, StoreError, TooLarge, Uptime

FORMAT = 1
LONGEST = 64_000_000
"""Bytes that a line, one table, may have."""
DEEPEST = 100
"""How deep lists and objects may be nested in it."""

_SKEW = 86_400.0
"""Seconds by which times in a dump may be ahead of our clock: another machine may have written it."""

Verify = Callable[[Saved], Json]
"""Gives the card with which a table is to be written. Raises ValueError for one that cannot be used."""


Progress = Callable[[int, float | None], None]
"""Called with how many tables are done, and what share of all that is, if it is known."""


def _unheard(tables: int, part: float | None) -> None:
    """A progress function that does nothing."""


async def dump(store: Store, to: Path, progress: Progress | None = None) -> int:
    """Writes every table to `to`, as all of them were at one moment; says how many.

    The file is there whole, or not at all.

    Tables that cannot be read are left out. When all others are in the file, a `StoreError` names them.
    """
    count = 0
    tell = progress or _unheard
    damaged: list[Damaged] = []
    with replacing(to) as part, part.open("w", encoding="ascii", newline="\n") as file:
        await asyncio.to_thread(_line, file, _head(await store.uptime()))
        async with aclosing(store.saved()) as tables:
            async for table in tables:
                if isinstance(table, Damaged):
                    damaged.append(table)
                    continue
                await asyncio.to_thread(_line, file, _form(table))
                count += 1
                tell(count, None)
        await asyncio.to_thread(_line, file, {"tables": count})
    if damaged:
        named = "; ".join(f"{table.id} ({table.why})" for table in damaged[:20]) + (" …" if len(damaged) > 20 else "")
        raise StoreError(f"{to} has {count} tables, but not these {len(damaged)}, which cannot be read: {named}")
    return count


async def restore(store: Store, source: Path, verify: Verify | None = None, progress: Progress | None = None) -> int:
    """Reads a dump into `store`; says how many tables were new to it.

    Each table is written whole or not at all, after it was checked: its form here, and by `verify` what the store
    knows nothing of. What is wrong is told with its line in a `StoreError`; the tables before it are restored. A
    table that is there already, the same, is left as it is: a restore that was interrupted can be run again. One that
    is there and different stops it.
    """
    count = read = 0
    complete = False
    tell = progress or _unheard
    size = source.stat().st_size
    with source.open("rb") as file:
        await store.adopt_uptime(_read_head(source, await asyncio.to_thread(_next_line, source, file, 1)))
        number = 2
        while line := await asyncio.to_thread(_next_line, source, file, number):
            if complete:
                raise _damaged(source, number, "there is more after the last line")
            value = await asyncio.to_thread(_object, source, number, line)
            if "tables" in value:
                if value["tables"] != read:
                    raise _damaged(
                        source,
                        number,
                        f"it should be the last of {value['tables']!r:.20} tables, and {read} came before it",
                    )
                complete = True
            else:
                count += await _add(
                    store, source, number, await asyncio.to_thread(_table, source, number, value, verify)
                )
                read += 1
                tell(read, file.tell() / size)
            number += 1
    if not complete:
        raise StoreError(f"{source} is cut short after table {read}. The tables before are restored.")
    return count


async def _add(store: Store, source: Path, number: int, table: Saved) -> bool:
    try:
        await store.append(table.id, table.entries, table.snapshot, table.card)
    except Conflict:
        if await store.read(table.id) != table.entries:
            raise StoreError(
                f"Table {table.id} is in {store.name} already, and differs. Restore into an empty database."
            ) from None
        return False
    except TooLarge as bad:
        raise _damaged(source, number, str(bad)) from None
    return True


def _damaged(source: Path, number: int, why: str) -> StoreError:
    shown = printable(why)
    shown = shown if len(shown) <= 300 else f"{shown[:300]}…"
    return StoreError(f"{source} is damaged in line {number}: {shown}. The tables before are restored.")


def _next_line(source: Path, file: BinaryIO, number: int) -> bytes:
    line = file.readline(LONGEST + 1)
    if len(line) > LONGEST:
        raise _damaged(source, number, f"it is longer than {LONGEST:,} bytes")
    return line


def _object(source: Path, number: int, line: bytes) -> Json:
    try:
        value: Any = json.loads(line.decode("utf-8"), parse_constant=_no_constant)
    except UnicodeDecodeError as bad:
        raise _damaged(source, number, f"it is no text at byte {bad.start}") from None
    except ValueError as bad:
        raise _damaged(source, number, f"it is no JSON: {bad}") from None
    except RecursionError:
        raise _damaged(source, number, "it is nested too deeply") from None
    if not isinstance(value, dict):
        raise _damaged(source, number, "it is no table")
    table = cast("Json", value)
    if _deeper(table, DEEPEST):
        raise _damaged(source, number, "it is nested too deeply")
    return table


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is no number")


def _deeper(value: object, most: int) -> bool:
    """Whether lists and objects are nested more than so many times."""
    level = [value]
    for _ in range(most):
        level = [
            inner
            for outer in level
            if isinstance(outer, dict | list)
            for inner in cast("list[object]", outer.values() if isinstance(outer, dict) else outer)
        ]
        if not level:
            return False
    return True


def _form(table: Saved) -> Json:
    entries = [[entry.version, entry.kind, entry.seat, entry.payload, entry.at] for entry in table.entries]
    return {"id": table.id, "card": table.card, "snapshot": table.snapshot, "entries": entries}


class _DumpLine(msgspec.Struct, forbid_unknown_fields=True):
    """A line of a dump."""

    id: str
    card: Json
    snapshot: tuple[int, Json] | None
    entries: list[tuple[int, str, int | None, Json, float]]


def _table(source: Path, number: int, value: Json, verify: Verify | None) -> Saved:
    """The table of a line, checked for all that can be checked without a store."""
    try:
        line = msgspec.convert(value, _DumpLine)
        table = Saved(line.id, line.card, line.snapshot, [Entry(*fields) for fields in line.entries])
        if not table.entries or table.entries[0].version != 1:
            raise ValueError("its log does not begin with version 1")
        prepare(table.id, table.entries, table.snapshot, table.card)
        if verify is not None:
            table = replace(table, card=verify(table))
            prepare(table.id, table.entries[:1], None, table.card)
    except (ValueError, OverflowError, RecursionError, TooLarge) as bad:  # msgspec's ValidationError is a ValueError
        named = f"table {value['id']}: " if isinstance(value.get("id"), str) else ""
        raise _damaged(source, number, f"{named}{bad}") from None
    return table


class _Uptime(msgspec.Struct):
    """What the first line of a dump tells of servers. Dumps of older releases tell nothing."""

    alive: float | None = None
    outages: list[tuple[float, float]] = []


def _head(uptime: Uptime) -> Json:
    outages = [[outage.began, outage.ended] for outage in uptime.outages]
    return {"texcoco": "store", "format": FORMAT, "alive": uptime.alive, "outages": outages}


def _read_head(source: Path, line: bytes) -> Uptime:
    try:
        head: Any = json.loads(line.decode("utf-8"))
    except (ValueError, RecursionError):
        head = None
    head = cast("Json", head) if isinstance(head, dict) else Json()
    if head.get("texcoco") != "store":
        raise StoreError(
            f"{source} is no dump of a store. (A backup of SQLite's own form is a database: "
            "copy it to where it is wanted.)"
        )
    if head.get("format") != FORMAT:
        raise StoreError(
            f"{source} was written by a newer Texcoco (format {head.get('format')!r:.20}, we know {FORMAT}). "
            "Update Texcoco."
        )
    try:
        read = msgspec.convert(head, _Uptime)
    except ValueError as bad:
        raise _damaged(source, 1, str(bad)) from None
    times = [at for outage in read.outages for at in outage] + ([] if read.alive is None else [read.alive])
    ordered = all(earlier <= later for earlier, later in pairwise(times))
    if not ordered or not all(0 <= at < time.time() + _SKEW for at in times):
        raise _damaged(source, 1, "the times at which servers ran are not in order, or are still to come")
    return Uptime(read.alive, [Outage(*outage) for outage in read.outages])


def _line(file: Any, value: Json) -> None:
    file.write(json.dumps(value, separators=(",", ":")) + "\n")


@contextmanager
def replacing(to: Path) -> Generator[Path]:
    """A temporary file beside `to`, readable by its owner only. On success it is synced to disk and replaces `to`."""
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
