"""Azteco as JSON: the whole position, and what a seat or a spectator may know of it."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from texcoco.game import Json
from texcoco.games.azteco import scoring
from texcoco.games.azteco.actions import VOTES
from texcoco.games.azteco.cards import AT_ONCE, CARDS, CHARACTERS, KIND_AT, KIND_COPIES, KINDS, write_jewels

if TYPE_CHECKING:
    from texcoco.games.azteco.position import AztecoPosition

EVERYBODY, NOBODY = -1, -2
"""Who knows a card under the deck, where it is not one seat."""


FORMAT = 1


def dump(position: AztecoPosition) -> Json:
    """The position in the public format (docs/azteco-position.md). Decks are left out: they follow from all other
    cards.
    """
    return {
        "game": "azteco",
        "format": FORMAT,
        "rules": position.game.rules,
        "seats": position.seats,
        "options": position.options.dump(),
        "phase": position.phase,
        "round": position.round,
        "first": position.first if position.first >= 0 else None,
        "sheets": [CHARACTERS[i] for i in position.sheets],
        "jewels": [position.jewels[3 * s : 3 * s + 3] for s in range(position.seats)],
        "stones": list(position.stones),
        "curses": list(position.curses),
        "cards": [CARDS[card] for card in position.cards],
        "claims": [CARDS[claim] if claim >= 0 else None for claim in position.claims],
        "served": [write_jewels(jewels) for jewels in position.served],
        "votes": [VOTES[vote].text if vote >= 0 else None for vote in position.votes],
        "shown": position.shown,
        "winners": list(position.winners),
        "hand": [KINDS[kind] for kind in position.hand],
        "effect": KINDS[position.effect] if position.effect >= 0 else None,
        "gains": [
            {"seat": seat, "drew": [KINDS[kind] for kind in hand], "kept": KINDS[hand[index]]}
            for seat, hand, index in position.gains
        ],
        "rounds": [
            {
                "cards": [CARDS[i] for i in cards],
                "claims": [CARDS[i] for i in claims],
                "votes": [VOTES[i].text for i in votes],
            }
            for cards, claims, votes in position.rounds
        ],
    }


def view(position: AztecoPosition, seat: int | None, everything: bool = False) -> Json:
    """The position's JSON with `?` for all that this seat may not know, and what follows from the rest; at the end
    everything."""
    shown = dump(position)
    everything = everything or position.phase == "over"
    if not everything:
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
        "deck": {"fresh": position.fresh.bit_count(), "under": _under(position, seat, everything)},
        "worth": [_worth(position, s, kept[s]) for s in range(len(position.sheets))],
    }
    return shown


def _hide(position: AztecoPosition, seat: int | None, shown: Json) -> None:
    """Replaces the secrets of others by `?`. Jewels, stones, curses (A31) and past rounds (A30) are no secrets."""
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
    """The points that a seat would score now, as far as they are known: artefacts face down count for nothing.

    `more`: the points that one more blue, yellow or red jewel would add.
    """
    known = tuple(KIND_AT[name] for name in kept if name != "?")
    own = tuple(position.jewels[3 * seat : 3 * seat + 3])
    parts, more = _tally(own, position.stones[seat], position.sheets[seat], known)
    return {**parts, "hidden": len(kept) - len(known), "more": list(more)}


@lru_cache(maxsize=1000)
def _tally(
    own: tuple[int, ...], stones: int, character: int, known: tuple[int, ...]
) -> tuple[dict[str, int], tuple[int, ...]]:
    """Points part by part, and what one more jewel of each colour would add: the same for all viewers, and seldom
    another.
    """
    parts = scoring.tally(own, stones, character, known)
    richer = ([n + (c == colour) for c, n in enumerate(own)] for colour in range(3))
    more = (scoring.tally(jewels, stones, character, known)["total"] - parts["total"] for jewels in richer)
    return parts, tuple(more)


def _under(position: AztecoPosition, seat: int | None, everything: bool) -> list[list[str]]:
    """The deck's lower part as far as this seat was shown it. Two cards that lie together are in an order that nobody
    knows."""
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
                continue
            kinds, knower = groups.pop(0)
            if len(kinds) == 2:  # only who laid the two there and took one knows the other
                left = kinds[1] if kinds[0] == kind else kinds[0]
                groups.insert(0, ((left,), knower if knower == who or kinds[0] == kinds[1] else NOBODY))
        if index < 0:
            continue
        others = tuple(sorted(hand[:index] + hand[index + 1 :]))
        if others:
            groups.append((others, who))
        if AT_ONCE[hand[index]] and number != played_now:
            groups.append(((hand[index],), EVERYBODY))
    return [
        [KINDS[kind] if everything or knower in (EVERYBODY, seat) else "?" for kind in kinds]
        for kinds, knower in groups
    ]
