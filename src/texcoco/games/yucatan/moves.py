"""Legal actions: found as sets of spaces, of which lists are made only where a caller needs them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random
from typing import TYPE_CHECKING, TypeVar

from texcoco.action import Action
from texcoco.games.bits import choose, nth, spaces
from texcoco.games.yucatan.actions import ACTIONS, DEPLOY, GROW, RAISE, SETTLE, ActionTables, Marches, Ways
from texcoco.games.yucatan.pieces import GUILDS, LOAD, PRICE, VILLAGES

if TYPE_CHECKING:
    from texcoco.games.yucatan.position import YucatanPosition

T = TypeVar("T")


def setup_sites(p: YucatanPosition, seat: int, phase: str) -> int:
    """Where `seat` may put a village in this phase of the set-up; none: it puts none."""
    if phase == "neutral":
        return p.sites & ~p.board.riverside & ~p.board.bank  # Y22
    along = p.board.home[seat] if phase == "large" else p.reach[seat]  # Y20, Y54
    return p.sites & along or p.sites  # Y21


def settle_sites(p: YucatanPosition, seat: int) -> int:
    """Where `seat` may establish a village: by river (Y25) or under its own warrior (Y27), while it has tokens (Y28).

    Where enemy warriors stand does not matter (Y26).
    """
    return p.sites & (p.reach[seat] | p.men[seat]) if p.villages[seat].bit_count() < VILLAGES else 0


def deploy_sites(p: YucatanPosition, seat: int) -> int:
    """Where `seat` may deploy: beside its city (Y32) or in its large villages (Y31), while it can feed one more
    (Y33)."""
    if p.men[seat].bit_count() > p.villages[seat].bit_count():
        return 0
    # an enemy in the city itself bars none of these (Y43), nor does the pyramid, which takes no space (Y55)
    return (p.board.near[p.board.city[seat]] | p.villages[seat] & p.large) & ~p.pawns


def passable(p: YucatanPosition, seat: int) -> int:
    """Where a warrior of `seat` may pass on a march of two spaces: its own villages too (Y8).

    Not warriors (Y7), villages of others (Y9) or cities (Y10).
    """
    return p.board.jungle & ~(p.pawns | p.built & ~p.villages[seat])


def marches(p: YucatanPosition, seat: int, tables: Ways[T]) -> list[T]:
    """The legal marches of `seat`, as actions or as numbers, by what `tables` holds."""
    found: list[T] = []
    own, through = p.men[seat], passable(p, seat)
    for start in spaces(own):
        ways = tables[start]
        assert ways is not None
        found += marches_from(ways, own, through)
    return found


def marches_from(ways: Marches[T], own: int, through: int) -> Sequence[T]:
    """The legal marches of one warrior, whose own stand on `own` and who may pass `through` these spaces."""
    if not ways.ends & own and not ways.middles & ~through:
        return ways.all  # nothing is in the way
    found = [*_not_onto(own, ways.near, ways.step)]
    for middle, ends, table in ways.two:
        if middle & through:
            found += _not_onto(own, ends, table)
    found += _not_onto(own, ways.beaches, ways.cross)
    return found


def _not_onto(own: int, ends: int, table: dict[int, T]) -> Iterable[T]:
    """The marches of a table, which has them by their `ends`, but for those to a space of `own`."""
    return [table[end] for end in spaces(ends & ~own)] if ends & own else table.values()


def most_to_steal(p: YucatanPosition) -> int:
    """How many prisoners the warrior in an enemy city may take (Y44), with those that he has from a fight for it
    (Y42)."""
    return min(LOAD - p.load.get(p.thief, 0), p.held[p.board.city.index(p.thief)])


def legal(p: YucatanPosition, seat: int, tables: ActionTables[T]) -> list[T]:
    """Every legal action of the seat that is to act, as an action or as its number, by what `tables` holds."""
    match p.phase:
        case "large" | "small":
            return choose(tables.village, setup_sites(p, seat, p.phase))
        case "neutral":
            return choose(tables.neutral, setup_sites(p, seat, "neutral"))
        case "warriors":
            free = p.board.near[p.board.city[seat]] & ~p.pawns
            return [tables.warrior[guild][space] for space in spaces(free) for guild in _guilds(p, seat)]
        case "turn":
            return _turn(p, seat, tables)
        case "steal":
            return [tables.steal[n] for n in range(most_to_steal(p) + 1)]
        case _:
            return choose(tables.dismiss, p.men[seat])


def _guilds(p: YucatanPosition, seat: int) -> list[int]:
    """The guilds of the seat's reserve."""
    base = seat * len(GUILDS)
    return [guild for guild in range(len(GUILDS)) if p.reserve[base + guild]]


def _turn(p: YucatanPosition, seat: int, tables: ActionTables[T]) -> list[T]:
    found = choose(tables.settle, settle_sites(p, seat)) + choose(tables.grow, p.villages[seat] & ~p.large)
    found += [tables.deploy[guild][space] for space in spaces(deploy_sites(p, seat)) for guild in _guilds(p, seat)]
    found += marches(p, seat, tables.ways[p.seats, p.options.strict_river])
    if p.held[seat] >= PRICE:
        found.append(tables.raise_level)
    return found or [tables.pass_turn]  # Y46


def pick(p: YucatanPosition, seat: int, rng: Random) -> Action:
    """One of the actions of a turn, all alike.

    Drawn among all marches that there would be with nothing in the way, and drawn again if something is.
    """
    settle, grow, deploy = settle_sites(p, seat), p.villages[seat] & ~p.large, deploy_sites(p, seat)
    guilds = _guilds(p, seat) if deploy else []
    settles, grows, deploys = settle.bit_count(), grow.bit_count(), deploy.bit_count() * len(guilds)
    own = left = p.men[seat]
    ways: list[tuple[Action, ...]] = []
    total = settles + grows + deploys + (p.held[seat] >= PRICE)
    while left:
        low = left & -left
        left ^= low
        way = p.marches[low.bit_length() - 1]
        assert way is not None
        ways.append(way.all)
        total += len(way.all)
    barred = p.pawns | p.built & ~p.villages[seat]
    for _ in range(20):
        n = int(rng.random() * total)
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
        for some in ways:
            if n < len(some):
                path = some[n].data
                if own >> path[-1] & 1 or (len(path) == 3 and barred >> path[1] & 1):
                    break
                return some[n]
            n -= len(some)
        else:
            if total:
                return RAISE
            break
    return rng.choice(_turn(p, seat, ACTIONS))


def has_actions(p: YucatanPosition, seat: int) -> bool:
    """Whether a seat on turn can do anything but pass (Y46)."""
    return bool(
        settle_sites(p, seat)
        or p.villages[seat] & ~p.large
        or (deploy_sites(p, seat) and _guilds(p, seat))
        or p.held[seat] >= PRICE
        or marches(p, seat, p.marches)
    )
