"""The store in a file of SQLite: one server process, one thread that writes, and everything on disk before it is told.

All appends that wait when the writer is free go into one transaction, each in a savepoint of its own, so that a conflict
of one does not hurt the others, and a hundred tables share one wait for the disk.
"""

from __future__ import annotations

import asyncio
import json
import os
import queue
import sqlite3
import threading
from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from texcoco.store import schema
from texcoco.store.base import Card, Conflict, Entry, Json, Saved, Store, StoreError, Write, decode
from texcoco.store.copies import dump, replacing
from texcoco.store.lock import Lock

T = TypeVar("T")
Row = tuple[Any, ...]

_GROUP = 500
"""Appends that share a commit at most."""


@dataclass(frozen=True, slots=True)
class _Job:
    """Something for the writer to do: it gives a result, and what listeners are to be told."""

    work: Callable[[sqlite3.Connection], tuple[Any, list[tuple[str, int]]]]
    done: asyncio.Future[Any]


class SqliteStore(Store):
    """Tables in the file `path`. `patience`: the seconds to wait for a program that holds the file."""

    def __init__(self, path: Path, *, read_only: bool = False, patience: float = 10.0):
        super().__init__()
        self.path = path.absolute()
        self.name = str(self.path)
        self.read_only = read_only
        self.patience = patience
        self._jobs: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._open = False
        self._lock: Lock | None = None
        self._writer: threading.Thread | None = None

    @property
    def opened(self) -> bool:
        return self._open

    async def open(self) -> None:
        if self._open:
            raise StoreError(f"{self.name} is open already.")
        self._loop = asyncio.get_running_loop()
        self._readers = ThreadPoolExecutor(1, "texcoco-store-read")
        try:
            await asyncio.to_thread(self._prepare)
        except sqlite3.Error as error:
            self._let_go()
            raise self._said(error) from error
        except BaseException:
            self._let_go()
            raise
        self._open = True

    def _prepare(self) -> None:
        if self.read_only:
            if not self.path.is_file():
                raise StoreError(f"There is no database {self.name}.")
        else:
            self._make_file()
            self._lock = Lock(self.path)
            with closing(self._connect()) as connection:
                connection.execute("PRAGMA journal_mode=WAL")
                self._migrate(connection)
            self._jobs = queue.SimpleQueue()
            self._writer = threading.Thread(target=self._write, args=(self._connect(),), name="texcoco-store-write", daemon=True)
            self._writer.start()
        self._reader = self._connect(only_read=True)
        if self.read_only:
            schema.pending("sqlite", self._version(self._reader), self.name, read_only=True)

    def _make_file(self) -> None:
        try:
            self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            # For its owner only, as the log holds what players may not know. SQLite gives its other files the same rights.
            os.close(os.open(self.path, os.O_RDWR | os.O_CREAT, 0o600))
        except OSError as error:
            raise StoreError(f"{self.name} cannot be written: {error.strerror}. Choose another place with sqlite:///PATH.") from error

    def _connect(self, *, only_read: bool = False) -> sqlite3.Connection:
        connection = sqlite3.connect(self.path, timeout=self.patience, isolation_level=None, check_same_thread=False)
        connection.execute("PRAGMA synchronous=FULL")
        connection.execute("PRAGMA fullfsync=ON")  # where fsync does not wait for the disk (macOS)
        connection.execute("PRAGMA foreign_keys=ON")
        if only_read:
            connection.execute("PRAGMA query_only=ON")
        return connection

    def _version(self, connection: sqlite3.Connection) -> int:
        names = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        if "migrations" in names:
            return connection.execute("SELECT coalesce(max(number), 0) FROM migrations").fetchone()[0]
        if names:
            raise StoreError(f"{self.name} is a database of another program. Choose another file.")
        return 0

    def _migrate(self, connection: sqlite3.Connection) -> None:
        connection.execute("BEGIN EXCLUSIVE")
        try:
            version = self._version(connection)
            if not version:
                connection.execute(
                    "CREATE TABLE IF NOT EXISTS migrations (number INTEGER PRIMARY KEY, name TEXT NOT NULL, at TEXT NOT NULL)"
                )
            for migration in schema.pending("sqlite", version, self.name, read_only=False):
                for statement in migration.statements():
                    connection.execute(statement)
                connection.execute("INSERT INTO migrations VALUES (?, ?, datetime('now'))", (migration.number, migration.name))
            connection.execute("COMMIT")
        except BaseException:
            with suppress(sqlite3.Error):
                connection.execute("ROLLBACK")
            raise

    async def close(self) -> None:
        if not self._open:
            return
        self._open = False
        await asyncio.to_thread(self._let_go)

    def _let_go(self) -> None:
        if self._writer is not None:
            self._jobs.put(None)
            self._writer.join()
            self._writer = None
        self._readers.shutdown()
        if hasattr(self, "_reader"):
            self._reader.close()
            del self._reader
        if self._lock is not None:
            self._lock.release()
            self._lock = None

    # Writing

    async def _append(self, write: Write) -> None:
        await self._do(lambda connection: _append(connection, write))

    async def delete(self, table: str) -> bool:
        return bool(await self._do(lambda connection: _delete(connection, [table])))

    async def expire(self, status_before: Mapping[str, float]) -> int:
        limits = list(status_before.items())

        def work(connection: sqlite3.Connection) -> tuple[int, list[tuple[str, int]]]:
            old = [
                table
                for limit in limits
                for (table,) in connection.execute("SELECT id FROM tables WHERE status = ? AND updated < ?", limit).fetchall()
            ]
            return _delete(connection, old)

        return await self._do(work)

    async def _do(self, work: Callable[[sqlite3.Connection], tuple[T, list[tuple[str, int]]]]) -> T:
        self._check_open()
        if self.read_only:
            raise StoreError(f"{self.name} was opened for reading only.")
        done: asyncio.Future[T] = self._loop.create_future()
        self._jobs.put(_Job(work, done))
        return await done

    def _write(self, connection: sqlite3.Connection) -> None:
        """The writer's thread."""
        last = False
        with closing(connection):
            while not last:
                group: list[_Job] = []
                job = self._jobs.get()
                while job is not None:
                    if not job.done.cancelled():
                        group.append(job)
                    if len(group) == _GROUP or self._jobs.empty():
                        break
                    job = self._jobs.get()
                last = job is None
                if group:
                    outcomes = self._commit(connection, group)
                    with suppress(RuntimeError):  # the event loop is gone, and with it everyone to tell
                        self._loop.call_soon_threadsafe(self._settle, group, outcomes)

    def _commit(self, connection: sqlite3.Connection, group: list[_Job]) -> list[tuple[Any, list[tuple[str, int]]] | Exception]:
        outcomes: list[tuple[Any, list[tuple[str, int]]] | Exception] = []
        try:
            connection.execute("BEGIN IMMEDIATE")
            for job in group:
                connection.execute("SAVEPOINT job")
                try:
                    outcomes.append(job.work(connection))
                except sqlite3.Error:
                    raise
                except Exception as error:
                    connection.execute("ROLLBACK TO job")
                    outcomes.append(error)
                connection.execute("RELEASE job")
            connection.execute("COMMIT")
        except sqlite3.Error as error:
            # Nothing of the group was kept. (SQLite has rolled back already when the disk is full or fails.)
            with suppress(sqlite3.Error):
                if connection.in_transaction:
                    connection.execute("ROLLBACK")
            return [self._said(error) for _ in group]
        self.commits += 1
        return outcomes

    def _settle(self, group: list[_Job], outcomes: list[tuple[Any, list[tuple[str, int]]] | Exception]) -> None:
        for job, outcome in zip(group, outcomes, strict=True):
            if isinstance(outcome, Exception):
                if not job.done.done():
                    job.done.set_exception(outcome)
                continue
            if not job.done.done():
                job.done.set_result(outcome[0])
            for table, version in outcome[1]:
                self._tell(table, version)

    # Reading

    async def read(self, table: str, after: int = 0) -> list[Entry]:
        return await self._ask(lambda connection: _read(connection, table, after))

    async def snapshot(self, table: str) -> tuple[int, Json] | None:
        return await self._ask(lambda connection: _snapshot(connection, table))

    async def cards(
        self,
        *,
        status: str | None = None,
        holder: str | None = None,
        ids: Sequence[str] | None = None,
        before: tuple[float, str] | None = None,
        limit: int = 50,
    ) -> list[Card]:
        where: list[str] = ["true"]
        values: list[Any] = []
        if status is not None:
            where.append("status = ?")
            values.append(status)
        if holder is not None:
            where.append("id IN (SELECT table_id FROM holders WHERE holder = ?)")
            values.append(holder)
        if ids is not None:
            where.append("id IN (SELECT value FROM json_each(?))")
            values.append(json.dumps(list(ids)))
        if before is not None:
            where.append("(updated, id) < (?, ?)")
            values.extend(before)
        query = f"SELECT id, card, updated FROM tables WHERE {' AND '.join(where)} ORDER BY updated DESC, id DESC LIMIT ?"
        values.append(max(limit, 0))
        rows = await self._ask(lambda connection: connection.execute(query, values).fetchall())
        return [Card(table, json.loads(card), updated) for table, card, updated in rows]

    async def _ask(self, work: Callable[[sqlite3.Connection], T]) -> T:
        self._check_open()
        try:
            return await self._loop.run_in_executor(self._readers, work, self._reader)
        except sqlite3.Error as error:
            raise self._said(error) from error

    def _check_open(self) -> None:
        if not self._open:
            raise StoreError(f"{self.name} is not open.")

    # Copies

    async def backup(self, to: Path) -> None:
        self._check_open()
        if to.suffix == ".jsonl":
            await dump(self, to)
        else:
            await asyncio.to_thread(self._copy, to.absolute())

    def _copy(self, to: Path) -> None:
        if to == self.path or (to.exists() and to.samefile(self.path)):
            raise StoreError(f"{to} is the database itself. Choose another name for the backup.")
        try:
            with replacing(to) as part, closing(self._connect(only_read=True)) as source, closing(sqlite3.connect(part)) as copy:
                source.backup(copy)  # in one step, from one moment; those who write go on
                copy.execute("PRAGMA journal_mode=DELETE")  # one file, with nothing beside it
        except sqlite3.Error as error:
            raise self._said(error) from error

    async def saved(self) -> AsyncGenerator[Saved]:
        self._check_open()
        try:
            with closing(await asyncio.to_thread(self._connect, only_read=True)) as connection:
                connection.execute("BEGIN")
                last: str | None = ""
                while True:
                    table, last = await asyncio.to_thread(_after, connection, last)
                    if table is None:
                        return
                    yield table
        except sqlite3.Error as error:
            raise self._said(error) from error

    def _said(self, error: sqlite3.Error) -> StoreError:
        code = getattr(error, "sqlite_errorcode", 0) & 0xFF
        if code == sqlite3.SQLITE_FULL:
            return StoreError(f"The disk that holds {self.name} is full: nothing more is kept until there is room.")
        if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
            return StoreError(f"Another program holds {self.name} (waited {self.patience:g} s). Close it, and try again.")
        if code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
            return StoreError(
                f"{self.name} is damaged, or no database of SQLite ({error}). Put a backup in its place, or move it away to begin afresh."
            )
        if code in (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM):
            return StoreError(f"{self.name} cannot be opened or written ({error}). Check who may write there.")
        if code == sqlite3.SQLITE_IOERR:
            return StoreError(f"The disk that holds {self.name} fails ({error}). Look at the system's log.")
        return StoreError(f"SQLite failed on {self.name}: {error}")


