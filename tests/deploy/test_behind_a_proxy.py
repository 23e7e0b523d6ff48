"""The server behind the proxies of docs/deploy.md: real ones, with the documented files, over TLS."""

from __future__ import annotations

import asyncio
import contextlib
import json
import re
import socket
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest
from proxies import DEPLOY, Front, front
from running import Browser, Process, Server, play_over_stream, running

from texcoco.web.server import configuration
from texcoco.web.settings import Settings


@pytest.fixture(scope="module", params=["nginx", "caddy"])
def proxy(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Front]:
    with front(request.param, tmp_path_factory.mktemp(request.param)) as started:
        yield started


def serve(proxy: Front, folder: Path) -> Process:
    """The server that the proxy expects."""
    return Process("--port", str(proxy.app_port), "--url", proxy.url, "--database", f"sqlite:///{folder / 'games.db'}")


def visitor(proxy: Front, address: str, **headers: str) -> httpx.AsyncClient:
    """A client with that address."""
    transport = httpx.AsyncHTTPTransport(local_address=address, verify=proxy.tls)
    return httpx.AsyncClient(transport=transport, base_url=proxy.url, headers=headers, timeout=30)


def lines(log: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in log.splitlines()]


async def test_a_game_over_wss_goes_on_when_proxy_and_server_start_again(proxy: Front, tmp_path: Path) -> None:
    process = serve(proxy, tmp_path)
    try:
        await process.ready()
        async with Browser(proxy.address, "Ann", proxy.tls, Origin=proxy.url) as ann:
            opened = await ann.http.post(
                "/tables",
                json={
                    "game": "azteco",
                    "seats": [{"kind": "me"}, {"kind": "bot", "bot": "random"}, {"kind": "bot", "bot": "random"}],
                },
            )
            assert opened.headers["set-cookie"].endswith("; Secure")
            assert opened.headers["strict-transport-security"] == "max-age=31536000"
            table = opened.json()["table"]
            await ann.do(table, "start")
            async with ann.stream(table, additional_headers={"Origin": proxy.url}) as stream:
                await stream.until(lambda: stream.known.states)
                if proxy.kind == "nginx":
                    proxy.reload()
                    await asyncio.sleep(0.5)
                assert (await stream.answer(ann.command("chat", text="the proxy has a new configuration", seat=0)))[
                    "type"
                ] == "ack"
                process.stop()
                assert await stream.closed() == 1012, "the server says that it starts again"
                known = stream.known
            assert (await ann.http.get(f"/tables/{table}")).status_code == 502
            process = serve(proxy, tmp_path)
            await process.ready()
            async with ann.stream(table, known=known) as stream:
                if proxy.kind == "nginx":
                    await play_over_stream(ann, stream, Random(1))
                    assert stream.known.states[0]["status"] == "over"
                else:  # one whole game is enough
                    await stream.until(lambda: stream.known.states[0].get("actions"))
                    state = stream.known.states[0]
                    assert (
                        await stream.answer(ann.command("play", step=state["step"], actions=[state["actions"][0]]))
                    )["type"] == "ack"
                assert "the proxy has a new configuration" in str(stream.known.logs)
            _, log = process.stop()
            assert not [line for line in lines(log) if line["level"] != "info"], log
    finally:
        process.kill()


async def test_addresses_are_true_and_limits_bite_before_the_server_is_asked(proxy: Front, tmp_path: Path) -> None:
    process = serve(proxy, tmp_path)
    try:
        await process.ready()
        for name in ("X-Forwarded-For", "X-Real-IP", "Forwarded"):
            async with visitor(proxy, "127.0.0.5", **{name: "198.51.100.7"}) as eve:
                assert (await eve.get("/api/v1/games")).status_code == 200
        async with visitor(proxy, "127.0.0.5", **{"X-Forwarded-Proto": "http", "X-Forwarded-For": "127.0.0.1"}) as eve:
            assert (await eve.get("/api/v1/metrics")).status_code == 404
            assert "strict-transport-security" in (await eve.get("/")).headers
        async with httpx.AsyncClient(base_url=f"http://{process.address}") as operator:
            assert (await operator.get("/api/v1/metrics")).status_code == 200
        async with httpx.AsyncClient(base_url=f"http://{proxy.plain}") as plain:
            answer = await plain.get("/t/some-table")
            assert answer.status_code in (301, 308)
            # Caddy takes the port that it was told for the usual one
            assert (
                answer.headers["location"]
                == f"{proxy.url if proxy.kind == 'nginx' else 'https://localhost'}/t/some-table"
            )
        async with visitor(proxy, "127.0.0.6") as eve:
            assert (await eve.get("/api/v1/games", headers={"X-Long": "x" * 40_000})).status_code in (400, 431)
            assert (await eve.get("/" + "x" * 40_000)).status_code in (414, 431)
            assert (await eve.post("/api/v1/studies", json={"record": "x" * 900_000})).status_code == 422, (
                "a large record is let through"
            )
        token = "uswXMXQsYJmYmuTJDQFP-w"
        async with visitor(proxy, "127.0.0.6") as friend:
            await friend.get(f"/t/abc%23seat={token}")
        _, log = process.stop()
        asked = [line for line in lines(log) if line["message"] == "request" and line["path"] == "/api/v1/games"]
        assert [line["address"] for line in asked] == ["127.0.0.5"] * 3
        refused = {line["status"] for line in lines(log) if line.get("status") in (413, 414, 431)}
        assert refused <= ({413} if proxy.kind == "caddy" else set()), "Caddy passes on what is too large until it is"
        assert "limit reached" not in log
        assert token not in log
        assert token not in proxy.log()
    finally:
        process.kill()


