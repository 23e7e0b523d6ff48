"""The migrations: numbered SQL files, one list a back end, that bring a database from nothing to what the program
needs.

`migrations/sqlite/1-tables.sql` is number 1. Each runs once, in order, in a transaction with the note that it ran. A
file that has been released is never changed: what is new gets the next number.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.resources import files

from texcoco.store.values import StoreError

NOT_READ = frozenset({2, 3, 4, 5})
"""Migrations whose tables only a server needs: a database can be read and backed up without them."""

_FILE = re.compile(r"(\d+)-([\w-]+)\.sql")


@dataclass(frozen=True, slots=True)
class Migration:
    number: int
    name: str
    sql: str

    def statements(self) -> Iterator[str]:
        """One by one, for `sqlite3`, whose `executescript` commits before it begins."""
        statement = ""
        for line in self.sql.splitlines(keepends=True):
            statement += line
            if sqlite3.complete_statement(statement):
                yield statement
                statement = ""


def migrations(back_end: str) -> list[Migration]:
    """All that the program knows, in order."""
    found: list[Migration] = []
    for file in files("texcoco.store").joinpath("migrations", back_end).iterdir():
        if match := _FILE.fullmatch(file.name):
            found.append(Migration(int(match[1]), match[2], file.read_text(encoding="utf-8")))
    found.sort(key=lambda migration: migration.number)
    if [migration.number for migration in found] != list(range(1, len(found) + 1)):
        raise AssertionError(f"the migrations for {back_end} are not numbered 1, 2, 3 …")
    return found


def pending(back_end: str, done: int, name: str, *, read_only: bool) -> list[Migration]:
    """Those that a database at number `done` still needs. Refuses a database that is newer than the program."""
    known = migrations(back_end)
    if done > len(known):
        raise StoreError(
            f"{name} was written by a newer Texcoco (its tables have version {done}, this program knows {len(known)}). "
            "Update Texcoco, or use another database."
        )
    if read_only and done and all(migration.number in NOT_READ for migration in known[done:]):
        return []
    if read_only and done < len(known):
        raise StoreError(
            f"{name} was written by an older Texcoco (its tables have version {done}, this program needs "
            f"{len(known)}). Start the server on it once, which brings it up to date."
            if done
            else f"{name} has no tables of Texcoco yet. Start the server on it once."
        )
    return known[done:]
