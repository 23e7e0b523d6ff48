"""The ASGI application: handlers, error responses, and background tasks."""

from __future__ import annotations

import asyncio
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

from texcoco.bots import bots
from texcoco.games import NoSuchGame, all_games
from texcoco.lesson import NoLesson
from texcoco.store import StoreError, TooLarge, open_store
from texcoco.tables.garbage import spare_what_stays
from texcoco.tables.host import Host
from texcoco.tables.requests import NoSuchTable, Refused
from texcoco.tables.workers import NICE_TO_BOTS, WorkerPool
from texcoco.web import advice, analysis, api, history, logs, puzzles
from texcoco.web.api import COMMAND
from texcoco.web.connections import Connections
from texcoco.web.context import ClientDisconnected, HttpRequest
from texcoco.web.guard import Guard
from texcoco.web.limits import Meter
from texcoco.web.metrics import Metrics
from texcoco.web.openapi import Document
from texcoco.web.pages import load, page
from texcoco.web.proxies import Proxies
from texcoco.web.response_bodies import Problem, Refusal
from texcoco.web.settings import Settings
from texcoco.web.site import Site, TooMany, refusal
from texcoco.web.stream import stream

log = logging.getLogger("texcoco.web")

EXPIRE_EVERY = 3600.0
BEAT = 3.0
"""Seconds between two signs of life of a server."""
WAKE_AGAIN = 10.0
"""Seconds until bots are woken again after the database did not answer."""
API = [*api.HANDLERS, *advice.HANDLERS, *history.HANDLERS, *analysis.HANDLERS, *puzzles.HANDLERS]
ABOUT = """\
Tables where people and bots play Mexica, Yucatán and Azteco.

You are known by the cookie `texcoco`, which the first answer sets: keep it. Open a table, send the invitations,
`start`, then look at the states of your seats: when `actions` is not empty, `play` one of them and cite `step`. Poll
`GET /tables/{id}`, or open the stream `/api/v1/tables/{id}/stream` (WebSocket), which tells you of every change; its
messages are in `/api/v1/stream-schema.json`.
"""


