"""Why an action of Mexica is not allowed: the ruling, and a sentence that helps.

`check` goes from the general to the particular: whose turn it is, what the game waits for, action points, the place,
and last, in the first round, whether somebody would be penned in.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from texcoco.game import CHANCE, Action, Refusal
from texcoco.games.mexica import pen
from texcoco.games.mexica.actions import ACROSS, H, Levels, Shift, Span, V
from texcoco.games.mexica.board import LAKE, LAND, NAMES, PALACE, STARTS
from texcoco.games.mexica.moves import MOST_TAKEN, PRICES, spans

if TYPE_CHECKING:
    from texcoco.games.mexica.position import MexicaPosition

_CHANCE = ("deal", "neutral", "first")
_VOTE = ("agree", "refuse")


def check(p: MexicaPosition, seat: int, action: Action) -> Refusal | None:
    """Why `seat` may not do this now; None when it may."""
    refusal = _turn(p, seat, action)
    if refusal is None and seat == CHANCE:
        legal = any(action == result for result, _ in p.chances())
        return None if legal else _refuse("M-TURN", "not-now-chance", action=str(action))
    if refusal is None:
        cost = action.data.level if action.kind == "temple" else PRICES.get(action.kind, 0)
        if cost > p.ap:
            return _refuse("M-AP", "too-dear", cost=cost, ap=p.ap, tokens=p.tokens[seat])
        refusal = _RULES[action.kind](p, seat, action)
    if refusal is None and p.phase == "turn" and pen.in_force(p):
        penned = pen.penned_by(p, seat, action)
        if penned is not None:
            return _refuse("M-PEN", "pen", other=penned)
    return refusal


def _refuse(rule: str, key: str, **values: Any) -> Refusal:
    return Refusal(rule, f"refuse.{key}", values)


def _turn(p: MexicaPosition, seat: int, action: Action) -> Refusal | None:
    """Whether it is this seat's turn to do this kind of thing."""
    if p.phase == "over":
        return _refuse("M-WIN", "over")
    if seat not in p.actors():
        waiting = p.actors()[0]
        if waiting == CHANCE:
            return _refuse("M-TURN", "not-yet")
        return _refuse("M-TURN", "not-your-turn", turn=waiting)
    if (action.kind in _CHANCE) != (seat == CHANCE):
        return _refuse("M-TURN", "only-chance" if action.kind in _CHANCE else "not-chance", action=str(action))
    if seat == CHANCE:
        return None
    if (action.kind == "start") != (p.phase == "start"):
        return _refuse("M-FIRST", "started" if action.kind == "start" else "start-first")
    if (action.kind in _VOTE) != (p.phase == "vote"):
        if p.vote is None:
            return _refuse("M-VOTE", "no-vote")
        return _refuse("M-VOTE", "vote-first", by=p.vote.by, size=p.vote.size)
    return None


def _start(p: MexicaPosition, seat: int, action: Action) -> Refusal | None:
    at: int = action.data.space
    if not STARTS >> at & 1:
        return _refuse("M-FIRST", "no-start-space", at=NAMES[at])
    if p.pawn_bits >> at & 1:
        return _refuse("M-FIRST", "start-taken", at=NAMES[at], other=p.pawns.index(at))
    return None


def _canal(p: MexicaPosition, seat: int, action: Action) -> Refusal | None:
    if len(action.data) == 2 and action.data.other - action.data.space not in ACROSS:
        return _refuse("M-CANAL", "tile-apart", at=NAMES[action.data.space], to=NAMES[action.data.other])
    if not (p.singles if len(action.data) == 1 else p.doubles):
        other = p.doubles if len(action.data) == 1 else p.singles
        return _refuse("M-CANAL", "no-tiles", spaces=len(action.data), other=other)
    for at in action.data:
        refusal = _soil(p, at)
        if refusal is not None:
            return refusal
    return None


def _soil(p: MexicaPosition, at: int) -> Refusal | None:
    """Why a canal cannot be dug on this space."""
    bit, name = 1 << at, NAMES[at]
    if PALACE & bit:
        return _refuse("M-CANAL", "canal-palace", at=name)
    refusal = _not_empty_land(p, at, "M-CANAL")
    if refusal is not None:
        return refusal
    if p.ramps() & bit:
        return _refuse("M-CANAL", "canal-ramp", at=name, bridge=NAMES[_bridge_resting_on(p, at)])
    for district in p.founded:
        if district.land & bit:
            return _refuse("M-CANAL", "canal-founded", at=name, token=NAMES[district.at], size=district.size)
    return None


