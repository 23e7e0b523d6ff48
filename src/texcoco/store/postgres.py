"""The store in PostgreSQL, for several server processes on as many machines as you like.

Appends that wait at the same time share a transaction, as in SQLite: a commit that notifies others holds a lock that all
notifying commits of the database wait for, so that few large ones go much faster than many small ones. The row of a
table in `tables` is locked while its log is written; rows are locked in the order of their ids, so that two processes
never wait for each other in a circle.
"""

from __future__ import annotations

import asyncio
import importlib
import json
import secrets
from collections import deque
from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import parse_qs, urlsplit

from texcoco.store import postgres_queries as sql
from texcoco.store import schema
from texcoco.store.base import EVERYTHING, Card, Conflict, Entry, Json, Saved, Store, StoreError, Write, decode, log
from texcoco.store.copies import dump

T = TypeVar("T")

_MIGRATING = 0x7E8C0C0
"""The advisory lock of those who bring the tables up to date."""
_GROUP = 200
"""Appends that share a commit at most."""
_PATIENCE = 30.0
"""Seconds that one statement may take."""
_PING = 20.0
"""Seconds between two looks whether the listening connection still lives."""
_PAUSES = (0.05, 0.1, 0.2, 0.4, 0.8, 1.6)
"""Seconds before each further attempt, when the connection is lost or the server tells us to come back."""


@dataclass(frozen=True, slots=True)
class _Wait:
    """An append that waits for its turn, and who waits for it."""

    write: Write
    done: asyncio.Future[None]
    token: int = field(default_factory=lambda: secrets.randbits(63))


