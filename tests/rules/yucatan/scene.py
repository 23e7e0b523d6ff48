"""Positions for tests, from a line a piece: villages "K3 0 large, G2 -", warriors "L5 0 jaguar 2 shown"."""

from __future__ import annotations

from typing import Any

from texcoco.game import Event, Json, Refusal
from texcoco.games.yucatan import YUCATAN
from texcoco.games.yucatan.board import LABELS, SPACE, labels
from texcoco.games.yucatan.pieces import GUILDS
from texcoco.games.yucatan.position import YucatanPosition


def scene(seats: int = 2, villages: str = "", warriors: str = "", **state: Any) -> YucatanPosition:
    """A position; it is seat 0's turn unless `state` says otherwise. Seat 0's city is M3 on the board for two, seat 1's
    is C6.
    """
    data: Json = {"seats": seats, "turn": 0, **state}
    data["villages"] = [_village(*text.split()) for text in villages.split(",") if text.strip()]
    data["warriors"] = [_warrior(*text.split()) for text in warriors.split(",") if text.strip()]
    return YUCATAN.load(data)


def _village(at: str, seat: str, size: str = "small") -> Json:
    return {"at": at, "seat": None if seat == "-" else int(seat), "size": size}


def _warrior(at: str, seat: str, guild: str = "jaguar", load: str = "0", shown: str = "") -> Json:
    return {"at": at, "seat": int(seat), "guild": guild, "load": int(load), "shown": shown == "shown"}


def play(p: YucatanPosition, *texts: str) -> list[Event]:
    """Plays actions, each by whoever is to act, and gives all events."""
    return [event for text in texts for event in p.play(p.actors()[0], YUCATAN.parse(text))]


def allowed(p: YucatanPosition, text: str) -> bool:
    """Whether whoever is to act may do this; `check` and the list of actions must agree."""
    seat, action = p.actors()[0], YUCATAN.parse(text)
    listed = action in p.actions(seat)
    assert listed == (p.check(seat, action) is None)
    return listed


def refused(p: YucatanPosition, text: str) -> Refusal:
    """Why whoever is to act may not do this."""
    seat = p.actors()[0]
    refusal = p.check(seat, YUCATAN.parse(text))
    assert refusal is not None, f"{text} is allowed"
    assert YUCATAN.parse(text) not in p.actions(seat)
    for lang in ("en", "fr"):
        assert YUCATAN.say(lang, refusal.key, refusal.values)
    return refusal


def why(p: YucatanPosition, text: str) -> tuple[str, str]:
    """The ruling and the key of a refusal."""
    refusal = refused(p, text)
    return refusal.rule, refusal.key.removeprefix("refuse.")


def village(p: YucatanPosition, label: str) -> str:
    """What village stands there: "0 large", "- small", or ""."""
    found = [v for v in p.dump()["villages"] if v["at"] == label]
    return f"{'-' if found[0]['seat'] is None else found[0]['seat']} {found[0]['size']}" if found else ""


def warrior(p: YucatanPosition, label: str) -> str:
    """Which warrior stands there: "0 jaguar 2" with his load, or ""."""
    space = SPACE[label]
    for seat, men in enumerate(p.men):
        if men >> space & 1:
            return f"{seat} {GUILDS[p.guild[space]]} {p.load.get(space, 0)}"
    return ""


def spots(p: YucatanPosition, kind: str) -> list[str]:
    """The spaces of all legal actions of a kind."""
    return sorted({LABELS[a.data[0]] for a in p.actions(p.actors()[0]) if a.kind == kind}, key=SPACE.__getitem__)


def keys(events: list[Event]) -> list[str]:
    return [event.key for event in events]


__all__ = ["allowed", "keys", "labels", "play", "refused", "scene", "spots", "village", "warrior", "why"]
