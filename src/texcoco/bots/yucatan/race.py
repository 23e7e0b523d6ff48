"""How many more actions a seat needs to finish its pyramid: the evaluator of Yucatán.

Everybody has one action a turn, so the game is a race. For each warrior the trips are worked out that he could make:
villages raided one after the other, then home, or to a village that is settled and enlarged under him. The cheapest
choice of trips that brings the prisoners that are still needed makes the estimate; what no trip brings is counted at a
flat price.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from math import exp
from typing import NamedTuple

from texcoco.bots.yucatan.greedy import FAR, distances
from texcoco.games.bits import bits, spaces
from texcoco.games.yucatan import YucatanPosition
from texcoco.games.yucatan.pieces import EACH, GUILDS, LEVELS, LOAD, PRICE, VILLAGES

KEPT, KEPT_SCENES = 100_000, 2_000
"""How many estimates, and how many scenes with the trips on them, a `Judge` remembers."""
_LONGEST = 11
"""A raid that begins so many actions from now, or later, is no part of a trip."""
_HASTE = 0.0005
"""What an action more is worth less, so that whoever is far ahead or far behind still hurries."""

Rings = tuple[tuple[int, ...], ...]
"""For each space, the spaces at each distance in marches from it. Itself is two marches away: out and in again."""
Trips = list[tuple[int, float]]
"""What a warrior could do: how many prisoners that brings home, and how many actions it takes."""


@dataclass(frozen=True)
class Weights:
    """What the estimate counts, in actions; `tools/train_yucatan.py` finds better ones."""

    rate: float
    """For each prisoner whom no trip brings."""
    new: float
    """For a warrior who is not deployed yet."""
    feed: float
    """For the village that must feed him first."""
    threat: float
    """Lost for each prisoner under a warrior, if enemies are certain to attack him and win."""
    village: float
    """Saved by a village; this and the next two as far as there are prisoners whom no trip brings."""
    large: float
    man: float
    wait: float
    """For each prisoner under a warrior and each action that takes him home, and one more: what is home is safe."""
    heat: float
    """How many actions ahead make the odds e to 1 in one's favour when the race is over."""
    heat_each: float
    """How many more for each action that the fastest seat still needs."""


WEIGHTS = Weights(**json.loads(files("texcoco.bots.yucatan").joinpath("weights.json").read_text(encoding="utf-8")))


@cache
def rings(seats: int, strict: bool) -> Rings:
    """The rings of the board for so many seats."""
    table: list[tuple[int, ...]] = []
    for start, away in enumerate(distances(seats, strict)):
        reached = [d for d in away if d < FAR]
        ring = [bits(s for s, d in enumerate(away) if d == k) for k in range(max(reached, default=0) + 1)]
        if len(ring) > 2:
            ring[0], ring[2] = 0, ring[2] | 1 << start
        table.append(tuple(ring))
    return tuple(table)


class Ground(NamedTuple):
    """What the board offers to a seat, as sets of spaces."""

    homes: int
    """Where its prisoners are taken in."""
    small: int
    """Its small villages: to enlarge one takes an action."""
    free_homes: int
    """Homes that nobody stands in the way of."""
    free_small: int
    sites: int
    """Where it may settle, as far as villages go."""
    falls: int
    """Villages that leave room for one of its own when they are raided."""
    rich: dict[int, int]
    """Cities that prisoners can be stolen from, and how many."""


Start = tuple[int, int, float, int]
"""A warrior who may set out: his place in the order (who has prisoners or is near to some chooses first what to raid),
his space, what it takes to have him there, and what he leads."""
Planned = tuple[Trips, float, int, int, int]
"""The trips of a warrior that are cheaper than the flat price; what the best of them saves and brings, and the targets,
and the large ones among them, that it leaves to others."""


