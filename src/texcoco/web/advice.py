"""Help for players: why something is not allowed, what a bot would do, a guided first game, and a view as text."""

from __future__ import annotations

from functools import cache
from typing import Annotated

from litestar import Response, get, post
from litestar.params import Body, QueryParameter

from texcoco.game import Game
from texcoco.games import find
from texcoco.lesson import NoLesson
from texcoco.tables import advice
from texcoco.web.context import (
    PUBLIC_FILES,
    GameName,
    HttpRequest,
    Lang,
    OwnSeat,
    TableId,
    compressed,
    context,
    limit,
    responses,
    while_connected,
)
from texcoco.web.request_bodies import Picture
from texcoco.web.response_bodies import Hint, Lesson, Why
from texcoco.web.site import checked, refusal, translated


@get("/tables/{table_id:str}/why", summary="Why not", tags=["advice"], responses=responses(403, 404, 409))
async def why(
    request: HttpRequest,
    table_id: TableId,
    seat: OwnSeat,
    do: Annotated[
        str, QueryParameter(name="do", max_length=40, description="What you tried: the first word of a notation.")
    ],
    at: Annotated[
        str | None,
        QueryParameter(
            name="at", max_length=80, description="Where: other words of the notation, as far as you know them."
        ),
    ] = None,
    lang: Lang = None,
) -> Why:
    """Whether a seat of yours could do this now, at this place or (without `at`) anywhere, and if not, why.

    Nothing changes by asking.
    """
    site, visitor = context(request)
    table = await site.table(table_id, visitor)
    refused = advice.why(table, visitor.who(), seat, do, at or "")
    return Why(True) if refused is None else Why(False, refusal(translated(refused, table.game, visitor.lang)))


@get("/tables/{table_id:str}/hint", summary="A hint", tags=["advice"], responses=responses(403, 404, 409))
async def hint(request: HttpRequest, table_id: TableId, seat: OwnSeat, lang: Lang = None) -> Hint:
    """What a bot would do on your seat, and why."""
    site, visitor = context(request)
    limit(site.meter.hint(visitor.address), "hints")
    asked = site.host.hint(checked(table_id), visitor.who(), seat, visitor.lang)
    plan, why = await while_connected(request, asked)
    return Hint(plan[0], plan, why)


@get(
    "/games/{game:str}/lesson",
    summary="A lesson",
    tags=["games"],
    responses=responses(404),
    response_headers=PUBLIC_FILES,
)
async def lesson(request: HttpRequest, game: GameName, lang: Lang = None) -> Response[Lesson]:
    """A guided first game: what is said, what the learner sees, and what it is to do, step by step."""
    site, visitor = context(request)
    found = find(game)
    if not _has_lesson(found):
        raise NoLesson(f"there is no lesson of {game} yet")
    return await compressed(
        request, Lesson, await while_connected(request, site.host.jobs.lesson(found, visitor.lang, visitor.who()))
    )


@post(
    "/games/{game:str}/picture",
    summary="A view as text",
    tags=["games"],
    status_code=200,
    media_type="text/plain",
    responses=responses(404, 422),
)
async def picture(request: HttpRequest, game: GameName, data: Annotated[Picture, Body()], lang: Lang = None) -> str:
    """A view that you were shown, drawn with letters as in a terminal: for clients that have no board of the game."""
    site, visitor = context(request)
    limit(site.meter.picture(visitor.address), "pictures")
    drawn = await while_connected(request, site.host.jobs.picture(find(game), data.view, visitor.lang, visitor.who()))
    return drawn.decode()


@cache
def _has_lesson(game: Game) -> bool:
    return game.lesson() is not None


HANDLERS = [why, hint, lesson, picture]
