"""Moments and summaries over HTTP."""

from __future__ import annotations

from contextlib import AsyncExitStack
from pathlib import Path
from random import Random

import msgspec
from running import enter, play_over_http, running, states

from texcoco.web.response_bodies import Moments, Summary


async def test_moments_are_for_ones_own_eyes_until_the_game_is_over(tmp_path: Path) -> None:
    async with running(tmp_path) as server, AsyncExitStack() as stack:
        ann, eve = await enter(stack, server.address, "Ann", "Eve")
        table = (await ann.open("azteco", "me", "random", "random"))["table"]
        await ann.get(f"/tables/{table}/moments", 409)
        await ann.get(f"/tables/{table}/summary", 409)
        shown = await ann.do(table, "start")
        mine, theirs = await ann.get(f"/tables/{table}/moments?seat=0"), await eve.get(f"/tables/{table}/moments")
        msgspec.convert(mine, Moments)
        assert mine["moments"][1]["view"]["cards"][0] == states(shown)[0]["view"]["cards"][0] != "?"
        assert theirs["moments"][1]["view"]["cards"] == ["?"] * 3
        for path in ("moments", "summary"):
            await eve.get(f"/tables/{table}/{path}?seat=0", 403)
            await ann.get(f"/tables/{table}/{path}?seat=1", 403)
        await ann.get(f"/tables/{table}/moments?from=-1", 400)
        assert (await ann.get(f"/tables/{table}/moments?from=5000"))["moments"] == []
        await play_over_http(ann, table, Random(1))
        page = await eve.get(f"/tables/{table}/moments?seat=1&from=1")
        assert page["from"] == 1
        assert "?" not in page["moments"][0]["view"]["cards"]
        rest = await eve.get(f"/tables/{table}/moments?from={page['total'] - 1}")
        (end,) = rest["moments"]
        scores = states(await ann.get(f"/tables/{table}"))[0]["result"]["scores"]
        assert end["standing"] == scores
        told = msgspec.convert(await eve.get(f"/tables/{table}/summary"), Summary)
        assert told.lead[-1] == scores
        answer = await eve.http.get(f"/tables/{table}/moments", headers={"Accept-Encoding": "gzip"})
        assert answer.headers["content-encoding"] == "gzip"
        assert answer.num_bytes_downloaded < len(answer.content) / 4