class PostgresStore(Store):
    """Tables in the schema `texcoco` of the database at `url`. `connections`: how many it opens at most, besides one that listens."""

    shared = True

    def __init__(self, url: str, *, read_only: bool = False, connections: int = 8):
        super().__init__()
        self.url = url
        self.name = _name(url)
        self.read_only = read_only
        self.connections = connections
        # It has no types that a checker could read, and whoever plays on SQLite need not load it.
        self._asyncpg: Any = importlib.import_module("asyncpg")
        errors = self._asyncpg.exceptions
        self._transient: tuple[type[Exception], ...] = (
            OSError,  # with ConnectionError and TimeoutError
            errors.PostgresConnectionError,
            errors.InterfaceError,
            errors.InternalClientError,
            errors.AdminShutdownError,
            errors.CrashShutdownError,
            errors.CannotConnectNowError,
            errors.TooManyConnectionsError,
            errors.QueryCanceledError,
            errors.TransactionRollbackError,  # deadlocks, and failures to serialise
        )
        self._pool: Any = None
        self._waiting: deque[_Wait] = deque()
        self._tasks: list[asyncio.Task[None]] = []

    @property
    def opened(self) -> bool:
        return self._pool is not None

    async def open(self) -> None:
        if self.opened:
            raise StoreError(f"{self.name} is open already.")
        self._closing = False
        self._work = asyncio.Event()
        settings = await self._again(lambda _: self._prepare())
        try:
            self._pool = await self._asyncpg.create_pool(
                self.url, min_size=0, max_size=self.connections, command_timeout=_PATIENCE, timeout=_PATIENCE, server_settings=settings
            )
            if not self.read_only:
                listening = asyncio.Event()
                self._tasks = [asyncio.create_task(self._write_all()), asyncio.create_task(self._listen_on(listening))]
                await listening.wait()
        except (*self._transient, self._asyncpg.PostgresError) as error:
            raise self._said(error) from error
        except asyncio.CancelledError:
            await self.close()
            raise

    async def _prepare(self) -> dict[str, str]:
        """Brings the tables up to date; gives the settings that our connections need."""
        connection = await self._connect()
        try:
            async with connection.transaction(isolation="read_committed"):
                await connection.execute("SELECT pg_advisory_xact_lock($1)", _MIGRATING)
                await self._migrate(connection)
            if await connection.fetchval("SHOW fsync") == "off":
                log.warning("%s runs with fsync=off: a power cut may lose what players were told is kept", self.name)
            # What `append` returns from is on disk, whatever the server's default.
            lazy = await connection.fetchval("SHOW synchronous_commit") == "off"
            return {"application_name": "texcoco"} | ({"synchronous_commit": "on"} if lazy else {})
        finally:
            await connection.close()

    async def _migrate(self, connection: Any) -> None:
        version = 0
        if await connection.fetchval("SELECT to_regclass('texcoco.migrations') IS NOT NULL"):
            version = await connection.fetchval("SELECT coalesce(max(number), 0) FROM texcoco.migrations")
        for migration in schema.pending("postgres", version, self.name, read_only=self.read_only):
            if not version:
                await connection.execute(
                    "CREATE SCHEMA IF NOT EXISTS texcoco;"
                    "CREATE TABLE IF NOT EXISTS texcoco.migrations "
                    "(number integer PRIMARY KEY, name text NOT NULL, at timestamptz NOT NULL DEFAULT now())"
                )
            await connection.execute(migration.sql)
            await connection.execute(
                "INSERT INTO texcoco.migrations (number, name) VALUES ($1, $2)", version := migration.number, migration.name
            )

    async def _connect(self) -> Any:
        settings = {"application_name": "texcoco"}
        return await self._asyncpg.connect(self.url, timeout=_PATIENCE, command_timeout=_PATIENCE, server_settings=settings)

    async def close(self) -> None:
        if self._pool is None:
            return
        self._closing = True
        self._work.set()
        if self._tasks:
            writing, listening = self._tasks
            await writing
            listening.cancel()
            with suppress(asyncio.CancelledError):
                await listening
            self._tasks = []
        pool, self._pool = self._pool, None
        try:
            await asyncio.wait_for(pool.close(), 5)
        except TimeoutError:
            pool.terminate()

    # Writing

    async def _append(self, write: Write) -> None:
        self._check_open()
        self._check_writable()
        wait = _Wait(write, asyncio.get_running_loop().create_future())
        self._waiting.append(wait)
        self._work.set()
        await wait.done

    async def _write_all(self) -> None:
        while True:
            group = self._next_group()
            if not group:
                if self._closing:
                    return
                self._work.clear()
                await self._work.wait()
                continue
            outcomes = await self._commit(group)
            for wait, outcome in zip(group, outcomes, strict=True):
                if wait.done.done():
                    continue  # whoever waited has gone
                if outcome is None:
                    wait.done.set_result(None)
                else:
                    wait.done.set_exception(outcome)

    def _next_group(self) -> list[_Wait]:
        """Those who wait, at most one a table: the next of the same table may depend on it."""
        group: dict[str, _Wait] = {}
        later: list[_Wait] = []
        while self._waiting and len(group) < _GROUP:
            wait = self._waiting.popleft()
            if wait.done.cancelled():
                continue
            if wait.write.table in group:
                later.append(wait)
            else:
                group[wait.write.table] = wait
        self._waiting.extendleft(reversed(later))
        return list(group.values())

    async def _commit(self, group: list[_Wait], unsure: bool = False) -> list[Exception | None]:
        """Writes the group; gives for each what went wrong. `unsure`: it may be there already, from an attempt before."""

        async def attempt(number: int) -> list[Exception | None]:
            won = await self._transaction(group)
            if number or unsure:
                # The connection was lost before. That attempt may have been committed all the same: then the conflict is with ourselves.
                won |= await self._ours([wait for wait in group if wait.token not in won])
            return [None if wait.token in won else Conflict(wait.write.table, wait.write.first) for wait in group]

        try:
            return await self._again(attempt)
        except StoreError as error:
            return [error for _ in group]
        except self._asyncpg.PostgresError as error:
            if len(group) > 1:  # it is the fault of one of them: let the others through
                return [outcome for wait in group for outcome in await self._commit([wait], unsure=True)]
            if isinstance(error, self._asyncpg.UniqueViolationError):
                return [Conflict(group[0].write.table, group[0].write.first)]
            return [self._said(error)]
        except Exception as error:  # a mistake of ours must not stop the writer
            log.exception("an append failed")
            return [StoreError(f"{self.name}: {error!r}") for _ in group]

    async def _transaction(self, group: list[_Wait]) -> set[int]:
        """One attempt to write the group; gives the tokens of those that won."""
        async with self._pool.acquire(timeout=_PATIENCE) as connection, connection.transaction(isolation="read_committed"):
            heads = dict(await connection.fetch(sql.LOCK, [wait.write.table for wait in group]))
            new = [wait for wait in group if wait.write.first == 1 and wait.write.table not in heads]
            if new:
                made = {table for (table,) in await connection.fetch(sql.CREATE, *_tables(new))}
                new = [wait for wait in new if wait.write.table in made]
            old = [wait for wait in group if wait.write.first > 1 and heads.get(wait.write.table) == wait.write.first - 1]
            if old:
                await connection.execute(sql.UPDATE, *_tables(old))
            won = [*new, *old]
            if won:
                await self._fill(connection, won)
        if won:
            self.commits += 1
        return {wait.token for wait in won}

    async def _fill(self, connection: Any, won: list[_Wait]) -> None:
        rows = [(wait.write.table, *row, wait.token) for wait in won for row in wait.write.rows]
        await connection.execute(sql.EVENTS, *_columns(rows))
        if cards := [wait.write for wait in won if wait.write.card is not None]:
            holders = [(holder, write.table) for write in cards for holder in write.holders]
            columns = _columns(holders) or ([], [])
            old = [write.table for write in cards if write.first > 1]
            if old:
                await connection.execute(sql.HOLDERS_GONE, old, *columns)
            if holders:
                await connection.execute(sql.HOLDERS_NEW, *columns)
        if snapshots := [(wait.write.table, *wait.write.snapshot) for wait in won if wait.write.snapshot is not None]:
            await connection.execute(sql.SNAPSHOTS, *_columns(snapshots))
        await connection.execute(sql.NOTIFY, [f"{wait.write.table} {wait.write.last}" for wait in won])

    async def _ours(self, group: list[_Wait]) -> set[int]:
        """The tokens of those whose entries are there, written by themselves."""
        async with self._pool.acquire(timeout=_PATIENCE) as connection:
            query = "SELECT token FROM texcoco.events WHERE table_id = $1 AND version = $2"
            there = [await connection.fetchval(query, wait.write.table, wait.write.first) for wait in group]
            return {wait.token for wait, token in zip(group, there, strict=True) if wait.token == token}

    async def delete(self, table: str) -> bool:
        return bool(await self._delete("id = $1", table))

    async def expire(self, status_before: Mapping[str, float]) -> int:
        limits = list(status_before.items())
        return sum([await self._delete("status = $1 AND updated < $2", *limit) for limit in limits])

    async def _delete(self, where: str, *values: Any) -> int:
        self._check_writable()

        async def work(connection: Any) -> int:
            async with connection.transaction(isolation="read_committed"):
                rows = await connection.fetch(f"SELECT id FROM texcoco.tables WHERE {where} ORDER BY id FOR UPDATE", *values)
                tables = [table for (table,) in rows]
                if tables:
                    await connection.execute("DELETE FROM texcoco.tables WHERE id = ANY($1::text[])", tables)
                    await connection.execute(sql.NOTIFY, [f"{table} 0" for table in tables])
                return len(tables)

        return await self._ask(work)

    # Reading

    async def read(self, table: str, after: int = 0) -> list[Entry]:
        return [decode(*row) for row in await self._ask(lambda connection: connection.fetch(sql.READ, table, after))]

    async def snapshot(self, table: str) -> tuple[int, Json] | None:
        row = await self._ask(lambda connection: connection.fetchrow(sql.SNAPSHOT, table))
        return None if row is None else (row[0], json.loads(row[1]))

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
        values: list[Any] = [max(limit, 0)]

        def value(given: Any) -> str:
            values.append(given)
            return f"${len(values)}"

        if status is not None:
            where.append(f"status = {value(status)}")
        if holder is not None:
            where.append(f"id IN (SELECT table_id FROM texcoco.holders WHERE holder = {value(holder)})")
        if ids is not None:
            where.append(f"id = ANY({value(list(ids))}::text[])")
        if before is not None:
            where.append(f"(updated, id) < ({value(before[0])}, {value(before[1])})")
        query = f"SELECT id, card, updated FROM texcoco.tables WHERE {' AND '.join(where)} ORDER BY updated DESC, id DESC LIMIT $1"
        rows = await self._ask(lambda connection: connection.fetch(query, *values))
        return [Card(table, json.loads(card), updated) for table, card, updated in rows]

    async def _ask(self, work: Callable[[Any], Awaitable[T]]) -> T:
        async def attempt(_: int) -> T:
            self._check_open()
            async with self._pool.acquire(timeout=_PATIENCE) as connection:
                return await work(connection)

        try:
            return await self._again(attempt)
        except self._asyncpg.PostgresError as error:
            raise self._said(error) from error

    # Copies

    async def backup(self, to: Path) -> None:
        await dump(self, to)

    async def saved(self) -> AsyncGenerator[Saved]:
        self._check_open()
        try:
            whole = {"isolation": "repeatable_read", "readonly": True}
            async with self._pool.acquire(timeout=_PATIENCE) as connection, connection.transaction(**whole):
                last = ""
                while row := await connection.fetchrow(sql.NEXT_TABLE, last):
                    last, card = row
                    snapshot = await connection.fetchrow(sql.SNAPSHOT, last)
                    position = None if snapshot is None else (snapshot[0], json.loads(snapshot[1]))
                    entries = [decode(*entry) for entry in await connection.fetch(sql.READ, last, 0)]
                    yield Saved(last, json.loads(card), position, entries)
        except (*self._transient, self._asyncpg.PostgresError) as error:
            raise self._said(error) from error

    # Listening

    async def _listen_on(self, listening: asyncio.Event) -> None:
        """Holds a connection that hears what others write. When it was lost, listeners are told to look at everything."""
        failures = (*self._transient, self._asyncpg.PostgresError)
        tries = 0
        heard_before = False
        while True:
            try:
                connection = await self._connect()
                try:
                    gone = asyncio.Event()
                    connection.add_termination_listener(partial(_set, gone))
                    await connection.add_listener(sql.CHANNEL, self._notified)
                    await connection.add_listener(sql.WHISPERS, self._whispered)
                    if heard_before or tries:
                        self._tell(EVERYTHING, 0)
                    heard_before, tries = True, 0
                    listening.set()
                    await self._until_gone(connection, gone)
                finally:
                    connection.terminate()
                log.warning("lost the connection that listens on %s", self.name)
            except failures as error:
                log.warning("cannot listen on %s: %s", self.name, error)
                listening.set()  # whoever opens the store need not wait: the appends will say what is wrong
            await asyncio.sleep(_PAUSES[min(tries, len(_PAUSES) - 1)])
            tries += 1

    async def _until_gone(self, connection: Any, gone: asyncio.Event) -> None:
        while not gone.is_set():
            try:
                await asyncio.wait_for(gone.wait(), _PING)
            except TimeoutError:
                await connection.execute("SELECT 1")

    def _notified(self, connection: Any, process: int, channel: str, note: str) -> None:
        table, _, version = note.partition(" ")
        if version.isdecimal():
            self._tell(table, int(version))

    async def whisper(self, table: str, note: str) -> None:
        await self._ask(lambda connection: connection.execute(sql.WHISPER, f"{table} {note}"))

    def _whispered(self, connection: Any, process: int, channel: str, note: str) -> None:
        table, _, rest = note.partition(" ")
        self._pass_on(table, rest)

    # When something is wrong

    async def _again(self, attempt: Callable[[int], Awaitable[T]]) -> T:
        """Does it again while the connection is lost or the server tells us to come back, a bounded number of times."""
        for number, pause in enumerate((*_PAUSES, None)):
            try:
                return await attempt(number)
            except self._transient as error:
                if pause is None:
                    raise self._said(error) from error
                log.info("%s: %s; trying again in %s s", self.name, error, pause)
                await asyncio.sleep(pause)
            except self._asyncpg.PostgresError as error:
                if not self.opened:
                    raise self._said(error) from error
                raise
        raise AssertionError("the last attempt returns or raises")

    def _check_open(self) -> None:
        if self._pool is None or self._closing:
            raise StoreError(f"{self.name} is not open.")

    def _check_writable(self) -> None:
        if self.read_only:
            raise StoreError(f"{self.name} was opened for reading only.")

    def _said(self, error: Exception) -> StoreError:
        errors = self._asyncpg.exceptions
        if isinstance(error, errors.DiskFullError):
            return StoreError(f"The disk of {self.name} is full: nothing more is kept until there is room.")
        if isinstance(error, errors.InvalidAuthorizationSpecificationError | errors.InvalidPasswordError):
            return StoreError(f"{self.name} lets nobody in with that name and password ({error}).")
        if isinstance(error, errors.InvalidCatalogNameError):
            return StoreError(f"{self.name}: {error}. Create it first: createdb NAME")
        if isinstance(error, errors.InsufficientPrivilegeError):
            return StoreError(f"{self.name}: {error}. The user needs the right to create a schema there, or to own the schema texcoco.")
        if isinstance(error, errors.ReadOnlySQLTransactionError):
            return StoreError(f"{self.name} takes no writes ({error}): is it a standby?")
        if isinstance(error, self._transient):
            return StoreError(f"{self.name} does not answer ({error or type(error).__name__}). Is it running, and the address right?")
        return StoreError(f"{self.name} failed: {error}")


def _set(gone: asyncio.Event, connection: Any) -> None:
    gone.set()


def _tables(group: list[_Wait]) -> tuple[list[Any], ...]:
    writes = [wait.write for wait in group]
    return _columns([(write.table, write.last, write.updated, write.status, write.card) for write in writes])


def _columns(rows: Sequence[tuple[Any, ...]]) -> tuple[list[Any], ...]:
    return tuple(list(column) for column in zip(*rows, strict=True))


def _name(url: str) -> str:
    """Host and database, without user and password."""
    try:
        parts = urlsplit(url)
        host = parts.hostname or next(iter(parse_qs(parts.query).get("host", [])), "this machine")
        return f"PostgreSQL ({parts.path.lstrip('/') or 'the default database'} on {host})"
    except ValueError:
        return "PostgreSQL"