class Scene:
    """What the board offers to a seat, and what was worked out about it: most actions leave it as it is."""

    __slots__ = ("big", "ground", "nearest", "planned", "recruit", "ring", "targets")

    def __init__(self, p: YucatanPosition, seat: int):
        own, men, pawns, city = p.villages[seat], p.men[seat], p.pawns, p.board.city[seat]
        self.ring = rings(p.seats, p.options.strict_river)
        foreign, large = p.built & ~own, own & p.large
        targets, big = foreign & (~pawns | men), foreign & p.large
        rich: dict[int, int] = {}
        for other, there in enumerate(p.board.city):
            # a full price is a level by the time that a thief comes
            if other != seat and (have := p.held[other] % PRICE) and not (pawns ^ men) >> there & 1:
                rich[there] = have
                targets |= 1 << there
        homes, sites = large | 1 << city, p.sites if own.bit_count() < VILLAGES else 0
        self.ground = Ground(
            homes, own ^ large, homes & ~pawns, (own ^ large) & ~pawns, sites, foreign & ~big if sites else 0, rich
        )
        self.targets, self.big = targets, big
        places = [city, *spaces(large & ~pawns)]
        self.recruit = min([(_nearest(self.ring[space], targets), space) for space in places])
        """Where a warrior had best be deployed, after how far it is from there to a target."""
        self.nearest: dict[int, int] = {}
        """How far it is to a target, by space."""
        self.planned: dict[tuple[int, float, int, int, int], Planned] = {}


def actions_left(p: YucatanPosition, seat: int, w: Weights = WEIGHTS) -> float:
    """An estimate of the actions that `seat` still needs to win."""
    return _estimate(p, seat, w, None)


def _scene_key(p: YucatanPosition, seat: int) -> tuple[int, ...]:
    """What a `Scene` depends on."""
    own, men, cities = p.villages[seat], p.men[seat], p.board.cities
    foes = (p.pawns ^ men) & (p.built | cities)
    return (seat, own, p.built, p.large, foes, men & (own | cities), *[have % PRICE for have in p.held])


def _estimate(p: YucatanPosition, seat: int, w: Weights, scenes: dict[tuple[int, ...], Scene] | None) -> float:
    """What `actions_left` says; what the board offers is looked up in `scenes`, where there are any."""
    raises = LEVELS - p.levels[seat]
    need = PRICE * raises - p.held[seat]
    if need <= 0:
        return float(raises)
    if scenes is None:
        scene = Scene(p, seat)
    else:
        key = _scene_key(p, seat)
        scene = scenes.get(key)
        if scene is None:
            scene = scenes[key] = Scene(p, seat)
    men, ring, planned = p.men[seat], scene.ring, scene.planned
    targets, big = scene.targets, scene.big
    options: list[Trips] = []
    saved, brought, waiting = 0.0, 0, 0.0
    for _, space, cost, load in _starts(p, seat, scene, w):
        which = space, cost, load, targets, big
        plan = planned.get(which)
        if plan is None:
            plan = planned[which] = _trips(space, cost, load, ring, scene.ground, targets, big, w.rate)
        trips, best, gain, goals, now_big = plan
        if trips:
            targets, big = goals, now_big
            options.append(trips)
            saved += best
            brought += gain
            if load:
                waiting += load * (1 + trips[0][1])
    if brought <= need:
        total, later = w.rate * need - saved, need - brought
    else:
        total, later = _cheapest(options, need, w.rate)
    foes = p.pawns ^ men
    for space, load in p.load.items():
        if men >> space & 1 and (near := ring[space][1] & foes):
            total += w.threat * load * min(1.0, 0.33 * near.bit_count() + 0.17)
    own = p.villages[seat]
    count, large = own.bit_count(), (own & p.large).bit_count()
    total -= (w.village * count + w.man * men.bit_count() + w.large * large) * later / 10
    return total + raises + w.wait * waiting


def _starts(p: YucatanPosition, seat: int, scene: Scene, w: Weights) -> list[Start]:
    """The warriors on the board, and one who could be deployed, in order."""
    men, own, nearest, loads = p.men[seat], p.villages[seat], scene.nearest, p.load
    found: list[Start] = []
    for space in spaces(men):
        away = nearest.get(space)
        if away is None:
            away = nearest[space] = _nearest(scene.ring[space], scene.targets)
        load = loads.get(space, 0)
        found.append((away - LOAD * load, space, 0.0, load))
    if len(found) < EACH * len(GUILDS):
        cost = w.new if own.bit_count() >= len(found) else w.new + w.feed
        away, space = scene.recruit
        found.append((away + 5, space, cost, 0))
        if not men:  # in the set-up
            found.append((away + 5, p.board.city[seat], cost, 0))
    found.sort()
    return found


def _nearest(ring: tuple[int, ...], targets: int) -> int:
    """How many marches away the nearest of the targets is."""
    for d in range(1, len(ring)):
        if ring[d] & targets:
            return d
    return len(ring)


