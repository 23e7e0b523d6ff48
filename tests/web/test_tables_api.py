"""Who may do what at a table over HTTP, and what the lobby shows."""

from __future__ import annotations

import asyncio
import json
import time
from contextlib import AsyncExitStack
from pathlib import Path
from random import Random
from typing import Any

import pytest
from running import Browser, enter, play_over_http, running, states


async def test_seats_are_held_by_browsers_and_shown_to_nobody_else(tmp_path: Path) -> None:
    async with running(tmp_path) as server, AsyncExitStack() as stack:
        ann, bob, eve = await enter(stack, server.address, "Ann", "Bob", "Eve")
        opened = await ann.open("tiny", "me", "open")
        table, tokens = opened["table"], {i["seat"]: i["token"] for i in opened["invitations"]}
        assert states(opened)[0]["seat"] == 0
        assert (await eve.get(f"/tables/{table}"))["seats"] == []
        await eve.get(f"/tables/{table}/invitations", 403)
        assert await eve.refused(table, "sit", token="x" * 22) == "bad-invitation"
        assert await eve.refused(table, "sit", seat=1) == "bad-invitation"  # it is not public
        assert await eve.refused(table, "start") == "not-your-seat"
        await bob.do(table, "sit", token=tokens[1], name="Bob")
        assert {i["seat"] for i in (await ann.get(f"/tables/{table}/invitations"))["invitations"]} == {0}
        assert {i["seat"] for i in (await bob.get(f"/tables/{table}/invitations"))["invitations"]} == {1}
        await ann.do(table, "start")
        assert await eve.refused(table, "play", seat=0, step=1, actions=["bid 1"]) == "not-your-seat"
        assert await bob.refused(table, "play", seat=0, step=1, actions=["bid 1"]) == "not-your-seat"
        await eve.get(f"/tables/{table}/record?seat=0", 403)
        await eve.get(f"/tables/{table}/hint?seat=0", 403)
        for browser in (ann, bob, eve):
            text = json.dumps(await browser.get(f"/tables/{table}"))
            assert not any(token in text for token in tokens.values())
        seen = [(await browser.get(f"/tables/{table}"))["states"][0]["view"]["cards"] for browser in (ann, bob, eve)]
        assert [[card is not None for card in cards] for cards in seen] == [
            [True, False],
            [False, True],
            [False, False],
        ]


async def test_an_illegal_move_is_refused_in_the_readers_language(tmp_path: Path) -> None:
    async with running(tmp_path) as server, Browser(server.address) as ann:
        table = (await ann.open("mexica", "me", "me", options={"first": "0"}))["table"]
        shown = await ann.do(table, "start")
        command = ann.command("play", seat=0, step=states(shown)[0]["step"], actions=["walk A1"])
        said = {}
        for lang in ("en", "fr"):
            answer = await ann.http.post(
                f"/tables/{table}/commands", json=command, headers={"Accept-Language": f"{lang};q=0.9, de"}
            )
            assert answer.status_code == 422
            body = answer.json()
            assert (body["ok"], body["id"], body["refused"]["code"]) == (False, command["id"], "refused")
            assert body["refused"]["key"]
            assert body["refused"]["rule"]
            said[lang] = body["refused"]["message"]
        assert said["en"] != said["fr"]
        assert (await ann.post(f"/tables/{table}/commands?lang=fr", command, 422))["refused"]["message"] == said["fr"]


