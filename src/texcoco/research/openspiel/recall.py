"""What each seat has heard since the start of a game: the information states of OpenSpiel, with perfect recall.

A seat hears the events of the game as the contract filters them (`Event.to`). They are worked out only when somebody
asks for an information state, so that searches that ask for none do not pay for them.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from typing import Any, NamedTuple

from texcoco.action import Action
from texcoco.game import Event, Json, Position
from texcoco.games import find

DIGEST_NUMBERS = 8
"""A digest of what a seat has heard, as so many numbers of 16 bits."""


class Heard(NamedTuple):
    """The last thing that a seat heard, and all before it. Copies of a state share them."""

    before: Heard | None
    text: str
    digest: bytes


class Recall:
    """What every seat has heard. Whatever happened since the last question is pending."""

    __slots__ = ("heard", "pending", "position")

    def __init__(self, position: Position):
        self.heard: list[Heard | None] = [None] * position.seats
        self.position = position
        """The position after all that was heard. It is shared by copies, and so never changed."""
        self.pending: list[tuple[int, Action | str]] = []
        """What was done since, and by whom; a text is something that all see and that is no action of the game."""

    def copy(self) -> Recall:
        new = object.__new__(Recall)
        new.heard, new.position, new.pending = self.heard, self.position, self.pending.copy()
        return new

    def __deepcopy__(self, memo: dict[int, Any]) -> Recall:
        return self.copy()

    def catch_up(self) -> None:
        """Lets everybody hear what is pending."""
        if not self.pending:
            return
        position, heard = self.position.copy(), list(self.heard)
        for seat, done in self.pending:
            if isinstance(done, str):
                heard[:] = [_hear(before, f"{seat}: {done}") for before in heard]
                continue
            events = position.play(seat, done)
            for listener, before in enumerate(heard):
                text = _write(events, listener)
                if text:
                    heard[listener] = _hear(before, text)
        self.position, self.heard, self.pending = position, heard, []

    def texts(self, seat: int) -> list[str]:
        """All that a seat has heard, in order."""
        self.catch_up()
        found: list[str] = []
        heard = self.heard[seat]
        while heard is not None:
            found.append(heard.text)
            heard = heard.before
        return found[::-1]

    def digest(self, seat: int) -> bytes:
        """16 bytes that differ when what a seat has heard differs."""
        self.catch_up()
        heard = self.heard[seat]
        return bytes(16) if heard is None else heard.digest

    def redealt(self, seat: int, position: Position) -> Recall:
        """For a position in which all that `seat` may not know was dealt anew.

        The seat has heard what it has heard. What the others heard was of another deal: their memory begins with what
        they know in the new one.
        """
        self.catch_up()
        new = Recall(position.copy())
        for other in range(position.seats):
            view = json.dumps(position.view(other), sort_keys=True)
            new.heard[other] = self.heard[other] if other == seat else _hear(None, f"resampled: {view}")
        return new

    # --- pickling ---

    def __getstate__(self) -> Json:
        self.catch_up()
        return {
            "game": self.position.game.name,
            "position": self.position.dump(),
            "step": self.position.step,
            "texts": [self.texts(seat) for seat in range(self.position.seats)],
        }

    def __setstate__(self, data: Json) -> None:
        self.position = find(data["game"]).load(data["position"])
        self.position.step = data["step"]
        self.pending = []
        self.heard = []
        for texts in data["texts"]:
            heard = None
            for text in texts:
                heard = _hear(heard, text)
            self.heard.append(heard)


def _hear(before: Heard | None, text: str) -> Heard:
    earlier = before.digest if before is not None else b""
    return Heard(before, text, hashlib.blake2b(earlier + text.encode(), digest_size=16).digest())


def _write(events: Sequence[Event], listener: int) -> str:
    """What a seat hears of what happened, in a line; nothing if it hears nothing."""
    heard = [event.to(listener) for event in events]
    return "; ".join(_describe(event) for event in heard if event is not None)


def _describe(event: Event) -> str:
    values = ", ".join(f"{name} {value}" for name, value in event.values.items() if name != "action")
    who = "*" if event.seat < 0 else str(event.seat)
    what = event.values.get("action", event.key)
    return f"{who}: {what} ({values})" if values else f"{who}: {what}"
