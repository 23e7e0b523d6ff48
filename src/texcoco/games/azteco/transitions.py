"""State changes: what each action does to a position, and what follows without further choices.

Nothing is checked here (`moves.py` and `refusals.py` say what is legal) and no events are made (`events.py` does that).

A choice often sets off a chain: cards are revealed one after the other, artefacts are won, the round ends. Each link
of the chain is a `Step`. `apply` runs steps until the game waits for somebody; `events.py` runs the same steps to make
the events of each.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Literal, Protocol

from texcoco.game import Action
from texcoco.games.azteco import moves
from texcoco.games.azteco.cards import (
    AT_ONCE,
    CARD_BITS,
    JEWELS,
    KIND_BITS,
    LOOK_AT,
    MOST_SEATS,
    ROUNDS,
    Jewels,
)

if TYPE_CHECKING:
    from texcoco.games.azteco.artefacts import Gain
    from texcoco.games.azteco.position import AztecoPosition

CHANCE_BIT = 1 << MOST_SEATS
"""The bit of chance in `AztecoPosition.awaited`, after those of the seats."""


class Step(Protocol):
    """A function that changes the position without anybody's choice, and returns the next step, or None."""

    def __call__(self, p: AztecoPosition, /) -> Step | None: ...


def apply(p: AztecoPosition, seat: int, action: Action) -> None:
    """Carries out a legal action and all that follows from it."""
    step = TRANSITIONS[action.kind](p, seat, action)
    while step is not None:
        step = step(p)


def _wait(p: AztecoPosition, phase: str, awaited: int) -> None:
    p.phase, p.awaited = phase, awaited
    p.step += 1


# --- the beginning of a game and of a round ---


def _first(p: AztecoPosition, seat: int, action: Action) -> Step | None:
    p.first = action.data.seat
    p.phase = "sheet"
    return None


def _sheet(p: AztecoPosition, seat: int, action: Action) -> Step | None:
    take_sheet(p, action.data.character)
    return None


def take_sheet(p: AztecoPosition, character: int) -> None:
    """The next seat gets this character; when all have one, cards are dealt."""
    p.sheets.append(character)
    if len(p.sheets) == p.seats:
        p.phase = "card"


def _card(p: AztecoPosition, seat: int, action: Action) -> Step | None:
    deal(p, action.data.card)
    return None


def deal(p: AztecoPosition, card: int) -> None:
    """The next seat gets this jewel card; when all have one, they claim."""
    p.cards.append(card)
    left = p.deck & CARD_BITS[card]
    p.deck ^= left & -left
    if len(p.cards) == p.seats:
        _wait(p, "claim", (1 << p.seats) - 1)


# --- claims and votes ---


def _claim(p: AztecoPosition, seat: int, action: Action) -> Step | None:
    p.claims[seat] = action.data.card
    p.awaited ^= 1 << seat
    return None if p.awaited else serve


def serve(p: AztecoPosition) -> Step | None:
    """Shows all claims, and lays the jewels on the cards, clockwise from the first player (A7, A8)."""
    temple = p.temple()
    p.served = [JEWELS[claim] for claim in p.claims]
    if temple is not None:
        for seat in p.from_first():
            got = p.served[seat] = _at_most(p.served[seat], temple)
            for colour in range(3):
                temple[colour] -= got[colour]
    _wait(p, "vote", (1 << p.seats) - 1)
    return None


def _vote(p: AztecoPosition, seat: int, action: Action) -> Step | None:
    p.votes[seat] = action.data.code
    p.awaited ^= 1 << seat
    return None if p.awaited else reveal


# --- reveals ---


def reveal(p: AztecoPosition) -> Step | None:
    """Turns the next card over (A12) and does what its case says: jewels, then stones, then artefacts are won (A13)."""
    p.shown += 1
    seat = p.turn
    accusers, truth = p.accusers(seat), p.told_the_truth(seat)
    jewels = p.served[seat]
    if accusers and not truth:  # A19: what lay on the card is back in the temple by now, see `temple`
        card, temple = JEWELS[p.cards[seat]], p.temple()
        jewels = card if temple is None else _at_most(card, temple)
    at = 3 * seat
    p.jewels[at] += jewels[0]
    p.jewels[at + 1] += jewels[1]
    p.jewels[at + 2] += jewels[2]
    for accuser in accusers:
        pass_stone(p, *stone_of_accuser(seat, accuser, truth))
    p.winners = artefact_winners(seat, accusers, truth)
    return win if p.winners and (truth or not accusers) else believe  # A13


