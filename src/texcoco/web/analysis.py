"""The analysis of a game that is over: what every turn did to the chances to win, and what would have been better."""

from __future__ import annotations

from typing import Annotated

import msgspec
from litestar import Response, get, post
from litestar.params import Body, QueryParameter

from texcoco.game import Json
from texcoco.tables.requests import Refused
from texcoco.web.analysis_bodies import Analysis, TurnReport
from texcoco.web.context import HttpRequest, Lang, TableId, compressed, context, limit, responses, while_connected
from texcoco.web.request_bodies import Try
from texcoco.web.site import translated


@get("/tables/{table_id:str}/analysis", summary="The analysis", tags=["tables"], responses=responses(404, 409, 422))
async def analysis(
    request: HttpRequest,
    table_id: TableId,
    first: Annotated[
        int, QueryParameter(name="from", ge=0, le=1_000_000, description="The number of the first turn wanted.")
    ] = 0,
    lang: Lang = None,
) -> Response[Analysis]:
    """What is known by now of the turns of a game that is over; the rest is worked out from now on: ask again.

    A game that still runs has no analysis, for nobody.
    """
    site, visitor = context(request)
    limit(site.meter.look(visitor.address), "looks back")
    table = await site.table(table_id, visitor)
    known = await site.host.analyses.get(
        table, visitor.who(), lambda: limit(site.meter.analysis(visitor.address), "analyses")
    )
    turns = [_translated(turn, number, visitor.lang) for number, turn in known.judged(first)]
    shown: Json = {
        "total": known.total, "done": len(known.turns), "turns": turns, "summary": known.summary,
    }  # fmt: skip
    return await compressed(request, Analysis, msgspec.json.encode(shown))


@post(
    "/tables/{table_id:str}/analysis/try",
    summary="Try another turn",
    tags=["tables"],
    status_code=200,
    responses=responses(404, 409, 422),
)
async def try_turn(
    request: HttpRequest, table_id: TableId, data: Annotated[Try, Body()], lang: Lang = None
) -> TurnReport:
    """The report on what you would have played in a turn of a game that is over. Nothing is kept."""
    site, visitor = context(request)
    limit(site.meter.hint(visitor.address), "hints")
    table = await site.table(table_id, visitor)
    judging = site.host.analyses.judge_try(table, data.turn, data.actions, visitor.who())
    try:
        report = await while_connected(request, judging)
    except Refused as refused:
        raise translated(refused, table.game, visitor.lang) from None
    return msgspec.convert(_translated(report, data.turn, visitor.lang), TurnReport)


def _translated(report: Json, number: int, lang: str) -> Json:
    """The report on a turn with this number, with its reason in one language."""
    shown: Json = {"turn": number, **report}
    return {**shown, "reason": report["reason"].get(lang, "")} if "reason" in report else shown


HANDLERS = [analysis, try_turn]
