"""What people ask of a table, and what entries of its log that leads to.

Deciding is pure: a table, a command, the time and a source of chance go in; entries come out, or `Refused` with the
reason, and nothing has changed. The entries are then written or, if another process wrote first, the command is decided
again.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from texcoco.bots import NoSuchBot, adviser, bots
from texcoco.game import CHANCE, Action, BadOption, Event, Illegal, Json, Position, Refusal, Unreadable
from texcoco.games import NoSuchGame, find
from texcoco.printable import printable
from texcoco.record import BadRecord, Record
from texcoco.store import Entry
from texcoco.tables import quota
from texcoco.tables.clock import Clocks, Tempo
from texcoco.tables.entries import pack
from texcoco.tables.fold import rebuilt
from texcoco.tables.history import BOT
from texcoco.tables.played import Played
from texcoco.tables.requests import (
    CHAT,
    Back,
    Chat,
    Command,
    Decision,
    Leave,
    Play,
    Refused,
    Remove,
    RenewLink,
    Replace,
    Resign,
    SeatBot,
    SignOutOthers,
    Sit,
    Stand,
    Start,
    Undo,
    Who,
)
from texcoco.tables.seating import cleaned_name, new_token, own_seat, remove, renew_link, sign_out_others, sit, stand
from texcoco.tables.step import Step
from texcoco.tables.table import Table


def create(id: str, who: Who, asked: Json, now: float, start: Json | None = None) -> list[Entry]:
    """A new table: a game, its options, and who is to sit where.

    `start`: the position that the game starts from, which has been checked. Seats and options are those of the
    position.
    """
    try:
        game = find(str(asked.get("game")))
        plan: list[Json] = asked["seats"]
        options = asked.get("options", {})
        if start is None:
            game.opening(len(plan), options)
        else:
            options = _options_of(game.load(start), len(plan), options)
        clock = Tempo.read(asked.get("clock"))
    except (NoSuchGame, BadOption, ValueError) as bad:
        raise Refused("bad-table", str(bad)) from None
    first = next((n for n, seat in enumerate(plan) if seat["kind"] == "me" and not seat.get("name")), None)
    seats = [_planned(game, seat, who, who.name if n == first else "") for n, seat in enumerate(plan)]
    payload: Json = {
        "game": game.name,
        "rules": game.rules,
        "options": options,
        "public": bool(asked.get("public", False)),
        "hints": bool(asked.get("hints", True)),
        "owner": who.holder,
        "seats": seats,
        "clock": {"kind": clock.kind, "bank": clock.bank, "increment": clock.increment},
    }
    if start is not None:
        payload["position"] = start
    return [Entry(1, "created", None, payload, now)]


def _options_of(start: Position, seats: int, asked: Json) -> Json:
    """The options of a game that starts from a position. Raises `BadOption` if it is asked for what cannot be."""
    if asked:
        raise BadOption("a game that starts from a position has the options of that")
    if seats != start.seats:
        raise BadOption(f"this position is for {start.seats} seats, not {seats}")
    if start.outcome() is not None:
        raise Refused("position-over", "the game is over in this position: there is nothing to go on with")
    return start.options.dump()


def _planned(game: Any, seat: Json, who: Who, name: str) -> Json:
    """A seat of a new table. `name` is for who gives the seat none: of several at one screen only the first has the
    opener's name, the others are called by their colours."""
    kind = seat["kind"]
    if kind == "bot":
        if seat.get("bot") not in bots(game):
            raise Refused(
                "bad-table", str(NoSuchBot(f"there is no bot {seat.get('bot')!r}; there are: {', '.join(bots(game))}"))
            )
        return {"kind": "bot", "name": "", "bot": seat["bot"], "holders": [], "token": ""}
    if kind == "me":
        name = cleaned_name(seat.get("name") or name)
        return {"kind": "person", "name": name, "bot": None, "holders": [who.holder], "token": new_token()}
    return {"kind": "open", "name": "", "bot": None, "holders": [], "token": new_token()}


