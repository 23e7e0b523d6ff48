"""Breaks rows of a database behind the back of whoever has it open."""

from __future__ import annotations

import sqlite3
from contextlib import closing

import asyncpg


async def damage(url: str, statement: str) -> None:
    """Runs a statement on the tables of a store; `texcoco.` before the name of a table is left out for SQLite."""
    if url.startswith("sqlite"):
        with closing(sqlite3.connect(url.removeprefix("sqlite:///"), timeout=20, isolation_level=None)) as connection:
            assert connection.execute(statement.replace("texcoco.", "")).rowcount > 0
        return
    connection = await asyncpg.connect(url)
    try:
        assert not (await connection.execute(statement)).endswith(" 0")
    finally:
        await connection.close()
