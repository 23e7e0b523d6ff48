"""HTTP and WebSocket connections of uvicorn, with limits on what is read before the application sees a request.

uvicorn itself bounds neither the size of headers nor the time in which a request is sent, nor the number of idle
connections.
"""

from __future__ import annotations

import asyncio
import http
from typing import Any, Literal, cast

import httptools
import msgspec
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from texcoco.web.connections import Connections
from texcoco.web.response_bodies import Problem, Refusal
from texcoco.web.settings import Limits

PIECE = 16 * 1024
"""Bytes that the parser of HTTP is given at once."""
PIPELINE = 16
"""Requests that a client may send before the first is answered."""
CHUNKS = 2000
"""Chunks that a body may have: a chunk of one byte takes the server as long as one of some hundred."""
LINGER_SECONDS, LINGER_BYTES = 1.0, 1024 * 1024
"""A refused client is read on for so long and so much: if its connection were cut at once, the refusal would be lost
on the way."""
IGNORED_BYTES = 4 * 1024 * 1024
"""Bytes of a body that are read and thrown away after the request was answered."""
PROXY_IDLE_SECONDS = 75.0
"""Proxies keep their connections longer than browsers, and must be the ones that close them."""

FRAME_PIECE = 4 * 1024
"""Bytes of a stream that are parsed before others have their turn."""
FRAMES_SECOND, FRAMES_FREE = 200, 20
"""A stream with more than so many frames in a piece is read at so many frames a second."""
FRAGMENTS = 1000
"""Fragments that a message may have."""