def _trips(
    position: int, cost: float, gained: int, ring: Rings, ground: Ground, targets: int, big: int, rate: float
) -> Planned:
    """What a warrior could do who stands at `position` after `cost` actions and leads `gained` prisoners."""
    homes, small, free_homes, free_small, sites, falls, rich = ground
    trips: Trips = []
    best, gain, left, left_big, settles = 0.0, 0, targets, big, sites >> position & 1
    while True:
        near = ring[position]
        if gained:
            here = 1 << position
            if here & homes:
                way = 0
            elif here & small or near[1] & free_homes:
                way = 1
            elif settles or near[1] & free_small or near[2] & free_homes:
                way = 2
            elif near[1] & sites or near[2] & free_small or near[3] & free_homes:
                way = 3
            elif near[2] & sites or near[3] & free_small or near[4] & free_homes:
                way = 4
            else:
                way = 5
            save = rate * gained - cost - way
            if save > 0:
                trips.append((gained, cost + way))
                if save > best:
                    best, gain, left, left_big = save, gained, targets, big
        if gained >= LOAD:
            break
        hit = d = 0
        for d in range(1, len(near)):
            hit = near[d] & targets
            if hit:
                break
        cost += d
        if not hit or cost > _LONGEST:
            break
        bit = hit & -hit
        if hit != bit and rich:
            for there in rich:
                if hit >> there & 1:
                    bit = 1 << there
        position = bit.bit_length() - 1
        settles = falls & bit
        gained = min(LOAD, gained + rich.get(position, 1))
        if big & bit:
            big ^= bit  # it can be raided once more
        else:
            targets ^= bit
    return trips, best, gain, left, left_big


def _cheapest(options: list[Trips], need: int, rate: float) -> tuple[float, int]:
    """The fewest actions that bring `need` prisoners when each warrior makes at most one of his trips, and how many of
    them no trip brings."""
    best = [0.0] + [1e9] * need
    for trips in options:
        old = best
        best = old.copy()
        for gain, price in trips:
            for n in range(gain, need):
                if (total := old[n - gain] + price) < best[n]:
                    best[n] = total
            if (total := min(old[max(0, need - gain) :]) + price) < best[need]:
                best[need] = total
    return min([(cost + rate * (need - n), need - n) for n, cost in enumerate(best)])


class Judge:
    """Judges positions, and remembers what it worked out: most actions change what one seat needs and not the
    others."""

    def __init__(self, weights: Weights = WEIGHTS):
        self.weights = weights
        self.known: dict[tuple[int, ...], float] = {}
        self.scenes: dict[tuple[int, ...], Scene] = {}

    def actions_left(self, p: YucatanPosition, seat: int) -> float:
        """What `actions_left` says, by heart if it was asked before."""
        men, ring = p.men[seat], rings(p.seats, p.options.strict_river)
        watched, loads = p.built | p.board.cities, 0  # where enemies make a difference
        for space, load in p.load.items():
            if men >> space & 1:
                watched |= ring[space][1]
                loads = loads << 10 | space << 2 | load
        foes = (p.pawns ^ men) & watched
        key = (seat, men, loads, p.villages[seat], p.built, p.large, foes, *p.held, p.levels[seat])
        found = self.known.get(key)
        if found is None:
            if len(self.known) > KEPT:
                self.known.clear()
            if len(self.scenes) > KEPT_SCENES:
                self.scenes.clear()
            found = self.known[key] = _estimate(p, seat, self.weights, self.scenes)
        return found

    def chances(self, p: YucatanPosition) -> list[float]:
        """Each seat's chance to win, and a little less for each action that it still needs."""
        if p.phase == "over" and (outcome := p.outcome()) is not None:
            winners = outcome.winners
            return [1 / len(winners) if seat in winners else 0.0 for seat in range(p.seats)]
        return self.chances_of(p, [self.actions_left(p, seat) for seat in range(p.seats)], p.turn)

    def chances_after_step(self, p: YucatanPosition) -> list[float]:
        """The same once whoever is on turn has come one action nearer to his goal."""
        left = [self.actions_left(p, seat) for seat in range(p.seats)]
        left[p.turn] -= 1
        return self.chances_of(p, left, (p.turn + 1) % p.seats)

    def chances_of(self, p: YucatanPosition, left: list[float], turn: int) -> list[float]:
        """The same, if the seats need so many actions, and it is the turn of this one."""
        n = len(left)
        left = [actions + (seat - turn) % n / n for seat, actions in enumerate(left)]
        least = min(left)
        heat = self.weights.heat + self.weights.heat_each * max(0.0, least)
        odds = [exp((least - actions) / heat) for actions in left]
        total = sum(odds)
        return [each / total - _HASTE * actions for each, actions in zip(odds, left, strict=True)]
