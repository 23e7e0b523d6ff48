"""Judging the turns of a game that is over, a few at a time. Worker processes do it (`worker.py`) for `analyses.py`."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from typing import Any

from texcoco.analysis import PlayedTurn, TurnReport, judge_turn, report_on, summarise, turns_of
from texcoco.game import CHANCE, Action, Game, Illegal, Json, Position, Refusal, Unreadable
from texcoco.record import BadRecord, Move, Record
from texcoco.tables.history import History, OtherRules
from texcoco.tables.requests import Refused

KEPT = (
    "moments", "seat", "played", "before", "after", "open_before", "open_after", "luck", "best", "after_best", "loss",
    "mark", "reason",
)  # fmt: skip
"""The fields of a report that are kept with a table; where there was nothing to choose, fewer of them have something to
say."""


def count_turns(history: History) -> int:
    """How many turns there are to judge."""
    return len(_record(history).lines())


def judge(key: str, history: History, numbers: Sequence[int], seconds: float) -> list[list[Any]]:
    """Reports on turns, by their numbers from 0 on, each with its number: of those that can be judged in that time, but
    of one at least. Raises `OtherRules`."""
    ends = time.monotonic() + seconds
    judged: list[list[Any]] = []
    spans = _sealed_spans(history)
    for number in numbers:
        turn = _turn(key, history, number)
        report = _kept(report_on(turn, names=history.names()).dump())
        report["moments"] = spans.get((turn.step, turn.seat), list(turn.moments))
        judged.append([number, report])
        if time.monotonic() >= ends:
            break
    return judged


def summary(history: History, reports: Sequence[Json]) -> Json:
    """What is to be said of the whole game, from the reports on all of its turns."""
    loaded = [_loaded(number, report) for number, report in enumerate(reports, 1)]
    whole = summarise(_record(history), loaded).dump()
    points = [
        {"turn": point["number"] - 1, "key": point["key"], "values": point["values"]}
        for point in whole["turning_points"]
    ]
    return {"accuracy": whole["accuracy"], "marks": whole["marks"], "luck": whole["luck"], "turning_points": points}


def judge_try(key: str, history: History, number: int, texts: Sequence[str]) -> Json:
    """The report on other actions in the place of those of a turn. Raises `Refused` or `OtherRules`."""
    turn = _turn(key, history, number)
    if turn.seat == CHANCE:
        raise Refused("no-such-turn", "nobody chose anything there")
    actions, after = played_from(turn.before, turn.seat, texts)
    report = judge_turn(
        turn.before, turn.seat, actions, after=after, events=turn.events, moments=turn.moments, names=history.names()
    )
    return _kept(report.dump())


def played_from(before: Position, seat: int, texts: Sequence[str]) -> tuple[list[Action], Position]:
    """Actions that a seat tries within a step, and where they lead. Raises `Refused`."""
    position = before.copy()
    actions: list[Action] = []
    for index, text in enumerate(texts):
        if not is_to_act(before, position, seat):
            raise Refused("step-over", f"the turn is over before action {index + 1}", index=index)
        try:
            action = position.game.parse(text)
            position.play(seat, action)
        except (Unreadable, Illegal) as bad:
            raise forbidden(position.game, bad.refusal) from None
        actions.append(action)
    return actions, position


def is_to_act(before: Position, now: Position, seat: int) -> bool:
    """Whether a seat still has to act in the step in which it began."""
    return now.step == before.step and seat in now.actors()


def forbidden(game: Game, why: Refusal) -> Refused:
    """What the rules say, as a refusal."""
    return Refused("refused", game.say("en", why.key, why.values), rule=why.rule, key=why.key, values=dict(why.values))


def _loaded(number: int, report: Json) -> TurnReport:
    """A report that was kept. What was left out of it is of no use to a summary, or follows from the rest."""
    expected = [after - luck for after, luck in zip(report["after"], report["luck"], strict=True)]
    return TurnReport.load({**report, "number": number, "step": 0, "expected": expected})


def _kept(report: Json) -> Json:
    """A report without what says nothing."""
    kept = {name: report[name] for name in KEPT}
    if not report["best"]:
        del kept["best"], kept["after_best"], kept["reason"]
    if not any(report["luck"]):
        kept["luck"] = [0] * len(report["luck"])
    return kept


# --- the turns of a game ---


class _Reading:
    """The turns of one game, read one after the other: workers are mostly asked for the next ones of the same game."""

    def __init__(self, key: str, history: History):
        self.key = key
        self.next = 0
        self._turns: Iterator[PlayedTurn] = turns_of(_record(history))

    def turn(self, number: int) -> PlayedTurn:
        while True:
            turn = next(self._turns)
            self.next += 1
            if self.next > number:
                return turn


_reading: _Reading | None = None


def _turn(key: str, history: History, number: int) -> PlayedTurn:
    """A turn of the game that `key` stands for. Raises `OtherRules`, or `Refused` if there is none."""
    global _reading
    if _reading is None or _reading.key != key or _reading.next > number:
        _reading = _Reading(key, history)
    try:
        return _reading.turn(number)
    except StopIteration:
        raise Refused("no-such-turn", "the game has fewer turns") from None
    except BadRecord:
        raise OtherRules from None


def _record(history: History) -> Record:
    try:
        moves = [Move(step, seat, history.game.parse(text), sealed) for seat, text, step, sealed, _ in history.moves]
    except Unreadable:
        raise OtherRules from None
    return Record(history.game, history.seats, history.options, moves, start=history.start)


def _sealed_spans(history: History) -> dict[tuple[int, int], list[int]]:
    """At which moments choices were made in steps in which several chose. The timeline has them as they came, records
    in the order of seats. (The last one of them is not sealed: nobody else still chose.)"""
    groups = history.groups()
    together = {row[2] for group in groups for row in group if row[3]}
    spans: dict[tuple[int, int], list[int]] = {}
    for number, group in enumerate(groups, 1):
        seat, _, step, _, _ = group[0]
        if step in together:
            spans.setdefault((step, seat), [number - 1, number])[1] = number
    return spans
