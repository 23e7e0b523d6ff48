"""Azteco: all that anybody sees, as bytes, from which the numbers of each seat are picked."""

from __future__ import annotations

from functools import cache, lru_cache
from itertools import accumulate, chain, product
from typing import Any

from texcoco.games.azteco.cards import AT_ONCE, CHARACTERS, JEWELS, KINDS, LOOK_AT, MOST, ROUNDS
from texcoco.games.azteco.position import AztecoPosition
from texcoco.games.azteco.transitions import CHANCE_BIT
from texcoco.research import needs
from texcoco.research.layout import Layout, Numbers, Part
from texcoco.research.state import one_hot

with needs("research"):
    import numpy as np

PHASES = ("first", "sheet", "card", "claim", "vote", "artefact", "keep", "effect", "over")
MANY = 255
"""No count of jewels or stones comes near it."""


@cache
def layout(seats: int) -> Layout:
    kinds = len(KINDS)
    return Layout(
        [
            Part("phase", (len(PHASES),), 1, "one of " + ", ".join(PHASES)),
            Part("seat", (seats,), 1, "the number of the seat that looks; all zeros for a spectator"),
            Part("first", (seats,), 1, "the first player"),
            Part("turn", (seats,), 1, "the seat whose card was revealed last in this round"),
            Part("awaited", (seats,), 1, "the seats that the game waits for"),
            Part("round", (1,), ROUNDS, "the round"),
            Part("strict_supply", (1,), 1, "whether jewels and stones are limited"),
            Part("rotate", (1,), 1, "whether the first player changes every round"),
            Part("curses", (3,), MANY, "stones on the blue, yellow and red curse"),
            Part("fresh", (1,), 42, "artefacts that nobody has looked at"),
            Part("characters", (seats, len(CHARACTERS)), 1, "the character of each seat: " + ", ".join(CHARACTERS)),
            Part("jewels", (seats, 3), MANY, "blue, yellow and red jewels of each seat"),
            Part("stones", (seats,), MANY, "cursed stones of each seat"),
            Part("cards", (seats, 4), MOST, "whether the seat knows this card; its blue, yellow, red jewels"),
            Part("claims", (seats, 4), MOST, "whether there is a claim; its jewels, zeros while it is hidden"),
            Part("served", (seats, 3), MOST, "jewels that lie on each card"),
            Part("votes", (seats, 2 + seats), 1, "whether there is one; whether it accuses, whom it names, if known"),
            Part("winners", (seats,), 1, "seats that have won an artefact and not got it yet"),
            Part("winner", (seats,), 1, "the one of them that gets it now"),
            Part("hand", (LOOK_AT, kinds), 1, "the artefacts that the seat looks at, by place: " + ", ".join(KINDS)),
            Part("effect", (kinds,), 1, "the artefact that is being played"),
            Part("artefacts", (seats, kinds), MANY, "artefacts of each seat as far as they are known, played ones too"),
            Part("face_down", (seats,), MANY, "those that are not"),
            Part("passed", (kinds,), MANY, "artefacts that the seat looked at and did not keep"),
            Part("past", (ROUNDS, seats, 7 + seats), MOST, "past rounds: card, claim, whether it accused, and whom"),
        ]
    )  # fmt: skip


# --- the bytes that hold all that anybody sees, and who sees which of them ---

Order = np.ndarray[Any, np.dtype[np.intp]]
_ZERO, _ONE = 0, 1
"""The first two bytes."""


