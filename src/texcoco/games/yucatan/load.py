"""JSON made into a position again: a `dump` read back, and a full position guessed from a `view`."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any, cast

from texcoco.game import BadOption, Impossible, Json
from texcoco.games.bits import bits, spaces
from texcoco.games.yucatan import view as views
from texcoco.games.yucatan.board import BOARDS, LABELS, SPACE, Board
from texcoco.games.yucatan.knowledge import Bound, Limit, deal
from texcoco.games.yucatan.moves import most_to_steal
from texcoco.games.yucatan.pieces import EACH, GUILD, GUILDS, LEVELS, LOAD, NEUTRALS, PRISONERS, STARTERS, VILLAGES
from texcoco.games.yucatan.position import PHASES, YucatanOptions, YucatanPosition


def load(data: Mapping[str, Any], rules: int) -> YucatanPosition:
    """The position of a `dump`. Raises `Impossible` with the reason."""
    _hold(data.get("game", "yucatan") == "yucatan", f"this is a position of {data.get('game')!r}, not of yucatan")
    _hold(data.get("format", views.FORMAT) == views.FORMAT, f"format {data.get('format')!r} is not known; ours is {views.FORMAT}")
    _number(data, "rules", 1, rules, rules)
    _only(
        data, "game format rules seats options phase first turn round owes thief villages warriors reserves prisoners supply levels limits"
    )
    seats = _number(data, "seats", 2, 4)
    chosen = data.get("options", {})
    _hold(isinstance(chosen, Mapping), f"options is an object, not {chosen!r}")
    try:
        options = YucatanOptions.read(chosen)
    except BadOption as bad:
        raise Impossible(str(bad)) from None
    p = YucatanPosition(seats, options)
    _read_state(p, data)
    for village in _entries(data, "villages"):
        _read_village(p, village)
    for warrior in _entries(data, "warriors"):
        _read_warrior(p, warrior)
    _read_reserves(p, data)
    p.held, p.levels = _counts(data, "prisoners", seats, PRISONERS), _counts(data, "levels", seats, LEVELS)
    p.supply = PRISONERS - sum(p.held) - sum(p.load.values())
    _hold(
        p.supply == data.get("supply", p.supply),
        f"prisoners do not add up: with these the supply is {p.supply}, not {data.get('supply')!r}",
    )
    _hold(p.supply >= 0, f"there are more than {PRISONERS} prisoners")
    p.limits = tuple(sorted(_read_limit(p, limit) for limit in _entries(data, "limits")))
    p.refresh()
    _check(p)
    return p


def guess(view: Json, rng: Random, rules: int) -> YucatanPosition:
    """A full position that looks like `view` to whoever has that view: hidden guilds are dealt at random among those possible."""
    warriors: list[Json] = []
    for seat in range(view["seats"]):
        own: list[Json] = [warrior for warrior in view["warriors"] if warrior["seat"] == seat]
        shown = [(SPACE[warrior["at"]], GUILD[warrior["guild"]]) for warrior in own if warrior["shown"]]
        hidden = bits(SPACE[warrior["at"]] for warrior in own if warrior["guild"] == "?")
        left = [EACH - sum(of == guild for _, of in shown) for guild in range(len(GUILDS))]
        bounds: list[Bound] = []
        for limit in view["limits"]:
            if limit["seat"] == seat:
                among, of = bits(SPACE[at] for at in limit["at"]), GUILD[limit["guild"]]
                bounds.append((among & hidden, of, limit["most"] - sum(guild == of and among >> at & 1 for at, guild in shown)))
        dealt = deal(list(spaces(hidden)), left, bounds, rng)
        if dealt is None:
            raise Impossible(f"there is no way to deal the guilds of seat {seat}")
        for warrior in own:
            whole = {name: value for name, value in warrior.items() if name != "may"}
            if warrior["guild"] == "?":
                whole["guild"] = GUILDS[dealt[SPACE[warrior["at"]]]]
            warriors.append(whole)
    return load({**{k: v for k, v in view.items() if k not in ("seat", "reserves")}, "warriors": warriors}, rules)


def _hold(fact: bool, why: str) -> None:
    if not fact:
        raise Impossible(why)


def _only(data: Mapping[str, Any], fields: str) -> None:
    for name in data:
        _hold(name in fields.split(), f"there is no field {name!r} here; there are {', '.join(fields.split())}")


def _number(data: Mapping[str, Any], name: str, least: int, most: int, default: int | None = None) -> int:
    value = data.get(name, default)
    if type(value) is not int or not least <= value <= most:
        raise Impossible(f"{name} is a whole number from {least} to {most}, not {value!r}")
    return value


def _counts(data: Mapping[str, Any], name: str, seats: int, most: int) -> list[int]:
    values: Any = data.get(name, [0] * seats)
    numbers = cast("list[Any]", values) if isinstance(values, list) else []
    if len(numbers) != seats or any(type(n) is not int or not 0 <= n <= most for n in numbers):
        raise Impossible(f"{name} is a list of {seats} numbers from 0 to {most}, not {values!r}")
    return list(numbers)


def _entries(data: Mapping[str, Any], name: str) -> list[Json]:
    values = data.get(name, [])
    if not isinstance(values, list) or not all(isinstance(value, dict) for value in cast("list[Any]", values)):
        raise Impossible(f"{name} is a list of objects")
    return cast("list[Json]", values)


def _space(board: Board, label: Any) -> int:
    space = SPACE.get(label, -1) if isinstance(label, str) else -1
    _hold(space >= 0 and bool(board.spaces >> space & 1), f"there is no space {label!r} on the board for {board.seats} seats")
    return space


def _read_state(p: YucatanPosition, data: Mapping[str, Any]) -> None:
    p.phase = data.get("phase", "turn")
    _hold(p.phase in PHASES, f"phase is one of {', '.join(PHASES)}, not {p.phase!r}")
    chosen = p.options.first
    if p.phase == "first":
        _hold(data.get("first") is None and data.get("turn") is None, "nobody is first, or on turn, before the first player is drawn")
        _hold(chosen == "random", "the first player is not drawn: the options name him")
    else:
        p.first, p.turn = _number(data, "first", 0, p.seats - 1, 0), _number(data, "turn", 0, p.seats - 1)
        _hold(chosen in ("random", str(p.first)), f"first is {p.first}, the options say {chosen}")
    playing = p.phase in ("turn", "steal", "dismiss", "over")
    p.round = _number(data, "round", int(playing), p.options.rounds if playing else 0, int(playing))
    if p.phase == "dismiss":
        p.owes = _number(data, "owes", 0, p.seats - 1)
        _hold(p.owes != p.turn, "whoever is on turn does not lose a village")
    else:
        _hold(data.get("owes") is None, "nobody owes a warrior in this phase")
    if p.phase == "steal":
        p.thief = _space(p.board, data.get("thief"))
    else:
        _hold(data.get("thief") is None, "nobody steals in this phase")


def _read_village(p: YucatanPosition, village: Json) -> None:
    _only(village, "at seat size")
    space, size = _space(p.board, village.get("at")), village.get("size", "small")
    bit, label = 1 << space, LABELS[space]
    _hold(bool(p.board.remote & bit), f"no village can stand at {label}: it is no jungle, or next to a city")
    _hold(not p.built & bit, f"two villages at {label}")
    for other in spaces(p.built & p.board.around[space]):
        raise Impossible(f"the villages at {label} and {LABELS[other]} are neighbours")
    _hold(size in ("small", "large"), f"a village is small or large, not {size!r}")
    p.built |= bit
    if village.get("seat") is None:
        _hold(size == "small", f"the neutral village at {label} cannot be large")
        p.neutral |= bit
        return
    seat = _number(village, "seat", 0, p.seats - 1)
    p.villages[seat] |= bit
    p.large |= bit if size == "large" else 0


def _read_warrior(p: YucatanPosition, warrior: Json) -> None:
    _only(warrior, "at seat guild load shown")
    space, seat = _space(p.board, warrior.get("at")), _number(warrior, "seat", 0, p.seats - 1)
    guild, bit = warrior.get("guild"), 1 << space
    _hold(bool(p.board.land & bit), f"no warrior can stand at {LABELS[space]}")
    _hold(space not in p.guild, f"two warriors at {LABELS[space]}")
    _hold(guild in GUILDS, f"a guild is one of {', '.join(GUILDS)}, not {guild!r}")
    p.men[seat] |= bit
    p.guild[space] = GUILD[str(guild)]
    p.reserve[seat * len(GUILDS) + p.guild[space]] -= 1
    load = _number(warrior, "load", 0, LOAD, 0)
    if load:
        p.load[space] = load
    shown = warrior.get("shown", False)
    _hold(isinstance(shown, bool), f"shown is true or false, not {shown!r}")
    p.shown |= bit if shown else 0


def _read_reserves(p: YucatanPosition, data: Mapping[str, Any]) -> None:
    _hold(min(p.reserve) >= 0, f"a colour has only {EACH} warriors of each guild")
    reserves = [dict(zip(GUILDS, p.reserve[seat * 3 : seat * 3 + 3], strict=True)) for seat in range(p.seats)]
    given = data.get("reserves", reserves)
    _hold(given == reserves, f"reserves do not add up: with these warriors they are {reserves}")


def _read_limit(p: YucatanPosition, limit: Json) -> Limit:
    _only(limit, "seat at guild most")
    seat, guild, most = _number(limit, "seat", 0, p.seats - 1), limit.get("guild"), _number(limit, "most", 0, EACH - 1)
    _hold(guild in GUILDS, f"a guild is one of {', '.join(GUILDS)}, not {guild!r}")
    at = limit.get("at")
    _hold(isinstance(at, list), f"a limit is at a list of spaces, not {at!r}")
    among = bits(_space(p.board, label) for label in cast("list[Any]", at))
    _hold(among.bit_count() > most, f"a limit says nothing if {most} may be of the guild and there are {among.bit_count()} warriors")
    _hold(not among & ~p.men[seat], "a limit speaks of a warrior who is not there")
    count = sum(p.guild[space] == GUILD[str(guild)] for space in spaces(among))
    _hold(count <= most, f"a limit says at most {most} of the guild {guild} where there are {count}")
    return seat, among, GUILD[str(guild)], most


def _check(p: YucatanPosition) -> None:
    """Refuses what the rules could not have led to."""
    _hold(p.neutral.bit_count() <= NEUTRALS, f"there are only {NEUTRALS} neutral villages")
    _hold(not p.neutral & (p.board.riverside | p.board.bank), "a neutral village stands beside a river")
    for seat in range(p.seats):
        men, feeds = p.men[seat].bit_count(), max(STARTERS, p.may_feed(seat)) + (p.owes == seat)
        _hold(p.villages[seat].bit_count() <= VILLAGES, f"seat {seat} has more than {VILLAGES} villages")
        _hold(men <= feeds, f"seat {seat} has {men} warriors and can feed {p.may_feed(seat)}")
        _hold(p.owes != seat or men > p.may_feed(seat), f"seat {seat} owes no warrior: it can feed them all")
    _hold((max(p.levels) == LEVELS) <= (p.phase == "over"), "a pyramid is finished, so the game is over")
    if p.phase == "over":
        _hold(max(p.levels) == LEVELS or p.round == p.options.rounds, "the game is over, yet no pyramid is finished and rounds are left")
    if p.phase == "steal":
        there = p.men[p.turn] >> p.thief & 1 and p.thief in BOARDS[p.seats].city and p.thief != p.board.city[p.turn]
        _hold(bool(there) and most_to_steal(p) > 0, "nobody stands where there is something to steal")
    _check_setup(p)


def _check_setup(p: YucatanPosition) -> None:
    if p.phase in ("first", "large", "small", "neutral", "warriors"):
        _hold(not any(p.held) and not any(p.levels) and not p.load and not p.shown and not p.limits, "nothing was won in the set-up")
        _hold(p.phase == "warriors" or not p.guild, "warriors come after the villages")
        _hold(max(men.bit_count() for men in p.men) <= STARTERS, f"no more than {STARTERS} warriors in the set-up")
        _hold(p.phase in ("warriors", "neutral") or not p.neutral, "neutral villages come after the others")
    if p.phase == "first":
        _hold(not any(p.villages), "villages come after the first player is known")
    if p.phase == "warriors":
        _hold(p.men[p.turn].bit_count() < STARTERS, f"seat {p.turn} has placed its warriors")
