"""State changes: what each action does to a position.

Nothing is checked here (`moves.py` and `refusals.py` say what is legal) and no events are made (`events.py` does that).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import TYPE_CHECKING

from texcoco.game import Action
from texcoco.games.bits import flood, neighbours, parts
from texcoco.games.mexica import scoring
from texcoco.games.mexica.actions import H, Levels, Shift, Span
from texcoco.games.mexica.board import ACTION_POINTS, DISPLAYED, LAND, PALACE, STEPS, TEMPLES, WIDTH, worth
from texcoco.games.mexica.moves import PRICES
from texcoco.games.mexica.pieces import Founded, Vote

if TYPE_CHECKING:
    from texcoco.games.mexica.position import MexicaPosition

IDLE_ROUNDS = 3
"""After so many rounds in which nothing is placed a period ends (M-STALL)."""


def apply(p: MexicaPosition, seat: int, action: Action) -> None:
    """Carries out a legal action, and takes tokens off the display that nobody can use any more."""
    TRANSITIONS[action.kind](p, seat, action)
    # M-DEAD, after every action: the quick questions spare most of them the work. A vote changes nothing on the board
    if p.check_dead and p.phase == "turn":
        p.check_dead = False
        if p.display and (not p.diggable or p.display[-1] > p.largest()):
            _remove_dead(p)


# --- what players do ---


def _start(p: MexicaPosition, seat: int, action: Action) -> None:
    at: int = action.data.space
    _put_pawn(p, seat, at)
    p.turn = (seat + 1) % p.seats
    if p.turn == p.first:
        p.phase = "turn"
    p.step += 1


def _put_pawn(p: MexicaPosition, seat: int, at: int) -> None:
    if p.pawns[seat] >= 0:
        p.pawn_bits ^= 1 << p.pawns[seat]
    p.pawns[seat] = at
    p.pawn_bits |= 1 << at


def _canal(p: MexicaPosition, seat: int, action: Action) -> None:
    tile = 0
    for space in action.data:
        tile |= 1 << space
    p.ap -= PRICES["canal"]
    p.placed = True
    p.canals |= tile
    p.tiles += (action.data,)
    if len(action.data) == 1:
        p.singles -= 1
    else:
        p.doubles -= 1
    wild: list[int] = []
    for land in p.wild:
        if land & tile:
            wild += _without_tile(land, tile, action.data[0], action.data[-1])
        else:
            wild.append(land)
    p.wild = tuple(sorted(wild))
    p.docks = None
    _use_up_soil(p, tile)
    p.check_dead = True


def _without_tile(land: int, tile: int, first: int, last: int) -> Iterable[int]:
    """The parts of a district once a tile, which is on it from `first` to `last`, has been dug."""
    left = land ^ tile
    near = left >> first - WIDTH - 1
    window = near & 15 | (near >> WIDTH & 15) << 5 | (near >> 2 * WIDTH & 15) << 10 | (near >> 3 * WIDTH & 15) << 15
    # if all that lies beside the tile is connected close by, the rest of the land is one part too
    return (left,) if _connected_around(window, last - first) else parts(left, STEPS)


@lru_cache(maxsize=4096)
def _connected_around(window: int, length: int) -> bool:
    """Whether there is land beside a tile, all of it connected within a window around the tile.

    The window has four rows of four spaces, each with one that is outside. The tile lies on the second space of the
    second row, and on the next space or row unless its `length`, the step from its first to its last space, is 0.
    """
    tile = 1 << 6 | 1 << {0: 6, 1: 7, WIDTH: 11}[length]
    beside = neighbours(tile, (1, 5)) & window & ~tile
    return bool(beside) and not beside & ~flood(beside & -beside, window, (1, 5))


def _bridge(p: MexicaPosition, seat: int, action: Action) -> None:
    span: Span = action.data
    at, way = span
    p.ap -= PRICES["bridge"]
    p.placed = True
    p.bridges_left -= 1
    _lay(p, at, way)


def _shift(p: MexicaPosition, seat: int, action: Action) -> None:
    shift: Shift = action.data
    at, to, way = shift
    p.ap -= PRICES["shift"]
    h, v = p.bridges
    p.bridges = (h & ~(1 << at), v & ~(1 << at))
    _lay(p, to, way)


def _lay(p: MexicaPosition, at: int, way: int) -> None:
    h, v = p.bridges
    p.bridges = (h | 1 << at, v) if way == H else (h, v | 1 << at)
    p.docks = None


def _walk(p: MexicaPosition, seat: int, action: Action) -> None:
    _move(p, seat, action, PRICES["walk"])


def _boat(p: MexicaPosition, seat: int, action: Action) -> None:
    bit = 1 << action.data.space
    ways = p.boats(p.pawns[seat], p.ap)
    _move(p, seat, action, 1 + next(cost for cost, reached in enumerate(ways) if reached & bit))


def _fly(p: MexicaPosition, seat: int, action: Action) -> None:
    _move(p, seat, action, PRICES["fly"])


def _move(p: MexicaPosition, seat: int, action: Action, cost: int) -> None:
    to: int = action.data.space
    _put_pawn(p, seat, to)
    p.ap -= cost


def _temple(p: MexicaPosition, seat: int, action: Action) -> None:
    temple: Levels = action.data
    at, level = temple
    p.ap -= level
    p.placed = True
    p.hands[4 * seat + level - 1] -= 1
    p.temples[4 * seat + level - 1] |= 1 << at
    p.built |= 1 << at
    _use_up_soil(p, 1 << at)
    if not p.diggable:  # else all districts are as likely to be founded as before
        p.check_dead = True


def _found(p: MexicaPosition, seat: int, action: Action) -> None:
    at: int = action.data.space
    land = p.district(p.pawns[seat])
    size = land.bit_count()
    p.placed = True
    p.wild = tuple(district for district in p.wild if district != land)
    p.founded = tuple(sorted((*p.founded, Founded(at, size, land)), key=lambda district: district.at))
    p.display = without(p.display, size)
    p.built |= 1 << at
    _, founder, present = worth(size)
    # M-FOUND: the founder does not score for being there as well
    p.score[seat] += founder
    for other in present_at_founding(p, seat, land):
        p.score[other] += present
    update_diggable(p)


def present_at_founding(p: MexicaPosition, seat: int, land: int) -> list[int]:
    """The other seats whose pawns are in the district that `seat` founds (M-FOUND)."""
    return [other for other in range(p.seats) if other != seat and land >> p.pawns[other] & 1]


def _take(p: MexicaPosition, seat: int, action: Action) -> None:
    p.ap -= PRICES["take"]
    p.taken += 1
    p.tokens[seat] += 1
    p.token_supply -= 1


def _spend(p: MexicaPosition, seat: int, action: Action) -> None:
    p.ap += 1
    p.tokens[seat] -= 1
    p.token_supply += 1  # at once, for anybody to take (M-SPEND)


def _propose(p: MexicaPosition, seat: int, action: Action) -> None:
    size: int = action.data.size
    p.phase = "vote"
    p.vote = Vote(size, seat, (seat + 1) % p.seats)
    p.step += 1  # what is done within a step can be taken back, and the question until it is answered (M-UNDO)


def _agree(p: MexicaPosition, seat: int, action: Action) -> None:
    assert p.vote is not None
    size, by = p.vote.size, p.vote.by
    p.vote = Vote(size, by, (seat + 1) % p.seats)
    p.step += 1
    if p.vote.asked == by:
        _close_vote(p)
        p.display = without(p.display, size)
        p.removed = tuple(sorted((*p.removed, size)))


def _refuse(p: MexicaPosition, seat: int, action: Action) -> None:
    assert p.vote is not None
    size = p.vote.size
    p.refused = tuple(sorted((*p.refused, size)))  # not that size again in this round (M-VOTE)
    _close_vote(p)
    p.step += 1


def _close_vote(p: MexicaPosition) -> None:
    p.phase, p.vote = "turn", None


# --- the end of turns, rounds and periods ---


def _end(p: MexicaPosition, seat: int, action: Action) -> None:
    p.turn = (seat + 1) % p.seats
    p.ap, p.taken = ACTION_POINTS, 0
    p.step += 1
    if p.turn == p.first:
        _end_round(p)


def _end_round(p: MexicaPosition) -> None:
    p.idle_rounds = 0 if p.placed else p.idle_rounds + 1
    p.placed, p.refused = False, ()
    if p.complete() or p.idle_rounds == IDLE_ROUNDS:
        _end_period(p)
    else:
        p.round += 1


def _end_period(p: MexicaPosition) -> None:
    scoring.score_period(p)
    if p.period == 2:
        p.phase = "over"
        return
    # M-PER2: all that is on the board stays
    p.period, p.round, p.idle_rounds = 2, 1, 0
    p.removed = tuple(sorted(p.removed + p.display))
    p.display, p.later = p.later, ()
    p.check_dead = True
    p.hands = [mine + TEMPLES[2][i % 4] for i, mine in enumerate(p.hands)]


# --- tokens that nobody can use any more (M-DEAD) ---


def update_diggable(p: MexicaPosition) -> None:
    """Works out anew what follows from the board, and is kept for speed: where canals can still be dug."""
    p.check_dead = True
    p.soil = LAND & ~(PALACE | p.canals | p.built)
    for district in p.founded:
        p.soil &= ~district.land
    _use_up_soil(p, 0)


def _use_up_soil(p: MexicaPosition, spaces: int) -> None:
    """No canal can be dug on these spaces any more. Would a tile that is left still fit somewhere, even with every pawn
    and bridge lifted off?"""
    soil = p.soil
    p.soil = soil = soil ^ (soil & spaces)
    p.diggable = bool((p.singles and soil) or (p.doubles and soil & (soil >> 1 | soil >> WIDTH)))


def _remove_dead(p: MexicaPosition) -> None:
    largest = p.largest()
    dead = [size for size in p.display if size > largest or not (p.diggable or _can_be_founded_as_it_is(p, size))]
    if not dead:
        return
    p.display = tuple(size for size in p.display if size not in dead)
    p.removed = tuple(sorted((*p.removed, *dead)))


def _can_be_founded_as_it_is(p: MexicaPosition, size: int) -> bool:
    """Whether a district of exactly that size has room for a pawn and, off the palace, for the token."""
    for land in p.wild:
        if land.bit_count() == size:
            room = land & ~p.built
            if room.bit_count() >= 2 and room & ~PALACE:
                return True
    return False


# --- chance ---


def _deal(p: MexicaPosition, seat: int, action: Action) -> None:
    size: int = action.data.size
    p.later = without(p.later, size)
    p.display = tuple(sorted((*p.display, size)))
    _start_if_set_up(p)


def _neutral(p: MexicaPosition, seat: int, action: Action) -> None:
    temple: Levels = action.data
    at, level = temple
    p.temples[4 * p.seats + level - 1] |= 1 << at
    p.built |= 1 << at
    if not any(p.neutrals_missing()):
        update_diggable(p)
        _start_if_set_up(p)
    elif not p.neutral_sites():  # M-2P: stuck, so from the start again
        p.temples[4 * p.seats :] = [0, 0, 0, 0]
        p.built = 0


def _first(p: MexicaPosition, seat: int, action: Action) -> None:
    p.first = action.data.seat
    _start_if_set_up(p)


def _start_if_set_up(p: MexicaPosition) -> None:
    if p.first >= 0 and len(p.display) == DISPLAYED and not any(p.neutrals_missing()):
        p.phase, p.turn = "start", p.first
        p.step += 1


def without(sizes: tuple[int, ...], size: int) -> tuple[int, ...]:
    """The sizes with one token of this size less."""
    at = sizes.index(size)
    return sizes[:at] + sizes[at + 1 :]


TRANSITIONS: dict[str, Callable[[MexicaPosition, int, Action], None]] = {
    "start": _start,
    "canal": _canal,
    "bridge": _bridge,
    "shift": _shift,
    "walk": _walk,
    "boat": _boat,
    "fly": _fly,
    "temple": _temple,
    "found": _found,
    "take": _take,
    "spend": _spend,
    "end": _end,
    "propose": _propose,
    "agree": _agree,
    "refuse": _refuse,
    "deal": _deal,
    "neutral": _neutral,
    "first": _first,
}
