"""What one address can do to a server, as traffic: each abuse goes on until it is ended. Started by `abuse.py`, in a
process of its own.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import resource
import sys
from collections.abc import Awaitable, Callable
from random import Random
from typing import Any

from benchmarks.wire import Browser

SOURCE = "127.0.0.2"
STREAMS = 64
TABLES = 56
"""A few less than an address may open in an hour."""
FAILS = (OSError, EOFError, ValueError, asyncio.IncompleteReadError)

Abuse = Callable[[Browser], Awaitable[Any]]
ABUSES: dict[str, Abuse] = {}


def abuse(function: Abuse) -> Abuse:
    ABUSES[function.__name__] = function
    return function


async def again(number: int, what: Callable[[int], Awaitable[Any]], pause: float = 0.0) -> None:
    """Does something over and over, `number` times at once, whatever becomes of it."""

    async def one(which: int) -> None:
        while True:
            with contextlib.suppress(Exception):
                await what(which)
            await asyncio.sleep(pause or 0.001)

    await asyncio.gather(*(one(which) for which in range(number)))


async def sink(reader: asyncio.StreamReader) -> None:
    while await reader.read(2**16):
        pass


async def flood(browser: Browser, requests: Callable[[int], bytes], connections: int) -> None:
    """Requests one after the other on connections that are kept, without waiting for answers."""

    async def one(which: int) -> None:
        reader, writer = await browser.connect()
        reading = asyncio.create_task(sink(reader))
        try:
            while not reading.done():
                writer.write(requests(which))
                await writer.drain()
                await asyncio.sleep(0.001)
        finally:
            reading.cancel()
            writer.close()

    await again(connections, one, 0.05)


@abuse
async def requests(browser: Browser) -> None:
    """requests as fast as possible"""
    await flood(browser, lambda _: browser.request("GET", "/games", keep=True), 32)


@abuse
async def big_bodies(browser: Browser) -> None:
    """bodies of 1 MB that make no sense, as fast as possible"""
    body = json.dumps({"record": "[" * 1_000_000}).encode()
    await flood(browser, lambda n: browser.request("POST", ("/studies", "/tables")[n % 2], body, keep=True), 16)


@abuse
async def chunks(browser: Browser) -> None:
    """bodies of 1 MB in chunks of one byte, as fast as possible"""
    head = browser.request("POST", "/studies", keep=True).removesuffix(b"\r\n") + b"Transfer-Encoding: chunked\r\n\r\n"
    request = head + b"1\r\nx\r\n" * 1_000_000 + b"0\r\n\r\n"
    await flood(browser, lambda _: request, 16)


@abuse
async def commands(browser: Browser) -> None:
    """64 streams, on each as many commands as it may send"""
    await on_streams(browser, 0.11)


@abuse
async def messages(browser: Browser) -> None:
    """64 streams, on each messages as fast as possible"""
    await on_streams(browser, 0.0)


async def on_streams(browser: Browser, pause: float) -> None:
    tables = [await browser.open("mexica", "me", "me") for _ in range(8)]
    for table in tables:
        await browser.do(table, "start")

    async def one(which: int) -> None:
        socket = await browser.stream(tables[which % len(tables)])
        reading = asyncio.create_task(drain(socket))
        try:
            while True:
                await socket.send(json.dumps(browser.command("chat", text="hello")))
                await socket.send(json.dumps(browser.command("play", seat=0, step=1, actions=["start H6"])))
                await asyncio.sleep(2 * pause)
        finally:
            reading.cancel()
            await socket.close()

    await again(STREAMS, one, 0.2)


async def drain(socket: Any) -> None:
    async for _ in socket:
        pass


@abuse
async def bots(browser: Browser) -> None:
    """56 tables where only bots play"""

    async def start(which: int) -> None:
        game, seats = (("mexica", 4), ("yucatan", 4), ("azteco", 6))[which % 3]
        level = ("greedy", "random")[which // 3 % 2]
        table = await browser.open(game, *[level] * seats)
        await browser.do(table, "start")

    for which in range(TABLES):
        await start(which)
    await asyncio.sleep(3600)


def long_game() -> str:
    """The record of a long game."""
    from texcoco.games import find
    from texcoco.record import Record

    rng = Random(1)
    record, position = Record.begin(find("yucatan"), 4)
    record.chance(position, rng)
    while position.actors():
        seat = rng.choice(position.actors())
        record.play(position, seat, position.pick(seat, rng))
        record.chance(position, rng)
    return record.text()


@abuse
async def studies(browser: Browser) -> None:
    """records of 1 MB, some with a game and many comments, some with spaces only"""
    head, blank, moves = long_game().partition("\n\n")
    nasty = [
        head + blank + "{  }\n  {\t}\n" * 80_000 + moves,
        head + blank + "0:" + " " * 900_000 + "x",
        head + blank + "{" * 900_000,
        f'[A "{chr(92) * 900_000}"]\n{head}\n\n{moves}',
    ]

    async def one(which: int) -> None:
        await browser.ask("POST", "/studies", {"record": nasty[which % len(nasty)]})

    await again(8, one, 0.05)


@abuse
async def moments(browser: Browser) -> None:
    """moments, summaries and records of long games, each page another one"""
    opened = [(await browser.ask("POST", "/studies", {"record": long_game()}))[1]["table"] for _ in range(4)]
    pages = iter(range(10**9))

    async def one(which: int) -> None:
        table = opened[which % len(opened)]
        path = ("moments?from={}", "moments?from={}&seat=1", "summary", "record")[next(pages) % 4]
        await browser.ask("GET", f"/tables/{table}/{path.format(next(pages) % 500)}")

    await again(16, one)


@abuse
async def hints(browser: Browser) -> None:
    """hints and reasons why not, as fast as possible"""
    tables = [await browser.open("mexica", "me", "me", options={"first": "0"}) for _ in range(4)]
    for table in tables:
        await browser.do(table, "start")
        for seat, at in enumerate(("H6", "G7")):
            await browser.do(table, "play", seat=seat, step=seat + 1, actions=[f"start {at}"])

    async def one(which: int) -> None:
        kind = ("hint", "why")[which % 2]
        await browser.ask("GET", f"/tables/{tables[which % 4]}/{kind}?seat=0&do=temple")

    await again(12, one)


@abuse
async def questions(browser: Browser) -> None:
    """views of nonsense to draw, and why nonsense is not allowed, as fast as possible"""
    table = await browser.open("mexica", "me", "me", options={"first": "0"})
    await browser.do(table, "start")
    view = {f"key{number}": [[]] * 300 for number in range(50)}

    async def one(which: int) -> None:
        if which % 2:
            await browser.ask("POST", "/games/mexica/picture", {"view": view})
        else:
            await browser.ask("GET", f"/tables/{table}/why?seat=0&do=shift&at=nonsense")

    await again(16, one)


def nasty_positions() -> dict[str, list[Any]]:
    """For each game a position of the middle of a game, and some with lists and numbers that are too large."""
    from texcoco.games import find

    found: dict[str, list[Any]] = {}
    for name in ("mexica", "yucatan", "azteco"):
        rng, position = Random(3), find(name).opening(3)
        for _ in range(60):
            seat = position.actors()[0]
            position.play(seat, position.draw(rng) if seat < 0 else position.pick(seat, rng))
        good = position.dump()
        longer = [
            {**good, key: value * (40_000 // len(json.dumps(value)))}
            for key, value in good.items()
            if isinstance(value, list) and value
        ]
        found[name] = [good, *longer, {**good, "seats": 10**400}, {**good, "x": "x" * 40_000}]
    return found


@abuse
async def positions(browser: Browser) -> None:
    """positions of 40 kB to look at and to open tables from, as fast as possible"""
    nasty = [(game, position) for game, found in nasty_positions().items() for position in found]

    async def one(which: int) -> None:
        for game, position in nasty[which::4]:
            if which % 2:
                await browser.ask("POST", f"/games/{game}/position", {"position": position})
            else:
                seats = [{"kind": "me"}] * 3
                await browser.ask("POST", "/tables", {"game": game, "seats": seats, "position": position})

    await again(16, one)


@abuse
async def analyses(browser: Browser) -> None:
    """analyses of long games, other turns tried, and positions of all moments, as fast as possible"""
    record = long_game()
    games = [(await browser.ask("POST", "/studies", {"record": record}))[1]["table"] for _ in range(4)]

    async def one(which: int) -> None:
        table = games[which % len(games)]
        for number in range(100):
            await browser.ask("GET", f"/tables/{table}/analysis")
            actions = ["pass"] * 50
            await browser.ask("POST", f"/tables/{table}/analysis/try", {"turn": 900 - number, "actions": actions})
            await browser.ask("GET", f"/tables/{table}/position?moment={number}")

    await again(16, one)


def any_turns(game: str) -> list[tuple[str, list[str]]]:
    """For each puzzle of a game its id and some turn that is allowed, so that it has to be judged."""
    from texcoco.games import find
    from texcoco.puzzles import puzzles

    rng, found = Random(5), list[tuple[str, list[str]]]()
    for puzzle in puzzles(game).values():
        position, actions = find(game).load(puzzle.position), list[str]()
        step = position.step
        while position.step == step and puzzle.seat in position.actors():
            action = position.pick(puzzle.seat, rng)
            position.apply(puzzle.seat, action)
            actions.append(str(action))
        found.append((puzzle.id, actions))
    return found


@abuse
async def puzzles(browser: Browser) -> None:
    """puzzles looked at, asked about and answered with any turn, as fast as possible"""
    turns = [(game, *turn) for game in ("mexica", "yucatan", "azteco") for turn in any_turns(game)]

    async def one(which: int) -> None:
        for game, puzzle, actions in turns[which::16]:
            path = f"/games/{game}/puzzles/{puzzle}"
            await browser.ask("POST", f"{path}/look", {"actions": actions[:1]})
            await browser.ask("POST", f"{path}/why", {"actions": [], "do": "nonsense"})
            await browser.ask("POST", f"{path}/answer", {"actions": actions})

    await again(16, one)


@abuse
async def results(browser: Browser) -> None:
    """one's own results over twenty games, as fast as possible"""
    friend = Browser(f"{browser.host}:{browser.port}", browser.source)
    for _ in range(20):
        asked = {"game": "yucatan", "seats": [{"kind": "me"}, {"kind": "open"}]}
        _, opened = await browser.ask("POST", "/tables", asked)
        await friend.do(opened["table"], "sit", token=opened["invitations"][1]["token"])
        await browser.do(opened["table"], "start")
        await friend.do(opened["table"], "resign", seat=1)

    async def one(_: int) -> None:
        await browser.ask("GET", "/me/games")

    await again(16, one)


