"""Requests and messages that are almost right: no answer is a server's error, and what is refused has changed
nothing."""

from __future__ import annotations

import json
import logging
from collections import Counter
from contextlib import AsyncExitStack
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import quote

import httpx
import pytest
from fuzzing import ODD_NUMBERS, ODD_TEXTS, odd_value, random_game, sample_positions, spoil_bytes, spoil_json
from running import Browser, Server, Stream, enter, running
from websockets.exceptions import ConnectionClosed

from texcoco.games import find
from texcoco.web.settings import Limits

UNLIMITED = Limits(loopback=1e9)
"""So that what is sent is read, and not refused because there is much of it."""
PATHS = (
    "/games", "/games/{game}/text", "/games/{game}/rules", "/games/{game}/lesson", "/tables", "/tables/{id}", "/tables/{id}/invitations",
    "/tables/{id}/record", "/tables/{id}/why", "/tables/{id}/log", "/tables/{id}/moments", "/tables/{id}/summary", "/tables/{id}/position",
    "/tables/{id}/hint", "/tables/{id}/analysis", "/me/games", "/health", "/metrics", "/stream-schema.json", "/nowhere",
)  # fmt: skip
QUERIES = ("lang", "status", "mine", "before", "seat", "do", "at", "from", "moment", "x")
DOINGS = {
    "sit": ("token", "seat", "name"), "stand": ("seat",), "start": (), "play": ("seat", "step", "actions"), "undo": ("seat", "step"),
    "chat": ("seat", "text"), "back": ("seat",), "remove": ("seat", "name"), "renew_link": ("seat",), "sign_out_others": ("seat",),
    "hello": ("cursors",), "x": (),
}  # fmt: skip
"""Commands and their fields. Nothing that lets a bot play for Ann: what it does would be taken for what a request
did."""


RECORD = [record for record, _ in random_game(find("azteco"), 3, Random(4))][-1].text()