async def test_a_command_sent_again_is_carried_out_once(tmp_path: Path) -> None:
    async with running(tmp_path) as server, Browser(server.address) as ann:
        table = (await ann.open("tiny", "me", "me"))["table"]
        say = ann.command("chat", text="hello <b>there</b>")
        answers = await asyncio.gather(*(ann.post(f"/tables/{table}/commands", say) for _ in range(5)))
        (said,) = [line for line in answers[-1]["states"][0]["log"] if line.get("note") == "chatted"]
        assert said["text"] == "hello <b>there</b>"
        assert all(answer["ok"] and answer["id"] == say["id"] for answer in answers)
        before = await ann.get(f"/tables/{table}")
        refused = await ann.post(f"/tables/{table}/commands", {**say, "text": "something else"}, 409)
        assert (refused["ok"], refused["id"], refused["refused"]["code"]) == (False, say["id"], "id-reused")
        async with ann.stream(table) as stream:
            assert (await stream.answer({"id": say["id"], "do": "start"}))["refused"]["code"] == "id-reused"
            assert (await stream.answer(say))["type"] == "ack"
        assert await ann.get(f"/tables/{table}") == before


async def test_the_lobby(tmp_path: Path) -> None:
    async with running(tmp_path) as server, AsyncExitStack() as stack:
        ann, bob = await enter(stack, server.address, "Ann", "Bob")
        mine = [(await ann.open("tiny", "me", "open", public=number % 2 == 0))["table"] for number in range(6)]
        public = [card["table"] for card in (await bob.get("/tables?status=open"))["tables"]]
        assert public == mine[-2::-2]
        assert [card["table"] for card in (await ann.get("/tables?mine=true"))["tables"]] == mine[::-1]
        assert (await bob.get("/tables?mine=true"))["tables"] == []
        await bob.do(mine[0], "sit", seat=1, name="Bob")  # a public table needs no invitation
        assert await bob.refused(mine[2], "sit", seat=0) == "seat-taken"
        await ann.do(mine[0], "start")
        cards = {card["table"]: card for card in (await bob.get("/tables?mine=true"))["tables"]}
        assert (cards[mine[0]]["status"], cards[mine[0]]["yours"], cards[mine[0]]["your_turn"]) == (
            "playing",
            [1],
            True,
        )
        text = json.dumps(await ann.get("/tables")) + json.dumps(await ann.get("/tables?mine=true"))
        assert "holders" not in text
        assert "owner" not in text
        assert "token" not in text
        await ann.get("/tables?before=nonsense", 400)
        await ann.get("/tables?status=lost", 400)


async def test_the_lobby_has_pages(tmp_path: Path) -> None:
    async with running(tmp_path) as server, Browser(server.address) as ann:
        made = await asyncio.gather(*(ann.open("tiny", "me", "open") for _ in range(1)))
        made += await asyncio.gather(*(ann.open("tiny", "me", "open") for _ in range(119)))
        found: list[str] = []
        page = await ann.get("/tables?mine=true")
        while True:
            found += [card["table"] for card in page["tables"]]
            if page["next"] is None:
                break
            page = await ann.get(f"/tables?mine=true&before={page['next']}")
        assert sorted(found) == sorted(opened["table"] for opened in made)


async def test_after_the_end_everything_is_shown_and_the_same_people_can_play_again(tmp_path: Path) -> None:
    async with running(tmp_path) as server, AsyncExitStack() as stack:
        ann, bob, eve = await enter(stack, server.address, "Ann", "Bob", "Eve")
        opened = await ann.open("tiny", "me", "open", options={"rounds": 2})
        table = opened["table"]
        await bob.do(table, "sit", token=opened["invitations"][1]["token"], name="Bob")
        await ann.do(table, "start")
        assert "?" in await eve.get(f"/tables/{table}/record")
        await ann.post(f"/tables/{table}/rematch", status=409)
        await asyncio.gather(play_over_http(ann, table, Random(1)), play_over_http(bob, table, Random(2)))
        record = await eve.get(f"/tables/{table}/record")
        assert "?" not in record
        again = {(await browser.post(f"/tables/{table}/rematch"))["table"] for browser in (ann, bob, ann)}
        (new,) = again
        assert (await ann.get(f"/tables/{new}"))["seats"] == [1]
        assert (await bob.get(f"/tables/{table}"))["states"][0]["rematch"] == new
        await eve.post(f"/tables/{table}/rematch", status=200)  # it is there already, and everybody may know
        studied = await eve.post("/studies", {"record": record}, 201)
        assert (
            studied["states"][0]["result"]["scores"]
            == (await ann.get(f"/tables/{table}"))["states"][0]["result"]["scores"]
        )
        assert [card["table"] for card in (await eve.get("/tables?mine=true"))["tables"]] == [studied["table"]]
        await eve.post("/studies", {"record": record[:-30] + "\n0: nonsense\n"}, 422)


