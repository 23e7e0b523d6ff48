"""What a seat may think of the hidden guilds of others: how likely each warrior is of each guild."""

from __future__ import annotations

from collections.abc import Sequence

from texcoco.bots.yucatan.greedy import distances
from texcoco.game import Event
from texcoco.games.bits import spaces
from texcoco.games.yucatan import YucatanPosition
from texcoco.games.yucatan.board import SPACE
from texcoco.games.yucatan.pieces import GUILDS
from texcoco.games.yucatan.view import hidden

TURNS = frozenset(("settle", "grow", "deploy", "march", "raise", "steal", "pass"))
"""The events that say what somebody did in his turn."""
_CAME, _STAYED = 1.7, 0.35
"""How many times as often a warrior has the guild that wins, if he has just come near, or could have attacked."""

Odds = dict[int, tuple[float, float, float]]
"""For each warrior on the board, by space, how likely he is of each guild."""
ANY = (1 / 3, 1 / 3, 1 / 3)
SURE = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))


def odds_of(p: YucatanPosition, seat: int) -> Odds:
    """What `seat` knows for certain, and for the rest how many deals of the hidden guilds speak for each."""
    found: Odds = {}
    for other, men in enumerate(p.men):
        if other == seat:
            found |= {space: SURE[p.guild[space]] for space in spaces(men)}
            continue
        found |= {space: SURE[p.guild[space]] for space in spaces(men & p.shown)}
        groups, dealings, weights = hidden(p, other)
        for number, group in enumerate(groups):
            share, before = [0.0] * len(GUILDS), 0
            for (orders, _), weight in zip(dealings, weights, strict=True):
                for guild in orders[number][0]:
                    share[guild] += (weight - before) / len(group)
                before = weight
            a, b, c = (part / weights[-1] for part in share)
            found |= dict.fromkeys(group, (a, b, c))
    return found


def heed(odds: Odds, p: YucatanPosition, seat: int, events: Sequence[Event]) -> Odds:
    """The odds after what others did since the last action of `seat`, who is to act.

    Whoever could have attacked a loaded warrior whose guild is known, and did something else, is less likely of the
    guild that beats him; whoever has just come within his reach is more likely of it.
    """
    came, fought = set[int](), set[int]()
    for event in reversed(events):
        if event.key in TURNS and event.seat == seat:
            break
        if event.key == "march":
            came.add(SPACE[event.values["end"]])
        elif event.key == "combat":
            fought.add(SPACE[event.values["space"]])
    else:
        return odds  # nothing to go by: the seat has not acted yet
    far, found = distances(p.seats, p.options.strict_river), odds
    for prey in spaces(p.men[seat] & p.shown):
        if prey not in p.load or prey in fought:
            continue
        for hunter in spaces(p.pawns & ~p.men[seat] & ~p.shown):
            if far[hunter][prey] == 1:
                shares = list(found[hunter])
                shares[(p.guild[prey] + 1) % len(GUILDS)] *= _CAME if hunter in came else _STAYED
                total = sum(shares)
                if total:
                    a, b, c = (share / total for share in shares)
                    found = {**found, hunter: (a, b, c)}
    return found


def wins(odds: Odds, start: int, end: int) -> float:
    """How likely the warrior at `start` beats the one at `end`."""
    one, other = odds.get(start, ANY), odds.get(end, ANY)
    return sum(one[guild] * other[guild - 1] for guild in range(len(GUILDS)))
