"""A whole game: every turn judged, how exact each player was, where the game turned, and what luck did."""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from functools import cache
from math import floor
from typing import Any

import msgspec

from texcoco.analysis.marks import INACCURACY, MARKS, THRESHOLDS, accuracy
from texcoco.analysis.turns import SEED, PlayedTurn, TurnReport, report_on, turns_of
from texcoco.analysis.verdict import USUAL
from texcoco.game import CHANCE, Json
from texcoco.record import Record

NOTABLE = dict(THRESHOLDS)[INACCURACY]
"""Losses and luck below this turn no game."""
MOST_LOSSES, MOST_LUCK = 3, 2
"""How many turning points of each sort are told."""
Report = Callable[[int, int], None]
"""Is told how many turns are judged, of how many."""


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """Where a game turned: a sentence of the catalogue, `turning.KEY`, and the values that fill it."""

    number: int
    """The line of the record."""
    key: str
    values: dict[str, Any] = field(default_factory=dict[str, Any])


@dataclass(frozen=True, slots=True)
class GameReport:
    """What is to be said of a whole game."""

    game: str
    seats: int
    over: bool
    accuracy: tuple[float | None, ...]
    """How exact each player was, from 0 to 100; None of one who had nothing to choose."""
    marks: tuple[dict[str, int], ...]
    """For each seat, how many turns got each mark."""
    luck: tuple[float, ...]
    """For each seat, what luck added to its chances in all."""
    turning_points: tuple[TurningPoint, ...]
    """In the order of the game."""

    def dump(self) -> Json:
        """As plain JSON."""
        return msgspec.to_builtins(self)


def analyse(
    record: Record, depth: str = USUAL, report: Report | None = None, jobs: int = 1, seed: int = SEED
) -> Iterator[TurnReport]:
    """Judges the turns of a record one after the other. With several `jobs`, as many processes judge turns at once; the
    reports are the same and in the same order. Raises `BadRecord` and `NoAnalysis`."""
    turns = list(turns_of(record))
    for done, judged in enumerate(_judged(record, turns, depth, jobs, seed), 1):
        if report is not None:
            report(done, len(turns))
        yield judged


def _judged(record: Record, turns: Sequence[PlayedTurn], depth: str, jobs: int, seed: int) -> Iterator[TurnReport]:
    if jobs == 1:
        for turn in turns:
            yield report_on(turn, depth, seed)
        return
    text, numbers = record.text(), range(len(turns))
    with ProcessPoolExecutor(jobs, mp_context=multiprocessing.get_context("spawn")) as pool:
        try:
            yield from pool.map(_judge_line, [text] * len(turns), numbers, [depth] * len(turns), [seed] * len(turns))
        finally:
            pool.shutdown(cancel_futures=True)


@cache
def _turns_of_text(text: str) -> list[PlayedTurn]:
    """A process plays a record once, not for each turn that it judges."""
    return list(turns_of(Record.parse(text)))


def _judge_line(text: str, number: int, depth: str, seed: int) -> TurnReport:
    return report_on(_turns_of_text(text)[number], depth, seed)


def summarise(record: Record, reports: Sequence[TurnReport]) -> GameReport:
    """What is to be said of the whole game, from the reports on its turns."""
    seats = range(record.seats)
    judged = [[r for r in reports if r.seat == seat and r.mark] for seat in seats]
    return GameReport(
        record.game.name,
        record.seats,
        record.replay().outcome() is not None,
        tuple(accuracy([r.loss for r in own]) for own in judged),
        tuple({name: sum(r.mark == name for r in own) for name in MARKS} for own in judged),
        tuple(round(sum(r.luck[seat] for r in reports), 4) for seat in seats),
        tuple(_turning_points(reports)),
    )


def _turning_points(reports: Sequence[TurnReport]) -> list[TurningPoint]:
    found = [_lost(r) for r in sorted(reports, key=lambda r: -r.loss)[:MOST_LOSSES] if r.loss >= NOTABLE]
    lucky = sorted(reports, key=lambda r: -max(map(abs, r.luck)))[:MOST_LUCK]
    found += [_luck(r) for r in lucky if max(map(abs, r.luck)) >= NOTABLE]
    found += _lead_for_good(reports)
    return sorted(found, key=lambda point: point.number)


def _lost(r: TurnReport) -> TurningPoint:
    values = {
        "seat": r.seat, "mark": r.mark, "lost": percent(r.loss), "kept": percent(r.expected[r.seat]),
        "best": "; ".join(r.best),
    }  # fmt: skip
    return TurningPoint(r.number, "lost", values)


def _luck(r: TurnReport) -> TurningPoint:
    seat = max(range(len(r.luck)), key=lambda s: abs(r.luck[s]))
    gain = r.luck[seat]
    who = "chance" if r.seat == CHANCE else "turn"
    values = {"seat": seat, "points": percent(abs(gain)), "how": "gave" if gain > 0 else "took", "who": who}
    return TurningPoint(r.number, "luck", values)


def _lead_for_good(reports: Sequence[TurnReport]) -> list[TurningPoint]:
    """From when on the seat with the best chances at the end had the best chances all the time."""
    if not reports:
        return []
    last = reports[-1].open_after
    leader = max(range(len(last)), key=last.__getitem__)
    if last.count(last[leader]) > 1:
        return []
    since = reports[0]
    for r in reversed(reports):
        if r.open_before[leader] < max(r.open_before):
            since = r
            break
    return [TurningPoint(since.number, "lead", {"seat": leader, "chance": percent(since.open_after[leader])})]


def percent(chance: float) -> int:
    """In whole points, halves rounded up: as the page rounds, so that both say the same number."""
    return floor(100 * chance + 0.5)
