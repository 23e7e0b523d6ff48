"""Azteco as JSON: the whole position, and what a seat or a spectator may know of it."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING, Any, TypeVar

from texcoco.game import Json, MakePart, Views, check_viewer, make_part
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

T = TypeVar("T")

Group = tuple[tuple[int, ...], int]
"""Cards that lie together under the deck, and who knows them."""

FORMAT = 1


def dump(position: AztecoPosition, part: MakePart = make_part) -> Json:
    """The position in the public format (docs/azteco-position.md). Decks are left out: they follow from all other
    cards.
    """
    return _open_fields(position, part) | _Secrets(position, part).fields(ALL_KNOWING)


def view(position: AztecoPosition, seat: int | None, everything: bool = False) -> Json:
    """The position's JSON with `?` for all that this seat may not know, and what follows from the rest; at the end
    everything."""
    secrets = _Secrets(position, make_part)
    own_fields = _own_fields(position, secrets, everything, make_part)
    return _open_fields(position, make_part) | _derived_fields(position) | own_fields(seat)


def views(position: AztecoPosition, part: MakePart) -> Views:
    """All views, with what everybody knows worked out once."""
    lying_open, secrets = _open_fields(position, part), _Secrets(position, part)
    own_fields = _own_fields(position, secrets, False, part)
    return Views(lying_open | _derived_fields(position), own_fields, lambda: lying_open | secrets.fields(ALL_KNOWING))


def _derived_fields(position: AztecoPosition) -> Json:
    """What follows from what everybody knows."""
    return {
        "turn": position.turn if position.shown else None,
        "waiting": list(position.actors()),
        "temple": position.temple(),
        "reserve": position.reserve(),
    }


def _own_fields(
    position: AztecoPosition, secrets: _Secrets, everything: bool, part: MakePart
) -> Callable[[int | None], Json]:
    """A function that gives what others may not know, for a seat or for somebody who is shown everything, and what
    follows from it."""
    derived = _Derived(position, part)
    everything = everything or position.phase == "over"

    def own_fields(seat: int | None) -> Json:
        check_viewer(seat, position.seats)
        viewer = ALL_KNOWING if everything else seat
        return {"seat": seat, **secrets.fields(viewer), **derived.fields(viewer)}

    return own_fields


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


class _Secrets:
    """What seats hold face down. What everybody is shown of it is worked out once, for all viewers."""

    def __init__(self, position: AztecoPosition, part: MakePart):
        self.part = part
        self.gains = tuple(position.gains)
        self.gainers = {ALL_KNOWING, *(seat for seat, _, _ in self.gains)}
        self.looker = position.winners[0] if position.winners else None
        """Who looks at the artefacts of `hand`."""
        self.cards = [CARDS[card] for card in position.cards]
        self.claims = [CARDS[claim] if claim >= 0 else None for claim in position.claims]
        self.votes = [VOTES[vote].text if vote >= 0 else None for vote in position.votes]
        self.hand = [KINDS[kind] for kind in position.hand]
        revealed = {(position.first + n) % position.seats for n in range(position.shown)}
        self.open_cards = [card if s in revealed else "?" for s, card in enumerate(self.cards)]
        self.open_claims = _sealed(self.claims) if position.phase == "claim" else self.claims  # A7
        self.open_votes = _sealed(self.votes) if position.phase == "vote" else self.votes  # A11

    def fields(self, viewer: int | None) -> Json:
        """With `?` for all that the viewer may not know; None is a spectator."""
        # Who has won no artefact knows of them what a spectator knows.
        gains = self.part(_gains, self.gains, viewer if viewer in self.gainers else None)
        if viewer == ALL_KNOWING:
            return {
                "cards": self.cards, "claims": self.claims, "votes": self.votes, "hand": self.hand, "gains": gains,
            }  # fmt: skip
        return {
            "cards": _with_own(self.open_cards, self.cards, viewer),
            "claims": _with_own(self.open_claims, self.claims, viewer),
            "votes": _with_own(self.open_votes, self.votes, viewer),
            "hand": self.hand if self.looker in (None, viewer) else ["?"] * len(self.hand),
            "gains": gains,
        }


def _sealed(choices: list[str | None]) -> list[str | None]:
    """Of sealed choices others are shown only whether they have been made."""
    return [choice and "?" for choice in choices]


def _with_own(shown: list[T], known: list[T], viewer: int | None) -> list[T]:
    """What everybody is shown of something that each seat has, and all of the viewer's own."""
    if viewer is None or viewer >= len(known):  # nothing is dealt yet
        return shown
    own = shown.copy()
    own[viewer] = known[viewer]
    return own


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


