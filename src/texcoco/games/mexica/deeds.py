"""What each action does. Nothing is checked here: `moves.py` and `refusals.py` say what is legal."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from texcoco.game import Action, Event
from texcoco.games.bits import parts
from texcoco.games.mexica import scoring
from texcoco.games.mexica.actions import ACROSS, H, V
from texcoco.games.mexica.board import ACTION_POINTS, DISPLAYED, LAND, NAMES, PALACE, STEPS, TEMPLES, worth
from texcoco.games.mexica.moves import PRICES
from texcoco.games.mexica.pieces import Founded, Vote

if TYPE_CHECKING:
    from texcoco.games.mexica.position import MexicaPosition

Told = list[Event] | None

IDLE_ROUNDS = 3
"""After so many rounds in which nothing is placed a period ends (M-STALL)."""


def perform(p: MexicaPosition, seat: int, action: Action, told: Told) -> None:
    """Carries out a legal action, and takes tokens off the display that nobody can use any more."""
    DEEDS[action.kind](p, seat, action, told)
    # M-DEAD, after every action: the quick questions spare most of them the work. A vote changes nothing on the board
    if p.unsure and p.phase == "turn":
        p.unsure = False
        if p.display and (not p.diggable or p.display[-1] > p.largest()):
            _remove_dead(p, told)


# --- what players do ---


def _start(p: MexicaPosition, seat: int, action: Action, told: Told) -> None:
    (at,) = action.data
    _stand(p, seat, at)
    if told is not None:
        told.append(Event("start", seat, {"action": str(action), "at": NAMES[at]}))
    p.turn = (seat + 1) % p.seats
    if p.turn == p.first:
        p.phase = "turn"
    p.step += 1


def _stand(p: MexicaPosition, seat: int, at: int) -> None:
    if p.pawns[seat] >= 0:
        p.pawn_bits ^= 1 << p.pawns[seat]
    p.pawns[seat] = at
    p.pawn_bits |= 1 << at


def _canal(p: MexicaPosition, seat: int, action: Action, told: Told) -> None:
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
            wild += parts(land & ~tile, STEPS)
        else:
            wild.append(land)
    p.wild = tuple(sorted(wild))
    p.docks = None
    look_whether_diggable(p)
    if told is not None:
        told.append(Event("canal", seat, {"action": str(action), "at": [NAMES[space] for space in action.data]}))


def _bridge(p: MexicaPosition, seat: int, action: Action, told: Told) -> None:
    at, way = action.data
    p.ap -= PRICES["bridge"]
    p.placed = True
    p.bridges_left -= 1
    _lay(p, at, way)
    if told is not None:
        told.append(Event("bridge", seat, {"action": str(action), "at": NAMES[at]}))


def _shift(p: MexicaPosition, seat: int, action: Action, told: Told) -> None:
    at, to, way = action.data
    p.ap -= PRICES["shift"]
    h, v = p.bridges
    p.bridges = (h & ~(1 << at), v & ~(1 << at))
    _lay(p, to, way)
    if told is not None:
        told.append(Event("shift", seat, {"action": str(action), "at": NAMES[at], "to": NAMES[to]}))


def _lay(p: MexicaPosition, at: int, way: int) -> None:
    h, v = p.bridges
    p.bridges = (h | 1 << at, v) if way == H else (h, v | 1 << at)
    p.docks = None


def _walk(p: MexicaPosition, seat: int, action: Action, told: Told) -> None:
    _move(p, seat, action, PRICES["walk"], told)


def _boat(p: MexicaPosition, seat: int, action: Action, told: Told) -> None:
    bit = 1 << action.data[0]
    ways = p.boats(p.pawns[seat], p.ap)
    _move(p, seat, action, 1 + next(cost for cost, reached in enumerate(ways) if reached & bit), told)


def _fly(p: MexicaPosition, seat: int, action: Action, told: Told) -> None:
    _move(p, seat, action, PRICES["fly"], told)


def _move(p: MexicaPosition, seat: int, action: Action, cost: int, told: Told) -> None:
    (to,) = action.data
    if told is not None:
        values = {"action": str(action), "at": NAMES[p.pawns[seat]], "to": NAMES[to], "cost": cost}
        told.append(Event(action.kind, seat, values))
    _stand(p, seat, to)
    p.ap -= cost


def _temple(p: MexicaPosition, seat: int, action: Action, told: Told) -> None:
    at, level = action.data
    p.ap -= level
    p.placed = True
    p.hands[4 * seat + level - 1] -= 1
    p.temples[4 * seat + level - 1] |= 1 << at
    p.built |= 1 << at
    look_whether_diggable(p)
    if told is not None:
        told.append(Event("temple", seat, {"action": str(action), "at": NAMES[at], "level": level}))


def _found(p: MexicaPosition, seat: int, action: Action, told: Told) -> None:
    (at,) = action.data
    land = p.district(p.pawns[seat])
    size = land.bit_count()
    p.placed = True
    p.wild = tuple(district for district in p.wild if district != land)
    p.founded = tuple(sorted((*p.founded, Founded(at, size, land)), key=lambda district: district.at))
    p.display = _without(p.display, size)
    p.built |= 1 << at
    _, founder, present = worth(size)
    here = [other for other in range(p.seats) if other != seat and land >> p.pawns[other] & 1]
    p.score[seat] += founder
    for other in here:
        p.score[other] += present
    look_whether_diggable(p)
    if told is not None:
        values = {"action": str(action), "at": NAMES[at], "size": size, "points": founder}
        told.append(Event("found", seat, values))
        told.extend(Event("present", other, {"at": NAMES[at], "points": present}) for other in here)


def _take(p: MexicaPosition, seat: int, action: Action, told: Told) -> None:
    p.ap -= PRICES["take"]
    p.taken += 1
    p.tokens[seat] += 1
    p.token_supply -= 1
    if told is not None:
        told.append(Event("take", seat, {"action": str(action), "left": p.token_supply}))


def _spend(p: MexicaPosition, seat: int, action: Action, told: Told) -> None:
    p.ap += 1
    p.tokens[seat] -= 1
    p.token_supply += 1
    if told is not None:
        told.append(Event("spend", seat, {"action": str(action), "ap": p.ap}))


def _propose(p: MexicaPosition, seat: int, action: Action, told: Told) -> None:
    (size,) = action.data
    p.phase = "vote"
    p.vote = Vote(size, seat, (seat + 1) % p.seats)
    p.step += 1
    if told is not None:
        told.append(Event("propose", seat, {"action": str(action), "size": size}))


def _agree(p: MexicaPosition, seat: int, action: Action, told: Told) -> None:
    assert p.vote is not None
    size, by = p.vote.size, p.vote.by
    if told is not None:
        told.append(Event("agree", seat, {"action": str(action), "size": size}))
    p.vote = Vote(size, by, (seat + 1) % p.seats)
    p.step += 1
    if p.vote.asked == by:
        _close_vote(p)
        p.display = _without(p.display, size)
        p.removed = tuple(sorted((*p.removed, size)))
        if told is not None:
            told.append(Event("voted_out", by, {"size": size}))


def _refuse(p: MexicaPosition, seat: int, action: Action, told: Told) -> None:
    assert p.vote is not None
    size = p.vote.size
    p.refused = tuple(sorted((*p.refused, size)))
    _close_vote(p)
    p.step += 1
    if told is not None:
        told.append(Event("refuse", seat, {"action": str(action), "size": size}))


def _close_vote(p: MexicaPosition) -> None:
    p.phase, p.vote = "turn", None


# --- the end of turns, rounds and periods ---


def _end(p: MexicaPosition, seat: int, action: Action, told: Told) -> None:
    if told is not None:
        told.append(Event("end", seat, {"action": str(action), "wasted": p.ap}))
    p.turn = (seat + 1) % p.seats
    p.ap, p.taken = ACTION_POINTS, 0
    p.step += 1
    if p.turn == p.first:
        _end_round(p, told)


def _end_round(p: MexicaPosition, told: Told) -> None:
    p.idle_rounds = 0 if p.placed else p.idle_rounds + 1
    p.placed, p.refused = False, ()
    if p.complete():
        _end_period(p, "complete", told)
    elif p.idle_rounds == IDLE_ROUNDS:
        _end_period(p, "stalled", told)
    else:
        p.round += 1


def _end_period(p: MexicaPosition, how: str, told: Told) -> None:
    if told is not None:
        told.append(Event("period_end", p.turn, {"period": p.period, "how": how, "rounds": p.round}))
    scoring.score_period(p, told)
    if p.period == 2:
        p.phase = "over"
        if told is not None:
            told.append(Event("over", p.turn, {"scores": [[seat, points] for seat, points in enumerate(p.score)]}))
        return
    # M-PER2: all that is on the board stays
    p.period, p.round, p.idle_rounds = 2, 1, 0
    p.removed = tuple(sorted(p.removed + p.display))
    p.display, p.later = p.later, ()
    p.unsure = True
    p.hands = [mine + TEMPLES[2][i % 4] for i, mine in enumerate(p.hands)]
    if told is not None:
        told.append(Event("period_begin", p.first, {"sizes": list(p.display)}))


# --- tokens that nobody can use any more (M-DEAD) ---


def look_whether_diggable(p: MexicaPosition) -> None:
    """Whether a tile that is left would fit somewhere, even with every pawn and bridge lifted off."""
    p.unsure = True
    land = LAND & ~(PALACE | p.canals | p.built)
    for district in p.founded:
        land &= ~district.land
    pairs = land & (land >> ACROSS[H] | land >> ACROSS[V])
    p.diggable = bool((p.singles and land) or (p.doubles and pairs))


def _remove_dead(p: MexicaPosition, told: Told) -> None:
    largest = p.largest()
    dead = [size for size in p.display if size > largest or not (p.diggable or _can_be_founded_as_it_is(p, size))]
    if not dead:
        return
    p.display = tuple(size for size in p.display if size not in dead)
    p.removed = tuple(sorted((*p.removed, *dead)))
    if told is not None:
        told.append(Event("dead", p.turn, {"sizes": dead}))


def _can_be_founded_as_it_is(p: MexicaPosition, size: int) -> bool:
    """Whether a district of exactly that size has room for a pawn and, off the palace, for the token."""
    for land in p.wild:
        if land.bit_count() == size:
            room = land & ~p.built
            if room.bit_count() >= 2 and room & ~PALACE:
                return True
    return False


# --- chance ---


def _deal(p: MexicaPosition, seat: int, action: Action, told: Told) -> None:
    (size,) = action.data
    p.later = _without(p.later, size)
    p.display = tuple(sorted((*p.display, size)))
    if told is not None:
        told.append(Event("deal", seat, {"action": str(action), "size": size}))
    _look_whether_set_up(p)


def _neutral(p: MexicaPosition, seat: int, action: Action, told: Told) -> None:
    at, level = action.data
    p.temples[4 * p.seats + level - 1] |= 1 << at
    p.built |= 1 << at
    if told is not None:
        told.append(Event("neutral", seat, {"action": str(action), "at": NAMES[at], "level": level}))
    if any(p.neutrals_missing()) and not p.neutral_sites():  # M-2P: stuck, so from the start again
        p.temples[4 * p.seats :] = [0, 0, 0, 0]
        p.built = 0
        if told is not None:
            told.append(Event("neutral_again", seat, {}))
    _look_whether_set_up(p)


def _first(p: MexicaPosition, seat: int, action: Action, told: Told) -> None:
    (p.first,) = action.data
    if told is not None:
        told.append(Event("first", seat, {"action": str(action), "who": p.first}))
    _look_whether_set_up(p)


def _look_whether_set_up(p: MexicaPosition) -> None:
    if p.first >= 0 and len(p.display) == DISPLAYED and not any(p.neutrals_missing()):
        p.phase, p.turn = "start", p.first
        p.step += 1


def _without(sizes: tuple[int, ...], size: int) -> tuple[int, ...]:
    at = sizes.index(size)
    return sizes[:at] + sizes[at + 1 :]


DEEDS: dict[str, Callable[[MexicaPosition, int, Action, Told], None]] = {
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
