"""The turns of a record, and the report on one of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from itertools import groupby
from random import Random
from typing import Any

import msgspec

from texcoco.analysis.chances import Chances, chances, check_game
from texcoco.analysis.marks import mark
from texcoco.analysis.verdict import USUAL, Verdict, shifted
from texcoco.game import CHANCE, Action, Event, Json, Position, events_for
from texcoco.record import Record

SEED = 1
DIGITS = 4
"""Chances in reports are rounded to so many digits."""


@dataclass(frozen=True, slots=True)
class PlayedTurn:
    """What one seat, or chance, did in one step: a line of a record."""

    number: int
    """The line of the record, from 1."""
    step: int
    moments: tuple[int, int]
    """At which moment of the timeline it begins and ends. A moment is an action, or all that chance did in a row."""
    seat: int
    actions: tuple[Action, ...]
    before: Position
    """When the step began. What others chose in the same step is not in it, since nobody could know it."""
    after: Position
    """When the step was over."""
    events: tuple[Event, ...]
    """What the seat had been told before."""


@dataclass(frozen=True, slots=True)
class TurnReport:
    """What a turn did to the chances to win, and what would have been better. All chances are by what its seat could
    know at that time, unless they are called open."""

    number: int
    step: int
    moments: tuple[int, int]
    seat: int
    """-1: chance."""
    played: tuple[str, ...]
    before: Chances
    expected: Chances
    """After the choice, before anything hidden turned out."""
    after: Chances
    """When the step was over."""
    open_before: Chances
    """By everything, what no seat could know included."""
    open_after: Chances
    luck: tuple[float, ...]
    """For each seat, what it won or lost by what nobody could choose: chance, and hidden things that turned out."""
    best: tuple[str, ...] = ()
    """What would have been better; empty where nothing was found, or nothing was to be chosen."""
    after_best: Chances = ()
    """As `expected`, had that been played."""
    loss: float = 0.0
    """The chance to win that the seat gave away."""
    mark: str = ""
    """One of `MARKS`; empty where there was nothing to choose."""
    reason: dict[str, str] = field(default_factory=dict[str, str])
    """What speaks for `best`, by language."""

    def dump(self) -> Json:
        """As plain JSON."""
        return msgspec.to_builtins(self)

    @classmethod
    def load(cls, data: Json) -> TurnReport:
        """From JSON that `dump` has become."""
        return msgspec.convert(data, cls)


def turns_of(record: Record) -> Iterator[PlayedTurn]:
    """The turns of a record, in the order of its lines. Raises `BadRecord`."""
    check_game(record.game)
    position = record.opening()
    known: dict[int, list[Event]] = {seat: [] for seat in range(record.seats)}
    played = record.positions()
    moment = number = 0
    by_chance = False
    for step, run in groupby(record.lines(), key=lambda line: line[0].step):
        lines = list(run)
        before, told = position.copy(), {seat: tuple(events) for seat, events in known.items()}
        spans: list[tuple[int, int]] = []
        for line in lines:
            first = moment
            for move in line:
                position, _, events = next(played)
                for seat, log in known.items():
                    log += events_for(seat, events)
                moment += not (by_chance and move.seat == CHANCE)
                by_chance = move.seat == CHANCE
            spans.append((first, moment))
        after = position.copy()
        for line, span in zip(lines, spans, strict=True):
            number += 1
            seat, actions = line[0].seat, tuple(move.action for move in line)
            yield PlayedTurn(number, step, span, seat, actions, before, after, told.get(seat, ()))


def report_on(turn: PlayedTurn, depth: str = USUAL, seed: int = SEED, names: Sequence[str] | None = None) -> TurnReport:
    """The report on a turn of a record. It is the same whenever and wherever it is made."""
    return judge_turn(
        turn.before, turn.seat, turn.actions, after=turn.after, events=turn.events, depth=depth, seed=seed,
        number=turn.number, step=turn.step, moments=turn.moments, names=names,
    )  # fmt: skip


def judge_turn(
    before: Position,
    seat: int,
    actions: Sequence[Action],
    *,
    after: Position | None = None,
    events: Sequence[Event] = (),
    depth: str = USUAL,
    seed: int = SEED,
    number: int = 0,
    step: int | None = None,
    moments: tuple[int, int] = (0, 0),
    names: Sequence[str] | None = None,
) -> TurnReport:
    """The report on what a seat did from a position on.

    `after`: the position when the step was over, if others acted in it too. `events`: what the seat had been told
    before; bots draw conclusions from it. `names`: what the reason calls the seats, those without one by their colour.
    Nothing is changed, and the same question gets the same answer.
    """
    if after is None:
        after = before.copy()
        for action in actions:
            after.apply(seat, action)
    open_before, open_after = chances(before), chances(after)
    verdict = None if seat == CHANCE else _verdict(before, seat, actions, events, depth, seed, names)
    if seat == CHANCE:
        known = expected = open_before
        result = open_after
    else:
        known, result = chances(before, seat), chances(after, seat)
        expected = result if verdict is None or verdict.expected is None else verdict.expected
    # where several choose at once, each has a report of its own
    lucky = range(before.seats) if len(before.actors()) == 1 else (seat,)
    luck = tuple(_rounded(result[s] - expected[s]) if s in lucky else 0.0 for s in range(before.seats))
    common: dict[str, Any] = {
        "number": number, "step": before.step if step is None else step, "moments": moments, "seat": seat,
        "played": tuple(map(str, actions)), "before": _round(known), "expected": _round(expected),
        "after": _round(result), "open_before": _round(open_before), "open_after": _round(open_after), "luck": luck,
    }  # fmt: skip
    if verdict is None:
        return TurnReport(**common, after_best=_round(expected))
    loss = _rounded(max(verdict.gain, 0.0))
    return TurnReport(
        **common,
        best=tuple(map(str, verdict.best)),
        after_best=_round(shifted(expected, seat, loss)),
        loss=loss,
        mark=mark(loss),
        reason=dict(verdict.reason),
    )


def _verdict(
    before: Position,
    seat: int,
    actions: Sequence[Action],
    events: Sequence[Event],
    depth: str,
    seed: int,
    names: Sequence[str] | None,
) -> Verdict | None:
    check_game(before.game)
    judge = import_module(f"texcoco.analysis.{before.game.name}_turns").judge
    return judge(before, seat, actions, events, depth, Random(f"analysis {seed} {before.step}"), names)


def _round(values: Sequence[float]) -> tuple[float, ...]:
    return tuple(map(_rounded, values))


def _rounded(value: float) -> float:
    return round(value, DIGITS) + 0.0  # no negative zero
