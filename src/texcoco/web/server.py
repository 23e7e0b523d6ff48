"""Runs the server: one process, or several on one PostgreSQL."""

from __future__ import annotations

import asyncio
import contextlib
import io
import os
import socket
import sys
import threading
import time
import webbrowser
from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

import segno
import uvicorn
from uvicorn.supervisors import Multiprocess

from texcoco.store import StoreError, open_store
from texcoco.web import logs
from texcoco.web.connections import BACKLOG, raise_descriptor_limit
from texcoco.web.protocols import HttpConnection, StreamConnection
from texcoco.web.settings import Settings

GRACE = 10
"""Seconds that requests have to end when the server is told to stop."""
APP = "texcoco.web.app:from_environment"


def serve(settings: Settings, host: str, port: int, workers: int, ready: Callable[[int], None]) -> None:
    """Serves until it is interrupted. `ready` is told the port on which it listens.

    Raises OSError if it cannot listen there, StoreError if the database is no good.
    """
    raise_descriptor_limit()
    asyncio.run(_prepare(settings.database))
    listening = listen(host, port)
    settings.for_workers()
    config = configuration(APP, settings, factory=True, workers=workers)
    logs.configure(settings.quiet)
    ready(listening.getsockname()[1])
    with listening:
        if workers > 1:
            Multiprocess(config, sockets=[listening]).run()
        else:
            server = uvicorn.Server(config)
            server.run(sockets=[listening])
            if not server.started:
                raise StoreError("The server did not start; the last lines of the log say why.")


async def _prepare(database: str | None) -> None:
    """Opens the store once before the worker processes do, so that it is migrated once, and an error is one
    sentence."""
    async with await open_store(database):
        pass


def configuration(app: Any, settings: Settings, **more: Any) -> uvicorn.Config:
    """How uvicorn runs the application, here and in tests."""
    return uvicorn.Config(
        app,
        loop="auto",  # uvloop where there is one
        http=HttpConnection,
        ws=StreamConnection,
        backlog=BACKLOG,
        proxy_headers=False,  # the guard looks at them
        ws_max_size=settings.limits.body,
        ws_per_message_deflate=False,
        ws_ping_interval=20,
        ws_ping_timeout=20,
        lifespan="on",
        log_config=None,
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=GRACE,
        **more,
    )


def listen(host: str, port: int) -> socket.socket:
    """A socket that listens there."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # The protocol by name: asyncio sends small messages at once only where it knows that it speaks TCP.
    listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        if os.name == "posix":
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((host, port))
    except OSError as error:
        listening.close()
        raise OSError(error.errno, error.strerror, f"{host}:{port}") from None
    listening.set_inheritable(True)
    return listening


def open_browser(address: str, port: int) -> threading.Thread | None:
    """Opens an address in a browser as soon as the server answers there; None, and nothing said, where there is no
    browser to be seen.
    """
    graphical = sys.platform in ("win32", "darwin") or any(
        os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER")
    )
    if not graphical:  # there may be a browser that draws letters, and would take the terminal for itself
        return None
    host = urlsplit(address).hostname or "127.0.0.1"

    def wait_and_open() -> None:
        for _ in range(100):
            try:
                socket.create_connection((host, port), 1).close()
            except OSError:
                time.sleep(0.1)
                continue
            with contextlib.suppress(webbrowser.Error, OSError):
                webbrowser.open(address)
            return

    opening = threading.Thread(target=wait_and_open, daemon=True)
    opening.start()
    return opening


def lan_address() -> str | None:
    """The address under which others in the same network reach this machine, if it is in one."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(
                ("192.0.2.1", 9)
            )  # an address of nobody's (RFC 5737); a datagram socket sends nothing to connect
            address = str(probe.getsockname()[0])
        except OSError:
            return None
    return None if address.startswith("127.") or address == "0.0.0.0" else address


def qr_code(text: str) -> str:
    """A QR code for a terminal."""
    out = io.StringIO()
    segno.make(text, error="m").terminal(out=out, compact=True, border=2)
    return out.getvalue()
