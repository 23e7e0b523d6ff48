"""Yucatán in numbers and arrays. A seat knows the guilds of its own warriors; of others, what combat showed and what
follows from it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Any, NamedTuple, Self

from texcoco.action import Action
from texcoco.game import Position
from texcoco.games.bits import Lookup, bits, choose, spaces
from texcoco.games.yucatan import YUCATAN, knowledge, moves
from texcoco.games.yucatan.actions import NUMBERING, NUMBERS
from texcoco.games.yucatan.board import BOARDS, LABELS
from texcoco.games.yucatan.pieces import EACH, GUILDS, LEVELS, LOAD, PRICE, PRISONERS
from texcoco.games.yucatan.position import PHASES, YucatanPosition
from texcoco.research import needs
from texcoco.research.layout import Floats, Layout, Part
from texcoco.research.planes import Planes, inverse
from texcoco.research.state import Mask, State, one_hot

with needs("research"):
    import numpy as np

Indices = np.ndarray[Any, np.dtype[np.intp]]

_SPACES = {seats: list(spaces(board.spaces)) for seats, board in BOARDS.items()}
"""The spaces of the board for so many seats, as observations list them."""
_PLACES = {seats: inverse(listed, len(LABELS)) for seats, listed in _SPACES.items()}
_KINDS = len(GUILDS)

# --- actions: each kind has numbers that follow each other, and so have the marches from each space ---

_RANGES = NUMBERING.ranges
_PASS, _RAISE = (_RANGES[kind].start for kind in ("pass", "raise"))
_PLANE_BYTES = (len(LABELS) + 7) // 8
_TARGETS = {
    "village": NUMBERS.village,
    "neutral": NUMBERS.neutral,
    "settle": NUMBERS.settle,
    "grow": NUMBERS.grow,
    "dismiss": NUMBERS.dismiss,
    "steal": NUMBERS.steal,
}
"""The numbers of actions by their space; of `steal`, by how many."""
_IN_ORDER = {
    kind: np.array([target for _, target in sorted((n, target) for target, n in enumerate(numbers) if n >= 0)])
    for kind, numbers in _TARGETS.items()
}
"""The targets of a kind of action by their numbers."""
_OF_GUILDS = {"warrior": NUMBERS.warrior, "deploy": NUMBERS.deploy}


def _ranges_of_marches() -> dict[int, range]:
    found: dict[int, range] = {}
    for number in _RANGES["march"]:
        start = NUMBERING.action(number).data.start
        found[start] = range(found[start].start if start in found else number, number + 1)
    return found


_RANGES_OF_MARCHES = _ranges_of_marches()


class _Marches(NamedTuple):
    """The marches of one warrior: as part of a mask, and their numbers."""

    where: slice
    mask: Mask
    numbers: list[int]


@lru_cache(maxsize=1 << 15)
def _marches(seats: int, strict: bool, start: int, own: int, through: int) -> _Marches:
    """The legal marches from a space. `own` and `through` have only what matters to this warrior."""
    ways, numbers = NUMBERS.ways[seats, strict][start], _RANGES_OF_MARCHES[start]
    assert ways is not None
    found = sorted(moves.marches_from(ways, own, through))
    mask = bytearray(len(numbers))
    for number in found:
        mask[number - numbers.start] = 1
    return _Marches(slice(numbers.start, numbers.stop), np.frombuffer(mask, np.int8), found)


@cache
def _unhindered(seats: int, strict: bool) -> dict[int, _Marches]:
    """The marches from each space when nothing is in the way."""
    return {
        start: _marches(seats, strict, start, 0, ways.middles)
        for start, ways in enumerate(NUMBERS.ways[seats, strict])
        if ways is not None and start in _RANGES_OF_MARCHES
    }


# --- observations ---


@cache
def _layout(seats: int) -> Layout:
    board = len(_SPACES[seats])
    return Layout(
        [
            Part("small", (seats, board), 1, "small villages of each seat"),
            Part("large", (seats, board), 1, "large villages of each seat"),
            Part("neutral", (board,), 1, "neutral villages"),
            Part("warriors", (seats, board), 1, "warriors of each seat"),
            Part("guilds", (len(GUILDS), board), 1, "warriors that may be jaguar, hummingbird, serpent"),
            Part("shown", (board,), 1, "warriors whose guild combat has shown"),
            Part("load", (LOAD, board), 1, "warriors that lead at least 1, 2, 3 prisoners"),
            Part("thief", (board,), 1, "the warrior who may steal prisoners from a city"),
            Part("phase", (len(PHASES),), 1, "one of " + ", ".join(PHASES)),
            Part("seat", (seats,), 1, "the number of the seat that looks; all zeros for a spectator"),
            Part("first", (seats,), 1, "the seat that plays first"),
            Part("turn", (seats,), 1, "whose turn it is"),
            Part("owes", (seats,), 1, "the seat that must take a warrior off the board"),
            Part("round", (1,), 500, "the round; 0 in the set-up"),
            Part("rounds", (1,), 500, "the round after which the game ends"),
            Part("supply", (1,), PRISONERS, "prisoners in the supply"),
            Part("prisoners", (seats,), PRISONERS, "prisoners in each seat's city"),
            Part("levels", (seats,), LEVELS, "levels of each seat's pyramid"),
            Part("reserves", (seats,), 3 * EACH, "warriors that each seat has off the board"),
            Part("own_reserve", (len(GUILDS),), EACH, "those of the seat that looks, by guild; zeros for a spectator"),
            Part("reserve_known", (seats, len(GUILDS)), EACH, "those of all seats by guild once the game is over"),
        ]
    )  # fmt: skip


@lru_cache(maxsize=4096)
def _guilds_of_groups(
    sizes: tuple[int, ...], left: tuple[int, ...], bounds: tuple[tuple[int, int, int], ...]
) -> tuple[int, ...]:
    """The guilds that hidden warriors of a colour can have, as bits, for each group of warriors that no limit tells
    apart.

    `left`: how many there can be of each guild. A bound is a set of groups, a guild, and how many of them can be of it.
    """
    may = [0] * len(sizes)
    wanted = [
        (1 << _KINDS) - 1
        & ~sum(1 << guild for guild in range(_KINDS) if not left[guild] or (n, guild) in _barred(bounds))
        for n in range(len(sizes))
    ]

    def deal(n: int, bag: tuple[int, ...], room: tuple[int, ...], dealt: tuple[int, ...]) -> bool:
        """Deals guilds to the groups from `n` on in every way; whether nothing more can be found out."""
        if n == len(sizes):
            for group, guilds in enumerate(dealt):
                may[group] |= guilds
            return may == wanted
        for one in range(min(sizes[n], bag[0]), -1, -1):
            for two in range(min(sizes[n] - one, bag[1]), -1, -1):
                counts = one, two, sizes[n] - one - two
                if counts[2] > bag[2]:
                    break
                now = tuple(
                    most - counts[guild] if groups >> n & 1 else most
                    for most, (groups, guild, _) in zip(room, bounds, strict=True)
                )
                guilds = sum(1 << guild for guild in range(_KINDS) if counts[guild])
                after = tuple(had - has for had, has in zip(bag, counts, strict=True))
                if min(now, default=0) >= 0 and deal(n + 1, after, now, (*dealt, guilds)):
                    return True
        return False

    deal(0, left, tuple(most for _, _, most in bounds), ())
    return tuple(may)


def _barred(bounds: tuple[tuple[int, int, int], ...]) -> set[tuple[int, int]]:
    """Groups none of whose warriors can be of a guild, by a bound that allows none."""
    return {(n, guild) for groups, guild, most in bounds if not most for n in spaces(groups)}


def _possible(hidden: int, shown: Sequence[tuple[int, int]], limits: Sequence[tuple[int, int, int]]) -> list[int]:
    """For each guild, those of a colour's warriors that may belong to it, for all that everybody knows.

    `shown`: spaces and guilds of those that combat has shown.
    """
    found, left = [0] * _KINDS, [EACH] * _KINDS
    for space, guild in shown:
        found[guild] |= 1 << space
        left[guild] -= 1
    if not limits:  # of each guild, unless all of it is shown
        return [known | hidden if n else known for known, n in zip(found, left, strict=True)]
    bounds: list[tuple[int, int, int]] = []
    for among, guild, most in limits:
        others = most - sum([of == guild and among >> space & 1 for space, of in shown])
        if others < min((among & hidden).bit_count(), left[guild]):  # else it rules nothing out
            bounds.append((among, guild, others))
    groups = [hidden]
    for among, _, _ in bounds:
        groups = [part for group in groups for part in (group & among, group & ~among) if part]
    may = _guilds_of_groups(
        tuple([group.bit_count() for group in groups]),
        tuple(left),
        tuple([(sum([1 << n for n, group in enumerate(groups) if group & among]), *of) for among, *of in bounds]),
    )
    for guilds, group in zip(may, groups, strict=True):
        for guild in range(_KINDS):
            if guilds >> guild & 1:
                found[guild] |= group
    return found


class _Seen:
    """What the last observation of a game showed, so that the next one need not be made anew.

    Positions replace their lists and dictionaries and never change them, so that one that is the same object as before
    has the same contents.
    """

    __slots__ = (
        "_known", "_large", "_limits", "_limits_of", "_load", "_loads", "_possible", "_small_and_large", "_villages",
        "planes",
    )  # fmt: skip

    def __init__(self, seats: int):
        self._villages: list[int] | None = None
        self._large = 0
        self._small_and_large: list[int] = []
        self._load: dict[int, int] | None = None
        self._loads: list[int] = []
        self.planes = Planes(_rows(seats) + _KINDS * seats, _SPACES[seats], _PLACES[seats])
        self._limits: tuple[knowledge.Limit, ...] | None = None
        self._limits_of: list[list[tuple[int, int, int]]] = []
        self._known: list[Any] = [None] * seats
        """All that everybody knows of each seat's warriors, and what follows from it."""
        self._possible: list[list[int]] = [[]] * seats

    def small_and_large(self, p: YucatanPosition) -> list[int]:
        """The small villages of each seat, then the large ones."""
        villages, large = p.villages, p.large
        if villages is not self._villages or large != self._large:
            self._villages, self._large = villages, large
            self._small_and_large = [v & ~large for v in villages] + [v & large for v in villages]
        return self._small_and_large

    def loads(self, p: YucatanPosition) -> list[int]:
        """The warriors that lead at least 1, 2, 3 prisoners."""
        if p.load is not self._load:
            self._load = p.load
            self._loads = [bits(space for space, load in p.load.items() if load > n) for n in range(LOAD)]
        return self._loads

    def possible(self, p: YucatanPosition) -> list[list[int]]:
        """For each seat and guild, its warriors that may belong to it, for all that everybody knows."""
        if p.limits is not self._limits:
            self._limits = p.limits
            self._limits_of = [[limit[1:] for limit in p.limits if limit[0] == seat] for seat in range(p.seats)]
        all_shown, guild = p.shown, p.guild
        for seat, (men, limits, before) in enumerate(zip(p.men, self._limits_of, self._known, strict=True)):
            shown = men & all_shown
            guilds = [(space, guild[space]) for space in spaces(shown)] if shown else []
            known = men, guilds, limits
            if known != before:
                self._known[seat] = known
                self._possible[seat] = _possible(men & ~all_shown, guilds, limits)
        return self._possible


