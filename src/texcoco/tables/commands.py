"""What people ask of a table, and what entries of its log that leads to.

Deciding is pure: a table, a command, the time and a source of chance go in; entries come out, or `Refused` with the reason, and
nothing has changed. The store then takes the entries or, if somebody was quicker, the command is decided again.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field
from random import Random
from typing import Any

from texcoco.bots import NoSuchBot, bots
from texcoco.game import CHANCE, Action, BadOption, Event, Illegal, Json, Position, Refusal, Unreadable
from texcoco.games import NoSuchGame, find
from texcoco.record import BadRecord, Record
from texcoco.store import Entry
from texcoco.tables.clock import Tempo
from texcoco.tables.entries import pack
from texcoco.tables.table import BOT, Table, rebuilt

NAME, CHAT = 32, 500
"""How long a name and a line of chat may be."""
DEVICES = 20
"""How many browsers may hold a seat: all of them are on the table's card, whose size has a limit."""
STAND_IN = "greedy"
"""The bot that plays for somebody who left."""


class Refused(Exception):
    """A command that is not carried out; nothing has changed. `code` is for programs, `values` fill the sentence `key`."""

    def __init__(self, code: str, message: str, **values: Any):
        super().__init__(message)
        self.code, self.message, self.values = code, message, values

    def dump(self) -> Json:
        return {"code": self.code, "message": self.message, **self.values}


@dataclass(frozen=True, slots=True)
class Who:
    """Who asks: the browser, by the hash of its secret, and under which name it sits."""

    holder: str
    name: str = ""


def create(id: str, who: Who, asked: Json, now: float) -> list[Entry]:
    """A new table: a game, its options, and who is to sit where."""
    try:
        game = find(str(asked.get("game")))
        plan: list[Json] = asked["seats"]
        game.opening(len(plan), asked.get("options", {}))
        clock = Tempo.read(asked.get("clock"))
    except (NoSuchGame, BadOption, ValueError) as bad:
        raise Refused("bad-table", str(bad)) from None
    seats = [_planned(game, seat, who) for seat in plan]
    payload: Json = {
        "game": game.name,
        "rules": game.rules,
        "options": asked.get("options", {}),
        "public": bool(asked.get("public", False)),
        "owner": who.holder,
        "seats": seats,
        "clock": {"kind": clock.kind, "bank": clock.bank, "increment": clock.increment},
    }
    return [Entry(1, "created", None, payload, now)]


def _planned(game: Any, seat: Json, who: Who) -> Json:
    kind, token = seat["kind"], secrets.token_urlsafe(16)
    if kind == "bot":
        if seat.get("bot") not in bots(game):
            raise Refused("bad-table", str(NoSuchBot(f"there is no bot {seat.get('bot')!r}; there are: {', '.join(bots(game))}")))
        return {"kind": "bot", "name": "", "bot": seat["bot"], "holders": [], "token": token}
    if kind == "me":
        return {"kind": "person", "name": _name(seat.get("name") or who.name), "bot": None, "holders": [who.holder], "token": token}
    return {"kind": "open", "name": "", "bot": None, "holders": [], "token": token}


def _name(text: str) -> str:
    name = " ".join("".join(c for c in text if c.isprintable()).split())[:NAME]
    return name  # nobody need have one: then the colour stands for it


@dataclass(frozen=True, slots=True)
class Command:
    """Something that somebody asks of a table. Each kind needs its own few fields."""

    do: str
    id: str
    """Made by the client: the same id is carried out once, however often it is sent."""
    seat: int | None = None
    step: int | None = None
    action: str = ""
    text: str = ""
    name: str = ""
    token: str = ""


def decide(table: Table, who: Who, command: Command, now: float, rng: Random) -> Decision:
    """What a command leads to. Raises `Refused`; changes nothing."""
    if command.do not in _DECIDE:
        raise Refused("unknown-command", f"there is no command {command.do[:20]!r}; there are: {', '.join(_DECIDE)}")
    decision = _DECIDE[command.do](table, who, command, now, rng)
    decision.payload["command"] = _signed(who, command)
    return decision


