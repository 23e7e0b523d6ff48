"""What each action does. Nothing is checked here: `refusals` and `moves` say what is legal.

Copies of a position share its lists and dictionaries: whoever changes one puts a copy in its place first.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from texcoco.game import Action, Event, Veil
from texcoco.games.yucatan import moves
from texcoco.games.yucatan.board import LABELS
from texcoco.games.yucatan.knowledge import after_leaving, after_moving, with_known
from texcoco.games.yucatan.pieces import GUILDS, LEVELS, LOAD, NEUTRALS, PRICE, STARTERS
from texcoco.games.yucatan.view import hidden

if TYPE_CHECKING:
    from texcoco.games.yucatan.position import YucatanPosition

Told = list[Event] | None


# --- set-up ---


def begin(p: YucatanPosition, first: int) -> None:
    """Let the set-up start, with `first` as the first player."""
    p.first, p.phase, p.turn = first, "large", (first - 1) % p.seats
    _skip_stuck(p)


def _first(p: YucatanPosition, seat: int, action: Action, told: Told) -> None:
    (first,) = action.data
    if told is not None:
        told.append(Event("first", seat, {"action": action.text, "first": first}))
    p.step += 1
    begin(p, first)


def _village(p: YucatanPosition, seat: int, action: Action, told: Told) -> None:
    (space,) = action.data
    if told is not None:
        told.append(Event("village", seat, {"action": action.text, "space": LABELS[space], "size": p.phase}))
    _build(p, seat, space)
    if p.phase == "large":
        p.large |= 1 << space
    _next_in_setup(p)


def _neutral(p: YucatanPosition, seat: int, action: Action, told: Told) -> None:
    (space,) = action.data
    if told is not None:
        told.append(Event("neutral", seat, {"action": action.text, "space": LABELS[space]}))
    p.neutral |= 1 << space
    p.built |= 1 << space
    p.sites &= ~(p.board.around[space] | 1 << space)
    _next_in_setup(p)


def _warrior(p: YucatanPosition, seat: int, action: Action, told: Told) -> None:
    space, guild = action.data
    if told is not None:
        told.append(_veiled("warrior", seat, action))
    _place(p, seat, space, guild)
    if p.men[seat].bit_count() == STARTERS:  # Y24
        _next_in_setup(p)


def _next_in_setup(p: YucatanPosition) -> None:
    """The turn goes to the right (Y19), and from the last seat of a phase to the first of the next."""
    p.step += 1
    if p.phase != "neutral" and p.turn == _last(p):
        _next_phase(p)
    else:
        p.turn = (p.turn - 1) % p.seats
    _skip_stuck(p)


def _last(p: YucatanPosition) -> int:
    """The seat that ends a phase: the first player; for small villages, which start on his left, the seat two to his left (Y19)."""
    return (p.first + 2) % p.seats if p.phase == "small" else p.first


def _next_phase(p: YucatanPosition) -> None:
    p.phase = {"large": "small", "small": "neutral", "neutral": "warriors", "warriors": "turn"}[p.phase]
    p.turn = {"small": (p.first + 1) % p.seats, "turn": p.first}.get(p.phase, (p.first - 1) % p.seats)
    if p.phase == "turn":
        p.round = 1


def _skip_stuck(p: YucatanPosition) -> None:
    """A village that fits nowhere is not placed (Y21); neutral ones are placed until none fits or none is left (Y18, Y22, Y23)."""
    while p.phase in ("large", "small") and not moves.setup_sites(p, p.turn, p.phase):
        if p.turn == _last(p):
            _next_phase(p)
        else:
            p.turn = (p.turn - 1) % p.seats
    if p.phase == "neutral" and (p.neutral.bit_count() == NEUTRALS or not moves.setup_sites(p, p.turn, "neutral")):
        _next_phase(p)


# --- the five actions ---


def _settle(p: YucatanPosition, seat: int, action: Action, told: Told) -> None:
    (space,) = action.data
    if told is not None:
        told.append(Event("settle", seat, {"action": action.text, "space": LABELS[space]}))
    _build(p, seat, space)
    _next_turn(p, told)


def _grow(p: YucatanPosition, seat: int, action: Action, told: Told) -> None:
    (space,) = action.data
    if told is not None:
        told.append(Event("grow", seat, {"action": action.text, "space": LABELS[space]}))
    p.large |= 1 << space
    if p.men[seat] >> space & 1:
        _deliver(p, seat, space, told)  # Y30
    _next_turn(p, told)


def _deploy(p: YucatanPosition, seat: int, action: Action, told: Told) -> None:
    space, guild = action.data
    shrinks = bool(p.large >> space & 1)
    if told is not None:
        told.append(_veiled("deploy", seat, action, source="village" if shrinks else "city"))
    if shrinks:
        p.large ^= 1 << space  # Y31
    _place(p, seat, space, guild)
    _next_turn(p, told)


def _march(p: YucatanPosition, seat: int, action: Action, told: Told) -> None:
    path = action.data
    start, end = path[0], path[-1]
    if told is not None:
        told.append(Event("march", seat, {"action": action.text, "start": LABELS[start], "end": LABELS[end]}))
    if len(path) == 3 and start in p.load and p.villages[seat] & p.large & 1 << path[1]:
        _unload(p, seat, start, path[1], told)  # on the way (Y8)
    if p.pawns >> end & 1:
        defender = next(other for other in range(p.seats) if p.men[other] >> end & 1)
        if not _fight(p, seat, start, defender, end, told):
            _next_turn(p, told)
            return
        p.step += 1  # guilds were shown: whatever the seat still has to choose is a step of its own
    else:
        _move(p, seat, start, end)
        if (p.built & ~p.villages[seat]) >> end & 1:
            _raid(p, seat, end, told)
            return
    _deliver(p, seat, end, told)
    if p.board.cities >> end & 1 and end != p.board.city[seat]:
        p.thief = end
        if moves.most_to_steal(p):
            p.phase = "steal"
            return
        p.thief = -1  # nothing to take, nothing to ask (Y44)
    _next_turn(p, told)


def _raise(p: YucatanPosition, seat: int, action: Action, told: Told) -> None:
    p.held, p.levels = p.held.copy(), p.levels.copy()
    p.held[seat] -= PRICE
    p.supply += PRICE
    p.levels[seat] += 1
    if told is not None:
        told.append(Event("raise", seat, {"action": action.text, "level": p.levels[seat]}))
    if p.levels[seat] == LEVELS:  # Y48
        if told is not None:
            told.append(Event("pyramid", seat))
        p.step += 1
        p.phase = "over"
    else:
        _next_turn(p, told)


def _pass(p: YucatanPosition, seat: int, action: Action, told: Told) -> None:
    if told is not None:
        told.append(Event("pass", seat, {"action": action.text}))
    _next_turn(p, told)


# --- what a march leads to ---


def _fight(p: YucatanPosition, seat: int, start: int, other: int, end: int, told: Told) -> bool:
    """Combat; whether the attacker won and stands at `end`. Both guilds are shown to all (Y36)."""
    mine, theirs = p.guild[start], p.guild[end]
    won = mine == (theirs + 1) % len(GUILDS)  # equal guilds: the defender wins
    if told is not None:
        values = {
            "space": LABELS[end],
            "attacker": GUILDS[mine],
            "defender": GUILDS[theirs],
            "other": other,
            "winner": seat if won else other,
        }
        told.append(Event("combat", seat, values))
    p.shown |= 1 << start | 1 << end
    if won:
        load = _leave(p, other, end)
        _move(p, seat, start, end)
    else:
        load = _leave(p, seat, start)
    _take(p, end, load, told)
    if not won:
        _deliver(p, other, end, told)  # Y41
    return won


def _take(p: YucatanPosition, space: int, load: int, told: Told) -> None:
    """The winner at `space` takes the loser's prisoners and one from the supply (Y38), as far as he can lead them (Y39, Y45)."""
    had = p.load.get(space, 0)
    now = min(LOAD, had + load)
    p.supply += had + load - now
    if now < LOAD and p.supply:
        now += 1
        p.supply -= 1
    if now != had:
        p.load = {**p.load, space: now}
    if told is not None:
        owner = next(seat for seat in range(p.seats) if p.men[seat] >> space & 1)
        told.append(Event("take", owner, {"space": LABELS[space], "n": now - had, "load": now}))


