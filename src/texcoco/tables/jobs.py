"""Work that takes longer than some milliseconds (records, moments, studies): done by worker processes, and cached."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from texcoco.game import Game, Json
from texcoco.tables.history import History, Viewer
from texcoco.tables.moments import PAGE
from texcoco.tables.positions import check_moment
from texcoco.tables.requests import Refused, Who
from texcoco.tables.studies import Replayed
from texcoco.tables.table import Table
from texcoco.tables.workers import JobFailed, QueueFull, WorkerPool

JOB_SECONDS = 10.0
"""Seconds that a job may take."""
MAX_WAITING, MAX_WAITING_RECORDS = 60, 4
"""How many jobs of one address may wait, and how many of them may be records to study: these are large."""
MAX_CACHED_BYTES = 24_000_000
"""How many bytes of answers the cache keeps."""

Key = tuple[Any, ...]


class Jobs:
    """Gives jobs to the workers, unless the answer is in the cache."""

    def __init__(self, pool: WorkerPool, max_cached_bytes: int = MAX_CACHED_BYTES):
        self.pool = pool
        self._cache = Cache(max_cached_bytes)

    async def study(self, who: Who, record: str) -> tuple[Json, Replayed]:
        """What a table that shows this record begins with, and what that leads to. Raises `Refused`."""
        try:
            made = msgspec.json.decode(
                await self._run(who.source, "study", {"owner": who.holder, "record": record}, MAX_WAITING_RECORDS)
            )
        except JobFailed:
            raise Refused("bad-record", "this record takes too long to play through") from None
        return made["payload"], Replayed.load(made["replayed"])

    async def replay(self, share: str, record: str) -> Replayed:
        """What the record of a study leads to. Raises `JobFailed`."""
        return Replayed.load(msgspec.json.decode(await self._run(share, "replay", {"record": record}, most=None)))

    async def moments(self, table: Table, viewer: Viewer, first: int, who: Who) -> bytes:
        """A page of moments from number `first` on, as JSON. Raises `Refused`."""
        _started(table)
        total = 1 + table.moments
        body = b""
        if first < total:
            settled = table.status == "over" or first + PAGE <= 1 + table.settled_moments
            key = ("moments", first, *_cache_key(table, viewer, settled))
            body = await self._get(key, who, "moments", lambda: {**_history(table, viewer), "first": first})
        return b'{"total":%d,"from":%d,"moments":[%s]}' % (total, first, body)

    async def position(self, table: Table, moment: int, who: Who) -> Json:
        """The whole position at a moment of a game that is over. Raises `Refused`."""
        check_moment(table, moment)
        key = ("position", table.id, moment)
        return msgspec.json.decode(
            await self._get(key, who, "position", lambda: {**_history(table, None), "moment": moment})
        )

    async def read_position(self, game: Game, position: Json, who: Who, lang: str) -> Json:
        """A position from outside as its game writes it, with a view in which all is shown. Raises `Refused` with the
        reason in a language."""
        asked = {"game": game.name, "position": position, "lang": lang}
        try:
            return msgspec.json.decode(await self._run(who.source, "read position", asked, MAX_WAITING_RECORDS))
        except JobFailed:
            raise Refused("bad-position", "this position takes too long to read") from None

    async def summary(self, table: Table, viewer: Viewer, who: Who) -> bytes:
        """Points by where they come from, and who led at the end of each step, as JSON. Raises `Refused`."""
        _started(table)
        return await self._get(("summary", *_cache_key(table, viewer)), who, "summary", lambda: _history(table, viewer))

    async def record(self, table: Table, viewer: Viewer, who: Who) -> bytes:
        """The record for download. Raises `Refused`."""
        return await self._get(
            ("record", *_cache_key(table, viewer, settled=False)), who, "record", lambda: _history(table, viewer)
        )

    async def lesson(self, game: Game, lang: str, who: Who) -> bytes:
        """A guided first game, as JSON. The game must have one."""
        return await self._get(("lesson", game.name, lang), who, "lesson", lambda: {"game": game.name, "lang": lang})

    async def look_at_puzzle(self, game: str, puzzle: str, actions: Sequence[str], shown: int, who: Who) -> bytes:
        """What somebody who solves a puzzle sees after some actions, as JSON. Raises `Refused`."""
        asked = {"game": game, "puzzle": puzzle, "actions": actions, "shown": shown}
        return await self._get(("puzzle", game, puzzle, *actions, shown), who, "look at puzzle", lambda: asked)

    async def puzzle_why(
        self, game: str, puzzle: str, actions: Sequence[str], kind: str, place: str, who: Who
    ) -> Refused | None:
        """Why the rules forbid what somebody tried in a puzzle; None if they allow it. Raises `Refused`."""
        asked = {"game": game, "puzzle": puzzle, "actions": actions, "do": kind, "at": place}
        key = ("puzzle why", game, puzzle, *actions, kind, place)
        why = msgspec.json.decode(await self._get(key, who, "puzzle why", lambda: asked))
        return None if why is None else Refused(**why)

    async def picture(self, game: Game, view: Json, lang: str, who: Who) -> bytes:
        """A view as text. Raises `Refused` for one that is no view of the game."""
        try:
            return await self._run(who.source, "picture", {"game": game.name, "view": view, "lang": lang})
        except JobFailed:
            raise Refused("no-answer", "this could not be worked out in time; try again") from None

    async def _get(self, key: Key, who: Who, kind: str, arguments: Callable[[], Json]) -> bytes:
        known = self._cache.get(key)
        if known is None:
            try:
                known = await self._run(who.source, kind, arguments)
            except JobFailed:
                raise Refused("no-answer", "this could not be worked out in time; try again") from None
            self._cache.put(key, known)
        return known

    async def _run(
        self, source: str, kind: str, arguments: Json | Callable[[], Json], most: int | None = MAX_WAITING
    ) -> bytes:
        build = arguments if callable(arguments) else lambda: arguments
        try:
            return await self.pool.run(source, kind, build, JOB_SECONDS, most)
        except QueueFull:
            raise Refused("busy", "too much is waiting to be worked out; try again") from None

    async def close(self) -> None:
        await self.pool.close()


def _started(table: Table) -> None:
    if table.position is None:
        raise Refused("not-playing", "the game has not started yet")


def _history(table: Table, viewer: Viewer) -> Json:
    return {"history": History.from_table(table).dump(), "viewer": viewer}


def _cache_key(table: Table, viewer: Viewer, settled: bool | None = None) -> Key:
    """What an answer for a viewer depends on.

    It must not depend on anything that the viewer may not know, because the time that an answer takes shows whether
    it was in the cache. So the table's version is not part of it: that rises when somebody changes a sealed choice.
    `settled`: the answer does not change any more; unless told, that is when the game is over.
    """
    over = table.status == "over"
    return table.id, viewer, over, None if (over if settled is None else settled) else table.counts.get(viewer, 0)


class Cache:
    """Answers by what they depend on; when there are too many, those that were used longest ago are dropped."""

    def __init__(self, most: int):
        self._most, self._size = most, 0
        self._all: OrderedDict[Key, bytes] = OrderedDict()

    def get(self, key: Key) -> bytes | None:
        if key in self._all:
            self._all.move_to_end(key)
        return self._all.get(key)

    def put(self, key: Key, answer: bytes) -> None:
        if key in self._all or len(answer) > self._most // 4:
            return
        self._all[key] = answer
        self._size += len(answer)
        while self._size > self._most:
            _, old = self._all.popitem(last=False)
            self._size -= len(old)