def stone_of_accuser(seat: int, accuser: int, truth: bool) -> tuple[int, int]:
    """From whom to whom a stone goes: the accused gives it if it told the truth, the accuser if it lied."""
    return (seat, accuser) if truth else (accuser, seat)


def artefact_winners(seat: int, accusers: list[int], truth: bool) -> tuple[int, ...]:
    """The seats that the reveal of a seat wins an artefact, in the order in which they draw (A14)."""
    if truth:
        return (seat,) if len(accusers) > 1 else ()  # A20
    if not accusers:
        return (seat,)  # A18
    return tuple(accusers) if len(accusers) > 1 else ()  # A21


def believe(p: AztecoPosition) -> Step | None:
    """Stones for all who believed the seat that was revealed: after its artefacts, but for a liar who was caught
    (A13)."""
    seat = p.turn
    for believer in p.believers(seat):
        answer_believer(p, seat, believer)
    return win if p.winners else _next_reveal(p)


def answer_believer(p: AztecoPosition, seat: int, believer: int) -> None:
    """Who believed the truth discards a stone, if there is one (A16); who believed a lie draws one."""
    if not p.told_the_truth(seat):
        pass_stone(p, None, believer)
    elif p.stones[believer]:
        p.stones[believer] -= 1


def pass_stone(p: AztecoPosition, giver: int | None, to: int) -> Literal["own", "reserve", "none"]:
    """A stone goes from a seat to another; from the reserve when that seat has none (A15, A39), or when `giver` is
    None.

    Gives where it came from: `none` when the reserve was empty, so that there was no stone (A17).
    """
    if giver is not None and p.stones[giver]:
        p.stones[giver] -= 1
        source = "own"
    elif p.reserve() == 0:
        return "none"
    else:
        source = "reserve"
    p.stones[to] += 1
    return source


def _next_reveal(p: AztecoPosition) -> Step:
    return reveal if p.shown < p.seats else end_round


# --- artefacts ---


def win(p: AztecoPosition) -> Step | None:
    """The next winner is to look at artefacts, unless there are none to be had, and so nothing more to win (A25)."""
    if p.fresh or p.under:
        _wait(p, "artefact", CHANCE_BIT)
        return None
    p.winners = ()
    return _after_artefacts(p)


def _artefact(p: AztecoPosition, seat: int, action: Action) -> Step | None:
    look_at(p, action.data.artefact)
    return None


def look_at(p: AztecoPosition, kind: int) -> None:
    """The winner draws an artefact of this kind; when it has enough of them to look at, it keeps one."""
    take_from_deck(p, kind)
    p.hand += (kind,)
    if len(p.hand) == LOOK_AT or not (p.fresh or p.under):  # A25
        _wait(p, "keep", 1 << p.winners[0])


def take_from_deck(p: AztecoPosition, kind: int) -> None:
    """The topmost artefact, which is of this kind, leaves the deck."""
    if p.fresh:
        left = p.fresh & KIND_BITS[kind]
        p.fresh ^= left & -left
    elif len(p.under[0]) == 1:
        p.under = p.under[1:]
    else:
        one, other = p.under[0]
        p.under = ((other if one == kind else one,), *p.under[1:])


def _keep(p: AztecoPosition, seat: int, action: Action) -> Step | None:
    index: int = action.data.place
    kind = p.hand[index]
    record_gain(p, (seat, p.hand, index))
    if not AT_ONCE[kind]:
        return _next_winner(p)
    p.effect = kind
    if not moves.effect_choices(p, seat):  # played all the same (A24)
        return _put_under(p)
    _wait(p, "effect", 1 << seat)
    return None


