"""What bots know of Mexica, and the bot that looks one turn ahead."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from texcoco.bots import Advice, Bot, Clock
from texcoco.bots.search import best_turn
from texcoco.game import Action, Event, Json
from texcoco.games.bits import lowest, neighbours, spaces
from texcoco.games.mexica import MEXICA, MexicaPosition, moves, pen
from texcoco.games.mexica.actions import (
    ACROSS,
    AGREE,
    BOAT,
    BRIDGE,
    CANAL,
    CANALS,
    END,
    FLY,
    FOUND,
    PROPOSE,
    REFUSE,
    SPEND,
    TAKE,
    TEMPLE,
    WALK,
    H,
    V,
)
from texcoco.games.mexica.board import LAND, NAMES, PALACE, STARTS, STEPS, worth
from texcoco.games.mexica.scoring import HOME, grandeur, points

Tiles = tuple[Action, ...]
Cut = tuple[Tiles, int]
"""Canals that part off a district of a size that the Emperor asks for, and its land."""

NEAR = 7
"""How far from the noble a cut is looked for: what cannot be walked to in a turn is left to others."""
PROJECTS = 12
"""How many districts that could be parted off are considered in a turn."""
WIDTH = 3
"""How many positions with the same number of action points left the search carries on."""


class Greedy(Bot):
    """Plays the turn that leaves it best off, by a simple evaluation; does not think about answers."""

    name = "greedy"

    def __init__(self, game: Any = MEXICA):
        super().__init__(game)
        self._plan: dict[
            tuple[Any, ...], Action
        ] = {}  # what it meant to do next, by position: found again, not relied on

    def decide(
        self, seat: int, view: Json, events: Sequence[Event], actions: Sequence[Action], clock: Clock, rng: Random
    ) -> Action:
        p = MEXICA.guess(view, rng)  # nothing is hidden
        if p.phase == "start":
            return actions[0]
        if p.vote is not None:
            return REFUSE if can_be_made(p, p.vote.size) else AGREE
        key = p.key()
        if key not in self._plan:
            self._make_plan(p, seat)
        return self._plan[key]

    def _make_plan(self, p: MexicaPosition, seat: int) -> float:
        """Plans the rest of the turn; what it gains over stopping here."""
        plan, value = plan_turn(p, seat)
        gain = value - evaluate(p, seat, {})
        self._plan = {}
        for action in [*plan, *proposals(p, plan), END]:
            self._plan[p.key()] = action
            if p.check(seat, action) is not None:  # cannot be; but a plan that went wrong must not stop the game
                self._plan[p.key()] = END
                break
            p.apply(seat, action)
            if p.phase != "turn" or p.turn != seat:
                break
        return gain

    def explain(
        self,
        seat: int,
        view: Json,
        events: Sequence[Event],
        actions: Sequence[Action],
        clock: Clock,
        rng: Random,
        lang: str = "en",
    ) -> Advice:
        p = MEXICA.guess(view, rng)
        if p.phase == "start" or p.vote is not None:
            action = self.decide(seat, view, events, actions, clock, rng)
            values: Json = {"size": p.vote.size} if p.vote else {"space": NAMES[action.data.space]}
            return Advice((action,), MEXICA.say(lang, f"hint.{action.kind}", values))
        gain = self._make_plan(p.copy(), seat)
        plan = tuple(self._plan.values())
        kinds = {action.kind for action in plan}
        why = next(
            (kind for kind in ("found", "temple", "canal", "bridge", "walk", "boat", "fly", "take") if kind in kinds),
            "end",
        )
        return Advice(plan, MEXICA.say(lang, f"hint.{why}", {"points": round(max(gain, 0))}))


def plan_turn(p: MexicaPosition, seat: int) -> tuple[list[Action], float]:
    """The best rest of the turn that beam search finds, what is left of it spent on work, and its worth."""
    around = 1 << p.pawns[seat]
    for _ in range(NEAR):
        around = neighbours(around, STEPS)
    known = sorted(cuts(p, around & LAND), key=lambda cut: _effort(p, seat, cut))[:PROJECTS]
    memo: Memo = {}
    plan, value = best_turn(
        p,
        seat,
        ideas=lambda q: ideas(q, seat, known),
        worth=lambda q: evaluate(q, seat, memo),
        left=lambda q: q.ap + q.tokens[seat],
        width=WIDTH,
    )
    after = p.copy()
    for action in plan:
        after.apply(seat, action)
    return plan + work(after, seat), value


def _effort(p: MexicaPosition, seat: int, cut: Cut) -> float:
    """What a district would cost in action points, less what it would give."""
    tiles, land = cut
    return len(tiles) + _steps_away(land, p.pawns[seat]) - 0.7 * land.bit_count()


def work(p: MexicaPosition, seat: int) -> list[Action]:
    """What to do with action points that nothing better was found for: save them, or go on with the canals."""
    done: list[Action] = []
    while p.ap:
        if p.taken < moves.MOST_TAKEN and p.token_supply:
            action = TAKE
        else:
            options = (a for (a,) in _next_canals(p, seat) if not pen.in_force(p) or pen.penned_by(p, seat, a) is None)
            action = next(options, None)
            if action is None:
                break
        p.apply(seat, action)
        done.append(action)
    return done


# --- what a position is worth ---


Memo = dict[tuple[int, ...], list[int]]
"""What districts give, by their land and one's own temples on it: within a turn nothing else of it changes."""


