"""`texcoco serve` as a program: it says where it is, logs no secret, stops when told to, and several share one
PostgreSQL.
"""

from __future__ import annotations

import asyncio
import gc
import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from contextlib import AsyncExitStack
from pathlib import Path
from random import Random
from typing import Any

import pytest
from running import Browser, Process, enter, play_over_http, play_over_stream, running

from texcoco.cli import main
from texcoco.web import logs
from texcoco.web.app import from_environment
from texcoco.web.settings import VARIABLE, Settings

Start = Callable[..., Process]


async def test_it_serves_stops_and_goes_on_and_its_log_holds_no_secret(tmp_path: Path, start: Start) -> None:
    database = f"sqlite:///{tmp_path / 'games.db'}"
    process = await start("--database", database).ready()
    secrets: list[str] = []
    async with AsyncExitStack() as stack:
        ann, bob = await enter(stack, process.address, "Ann", "Bob")
        opened = await ann.open("azteco", "me", "open", "random")
        table = opened["table"]
        secrets += [invitation["token"] for invitation in opened["invitations"]]
        await bob.get(f"/games?token={secrets[0]}")
        await bob.do(table, "sit", token=secrets[1])
        await bob.refused(table, "sit", token=secrets[1] + "x")
        async with ann.stream(table, query=f"?token={secrets[0]}") as stream:
            await stream.answer(ann.command("start"))
            await stream.answer(ann.command("chat", text="a-word-among-friends"))
            await stream.send("nonsense " + secrets[0])
            await stream.until(lambda: stream.errors)
        before = await ann.get(f"/tables/{table}")
        secrets += [browser.cookie().partition("=")[2] for browser in (ann, bob)]
        cookies = ann.http.cookies
    out, log = process.stop(signal.SIGTERM)
    assert "Texcoco is at http://127.0.0.1:" in out
    lines = [json.loads(line) for line in log.splitlines()]
    assert (lines[0]["message"], lines[-1]["message"]) == ("started", "stopped")
    asked = next(line for line in lines if line.get("path") == "/api/v1/tables")
    assert (asked["method"], asked["status"], asked["level"]) == ("POST", 201, "info")
    assert "a-word-among-friends" not in log
    for secret in secrets:
        assert secret not in log

    dump = tmp_path / "all.jsonl"
    assert await asyncio.to_thread(main, ["backup", str(dump), "--database", database]) == 0
    moved = f"sqlite:///{tmp_path / 'moved.db'}"
    assert await asyncio.to_thread(main, ["restore", str(dump), "--database", moved]) == 0
    process = await start("--database", moved).ready()
    async with Browser(process.address) as ann:
        ann.http.cookies = cookies
        after = await ann.get(f"/tables/{table}")
        assert after["states"][0]["log"][: len(before["states"][0]["log"])] == before["states"][0]["log"]
    process.stop(signal.SIGINT)


