"""Reads a position of Yucatán from JSON, and rejects an impossible one with the reason."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, cast

from texcoco.game import Action, BadOption, Json
from texcoco.games.bits import bits, lowest, spaces
from texcoco.games.reasons import bad_option, check_head, impossible
from texcoco.games.yucatan import view as views
from texcoco.games.yucatan.actions import NEUTRAL, VILLAGE, WARRIOR
from texcoco.games.yucatan.board import LABELS, SPACE, Board
from texcoco.games.yucatan.knowledge import Limit, can_be, informative
from texcoco.games.yucatan.moves import most_to_steal
from texcoco.games.yucatan.pieces import EACH, GUILD, GUILDS, LEVELS, LOAD, NEUTRALS, PRISONERS, STARTERS, VILLAGES
from texcoco.games.yucatan.position import PHASES, YucatanOptions, YucatanPosition
from texcoco.games.yucatan.transitions import begin


def load(data: Mapping[str, Any], rules: int) -> YucatanPosition:
    """The position of a `dump`. Raises `Impossible` with the reason."""
    check_head(data, "yucatan", "Yucatán", views.FORMAT)
    _number(data, "rules", 1, rules, rules)
    _only(
        data,
        "game format rules seats options phase first turn round owes thief villages warriors reserves prisoners "
        "supply levels limits",
    )
    seats = _number(data, "seats", 2, 4)
    chosen = data.get("options", {})
    _require(isinstance(chosen, Mapping), "object", name="options")
    try:
        options = YucatanOptions.read(chosen)
    except BadOption as bad:
        raise bad_option(bad, YucatanOptions) from None
    p = YucatanPosition(seats, options)
    _read_state(p, data)
    for village in _entries(data, "villages"):
        _read_village(p, village)
    for warrior in _entries(data, "warriors"):
        _read_warrior(p, warrior)
    _read_reserves(p, data)
    p.held, p.levels = _counts(data, "prisoners", seats, PRISONERS), _counts(data, "levels", seats, LEVELS)
    p.supply = PRISONERS - sum(p.held) - sum(p.load.values())
    given = data.get("supply", p.supply)
    _require(given == p.supply, "yucatan.supply", n=p.supply, value=repr(given))
    _require(p.supply >= 0, "yucatan.prisoners", n=PRISONERS)
    p.limits = tuple(sorted(_read_limit(p, limit) for limit in _entries(data, "limits")))
    _require(can_be(p.limits), "yucatan.limit-within")
    _require(p.limits == informative(p.limits), "yucatan.limit-twice")
    p.refresh()
    _check(p)
    return p


def _require(fact: bool, key: str, **values: Any) -> None:
    if not fact:
        raise impossible(key, **values)


def _only(data: Mapping[str, Any], fields: str) -> None:
    for name in data:
        _require(name in fields.split(), "field", name=repr(name), fields=fields.split())


def _number(data: Mapping[str, Any], name: str, least: int, most: int, default: int | None = None) -> int:
    value = data.get(name, default)
    if type(value) is not int or not least <= value <= most:
        raise impossible("number", name=name, least=least, most=most, value=repr(value))
    return value


def _counts(data: Mapping[str, Any], name: str, seats: int, most: int) -> list[int]:
    values: Any = data.get(name, [0] * seats)
    numbers = cast("list[Any]", values) if isinstance(values, list) else []
    if len(numbers) != seats or any(type(n) is not int or not 0 <= n <= most for n in numbers):
        raise impossible("numbers", name=name, n=seats, most=most, value=repr(cast("Any", values)))
    return list(numbers)


def _entries(data: Mapping[str, Any], name: str) -> list[Json]:
    values = data.get(name, [])
    if not isinstance(values, list) or not all(isinstance(value, dict) for value in cast("list[Any]", values)):
        raise impossible("objects", name=name)
    return cast("list[Json]", values)


def _space(board: Board, label: Any) -> int:
    space = SPACE.get(label, -1) if isinstance(label, str) else -1
    _require(space >= 0 and bool(board.spaces >> space & 1), "yucatan.space", space=repr(label), n=board.seats)
    return space


def _read_state(p: YucatanPosition, data: Mapping[str, Any]) -> None:
    p.phase = data.get("phase", "turn")
    _require(p.phase in PHASES, "one-of", name="phase", choices=PHASES, value=repr(p.phase))
    chosen = p.options.first
    if p.phase == "first":
        _require(data.get("first") is None and data.get("turn") is None, "yucatan.nobody-first")
        _require(chosen == "random", "yucatan.first-named")
    else:
        p.first, p.turn = _number(data, "first", 0, p.seats - 1, 0), _number(data, "turn", 0, p.seats - 1)
        _require(chosen in ("random", str(p.first)), "first", value=p.first, option=chosen)
    playing = p.phase in ("turn", "steal", "dismiss", "over")
    p.round = _number(data, "round", int(playing), p.options.rounds if playing else 0, int(playing))
    if p.phase == "dismiss":
        p.owes = _number(data, "owes", 0, p.seats - 1)
        _require(p.owes != p.turn, "yucatan.owes-turn")
    else:
        _require(data.get("owes") is None, "yucatan.owes-nobody")
    if p.phase == "steal":
        p.thief = _space(p.board, data.get("thief"))
    else:
        _require(data.get("thief") is None, "yucatan.no-thief")


def _read_village(p: YucatanPosition, village: Json) -> None:
    _only(village, "at seat size")
    space, size = _space(p.board, village.get("at")), village.get("size", "small")
    bit, label = 1 << space, LABELS[space]
    _require(bool(p.board.remote & bit), "yucatan.village", space=label)
    _require(not p.built & bit, "yucatan.two-villages", space=label)
    for other in spaces(p.built & p.board.around[space]):
        raise impossible("yucatan.villages-near", space=label, other=LABELS[other])
    _require(size in ("small", "large"), "one-of", name="size", choices=("small", "large"), value=repr(size))
    p.built |= bit
    if village.get("seat") is None:
        _require(size == "small", "yucatan.large-neutral", space=label)
        p.neutral |= bit
        return
    seat = _number(village, "seat", 0, p.seats - 1)
    p.villages[seat] |= bit
    p.large |= bit if size == "large" else 0


def _read_warrior(p: YucatanPosition, warrior: Json) -> None:
    _only(warrior, "at seat guild load shown")
    space, seat = _space(p.board, warrior.get("at")), _number(warrior, "seat", 0, p.seats - 1)
    guild, bit = warrior.get("guild"), 1 << space
    _require(bool(p.board.land & bit), "yucatan.warrior", space=LABELS[space])
    _require(space not in p.guild, "yucatan.two-warriors", space=LABELS[space])
    _require(guild in GUILDS, "one-of", name="guild", choices=GUILDS, value=repr(guild))
    p.men[seat] |= bit
    p.guild[space] = GUILD[str(guild)]
    p.reserve[seat * len(GUILDS) + p.guild[space]] -= 1
    load = _number(warrior, "load", 0, LOAD, 0)
    if load:
        p.load[space] = load
    shown = warrior.get("shown", False)
    _require(isinstance(shown, bool), "flag", name="shown", value=repr(shown))
    p.shown |= bit if shown else 0


def _read_reserves(p: YucatanPosition, data: Mapping[str, Any]) -> None:
    _require(min(p.reserve) >= 0, "yucatan.each", n=EACH)
    reserves = [dict(zip(GUILDS, p.reserve[seat * 3 : seat * 3 + 3], strict=True)) for seat in range(p.seats)]
    given = data.get("reserves", reserves)
    _require(given == reserves, "yucatan.reserves", reserves=str(reserves))


def _read_limit(p: YucatanPosition, limit: Json) -> Limit:
    _only(limit, "seat at guild most")
    seat, guild, most = _number(limit, "seat", 0, p.seats - 1), limit.get("guild"), _number(limit, "most", 0, EACH - 1)
    _require(guild in GUILDS, "one-of", name="guild", choices=GUILDS, value=repr(guild))
    at = limit.get("at")
    _require(isinstance(at, list), "list", name="limits[].at")
    among = bits(_space(p.board, label) for label in cast("list[Any]", at))
    _require(among.bit_count() > most, "yucatan.limit-nothing", most=most, n=among.bit_count())
    _require(not among & ~p.men[seat], "yucatan.limit-nobody")
    count = sum(p.guild[space] == GUILD[str(guild)] for space in spaces(among))
    _require(count <= most, "yucatan.limit-broken", most=most, guild=guild, n=count)
    return seat, among, GUILD[str(guild)], most


def _check(p: YucatanPosition) -> None:
    """Rejects what the rules cannot lead to."""
    _require(p.neutral.bit_count() <= NEUTRALS, "yucatan.neutrals", n=NEUTRALS)
    _require(not p.neutral & (p.board.riverside | p.board.bank), "yucatan.neutral-river")
    for seat in range(p.seats):
        men, feeds = p.men[seat].bit_count(), max(STARTERS, p.may_feed(seat) + (p.owes == seat))
        _require(p.villages[seat].bit_count() <= VILLAGES, "yucatan.many-villages", seat=seat, n=VILLAGES)
        _require(men <= feeds, "yucatan.feed", seat=seat, men=men, n=p.may_feed(seat))
        for space in spaces(bits(p.load) & p.men[seat] & (1 << p.board.city[seat] | p.villages[seat] & p.large)):
            raise impossible("yucatan.delivered", space=LABELS[space])
    if p.round == 0:
        _check_setup(p)
        return
    ended = [seat for seat in range(p.seats) if p.levels[seat] == LEVELS]
    _require(not ended or p.phase == "over", "yucatan.finished")
    if p.phase == "over":
        limit = p.round == p.options.rounds and p.turn == p.first
        _require(bool(ended) or limit, "yucatan.not-over")
        _require(ended in ([], [p.turn]), "yucatan.finisher")
    if p.phase == "steal":
        there = p.men[p.turn] >> p.thief & 1 and p.board.cities >> p.thief & 1 and p.thief != p.board.city[p.turn]
        _require(bool(there) and most_to_steal(p) > 0, "yucatan.steal")
    if p.phase == "dismiss":
        _require(p.men[p.owes].bit_count() > p.may_feed(p.owes), "yucatan.owes-none", seat=p.owes)
        raiders = [space for space in spaces(p.men[p.turn] & p.sites) if space in p.load or not p.supply]
        _require(bool(raiders), "yucatan.no-raider", seat=p.turn)


def _check_setup(p: YucatanPosition) -> None:
    """Plays the set-up again, up to this position, and rejects a position that this does not lead to.

    Who has placed what follows from the phase and the turn (Y19). Neutral villages may have come in any order.
    """
    _require(
        not any(p.held) and not any(p.levels) and not p.load and not p.shown and not p.limits,
        "yucatan.set-up-empty",
    )
    again = YucatanPosition(p.seats, p.options)
    if p.phase != "first":
        begin(again, p.first)
    while again.phase in ("large", "small") and (again.phase, again.turn) != (p.phase, p.turn):
        seat, large = again.turn, again.phase == "large"
        _place_again(again, VILLAGE, p.villages[seat] & (p.large if large else ~p.large), again.phase)
    while again.phase == "neutral" and p.neutral & ~again.neutral:
        _place_again(again, NEUTRAL, p.neutral & ~again.neutral, "neutral")
    while again.phase == "warriors" and p.men[again.turn] & ~again.men[again.turn]:
        left = p.men[again.turn] & ~again.men[again.turn]
        _place_again(again, WARRIOR[p.guild[lowest(left)]], left, "warrior")
    at, wanted = again.dump(), p.dump()
    wrong = [name for name in at if at[name] != wanted[name]]
    _require(not wrong, "yucatan.set-up", fields=wrong)


def _place_again(again: YucatanPosition, actions: Sequence[Action], where: int, what: str) -> None:
    _require(where != 0, "yucatan.missing", what=what, seat=again.turn)
    action = actions[lowest(where)]
    refusal = again.check(again.turn, action)
    if refusal is not None:
        raise impossible("yucatan.cannot", what=what, seat=again.turn, space=LABELS[lowest(where)], rule=refusal.rule)
    again.apply(again.turn, action)
