"""Looking back at a table over HTTP: its log, the moments of the game, and where the points come from."""

from __future__ import annotations

from typing import Annotated

import msgspec
from litestar import Response, get, post
from litestar.params import Body, QueryParameter

from texcoco.games import find
from texcoco.tables.history import Viewer
from texcoco.tables.requests import Refused
from texcoco.tables.states import MAX_LINES, log_lines, settled_lines
from texcoco.tables.table import Table
from texcoco.web.context import (
    GameName,
    HttpRequest,
    Lang,
    SeatOf,
    TableId,
    compressed,
    context,
    json_body,
    limit,
    responses,
    while_connected,
)
from texcoco.web.request_bodies import PositionText
from texcoco.web.response_bodies import LogPage, Moments, PositionOf, PositionShown, Summary
from texcoco.web.state import Line


@get("/tables/{table_id:str}/log", summary="The log", tags=["tables"], responses=responses(403, 404))
async def log(
    request: HttpRequest,
    table_id: TableId,
    seat: SeatOf = None,
    before: Annotated[
        int | None,
        QueryParameter(
            name="before", ge=0, le=2**31 - 1, description="The number of the line after the page; none: the last page."
        ),
    ] = None,
) -> LogPage:
    """The lines of the log before one, a hundred at a time, as the seat reads them."""
    site, visitor = context(request)
    table = await site.table(table_id, visitor)
    if seat is not None and seat not in table.held_by(visitor.identity.holder):
        raise Refused("not-your-seat", "the log of a seat is for who sits there")
    lines = table.lines.get(seat, 0)
    end = lines if before is None else min(before, lines)
    first = max(end - MAX_LINES, 0)
    return LogPage(
        lines, settled_lines(table, seat), first, msgspec.convert(log_lines(table, seat, first, end), list[Line])
    )


@get("/tables/{table_id:str}/moments", summary="Moments", tags=["tables"], responses=responses(403, 404, 409))
async def moments(
    request: HttpRequest,
    table_id: TableId,
    seat: SeatOf = None,
    first: Annotated[
        int, QueryParameter(name="from", ge=0, le=1_000_000, description="The number of the first moment wanted.")
    ] = 0,
) -> Response[Moments]:
    """The game moment by moment, a hundred at a time: what the seat was shown then; everything once the game is
    over."""
    site, visitor = context(request)
    table, viewer = await _table_and_viewer(request, table_id, seat)
    body = await while_connected(request, site.host.jobs.moments(table, viewer, first, visitor.who()))
    return await compressed(request, Moments, body)


@get("/tables/{table_id:str}/summary", summary="Summary", tags=["tables"], responses=responses(403, 404, 409))
async def summary(request: HttpRequest, table_id: TableId, seat: SeatOf = None) -> Response[Summary]:
    """Points by where they come from, and who led at the end of each step, as far as the viewer may know."""
    site, visitor = context(request)
    table, viewer = await _table_and_viewer(request, table_id, seat)
    return json_body(Summary, await while_connected(request, site.host.jobs.summary(table, viewer, visitor.who())))


@get("/tables/{table_id:str}/position", summary="A position", tags=["tables"], responses=responses(404, 409))
async def position(
    request: HttpRequest,
    table_id: TableId,
    moment: Annotated[int, QueryParameter(name="moment", ge=0, le=1_000_000, description="The number of a moment.")],
) -> PositionOf:
    """The whole position at a moment of a game that is over, as JSON: to keep, to share, or to go on from."""
    site, visitor = context(request)
    limit(site.meter.look(visitor.address), "looks back")
    table = await site.table(table_id, visitor)
    asked = site.host.jobs.position(table, moment, visitor.who())
    return PositionOf(table.game.name, moment, await while_connected(request, asked))


@post(
    "/games/{game:str}/position",
    summary="Look at a position",
    tags=["games"],
    status_code=200,
    responses=responses(404, 422),
)
async def look_at(
    request: HttpRequest, game: GameName, data: Annotated[PositionText, Body()], lang: Lang = None
) -> PositionShown:
    """Whether a JSON is a position of the game, and what there is to see in it. Nothing is kept."""
    site, visitor = context(request)
    limit(site.meter.look(visitor.address), "looks back")
    read = site.host.jobs.read_position(find(game), data.position, visitor.who(), visitor.lang)
    return msgspec.convert(await while_connected(request, read), PositionShown)


async def _table_and_viewer(request: HttpRequest, table_id: TableId, seat: int | None) -> tuple[Table, Viewer]:
    """The table and the viewer: a seat of one's own, or any seat once the game is over. Raises `Refused`."""
    site, visitor = context(request)
    limit(site.meter.look(visitor.address), "looks back")
    table = await site.table(table_id, visitor)
    held = table.held_by(visitor.identity.holder)
    if seat is not None and seat not in (range(len(table.seats)) if table.status == "over" else held):
        raise Refused("not-your-seat", "what a seat has seen is for who sits there")
    return table, seat


HANDLERS = [log, moments, summary, position, look_at]