def record_gain(p: AztecoPosition, gain: Gain) -> None:
    """A seat has chosen one of the artefacts that it looked at; the others go under the deck (A22)."""
    _, hand, index = gain
    p.gains.append(gain)
    p.hand = ()
    others = tuple(sorted(hand[:index] + hand[index + 1 :]))
    if others:
        p.under += (others,)


def _put_under(p: AztecoPosition) -> Step | None:
    """The artefact that was played goes under the deck, lowest of all (A45)."""
    p.under += ((p.effect,),)
    p.effect = -1
    return _next_winner(p)


def _next_winner(p: AztecoPosition) -> Step | None:
    p.winners = p.winners[1:]
    return win if p.winners else _after_artefacts(p)


def _after_artefacts(p: AztecoPosition) -> Step:
    """Believers come after the artefacts, but for a liar who was caught: there they came before (A13)."""
    seat = p.turn
    caught = not p.told_the_truth(seat) and 2 * seat + 1 in p.votes
    return _next_reveal(p) if caught else believe


# --- what artefacts do that are played at once (A24, A41) ---


def _discard(p: AztecoPosition, seat: int, action: Action) -> Step | None:
    p.stones[seat] -= action.data.stones
    return _put_under(p)


def _give(p: AztecoPosition, seat: int, action: Action) -> Step | None:
    pass_stone(p, seat, action.data.seat)
    return _put_under(p)


def _take(p: AztecoPosition, seat: int, action: Action) -> Step | None:
    for colour in range(3):
        p.jewels[3 * seat + colour] += action.data[colour]
    return _put_under(p)


def _steal(p: AztecoPosition, seat: int, action: Action) -> Step | None:
    victim, colour = action.data
    p.jewels[3 * victim + colour] -= 1
    p.jewels[3 * seat + colour] += 1
    return _put_under(p)


def _swap(p: AztecoPosition, seat: int, action: Action) -> Step | None:
    back, come = action.data
    for colour in range(3):
        p.jewels[3 * seat + colour] += come[colour] - back[colour]
    return _put_under(p)


def _shift(p: AztecoPosition, seat: int, action: Action) -> Step | None:
    source, target, stones = action.data
    p.curses[source] -= stones
    p.curses[target] += stones
    return _put_under(p)


# --- the end of a round ---


def end_round(p: AztecoPosition) -> Step | None:
    """Curses strike, cards and votes are put aside, and the next round begins or the game ends."""
    for colour in range(3):
        seat = cursed(p, colour)
        if seat is not None:
            p.stones[seat] += p.curses[colour]
            p.curses[colour] = 0
    p.rounds.append((tuple(p.cards), tuple(p.claims), tuple(p.votes)))  # for all to see (A30)
    p.cards, p.served, p.shown = [], [], 0
    p.claims, p.votes = [-1] * p.seats, [-1] * p.seats
    if p.round == ROUNDS:
        _wait(p, "over", 0)
        return None
    for colour in range(3):  # blue first, for as long as the reserve has stones (A17)
        if p.reserve() != 0:
            p.curses[colour] += 1
    p.round += 1
    if p.options.rotate:
        p.first = (p.first + 1) % p.seats
    _wait(p, "card", CHANCE_BIT)
    return None


def cursed(p: AztecoPosition, colour: int) -> int | None:
    """The seat that alone has the most jewels of a colour and takes the stones of its curse (A26), of several too
    (A27).

    None on a tie: then they stay (A28).
    """
    owned = p.jewels[colour::3]
    most = max(owned)
    return owned.index(most) if owned.count(most) == 1 else None


def _at_most(wanted: Jewels, there: list[int]) -> Jewels:
    return min(wanted[0], there[0]), min(wanted[1], there[1]), min(wanted[2], there[2])


TRANSITIONS: dict[str, Callable[[AztecoPosition, int, Action], Step | None]] = {
    "first": _first,
    "sheet": _sheet,
    "card": _card,
    "claim": _claim,
    "believe": _vote,
    "accuse": _vote,
    "artefact": _artefact,
    "keep": _keep,
    "discard": _discard,
    "give": _give,
    "take": _take,
    "steal": _steal,
    "swap": _swap,
    "shift": _shift,
}
