"""Azteco as JSON: the whole position, and what a seat or a spectator may know of it."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING

from texcoco.game import Json, MakePart, make_part
from texcoco.games.azteco import scoring
from texcoco.games.azteco.actions import VOTES
from texcoco.games.azteco.cards import AT_ONCE, CARDS, CHARACTERS, KIND_COPIES, KINDS, Jewels, write_jewels

if TYPE_CHECKING:
    from texcoco.games.azteco.artefacts import Gain
    from texcoco.games.azteco.position import AztecoPosition, Round

EVERYBODY, NOBODY = -1, -2
"""Who knows a card under the deck, where it is not one seat."""
ALL_KNOWING = -3
"""In the place of a viewer: one to whom everything is shown."""

FORMAT = 1


def dump(position: AztecoPosition, part: MakePart = make_part) -> Json:
    """The position in the public format (docs/azteco-position.md). Decks are left out: they follow from all other
    cards.
    """
    return _open_fields(position, part) | _secrets(position, ALL_KNOWING, part)


def view(position: AztecoPosition, seat: int | None, everything: bool = False) -> Json:
    """The position's JSON with `?` for all that this seat may not know, and what follows from the rest; at the end
    everything."""
    everything = everything or position.phase == "over"
    return public_fields(position, make_part) | own_fields(position, seat, everything, make_part)


def public_fields(position: AztecoPosition, part: MakePart) -> Json:
    """What everybody knows, and what follows from it."""
    return _open_fields(position, part) | {
        "turn": position.turn if position.shown else None,
        "waiting": list(position.actors()),
        "temple": position.temple(),
        "reserve": position.reserve(),
    }


def views(position: AztecoPosition, part: MakePart) -> tuple[Json, Callable[[int | None], Json]]:
    """The fields of a view that all viewers are shown alike, and a function that gives the others."""
    everything = position.phase == "over"
    return public_fields(position, part), lambda seat: own_fields(position, seat, everything, part)


def own_fields(position: AztecoPosition, seat: int | None, everything: bool, part: MakePart) -> Json:
    """What others may not know, for this seat or for somebody who is shown everything, and what follows from it."""
    viewer = ALL_KNOWING if everything else seat
    gains, sheets = tuple(position.gains), tuple(position.sheets)
    return {
        "seat": seat,
        **_secrets(position, viewer, part),
        "kept": part(_all_kept, gains, position.seats, viewer),
        "deck": {"fresh": position.fresh.bit_count(), "under": part(_under, *_looks(position), viewer)},
        "worth": part(_all_worth, tuple(position.jewels), tuple(position.stones), sheets, gains, viewer),
    }


def _open_fields(position: AztecoPosition, part: MakePart) -> Json:
    """What lies open on the table. Jewels, stones, curses (A31) and past rounds (A30) are no secrets."""
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
        "served": part(_served, tuple(position.served)),
        "shown": position.shown,
        "winners": list(position.winners),
        "effect": KINDS[position.effect] if position.effect >= 0 else None,
        "rounds": part(_rounds, tuple(position.rounds)),
    }


def _secrets(position: AztecoPosition, viewer: int | None, part: MakePart) -> Json:
    """What seats hold face down, with `?` for all that the viewer may not know; None is a spectator."""
    cards = [CARDS[card] for card in position.cards]
    claims = [CARDS[claim] if claim >= 0 else None for claim in position.claims]
    votes = [VOTES[vote].text if vote >= 0 else None for vote in position.votes]
    hand = [KINDS[kind] for kind in position.hand]
    if viewer != ALL_KNOWING:
        revealed = {(position.first + n) % position.seats for n in range(position.shown)}
        cards = [card if s == viewer or s in revealed else "?" for s, card in enumerate(cards)]
        if position.phase == "claim":  # A7
            claims = _others_hidden(claims, viewer)
        if position.phase == "vote":  # A11
            votes = _others_hidden(votes, viewer)
        if position.winners and position.winners[0] != viewer:
            hand = ["?"] * len(hand)
    gains = part(_gains, tuple(position.gains), viewer)
    return {"cards": cards, "claims": claims, "votes": votes, "hand": hand, "gains": gains}


def _others_hidden(choices: list[str | None], viewer: int | None) -> list[str | None]:
    """Sealed choices: a viewer is shown its own, and of others only whether they have been made."""
    return [choice if s == viewer or choice is None else "?" for s, choice in enumerate(choices)]


def _served(served: tuple[Jewels, ...]) -> list[str]:
    return [write_jewels(jewels) for jewels in served]


def _gains(gains: tuple[Gain, ...], viewer: int | None) -> list[Json]:
    return [
        {"seat": seat, "drew": [KINDS[kind] for kind in hand], "kept": KINDS[hand[index]]}
        if viewer in (seat, ALL_KNOWING)
        else {
            "seat": seat,
            "drew": ["?"] * len(hand),
            "kept": KINDS[hand[index]] if AT_ONCE[hand[index]] else "?",
        }  # A23
        for seat, hand, index in gains
    ]


def _rounds(rounds: tuple[Round, ...]) -> list[Json]:
    return [
        {
            "cards": [CARDS[i] for i in cards],
            "claims": [CARDS[i] for i in claims],
            "votes": [VOTES[i].text for i in votes],
        }
        for cards, claims, votes in rounds
    ]


def _kept(gains: tuple[Gain, ...], owner: int, viewer: int | None) -> tuple[int, ...]:
    """The artefacts that lie face down before a seat: their kinds, or -1 for each that the viewer may not know."""
    known = viewer in (owner, ALL_KNOWING)
    return tuple(
        [hand[index] if known else -1 for seat, hand, index in gains if seat == owner and not AT_ONCE[hand[index]]]
    )


def _all_kept(gains: tuple[Gain, ...], seats: int, viewer: int | None) -> list[list[str]]:
    """The artefacts that lie face down before each seat, with `?` for all that the viewer may not know."""
    kept = (_kept(gains, owner, viewer) for owner in range(seats))
    return [[KINDS[kind] if kind >= 0 else "?" for kind in own] for own in kept]


def _all_worth(
    jewels: tuple[int, ...],
    stones: tuple[int, ...],
    sheets: tuple[int, ...],
    gains: tuple[Gain, ...],
    viewer: int | None,
) -> list[Json]:
    """The points that each seat would score now, as far as the viewer knows; nothing before characters are dealt."""
    return [
        _worth(jewels[3 * seat : 3 * seat + 3], stones[seat], character, _kept(gains, seat, viewer))
        for seat, character in enumerate(sheets)
    ]


def _worth(own: tuple[int, ...], stones: int, character: int, kept: tuple[int, ...]) -> Json:
    """The points that a seat would score now, as far as they are known: artefacts face down count for nothing.

    `more`: the points that one more blue, yellow or red jewel would add.
    """
    known = tuple(kind for kind in kept if kind >= 0)
    parts, more = _tally(own, stones, character, known)
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


def _looks(position: AztecoPosition) -> tuple[tuple[Gain, ...], int]:
    """Every look at artefacts so far, and the number of that whose artefact is being played, or -1."""
    looks = tuple(position.gains)
    if position.hand:
        looks = (*looks, (position.winners[0], position.hand, -1))
    return looks, len(position.gains) - 1 if position.effect >= 0 else -1


def _under(looks: tuple[Gain, ...], played_now: int, viewer: int | None) -> list[list[str]]:
    """The deck's lower part as far as the viewer was shown it. Two cards that lie together are in an order that nobody
    knows."""
    return [
        [KINDS[kind] if viewer == ALL_KNOWING or knower in (EVERYBODY, viewer) else "?" for kind in kinds]
        for kinds, knower in _groups_under(looks, played_now)
    ]


@lru_cache(maxsize=100)
def _groups_under(looks: tuple[Gain, ...], played_now: int) -> list[tuple[tuple[int, ...], int]]:
    """The cards of the deck's lower part, and who knows them. Cached, since it is the same for all viewers."""
    fresh = sum(KIND_COPIES)
    groups: list[tuple[tuple[int, ...], int]] = []
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
    return groups
