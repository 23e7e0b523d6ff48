"""Mexica: what a seat may do, as sets of targets of the engine's tables, and as the bits of these sets in a row."""

from __future__ import annotations

from typing import Any

from texcoco.action import ActionList
from texcoco.games.bits import bits, choose, spaces
from texcoco.games.mexica import actions as tables
from texcoco.games.mexica import pen
from texcoco.games.mexica.actions import NUMBERING, H, Shift, V
from texcoco.games.mexica.board import SIZE
from texcoco.games.mexica.moves import LegalShifts, Targets, bridge_targets, legal, legal_indices, targets
from texcoco.games.mexica.position import MexicaPosition
from texcoco.research import needs
from texcoco.research.planes import unpack

with needs("research"):
    import numpy as np

LIFT = NUMBERING.ranges["shift"].start
"""The number of the first `lift`: the moves of a bridge, which have the numbers from here on in docs/actions.md, are
left out."""
LIFT_SITES = tuple(spaces(tables.BRIDGE_SITES[H] | tables.BRIDGE_SITES[V]))
LIFT_AT = {space: LIFT + place for place, space in enumerate(LIFT_SITES)}

_END, _SPEND = tables.ENDS.numbers[0], tables.SPENDS.numbers[0]
_WITHOUT_SPACE: tuple[ActionList, ...] = (tables.ENDS, tables.SPENDS, tables.TAKES, tables.PROPOSALS)
"""The tables that share the first set, in which each begins at its place in this list."""
_BY_SPACE: tuple[ActionList, ...] = (
    tables.FOUND, tables.CANAL, *tables.CANALS, *tables.BRIDGE, tables.WALK, tables.BOAT, tables.FLY, *tables.TEMPLE,
)  # fmt: skip
"""The tables of the other sets; after them comes that of `lift`. Where to start and how to vote are in none."""
_PROPOSE = _WITHOUT_SPACE.index(tables.PROPOSALS)
_LIFTS = 1 + len(_BY_SPACE)
_PLACE_OF = {
    **{id(table): (0, first) for first, table in enumerate(_WITHOUT_SPACE)},
    **{id(table): (place, 0) for place, table in enumerate(_BY_SPACE, 1)},
}
"""By table: its set, and where in it the table begins."""
_SET_BYTES = SIZE // 8
_EMPTY = bytes(_SET_BYTES)
_BEFORE_BRIDGES = bytes(_SET_BYTES * _PLACE_OF[id(tables.BRIDGE[H])][0])
_AFTER_BRIDGES = bytes(_SET_BYTES * (_LIFTS - _PLACE_OF[id(tables.BRIDGE[V])][0]))
_NO_BIT = SIZE - 1
"""A bit that is never set: nothing ends at the first set's last bit."""


def _bits_by_number() -> list[int]:
    found = [_NO_BIT] * LIFT + [SIZE * _LIFTS + space for space in LIFT_SITES]
    for table in (*_WITHOUT_SPACE, *_BY_SPACE):
        place, first = _PLACE_OF[id(table)]
        for target, number in enumerate(table.numbers):
            if number >= 0:
                found[number] = SIZE * place + first + target
    return found


BIT_OF_NUMBER = np.array(_bits_by_number())
"""For each action, the bit that stands for it."""
NUMBER_OF_BIT = np.full(SIZE * (_LIFTS + 1), -1, object)
"""The inverse. Its numbers are Python's, so that a list of them need not make new ones."""
NUMBER_OF_BIT[BIT_OF_NUMBER] = range(len(BIT_OF_NUMBER))


def few_legal(p: MexicaPosition, seat: int) -> list[int]:
    """The numbers of what a seat may do, ascending, where that is little: without points, or when it is not its
    turn."""
    if p.phase != "turn" or seat != p.turn or pen.in_force(p):
        return legal_indices(p, seat)
    spend, found, propose, *_ = targets(p, seat)
    numbers = [_END]
    if spend:
        numbers.append(_SPEND)
    if propose:
        numbers += choose(tables.PROPOSALS.numbers, propose)
    if found:
        numbers += choose(tables.FOUND.numbers, found)
    return numbers