@abuse
async def chat(browser: Browser) -> None:
    """chat as fast as it is taken, and the table read all the time"""
    table = await browser.open("azteco", "me", "me", "me")
    await browser.do(table, "start")

    async def one(which: int) -> None:
        if which % 4:
            await browser.do(table, "chat", text=f"{which}" * 400)
        else:
            await browser.ask("GET", f"/tables/{table}")

    await again(16, one)


@abuse
async def headers(browser: Browser) -> None:
    """headers and addresses without end"""

    async def one(which: int) -> None:
        reader, writer = await browser.connect()
        reading = asyncio.create_task(sink(reader))
        try:
            writer.write(b"GET /api/v1/games" if which % 2 else b"GET /api/v1/games HTTP/1.1\r\nHost: x\r\n")
            while not reading.done():
                writer.write(b"x" * 2**16 if which % 2 else b"X-A: " + b"y" * 2**12 + b"\r\n")
                await writer.drain()
        finally:
            reading.cancel()
            writer.close()

    await again(16, one, 0.05)


@abuse
async def idle(browser: Browser) -> None:
    """1,200 connections that send nothing"""

    async def one(_: int) -> None:
        reader, writer = await browser.connect()
        try:
            await sink(reader)
        finally:
            writer.close()

    await again(1200, one, 0.5)


