"""One game between bots, from a seed: the same bots, deal and seed give the same game on every machine.

Bots that stop at a time limit depend on how fast the machine is; all others play the same moves again.
"""

from __future__ import annotations

import atexit
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from random import Random
from time import perf_counter, process_time
from typing import Any

from texcoco.arena.baselines import make_player
from texcoco.bots import Bot, Clock
from texcoco.bots.program import ProgramBot, ProgramFailed
from texcoco.game import CHANCE, Action, Event, Game, Position
from texcoco.games import find
from texcoco.record import Record

MAX_ACTIONS = 50_000
"""A game with more actions is stopped: no game of ours is nearly as long."""


@dataclass(frozen=True, slots=True)
class Fixture:
    """A game that is to be played."""

    game: str
    options: Mapping[str, Any]
    line_up: int
    """Which of the tournament's line-ups sits at the table."""
    bots: tuple[str, ...]
    """Who sits where."""
    deal: int
    """Games of one deal have the same chance results, with the seats rotated."""
    rotation: int
    seed: int
    seconds: float | None = None
    """How long a decision may take; None: as long as the bot likes."""

    @property
    def key(self) -> tuple[int, int, int]:
        return self.line_up, self.deal, self.rotation


@dataclass(frozen=True, slots=True)
class Result:
    """How a game between bots ended."""

    line_up: int
    deal: int
    rotation: int
    bots: tuple[str, ...]
    ranks: tuple[int, ...]
    scores: tuple[int, ...]
    how: str
    """How the game ended: a key of the game's words, or `failed`."""
    first: int | None
    """The seat that went first, where the game has such a seat."""
    actions: int
    turns: tuple[tuple[float, ...], ...]
    """For each seat, the seconds of processor time that it took for each of its turns (of a program: seconds)."""
    error: str = ""
    """Why a bot failed; its seat comes last and all others share the first place."""

    @property
    def key(self) -> tuple[int, int, int]:
        return self.line_up, self.deal, self.rotation

    def share(self, seat: int) -> float:
        """What a seat has of the victory: 1 when it wins alone, 1/n when n share it."""
        winners = self.ranks.count(1)
        return 1 / winners if self.ranks[seat] == 1 else 0.0


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A game that was played, and its record."""

    result: Result
    record: str


class IllegalChoice(Exception):
    """A bot chose what is not among its legal actions."""


def play(fixture: Fixture) -> PlayedGame:
    """Plays a game. A bot that fails, or chooses what is not legal, loses it."""
    game = find(fixture.game)
    headers = {f"Seat{seat}": name for seat, name in enumerate(fixture.bots)}
    record, position = Record.begin(game, len(fixture.bots), fixture.options, **headers, Deal=str(fixture.deal))
    match = _Match(fixture, game, record, position)
    try:
        match.run()
    except _Failed as failed:
        ranks = tuple(2 if seat == failed.seat else 1 for seat in range(position.seats))
        result = match.result(ranks, (0,) * position.seats, "failed", f"{fixture.bots[failed.seat]}: {failed}")
        return PlayedGame(result, record.text())
    outcome = position.outcome()
    assert outcome is not None
    return PlayedGame(match.result(outcome.ranks, outcome.scores, outcome.how), record.text())


class _Failed(Exception):
    """The bot of a seat cannot go on."""

    def __init__(self, seat: int, why: Exception):
        super().__init__(f"{type(why).__name__}: {why}")
        self.seat = seat


class _Match:
    """A game as it is played."""

    def __init__(self, fixture: Fixture, game: Game, record: Record, position: Position):
        self.fixture, self.record, self.position = fixture, record, position
        self.players = [_bot(name, game.name, seat) for seat, name in enumerate(fixture.bots)]
        # Chance has its own generator, so that the games of a deal are dealt alike whoever plays.
        self.chance = Random(f"{fixture.seed} {fixture.deal} chance")
        self.randoms = [
            Random(f"{fixture.seed} {fixture.deal} {fixture.rotation} {seat}") for seat in range(position.seats)
        ]
        self.events: list[list[Event]] = [[] for _ in range(position.seats)]
        self.turns: list[list[float]] = [[] for _ in range(position.seats)]
        self.first: int | None = None
        self._last: tuple[int, int] | None = None

    def run(self) -> None:
        while actors := self.position.actors():
            seat = actors[0]
            action = self.position.draw(self.chance) if seat == CHANCE else self._decision(seat)
            for event in self.record.play(self.position, seat, action):
                for viewer, log in enumerate(self.events):
                    if (shown := event.to(viewer)) is not None:
                        log.append(shown)
            if len(self.record.moves) > MAX_ACTIONS:
                raise _Failed(seat, RuntimeError(f"the game has not ended after {MAX_ACTIONS} actions"))

    def _decision(self, seat: int) -> Action:
        position = self.position
        actions, view = position.actions(seat), position.view(seat)
        bot, clock = self.players[seat], Clock(self.fixture.seconds)
        # what the processor did for the bot: a busy machine makes it no slower. Programs work in processes of their own
        now = perf_counter if isinstance(bot, ProgramBot) else process_time
        began = now()
        try:
            action = bot.decide(seat, view, self.events[seat], actions, clock, self.randoms[seat])
            if action not in actions:
                raise IllegalChoice(f"{action} is not legal")
        except (ProgramFailed, IllegalChoice) as why:
            raise _Failed(seat, why) from None
        self._count(seat, now() - began)
        self.first = view.get("first", self.first)
        return action

    def _count(self, seat: int, seconds: float) -> None:
        """Decisions that a seat makes one after the other belong to one turn."""
        this = seat, self.position.step
        if self._last == this:
            self.turns[seat][-1] += seconds
        else:
            self.turns[seat].append(seconds)
        self._last = this

    def result(self, ranks: Sequence[int], scores: Sequence[int], how: str, error: str = "") -> Result:
        turns = tuple(tuple(round(seconds, 5) for seconds in seat) for seat in self.turns)
        return Result(
            *self.fixture.key, self.fixture.bots, tuple(ranks), tuple(scores), how, self.first, len(self.record.moves),
            turns, error,
        )  # fmt: skip


@cache
def _bot(name: str, game: str, seat: int) -> Bot:
    """The bot of a seat, kept for the next game: programs take time to start."""
    bot = make_player(name, find(game))
    atexit.register(bot.close)
    return bot