def _signed(who: Who, command: Command) -> str:
    """A command's id is its sender's own: nobody can use up another's."""
    return f"{who.holder[:16]}/{command.id}"


def carried_out(table: Table, who: Who, command: Command) -> bool:
    """Whether a command that is sent again has been carried out already."""
    return table.carried_out(_signed(who, command))


@dataclass(frozen=True, slots=True)
class Decision:
    """An entry to be written, but for its number and time."""

    kind: str
    seat: int | None
    payload: Json

    def entry(self, table: Table, now: float) -> Entry:
        """The entry itself. What is private changes nothing that others see, not even when the table changed last."""
        return Entry(table.version + 1, self.kind, self.seat, self.payload, table.updated if self.payload.get("private") else now)


def _own(table: Table, who: Who, command: Command) -> int:
    """The seat that the command is for, which must be one of the sender's."""
    held = table.held_by(who.holder)
    seat = command.seat if command.seat is not None else held[0] if len(held) == 1 else None
    if seat is None or seat not in held:
        raise Refused("not-your-seat", "this seat is not yours" if held else "you have no seat at this table")
    return seat


def _playing(table: Table) -> Position:
    if table.status != "playing" or table.position is None:
        raise Refused("not-playing", "the game has not started yet" if table.status == "open" else "the game is over")
    return table.position


def _sit(table: Table, who: Who, command: Command, now: float, rng: Random) -> Decision:
    """Sits down with an invitation, or on any free seat of a public table.

    On a seat that is taken, the same link brings its owner back on another device.
    """
    if table.public and not command.token and table.status == "open":
        free = [number for number, seat in enumerate(table.seats) if seat.kind == "open"]
        if command.seat not in free:
            raise Refused("seat-taken", "say on which of the free seats you want to sit", seats=free)
        return Decision("sat", command.seat, {"name": _name(command.name or who.name), "holder": who.holder})
    for number, seat in enumerate(table.seats):
        if seat.token and secrets.compare_digest(seat.token.encode(), command.token.encode()):
            if seat.kind == "bot":
                break
            if seat.kind == "open" and table.status != "open":
                break
            if len(seat.holders) >= DEVICES and who.holder not in seat.holders:
                raise Refused("too-many-devices", f"this seat is held by {DEVICES} browsers already")
            name = seat.name if seat.kind == "person" else _name(command.name or who.name)
            return Decision("sat", number, {"name": name, "holder": who.holder})
    raise Refused("bad-invitation", "this link is for no seat of this table, or for one that is not free any more")


def _stand(table: Table, who: Who, command: Command, now: float, rng: Random) -> Decision:
    seat = _own(table, who, command)
    if table.status != "open":
        raise Refused("started", "the game has started: you can leave, and come back")
    return Decision("stood", seat, {"token": secrets.token_urlsafe(16)})


def _start(table: Table, who: Who, command: Command, now: float, rng: Random) -> Decision:
    if not table.held_by(who.holder) and who.holder != table.owner:
        raise Refused("not-your-seat", "only those who sit at the table can start the game")
    if table.status != "open":
        raise Refused("started", "the game has started already")
    missing = [number for number, seat in enumerate(table.seats) if seat.kind == "open"]
    if missing:
        raise Refused("seats-open", f"{len(missing)} of {len(table.seats)} seats are still free", seats=missing)
    game = _Played(table.game.opening(len(table.seats), table.options))
    game.chance(rng)
    return game.decision("started", None)


