"""A small client for a server on this machine, which can ask from any address of it: 127.0.0.1, 127.0.0.2, …"""

from __future__ import annotations

import asyncio
import itertools
import json
from typing import Any

from websockets.asyncio.client import ClientConnection, connect

Json = dict[str, Any]
API = "/api/v1"


class Browser:
    """Somebody's browser at an address of this machine."""

    def __init__(self, server: str, source: str):
        self.host, port = server.split(":")
        self.port, self.source, self.cookie = int(port), source, ""
        self._numbers = itertools.count(1)

    async def connect(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        return await asyncio.open_connection(self.host, self.port, local_addr=(self.source, 0), limit=2**26)

    def request(self, method: str, path: str, body: bytes = b"", keep: bool = False) -> bytes:
        """The bytes of a request."""
        lines = [
            f"{method} {API}{path} HTTP/1.1",
            f"Host: {self.host}:{self.port}",
            f"Connection: {'keep-alive' if keep else 'close'}",
        ]
        if body:
            lines += ["Content-Type: application/json", f"Content-Length: {len(body)}"]
        if self.cookie:
            lines.append(f"Cookie: {self.cookie}")
        return "\r\n".join([*lines, "", ""]).encode() + body

    async def ask(self, method: str, path: str, body: Any = None) -> tuple[int, Any]:
        """The status and the body of an answer; the cookie is kept."""
        reader, writer = await self.connect()
        try:
            writer.write(self.request(method, path, b"" if body is None else json.dumps(body).encode()))
            head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
            headers = dict(line.lower().split(": ", 1) for line in head[1:] if ": " in line)
            for line in head:
                if line.lower().startswith("set-cookie: "):
                    self.cookie = line[12:].partition(";")[0]
            data = (
                await reader.readexactly(int(headers["content-length"]))
                if "content-length" in headers
                else await reader.read()
            )
        finally:
            writer.close()
        kind = headers.get("content-type", "")
        return int(head[0].split()[1]), json.loads(data) if "json" in kind else data

    async def open(self, game: str, *seats: str, **more: Any) -> str:
        """A table; a seat is `me` or a bot."""
        plan = [{"kind": seat} if seat == "me" else {"kind": "bot", "bot": seat} for seat in seats]
        status, opened = await self.ask("POST", "/tables", {"game": game, "seats": plan, "name": "X", **more})
        if status != 201:
            raise RuntimeError(f"no table: {status} {opened}")
        return opened["table"]

    def command(self, do: str, **fields: Any) -> Json:
        return {"id": f"c{next(self._numbers)}", "do": do, **fields}

    async def do(self, table: str, do: str, **fields: Any) -> tuple[int, Any]:
        return await self.ask("POST", f"/tables/{table}/commands", self.command(do, **fields))

    async def stream(self, table: str, **options: Any) -> ClientConnection:
        options = {
            "proxy": None,
            "compression": None,
            "max_size": None,
            "close_timeout": 0.1,
            "open_timeout": 30,
            **options,
        }
        socket = await connect(
            f"ws://{self.host}:{self.port}{API}/tables/{table}/stream",
            additional_headers={"Cookie": self.cookie},
            local_addr=(self.source, 0),
            **options,
        )
        await socket.send('{"do": "hello"}')
        return socket
