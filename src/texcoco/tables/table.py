"""A table, at one version of its log: who sits there, the game, and what has happened.

`fold.py` makes a table from its log, entry by entry; `commands.py` decides what entries a command leads to;
`states.py` says what a seat or a spectator is shown, `cards.py` what the lobby is, and `history.py` looks back at the
game.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from texcoco.game import CHANCE, Game, Json, Outcome, Position
from texcoco.record import Move
from texcoco.tables.clock import Clocks, Tempo
from texcoco.tables.compressed_list import CompressedList
from texcoco.tables.history import Viewer
from texcoco.tables.quota import Used
from texcoco.tables.receipts import Receipts
from texcoco.tables.step import Step
from texcoco.undo import reveals


@dataclass(frozen=True, slots=True)
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
    """The secret of its link: of the invitation while it is free, else for further devices of who holds it. Empty: it
    has none."""
    away: bool = False
    resigned: bool = False

    @property
    def played_by_bot(self) -> bool:
        return self.bot is not None


class Table:
    """One table, at one version of its log.

    Seats, positions and steps are replaced, never changed: forks share them.
    """

    def __init__(self, id: str):
        self.id = id
        self.version: int = 0
        self.status = "none"
        """none (not yet created), open, playing, over."""
        self.game: Game
        self.options: Json = {}
        self.start: Json | None = None
        """The position that the game starts from, as `dump` gives it, secrets and all; None: the game's opening."""
        self.public = self.study = False
        self.hints = True
        """Whether who sits here may ask a bot for advice."""
        self.owner = ""
        self.created = self.updated = 0.0
        self.seats: list[Seat] = []
        self.removed: frozenset[str] = frozenset()
        """Browsers that the opener has removed: without a new invitation they do not sit down again."""
        self.position: Position | None = None
        self.step: Step | None = None
        self.moves: CompressedList[list[Any]] = CompressedList()
        """Seat, notation, step, whether it was sealed, and where in the log it begins."""
        self.moments = 0
        """How many moments its moves are, see `moments.py`."""
        self.moved: dict[int, int] = {}
        """How many moves each seat has made."""
        self.log: CompressedList[Json] = CompressedList()
        """Events of the game, as `pack` gives them, and notes of what else happened; `undone` is set when it was
        taken back."""
        self.clocks = Clocks.from_tempo(Tempo(), 0)
        self.reconsidering: set[int] = set()
        """Seats that reconsider their sealed choice, which counts until they have made another (A46)."""
        self.done = Receipts()
        """The commands that were carried out."""
        self.outage = 0.0
        """When the last outage ended with which its clocks were credited."""
        self.used: Mapping[int, Used] = {}
        """What each seat has added to the log beyond playing."""
        self.rematch: str | None = None
        self.rematches = 0
        """How often another game was opened."""
        self.ended: str | None = None
        """How it ended if not by the rules: `resigned`."""
        self.counts: dict[Viewer, int] = {}
        """How many messages each viewer's stream has had."""
        self.lines: dict[Viewer, int] = {}
        """How many lines of the log each viewer reads."""
        self.lines_before: list[dict[Viewer, int]] = []
        """How many of them are before each chunk of the log: a page is found without decompressing the rest."""

    def fork(self) -> Table:
        """An independent table that is equal in every respect, to see what an entry would lead to."""
        new = object.__new__(Table)
        new.__dict__.update(self.__dict__)
        new.seats = list(self.seats)
        new.clocks = self.clocks.copy()
        new.moves, new.log = self.moves.copy(), self.log.copy()
        new.reconsidering, new.done = set(self.reconsidering), self.done.copy()
        new.counts, new.lines, new.moved = dict(self.counts), dict(self.lines), dict(self.moved)
        new.lines_before = list(self.lines_before)
        return new

    def opening(self) -> Position:
        """The position that the game starts from."""
        if self.start is None:
            return self.game.opening(len(self.seats), self.options)
        return self.game.load(self.start)

    def move_on(self, position: Position, step: Step) -> None:
        """The game is in another position now."""
        self.position, self.step = position, step

    @property
    def viewers(self) -> tuple[Viewer, ...]:
        """Every seat, and None: spectators."""
        return (None, *range(len(self.seats)))

    def held_by(self, holder: str) -> tuple[int, ...]:
        """The seats that a browser holds."""
        return tuple(number for number, seat in enumerate(self.seats) if holder in seat.holders)

    def sealed(self, seat: int) -> bool:
        """Whether a seat has made its choice in a step in which others still choose."""
        if self.step is None or self.position is None or len(self.step.start.actors()) < 2:
            return False
        return seat not in self.position.actors() and any(who == seat for who, _ in self.step.moves)

    def position_for(self, seat: int) -> Position:
        """The position as a seat sees it: while it reconsiders its sealed choice, without that."""
        assert self.position is not None
        return self.without_choice(seat) if seat in self.reconsidering else self.position

    def without_choice(self, seat: int) -> Position:
        """The position without the choice that a seat has sealed in this step."""
        assert self.step is not None
        return self.step.without(seat).position()

    def can_undo(self, seat: int) -> bool:
        """Whether a seat may undo its sealed choice, what its last command of this step played, or its question.

        Never chance, another's action, the end of a turn, or what has shown something hidden (DESIGN §5): each of
        these begins a step. So does a question, which is the one thing that is taken back across the beginning of a
        step.
        """
        if self.status != "playing" or self.step is None or self.seats[seat].played_by_bot:
            return False
        if self.sealed(seat):
            return seat not in self.reconsidering
        if self.step.commands:
            return all(who == seat for who, _ in self.step.commands[-1])
        asked = self.step.asked
        return asked is not None and asked.seat == seat and not reveals(asked.position(), seat, asked.actions[-1])

    def unsettled(self) -> tuple[int, int]:
        """The numbers of the first move, and of the first line of the log, that may still be taken back."""
        loose = 0
        if self.step is not None and self.status == "playing":
            loose = sum(map(len, self.step.commands))
            if self.step.asked is not None:
                loose += len(self.step.asked.actions) + len(self.step.asked.before.moves)
        first = len(self.moves) - loose
        return first, self.moves.row(first)[4] if loose else len(self.log)

    @property
    def settled_moments(self) -> int:
        """How many of its moments, at least, cannot change any more."""
        return self.moments - (len(self.moves) - self.unsettled()[0])

    def all_moves(self) -> list[Move]:
        return [Move(step, seat, self.game.parse(text), sealed) for seat, text, step, sealed, _ in self.moves]

    def outcome(self) -> Outcome | None:
        return self.position.outcome() if self.position is not None else None

    def bots_to_move(self) -> tuple[int, ...]:
        if self.status != "playing" or self.position is None:
            return ()
        return tuple(seat for seat in self.position.actors() if seat != CHANCE and self.seats[seat].played_by_bot)