class _Places:
    """Where things begin among the bytes. Seats are in their own order; `own_` is what only the seat itself sees."""

    def __init__(self, seats: int):
        kinds = len(KINDS)
        sizes = {
            "constants": 2, "round": 3,
            "turns": len(PHASES) + 5 * seats,
            "counts": 4, "jewels": 3 * seats, "stones": seats,
            "winners": seats, "winner": seats, "hand": LOOK_AT * kinds, "effect": kinds,
            "cards": 4 * seats, "own_cards": 4 * seats, "claims": 3 * seats, "own_claims": 3 * seats,
            "served": 3 * seats, "votes": (1 + seats) * seats, "own_votes": (1 + seats) * seats,
            "characters": len(CHARACTERS) * seats,
            "artefacts": kinds * seats, "own_artefacts": kinds * seats, "face_down": seats, "own_passed": kinds * seats,
            "past": ROUNDS * (7 + seats) * seats,
        }  # fmt: skip
        self.start = start = dict(zip(sizes, accumulate(sizes.values(), initial=0), strict=False))
        self.size, self.everybody = sum(sizes.values()), (1 << seats) - 1
        self.turns = slice(start["turns"], start["counts"])
        self.turns_to_effect = slice(start["turns"], start["cards"])
        self.claims = slice(start["claims"], start["votes"])
        self.hand_and_effect = slice(start["hand"], start["cards"])
        self.votes = slice(start["votes"], start["characters"])
        self.own_cards = slice(start["own_cards"], start["claims"])
        self.of_round = slice(start["cards"], start["characters"])
        self.cards, self.artefacts, self.face_down = start["cards"], start["artefacts"], start["face_down"]
        self.own_artefacts, self.own_passed = start["own_artefacts"], start["own_passed"]
        self.no_round = bytes(start["characters"] - start["cards"])
        self.nobody_won = bytes(start["cards"] - start["winners"])
        self.orders = {
            seat: (self._order(seats, seat, False), self._order(seats, seat, True)) for seat in (None, *range(seats))
        }
        """By seat: which bytes it sees, while it does not look at artefacts to keep one, and while it does."""
        self.in_turn = {phase: self._in_turn(seats, phase) for phase in ("claim", "vote")}
        """By phase: which bytes each seat sees when it is to choose and all seats before it have chosen."""

    def _order(self, seats: int, seat: int | None, has_hand: bool) -> Order:
        """Which bytes a seat sees (None: a spectator), in the order of an observation."""
        start, own, kinds = self.start, seat or 0, len(KINDS)
        clockwise = [*range(own, seats), *range(own)]

        def by_seat(first: int, size: int, own_first: int = -1) -> list[list[int]]:
            """`size` bytes for each seat; of the seat that looks they may lie elsewhere."""
            pieces = [[first + size * other + n for n in range(size)] for other in clockwise]
            if seat is not None and own_first >= 0:
                pieces[0] = [own_first + size * own + n for n in range(size)]
            return pieces

        def flags(first: int) -> list[int]:
            return [first + other for other in clockwise]

        def named(piece: list[int]) -> list[int]:
            """A vote: whether it accuses, and for each seat whether it names it."""
            return [piece[0], *[piece[1 + other] for other in clockwise]]

        phase = start["turns"]
        first, turn, awaited, claimed, voted = (phase + len(PHASES) + n * seats for n in range(5))
        claims = by_seat(start["claims"], 3, start["own_claims"])
        votes = [named(piece) for piece in by_seat(start["votes"], 1 + seats, start["own_votes"])]
        index = [
            *range(phase, first),
            *[_ONE if n == seat else _ZERO for n in range(seats)],
            *flags(first), *flags(turn), *flags(awaited),
            *range(start["round"], start["turns"]), *range(start["counts"], start["jewels"]),
            *chain(*by_seat(start["characters"], len(CHARACTERS))),
            *chain(*by_seat(start["jewels"], 3)), *flags(start["stones"]),
            *chain(*by_seat(start["cards"], 4, start["own_cards"])),
            *chain(*[[there, *piece] for there, piece in zip(flags(claimed), claims, strict=True)]),
            *chain(*by_seat(start["served"], 3)),
            *chain(*[[there, *piece] for there, piece in zip(flags(voted), votes, strict=True)]),
            *flags(start["winners"]), *flags(start["winner"]),
            *(range(start["hand"], start["effect"]) if has_hand else [_ZERO] * (LOOK_AT * kinds)),
            *range(start["effect"], start["cards"]),
            *chain(*by_seat(start["artefacts"], kinds, start["own_artefacts"])),
            *[_ZERO if other == seat else start["face_down"] + other for other in clockwise],
            *(_ZERO if seat is None else start["own_passed"] + kinds * own + n for n in range(kinds)),
        ]  # fmt: skip
        for number in range(ROUNDS):
            cards = start["past"] + number * (7 + seats) * seats
            past = zip(
                by_seat(cards, 3), by_seat(cards + 3 * seats, 3), by_seat(cards + 6 * seats, 1 + seats), strict=True
            )
            index += chain(*[[*card, *claim, *named(vote)] for card, claim, vote in past])
        return np.array(index)

    def _in_turn(self, seats: int, phase: str) -> list[Order]:
        awaited = self.turns.start + len(PHASES) + 2 * seats
        chosen = awaited + (seats if phase == "claim" else 2 * seats)
        found: list[Order] = []
        for seat in range(seats):
            instead = {awaited + other: _ONE if other >= seat else _ZERO for other in range(seats)}
            instead |= {chosen + other: _ONE if other < seat else _ZERO for other in range(seats)}
            places: list[int] = self.orders[seat][0].tolist()
            found.append(np.array([instead.get(place, place) for place in places]))
        return found


@cache
def _places(seats: int) -> _Places:
    return _Places(seats)


# --- pieces ---


