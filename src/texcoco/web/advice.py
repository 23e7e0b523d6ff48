"""Help for players: what one click may mean, why something is not allowed, what a bot would do, and a first game step by step."""

from __future__ import annotations

import asyncio
from functools import cache
from typing import Annotated

import msgspec
from litestar import Response, get
from litestar.params import QueryParameter

from texcoco import lesson as lessons
from texcoco.game import Game
from texcoco.games import find
from texcoco.tables import advice
from texcoco.web.asking import PUBLIC_FILES, Asking, GameName, Lang, OwnSeat, TableId, limit, of, packed, said
from texcoco.web.messages import Hint, Lesson, Plan, Plans, Why
from texcoco.web.site import checked, refusal, translated


@get("/tables/{table_id:str}/plans", summary="Plans", tags=["advice"], responses=said(403, 404, 409))
async def plans(request: Asking, table_id: TableId, seat: OwnSeat) -> Plans:
    """What one click may mean beyond a single action: ways of several steps, and what a spent token makes possible."""
    site, visitor = of(request)
    table = await site.table(table_id)
    position = advice.position_of(table, visitor.who(), seat)
    found = await asyncio.to_thread(table.game.plans, position.copy(), seat)
    dumped = [Plan(**plan.dump()) for plan in found]
    return Plans(table.counts.get(seat, 0), position.step, dict(table.game.prices), dumped)


@get("/tables/{table_id:str}/why", summary="Why not", tags=["advice"], responses=said(403, 404, 409))
async def why(
    request: Asking,
    table_id: TableId,
    seat: OwnSeat,
    action: Annotated[str, QueryParameter(name="action", max_length=500, description="What you would like to play.")],
    lang: Lang = None,
) -> Why:
    """Whether a seat of yours could play an action now and, if not, why. Nothing changes by asking."""
    site, visitor = of(request)
    table = await site.table(table_id)
    refused = advice.why(table, visitor.who(), seat, action)
    return Why(True) if refused is None else Why(False, refusal(translated(refused, table, visitor.lang)))


@get("/tables/{table_id:str}/hint", summary="A hint", tags=["advice"], responses=said(403, 404, 409))
async def hint(request: Asking, table_id: TableId, seat: OwnSeat, lang: Lang = None) -> Hint:
    """What a bot would do on your seat, and why."""
    site, visitor = of(request)
    limit(site.meter.hint(visitor.address), "hints")
    plan, why = await site.host.hint(checked(table_id), visitor.who(), seat, visitor.lang)
    return Hint(plan[0], plan, why)


@get("/games/{game:str}/lesson", summary="A lesson", tags=["games"], responses=said(404), response_headers=PUBLIC_FILES)
async def lesson(request: Asking, game: GameName, lang: Lang = None) -> Response[Lesson]:
    """A guided first game: what is said, what the learner sees, and what it is to do, step by step."""
    _, visitor = of(request)
    return await packed(request, Lesson, await asyncio.to_thread(_lesson, find(game), visitor.lang))


@cache
def _lesson(game: Game, lang: str) -> bytes:
    return msgspec.json.encode(lessons.lesson(game, lang))


HANDLERS = [plans, why, hint, lesson]
