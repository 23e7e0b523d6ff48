"""How much each seat may add to a table's log beyond playing the game, so that no table grows without bound.

What was used is counted from the log itself: it is the same in every process and after a restart, and belongs to the
seat, whichever browser holds it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from texcoco.game import Json
from texcoco.store import Entry
from texcoco.tables.entries import actions_taken_back
from texcoco.tables.requests import Refused

TALK, TALK_SECONDS = 20, 3.0
"""How many lines of chat a seat may say at once, and the seconds after which it may say another."""
CHAT_LINES, CHAT_BYTES = 500, 64_000
"""How many lines of chat, and bytes of them, a seat has before the game starts, and again from then on."""
EXTRAS = 1000
"""How many actions a seat may take back, and how often it may change a sealed choice, leave, come back, stand up,
sign in or out, all together: before the start, and again from then on. People may be removed from the seat, and bots be
seated there, just as often. That is counted apart, so that no guest can use up what the opener needs."""
REMATCHES = 20
"""How often a table may be played again, when what was opened for that was removed."""

_GAME = {"created", "started", "played", "chatted", "replaced", "resigned", "rematched", "outage"}
"""Entries that are not counted as extras: their number is limited anyway, or the others need them to go on."""


@dataclass(frozen=True, slots=True)
class Used:
    """What a seat has used."""

    lines: int = 0
    bytes: int = 0
    extras: int = 0
    removals: int = 0
    talk: float = 0.0
    """How many lines were said recently; each counts less as time passes."""
    talked: float = 0.0
    """When that was."""

    def talk_at(self, now: float) -> float:
        return max(self.talk - max(now - self.talked, 0.0) / TALK_SECONDS, 0.0)

    def after(self, kind: str, payload: Json, now: float, free: bool) -> Used:
        """What is used after an entry. `free`: nobody sat on the seat."""
        if kind == "chatted":
            size = len(payload["text"].encode(errors="replace"))
            return replace(self, lines=self.lines + 1, bytes=self.bytes + size, talk=self.talk_at(now) + 1, talked=now)
        if kind in ("removed", "bot_seated"):
            return replace(self, removals=self.removals + 1)
        if not _is_extra(kind, payload, free):
            return self
        return replace(self, extras=self.extras + (actions_taken_back(payload) if kind == "undone" else 1))


NOTHING = Used()


def _is_extra(kind: str, payload: Json, free: bool) -> bool:
    if kind == "sat":
        return not free  # who takes a free seat can do so only as often as somebody stood up from it
    return kind not in _GAME or bool(payload.get("private"))


def count(used: Mapping[int, Used], entry: Entry, free: bool) -> dict[int, Used]:
    """What all seats have used after an entry.

    The start of the game is a new beginning: strangers may have sat there before.
    """
    if entry.kind == "started":
        return {}
    if entry.seat is None:
        return dict(used)
    return {**used, entry.seat: used.get(entry.seat, NOTHING).after(entry.kind, entry.payload, entry.at, free)}


def check(used: Used, kind: str, payload: Json, now: float, free: bool) -> None:
    """Raises `Refused` if a seat may not add this to the log. Playing, resigning and replacing are never refused."""
    after = used.after(kind, payload, now, free)
    if after.lines > CHAT_LINES or after.bytes > CHAT_BYTES:
        raise Refused("chat-full", f"this seat has said all that it can at this table ({CHAT_LINES} lines)")
    if kind == "chatted" and after.talk > TALK:
        wait = round((after.talk - TALK) * TALK_SECONDS, 1)
        raise Refused("chat-too-fast", "too many lines of chat; wait a little", seconds=wait)
    if after.extras > max(EXTRAS, used.extras) or after.removals > EXTRAS:
        raise Refused(
            "table-full", "this seat has done that too often at this table; the game can still be played to its end"
        )
