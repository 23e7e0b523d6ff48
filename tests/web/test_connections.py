"""What is bounded before a request is read: its size, the time to send it, and how many connections there are. Each
limit that is reached has its line in the log, and others are served all the while.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import resource
import socket
import struct
import subprocess
import sys
import threading
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from running import Browser, Process, Server, running

from texcoco.web import connections
from texcoco.web.connections import Connections
from texcoco.web.limits import Meter
from texcoco.web.protocols import CHUNKS
from texcoco.web.proxies import Proxies
from texcoco.web.settings import Limits, Rate

GET = b"GET /api/v1/games HTTP/1.1\r\nHost: x\r\n"
POST = b"POST /api/v1/tables HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
CHUNKED = b"Transfer-Encoding: chunked\r\n\r\n"
STRANGER = "127.0.0.2"
"""An address that is no proxy of ours."""
PATIENT = {"new_connections": Rate(10_000, 10_000), "requests": Rate(10_000, 10_000)}


class Client:
    """A raw connection."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter):
        self.reader, self.writer = reader, writer

    async def send(self, data: bytes) -> None:
        self.writer.write(data)
        await self.writer.drain()

    async def status(self, seconds: float = 10) -> int:
        """The status of the next answer; 0 if the connection is closed without one."""
        try:
            line = await asyncio.wait_for(self.reader.readline(), seconds)
        except ConnectionError:  # it was closed while something that was sent had not been read
            return 0
        return int(line.split()[1]) if line else 0

    async def closed(self, seconds: float = 10) -> bool:
        with contextlib.suppress(ConnectionError):
            await asyncio.wait_for(self.reader.read(), seconds)
        return True

    async def open_still(self) -> bool:
        try:
            return bool(await asyncio.wait_for(self.reader.read(1), 0.1))
        except TimeoutError:
            return True
        except ConnectionError:
            return False


@asynccontextmanager
async def client(server: Server | Process, address: str = STRANGER) -> AsyncIterator[Client]:
    host, port = server.address.split(":")
    reader, writer = await asyncio.open_connection(host, int(port), local_addr=(address, 0))
    try:
        yield Client(reader, writer)
    finally:
        writer.transport.abort()


@asynccontextmanager
async def clients(server: Server, n: int, address: str = STRANGER) -> AsyncIterator[list[Client]]:
    async with contextlib.AsyncExitStack() as stack:
        yield [await stack.enter_async_context(client(server, address)) for _ in range(n)]


