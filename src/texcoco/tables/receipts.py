"""Remembers which commands a table has carried out: a command that is sent again must not be carried out twice."""

from __future__ import annotations

from collections.abc import Callable
from hashlib import blake2b

SIZE = 8
"""Bytes of a hash."""
UNKNOWN = bytes(SIZE)
"""In place of a hash of the content: the entry was written before contents were kept."""


class Receipts:
    """Hashes of the commands that were carried out: of each one's id, and of what it asked for.

    16 bytes for a command: a table has thousands of them, and most tables in memory are idle.
    """

    __slots__ = ("_contents", "_ids")

    def __init__(self) -> None:
        self._ids = self._contents = b""
        """The hashes one after the other."""

    def copy(self) -> Receipts:
        new = object.__new__(Receipts)
        new._ids, new._contents = self._ids, self._contents
        return new

    def add(self, id: str, content: str | None) -> None:
        """Notes that a command was carried out; `content` is what `digest` gave for it, or None in old entries."""
        self._ids += _hash(id.encode())
        self._contents += UNKNOWN if content is None else _unhex(content)

    def find(self, id: str, content: Callable[[], str]) -> bool | None:
        """True: this command was carried out. False: another one of the same id was. None: none of this id was.

        `content` gives what `digest` gives for the command; it is called only if there was one of this id.
        """
        wanted = _hash(id.encode())
        at = self._ids.find(wanted)
        while at % SIZE and at >= 0:  # the end of one hash and the beginning of the next
            at = self._ids.find(wanted, at + 1)
        if at < 0:
            return None
        return self._contents[at : at + SIZE] in (UNKNOWN, _unhex(content()))


def digest(content: bytes) -> str:
    """A short hash of what a command asks for, as it is kept in the log."""
    return _hash(content).hex()


def _unhex(digest: str) -> bytes:
    return int(digest, 16).to_bytes(SIZE, "big")


def _hash(text: bytes) -> bytes:
    return blake2b(text, digest_size=SIZE).digest()
