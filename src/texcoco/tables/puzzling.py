"""Puzzles as worker processes work them out: what the solver is shown on the way, and what is said of the answer."""

from __future__ import annotations

from collections.abc import Sequence

from texcoco.game import Json, Position, events_for
from texcoco.games import find
from texcoco.offer import offer
from texcoco.puzzles import Puzzle, find_puzzle, judge_answer
from texcoco.tables.judging import forbidden, is_to_act, played_from
from texcoco.tables.requests import Refused


def look(game: str, id: str, texts: Sequence[str], shown: int) -> Json:
    """What the solver sees after some actions of the turn, and what happened in those that were not shown yet. When the
    turn is over there is nothing more to see: the others may have secrets. Raises `Refused`."""
    puzzle = find_puzzle(game, id)
    before = find(game).load(puzzle.position)
    actions, after = played_from(before, puzzle.seat, texts)
    if not is_to_act(before, after, puzzle.seat):
        return {"seat": puzzle.seat, "done": True}
    position = before.copy()
    events: list[Json] = []
    for number, action in enumerate(actions):
        told = position.play(puzzle.seat, action)
        if number >= shown:
            events += [event.dump() for event in events_for(puzzle.seat, told)]
    view = position.view(puzzle.seat)
    return {"seat": puzzle.seat, "done": False, "view": view, "events": events, **offer(position, puzzle.seat)}


def why(game: str, id: str, texts: Sequence[str], kind: str, place: str) -> Json | None:
    """Why the solver can do nothing of this kind there, after some actions; None when it can. Raises `Refused`."""
    puzzle, position = _after(game, id, texts)
    refusal = position.why_not(puzzle.seat, kind, place)
    return None if refusal is None else forbidden(position.game, refusal).dump()


def answer(game: str, id: str, texts: Sequence[str]) -> Json:
    """What is said of a whole turn, with the solution if that was found. Without a turn, the solution. Raises
    `Refused`."""
    puzzle = find_puzzle(game, id)
    told: Json = {"solution": puzzle.solution, "reason": puzzle.reason, "gain": puzzle.gain}
    if not texts:
        return {"solved": False, "loss": 0.0, "mark": "", **told}
    before = find(game).load(puzzle.position)
    actions, after = played_from(before, puzzle.seat, texts)
    if is_to_act(before, after, puzzle.seat):
        raise Refused("not-over", "the turn is not over yet")
    solved, loss, mark = judge_answer(game, puzzle, actions)
    return {"solved": solved, "loss": loss, "mark": mark, **(told if solved else {})}


def _after(game: str, id: str, texts: Sequence[str]) -> tuple[Puzzle, Position]:
    puzzle = find_puzzle(game, id)
    return puzzle, played_from(find(game).load(puzzle.position), puzzle.seat, texts)[1]
