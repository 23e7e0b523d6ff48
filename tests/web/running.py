"""A server on a port of this machine, and people before their browsers: what they do goes over the wire."""

from __future__ import annotations

import asyncio
import itertools
import json
import os
import signal
import ssl
import subprocess
import sys
import tempfile
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any

import httpx
import msgspec
import uvicorn
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from texcoco.tables.host import Host
from texcoco.tables.states import MAX_LINES
from texcoco.web.app import make_app
from texcoco.web.messages import ServerMessage
from texcoco.web.response_bodies import LogPage
from texcoco.web.server import configuration, listen
from texcoco.web.settings import Settings
from texcoco.web.state import State

Json = dict[str, Any]


class Server:
    """A server that runs in this process."""

    def __init__(self, settings: Settings):
        self.app: Any = make_app(settings)
        self.socket = listen("127.0.0.1", 0)
        self.address = f"127.0.0.1:{self.socket.getsockname()[1]}"
        self.uvicorn = uvicorn.Server(configuration(self.app, settings))

    @property
    def host(self) -> Host:
        return self.app.site.host

    async def start(self) -> None:
        self.task = asyncio.create_task(self.uvicorn._serve([self.socket]))  # without its signal handlers
        while not self.uvicorn.started:
            assert not self.task.done()
            await asyncio.sleep(0.005)

    async def stop(self) -> None:
        self.uvicorn.should_exit = True
        await self.task
        self.socket.close()


@asynccontextmanager
async def running(database: str | Path, **settings: Any) -> AsyncIterator[Server]:
    if isinstance(database, Path):
        database = f"sqlite:///{database / 'texcoco.db'}"
    server = Server(Settings(database, **{"bot_workers": 2, **settings}))
    await server.start()
    try:
        yield server
    finally:
        await server.stop()


class Process:
    """`texcoco serve` as a program of its own."""

    def __init__(self, *arguments: str, before: Callable[[], object] | None = None):
        """`before` is called in the new process, before it becomes the server."""
        self.log = tempfile.TemporaryFile("w+")  # noqa: SIM115 (not a pipe: nobody reads it before the end)
        self.process = subprocess.Popen(
            [sys.executable, "-m", "texcoco", "serve", "--port", "0", *arguments],
            stdout=subprocess.PIPE,
            stderr=self.log,
            text=True,
            env={**os.environ, "LC_ALL": "C.UTF-8"},
            preexec_fn=before,
        )
        assert self.process.stdout is not None
        self.said = self.process.stdout.readline()
        assert "http://" in self.said, self.stop()
        self.address = self.said.partition("http://")[2].partition("/")[0]

    async def ready(self) -> Process:
        async with httpx.AsyncClient() as client:
            for _ in range(1000):
                try:
                    if (await client.get(f"http://{self.address}/api/v1/health")).status_code == 200:
                        return self
                except httpx.TransportError:
                    await asyncio.sleep(0.02)
        raise AssertionError("the server does not answer")

    def stop(self, how: int = signal.SIGTERM) -> tuple[str, str]:
        """What it wrote: standard output and the log."""
        self.process.send_signal(how)
        return self._ended()

    def kill(self) -> None:
        """Ends it if it still runs; its children, the bots and the workers, end when it is gone."""
        if not self.log.closed:
            self.process.kill()
            self._ended()

    def _ended(self) -> tuple[str, str]:
        out, _ = self.process.communicate(timeout=20)
        with self.log:
            self.log.seek(0)
            return self.said + out, self.log.read()


