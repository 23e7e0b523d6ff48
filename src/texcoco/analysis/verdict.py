"""What the judges of all games answer with, and how much work they may do."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from texcoco.analysis.chances import Chances
from texcoco.game import Action

QUICK, USUAL, DEEP = "quick", "usual", "deep"
DEPTHS = (QUICK, USUAL, DEEP)
"""How far a turn is looked into: as a hint is, as level 5 does, and with ten times the work of that and more."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a choice was worth, by what its seat could know when it chose."""

    expected: Chances | None = None
    """The chances after the choice, before something hidden turned out; None where nothing did."""
    best: tuple[Action, ...] = ()
    """What would have been better; nothing where nothing was."""
    gain: float = 0.0
    """How much more chance to win the best choice would have given the seat; 0 or more."""
    reason: Mapping[str, str] = field(default_factory=dict[str, str])
    """What speaks for the best choice, in each language."""


@dataclass(frozen=True, slots=True)
class Ranked:
    """One of the turns that a seat could choose among."""

    plan: tuple[Action, ...]
    loss: float
    """How much less chance to win it gives than the best of them."""
    parts: frozenset[str]
    """What it does, as far as that tells one idea from another."""


def shifted(chances: Chances, seat: int, gain: float) -> Chances:
    """Chances in which a seat has so much more, at the cost of the others in proportion to theirs."""
    own = min(max(chances[seat] + gain, 0.0), 1.0)
    rest = 1 - chances[seat]
    if rest <= 0:
        return tuple(own if s == seat else (1 - own) / (len(chances) - 1) for s in range(len(chances)))
    return tuple(own if s == seat else chance * (1 - own) / rest for s, chance in enumerate(chances))