@abuse
async def streams(browser: Browser) -> None:
    """64 streams of one table where somebody is busy"""
    table = await browser.open("mexica", "me", "me", options={"first": "0"})
    await browser.do(table, "start")
    sockets = [await browser.stream(table) for _ in range(STREAMS - 1)]
    reading = [asyncio.create_task(drain(socket)) for socket in sockets]
    await walking(browser, table)
    await asyncio.gather(*reading)


async def walking(browser: Browser, table: str) -> None:
    """Plays and takes back, as often as a stream may."""
    for seat, at in enumerate(("H6", "G7")):
        await browser.do(table, "play", seat=seat, step=seat + 1, actions=[f"start {at}"])
    _, shown = await browser.ask("GET", f"/tables/{table}")
    state = shown["states"][0]
    socket = await browser.stream(table)
    reading = asyncio.create_task(drain(socket))
    for number in range(10**9):
        if reading.done():
            return
        what = {"do": "play", "actions": ["walk H5"]} if number % 2 == 0 else {"do": "undo"}
        await socket.send(json.dumps(browser.command(what.pop("do"), seat=0, step=state["step"], **what)))
        await asyncio.sleep(0.11)


@abuse
async def slow_readers(browser: Browser) -> None:
    """streams and large answers that nobody reads"""
    table = await browser.open("mexica", "me", "me", options={"first": "0"})
    await browser.do(table, "start")
    sockets = [await browser.stream(table) for _ in range(STREAMS - 1)]
    study = (await browser.ask("POST", "/studies", {"record": long_game()}))[1]["table"]

    async def unread(which: int) -> None:
        _, writer = await browser.connect()
        try:
            for page in range(20):
                writer.write(browser.request("GET", f"/tables/{study}/moments?from={100 * (page % 5)}", keep=True))
            await asyncio.sleep(20)
        finally:
            writer.close()

    await asyncio.gather(walking(browser, table), again(60, unread, 0.2))
    del sockets


