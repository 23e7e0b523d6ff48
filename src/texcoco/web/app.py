"""The application: handlers, what they share, what becomes of errors, and what goes on beside them."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from importlib import metadata
from typing import Any, cast

from litestar import Litestar, Request, Response, Router
from litestar.datastructures import State
from litestar.exceptions import HTTPException, ValidationException
from litestar.openapi import OpenAPIConfig
from litestar.types import ASGIApp

from texcoco.games import NoSuchGame
from texcoco.lesson import NoLesson
from texcoco.store import StoreError, TooLarge, open_store
from texcoco.tables.commands import Refused
from texcoco.tables.host import Host, NoSuchTable
from texcoco.tables.thinkers import Thinkers
from texcoco.web import advice, api, history, logs
from texcoco.web.api import COMMAND
from texcoco.web.asking import Asking
from texcoco.web.guard import Guard
from texcoco.web.limits import Meter
from texcoco.web.messages import Problem, Refusal
from texcoco.web.metrics import Metrics
from texcoco.web.openapi import Document
from texcoco.web.pages import load, page
from texcoco.web.settings import Settings
from texcoco.web.site import Site, TooMany, refusal
from texcoco.web.stream import stream

log = logging.getLogger("texcoco.web")

EXPIRE_EVERY = 3600.0
ABOUT = """\
Tables where people and bots play Mexica, Yucatán and Azteco.