def _raid(p: YucatanPosition, seat: int, space: int, told: Told) -> None:
    """A village that is not one's own loses size or falls, and gives a prisoner (Y9, Y28, Y39, Y45)."""
    bit, load = 1 << space, p.load.get(space, 0)
    taken = int(load < LOAD and p.supply > 0)
    if taken:
        p.load = {**p.load, space: load + 1}
        p.supply -= 1
    owner = -1 if p.neutral & bit else next(other for other in range(p.seats) if p.villages[other] & bit)
    left = "small" if p.large & bit else "none"
    if told is not None:
        told.append(Event("raid", seat, {"space": LABELS[space], "owner": owner, "left": left, "n": taken}))
    if left == "small":
        p.large ^= bit
    else:
        if owner < 0:
            p.neutral ^= bit
        else:
            p.villages = p.villages.copy()
            p.villages[owner] ^= bit
        p.refresh()
        if owner >= 0 and p.men[owner].bit_count() > p.may_feed(owner):  # Y34
            p.phase, p.owes = "dismiss", owner
            p.step += 1
            return
    _next_turn(p, told)


def _dismiss(p: YucatanPosition, seat: int, action: Action, told: Told) -> None:
    (space,) = action.data
    load = _leave(p, seat, space)
    p.supply += load
    if told is not None:
        told.append(Event("dismiss", seat, {"action": action.text, "space": LABELS[space], "n": load}))
    if p.men[seat].bit_count() <= p.may_feed(seat):
        p.phase, p.owes = "turn", -1
        _next_turn(p, told)