@dataclass(slots=True)
class _Played:
    """What is played by one command, on a position that moves on, and what was told of it."""

    position: Position
    moves: list[list[Any]] = field(default_factory=list[list[Any]])
    """Seat, notation, step, and whether it was sealed: what a record needs, whatever a later release makes of it."""
    told: list[Event] = field(default_factory=list[Event])

    def play(self, seat: int, action: Action) -> None:
        step, sealed = self.position.step, len(self.position.actors()) > 1
        self.told += self.position.play(seat, action)
        self.moves.append([seat, str(action), step, sealed])

    def chance(self, rng: Random) -> None:
        """Lets chance act while it is due."""
        while self.position.actors() == (CHANCE,):
            self.play(CHANCE, self.position.draw(rng))

    def decision(self, kind: str, seat: int | None) -> Decision:
        return Decision(kind, seat, {"moves": self.moves, "told": [pack(event) for event in self.told]})


def _play(table: Table, who: Who, command: Command, now: float, rng: Random) -> Decision:
    seat = _own(table, who, command)
    _playing(table)
    if table.seats[seat].played_by_bot:
        raise Refused("bot-plays", "a bot plays for you: come back first")
    return played(table, seat, command.step, command.action, rng)


def played(table: Table, seat: int, step: int | None, notation: str, rng: Random) -> Decision:
    """What playing an action leads to, by a person or a bot."""
    position = _playing(table)
    if step != position.step:
        raise Refused("stale", "the game has moved on since; look again", step=position.step)
    anew = table.sealed(seat)
    game = _Played(table.without_choice(seat) if anew else position.copy())
    try:
        game.play(seat, table.game.parse(notation))
    except (Illegal, Unreadable) as refused:
        raise forbidden(table, refused.refusal) from None
    game.chance(rng)
    decision = game.decision("played", seat)
    if anew:
        decision.payload["private"] = True
    return decision


def forbidden(table: Table, why: Refusal) -> Refused:
    """What the rules say, as a refusal of the table."""
    return Refused("refused", table.game.say("en", why.key, why.values), rule=why.rule, key=why.key, values=dict(why.values))


def _undo(table: Table, who: Who, command: Command, now: float, rng: Random) -> Decision:
    seat = _own(table, who, command)
    position = _playing(table)
    if command.step != position.step:
        raise Refused("stale", "the game has moved on since: what was done before cannot be taken back", step=position.step)
    if not table.can_undo(seat):
        raise Refused("no-undo", "there is nothing of yours to take back in this turn")
    if table.sealed(seat):
        return Decision("undone", seat, {"private": True})
    assert table.step is not None
    payload: Json = {"action": next(reversed(table.moves))[1]}
    if not table.step.moves:  # a question, withdrawn: how many moves of its step stand, and as which step they go on
        assert table.step.asked is not None
        payload["again"] = [position.step + 1, len(table.step.asked.before.moves)]
    return Decision("undone", seat, payload)


def _chat(table: Table, who: Who, command: Command, now: float, rng: Random) -> Decision:
    held = table.held_by(who.holder)
    text = " ".join(command.text.split())
    if not text or len(text) > CHAT:
        raise Refused("bad-chat", f"a line of chat has 1 to {CHAT} letters")
    if not held:
        raise Refused("not-your-seat", "only those who sit at the table can talk here")
    seat = command.seat if command.seat in held else held[0]
    return Decision("chatted", seat, {"text": text, "name": table.seats[seat].name})


def _leave(table: Table, who: Who, command: Command, now: float, rng: Random) -> Decision:
    seat = _own(table, who, command)
    _playing(table)
    if table.seats[seat].away:
        raise Refused("away", "you have left already")
    return Decision("left", seat, {})


def _back(table: Table, who: Who, command: Command, now: float, rng: Random) -> Decision:
    seat = _own(table, who, command)
    _playing(table)
    if table.seats[seat].resigned:
        raise Refused("resigned", "who resigns does not come back")
    if not table.seats[seat].away and table.seats[seat].bot is None:
        raise Refused("not-away", "you are at the table")
    return Decision("back", seat, {})