def _rows(seats: int) -> int:
    """How many planes all seats see alike. For each seat follow those of the warriors that may be of a guild for all that
    the others know, and are not."""
    return 3 * seats + 3 + LOAD + _KINDS


@cache
def _order(seats: int, own: int) -> tuple[Indices, int]:
    """The planes as a seat sees them, and how many numbers that are."""
    clockwise = [(own + n) % seats for n in range(seats)]
    guilds = _rows(seats) - _KINDS
    order = [
        *clockwise,
        *[seats + other for other in clockwise],
        2 * seats,
        *[2 * seats + 1 + other for other in clockwise],
        *range(guilds, guilds + _KINDS),
        *range(3 * seats + 1, guilds),
    ]
    return np.array(order), len(order) * len(_SPACES[seats])


_PHASE = {phase: one_hot(len(PHASES), place) for place, phase in enumerate(PHASES)}


@cache
def _turns(phase: str, seats: int, seat: int | None, first: int, turn: int, owes: int) -> bytes:
    """The parts from `phase` to `owes`, and room for the two about rounds."""
    own = seat or 0
    there = phase != "first"

    def mark(who: int) -> list[int]:
        return one_hot(seats, (who - own) % seats if who >= 0 else -1)

    looks = one_hot(seats, -1 if seat is None else seat)
    return bytes(
        [*_PHASE[phase], *looks, *mark(first if there else -1), *mark(turn if there else -1), *mark(owes), 0, 0]
    )


