"""The events of an action, worked out from the positions before and after it. Neither is changed."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from texcoco.game import CHANCE, Action, Event, Veil
from texcoco.games.azteco import scoring, transitions
from texcoco.games.azteco.actions import SWAP_NONE
from texcoco.games.azteco.cards import AT_ONCE, CARDS, CHARACTERS, COLOURS, JEWELS, KINDS, write_jewels

if TYPE_CHECKING:
    from texcoco.games.azteco.position import AztecoPosition


def events(before: AztecoPosition, seat: int, action: Action, after: AztecoPosition) -> list[Event]:
    """What happened when `seat` did `action` in the position `before`, which led to `after`.

    If more followed by itself, the action is carried out again in a copy, step by step: a chain of reveals passes
    through positions that are found neither before nor after it.
    """
    if after.step == before.step:
        return ACTION_EVENTS[action.kind](before, seat, action, after)
    p = before.copy()
    step = transitions.TRANSITIONS[action.kind](p, seat, action)
    found = ACTION_EVENTS[action.kind](before, seat, action, p)
    while step is not None:
        was = p.copy()
        following = step(p)
        found += STEP_EVENTS[step](was, p)
        step = following
    return found


def _event(seat: int, action: Action, **values: Any) -> Event:
    """The event of an action itself."""
    return Event(action.kind, seat, {"action": action.text, **values})


def _secret(key: str, seat: int, action: Action, reader: int, secret: dict[str, Any], **values: Any) -> Event:
    """The event of an action that one seat may read: for all others, the values of `secret` and the action are `?`."""
    mine = frozenset({reader})
    veils = {"action": Veil(mine, f"{key} ?"), **{name: Veil(mine) for name in secret}}
    return Event(key, seat, {"action": action.text, **values, **secret}, veils)


# --- actions: the position before, the seat, the action, and the position right after it, before anything follows ---


def _first(before: AztecoPosition, seat: int, action: Action, p: AztecoPosition) -> list[Event]:
    return [_event(CHANCE, action, first=p.first)]


def _sheet(before: AztecoPosition, seat: int, action: Action, p: AztecoPosition) -> list[Event]:
    return [_event(CHANCE, action, to=len(before.sheets), character=CHARACTERS[action.data.character])]


def _card(before: AztecoPosition, seat: int, action: Action, p: AztecoPosition) -> list[Event]:
    to = len(before.cards)
    return [_secret("card", CHANCE, action, to, {"jewels": CARDS[action.data.card]}, to=to)]


def _claim(before: AztecoPosition, seat: int, action: Action, p: AztecoPosition) -> list[Event]:
    return [_secret("claim", seat, action, seat, {"jewels": CARDS[action.data.card]})]


def _vote(before: AztecoPosition, seat: int, action: Action, p: AztecoPosition) -> list[Event]:
    found = [_secret("vote", seat, action, seat, _written_vote(p, seat))]
    if not p.awaited:  # all votes are shown (A11)
        found += [Event("voted", voter, _written_vote(p, voter)) for voter in p.from_first()]
    return found


def _written_vote(p: AztecoPosition, seat: int) -> dict[str, Any]:
    vote = p.votes[seat]
    return {"vote": "accuse" if vote & 1 else "believe", "target": vote // 2}


def _artefact(before: AztecoPosition, seat: int, action: Action, p: AztecoPosition) -> list[Event]:
    winner = before.winners[0]
    return [_secret("artefact", CHANCE, action, winner, {"artefact": KINDS[action.data.artefact]}, to=winner)]


def _keep(before: AztecoPosition, seat: int, action: Action, p: AztecoPosition) -> list[Event]:
    place: int = action.data.place
    kind = before.hand[place]
    found = [_secret("keep", seat, action, seat, {"artefact": KINDS[kind]})]
    if AT_ONCE[kind]:
        found.append(Event("play", seat, {"artefact": KINDS[kind]}))
        if p.phase != "effect":
            found.append(Event("nothing", seat, {"artefact": KINDS[kind]}))
    return found


# --- artefacts that are played at once ---


def _discard(before: AztecoPosition, seat: int, action: Action, p: AztecoPosition) -> list[Event]:
    return [_event(seat, action, stones=action.data.stones)]


def _give(before: AztecoPosition, seat: int, action: Action, p: AztecoPosition) -> list[Event]:
    to: int = action.data.seat
    return [_event(seat, action, to=to), _stone(before.copy(), seat, to)]


def _take(before: AztecoPosition, seat: int, action: Action, p: AztecoPosition) -> list[Event]:
    return [_event(seat, action, jewels=write_jewels(list(action.data)))]


def _steal(before: AztecoPosition, seat: int, action: Action, p: AztecoPosition) -> list[Event]:
    victim, colour = action.data
    return [_event(seat, action, target=victim, jewels=COLOURS[colour])]


def _swap(before: AztecoPosition, seat: int, action: Action, p: AztecoPosition) -> list[Event]:
    back, come = action.data
    found = [_event(seat, action, jewels=write_jewels(back) or "none")]
    if action is not SWAP_NONE:
        found.append(Event("receive", seat, {"jewels": write_jewels(come)}))
    return found


def _shift(before: AztecoPosition, seat: int, action: Action, p: AztecoPosition) -> list[Event]:
    source, target, stones = action.data
    return [_event(seat, action, colour=COLOURS[source], target=COLOURS[target], stones=stones)]


# --- steps: copies of the position before and after each; stones are passed again in the one before ---


def _serve(was: AztecoPosition, p: AztecoPosition) -> list[Event]:
    found: list[Event] = []
    for seat in p.from_first():
        claim, got = p.claims[seat], p.served[seat]
        found.append(Event("claimed", seat, {"jewels": CARDS[claim]}))
        if got != JEWELS[claim]:
            found.append(Event("short", seat, {"jewels": write_jewels(got) or "none"}))
    return found


def _reveal(was: AztecoPosition, p: AztecoPosition) -> list[Event]:
    seat = p.turn
    truth, accusers = p.told_the_truth(seat), p.accusers(seat)
    case = "truth" if truth else "caught" if accusers else "unseen"  # A6
    received = [p.jewels[at] - was.jewels[at] for at in range(3 * seat, 3 * seat + 3)]
    return [
        Event("reveal", seat, {"jewels": CARDS[p.cards[seat]], "case": case}),
        Event("receive", seat, {"jewels": write_jewels(received) or "none"}),
        *(_stone(was, *transitions.stone_of_accuser(seat, accuser, truth)) for accuser in accusers),
    ]


def _stone(p: AztecoPosition, giver: int, to: int) -> Event:
    """A stone that is passed, which is carried out in `p`: where it comes from depends on those passed before it."""
    source = transitions.pass_stone(p, giver, to)
    return Event("no_stone", to) if source == "none" else Event("stone", giver, {"to": to, "source": source})


def _believe(was: AztecoPosition, p: AztecoPosition) -> list[Event]:
    seat, found = p.turn, list[Event]()
    for believer in p.believers(seat):
        stones = was.stones[believer]
        transitions.answer_believer(was, seat, believer)
        change = was.stones[believer] - stones
        if change < 0:
            found.append(Event("relieved", believer, {"target": seat}))
        elif change > 0:
            found.append(Event("burdened", believer))
        elif not p.told_the_truth(seat):
            found.append(Event("no_stone", believer))
    return found


def _win(was: AztecoPosition, p: AztecoPosition) -> list[Event]:
    if p.winners:
        return [Event("win", p.winners[0])]
    return [Event("no_artefact", winner) for winner in was.winners]


def _end_round(was: AztecoPosition, p: AztecoPosition) -> list[Event]:
    found = [_curse(was, colour) for colour in range(3)]
    if p.phase == "over":
        for seat in range(p.seats):
            jewels = p.jewels[3 * seat : 3 * seat + 3]
            for kind in p.kept(seat):
                points = scoring.artefact_points(jewels, kind)
                found.append(Event("uncover", seat, {"artefact": KINDS[kind], "points": points}))
            found.append(Event("score", seat, scoring.score(p, seat)))
    else:
        blue, yellow, red = p.curses
        found.append(Event("round", p.first, {"round": p.round, "blue": blue, "yellow": yellow, "red": red}))
    return found


def _curse(was: AztecoPosition, colour: int) -> Event:
    values: dict[str, Any] = {"colour": COLOURS[colour], "stones": was.curses[colour]}
    seat = transitions.cursed(was, colour)
    if seat is None:
        return Event("spared", CHANCE, values)
    return Event("cursed", seat, {**values, "count": was.jewels[3 * seat + colour]})


ACTION_EVENTS: dict[str, Callable[[AztecoPosition, int, Action, AztecoPosition], list[Event]]] = {
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
STEP_EVENTS: dict[transitions.Step, Callable[[AztecoPosition, AztecoPosition], list[Event]]] = {
    transitions.serve: _serve,
    transitions.reveal: _reveal,
    transitions.believe: _believe,
    transitions.win: _win,
    transitions.end_round: _end_round,
}