def _bridge_resting_on(p: MexicaPosition, at: int) -> int:
    return next(at + step for way in (H, V) for step in (ACROSS[way], -ACROSS[way]) if p.bridges[way] >> at + step & 1)


def _not_empty_land(p: MexicaPosition, at: int, rule: str) -> Refusal | None:
    """Why a space is not free land."""
    bit, name = 1 << at, NAMES[at]
    if LAKE & bit:
        return _refuse(rule, "lake", at=name)
    if p.pawn_bits & bit:
        return _refuse(rule, "pawn", at=name, other=p.pawns.index(at))
    if p.canals & bit:
        return _refuse(rule, "canal", at=name)
    if p.built & bit:
        if any(district.at == at for district in p.founded):
            return _refuse(rule, "token", at=name)
        owner = next(i for i, placed in enumerate(p.temples) if placed & bit) // 4
        return (
            _refuse(rule, "temple", at=name, other=owner)
            if owner < p.seats
            else _refuse(rule, "neutral-temple", at=name)
        )
    return None


def _bridge(p: MexicaPosition, seat: int, action: Action) -> Refusal | None:
    span: Span = action.data
    at, way = span
    if not p.bridges_left:
        return _refuse("M-RELOC", "no-bridges")
    return _bridge_site(p, at, way, p.bridges[H] | p.bridges[V], "M-BRDG")


def _bridge_site(p: MexicaPosition, at: int, way: int, laid: int, rule: str) -> Refusal | None:
    """Why a bridge cannot lie here in this direction, `laid` being the others."""
    bit, name = 1 << at, NAMES[at]
    if not p.canals & bit:
        return _refuse(rule, "bridge-lake" if LAKE & bit else "bridge-land", at=name)
    if laid & bit:
        return _refuse(rule, "bridge-bridge", at=name)
    solid = LAND & ~p.canals
    if spans(p, solid, way) & bit:
        return None
    wet = next(at + step for step in (-ACROSS[way], ACROSS[way]) if not solid >> at + step & 1)
    turned = bool(spans(p, solid, 1 - way) & bit)
    return _refuse(
        rule,
        "bridge-ramp",
        at=name,
        ramp=NAMES[wet] or "~",
        lake=int(LAKE >> wet & 1),
        turned=int(turned),
        other_way="vh"[way],
    )


def _shift(p: MexicaPosition, seat: int, action: Action) -> Refusal | None:
    shift: Shift = action.data
    at, to, way = shift
    if p.bridges_left:
        return _refuse("M-RELOC", "bridges-left", n=p.bridges_left)
    laid = p.bridges[H] | p.bridges[V]
    if not laid >> at & 1:
        return _refuse("M-RELOC", "no-bridge-there", at=NAMES[at])
    if p.pawn_bits >> at & 1:
        return _refuse("M-RELOC", "bridge-occupied", at=NAMES[at], other=p.pawns.index(at))
    if at == to and p.bridges[way] >> at & 1:
        return _refuse("M-RELOC", "bridge-same", at=NAMES[at])
    return _bridge_site(p, to, way, laid & ~(1 << at), "M-BRDG")


def _walk(p: MexicaPosition, seat: int, action: Action) -> Refusal | None:
    to: int = action.data.space
    pawn = p.pawns[seat]
    if p.steps(pawn) >> to & 1:
        return None
    bit, laid = 1 << to, p.bridges[H] | p.bridges[V]
    if to == pawn:
        return _refuse("M-FOOT", "walk-here", at=NAMES[to])
    if p.pawn_bits & bit:
        return _refuse("M-FOOT", "pawn", at=NAMES[to], other=p.pawns.index(to))
    if abs(to - pawn) not in ACROSS:
        return _refuse("M-FOOT", "walk-far", at=NAMES[pawn], to=NAMES[to])
    if laid >> pawn & 1:
        ashore = LAND & ~p.canals & bit and not p.built & bit
        return (
            _refuse("M-FOOT", "walk-off", at=NAMES[pawn], to=NAMES[to])
            if ashore or laid & bit
            else _closed(p, to, "M-FOOT")
        )
    if laid & bit:
        return _refuse("M-FOOT", "walk-beside", at=NAMES[to], to=NAMES[pawn])
    return _closed(p, to, "M-FOOT")


def _closed(p: MexicaPosition, to: int, rule: str) -> Refusal:
    """Why a pawn cannot be on a space that is neither free land nor a free bridge."""
    refusal = _not_empty_land(p, to, rule)
    if refusal is None:
        raise AssertionError(f"{NAMES[to]} is open")
    return _refuse(rule, "walk-water", at=NAMES[to]) if refusal.key in ("refuse.lake", "refuse.canal") else refusal


