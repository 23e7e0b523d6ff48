"""A program of anybody's as a player: `program:./mybot`.

The program is started once. For each decision it gets one line of JSON on its standard input,

    {"game": "mexica", "seat": 0, "view": {…}, "log": […], "actions": ["end", "walk H5"], "clock": {"seconds": 2.0}}

and answers with one line on its standard output, `{"action": "walk H5"}`. What it writes to its standard error is kept,
and shown when it fails.
"""

from __future__ import annotations

import json
import os
import selectors
import shlex
import signal
import subprocess
from collections.abc import Sequence
from contextlib import suppress
from random import Random
from time import monotonic
from typing import IO, Any, cast

from texcoco.bots import Bot, Clock
from texcoco.game import Action, Event, Game, Json, Unreadable

GRACE_SECONDS = 0.5
"""Seconds that a decision may last longer than its clock says: pipes and schedulers take time too."""
STARTUP_SECONDS = 5.0
"""Seconds more for a program's first decision, in which it may load what it needs."""
SHUTDOWN_SECONDS = 0.5
"""Seconds that a program has to end by itself when it is not needed any more."""
MAX_ANSWER_BYTES = 100_000
"""The longest answer, in bytes."""
MAX_STDERR_BYTES = 2_000
"""How many bytes of what a program wrote to its standard error are kept."""


class ProgramFailed(RuntimeError):
    """The program could not be started, died, was too slow, or gave no valid answer; the message has the end of its
    standard error."""


