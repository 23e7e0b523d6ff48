"""The command `texcoco serve`."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

from texcoco.game import BadOption
from texcoco.terminal import WORDS
from texcoco.web import server
from texcoco.web.proxies import Proxies
from texcoco.web.settings import Settings


def serve(asked: argparse.Namespace) -> int:
    """Checks what is asked for, and serves until it is stopped."""
    days = asked.expire_open, asked.expire_playing, asked.expire_over, asked.expire_studies
    if not (0 <= asked.port < 2**16 and 1 <= asked.workers <= 64 and min(days) >= 0 and asked.hsts >= 0):
        raise BadOption(WORDS.say(asked.lang, "cli.serve-numbers"))
    if asked.workers > 1 and not str(asked.database).startswith("postgres"):
        raise BadOption(WORDS.say(asked.lang, "cli.serve-workers", {"n": asked.workers}))
    trusted = tuple(str(address).strip() for address in asked.trusted_proxies.split(",") if address.strip())
    Proxies(trusted)  # raises a ValueError that says what is wrong with them
    token = _metrics_token(asked)

    def ready(port: int) -> None:
        here = (
            "127.0.0.1"
            if asked.lan or asked.host == "0.0.0.0"
            else f"[{asked.host}]"
            if ":" in asked.host
            else asked.host
        )
        print(WORDS.say(asked.lang, "cli.serve-at", {"address": f"http://{here}:{port}/"}))
        if asked.lan:
            address = server.lan_address()
            if address is None:
                print(WORDS.say(asked.lang, "cli.serve-no-lan"))
            else:
                print(WORDS.say(asked.lang, "cli.serve-lan", {"address": f"http://{address}:{port}/"}))
                print(server.qr_code(f"http://{address}:{port}/"))
        sys.stdout.flush()
        if asked.open:
            server.open_browser(f"http://{here}:{port}/", port)

    settings = Settings(
        asked.database,
        asked.url,
        trusted,
        asked.hsts,
        token,
        expire_open=asked.expire_open,
        expire_playing=asked.expire_playing,
        expire_over=asked.expire_over,
        expire_studies=asked.expire_studies,
        quiet=asked.open,
    )
    server.serve(settings, "0.0.0.0" if asked.lan else asked.host, asked.port, asked.workers, ready)
    return 0


def _metrics_token(asked: argparse.Namespace) -> str | None:
    """The token with which metrics are read from elsewhere. It is in a file or a variable, so that no list of processes
    shows it.
    """
    path: Path | None = asked.metrics_token_file
    token = (
        path.read_text(encoding="utf-8") if path is not None else os.environ.get("TEXCOCO_METRICS_TOKEN", "")
    ).strip()
    if (token or path is not None) and not (
        20 <= len(token) <= 200 and token.isascii() and token.isprintable() and " " not in token
    ):
        raise BadOption(WORDS.say(asked.lang, "cli.metrics-token-bad"))
    return token or None