You are known by the cookie `texcoco`, which the first answer sets: keep it. Open a table, send the invitations, `start`, then look
at the states of your seats: when `actions` is not empty, `play` one of them and cite `step`. Poll `GET /tables/{id}`, or open the
stream `/api/v1/tables/{id}/stream` (WebSocket), which tells you of every change; its messages are in `/api/v1/stream-schema.json`.
"""


def make_app(settings: Settings) -> ASGIApp:
    """The application for these settings."""
    site = Site(settings, Metrics(), Meter(settings.limits))
    app = Litestar(
        [Router("/api/v1", route_handlers=[*api.HANDLERS, *advice.HANDLERS, *history.HANDLERS]), stream, page],
        state=State({"site": site, "files": load(settings.client)}),
        lifespan=[_lifespan],
        exception_handlers=dict(_ERRORS),
        openapi_config=OpenAPIConfig(
            title="Texcoco",
            version=_version(),
            description=ABOUT,
            path="/api/v1/openapi.json",
            render_plugins=[Document(path="/")],
            use_handler_docstrings=True,
        ),
        request_max_body_size=settings.limits.body,
        logging_config=None,
    )
    return Guard(cast("ASGIApp", app), site)


def from_environment() -> ASGIApp:
    """The application of a worker process."""
    settings = Settings.from_environment()
    logs.configure(settings.quiet)
    return make_app(settings)


@asynccontextmanager
async def _lifespan(app: Litestar) -> AsyncGenerator[None]:
    site: Site = app.state.site
    settings = site.settings
    async with await open_store(settings.database) as store:
        host = Host(store, Thinkers(settings.bot_workers), bot_seconds=settings.bot_seconds)
        site.host = host
        site.metrics.gauges |= {
            "texcoco_connections": ("gauge", "Open streams.", lambda: site.meter.streams),
            "texcoco_tables_in_memory": ("gauge", "Tables in memory.", lambda: host.in_memory),
            "texcoco_bots_thinking": ("gauge", "Seats for which a bot thinks.", lambda: host.thinking),
            "texcoco_bots_failed_total": ("counter", "Bots that crashed, overran or answered nonsense.", lambda: host.failures),
        }
        beside = [asyncio.create_task(_wake(host)), asyncio.create_task(_expire(site))]
        log.info("started", extra={"store": store.name})
        try:
            yield
        finally:
            for task in beside:
                task.cancel()
            await asyncio.gather(*beside, return_exceptions=True)
            await host.close()
            log.info("stopped")


async def _wake(host: Host) -> None:
    try:
        await host.wake()
    except Exception:
        log.exception("some bots were not woken")


async def _expire(site: Site) -> None:
    """Removes abandoned tables now and then."""
    while True:
        with contextlib.suppress(StoreError):
            removed = await site.host.store.expire(site.settings.expired(time.time()))
            if removed:
                log.info("expired", extra={"tables": removed})
        await asyncio.sleep(EXPIRE_EVERY)


# --- errors ---

STATUS = {
    "bad-table": 422, "bad-record": 422, "refused": 422, "bad-chat": 422, "unknown-command": 400, "bad-request": 400, "no-such-seat": 422,
    "not-your-seat": 403, "not-yours": 403, "bad-invitation": 403, "busy": 503,
}  # fmt: skip
"""The status of a refusal by its code; 409 for all others: not now."""


HTTP = {404: "not-found", 405: "not-allowed", 413: "too-large"}
"""The codes of what is refused before anybody has looked at it; `bad-request` for all others."""


def _problem(request: Asking, status: int, why: Refusal, headers: dict[str, str] | None = None) -> Response[Problem]:
    problem = Problem(why)
    if COMMAND in request.scope:
        problem.id = cast("Any", request.scope)[COMMAND]
    return Response(problem, status_code=status, headers=headers, media_type="application/json")


def _refused(request: Asking, refused: Refused) -> Response[Problem]:
    return _problem(request, STATUS.get(refused.code, 409), refusal(refused))


def _no_such_table(request: Asking, _: NoSuchTable) -> Response[Problem]:
    return _problem(request, 404, Refusal("no-such-table", "there is no such table"))


def _no_such_game(request: Asking, error: NoSuchGame) -> Response[Problem]:
    return _problem(request, 404, Refusal("no-such-game", str(error)))


def _no_lesson(request: Asking, error: NoLesson) -> Response[Problem]:
    return _problem(request, 404, Refusal("no-lesson", str(error)))


def _too_many(request: Asking, error: TooMany) -> Response[Problem]:
    return _problem(request, 429, Refusal("too-fast", str(error)), {"retry-after": str(int(error.wait) + 1)})


def _too_large(request: Asking, error: TooLarge) -> Response[Problem]:
    return _problem(request, 413, Refusal("too-large", "this is more than a table can hold"))


def _store_failed(request: Asking, error: StoreError) -> Response[Problem]:
    log.error("the store failed", exc_info=error)
    said = "the database does not answer; it is not known whether this was carried out: send it again"
    return _problem(request, 503, Refusal("store", said))


def _too_deep(request: Asking, _: RecursionError) -> Response[Problem]:
    return _problem(request, 400, Refusal("bad-request", "this is nested too deeply"))


def _http_error(request: Request[Any, Any, Any], error: HTTPException) -> Response[Problem]:
    code = HTTP.get(error.status_code, "bad-request")
    message = error.detail
    if isinstance(error, ValidationException) and isinstance(error.extra, list):
        found: list[dict[str, Any]] = [item for item in error.extra if isinstance(item, dict)]
        said = [f"{item['key']}: {item['message']}" if item.get("key") else str(item.get("message")) for item in found]
        message = "; ".join(said) or message
    return _problem(request, error.status_code, Refusal(code, message[:1000]), dict(error.headers or {}))


def _broken(request: Request[Any, Any, Any], error: Exception) -> Response[Problem]:
    log.error("a request failed", extra={"path": request.url.path}, exc_info=error)
    return _problem(request, 500, Refusal("broken", "something is wrong with this server"))


_ERRORS: dict[int | type[Exception], Any] = {
    Refused: _refused,
    NoSuchTable: _no_such_table,
    NoSuchGame: _no_such_game,
    NoLesson: _no_lesson,
    TooMany: _too_many,
    TooLarge: _too_large,
    StoreError: _store_failed,
    RecursionError: _too_deep,
    HTTPException: _http_error,
    Exception: _broken,
}


def _version() -> str:
    try:
        return metadata.version("texcoco")
    except metadata.PackageNotFoundError:
        return "0"
