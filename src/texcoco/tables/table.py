"""A table: what people and bots sit at. It is what its log says, entry by entry, and nothing else.

`apply` takes an entry in, whoever wrote it; `commands.py` decides what entries a command leads to; `state` is the one function
that says what a seat or a spectator is shown.
"""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy
from dataclasses import dataclass, field, replace
from typing import Any

from texcoco.game import CHANCE, Action, Event, Game, Json, Outcome, Position
from texcoco.games import find
from texcoco.record import Move, Record
from texcoco.store import Entry
from texcoco.tables.clock import Clocks, Tempo
from texcoco.tables.entries import unpack

Viewer = int | None
"""A seat, or None: a spectator."""

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


@dataclass(frozen=True, slots=True)
class Item:
    """A line of the log: an event of the game or something said at the table; `undone` when it was taken back."""

    event: Event | None = None
    note: Json | None = None
    undone: bool = False

    def visible_to(self, viewer: Viewer) -> bool:
        """Whether a viewer hears of it at all, perhaps not of all of it."""
        return self.event is None or self.event.only is None or viewer in self.event.only


@dataclass(slots=True)
class Step:
    """The current step from its start, so that what was done in it can be taken back."""

    start: Position
    moves: list[tuple[int, Action]] = field(default_factory=list[tuple[int, Action]])


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
        self.moves: list[Move] = []
        self.begins: list[int] = []
        """Where in the log each move begins."""
        self.log: list[Item] = []
        self.clocks = Clocks.of(Tempo(), 0)
        self.reconsidering: set[int] = set()
        """Seats that want their sealed choice back; it stands until they have made another (A46)."""
        self.done: dict[str, int] = {}
        """The commands that were carried out, by their ids, and the version each led to."""
        self.rematch: str | None = None
        self.ended: str | None = None
        """How it ended if not by the rules: `resigned`."""
        self.counts: dict[Viewer, int] = {}
        """How many messages each viewer's stream has had."""
        self.edits: dict[Viewer, list[tuple[int, int]]] = {}
        """For each viewer, which of its messages changed lines that it had already, and from which line on."""
        self._snapshot: tuple[int, Json] | None = None

    def fork(self) -> Table:
        """An independent table that is equal in every respect, to see what an entry would lead to."""
        new = copy(self)
        new.seats = [replace(seat) for seat in self.seats]
        new.clocks = replace(self.clocks, left=list(self.clocks.left), since=dict(self.clocks.since))
        new.moves, new.begins, new.log = list(self.moves), list(self.begins), list(self.log)
        new.reconsidering, new.done, new.counts = set(self.reconsidering), dict(self.done), dict(self.counts)
        new.edits = {viewer: list(edits) for viewer, edits in self.edits.items()}
        if self.position is not None and self.step is not None:
            new.position, new.step = self.position.copy(), Step(self.step.start, list(self.step.moves))
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
        edited = self._edited(entry)
        getattr(self, f"_{entry.kind}")(entry)
        if self._snapshot is not None and entry.version == self._snapshot[0]:
            self._restore(self._snapshot[1])
        elif not self._behind(entry):
            self._run_clocks(entry.at)
        if self.position is not None and self.position.outcome() is not None:
            self.status = "over"
        command = entry.payload.get("command")
        if command is not None:
            self.done[command] = entry.version
        for viewer in (None, *range(len(self.seats))):
            if self.concerns(entry, viewer):
                self.counts[viewer] = self.counts.get(viewer, 0) + 1
                if edited is not None:
                    line = sum(item.visible_to(viewer) for item in self.log[:edited])
                    self.edits.setdefault(viewer, []).append((self.counts[viewer], line))

    def _edited(self, entry: Entry) -> int | None:
        """Where in the log an entry changes what was there before: what it takes back, or a sealed choice made anew."""
        if entry.kind == "played" and entry.payload.get("private"):
            return self.begins[self._last_move(_seat(entry))]
        return self.begins[-1] if entry.kind == "undone" and not entry.payload.get("private") else None

    def _last_move(self, seat: int) -> int:
        return max(i for i, move in enumerate(self.moves) if move.seat == seat)

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
            self.moves = record.moves
            self.log = [Item(event) for _, _, events in record.positions() for event in events]
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
        at = self._last_move(seat)
        self.moves[at] = replace(self.moves[at], action=action)
        for number, event in enumerate(entry.payload["told"], self.begins[at]):
            self.log[number] = Item(unpack(event))
        if not self._behind(entry):
            assert self.step is not None
            self.step.moves = [(who, action if who == seat else what) for who, what in self.step.moves]
            self._play_step_again()

    def _take_moves(self, entry: Entry) -> None:
        """Takes in what was played, by a seat or by chance, and what was told of it."""
        assert self.position is not None and self.step is not None
        for seat, text, step, sealed in entry.payload["moves"]:
            action = self.game.parse(text)
            self.moves.append(Move(step, seat, action, sealed))
            self.begins.append(len(self.log))
            if not self._behind(entry):
                self.step.moves.append((seat, action))
                self.position.apply(seat, action)
                if self.position.step != step:
                    self.step = Step(self.position.copy())
                    self.reconsidering.clear()
        self.log += [Item(unpack(event)) for event in entry.payload["told"]]

    def snapshot(self) -> Json | None:
        """What is kept beside the log at the start of a step, so that a later release can go on from here."""
        if self.position is None or self.step is None or self.step.moves:
            return None
        since = [[seat, at] for seat, at in sorted(self.clocks.since.items())]
        return {"position": self.position.dump(), "step": self.position.step, "left": self.clocks.left, "since": since}

    def _restore(self, saved: Json) -> None:
        self.position = self.game.load(saved["position"])
        self.position.step = saved["step"]
        self.step = Step(self.position.copy())
        self.reconsidering.clear()
        self.clocks.left, self.clocks.since = list(saved["left"]), dict(saved["since"])

    def _behind(self, entry: Entry) -> bool:
        """Whether the snapshot that the position comes from is at least as late as this entry."""
        return self._snapshot is not None and entry.version <= self._snapshot[0]

    def _undone(self, entry: Entry) -> None:
        if entry.payload.get("private"):
            self.reconsidering.add(_seat(entry))
            return
        self.moves.pop()
        begin = self.begins.pop()
        self.log[begin:] = [item if item.event is None else replace(item, undone=True) for item in self.log[begin:]]
        self._note("undone", entry)
        if not self._behind(entry):
            assert self.step is not None
            self.step.moves.pop()
            self._play_step_again()

    def _play_step_again(self) -> None:
        assert self.step is not None
        self.position = self.step.start.copy()
        for who, what in self.step.moves:
            self.position.apply(who, what)

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
        self.log.append(Item(note={"note": kind, "seat": entry.seat, "at": entry.at, **more}))

    # --- questions ---

    def _run_clocks(self, now: float) -> None:
        """Time runs for the people that the game waits for."""
        if self.status != "playing" or self.position is None or self.position.outcome() is not None:
            self.clocks.stop(now)
            return
        waiting = {seat for seat in self.position.actors() if seat != CHANCE and not self.seats[seat].played_by_bot}
        self.clocks.turn_to(waiting, now, new_step=self.step is not None and not self.step.moves)

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
        position = self.step.start.copy()
        for who, what in self.step.moves:
            if who != seat:
                position.apply(who, what)
        return position

    def can_undo(self, seat: int) -> bool:
        """Whether a seat may take something back: its own last action of this step, or its sealed choice (DESIGN §5)."""
        if self.status != "playing" or self.step is None or self.seats[seat].played_by_bot:
            return False
        if self.sealed(seat):
            return seat not in self.reconsidering
        moves = self.step.moves
        return bool(moves) and moves[-1][0] == seat

    def outcome(self) -> Outcome | None:
        return self.position.outcome() if self.position is not None else None

    def bots_to_move(self) -> tuple[int, ...]:
        if self.status != "playing" or self.position is None:
            return ()
        return tuple(seat for seat in self.position.actors() if seat != CHANCE and self.seats[seat].played_by_bot)

    def heard(self, viewer: Viewer) -> list[Event]:
        """The events of the game that a viewer has heard, without those that were taken back."""
        return [told for item in self.log if item.event is not None and not item.undone and (told := item.event.to(viewer)) is not None]

    # --- what is shown ---

    def shown(self, item: Item, viewer: Viewer) -> Json | None:
        """A line of the log as a viewer may read it."""
        if item.event is None:
            return item.note
        told = item.event.to(viewer)
        return None if told is None else {"event": told.dump(), **({"undone": True} if item.undone else {})}

    def kept(self, viewer: Viewer, number: int, lines: int) -> int:
        """How many lines of the log a viewer need not be sent again who has had message `number` of its stream, and `lines` lines."""
        if not 0 <= number <= self.counts.get(viewer, 0):
            return 0  # it knows something that never was: another server's, before a backup was restored
        return min([max(lines, 0), *(line for edit, line in self.edits.get(viewer, []) if edit > number)])

    def state(self, viewer: Viewer, since: int = 0) -> Json:
        """All that a seat or a spectator is shown: on arrival, after every change, and when it comes back.

        `since` spares the lines of the log that the client has already (see `kept`).
        """
        visible = [item for item in self.log if item.visible_to(viewer)]
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
            "lines": len(visible),
            "log": [self.shown(item, viewer) for item in visible[since:]],
        }
        if position is not None:
            state["step"] = position.step
            state["actors"] = list(position.actors()) if self.status == "playing" else []
            state["view"] = position.view(viewer)
            state["result"] = self.result()
            if viewer is not None and self.status == "playing":
                state["actions"] = [str(action) for action in position.actions(viewer)]
                state["undo"] = self.can_undo(viewer)
        return state

    def result(self) -> Json | None:
        """How it ended, and which seats a bot had to finish."""
        if self.status != "over":
            return None
        outcome = self.outcome()
        finished_by_bot = [n for n, seat in enumerate(self.seats) if seat.kind == "person" and seat.bot is not None]
        result: Json = {"by_bots": finished_by_bot, "resigned": [n for n, seat in enumerate(self.seats) if seat.resigned]}
        if self.ended is not None:
            return {**result, "how": self.ended, "winners": [n for n, seat in enumerate(self.seats) if not seat.resigned]}
        return {**result, **(outcome.dump() if outcome is not None else {})}

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
        names = {f"Seat{n}": seat.name or f"bot {seat.bot}" for n, seat in enumerate(self.seats)}
        if self.status == "over" and self.ended is None:
            return Record(self.game, len(self.seats), self.options, list(self.moves), headers=names).text()
        headers = {"Game": self.game.name, "Rules": str(self.game.rules), "Seats": str(len(self.seats)), **names, "Result": "*"}
        lines = [f"{'*' if e.seat == CHANCE else e.seat}: {e.values['action']}" for e in self.heard(viewer) if "action" in e.values]
        return "\n".join([*(f'[{name} "{value}"]' for name, value in headers.items()), "", *lines]) + "\n"


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
