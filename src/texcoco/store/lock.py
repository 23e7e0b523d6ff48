"""The lock that keeps a second server process away from a file of SQLite."""

from __future__ import annotations

import os
import sys
import threading
from pathlib import Path
from typing import ClassVar

from texcoco.store.values import StoreError


class Lock:
    """One process at a time. The system releases it when the process dies, however it dies.

    Not `flock`: a process forked from this one would still hold that lock after a crash, and no server could be
    started.
    """

    _held: ClassVar[set[str]] = set()  # such a lock does not stop the process that has it
    _guard = threading.Lock()

    def __init__(self, database: Path):
        self.path = database.with_name(database.name + ".lock")
        self._key = str(self.path.resolve())
        with self._guard:
            if self._key in self._held:
                raise self._refused(database, os.getpid())
            self._file = os.open(self.path, os.O_RDWR | os.O_CREAT, 0o600)
            try:
                _lock(self._file)
            except OSError:
                holder = os.read(self._file, 20).decode("ascii", "replace").strip()
                os.close(self._file)
                raise self._refused(database, holder) from None
            os.ftruncate(self._file, 0)
            os.write(self._file, f"{os.getpid()}\n".encode())
            self._held.add(self._key)

    @staticmethod
    def _refused(database: Path, holder: object) -> StoreError:
        return StoreError(
            f"{database} is in use by another server (process {holder}). Stop that one first, or give "
            "this one a file of its own; several processes on the same tables need PostgreSQL: "
            "TEXCOCO_DATABASE=postgresql://…"
        )

    def release(self) -> None:
        with self._guard:
            os.close(self._file)
            self._held.discard(self._key)


if sys.platform == "win32":
    import msvcrt

    def _lock(file: int) -> None:
        # A byte that is never written, so that others can read whose it is.
        os.lseek(file, 1 << 20, os.SEEK_SET)
        msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
        os.lseek(file, 0, os.SEEK_SET)
else:
    import fcntl

    def _lock(file: int) -> None:
        fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