def evaluate(p: MexicaPosition, seat: int, memo: Memo) -> float:
    """Prestige now and to come, compared with the others, as far as the board shows it."""
    value = [float(score) for score in p.score]
    again = 1.6 if p.period == 1 else 1.0  # what is founded now is scored again at the end
    for district in p.founded:
        _share(value, _points(p, seat, district.land, memo), again)
    for land in p.wild:
        size = land.bit_count()
        asked_for = size in p.display and (land & ~p.built).bit_count() >= 2
        weight = again * 0.8 if asked_for else _lasting(p, size)
        if land & p.built:
            _share(value, _points(p, seat, land, memo), weight)
        if asked_for:
            for other, pawn in enumerate(p.pawns):
                value[other] += 0.5 * worth(size)[1] / (1 + _steps_away(land, pawn) / 3)
    # without commands of the Emperor only temples are left to do, and saving up for later ends with the game
    unbuilt = 0.1 if p.display else 0.4
    saved = 0.75 if p.display else 0.4 if p.period == 1 else 0.05
    for other in range(p.seats):
        value[other] += saved * (min(p.tokens[other], 4) + 0.25 * max(p.tokens[other] - 4, 0))
        h = 4 * other
        value[other] -= unbuilt * (p.hands[h] + 2 * p.hands[h + 1] + 3 * p.hands[h + 2] + 4 * p.hands[h + 3])
    if p.complete():  # the period ends with this round: it pays to be home
        value[seat] += HOME * (STARTS >> p.pawns[seat] & 1)
    others = [v for other, v in enumerate(value) if other != seat]
    return value[seat] - 0.6 * max(others) - 0.4 * sum(others) / len(others)


def _lasting(p: MexicaPosition, size: int) -> float:
    """How much of what an unfounded district shows now will be there when it is scored, at the end of the game."""
    tiles = p.singles + p.doubles
    if p.period == 1:
        return 0.4 if size <= 13 else 0.05
    return 0.95 if size <= 13 or tiles < 4 else 0.6 if tiles < 12 else 0.4


def _points(p: MexicaPosition, seat: int, land: int, memo: Memo) -> list[int]:
    """What each seat would gain in a district now."""
    t, i = p.temples, 4 * seat
    key = (land, t[i] & land, t[i + 1] & land, t[i + 2] & land, t[i + 3] & land)
    gained = memo.get(key)
    if gained is None:
        gained = memo[key] = points(grandeur(p, land), land.bit_count())
    return gained


def _share(value: list[float], gained: list[int], weight: float) -> None:
    for seat in range(len(value)):
        value[seat] += weight * gained[seat]


