"""Reads a position of Azteco from JSON (docs/azteco-position.md), and rejects an impossible one with the reason.

It checks that the pieces add up and fit the phase, not that a game could have led to the position.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from texcoco.game import BadOption
from texcoco.games.azteco.actions import VOTES
from texcoco.games.azteco.cards import (
    AT_ONCE,
    CARD_AT,
    CARD_BITS,
    CARDS,
    CHARACTER_AT,
    COLOURS,
    KIND_AT,
    KIND_BITS,
    KINDS,
    LOOK_AT,
    ROUNDS,
    SUPPLY_JEWELS,
    SUPPLY_STONES,
    count_jewels,
)
from texcoco.games.azteco.position import AztecoPosition
from texcoco.games.azteco.transitions import CHANCE_BIT, artefact_winners, record_gain, take_from_deck
from texcoco.games.azteco.view import FORMAT
from texcoco.games.reasons import bad_option, check_head, impossible

PHASES = ("first", "sheet", "card", "claim", "vote", "artefact", "keep", "effect", "over")
_FIELDS = (
    "game", "format", "rules", "seats", "options", "phase", "round", "first", "sheets", "jewels", "stones", "curses",
    "cards", "claims", "served", "votes", "shown", "winners", "hand", "effect", "gains", "rounds",
)  # fmt: skip
_A_ROUND = 200
"""More jewels or stones than anybody can get in a round."""
_VOTE_AT = {action.text: vote for vote, action in enumerate(VOTES)}


def load(data: Mapping[str, Any]) -> AztecoPosition:
    """The position that a JSON describes; what is left out is as at the start of a game. Raises `Impossible` with the
    reason."""
    try:
        return _load(data)
    except BadOption as bad:
        raise bad_option(bad, AztecoPosition.game.options) from None
    except (KeyError, TypeError, AttributeError, IndexError) as error:
        raise impossible("form", why=f"{type(error).__name__} {error}") from None


def _load(data: Mapping[str, Any]) -> AztecoPosition:
    check_head(data, "azteco", "Azteco", FORMAT)
    _number(data, "rules", 1, 1, AztecoPosition.game.rules)
    unknown = [str(name) for name in data if name not in _FIELDS]
    if unknown:
        raise impossible("unknown", fields=unknown[:5], title="Azteco")
    position = AztecoPosition.game.opening(data["seats"], data.get("options", {}))
    assert isinstance(position, AztecoPosition)
    seats, phase = position.seats, data["phase"]
    if phase not in PHASES:
        raise impossible("one-of", name="phase", choices=PHASES, value=repr(phase))
    position.phase = phase
    position.round = _number(data, "round", 1, 1, ROUNDS)
    first = data.get("first")
    if first is not None or phase != "first":
        position.first = _seat(position, "first", position.first if first is None else first)
    position.sheets = [_lookup("sheets", CHARACTER_AT, name) for name in data.get("sheets", [])]
    if len(set(position.sheets)) != len(position.sheets):
        raise impossible("azteco.same-sheet")
    dealt = len(position.sheets)
    if not (dealt == 0 if phase == "first" else dealt < seats if phase == "sheet" else dealt == seats):
        raise impossible("azteco.fit", name="sheets", n=dealt, seats=seats, phase=phase)
    most = _A_ROUND * position.round
    if "jewels" in data:
        position.jewels = [n for jewels in _list(data, "jewels", seats) for n in _counts("jewels", jewels, 3, most)]
    if "stones" in data:
        position.stones = _counts("stones", data["stones"], seats, most)
    if "curses" in data:
        position.curses = _counts("curses", data["curses"], 3, most)
    _load_round(position, data)
    _load_decks(position, data)
    _load_awaited(position)
    _check_supply(position)
    return position


def _load_round(position: AztecoPosition, data: Mapping[str, Any]) -> None:
    """Cards, claims and votes of this round, and of those before."""
    seats, phase = position.seats, position.phase
    position.cards = [_lookup("cards", CARD_AT, name) for name in data.get("cards", [])]
    drawn = len(position.cards)
    if not (
        drawn == 0 if phase in ("first", "sheet", "over") else drawn < seats if phase == "card" else drawn == seats
    ):
        raise impossible("azteco.fit", name="cards", n=drawn, seats=seats, phase=phase)
    for name, lookup, open_phase in (("claims", CARD_AT, "claim"), ("votes", _VOTE_AT, "vote")):
        choices = [-1 if c is None else _lookup(name, lookup, c) for c in _list(data, name, seats, [None] * seats)]
        made = seats - choices.count(-1)
        early = PHASES.index(phase) < PHASES.index(open_phase) or phase == "over"
        if not (made == 0 if early else made < seats if phase == open_phase else made == seats):
            raise impossible("azteco.fit", name=name, n=made, seats=seats, phase=phase)
        setattr(position, name, choices)
    _check_votes(position, position.votes)
    claimed = position.claims if phase in ("vote", "artefact", "keep", "effect") else []
    served = data.get("served", [CARDS[claim] for claim in claimed])
    if len(served) != len(claimed) or any(set(letters) - set(COLOURS) for letters in served):
        raise impossible("azteco.served", served=repr(served), n=len(claimed))
    position.served = [count_jewels(letters) for letters in served]
    if any(
        any(got > asked for got, asked in zip(jewels, count_jewels(CARDS[claim]), strict=True))
        for jewels, claim in zip(position.served, claimed, strict=True)
    ):
        raise impossible("azteco.served-more")
    revealing = phase in ("artefact", "keep", "effect")
    position.shown = _number(data, "shown", 0, 1 if revealing else 0, seats if revealing else 0)
    for past in data.get("rounds", []):
        cards, claims = (
            [_lookup("rounds", CARD_AT, name) for name in _list(past, key, seats)] for key in ("cards", "claims")
        )
        votes = [_lookup("rounds", _VOTE_AT, text) for text in _list(past, "votes", seats)]
        _check_votes(position, votes)
        position.rounds.append((tuple(cards), tuple(claims), tuple(votes)))
    over = position.round - (phase != "over")
    if len(position.rounds) > over:  # a position may leave out past rounds
        raise impossible("azteco.rounds", there=len(position.rounds), n=over)
    if phase == "over" and position.round != ROUNDS:
        raise impossible("azteco.over", n=ROUNDS, round=position.round)


def _load_decks(position: AztecoPosition, data: Mapping[str, Any]) -> None:
    """Draws all that was drawn: jewel cards in any order, artefacts one gain after another."""
    for card in (*position.cards, *(card for cards, _, _ in position.rounds for card in cards)):
        left = position.deck & CARD_BITS[card]
        if not left:
            raise impossible("azteco.cards", card=CARDS[card])
        position.deck ^= left & -left
    effect = data.get("effect")
    if (effect is not None) != (position.phase == "effect"):
        raise impossible("azteco.effect", effect=repr(effect), phase=position.phase)
    gains = data.get("gains", [])
    for number, gain in enumerate(gains, 1):
        hand = _draw(position, gain["drew"], f"gains[{number - 1}]")
        if not _full(position, hand):
            raise impossible("azteco.drawn", gain=number, there=len(hand), n=LOOK_AT)
        kept = _lookup("gains", KIND_AT, gain["kept"])
        if kept not in hand:
            raise impossible("azteco.kept", gain=number, kept=gain["kept"])
        record_gain(position, (_seat(position, "gains", gain["seat"]), hand, hand.index(kept)))
        if AT_ONCE[kept] and not (number == len(gains) and effect is not None):
            position.under += ((kept,),)
    position.hand = _draw(position, data.get("hand", []), "hand")
    held, exhausted = len(position.hand), not (position.fresh or position.under)
    full = _full(position, position.hand)
    fits = full if position.phase == "keep" else not (full or exhausted) if position.phase == "artefact" else held == 0
    if not fits:
        raise impossible("azteco.hand", n=held, phase=position.phase)
    _load_winners(position, data)
    if effect is not None:
        position.effect = _lookup("effect", KIND_AT, effect)
        if (
            not position.gains
            or position.gains[-1][1][position.gains[-1][2]] != position.effect
            or not AT_ONCE[position.effect]
        ):
            raise impossible("azteco.effect-last", effect=effect)
        if position.gains[-1][0] != position.winners[0]:
            raise impossible("azteco.effect-first")


def _full(position: AztecoPosition, hand: tuple[int, ...]) -> bool:
    """Whether no more artefacts are drawn to this hand."""
    return len(hand) == LOOK_AT or (len(hand) > 0 and not (position.fresh or position.under))


def _draw(position: AztecoPosition, names: list[str], where: str) -> tuple[int, ...]:
    hand = tuple(_lookup(where, KIND_AT, name) for name in names)
    if len(hand) > LOOK_AT:
        raise impossible("azteco.many", name=where, n=len(hand))
    for kind in hand:
        if not (position.fresh & KIND_BITS[kind] if position.fresh else position.under and kind in position.under[0]):
            raise impossible("azteco.deck", name=where, kind=KINDS[kind])
        take_from_deck(position, kind)
    return hand


def _load_winners(position: AztecoPosition, data: Mapping[str, Any]) -> None:
    """Who gets an artefact in this reveal: the revealed seat, or those that accused it, and only as its case says."""
    position.winners = tuple(_seat(position, "winners", seat) for seat in data.get("winners", []))
    if position.phase not in ("artefact", "keep", "effect"):
        if position.winners:
            raise impossible("azteco.no-winner", phase=position.phase)
        return
    turn = position.turn
    due = artefact_winners(turn, position.accusers(turn), position.told_the_truth(turn))
    if not position.winners or position.winners != due[len(due) - len(position.winners) :]:
        raise impossible("azteco.winners", winners=str(list(position.winners)), seat=position.turn, due=str(list(due)))


def _load_awaited(position: AztecoPosition) -> None:
    match position.phase:
        case "claim" | "vote":
            choices = position.claims if position.phase == "claim" else position.votes
            position.awaited = sum(1 << seat for seat, made in enumerate(choices) if made < 0)
        case "keep" | "effect":
            position.awaited = 1 << position.winners[0]
        case "over":
            position.awaited = 0
        case _:
            position.awaited = CHANCE_BIT
    if position.phase == "effect" and not position.actions(position.winners[0]):
        raise impossible("azteco.no-effect", kind=KINDS[position.effect])


def _check_votes(position: AztecoPosition, votes: list[int]) -> None:
    for seat, vote in enumerate(votes):
        if vote >= 0 and (vote // 2 == seat or vote // 2 >= position.seats):
            raise impossible("azteco.vote", seat=seat, vote=VOTES[vote].text)


def _check_supply(position: AztecoPosition) -> None:
    temple, reserve = position.temple(), position.reserve()
    if temple is not None and min(temple) < 0:
        raise impossible("azteco.jewels", n=SUPPLY_JEWELS)
    if reserve is not None and reserve < 0:
        raise impossible("azteco.stones", n=SUPPLY_STONES)


# --- small checks ---


def _lookup(where: str, table: Mapping[str, int], name: Any) -> int:
    if not isinstance(name, str) or name not in table:
        raise impossible("one-of", name=where, choices=list(table), value=repr(name))
    return table[name]


def _number(data: Mapping[str, Any], name: str, default: int, least: int, most: int) -> int:
    value = data.get(name, default)
    if type(value) is not int or not least <= value <= most:
        raise impossible("number", name=name, least=least, most=most, value=repr(value))
    return value


def _seat(position: AztecoPosition, where: str, seat: Any) -> int:
    if type(seat) is not int or not 0 <= seat < position.seats:
        raise impossible("seat", name=where, value=repr(seat), n=position.seats)
    return seat


def _list(data: Mapping[str, Any], name: str, length: int, default: list[Any] | None = None) -> list[Any]:
    value: Any = data[name] if default is None else data.get(name, default)
    if not isinstance(value, list) or len(value) != length:  # pyright: ignore[reportUnknownArgumentType]
        raise impossible("list.of", name=name, n=length)
    return value  # pyright: ignore[reportUnknownVariableType]


def _counts(where: str, value: Any, length: int, most: int) -> list[int]:
    numbers = _list({where: value}, where, length)
    if any(type(n) is not int or not 0 <= n <= most for n in numbers):
        raise impossible("numbers", name=where, n=length, most=most, value=repr(numbers))
    return list(numbers)