def _steal(p: YucatanPosition, seat: int, action: Action, told: Told) -> None:
    (n,) = action.data
    owner = p.board.city.index(p.thief)
    if told is not None:
        told.append(Event("steal", seat, {"action": action.text, "owner": owner, "n": n}))
    if n:
        p.held = p.held.copy()
        p.held[owner] -= n
        p.load = {**p.load, p.thief: p.load.get(p.thief, 0) + n}
    p.phase, p.thief = "turn", -1
    _next_turn(p, told)


def _deliver(p: YucatanPosition, seat: int, space: int, told: Told) -> None:
    """A warrior of `seat` in his city or in an own large village gives up his prisoners to the city."""
    if space in p.load and (space == p.board.city[seat] or p.villages[seat] & p.large & 1 << space):
        _unload(p, seat, space, space, told)


def _unload(p: YucatanPosition, seat: int, space: int, where: int, told: Told) -> None:
    p.load, p.held = p.load.copy(), p.held.copy()
    n = p.load.pop(space)
    p.held[seat] += n
    if told is not None:
        told.append(Event("deliver", seat, {"space": LABELS[where], "n": n}))


# --- small change ---


def _build(p: YucatanPosition, seat: int, space: int) -> None:
    p.villages, p.reach = p.villages.copy(), p.reach.copy()
    p.villages[seat] |= 1 << space
    p.built |= 1 << space
    p.sites &= ~(p.board.around[space] | 1 << space)
    p.reach[seat] |= p.board.flow[space]


def _place(p: YucatanPosition, seat: int, space: int, guild: int) -> None:
    """A warrior of the reserve comes to the board."""
    p.men, p.guild, p.reserve = p.men.copy(), p.guild.copy(), p.reserve.copy()
    p.men[seat] |= 1 << space
    p.pawns |= 1 << space
    p.guild[space] = guild
    p.reserve[seat * len(GUILDS) + guild] -= 1


def _leave(p: YucatanPosition, seat: int, space: int) -> int:
    """A warrior goes back to his reserve, his guild hidden again (Y35); what he was leading."""
    bit, guild = 1 << space, p.guild[space]
    known: Mapping[int, Sequence[int]] = {}
    if not p.shown & bit and any(owner == seat and among & bit for owner, among, _, _ in p.limits):
        known = hidden(p, seat)  # what the limits say of those who stay, they may say because of him
    p.men, p.guild, p.reserve, p.load = p.men.copy(), p.guild.copy(), p.reserve.copy(), p.load.copy()
    del p.guild[space]
    p.men[seat] ^= bit
    p.pawns ^= bit
    p.reserve[seat * len(GUILDS) + guild] += 1
    p.limits = after_leaving(p.limits, seat, p.men[seat], space, guild if p.shown & bit or len(known.get(space, ())) == 1 else -1)
    p.shown &= ~bit
    if known:
        now = hidden(p, seat)
        p.limits = with_known(p.limits, seat, [(at, of) for at in now for of in now[at] if of not in known[at]])
    return p.load.pop(space, 0)


def _move(p: YucatanPosition, seat: int, start: int, end: int) -> None:
    swap = 1 << start | 1 << end
    p.men, p.guild = p.men.copy(), p.guild.copy()
    p.men[seat] ^= swap
    p.pawns ^= swap
    p.guild[end] = p.guild.pop(start)
    if start in p.load:
        p.load = p.load.copy()
        p.load[end] = p.load.pop(start)
    if p.shown >> start & 1:
        p.shown ^= swap
    if p.limits:
        p.limits = after_moving(p.limits, seat, start, end)


def _veiled(kind: str, seat: int, action: Action, **values: str) -> Event:
    space, guild = action.data
    owner = frozenset({seat})
    told = {"action": action.text, "space": LABELS[space], "guild": GUILDS[guild], **values}
    return Event(kind, seat, told, {"guild": Veil(owner, "hidden"), "action": Veil(owner, f"{kind} {LABELS[space]} ?")})


def _next_turn(p: YucatanPosition, told: Told) -> None:
    """The turn goes to the left; after the last round the game is over (Y49)."""
    p.step += 1
    p.turn = (p.turn + 1) % p.seats
    if p.turn == p.first:
        if p.round == p.options.rounds:
            if told is not None:
                told.append(Event("limit", p.turn, {"rounds": p.round}))
            p.phase = "over"
        else:
            p.round += 1


DEEDS: dict[str, Callable[[YucatanPosition, int, Action, Told], None]] = {
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
