"""What artefacts that are played at once ask for, and do (A24, A39, A41-A44)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from texcoco.game import Action, Event, Refusal
from texcoco.games.azteco.actions import DISCARDS, GIVES, SHIFT_NONE, SHIFTS, STEALS, SWAP_NONE, SWAPS, TAKES
from texcoco.games.azteco.cards import COLOURS, EFFECTS, KINDS, Jewels, write_jewels

if TYPE_CHECKING:
    from texcoco.games.azteco.position import AztecoPosition

PLENTY = (99, 99, 99)


def choices(position: AztecoPosition, seat: int) -> list[Action]:
    """What `seat` may choose from for the artefact that it plays; empty when it can have no effect (A41)."""
    match EFFECTS[position.effect]:
        case "discard":
            stones = min(2, position.stones[seat])
            return list(DISCARDS[: stones + 1]) if stones else []
        case "give":
            if not position.stones[seat] and position.reserve() == 0:
                return []
            return [GIVES[other] for other in range(position.seats) if other != seat]
        case "take":
            temple = position.temple() or PLENTY
            size = min(2, sum(temple))
            return [action for letters, action in TAKES.items() if len(letters) == size and _within(action.data, temple)]
        case "steal":
            return [STEALS[at] for at in range(3 * position.seats) if position.jewels[at] and at // 3 != seat]
        case "swap":
            own = position.jewels[3 * seat : 3 * seat + 3]
            temple = position.temple() or PLENTY
            swaps = [action for action in SWAPS.values() if _swappable(action.data, own, temple)]
            return [SWAP_NONE, *swaps] if swaps else []
        case _:
            shifts = [action for (source, _, n), action in SHIFTS.items() if n <= position.curses[source]]
            return [SHIFT_NONE, *shifts] if shifts else []


def _within(jewels: tuple[int, ...], there: list[int] | Jewels) -> bool:
    return jewels[0] <= there[0] and jewels[1] <= there[1] and jewels[2] <= there[2]


def _swappable(data: tuple[int, ...], own: list[int], temple: list[int] | Jewels) -> bool:
    """What goes back is there to go back, and what comes is in the temple once that is back (A43)."""
    back, come = data[:3], data[3:]
    return _within(back, own) and all(come[c] <= temple[c] + back[c] for c in range(3))


def perform(position: AztecoPosition, seat: int, action: Action, told: list[Event] | None) -> None:
    """Does what the seat chose for its artefact."""
    data, jewels, at = action.data, position.jewels, 3 * seat
    values: dict[str, object] = {"action": action.text}
    match action.kind:
        case "discard":
            position.stones[seat] -= data[0]
            if told is not None:
                told.append(Event("discard", seat, values | {"stones": data[0]}))
        case "give":
            if told is not None:
                told.append(Event("give", seat, values | {"to": data[0]}))
            position.pass_stone(seat, data[0], told)
        case "take":
            for colour in range(3):
                jewels[at + colour] += data[colour]
            if told is not None:
                told.append(Event("take", seat, values | {"jewels": write_jewels(list(data))}))
        case "steal":
            victim, colour = data
            jewels[3 * victim + colour] -= 1
            jewels[at + colour] += 1
            if told is not None:
                told.append(Event("steal", seat, values | {"target": victim, "jewels": COLOURS[colour]}))
        case "swap":
            for colour in range(3):
                jewels[at + colour] += data[3 + colour] - data[colour]
            if told is not None:
                told.append(Event("swap", seat, values | {"jewels": write_jewels(list(data[:3])) or "none"}))
                if action is not SWAP_NONE:
                    told.append(Event("receive", seat, {"jewels": write_jewels(list(data[3:]))}))
        case _:
            source, target, stones = data
            position.curses[source] -= stones
            position.curses[target] += stones
            if told is not None:
                told.append(Event("shift", seat, values | {"colour": COLOURS[source], "target": COLOURS[target], "stones": stones}))


def refuse(position: AztecoPosition, seat: int, action: Action) -> Refusal:
    """Why this is not among the choices that the seat's artefact leaves it."""
    asked, data = EFFECTS[position.effect], action.data
    if action.kind != asked:
        return Refusal("A41", f"refuse.effect.{asked}", {"artefact": KINDS[position.effect], "action": action.text})
    match asked:
        case "discard":
            return Refusal("A41", "refuse.discard", {"stones": position.stones[seat]})
        case "give":
            if data[0] == seat:
                return Refusal("A41", "refuse.give.oneself", {"seat": seat})
            return Refusal("A1", "refuse.no_seat", {"target": data[0], "last": position.seats - 1})
        case "take":
            temple = position.temple() or PLENTY
            if _within(data, temple):
                return Refusal("A41", "refuse.take.few", {"count": min(2, sum(temple))})
            return Refusal("A8", "refuse.temple", {"jewels": write_jewels(list(data))})
        case "steal":
            if data[0] >= position.seats:
                return Refusal("A1", "refuse.no_seat", {"target": data[0], "last": position.seats - 1})
            if data[0] == seat:
                return Refusal("A42", "refuse.steal.oneself", {"seat": seat})
            return Refusal("A42", "refuse.steal", {"target": data[0], "colour": COLOURS[data[1]]})
        case "swap":
            own = position.jewels[3 * seat : 3 * seat + 3]
            if not _within(data[:3], own):
                return Refusal("A43", "refuse.swap", {"jewels": write_jewels(list(data[:3])), "seat": seat})
            return Refusal("A8", "refuse.temple", {"jewels": write_jewels(list(data[3:]))})
        case _:
            return Refusal("A44", "refuse.shift", {"colour": COLOURS[data[0]], "stones": position.curses[data[0]]})
