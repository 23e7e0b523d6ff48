"""A queue in which keys (addresses, owners) take turns, so that one with many requests does not delay the others."""

from __future__ import annotations

import asyncio
from collections import Counter, OrderedDict, deque

WAITING = 1000
"""How many may wait in all."""


class QueueFull(Exception):
    """Too many wait already."""


class FairQueue:
    """Hands out `places` places. Keys take turns, and no key has all the places if there is more than one.

    A key stands for whoever shares one claim to be served: an address, or the owner of a table.
    """

    def __init__(self, places: int, waiting: int = WAITING):
        self._free = places
        self._most_of_one = max(places - 1, 1)
        self._most_waiting = waiting
        self._held: Counter[str] = Counter()
        self._waiting: OrderedDict[str, deque[asyncio.Future[None]]] = OrderedDict()
        """Those who wait by their key; the key that was served last is the last."""

    @property
    def waiting(self) -> int:
        return sum(map(len, self._waiting.values()))

    async def acquire(self, key: str, most: int | None = None) -> None:
        """Waits for a place.

        `most`: how many of this key may wait at most; None if it has to be served, however many wait. Raises
        `QueueFull`.
        """
        if self._may_have(key) and key not in self._waiting:
            self._give(key)
            return
        line = self._waiting.get(key, ())
        if most is not None and (len(line) >= most or self.waiting >= self._most_waiting):
            raise QueueFull
        place: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(key, deque()).append(place)
        try:
            await place
        except asyncio.CancelledError:
            if place.done() and not place.cancelled():  # it was given in the same moment
                self.release(key)
            else:
                self._leave(key, place)
            raise

    def release(self, key: str) -> None:
        """Gives a place back: to whoever waits for one, beginning with the key that was served longest ago."""
        self._free += 1
        self._held[key] -= 1
        if not self._held[key]:
            del self._held[key]
        self._serve()

    def _serve(self) -> None:
        while key := next((key for key in self._waiting if self._may_have(key)), None):
            place = self._waiting[key].popleft()
            self._waiting.move_to_end(key)
            if not self._waiting[key]:
                del self._waiting[key]
            if not place.done():
                self._give(key)
                place.set_result(None)

    def _may_have(self, key: str) -> bool:
        return self._free > 0 and self._held[key] < self._most_of_one

    def _give(self, key: str) -> None:
        self._free -= 1
        self._held[key] += 1

    def _leave(self, key: str, place: asyncio.Future[None]) -> None:
        line = self._waiting.get(key)
        if line is not None and place in line:
            line.remove(place)
            if not line:
                del self._waiting[key]
