"""Why an action is not allowed: the ruling that forbids it, and a sentence that fits the situation."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from texcoco.game import Action, Refusal
from texcoco.games.bits import lowest
from texcoco.games.yucatan import moves
from texcoco.games.yucatan.actions import Step, TwoSteps
from texcoco.games.yucatan.board import LABELS, labels
from texcoco.games.yucatan.pieces import GUILDS, PRICE, VILLAGES

if TYPE_CHECKING:
    from texcoco.games.yucatan.position import YucatanPosition

_PHASES = {
    "first": ("first",),
    "village": ("large", "small"),
    "neutral": ("neutral",),
    "warrior": ("warriors",),
    "steal": ("steal",),
    "dismiss": ("dismiss",),
}
"""When each kind of action is due; the others in a turn."""


def check(p: YucatanPosition, seat: int, action: Action) -> Refusal | None:
    """Why `seat` may not do this now; None when it may."""
    if seat not in p.actors():
        return _refuse("turn", "over") if p.phase == "over" else _refuse("turn", "not-your-turn", seat=p.actors()[0])
    if p.phase not in _PHASES.get(action.kind, ("turn",)):
        return _refuse("turn", f"now-{p.phase}", action=action.text)
    named = action.data if action.kind == "march" else () if action.kind in ("first", "steal") else action.data[:1]
    for space in named:
        if not p.board.spaces >> space & 1:
            return _refuse("notation", "off-board", space=LABELS[space])
    return _CHECKS[action.kind](p, seat, action)


def _refuse(rule: str, key: str, **values: Any) -> Refusal:
    return Refusal(rule, f"refuse.{key}", values)


def _first(p: YucatanPosition, seat: int, action: Action) -> Refusal | None:
    return None if action.data.seat < p.seats else _refuse("Y50", "no-such-seat", n=action.data.seat, seats=p.seats)


# --- villages ---


def _crowded(p: YucatanPosition, space: int, rule: str) -> Refusal | None:
    """Why no village at all can stand there: terrain, another village, a neighbour."""
    board, label = p.board, LABELS[space]
    if board.mountain >> space & 1:
        return _refuse("Y17", "on-mountain", space=label)
    if board.water >> space & 1:
        return _refuse(rule, "on-water", space=label)
    if board.cities >> space & 1:
        return _refuse(rule, "on-city", space=label)
    if p.built >> space & 1:
        return _refuse(rule, "village-there", space=label)
    if p.built & board.around[space]:
        return _refuse(rule, "next-to-village", space=label, village=LABELS[lowest(p.built & board.around[space])])
    if board.cities & board.around[space]:
        return _refuse(rule, "next-to-city", space=label, city=LABELS[lowest(board.cities & board.around[space])])
    return None


def _village(p: YucatanPosition, seat: int, action: Action) -> Refusal | None:
    space: int = action.data.space
    rule = "Y20" if p.phase == "large" else "Y54"
    if moves.setup_sites(p, seat, p.phase) >> space & 1:
        return None
    return _crowded(p, space, rule) or _refuse(
        rule, f"{p.phase}-by-river", space=LABELS[space], city=LABELS[p.board.city[seat]]
    )


def _neutral(p: YucatanPosition, seat: int, action: Action) -> Refusal | None:
    space: int = action.data.space
    if moves.setup_sites(p, seat, "neutral") >> space & 1:
        return None
    return _crowded(p, space, "Y22") or _refuse("Y22", "neutral-by-river", space=LABELS[space])


def _settle(p: YucatanPosition, seat: int, action: Action) -> Refusal | None:
    space: int = action.data.space
    if moves.settle_sites(p, seat) >> space & 1:
        return None
    if p.villages[seat].bit_count() >= VILLAGES:
        return _refuse("Y28", "no-village-left", n=VILLAGES)
    rule = "Y27" if p.men[seat] >> space & 1 else "Y25"
    return _crowded(p, space, rule) or _refuse("Y25", "no-river-of-yours", space=LABELS[space])


def _grow(p: YucatanPosition, seat: int, action: Action) -> Refusal | None:
    space: int = action.data.space
    if not p.villages[seat] >> space & 1:
        return _refuse(
            "Y29", "neutral-stays-small" if p.neutral >> space & 1 else "not-your-village", space=LABELS[space]
        )
    return _refuse("Y29", "already-large", space=LABELS[space]) if p.large >> space & 1 else None


# --- warriors ---


def _none_left(p: YucatanPosition, seat: int, action: Action) -> Refusal | None:
    guild: int = action.data.guild
    return None if p.reserve[seat * len(GUILDS) + guild] else _refuse("Y33", "none-in-reserve", guild=GUILDS[guild])


def _warrior(p: YucatanPosition, seat: int, action: Action) -> Refusal | None:
    space: int = action.data.space
    city = p.board.city[seat]
    if not p.board.near[city] >> space & 1:
        return _refuse("Y24", "beside-your-city", space=LABELS[space], city=LABELS[city])
    if p.pawns >> space & 1:
        return _refuse("Y24", "occupied", space=LABELS[space])
    return _none_left(p, seat, action)


def _deploy(p: YucatanPosition, seat: int, action: Action) -> Refusal | None:
    space: int = action.data.space
    city = p.board.city[seat]
    label = LABELS[space]
    if p.men[seat].bit_count() >= p.may_feed(seat):
        return _refuse("Y33", "cannot-feed", n=p.may_feed(seat), villages=p.villages[seat].bit_count())
    if space == city:
        return _refuse("Y32", "not-in-the-city", space=label)
    if p.board.near[city] >> space & 1:
        return _refuse("Y32", "occupied", space=label) if p.pawns >> space & 1 else _none_left(p, seat, action)
    if not p.villages[seat] >> space & 1:
        return _refuse("Y32", "deploy-where", space=label, city=LABELS[city])
    if not p.large >> space & 1:
        return _refuse("Y31", "small-village", space=label)
    if p.pawns >> space & 1:
        return _refuse("Y31", "village-occupied", space=label)
    return _none_left(p, seat, action)


def _dismiss(p: YucatanPosition, seat: int, action: Action) -> Refusal | None:
    space: int = action.data.space
    return None if p.men[seat] >> space & 1 else _refuse("Y34", "dismiss-your-own", space=LABELS[space])


# --- marches ---


def _march(p: YucatanPosition, seat: int, action: Action) -> Refusal | None:
    path: Step | TwoSteps = action.data
    start, end, board = path.start, path.end, p.board
    if not p.men[seat] >> start & 1:
        return _refuse("move", "no-warrior", space=LABELS[start])
    crosses = isinstance(path, TwoSteps) and bool(board.water >> path.middle & 1)
    if isinstance(path, Step):
        refusal = _step(p, start, end)
    elif crosses:
        refusal = _crossing(p, *path)
    else:
        refusal = _two_spaces(p, seat, *path)
    if refusal is None and p.men[seat] >> end & 1:
        refusal = _refuse("Y15" if crosses else "Y7", "own-warrior", space=LABELS[end])
    return refusal


def _step(p: YucatanPosition, start: int, end: int) -> Refusal | None:
    board, label = p.board, LABELS[end]
    if not board.around[start] >> end & 1:
        return _refuse("move", "not-adjacent", start=LABELS[start], end=label)
    if board.mountain >> end & 1:
        return _refuse("Y17", "into-mountain", space=label)
    return _refuse("Y12", "into-water", space=label) if board.water >> end & 1 else None


def _two_spaces(p: YucatanPosition, seat: int, start: int, middle: int, end: int) -> Refusal | None:
    board, label = p.board, LABELS[middle]
    refusal = _step(p, start, middle)
    if refusal is None and end == start:
        refusal = _refuse("Y6", "back-to-start", space=LABELS[start])
    refusal = refusal or _step(p, middle, end)
    if refusal is not None:
        return refusal
    if board.cities >> middle & 1:
        return _refuse("Y10", "stops-in-city", space=label)
    path = (start, middle, end) if p.options.strict_river else (middle, end)
    dry = [LABELS[space] for space in path if not board.riverside >> space & 1]
    if dry:
        return _refuse("Y4", "not-riverside", spaces=dry)
    if p.pawns >> middle & 1:
        return _refuse("Y7", "through-warrior", space=label)
    return None if moves.passable(p, seat) >> middle & 1 else _refuse("Y9", "stops-in-village", space=label)


def _crossing(p: YucatanPosition, start: int, river: int, end: int) -> Refusal | None:
    board = p.board
    if not board.around[start] >> river & 1:
        return _refuse("Y12", "not-adjacent", start=LABELS[start], end=LABELS[river])
    if end == start:
        return _refuse("Y13", "back-to-start", space=LABELS[start])
    if not board.around[river] >> end & 1:
        return _refuse("Y13", "not-adjacent", start=LABELS[river], end=LABELS[end])
    if not board.beach >> end & 1:
        return _refuse(
            "Y13", "no-beach", space=LABELS[end], beaches=labels(board.around[river] & board.beach & ~(1 << start))
        )
    by = board.crossing[start][end]
    return None if by == river else _refuse("Y13", "cross-by", river=LABELS[by], start=LABELS[start], end=LABELS[end])


# --- the rest ---


def _steal(p: YucatanPosition, seat: int, action: Action) -> Refusal | None:
    most = moves.most_to_steal(p)
    return None if action.data.prisoners <= most else _refuse("Y44", "steal-at-most", n=most)


def _raise(p: YucatanPosition, seat: int, action: Action) -> Refusal | None:
    return None if p.held[seat] >= PRICE else _refuse("Y47", "too-few-prisoners", n=p.held[seat], price=PRICE)


def _pass(p: YucatanPosition, seat: int, action: Action) -> Refusal | None:
    return _refuse("Y46", "must-act") if moves.has_actions(p, seat) else None


_CHECKS: dict[str, Callable[[YucatanPosition, int, Action], Refusal | None]] = {
    "first": _first,
    "village": _village,
    "neutral": _neutral,
    "warrior": _warrior,
    "settle": _settle,
    "grow": _grow,
    "deploy": _deploy,
    "march": _march,
    "steal": _steal,
    "raise": _raise,
    "dismiss": _dismiss,
    "pass": _pass,
}
