"""A table: what people and bots sit at. It is what its log says, entry by entry, and nothing else.

`apply` takes an entry in, whoever wrote it; `commands.py` decides what entries a command leads to; `state` is the one function
that says what a seat or a spectator is shown.
"""

from __future__ import annotations

from array import array
from collections.abc import Mapping
from copy import copy
from dataclasses import dataclass, replace
from hashlib import blake2b
from itertools import count, islice
from typing import Any

from texcoco.game import CHANCE, Action, Event, Game, Json, Outcome, Position, ranks
from texcoco.games import find
from texcoco.record import Move, Record
from texcoco.store import Entry
from texcoco.tables.clock import Clocks, Tempo
from texcoco.tables.entries import pack, unpack
from texcoco.tables.scroll import Scroll
from texcoco.tables.step import Question, Step
from texcoco.undo import asks, reveals

Viewer = int | None
"""A seat, or None: a spectator."""

BOT = "bot "
"""Before the level of a bot, where a record names who sat at the table."""

EVERYBODY = "*"
"""Holds every public table: under this name the lobby finds them."""


@dataclass(slots=True)
class Seat:
    """A place at the table, and who has it."""

    kind: str = "open"
    """open, person or bot."""
    name: str = ""
    bot: str | None = None
    """The bot that plays here: from the start, or for somebody who left."""
    holders: frozenset[str] = frozenset()
    """Which browsers hold it."""
    token: str = ""
    """Whoever brings this may sit here, or come back here."""
    away: bool = False
    resigned: bool = False

    @property
    def played_by_bot(self) -> bool:
        return self.bot is not None