def _flags(count: int) -> list[bytes]:
    """One-hot pieces by place; the last, for -1, is all zeros."""
    return [bytes(one_hot(count, place)) for place in range(count)] + [bytes(count)]


_PHASE: dict[str, bytes] = dict(zip(PHASES, _flags(len(PHASES)), strict=False))
_CHARACTER = _flags(len(CHARACTERS))
_KIND = _flags(len(KINDS))
_JEWELS = {jewels: bytes(jewels) for jewels in product(range(MOST + 1), repeat=3)}
_CARD = [bytes(jewels) for jewels in JEWELS] + [bytes(3)]
"""Cards and claims; the last, for -1, is none."""
_KNOWN_CARD = [b"\1" + card for card in _CARD]


@cache
def _votes(seats: int) -> list[bytes]:
    """Votes by their code: whether it accuses, and whom; the last, for -1, is none."""
    return [*[bytes((code & 1, *one_hot(seats, code // 2))) for code in range(2 * seats)], bytes(1 + seats)]


@lru_cache(maxsize=8192)
def _turns(phase: str, seats: int, first: int, shown: int, awaited: int) -> bytes:
    """The phase, the first player, the seat whose card was revealed last; who is awaited, has claimed, has voted."""
    turn = (first + shown - 1) % seats if shown else -1
    waits = bytes([awaited >> seat & 1 for seat in range(seats)])
    chosen, all_have, none_has = bytes([1 - wait for wait in waits]), b"\1" * seats, bytes(seats)
    claimed = chosen if phase == "claim" else all_have if phase in ("vote", *_REVEALING) else none_has
    voted = chosen if phase == "vote" else all_have if phase in _REVEALING else none_has
    return _PHASE[phase] + bytes((*one_hot(seats, first), *one_hot(seats, turn))) + waits + claimed + voted


_REVEALING = ("artefact", "keep", "effect")
"""The phases after all have voted."""


@cache
def _winners(winners: tuple[int, ...], seats: int) -> bytes:
    """`winners` and `winner`."""
    return bytes((*[seat in winners for seat in range(seats)], *one_hot(seats, winners[0] if winners else -1)))


@cache
def _hand(hand: tuple[int, ...]) -> bytes:
    return b"".join(_KIND[kind] for kind in hand).ljust(LOOK_AT * len(KINDS), b"\0")


_NO_HAND = _hand(())


class Seen:
    """What everybody sees of a game, kept from one observation to the next: only what changed is written.

    Within a round things are only added: cards are dealt, claims and then votes are chosen and shown, cards revealed.
    Over a game, past rounds and artefacts are. So it is enough to count them to know what is to be written.
    """

    __slots__ = (
        "_array", "_bytes", "_cards", "_claims_shown", "_gains", "_places", "_revealed", "_round", "_rounds",
        "_sealed", "_sheets", "_step",
    )  # fmt: skip

    def __init__(self, seats: int):
        self._places = _places(seats)
        self._bytes = bytearray(self._places.size)
        self._bytes[_ONE] = 1
        self._array = np.frombuffer(self._bytes, np.uint8)
        """The same memory."""
        self._sheets = self._gains = self._round = self._rounds = self._cards = self._revealed = 0
        self._claims_shown = False
        self._step = -1
        """The step of the position that is shown; -1 when chance is due, which takes no steps."""
        self._sealed = False
        """Whether choices are being made that are shown when all have chosen. They take no steps either."""

    def look(self, p: AztecoPosition, seat: int | None) -> Numbers:
        """What a seat sees, in an array that nobody else has."""
        return self._array.take(self._order(p, seat))

    def fill(self, p: AztecoPosition, seat: int | None, numbers: Numbers) -> None:
        """The same, into an array."""
        self._array.take(self._order(p, seat), None, numbers, "clip")

    def _order(self, p: AztecoPosition, seat: int | None) -> Order:
        """Brings the bytes up to date; gives which of them a seat sees."""
        if p.step != self._step:
            self._update(p)
        if self._sealed:
            if seat is not None and p.awaited == self._places.everybody >> seat << seat:
                return self._places.in_turn[p.phase][seat]
            self._show_choices(p, seat)
        return self._places.orders[seat][bool(p.hand) and p.winners[0] == seat]

    def _show_choices(self, p: AztecoPosition, seat: int | None) -> None:
        """Shows who has chosen, and to the seat that looks what it has chosen itself."""
        self._bytes[self._places.turns] = _turns(p.phase, p.seats, p.first, p.shown, p.awaited)
        if seat is None or p.awaited >> seat & 1:
            return
        if p.phase == "claim":
            self._write("own_claims", _CARD[p.claims[seat]], 3 * seat)
        else:
            self._write("own_votes", _votes(p.seats)[p.votes[seat]], (1 + p.seats) * seat)

    def _update(self, p: AztecoPosition) -> None:
        """Writes all that has changed, but for sealed choices."""
        found, places, phase, seats, awaited = self._bytes, self._places, p.phase, p.seats, p.awaited
        turns = _turns(phase, seats, p.first, p.shown, awaited)
        next_step = p.step == self._step + 1
        self._step = p.step if awaited != CHANCE_BIT else -1
        self._sealed = phase == "claim" or phase == "vote"
        if next_step and phase == "vote":  # all have claimed since, and nothing else has happened
            found[places.turns] = turns
            self._show_claims(p)
        elif next_step and phase == "effect":  # an artefact was kept, which is played now
            found[places.turns] = turns
            found[places.hand_and_effect] = _NO_HAND + _KIND[p.effect]
            self._add_gains(p)
        else:
            self._update_all(p, turns)

    def _update_all(self, p: AztecoPosition, turns: bytes) -> None:
        places = self._places
        if winners := p.winners:
            won = _winners(winners, p.seats) + _hand(p.hand) + _KIND[p.effect]
        else:
            won = places.nobody_won
        counts = bytes([*p.curses, p.fresh.bit_count(), *p.jewels, *p.stones])
        self._bytes[places.turns_to_effect] = turns + counts + won
        if p.round != self._round:
            self._round = p.round
            self._write("round", bytes((p.round, p.options.strict_supply, p.options.rotate)))
        if len(p.gains) != self._gains:
            self._add_gains(p)
        if len(p.rounds) != self._rounds:
            self._end_round(p)
        if len(p.cards) != self._cards or len(p.sheets) != self._sheets:
            self._deal(p)
        if p.served and not self._claims_shown:
            self._show_claims(p)
        if p.shown != self._revealed:
            self._reveal(p)
        if p.phase == "over":
            self._show_artefacts()

    def _deal(self, p: AztecoPosition) -> None:
        if len(p.sheets) != self._sheets:
            self._sheets = len(p.sheets)
            self._write("characters", b"".join([_CHARACTER[sheet] for sheet in p.sheets]))
        self._cards = len(p.cards)
        self._write("own_cards", b"".join([_KNOWN_CARD[card] for card in p.cards]))

    def _show_claims(self, p: AztecoPosition) -> None:
        claims = [_CARD[claim] for claim in p.claims]
        self._bytes[self._places.claims] = b"".join([*claims, *claims, *[_JEWELS[jewels] for jewels in p.served]])
        self._claims_shown = True

    def _reveal(self, p: AztecoPosition) -> None:
        """Shows the votes, and the cards that were turned over."""
        found, first, seats = self._bytes, p.first, p.seats
        if not self._revealed:
            pieces = _votes(seats)
            votes = [pieces[vote] for vote in p.votes]
            found[self._places.votes] = b"".join(votes + votes)
        for n in range(self._revealed, p.shown):
            seat = (first + n) % seats
            at = self._places.cards + 4 * seat
            found[at : at + 4] = _KNOWN_CARD[p.cards[seat]]
        self._revealed = p.shown

    def _end_round(self, p: AztecoPosition) -> None:
        """Puts rounds that are over to the past, and all that belonged to the last of them away."""
        pieces = _votes(p.seats)
        for number in range(self._rounds, len(p.rounds)):
            cards, claims, votes = p.rounds[number]
            past = b"".join([*[_CARD[n] for n in cards + claims], *[pieces[n] for n in votes]])
            self._write("past", past, number * len(past))
        self._rounds = len(p.rounds)
        self._bytes[self._places.of_round] = self._places.no_round
        self._cards, self._revealed, self._claims_shown = 0, 0, False

    def _add_gains(self, p: AztecoPosition) -> None:
        """What seats have got, and what they passed on. Others see what is played at once, and count the rest."""
        found, places, kinds = self._bytes, self._places, len(KINDS)
        for who, hand, index in p.gains[self._gains :]:
            kind, here = hand[index], kinds * who
            passed = places.own_passed + here
            found[places.own_artefacts + here + kind] += 1
            found[places.artefacts + here + kind if AT_ONCE[kind] else places.face_down + who] += 1
            for other in hand:
                found[passed + other] += 1
            found[passed + kind] -= 1
        self._gains = len(p.gains)

    def _show_artefacts(self) -> None:
        """At the end all artefacts are shown."""
        places = self._places
        self._write("artefacts", self._bytes[places.own_artefacts : places.face_down])
        self._write("face_down", bytes(places.own_passed - places.face_down))

    def _write(self, name: str, piece: bytes | bytearray, after: int = 0) -> None:
        start = self._places.start[name] + after
        self._bytes[start : start + len(piece)] = piece
