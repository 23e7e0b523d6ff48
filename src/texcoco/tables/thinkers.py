"""Worker processes in which bots think, so that the event loop never waits for one."""

from __future__ import annotations

import asyncio
import json
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Sequence
from itertools import count
from typing import cast

from texcoco.game import Event, Json

WORKER = (sys.executable, "-m", "texcoco.tables.thinker")
LINE = 16 * 2**20
"""The longest line that is read from a worker."""


class Thoughtless(Exception):
    """A bot that crashed, overran its time or answered nonsense; the message says which."""


class Thinkers:
    """A few workers that answer one question at a time each; one that dies or overruns is replaced."""

    def __init__(self, workers: int, command: Sequence[str] = WORKER, grace: float = 5.0):
        """`command` starts a worker, `grace` is how many seconds it is waited for beyond twice its time."""
        self._command, self._grace = command, grace
        self._questions = count()
        self._free: asyncio.Queue[Process | None] = asyncio.Queue()
        for _ in range(workers):
            self._free.put_nowait(None)  # started when first needed
        self._all: set[Process] = set()
        self._closed = False

    async def decide(
        self, game: str, bot: str, seat: int, view: Json, log: Sequence[Event], actions: Sequence[str], seconds: float, seed: int
    ) -> str:
        """What a bot would play. Raises `Thoughtless`."""
        reply = await self._ask(_question(game, bot, seat, view, log, actions, seconds, seed), seconds)
        action = reply.get("action")
        if action not in actions:
            raise Thoughtless(f"{bot} at {game} answered {reply!r:.200}")
        return str(action)

    async def explain(
        self, game: str, bot: str, seat: int, view: Json, log: Sequence[Event], actions: Sequence[str], seconds: float, lang: str
    ) -> tuple[list[str], str]:
        """What a bot would play, as far as it sees ahead, and why in a sentence. Raises `Thoughtless`."""
        reply = await self._ask({**_question(game, bot, seat, view, log, actions, seconds, 0), "lang": lang}, seconds)
        plan: list[str] = reply.get("plan", [])
        if not plan or plan[0] not in actions:
            raise Thoughtless(f"{bot} at {game} answered {reply!r:.200}")
        return plan, str(reply["why"])

    async def _ask(self, question: Json, seconds: float) -> Json:
        worker = await self._free.get()
        number = next(self._questions)
        try:
            if worker is None or worker.returncode is not None:
                worker = await asyncio.create_subprocess_exec(*self._command, stdin=PIPE, stdout=PIPE, limit=LINE)
                self._all.add(worker)
            # twice the time it was given: a bot that overruns a little is late, not lost
            line = await asyncio.wait_for(_put(worker, {**question, "number": number}), 2 * seconds + self._grace)
            reply: object = json.loads(line) if line else None
            if not isinstance(reply, dict) or cast("Json", reply).get("number") != number:
                raise Thoughtless(f"{question['bot']} at {question['game']} " + (f"answered {line[:200]!r}" if line else "died"))
            return cast("Json", reply)
        except (TimeoutError, OSError, ValueError) as error:
            await self._end(worker)
            worker = None
            raise Thoughtless(f"no answer from {question['bot']} at {question['game']}: {error!r}") from None
        except BaseException:  # died, or the task was cancelled in mid-thought: the worker must not answer the next question
            await self._end(worker)
            worker = None
            raise
        finally:
            if not self._closed:
                self._free.put_nowait(worker)

    async def _end(self, worker: Process | None) -> None:
        if worker is not None:
            self._all.discard(worker)
            if worker.returncode is None:
                worker.kill()
            await worker.wait()

    async def close(self) -> None:
        self._closed = True
        for worker in list(self._all):
            await self._end(worker)


async def _put(worker: Process, question: Json) -> bytes:
    assert worker.stdin is not None and worker.stdout is not None
    worker.stdin.write(json.dumps(question).encode() + b"\n")
    await worker.stdin.drain()
    return await worker.stdout.readline()


def _question(game: str, bot: str, seat: int, view: Json, log: Sequence[Event], actions: Sequence[str], seconds: float, seed: int) -> Json:
    return {
        "game": game, "bot": bot, "seat": seat, "view": view, "log": [event.dump() for event in log], "actions": list(actions),
        "seconds": seconds, "seed": seed,
    }  # fmt: skip