def decide(table: Table, who: Who, command: Command, now: float, rng: Random) -> Decision | None:
    """What a command leads to; None if all is so already. Raises `Refused`; changes nothing."""
    decision = _DECIDE[type(command)](table, who, command, now, rng)
    if decision is not None:
        if decision.seat is not None:
            free, used = table.seats[decision.seat].kind == "open", table.used.get(decision.seat, quota.NOTHING)
            quota.check(used, decision.kind, decision.payload, now, free, len(table.seats))
        decision.payload["command"], decision.payload["content"] = _signed(who, command), command.content
    return decision


def _signed(who: Who, command: Command) -> str:
    """A command's id is its sender's own: nobody can use up another's."""
    return f"{who.holder[:16]}/{command.id}"


def carried_out(table: Table, who: Who, command: Command) -> bool:
    """Whether a command that is sent again has been carried out already.

    Raises `Refused` if its id was another command's.
    """
    found = table.done.find(_signed(who, command), lambda: command.content)
    if found is False:
        raise Refused("id-reused", "you have used this id for another command, which was carried out; this one was not")
    return bool(found)


def _playing(table: Table) -> Position:
    if table.status != "playing" or table.position is None:
        raise Refused("not-playing", "the game has not started yet" if table.status == "open" else "the game is over")
    return table.position


def _start(table: Table, who: Who, command: Start, now: float, rng: Random) -> Decision:
    if not table.held_by(who.holder) and who.holder != table.owner:
        raise Refused("not-your-seat", "only those who sit at the table can start the game")
    if table.status != "open":
        raise Refused("started", "the game has started already")
    missing = [number for number, seat in enumerate(table.seats) if seat.kind == "open"]
    if missing:
        raise Refused("seats-open", f"{len(missing)} of {len(table.seats)} seats are still free", seats=missing)
    position = table.opening()
    turn = _Turn(position, Step(position), table.clocks)
    turn.chance(rng)
    return turn.decision("started", None)


class _Turn:
    """What one command plays, and chance after it."""

    def __init__(self, position: Position, step: Step, clocks: Clocks):
        self.played = Played(position, step, clocks)
        self._moves: list[list[Any]] = []
        """Seat, notation, step, and whether it was sealed: what a record needs, independent of later releases."""
        self._events: list[Event] = []

    @property
    def step(self) -> int:
        return self.played.position.step

    def play(self, seat: int, action: Action) -> None:
        step, sealed = self.step, len(self.played.position.actors()) > 1
        self._events += self.played.play(seat, action)
        self._moves.append([seat, str(action), step, sealed])

    def chance(self, rng: Random) -> None:
        """Lets chance act while it is due."""
        while self.played.position.actors() == (CHANCE,):
            self.play(CHANCE, self.played.position.draw(rng))

    def decision(self, kind: str, seat: int | None) -> Decision:
        payload = {"moves": self._moves, "told": [pack(event) for event in self._events]}
        return Decision(kind, seat, payload, self.played)


def _play(table: Table, who: Who, command: Play, now: float, rng: Random) -> Decision:
    seat = own_seat(table, who, command.seat)
    _playing(table)
    if table.seats[seat].played_by_bot:
        raise Refused("bot-plays", "a bot plays for you: come back first")
    return played(table, seat, command.step, command.actions, rng)


def played(table: Table, seat: int, step: int | None, notations: Sequence[str], rng: Random) -> Decision:
    """What playing these actions leads to, by a person or a bot.

    Raises `Refused` if one of them cannot be played in this step.
    """
    position = _playing(table)
    if step != position.step:
        raise Refused("stale", "the game has moved on since; look again", step=position.step)
    changes_sealed_choice = table.sealed(seat)
    assert table.step is not None
    start = table.without_choice(seat) if changes_sealed_choice else position
    turn = _Turn(start, table.step, table.clocks)
    for index, notation in enumerate(notations):
        if turn.step != step:
            # Refused before anything that the end of the step has revealed is looked at.
            raise Refused("step-over", "an action before this one ends the step; nothing was played", index=index)
        try:
            turn.play(seat, table.game.parse(notation))
        except (Illegal, Unreadable) as refused:
            raise forbidden(table, refused.refusal, index=index) from None
    turn.chance(rng)
    decision = turn.decision("played", seat)
    if changes_sealed_choice:
        decision.payload["private"] = True
    return decision


