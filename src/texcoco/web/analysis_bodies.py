"""Bodies of responses over HTTP that judge turns: analyses of games, and puzzles."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from texcoco.web.state import Costs, Event, Plans

Chances = Annotated[list[float], Meta(description="For each seat the probability to win.")]


class TurnReport(Struct):
    """What a turn did to the chances to win, by what its seat could know then, and what would have been better."""

    turn: Annotated[int, Meta(description="Its number; turns count from 0.")]
    moments: Annotated[list[int], Meta(description="The moment before the turn, and the last one of it.")]
    seat: Annotated[int, Meta(description="Who played; -1: chance.")]
    played: list[str]
    before: Chances
    after: Chances
    open_before: Annotated[list[float], Meta(description="As `before`, by all that nobody could know, too.")]
    open_after: Annotated[list[float], Meta(description="As `after`, by all that nobody could know, too.")]
    luck: Annotated[list[float], Meta(description="For each seat what it won by chance, and by what turned out.")]
    loss: Annotated[float, Meta(description="The chance to win that the seat gave away.")]
    mark: Annotated[
        Literal["", "good", "inaccuracy", "mistake", "blunder"],
        Meta(description="Empty where there was nothing to choose."),
    ]
    best: Annotated[list[str], Meta(description="What would have been better.")] | UnsetType = UNSET
    after_best: Annotated[list[float], Meta(description="The chances after that.")] | UnsetType = UNSET
    reason: Annotated[str, Meta(description="What speaks for it, in the language asked for.")] | UnsetType = UNSET


class Marks(Struct):
    """How many turns of a seat got each mark."""

    good: int
    inaccuracy: int
    mistake: int
    blunder: int


class TurningPoint(Struct):
    """Where a game turned."""

    turn: Annotated[int, Meta(description="The number of the turn.")]
    key: Annotated[Literal["lost", "luck", "lead"], Meta(description="Which sentence it is.")]
    values: Annotated[dict[str, Any], Meta(description="What fills the sentence.")]


class AnalysisSummary(Struct):
    """What is to be said of the whole game."""

    accuracy: Annotated[
        list[float | None], Meta(description="For each seat from 0 to 100; null: there was nothing to choose.")
    ]
    marks: Annotated[list[Marks], Meta(description="For each seat.")]
    luck: Annotated[list[float], Meta(description="For each seat what luck added to its chances in all.")]
    turning_points: list[TurningPoint]


class Analysis(Struct):
    """What is known by now of a game that is over."""

    total: Annotated[int | None, Meta(description="How many turns there are; null: not counted yet.")]
    done: Annotated[int, Meta(description="How many of them are judged.")]
    turns: Annotated[list[TurnReport], Meta(description="Those that are judged, in the order of the game.")]
    summary: Annotated[AnalysisSummary | None, Meta(description="When all are judged.")]


class PuzzleCard(Struct):
    """A puzzle in a list."""

    id: Annotated[str, Meta(examples=["0b1c2d3e"])]
    seats: int
    level: Annotated[int, Meta(description="The weakest level of bots that finds the solution, from 3 on.")]


class PuzzleList(Struct):
    """The puzzles of a game."""

    puzzles: Annotated[list[PuzzleCard], Meta(description="The easiest first.")]


class DailyPuzzle(Struct):
    """The puzzle of a day."""

    day: date
    game: str
    puzzle: Annotated[str, Meta(description="Its id.")]


class PuzzleState(Struct):
    """What somebody who solves a puzzle sees. Of a turn that is over nothing but that: it can be answered now."""

    seat: Annotated[int, Meta(description="The seat whose turn is to be found.")]
    done: Annotated[bool, Meta(description="Whether the turn is over.")]
    view: Annotated[dict[str, Any], Meta(description="What the seat may know, as in a state.")] | UnsetType = UNSET
    actions: Annotated[list[str], Meta(description="What it may play now.")] | UnsetType = UNSET
    costs: Costs | UnsetType = UNSET
    plans: Plans | UnsetType = UNSET
    events: Annotated[list[Event], Meta(description="What happened since what was shown.")] | UnsetType = UNSET


class PuzzleVerdict(Struct):
    """What is said of a turn that was to solve a puzzle. The solution is told to who has found it, or asks for it."""

    solved: bool
    loss: Annotated[float, Meta(description="The chance to win that the turn gave away.")]
    mark: Annotated[
        Literal["", "good", "inaccuracy", "mistake", "blunder"], Meta(description="Empty if there was no turn.")
    ]
    solution: Annotated[list[str], Meta(description="The best turn.")] | UnsetType = UNSET
    gain: (
        Annotated[float, Meta(description="How much more chance to win it gives than any other idea.")] | UnsetType
    ) = UNSET
    reason: Annotated[str, Meta(description="What speaks for it, in the language asked for.")] | UnsetType = UNSET
