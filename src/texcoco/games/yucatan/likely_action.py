"""The action that a player probably meant when what was tried is not legal: its refusal explains why."""

from __future__ import annotations

from typing import TYPE_CHECKING

from texcoco.action import Action
from texcoco.games.bits import lowest
from texcoco.games.yucatan.actions import DEPLOY, GROW, WARRIOR, march
from texcoco.games.yucatan.board import SPACE
from texcoco.games.yucatan.pieces import GUILDS

if TYPE_CHECKING:
    from texcoco.games.yucatan.position import YucatanPosition


def likely_action(p: YucatanPosition, seat: int, kind: str, words: list[str]) -> Action | None:
    """Of the actions of this kind that have these words, none of which is legal, the one that was probably meant.

    None where there is nothing to choose between.
    """
    if seat not in p.actors():
        return None
    named = [space for word in words if (space := SPACE.get(word.upper())) is not None and p.board.spaces >> space & 1]
    if len(named) < len([word for word in words if word not in GUILDS]):
        return None  # not spaces of this board: its notation is refused
    if kind == "march":
        return _march(p, seat, named)
    if kind in ("deploy", "warrior"):
        return _of_guild(p, seat, kind, named, words)
    own = p.villages[seat]
    return GROW[lowest(own)] if kind == "grow" and not named and own else None


def _march(p: YucatanPosition, seat: int, named: list[int]) -> Action | None:
    """From the first space that is named, or where a warrior stands, to the second; if that is not next to it, across
    water if possible."""
    around = p.board.around
    start = named[0] if named else lowest(p.men[seat] or 1 << p.board.city[seat])
    if len(named) < 2:
        return march((start, lowest(around[start])))
    if len(named) > 2:
        return march(tuple(named[:3]))
    end = named[1]
    between = around[start] & around[end]
    middle = between & p.board.water or between & ~p.board.mountain
    return march((start, end) if around[start] >> end & 1 or not middle else (start, lowest(middle), end))


def _of_guild(p: YucatanPosition, seat: int, kind: str, named: list[int], words: list[str]) -> Action:
    """A warrior of the guild that is named, or of one that is in reserve; beside the city, on a free space if there is
    one."""
    reserve = p.reserve[seat * len(GUILDS) : (seat + 1) * len(GUILDS)]
    wanted = [guild for guild, name in enumerate(GUILDS) if name in words]
    guild = wanted[0] if wanted else next((guild for guild, left in enumerate(reserve) if left), 0)
    beside = p.board.near[p.board.city[seat]]
    space = named[0] if named else lowest(beside & ~p.pawns or beside)
    return (WARRIOR if kind == "warrior" else DEPLOY)[guild][space]