def forbidden(table: Table, why: Refusal, **more: Any) -> Refused:
    """What the rules say, as a refusal of the table. `more` is added to the values of the sentence."""
    message = table.game.say("en", why.key, why.values)
    return Refused("refused", message, rule=why.rule, key=why.key, values={**why.values, **more})


def _undo(table: Table, who: Who, command: Undo, now: float, rng: Random) -> Decision:
    seat = own_seat(table, who, command.seat)
    position = _playing(table)
    if command.step != position.step:
        raise Refused(
            "stale", "the game has moved on since: what was done before cannot be taken back", step=position.step
        )
    if not table.can_undo(seat):
        raise Refused("no-undo", "there is nothing of yours to take back in this turn")
    if table.sealed(seat):
        return Decision("undone", seat, {"private": True})
    assert table.step is not None
    question = table.step.asked if not table.step.commands else None
    count = len(question.actions) if question is not None else len(table.step.commands[-1])
    payload: Json = {"actions": [row[1] for row in table.moves.tail(len(table.moves) - count)]}
    if question is not None:  # the moves of its step that stand are counted, and go on as a step with a new number
        payload["again"] = [position.step + 1, len(question.before.moves)]
    return Decision("undone", seat, payload)


def _chat(table: Table, who: Who, command: Chat, now: float, rng: Random) -> Decision:
    held = table.held_by(who.holder)
    text = " ".join(printable(command.text).split())
    if not text or len(text) > CHAT:
        raise Refused("bad-chat", f"a line of chat has 1 to {CHAT} letters")
    if not held:
        raise Refused("not-your-seat", "only those who sit at the table can talk here")
    seat = command.seat if command.seat in held else held[0]
    return Decision("chatted", seat, {"text": text, "name": table.seats[seat].name})


def _leave(table: Table, who: Who, command: Leave, now: float, rng: Random) -> Decision:
    seat = own_seat(table, who, command.seat)
    _playing(table)
    if table.seats[seat].away:
        raise Refused("away", "you have left already")
    return Decision("left", seat, {})


def _back(table: Table, who: Who, command: Back, now: float, rng: Random) -> Decision:
    seat = own_seat(table, who, command.seat)
    _playing(table)
    if table.seats[seat].resigned:
        raise Refused("resigned", "who resigns does not come back")
    if not table.seats[seat].away and table.seats[seat].bot is None:
        raise Refused("not-away", "you are at the table")
    return Decision("back", seat, {})


def _seat_bot(table: Table, who: Who, command: SeatBot, now: float, rng: Random) -> Decision:
    """Lets the opener give a free seat to a bot before the start, or free it again."""
    if who.holder != table.owner:
        raise Refused("not-yours", "only who opened the table can give a seat to a bot")
    if table.status != "open":
        raise Refused("started", "the game has started already")
    if command.seat >= len(table.seats):
        raise Refused("no-such-seat", "there is no such seat")
    kind = table.seats[command.seat].kind
    if command.bot is None:
        if kind != "bot":
            raise Refused("nobody-there", "no bot sits there")
        return Decision("bot_seated", command.seat, {"bot": None, "token": new_token()})
    if kind != "open":
        raise Refused("seat-taken", "this seat is not free")
    if command.bot not in bots(table.game):
        raise Refused("bad-table", f"there is no bot {command.bot!r:.60}; there are: {', '.join(bots(table.game))}")
    return Decision("bot_seated", command.seat, {"bot": command.bot, "token": ""})


def _replace(table: Table, who: Who, command: Replace, now: float, rng: Random) -> Decision:
    """Lets a bot play for somebody who left or ran out of time, when another player wishes it."""
    _playing(table)
    if command.seat >= len(table.seats):
        raise Refused("no-such-seat", "there is no such seat")
    seat = table.seats[command.seat]
    if not any(held != command.seat for held in table.held_by(who.holder)):
        raise Refused("not-your-seat", "only another player can ask for that")
    if seat.played_by_bot:
        raise Refused("bot-plays", "a bot plays there already")
    left = table.clocks.remaining(command.seat, now)
    if not seat.away and (left is None or left > 0):
        raise Refused("still-here", "a bot takes over only for somebody who left or ran out of time")
    return Decision("replaced", command.seat, {"bot": adviser(table.game)})


