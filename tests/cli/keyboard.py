"""Playing without a keyboard: lines from a list, or keys on a pseudo-terminal."""

from __future__ import annotations

import fcntl
import io
import os
import pty
import select
import signal
import subprocess
import sys
import termios
import time
from pathlib import Path

import pytest

from texcoco.cli import main

CONTRACT = Path(__file__).parents[1] / "contract"
WITH_TINY = (
    f"import sys; sys.path.insert(0, {str(CONTRACT)!r}); from tiny import TINY; from texcoco.games import register; register(TINY); "
    "from texcoco.cli import main; sys.exit(main(sys.argv[1:]))"
)
"""The command, with the tiny game among its games."""


class Typist:
    """Runs the command in this process with lines typed into it."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]):
        self.monkeypatch = monkeypatch
        self.capsys = capsys
        self.code = 0
        self.err = ""

    def __call__(self, command: str, *lines: str) -> str:
        """What the command prints; its exit code and complaints are kept."""
        self.monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
        try:
            self.code = main(command.split())
        except SystemExit as end:  # argparse
            self.code = int(end.code or 0)
        out, self.err = self.capsys.readouterr()
        return out


class Pty:
    """The command in a process of its own, on a terminal."""

    def __init__(self, *arguments: str, cwd: Path):
        self.master, slave = pty.openpty()
        environment = {**os.environ, "TERM": "xterm", "LANG": "C.UTF-8", "COLUMNS": "100"}
        environment.pop("NO_COLOR", None)

        def own_the_terminal() -> None:
            fcntl.ioctl(0, termios.TIOCSCTTY, 0)
            signal.signal(signal.SIGINT, signal.SIG_DFL)  # tests in the background of a shell start with it ignored

        self.process = subprocess.Popen(
            [sys.executable, "-c", WITH_TINY, *arguments],
            stdin=slave, stdout=slave, stderr=slave, cwd=cwd, env=environment, start_new_session=True, preexec_fn=own_the_terminal,
        )  # fmt: skip
        os.close(slave)
        self.seen = ""

    def expect(self, text: str, seconds: float = 20) -> str:
        """Waits until `text` is shown; gives what was shown up to then."""
        end = time.monotonic() + seconds
        while text not in self.seen:
            ready, _, _ = select.select([self.master], [], [], max(0, end - time.monotonic()))
            assert ready, f"{text!r} was not shown, but {self.seen!r}"
            try:
                self.seen += os.read(self.master, 65_536).decode("utf-8", "replace")
            except OSError:  # the other end is closed
                raise AssertionError(f"{text!r} was not shown before the end, but {self.seen!r}") from None
        shown, _, self.seen = self.seen.partition(text)
        return shown

    def type(self, keys: str) -> None:
        os.write(self.master, keys.encode())

    def end(self) -> int:
        """The exit code, once all is shown."""
        while True:
            try:
                read = os.read(self.master, 65_536)
            except OSError:
                break
            if not read:
                break
            self.seen += read.decode("utf-8", "replace")
        return self.process.wait(20)

    def close(self) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self.master)