class Browser:
    """Somebody's browser: it keeps its cookie, and knows the API."""

    def __init__(self, address: str, name: str = "Ann", tls: ssl.SSLContext | None = None, **headers: str):
        self.address, self.name, self.tls = address, name, tls
        url = f"{'https' if tls else 'http'}://{address}/api/v1"
        self.http = httpx.AsyncClient(base_url=url, headers=headers, timeout=30, verify=tls or True)
        self.numbers = itertools.count(1)

    async def __aenter__(self) -> Browser:
        return self

    async def __aexit__(self, *_: Any) -> None:
        await self.http.aclose()

    async def arrive(self) -> None:
        """Becomes somebody: whatever is sent to be done brings the cookie, though it is refused."""
        assert (await self.http.post("/tables")).status_code == 400
        assert self.cookie()

    async def get(self, path: str, status: int = 200) -> Any:
        answer = await self.http.get(path)
        assert answer.status_code == status, answer.text
        return answer.json() if "json" in answer.headers["content-type"] else answer.text

    async def post(self, path: str, body: Any = None, status: int = 200) -> Any:
        answer = await self.http.post(path, json=body)
        assert answer.status_code == status, answer.text
        return answer.json()

    async def open(self, game: str, *seats: str, **more: Any) -> Json:
        """Opens a table; a seat is `me`, `open` or a bot."""
        plan = [{"kind": seat} if seat in ("me", "open") else {"kind": "bot", "bot": seat} for seat in seats]
        return await self.post("/tables", {"game": game, "seats": plan, "name": self.name, **more}, 201)

    def command(self, do: str, **fields: Any) -> Json:
        return {"id": f"{self.name}-{next(self.numbers)}", "do": do, **fields}

    async def do(self, table: str, do: str, status: int = 200, **fields: Any) -> Any:
        return await self.post(f"/tables/{table}/commands", self.command(do, **fields), status)

    async def refused(self, table: str, do: str, **fields: Any) -> str:
        answer = await self.http.post(f"/tables/{table}/commands", json=self.command(do, **fields))
        assert 400 <= answer.status_code < 500, answer.text
        return answer.json()["refused"]["code"]

    def cookie(self) -> str:
        return "; ".join(f"{cookie.name}={cookie.value}" for cookie in self.http.cookies.jar)

    @asynccontextmanager
    async def stream(
        self, table: str, known: Known | None = None, hello: bool = True, **options: Any
    ) -> AsyncIterator[Stream]:
        headers = {"Cookie": self.cookie(), **options.pop("additional_headers", {})}
        uri = f"{'wss' if self.tls else 'ws'}://{self.address}/api/v1/tables/{table}/stream{options.pop('query', '')}"
        # a client that hangs up while it is sent something does not wait for a goodbye
        options = {
            "ssl": self.tls,
            "proxy": None,
            "compression": None,
            "max_size": None,
            "close_timeout": 0.3,
            **options,
        }
        async with connect(uri, additional_headers=headers, **options) as socket:
            stream = Stream(socket, known or Known(), self)
            if hello:
                await stream.send({"do": "hello", "cursors": stream.known.cursors()})
            yield stream


class Known:
    """What a client has put together from what it was sent, as docs/api.md says."""

    def __init__(self) -> None:
        self.states: dict[int | None, Json] = {}
        self.logs: dict[int | None, list[Json]] = {}
        self.seats: list[int] = []

    async def take(self, state: Json, browser: Browser) -> None:
        seat = state["seat"]
        msgspec.convert(state, State)
        had = self.states.get(seat)
        settled = had["settled"] if had is not None and had["number"] <= state["number"] else 0
        first, log = state["lines"] - len(state["log"]), state["log"]
        while first > settled:  # lines between what we have for good and what came are to be asked for
            asked = "" if seat is None else f"seat={seat}&"
            page = await browser.get(f"/tables/{state['table']}/log?{asked}before={first}")
            msgspec.convert(page, LogPage)
            first, log = page["from"], page["log"] + log
        self.logs[seat] = self.logs.get(seat, [])[:first] + log
        self.states[seat] = state
        assert len(self.logs[seat]) == state["lines"]

    def hold(self, seats: list[int]) -> None:
        """What was shown of a seat that is lost is forgotten."""
        self.seats = seats
        for seat in [seat for seat in self.states if seat is not None and seat not in seats]:
            del self.states[seat], self.logs[seat]

    def cursors(self) -> Json:
        return {
            "spectator" if seat is None else str(seat): {"number": state["number"], "settled": state["settled"]}
            for seat, state in self.states.items()
        }

    def shown(self) -> list[Json]:
        """The states of the seats it holds, as a fresh client gets them."""
        return [{**self.states[seat], "log": self.logs[seat][-MAX_LINES:]} for seat in self.seats or [None]]