class Fuzz:
    """A server with a running game of Ann's, and Eve, who has no seat."""

    def __init__(self, server: Server, ann: Browser, eve: Browser, table: str, token: str, rng: Random, study: str):
        """`study` is a table that shows `RECORD`."""
        self.server, self.ann, self.eve, self.table, self.token, self.rng = server, ann, eve, table, token, rng
        self.study = study
        self.tally = Counter[str]()
        self.step, self.view = 1, dict[str, Any]()
        self.positions = {
            name: sample_positions(find(name), 3, Random(7), 6) for name in ("mexica", "yucatan", "azteco")
        }

    def command(self) -> dict[str, Any]:
        rng, do = self.rng, self.rng.choice(list(DOINGS))
        fields = {
            "seat": rng.randrange(3),
            "step": rng.choice((self.step, self.step, 1, 10)),
            "actions": rng.choices(
                ("claim BBR", "claim BB", "believe 1", "accuse 2", "keep 0", "nonsense"), k=rng.choice((1, 1, 2, 5))
            ),
            "text": "hi",
            "name": rng.choice(("Eve", "Ann")),
            "token": self.token,
            "cursors": {"0": {"number": 3, "settled": 2}, "spectator": {"number": 1, "settled": 0}},
        }
        wanted = DOINGS[do] if rng.random() < 0.8 else rng.sample(list(fields), 3)
        return {"id": str(rng.random()), "do": do, **{name: fields[name] for name in wanted if rng.random() < 0.9}}

    def spoilt(self, value: Any) -> bytes:
        rng = self.rng
        for _ in range(rng.choice((0, 1, 1, 2))):
            value = spoil_json(value, rng)
        body = json.dumps(value).encode()
        return spoil_bytes(body, rng) if rng.random() < 0.3 else body

    def word(self, *usual: Any) -> str:
        chosen = self.rng.choice((*usual, *usual, *ODD_TEXTS, *ODD_NUMBERS))
        return quote(str(chosen).encode("utf-8", "surrogatepass"), safe="")

    async def version(self) -> Any:
        shown = await self.ann.get(f"/tables/{self.table}")
        self.step, self.view = shown["states"][0]["step"], shown["states"][0]["view"]
        return [state["number"] for state in shown["states"]]

    async def ask(self) -> None:
        """One request over HTTP."""
        rng, before = self.rng, await self.version()
        browser = rng.choice((self.ann, self.eve))
        table = self.table if rng.random() < 0.7 else self.word("nobody")
        kind = rng.randrange(6)
        if kind <= 1:
            command = self.command()
            body = json.dumps(command).encode() if rng.random() < 0.4 else self.spoilt(command)
            answer = await browser.http.post(f"/tables/{table}/commands", content=body)
        elif kind == 2:
            plan: list[Any] = [{"kind": "me"}, {"kind": "bot", "bot": "random"}, {"kind": "open"}]
            asked = {
                "game": "mexica",
                "seats": plan,
                "options": {"first": "0"},
                "public": False,
                "name": "Eve",
                "clock": rng.choice((None, {"days": 3}, {"minutes": 5, "increment": 3})),
            }
            answer = await browser.http.post("/tables", content=self.spoilt(asked))
        elif kind == 3 and rng.random() < 0.3:
            text = RECORD if rng.random() < 0.7 else self.record_from_position()
            text = spoil_bytes(text.encode(), rng).decode("utf-8", "replace") if rng.random() < 0.7 else text
            answer = await browser.http.post("/studies", content=self.spoilt({"record": text}))
        elif kind == 3 and rng.random() < 0.3:
            path = f"/games/{self.word('azteco', 'mexica')}/picture?lang={self.word('en', 'fr')}"
            answer = await browser.http.post(path, content=self.spoilt({"view": self.view}))
        elif kind == 5 and rng.random() < 0.5:
            answer = await self.from_outside(browser)
        elif kind == 4 and browser is self.eve:
            answer = await browser.http.request(
                rng.choice(("DELETE", "PUT", "PATCH")), f"/tables/{table}", content=self.spoilt({})
            )
        else:
            path = rng.choice(PATHS).replace("{id}", table).replace("{game}", self.word("mexica", "azteco"))
            query = "&".join(
                f"{rng.choice(QUERIES)}={self.word(0, 1, 'en', 'fr', 'open', 'claim', 'BBR')}"
                for _ in range(rng.randrange(5))
            )
            answer = await browser.http.get(f"{path}?{query}")
        self.tally[f"{answer.status_code // 100}xx"] += 1
        self.tally["carried out"] += kind <= 1 and answer.status_code == 200
        assert answer.status_code < 500, (answer.request, answer.request.content[:500], answer.text)
        assert answer.status_code != 429, "the limits should not bite here"
        if answer.status_code >= 400:
            if "json" in answer.headers.get("content-type", ""):
                assert answer.json()["refused"]["message"]
            assert await self.version() == before, (answer.request, answer.request.content[:500])
        elif browser is self.eve:
            assert await self.version() == before, "Eve has no seat"

    async def from_outside(self, browser: Browser) -> httpx.Response:
        """A position that is shown or played from, a moment of a game to go on from, or a turn that is tried."""
        rng = self.rng
        game, position = (name := rng.choice(list(self.positions))), rng.choice(self.positions[name])
        open_table: dict[str, Any] = {"game": game, "seats": [{"kind": "me"}] * 3}
        match rng.randrange(4):
            case 0:
                path = f"/games/{game if rng.random() < 0.9 else self.word('tiny')}/position"
                return await browser.http.post(path, content=self.spoilt({"position": position}))
            case 1:
                asked = {**open_table, "position": position}
                return await browser.http.post("/tables", content=self.spoilt(asked))
            case 2:
                moment = {"table": rng.choice((self.study, self.table)), "moment": rng.choice((0, 5, 40, 10**6))}
                asked = {**open_table, "game": "azteco", "from": moment}
                return await browser.http.post("/tables", content=self.spoilt(asked))
            case _:
                actions = rng.choices(("claim BBR", "claim BB", "believe 1", "accuse 2", "keep 0", "x"), k=2)
                path = f"/tables/{rng.choice((self.study, self.study, self.table))}/analysis/try"
                return await browser.http.post(
                    path, content=self.spoilt({"turn": rng.randrange(60), "actions": actions})
                )

    def record_from_position(self) -> str:
        """The record of a game that starts from a position, which may be spoilt."""
        name, rng = self.rng.choice(list(self.positions)), self.rng
        position = json.dumps(
            spoil_json(rng.choice(self.positions[name]), rng)
            if rng.random() < 0.5
            else rng.choice(self.positions[name])
        )
        quoted = position.replace("\\", "\\\\").replace('"', '\\"')
        return f'[Game "{name}"]\n[Seats "3"]\n[Position "{quoted}"]\n\n{{a comment}}\n'

    async def send(self, stream: Stream) -> None:
        """One message of a stream, of a stranger's; the server answers it or hangs up, and goes on."""
        rng = self.rng
        value = rng.choice(
            (self.command(), self.command(), {"do": "hello", "cursors": {"-": 1, "0": 2}}, odd_value(rng))
        )
        body = self.spoilt(value)
        await stream.socket.send(body if rng.random() < 0.2 else body.decode("utf-8", "replace"))
        self.tally["message"] += 1

    async def send_many(self, count: int) -> None:
        while count > 0:
            async with self.eve.stream(self.table) as stream:
                try:
                    for _ in range(min(count, 40)):
                        count -= 1
                        await self.send(stream)
                    await stream.socket.ping()
                except ConnectionClosed:
                    pass
            assert stream.socket.close_code != 1011, "a server's error"


async def fuzz(folder: Path, seed: int, requests: int, messages: int) -> Counter[str]:
    async with running(folder, limits=UNLIMITED) as server, AsyncExitStack() as stack:
        ann, eve = await enter(stack, server.address, "Ann", "Eve")
        await eve.arrive()
        opened = await ann.open("azteco", "me", "me", "me")
        await ann.do(opened["table"], "start")
        study = (await eve.post("/studies", {"record": RECORD}, 201))["table"]
        fuzzing = Fuzz(server, ann, eve, opened["table"], "x" * 22, Random(f"api {seed}"), study)
        for _ in range(requests):
            await fuzzing.ask()
        before = await fuzzing.version()
        await fuzzing.send_many(messages)
        assert await fuzzing.version() == before, "Eve has no seat"
        return fuzzing.tally


def no_errors(caplog: pytest.LogCaptureFixture) -> None:
    assert [record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR] == []


async def test_requests_that_are_almost_right(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    tally = await fuzz(tmp_path, 1, 200, 200)
    assert tally["4xx"] > 50
    assert tally["2xx"] > 30
    assert tally["carried out"] > 0, "commands that are right are among them"
    no_errors(caplog)


@pytest.mark.long
@pytest.mark.parametrize("shard", range(10))
async def test_fifteen_thousand_requests_that_are_almost_right(
    tmp_path: Path, shard: int, caplog: pytest.LogCaptureFixture
) -> None:
    await fuzz(tmp_path, 100 + shard, 1000, 500)
    no_errors(caplog)