class YucatanState(State):
    """A game of Yucatán in numbers and arrays."""

    __slots__ = ("_seen",)

    game = YUCATAN
    action_count = NUMBERING.action_count
    position: YucatanPosition

    def __init__(self, position: Position):
        super().__init__(position)
        self._seen: _Seen | None = None

    @classmethod
    def layout_for(cls, seats: int) -> Layout:
        return _layout(seats)

    @staticmethod
    def spaces(seats: int) -> list[str]:
        """The labels of the board's spaces, in the order in which observations have them."""
        return [LABELS[space] for space in _SPACES[seats]]

    # --- actions ---

    def legal(self, seat: int) -> list[int]:
        found = [_RAISE] if self._may_raise(seat) else []
        for kind, targets in self._targets(seat):
            if kind in _TARGETS:
                found += choose(_TARGETS[kind], targets)
            else:
                tables = self._with_guilds(kind, seat)
                found += [table[space] for space in spaces(targets) for table in tables]
        for march in self._all_marches(seat):
            found += march.numbers
        return found or ([_PASS] if seat in self.position.actors() else [])

    def fill_mask(self, seat: int, mask: Mask) -> None:
        mask[:] = 0
        some = mask[_RAISE] = self._may_raise(seat)
        for kind, targets in self._targets(seat):
            if not targets:
                continue
            some = True
            if kind not in _TARGETS:
                tables = self._with_guilds(kind, seat)
                for space in spaces(targets):
                    for table in tables:
                        mask[table[space]] = 1
            elif targets.bit_count() < 5:
                for number in choose(_TARGETS[kind], targets):
                    mask[number] = 1
            else:
                packed = np.frombuffer(targets.to_bytes(_PLANE_BYTES, "little"), np.uint8)
                numbers = _RANGES[kind]
                mask[numbers.start : numbers.stop] = np.unpackbits(packed, bitorder="little").take(_IN_ORDER[kind])
        for where, legal, numbers in self._all_marches(seat):
            if numbers:
                mask[where] = legal
                some = True
        if not some:
            mask[_PASS] = seat in self.position.actors()  # Y46

    def _may_raise(self, seat: int) -> bool:
        p = self.position
        return p.phase == "turn" and p.turn == seat and p.held[seat] >= PRICE

    def _targets(self, seat: int) -> tuple[tuple[str, int], ...]:
        """What a seat may do somewhere, and where, by ascending numbers."""
        p = self.position
        phase = p.phase
        if seat not in p.actors():
            return ()
        if phase == "turn":
            grow, deploy = p.villages[seat] & ~p.large, moves.deploy_sites(p, seat)
            return ("settle", moves.settle_sites(p, seat)), ("grow", grow), ("deploy", deploy)
        if phase == "warriors":
            return (("warrior", p.board.near[p.board.city[seat]] & ~p.pawns),)
        if phase == "steal":
            return (("steal", (2 << moves.most_to_steal(p)) - 1),)
        if phase == "dismiss":
            return (("dismiss", p.men[seat]),)
        return (("neutral" if phase == "neutral" else "village", moves.setup_sites(p, seat, phase)),)

    def _with_guilds(self, kind: str, seat: int) -> list[Lookup[int]]:
        """The tables of the guilds of which the seat has warriors in its reserve."""
        reserve = self.position.reserve[_KINDS * seat : _KINDS * seat + _KINDS]
        return [table for table, count in zip(_OF_GUILDS[kind], reserve, strict=True) if count]

    def _all_marches(self, seat: int) -> list[_Marches]:
        """The marches of all warriors of a seat, by ascending numbers."""
        p = self.position
        if p.phase != "turn" or p.turn != seat:
            return []
        own, through = p.men[seat], moves.passable(p, seat)
        seats, strict, ways, left = p.seats, p.options.strict_river, p.marches, own
        unhindered, found = _unhindered(seats, strict), list[_Marches]()
        while left:
            low = left & -left
            left ^= low
            start = low.bit_length() - 1
            way = ways[start]
            assert way is not None
            if own & way.ends or way.middles & ~through:
                found.append(_marches(seats, strict, start, own & way.ends, through & way.middles))
            else:
                found.append(unhindered[start])
        return found

    def apply(self, seat: int, number: int) -> Action:
        action = NUMBERING.action(number)
        self.position.apply(seat, action)
        return action

    # --- what is seen ---

    def fill_observation(self, seat: int | None, numbers: Floats) -> None:
        p = self.position
        seats, own, seen = p.seats, seat or 0, self._seen
        if seen is None:
            seen = self._seen = _Seen(seats)
        if p.phase == "over":
            guilds, mistaken = self._true_guilds(p.pawns), None
        else:
            possible = seen.possible(p)
            guilds = [0] * _KINDS
            for of_seat in possible:
                for guild, men in enumerate(of_seat):
                    guilds[guild] |= men
            # a seat knows its own warriors better than all others do
            mistaken = None if seat is None else map(int.__xor__, possible[seat], self._true_guilds(p.men[seat]))
        planes, alike, width = seen.planes, _rows(seats), len(_SPACES[seats])
        planes.show(
            (
                *seen.small_and_large(p), p.neutral, *p.men, p.shown, *seen.loads(p),
                1 << p.thief if p.thief >= 0 else 0, *guilds,
            )
        )  # fmt: skip
        order, cells = _order(seats, own)
        planes.rows.take(order, 0, numbers[:cells].reshape(len(order), width), "clip")
        if mistaken is not None:
            first = alike + _KINDS * own
            planes.show(mistaken, first)
            known = numbers[(3 * seats + 1) * width : (3 * seats + 1 + _KINDS) * width]
            np.subtract(known, planes.rows[first : first + _KINDS].reshape(-1), known)

        turns = _turns(p.phase, seats, seat, p.first, p.turn, p.owes)
        reserve, reserves = p.reserve, [_KINDS * EACH - men.bit_count() for men in p.men]
        own_reserve = (0,) * _KINDS if seat is None else reserve[_KINDS * own : _KINDS * own + _KINDS]
        if p.phase == "over":
            reserves_shown = (*reserve[_KINDS * own :], *reserve[: _KINDS * own])
        else:
            reserves_shown = (0,) * (_KINDS * seats)
        counts = bytes(
            (
                p.supply, *p.held[own:], *p.held[:own], *p.levels[own:], *p.levels[:own],
                *reserves[own:], *reserves[:own], *own_reserve, *reserves_shown,
            )
        )  # fmt: skip
        numbers[cells:] = np.frombuffer(turns + counts, np.uint8)
        rounds = cells + len(turns) - 2
        numbers[rounds], numbers[rounds + 1] = p.round, p.options.rounds

    def _true_guilds(self, men: int) -> list[int]:
        """For each guild, those of these warriors that belong to it."""
        guild, found = self.position.guild, [0] * _KINDS
        while men:
            low = men & -men
            men ^= low
            found[guild[low.bit_length() - 1]] |= low
        return found

    # --- copies ---

    def copy(self) -> Self:
        new = super().copy()
        new._seen = None
        return new


STATE = YucatanState