async def test_only_who_opened_a_table_removes_it(tmp_path: Path) -> None:
    async with running(tmp_path) as server, AsyncExitStack() as stack:
        ann, eve = await enter(stack, server.address, "Ann", "Eve")
        table = (await ann.open("tiny", "me", "open"))["table"]
        assert (await eve.http.delete(f"/tables/{table}")).status_code == 403
        assert (await ann.http.delete(f"/tables/{table}")).status_code == 204
        await ann.get(f"/tables/{table}", 404)
        assert (await ann.http.delete(f"/tables/{table}")).status_code == 404
        assert await ann.do(table, "chat", 404, text="anybody?")


async def test_hints_words_and_rules(tmp_path: Path) -> None:
    async with running(tmp_path) as server, Browser(server.address) as ann:
        table = (await ann.open("azteco", "me", "me", "random"))["table"]
        await ann.do(table, "start")
        assert len((await ann.get(f"/tables/{table}/hint?seat=0&lang=fr"))["hint"]) > 3
        assert (await ann.get("/games/mexica/text?lang=fr")).keys() == (await ann.get("/games/mexica/text")).keys()
        assert (await ann.get("/games/mexica/rules?lang=fr")).startswith("#")
        french = {card["name"]: card for card in (await ann.get("/games?lang=fr"))["games"]}["azteco"]["options"]
        assert next(option for option in french if option["name"] == "rotate")["label"] == "Le premier joueur tourne"
        await ann.get("/games/chess/rules", 404)


async def test_bots_go_on_after_a_restart(tmp_path: Path) -> None:
    async with running(tmp_path, bot_seconds=1) as server, Browser(server.address) as ann:
        table = (await ann.open("azteco", "random", "random", "random"))["table"]
        await ann.do(table, "start")
    async with running(tmp_path) as server, Browser(server.address) as eve:
        for _ in range(1000):
            (state,) = (await eve.get(f"/tables/{table}"))["states"]
            if state["status"] == "over":
                break
            await asyncio.sleep(0.02)
        assert state["status"] == "over"


async def test_abandoned_tables_expire(tmp_path: Path) -> None:
    long_ago = time.time() - 30 * 86_400
    async with running(tmp_path, expire_open=0) as server, Browser(server.address) as ann:
        server.host.now = lambda: long_ago
        tables = [(await ann.open("tiny", "me", "me"))["table"] for _ in range(2)]
        await ann.do(tables[1], "start")
        cookies = ann.http.cookies
    async with running(tmp_path, expire_open=7, expire_playing=90) as server, Browser(server.address) as ann:
        ann.http.cookies = cookies
        while len(left := (await ann.get("/tables?mine=true"))["tables"]) > 1:  # it is done beside everything else
            await asyncio.sleep(0.01)
        assert [card["table"] for card in left] == [tables[1]]


async def test_studies_and_finished_games_expire_when_the_operator_wants_it(tmp_path: Path) -> None:
    long_ago = time.time() - 40 * 86_400
    async with running(tmp_path) as server, Browser(server.address) as ann:
        server.host.now = lambda: long_ago
        table = (await ann.open("tiny", "random", "random"))["table"]
        await ann.do(table, "start")
        while (await ann.get(f"/tables/{table}"))["states"][0]["status"] != "over":
            await asyncio.sleep(0.01)
        study = (await ann.post("/studies", {"record": await ann.get(f"/tables/{table}/record")}, 201))["table"]
        assert {card["table"] for card in (await ann.get("/tables?mine=true&status=over"))["tables"]} == {study, table}
        cookies = ann.http.cookies
    for settings, expected in (({"expire_studies": 0}, [study, table]), ({}, [table]), ({"expire_over": 30}, [])):
        async with running(tmp_path, **settings) as server, Browser(server.address) as ann:
            ann.http.cookies = cookies
            for _ in range(300):  # it is done beside everything else
                left = [card["table"] for card in (await ann.get("/tables?mine=true"))["tables"]]
                if sorted(left) == sorted(expected):
                    break
                await asyncio.sleep(0.02)
            assert sorted(left) == sorted(expected)


