"""Why an action may not be done now, by the ruling that forbids it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from texcoco.game import CHANCE, Action, Refusal
from texcoco.games.azteco.cards import COLOURS, EFFECTS, FEWEST, KINDS, MOST, MOST_COLOURS, write_jewels
from texcoco.games.azteco.moves import PLENTY, effect_choices, within

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
"""For each phase the kinds of action that it takes, and the ruling that says so. What `effect` takes, its artefact
says."""


def check(p: AztecoPosition, seat: int, action: Action) -> Refusal | None:
    """Why a seat may not do this now, by the ruling that forbids it; None when it may."""
    if seat not in p.actors():
        return _refuse_seat(p, seat)
    phase = p.phase
    if phase == "effect":
        return None if action in effect_choices(p, seat) else _refuse_effect(p, seat, action)
    kinds, rule = _WANTED[phase]
    if action.kind not in kinds:
        return Refusal(rule, f"refuse.phase.{phase}", {"action": action.text})
    if phase == "claim":
        return _check_claim(action)
    if phase == "vote":
        target = action.data.target
        if target >= p.seats:
            return _no_such_seat(p, target)
        return Refusal("A9", "refuse.vote.oneself", {"seat": seat}) if target == seat else None
    if phase == "keep":
        return None if action.data.place < len(p.hand) else Refusal("A25", "refuse.keep", {"count": len(p.hand)})
    if action in p.actions(CHANCE):
        return None
    return Refusal(rule, f"refuse.chance.{phase}", {"action": action.text})


def _check_claim(action: Action) -> Refusal | None:
    card, *jewels = action.data
    if card >= 0:
        return None
    if not FEWEST <= sum(jewels) <= MOST:
        return Refusal("A5", "refuse.claim.size", {"count": sum(jewels)})
    return Refusal("A5", "refuse.claim.colours", {"count": sum(n > 0 for n in jewels), "most": MOST_COLOURS})


def _refuse_seat(p: AztecoPosition, seat: int) -> Refusal:
    """Why the game does not wait for this seat."""
    phase, awaited = p.phase, p.actors()
    if phase == "over":
        return Refusal("A29", "refuse.over")
    if seat == CHANCE:
        return Refusal("A12", "refuse.players")
    if awaited == (CHANCE,):
        return Refusal("A12", f"refuse.wait.{phase}")
    if phase in ("claim", "vote"):
        return Refusal("A46", f"refuse.sealed.{phase}", {"seat": seat})
    return Refusal("A12", "refuse.wait.seat", {"seat": seat, "other": awaited[0]})


# --- artefacts that are played at once (A41) ---


def _refuse_effect(p: AztecoPosition, seat: int, action: Action) -> Refusal:
    """Why this is not among the choices that the seat's artefact leaves it."""
    asked = EFFECTS[p.effect]
    if action.kind != asked:
        return Refusal("A41", f"refuse.effect.{asked}", {"artefact": KINDS[p.effect], "action": action.text})
    return _EFFECTS[asked](p, seat, action)


def _refuse_discard(p: AztecoPosition, seat: int, action: Action) -> Refusal:
    return Refusal("A41", "refuse.discard", {"stones": p.stones[seat]})


def _refuse_give(p: AztecoPosition, seat: int, action: Action) -> Refusal:
    to: int = action.data.seat
    return Refusal("A41", "refuse.give.oneself", {"seat": seat}) if to == seat else _no_such_seat(p, to)


def _refuse_take(p: AztecoPosition, seat: int, action: Action) -> Refusal:
    temple = p.temple() or PLENTY
    if within(action.data, temple):
        return Refusal("A41", "refuse.take.few", {"count": min(2, sum(temple))})
    return Refusal("A8", "refuse.temple", {"jewels": write_jewels(list(action.data))})


def _refuse_steal(p: AztecoPosition, seat: int, action: Action) -> Refusal:
    victim, colour = action.data
    if victim >= p.seats:
        return _no_such_seat(p, victim)
    if victim == seat:
        return Refusal("A42", "refuse.steal.oneself", {"seat": seat})
    return Refusal("A42", "refuse.steal", {"target": victim, "colour": COLOURS[colour]})


def _refuse_swap(p: AztecoPosition, seat: int, action: Action) -> Refusal:
    back, come = action.data
    if not within(back, p.jewels[3 * seat : 3 * seat + 3]):
        return Refusal("A43", "refuse.swap", {"jewels": write_jewels(back), "seat": seat})
    return Refusal("A8", "refuse.temple", {"jewels": write_jewels(come)})


def _refuse_shift(p: AztecoPosition, seat: int, action: Action) -> Refusal:
    source: int = action.data.source
    return Refusal("A44", "refuse.shift", {"colour": COLOURS[source], "stones": p.curses[source]})


def _no_such_seat(p: AztecoPosition, target: int) -> Refusal:
    return Refusal("A1", "refuse.no_seat", {"target": target, "last": p.seats - 1})


_EFFECTS: dict[str, Callable[[AztecoPosition, int, Action], Refusal]] = {
    "discard": _refuse_discard,
    "give": _refuse_give,
    "take": _refuse_take,
    "steal": _refuse_steal,
    "swap": _refuse_swap,
    "shift": _refuse_shift,
}
