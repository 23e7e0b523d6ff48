"""Remembers which commands a table has carried out: a command that is sent again must not be carried out twice."""

from __future__ import annotations

from array import array
from collections.abc import Callable
from hashlib import blake2b

UNKNOWN = 0
"""In place of a hash of the content: the entry was written before contents were kept."""


class Receipts:
    """Hashes of the commands that were carried out: of each one's id, and of what it asked for.

    Two arrays of numbers, 16 bytes for a command: a table has thousands of them, and most tables in memory are idle.
    """

    __slots__ = ("_contents", "_ids")

    def __init__(self) -> None:
        self._ids, self._contents = array("Q"), array("Q")

    def copy(self) -> Receipts:
        new = object.__new__(Receipts)
        new._ids, new._contents = self._ids[:], self._contents[:]
        return new

    def add(self, id: str, content: str | None) -> None:
        """Notes that a command was carried out; `content` is what `digest` gave for it, or None in old entries."""
        self._ids.append(_number(id))
        self._contents.append(UNKNOWN if content is None else int(content, 16))

    def find(self, id: str, content: Callable[[], str]) -> bool | None:
        """True: this command was carried out. False: another one of the same id was. None: none of this id was.

        `content` gives what `digest` gives for the command; it is called only if there was one of this id.
        """
        number = _number(id)
        if number not in self._ids:
            return None
        known = self._contents[self._ids.index(number)]
        return known in (UNKNOWN, int(content(), 16))


def digest(content: bytes) -> str:
    """A short hash of what a command asks for, as it is kept in the log."""
    return blake2b(content, digest_size=8).hexdigest()


def _number(id: str) -> int:
    return int.from_bytes(blake2b(id.encode(), digest_size=8).digest(), "big")
