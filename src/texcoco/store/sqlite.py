"""The store in a file of SQLite, for one server process: one thread writes, and an append returns when it is on disk.

All appends that are made in one turn of the event loop, or wait when the writer is free, go into one transaction, so
that a hundred tables share one wait for the disk. If one of them conflicts, all are done again, each in a savepoint of
its own: a conflict does not hurt the others.
"""

from __future__ import annotations

import asyncio
import json
import os
import queue
import sqlite3
import threading
from collections.abc import AsyncGenerator, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from texcoco.store import schema
from texcoco.store import sqlite_transactions as sql
from texcoco.store.base import ALIVE, EXPIRE_BATCH, Store
from texcoco.store.copies import Progress, dump, replacing
from texcoco.store.lock import Lock
from texcoco.store.rows import Write, decode_card
from texcoco.store.sqlite_transactions import Changes, store_error
from texcoco.store.values import Card, Damaged, Entry, Json, Outage, Saved, StoreError, Uptime

T = TypeVar("T")

_GROUP = 500
"""With so many jobs the writer begins a transaction, even if more are waiting."""
_COPIED = 1000
"""Pages that are copied into a backup before its progress is told again."""


@dataclass(frozen=True, slots=True)
class _Job:
    """Something for the writer to do: it gives a result, and what listeners are to be told."""

    work: Callable[[sqlite3.Connection], tuple[Any, Changes]]
    done: asyncio.Future[Any]


def _alone(connection: sqlite3.Connection, job: _Job) -> tuple[Any, Changes] | Exception:
    """Does a job in a savepoint of its own, so that an error undoes this job and nothing else."""
    connection.execute("SAVEPOINT job")
    try:
        outcome: tuple[Any, Changes] | Exception = job.work(connection)
    except sqlite3.Error:
        raise
    except Exception as error:
        connection.execute("ROLLBACK TO job")
        outcome = error
    connection.execute("RELEASE job")
    return outcome


