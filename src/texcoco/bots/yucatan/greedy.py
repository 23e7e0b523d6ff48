"""What a bot knows of Yucatán: how far it is from anywhere to anywhere, and what a position is worth.

`Greedy` looks one action ahead. Hidden guilds are guessed several times over for an action that leads to combat; no
other action depends on them.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from random import Random

from texcoco.bots import Bot, Clock
from texcoco.game import Action, Event, Json
from texcoco.games.bits import spaces
from texcoco.games.yucatan import YUCATAN, YucatanPosition
from texcoco.games.yucatan.actions import MARCHES
from texcoco.games.yucatan.pieces import GUILDS, LEVELS, LOAD, PRICE

GUESSES = 9
"""How many deals of the hidden guilds a combat is tried in."""
FAR = 30

# All worths are in prisoners of one's own city.
_LEVEL = 3.7
_WON = 1000.0
_VILLAGE, _LARGE, _WARRIOR = 0.36, 0.22, 0.40
"""The worth of the first village, large village and warrior; each further one is worth less by `_FEWER`."""
_FEWER = 0.86
_LED = 0.55
"""A prisoner under a warrior, who has yet to bring him home."""
_NEARER = 0.88
"""A goal one march further away is worth so much as much."""
_DANGER = 0.12
"""What a prisoner under a warrior loses in worth for each enemy warrior who could attack him next."""
_RIVAL = 0.45
"""How much one minds what the best of the others has."""


@cache
def distances(seats: int, strict: bool) -> tuple[bytes, ...]:
    """How many marches it takes from each space to each other, if nobody is in the way."""
    ways = MARCHES[seats, strict]
    ends = [0] * len(ways)
    for space, way in enumerate(ways):
        if way is not None:
            ends[space] = way.near | way.beaches
            for _, far, _ in way.two:
                ends[space] |= far
    table: list[bytes] = []
    for start in range(len(ways)):
        found = bytearray([FAR]) * len(ways)
        frontier, seen, distance = 1 << start, 1 << start, 0
        while frontier and ways[start] is not None:
            reached = 0
            for space in spaces(frontier):
                found[space] = distance
                reached |= ends[space]
            frontier, distance = reached & ~seen, distance + 1
            seen |= reached
        table.append(bytes(found))
    return tuple(table)


_CLOSE = tuple(_NEARER**distance for distance in range(FAR + 1))


def worth(p: YucatanPosition, seat: int) -> float:
    """What the position is worth to a seat: its own prospects, and what the best of the others has, which it minds."""
    if p.phase == "over" and p.levels[seat] == LEVELS:
        return _WON
    return (
        _possessions(p, seat)
        + _prospects(p, seat)
        - _RIVAL * max(_possessions(p, other) for other in range(p.seats) if other != seat)
    )


def _series(n: int) -> float:
    """1 for the first, less for each further one."""
    return (1 - _FEWER**n) / (1 - _FEWER)


def _possessions(p: YucatanPosition, seat: int) -> float:
    villages, held = p.villages[seat], p.held[seat]
    value = (
        _LEVEL * p.levels[seat]
        + held
        + _VILLAGE * _series(villages.bit_count())
        + _LARGE * _series((villages & p.large).bit_count())
    )
    value += _WARRIOR * _series(p.men[seat].bit_count()) + _LED * sum(
        n for space, n in p.load.items() if p.men[seat] >> space & 1
    )
    if p.levels[seat] == LEVELS - 1 and held >= PRICE:
        value += 8  # about to win
    return value


def _prospects(p: YucatanPosition, seat: int) -> float:
    """What the warriors are near to: prisoners to be made, and for those they lead, home."""
    far = distances(p.seats, p.options.strict_river)
    own, large = p.villages[seat], p.large
    home = [*spaces(own & large), p.board.city[seat]]
    raids = list(spaces(p.built & ~own & ~p.pawns))
    cities = [(city, p.held[other]) for other, city in enumerate(p.board.city) if other != seat and p.held[other]]
    prey = _prey(p, seat)
    foes = p.pawns & ~p.men[seat]
    value = 0.0
    for space in spaces(p.men[seat]):
        away, load = far[space], p.load.get(space, 0)
        if load:
            threat = sum(1 for foe in spaces(foes) if far[foe][space] == 1)
            value += load * (
                (1 - _LED - 0.05) * _CLOSE[min(away[space_home] for space_home in home)] - _DANGER * threat
            )
        if load < LOAD:
            best = max((_CLOSE[away[village]] for village in raids), default=0.0)
            for city, held in cities:
                best = max(best, min(LOAD - load, held) * _CLOSE[away[city]])
            for foe, gain in prey.get(p.guild[space], ()):
                best = max(best, min(LOAD - load, gain) * _CLOSE[away[foe]])
            value += 0.45 * best
    if not p.men[seat]:  # in the set-up: a start near to prisoners
        city = far[p.board.city[seat]]
        value += 0.2 * sum(_CLOSE[city[village]] ** 3 for village in raids)
    return value


def _prey(p: YucatanPosition, seat: int) -> dict[int, list[tuple[int, int]]]:
    """The enemies who have been shown, by the guild that beats them, with the prisoners that a victory brings."""
    found: dict[int, list[tuple[int, int]]] = {}
    for foe in spaces(p.shown & ~p.men[seat]):
        found.setdefault((p.guild[foe] + 1) % len(GUILDS), []).append((foe, 1 + p.load.get(foe, 0)))
    return found


class Greedy(Bot):
    """Does what makes the next position worth most."""

    name = "greedy"

    def decide(
        self, seat: int, view: Json, events: Sequence[Event], actions: Sequence[Action], clock: Clock, rng: Random
    ) -> Action:
        if len(actions) == 1:
            return actions[0]
        guesses = _guesses(seat, view, GUESSES, rng)
        return max(actions, key=lambda action: (_expected(guesses, seat, action), rng.random()))


def _guesses(seat: int, view: Json, count: int, rng: Random) -> list[YucatanPosition]:
    """Positions that the seat cannot tell from the true one. Once one is there, dealing anew is much faster than
    guessing again."""
    first = YUCATAN.guess(view, rng)
    return [first, *(first.redeal(seat, rng) for _ in range(count - 1))]


def _is_fight(p: YucatanPosition, action: Action) -> bool:
    return action.kind == "march" and bool(p.pawns >> action.data.end & 1)


def _expected(guesses: Sequence[YucatanPosition], seat: int, action: Action) -> float:
    """What the position after an action is worth on average; only fights depend on the guess."""
    values: list[float] = []
    for guess in guesses if _is_fight(guesses[0], action) else guesses[:1]:
        after = guess.copy()
        after.apply(seat, action)
        if after.phase == "steal":
            after.apply(seat, after.actions(seat)[-1])
        values.append(worth(after, seat))
    return sum(values) / len(values)
