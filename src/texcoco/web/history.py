"""Looking back at a game over HTTP: its moments, and where the points come from."""

from __future__ import annotations

import asyncio
from typing import Annotated

import msgspec
from litestar import Response, get
from litestar.params import QueryParameter

from texcoco.tables.commands import Refused
from texcoco.tables.moments import page
from texcoco.tables.moments import summary as summed
from texcoco.tables.table import Table, Viewer
from texcoco.web.asking import Asking, SeatOf, TableId, limit, of, packed, said
from texcoco.web.messages import Moments, Summary


@get("/tables/{table_id:str}/moments", summary="Moments", tags=["tables"], responses=said(403, 404, 409))
async def moments(
    request: Asking,
    table_id: TableId,
    seat: SeatOf = None,
    first: Annotated[int, QueryParameter(name="from", ge=0, le=1_000_000, description="The number of the first moment wanted.")] = 0,
) -> Response[Moments]:
    """The game moment by moment, a hundred at a time: what the seat was shown then; everything once the game is over."""
    table, viewer = await _looking(request, table_id, seat)
    return await packed(request, Moments, await asyncio.to_thread(page, table, viewer, first))


@get("/tables/{table_id:str}/summary", summary="Summary", tags=["tables"], responses=said(403, 404, 409))
async def summary(request: Asking, table_id: TableId, seat: SeatOf = None) -> Summary:
    """Points by where they come from, and who led at the end of each step, as far as the viewer may know."""
    table, viewer = await _looking(request, table_id, seat)
    return msgspec.convert(await asyncio.to_thread(summed, table, viewer), Summary)


async def _looking(request: Asking, table_id: TableId, seat: int | None) -> tuple[Table, Viewer]:
    """The table, and whose eyes it is seen with: one's own, or anybody's once the game is over."""
    site, visitor = of(request)
    limit(site.meter.look(visitor.address), "looks back")
    table = await site.table(table_id)
    held = table.held_by(visitor.identity.holder)
    if seat is not None and seat not in (range(len(table.seats)) if table.status == "over" else held):
        raise Refused("not-your-seat", "what a seat has seen is for who sits there")
    return table, seat


HANDLERS = [moments, summary]
