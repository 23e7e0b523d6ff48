"""Deals anew what a seat cannot know: in a position (`redeal`), or from nothing but a view (`complete`).

Jewel cards, claims and votes that it cannot see are drawn freely; artefacts in `artefacts.py`. Both ways end in the
same functions, so that they draw alike.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING, NamedTuple

from texcoco.game import Json
from texcoco.games.azteco.actions import BALLOTS, VOTES
from texcoco.games.azteco.artefacts import History, Look, history
from texcoco.games.azteco.cards import ALL_CARDS, AT_ONCE, CARD_AT, CARD_BITS, CARD_OF_BIT, CARDS, KIND_AT, KINDS
from texcoco.games.bits import choose

if TYPE_CHECKING:
    from texcoco.games.azteco.position import AztecoPosition

_CLAIMS = range(len(CARDS))
_VOTES = {seats: [[vote.data.code for vote in ballot] for ballot in ballots] for seats, ballots in BALLOTS.items()}
"""By the number of seats, and by seat: every vote that it may cast."""
_DERIVED = ("seat", "turn", "waiting", "temple", "reserve", "kept", "deck", "worth")


class Known(NamedTuple):
    """What a seat knows, and what follows for all that it cannot see."""

    hidden: list[int]
    """The seats whose jewel card it has not seen."""
    unseen: int
    """The bits of all jewel cards that it has not seen."""
    bag: list[int]
    """The same as a list of cards."""
    sealed: list[tuple[int, Sequence[int]]]
    """The seats whose claim or vote is sealed, and what it may be."""
    artefacts: History


def known_to(p: AztecoPosition, seat: int | None) -> Known:
    """What a seat (None: a spectator) knows of a position."""
    hidden = p.face_down_to(seat)
    unseen = p.deck
    for s in hidden:
        drawn = CARD_BITS[p.cards[s]] & ~unseen
        unseen |= 1 << drawn.bit_length() - 1
    sealed: list[tuple[int, Sequence[int]]] = []
    if p.phase == "claim":
        sealed = [(s, _CLAIMS) for s, claim in enumerate(p.claims) if s != seat and claim >= 0]
    elif p.phase == "vote":
        sealed = [(s, _VOTES[p.seats][s]) for s, vote in enumerate(p.votes) if s != seat and vote >= 0]
    looks: list[Look] = [
        (who, hand, hand[index])
        if who == seat
        else (who, (-1,) * len(hand), hand[index] if AT_ONCE[hand[index]] else -1)
        for who, hand, index in p.gains
    ]
    hand = p.hand if not p.winners or p.winners[0] == seat else (-1,) * len(p.hand)
    return Known(hidden, unseen, choose(CARD_OF_BIT, unseen), sealed, history(looks, hand, p.effect >= 0))


def redeal(new: AztecoPosition, known: Known, rng: Random) -> None:
    """Deals anew in a position all that somebody who knows this much of it may not know."""
    deck = known.unseen
    _deal_cards(new.cards, known.hidden, known.bag, rng)
    for s in known.hidden:
        left = deck & CARD_BITS[new.cards[s]]
        deck ^= left & -left
    new.deck = deck
    if known.sealed:
        _draw_sealed(new.claims if new.phase == "claim" else new.votes, known.sealed, rng)
    new.gains, new.hand, new.fresh, new.under = known.artefacts.deal(rng)


def complete(view: Json, rng: Random) -> Json:
    """The view as the JSON of a position, with something that may be true for all that is hidden."""
    data: Json = {name: value for name, value in view.items() if name not in _DERIVED}
    cards = [CARD_AT.get(card, -1) for card in view["cards"]]
    unseen = ALL_CARDS
    for card in [CARD_AT[card] for past in view["rounds"] for card in past["cards"]] + [
        card for card in cards if card >= 0
    ]:
        left = unseen & CARD_BITS[card]
        unseen ^= left & -left
    _deal_cards(cards, [s for s, card in enumerate(cards) if card < 0], choose(CARD_OF_BIT, unseen), rng)
    seats: int = view["seats"]
    claims, votes = [0] * seats, [0] * seats
    _draw_sealed(claims, [(s, _CLAIMS) for s, claim in enumerate(view["claims"]) if claim == "?"], rng)
    _draw_sealed(votes, [(s, _VOTES[seats][s]) for s, vote in enumerate(view["votes"]) if vote == "?"], rng)
    looks = [(gain["seat"], _kinds(gain["drew"]), KIND_AT.get(gain["kept"], -1)) for gain in view["gains"]]
    gains, hand, _, _ = history(looks, _kinds(view["hand"]), view["effect"] is not None).deal(rng)
    data["cards"] = [CARDS[card] for card in cards]
    data["claims"] = [CARDS[claims[s]] if claim == "?" else claim for s, claim in enumerate(view["claims"])]
    data["votes"] = [VOTES[votes[s]].text if vote == "?" else vote for s, vote in enumerate(view["votes"])]
    data["gains"] = [
        {"seat": who, "drew": [KINDS[kind] for kind in drew], "kept": KINDS[drew[index]]} for who, drew, index in gains
    ]
    data["hand"] = [KINDS[kind] for kind in hand]
    return data


def _kinds(names: list[str]) -> tuple[int, ...]:
    return tuple(KIND_AT.get(name, -1) for name in names)


def _deal_cards(cards: list[int], hidden: list[int], unseen: list[int], rng: Random) -> None:
    """Deals jewel cards to these seats from those that are unseen."""
    random, bag = rng.random, unseen.copy()
    for seat in hidden:
        n = int(random() * len(bag))
        cards[seat] = bag[n]
        bag[n] = bag[-1]
        bag.pop()


def _draw_sealed(choices: list[int], sealed: list[tuple[int, Sequence[int]]], rng: Random) -> None:
    """Draws sealed claims or votes, each that is possible as likely as any other."""
    random = rng.random
    for seat, possible in sealed:
        choices[seat] = possible[int(random() * len(possible))]
