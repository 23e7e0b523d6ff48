"""What a seat, or a spectator, may know of a position."""

from __future__ import annotations

from typing import TYPE_CHECKING

from texcoco.game import Json
from texcoco.games.azteco import form, scoring
from texcoco.games.azteco.cards import AT_ONCE, KIND_AT, KIND_COPIES, KINDS

if TYPE_CHECKING:
    from texcoco.games.azteco.position import AztecoPosition

EVERYBODY, NOBODY = -1, -2
"""Who knows a card under the deck, where it is not one seat."""


def view(position: AztecoPosition, seat: int | None) -> Json:
    """The position's JSON with `?` for all that this seat may not know, and what follows from the rest. When the game is over, everything."""
    shown = form.dump(position)
    if position.phase != "over":
        _hide(position, seat, shown)
    kept = [
        [gain["kept"] for gain in shown["gains"] if gain["seat"] == s and not AT_ONCE[KIND_AT.get(gain["kept"], 0)]]
        for s in range(position.seats)
    ]
    shown |= {
        "seat": seat,
        "turn": position.turn if position.shown else None,
        "waiting": list(position.actors()),
        "temple": position.temple(),
        "reserve": position.reserve(),
        "kept": kept,
        "deck": {"fresh": position.fresh.bit_count(), "under": _under(position, seat)},
        "worth": [_worth(position, s, kept[s]) for s in range(len(position.sheets))],
    }
    return shown


def _hide(position: AztecoPosition, seat: int | None, shown: Json) -> None:
    others = [s for s in range(position.seats) if s != seat]
    revealed = {(position.first + n) % position.seats for n in range(position.shown)}
    for s in others:
        if s < len(position.cards) and s not in revealed:
            shown["cards"][s] = "?"
        for phase, choices in (("claim", shown["claims"]), ("vote", shown["votes"])):  # A7, A11
            if position.phase == phase and choices[s] is not None:
                choices[s] = "?"
    if position.winners and position.winners[0] != seat:
        shown["hand"] = ["?"] * len(position.hand)
    for gain in shown["gains"]:
        if gain["seat"] != seat:
            gain["drew"] = ["?"] * len(gain["drew"])
            if not AT_ONCE[KIND_AT[gain["kept"]]]:  # A23
                gain["kept"] = "?"


def _worth(position: AztecoPosition, seat: int, kept: list[str]) -> Json:
    """The points that a seat would score now, as far as they are known: artefacts face down count for nothing."""
    known = [KIND_AT[name] for name in kept if name != "?"]
    return {
        **scoring.tally(position.jewels[3 * seat : 3 * seat + 3], position.stones[seat], position.sheets[seat], known),
        "hidden": len(kept) - len(known),
    }


def _under(position: AztecoPosition, seat: int | None) -> list[list[str]]:
    """The deck's lower part as far as this seat was shown it. Two cards that lie together are in an order that nobody knows."""
    fresh = sum(KIND_COPIES)
    groups: list[tuple[tuple[int, ...], int]] = []
    played_now = len(position.gains) - 1 if position.effect >= 0 else -1
    looks = list(position.gains)
    if position.hand:
        looks.append((position.winners[0], position.hand, -1))
    for number, (who, hand, index) in enumerate(looks):
        for kind in hand:
            if fresh:
                fresh -= 1
            elif len(groups[0][0]) == 1:
                groups.pop(0)
            else:
                (one, other), knower = groups[0]
                left = other if one == kind else one
                groups[0] = ((left,), knower if knower == who or one == other else NOBODY)
        if index < 0:
            continue
        others = tuple(sorted(hand[:index] + hand[index + 1 :]))
        if others:
            groups.append((others, who))
        if AT_ONCE[hand[index]] and number != played_now:
            groups.append(((hand[index],), EVERYBODY))
    everything = position.phase == "over"
    return [[KINDS[kind] if everything or knower in (EVERYBODY, seat) else "?" for kind in kinds] for kinds, knower in groups]
