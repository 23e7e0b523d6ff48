"""Reads a position of Yucatán from JSON, and rejects an impossible one with the reason."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, cast

from texcoco.game import Action, BadOption, Impossible, Json
from texcoco.games.bits import bits, lowest, spaces
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
    _require(data.get("game", "yucatan") == "yucatan", f"this is a position of {data.get('game')!r}, not of yucatan")
    _require(
        data.get("format", views.FORMAT) == views.FORMAT,
        f"format {data.get('format')!r} is not known; ours is {views.FORMAT}",
    )
    _number(data, "rules", 1, rules, rules)
    _only(
        data,
        "game format rules seats options phase first turn round owes thief villages warriors reserves prisoners "
        "supply levels limits",
    )
    seats = _number(data, "seats", 2, 4)
    chosen = data.get("options", {})
    _require(isinstance(chosen, Mapping), f"options is an object, not {chosen!r}")
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
    _require(
        p.supply == data.get("supply", p.supply),
        f"prisoners do not add up: with these the supply is {p.supply}, not {data.get('supply')!r}",
    )
    _require(p.supply >= 0, f"there are more than {PRISONERS} prisoners")
    p.limits = tuple(sorted(_read_limit(p, limit) for limit in _entries(data, "limits")))
    _require(can_be(p.limits), "of two limits for the same guild one lies within the other (Y36)")
    _require(p.limits == informative(p.limits), "a limit is there twice, or follows from another (Y36)")
    p.refresh()
    _check(p)
    return p


def _require(fact: bool, why: str) -> None:
    if not fact:
        raise Impossible(why)


def _only(data: Mapping[str, Any], fields: str) -> None:
    for name in data:
        _require(name in fields.split(), f"there is no field {name!r} here; there are {', '.join(fields.split())}")


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
    _require(
        space >= 0 and bool(board.spaces >> space & 1),
        f"there is no space {label!r} on the board for {board.seats} seats",
    )
    return space


def _read_state(p: YucatanPosition, data: Mapping[str, Any]) -> None:
    p.phase = data.get("phase", "turn")
    _require(p.phase in PHASES, f"phase is one of {', '.join(PHASES)}, not {p.phase!r}")
    chosen = p.options.first
    if p.phase == "first":
        _require(
            data.get("first") is None and data.get("turn") is None,
            "nobody is first, or on turn, before the first player is drawn",
        )
        _require(chosen == "random", "the first player is not drawn: the options name him")
    else:
        p.first, p.turn = _number(data, "first", 0, p.seats - 1, 0), _number(data, "turn", 0, p.seats - 1)
        _require(chosen in ("random", str(p.first)), f"first is {p.first}, the options say {chosen}")
    playing = p.phase in ("turn", "steal", "dismiss", "over")
    p.round = _number(data, "round", int(playing), p.options.rounds if playing else 0, int(playing))
    if p.phase == "dismiss":
        p.owes = _number(data, "owes", 0, p.seats - 1)
        _require(p.owes != p.turn, "whoever is on turn does not lose a village")
    else:
        _require(data.get("owes") is None, "nobody owes a warrior in this phase")
    if p.phase == "steal":
        p.thief = _space(p.board, data.get("thief"))
    else:
        _require(data.get("thief") is None, "nobody steals in this phase")


def _read_village(p: YucatanPosition, village: Json) -> None:
    _only(village, "at seat size")
    space, size = _space(p.board, village.get("at")), village.get("size", "small")
    bit, label = 1 << space, LABELS[space]
    _require(bool(p.board.remote & bit), f"no village can stand at {label}: it is no jungle, or next to a city")
    _require(not p.built & bit, f"two villages at {label}")
    for other in spaces(p.built & p.board.around[space]):
        raise Impossible(f"the villages at {label} and {LABELS[other]} are neighbours")
    _require(size in ("small", "large"), f"a village is small or large, not {size!r}")
    p.built |= bit
    if village.get("seat") is None:
        _require(size == "small", f"the neutral village at {label} cannot be large")
        p.neutral |= bit
        return
    seat = _number(village, "seat", 0, p.seats - 1)
    p.villages[seat] |= bit
    p.large |= bit if size == "large" else 0


def _read_warrior(p: YucatanPosition, warrior: Json) -> None:
    _only(warrior, "at seat guild load shown")
    space, seat = _space(p.board, warrior.get("at")), _number(warrior, "seat", 0, p.seats - 1)
    guild, bit = warrior.get("guild"), 1 << space
    _require(bool(p.board.land & bit), f"no warrior can stand at {LABELS[space]}")
    _require(space not in p.guild, f"two warriors at {LABELS[space]}")
    _require(guild in GUILDS, f"a guild is one of {', '.join(GUILDS)}, not {guild!r}")
    p.men[seat] |= bit
    p.guild[space] = GUILD[str(guild)]
    p.reserve[seat * len(GUILDS) + p.guild[space]] -= 1
    load = _number(warrior, "load", 0, LOAD, 0)
    if load:
        p.load[space] = load
    shown = warrior.get("shown", False)
    _require(isinstance(shown, bool), f"shown is true or false, not {shown!r}")
    p.shown |= bit if shown else 0


def _read_reserves(p: YucatanPosition, data: Mapping[str, Any]) -> None:
    _require(min(p.reserve) >= 0, f"a colour has only {EACH} warriors of each guild")
    reserves = [dict(zip(GUILDS, p.reserve[seat * 3 : seat * 3 + 3], strict=True)) for seat in range(p.seats)]
    given = data.get("reserves", reserves)
    _require(given == reserves, f"reserves do not add up: with these warriors they are {reserves}")


def _read_limit(p: YucatanPosition, limit: Json) -> Limit:
    _only(limit, "seat at guild most")
    seat, guild, most = _number(limit, "seat", 0, p.seats - 1), limit.get("guild"), _number(limit, "most", 0, EACH - 1)
    _require(guild in GUILDS, f"a guild is one of {', '.join(GUILDS)}, not {guild!r}")
    at = limit.get("at")
    _require(isinstance(at, list), f"a limit is at a list of spaces, not {at!r}")
    among = bits(_space(p.board, label) for label in cast("list[Any]", at))
    _require(
        among.bit_count() > most,
        f"a limit says nothing if {most} may be of the guild and there are {among.bit_count()} warriors",
    )
    _require(not among & ~p.men[seat], "a limit speaks of a warrior who is not there")
    count = sum(p.guild[space] == GUILD[str(guild)] for space in spaces(among))
    _require(count <= most, f"a limit says at most {most} of the guild {guild} where there are {count}")
    return seat, among, GUILD[str(guild)], most


def _check(p: YucatanPosition) -> None:
    """Rejects what the rules cannot lead to."""
    _require(p.neutral.bit_count() <= NEUTRALS, f"there are only {NEUTRALS} neutral villages (Y18)")
    _require(not p.neutral & (p.board.riverside | p.board.bank), "a neutral village stands beside a river (Y22)")
    for seat in range(p.seats):
        men, feeds = p.men[seat].bit_count(), max(STARTERS, p.may_feed(seat) + (p.owes == seat))
        _require(p.villages[seat].bit_count() <= VILLAGES, f"seat {seat} has more than {VILLAGES} villages (Y28)")
        _require(men <= feeds, f"seat {seat} has {men} warriors and can feed {p.may_feed(seat)} (Y33)")
        for space in spaces(bits(p.load) & p.men[seat] & (1 << p.board.city[seat] | p.villages[seat] & p.large)):
            raise Impossible(f"the prisoners of the warrior at {LABELS[space]} are delivered there (Y41)")
    if p.round == 0:
        _check_setup(p)
        return
    ended = [seat for seat in range(p.seats) if p.levels[seat] == LEVELS]
    _require(not ended or p.phase == "over", "a pyramid is finished, so the game is over (Y48)")
    if p.phase == "over":
        limit = p.round == p.options.rounds and p.turn == p.first
        _require(bool(ended) or limit, "the game is over, yet no pyramid is finished and rounds are left (Y49)")
        _require(ended in ([], [p.turn]), "whoever finishes a pyramid ends the game in that turn (Y48)")
    if p.phase == "steal":
        there = p.men[p.turn] >> p.thief & 1 and p.board.cities >> p.thief & 1 and p.thief != p.board.city[p.turn]
        _require(bool(there) and most_to_steal(p) > 0, "nobody stands where there is something to steal (Y44)")
    if p.phase == "dismiss":
        _require(
            p.men[p.owes].bit_count() > p.may_feed(p.owes), f"seat {p.owes} owes no warrior: it can feed them all (Y34)"
        )
        raiders = [space for space in spaces(p.men[p.turn] & p.sites) if space in p.load or not p.supply]
        _require(bool(raiders), f"no warrior of seat {p.turn} stands where a village can have been raided (Y34)")


def _check_setup(p: YucatanPosition) -> None:
    """Plays the set-up again, up to this position, and rejects a position that this does not lead to.

    Who has placed what follows from the phase and the turn (Y19). Neutral villages may have come in any order.
    """
    _require(
        not any(p.held) and not any(p.levels) and not p.load and not p.shown and not p.limits,
        "nothing was won in the set-up",
    )
    again = YucatanPosition(p.seats, p.options)
    if p.phase != "first":
        begin(again, p.first)
    while again.phase in ("large", "small") and (again.phase, again.turn) != (p.phase, p.turn):
        seat, large = again.turn, again.phase == "large"
        _place_again(
            again, VILLAGE, p.villages[seat] & (p.large if large else ~p.large), f"{again.phase} village of seat {seat}"
        )
    while again.phase == "neutral" and p.neutral & ~again.neutral:
        _place_again(again, NEUTRAL, p.neutral & ~again.neutral, "neutral village")
    while again.phase == "warriors" and p.men[again.turn] & ~again.men[again.turn]:
        left = p.men[again.turn] & ~again.men[again.turn]
        _place_again(again, WARRIOR[p.guild[lowest(left)]], left, f"warrior of seat {again.turn}")
    at, wanted = again.dump(), p.dump()
    wrong = [name for name in at if at[name] != wanted[name]]
    _require(not wrong, f"the set-up does not lead to this: {', '.join(wrong)} cannot be so then (Y19)")


def _place_again(again: YucatanPosition, actions: Sequence[Action], where: int, what: str) -> None:
    _require(where != 0, f"the {what} is missing: it comes before the phase and turn of this position (Y19)")
    action = actions[lowest(where)]
    refusal = again.check(again.turn, action)
    _require(
        refusal is None, f"no {what} can be at {LABELS[lowest(where)]}{'' if refusal is None else f' ({refusal.rule})'}"
    )
    again.apply(again.turn, action)