class Table:
    """One table, at one version of its log."""

    def __init__(self, id: str):
        self.id = id
        self.version: int = 0
        self.status = "none"
        """none (not yet created), open, playing, over."""
        self.game: Game
        self.options: Json = {}
        self.public = False
        self.owner = ""
        self.created = self.updated = 0.0
        self.seats: list[Seat] = []
        self.position: Position | None = None
        self.step: Step | None = None
        self.moves: Scroll[list[Any]] = Scroll()
        """Seat, notation, step, whether it was sealed, and where in the log it begins."""
        self.moved: dict[int, int] = {}
        """How many moves each seat has made."""
        self.log: Scroll[Json] = Scroll()
        """Events of the game, as `pack` gives them, and notes of what else happened; `undone` is set when it was taken back."""
        self.clocks = Clocks.of(Tempo(), 0)
        self.reconsidering: set[int] = set()
        """Seats that want their sealed choice back; it stands until they have made another (A46)."""
        self.done = array("Q")
        """Hashes of the ids of the commands that were carried out."""
        self.rematch: str | None = None
        self.ended: str | None = None
        """How it ended if not by the rules: `resigned`."""
        self.counts: dict[Viewer, int] = {}
        """How many messages each viewer's stream has had."""
        self.lines: dict[Viewer, int] = {}
        """How many lines of the log each viewer reads."""
        self._snapshot: tuple[int, Json] | None = None

    def fork(self) -> Table:
        """An independent table that is equal in every respect, to see what an entry would lead to."""
        new = copy(self)
        new.seats = [replace(seat) for seat in self.seats]
        new.clocks = self.clocks.copy()
        new.moves, new.log = self.moves.copy(), self.log.copy()
        new.reconsidering, new.done = set(self.reconsidering), self.done[:]
        new.counts, new.lines, new.moved = dict(self.counts), dict(self.lines), dict(self.moved)
        if self.position is not None and self.step is not None:
            new.position, new.step = self.position.copy(), replace(self.step, moves=list(self.step.moves))
        return new

    # --- taking entries in ---

    def resume_from(self, snapshot: tuple[int, Json]) -> None:
        """Before the log is read again: the position comes from this snapshot, not from playing all moves again."""
        self._snapshot = snapshot

    def apply(self, entry: Entry) -> None:
        """Takes one entry of the log in, the next one."""
        assert entry.version == self.version + 1, f"table {self.id} is at {self.version}, the entry is {entry.version}"
        self.version = entry.version
        self.updated = entry.at
        step = self.position.step if self.position is not None else 0
        getattr(self, f"_{entry.kind}")(entry)
        if self._snapshot is not None and entry.version == self._snapshot[0]:
            self._restore(self._snapshot[1])
        elif not self._behind(entry):
            self._run_clocks(entry.at, new_step=entry.kind == "played" and self.position is not None and self.position.step != step)
        if self.position is not None and self.position.outcome() is not None:
            self.status = "over"
        command = entry.payload.get("command")
        if command is not None:
            self.done.append(_hash(command))
        for viewer in self.viewers:
            if self.concerns(entry, viewer):
                self.counts[viewer] = self.counts.get(viewer, 0) + 1
        if self._snapshot is None:
            move, line = self._settled()
            self.moves.fold(move)
            self.log.fold(line)

    @staticmethod
    def concerns(entry: Entry, viewer: Viewer) -> bool:
        """Whether a viewer is told of an entry: that a sealed choice was changed is its seat's own business."""
        return not entry.payload.get("private") or viewer == entry.seat

    def _created(self, entry: Entry) -> None:
        given = entry.payload
        self.game = find(given["game"])
        self.options = given["options"]
        self.public = given["public"]
        self.owner = given["owner"]
        self.seats = [Seat(s["kind"], s["name"], s["bot"], frozenset(s["holders"]), s["token"]) for s in given["seats"]]
        self.clocks = Clocks.of(Tempo(**given["clock"]), len(self.seats))
        self.status = "open"
        self.created = entry.at
        if "record" in given:  # a study table: a game that was played elsewhere
            record = Record.parse(given["record"])
            self.position = record.replay()
            self.moves.extend([[move.seat, str(move.action), move.step, move.sealed, 0] for move in record.moves])
            self._tell([pack(event) for _, _, events in record.positions() for event in events])
            self.status = "over"

    def _sat(self, entry: Entry) -> None:
        seat = self.seats[_seat(entry)]
        seat.kind, seat.name, seat.away = "person", entry.payload["name"], False
        seat.holders |= {entry.payload["holder"]}
        self._note("sat", entry)

    def _stood(self, entry: Entry) -> None:
        seat = self.seats[_seat(entry)]
        seat.kind, seat.name, seat.holders = "open", "", frozenset()
        seat.token = entry.payload["token"]  # the old link is of no use any more
        self._note("stood", entry)

    def _started(self, entry: Entry) -> None:
        self.status = "playing"
        self.position = self.game.opening(len(self.seats), self.options)
        self.step = Step(self.position.copy())
        self._note("started", entry)
        self._take_moves(entry)

    def _played(self, entry: Entry) -> None:
        if entry.payload.get("private"):
            self._seal_anew(entry)
        else:
            self._take_moves(entry)

    def _seal_anew(self, entry: Entry) -> None:
        """Puts another sealed choice in the place of the first, so that nobody else can see that it changed (A46)."""
        seat = _seat(entry)
        self.reconsidering.discard(seat)
        ((_, text, _, _),) = entry.payload["moves"]
        action = self.game.parse(text)
        at, old = next((number, move) for number, move in zip(count(len(self.moves) - 1, -1), reversed(self.moves)) if move[0] == seat)
        self.moves.replace(at, [[seat, text, *old[2:]], *self.moves.tail(at + 1)])
        told, begin = entry.payload["told"], old[4]
        self.log.replace(begin, [*told, *self.log.tail(begin + len(told))])
        if not self._behind(entry):
            assert self.step is not None
            self.step.moves = [(who, action if who == seat else what) for who, what in self.step.moves]
            self.position = self.step.position()

    def _take_moves(self, entry: Entry) -> None:
        """Takes in what was played, by a seat or by chance, and what was told of it."""
        assert self.position is not None and self.step is not None
        for seat, text, step, sealed in entry.payload["moves"]:
            action = self.game.parse(text)
            self.moves.extend([[seat, text, step, sealed, len(self.log)]])
            self.moved[seat] = self.moved.get(seat, 0) + 1
            if not self._behind(entry):
                self.position.apply(seat, action)
                if self.position.step == step:
                    self.step.moves.append((seat, action))
                else:
                    self.step = Step(self.position.copy(), asked=self._asked(seat, action))
                    self.reconsidering.clear()
        self._tell(entry.payload["told"])

    def _asked(self, seat: int, action: Action) -> Question | None:
        """The question that this action is, if it is one."""
        assert self.position is not None and self.step is not None
        if not asks(seat, self.step.start, self.position):
            return None
        return Question(self.step, seat, action, self.clocks.copy())

    def snapshot(self) -> Json | None:
        """What is kept beside the log at the start of a step, so that a later release can go on from here.

        Nothing while a question waits for its answer: it can be withdrawn, and the game then goes on from before it.
        """
        if self.position is None or self.step is None or self.step.moves or self.step.asked is not None:
            return None
        since = [[seat, at] for seat, at in sorted(self.clocks.since.items())]
        return {"position": self.position.dump(), "step": self.position.step, "left": self.clocks.left, "since": since}

    def _restore(self, saved: Json) -> None:
        self.position = self.game.load(saved["position"])
        self.position.step = saved["step"]
        self.step = Step(self.position.copy())
        self.reconsidering.clear()
        self.clocks.left, self.clocks.since = list(saved["left"]), dict(saved["since"])
        self._snapshot = None

    def _behind(self, entry: Entry) -> bool:
        """Whether the snapshot that the position comes from is at least as late as this entry."""
        return self._snapshot is not None and entry.version <= self._snapshot[0]

    def _undone(self, entry: Entry) -> None:
        if entry.payload.get("private"):
            self.reconsidering.add(_seat(entry))
            return
        last = len(self.moves) - 1
        ((seat, _, _, _, begin),) = self.moves.tail(last)
        self.moves.replace(last, [])
        self.moved[seat] -= 1
        self.log.replace(begin, [line if "note" in line else {**line, "undone": True} for line in self.log.tail(begin)])
        self._note("undone", entry)
        again: list[int] | None = entry.payload.get("again")
        if again is not None:
            number, standing = again
            first = last - standing
            self.moves.replace(first, [[who, text, number, *rest] for who, text, _, *rest in self.moves.tail(first)])
        if not self._behind(entry):
            assert self.step is not None
            if again is None:
                self.step.moves.pop()
            else:
                self._withdraw(again[0])
            self.position = self.step.position()

    def _withdraw(self, number: int) -> None:
        """Goes on from before a question, in a step with a new number: an answer that is on its way is for none to come."""
        assert self.step is not None and self.step.asked is not None
        asked = self.step.asked
        start = asked.before.start.copy()
        start.step = number
        self.step = replace(asked.before, start=start, moves=list(asked.before.moves))
        self.clocks = asked.clocks.copy()

    def _chatted(self, entry: Entry) -> None:
        self._note("chatted", entry, text=entry.payload["text"], name=entry.payload["name"])

    def _left(self, entry: Entry) -> None:
        self.seats[_seat(entry)].away = True
        self._note("left", entry)

    def _back(self, entry: Entry) -> None:
        seat = self.seats[_seat(entry)]
        seat.away, seat.bot = False, None
        self._note("back", entry)

    def _replaced(self, entry: Entry) -> None:
        self.seats[_seat(entry)].bot = entry.payload["bot"]
        self._note("replaced", entry, bot=entry.payload["bot"])

    def _resigned(self, entry: Entry) -> None:
        seat = self.seats[_seat(entry)]
        seat.resigned, seat.bot = True, entry.payload["bot"]
        self._note("resigned", entry)
        if entry.payload["ends"]:
            self.status, self.ended = "over", "resigned"

    def _rematched(self, entry: Entry) -> None:
        self.rematch = entry.payload["table"]
        self._note("rematched", entry, table=self.rematch)

    def _note(self, kind: str, entry: Entry, **more: Any) -> None:
        self._tell([{"note": kind, "seat": entry.seat, "at": entry.at, **more}])

    def _tell(self, lines: list[Json]) -> None:
        self.log.extend(lines)
        for viewer in self.viewers:
            self.lines[viewer] = self.lines.get(viewer, 0) + sum(_reaches(line, viewer) for line in lines)

    # --- questions ---

    @property
    def viewers(self) -> tuple[Viewer, ...]:
        return (None, *range(len(self.seats)))

    def _run_clocks(self, now: float, new_step: bool) -> None:
        """Time runs for the people that the game waits for."""
        if self.status != "playing" or self.position is None or self.position.outcome() is not None:
            self.clocks.stop(now)
            return
        waiting = {seat for seat in self.position.actors() if seat != CHANCE and not self.seats[seat].played_by_bot}
        self.clocks.turn_to(waiting, now, new_step)

    def held_by(self, holder: str) -> tuple[int, ...]:
        """The seats that a browser holds."""
        return tuple(number for number, seat in enumerate(self.seats) if holder in seat.holders)

    def sealed(self, seat: int) -> bool:
        """Whether a seat has made its choice in a step in which others still choose."""
        if self.step is None or self.position is None or seat in self.position.actors():
            return False
        return any(who == seat for who, _ in self.step.moves) and len(self.step.start.actors()) > 1

    def position_for(self, seat: int) -> Position:
        """The position as a seat sees it: while it reconsiders its sealed choice, without that."""
        assert self.position is not None
        return self.without_choice(seat) if seat in self.reconsidering else self.position

    def without_choice(self, seat: int) -> Position:
        """The position without the choice that a seat has sealed in this step."""
        assert self.step is not None
        return replace(self.step, moves=[(who, what) for who, what in self.step.moves if who != seat]).position()

    def can_undo(self, seat: int) -> bool:
        """Whether a seat may take something back: its sealed choice, its own last action of this step, or its question.

        Never chance, another's action, the end of a turn, or what has shown something hidden (DESIGN §5): each of these
        begins a step. So does a question, which is the one thing that is taken back across the beginning of a step.
        """
        if self.status != "playing" or self.step is None or self.seats[seat].played_by_bot:
            return False
        if self.sealed(seat):
            return seat not in self.reconsidering
        if self.step.moves:
            return self.step.moves[-1][0] == seat
        asked = self.step.asked
        return asked is not None and asked.seat == seat and not reveals(asked.before.position(), seat, asked.action)

    def carried_out(self, command: str) -> bool:
        """Whether a command of that id has led to an entry."""
        return _hash(command) in self.done

    def all_moves(self) -> list[Move]:
        return [Move(step, seat, self.game.parse(text), sealed) for seat, text, step, sealed, _ in self.moves]

    def outcome(self) -> Outcome | None:
        return self.position.outcome() if self.position is not None else None

    def bots_to_move(self) -> tuple[int, ...]:
        if self.status != "playing" or self.position is None:
            return ()
        return tuple(seat for seat in self.position.actors() if seat != CHANCE and self.seats[seat].played_by_bot)

    def heard(self, viewer: Viewer) -> list[Event]:
        """The events of the game that a viewer has heard, without those that were taken back."""
        events = (unpack(line) for line in self.log if "note" not in line and "undone" not in line)
        return [told for event in events if (told := event.to(viewer)) is not None]

    # --- what is shown ---

    @staticmethod
    def shown(line: Json, viewer: Viewer) -> Json | None:
        """A line of the log as a viewer may read it."""
        if "note" in line:
            return line
        told = unpack(line).to(viewer)
        return None if told is None else {"event": told.dump(), **({"undone": True} if "undone" in line else {})}

    def kept(self, viewer: Viewer, number: int, firm: int) -> int:
        """How many lines of the log a viewer need not be sent again whose last state had this `number` and `firm`."""
        if not 0 <= number <= self.counts.get(viewer, 0):
            return 0  # it knows something that never was: another server's, before a backup was restored
        return min(max(firm, 0), self.lines.get(viewer, 0))

    def state(self, viewer: Viewer, since: int = 0) -> Json:
        """All that a seat or a spectator is shown: on arrival, after every change, and when it comes back.

        `since` spares the lines of the log that the client has already. Those from `firm` on may still be taken back or
        sealed anew: who has a state asks for the next one with `since` = its `firm`, and replaces what it had from there on.
        """
        position = None if self.position is None else self.position if viewer is None else self.position_for(viewer)
        seats = [{"kind": s.kind, "name": s.name, "bot": s.bot, "away": s.away, "resigned": s.resigned} for s in self.seats]
        state: Json = {
            "table": self.id,
            "number": self.counts.get(viewer, 0),
            "seat": viewer,
            "status": self.status,
            "game": self.game.name,
            "options": self.options,
            "public": self.public,
            "seats": seats,
            "clock": self.clocks.show(),
            "rematch": self.rematch,
            "lines": self.lines.get(viewer, 0),
            "firm": self.lines.get(viewer, 0) - sum(_reaches(line, viewer) for line in self.log.tail(self._settled()[1])),
            "log": self._lines_since(viewer, since),
        }
        if position is not None:
            state["step"] = position.step
            state["actors"] = list(position.actors()) if self.status == "playing" else []
            state["view"] = position.view(viewer)
            state["result"] = self.result()
            if viewer is not None and self.status == "playing":
                offered = () if self.seats[viewer].played_by_bot else position.actions(viewer)
                state["actions"] = [str(action) for action in offered]
                state["undo"] = self.can_undo(viewer)
        return state

    def _settled(self) -> tuple[int, int]:
        """How many moves, and lines of the log, cannot change any more: all before the first move that may be taken back."""
        loose = 0
        if self.step is not None and self.status == "playing":
            loose = len(self.step.moves)
            if self.step.asked is not None:
                loose += 1 + len(self.step.asked.before.moves)
        first = len(self.moves) - loose
        return first, self.moves.tail(first)[0][4] if loose else len(self.log)

    def _lines_since(self, viewer: Viewer, since: int) -> list[Json]:
        """The lines that a viewer reads, from number `since` on; found from the end, as mostly a few are wanted of many."""
        wanted = max(self.lines.get(viewer, 0) - since, 0)
        shown = (line for kept in reversed(self.log) if (line := self.shown(kept, viewer)) is not None)
        return list(islice(shown, wanted))[::-1]

    def result(self) -> Json | None:
        """How it ended, and which seats a bot had to finish."""
        if self.status != "over":
            return None
        outcome = self.outcome()
        finished_by_bot = [n for n, seat in enumerate(self.seats) if seat.kind == "person" and seat.bot is not None]
        result: Json = {"by_bots": finished_by_bot, "resigned": [n for n, seat in enumerate(self.seats) if seat.resigned]}
        if self.ended is not None:
            return {**result, "how": self.ended, "winners": [n for n, seat in enumerate(self.seats) if not seat.resigned]}
        if outcome is None:
            return result
        stayed = [not seat.resigned for seat in self.seats]  # who gave up comes after all others, whatever a bot made of it
        return {**result, **replace(outcome, ranks=ranks(stayed, [-rank for rank in outcome.ranks])).dump()}

    def card(self) -> Json:
        """What a lobby shows of the table."""
        return {
            "game": self.game.name,
            "status": self.status,
            "public": self.public,
            "created": self.created,
            "owner": self.owner,
            "holders": sorted(
                {self.owner, *(holder for seat in self.seats for holder in seat.holders), *([EVERYBODY] if self.public else [])}
            ),
            "held": [sorted(seat.holders) for seat in self.seats],
            "seats": [{"kind": s.kind, "name": s.name, "bot": s.bot} for s in self.seats],
            "actors": list(self.position.actors()) if self.position is not None and self.status == "playing" else [],
            "result": self.result(),
        }

    def record(self, viewer: Viewer) -> str:
        """The record for download: all of it when the game is over, before that what the viewer was told."""
        names = {f"Seat{n}": seat.name or (BOT + seat.bot if seat.bot else f"seat {n}") for n, seat in enumerate(self.seats)}
        if self.status == "over":
            return Record(self.game, len(self.seats), self.options, self.all_moves(), headers=names).text()
        head = Record(self.game, len(self.seats), self.options, headers=names).text()
        told = [f"{'*' if e.seat == CHANCE else e.seat}: {e.values['action']}\n" for e in self.heard(viewer) if "action" in e.values]
        return head + "".join(told)


def _reaches(line: Json, viewer: Viewer) -> bool:
    """Whether a viewer reads of it at all."""
    return "only" not in line or viewer in line["only"]


def _hash(command: str) -> int:
    return int.from_bytes(blake2b(command.encode(), digest_size=8).digest(), "big")


def _seat(entry: Entry) -> int:
    assert entry.seat is not None
    return entry.seat


def rebuilt(id: str, entries: list[Entry], snapshot: tuple[int, Mapping[str, Any]] | None = None) -> Table:
    """A table from its log, going on from a snapshot if there is one."""
    table = Table(id)
    if snapshot is not None:
        table.resume_from((snapshot[0], dict(snapshot[1])))
    for entry in entries:
        table.apply(entry)
    return table
