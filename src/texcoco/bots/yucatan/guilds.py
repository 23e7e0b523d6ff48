"""Which guild to bring to the board: a choice against somebody who can answer it, so it is drawn from a mixed strategy.

The choice is a small game of its own. A row is a guild of the reserve. A column is a guild of which an opponent may
still bring a warrior to meet him, now or later. The guilds beat each other in a circle, so with all three at hand every
guild is as likely as the others; with two, the one that beats the other is taken twice as often. Enemies who are near
already, as far as their guilds are known, count for whatever guild the opponent answers with.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from random import Random

from texcoco.bots.yucatan.belief import Odds
from texcoco.bots.yucatan.greedy import distances
from texcoco.game import Action
from texcoco.games.bits import spaces
from texcoco.games.yucatan import YucatanPosition
from texcoco.games.yucatan.actions import DEPLOY, WARRIOR
from texcoco.games.yucatan.pieces import EACH, GUILDS

TABLES = {"deploy": DEPLOY, "warrior": WARRIOR}
"""The actions that choose a guild."""
_ROUNDS = 200
_NEAR = (0.0, 0.6, 0.3, 0.15)
"""How much an enemy counts who is so many marches away."""


def beats(guild: int, other: int) -> int:
    """1 if a guild beats another, -1 if it is beaten, 0 if they are the same."""
    return (0, 1, -1)[(guild - other) % len(GUILDS)]


@cache
def solve(payoffs: tuple[tuple[float, ...], ...]) -> tuple[float, ...]:
    """How often to choose each row so that the worst column still leaves as much as possible, by regret matching: the
    sides take turns to play what they regret not to have played, and the averages tend to an equilibrium.

    Regrets below zero are forgotten, and later rounds count more: that converges faster. After 200 rounds the worst
    column leaves at most 0.015 less than it could."""
    rows, columns = range(len(payoffs)), range(len(payoffs[0]))
    regrets, others, played = [0.0] * len(rows), [0.0] * len(columns), [0.0] * len(rows)
    for turn in range(1, _ROUNDS + 1):
        mine, theirs = _matched(regrets), _matched(others)
        gains = [sum(payoffs[row][column] * theirs[column] for column in columns) for row in rows]
        value = sum(gain * share for gain, share in zip(gains, mine, strict=True))
        regrets = [max(0.0, regret + gain - value) for regret, gain in zip(regrets, gains, strict=True)]
        mine = _matched(regrets)
        losses = [sum(payoffs[row][column] * mine[row] for row in rows) for column in columns]
        value = sum(loss * share for loss, share in zip(losses, theirs, strict=True))
        others = [max(0.0, regret + value - loss) for regret, loss in zip(others, losses, strict=True)]
        played = [total + turn * turn * share for total, share in zip(played, mine, strict=True)]
    total = sum(played)
    return tuple(share / total for share in played)


def _matched(regrets: Sequence[float]) -> list[float]:
    """Shares in proportion to the regrets; all alike where there are none."""
    total = sum(regrets)
    return [regret / total for regret in regrets] if total else [1 / len(regrets)] * len(regrets)


def guild_mix(p: YucatanPosition, seat: int, space: int, guilds: Sequence[int], odds: Odds) -> Mapping[int, float]:
    """How often a warrior of `seat` who comes to the board at `space` is to be of each of these guilds."""
    away = distances(p.seats, p.options.strict_river)
    known = [0.0] * len(GUILDS)
    """What the enemies near by make each guild worth."""
    sure = [EACH * (p.seats - 1)] * len(GUILDS)
    """How many warriors of each guild the others have who are not known to be on the board."""
    for foe in spaces(p.pawns & ~p.men[seat]):
        near = _NEAR[away[foe][space]] if away[foe][space] < len(_NEAR) else 0.0
        for guild, share in enumerate(odds[foe]):
            for own in range(len(GUILDS)):
                known[own] += near * share * beats(own, guild)
            sure[guild] -= share == 1.0
    answers = [guild for guild in range(len(GUILDS)) if sure[guild] > 0] or list(range(len(GUILDS)))
    mix = solve(tuple(tuple(round(known[own], 2) + beats(own, other) for other in answers) for own in guilds))
    return dict(zip(guilds, mix, strict=True))


def with_guild(p: YucatanPosition, seat: int, action: Action, odds: Odds | None, rng: Random) -> Action:
    """An action that brings a warrior to the board, with his guild drawn from the mixed strategy, or, without odds,
    from the guilds of the reserve, all alike. Any other action as it is."""
    if action.kind not in TABLES:
        return action
    space: int = action.data.space
    guilds = [guild for guild in range(len(GUILDS)) if p.reserve[seat * len(GUILDS) + guild]]
    if odds is None:
        guild = rng.choice(guilds)
    else:
        mix = guild_mix(p, seat, space, guilds, odds)
        guild = rng.choices(list(mix), list(mix.values()))[0]
    return TABLES[action.kind][guild][space]
