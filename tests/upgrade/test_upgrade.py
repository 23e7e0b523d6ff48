"""A database that an earlier release left behind opens with today's code, shows everybody what they saw, and its games
are played on.
"""

from __future__ import annotations

import asyncio
import gzip
import json
import re
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any

import pytest
from running import Browser, Server, running

from texcoco.cli import main

DATABASES = Path(__file__).with_name("databases")
RELEASES = sorted(path.name.removesuffix(".db.gz") for path in DATABASES.glob("*.db.gz"))

Json = dict[str, Any]


@pytest.fixture(params=RELEASES)
def release(request: pytest.FixtureRequest, tmp_path: Path) -> Json:
    """What a release says of its database, which is unpacked as `texcoco.db` in the test's folder."""
    (tmp_path / "texcoco.db").write_bytes(gzip.decompress((DATABASES / f"{request.param}.db.gz").read_bytes()))
    return json.loads((DATABASES / f"{request.param}.json").read_text(encoding="utf-8"))


@asynccontextmanager
async def people(release: Json, server: Server) -> AsyncIterator[list[Browser]]:
    """Those who played under the old release, with the cookies that they had."""
    async with AsyncExitStack() as stack:
        browsers: list[Browser] = []
        for name, cookie in release["cookies"].items():
            browser = await stack.enter_async_context(Browser(server.address, f"{name}-again"))
            browser.http.cookies.set("texcoco", cookie)
            browsers.append(browser)
        yield browsers


async def states(browsers: list[Browser], table: str) -> list[Json]:
    return [(await browser.get(f"/tables/{table}"))["states"][0] for browser in browsers]


def test_there_is_a_database_of_every_release() -> None:
    changelog = (Path(__file__).parents[2] / "CHANGELOG.md").read_text(encoding="utf-8")
    released = set(re.findall(r"^## \[(\d[^\]]*)\]", changelog, re.MULTILINE))
    assert "0.1.0" in released
    assert released == set(RELEASES), "make release-database"


async def test_everybody_is_shown_what_they_were_shown_before(release: Json, tmp_path: Path) -> None:
    async with running(tmp_path) as server, people(release, server) as browsers:
        for name, expected in release["tables"].items():
            now = await states(browsers, expected["table"])
            for before, after in zip(expected["states"], now, strict=True):
                assert {part: after.get(part) for part in before} == before, name


async def play_on(browsers: dict[int, Browser], table: str, actions: int, rng: Random) -> Json:
    """Plays at random for the people on these seats, until the game is over or so many actions are played; gives the
    last state.
    """
    anybody = next(iter(browsers.values()))
    while True:
        (state,) = (await anybody.get(f"/tables/{table}"))["states"]
        if state["status"] == "over" or not actions:
            return state
        able = [seat for seat in state["actors"] if seat in browsers and state["seats"][seat]["bot"] is None]
        if not able:
            await asyncio.sleep(0.01)  # a bot thinks
            continue
        browser = browsers[rng.choice(able)]
        (state,) = (await browser.get(f"/tables/{table}"))["states"]
        while actions and state.get("actions"):
            command = browser.command("play", step=state["step"], actions=[rng.choice(state["actions"])])
            (state,) = (await browser.post(f"/tables/{table}/commands", command))["states"]
            actions -= 1


@pytest.mark.parametrize(
    ("game", "most"),
    [
        ("azteco", 5000),
        ("mexica", 100),
        ("yucatan", 100),
        pytest.param("mexica", 5000, marks=pytest.mark.long),
        pytest.param("yucatan", 5000, marks=pytest.mark.long),
    ],
)
async def test_running_games_are_played_on(release: Json, game: str, most: int, tmp_path: Path) -> None:
    tables = {name: t["table"] for name, t in release["tables"].items() if t["states"][0]["status"] == "playing"}
    async with running(tmp_path) as server, people(release, server) as browsers:
        for name, table in tables.items():
            if not name.startswith(game):
                continue
            before = await states(browsers, table)
            playing = {state["seat"]: b for b, state in zip(browsers, before, strict=True) if state["seat"] is not None}
            for seat, browser in playing.items():
                if before[0]["seats"][seat]["away"]:
                    await browser.do(table, "back")  # a bot has played there meanwhile
            in_the_middle = "in the middle" in name
            to_the_end = in_the_middle and most == 5000
            last = await play_on(playing, table, most if in_the_middle else 12, Random(7))
            assert last["step"] > before[0]["step"], name
            assert (await browsers[0].get(f"/tables/{table}/moments"))["total"] > 1
            if to_the_end:
                assert last["status"] == "over"
                assert last["result"]["winners"]


async def test_who_was_invited_before_can_still_sit_down(release: Json, tmp_path: Path) -> None:
    table = release["tables"]["mexica, a seat is free"]["table"]
    async with running(tmp_path) as server, people(release, server) as (ann, *_), Browser(server.address, "Dee") as dee:
        sat = await dee.do(table, "sit", token=release["invitation"], name="Dee")
        assert sat["seats"] == [2]
        await ann.do(table, "start")
        assert (await dee.get(f"/tables/{table}"))["states"][0]["status"] == "playing"


async def test_it_moves_to_postgresql(release: Json, tmp_path: Path, postgres_url: str) -> None:
    copy = tmp_path / "copy.jsonl"
    assert await asyncio.to_thread(main, ["backup", str(copy), "--database", f"sqlite:///{tmp_path}/texcoco.db"]) == 0
    assert await asyncio.to_thread(main, ["restore", str(copy), "--database", postgres_url]) == 0
    async with running(postgres_url) as server, people(release, server) as browsers:
        expected = release["tables"]["azteco, in the middle"]
        for before, after in zip(expected["states"], await states(browsers, expected["table"]), strict=True):
            assert after["view"] == before["view"]
