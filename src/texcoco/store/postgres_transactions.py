"""What the store does on a connection of PostgreSQL: migrations, and a function for each transaction and query."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from texcoco.store import postgres_queries as sql
from texcoco.store import schema
from texcoco.store.base import ALIVE, EXPIRE_BATCH
from texcoco.store.rows import Write
from texcoco.store.values import Outage, Uptime


@dataclass(frozen=True, slots=True)
class Pending:
    """An append that waits to be written."""

    write: Write
    done: asyncio.Future[None]
    token: int = field(default_factory=lambda: secrets.randbits(63))
    """Written with its entries. By it the store knows after a lost connection whether they are its own."""


async def migrate(connection: Any, name: str, *, read_only: bool) -> None:
    """Brings the tables of the database `name` up to date, in the transaction of the caller."""
    version = 0
    if await connection.fetchval("SELECT to_regclass('texcoco.migrations') IS NOT NULL"):
        version = await connection.fetchval("SELECT coalesce(max(number), 0) FROM texcoco.migrations")
    for migration in schema.pending("postgres", version, name, read_only=read_only):
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


async def append_group(connection: Any, group: list[Pending]) -> set[int]:
    """Writes those appends that fit their tables, in the transaction of the caller; gives their tokens."""
    versions = dict(await connection.fetch(sql.LOCK, [pending.write.table for pending in group]))
    new = [pending for pending in group if pending.write.first == 1 and pending.write.table not in versions]
    if new:
        made = {table for (table,) in await connection.fetch(sql.CREATE, *_tables(new))}
        new = [pending for pending in new if pending.write.table in made]
    old = [
        pending
        for pending in group
        if pending.write.first > 1 and versions.get(pending.write.table) == pending.write.first - 1
    ]
    if old:
        await connection.execute(sql.UPDATE, *_tables(old))
    won = [*new, *old]
    if won:
        await _insert_rows(connection, won)
    return {pending.token for pending in won}


async def _insert_rows(connection: Any, won: list[Pending]) -> None:
    rows = [(pending.write.table, *row, pending.token) for pending in won for row in pending.write.rows]
    await connection.execute(sql.EVENTS, *_columns(rows))
    if cards := [pending.write for pending in won if pending.write.card is not None]:
        holders = [(holder, write.table) for write in cards for holder in write.holders]
        columns = _columns(holders) or ([], [])
        old = [write.table for write in cards if write.first > 1]
        if old:
            await connection.execute(sql.HOLDERS_GONE, old, *columns)
        if holders:
            await connection.execute(sql.HOLDERS_NEW, *columns)
    if snapshots := [
        (pending.write.table, *pending.write.snapshot) for pending in won if pending.write.snapshot is not None
    ]:
        await connection.execute(sql.SNAPSHOTS, *_columns(snapshots))
    await connection.execute(sql.NOTIFY, [f"{pending.write.table} {pending.write.last}" for pending in won])


async def delete(connection: Any, where: str, *values: Any) -> int:
    """Deletes at most `EXPIRE_BATCH` tables, and notifies all processes; gives how many there were."""
    async with connection.transaction(isolation="read_committed"):
        rows = await connection.fetch(
            f"SELECT id FROM texcoco.tables WHERE {where} ORDER BY id LIMIT {EXPIRE_BATCH} FOR UPDATE", *values
        )
        tables = [table for (table,) in rows]
        if tables:
            await connection.execute("DELETE FROM texcoco.tables WHERE id = ANY($1::text[])", tables)
            await connection.execute(sql.NOTIFY, [f"{table} 0" for table in tables])
        return len(tables)


async def pulse(connection: Any, name: str, at: float) -> float | None:
    """`Store.pulse`."""
    async with connection.transaction(isolation="read_committed"):
        before: float | None = await connection.fetchval(sql.LAST_PULSE, name)
        await connection.execute(sql.PULSE, name, at)
        return before


async def beat(connection: Any, at: float, gap: float, after: float) -> list[Outage]:
    """`Store.beat`."""
    async with connection.transaction(isolation="read_committed"):
        # This locks the row: another process that beats at the same time waits, and then sees this beat and its outage.
        before: float | None = await connection.fetchval(sql.LAST_PULSE, ALIVE)
        await connection.execute(sql.PULSE, ALIVE, at)
        if before is not None and at - before > gap:
            await connection.execute(sql.ADD_OUTAGES, [at], [before])
        return [Outage(*row) for row in await connection.fetch(sql.OUTAGES, after)]


async def read_uptime(connection: Any) -> Uptime:
    """`Store.uptime`."""
    async with connection.transaction(isolation="repeatable_read", readonly=True):
        has_pulse, has_outages = await connection.fetchrow(sql.UPTIME_TABLES)
        query = "SELECT at FROM texcoco.pulse WHERE name = $1"
        alive: float | None = await connection.fetchval(query, ALIVE) if has_pulse else None
        rows: list[Any] = await connection.fetch(sql.OUTAGES, 0.0) if has_outages else []
        return Uptime(alive, [Outage(*row) for row in rows])


async def adopt_uptime(connection: Any, uptime: Uptime) -> None:
    """`Store.adopt_uptime`."""
    async with connection.transaction(isolation="read_committed"):
        if await connection.fetchval(sql.FIRST_PULSE, ALIVE, uptime.alive):
            ended, began = [o.ended for o in uptime.outages], [o.began for o in uptime.outages]
            await connection.execute(sql.ADD_OUTAGES, ended, began)


def cards_query(
    status: str | None,
    holder: str | None,
    ids: Sequence[str] | None,
    before: tuple[float, str] | None,
    limit: int,
) -> tuple[str, list[Any]]:
    """The query of `Store.cards`, and its values."""
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
    query = (
        f"SELECT id, card, updated FROM texcoco.tables WHERE {' AND '.join(where)} "
        "ORDER BY updated DESC, id DESC LIMIT $1"
    )
    return query, values


def _tables(group: list[Pending]) -> tuple[list[Any], ...]:
    writes = [pending.write for pending in group]
    return _columns([(write.table, write.last, write.updated, write.status, write.card) for write in writes])


def _columns(rows: Sequence[tuple[Any, ...]]) -> tuple[list[Any], ...]:
    return tuple(list(column) for column in zip(*rows, strict=True))