def legal_bits(p: MexicaPosition, seat: int, lifted: int) -> np.ndarray[Any, np.dtype[np.uint8]]:
    """1 for each legal action of the seat whose turn it is, 0 for all others, in the order of their numbers.

    `lifted`: the space of the bridge that it has lifted, or -1.
    """
    return unpack(np.frombuffer(_legal(p, seat, lifted), np.uint8))


def _legal(p: MexicaPosition, seat: int, lifted: int) -> bytes:
    """All sets, one after the other."""
    if lifted >= 0:
        if pen.in_force(p):
            return _legal_in_round_one(p, seat, lifted)
        return _only_bridges(*_lays(*bridge_targets(p), lifted))
    of_turn = targets(p, seat)
    if pen.in_force(p) and not pen.allows_all(p, seat, of_turn):
        return _legal_in_round_one(p, seat, lifted)
    return _pack(of_turn)


def _pack(of_turn: Targets) -> bytes:
    spend, found, propose, take, canal, canals, lay, turned, loose, walk, boats, fly, room, levels = of_turn
    boat = lift = 0
    for reached in boats:
        boat |= reached
    if loose:
        lift, lay = _lifts(lay, turned, loose), (0, 0)
    temples = room.to_bytes(_SET_BYTES, "little") if levels else _EMPTY
    return b"".join(
        (
            (1 | spend << 1 | take << 2 | propose << _PROPOSE).to_bytes(_SET_BYTES, "little"),
            found.to_bytes(_SET_BYTES, "little") if found else _EMPTY,
            canal.to_bytes(_SET_BYTES, "little") if canal else _EMPTY,
            canals[H].to_bytes(_SET_BYTES, "little") if canals[H] else _EMPTY,
            canals[V].to_bytes(_SET_BYTES, "little") if canals[V] else _EMPTY,
            lay[H].to_bytes(_SET_BYTES, "little") if lay[H] else _EMPTY,
            lay[V].to_bytes(_SET_BYTES, "little") if lay[V] else _EMPTY,
            walk.to_bytes(_SET_BYTES, "little") if walk else _EMPTY,
            boat.to_bytes(_SET_BYTES, "little") if boat else _EMPTY,
            fly.to_bytes(_SET_BYTES, "little") if fly else _EMPTY,
            temples if levels & 1 else _EMPTY,
            temples if levels & 2 else _EMPTY,
            temples if levels & 4 else _EMPTY,
            temples if levels & 8 else _EMPTY,
            lift.to_bytes(_SET_BYTES, "little") if lift else _EMPTY,
        )
    )


def _lifts(lay: tuple[int, int], turned: tuple[int, int], loose: int) -> int:
    """The bridges that may be lifted: those that can be laid somewhere."""
    return loose if lay[H] or lay[V] else turned[H] | turned[V]


def _lays(lay: tuple[int, int], turned: tuple[int, int], lifted: int) -> tuple[int, int]:
    """Where the lifted bridge may be laid, by direction."""
    here = 1 << lifted
    return lay[H] | turned[H] & here, lay[V] | turned[V] & here


def _only_bridges(h: int, v: int) -> bytes:
    """Who has lifted a bridge may do nothing but lay it."""
    return b"".join(
        (_BEFORE_BRIDGES, h.to_bytes(_SET_BYTES, "little"), v.to_bytes(_SET_BYTES, "little"), _AFTER_BRIDGES)
    )


def _legal_in_round_one(p: MexicaPosition, seat: int, lifted: int) -> bytes:
    """The same where M-PEN may rule some actions out."""
    sets = [0] * (_LIFTS + 1)
    for table, found in legal(p, seat):
        if type(table) is not LegalShifts:
            place, first = _PLACE_OF[id(table)]
            sets[place] |= found << first
        elif found.bit_count() == len(table):
            if lifted >= 0:
                return _only_bridges(*_lays(table.free, table.turned, lifted))
            sets[_LIFTS] = _lifts(table.free, table.turned, table.loose)
        else:
            moves: list[Shift] = [table[n].data for n in spaces(found)]
            if lifted >= 0:
                lays = [bits(to for space, to, way in moves if space == lifted and way == laid) for laid in (H, V)]
                return _only_bridges(lays[H], lays[V])
            sets[_LIFTS] = bits(space for space, _, _ in moves)
    return b"".join([each.to_bytes(_SET_BYTES, "little") for each in sets])
