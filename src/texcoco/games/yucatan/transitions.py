"""State changes: what each action does to a position.

Nothing is checked here (`moves.py` and `refusals.py` say what is legal) and no events are made (`events.py` does that).

Copies of a position share its lists and dictionaries: code that changes one puts a copy in its place first.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from texcoco.game import Action
from texcoco.games.bits import spaces
from texcoco.games.yucatan import moves
from texcoco.games.yucatan.actions import Step, TwoSteps, Warrior
from texcoco.games.yucatan.knowledge import after_leaving, after_moving, with_known
from texcoco.games.yucatan.pieces import GUILDS, LEVELS, LOAD, NEUTRALS, PRICE, STARTERS
from texcoco.games.yucatan.possible import possible_guilds

if TYPE_CHECKING:
    from texcoco.games.yucatan.position import YucatanPosition


# --- set-up ---


def begin(p: YucatanPosition, first: int) -> None:
    """Let the set-up start, with `first` as the first player."""
    p.first, p.phase, p.turn = first, "large", (first - 1) % p.seats
    _skip_stuck(p)


def _first(p: YucatanPosition, seat: int, action: Action) -> None:
    p.step += 1
    begin(p, action.data.seat)


def _village(p: YucatanPosition, seat: int, action: Action) -> None:
    space: int = action.data.space
    _build(p, seat, space)
    if p.phase == "large":
        p.large |= 1 << space
    _next_in_setup(p)


def _neutral(p: YucatanPosition, seat: int, action: Action) -> None:
    space: int = action.data.space
    p.neutral |= 1 << space
    p.built |= 1 << space
    p.sites &= ~(p.board.around[space] | 1 << space)
    _next_in_setup(p)


def _warrior(p: YucatanPosition, seat: int, action: Action) -> None:
    warrior: Warrior = action.data
    space, guild = warrior
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
    """The seat that ends a phase: the first player; for small villages, which start on his left, the seat two to his
    left (Y19)."""
    return (p.first + 2) % p.seats if p.phase == "small" else p.first


def _next_phase(p: YucatanPosition) -> None:
    p.phase = {"large": "small", "small": "neutral", "neutral": "warriors", "warriors": "turn"}[p.phase]
    p.turn = {"small": (p.first + 1) % p.seats, "turn": p.first}.get(p.phase, (p.first - 1) % p.seats)
    if p.phase == "turn":
        p.round = 1


def _skip_stuck(p: YucatanPosition) -> None:
    """A village that fits nowhere is not placed (Y21); neutral ones are placed until none fits or none is left (Y18,
    Y22, Y23)."""
    while p.phase in ("large", "small") and not moves.setup_sites(p, p.turn, p.phase):
        if p.turn == _last(p):
            _next_phase(p)
        else:
            p.turn = (p.turn - 1) % p.seats
    if p.phase == "neutral" and (p.neutral.bit_count() == NEUTRALS or not moves.setup_sites(p, p.turn, "neutral")):
        _next_phase(p)


# --- the five actions ---


def _settle(p: YucatanPosition, seat: int, action: Action) -> None:
    _build(p, seat, action.data.space)
    _next_turn(p)


def _grow(p: YucatanPosition, seat: int, action: Action) -> None:
    space: int = action.data.space
    p.large |= 1 << space
    if p.men[seat] >> space & 1:
        _deliver(p, seat, space)  # Y30
    _next_turn(p)


def _deploy(p: YucatanPosition, seat: int, action: Action) -> None:
    warrior: Warrior = action.data
    space, guild = warrior
    p.large &= ~(1 << space)  # a large village that he comes out of shrinks (Y31)
    _place(p, seat, space, guild)
    _next_turn(p)


def _march(p: YucatanPosition, seat: int, action: Action) -> None:
    path: Step | TwoSteps = action.data
    start, end = path.start, path.end
    if start in p.load and delivers_on_the_way(p, seat, path):
        _unload(p, seat, start)
    if p.pawns >> end & 1:  # a fight comes first, in the own city too (Y41, Y43)
        if not _fight(p, seat, start, warrior_owner(p, end), end):
            _next_turn(p)
            return
        p.step += 1  # guilds were shown: whatever the seat still has to choose is a step of its own
        # no raid: who had to fight for a village takes nothing from it (Y40)
    else:
        _move(p, seat, start, end)
        if (p.built & ~p.villages[seat]) >> end & 1:
            _raid(p, seat, end)
            return
    _deliver(p, seat, end)
    if p.board.cities >> end & 1 and end != p.board.city[seat]:
        p.thief = end  # entered, even if by a fight: he may steal (Y42), once (Y43)
        if moves.most_to_steal(p):
            p.phase = "steal"
            return
        p.thief = -1  # nothing to take, nothing to ask (Y44)
    _next_turn(p)


def _raise(p: YucatanPosition, seat: int, action: Action) -> None:
    p.held, p.levels = p.held.copy(), p.levels.copy()
    p.held[seat] -= PRICE
    p.supply += PRICE
    p.levels[seat] += 1
    if p.levels[seat] == LEVELS:  # Y48
        p.step += 1
        p.phase = "over"
    else:
        _next_turn(p)


def _pass(p: YucatanPosition, seat: int, action: Action) -> None:
    _next_turn(p)


# --- what a march leads to ---


def _fight(p: YucatanPosition, seat: int, start: int, other: int, end: int) -> bool:
    """Combat; whether the attacker won and stands at `end`. Both guilds are shown to all (Y36)."""
    won = attacker_wins(p, start, end)
    p.shown |= 1 << start | 1 << end
    if won:
        load = _leave(p, other, end)
        _move(p, seat, start, end)
    else:
        load = _leave(p, seat, start)
    _take(p, end, load)
    if not won:
        _deliver(p, other, end)  # Y41
    return won


def attacker_wins(p: YucatanPosition, start: int, end: int) -> bool:
    """Whether the warrior at `start` beats the one at `end`; of equal guilds the defender wins."""
    return p.guild[start] == (p.guild[end] + 1) % len(GUILDS)


def _take(p: YucatanPosition, space: int, load: int) -> None:
    """The winner at `space` takes the loser's prisoners, and the rest of them goes back to the supply."""
    had = p.load.get(space, 0)
    now = load_after_combat(had, load, p.supply)
    p.supply += had + load - now
    if now != had:
        p.load = {**p.load, space: now}


