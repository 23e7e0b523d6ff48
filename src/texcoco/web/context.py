"""What the handlers of the API share: parameters, the context of a request, and documentation of refusals."""

from __future__ import annotations

import asyncio
import gzip
from collections.abc import Coroutine
from typing import Annotated, Any, TypeVar, cast

import msgspec
from litestar import Request, Response
from litestar.datastructures import ResponseHeader
from litestar.openapi.datastructures import ResponseSpec
from litestar.openapi.spec import Example
from litestar.params import PathParameter, QueryParameter

from texcoco.web.guard import visitor_of
from texcoco.web.response_bodies import Problem
from texcoco.web.site import Site, TooMany, Visitor

T = TypeVar("T", bound=msgspec.Struct)
R = TypeVar("R")

HttpRequest = Request[Any, Any, Any]
Lang = Annotated[
    str | None,
    QueryParameter(
        name="lang",
        max_length=20,
        description="`en` or `fr`; unless told, by Accept-Language",
        examples=[Example(value="fr")],
    ),
]
TableId = Annotated[str, PathParameter(description="The id of a table.", examples=[Example(value="kP3x0aQ7vN1c")])]
GameName = Annotated[str, PathParameter(description="The name of a game.", examples=[Example(value="mexica")])]
SeatOf = Annotated[
    int | None, QueryParameter(name="seat", ge=0, le=15, description="One of your seats; none: as a spectator.")
]
PUBLIC_FILES = [ResponseHeader(name="Cache-Control", value="public, max-age=300", documentation_only=False)]
OwnSeat = Annotated[int, QueryParameter(name="seat", ge=0, le=15, description="Your seat.")]


class ClientDisconnected(Exception):
    """The client closed its connection before it was answered."""


def responses(*statuses: int) -> dict[int, ResponseSpec]:
    """For the OpenAPI document: the refusals with these statuses, and those that every request may get."""
    about = {
        400: "The request cannot be read; the message says what is wrong with it.",
        403: "That is not yours to do.",
        404: "There is no such thing.",
        409: "Not now: the table has moved on, or is in another state.",
        413: "Too large.",
        422: "The rules forbid it, or a value does not exist.",
        429: "Too often; wait a little.",
        503: "The database does not answer.",
    }
    return {
        status: ResponseSpec(Problem, description=about[status], generate_examples=False)
        for status in (*statuses, 400, 429)
    }


def context(request: HttpRequest) -> tuple[Site, Visitor]:
    """The site that serves a request, and the visitor who sent it."""
    return request.app.state.site, visitor_of(request)


async def while_connected(request: HttpRequest, work: Coroutine[Any, Any, R]) -> R:
    """The result of some work, which is cancelled when the client closes its connection.

    The request must have been read. Raises `ClientDisconnected`.
    """

    async def disconnected() -> None:
        while (await request.receive())["type"] != "http.disconnect":
            pass

    working, leaving = asyncio.ensure_future(work), asyncio.ensure_future(disconnected())
    try:
        await asyncio.wait({working, leaving}, return_when=asyncio.FIRST_COMPLETED)
        if not working.done():
            raise ClientDisconnected
        return working.result()
    finally:
        for task in (working, leaving):
            task.cancel()


def json_body(kind: type[T], body: bytes) -> Response[T]:
    """A response whose body is already JSON of type `kind`."""
    return cast("Response[T]", Response(body, media_type="application/json"))


async def compressed(request: HttpRequest, kind: type[T], body: bytes) -> Response[T]:
    """A large response whose body is already JSON of type `kind`, compressed if the client accepts gzip.

    Not for bodies that hold a secret beside text of other people (chat, names): the length of a compressed body tells
    something about both.
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
