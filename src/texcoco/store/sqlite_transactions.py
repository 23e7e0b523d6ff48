"""What the store does on a connection of SQLite: the statements of each transaction, and what its errors mean."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Sequence
from typing import Any

from texcoco.store.base import ALIVE
from texcoco.store.rows import Write, decode, decode_table
from texcoco.store.values import Conflict, Damaged, Entry, Json, Outage, Saved, StoreError, Uptime

Row = tuple[Any, ...]
Changes = list[tuple[str, int]]
"""The tables that a transaction changes, with their new versions; 0: deleted. Listeners are told of them."""

_READ = (
    "SELECT version, kind, seat, payload, at FROM events WHERE table_id = ? AND version > ? ORDER BY version LIMIT ?"
)
_SNAPSHOT = "SELECT version, position FROM snapshots WHERE table_id = ?"


def append(connection: sqlite3.Connection, write: Write) -> tuple[None, Changes]:
    before = write.first - 1
    if not before:
        values = (write.table, write.last, write.status, "{}" if write.card is None else write.card, write.updated)
        changed = connection.execute(
            "INSERT INTO tables (id, version, status, card, updated) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
            values,
        )
    elif write.card is None:
        changed = connection.execute(
            "UPDATE tables SET version = ?, updated = ? WHERE id = ? AND version = ?",
            (write.last, write.updated, write.table, before),
        )
    else:
        changed = connection.execute(
            "UPDATE tables SET version = ?, updated = ?, status = ?, card = ? WHERE id = ? AND version = ?",
            (write.last, write.updated, write.status, write.card, write.table, before),
        )
    if not changed.rowcount:  # the table is at another version, or there is none
        raise Conflict(write.table, write.first)
    try:
        connection.executemany(
            "INSERT INTO events (table_id, version, kind, seat, payload, at) VALUES (?, ?, ?, ?, ?, ?)",
            [(write.table, *row) for row in write.rows],
        )
    except sqlite3.IntegrityError:
        raise Conflict(write.table, write.first) from None
    if write.card is not None:
        known = {
            holder for (holder,) in connection.execute("SELECT holder FROM holders WHERE table_id = ?", (write.table,))
        }
        if known != set(write.holders):
            gone, new = known.difference(write.holders), [holder for holder in write.holders if holder not in known]
            connection.executemany(
                "DELETE FROM holders WHERE holder = ? AND table_id = ?", [(holder, write.table) for holder in gone]
            )
            connection.executemany(
                "INSERT INTO holders (holder, table_id) VALUES (?, ?)", [(holder, write.table) for holder in new]
            )
    if write.snapshot is not None:
        connection.execute(
            "INSERT INTO snapshots (table_id, version, position) VALUES (?, ?, ?) ON CONFLICT (table_id) "
            "DO UPDATE SET version = excluded.version, position = excluded.position WHERE version <= excluded.version",
            (write.table, *write.snapshot),
        )
    return None, [(write.table, write.last)]


def delete(connection: sqlite3.Connection, tables: list[str]) -> tuple[int, Changes]:
    gone = [table for table in tables if connection.execute("DELETE FROM tables WHERE id = ?", (table,)).rowcount]
    return len(gone), [(table, 0) for table in gone]


def read_analysis(connection: sqlite3.Connection, table: str) -> tuple[float, Json] | None:
    query = "SELECT updated, analysis FROM analyses WHERE table_id = ?"
    row: Row | None = connection.execute(query, (table,)).fetchone()
    return None if row is None else (row[0], json.loads(row[1]))


def read_accuracies(connection: sqlite3.Connection, tables: Sequence[str]) -> dict[str, list[float | None]]:
    query = (
        "SELECT table_id, accuracy FROM analyses WHERE accuracy IS NOT NULL AND table_id IN "
        f"({', '.join('?' * len(tables))})"
    )
    return {table: json.loads(accuracy) for table, accuracy in connection.execute(query, tuple(tables))}


def keep_analysis(
    connection: sqlite3.Connection, table: str, at: float, analysis: str, accuracy: str | None
) -> tuple[bool, Changes]:
    statement = (
        "INSERT INTO analyses (table_id, updated, analysis, accuracy) SELECT id, ?, ?, ? FROM tables WHERE id = ? "
        "ON CONFLICT (table_id) "
        "DO UPDATE SET updated = excluded.updated, analysis = excluded.analysis, accuracy = excluded.accuracy"
    )
    return bool(connection.execute(statement, (at, analysis, accuracy, table)).rowcount), []


def pulse(connection: sqlite3.Connection, name: str, at: float) -> float | None:
    row: Row | None = connection.execute("SELECT at FROM pulse WHERE name = ?", (name,)).fetchone()
    connection.execute(
        "INSERT INTO pulse (name, at) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET at = max(at, excluded.at)",
        (name, at),
    )
    return None if row is None else float(row[0])


def outages(connection: sqlite3.Connection, after: float) -> list[Outage]:
    query = "SELECT began, ended FROM outages WHERE ended > ? ORDER BY ended"
    return [Outage(*row) for row in connection.execute(query, (after,))]


def uptime(connection: sqlite3.Connection) -> Uptime:
    there = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    query = "SELECT at FROM pulse WHERE name = ?"
    row: Row | None = connection.execute(query, (ALIVE,)).fetchone() if "pulse" in there else None
    return Uptime(None if row is None else row[0], outages(connection, 0.0) if "outages" in there else [])


def read_entries(connection: sqlite3.Connection, table: str, after: int, limit: int | None = None) -> list[Entry]:
    most = -1 if limit is None else limit  # SQLite's way to say that there is no limit
    return [decode(*row) for row in connection.execute(_READ, (table, after, most))]


def read_snapshot(connection: sqlite3.Connection, table: str) -> tuple[int, Json] | None:
    row: Row | None = connection.execute(_SNAPSHOT, (table,)).fetchone()
    return None if row is None else (row[0], json.loads(row[1]))


def table_after(connection: sqlite3.Connection, last: str | None) -> tuple[Saved | Damaged | None, str | None]:
    """The first table after `last` in the order of ids."""
    row: Row | None = connection.execute(
        "SELECT id, card FROM tables WHERE id > ? ORDER BY id LIMIT 1", (last,)
    ).fetchone()
    if row is None:
        return None, None
    table, card = row
    snapshot = connection.execute(_SNAPSHOT, (table,)).fetchone()
    return decode_table(table, card, snapshot, connection.execute(_READ, (table, 0, -1))), table


def store_error(error: sqlite3.Error, name: str, lock_seconds: float) -> StoreError:
    """What an error of SQLite means for the database `name`, and what to do about it."""
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    if code == sqlite3.SQLITE_FULL:
        return StoreError(f"The disk that holds {name} is full: nothing more is kept until there is room.")
    if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return StoreError(f"Another program holds {name} (waited {lock_seconds:g} s). Close it, and try again.")
    if code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
        return StoreError(
            f"{name} is damaged, or no database of SQLite ({error}). "
            "Put a backup in its place, or move it away to begin afresh."
        )
    if code in (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM):
        return StoreError(f"{name} cannot be opened or written ({error}). Check who may write there.")
    if code == sqlite3.SQLITE_IOERR:
        return StoreError(f"The disk that holds {name} fails ({error}). Look at the system's log.")
    return StoreError(f"SQLite failed on {name}: {error}")