def _replace(table: Table, who: Who, command: Command, now: float, rng: Random) -> Decision:
    """Lets a bot play for somebody who left or ran out of time, when another player wishes it."""
    _playing(table)
    if command.seat is None or not 0 <= command.seat < len(table.seats):
        raise Refused("no-such-seat", "there is no such seat")
    seat = table.seats[command.seat]
    if not any(held != command.seat for held in table.held_by(who.holder)):
        raise Refused("not-your-seat", "only another player can ask for that")
    if seat.played_by_bot:
        raise Refused("bot-plays", "a bot plays there already")
    left = table.clocks.remaining(command.seat, now)
    if not seat.away and (left is None or left > 0):
        raise Refused("still-here", "a bot takes over only for somebody who left or ran out of time")
    return Decision("replaced", command.seat, {"bot": _stand_in(table)})


def _stand_in(table: Table) -> str:
    return STAND_IN if STAND_IN in bots(table.game) else "random"


def _resign(table: Table, who: Who, command: Command, now: float, rng: Random) -> Decision:
    """Gives up: a bot plays on, so that the others can; a game that only one person has not given up is over."""
    seat = _own(table, who, command)
    _playing(table)
    if table.seats[seat].resigned:
        raise Refused("resigned", "you have resigned already")
    others = [s for number, s in enumerate(table.seats) if number != seat and not s.resigned]
    return Decision("resigned", seat, {"bot": _stand_in(table), "ends": len(others) == 1 and others[0].kind == "person"})


_DECIDE = {
    "sit": _sit, "stand": _stand, "start": _start, "play": _play, "undo": _undo, "chat": _chat, "leave": _leave, "back": _back,
    "replace": _replace, "resign": _resign,
}  # fmt: skip


def _recorded(record: Record, seat: int) -> Json:
    """Who sat there, as a record of a table says it: a bot is named by its level, in no language."""
    name = record.headers.get(f"Seat{seat}", "")
    bot = name.removeprefix(BOT)
    if bot != name and bot in bots(record.game):
        return {"kind": "bot", "name": "", "bot": bot, "holders": [], "token": ""}
    return {"kind": "person", "name": name, "bot": None, "holders": [], "token": ""}


def study(id: str, who: Who, text: str, now: float) -> list[Entry]:
    """A table to study a game that was played before: its record, as it is. Raises `Refused` with the line and the reason."""
    try:
        record = Record.parse(text)
    except BadRecord as bad:
        raise Refused("bad-record", str(bad)) from None
    seats = [_recorded(record, n) for n in range(record.seats)]
    payload: Json = {
        "game": record.game.name, "rules": record.rules, "options": dict(record.options), "public": False, "owner": who.holder,
        "seats": seats, "clock": {"kind": "none", "bank": 0.0, "increment": 0.0}, "record": record.text(),
    }  # fmt: skip
    return [Entry(1, "created", None, payload, now)]


def rematch(table: Table, id: str, who: Who, now: float, rng: Random) -> list[Entry]:
    """The same table again with the seats turned by one, everybody keeping their browser.

    Where no other person plays, the game starts at once; else when all have come.
    """
    if table.status != "over":
        raise Refused("not-over", "a rematch is for when the game is over")
    if not table.held_by(who.holder):
        raise Refused("not-your-seat", "only those who played can ask for a rematch")
    seats: list[Json] = []
    for seat in (*table.seats[1:], table.seats[0]):
        bot = seat.bot if seat.kind == "bot" else None
        token = secrets.token_urlsafe(16)
        seats.append({"kind": seat.kind, "name": seat.name, "bot": bot, "holders": sorted(seat.holders), "token": token})
    tempo = table.clocks.tempo
    payload: Json = {
        "game": table.game.name, "rules": table.game.rules, "options": table.options, "public": table.public, "owner": who.holder,
        "seats": seats, "clock": {"kind": tempo.kind, "bank": tempo.bank, "increment": tempo.increment},
    }  # fmt: skip
    entries = [Entry(1, "created", None, payload, now)]
    if all(who.holder in seat.holders for seat in table.seats if seat.kind == "person"):
        new = rebuilt(id, entries)
        entries.append(_start(new, who, Command("start", ""), now, rng).entry(new, now))
    return entries