class SqliteStore(Store):
    """Tables in the file `path`. `lock_seconds`: the seconds to wait for a program that holds the file."""

    def __init__(self, path: Path, *, read_only: bool = False, lock_seconds: float = 10.0):
        super().__init__()
        self.path = path.absolute()
        self.name = str(self.path)
        self.read_only = read_only
        self.lock_seconds = lock_seconds
        self._new_jobs: list[_Job] = []
        """Jobs of this turn of the event loop, which the writer is given at its end."""
        self._jobs: queue.SimpleQueue[list[_Job] | None] = queue.SimpleQueue()
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
            self._release()
            raise self._store_error(error) from error
        except BaseException:
            self._release()
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
            self._writer = threading.Thread(
                target=self._write, args=(self._connect(),), name="texcoco-store-write", daemon=True
            )
            self._writer.start()
        self._reader = self._connect(only_read=True)
        if self.read_only:
            schema.pending("sqlite", self._version(self._reader), self.name, read_only=True)

    def _make_file(self) -> None:
        try:
            self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            # For its owner only, as the log holds what players may not know. SQLite gives its other files the same
            # rights.
            os.close(os.open(self.path, os.O_RDWR | os.O_CREAT, 0o600))
        except OSError as error:
            raise StoreError(
                f"{self.name} cannot be written: {error.strerror}. Choose another place with sqlite:///PATH."
            ) from error

    def _connect(self, *, only_read: bool = False) -> sqlite3.Connection:
        connection = sqlite3.connect(
            self.path, timeout=self.lock_seconds, isolation_level=None, check_same_thread=False
        )
        connection.execute("PRAGMA synchronous=FULL")
        connection.execute("PRAGMA fullfsync=ON")  # where fsync does not wait for the disk (macOS)
        connection.execute("PRAGMA foreign_keys=ON")
        # The same few pages change again and again: 16 MB of them are gathered before they go from the WAL to the file.
        connection.execute("PRAGMA wal_autocheckpoint=4000")
        # 16 MB: all pages that a transaction of hundreds of tables changes; what has no room is written twice.
        connection.execute("PRAGMA cache_size=-16000")
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
                    "CREATE TABLE IF NOT EXISTS migrations "
                    "(number INTEGER PRIMARY KEY, name TEXT NOT NULL, at TEXT NOT NULL)"
                )
            for migration in schema.pending("sqlite", version, self.name, read_only=False):
                for statement in migration.statements():
                    connection.execute(statement)
                connection.execute(
                    "INSERT INTO migrations VALUES (?, ?, datetime('now'))", (migration.number, migration.name)
                )
            connection.execute("COMMIT")
        except BaseException:
            with suppress(sqlite3.Error):
                connection.execute("ROLLBACK")
            raise

    async def close(self) -> None:
        if not self._open:
            return
        self._open = False
        self._queue_jobs()
        await asyncio.to_thread(self._release)

    def _release(self) -> None:
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
        await self._do(lambda connection: sql.append(connection, write))

    async def delete(self, table: str) -> bool:
        return bool(await self._do(lambda connection: sql.delete(connection, [table])))

    async def _expire(self, column: str, value: str, before: float) -> int:
        where = "status = ?" if column == "status" else "id IN (SELECT table_id FROM holders WHERE holder = ?)"
        query = f"SELECT id FROM tables WHERE {where} AND updated < ? LIMIT {EXPIRE_BATCH}"

        def work(connection: sqlite3.Connection) -> tuple[int, Changes]:
            return sql.delete(connection, [table for (table,) in connection.execute(query, (value, before)).fetchall()])

        return await self._do(work)

    async def _keep_analysis(self, table: str, at: float, analysis: str, accuracy: str | None) -> bool:
        return await self._do(lambda connection: sql.keep_analysis(connection, table, at, analysis, accuracy))

    async def pulse(self, name: str, at: float) -> float | None:
        def work(connection: sqlite3.Connection) -> tuple[float | None, Changes]:
            return sql.pulse(connection, name, at), []

        return await self._do(work)

    async def beat(self, at: float, gap: float, after: float = 0.0) -> list[Outage]:
        def work(connection: sqlite3.Connection) -> tuple[list[Outage], Changes]:
            before = sql.pulse(connection, ALIVE, at)
            if before is not None and at - before > gap:
                connection.execute("INSERT INTO outages (ended, began) VALUES (?, ?)", (at, before))
            return sql.outages(connection, after), []

        return await self._do(work)

    async def uptime(self) -> Uptime:
        return await self._ask(sql.uptime)

    async def adopt_uptime(self, uptime: Uptime) -> None:
        def work(connection: sqlite3.Connection) -> tuple[None, Changes]:
            if uptime.alive is not None and sql.uptime(connection).alive is None:
                sql.pulse(connection, ALIVE, uptime.alive)
                rows = [(outage.ended, outage.began) for outage in uptime.outages]
                connection.executemany("INSERT INTO outages (ended, began) VALUES (?, ?)", rows)
            return None, []

        await self._do(work)

    async def _do(self, work: Callable[[sqlite3.Connection], tuple[T, Changes]]) -> T:
        self._check_open()
        if self.read_only:
            raise StoreError(f"{self.name} was opened for reading only.")
        done: asyncio.Future[T] = self._loop.create_future()
        if not self._new_jobs:
            self._loop.call_soon(self._queue_jobs)
        self._new_jobs.append(_Job(work, done))
        return await done

    def _queue_jobs(self) -> None:
        if self._new_jobs:
            self._jobs.put(self._new_jobs)
            self._new_jobs = []

    def _write(self, connection: sqlite3.Connection) -> None:
        """The writer's thread."""
        last = False
        with closing(connection):
            while not last:
                group: list[_Job] = []
                jobs = self._jobs.get()
                while jobs is not None:
                    group += [job for job in jobs if not job.done.cancelled()]
                    if len(group) >= _GROUP or self._jobs.empty():
                        break
                    jobs = self._jobs.get()
                last = jobs is None
                if group:
                    outcomes = self._commit(connection, group)
                    with suppress(RuntimeError):  # the event loop is closed, and nobody waits for the outcome
                        self._loop.call_soon_threadsafe(self._settle, group, outcomes)

    def _commit(self, connection: sqlite3.Connection, group: list[_Job]) -> list[tuple[Any, Changes] | Exception]:
        try:
            connection.execute("BEGIN IMMEDIATE")
            try:
                outcomes: list[tuple[Any, Changes] | Exception] = [job.work(connection) for job in group]
            except sqlite3.Error:
                raise
            except Exception:  # seldom: one of them cannot be done
                connection.execute("ROLLBACK")
                connection.execute("BEGIN IMMEDIATE")
                outcomes = [_alone(connection, job) for job in group]
            connection.execute("COMMIT")
        except sqlite3.Error as error:
            # Nothing of the group was written. (SQLite has rolled back already when the disk is full or fails.)
            with suppress(sqlite3.Error):
                if connection.in_transaction:
                    connection.execute("ROLLBACK")
            return [self._store_error(error) for _ in group]
        self.commits += 1
        return outcomes

    def _settle(self, group: list[_Job], outcomes: list[tuple[Any, Changes] | Exception]) -> None:
        for job, outcome in zip(group, outcomes, strict=True):
            if isinstance(outcome, Exception):
                if not job.done.done():
                    job.done.set_exception(outcome)
                continue
            if not job.done.done():
                job.done.set_result(outcome[0])
            for table, version in outcome[1]:
                self._deliver_append(table, version)

    # Reading

    async def read(self, table: str, after: int = 0, limit: int | None = None) -> list[Entry]:
        return await self._ask(lambda connection: sql.read_entries(connection, table, after, limit))

    async def snapshot(self, table: str) -> tuple[int, Json] | None:
        return await self._ask(lambda connection: sql.read_snapshot(connection, table))

    async def analysis(self, table: str) -> tuple[float, Json] | None:
        return await self._ask(lambda connection: sql.read_analysis(connection, table))

    async def accuracies(self, tables: Sequence[str]) -> dict[str, list[float | None]]:
        return await self._ask(lambda connection: sql.read_accuracies(connection, tables))

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
        query = (
            f"SELECT id, card, updated FROM tables WHERE {' AND '.join(where)} ORDER BY updated DESC, id DESC LIMIT ?"
        )
        values.append(max(limit, 0))
        rows = await self._ask(lambda connection: connection.execute(query, values).fetchall())
        return [decode_card(*row) for row in rows]

    async def _ask(self, work: Callable[[sqlite3.Connection], T]) -> T:
        self._check_open()
        try:
            return await self._loop.run_in_executor(self._readers, work, self._reader)
        except sqlite3.Error as error:
            raise self._store_error(error) from error

    def _check_open(self) -> None:
        if not self._open:
            raise StoreError(f"{self.name} is not open.")

    # Copies

    async def backup(self, to: Path, progress: Progress | None = None) -> None:
        self._check_open()
        if to.suffix == ".jsonl":
            await dump(self, to, progress)
        else:
            await asyncio.to_thread(self._copy, to.absolute(), progress)

    def _copy(self, to: Path, progress: Progress | None) -> None:
        def tell(status: int, remaining: int, pages: int) -> None:
            if progress is not None and pages:
                progress(0, 1 - remaining / pages)

        if to == self.path or (to.exists() and to.samefile(self.path)):
            raise StoreError(f"{to} is the database itself. Choose another name for the backup.")
        try:
            with (
                replacing(to) as part,
                closing(self._connect(only_read=True)) as source,
                closing(sqlite3.connect(part)) as copy,
            ):
                source.execute("BEGIN")
                source.execute("SELECT 1 FROM sqlite_master").fetchone()  # all that follows is read as it is now
                source.backup(copy, pages=_COPIED, progress=tell)  # those who write go on
                copy.execute("PRAGMA journal_mode=DELETE")  # one file, with nothing beside it
        except sqlite3.Error as error:
            raise self._store_error(error) from error

    async def saved(self) -> AsyncGenerator[Saved | Damaged]:
        self._check_open()
        try:
            with closing(await asyncio.to_thread(self._connect, only_read=True)) as connection:
                connection.execute("BEGIN")
                last: str | None = ""
                while True:
                    table, last = await asyncio.to_thread(sql.table_after, connection, last)
                    if table is None:
                        return
                    yield table
        except sqlite3.Error as error:
            raise self._store_error(error) from error

    def _store_error(self, error: sqlite3.Error) -> StoreError:
        return store_error(error, self.name, self.lock_seconds)