class ProgramBot(Bot):
    """Plays what a program answers. The program runs until `close`; one that has died is started again."""

    def __init__(self, game: Game, command: str):
        super().__init__(game)
        self.name = f"program:{command}"
        try:
            self._command = shlex.split(command)
        except ValueError as bad:
            raise ProgramFailed(f"{command!r} is no command: {bad}") from None
        if not self._command:
            raise ProgramFailed("`program:` needs a command: program:./mybot")
        self._process: subprocess.Popen[bytes] | None = None
        self._answer = b""
        self._stderr = b""

    def decide(
        self, seat: int, view: Json, events: Sequence[Event], actions: Sequence[Action], clock: Clock, rng: Random
    ) -> Action:
        question = {
            "game": self.game.name,
            "seat": seat,
            "view": view,
            "log": [event.dump() for event in events],
            "actions": [str(action) for action in actions],
            "clock": {"seconds": clock.seconds},
        }
        line = json.dumps(question, ensure_ascii=False).encode("utf-8", "backslashreplace") + b"\n"
        fresh = self._process is None or self._process.poll() is not None
        if fresh:
            self._start()
        deadline = (
            None
            if clock.seconds is None
            else monotonic() + clock.seconds + GRACE_SECONDS + (STARTUP_SECONDS if fresh else 0.0)
        )
        try:
            return self._chosen(self._ask(line, deadline), actions)
        except BaseException:  # an answer that comes too late must not be taken for the answer to the next question
            self.close()
            raise

    def close(self) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        _close(process.stdin)  # the end of its input tells the program that the game is over
        try:
            process.wait(SHUTDOWN_SECONDS)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
        _close(process.stdout)
        _close(process.stderr)

    def _start(self) -> None:
        self.close()
        self._answer = self._stderr = b""
        try:
            # A process group of its own, so that Ctrl-C in the terminal reaches the game only.
            self._process = subprocess.Popen(
                self._command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                start_new_session=True,
            )
        except OSError as error:
            raise ProgramFailed(f"{self.name} could not be started: {error.strerror or error}") from None
        for pipe in (self._process.stdin, self._process.stdout, self._process.stderr):
            assert pipe is not None
            os.set_blocking(pipe.fileno(), False)

    def _ask(self, line: bytes, deadline: float | None) -> bytes:
        """Writes the question, waits for an answer until the deadline, and keeps what the program writes to its
        standard error."""
        assert self._process is not None
        stdin, stdout, stderr = self._process.stdin, self._process.stdout, self._process.stderr
        assert stdin is not None and stdout is not None and stderr is not None
        with selectors.DefaultSelector() as ready:
            ready.register(stdout, selectors.EVENT_READ)
            ready.register(stderr, selectors.EVENT_READ)
            if ready.select(0) and self._read_output(ready, stdout, stderr) and self._answer:
                raise self._failed("spoke without being asked")
            ready.register(stdin, selectors.EVENT_WRITE)
            while b"\n" not in self._answer:
                left = None if deadline is None else deadline - monotonic()
                if left is not None and left <= 0:
                    raise self._failed("did not answer in time")
                for key, _ in ready.select(left):
                    if key.fileobj is stdin:
                        line = self._write(stdin, line)
                        if not line:
                            ready.unregister(stdin)
                if not self._read_output(ready, stdout, stderr):
                    raise self._failed("died")
                if len(self._answer) > MAX_ANSWER_BYTES:
                    raise self._failed(f"answered more than {MAX_ANSWER_BYTES} bytes")
        answer, _, self._answer = self._answer.partition(b"\n")
        if self._answer:
            raise self._failed("answered more than one line")
        return answer

    def _write(self, stdin: IO[bytes], line: bytes) -> bytes:
        """Writes as much as the program takes; gives the rest."""
        try:
            return line[os.write(stdin.fileno(), line) :]
        except BlockingIOError:
            return line
        except BrokenPipeError:
            raise self._failed("died or closed its input") from None

    def _read_output(self, ready: selectors.BaseSelector, stdout: IO[bytes], stderr: IO[bytes]) -> bool:
        """Reads what the program has written. False when it has closed its output."""
        if output := _available(stderr):
            self._stderr = (self._stderr + output)[-MAX_STDERR_BYTES:]
        elif output is not None and stderr in {key.fileobj for key in ready.get_map().values()}:
            ready.unregister(stderr)  # closed: it would be ready for ever
        output = _available(stdout)
        self._answer += output or b""
        return output != b""

    def _chosen(self, answer: bytes, actions: Sequence[Action]) -> Action:
        try:
            read: Any = json.loads(answer)
        except (ValueError, RecursionError):
            raise self._failed(f"answered what is no JSON: {answer[:80]!r}") from None
        text = cast(Json, read).get("action") if isinstance(read, dict) else None
        if not isinstance(text, str):
            raise self._failed(f'did not answer {{"action": "…"}} but {answer[:80]!r}')
        try:
            action = self.game.parse(text)
        except Unreadable as unreadable:
            reason = self.game.say("en", unreadable.refusal.key, unreadable.refusal.values)
            raise self._failed(f"answered {text[:80]!r}: {reason}") from None
        if action not in actions:
            raise self._failed(f"answered {text[:80]!r}, which is none of its {len(actions)} legal actions")
        return action

    def _failed(self, how: str) -> ProgramFailed:
        process = self._process
        if process is not None:
            with suppress(subprocess.TimeoutExpired):  # one that is about to end may still write its error
                process.wait(0.1)
            if process.stderr is not None and (output := _available(process.stderr)):
                self._stderr = (self._stderr + output)[-MAX_STDERR_BYTES:]
            if process.returncode is not None:
                how = f"{how} (exit code {process.returncode})"
        words = self._stderr.decode("utf-8", "replace").strip()
        return ProgramFailed(f"{self.name} {how}" + (f"; its last words:\n{words}" if words else ""))


def _available(pipe: IO[bytes]) -> bytes | None:
    """What can be read without waiting: None when nothing is there yet, empty when the other end is closed."""
    try:
        return os.read(pipe.fileno(), 65_536)
    except BlockingIOError:
        return None


def _close(pipe: IO[bytes] | None) -> None:
    try:
        if pipe is not None:
            pipe.close()
    except OSError:
        pass
