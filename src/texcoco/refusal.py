"""Refusals: why an action is not allowed, a text is no action, or a JSON is no position."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why an action is not allowed: the ruling's id, and a sentence to be said in the reader's language."""

    rule: str
    key: str
    values: Mapping[str, Any] = field(default_factory=dict[str, Any])


class Illegal(Exception):
    """Raised by `play` for an action that the rules forbid. The position has not changed."""

    def __init__(self, refusal: Refusal):
        super().__init__(f"{refusal.rule}: {refusal.key} {dict(refusal.values)}")
        self.refusal = refusal


class Unreadable(ValueError):
    """Raised by `Game.parse` for a text that is no action of the game."""

    def __init__(self, refusal: Refusal):
        super().__init__(f"{refusal.key} {dict(refusal.values)}")
        self.refusal = refusal


class Impossible(ValueError):
    """Raised by `Game.load` for a JSON that is no position of the game; the message says what is wrong with it, in
    English, and `message` in a language, if the game has it in several."""

    def __init__(self, why: str | Mapping[str, str]):
        self._why = {"en": why} if isinstance(why, str) else dict(why)
        super().__init__(self._why["en"])

    def message(self, lang: str) -> str:
        return self._why.get(lang, self._why["en"])
