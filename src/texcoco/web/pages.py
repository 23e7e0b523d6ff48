"""Serves the files of the built page from memory.

All other addresses get `index.html`: the page has its own routing.
"""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Any

from litestar import Request, Response, route
from litestar.exceptions import NotFoundException
from litestar.params import FromPath

FOREVER = "public, max-age=31536000, immutable"
"""For files in `assets/`, whose names change with their content."""
REVALIDATE = "private, no-cache"
"""For all others: cached by the browser only, and checked each time, because the page sets the cookie."""
NOT_BUILT = b"The page is not built: run `make page`, then start the server again. The API is there, at /api/v1.\n"
COMPRESSIBLE = ("text/", "application/json", "application/manifest+json", "image/svg+xml", "application/javascript")


@dataclass(frozen=True, slots=True)
class File:
    """A file of the client, as it is sent."""

    body: bytes
    gzipped: bytes | None
    type: str
    etag: str
    cache_control: str


def load(folder: str | None) -> dict[str, File]:
    """The files of the client by their paths."""
    root = Path(folder) if folder is not None else Path(str(files("texcoco.web") / "client"))
    found: dict[str, File] = {}
    for path in sorted(root.rglob("*")):
        if path.is_file():
            name = path.relative_to(root).as_posix()
            found[name] = _file(name, path.read_bytes())
    return found


def _file(name: str, body: bytes) -> File:
    kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
    gzipped = gzip.compress(body, 9, mtime=0) if kind.startswith(COMPRESSIBLE) and len(body) > 1000 else None
    cache_control = FOREVER if name.startswith("assets/") else REVALIDATE
    return File(body, gzipped, kind, f'"{hashlib.sha256(body).hexdigest()[:20]}"', cache_control)


@route(["/", "/{path:path}"], http_method=["GET", "HEAD"], include_in_schema=False)
async def page(request: Request[Any, Any, Any], path: FromPath[str] = "/") -> Response[bytes]:
    """A file of the client, or its page for addresses that only it understands (/lobby, /t/ID)."""
    found: dict[str, File] = request.app.state.files
    name = path.strip("/")
    file = found.get(name)
    if file is None:
        if name.startswith(("api/", "assets/")) or name == "api" or "." in name.rpartition("/")[2]:
            raise NotFoundException("there is nothing here")
        if "index.html" not in found:
            return Response(NOT_BUILT, status_code=503, media_type="text/plain")
        file = found["index.html"]
    headers = {"cache-control": file.cache_control, "etag": file.etag, "vary": "accept-encoding"}
    if request.headers.get("if-none-match") == file.etag:
        return Response(b"", status_code=304, headers=headers, media_type=file.type)
    body = file.body
    if file.gzipped is not None and "gzip" in request.headers.get("accept-encoding", ""):
        body = file.gzipped
        headers["content-encoding"] = "gzip"
    return Response(body if request.method == "GET" else b"", headers=headers, media_type=file.type)
