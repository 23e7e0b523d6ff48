"""Reads a position of Mexica from JSON, and rejects an impossible one with the reason.

It checks that the pieces add up and lie where such pieces can lie, not that a game could have led to the position.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any, NoReturn, cast

from texcoco.game import BadOption
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
from texcoco.games.reasons import bad_option, check_head, impossible

_MAY_BE_LEFT_OUT: dict[str, Any] = {
    "format": FORMAT, "rules": 1, "options": {}, "removed": [], "vote": None, "refused": [], "placed": False,
    "idle_rounds": 0,
}  # fmt: skip
_REQUIRED = (
    "game", "seats", "phase", "period", "round", "first", "turn", "ap", "taken", "canals", "bridges", "temples",
    "founded", "display", "later", "pawns", "tokens", "token_supply", "supply", "hands", "score",
)  # fmt: skip
_PHASES = ("deal", "start", "turn", "vote", "over")
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
        _reject("missing", fields=missing, title="Mexica")
    unknown = [str(name) for name in given if name not in _REQUIRED and name not in _MAY_BE_LEFT_OUT]
    if unknown:
        _reject("unknown", fields=unknown[:5], title="Mexica")
    return _Reader({**_MAY_BE_LEFT_OUT, **given}, rules).read()


def _reject(key: str, **values: Any) -> NoReturn:
    raise impossible(key, **values)


class _Reader:
    """Reads field by field; each step may rely on the ones before."""

    def __init__(self, data: dict[str, Any], rules: int):
        self.data = data
        check_head(data, "mexica", "Mexica", FORMAT)
        self.number("rules", data["rules"], 1, rules)
        self.seats = self.number("seats", data["seats"], 2, 4)
        try:
            options = MexicaOptions.read(self.object("options", data["options"]))
        except BadOption as bad:
            raise bad_option(bad, MexicaOptions) from None
        if options.first != "random" and int(options.first) >= self.seats:
            _reject("mexica.first", seat=int(options.first), n=self.seats)
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
            _reject("number" if most < _MANY else "number.from", name=name, least=least, most=most, value=repr(value))
        return value

    def list(self, name: str, value: Any, length: int | None = None) -> list[Any]:
        if not isinstance(value, list) or length not in (None, len(cast("list[Any]", value))):
            _reject("list" if length is None else "list.of", name=name, n=length)
        return cast("list[Any]", value)

    def object(self, name: str, value: Any, *keys: str) -> dict[str, Any]:
        if not isinstance(value, dict) or (keys and set(cast("dict[str, Any]", value)) != set(keys)):
            _reject("object.with" if keys else "object", name=name, fields=keys)
        return cast("dict[str, Any]", value)

    def space(self, name: str, value: Any) -> int:
        if not isinstance(value, str) or value not in SPACES:
            _reject("mexica.space", name=name, space=repr(value))
        return SPACES[value]

    def flag(self, name: str, value: Any) -> bool:
        if not isinstance(value, bool):
            _reject("flag", name=name, value=repr(value))
        return value

    # --- the position ---

    def times(self) -> None:
        p, data = self.p, self.data
        if data["phase"] not in _PHASES:
            _reject("one-of", name="phase", choices=_PHASES, value=repr(data["phase"]))
        p.phase = data["phase"]
        p.period = self.number("period", data["period"], 1, 2)
        p.round = self.number("round", data["round"], 1, _MANY)
        if data["first"] is None and p.phase == "deal":
            p.first = -1
        else:
            p.first = self.number("first", data["first"], 0, self.seats - 1)
        if p.options.first not in ("random", str(p.first)):
            _reject("first", value=repr(data["first"]), option=p.options.first)
        p.turn = self.number("turn", data["turn"], 0, self.seats - 1)
        p.ap = self.number("ap", data["ap"], 0, ACTION_POINTS + ACTION_TOKENS)
        p.taken = self.number("taken", data["taken"], 0, MOST_TAKEN)
        p.placed = self.flag("placed", data["placed"])
        p.idle_rounds = self.number("idle_rounds", data["idle_rounds"], 0, IDLE_ROUNDS - (p.phase != "over"))
        most = _POINTS * (p.period + (p.phase == "over"))
        p.score = [
            self.number(f"score[{s}]", n, 0, most) for s, n in enumerate(self.list("score", data["score"], self.seats))
        ]

    def canals(self) -> None:
        p, tiles = self.p, list[tuple[int, ...]]()
        p.canals = 0
        for tile in self.list("canals", self.data["canals"]):
            covered = tuple(sorted(self.space("canals", name) for name in self.list("canals[]", tile)))
            if len(covered) not in (1, 2) or (len(covered) == 2 and covered[1] - covered[0] not in ACROSS):
                _reject("mexica.canal", canal=repr(tile))
            for space in covered:
                if LAKE >> space & 1 or PALACE >> space & 1:
                    _reject("mexica.canal-at", space=NAMES[space], ground="lake" if LAKE >> space & 1 else "palace")
                if p.canals >> space & 1:
                    _reject("mexica.two-canals", space=NAMES[space])
                p.canals |= 1 << space
            tiles.append(covered)
        for tile in FIRST_TILES:
            if tile not in tiles:
                _reject("mexica.first-canal", space=NAMES[tile[0]], other=NAMES[tile[1]])
        p.tiles = tuple(tiles)

    def bridges(self) -> None:
        p = self.p
        solid, laid = LAND & ~p.canals, [0, 0]
        for bridge in self.list("bridges", self.data["bridges"]):
            self.object("bridges[]", bridge, "at", "dir")
            at, way = self.space("bridges", bridge["at"]), bridge["dir"]
            if not isinstance(way, str) or way not in ("h", "v"):
                _reject("one-of", name="bridges[].dir", choices=WAYS, value=repr(way))
            if not p.canals >> at & 1:
                _reject("mexica.bridge-at", space=NAMES[at])
            if (laid[0] | laid[1]) >> at & 1:
                _reject("mexica.two-bridges", space=NAMES[at])
            for ramp in (at - ACROSS[WAYS.index(way)], at + ACROSS[WAYS.index(way)]):
                if not solid >> ramp & 1:
                    _reject("mexica.ramp", space=NAMES[at], ramp=NAMES[ramp] or "–")
            laid[WAYS.index(way)] |= 1 << at
        p.bridges = (laid[0], laid[1])

    def put(self, what: str, at: int, palace: bool = False) -> None:
        """Notes that a piece lies on land, where only one can."""
        if not LAND >> at & 1 or self.p.canals >> at & 1:
            _reject("mexica.ground", what=what, space=NAMES[at], ground="canal" if LAND >> at & 1 else "lake")
        if PALACE >> at & 1 and not palace:
            _reject("mexica.ground", what=what, space=NAMES[at], ground="palace")
        if at in self.occupied:
            _reject("mexica.two-pieces", what=what, piece=self.occupied[at], space=NAMES[at])
        self.occupied[at] = what

    def temples(self) -> None:
        p = self.p
        for temple in self.list("temples", self.data["temples"]):
            self.object("temples[]", temple, "at", "seat", "level")
            at = self.space("temples", temple["at"])
            level = self.number("temples[].level", temple["level"], 1, 4)
            owner = temple["seat"]
            if owner is None and self.seats != 2:
                _reject("mexica.neutral", space=NAMES[at])
            owner = self.seats if owner is None else self.number("temples[].seat", owner, 0, self.seats - 1)
            self.put("temple", at)
            p.temples[4 * owner + level - 1] |= 1 << at
            p.built |= 1 << at
        hands = self.list("hands", self.data["hands"], self.seats)
        for seat, hand in enumerate(hands):
            self.object(f"hands[{seat}]", hand, "1", "2", "3", "4")
            for level in (1, 2, 3, 4):
                i = 4 * seat + level - 1
                p.hands[i] = self.number(f"hands[{seat}].{level}", hand[str(level)], 0, _MANY)
                standing, all_of_them = (
                    p.temples[i].bit_count(),
                    sum(TEMPLES[n][level - 1] for n in range(1, p.period + 1)),
                )
                if standing + p.hands[i] != all_of_them:
                    _reject(
                        "mexica.temples",
                        seat=seat,
                        standing=standing,
                        level=level,
                        hand=p.hands[i],
                        period=p.period,
                        n=all_of_them,
                    )
        self.neutrals()

    def neutrals(self) -> None:
        p = self.p
        wanted = NEUTRAL[p.options.neutral_levels] if self.seats == 2 else (0, 0, 0, 0)
        for level, count, placed in zip((1, 2, 3, 4), wanted, p.temples[4 * self.seats :], strict=True):
            there = placed.bit_count()
            if there > count or (there < count and p.phase != "deal"):
                _reject("mexica.neutrals", there=there, level=level, levels=p.options.neutral_levels, n=count)
        standing = [at for placed in p.temples[4 * self.seats :] for at in spaces(placed)]
        for at in standing:
            if SHORE >> at & 1:
                _reject("mexica.neutral-shore", space=NAMES[at])
            near = next((other for other in standing if other != at and NEAR[at] >> other & 1), None)
            if near is not None:
                _reject("mexica.neutral-near", space=NAMES[at], other=NAMES[near])

    def tokens(self) -> None:
        """Calpulli tokens, and with them the districts."""
        p, data = self.p, self.data
        districts = {land: list[Founded]() for land in parts(LAND & ~p.canals, STEPS)}
        for token in self.list("founded", data["founded"]):
            self.object("founded[]", token, "at", "size")
            at = self.space("founded", token["at"])
            size = self.number("founded[].size", token["size"], min(SIZES), max(SIZES))
            self.put("token", at)
            land = next(land for land in districts if land >> at & 1)
            if land.bit_count() != size:
                _reject("mexica.token-size", space=NAMES[at], size=size, n=land.bit_count())
            if districts[land]:
                _reject("mexica.two-tokens", space=NAMES[districts[land][0].at], other=NAMES[at])
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
            _reject("mexica.tokens", there=have[wrong], size=wrong, n=SIZES.count(wrong))

    def sizes(self, name: str) -> tuple[int, ...]:
        return tuple(
            sorted(self.number(name, size, min(SIZES), max(SIZES)) for size in self.list(name, self.data[name]))
        )

    def pawns(self) -> None:
        p = self.p
        for seat, name in enumerate(self.list("pawns", self.data["pawns"], self.seats)):
            if name is None:
                if p.phase not in ("deal", "start"):
                    _reject("mexica.no-pawn", seat=seat)
                continue
            at = self.space(f"pawns[{seat}]", name)
            if (p.bridges[0] | p.bridges[1]) >> at & 1:
                if at in self.occupied:
                    _reject("mexica.two-pawns", space=NAMES[at])
                self.occupied[at] = "pawn"
            else:
                if p.canals >> at & 1:
                    _reject("mexica.pawn-in-canal", seat=seat, space=NAMES[at])
                if self.occupied.get(at) == "pawn":
                    _reject("mexica.two-pawns", space=NAMES[at])
                self.put("pawn", at, palace=True)
            p.pawns[seat] = at
        p.pawn_bits = bits(at for at in p.pawns if at >= 0)

    def supplies(self) -> None:
        p, data = self.p, self.data
        supply = self.object("supply", data["supply"], "canal1", "canal2", "bridges")
        singles = sum(len(tile) == 1 for tile in p.tiles)
        doubles = len(p.tiles) - singles
        laid = (p.bridges[0] | p.bridges[1]).bit_count()
        p.singles = self.add_up("canal1", singles, supply["canal1"], SINGLES)
        p.doubles = self.add_up("canal2", doubles, supply["canal2"], DOUBLES)
        p.bridges_left = self.add_up("bridges", laid, supply["bridges"], BRIDGES)
        p.tokens = [
            self.number(f"tokens[{s}]", n, 0, ACTION_TOKENS)
            for s, n in enumerate(self.list("tokens", data["tokens"], self.seats))
        ]
        p.token_supply = self.add_up("tokens", sum(p.tokens), data["token_supply"], ACTION_TOKENS)
        update_diggable(p)

    def add_up(self, what: str, out: int, left: Any, total: int) -> int:
        left = self.number("token_supply" if what == "tokens" else f"supply.{what}", left, 0, _MANY)
        if out + left != total:
            _reject(f"mexica.supply.{what}", out=out, left=left, n=total)
        return left

    def votes(self) -> None:
        p, data = self.p, self.data
        p.refused = self.sizes("refused")
        if p.refused and p.period == 1:
            _reject("mexica.refused")
        if (data["vote"] is not None) != (p.phase == "vote"):
            _reject("mexica.vote-phase")
        if p.phase != "vote":
            return
        vote = self.object("vote", data["vote"], "size", "by", "asked")
        size = self.number("vote.size", vote["size"], min(SIZES), max(SIZES))
        by = self.number("vote.by", vote["by"], 0, self.seats - 1)
        asked = self.number("vote.asked", vote["asked"], 0, self.seats - 1)
        if p.period == 1 or by != p.turn or asked == by or size not in p.display or size in p.refused:
            _reject("mexica.vote")
        p.vote = Vote(size, by, asked)

    def phases(self) -> None:
        """What must hold in each phase beyond the pieces."""
        p = self.p
        laid = len(p.tiles) - len(FIRST_TILES) + (p.bridges[0] | p.bridges[1]).bit_count() + len(p.founded)
        laid += sum(temples.bit_count() for temples in p.temples[: 4 * self.seats])
        if p.round > _ROUNDS + IDLE_ROUNDS * laid + p.idle_rounds:
            _reject("mexica.rounds", n=p.round, idle=IDLE_ROUNDS)
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
            _reject("mexica.played", phase=p.phase)
        if p.phase == "deal":
            if any(at >= 0 for at in p.pawns):
                _reject("mexica.early-pawn")
            if len(p.display) > DISPLAYED:
                _reject("mexica.displayed", there=len(p.display), n=DISPLAYED)
            if p.first >= 0 and len(p.display) == DISPLAYED and not any(p.neutrals_missing()):
                _reject("mexica.dealt")
            if len(p.display) < DISPLAYED and any(p.temples[4 * self.seats :]):
                _reject("mexica.early-neutral")
            if any(p.neutrals_missing()) and not p.neutral_sites():
                _reject("mexica.no-site")
            return
        if p.period == 1 and len(p.later) != len(SIZES) - DISPLAYED:
            _reject("mexica.later", there=len(p.later), n=len(SIZES) - DISPLAYED)
        if p.period == 2 and p.later:
            _reject("mexica.too-late")
        if p.phase == "start":
            order = [(p.first + i) % self.seats for i in range(self.seats)]
            there = [p.pawns[seat] >= 0 for seat in order]
            if there != sorted(there, reverse=True) or all(there) or p.turn != order[there.index(False)]:
                _reject("mexica.order")
            if any(not STARTS >> at & 1 for at in p.pawns if at >= 0):
                _reject("mexica.start-space")
        if p.phase == "over" and p.period == 1:
            _reject("mexica.over")
