"""Stepping through a game that was played."""

from __future__ import annotations

from dataclasses import dataclass

from texcoco.game import CHANCE, Event, Position, events_for
from texcoco.record import Record
from texcoco.terminal.console import Console
from texcoco.terminal.messages import Messages


@dataclass(frozen=True)
class Frame:
    """A line of a record, what happened in it, and the position after it."""

    line: str
    events: list[Event]
    position: Position


def frames(record: Record) -> list[Frame]:
    """The start, and then a frame for each line of the record."""
    found = [Frame("", [], record.opening())]
    played = record.positions()
    for moves in record.lines():
        events: list[Event] = []
        position = found[-1].position
        for _ in moves:
            position, _, more = next(played)
            events += more
        who = "*" if moves[0].seat == CHANCE else str(moves[0].seat)
        found.append(Frame(f"{who}: {'; '.join(str(move.action) for move in moves)}", events, position.copy()))
    return found


class Replay:
    """Shows the frames of a record to a person, or to a file."""

    def __init__(self, record: Record, console: Console, lang: str, seat: int | None = None):
        self.record = record
        self.console = console
        self.seat = seat
        self.messages = Messages(record.game, lang, console.paint)
        self.frames = frames(record)

    def show_all(self, to: int | None = None) -> None:
        """Every line with what happened in it, up to line `to`, and the board at its end."""
        last = len(self.frames) - 1 if to is None else self._within(to)
        for number in range(1, last + 1):
            self._tell(number)
        self._board(last)
        self._tell_end(last)

    def browse(self, at: int = 0) -> None:
        """Step by step, as the person wishes."""
        say = self.messages.say
        at = self._within(at)
        self._frame(at)
        self.console.print(say("replay.help"))
        while True:
            try:
                word, _, rest = self.console.ask(f"{at}/{len(self.frames) - 1}> ").partition(" ")
            except (EOFError, KeyboardInterrupt):
                self.console.print()
                return
            if word in ("", "n"):
                at += 1
            elif word == "b":
                at -= 1
            elif word == "e":
                at = len(self.frames) - 1
            elif word == "g" and rest.strip().isdecimal():
                at = int(rest)
            elif word.isdecimal():
                at = int(word)
            elif word == "q":
                return
            else:
                self.console.print(say("replay.help"))
                continue
            at = self._within(at)
            self._frame(at)

    def _within(self, at: int) -> int:
        return max(0, min(at, len(self.frames) - 1))

    def _frame(self, at: int) -> None:
        self._board(at)
        if at:
            self._tell(at)
        self._tell_end(at)

    def _tell(self, at: int) -> None:
        frame = self.frames[at]
        self.console.print(f"{at:4}  {self.console.paint(frame.line, bold=True)}")
        for event in events_for(self.seat, frame.events):
            self.console.print(f"      {self.messages.event(event)}")

    def _board(self, at: int) -> None:
        self.console.print(["", self.frames[at].position.text(self.seat, self.console.paint, self.messages.lang), ""])

    def _tell_end(self, at: int) -> None:
        outcome = self.frames[at].position.outcome()
        if outcome is not None:
            names = self.record.headers.get("Players", "").split(",")
            self.console.print(
                self.messages.outcome(outcome, names if len(names) == self.record.seats else [""] * self.record.seats)
            )