def _boat(p: MexicaPosition, seat: int, action: Action) -> Refusal | None:
    to: int = action.data.space
    pawn, laid = p.pawns[seat], p.bridges[H] | p.bridges[V]
    if not laid >> pawn & 1:
        return _refuse("M-BOAT", "boat-from-land", at=NAMES[pawn])
    if not laid >> to & 1:
        return _refuse("M-BOAT", "boat-to-land", at=NAMES[to])
    if to == pawn:
        return _refuse("M-BOAT", "walk-here", at=NAMES[to])
    if p.pawn_bits >> to & 1:
        return _refuse("M-BOAT", "boat-occupied", at=NAMES[to], other=p.pawns.index(to))
    for cost, reached in enumerate(p.boats(pawn, laid.bit_count()), 1):
        if reached >> to & 1:
            return None if cost <= p.ap else _refuse("M-AP", "too-dear", cost=cost, ap=p.ap, tokens=p.tokens[seat])
    return _refuse("M-BOAT", "boat-no-water", at=NAMES[pawn], to=NAMES[to])


def _fly(p: MexicaPosition, seat: int, action: Action) -> Refusal | None:
    to: int = action.data.space
    if p.pawns[seat] == to:
        return _refuse("M-FLY", "walk-here", at=NAMES[to])
    if p.pawn_bits >> to & 1:
        return _refuse("M-FLY", "pawn", at=NAMES[to], other=p.pawns.index(to))
    if (p.empty_land() | p.bridges[H] | p.bridges[V]) >> to & 1:
        return None
    return _closed(p, to, "M-FLY")


def _temple(p: MexicaPosition, seat: int, action: Action) -> Refusal | None:
    temple: Levels = action.data
    at, level = temple
    if not p.hands[4 * seat + level - 1]:
        return _refuse("M-TEMPLE", "no-temple", level=level, period=p.period)
    return _site(p, seat, at, "M-TEMPLE")


def _site(p: MexicaPosition, seat: int, at: int, rule: str) -> Refusal | None:
    """Why a temple or token cannot go to this space: it is free land of the pawn's district, off the palace."""
    pawn = p.pawns[seat]
    if PALACE >> at & 1:
        return _refuse(rule, "build-palace", at=NAMES[at])
    refusal = _not_empty_land(p, at, rule)
    if refusal is not None:
        return refusal
    ground = p.district(pawn)
    if not ground:
        return _refuse(rule, "on-bridge", at=NAMES[pawn])
    if not ground >> at & 1:
        return _refuse(rule, "other-district", at=NAMES[at], pawn=NAMES[pawn])
    return None


def _found(p: MexicaPosition, seat: int, action: Action) -> Refusal | None:
    at: int = action.data.space
    ground = p.district(p.pawns[seat])
    if not ground:
        return _refuse("M-FOUND", "on-bridge", at=NAMES[p.pawns[seat]])
    size = ground.bit_count()
    if ground not in p.wild:
        return _refuse("M-FOUND", "founded-already", size=size)
    if size not in p.display:
        return _refuse("M-FOUND", "no-such-token", size=size, display=list(p.display), count=len(p.display))
    return _site(p, seat, at, "M-FOUND")


def _take(p: MexicaPosition, seat: int, action: Action) -> Refusal | None:
    if p.taken >= MOST_TAKEN:
        return _refuse("M-TAKE", "taken-enough", n=MOST_TAKEN)
    return None if p.token_supply else _refuse("M-TAKE", "no-tokens-left")


def _spend(p: MexicaPosition, seat: int, action: Action) -> Refusal | None:
    return None if p.tokens[seat] else _refuse("M-SPEND", "no-tokens")


def _end(p: MexicaPosition, seat: int, action: Action) -> Refusal | None:
    return None


def _propose(p: MexicaPosition, seat: int, action: Action) -> Refusal | None:
    size: int = action.data.size
    if p.period == 1:
        return _refuse("M-VOTE", "vote-period")
    if size not in p.display:
        return _refuse("M-VOTE", "not-displayed", size=size)
    return _refuse("M-VOTE", "refused-already", size=size) if size in p.refused else None


def _answer(p: MexicaPosition, seat: int, action: Action) -> Refusal | None:
    return None


_RULES = {
    "start": _start, "canal": _canal, "bridge": _bridge, "shift": _shift, "walk": _walk, "boat": _boat, "fly": _fly,
    "temple": _temple, "found": _found, "take": _take, "spend": _spend, "end": _end, "propose": _propose,
    "agree": _answer, "refuse": _answer,
}  # fmt: skip