def reported(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [vars(record)["why"] for record in caplog.records if record.getMessage() == "limit reached"]


# --- size ---


async def test_endless_headers_and_urls_stop_nobody_and_take_no_memory(
    tmp_path: Path, start: Callable[..., Process]
) -> None:
    process = await start("--database", f"sqlite:///{tmp_path / 'games.db'}").ready()
    stop = time.monotonic() + 4
    sent = [0]

    def flood(beginning: bytes, more: bytes) -> None:
        host, port = process.address.split(":")
        while time.monotonic() < stop:
            with (
                contextlib.suppress(OSError),
                socket.create_connection((host, int(port)), source_address=(STRANGER, 0)) as one,
            ):
                one.sendall(beginning)
                while time.monotonic() < stop:
                    sent[0] += one.send(more * 1000)

    floods = [
        threading.Thread(target=flood, args=args)
        for args in (
            (GET + b"X-Endless: ", b"x" * 100),
            (b"GET /", b"x" * 100),
            (b"GET /?", b"a=b&" * 25),
            (GET, b"X: y\r\n" * 20),
            (b"\r\n", b"\r\n" * 50),
            (POST + b"Transfer-Encoding: chunked\r\n\r\n", b"1000\r\n" + b" " * 0x1000 + b"\r\n"),
        )
    ]
    before = memory(process)
    waits: list[float] = []
    async with Browser(process.address) as ann:
        for thread in floods:
            thread.start()
        while time.monotonic() < stop:
            began = time.perf_counter()
            await ann.get("/games")
            waits.append(time.perf_counter() - began)
            await asyncio.sleep(0.02)
    for thread in floods:
        thread.join()
    assert memory(process) - before < 40_000_000
    assert sent[0] > 5_000_000, "there was no flood"
    assert sorted(waits)[len(waits) // 2] < 1, waits  # six threads of this process take most of the machine
    _, log = process.stop()
    lines = [json.loads(line) for line in log.splitlines()]
    assert {line["why"] for line in lines if line["message"] == "limit reached"} >= {
        "request header fields too large", "request-uri too long"
    }  # fmt: skip
    assert len(lines) < 3 * len(waits) + 100, "the flood filled the log"


def memory(process: Process) -> int:
    status = Path(f"/proc/{process.process.pid}/status").read_text()
    return int(status.partition("VmRSS:")[2].split()[0]) * 1024


@pytest.mark.parametrize(
    ("beginning", "more", "status"),
    [
        (GET + b"X-Endless: ", b"x" * 1000, 431),
        (GET, b"X-Many: y\r\n" * 100, 431),
        (b"GET /", b"x" * 1000, 414),
        (b"GET /?", b"a=b&" * 250, 414),
        (b"", b"\r\n" * 500, 431),
        (POST + b"Transfer-Encoding: chunked\r\n\r\n2\r\n  \r\n0\r\nX-Endless: ", b"x" * 1000, 431),
        (POST + b"Transfer-Encoding: chunked\r\n\r\n2\r\n  \r\n0\r\n", b"X-Many: y\r\n" * 100, 431),
        (POST + b"Transfer-Encoding: chunked\r\n\r\n2;extension=", b"x" * 1000, 431),
    ],
)
async def test_a_header_or_url_that_does_not_end_is_refused(
    beginning: bytes, more: bytes, status: int, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with running(tmp_path) as server, client(server) as eve:
        await eve.send(beginning)
        with contextlib.suppress(ConnectionError):
            for _ in range(40):
                await eve.send(more)
        assert await eve.status() == status
        assert await eve.closed()
        assert reported(caplog)
        async with Browser(server.address) as ann:
            await ann.get("/games")


async def test_trailers_that_do_not_end_after_the_answer_are_not_kept(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with running(tmp_path) as server, client(server) as eve:
        await eve.send(POST.replace(b"tables", b"nowhere") + b"Transfer-Encoding: chunked\r\n\r\n")
        assert await eve.status() == 404
        with contextlib.suppress(ConnectionError):
            await eve.send(b"2\r\n  \r\n0\r\n" + b"X-Many: y\r\n" * 10_000)
        assert await eve.closed()
        assert reported(caplog) == ["request header fields too large"]


async def test_a_header_that_does_not_end_after_a_good_request(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with running(tmp_path) as server, client(server) as eve:
        await eve.send(GET + b"\r\n")
        assert await eve.status() == 200
        with contextlib.suppress(ConnectionError):
            await eve.send(GET + b"X-Endless: " + b"x" * 50_000)
        assert await eve.closed()
        assert reported(caplog) == ["request header fields too large"]


async def test_what_is_just_small_enough_is_taken(tmp_path: Path) -> None:
    async with running(tmp_path) as server, client(server) as ann:
        for _ in range(3):
            await ann.send(GET + b"X-Long: " + b"x" * 15_000 + b"\r\nConnection: keep-alive\r\n\r\n")
            assert await ann.status() == 200
            await ann.reader.readuntil(b"]}]}")


async def test_requests_that_wait_for_no_answer_are_few(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async with running(tmp_path, limits=Limits(**PATIENT)) as server, client(server) as eve:
        await eve.send((GET + b"\r\n") * 10_000)
        assert await eve.closed()
        assert "bad request" in reported(caplog)


async def test_a_large_body_is_not_read_for_ever_after_it_was_refused(tmp_path: Path) -> None:
    async with running(tmp_path) as server, client(server) as eve:
        await eve.send(POST + b"Content-Length: 1000000000\r\n\r\n")
        assert await eve.status() == 413
        sent = 0
        with contextlib.suppress(ConnectionError):
            while sent < 50_000_000:
                await eve.send(b" " * 100_000)
                sent += 100_000
        assert sent < 30_000_000


@pytest.mark.parametrize("path", ["tables", "nowhere", "studies"])
async def test_who_still_sends_when_refused_can_read_why(tmp_path: Path, path: str) -> None:
    """As nginx does: it asks to close the connection after the answer."""
    head = f"POST /api/v1/{path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: application/json\r\n"
    async with running(tmp_path) as server:
        for body, piece in (
            (b"Content-Length: 2000000\r\n\r\n", b" " * 1000),
            (CHUNKED, b"3e8\r\n%b\r\n" % (b" " * 1000)),
        ):
            async with client(server) as slow:
                await slow.send(head.encode() + body)
                for _ in range(20):
                    await slow.send(piece * 100)
                    await asyncio.sleep(0.01)  # long enough to be refused, and told of a closed connection
                assert await slow.status() == (404 if path == "nowhere" else 413)


async def test_a_body_may_come_in_small_chunks_but_not_in_any_number_of_them(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with running(tmp_path) as server:
        for body, status in (
            (b'{"game": "tiny", "seats": [{"kind": "me"}, {"kind": "me"}]}', 201),
            (b" " * CHUNKS * 2, 400),
        ):
            async with client(server) as eve:
                await eve.send(POST + b"Transfer-Encoding: chunked\r\n\r\n")
                with contextlib.suppress(ConnectionError):
                    await eve.send(b"".join(b"1\r\n%c\r\n" % byte for byte in body) + b"0\r\n\r\n")
                assert await eve.status() == status
        assert reported(caplog) == ["bad request"]


async def test_what_is_no_http_is_refused_and_not_repeated_in_the_log(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with running(tmp_path) as server:
        for data in (
            b"\x16\x03\x01secret\r\n\r\n",
            b"GET / HTTP/1.1\r\nsecret\r\n\r\n",
            b"SECRET / HTTP/1.1\r\n\r\n",
            b"GET /\xffsecret HTTP/1.1\r\n\r\n",
        ):
            async with client(server) as eve:
                await eve.send(data)
                assert await eve.status() == 400
                assert await eve.closed()
    assert reported(caplog) == ["bad request"], "four of them are one line"
    assert "secret" not in caplog.text.lower()


# --- time ---

QUICK = Limits(header_seconds=0.5, body_seconds=0.5, idle_seconds=0.3, read_seconds=0.4)


@pytest.mark.parametrize(
    ("data", "status"),
    [
        (b"", 0),
        (b"\r\n", 0),
        (b"GET /", 408),
        (GET + b"X-Slow: ", 408),
        (GET + b"Upgrade: websocket\r\nConnection: Upgrade\r\n", 408),
        (POST + b"Content-Length: 1000\r\n\r\n{", 408),
        (POST + b"Transfer-Encoding: chunked\r\n\r\n1\r\n{\r\n", 408),
    ],
)
async def test_who_sends_too_slowly_is_refused(
    data: bytes, status: int, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with running(tmp_path, limits=QUICK) as server, client(server) as eve:
        await eve.send(data)
        began = time.monotonic()
        drip = data[-1:] if data.startswith(b"\r") or not data else b"a"

        async def dripping() -> None:
            with contextlib.suppress(ConnectionError):
                while data:
                    await asyncio.sleep(0.05)
                    await eve.send(drip)

        slow = asyncio.create_task(dripping())
        assert await eve.status() == status
        assert await eve.closed()
        assert 0.3 < time.monotonic() - began < 5
        await slow
    assert reported(caplog) == (["request timeout"] if status else [])
    assert not [record for record in caplog.records if record.levelname == "ERROR"]


async def test_an_idle_connection_is_closed_but_not_a_stream(tmp_path: Path) -> None:
    async with running(tmp_path, limits=QUICK) as server, Browser(server.address) as ann, client(server) as idle:
        table = (await ann.open("tiny", "me", "me"))["table"]
        async with ann.stream(table) as stream:
            await stream.until(lambda: stream.known.states)
            await idle.send(GET + b"\r\n")
            assert await idle.status() == 200
            assert await idle.closed(3)
            await asyncio.sleep(1)
            assert (await stream.answer(ann.command("chat", text="still here", seat=0)))["type"] == "ack"


async def test_a_body_that_takes_its_time_within_the_limit_is_taken(tmp_path: Path) -> None:
    async with running(tmp_path) as server, client(server) as ann:
        body = b'{"game": "tiny", "seats": [{"kind": "me"}, {"kind": "me"}]}'
        await ann.send(POST + b"Content-Length: %d\r\n\r\n" % len(body))
        for byte in body:
            await asyncio.sleep(0.005)
            await ann.send(bytes([byte]))
        assert await ann.status() == 201


async def test_who_does_not_read_is_cut_off(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    folder = tmp_path / "client"
    folder.mkdir()
    (folder / "large.bin").write_bytes(os.urandom(8_000_000))
    async with running(tmp_path, limits=QUICK, client=str(folder)) as server:
        host, port = server.address.split(":")
        with socket.create_connection((host, int(port)), source_address=(STRANGER, 0)) as eve:
            eve.sendall(b"GET /large.bin HTTP/1.1\r\nHost: x\r\n\r\n")
            async with Browser(server.address) as ann:
                for _ in range(100):
                    await asyncio.sleep(0.1)
                    await ann.get("/games")
                    if reported(caplog):
                        break
        assert set(reported(caplog)) == {"a client that does not read"}


# --- how many ---


async def test_hundreds_of_idle_connections_of_one_address(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    limits = Limits(open_connections=50, loopback=1, **PATIENT)
    async with running(tmp_path, limits=limits) as server, clients(server, 300) as eves:
        assert len(server.app.site.connections) <= 51
        assert not await eves[0].open_still()
        assert await eves[-1].open_still(), "its newest are left"
        async with client(server) as another:  # of the same address
            await another.send(GET + b"\r\n")
            assert await another.status() == 200
        async with Browser(server.address) as ann:
            await ann.get("/games")
    assert set(reported(caplog)) == {"too many connections of an address"}
    assert len(reported(caplog)) <= 3, "a line in ten seconds for all of them"


async def test_a_full_server_makes_room_for_a_newcomer(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    limits = Limits(all_connections=60, loopback=10, **PATIENT)
    async with running(tmp_path, limits=limits, trusted_proxies=()) as server, Browser(server.address) as ann:
        table = (await ann.open("tiny", "me", "me"))["table"]
        async with ann.stream(table) as stream, clients(server, 3, "127.0.0.3") as few, clients(server, 200) as many:
            await stream.until(lambda: stream.known.states)
            assert len(server.app.site.connections) <= 61
            for address in ("127.0.0.4", "127.0.0.5", "127.0.0.6"):
                async with client(server, address) as newcomer:
                    await newcomer.send(GET + b"\r\n")
                    assert await newcomer.status() == 200
            assert (await stream.answer(ann.command("chat", text="still here", seat=0)))["type"] == "ack"
            assert [await one.open_still() for one in few] == [True] * 3, "who has few keeps them"
            assert not await many[0].open_still()
    assert set(reported(caplog)) == {"too many connections"}


async def test_a_server_full_of_streams_says_so(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    limits = Limits(all_connections=16, **PATIENT)
    async with running(tmp_path, limits=limits) as server, Browser(server.address) as ann:
        table = (await ann.open("tiny", "me", "me"))["table"]
        cookies = ann.http.cookies
        await ann.http.aclose()  # only streams are open
        ann.http = Browser(server.address).http
        ann.http.cookies = cookies
        async with contextlib.AsyncExitStack() as stack:
            for _ in range(16):
                stream = await stack.enter_async_context(ann.stream(table))
                await stream.until(lambda stream=stream: stream.known.states)
            async with client(server) as newcomer:
                assert await newcomer.status() == 503
            assert (await stream.answer(ann.command("chat", text="still here", seat=0)))["type"] == "ack"
        async with client(server) as later:
            await later.send(GET + b"\r\n")
            assert await later.status() == 200
    assert set(reported(caplog)) == {"too many connections"}


async def test_connections_that_come_too_fast_are_cut_off(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async with running(tmp_path, limits=Limits(new_connections=Rate(0.01, 5), loopback=1)) as server:
        for _ in range(20):
            with contextlib.suppress(ConnectionError):
                async with client(server) as eve:
                    await eve.send(GET)
        async with client(server) as eve:
            assert await eve.closed(2)
        async with client(server, "127.0.0.3") as ann:
            await ann.send(GET + b"\r\n")
            assert await ann.status() == 200
    assert set(reported(caplog)) == {"too many new connections"}


async def test_a_proxy_has_as_many_connections_as_it_needs(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    limits = Limits(open_connections=5, new_connections=Rate(1, 5), loopback=1)
    async with running(tmp_path, limits=limits, trusted_proxies=(STRANGER,)) as server, clients(server, 50) as proxy:
        for one in proxy:
            await one.send(GET + b"X-Forwarded-For: 198.51.100.7\r\n\r\n")
            assert await one.status() == 200
    assert reported(caplog) == []


def test_the_limit_on_descriptors_is_raised_as_far_as_allowed(tmp_path: Path) -> None:
    code = (
        "import resource; resource.setrlimit(resource.RLIMIT_NOFILE, (256, 2000));"
        "from texcoco.web.connections import *; from texcoco.web.settings import Limits;"
        "print(most_connections(Limits())); raise_descriptor_limit();"
        "print(resource.getrlimit(resource.RLIMIT_NOFILE), most_connections(Limits()), most_connections(Limits(all_connections=100)))"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout == f"16\n(2000, 2000) {2000 - connections.RESERVE} 100\n"


async def test_more_idle_connections_than_descriptors_do_not_shut_the_door(
    tmp_path: Path, start: Callable[..., Process]
) -> None:
    """With 600 descriptors at most: 350 connections of fifty addresses, none of which has too many."""

    def few() -> None:
        resource.setrlimit(resource.RLIMIT_NOFILE, (300, 600))

    process = start("--database", f"sqlite:///{tmp_path / 'games.db'}", before=few)
    await process.ready()
    async with contextlib.AsyncExitStack() as stack, Browser(process.address) as ann:
        for n in range(350):
            await stack.enter_async_context(client(process, f"127.0.1.{n // 7 + 1}"))
            if n % 100 == 0:
                await ann.get("/games")
        async with client(process, "127.0.2.1") as newcomer:
            await newcomer.send(GET + b"\r\n")
            assert await newcomer.status() == 200
    _, log = process.stop()
    lines = [json.loads(line) for line in log.splitlines()]
    assert lines[0]["most_connections"] == 600 - connections.RESERVE
    assert "too many connections" in {line.get("why") for line in lines}
    assert not [line for line in lines if line["level"] == "error"]


def test_networks_count_and_the_log_is_not_filled(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Transport(asyncio.Transport):
        aborted = False

        def abort(self) -> None:
            self.aborted = True

    now = 0.0
    monkeypatch.setattr("texcoco.web.connections.time.monotonic", lambda: now)
    limits = Limits(open_connections=2)
    all_of_them = Connections(limits, Meter(limits), Proxies([]))
    transports = [Transport() for _ in range(6)]
    for n, transport in enumerate(transports):
        assert all_of_them.add(transport, f"2001:db8::{n}", lambda: True) is None
    assert [transport.aborted for transport in transports] == [True] * 4 + [False] * 2
    assert all_of_them.add(Transport(), "2001:db8:0:1::1", lambda: True) is None
    assert len(all_of_them) == 3
    assert [vars(record)["times"] for record in caplog.records] == [1]
    now = 11.0
    all_of_them.log_rest()
    assert [vars(record)["times"] for record in caplog.records] == [1, 3]
    all_of_them.log_rest()
    assert len(caplog.records) == 2


# --- streams ---


def frame(opcode: int, data: bytes, final: bool = True) -> bytes:
    """A frame of a client, masked with zeros."""
    head = bytes([(0x80 if final else 0) | opcode])
    size = bytes([0x80 | len(data)]) if len(data) < 126 else struct.pack("!BH", 0x80 | 126, len(data))
    return head + size + bytes(4) + data


@asynccontextmanager
async def raw_stream(server: Server, table: str, extra: bytes = b"") -> AsyncIterator[Client]:
    async with client(server) as eve:
        await eve.send(
            b"GET /api/v1/tables/"
            + table.encode()
            + b"/stream HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n" + extra + b"\r\n"
        )
        yield eve


async def test_frames_that_are_not_utf8_end_the_stream_without_a_traceback(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with running(tmp_path) as server, Browser(server.address) as ann:
        table = (await ann.open("tiny", "me", "me"))["table"]
        for data in (frame(1, b'{"do": "\xff"}'), frame(1, b"\xc3", final=False) + frame(0, b"\x28")):
            async with raw_stream(server, table) as eve:
                assert await eve.status() == 101
                await eve.reader.readuntil(b"\r\n\r\n")
                await eve.send(frame(1, b'{"do": "hello"}') + data)
                assert struct.pack("!H", 1007) in await asyncio.wait_for(eve.reader.read(), 10)
        async with raw_stream(server, table) as eve:  # binary frames are JSON too
            assert await eve.status() == 101
            await eve.send(frame(2, b'{"do": "\xff"}'))
            assert await asyncio.wait_for(eve.reader.readuntil(b"bad-message"), 10)
        await ann.get(f"/tables/{table}")
    assert not [record for record in caplog.records if record.levelname == "ERROR"]


async def test_a_handshake_with_long_headers_or_a_bad_path_breaks_nothing(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with running(tmp_path) as server, Browser(server.address) as ann:
        table = (await ann.open("tiny", "me", "me"))["table"]
        for path, extra in (
            (table, b"X: " + b"x" * 12_000 + b"\r\n"),
            (table, b"X: y\r\n" * 500),
            ("%ff", b""),
            (table, b"Cookie: \xff\r\n"),
            (table, b"Sec-WebSocket-Protocol: \xff\r\n"),
        ):
            async with raw_stream(server, path, extra) as eve:
                assert await eve.status() in (101, 400, 403, 431)
    assert not [record for record in caplog.records if record.levelname == "ERROR"]


async def test_floods_of_frames_let_others_have_their_turn(tmp_path: Path) -> None:
    async with running(tmp_path) as server, Browser(server.address) as ann:
        table = (await ann.open("tiny", "me", "me"))["table"]
        floods = (frame(9, b""), frame(9, b"x" * 125), frame(10, b""), frame(1, b"{}"), frame(0, b"", final=False))
        async with contextlib.AsyncExitStack() as stack:
            eves = [await stack.enter_async_context(raw_stream(server, table)) for _ in floods]

            async def flooding(eve: Client, one: bytes) -> None:
                assert await eve.status() == 101
                with contextlib.suppress(ConnectionError):
                    await eve.send(frame(1, b'{"do": "hello"}') + (frame(1, b"{", final=False) if one[0] == 0 else b""))
                    while True:
                        await eve.send(one * 40_000)

            tasks = [asyncio.create_task(flooding(*pair)) for pair in zip(eves, floods, strict=True)]
            waits: list[float] = []
            for _ in range(60):
                await asyncio.sleep(0.02)
                began = time.perf_counter()
                await ann.get("/games")
                waits.append(time.perf_counter() - began)
            unsent = max(transport.get_write_buffer_size() for transport in server.app.site.connections._all)
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
        assert unsent < 1_000_000, "answers to pings pile up"
        assert sorted(waits)[30] < 0.3, waits  # the middle one: other work on the machine may delay some
