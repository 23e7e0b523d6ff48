"""Reads some of a body after the request was answered, so that the answer is not lost.

A request may be refused before its body has arrived. If the connection is closed while the client is still sending, the
client, or a proxy before it, is told of a broken connection and may never read why it was refused.
"""

from __future__ import annotations

import asyncio
import contextlib
from typing import Any

from litestar.types import HTTPScope, Receive, Send

SECONDS, BYTES = 5.0, 4 * 1024 * 1024
"""For how long, and how much, is read on: a busy proxy takes its time to pass on what it has."""


def lingering(scope: HTTPScope, receive: Receive, send: Send) -> tuple[Receive, Send]:
    """The same, with a `send` that reads what is left of the body before the response ends.

    The client has the whole response before that, since its body is sent first.
    """
    names = {name for name, _ in scope["headers"]}
    # Who expects to be asked for the body does not send it after a refusal.
    unread = bool(names & {b"content-length", b"transfer-encoding"}) and b"expect" not in names

    async def read() -> Any:
        nonlocal unread
        message = await receive()
        unread = unread and message["type"] == "http.request" and message["more_body"]
        return message

    async def read_the_rest() -> None:
        size = 0
        while unread and size < BYTES:
            size += len((await read()).get("body", b""))

    async def answer(message: Any) -> None:
        if unread and message["type"] == "http.response.body" and not message.get("more_body"):
            unfinished: Any = {**message, "more_body": True}
            await send(unfinished)
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(read_the_rest(), SECONDS)
            message = {"type": "http.response.body", "body": b"", "more_body": False}
        await send(message)

    return read, answer
