"""Things on the table that are more than a space: founded districts and votes."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Founded:
    """A founded district: its token, where that lies, and the land."""

    at: int
    size: int
    land: int


@dataclass(frozen=True, slots=True)
class Vote:
    """A proposal to take a token from the display, and the seat that is asked now (M-VOTE)."""

    size: int
    by: int
    asked: int