def _steps_away(land: int, pawn: int) -> int:
    """Roughly how far a pawn is from a district, whatever lies between."""
    away, around = 0, 1 << pawn
    while not around & land and away < 12:
        around = neighbours(around, STEPS)
        away += 1
    return away


# --- what to try ---


def ideas(p: MexicaPosition, seat: int, known: Sequence[Cut]) -> Iterator[tuple[Action, ...]]:
    """What is worth trying in a position: a few dozen of the hundreds of legal actions."""
    for idea in _ideas(p, seat, known):
        if not pen.in_force(p) or _pens_nobody(p, seat, idea):
            yield idea


def _pens_nobody(p: MexicaPosition, seat: int, idea: tuple[Action, ...]) -> bool:
    p = p.copy()
    for action in idea:
        if pen.penned_by(p, seat, action) is not None:
            return False
        p.apply(seat, action)
    return True


def _ideas(p: MexicaPosition, seat: int, known: Sequence[Cut]) -> Iterator[tuple[Action, ...]]:
    pawn, ap = p.pawns[seat], p.ap
    empty = p.empty_land()
    ground = p.district(pawn)
    room = ground & empty & ~PALACE
    if room and ground in p.wild and ground.bit_count() in p.display:
        yield (FOUND[_out_of_the_way(p, pawn, room)],)
        return  # nothing is better than to do that first
    if p.tokens[seat] and not p.taken:
        yield (SPEND,)
    if not ap:
        return
    if room:
        site = _out_of_the_way(p, pawn, room)
        yield from ((TEMPLE[i][site],) for i in range(min(ap, 4)) if p.hands[4 * seat + i])
    soil = moves.soil(p, empty)
    for tiles, _ in known:
        if (
            len(tiles) <= ap
            and all(soil >> space & 1 for tile in tiles for space in tile.data)
            and _in_supply(p, tiles)
        ):
            yield tiles
    yield from ((WALK[to],) for to in spaces(p.steps(pawn)))
    laid = p.bridges[H] | p.bridges[V]
    if laid >> pawn & 1:
        yield from ((BOAT[to],) for reached in p.boats(pawn, ap) for to in spaces(reached & ~p.pawn_bits))
    elif p.bridges_left and ap >= 2:
        yield from _bridges_from(p, pawn, ground, laid)
    if ap >= moves.FLIGHT:
        yield from ((FLY[to],) for to in _destinations(p, seat, empty))


def _in_supply(p: MexicaPosition, tiles: Tiles) -> bool:
    singles = sum(len(tile.data) == 1 for tile in tiles)
    return singles <= p.singles and len(tiles) - singles <= p.doubles


def _out_of_the_way(p: MexicaPosition, pawn: int, room: int) -> int:
    """A space of the district for a temple or token: not where the noble walks or bridges land, if that can be
    helped."""
    aside = room & ~(p.ramps() | neighbours(1 << pawn, STEPS))
    return lowest(aside or room & ~p.ramps() or room)


def _bridges_from(p: MexicaPosition, pawn: int, ground: int, laid: int) -> Iterator[tuple[Action, ...]]:
    """New bridges that lead out of the noble's district close by."""
    solid, close = LAND & ~p.canals, ground
    for at in spaces(neighbours(neighbours(1 << pawn, STEPS), STEPS) & close):
        for way in (H, V):
            for step in (ACROSS[way], -ACROSS[way]):
                bit = 1 << at + step
                if moves.spans(p, solid, way) & bit & ~laid:
                    yield (BRIDGE[way][at + step],)


def _destinations(p: MexicaPosition, seat: int, empty: int) -> Iterator[int]:
    """Where to fly to: one space in every district that has room, and home."""
    for land in (*p.wild, *(district.land for district in p.founded)):
        free = land & empty & ~PALACE
        if free & (free - 1):
            yield lowest(free)
    if not p.display:
        yield from spaces(STARTS & empty)