async def test_health_notices_a_disk_that_is_full(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("texcoco.web.health.CACHE_SECONDS", 0.0)
    async with running(tmp_path) as server, Browser(server.address) as ann:
        table = (await ann.open("tiny", "me", "me"))["table"]
        assert (await ann.get("/health"))["ok"]
        store: Any = server.host.store
        room = await store._do(lambda c: (c.execute("PRAGMA page_count").fetchone()[0], []))
        await store._do(lambda c: (c.execute(f"PRAGMA max_page_count = {room}").fetchone(), []))
        while (
            await ann.http.post(f"/tables/{table}/commands", json=ann.command("chat", text="x" * 500))
        ).status_code == 200:
            pass
        assert await ann.get("/health", 503) == {"ok": False, "store": "takes no writes"}
        assert (await ann.get(f"/tables/{table}"))["states"]  # what is there can still be read
        await store._do(lambda c: (c.execute("PRAGMA max_page_count = 100000").fetchone(), []))
        await ann.do(table, "chat", text="there is room again")
        assert (await ann.get("/health"))["ok"]


async def test_health_notices_that_nothing_can_be_written_though_nobody_tries(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("texcoco.web.health.CACHE_SECONDS", 0.0)
    async with running(tmp_path) as server, Browser(server.address) as ann:
        assert (await ann.get("/health"))["ok"]
        store: Any = server.host.store
        await store._do(lambda c: (c.execute("PRAGMA query_only = ON").fetchone(), []))
        assert await ann.get("/health", 503) == {"ok": False, "store": "takes no writes"}
        assert store.append_failed is None


async def test_asking_for_health_often_does_not_write_often(tmp_path: Path) -> None:
    async with running(tmp_path) as server, Browser(server.address) as ann:
        await ann.get("/health")
        commits = server.host.store.commits
        await asyncio.gather(*(ann.get("/health") for _ in range(50)))
        assert server.host.store.commits <= commits + 3  # a sign of life may fall among them


async def test_health_and_metrics(tmp_path: Path) -> None:
    async with running(tmp_path) as server, Browser(server.address) as ann:
        assert await ann.get("/health") == {"ok": True, "store": "reachable"}
        table = (await ann.open("tiny", "me", "me"))["table"]
        await ann.do(table, "start")
        await ann.refused(table, "start")
        async with ann.stream(table) as stream:
            await stream.until(lambda: len(stream.known.states) == 2)
            lines = (await ann.get("/metrics")).splitlines()
        figures = dict(line.rsplit(" ", 1) for line in lines if not line.startswith("#"))
        assert figures['texcoco_commands_total{kind="start",result="ok"}'] == "1"
        assert figures['texcoco_commands_total{kind="start",result="started"}'] == "1"
        assert (
            figures['texcoco_acknowledgement_seconds_bucket{le="+Inf"}']
            == figures["texcoco_acknowledgement_seconds_count"]
            == "1"
        )
        assert figures["texcoco_connections"] == "1"
        assert figures["texcoco_tables_in_memory"] == "1"
        assert figures["texcoco_bots_failed_total"] == "0"
        assert figures['texcoco_requests_total{method="POST",status="409"}'] == "1"
        server.app.site.health.until = 0.0
        await server.host.store.close()
        assert (await ann.get("/health", 503))["ok"] is False
        assert (await ann.get("/tables", 503))["refused"]["code"] == "store"
