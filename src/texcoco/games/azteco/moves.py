"""What may be done now, and why not what may not."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from texcoco.game import CHANCE, Action, Refusal
from texcoco.games.azteco import effects
from texcoco.games.azteco.actions import BALLOTS, CLAIMS, KEEPS
from texcoco.games.azteco.cards import FEWEST, MOST, MOST_COLOURS

if TYPE_CHECKING:
    from texcoco.games.azteco.position import AztecoPosition

_WANTED = {
    "first": (("first",), "A2"),
    "sheet": (("sheet",), "A3"),
    "card": (("card",), "A4"),
    "claim": (("claim",), "A7"),
    "vote": (("believe", "accuse"), "A10"),
    "artefact": (("artefact",), "A22"),
    "keep": (("keep",), "A22"),
}
"""For each phase the kinds of action that it takes, and the ruling that says so. What `effect` takes, its artefact says."""


def actions(position: AztecoPosition, seat: int) -> list[Action]:
    """Every legal action of a seat, or of chance."""
    if seat not in position.actors():
        return []
    match position.phase:
        case "claim":
            return list(CLAIMS)
        case "vote":
            return list(BALLOTS[position.seats][seat])
        case "keep":
            return list(KEEPS[: len(position.hand)])
        case "effect":
            return effects.choices(position, seat)
        case _:
            return [action for action, _ in position.chances()]


def pick(position: AztecoPosition, seat: int, rng: Random) -> Action:
    """One of the legal actions of a seat that is awaited, all alike."""
    phase = position.phase
    if phase == "claim":
        return CLAIMS[int(rng.random() * len(CLAIMS))]
    if phase == "vote":
        ballot = BALLOTS[position.seats][seat]
        return ballot[int(rng.random() * len(ballot))]
    if phase == "keep":
        return KEEPS[int(rng.random() * len(position.hand))]
    return rng.choice(actions(position, seat))


def check(position: AztecoPosition, seat: int, action: Action) -> Refusal | None:
    """Why a seat may not do this now, by the ruling that forbids it; None when it may."""
    if seat not in position.actors():
        return _refuse_seat(position, seat)
    phase = position.phase
    if phase == "effect":
        return None if action in effects.choices(position, seat) else effects.refuse(position, seat, action)
    kinds, rule = _WANTED[phase]
    if action.kind not in kinds:
        return Refusal(rule, f"refuse.phase.{phase}", {"action": action.text})
    if phase == "claim":
        return _check_claim(action)
    if phase == "vote":
        target = action.data[0] // 2
        if target >= position.seats:
            return Refusal("A1", "refuse.no_seat", {"target": target, "last": position.seats - 1})
        return Refusal("A9", "refuse.vote.oneself", {"seat": seat}) if target == seat else None
    if phase == "keep":
        return None if action.data[0] < len(position.hand) else Refusal("A25", "refuse.keep", {"count": len(position.hand)})
    if action in position.actions(CHANCE):
        return None
    return Refusal(rule, f"refuse.chance.{phase}", {"action": action.text})


def _check_claim(action: Action) -> Refusal | None:
    card, *jewels = action.data
    if card >= 0:
        return None
    if not FEWEST <= sum(jewels) <= MOST:
        return Refusal("A5", "refuse.claim.size", {"count": sum(jewels)})
    return Refusal("A5", "refuse.claim.colours", {"count": sum(n > 0 for n in jewels), "most": MOST_COLOURS})


def _refuse_seat(position: AztecoPosition, seat: int) -> Refusal:
    """Why the game does not wait for this seat."""
    phase, awaited = position.phase, position.actors()
    if phase == "over":
        return Refusal("A29", "refuse.over")
    if seat == CHANCE:
        return Refusal("A12", "refuse.players")
    if awaited == (CHANCE,):
        return Refusal("A12", f"refuse.wait.{phase}")
    if phase in ("claim", "vote"):
        return Refusal("A46", f"refuse.sealed.{phase}", {"seat": seat})
    return Refusal("A12", "refuse.wait.seat", {"seat": seat, "other": awaited[0]})
