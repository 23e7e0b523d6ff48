"""Which legal actions a search looks at: no two that lead to the same, and in the last ply only those that force
something."""

from __future__ import annotations

from collections.abc import Iterable

from texcoco.game import Action
from texcoco.games.bits import spaces
from texcoco.games.yucatan import YucatanPosition
from texcoco.games.yucatan.actions import GROW, RAISE
from texcoco.games.yucatan.moves import deploy_sites, marches_from, passable, settle_sites
from texcoco.games.yucatan.pieces import GUILDS, PRICE


def to_judge(p: YucatanPosition, seat: int) -> list[Action]:
    """The legal actions; of those that bring a warrior to the same space only the first: what difference his guild
    makes is not looked at here, and one way is as good as another unless he gives up his prisoners on it."""
    found: list[Action] = []
    last = -1
    large, loads = p.villages[seat] & p.large, p.load
    seen: set[int] = set()
    for action in p.actions(seat):
        kind = action.kind
        if kind == "march":
            path = action.data
            start = path[0]
            # marches that pass through a home with prisoners are told apart by the lowest bit
            way = start << 11 | path[-1] << 1
            if start in loads and len(path) == 3 and large >> path[1] & 1:
                way |= 1
            if way in seen:
                continue
            seen.add(way)
        elif kind == "deploy" or kind == "warrior":
            if action.data.space == last:
                continue
            last = action.data.space
        found.append(action)
    return found


def forcing(p: YucatanPosition, seat: int) -> list[Action]:
    """Of the actions of a turn, those that do more than bring their seat one action nearer to its goal: raids, thefts,
    fights, deliveries, and levels."""
    found: list[Action] = []
    own, men, loads = p.villages[seat], p.men[seat], p.load
    large = own & p.large
    homes = large | 1 << p.board.city[seat]
    prey = p.pawns & ~men | p.built & ~own
    for other, city in enumerate(p.board.city):
        if other != seat and p.held[other]:
            prey |= 1 << city
    through = -1
    for start in spaces(men):
        ways = p.marches[start]
        assert ways is not None
        loaded = start in loads
        goals = prey | homes if loaded else prey
        passed = large if loaded else 0
        if loaded and (own & ~large) >> start & 1:
            found.append(GROW[start])
        if not (ways.ends & goals or ways.middles & passed):
            continue
        if through < 0:
            through = passable(p, seat)
        seen = 0
        for action in marches_from(ways, men, through):
            path = action.data
            end = path[-1]
            if len(path) == 3 and passed >> path[1] & 1:
                found.append(action)
            elif goals >> end & 1 and not seen >> end & 1:
                seen |= 1 << end
                found.append(action)
    if p.held[seat] >= PRICE:
        found.append(RAISE)
    return found


def worth_judging(p: YucatanPosition, seat: int, ideas: Iterable[Action], moved: int) -> list[Action]:
    """Of the actions of a turn, those that force something, those of `ideas` that are legal, and the marches of
    warriors who lead prisoners or stand at `moved`."""
    found = forcing(p, seat)
    men, own, through = p.men[seat], p.villages[seat], passable(p, seat)
    ends = {(action.data[0], action.data[-1]) for action in found if action.kind == "march"}
    for start in spaces(men):
        if start == moved or start in p.load:
            ways = p.marches[start]
            assert ways is not None
            for action in marches_from(ways, men, through):
                if (start, action.data[-1]) not in ends:
                    ends.add((start, action.data[-1]))
                    found.append(action)
    for action in ideas:
        match action.kind:
            case "march":
                path = action.data
                start, end = path[0], path[-1]
                if (
                    (start, end) not in ends
                    and men >> start & 1
                    and not men >> end & 1
                    and (len(path) == 2 or p.board.water >> path[1] & 1 or through >> path[1] & 1)
                ):
                    found.append(action)
            case "settle" if settle_sites(p, seat) >> action.data.space & 1:
                found.append(action)
            case "grow" if (own & ~p.large) >> action.data.space & 1 and action not in found:
                found.append(action)
            case "deploy" if deploy_sites(p, seat) >> action.data.space & 1:
                if p.reserve[seat * len(GUILDS) + action.data.guild]:
                    found.append(action)
            case _:
                pass  # what is left forces something, or is no action of a turn
    return found or to_judge(p, seat)
