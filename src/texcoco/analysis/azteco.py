"""How a position of Azteco is described to the model of chances."""

from __future__ import annotations

from texcoco.analysis.model import Described
from texcoco.bots.azteco.values import Values
from texcoco.game import Json, Position
from texcoco.games.azteco.cards import CARD_AT, JEWELS, ROUNDS, count_jewels

FEATURES = ("total", "card", "bluff")
"""The score that the seat may expect, in tens; what its card is worth beyond the mean, before claims are made; and, if
its claim is known to be a lie that is not shown yet, what the lie is worth. Both in tens, where the viewer knows the
card."""
DEAL = "deal"
_BEFORE = {"card": "claim", "artefact": "keep"}
"""What chance does, and the choice that it leads to: the evaluator knows choices only."""
STAGES = (DEAL, *(f"{number}-{part}" for number in range(1, ROUNDS + 1) for part in ("claim", "vote", "artefact")))
"""Before all sheets are dealt, and the parts of each round."""


def describe(position: Position, seat: int | None) -> Described:
    """What a seat sees of the position; None: everything, whoever may know it."""
    return describe_view(position.view(seat, open=seat is None), seat)


def describe_view(view: Json, seat: int | None) -> Described:
    n: int = view["seats"]
    if len(view["sheets"]) < n:
        return Described(DEAL, ((0.0,) * len(FEATURES),) * n)
    phase = _BEFORE.get(view["phase"], view["phase"])
    values = Values(0 if seat is None else seat, {**view, "phase": phase})
    cards = [_card(view, other) for other in range(n)]
    worth = [0.0] * n
    bluff = [0.0] * n
    for other, card in enumerate(cards):
        if card < 0:
            continue
        if phase == "claim":
            worths = values.claims(other)
            worth[other] = worths[card] - sum(worths) / len(worths)
        elif phase == "vote":
            bluff[other] = values.gain(other, _beyond(card, view["served"][other]))
    stage = f"{view['round']}-{phase if phase in ('claim', 'vote') else 'artefact'}"
    return Described(stage, tuple((values.totals[o] / 10, worth[o] / 10, bluff[o] / 10) for o in range(n)))


def _card(view: Json, seat: int) -> int:
    cards = view["cards"]
    return CARD_AT[cards[seat]] if seat < len(cards) and cards[seat] != "?" else -1


def _beyond(card: int, served: str) -> tuple[int, int, int]:
    """What a seat loses if only its card counts in the end."""
    true, claimed = JEWELS[card], count_jewels(served)
    return true[0] - claimed[0], true[1] - claimed[1], true[2] - claimed[2]