@abuse
async def slow_senders(browser: Browser) -> None:
    """600 requests that come a byte a second"""

    async def one(which: int) -> None:
        reader, writer = await browser.connect()
        reading = asyncio.create_task(sink(reader))
        try:
            whole = browser.request("POST", "/tables", b" " * 60_000)
            writer.write(whole[:20] if which % 2 else whole[:400])
            for byte in whole[400:]:
                if reading.done():
                    return
                writer.write(bytes([byte]))
                await asyncio.sleep(1)
        finally:
            reading.cancel()
            writer.close()

    await again(600, one, 0.2)


@abuse
async def restarts(browser: Browser) -> None:
    """games opened, started, given up, played again and removed"""

    async def one(_: int) -> None:
        table = await browser.open("yucatan", "me", "greedy", "greedy", "greedy")
        await browser.do(table, "start")
        await browser.do(table, "resign", seat=0)
        await browser.ask("POST", f"/tables/{table}/rematch")
        await browser.ask("DELETE", f"/tables/{table}")

    await again(4, one)


def main(name: str, server: str) -> None:
    os.nice(19)  # an attacker would bring processors of their own: these must not be the server's
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 4096), hard))
    asyncio.run(ABUSES[name](Browser(server, SOURCE)))


if __name__ == "__main__":
    with contextlib.suppress(KeyboardInterrupt):
        main(*sys.argv[1:])
