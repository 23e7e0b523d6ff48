"""Which actions are legal: sets of spaces first, made into lists only for those who want lists."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from texcoco.game import Action
from texcoco.games.bits import choose, nth, spaces
from texcoco.games.yucatan.actions import (
    DEPLOY,
    DISMISS,
    FIRST,
    GROW,
    NEUTRAL,
    PASS,
    RAISE,
    SETTLE,
    STEAL,
    VILLAGE,
    WARRIOR,
)
from texcoco.games.yucatan.pieces import GUILDS, LOAD, PRICE, VILLAGES

if TYPE_CHECKING:
    from texcoco.games.yucatan.position import YucatanPosition


def setup_sites(p: YucatanPosition, seat: int, phase: str) -> int:
    """Where `seat` may put a village in this phase of the set-up; none: it puts none."""
    if phase == "neutral":
        return p.sites & ~p.board.riverside & ~p.board.bank  # Y22
    along = p.board.home[seat] if phase == "large" else p.reach[seat]  # Y20, Y54
    return p.sites & along or p.sites  # Y21


def settle_sites(p: YucatanPosition, seat: int) -> int:
    """Where `seat` may establish a village: by river (Y25) or under its own warrior (Y27), while it has tokens (Y28)."""
    return p.sites & (p.reach[seat] | p.men[seat]) if p.villages[seat].bit_count() < VILLAGES else 0


def deploy_sites(p: YucatanPosition, seat: int) -> int:
    """Where `seat` may deploy: beside its city (Y32) or in its large villages (Y31), while it can feed one more (Y33)."""
    if p.men[seat].bit_count() > p.villages[seat].bit_count():
        return 0
    return (p.board.near[p.board.city[seat]] | p.villages[seat] & p.large) & ~p.pawns


def passable(p: YucatanPosition, seat: int) -> int:
    """Where a warrior of `seat` may pass on a march of two spaces: no warriors, no foreign villages, no cities (Y7–Y10)."""
    return p.board.jungle & ~(p.pawns | p.neutral | p.all_villages() & ~p.villages[seat])


def runs(p: YucatanPosition, seat: int) -> list[tuple[int, dict[int, Action]]]:
    """The legal marches of `seat`: sets of ends, each with the marches by end."""
    found: list[tuple[int, dict[int, Action]]] = []
    own = left = p.men[seat]
    free, through, marches = ~own, passable(p, seat), p.marches
    while left:
        low = left & -left
        left ^= low
        ways = marches[low.bit_length() - 1]
        assert ways is not None
        if ends := ways.near & free:
            found.append((ends, ways.step))
        for middle, far, table in ways.two:
            if middle & through and (ends := far & free):
                found.append((ends, table))
        if ends := ways.beaches & free:
            found.append((ends, ways.cross))
    return found


def most_to_steal(p: YucatanPosition) -> int:
    """How many prisoners the warrior in an enemy city may take (Y44)."""
    return min(LOAD - p.load.get(p.thief, 0), p.held[p.board.city.index(p.thief)])


def actions(p: YucatanPosition, seat: int) -> list[Action]:
    """Every legal action of the seat that is to act."""
    match p.phase:
        case "first":
            return list(FIRST[: p.seats])
        case "large" | "small":
            return choose(VILLAGE, setup_sites(p, seat, p.phase))
        case "neutral":
            return choose(NEUTRAL, setup_sites(p, seat, "neutral"))
        case "warriors":
            free = p.board.near[p.board.city[seat]] & ~p.pawns
            return [WARRIOR[guild][space] for space in spaces(free) for guild in _guilds(p, seat)]
        case "turn":
            return _turn(p, seat)
        case "steal":
            return list(STEAL[: most_to_steal(p) + 1])
        case _:
            return choose(DISMISS, p.men[seat])


def _guilds(p: YucatanPosition, seat: int) -> list[int]:
    """The guilds of the seat's reserve."""
    base = seat * len(GUILDS)
    return [guild for guild in range(len(GUILDS)) if p.reserve[base + guild]]


def _turn(p: YucatanPosition, seat: int) -> list[Action]:
    found = choose(SETTLE, settle_sites(p, seat)) + choose(GROW, p.villages[seat] & ~p.large)
    found += [DEPLOY[guild][space] for space in spaces(deploy_sites(p, seat)) for guild in _guilds(p, seat)]
    for ends, table in runs(p, seat):
        found += [table[end] for end in spaces(ends)]
    if p.held[seat] >= PRICE:
        found.append(RAISE)
    return found or [PASS]  # Y46


def pick(p: YucatanPosition, seat: int, rng: Random) -> Action:
    """One of the actions of a turn, all alike."""
    settle, grow, deploy = settle_sites(p, seat), p.villages[seat] & ~p.large, deploy_sites(p, seat)
    marches = runs(p, seat)
    guilds = _guilds(p, seat) if deploy else []
    settles, grows, deploys = settle.bit_count(), grow.bit_count(), deploy.bit_count() * len(guilds)
    can_raise = p.held[seat] >= PRICE
    n = int(rng.random() * (settles + grows + deploys + sum([ends.bit_count() for ends, _ in marches]) + can_raise))
    if n < settles:
        return SETTLE[nth(settle, n)]
    n -= settles
    if n < grows:
        return GROW[nth(grow, n)]
    n -= grows
    if n < deploys:
        space, guild = divmod(n, len(guilds))
        return DEPLOY[guilds[guild]][nth(deploy, space)]
    n -= deploys
    for ends, table in marches:
        count = ends.bit_count()
        if n < count:
            return table[nth(ends, n)]
        n -= count
    return RAISE if can_raise else PASS


def has_actions(p: YucatanPosition, seat: int) -> bool:
    """Whether a seat on turn can do anything but pass (Y46)."""
    return bool(
        settle_sites(p, seat)
        or p.villages[seat] & ~p.large
        or (deploy_sites(p, seat) and _guilds(p, seat))
        or p.held[seat] >= PRICE
        or runs(p, seat)
    )