async def test_a_body_that_is_too_large_is_answered_as_such(proxy: Front, tmp_path: Path) -> None:
    """Also while the proxy is still passing it on, when the server may have refused it already: so it is tried some
    times."""

    async def unknown_length(size: int) -> AsyncIterator[bytes]:
        for _ in range(size // 10_000):
            yield b" " * 10_000

    process = serve(proxy, tmp_path)
    try:
        await process.ready()
        async with visitor(proxy, "127.0.0.6") as eve:
            for path, size in (
                ("/api/v1/studies", 2_000_000),
                ("/api/v1/tables", 2_000_000),
                ("/api/v1/tables", 500_000),
            ):
                answers = [await eve.post(path, content=b" " * size) for _ in range(8)]
                answers += [await eve.post(path, content=unknown_length(size)) for _ in range(8)]
                assert [answer.status_code for answer in answers] == [413] * 16
    finally:
        process.kill()


async def test_nginx_counts_connections_of_an_address(tmp_path: Path) -> None:
    """The server counts none of a proxy's: the proxy has to."""
    (tmp_path / "nginx").mkdir()
    with front("nginx", tmp_path / "nginx") as proxy:
        process = serve(proxy, tmp_path)
        try:
            await process.ready()
            port = int(proxy.address.partition(":")[2])
            waiting = b"POST /api/v1/tables HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 10\r\n\r\n"
            async with contextlib.AsyncExitStack() as stack:
                opened: list[tuple[asyncio.StreamReader, asyncio.StreamWriter]] = []
                for _ in range(140):
                    reader, writer = await asyncio.open_connection(
                        "127.0.0.1", port, ssl=proxy.tls, server_hostname="localhost", local_addr=("127.0.0.7", 0)
                    )
                    stack.callback(writer.transport.abort)
                    writer.write(waiting)
                    opened.append((reader, writer))
                await asyncio.sleep(1)
                answered = [await first_line(reader) for reader, _ in opened]
                assert {line for line in answered if line} == {b"HTTP/1.1 429 Too Many Requests"}
                assert 10 <= sum(map(bool, answered)) <= 14
                async with Browser(proxy.address, "Ann", proxy.tls) as ann:  # another address
                    await ann.get("/games")
        finally:
            process.kill()


async def first_line(reader: asyncio.StreamReader) -> bytes:
    with contextlib.suppress(TimeoutError):
        return (await asyncio.wait_for(reader.readline(), 0.02)).strip()
    return b""


async def test_a_silent_stream_is_kept_open_by_pings(tmp_path: Path) -> None:
    """Everything is fifteen times as fast as in the documented file."""
    (tmp_path / "nginx").mkdir()
    ping = configuration("app", Settings()).ws_ping_interval
    times = re.findall(r"proxy_(?:read|send)_timeout +(\d+)s", (DEPLOY / "nginx.conf").read_text())
    assert ping == 20
    assert times == ["90", "90"]
    with front("nginx", tmp_path / "nginx", **{"proxy_read_timeout    90s": "proxy_read_timeout 6s"}) as proxy:
        async with running(tmp_path) as server:
            server.uvicorn.config.ws_ping_interval = ping / 15
            async with forwarding(proxy, server), Browser(proxy.address, "Ann", proxy.tls) as ann:
                table = (await ann.open("tiny", "me", "me"))["table"]
                async with ann.stream(table, ping_interval=None) as stream:
                    await stream.until(lambda: len(stream.known.states) == 2)
                    await asyncio.sleep(10)
                    assert (await stream.answer(ann.command("chat", text="still here", seat=0)))["type"] == "ack"


@contextlib.asynccontextmanager
async def forwarding(proxy: Front, server: Server) -> Any:
    """Connects the port where the proxy expects the server with the server."""
    host, port = server.address.split(":")

    async def pipe(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(ConnectionError):
            while data := await reader.read(65536):
                writer.write(data)
                await writer.drain()
        writer.close()

    async def connected(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        far_reader, far_writer = await asyncio.open_connection(host, int(port))
        await asyncio.gather(pipe(reader, far_writer), pipe(far_reader, writer))

    listening = await asyncio.start_server(connected, sock=socket.create_server(("127.0.0.1", proxy.app_port)))
    async with listening:
        yield