def _resign(table: Table, who: Who, command: Resign, now: float, rng: Random) -> Decision:
    """Gives up: a bot plays on, so that the others can; a game that only one person has not given up is over."""
    seat = own_seat(table, who, command.seat)
    _playing(table)
    if table.seats[seat].resigned:
        raise Refused("resigned", "you have resigned already")
    others = [s for number, s in enumerate(table.seats) if number != seat and not s.resigned]
    return Decision(
        "resigned", seat, {"bot": adviser(table.game), "ends": len(others) == 1 and others[0].kind == "person"}
    )


_DECIDE: dict[type[Command], Callable[[Table, Who, Any, float, Random], Decision | None]] = {
    Sit: sit,
    Stand: stand,
    Remove: remove,
    SeatBot: _seat_bot,
    RenewLink: renew_link,
    SignOutOthers: sign_out_others,
    Start: _start,
    Play: _play,
    Undo: _undo,
    Chat: _chat,
    Leave: _leave,
    Back: _back,
    Replace: _replace,
    Resign: _resign,
}


def _recorded(record: Record, seat: int) -> Json:
    """Who sat there, as a record of a table says it: a bot is named by its level, in no language."""
    name = record.headers.get(f"Seat{seat}", "")
    if name == f"seat {seat}":  # as release 0.1 wrote it of who had given no name
        name = ""
    bot = name.removeprefix(BOT)
    if bot != name and bot in bots(record.game):
        return {"kind": "bot", "name": "", "bot": bot, "holders": [], "token": ""}
    return {"kind": "person", "name": cleaned_name(name), "bot": None, "holders": [], "token": ""}


def study(id: str, who: Who, text: str, now: float) -> list[Entry]:
    """A table to study a game that was played before: its record, as it is.

    Raises `Refused` with the line and the reason.
    """
    try:
        record = Record.parse(text)
    except BadRecord as bad:
        raise Refused("bad-record", str(bad)) from None
    seats = [_recorded(record, n) for n in range(record.seats)]
    payload: Json = {
        "game": record.game.name, "rules": record.rules, "options": dict(record.options), "public": False,
        "owner": who.holder,
        "seats": seats, "clock": {"kind": "none", "bank": 0.0, "increment": 0.0}, "record": record.text(),
    }  # fmt: skip
    return [Entry(1, "created", None, payload, now)]


def rematch(table: Table, id: str, who: Who, now: float, rng: Random) -> list[Entry]:
    """The same table again with the seats turned by one, everybody keeping their browser. A game that started from a
    position starts there again.

    Where no other person plays, the game starts at once; else when all have come.
    """
    if table.status != "over":
        raise Refused("not-over", "a rematch is for when the game is over")
    if not table.held_by(who.holder):
        raise Refused("not-your-seat", "only those who played can ask for a rematch")
    if table.rematches >= quota.REMATCHES:
        raise Refused("table-full", "this table has been played again too often")
    seats: list[Json] = []
    for seat in (*table.seats[1:], table.seats[0]):
        bot = seat.bot if seat.kind == "bot" else None
        token = "" if seat.kind == "bot" else new_token()
        seats.append(
            {"kind": seat.kind, "name": seat.name, "bot": bot, "holders": sorted(seat.holders), "token": token}
        )
    tempo = table.clocks.tempo
    payload: Json = {
        "game": table.game.name, "rules": table.game.rules, "options": table.options, "public": table.public,
        "hints": table.hints, "owner": who.holder,
        "seats": seats, "clock": {"kind": tempo.kind, "bank": tempo.bank, "increment": tempo.increment},
    }  # fmt: skip
    if table.start is not None:
        payload["position"] = table.start
    entries = [Entry(1, "created", None, payload, now)]
    if all(who.holder in seat.holders for seat in table.seats if seat.kind == "person"):
        new = rebuilt(id, entries)
        entries.append(_start(new, who, Start(""), now, rng).entry(new, now))
    return entries
