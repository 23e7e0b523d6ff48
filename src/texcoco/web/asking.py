"""What the handlers of the API have in common: who asks, with which parameters, and how refusals are described."""

from __future__ import annotations

import asyncio
import gzip
from typing import Annotated, Any, TypeVar, cast

import msgspec
from litestar import Request, Response
from litestar.datastructures import ResponseHeader
from litestar.openapi.datastructures import ResponseSpec
from litestar.openapi.spec import Example
from litestar.params import PathParameter, QueryParameter

from texcoco.web.guard import visitor_of
from texcoco.web.messages import Problem
from texcoco.web.site import Site, TooMany, Visitor

T = TypeVar("T", bound=msgspec.Struct)

Asking = Request[Any, Any, Any]
Lang = Annotated[
    str | None,
    QueryParameter(name="lang", max_length=20, description="`en` or `fr`; unless told, by Accept-Language", examples=[Example(value="fr")]),
]
TableId = Annotated[str, PathParameter(description="The id of a table.", examples=[Example(value="kP3x0aQ7vN1c")])]
GameName = Annotated[str, PathParameter(description="The name of a game.", examples=[Example(value="mexica")])]
SeatOf = Annotated[int | None, QueryParameter(name="seat", ge=0, le=15, description="One of your seats; none: as a spectator.")]
PUBLIC_FILES = [ResponseHeader(name="Cache-Control", value="public, max-age=300", documentation_only=False)]
OwnSeat = Annotated[int, QueryParameter(name="seat", ge=0, le=15, description="Your seat.")]


def said(*statuses: int) -> dict[int, ResponseSpec]:
    about = {
        400: "The request cannot be read; the message says what is wrong with it.",
        403: "That is not yours to do.",
        404: "There is no such thing.",
        409: "Not now: the table has moved on, or is in another state.",
        413: "Too large.",
        422: "The rules forbid it, or a value is none that there is.",
        429: "Too often; wait a little.",
        503: "The database does not answer.",
    }
    return {status: ResponseSpec(Problem, description=about[status], generate_examples=False) for status in (*statuses, 400, 429)}


def of(request: Asking) -> tuple[Site, Visitor]:
    """The server, and who asks it."""
    return request.app.state.site, visitor_of(request)


async def packed(request: Asking, kind: type[T], body: bytes) -> Response[T]:
    """A large answer, JSON of that kind, compressed for who can read that.

    Only for what holds no secret beside something that others write (chat, names): lengths of compressed answers give things away.
    """
    headers = {"vary": "accept-encoding, accept-language"}
    if "gzip" in request.headers.get("accept-encoding", "").lower():
        body = await asyncio.to_thread(gzip.compress, body, 5, mtime=0)
        headers["content-encoding"] = "gzip"
    return cast("Response[T]", Response(body, media_type="application/json", headers=headers))


def limit(wait: float, what: str) -> None:
    """Raises `TooMany` unless there is nothing to wait for."""
    if wait:
        raise TooMany(what, wait)
