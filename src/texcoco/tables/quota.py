"""How much each seat may add to a table's log beyond playing the game, so that no table grows without bound.

What was used is counted from the log itself: it is the same in every process and after a restart, and belongs to the
seat, whichever browser holds it. Chat is limited for the whole table, and each seat has an equal share of that: no seat
can use up the share of another.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from texcoco.game import Json
from texcoco.store import Entry
from texcoco.tables.entries import actions_taken_back
from texcoco.tables.requests import Refused

TALK, TALK_SECONDS = 100, 0.5
"""How many lines of chat a table has at once, and the seconds after which it has another."""
CHAT_LINES, CHAT_BYTES = 1800, 240_000
"""How many lines of chat, and bytes of them, a table has before the game starts, and again from then on."""
EXTRAS = 1000
"""How many actions a seat may take back, and how often it may change a sealed choice, leave, come back, stand up,
sign in or out, all together: before the start, and again from then on. People may be removed from the seat, and bots be
seated there, just as often. That is counted apart, so that no guest can use up what the opener needs."""
REMATCHES = 20
"""How often a table may be played again, when what was opened for that was removed."""

_FREE = {"created", "started", "played", "replaced", "resigned", "rematched", "outage"}
"""Entries that are not counted: their number is limited anyway, or the others need them to go on."""


def _is_free(kind: str, payload: Json) -> bool:
    return kind in _FREE and not payload.get("private")


@dataclass(frozen=True, slots=True)
class Share:
    """How much chat one of the seats of a table has."""

    lines: int
    bytes: int
    talk: float
    """Lines at once."""
    seconds: float
    """After so many it has another."""

    @classmethod
    def of_one(cls, seats: int) -> Share:
        """The share of one of so many seats."""
        return cls(CHAT_LINES // seats, CHAT_BYTES // seats, TALK / seats, TALK_SECONDS * seats)


@dataclass(frozen=True, slots=True)
class Used:
    """What a seat has used."""

    lines: int = 0
    bytes: int = 0
    spared_lines: int = 0
    """What is kept for whoever sits there next: before the game starts a stranger may say much and stand up."""
    spared_bytes: int = 0
    extras: int = 0
    removals: int = 0
    talk: float = 0.0
    """How many lines were said recently; each counts less as time passes."""
    talked: float = 0.0
    """When that was."""

    def talk_at(self, now: float, share: Share) -> float:
        return max(self.talk - max(now - self.talked, 0.0) / share.seconds, 0.0)

    def after(self, kind: str, payload: Json, now: float, free: bool, share: Share) -> Used:
        """What is used after an entry that counts. `free`: nobody sat on the seat."""
        if kind == "chatted":
            size, talk = len(payload["text"].encode(errors="replace")), self.talk_at(now, share) + 1
            return replace(self, lines=self.lines + 1, bytes=self.bytes + size, talk=talk, talked=now)
        if kind in ("removed", "bot_seated"):
            return replace(self, removals=self.removals + 1)
        if kind == "sat" and free:  # they can do so only as often as somebody stood up, so that it is no extra
            return self._newly_taken(share)
        return replace(self, extras=self.extras + (actions_taken_back(payload) if kind == "undone" else 1))

    def _newly_taken(self, share: Share) -> Used:
        """Whoever sits down has half of what those before have left."""
        lines, size = max(share.lines - self.lines, 0), max(share.bytes - self.bytes, 0)
        return replace(self, spared_lines=lines // 2, spared_bytes=size // 2)


NOTHING = Used()


def count(used: Mapping[int, Used], entry: Entry, free: bool, seats: int) -> Mapping[int, Used]:
    """What all seats, of which there are so many, have used after an entry.

    The start of the game is a new beginning: strangers may have sat there before.
    """
    if entry.kind == "started":
        return {}
    if entry.seat is None or _is_free(entry.kind, entry.payload):
        return used
    before, share = used.get(entry.seat, NOTHING), Share.of_one(seats)
    return {**used, entry.seat: before.after(entry.kind, entry.payload, entry.at, free, share)}


def check(used: Used, kind: str, payload: Json, now: float, free: bool, seats: int) -> None:
    """Raises `Refused` if one of so many seats may not add this to the log. Playing, resigning and replacing are never
    refused."""
    if _is_free(kind, payload):
        return
    share = Share.of_one(seats)
    after = used.after(kind, payload, now, free, share)
    if kind == "chatted":
        if after.lines > share.lines - used.spared_lines or after.bytes > share.bytes - used.spared_bytes:
            raise Refused("chat-full", "this seat has said all that it can at this table")
        if after.talk > share.talk:
            wait = round((after.talk - share.talk) * share.seconds, 1)
            raise Refused("chat-too-fast", "too many lines of chat; wait a little", seconds=wait)
    if after.extras > max(EXTRAS, used.extras) or after.removals > EXTRAS:
        raise Refused(
            "table-full", "this seat has done that too often at this table; the game can still be played to its end"
        )