def _next_canals(p: MexicaPosition, seat: int) -> Iterator[tuple[Action, ...]]:
    """A tile of a district that is to be made somewhere; when none can be any more, any tile at all."""
    for tiles, _ in sorted(cuts(p, LAND), key=lambda cut: _effort(p, seat, cut)):
        yield (tiles[0],)
    diggable = moves.soil(p, p.empty_land())
    if p.doubles:
        yield from ((CANALS[way][at],) for way in (H, V) for at in spaces(diggable & diggable >> ACROSS[way]))
    if p.singles:
        yield from ((CANAL[at],) for at in spaces(diggable))


# --- districts that could be parted off ---


def cuts(p: MexicaPosition, seeds: int) -> list[Cut]:
    """Canals that part off a district of a displayed size, growing it from each space of `seeds`, the cheapest for each
    land."""
    diggable = moves.soil(p, p.empty_land())
    found: dict[int, Tiles] = {}
    for land in p.wild:
        for seed in spaces(land & seeds & ~p.built):
            for part in _grown(land, 1 << seed, diggable, p.display):
                if part not in found and (part & ~p.built).bit_count() >= 2 and part & ~(p.built | PALACE):
                    tiles = _wall(p, neighbours(part, STEPS) & land & ~part, diggable & ~part)
                    if tiles:
                        found[part] = tiles
    return [(tiles, land) for land, tiles in found.items()]


def _grown(land: int, part: int, diggable: int, wanted: Sequence[int]) -> Iterator[int]:
    """A district growing space by space so that few canals are needed round it, whenever it has a displayed size."""
    size, most = 1, max(wanted, default=0)
    while size <= most:
        border = neighbours(part, STEPS) & land & ~part
        if not border:
            return
        if size in wanted and not border & ~diggable:
            yield part
        # what cannot be dug must be taken in; else the space that leaves the shortest border
        must = border & ~diggable
        best, best_cost = 0, 1000
        for at in spaces(must or border):
            after = part | 1 << at
            cost = (neighbours(after, STEPS) & land & ~after).bit_count()
            if cost < best_cost:
                best, best_cost = after, cost
        part = best
        size += 1


def _wall(p: MexicaPosition, border: int, diggable: int) -> Tiles:
    """Tiles that cover a border, and outside it nothing that cannot be dug; none if there are not enough."""
    tiles: list[Action] = []
    singles, doubles = p.singles, p.doubles
    while border:
        bit = border & -border
        at = bit.bit_length() - 1
        right, below = bit << ACROSS[H], bit << ACROSS[V]
        if doubles and border & right:
            tile = CANALS[H][at]
        elif doubles and border & below:
            tile = CANALS[V][at]
        elif singles:
            tile = CANAL[at]
            singles, doubles = singles - 1, doubles + 1
        elif doubles and diggable & right:
            tile = CANALS[H][at]
        elif doubles and diggable & below:
            tile = CANALS[V][at]
        elif doubles and diggable & bit >> ACROSS[H]:
            tile = CANALS[H][at - ACROSS[H]]
        elif doubles and diggable & bit >> ACROSS[V]:
            tile = CANALS[V][at - ACROSS[V]]
        else:
            return ()
        doubles -= 1
        covered = _cover(tile)
        border, diggable = border & ~covered, diggable & ~covered
        tiles.append(tile)
    return tuple(tiles)


def _cover(tile: Action) -> int:
    covered = 0
    for space in tile.data:
        covered |= 1 << space
    return covered


# --- votes ---


def can_be_made(p: MexicaPosition, size: int) -> bool:
    """Whether a district of that size is there, or a way to make one is seen."""
    for land in p.wild:
        if land.bit_count() == size and (land & ~p.built).bit_count() >= 2 and land & ~(p.built | PALACE):
            return True
    return any(part.bit_count() == size for _, part in cuts(p, LAND))


def proposals(p: MexicaPosition, plan: Sequence[Action]) -> list[Action]:
    """Tokens to be voted out before the turn ends: those for which no district is seen (M-VOTE)."""
    if p.period == 1:
        return []
    after = p.copy()
    for action in plan:
        after.apply(p.turn, action)
    return [
        PROPOSE[size]
        for size in sorted(set(after.display))
        if size not in after.refused and not can_be_made(after, size)
    ][:1]
