"""Puzzles over HTTP: which there are, what the solver sees on the way, and what is said of the answer. Nothing is
kept."""

from __future__ import annotations

from datetime import date
from typing import Annotated

import msgspec
from litestar import Response, get, post
from litestar.params import Body, PathParameter, QueryParameter

from texcoco.games import find
from texcoco.puzzles import NoPuzzle, find_puzzle, of_day, puzzles
from texcoco.tables.requests import Refused
from texcoco.web.analysis_bodies import DailyPuzzle, PuzzleCard, PuzzleList, PuzzleState, PuzzleVerdict
from texcoco.web.context import GameName, HttpRequest, Lang, context, json_body, limit, responses, while_connected
from texcoco.web.request_bodies import PuzzleAnswer, PuzzleMoves, PuzzleWhy
from texcoco.web.response_bodies import Why
from texcoco.web.site import refusal, translated

PuzzleId = Annotated[str, PathParameter(name="puzzle", max_length=40, description="The puzzle.")]


def _post_puzzle(path: str, summary: str) -> post:
    """The decorator of a handler that is asked something about one puzzle and keeps nothing."""
    return post(
        f"/games/{{game:str}}/puzzles/{{puzzle:str}}/{path}",
        summary=summary,
        tags=["puzzles"],
        status_code=200,
        responses=responses(404, 409, 422),
    )


@get("/puzzles/daily", summary="The puzzle of a day", tags=["puzzles"], responses=responses())
async def daily(
    day: Annotated[date, QueryParameter(name="day", description="As the solver's calendar has it.", examples=[])],
) -> DailyPuzzle:
    """Everybody has the same puzzle on a day."""
    game, id = of_day(day)
    return DailyPuzzle(day, game, id)


@get("/games/{game:str}/puzzles", summary="The puzzles of a game", tags=["puzzles"], responses=responses(404))
async def listed(game: GameName) -> PuzzleList:
    """A game may have none."""
    found = puzzles(find(game).name).values()
    return PuzzleList([PuzzleCard(puzzle.id, int(puzzle.position["seats"]), puzzle.level) for puzzle in found])


@_post_puzzle("look", "Look at a puzzle")
async def look(
    request: HttpRequest, game: GameName, puzzle: PuzzleId, data: Annotated[PuzzleMoves, Body()], lang: Lang = None
) -> Response[PuzzleState]:
    """What the seat sees, at first or after some actions of its turn, and what it may play now."""
    site, visitor = context(request)
    limit(site.meter.look(visitor.address), "looks back")
    _check(game, puzzle)
    asked = site.host.jobs.look_at_puzzle(game, puzzle, data.actions, data.shown, visitor.who())
    try:
        return json_body(PuzzleState, await while_connected(request, asked))
    except Refused as refused:
        raise translated(refused, find(game), visitor.lang) from None


@_post_puzzle("why", "Why not, in a puzzle")
async def why(
    request: HttpRequest, game: GameName, puzzle: PuzzleId, data: Annotated[PuzzleWhy, Body()], lang: Lang = None
) -> Why:
    """Whether the seat could do this now, at this place or (without `at`) anywhere, and if not, why."""
    site, visitor = context(request)
    limit(site.meter.look(visitor.address), "looks back")
    _check(game, puzzle)
    asked = site.host.jobs.puzzle_why(game, puzzle, data.actions, data.do, data.at, visitor.who())
    refused = await while_connected(request, asked)
    return Why(True) if refused is None else Why(False, refusal(translated(refused, find(game), visitor.lang)))


@_post_puzzle("answer", "Answer a puzzle")
async def answer(
    request: HttpRequest, game: GameName, puzzle: PuzzleId, data: Annotated[PuzzleAnswer, Body()], lang: Lang = None
) -> PuzzleVerdict:
    """Whether a turn is as good as the solution; then also the solution, and why it is best. Without any actions,
    these."""
    site, visitor = context(request)
    limit(site.meter.hint(visitor.address), "hints")
    _check(game, puzzle)
    judging = site.host.analyses.answer_puzzle(game, puzzle, data.actions, visitor.who())
    try:
        verdict = await while_connected(request, judging)
    except Refused as refused:
        raise translated(refused, find(game), visitor.lang) from None
    if "reason" in verdict:
        verdict["reason"] = verdict["reason"].get(visitor.lang, "")
    return msgspec.convert(verdict, PuzzleVerdict)


def _check(game: str, puzzle: str) -> None:
    """Raises `Refused` if there is no such puzzle."""
    try:
        find_puzzle(find(game).name, puzzle)
    except NoPuzzle:
        raise Refused("no-such-puzzle", "there is no such puzzle") from None


HANDLERS = [daily, listed, look, why, answer]
