"""Clocks of a table: none, some days for each move, or minutes for the game and an increment for each turn."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, cast

from texcoco.game import Json

DAY = 86_400.0


@dataclass(frozen=True, slots=True)
class Tempo:
    """How much time players have."""

    kind: str = "none"
    """none, days or live."""
    bank: float = 0.0
    """Seconds to start with; for `days`, the seconds of each move."""
    increment: float = 0.0

    @classmethod
    def read(cls, given: Any) -> Tempo:
        """From what a table asks for: null, {"days": 3} or {"minutes": 15, "increment": 20}.

        Raises ValueError with the reason.
        """
        if given is None:
            return cls()
        asked = cast("Json", given) if isinstance(given, dict) else {}
        days = _whole(asked, "days", 1, 30)
        minutes, increment = _whole(asked, "minutes", 1, 600), _whole(asked, "increment", 0, 600)
        if set(asked) == {"days"} and days is not None:
            return cls("days", days * DAY)
        if set(asked) == {"minutes", "increment"} and minutes is not None and increment is not None:
            return cls("live", minutes * 60.0, float(increment))
        raise ValueError('a clock is null, {"days": 1 to 30} or {"minutes": 1 to 600, "increment": 0 to 600 seconds}')


def _whole(asked: Json, name: str, least: int, most: int) -> int | None:
    value = asked.get(name)
    return value if type(value) is int and least <= value <= most else None


@dataclass(slots=True)
class Clocks:
    """The clock of every seat. A seat's time runs while the game waits for it."""

    tempo: Tempo
    left: list[float]
    since: dict[int, float] = field(default_factory=dict[int, float])
    """The seats whose time runs, and since when."""

    @classmethod
    def from_tempo(cls, tempo: Tempo, seats: int) -> Clocks:
        return cls(tempo, [tempo.bank] * seats)

    def copy(self) -> Clocks:
        return Clocks(self.tempo, list(self.left), dict(self.since))

    def turn_to(self, seats: set[int], now: float, new_step: bool) -> None:
        """The game waits for these seats now; those that have moved get their increment, or a new day."""
        if self.tempo.kind == "none":
            return
        for seat in [seat for seat in self.since if new_step or seat not in seats]:
            spent = max(now - self.since.pop(seat), 0.0)
            if self.tempo.kind == "days":
                self.left[seat] = self.tempo.bank
            else:
                self.left[seat] += self.tempo.increment - spent
        for seat in seats:
            self.since.setdefault(seat, now)

    def ran(self, start: float, end: float) -> bool:
        """Whether a seat's time ran between these two moments, and had not run out before."""
        return any(since < end and (self.remaining(seat, start) or 0.0) > 0 for seat, since in self.since.items())

    def give_back(self, start: float, end: float) -> None:
        """The time between these two moments does not count for those whose clock ran."""
        for seat, since in self.since.items():
            self.since[seat] = since + max(end - max(since, start), 0.0)

    def stop(self, now: float) -> None:
        self.turn_to(set(), now, new_step=True)

    def remaining(self, seat: int, now: float) -> float | None:
        """Seconds that a seat has left; None without clocks."""
        if self.tempo.kind == "none":
            return None
        return self.left[seat] - (max(now - self.since[seat], 0.0) if seat in self.since else 0.0)

    def show(self) -> Json | None:
        """For a client that counts down by itself."""
        if self.tempo.kind == "none":
            return None
        return {
            "kind": self.tempo.kind,
            "left": list(self.left),
            "since": {str(seat): at for seat, at in sorted(self.since.items())},
        }
