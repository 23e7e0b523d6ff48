"""Search over whole turns of Mexica: a beam over sequences of ideas, and the best of them judged after the answers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from heapq import nlargest
from time import perf_counter
from typing import Any, NamedTuple

from texcoco.bots.mexica.cuts import Cut, areas, cuts, distance, soil_without_pawn, splits
from texcoco.bots.mexica.evaluator import (
    BIG,
    LARGE,
    SMALL,
    Board,
    Weights,
    district_state,
    ending,
    hand_levels,
    margin,
    outlook,
    values,
)
from texcoco.bots.mexica.ideas import founding, ideas
from texcoco.game import Action
from texcoco.games.bits import neighbours
from texcoco.games.mexica import MexicaPosition, pen
from texcoco.games.mexica.actions import END, SPEND, TAKE
from texcoco.games.mexica.board import LAND, STEPS, worth
from texcoco.games.mexica.moves import FLIGHT, MOST_TAKEN

WON = 15.0
"""What winning is worth above the prestige by which one is ahead."""
ALIKE = 2
"""How many of the turns that are kept may have the same canals, districts and levels built."""


class Limits(NamedTuple):
    """How much work a search of one turn may be."""

    width: int
    """How many positions with as much left to spend are carried on."""
    projects: int
    """How many districts that could be parted off are considered."""
    tiles: int = 40
    """How many canals it may take to part off a district."""
    splits: int = 0
    """In how many ways unfounded districts may be divided in the second period."""
    spoil: bool = False
    """Whether districts that others could found are spoilt."""
    flies: bool = True
    """Whether it thinks of flying."""
    prospects: bool = True
    """Whether it is considered what can be done with the action points that are left."""


class Turn(NamedTuple):
    """A way to play the rest of a turn, without its end."""

    value: float
    plan: tuple[Action, ...]
    after: MexicaPosition


class _Node:
    __slots__ = ("board", "p", "plan", "value")

    def __init__(self, p: MexicaPosition, plan: tuple[Action, ...], board: Board, value: float):
        self.p, self.plan, self.board, self.value = p, plan, board, value


class Search:
    """A search from one position; what it works out is kept for the answers that it looks at as well."""

    def __init__(self, weights: Weights, deadline: float | None = None, selfish: bool = False):
        self.weights, self.deadline, self.selfish = weights, deadline, selfish
        self._grown: set[int] | None = None
        """Areas that could be parted off, from the first position that was asked for, and the canals there."""
        self._water = self._period = 0
        self.judged = 0
        """How many positions were judged."""

    def late(self) -> bool:
        """Whether the time for the decision is over."""
        return self.deadline is not None and perf_counter() > self.deadline

    # --- one turn ---

    def turns(self, p: MexicaPosition, seat: int, limits: Limits, keep: int, enough: float = 1e9) -> list[Turn]:
        """The `keep` best ways to play the turn, best first. Stops when one is worth more than `enough`."""
        ends: dict[tuple[Any, ...], _Node] = {}
        # by what is left to spend: positions to carry on, with what the beam chooses by and a number that breaks ties
        beam: list[list[tuple[float, int, _Node]]] = [[] for _ in range(p.ap + p.tokens[seat] + 1)]
        best = -1e9
        for node in self._roots(p, seat):
            ends[_key(node.p, seat)] = node
            best = max(best, node.value)
            beam[-1].append((0.0, -len(ends), node))
        projects = self.projects(p, seat, limits)
        for left in range(len(beam) - 1, 0, -1):
            for _, _, node in nlargest(limits.width, beam[left]):
                for child in self._children(node, seat, projects, limits):
                    if self.late():
                        return _best(ends, seat, keep)
                    key = _key(child.p, seat)
                    if key in ends:
                        continue
                    ends[key] = child
                    if child.value > best:
                        best = child.value
                        if best > enough:
                            return _best(ends, seat, keep)
                    rest = child.p.ap + child.p.tokens[seat]
                    if 0 < rest < left:
                        hope = self._prospects(child, seat, rest) if limits.prospects else 0.0
                        beam[rest].append((child.value + hope, -len(ends), child))
        return _best(ends, seat, keep)

    def _roots(self, p: MexicaPosition, seat: int) -> list[_Node]:
        """Where the turn stands, and after the founding that is possible at once. Only when the last token is founded
        can it be right to wait."""
        board = Board(p, self.weights)
        root = _Node(p, (), board, self._value(p, board, seat))
        action = founding(p, seat)
        if action is None or (pen.in_force(p) and pen.penned_by(p, seat, action) is not None):
            return [root]
        q = p.copy()
        q.apply(seat, action)
        board = Board(q, self.weights, board)
        founded = _Node(q, (action,), board, self._value(q, board, seat))
        return [founded] if len(p.display) > 1 else [founded, root]

    def _children(self, node: _Node, seat: int, projects: Sequence[Cut], limits: Limits) -> Iterator[_Node]:
        p = node.p
        judged = pen.in_force(p)
        for cost, actions in ideas(p, seat, projects, node.board.asked, limits.spoil, limits.flies):
            if cost > p.ap:
                actions = (SPEND,) * (cost - p.ap) + actions
            q = p.copy()
            for action in actions:
                if judged and pen.penned_by(q, seat, action) is not None:
                    break
                q.apply(seat, action)
            else:
                yield from self._settled(node, q, seat, actions, judged)

    def _settled(
        self, node: _Node, q: MexicaPosition, seat: int, actions: tuple[Action, ...], judged: bool
    ) -> Iterator[_Node]:
        """The position after an idea, with the founding that it makes possible."""
        last, board = actions[-1].kind, node.board
        if last == "temple":
            board = Board(q, self.weights, board, q.district(q.pawns[seat]))
        elif last == "canal":
            board = Board(q, self.weights, board)
        action = founding(q, seat)
        if action is not None and not (judged and pen.penned_by(q, seat, action) is not None):
            if len(q.display) == 1:  # the period may end with it, so that waiting is a choice
                self.judged += 1
                yield _Node(q.copy(), node.plan + actions, board, self._value(q, board, seat))
            q.apply(seat, action)
            actions = (*actions, action)
            board = Board(q, self.weights, board)
        self.judged += 1
        yield _Node(q, node.plan + actions, board, self._value(q, board, seat))

    def _prospects(self, node: _Node, seat: int, left: int) -> float:
        """What might still be made of the points that are left."""
        p, board = node.p, node.board
        pawn = p.pawns[seat]
        ground = p.district(pawn)
        hope = 0.0
        if ground:
            levels, size, room = district_state(p, ground)
            if room:
                known = board.districts.get(ground)
                kind = known.kind if known is not None else SMALL if size <= BIG else LARGE
                swing = best_swing(levels, size, seat, min(left, hand_levels(p, seat)))
                hope = 0.8 * self.weights.of_stage[board.stage][kind] * swing
        for land in board.asked:
            if left >= FLIGHT or distance(pawn, land) <= left:
                hope = max(hope, 1.2 * worth(land.bit_count())[1])
        return hope

    def projects(self, p: MexicaPosition, seat: int, limits: Limits) -> list[Cut]:
        """Districts that could be parted off."""
        soil = soil_without_pawn(p, seat)
        found = splits(p, seat, soil, limits.splits) if limits.splits and p.period == 2 else []
        if not limits.projects or not p.display:
            return found
        if self._grown is None or p.period != self._period:
            self._grown, self._water, self._period = areas(p, LAND, soil), p.canals, p.period
        grown = self._grown
        dug = p.canals & ~self._water
        if dug:  # what was dug since makes areas beside it cheaper
            grown = grown | areas(p, neighbours(dug, STEPS) & LAND, soil)
        return found + [
            cut for cut in cuts(p, p.pawns[seat], grown, soil, limits.projects) if len(cut.tiles) <= limits.tiles
        ]

    # --- values ---

    def value(self, p: MexicaPosition, seat: int) -> float:
        """What it is worth to a seat to end its turn at once."""
        return self._value(p, Board(p, self.weights), seat)

    def _value(self, p: MexicaPosition, board: Board, seat: int) -> float:
        """What it is worth to a seat to end its turn here."""
        mover = (seat + 1) % p.seats
        if mover == p.first and ending(p):
            return self.judge(ended(p, seat), seat)
        value = values(p, board, self.weights, mover, seat)
        return value[seat] if self.selfish else margin(value, seat)

    def judge(self, p: MexicaPosition, seat: int) -> float:
        """What a position at the beginning of a turn, or at the end of the game, is worth to a seat."""
        if p.phase != "over":
            value = values(p, Board(p, self.weights), self.weights, p.turn)
            return value[seat] if self.selfish else margin(value, seat)
        if self.selfish:
            return p.score[seat]
        outcome = p.outcome()
        assert outcome is not None
        ahead = margin([float(score) for score in p.score], seat)
        return ahead + (WON / outcome.ranks.count(1) if outcome.ranks[seat] == 1 else -WON)

    # --- answers ---

    def answered(self, turn: Turn, seat: int, limits: Limits, worst: float = -1e9) -> tuple[float, MexicaPosition]:
        """What a turn is worth when all the others have played what seems best to them, and the position then. A value
        below `worst` may be too high."""
        q = ended(turn.after, seat)
        while q.phase == "turn" and q.turn != seat:
            other = q.turn
            answer = self.turns(q, other, limits, 1, -worst if q.seats == 2 else 1e9)[0]
            q = ended(answer.after, other)
            if q.seats == 2:
                return -answer.value, q
        return self.judge(q, seat), q


def ended(p: MexicaPosition, seat: int) -> MexicaPosition:
    """The position when the seat takes action tokens for what is left, and ends its turn."""
    q = p.copy()
    for _ in range(min(q.ap, MOST_TAKEN - q.taken, q.token_supply)):
        q.apply(seat, TAKE)
    q.apply(seat, END)
    return q


def _best(ends: dict[tuple[Any, ...], _Node], seat: int, keep: int) -> list[Turn]:
    """The best of the turns that were found, not too many of them alike."""
    if keep == 1:
        node = max(ends.values(), key=lambda node: node.value)
        return [Turn(node.value, node.plan, node.p)]
    best: list[Turn] = []
    alike: Counter[tuple[Any, ...]] = Counter()
    for node in sorted(ends.values(), key=lambda node: -node.value):
        p = node.p
        sort = (p.canals, p.display, hand_levels(p, seat), p.district(p.pawns[seat]))
        alike[sort] += 1
        if alike[sort] <= ALIKE:
            best.append(Turn(node.value, node.plan, p))
            if len(best) == keep:
                break
    return best


def _key(p: MexicaPosition, seat: int) -> tuple[Any, ...]:
    """What tells positions within a turn apart: in which order things were done does not matter."""
    built = p.temples[4 * seat : 4 * seat + 4]
    return p.ap, p.tokens[seat], p.pawns[seat], p.canals, p.bridges, p.built, p.display, *built


@lru_cache(maxsize=100_000)
def best_swing(levels: tuple[int, ...], size: int, seat: int, most: int) -> int:
    """The most that a seat can win in a district, what others lose included, with up to so many levels more."""
    now, _ = outlook(levels, size, 0)
    best = 0
    for added in range(1, most + 1):
        after, _ = outlook((*levels[:seat], levels[seat] + added, *levels[seat + 1 :]), size, 0)
        own = after[seat] - now[seat]
        best = max(best, own + sum(now) - sum(after) + own)
    return best