class HttpConnection(HttpToolsProtocol):
    """A connection that sends requests."""

    _reading: Literal["nothing", "header", "body"] = "nothing"
    _header_bytes = _chunks = 0
    _completed = False
    """Whether a request ended in the piece that is parsed."""
    _got_body = False
    """Whether a body began or went on in the piece that is parsed."""
    _refused = False
    _upgraded = False
    _ignored = 0
    _why = ""
    _deadline: asyncio.TimerHandle | None = None

    @property
    def _all(self) -> Connections:
        return _connections(self)

    @property
    def _limits(self) -> Limits:
        return self._all.limits

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        address = _address(self)
        self.timeout_keep_alive = PROXY_IDLE_SECONDS if self._all.proxies.trusts(address) else self._limits.idle_seconds
        why = self._all.add(transport, address, self._is_idle)
        if why is None:
            self._wait_for(self._limits.header_seconds)
        elif why == "too many new connections":  # without parsing anything, so that it costs little
            self._refused = True
            transport.abort()
        else:
            self._refused = True
            transport.write(_answer(503, Refusal("busy", f"{why}; try again later")))
            transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_waiting()
        self._all.remove(self.transport)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self._refused:
            self._ignore(len(data), LINGER_BYTES)
            return
        self._unset_keepalive_if_required()
        for start in range(0, len(data), PIECE):
            if self._refused or self._upgraded:
                return
            self._parse(data[start : start + PIECE])

    def _parse(self, data: bytes) -> None:
        if self._deadline is None and not self._is_answering():
            self._wait_for(self._limits.header_seconds)
        self._completed = self._got_body = False
        try:
            cast("Any", self.parser).feed_data(data)
        except httptools.HttpParserUpgrade:
            if self._should_upgrade():
                self.handle_websocket_upgrade()
        except httptools.HttpParserError:
            self._refuse(400, Refusal("bad-request", self._why or "this is not valid HTTP"))
        else:
            # What follows the last chunk of a body (trailers) is kept as headers are, and bounded as they are.
            trailers = self._reading == "body" and not self._got_body
            if self._reading == "header" or trailers or (self._reading == "nothing" and not self._completed):
                self._header_bytes += len(data)
                if self._header_bytes >= self._limits.header:
                    long_url = len(self.url) > self._limits.header / 2 if self._reading == "header" else False
                    what = "URL" if long_url else "headers"
                    message = f"the {what} of a request may have {self._limits.header} bytes in all"
                    self._refuse(414 if long_url else 431, Refusal("too-large", message))

    def handle_websocket_upgrade(self) -> None:
        self._upgraded = True
        self._stop_waiting()
        self._all.never_idle(self.transport)
        super().handle_websocket_upgrade()

    # --- the parser's callbacks ---

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._reading = "header"
        self._header_bytes = self._chunks = 0
        self._wait_for(self._limits.header_seconds)

    def on_headers_complete(self) -> None:
        if len(self.pipeline) >= PIPELINE:
            self._why = "too many requests at once"
            raise ValueError(self._why)
        super().on_headers_complete()
        self._reading = "body"
        self._got_body = True
        self._header_bytes = self._ignored = 0
        self._wait_for(self._limits.body_seconds)

    def on_chunk_header(self) -> None:
        self._chunks += 1
        if self._chunks > CHUNKS:
            self._why = f"a body may have {CHUNKS} chunks"
            raise ValueError(self._why)

    def on_body(self, body: bytes) -> None:
        super().on_body(body)
        self._got_body = True
        self._header_bytes = 0
        if self.cycle.response_complete:
            self._ignore(len(body), IGNORED_BYTES)

    def on_message_complete(self) -> None:
        self._reading = "nothing"
        self._completed = True
        self._header_bytes = 0
        self._stop_waiting()
        super().on_message_complete()

    # --- time ---

    def _wait_for(self, seconds: float) -> None:
        self._stop_waiting()
        self._deadline = self.loop.call_later(seconds, self._too_late)

    def _stop_waiting(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _too_late(self) -> None:
        self._deadline = None
        if self.transport.is_closing():
            return
        if self._reading == "nothing":  # browsers open spare connections: closed without a message
            self.transport.close()
        elif self._reading == "header" and self._is_answering():  # the delay is ours, not the client's
            self._wait_for(self._limits.header_seconds)
        else:
            seconds = self._limits.header_seconds if self._reading == "header" else self._limits.body_seconds
            why = f"the {self._reading} of a request must be sent within {seconds:g} seconds"
            self._refuse(408, Refusal("too-slow", why))

    # --- refusals ---

    def _is_answering(self) -> bool:
        cycle = cast("RequestResponseCycle | None", self.cycle)  # uvicorn does not say that there may be none yet
        return bool(self.pipeline) or (cycle is not None and not cycle.response_complete)

    def _is_idle(self) -> bool:
        return self._reading == "body" or not self._is_answering()

    def _ignore(self, n: int, most: int) -> None:
        self._ignored += n
        if self._ignored > most:
            self._refused = True
            self.transport.abort()

    def _refuse(self, status: int, why: Refusal) -> None:
        """Answers for the application, which is not asked any more, and closes the connection."""
        self._all.report(http.HTTPStatus(status).phrase.lower(), _address(self))
        self._refused = True
        self._ignored = 0
        self._stop_waiting()
        silent = self.transport.is_closing()
        if self._is_answering():
            # In the middle of a response, or before the response to an earlier request, the client could not tell what
            # an error message belongs to.
            silent = silent or self.cycle.response_started or self._reading != "body"
            self.cycle.disconnected = True
            self.cycle.message_event.set()
            self.pipeline.clear()
        if silent:
            self.transport.abort()
            return
        self.transport.write(_answer(status, why))
        if self.transport.can_write_eof():
            self.transport.write_eof()
        self.flow.resume_reading()
        self.loop.call_later(LINGER_SECONDS, self.transport.abort)


class StreamConnection(WebSocketsSansIOProtocol):
    """A connection that has become a stream."""

    def __init__(self, *args: Any, **kwargs: Any):
        super().__init__(*args, **kwargs)
        self._unread = bytearray()
        self._next: asyncio.Handle | None = None

    def connection_lost(self, exc: Exception | None) -> None:
        if self._next is not None:
            self._next.cancel()
        _connections(self).remove(self.transport)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if not self.handshake_initiated:
            super().data_received(data)
            if (
                not self.handshake_initiated
            ):  # the request is whole, but its parser has other limits than the one of HTTP
                _connections(self).report("bad request", _address(self))
                self.transport.write(_answer(400, Refusal("bad-request", "this is no valid request for a stream")))
                self.transport.close()
            return
        self._unread += data
        if self._next is None:
            self._parse()

    def _parse(self) -> None:
        """Parses a piece. Between pieces others have their turn, and the client is read on only when all is parsed."""
        self._next = None
        if self.read_paused or self.transport.is_closing() or not self.writable.is_set():
            return
        piece = bytes(self._unread[:FRAME_PIECE])
        del self._unread[:FRAME_PIECE]
        self.conn.receive_data(piece)
        frames = len(self.conn.events)
        if self.conn.parser_exc is not None:
            self.handle_parser_exception()
            return
        self.handle_events()
        if not self.transport.is_closing():
            self._go_on(frames / FRAMES_SECOND if frames > FRAMES_FREE else 0)

    def _go_on(self, seconds: float = 0) -> None:
        if self.read_paused or not self.writable.is_set():
            self.transport.pause_reading()
        elif not self._unread and not seconds:
            self.transport.resume_reading()
        elif self._next is None:
            self.transport.pause_reading()
            self._next = self.loop.call_later(seconds, self._parse) if seconds else self.loop.call_soon(self._parse)

    async def receive(self) -> Any:
        await self.writable.wait()  # a client that does not read is not listened to: pongs would pile up
        message = await self.queue.get()
        if self.read_paused and self.queue.empty():
            self.read_paused = False
            if not self.transport.is_closing():
                self._go_on()
        return message

    def pause_writing(self) -> None:
        super().pause_writing()
        if not self.transport.is_closing():
            self.transport.pause_reading()

    def resume_writing(self) -> None:
        super().resume_writing()
        if not self.transport.is_closing():
            self._go_on()

    def handle_cont(self, event: Any) -> None:
        super().handle_cont(event)
        if len(self.frames) > FRAGMENTS:
            self._fail(1009, "too many fragments")

    def send_receive_event_to_app(self) -> None:
        if self.curr_msg_data_type == "text":
            try:
                b"".join(self.frames).decode()
            except UnicodeDecodeError:
                self._fail(1007, "a text must be UTF-8")
                return
        super().send_receive_event_to_app()

    def _fail(self, code: int, reason: str) -> None:
        _connections(self).report("invalid message of a stream", _address(self))
        self.frames = []
        self.conn.fail(code, reason)
        self.handle_parser_exception()

    def keepalive_timeout(self) -> None:
        super().keepalive_timeout()
        self.transport.abort()  # it would wait for a client that does not read


def _connections(protocol: HttpConnection | StreamConnection) -> Connections:
    guard = cast("Any", protocol).app
    return guard.site.connections


def _address(protocol: HttpConnection | StreamConnection) -> str:
    return protocol.client[0] if protocol.client else ""


def _answer(status: int, why: Refusal) -> bytes:
    body = msgspec.json.encode(Problem(why))
    head = (
        f"HTTP/1.1 {status} {http.HTTPStatus(status).phrase}\r\ncontent-type: application/json\r\n"
        f"content-length: {len(body)}\r\ncache-control: no-store\r\n"
        "x-content-type-options: nosniff\r\nconnection: close\r\n\r\n"
    )
    return head.encode() + body