def load_after_combat(own: int, loser: int, supply: int) -> int:
    """How many prisoners the winner leads: his own, the loser's and one of the supply (Y38), but no more than he can
    (Y39, Y45)."""
    return min(LOAD, own + loser + (supply > 0))


def _raid(p: YucatanPosition, seat: int, space: int) -> None:
    """A village that is not one's own loses size or falls, and gives a prisoner (Y9, Y28, Y39, Y45)."""
    bit, load = 1 << space, p.load.get(space, 0)
    if can_take_one(p, load):
        p.load = {**p.load, space: load + 1}
        p.supply -= 1
    owner = village_owner(p, space)
    if p.large & bit:
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
    _next_turn(p)


def can_take_one(p: YucatanPosition, load: int) -> bool:
    """Whether a warrior who leads so many can take one more prisoner from the supply (Y39, Y45)."""
    return load < LOAD and p.supply > 0


def _dismiss(p: YucatanPosition, seat: int, action: Action) -> None:
    p.supply += _leave(p, seat, action.data.space)
    if p.men[seat].bit_count() <= p.may_feed(seat):
        p.phase, p.owes = "turn", -1
        _next_turn(p)


def _steal(p: YucatanPosition, seat: int, action: Action) -> None:
    n: int = action.data.prisoners
    owner = p.board.city.index(p.thief)
    if n:
        p.held = p.held.copy()
        p.held[owner] -= n
        p.load = {**p.load, p.thief: p.load.get(p.thief, 0) + n}
    p.phase, p.thief = "turn", -1
    _next_turn(p)


def _deliver(p: YucatanPosition, seat: int, space: int) -> None:
    """A warrior of `seat` in his city or in an own large village gives up his prisoners to the city."""
    if space in p.load and delivers_at(p, seat, space):
        _unload(p, seat, space)


def delivers_at(p: YucatanPosition, seat: int, space: int) -> bool:
    """Whether prisoners that a warrior of `seat` leads here go to his city."""
    return space == p.board.city[seat] or bool(p.villages[seat] & p.large & 1 << space)


def delivers_on_the_way(p: YucatanPosition, seat: int, path: Step | TwoSteps) -> bool:
    """Whether a warrior of `seat` passes through an own large village, and gives up his prisoners there (Y8)."""
    return isinstance(path, TwoSteps) and bool(p.villages[seat] & p.large & 1 << path.middle)


def _unload(p: YucatanPosition, seat: int, space: int) -> None:
    p.load, p.held = p.load.copy(), p.held.copy()
    p.held[seat] += p.load.pop(space)


# --- pieces ---


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
    known: list[int] = []
    if not p.shown & bit and any(owner == seat and among & bit for owner, among, _, _ in p.limits):
        known = possible_guilds(p, seat)  # what the limits say of those who stay, they may say because of him
    certain = p.shown & bit or sum(may >> space & 1 for may in known) == 1
    p.men, p.guild, p.reserve, p.load = p.men.copy(), p.guild.copy(), p.reserve.copy(), p.load.copy()
    del p.guild[space]
    p.men[seat] ^= bit
    p.pawns ^= bit
    p.reserve[seat * len(GUILDS) + guild] += 1
    p.limits = after_leaving(p.limits, seat, p.men[seat], space, guild if certain else -1)
    p.shown &= ~bit
    if known:
        now = possible_guilds(p, seat)
        never = [(at, guild) for guild in range(len(GUILDS)) for at in spaces(now[guild] & ~known[guild])]
        p.limits = with_known(p.limits, seat, never)
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


def warrior_owner(p: YucatanPosition, space: int) -> int:
    """The seat whose warrior stands here."""
    return next(seat for seat in range(p.seats) if p.men[seat] >> space & 1)


def village_owner(p: YucatanPosition, space: int) -> int:
    """The seat whose village this is, -1 if it is neutral."""
    return next((seat for seat in range(p.seats) if p.villages[seat] >> space & 1), -1)


def _next_turn(p: YucatanPosition) -> None:
    """The turn goes to the left; after the last round the game is over (Y49)."""
    p.step += 1
    p.turn = (p.turn + 1) % p.seats
    if p.turn == p.first:
        if p.round == p.options.rounds:
            p.phase = "over"
        else:
            p.round += 1


TRANSITIONS: dict[str, Callable[[YucatanPosition, int, Action], None]] = {
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
