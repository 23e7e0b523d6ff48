"""A position of Mexica: where everything lies, and how actions change it.

What is legal is in `moves.py`, why something is not in `refusals.py`, what districts give in `scoring.py`.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any, Self

from texcoco.game import CHANCE, Action, Event, Json, Options, Outcome, Position, Refusal, choice, ranks
from texcoco.games.bits import choose, flood, neighbours, nth, parts, spaces
from texcoco.games.mexica import moves, refusals, scoring, view
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
    NAMES,
    NEAR,
    NEUTRAL,
    NEUTRAL_SITES,
    PALACE,
    SINGLES,
    SIZES,
    STEPS,
    TEMPLES,
    worth,
)

IDLE_ROUNDS = 3
"""After so many rounds in which nothing is placed a period ends (M-STALL)."""


@dataclass(frozen=True)
class MexicaOptions(Options):
    """What a table of Mexica may choose."""

    first: str = choice("random", "0", "1", "2", "3")
    """Who goes first (M-FIRST)."""
    neutral_levels: int = choice(20, 25, 30)
    """How many levels the neutral temples of a two-player game have in all (M-2P)."""


@dataclass(frozen=True, slots=True)
class Founded:
    """A founded district: its token, where that lies, and the land."""

    at: int
    size: int
    land: int


@dataclass(frozen=True, slots=True)
class Vote:
    """A proposal to take a token from the display, and the seat that is asked now (M-VOTE)."""

    size: int
    by: int
    asked: int


class MexicaPosition(Position):
    """One game of Mexica. Sets of spaces are bit sets; `temples` and `hands` are lists of four levels per owner."""

    __slots__ = (
        "ap", "bridges", "bridges_left", "built", "canals", "diggable", "display", "docks", "doubles", "first", "founded", "hands",
        "idle_rounds", "later", "pawn_bits", "pawns", "period", "phase", "placed", "refused", "removed", "round", "score", "singles",
        "taken", "temples", "tiles", "token_supply", "tokens", "turn", "unsure", "vote", "wild",
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
        self.bridges = (0, 0)
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
        self.diggable = True
        """Whether a canal tile can ever be placed again (M-DEAD)."""
        self.unsure = True
        """Whether a token may have died since it was last looked at (M-DEAD)."""
        self.docks: tuple[int, ...] | None = None
        """Bridges joined by a stretch of water without a bridge on the way; worked out when a boat needs it."""

    # --- who, what, why not ---

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

    def pick(self, seat: int, rng: Random) -> Action:
        return moves.pick(self, seat, rng)

    def check(self, seat: int, action: Action) -> Refusal | None:
        return refusals.check(self, seat, action)

    def chances(self) -> list[tuple[Action, int]]:
        if self.phase != "deal":
            return []
        if len(self.display) < DISPLAYED:
            return [(DEAL[size], self.later.count(size)) for size in sorted(set(self.later))]
        if any(missing := self.neutrals_missing()):
            sites = self.neutral_sites()
            return [(a, count) for table, count in zip(NEUTRALS, missing, strict=True) if count for a in choose(table, sites)]
        return [(FIRST[seat], 1) for seat in range(self.seats)]

    def draw(self, rng: Random) -> Action:
        if len(self.display) == DISPLAYED and any(missing := self.neutrals_missing()):
            sites = self.neutral_sites()
            (level,) = rng.choices(range(4), missing)
            return NEUTRALS[level][nth(sites, rng.randrange(sites.bit_count()))]
        return super().draw(rng)

    def neutrals_missing(self) -> tuple[int, ...]:
        """How many neutral temples of each level are still to be placed."""
        if self.seats != 2:
            return (0, 0, 0, 0)
        neutral = self.temples[4 * self.seats :]
        return tuple(n - placed.bit_count() for n, placed in zip(NEUTRAL[self.options.neutral_levels], neutral, strict=True))

    def neutral_sites(self) -> int:
        """Where a neutral temple may stand now: away from the lake and from the others (M-2P)."""
        sites = NEUTRAL_SITES
        for placed in spaces(self.built):
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
        """Where a pawn can walk from `space`: free land and bridges next to it, or off its bridge down a ramp (M-FOOT)."""
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

    def perform(self, seat: int, action: Action, told: list[Event] | None) -> None:
        _PERFORM[action.kind](self, seat, action, told)
        # M-DEAD, after every action: the two quick questions spare most of them the work. A vote changes nothing on the board
        if self.unsure and self.phase == "turn":
            self.unsure = False
            if self.display and (not self.diggable or self.display[-1] > self.largest()):
                self._remove_dead(told)

    def largest(self) -> int:
        """How many spaces the largest unfounded district has."""
        return max(map(int.bit_count, self.wild), default=0)

    def _start(self, seat: int, action: Action, told: list[Event] | None) -> None:
        (at,) = action.data
        self._stand(seat, at)
        if told is not None:
            told.append(Event("start", seat, {"action": str(action), "at": NAMES[at]}))
        self.turn = (seat + 1) % self.seats
        if self.turn == self.first:
            self.phase = "turn"
        self.step += 1

    def _stand(self, seat: int, at: int) -> None:
        if self.pawns[seat] >= 0:
            self.pawn_bits ^= 1 << self.pawns[seat]
        self.pawns[seat] = at
        self.pawn_bits |= 1 << at

    def _canal(self, seat: int, action: Action, told: list[Event] | None) -> None:
        tile = 0
        for space in action.data:
            tile |= 1 << space
        self.ap -= 1
        self.placed = True
        self.canals |= tile
        self.tiles += (action.data,)
        if len(action.data) == 1:
            self.singles -= 1
        else:
            self.doubles -= 1
        wild: list[int] = []
        for land in self.wild:
            if land & tile:
                wild += parts(land & ~tile, STEPS)
            else:
                wild.append(land)
        self.wild = tuple(sorted(wild))
        self.docks = None
        self.look_whether_diggable()
        if told is not None:
            told.append(Event("canal", seat, {"action": str(action), "at": [NAMES[space] for space in action.data]}))

    def _bridge(self, seat: int, action: Action, told: list[Event] | None) -> None:
        at, way = action.data
        self.ap -= 1
        self.placed = True
        self.bridges_left -= 1
        self._lay(at, way)
        if told is not None:
            told.append(Event("bridge", seat, {"action": str(action), "at": NAMES[at]}))

    def _shift(self, seat: int, action: Action, told: list[Event] | None) -> None:
        at, to, way = action.data
        self.ap -= 1
        h, v = self.bridges
        self.bridges = (h & ~(1 << at), v & ~(1 << at))
        self._lay(to, way)
        if told is not None:
            told.append(Event("shift", seat, {"action": str(action), "at": NAMES[at], "to": NAMES[to]}))

    def _lay(self, at: int, way: int) -> None:
        h, v = self.bridges
        self.bridges = (h | 1 << at, v) if way == H else (h, v | 1 << at)
        self.docks = None

    def _walk(self, seat: int, action: Action, told: list[Event] | None) -> None:
        self._move(seat, action, 1, told)

    def _boat(self, seat: int, action: Action, told: list[Event] | None) -> None:
        bit = 1 << action.data[0]
        ways = self.boats(self.pawns[seat], self.ap)
        self._move(seat, action, 1 + next(cost for cost, reached in enumerate(ways) if reached & bit), told)

    def _fly(self, seat: int, action: Action, told: list[Event] | None) -> None:
        self._move(seat, action, moves.FLIGHT, told)

    def _move(self, seat: int, action: Action, cost: int, told: list[Event] | None) -> None:
        (to,) = action.data
        if told is not None:
            values = {"action": str(action), "at": NAMES[self.pawns[seat]], "to": NAMES[to], "cost": cost}
            told.append(Event(action.kind, seat, values))
        self._stand(seat, to)
        self.ap -= cost

    def _temple(self, seat: int, action: Action, told: list[Event] | None) -> None:
        at, level = action.data
        self.ap -= level
        self.placed = True
        self.hands[4 * seat + level - 1] -= 1
        self.temples[4 * seat + level - 1] |= 1 << at
        self.built |= 1 << at
        self.look_whether_diggable()
        if told is not None:
            told.append(Event("temple", seat, {"action": str(action), "at": NAMES[at], "level": level}))

    def _found(self, seat: int, action: Action, told: list[Event] | None) -> None:
        (at,) = action.data
        land = self.district(self.pawns[seat])
        size = land.bit_count()
        self.placed = True
        self.wild = tuple(district for district in self.wild if district != land)
        self.founded = tuple(sorted((*self.founded, Founded(at, size, land)), key=lambda district: district.at))
        self.display = _without(self.display, size)
        self.built |= 1 << at
        _, founder, present = worth(size)
        here = [other for other in range(self.seats) if other != seat and land >> self.pawns[other] & 1]
        self.score[seat] += founder
        for other in here:
            self.score[other] += present
        self.look_whether_diggable()
        if told is not None:
            values = {"action": str(action), "at": NAMES[at], "size": size, "points": founder}
            told.append(Event("found", seat, values))
            told.extend(Event("present", other, {"at": NAMES[at], "points": present}) for other in here)

    def _take(self, seat: int, action: Action, told: list[Event] | None) -> None:
        self.ap -= 1
        self.taken += 1
        self.tokens[seat] += 1
        self.token_supply -= 1
        if told is not None:
            told.append(Event("take", seat, {"action": str(action), "left": self.token_supply}))

    def _spend(self, seat: int, action: Action, told: list[Event] | None) -> None:
        self.ap += 1
        self.tokens[seat] -= 1
        self.token_supply += 1
        if told is not None:
            told.append(Event("spend", seat, {"action": str(action), "ap": self.ap}))

    def _propose(self, seat: int, action: Action, told: list[Event] | None) -> None:
        (size,) = action.data
        self.phase = "vote"
        self.vote = Vote(size, seat, (seat + 1) % self.seats)
        self.step += 1
        if told is not None:
            told.append(Event("propose", seat, {"action": str(action), "size": size}))

    def _agree(self, seat: int, action: Action, told: list[Event] | None) -> None:
        assert self.vote is not None
        size, by = self.vote.size, self.vote.by
        if told is not None:
            told.append(Event("agree", seat, {"action": str(action), "size": size}))
        self.vote = Vote(size, by, (seat + 1) % self.seats)
        self.step += 1
        if self.vote.asked == by:
            self._close_vote()
            self.display = _without(self.display, size)
            self.removed = tuple(sorted((*self.removed, size)))
            if told is not None:
                told.append(Event("voted_out", by, {"size": size}))

    def _refuse(self, seat: int, action: Action, told: list[Event] | None) -> None:
        assert self.vote is not None
        size = self.vote.size
        self.refused = tuple(sorted((*self.refused, size)))
        self._close_vote()
        self.step += 1
        if told is not None:
            told.append(Event("refuse", seat, {"action": str(action), "size": size}))

    def _close_vote(self) -> None:
        self.phase, self.vote = "turn", None

    # --- the end of turns, rounds and periods ---

    def _end(self, seat: int, action: Action, told: list[Event] | None) -> None:
        if told is not None:
            told.append(Event("end", seat, {"action": str(action), "wasted": self.ap}))
        self.turn = (seat + 1) % self.seats
        self.ap, self.taken = ACTION_POINTS, 0
        self.step += 1
        if self.turn == self.first:
            self._end_round(told)

    def _end_round(self, told: list[Event] | None) -> None:
        self.idle_rounds = 0 if self.placed else self.idle_rounds + 1
        self.placed, self.refused = False, ()
        if self.complete():
            self._end_period("complete", told)
        elif self.idle_rounds == IDLE_ROUNDS:
            self._end_period("stalled", told)
        else:
            self.round += 1

    def complete(self) -> bool:
        """Whether both conditions for the end of the period hold (M-END)."""
        return not self.display and any(not any(self.hands[4 * s : 4 * s + 4]) for s in range(self.seats))

    def _end_period(self, how: str, told: list[Event] | None) -> None:
        if told is not None:
            told.append(Event("period_end", self.turn, {"period": self.period, "how": how, "rounds": self.round}))
        scoring.score_period(self, told)
        if self.period == 2:
            self.phase = "over"
            if told is not None:
                told.append(Event("over", self.turn, {"scores": [[seat, points] for seat, points in enumerate(self.score)]}))
            return
        # M-PER2: all that is on the board stays
        self.period, self.round, self.idle_rounds = 2, 1, 0
        self.removed = tuple(sorted(self.removed + self.display))
        self.display, self.later = self.later, ()
        self.unsure = True
        self.hands = [mine + TEMPLES[2][i % 4] for i, mine in enumerate(self.hands)]
        if told is not None:
            told.append(Event("period_begin", self.first, {"sizes": list(self.display)}))

    # --- tokens that nobody can use any more (M-DEAD) ---

    def look_whether_diggable(self) -> None:
        """Whether a tile that is left would fit somewhere, even with every pawn and bridge lifted off."""
        self.unsure = True
        land = LAND & ~(PALACE | self.canals | self.built)
        for district in self.founded:
            land &= ~district.land
        pairs = land & (land >> ACROSS[H] | land >> ACROSS[V])
        self.diggable = bool((self.singles and land) or (self.doubles and pairs))

    def _remove_dead(self, told: list[Event] | None) -> None:
        largest = self.largest()
        dead = [size for size in self.display if size > largest or not (self.diggable or self._can_be_founded_as_it_is(size))]
        if not dead:
            return
        self.display = tuple(size for size in self.display if size not in dead)
        self.removed = tuple(sorted((*self.removed, *dead)))
        if told is not None:
            told.append(Event("dead", self.turn, {"sizes": dead}))

    def _can_be_founded_as_it_is(self, size: int) -> bool:
        """Whether a district of exactly that size has room for a pawn and, off the palace, for the token."""
        for land in self.wild:
            if land.bit_count() == size:
                room = land & ~self.built
                if room.bit_count() >= 2 and room & ~PALACE:
                    return True
        return False

    # --- chance ---

    def _deal(self, seat: int, action: Action, told: list[Event] | None) -> None:
        (size,) = action.data
        self.later = _without(self.later, size)
        self.display = tuple(sorted((*self.display, size)))
        if told is not None:
            told.append(Event("deal", seat, {"action": str(action), "size": size}))
        self._look_whether_set_up()

    def _neutral(self, seat: int, action: Action, told: list[Event] | None) -> None:
        at, level = action.data
        self.temples[4 * self.seats + level - 1] |= 1 << at
        self.built |= 1 << at
        if told is not None:
            told.append(Event("neutral", seat, {"action": str(action), "at": NAMES[at], "level": level}))
        if any(self.neutrals_missing()) and not self.neutral_sites():  # M-2P: stuck, so from the start again
            self.temples[4 * self.seats :] = [0, 0, 0, 0]
            self.built = 0
            if told is not None:
                told.append(Event("neutral_again", seat, {}))
        self._look_whether_set_up()

    def _first(self, seat: int, action: Action, told: list[Event] | None) -> None:
        (self.first,) = action.data
        if told is not None:
            told.append(Event("first", seat, {"action": str(action), "who": self.first}))
        self._look_whether_set_up()

    def _look_whether_set_up(self) -> None:
        if self.first >= 0 and len(self.display) == DISPLAYED and not any(self.neutrals_missing()):
            self.phase, self.turn = "start", self.first
            self.step += 1

    # --- the rest of the contract ---

    def outcome(self) -> Outcome | None:
        if self.phase != "over":
            return None
        # M-WIN: prestige, then action tokens, then shared
        how = "end.complete" if self.complete() else "end.stalled"
        return Outcome(ranks(self.score, self.tokens), tuple(self.score), how)

    def view(self, seat: int | None) -> Json:
        return view.view(self, seat)

    def dump(self) -> Json:
        return view.dump(self)

    def copy(self) -> Self:
        new: Self = object.__new__(type(self))
        new.seats, new.options, new.step = self.seats, self.options, self.step
        new.phase, new.period, new.round, new.first, new.turn = self.phase, self.period, self.round, self.first, self.turn
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
        new.diggable, new.docks, new.unsure = self.diggable, self.docks, self.unsure
        return new

    def key(self) -> tuple[Any, ...]:
        # what follows from the rest (supplies, districts, later tokens) is left out; so is which tiles the canals are made of
        return (
            self.phase, self.period, self.round, self.first, self.turn, self.ap, self.taken,
            self.canals, self.singles, self.bridges, self.founded, self.display, self.later, self.removed,
            *self.pawns, *self.tokens, *self.score, *self.temples, *self.hands,
            self.vote, self.refused, self.placed, self.idle_rounds,
        )  # fmt: skip


_PERFORM = {
    kind: getattr(MexicaPosition, f"_{kind}")
    for kind in ("start", "canal", "bridge", "shift", "walk", "boat", "fly", "temple", "found", "take", "spend", "end",
                 "propose", "agree", "refuse", "deal", "neutral", "first")
}  # fmt: skip


def _without(sizes: tuple[int, ...], size: int) -> tuple[int, ...]:
    at = sizes.index(size)
    return sizes[:at] + sizes[at + 1 :]


def _docks(canals: int, bridges: int):
    """For each stretch of water that no bridge interrupts, the bridges at its ends."""
    water = canals & ~bridges
    by_lake = flood(neighbours(LAKE, STEPS) & water, water, STEPS)
    for pool in (LAKE | by_lake, *parts(water & ~by_lake, STEPS)):
        dock = neighbours(pool, STEPS) & bridges
        if dock & (dock - 1):  # at least two
            yield dock
