"""The store in PostgreSQL, for several server processes on as many machines as you like.

Appends that wait at the same time share a transaction, as in SQLite: a commit that notifies others holds a lock that
all notifying commits of the database wait for, so that few large ones go much faster than many small ones. The row of
a table in `tables` is locked while its log is written; rows are locked in the order of their ids, so that two
processes never wait for each other in a circle.
"""

from __future__ import annotations

import asyncio
import json
from collections import deque
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from texcoco.store import postgres_queries as sql
from texcoco.store.base import EVERYTHING, Store, log
from texcoco.store.copies import Progress, dump
from texcoco.store.postgres_errors import asyncpg, database_name, store_error, transient_errors
from texcoco.store.postgres_transactions import (
    Pending,
    adopt_uptime,
    append_group,
    beat,
    cards_query,
    delete,
    migrate,
    pulse,
    read_uptime,
)
from texcoco.store.rows import Write, decode, decode_card, decode_table
from texcoco.store.values import Card, Conflict, Damaged, Entry, Json, Outage, Saved, StoreError, Uptime

T = TypeVar("T")

_MIGRATING = 0x7E8C0C0
"""The advisory lock of those who bring the tables up to date."""
_GROUP = 200
"""Appends that share a commit at most."""
_STATEMENT_SECONDS = 30.0
"""Seconds that one statement may take."""
_PING = 20.0
"""Seconds between two checks that the listening connection still works."""
_PAUSES = (0.05, 0.1, 0.2, 0.4, 0.8, 1.6)
"""Seconds before each further attempt, when the connection is lost or the server asks to try later."""