def _append(connection: sqlite3.Connection, write: Write) -> tuple[None, list[tuple[str, int]]]:
    head = connection.execute("SELECT version FROM tables WHERE id = ?", (write.table,)).fetchone()
    if (0 if head is None else head[0]) != write.first - 1:
        raise Conflict(write.table, write.first)
    if head is None:
        values = (write.table, write.last, write.status, "{}" if write.card is None else write.card, write.updated)
        connection.execute("INSERT INTO tables (id, version, status, card, updated) VALUES (?, ?, ?, ?, ?)", values)
    elif write.card is None:
        connection.execute("UPDATE tables SET version = ?, updated = ? WHERE id = ?", (write.last, write.updated, write.table))
    else:
        connection.execute(
            "UPDATE tables SET version = ?, updated = ?, status = ?, card = ? WHERE id = ?",
            (write.last, write.updated, write.status, write.card, write.table),
        )
    try:
        connection.executemany(
            "INSERT INTO events (table_id, version, kind, seat, payload, at) VALUES (?, ?, ?, ?, ?, ?)",
            [(write.table, *row) for row in write.rows],
        )
    except sqlite3.IntegrityError:
        raise Conflict(write.table, write.first) from None
    if write.card is not None:
        known = {holder for (holder,) in connection.execute("SELECT holder FROM holders WHERE table_id = ?", (write.table,))}
        gone, new = known.difference(write.holders), [holder for holder in write.holders if holder not in known]
        connection.executemany("DELETE FROM holders WHERE holder = ? AND table_id = ?", [(holder, write.table) for holder in gone])
        connection.executemany("INSERT INTO holders (holder, table_id) VALUES (?, ?)", [(holder, write.table) for holder in new])
    if write.snapshot is not None:
        connection.execute(
            "INSERT INTO snapshots (table_id, version, position) VALUES (?, ?, ?) ON CONFLICT (table_id) "
            "DO UPDATE SET version = excluded.version, position = excluded.position WHERE version <= excluded.version",
            (write.table, *write.snapshot),
        )
    return None, [(write.table, write.last)]


