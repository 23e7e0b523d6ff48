"""Reads a position of Mexica from JSON, and rejects an impossible one with the reason.

It checks that the pieces add up and lie where such pieces can lie, not that a game could have led to the position.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any, NoReturn, cast

from texcoco.game import BadOption, Impossible
from texcoco.games.bits import bits, parts, spaces
from texcoco.games.mexica.actions import ACROSS, WAYS
from texcoco.games.mexica.board import (
    ACTION_POINTS,
    ACTION_TOKENS,
    BRIDGES,
    DISPLAYED,
    DOUBLES,
    FIRST_TILES,
    LAKE,
    LAND,
    NAMES,
    NEAR,
    NEUTRAL,
    PALACE,
    SHORE,
    SINGLES,
    SIZES,
    SPACES,
    STARTS,
    STEPS,
    TEMPLES,
)
from texcoco.games.mexica.moves import MOST_TAKEN
from texcoco.games.mexica.pieces import Founded, Vote
from texcoco.games.mexica.position import MexicaOptions, MexicaPosition
from texcoco.games.mexica.transitions import IDLE_ROUNDS, update_diggable
from texcoco.games.mexica.view import FORMAT

_MAY_BE_LEFT_OUT: dict[str, Any] = {
    "format": FORMAT, "rules": 1, "options": {}, "removed": [], "vote": None, "refused": [], "placed": False,
    "idle_rounds": 0,
}  # fmt: skip
_REQUIRED = (
    "game", "seats", "phase", "period", "round", "first", "turn", "ap", "taken", "canals", "bridges", "temples",
    "founded", "display", "later", "pawns", "tokens", "token_supply", "supply", "hands", "score",
)  # fmt: skip
_MANY = 10_000
"""More than any number that can occur."""
_ROUNDS = 100
"""Rounds that a position may count beyond those in which its pieces can have been laid, for positions made by hand."""
_POINTS = 1_000
"""More than anybody can win in a period."""


def load(given: Mapping[str, Any], rules: int) -> MexicaPosition:
    """The position that this JSON describes. Raises `Impossible` with the reason."""
    missing = [name for name in _REQUIRED if name not in given]
    if missing:
        _reject(f"it has no {', '.join(map(repr, missing))}")
    unknown = [str(name) for name in given if name not in _REQUIRED and name not in _MAY_BE_LEFT_OUT]
    if unknown:
        _reject(f"it has {', '.join(map(repr, unknown[:5]))}, which positions of Mexica do not have")
    return _Reader({**_MAY_BE_LEFT_OUT, **given}, rules).read()


def _reject(why: str) -> NoReturn:
    raise Impossible(f"this is no position of Mexica: {why}")


class _Reader:
    """Reads field by field; each step may rely on the ones before."""

    def __init__(self, data: dict[str, Any], rules: int):
        self.data = data
        if data["game"] != "mexica":
            _reject(f"its game is {data['game']!r}")
        if data["format"] != FORMAT:
            _reject(f"its format is {data['format']!r}, this program reads {FORMAT}")
        self.number("rules", data["rules"], 1, rules)
        self.seats = self.number("seats", data["seats"], 2, 4)
        try:
            options = MexicaOptions.read(self.object("options", data["options"]))
        except BadOption as bad:
            _reject(str(bad))
        if options.first != "random" and int(options.first) >= self.seats:
            _reject(f"seat {options.first} cannot be first with {self.seats} seats")
        self.p = MexicaPosition(self.seats, options)
        self.occupied: dict[int, str] = {}

    def read(self) -> MexicaPosition:
        self.times()
        self.canals()
        self.bridges()
        self.temples()
        self.tokens()
        self.pawns()
        self.supplies()
        self.votes()
        self.phases()
        return self.p

    # --- plain values ---

    def number(self, name: str, value: Any, least: int, most: int) -> int:
        if type(value) is not int or not least <= value <= most:
            _reject(f"{name} is {value!r}, it is a whole number from {least}{f' to {most}' if most < _MANY else ''}")
        return value

    def list(self, name: str, value: Any, length: int | None = None) -> list[Any]:
        if not isinstance(value, list) or length not in (None, len(cast("list[Any]", value))):
            _reject(f"{name} is a list{f' of {length}' if length is not None else ''}")
        return cast("list[Any]", value)

    def object(self, name: str, value: Any, *keys: str) -> dict[str, Any]:
        if not isinstance(value, dict) or (keys and set(cast("dict[str, Any]", value)) != set(keys)):
            _reject(f"{name} is an object{' with ' if keys else ''}{', '.join(keys)}")
        return cast("dict[str, Any]", value)

    def space(self, name: str, value: Any) -> int:
        if not isinstance(value, str) or value not in SPACES:
            _reject(f"{name} is at {value!r}, which is no space of the map (A1 to U14)")
        return SPACES[value]

    def flag(self, name: str, value: Any) -> bool:
        if not isinstance(value, bool):
            _reject(f"{name} is true or false")
        return value

    # --- the position ---

    def times(self) -> None:
        p, data = self.p, self.data
        if data["phase"] not in ("deal", "start", "turn", "vote", "over"):
            _reject(f"its phase is {data['phase']!r}; phases are deal, start, turn, vote and over")
        p.phase = data["phase"]
        p.period = self.number("period", data["period"], 1, 2)
        p.round = self.number("round", data["round"], 1, _MANY)
        if data["first"] is None and p.phase == "deal":
            p.first = -1
        else:
            p.first = self.number("first", data["first"], 0, self.seats - 1)
        if p.options.first not in ("random", str(p.first)):
            _reject(f"the first seat is {data['first']!r}, the option says {p.options.first}")
        p.turn = self.number("turn", data["turn"], 0, self.seats - 1)
        p.ap = self.number("ap", data["ap"], 0, ACTION_POINTS + ACTION_TOKENS)
        p.taken = self.number("taken", data["taken"], 0, MOST_TAKEN)
        p.placed = self.flag("placed", data["placed"])
        p.idle_rounds = self.number("idle_rounds", data["idle_rounds"], 0, IDLE_ROUNDS - (p.phase != "over"))
        most = _POINTS * (p.period + (p.phase == "over"))
        p.score = [
            self.number(f"score of seat {s}", n, 0, most)
            for s, n in enumerate(self.list("score", data["score"], self.seats))
        ]

    def canals(self) -> None:
        p, tiles = self.p, list[tuple[int, ...]]()
        p.canals = 0
        for tile in self.list("canals", self.data["canals"]):
            covered = tuple(sorted(self.space("a canal", name) for name in self.list("a canal", tile)))
            if len(covered) not in (1, 2) or (len(covered) == 2 and covered[1] - covered[0] not in ACROSS):
                _reject(f"the canal {tile!r} is neither one space nor two neighbours")
            for space in covered:
                if LAKE >> space & 1 or PALACE >> space & 1:
                    _reject(f"there is a canal at {NAMES[space]}, which is {'lake' if LAKE >> space & 1 else 'palace'}")
                if p.canals >> space & 1:
                    _reject(f"two canals lie on {NAMES[space]}")
                p.canals |= 1 << space
            tiles.append(covered)
        for tile in FIRST_TILES:
            if tile not in tiles:
                _reject(f"the canal {NAMES[tile[0]]} {NAMES[tile[1]]}, which lies there from the start, is missing")
        p.tiles = tuple(tiles)

    def bridges(self) -> None:
        p = self.p
        solid, laid = LAND & ~p.canals, [0, 0]
        for bridge in self.list("bridges", self.data["bridges"]):
            self.object("a bridge", bridge, "at", "dir")
            at, way = self.space("a bridge", bridge["at"]), bridge["dir"]
            if not isinstance(way, str) or way not in ("h", "v"):
                _reject(f"the bridge at {NAMES[at]} has direction {way!r}; directions are h and v")
            if not p.canals >> at & 1:
                _reject(f"there is a bridge at {NAMES[at]}, where no canal is")
            if (laid[0] | laid[1]) >> at & 1:
                _reject(f"two bridges lie on {NAMES[at]}")
            for ramp in (at - ACROSS[WAYS.index(way)], at + ACROSS[WAYS.index(way)]):
                if not solid >> ramp & 1:
                    _reject(f"a ramp of the bridge at {NAMES[at]} is in the water at {NAMES[ramp] or 'the edge'}")
            laid[WAYS.index(way)] |= 1 << at
        p.bridges = (laid[0], laid[1])

    def put(self, what: str, at: int, palace: bool = False) -> None:
        """Notes that a piece lies on land, where only one can."""
        if not LAND >> at & 1 or self.p.canals >> at & 1:
            _reject(f"{what} is at {NAMES[at]}, which is {'a canal' if LAND >> at & 1 else 'lake'}")
        if PALACE >> at & 1 and not palace:
            _reject(f"{what} is at {NAMES[at]}, which is palace")
        if at in self.occupied:
            _reject(f"{what} and {self.occupied[at]} are both at {NAMES[at]}")
        self.occupied[at] = what

    def temples(self) -> None:
        p = self.p
        for temple in self.list("temples", self.data["temples"]):
            self.object("a temple", temple, "at", "seat", "level")
            at = self.space("a temple", temple["at"])
            level = self.number("the level of a temple", temple["level"], 1, 4)
            owner = temple["seat"]
            if owner is None and self.seats != 2:
                _reject(f"the temple at {NAMES[at]} is neutral, which only a game of two has")
            owner = self.seats if owner is None else self.number("the seat of a temple", owner, 0, self.seats - 1)
            self.put("a temple", at)
            p.temples[4 * owner + level - 1] |= 1 << at
            p.built |= 1 << at
        hands = self.list("hands", self.data["hands"], self.seats)
        for seat, hand in enumerate(hands):
            self.object(f"the hand of seat {seat}", hand, "1", "2", "3", "4")
            for level in (1, 2, 3, 4):
                i = 4 * seat + level - 1
                p.hands[i] = self.number(
                    f"temples of level {level} in the hand of seat {seat}", hand[str(level)], 0, _MANY
                )
                standing, all_of_them = (
                    p.temples[i].bit_count(),
                    sum(TEMPLES[n][level - 1] for n in range(1, p.period + 1)),
                )
                if standing + p.hands[i] != all_of_them:
                    _reject(
                        f"seat {seat} has {standing} temples of level {level} on the board and {p.hands[i]} in hand, "
                        f"in period {p.period} that makes {all_of_them}"
                    )
        self.neutrals()

    def neutrals(self) -> None:
        p = self.p
        wanted = NEUTRAL[p.options.neutral_levels] if self.seats == 2 else (0, 0, 0, 0)
        for level, count, placed in zip((1, 2, 3, 4), wanted, p.temples[4 * self.seats :], strict=True):
            there = placed.bit_count()
            if there > count or (there < count and p.phase != "deal"):
                _reject(
                    f"there are {there} neutral temples of level {level}, "
                    f"with {p.options.neutral_levels} levels in all there are {count}"
                )
        standing = [at for placed in p.temples[4 * self.seats :] for at in spaces(placed)]
        for at in standing:
            if SHORE >> at & 1:
                _reject(f"a neutral temple is at {NAMES[at]}, next to the lake")
            near = next((other for other in standing if other != at and NEAR[at] >> other & 1), None)
            if near is not None:
                _reject(
                    f"the neutral temples at {NAMES[at]} and {NAMES[near]} have fewer than four spaces between them"
                )

    def tokens(self) -> None:
        """Calpulli tokens, and with them the districts."""
        p, data = self.p, self.data
        districts = {land: list[Founded]() for land in parts(LAND & ~p.canals, STEPS)}
        for token in self.list("founded", data["founded"]):
            self.object("a founded district", token, "at", "size")
            at = self.space("a calpulli token", token["at"])
            size = self.number("the size of a founded district", token["size"], min(SIZES), max(SIZES))
            self.put("a calpulli token", at)
            land = next(land for land in districts if land >> at & 1)
            if land.bit_count() != size:
                _reject(f"the token at {NAMES[at]} asks for {size} spaces, its district has {land.bit_count()}")
            if districts[land]:
                _reject(f"the tokens at {NAMES[districts[land][0].at]} and {NAMES[at]} lie in the same district")
            districts[land].append(Founded(at, size, land))
            p.built |= 1 << at
        p.founded = tuple(
            sorted((token for tokens in districts.values() for token in tokens), key=lambda token: token.at)
        )
        p.wild = tuple(sorted(land for land, tokens in districts.items() if not tokens))
        p.display, p.later, p.removed = (self.sizes(name) for name in ("display", "later", "removed"))
        have = Counter([*p.display, *p.later, *p.removed, *(token.size for token in p.founded)])
        if have != Counter(SIZES):
            wrong = next(size for size in range(max(SIZES) + 1) if have[size] != SIZES.count(size))
            _reject(
                f"there are {have[wrong]} calpulli tokens of size {wrong} in all; the game has {SIZES.count(wrong)}"
            )

    def sizes(self, name: str) -> tuple[int, ...]:
        return tuple(
            sorted(self.number(name, size, min(SIZES), max(SIZES)) for size in self.list(name, self.data[name]))
        )

    def pawns(self) -> None:
        p = self.p
        for seat, name in enumerate(self.list("pawns", self.data["pawns"], self.seats)):
            if name is None:
                if p.phase not in ("deal", "start"):
                    _reject(f"the pawn of seat {seat} is nowhere")
                continue
            at = self.space(f"the pawn of seat {seat}", name)
            if (p.bridges[0] | p.bridges[1]) >> at & 1:
                if at in self.occupied:
                    _reject(f"two pawns are at {NAMES[at]}")
                self.occupied[at] = "a pawn"
            else:
                if p.canals >> at & 1:
                    _reject(f"the pawn of seat {seat} is at {NAMES[at]}, in a canal without a bridge")
                if self.occupied.get(at) == "a pawn":
                    _reject(f"two pawns are at {NAMES[at]}")
                self.put("a pawn", at, palace=True)
            p.pawns[seat] = at
        p.pawn_bits = bits(at for at in p.pawns if at >= 0)

    def supplies(self) -> None:
        p, data = self.p, self.data
        supply = self.object("supply", data["supply"], "canal1", "canal2", "bridges")
        singles = sum(len(tile) == 1 for tile in p.tiles)
        doubles = len(p.tiles) - singles
        laid = (p.bridges[0] | p.bridges[1]).bit_count()
        p.singles = self.add_up("canals of one space", singles, supply["canal1"], SINGLES)
        p.doubles = self.add_up("canals of two spaces", doubles, supply["canal2"], DOUBLES)
        p.bridges_left = self.add_up("bridges", laid, supply["bridges"], BRIDGES)
        p.tokens = [
            self.number(f"tokens of seat {s}", n, 0, ACTION_TOKENS)
            for s, n in enumerate(self.list("tokens", data["tokens"], self.seats))
        ]
        p.token_supply = self.add_up(
            "action tokens", sum(p.tokens), data["token_supply"], ACTION_TOKENS, "with players"
        )
        update_diggable(p)

    def add_up(self, what: str, out: int, left: Any, total: int, where: str = "on the board") -> int:
        left = self.number(f"the supply of {what}", left, 0, _MANY)
        if out + left != total:
            _reject(f"there are {out} {what} {where} and {left} in the supply; the game has {total}")
        return left

    def votes(self) -> None:
        p, data = self.p, self.data
        p.refused = self.sizes("refused")
        if p.refused and p.period == 1:
            _reject("proposals were refused in period 1, where none can be made")
        if (data["vote"] is not None) != (p.phase == "vote"):
            _reject("vote and phase do not agree: there is a vote exactly in the phase vote")
        if p.phase != "vote":
            return
        vote = self.object("vote", data["vote"], "size", "by", "asked")
        size = self.number("the size voted on", vote["size"], min(SIZES), max(SIZES))
        by = self.number("the seat that proposes", vote["by"], 0, self.seats - 1)
        asked = self.number("the seat that is asked", vote["asked"], 0, self.seats - 1)
        if p.period == 1 or by != p.turn or asked == by or size not in p.display or size in p.refused:
            _reject(
                "such a vote cannot be: in period 2 the seat whose turn it is proposes a displayed size, "
                "and asks another"
            )
        p.vote = Vote(size, by, asked)

    def phases(self) -> None:
        """What must hold in each phase beyond the pieces."""
        p = self.p
        laid = len(p.tiles) - len(FIRST_TILES) + (p.bridges[0] | p.bridges[1]).bit_count() + len(p.founded)
        laid += sum(temples.bit_count() for temples in p.temples[: 4 * self.seats])
        if p.round > _ROUNDS + IDLE_ROUNDS * laid + p.idle_rounds:
            _reject(f"there cannot be {p.round} rounds: {IDLE_ROUNDS} without a new piece end a period (M-STALL)")
        untouched = (
            not any(p.score)
            and not p.founded
            and not p.removed
            and p.period == p.round == 1
            and len(p.tiles) == len(FIRST_TILES)
        )
        untouched = untouched and p.bridges == (0, 0) and not any(p.temples[: 4 * self.seats]) and not any(p.tokens)
        untouched = untouched and p.ap == ACTION_POINTS and not p.taken and not p.placed and not p.idle_rounds
        if p.phase in ("deal", "start") and not untouched:
            _reject(f"something has been played, yet its phase is {p.phase}")
        if p.phase == "deal":
            if any(at >= 0 for at in p.pawns):
                _reject("a pawn is on the board before all is dealt")
            if len(p.display) > DISPLAYED:
                _reject(f"{len(p.display)} tokens are displayed, the most is {DISPLAYED}")
            if p.first >= 0 and len(p.display) == DISPLAYED and not any(p.neutrals_missing()):
                _reject("all is dealt, yet its phase is deal")
            if len(p.display) < DISPLAYED and any(p.temples[4 * self.seats :]):
                _reject("neutral temples stand before the tokens are dealt")
            if any(p.neutrals_missing()) and not p.neutral_sites():
                _reject("no space is left for the other neutral temples; they are placed again from the start then")
            return
        if p.period == 1 and len(p.later) != len(SIZES) - DISPLAYED:
            _reject(f"{len(p.later)} tokens are kept for period 2; there are {len(SIZES) - DISPLAYED}")
        if p.period == 2 and p.later:
            _reject("tokens are kept for later in the last period")
        if p.phase == "start":
            order = [(p.first + i) % self.seats for i in range(self.seats)]
            there = [p.pawns[seat] >= 0 for seat in order]
            if there != sorted(there, reverse=True) or all(there) or p.turn != order[there.index(False)]:
                _reject("pawns are placed in turn order from the first seat, and the next of them has the turn")
            if any(not STARTS >> at & 1 for at in p.pawns if at >= 0):
                _reject("a pawn is not on a start space, yet its phase is start")
        if p.phase == "over" and p.period == 1:
            _reject("it is over in period 1")