class PostgresStore(Store):
    """Tables in the schema `texcoco` of the database at `url`.

    `connections`: how many it opens at most, besides one that listens.
    """

    shared = True

    def __init__(self, url: str, *, read_only: bool = False, connections: int = 8):
        super().__init__()
        self.url = url
        self.name = database_name(url)
        self.read_only = read_only
        self.connections = connections
        self._asyncpg = asyncpg()
        self._transient = transient_errors()
        self._pool: Any = None
        self._waiting: deque[Pending] = deque()
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
                self.url,
                min_size=0,
                max_size=self.connections,
                command_timeout=_STATEMENT_SECONDS,
                timeout=_STATEMENT_SECONDS,
                server_settings=settings,
            )
            if not self.read_only:
                listening = asyncio.Event()
                self._tasks = [asyncio.create_task(self._write_all()), asyncio.create_task(self._listen_on(listening))]
                await listening.wait()
        except (*self._transient, self._asyncpg.PostgresError) as error:
            raise self._store_error(error) from error
        except asyncio.CancelledError:
            await self.close()
            raise

    async def _prepare(self) -> dict[str, str]:
        """Brings the tables up to date; gives the settings that our connections need."""
        connection = await self._connect()
        try:
            async with connection.transaction(isolation="read_committed"):
                await connection.execute("SELECT pg_advisory_xact_lock($1)", _MIGRATING)
                await migrate(connection, self.name, read_only=self.read_only)
            if await connection.fetchval("SHOW fsync") == "off":
                log.warning("%s runs with fsync=off: a power cut may lose what players were told is kept", self.name)
            # What `append` returns from is on disk, whatever the server's default.
            lazy = await connection.fetchval("SHOW synchronous_commit") == "off"
            return {"application_name": "texcoco"} | ({"synchronous_commit": "on"} if lazy else {})
        finally:
            await connection.close()

    async def _connect(self) -> Any:
        settings = {"application_name": "texcoco"}
        return await self._asyncpg.connect(
            self.url, timeout=_STATEMENT_SECONDS, command_timeout=_STATEMENT_SECONDS, server_settings=settings
        )

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
        wait = Pending(write, asyncio.get_running_loop().create_future())
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
                    continue  # the caller was cancelled
                if outcome is None:
                    wait.done.set_result(None)
                else:
                    wait.done.set_exception(outcome)

    def _next_group(self) -> list[Pending]:
        """Those who wait, at most one a table: the next of the same table may depend on it."""
        group: dict[str, Pending] = {}
        later: list[Pending] = []
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

    async def _commit(self, group: list[Pending], unsure: bool = False) -> list[Exception | None]:
        """Writes the group; gives for each what went wrong.

        `unsure`: it may be there already, from an attempt before.
        """

        async def attempt(number: int) -> list[Exception | None]:
            won = await self._transaction(group)
            if number or unsure:
                # The connection was lost before. That attempt may have been committed all the same: then the conflict
                # is with ourselves.
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
            return [self._store_error(error)]
        except Exception as error:  # a bug must not stop the writer
            log.exception("an append failed")
            return [StoreError(f"{self.name}: {error!r}") for _ in group]

    async def _transaction(self, group: list[Pending]) -> set[int]:
        """One attempt to write the group; gives the tokens of those that won."""
        async with (
            self._pool.acquire(timeout=_STATEMENT_SECONDS) as connection,
            connection.transaction(isolation="read_committed"),
        ):
            won = await append_group(connection, group)
        if won:
            self.commits += 1
        return won

    async def _ours(self, group: list[Pending]) -> set[int]:
        """The tokens of those whose entries are there, written by themselves."""
        async with self._pool.acquire(timeout=_STATEMENT_SECONDS) as connection:
            query = "SELECT token FROM texcoco.events WHERE table_id = $1 AND version = $2"
            there = [await connection.fetchval(query, wait.write.table, wait.write.first) for wait in group]
            return {wait.token for wait, token in zip(group, there, strict=True) if wait.token == token}

    async def delete(self, table: str) -> bool:
        return bool(await self._delete("id = $1", table))

    async def _expire(self, column: str, value: str, before: float) -> int:
        where = (
            "status = $1" if column == "status" else "id IN (SELECT table_id FROM texcoco.holders WHERE holder = $1)"
        )
        return await self._delete(f"{where} AND updated < $2", value, before)

    async def _keep_analysis(self, table: str, at: float, analysis: str, accuracy: str | None) -> bool:
        self._check_writable()
        values = (table, at, analysis, accuracy)
        return bool(await self._ask(lambda connection: connection.fetchval(sql.KEEP_ANALYSIS, *values)))

    async def pulse(self, name: str, at: float) -> float | None:
        self._check_writable()
        return await self._ask(lambda connection: pulse(connection, name, at))

    async def beat(self, at: float, gap: float, after: float = 0.0) -> list[Outage]:
        self._check_writable()
        return await self._ask(lambda connection: beat(connection, at, gap, after))

    async def uptime(self) -> Uptime:
        return await self._ask(read_uptime)

    async def adopt_uptime(self, uptime: Uptime) -> None:
        self._check_writable()
        if uptime.alive is not None:
            await self._ask(lambda connection: adopt_uptime(connection, uptime))

    async def _delete(self, where: str, *values: Any) -> int:
        self._check_writable()
        return await self._ask(lambda connection: delete(connection, where, *values))

    # Reading

    async def read(self, table: str, after: int = 0, limit: int | None = None) -> list[Entry]:
        rows = await self._ask(lambda connection: connection.fetch(sql.READ, table, after, limit))
        return [decode(*row) for row in rows]

    async def snapshot(self, table: str) -> tuple[int, Json] | None:
        row = await self._ask(lambda connection: connection.fetchrow(sql.SNAPSHOT, table))
        return None if row is None else (row[0], json.loads(row[1]))

    async def analysis(self, table: str) -> tuple[float, Json] | None:
        row = await self._ask(lambda connection: connection.fetchrow(sql.ANALYSIS, table))
        return None if row is None else (row[0], json.loads(row[1]))

    async def accuracies(self, tables: Sequence[str]) -> dict[str, list[float | None]]:
        rows = await self._ask(lambda connection: connection.fetch(sql.ACCURACIES, list(tables)))
        return {table: json.loads(accuracy) for table, accuracy in rows}

    async def cards(
        self,
        *,
        status: str | None = None,
        holder: str | None = None,
        ids: Sequence[str] | None = None,
        before: tuple[float, str] | None = None,
        limit: int = 50,
    ) -> list[Card]:
        query, values = cards_query(status, holder, ids, before, limit)
        rows = await self._ask(lambda connection: connection.fetch(query, *values))
        return [decode_card(*row) for row in rows]

    async def _ask(self, work: Callable[[Any], Awaitable[T]]) -> T:
        async def attempt(_: int) -> T:
            self._check_open()
            async with self._pool.acquire(timeout=_STATEMENT_SECONDS) as connection:
                return await work(connection)

        try:
            return await self._again(attempt)
        except self._asyncpg.PostgresError as error:
            raise self._store_error(error) from error

    # Copies

    async def backup(self, to: Path, progress: Progress | None = None) -> None:
        await dump(self, to, progress)

    async def saved(self) -> AsyncGenerator[Saved | Damaged]:
        self._check_open()
        try:
            whole = {"isolation": "repeatable_read", "readonly": True}
            async with self._pool.acquire(timeout=_STATEMENT_SECONDS) as connection, connection.transaction(**whole):
                last = ""
                while row := await connection.fetchrow(sql.NEXT_TABLE, last):
                    last, card = row
                    snapshot = await connection.fetchrow(sql.SNAPSHOT, last)
                    yield decode_table(last, card, snapshot, await connection.fetch(sql.READ, last, 0, None))
        except (*self._transient, self._asyncpg.PostgresError) as error:
            raise self._store_error(error) from error

    # Listening

    async def _listen_on(self, listening: asyncio.Event) -> None:
        """Holds a connection that hears what others write.

        When it was lost, listeners are told to look at everything.
        """
        failures = (*self._transient, self._asyncpg.PostgresError)
        tries = 0
        connected_before = False
        while True:
            try:
                connection = await self._connect()
                try:
                    gone = asyncio.Event()
                    connection.add_termination_listener(partial(_set, gone))
                    await connection.add_listener(sql.CHANNEL, self._on_append)
                    await connection.add_listener(sql.NOTE_CHANNEL, self._on_note)
                    if connected_before or tries:
                        self._deliver_append(EVERYTHING, 0)
                    connected_before, tries = True, 0
                    listening.set()
                    await self._until_gone(connection, gone)
                finally:
                    connection.terminate()
                log.warning("lost the connection that listens on %s", self.name)
            except failures as error:
                log.warning("cannot listen on %s: %s", self.name, error)
                listening.set()  # `open` need not wait: appends will report what is wrong
            await asyncio.sleep(_PAUSES[min(tries, len(_PAUSES) - 1)])
            tries += 1

    async def _until_gone(self, connection: Any, gone: asyncio.Event) -> None:
        while not gone.is_set():
            try:
                await asyncio.wait_for(gone.wait(), _PING)
            except TimeoutError:
                await connection.execute("SELECT 1")

    def _on_append(self, connection: Any, process: int, channel: str, note: str) -> None:
        table, _, version = note.partition(" ")
        if version.isdecimal():
            self._deliver_append(table, int(version))

    async def publish(self, table: str, note: str) -> None:
        await self._ask(lambda connection: connection.execute(sql.PUBLISH, f"{table} {note}"))

    def _on_note(self, connection: Any, process: int, channel: str, note: str) -> None:
        table, _, rest = note.partition(" ")
        self._deliver_note(table, rest)

    # When something is wrong

    async def _again(self, attempt: Callable[[int], Awaitable[T]]) -> T:
        """Repeats it, a limited number of times, while the connection is lost or the server asks to try later."""
        for number, pause in enumerate((*_PAUSES, None)):
            try:
                return await attempt(number)
            except self._transient as error:
                if pause is None:
                    raise self._store_error(error) from error
                log.info("%s: %s; trying again in %s s", self.name, error, pause)
                await asyncio.sleep(pause)
            except self._asyncpg.PostgresError as error:
                if not self.opened:
                    raise self._store_error(error) from error
                raise
        raise AssertionError("the last attempt returns or raises")

    def _check_open(self) -> None:
        if self._pool is None or self._closing:
            raise StoreError(f"{self.name} is not open.")

    def _check_writable(self) -> None:
        if self.read_only:
            raise StoreError(f"{self.name} was opened for reading only.")

    def _store_error(self, error: Exception) -> StoreError:
        return store_error(error, self.name)


def _set(gone: asyncio.Event, connection: Any) -> None:
    gone.set()