class _Derived:
    """What follows from what a viewer knows. What everybody knows is worked out once, for all viewers."""

    def __init__(self, position: AztecoPosition, part: MakePart):
        self.part = part
        self.fresh = position.fresh.bit_count()
        self.under = _groups_under(*_looks(position))
        self.knowers = {ALL_KNOWING, *(knower for _, knower in self.under)}
        self.kept = [tuple(position.kept(seat)) for seat in range(position.seats)]
        self.kept_names = [[KINDS[kind] for kind in kept] for kept in self.kept]
        self.open_names = [["?"] * len(kept) for kept in self.kept]
        """What everybody is shown of what lies face down before each seat."""
        self.sheets, self.stones = position.sheets, position.stones
        jewels = position.jewels
        self.jewels = list(zip(jewels[0::3], jewels[1::3], jewels[2::3], strict=True))
        # There are no points before characters are dealt.
        self.open_worth = [self._worth(seat, (), len(self.kept[seat])) for seat in range(len(self.sheets))]

    def fields(self, viewer: int | None) -> Json:
        if viewer == ALL_KNOWING:
            kept, worth = self.kept_names, [self._worth(seat, self.kept[seat]) for seat in range(len(self.sheets))]
        else:
            kept, worth = _with_own(self.open_names, self.kept_names, viewer), self.open_worth
            if viewer is not None and viewer < len(worth) and self.kept[viewer]:
                worth = worth.copy()
                worth[viewer] = self._worth(viewer, self.kept[viewer])
        # Who has laid nothing under the deck knows of it what a spectator knows.
        under = self.part(_under, self.under, viewer if viewer in self.knowers else None)
        return {
            "kept": kept,
            "deck": {"fresh": self.fresh, "under": under},
            "worth": worth,
        }

    def _worth(self, seat: int, known: tuple[int, ...], hidden: int = 0) -> Any:
        return self.part(_worth, self.jewels[seat], self.stones[seat], self.sheets[seat], known, hidden)


def _worth(own: Jewels, stones: int, character: int, known: tuple[int, ...], hidden: int) -> Json:
    """The points that a seat would score now, as far as they are known: artefacts face down count for nothing.

    `more`: the points that one more blue, yellow or red jewel would add.
    """
    parts = scoring.tally(own, stones, character, known)
    return {**parts, "hidden": hidden, "more": list(_more(own, character, known))}


@lru_cache(maxsize=1000)
def _more(own: Jewels, character: int, known: tuple[int, ...]) -> tuple[int, int, int]:
    """The points that one more jewel of each colour would add; `own` and `known` change seldom."""
    blue, yellow, red = own
    now = scoring.jewel_points(own, character, known)
    richer = (blue + 1, yellow, red), (blue, yellow + 1, red), (blue, yellow, red + 1)
    more = [scoring.jewel_points(jewels, character, known) - now for jewels in richer]
    return more[0], more[1], more[2]


def _looks(position: AztecoPosition) -> tuple[tuple[Gain, ...], int]:
    """Every look at artefacts so far, and the number of that whose artefact is being played, or -1."""
    looks = tuple(position.gains)
    if position.hand:
        looks = (*looks, (position.winners[0], position.hand, -1))
    return looks, len(position.gains) - 1 if position.effect >= 0 else -1


def _under(groups: tuple[Group, ...], viewer: int | None) -> list[list[str]]:
    """The deck's lower part as far as the viewer was shown it. Two cards that lie together are in an order that nobody
    knows."""
    return [
        [KINDS[kind] if viewer == ALL_KNOWING or knower in (EVERYBODY, viewer) else "?" for kind in kinds]
        for kinds, knower in groups
    ]


@lru_cache(maxsize=100)
def _groups_under(looks: tuple[Gain, ...], played_now: int) -> tuple[Group, ...]:
    """The deck's lower part. Cached, since it changes seldom."""
    fresh = sum(KIND_COPIES)
    groups: list[Group] = []
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
    return tuple(groups)