def make_app(settings: Settings) -> ASGIApp:
    """The application for these settings."""
    meter = Meter(settings.limits)
    connections = Connections(settings.limits, meter, Proxies(settings.trusted_proxies))
    for game in all_games():  # importing a game takes a tenth of a second and would block the event loop
        bots(game)
    site = Site(settings, Metrics(connections.refused), meter, connections)
    app = Litestar(
        [
            Router("/api/v1", route_handlers=API),
            stream,
            page,
        ],
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
    app = make_app(settings)
    api.load_games()
    spare_what_stays()
    return app


@asynccontextmanager
async def _lifespan(app: Litestar) -> AsyncGenerator[None]:
    site: Site = app.state.site
    settings = site.settings
    api.load_games()
    async with await open_store(settings.database) as store:
        bots, jobs = WorkerPool(settings.bot_workers), WorkerPool(settings.job_workers)
        analysts = WorkerPool(settings.analysis_workers, nice=NICE_TO_BOTS)
        host = Host(store, bots, jobs, bot_seconds=settings.bot_seconds, pause=site.meter.bot_move, analysts=analysts)
        site.host = host
        site.metrics.gauges |= {
            "texcoco_connections": ("gauge", "Open streams.", lambda: site.meter.streams),
            "texcoco_open_connections": (
                "gauge",
                "Open connections, streams among them.",
                lambda: len(site.connections),
            ),
            "texcoco_most_connections": ("gauge", "Connections that there may be.", lambda: site.connections.most),
            "texcoco_tables_in_memory": ("gauge", "Tables in memory.", lambda: host.in_memory),
            "texcoco_tables_set_aside": (
                "gauge",
                "Tables that cannot be read, and were set aside.",
                lambda: len(host.memory.broken),
            ),
            "texcoco_bots_thinking": ("gauge", "Seats for which a bot thinks.", lambda: host.thinking),
            "texcoco_bots_failed_total": (
                "counter",
                "Bots that crashed, overran or answered nonsense.",
                lambda: host.bot_moves.failures,
            ),
            "texcoco_jobs_total": (
                "counter",
                "Jobs for worker processes, other than bots'.",
                lambda: jobs.asked.total(),
            ),
            "texcoco_jobs_failed_total": ("counter", "Jobs that crashed or overran their time.", lambda: jobs.failed),
            "texcoco_jobs_waiting": ("gauge", "Jobs that wait for a worker process.", lambda: jobs.waiting),
            "texcoco_analyses": ("gauge", "Games that are being analysed.", lambda: host.analyses.running),
            "texcoco_bots_waiting": ("gauge", "Bots that wait for a worker process.", lambda: bots.waiting),
        }
        await _beat(host)
        background = [
            asyncio.create_task(_wake(host)),
            asyncio.create_task(_keep_beating(host)),
            asyncio.create_task(_expire(site)),
            asyncio.create_task(site.connections.watch()),
        ]
        log.info("started", extra={"store": store.name, "most_connections": site.connections.most})
        try:
            yield
        finally:
            for task in background:
                task.cancel()
            await asyncio.gather(*background, return_exceptions=True)
            await host.close()
            log.info("stopped")


async def _wake(host: Host) -> None:
    """Starts the bots whose turn it is; tries again while the database does not answer."""
    while True:
        try:
            return await host.wake()
        except StoreError as error:
            log.warning("bots could not be woken yet", extra={"why": str(error)})
            await asyncio.sleep(WAKE_AGAIN)
        except Exception:
            return log.exception("some bots were not woken")


async def _beat(host: Host) -> None:
    """Shows that this server is alive."""
    try:
        await host.beat()
    except StoreError as error:
        log.warning("no sign of life could be written", extra={"why": str(error)})
    except Exception:
        log.exception("clocks were not credited with the time without a server")


async def _keep_beating(host: Host) -> None:
    while True:
        await asyncio.sleep(BEAT)
        await _beat(host)


async def _expire(site: Site) -> None:
    """Removes abandoned tables now and then."""
    while True:
        try:
            removed = await site.host.store.expire(
                site.settings.expired(time.time()), site.settings.expired_studies(time.time())
            )
            if removed:
                log.info("expired", extra={"tables": removed})
        except StoreError as error:
            log.warning("old tables could not be removed", extra={"why": str(error)})
        await asyncio.sleep(EXPIRE_EVERY)


# --- errors ---

STATUS = {
    "bad-table": 422, "bad-position": 422, "position-over": 422, "no-such-moment": 422,
    "bad-record": 422, "bad-view": 422, "refused": 422, "bad-chat": 422, "bad-request": 400,
    "no-such-seat": 422, "no-such-turn": 422, "no-analysis": 422,
    "no-such-puzzle": 404,
    "not-your-seat": 403, "not-yours": 403, "bad-invitation": 403, "removed": 403, "busy": 503,
    "broken-table": 500, "no-answer": 503, "chat-too-fast": 429,
}  # fmt: skip
"""The status of a refusal by its code; 409 for all others: not now."""


HTTP = {404: "not-found", 405: "not-allowed", 413: "too-large"}
"""The codes of what is refused before anybody has looked at it; `bad-request` for all others."""


def _problem(
    request: HttpRequest, status: int, why: Refusal, headers: dict[str, str] | None = None
) -> Response[Problem]:
    problem = Problem(why)
    if COMMAND in request.scope:
        problem.id = cast("Any", request.scope)[COMMAND]
    return Response(problem, status_code=status, headers=headers, media_type="application/json")


def _refused(request: HttpRequest, refused: Refused) -> Response[Problem]:
    return _problem(request, STATUS.get(refused.code, 409), refusal(refused))


def _no_such_table(request: HttpRequest, _: NoSuchTable) -> Response[Problem]:
    return _problem(request, 404, Refusal("no-such-table", "there is no such table"))


def _no_such_game(request: HttpRequest, error: NoSuchGame) -> Response[Problem]:
    return _problem(request, 404, Refusal("no-such-game", str(error)))


def _no_lesson(request: HttpRequest, error: NoLesson) -> Response[Problem]:
    return _problem(request, 404, Refusal("no-lesson", str(error)))


def _too_many(request: HttpRequest, error: TooMany) -> Response[Problem]:
    return _problem(request, 429, Refusal("too-fast", str(error)), {"retry-after": str(int(error.wait) + 1)})


def _client_disconnected(request: HttpRequest, _: ClientDisconnected) -> Response[Problem]:
    return _problem(request, 499, Refusal("gone", "the client closed the connection"))  # only the log shows this


def _too_large(request: HttpRequest, error: TooLarge) -> Response[Problem]:
    return _problem(request, 413, Refusal("too-large", "this is more than a table can hold"))


def _store_failed(request: HttpRequest, error: StoreError) -> Response[Problem]:
    log.error("the store failed", exc_info=error)
    message = "the database does not answer; it is not known whether this was carried out: send it again"
    return _problem(request, 503, Refusal("store", message))


def _too_deep(request: HttpRequest, _: RecursionError) -> Response[Problem]:
    return _problem(request, 400, Refusal("bad-request", "this is nested too deeply"))


def _not_utf8(request: HttpRequest, _: UnicodeDecodeError) -> Response[Problem]:
    return _problem(request, 400, Refusal("bad-request", "the request is not valid UTF-8"))


def _http_error(request: Request[Any, Any, Any], error: HTTPException) -> Response[Problem]:
    code = HTTP.get(error.status_code, "bad-request")
    message = error.detail
    if isinstance(error, ValidationException) and isinstance(error.extra, list):
        found: list[dict[str, Any]] = [item for item in error.extra if isinstance(item, dict)]
        details = [
            f"{item['key']}: {item['message']}" if item.get("key") else str(item.get("message")) for item in found
        ]
        message = "; ".join(details) or message
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
    ClientDisconnected: _client_disconnected,
    StoreError: _store_failed,
    RecursionError: _too_deep,
    UnicodeDecodeError: _not_utf8,  # raised while a body is decoded
    HTTPException: _http_error,
    Exception: _broken,
}


def _version() -> str:
    try:
        return metadata.version("texcoco")
    except metadata.PackageNotFoundError:
        return "0"
