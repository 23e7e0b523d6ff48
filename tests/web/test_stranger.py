"""A stranger who knows nothing but the API opens a table, seats two bots and a friend, plays, and finishes each
game."""

from __future__ import annotations

import asyncio
import re
import sys
from asyncio.subprocess import PIPE
from pathlib import Path
from random import Random

import pytest
from running import Browser, play_over_http, play_over_stream, running, states

from texcoco.record import Record


@pytest.mark.parametrize("game", ["mexica", "yucatan", "azteco"])
async def test_a_stranger_plays(game: str, tmp_path: Path) -> None:
    async with (
        running(tmp_path) as server,
        Browser(server.address, "Ann") as ann,
        Browser(server.address, "Bob") as bob,
    ):
        offered = {card["name"]: card for card in (await ann.get("/games"))["games"]}[game]
        assert offered["least"] <= 4 <= offered["most"]
        assert offered["bots"] == ["1", "2", "3", "4", "5"]
        opened = await ann.open(game, "me", "open", "random", "random")
        table = opened["table"]
        invited = next(invitation for invitation in opened["invitations"] if invitation["free"])
        assert invited["link"] == f"/t/{table}#seat={invited['token']}"
        sat = await bob.do(table, "sit", token=invited["token"], name="Bob")
        assert states(sat)[1]["seats"][1]["name"] == "Bob"
        assert await bob.refused(table, "play", step=0, actions=["pass"]) == "not-playing"
        async with ann.stream(table) as stream:
            await stream.until(lambda: stream.known.states)
            await stream.answer(ann.command("start"))
            await asyncio.gather(play_over_stream(ann, stream, Random(1)), play_over_http(bob, table, Random(2)))
            (shown,) = stream.known.shown()
        assert shown == (await ann.get(f"/tables/{table}"))["states"][0]
        assert shown["result"]["winners"]
        record = Record.parse(await bob.get(f"/tables/{table}/record"))
        assert record.replay().outcome().scores == tuple(shown["result"]["scores"])
        (card,) = (await bob.get("/tables?mine=true&status=over"))["tables"]
        assert (card["table"], card["yours"], card["your_turn"]) == (table, [1], False)


async def test_the_program_in_the_documentation_plays_a_game(tmp_path: Path) -> None:
    document = (Path(__file__).parents[2] / "docs" / "api.md").read_text(encoding="utf-8")
    (program,) = re.findall(r"^```py\n(.*?)^```$", document, re.MULTILINE | re.DOTALL)
    (tmp_path / "stranger.py").write_text(program, encoding="utf-8")
    async with running(tmp_path) as server:
        process = await asyncio.create_subprocess_exec(
            sys.executable, tmp_path / "stranger.py", server.address, stdout=PIPE, stderr=PIPE
        )
        out, err = await process.communicate()
    assert out.startswith(b"scores ["), err.decode()
