"""What a beginner sees: what stands on the board after the next action, and what lies a few steps ahead."""

from __future__ import annotations

from texcoco.bots.yucatan.greedy import distances
from texcoco.games.bits import spaces
from texcoco.games.yucatan import YucatanPosition
from texcoco.games.yucatan.pieces import LEVELS, LOAD

SIGHT = 3
"""How many marches ahead a beginner looks."""


def possessions(p: YucatanPosition, seat: int) -> float:
    """What a seat has, by what it shows: levels, prisoners, villages, warriors, and what these could enter soon.
    Nothing of what others have, could do or could take."""
    far = distances(p.seats, p.options.strict_river)
    own, men, large = p.villages[seat], p.men[seat], p.villages[seat] & p.large
    value = 1000.0 if p.levels[seat] == LEVELS else 4.0 * p.levels[seat] + p.held[seat]
    value += 0.5 * own.bit_count() + 0.3 * large.bit_count() + 0.5 * men.bit_count()
    raids = list(spaces(p.built & ~own & ~p.pawns))
    homes = [p.board.city[seat], *spaces(large)]
    for space in spaces(men):
        load, away = p.load.get(space, 0), far[space]
        value += 0.6 * load
        steps = min((away[home] for home in homes), default=SIGHT) if load else SIGHT
        if load < LOAD:
            steps = min([steps, *(away[village] for village in raids)])
        value += 0.1 * max(0, SIGHT - steps)
    return value
