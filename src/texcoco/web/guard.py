"""Stands before everything else: who asks, from which page, how often; what every answer carries; a line in the log."""

from __future__ import annotations

import logging
import time
from typing import Any, cast
from urllib.parse import parse_qs, urlsplit

import msgspec
from litestar.connection import ASGIConnection
from litestar.types import ASGIApp, HTTPScope, Receive, Scope, Send, WebSocketScope

from texcoco.web.identity import Identity, identify
from texcoco.web.messages import Problem, Refusal
from texcoco.web.site import Site, Visitor, language

log = logging.getLogger("texcoco.web")

API = "/api/v1/"
SAFE = ("GET", "HEAD", "OPTIONS")
VISITOR = "texcoco.visitor"
"""Where in a scope handlers find who asks."""
LOBBY = "/api/v1/tables"

CSP = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; "
    "manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
HEADERS: list[tuple[bytes, bytes]] = [
    (b"content-security-policy", CSP.encode()),
    (b"referrer-policy", b"no-referrer"),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()"),
]


class Guard:
    """An ASGI application around another."""

    def __init__(self, app: ASGIApp, site: Site):
        self.app, self.site = app, site
        url = urlsplit(site.settings.url or "")
        self._public = (url.scheme, url.netloc.lower()) if url.netloc else None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            await self._http(scope, receive, send)
        elif scope["type"] == "websocket":
            await self._websocket(scope, receive, send)
        else:
            await self.app(scope, receive, send)

    async def _http(self, scope: HTTPScope, receive: Receive, send: Send) -> None:
        began = time.perf_counter()
        headers = Headers(scope)
        visitor = self._visitor(scope, headers)
        method, path = scope["method"], scope["path"]
        status = 500
        extra = list(HEADERS)
        if path.startswith(API):
            extra.append((b"cache-control", b"no-store"))

        async def answer(message: Any) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                given: list[tuple[bytes, bytes]] = list(message.get("headers", []))
                names = {name.lower(): value for name, value in given}
                message["headers"] = given + [pair for pair in extra if pair[0] not in names]
                if _introduces(visitor.identity, method, path, names.get(b"content-type", b"")):
                    message["headers"].append((b"set-cookie", visitor.identity.cookie(self._secure(scope)).encode()))
            await send(message)

        wait = self.site.meter.request(visitor.address)
        if wait:
            await _refuse(answer, 429, "too-fast", "too many requests from your address; wait a little", wait)
        elif method not in SAFE and not self._same_origin(headers):
            await _refuse(answer, 403, "bad-origin", "this page does not belong to this server (Origin and Host differ)")
        else:
            await self.app(scope, receive, answer)
        self.site.metrics.requests[method if method in _METHODS else "other", status] += 1
        took = round((time.perf_counter() - began) * 1000, 1)
        level = logging.DEBUG if path in ("/api/v1/health", "/api/v1/metrics") else logging.INFO
        log.log(level, "request", extra={"method": method, "path": path, "status": status, "ms": took, "address": visitor.address})

    async def _websocket(self, scope: WebSocketScope, receive: Receive, send: Send) -> None:
        headers = Headers(scope)
        visitor = self._visitor(scope, headers)
        meter = self.site.meter
        if not self._same_origin(headers):
            why = "bad origin"
        elif meter.request(visitor.address):
            why = "too many requests"
        elif not meter.connect(visitor.address):
            why = "too many connections"
        else:
            began = time.perf_counter()
            log.info("stream opened", extra={"path": scope["path"], "address": visitor.address})
            try:
                await self.app(scope, receive, self._accepting(scope, visitor.identity, send))
            finally:
                meter.disconnect(visitor.address)
                seconds = round(time.perf_counter() - began, 1)
                log.info("stream closed", extra={"path": scope["path"], "address": visitor.address, "seconds": seconds})
            return
        log.info("stream refused", extra={"path": scope["path"], "address": visitor.address, "why": why})
        await receive()
        await send({"type": "websocket.close", "code": 1008, "reason": why})

    def _accepting(self, scope: WebSocketScope, identity: Identity, send: Send) -> Send:
        async def answer(message: Any) -> None:
            if message["type"] == "websocket.accept" and identity.fresh:
                cookie = (b"set-cookie", identity.cookie(self._secure(scope)).encode())
                message["headers"] = [*message.get("headers", []), cookie]
            await send(message)

        return answer

    def _visitor(self, scope: HTTPScope | WebSocketScope, headers: Headers) -> Visitor:
        client = scope["client"]
        query = scope["query_string"]
        asked = parse_qs(query.decode("latin-1"), max_num_fields=50).get("lang") if b"lang" in query and query.count(b"&") < 50 else None
        lang = language(asked[0] if asked else None, headers["accept-language"])
        visitor = Visitor(identify(headers["cookie"]), client[0] if client else "", lang)
        cast("dict[str, Any]", scope)[VISITOR] = visitor
        return visitor

    def _same_origin(self, headers: Headers) -> bool:
        """Whether a request comes from a page of ours. Programs that are no browsers send no Origin, and nobody's cookie either."""
        origin = headers["origin"]
        if not origin:
            return headers["sec-fetch-site"] in ("", "same-origin", "none")
        try:
            url = urlsplit(origin)
        except ValueError:
            return False
        if self._public is not None and (url.scheme, url.netloc.lower()) == self._public:
            return True
        return url.scheme in ("http", "https") and bool(url.netloc) and url.netloc.lower() == headers["host"].lower()

    def _secure(self, scope: HTTPScope | WebSocketScope) -> bool:
        return scope["scheme"] in ("https", "wss") or (self._public is not None and self._public[0] == "https")


def _introduces(identity: Identity, method: str, path: str, kind: bytes) -> bool:
    """Whether an answer brings the cookie.

    Who is new gets it with the page, before any of its scripts can ask for something, or by writing. Never by reading only: of
    several questions at once each would bring another, and the last to arrive would take away what was done as one of them.
    Who is known gets it again when the lobby is read: who comes back within the year is known for another.
    """
    if identity.fresh:
        return method not in SAFE or kind.startswith(b"text/html")
    return method == "GET" and path == LOBBY


_METHODS = {"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"}


def visitor_of(connection: ASGIConnection[Any, Any, Any, Any]) -> Visitor:
    """Who sends a request or opens a stream."""
    return cast("dict[str, Any]", connection.scope)[VISITOR]


class Headers:
    """The headers of a request by their names; those that are not there are empty."""

    def __init__(self, scope: HTTPScope | WebSocketScope):
        self._all: dict[str, str] = {}
        for name, value in scope["headers"]:
            key, text = name.decode("latin-1").lower(), value.decode("latin-1")
            self._all[key] = f"{self._all[key]}; {text}" if key == "cookie" and key in self._all else text

    def __getitem__(self, name: str) -> str:
        return self._all.get(name, "")


async def _refuse(send: Any, status: int, code: str, message: str, wait: float = 0) -> None:
    body = msgspec.json.encode(Problem(Refusal(code, message)))
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    if wait:
        headers.append((b"retry-after", str(int(wait) + 1).encode()))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body, "more_body": False})