def test_several_workers_need_postgresql(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("TEXCOCO_DATABASE", raising=False)
    assert main(["serve", "--workers", "2", "--lang", "en"]) == 2
    said = capsys.readouterr().err
    assert "PostgreSQL" in said
    assert "--database postgresql://" in said
    assert main(["serve", "--workers", "0"]) == 2
    assert main(["serve", "--port", "70000"]) == 2


def test_what_cannot_be_is_said_in_a_sentence(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    assert main(["serve", "--database", f"sqlite:///{tmp_path / 'file' / 'games.db'}"]) == 1
    assert main(["serve", "--database", "mysql://root:secret@host/games"]) == 1
    said = capsys.readouterr().err
    assert "Traceback" not in said
    assert "secret" not in said
    assert main(["restore", str(tmp_path / "file"), "--database", f"sqlite:///{tmp_path / 'games.db'}"]) == 1


def test_the_lan_gets_an_address_and_a_code() -> None:
    from texcoco.web.server import lan_address, qr_code

    code = qr_code("http://192.168.1.20:8080/")
    assert len({len(line) for line in code.splitlines()}) == 1
    assert code.count("█") > 100
    address = lan_address()
    assert address is None or not address.startswith("127.")


def test_open_waits_for_the_server_and_is_quiet_without_a_browser(monkeypatch: pytest.MonkeyPatch) -> None:
    from texcoco.web import server

    opened: list[str] = []
    monkeypatch.setattr("webbrowser.open", opened.append)
    monkeypatch.setattr(server.sys, "platform", "linux")
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER"):
        monkeypatch.delenv(name, raising=False)
    assert server.open_browser("http://127.0.0.1:1/", 1) is None
    monkeypatch.setenv("DISPLAY", ":0")
    listening = server.listen("127.0.0.1", 0)
    port = listening.getsockname()[1]
    opening = server.open_browser(f"http://127.0.0.1:{port}/", port)
    assert opening is not None
    opening.join(0.3)
    assert opened == []  # nobody answers yet
    listening.listen()
    opening.join(10)
    assert opened == [f"http://127.0.0.1:{port}/"]
    listening.close()


def test_serve_opens_the_page_when_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []
    monkeypatch.setattr("texcoco.web.server.serve", lambda settings, host, port, workers, ready: ready(8080))
    monkeypatch.setattr("texcoco.web.server.open_browser", lambda address, port: opened.append(address))
    assert main(["serve"]) == 0
    assert opened == []
    assert main(["serve", "--open", "--lan"]) == 0
    assert opened == ["http://127.0.0.1:8080/"]


def test_the_garbage_collector_leaves_alone_what_stays(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Else it goes through all of it, in the event loop, whenever somebody sends many small lists."""
    Settings(f"sqlite:///{tmp_path}/texcoco.db").for_workers()
    monkeypatch.setattr(logs, "configure", lambda quiet: None)
    try:
        from_environment()
        assert gc.get_freeze_count() > 50_000
    finally:
        gc.unfreeze()
        del os.environ[VARIABLE]


async def test_a_port_that_is_taken(tmp_path: Path, start: Start) -> None:
    process = await start("--database", f"sqlite:///{tmp_path / 'games.db'}").ready()
    port = process.address.split(":")[1]
    other = subprocess.run(
        [sys.executable, "-m", "texcoco", "serve", "--port", port, "--database", f"sqlite:///{tmp_path / 'other.db'}"],
        capture_output=True, text=True, timeout=30,
    )  # fmt: skip
    assert other.returncode == 1
    assert port in other.stderr
    assert "Traceback" not in other.stderr
    process.stop()


async def test_two_processes_on_one_postgresql_serve_the_same_tables(postgresql: str, start: Start) -> None:
    processes = await asyncio.gather(*(start("--database", postgresql).ready() for _ in range(2)))
    async with AsyncExitStack() as stack:
        ann, eve = await enter(stack, processes[0].address, "Ann", "Eve")
        bob = await stack.enter_async_context(Browser(processes[1].address, "Bob"))
        opened = await ann.open("azteco", "me", "open", "random")
        table = opened["table"]
        await bob.do(table, "sit", token=opened["invitations"][1]["token"])
        await eve.arrive()
        async with ann.stream(table) as here, eve.stream(table) as watched:
            await here.until(lambda: here.known.states)
            await here.answer(ann.command("start"))
            await bob.do(table, "chat", text="from over there")
            await here.until(lambda: "from over there" in str(here.known.logs))
            await watched.until(lambda: "from over there" in str(watched.known.logs))
            # seats, steps and commands of one process are those of the other, at once
            for number in range(20):
                (state,) = (await bob.get(f"/tables/{table}"))["states"]
                assert state["number"] >= here.known.states[0]["number"]
                await here.answer(ann.command("chat", text=f"{number}"))
            await asyncio.gather(play_over_stream(ann, here, Random(1)), play_over_http(bob, table, Random(2)))
            (fresh,) = (await bob.get(f"/tables/{table}"))["states"]
            await watched.until(lambda: watched.known.states[None]["number"] == fresh["number"])
            assert watched.known.states[None]["result"] == fresh["result"]
            await ann.http.delete(f"/tables/{table}")
            assert await watched.closed() == 4404
            async with asyncio.timeout(10):  # until the other process has heard of it
                while (await bob.http.get(f"/tables/{table}")).status_code != 404:
                    await asyncio.sleep(0.05)
    for process in processes:
        _, log = process.stop()
        assert '"level": "error"' not in log


async def test_a_process_that_has_not_heard_yet_refuses_nothing_that_is_right(postgresql: str) -> None:
    async with running(postgresql) as one, running(postgresql) as other, Browser(one.address) as here:
        table = (await here.open("tiny", "me", "me"))["table"]
        async with Browser(other.address, "Ann-in-another-tab") as there:
            there.http.cookies = here.http.cookies
            await there.get(f"/tables/{table}")
            other.host._stop_listening()  # the news is still on its way
            step = (await here.do(table, "start"))["states"][0]["step"]
            await there.do(table, "play", seat=0, step=step, actions=["bid 1"])


async def test_one_process_thinks_for_a_bot_and_another_takes_over_when_it_dies(
    postgresql: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("texcoco.tables.bot_moves.STAND_BY", 10)  # however busy the machine, the first is quicker
    async with running(postgresql, bot_seconds=0.05) as one, running(postgresql, bot_seconds=0.05) as other:
        thoughts = {one: 0, other: 0}
        for server in thoughts:
            deciding = server.host.bot_moves.choose

            async def decide(*asked: Any, server: Any = server, deciding: Any = deciding) -> Any:
                thoughts[server] += 1
                if server is broken:
                    await asyncio.sleep(100)
                return await deciding(*asked)

            server.host.bot_moves.choose = decide  # type: ignore[method-assign]
        broken: Any = None
        async with Browser(one.address, "Ann") as ann, Browser(other.address, "Eve") as eve:
            table = (await ann.open("azteco", "me", "random", "random"))["table"]
            await eve.get(f"/tables/{table}")
            async with eve.stream(table) as watched, ann.stream(table) as stream:
                await watched.until(lambda: watched.known.states)
                await stream.answer(ann.command("start"))
                await watched.until(lambda: watched.known.states[None].get("actors") == [0])
                assert thoughts[one] > 0
                assert thoughts[other] == 0
                broken = one
                monkeypatch.setattr("texcoco.tables.bot_moves.STAND_BY", 0.1)
                await play_over_stream(ann, stream, Random(1))
                assert thoughts[other] > 0


async def test_workers_share_a_port(postgresql: str, start: Start) -> None:
    process = await start("--workers", "2", "--database", postgresql).ready()
    async with AsyncExitStack() as stack:
        browsers = await enter(stack, process.address, *"abcdef")
        table = (await browsers[0].open("azteco", "me", "me", "random"))["table"]
        for browser in browsers:
            await browser.get(f"/tables/{table}")
        await browsers[0].do(table, "start")
        async with browsers[0].stream(table) as stream:
            await play_over_stream(browsers[0], stream, Random(3))
        results = [(await browser.get(f"/tables/{table}"))["states"][0]["result"] for browser in browsers]
        assert all(result == results[0] for result in results)
    _, log = process.stop()
    assert log.count('"message": "started"') == 2
    assert log.count('"message": "stopped"') == 2


async def test_who_plays_is_told_the_address_and_nothing_else(
    tmp_path: Path, start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BROWSER", "true")
    process = await start("--open", "--database", f"sqlite:///{tmp_path / 'games.db'}").ready()
    async with Browser(process.address) as ann:
        await ann.get("/games")
    assert process.stop()[1] == ""