def _delete(connection: sqlite3.Connection, tables: list[str]) -> tuple[int, list[tuple[str, int]]]:
    gone = [table for table in tables if connection.execute("DELETE FROM tables WHERE id = ?", (table,)).rowcount]
    return len(gone), [(table, 0) for table in gone]


def _read(connection: sqlite3.Connection, table: str, after: int) -> list[Entry]:
    query = "SELECT version, kind, seat, payload, at FROM events WHERE table_id = ? AND version > ? ORDER BY version"
    return [decode(*row) for row in connection.execute(query, (table, after))]


def _snapshot(connection: sqlite3.Connection, table: str) -> tuple[int, Json] | None:
    row: Row | None = connection.execute("SELECT version, position FROM snapshots WHERE table_id = ?", (table,)).fetchone()
    return None if row is None else (row[0], json.loads(row[1]))


def _after(connection: sqlite3.Connection, last: str | None) -> tuple[Saved | None, str | None]:
    """The first table after `last` in the order of ids."""
    row: Row | None = connection.execute("SELECT id, card FROM tables WHERE id > ? ORDER BY id LIMIT 1", (last,)).fetchone()
    if row is None:
        return None, None
    table, card = row
    return Saved(table, json.loads(card), _snapshot(connection, table), _read(connection, table, 0)), table