class Stream:
    """An open stream."""

    def __init__(self, socket: ClientConnection, known: Known, browser: Browser):
        self.socket, self.known, self.browser = socket, known, browser
        self.acks: dict[str, int] = {}
        self.refusals: dict[str, Json] = {}
        self.errors: list[Json] = []
        self.present: Json = {}
        self.messages = 0

    async def send(self, message: Any) -> None:
        await self.socket.send(message if isinstance(message, str | bytes) else json.dumps(message))

    async def hear(self, seconds: float = 20) -> Json:
        """The next message, taken in."""
        raw = await asyncio.wait_for(self.socket.recv(), seconds)
        assert isinstance(raw, str)
        message: Json = json.loads(raw)
        self.messages += 1
        msgspec.convert(message, ServerMessage)
        match message["type"]:
            case "state":
                await self.known.take(message["state"], self.browser)
            case "seats":
                self.known.hold(message["seats"])
            case "presence":
                self.present = message["presence"]
            case "ack":
                self.acks[message["id"]] = self.acks.get(message["id"], 0) + 1
            case "refused":
                self.refusals[message["id"]] = message["refused"]
            case _:
                self.errors.append(message["error"])
        return message

    async def until(self, done: Any) -> None:
        """Listens until something is so."""
        while not done():
            await self.hear()

    async def answer(self, command: Json) -> Json:
        """Sends a command and waits for its acknowledgement or refusal."""
        await self.send(command)
        while True:
            message = await self.hear()
            if command["id"] == message.get("id"):
                return message

    async def closed(self) -> int:
        try:
            while True:
                await self.hear()
        except ConnectionClosed as closed:
            return closed.rcvd.code if closed.rcvd is not None else 0


def states(shown: Json) -> dict[int | None, Json]:
    return {state["seat"]: state for state in shown["states"]}


async def play_over_http(browser: Browser, table: str, rng: Random) -> None:
    """Plays a seat at random, looking now and then, until the game is over."""
    while True:
        (state,) = (await browser.get(f"/tables/{table}"))["states"]
        while state.get("actions") and state["status"] == "playing":
            command = browser.command("play", step=state["step"], actions=[rng.choice(state["actions"])])
            answer = await browser.http.post(f"/tables/{table}/commands", json=command)
            if answer.status_code == 409:
                break  # another seat was quicker
            assert answer.status_code == 200, answer.text
            (state,) = answer.json()["states"]
        if state["status"] == "over":
            return
        await asyncio.sleep(0.03)


async def play_over_stream(browser: Browser, stream: Stream, rng: Random) -> None:
    """Plays all held seats at random as their turns come."""
    known = stream.known
    answered: set[tuple[int, int]] = set()
    while True:
        for seat in known.seats:
            state = known.states.get(seat)
            if state is not None and state.get("actions") and (seat, state["number"]) not in answered:
                answered.add((seat, state["number"]))
                await stream.send(
                    browser.command("play", seat=seat, step=state["step"], actions=[rng.choice(state["actions"])])
                )
        if known.states and all(state["status"] == "over" for state in known.states.values()):
            return
        await stream.hear()


async def enter(stack: AsyncExitStack, address: str, *names: str) -> list[Browser]:
    return [await stack.enter_async_context(Browser(address, name)) for name in names]


async def analysed(browser: Browser, table: str) -> Json:
    """The analysis of a game that is over, when all of it is there."""
    for _ in range(600):
        found = await browser.get(f"/tables/{table}/analysis")
        if found["summary"] is not None:
            return found
        await asyncio.sleep(0.1)
    raise AssertionError(found)
