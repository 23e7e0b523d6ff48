"""ASGI middleware before all handlers: identifies visitors, checks origin and rate, adds headers, logs requests."""

from __future__ import annotations

import asyncio
import logging
import time
from typing import Any, cast
from urllib.parse import parse_qs, unquote_to_bytes, urlsplit

import msgspec
from litestar.connection import ASGIConnection
from litestar.types import ASGIApp, HTTPScope, Receive, Scope, Send, WebSocketScope

from texcoco.web.identity import Identity, identify
from texcoco.web.limits import is_loopback
from texcoco.web.lingering import lingering
from texcoco.web.proxies import UNKNOWN, last_hop
from texcoco.web.response_bodies import Problem, Refusal
from texcoco.web.site import Site, Visitor, language

log = logging.getLogger("texcoco.web")

API = "/api/v1/"
SAFE = ("GET", "HEAD", "OPTIONS")
VISITOR = "texcoco.visitor"
"""The key of the visitor in a scope."""
LOBBY = "/api/v1/tables"
FORWARDING = ("x-forwarded-for", "x-forwarded-proto", "x-forwarded-host", "x-real-ip", "forwarded", "via")
"""Headers that proxies add."""
REFUSED_SECONDS = 1.0
"""Seconds by which a refusal for too many requests is delayed, so that a client in a loop costs the server little."""

CSP = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; "
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
        receive, send = lingering(scope, receive, send)
        headers = Headers(scope)
        visitor = self._visitor(scope, headers)
        method, path = scope["method"], scope["path"]
        status = 500
        extra = list(HEADERS)
        if path.startswith(API):
            extra.append((b"cache-control", b"no-store"))
        if self.site.settings.hsts and self._secure(scope):
            extra.append((b"strict-transport-security", f"max-age={self.site.settings.hsts}".encode()))

        async def answer(message: Any) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                given: list[tuple[bytes, bytes]] = list(message.get("headers", []))
                names = {name.lower(): value for name, value in given}
                message["headers"] = given + [pair for pair in extra if pair[0] not in names]
                if _sets_cookie(visitor.identity, method, path, names.get(b"content-type", b"")):
                    message["headers"].append((b"set-cookie", visitor.identity.cookie(self._secure(scope)).encode()))
            await send(message)

        wait = self.site.meter.request(visitor.address)
        if not wait and (pause := self.site.meter.pace(visitor.address)):
            await asyncio.sleep(pause)
        if wait:
            self.site.connections.report("too many requests", visitor.address)
            await asyncio.sleep(REFUSED_SECONDS)
            await _refuse(answer, 429, "too-fast", "too many requests from your address; wait a little", wait)
        elif method not in SAFE and not self._same_origin(headers):
            await _refuse(
                answer, 403, "bad-origin", "this page does not belong to this server (Origin and Host differ)"
            )
        elif not _is_utf8(scope):
            await _refuse(answer, 400, "bad-request", "the address is not valid UTF-8")
        else:
            await self.app(scope, receive, answer)
        self.site.metrics.requests[method if method in _METHODS else "other", status] += 1
        took = round((time.perf_counter() - began) * 1000, 1)
        # Refusals for too many requests are reported elsewhere in summary: a line for each would let anybody fill the
        # log.
        level = logging.DEBUG if wait or path in ("/api/v1/health", "/api/v1/metrics") else logging.INFO
        log.log(
            level,
            "request",
            extra={"method": method, "path": path, "status": status, "ms": took, "address": visitor.address},
        )

    async def _websocket(self, scope: WebSocketScope, receive: Receive, send: Send) -> None:
        headers = Headers(scope)
        visitor = self._visitor(scope, headers)
        meter = self.site.meter
        if not self._same_origin(headers):
            why = "bad origin"
        elif not _is_utf8(scope):
            why = "bad address"
        elif meter.request(visitor.address):
            why = "too many requests"
            await asyncio.sleep(REFUSED_SECONDS)
        elif not meter.connect(visitor.address):
            why = "too many streams"
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
        if why.startswith("too many"):
            self.site.connections.report(why, visitor.address)
        else:
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
        query = scope["query_string"]
        asked = (
            parse_qs(query.decode("latin-1"), max_num_fields=50).get("lang")
            if b"lang" in query and query.count(b"&") < 50
            else None
        )
        lang = language(asked[0] if asked else None, headers["accept-language"])
        address, local = self._sender(scope, headers)
        visitor = Visitor(identify(headers["cookie"]), address, lang, local)
        cast("dict[str, Any]", scope)[VISITOR] = visitor
        return visitor

    def _sender(self, scope: HTTPScope | WebSocketScope, headers: Headers) -> tuple[str, bool]:
        """The address that a request comes from, and whether this machine itself sent it, without a proxy.

        Behind a proxy that sends no X-Forwarded-For all visitors look the same. They then share the limits of one
        stranger, not the higher ones of this machine, and the log says why.
        """
        client = scope["client"]
        peer = client[0] if client else ""
        public = self._public is not None and headers["host"].lower() == self._public[1]
        proxied = public or any(headers[name] for name in FORWARDING)
        connections = self.site.connections
        if connections.proxies.trusts(peer) and proxied:
            scheme = headers["x-forwarded-proto"].rpartition(",")[2].strip().lower()
            if scheme in ("http", "https"):
                scope["scheme"] = scheme
            if headers["x-forwarded-for"]:
                return last_hop(headers["x-forwarded-for"]), False
            connections.report("a proxy sends no X-Forwarded-For", peer)
            return UNKNOWN, False
        return peer, not proxied and is_loopback(peer) and _is_loopback_name(headers["host"])

    def _same_origin(self, headers: Headers) -> bool:
        """Whether a request comes from a page of this server.

        Programs other than browsers send no Origin; they send no other user's cookie either, so they are let through.
        """
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


def _sets_cookie(identity: Identity, method: str, path: str, kind: bytes) -> bool:
    """Whether a response sets the cookie.

    A new browser gets it with the HTML page, before a script can send requests, or with a request that writes. Never
    with other reads: of several at once each would set another cookie, and the last would replace the one under
    which something was done already. A known browser gets it again whenever it reads the lobby, which renews its
    expiry.
    """
    if identity.fresh:
        return method not in SAFE or kind.startswith(b"text/html")
    return method == "GET" and path == LOBBY


_METHODS = {"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"}


def visitor_of(connection: ASGIConnection[Any, Any, Any, Any]) -> Visitor:
    """Who sends a request or opens a stream."""
    return cast("dict[str, Any]", connection.scope)[VISITOR]


def _is_utf8(scope: HTTPScope | WebSocketScope) -> bool:
    """Whether path and query are UTF-8 when their percent signs are decoded."""
    for part in (scope["raw_path"], scope["query_string"]):
        if b"%" in part:
            try:
                unquote_to_bytes(part).decode()
            except UnicodeDecodeError:
                return False
    return True


def _is_loopback_name(host: str) -> bool:
    """Whether a `Host` is this machine's own name.

    A page of another site whose name was made to point here (DNS rebinding) sends that site's name.
    """
    name = host[1:].partition("]")[0] if host.startswith("[") else host.partition(":")[0]
    return name.lower() == "localhost" or is_loopback(name)


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
