"""How a game ended: the ranks of its seats."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from texcoco.event import Json


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended: a rank for each seat (1 is best, equal ranks share), the scores, and how it came about."""

    ranks: tuple[int, ...]
    scores: tuple[int, ...]
    how: str
    """A key of the game's words: `end.…`."""

    @property
    def winners(self) -> tuple[int, ...]:
        return tuple(seat for seat, rank in enumerate(self.ranks) if rank == 1)

    def dump(self) -> Json:
        return {"ranks": list(self.ranks), "scores": list(self.scores), "how": self.how, "winners": list(self.winners)}


def ranks(*orders: Sequence[Any]) -> tuple[int, ...]:
    """Competition ranks (1, 1, 3) of seats, the highest first; later orders break ties of earlier ones."""
    standings = list(zip(*orders, strict=True))
    return tuple([1 + sum([other > mine for other in standings]) for mine in standings])
