"""Logs as JSON, a line for each thing that happened, on standard error.

No token, cookie or query string is ever in them.
"""

from __future__ import annotations

import json
import logging
import re
import sys
from typing import Any

_ORDINARY = {*vars(logging.makeLogRecord({})), "message", "asctime", "taskName", "color_message"}

_FRAGMENT = re.compile(r"(#|\?|%23|%3f).*", re.IGNORECASE | re.DOTALL)
_SECRET = re.compile(r"[A-Za-z0-9_-]{20,}")
"""Whatever could be a token or a cookie: those have at least 22 such characters, the id of a table has 12."""
_LONGEST = 120
"""Characters of a path that a line of the log shows."""


def safe_path(path: str) -> str:
    """A decoded path as it may stand in the log.

    Some messengers write the `#` of a seat's link as `%23`, so that its token arrives in the path.
    """
    shown = _SECRET.sub("…", _FRAGMENT.sub("", path[: 2 * _LONGEST]))
    shown = "".join(c if c == "…" or (c.isascii() and c.isprintable()) else "?" for c in shown)
    return shown if len(shown) <= _LONGEST else f"{shown[: _LONGEST - 1]}…"


class JsonLines(logging.Formatter):
    """A record as one line of JSON; what was given as `extra` becomes fields of it.

    A `path` is shown by `safe_path`.
    """

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "at": round(record.created, 3),
            "level": record.levelname.lower(),
            "from": record.name,
            "message": record.getMessage(),
        }
        line |= {name: value for name, value in vars(record).items() if name not in _ORDINARY}
        if "path" in line:  # here, so that no call can forget it
            line["path"] = safe_path(str(line["path"]))
        if record.exc_info:
            line["error"] = self.formatException(record.exc_info)
        return json.dumps(line, default=str, ensure_ascii=False)


def configure(quiet: bool = False) -> None:
    """Has everything that this process logs go to standard error as JSON; quiet: only what goes wrong."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.WARNING if quiet else logging.INFO)
    # uvicorn writes whole addresses, query string and all, when a stream opens: we write our own line.
    for name in ("uvicorn", "uvicorn.error", "uvicorn.access"):
        logger = logging.getLogger(name)
        logger.handlers.clear()
        logger.propagate = True
        logger.setLevel(logging.WARNING)
