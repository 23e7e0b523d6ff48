"""A position of Mexica: where everything lies.

What is legal is in `moves.py`, why something is not in `refusals.py`, what actions do in `transitions.py`, the events
of actions in `events.py`, what districts give in `scoring.py`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Any, Self

from texcoco.game import (
    CHANCE,
    Action,
    Event,
    Json,
    MakePart,
    Offers,
    Options,
    Outcome,
    Plan,
    Position,
    Refusal,
    Views,
    choice,
    ranks,
)
from texcoco.games.bits import choose, flood, neighbours, nth, parts
from texcoco.games.mexica import cost, events, moves, plans, refusals, transitions, view
from texcoco.games.mexica.actions import ACROSS, DEAL, FIRST, NEUTRALS, H, V
from texcoco.games.mexica.board import (
    ACTION_POINTS,
    ACTION_TOKENS,
    BRIDGES,
    DISPLAYED,
    DOUBLES,
    FIRST_CANAL,
    FIRST_TILES,
    LAKE,
    LAND,
    NEAR,
    NEUTRAL,
    NEUTRAL_SITES,
    PALACE,
    SINGLES,
    SIZES,
    STEPS,
    TEMPLES,
)
from texcoco.games.mexica.likely_action import likely_action
from texcoco.games.mexica.pieces import Founded, Vote


@dataclass(frozen=True)
class MexicaOptions(Options):
    """What a table of Mexica may choose."""

    first: str = choice("random", "0", "1", "2", "3")
    """Who goes first (M-FIRST)."""
    neutral_levels: int = choice(20, 25, 30)
    """How many levels the neutral temples of a two-player game have in all (M-2P)."""


class MexicaPosition(Position):
    """One game of Mexica. Sets of spaces are bit sets; `temples` and `hands` are lists of four levels per owner."""

    __slots__ = (
        "ap", "bridges", "bridges_left", "built", "canals", "check_dead", "diggable", "display", "docks", "doubles",
        "first", "founded", "hands", "idle_rounds", "later", "pawn_bits", "pawns", "period", "phase", "placed",
        "refused", "removed", "round", "score", "singles", "soil", "taken", "temples", "tiles", "token_supply",
        "tokens", "turn", "vote", "wild",
    )  # fmt: skip

    options: MexicaOptions

    def __init__(self, seats: int, options: MexicaOptions):
        self.seats, self.options, self.step = seats, options, 0
        self.phase = "deal"
        """deal, start, turn, vote or over."""
        self.period, self.round = 1, 1
        self.first = -1 if options.first == "random" else int(options.first)
        self.turn = max(self.first, 0)
        self.ap = ACTION_POINTS
        self.taken = 0
        """Action tokens taken this turn."""
        self.canals = FIRST_CANAL
        self.tiles: tuple[tuple[int, ...], ...] = FIRST_TILES
        self.bridges: tuple[int, int] = (0, 0)
        """By direction."""
        self.built = 0
        """Spaces with a temple or a calpulli token."""
        self.temples = [0] * 4 * (seats + 1)
        """Of each owner, the neutral colour last, the spaces with temples of level 1, 2, 3, 4."""
        self.wild: tuple[int, ...] = tuple(parts(LAND & ~FIRST_CANAL, STEPS))
        """The districts that are not founded."""
        self.founded: tuple[Founded, ...] = ()
        self.display: tuple[int, ...] = ()
        """The sizes that the Emperor asks for, ascending."""
        self.later: tuple[int, ...] = SIZES
        self.removed: tuple[int, ...] = ()
        self.pawns = [-1] * seats
        self.pawn_bits = 0
        self.tokens = [0] * seats
        self.token_supply = ACTION_TOKENS
        self.singles, self.doubles = SINGLES, DOUBLES - len(FIRST_TILES)
        self.bridges_left = BRIDGES
        self.hands = list(TEMPLES[1]) * seats
        self.score = [0] * seats
        self.vote: Vote | None = None
        self.refused: tuple[int, ...] = ()
        """Sizes whose removal somebody refused this round."""
        self.placed = False
        """Whether something was placed this round (M-STALL)."""
        self.idle_rounds = 0
        self.soil = LAND & ~(FIRST_CANAL | PALACE)
        """Where canals can be dug once all pawns and bridges are out of the way (M-CANAL)."""
        self.diggable = True
        """Whether a canal tile can ever be placed again (M-DEAD)."""
        self.check_dead = True
        """Whether the display must be checked again for tokens that nobody can use any more (M-DEAD)."""
        self.docks: tuple[int, ...] | None = None
        """Bridges joined by a stretch of water without a bridge on the way; worked out when a boat needs it."""

    # --- who, what, why not ---

    def seat_on_turn(self) -> int | None:
        return self.turn

    def actors(self) -> tuple[int, ...]:
        if self.phase == "turn" or self.phase == "start":
            return (self.turn,)
        if self.phase == "deal":
            return (CHANCE,)
        return (self.vote.asked,) if self.vote is not None else ()

    def actions(self, seat: int) -> list[Action]:
        if seat == CHANCE:
            return [action for action, _ in self.chances()]
        return [action for table, targets in moves.legal(self, seat) for action in choose(table, targets)]

    def legal_indices(self, seat: int) -> list[int]:
        return super().legal_indices(seat) if seat == CHANCE else moves.legal_indices(self, seat)

    def pick(self, seat: int, rng: Random) -> Action:
        return moves.pick(self, seat, rng)

    def check(self, seat: int, action: Action) -> Refusal | None:
        return refusals.check(self, seat, action)

    def likely_refusal(self, seat: int, kind: str, words: list[str]) -> Refusal | None:
        action = likely_action(self, seat, kind, words)
        return super().likely_refusal(seat, kind, words) if action is None else self.check(seat, action)

    def cost(self, seat: int, action: Action) -> Mapping[str, int]:
        return cost.cost(self, seat, action)

    def offers(self, seat: int) -> list[Offers]:
        return cost.offers(self, seat)

    def plans(self, seat: int) -> list[Plan]:
        return plans.plans(self, seat)

    def chances(self) -> list[tuple[Action, int]]:
        if self.phase != "deal":
            return []
        if len(self.display) < DISPLAYED:
            return [(DEAL[size], self.later.count(size)) for size in sorted(set(self.later))]
        if any(missing := self.neutrals_missing()):
            sites = self.neutral_sites()
            return [
                (a, count)
                for table, count in zip(NEUTRALS, missing, strict=True)
                if count
                for a in choose(table, sites)
            ]
        return [(FIRST[seat], 1) for seat in range(self.seats)]

    def draw(self, rng: Random) -> Action:
        """As the contract's, with the same random numbers, without weighing all that there is."""
        if len(self.display) < DISPLAYED:
            return DEAL[sorted(self.later)[int(rng.random() * len(self.later))]]
        missing = self.neutrals_missing()
        if count := sum(missing):
            n = int(rng.random() * count)
            for table, of_level in zip(NEUTRALS, missing, strict=True):
                if n < of_level:
                    sites = self.neutral_sites()
                    return table[nth(sites, rng.randrange(sites.bit_count()))]
                n -= of_level
        return FIRST[int(rng.random() * self.seats)]

    def neutrals_missing(self) -> tuple[int, ...]:
        """How many neutral temples of each level are still to be placed."""
        if self.seats != 2:
            return (0, 0, 0, 0)
        one, two, three, four = NEUTRAL[self.options.neutral_levels]
        a, b, c, d = self.temples[4 * self.seats :]
        return one - a.bit_count(), two - b.bit_count(), three - c.bit_count(), four - d.bit_count()

    def neutral_sites(self) -> int:
        """Where a neutral temple may stand now: away from the lake and from the others (M-2P)."""
        sites, built = NEUTRAL_SITES, self.built
        while built:
            placed = built.bit_length() - 1
            built ^= 1 << placed
            sites &= ~NEAR[placed]
        return sites

    # --- the board ---

    def empty_land(self) -> int:
        """Land with nothing and nobody on it, palace included."""
        return LAND & ~(self.canals | self.built | self.pawn_bits)

    def district(self, space: int) -> int:
        """The district of a land space, or nothing for water and bridges (M-DIST)."""
        bit = 1 << space
        for land in self.wild:
            if land & bit:
                return land
        for district in self.founded:
            if district.land & bit:
                return district.land
        return 0

    def ramps(self) -> int:
        """The land spaces that bridges rest on."""
        h, v = self.bridges
        return h << ACROSS[H] | h >> ACROSS[H] | v << ACROSS[V] | v >> ACROSS[V]

    def steps(self, space: int) -> int:
        """Where a pawn can walk from `space`: free land and bridges next to it, or off its bridge down a ramp
        (M-FOOT)."""
        bit, empty, (h, v) = 1 << space, self.empty_land(), self.bridges
        sideways, upright = bit << ACROSS[H] | bit >> ACROSS[H], bit << ACROSS[V] | bit >> ACROSS[V]
        if h & bit:
            return sideways & empty
        if v & bit:
            return upright & empty
        free = ~self.pawn_bits
        return (sideways & (empty | h & free)) | (upright & (empty | v & free))

    def boats(self, space: int, points: int) -> list[int]:
        """Where boats go from the bridge at `space`: the bridges first reached for 1, 2, … up to `points` (M-BOAT)."""
        every = self.bridges[H] | self.bridges[V]
        if self.docks is None:
            self.docks = tuple(_docks(self.canals, every))
        reached: list[int] = []
        seen = frontier = 1 << space
        while frontier and len(reached) < points:
            after = neighbours(frontier, STEPS) & every
            for dock in self.docks:
                if dock & frontier:
                    after |= dock
            frontier = after & ~seen
            seen |= frontier
            reached.append(frontier)
        return reached

    # --- what actions do ---

    def apply(self, seat: int, action: Action) -> None:
        transitions.apply(self, seat, action)

    def events_since(self, before: Any, seat: int, action: Action) -> list[Event]:
        return events.events(before, seat, action, self)

    def largest(self) -> int:
        """How many spaces the largest unfounded district has."""
        return max(map(int.bit_count, self.wild), default=0)

    def complete(self) -> bool:
        """Whether both conditions for the end of the period hold (M-END)."""
        return not self.display and any(not any(self.hands[4 * s : 4 * s + 4]) for s in range(self.seats))

    # --- the rest of the contract ---

    def outcome(self) -> Outcome | None:
        if self.phase != "over":
            return None
        # M-WIN: prestige, then action tokens, then shared
        how = "end.complete" if self.complete() else "end.stalled"
        return Outcome(ranks(self.score, self.tokens), tuple(self.score), how)

    def view(self, seat: int | None, *, open: bool = False) -> Json:
        return view.view(self, seat)  # nothing is ever hidden

    def dump(self) -> Json:
        return view.dump(self)

    def views(self, part: MakePart) -> Views:
        return view.views(self, part)

    def copy(self) -> Self:
        new: Self = object.__new__(type(self))
        new.seats, new.options, new.step = self.seats, self.options, self.step
        new.phase, new.period, new.round, new.first, new.turn = (
            self.phase,
            self.period,
            self.round,
            self.first,
            self.turn,
        )
        new.ap, new.taken = self.ap, self.taken
        new.canals, new.tiles, new.bridges, new.built = self.canals, self.tiles, self.bridges, self.built
        new.temples = self.temples.copy()
        new.wild, new.founded = self.wild, self.founded
        new.display, new.later, new.removed = self.display, self.later, self.removed
        new.pawns, new.pawn_bits = self.pawns.copy(), self.pawn_bits
        new.tokens, new.token_supply = self.tokens.copy(), self.token_supply
        new.singles, new.doubles, new.bridges_left = self.singles, self.doubles, self.bridges_left
        new.hands, new.score = self.hands.copy(), self.score.copy()
        new.vote, new.refused = self.vote, self.refused
        new.placed, new.idle_rounds = self.placed, self.idle_rounds
        new.soil, new.diggable = self.soil, self.diggable
        new.docks, new.check_dead = self.docks, self.check_dead
        return new

    def redeal(self, seat: int | None, rng: Random) -> Self:
        return self.copy()  # nothing is ever hidden

    def key(self) -> tuple[Any, ...]:
        # what follows from the rest (supplies, districts, later tokens) is left out; so is which tiles the canals are
        # made of
        return (
            self.phase, self.period, self.round, self.first, self.turn, self.ap, self.taken,
            self.canals, self.singles, self.bridges, self.founded, self.display, self.later, self.removed,
            *self.pawns, *self.tokens, *self.score, *self.temples, *self.hands,
            self.vote, self.refused, self.placed, self.idle_rounds,
        )  # fmt: skip


def _docks(canals: int, bridges: int):
    """For each stretch of water that no bridge interrupts, the bridges at its ends."""
    water = canals & ~bridges
    by_lake = flood(neighbours(LAKE, STEPS) & water, water, STEPS)
    for pool in (LAKE | by_lake, *parts(water & ~by_lake, STEPS)):
        dock = neighbours(pool, STEPS) & bridges
        if dock & (dock - 1):  # at least two
            yield dock
