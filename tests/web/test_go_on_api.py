"""Tables that start from a moment of another game, or from a position: opened, refused, played, kept and looked back
at."""

from __future__ import annotations

import json
from contextlib import AsyncExitStack
from pathlib import Path
from random import Random
from typing import Any

import pytest
from fuzzing import deep, odd_value, random_game, sample_positions, spoil_json
from running import Browser, Server, enter, play_over_http, running, states

from texcoco.games import find
from texcoco.record import Record
from texcoco.web.settings import Limits

Json = dict[str, Any]
GAMES = ("mexica", "yucatan", "azteco")
UNLIMITED = Limits(loopback=1e9)


def finished(name: str, seats: int = 3, seed: int = 4) -> str:
    """The record of a random game."""
    *_, (record, _) = random_game(find(name), seats, Random(seed))
    return record.text()


async def studied(browser: Browser, name: str, seats: int = 3) -> tuple[str, int]:
    """A study of a random game, and how many moments it has."""
    table = (await browser.post("/studies", {"record": finished(name, seats)}, 201))["table"]
    return table, (await browser.get(f"/tables/{table}/moments?from=5000"))["total"]


@pytest.mark.parametrize("name", GAMES)
async def test_a_game_goes_on_from_a_moment_to_its_end(name: str, tmp_path: Path) -> None:
    """Opened from the middle of a study, with bots; begun, restarted, played out, looked back at, kept as a record."""
    async with running(tmp_path) as server, Browser(server.address) as ann:
        study, total = await studied(ann, name)
        moment = total * 2 // 3
        (there,) = (await ann.get(f"/tables/{study}/moments?from={moment}"))["moments"][:1]
        position = (await ann.get(f"/tables/{study}/position?moment={moment}"))["position"]
        opened = await ann.open(name, "me", "random", "greedy", **{"from": {"table": study, "moment": moment}})
        table = opened["table"]
        (state,) = opened["states"]
        assert state["from_position"] is True
        assert state["options"] == position["options"]
        (card,) = (await ann.get("/tables?mine=true&status=open"))["tables"]
        assert card["from_position"] is True
        await ann.do(table, "start")
        (first,) = (await ann.get(f"/tables/{table}/moments?seat=0"))["moments"][:1]
        assert first["standing"] == find(name).standing(find(name).load(position).view(0))
        cookie = ann.http.cookies["texcoco"]
    async with running(tmp_path) as server, Browser(server.address) as ann:
        ann.http.cookies.set("texcoco", cookie)
        await play_over_http(ann, table, Random(1))
        (state,) = (await ann.get(f"/tables/{table}"))["states"]
        assert state["result"]["winners"]
        (first,) = (await ann.get(f"/tables/{table}/moments"))["moments"][:1]
        assert first["view"] == there["view"], "looking back does not start at the position"
        record = Record.parse(await ann.get(f"/tables/{table}/record"))
        assert record.start == position
        outcome = record.replay().outcome()
        assert outcome is not None
        assert list(outcome.scores) == state["result"]["scores"]
        told = await ann.get(f"/tables/{table}/summary")
        assert told["lead"][0] == there["standing"]
        if name != "yucatan":  # points of the position are told too
            points = [sum(source["values"][seat] for source in told["sources"]) for seat in range(3)]
            assert points == state["result"]["scores"]
        again = (await ann.post("/studies", {"record": record.text()}, 201))["table"]
        assert (await ann.get(f"/tables/{again}/moments"))["moments"][0]["view"] == there["view"]
        rematch = (await ann.post(f"/tables/{table}/rematch"))["table"]
        (state,) = (await ann.get(f"/tables/{rematch}"))["states"]
        assert (state["seat"], state["from_position"]) == (2, True)
        (first,) = (await ann.get(f"/tables/{rematch}/moments"))["moments"][:1]
        assert first["standing"] == find(name).standing(find(name).load(position).view(None))


@pytest.mark.parametrize("name", GAMES)
async def test_every_moment_can_be_gone_on_from_alone_for_all_seats(name: str, tmp_path: Path) -> None:
    rng = Random(name)
    async with running(tmp_path, limits=UNLIMITED) as server, Browser(server.address) as ann:
        study, total = await studied(ann, name)
        for moment in (0, 1, 2, 3, *(rng.randrange(total - 1) for _ in range(12))):
            opened = await ann.open(name, "me", "me", "me", **{"from": {"table": study, "moment": moment}})
            shown = await ann.do(opened["table"], "start")
            await server.host.memory.get(opened["table"])
            seat = next(state for state in shown["states"] if state["actions"])
            played = await ann.do(
                opened["table"], "play", seat=seat["seat"], step=seat["step"], actions=seat["actions"][:1]
            )
            after = states(played)[seat["seat"]]
            if after.get("undo"):
                back = states(await ann.do(opened["table"], "undo", seat=seat["seat"], step=after["step"]))
                assert set(back[seat["seat"]]["actions"]) == set(seat["actions"])
                if "sealed" not in back[seat["seat"]]:
                    assert back[seat["seat"]]["view"] == seat["view"]


async def test_sealed_choices_of_a_position_stay_sealed(tmp_path: Path) -> None:
    choosing = next(p for _, p in random_game(find("azteco"), 4, Random(5)) if len(p.actors()) == 2).dump()
    made = [seat for seat, claim in enumerate(choosing["claims"]) if claim is not None]
    async with running(tmp_path) as server, AsyncExitStack() as stack:
        ann, bob = await enter(stack, server.address, "Ann", "Bob")
        opened = await ann.open("azteco", *["open"] * 4, position=choosing)
        for invitation in opened["invitations"]:
            sitter = ann if invitation["seat"] in made else bob
            await sitter.do(opened["table"], "sit", token=invitation["token"])
        shown = await ann.do(opened["table"], "start")
        for seat, state in states(shown).items():
            assert [claim for claim in state["view"]["claims"] if claim not in ("?", None)] == [
                choosing["claims"][seat]
            ]
            assert not state["undo"], "there is nothing of this game to take back"
        for state in (await bob.get(f"/tables/{opened['table']}"))["states"]:
            assert state["view"]["claims"].count("?") == 2
        for state in (await bob.get(f"/tables/{opened['table']}"))["states"]:
            await bob.do(opened["table"], "play", seat=state["seat"], step=state["step"], actions=state["actions"][:1])
        (state, *_) = (await bob.get(f"/tables/{opened['table']}"))["states"]
        assert state["view"]["phase"] == "vote"
        assert [state["view"]["claims"][seat] for seat in made] == [choosing["claims"][seat] for seat in made]


async def test_what_cannot_be_gone_on_from(tmp_path: Path) -> None:
    async with running(tmp_path) as server, AsyncExitStack() as stack:
        ann, eve = await enter(stack, server.address, "Ann", "Eve")
        running_game = (await ann.open("azteco", "me", "random", "random"))["table"]
        study, total = await studied(ann, "azteco")
        position = (await ann.get(f"/tables/{study}/position?moment=9"))["position"]

        async def refused(
            status: int, code: str, *seats: str, game: str = "azteco", by: Browser = eve, **more: Any
        ) -> str:
            plan = [{"kind": seat} for seat in seats or ("me", "me", "me")]
            answer = await by.post("/tables", {"game": game, "seats": plan, **more}, status)
            assert answer["refused"]["code"] == code, answer
            return answer["refused"]["message"]

        for by in (ann, eve):  # not even who plays there
            for moment in (0, 5, 10**6):
                for status in ("open", "playing"):
                    await refused(409, "still-running", by=by, **{"from": {"table": running_game, "moment": moment}})
                    answer = await by.get(f"/tables/{running_game}/position?moment={moment}", 409)
                    assert answer["refused"]["code"] == "still-running"
                    if status == "open" and by is ann and moment == 0:
                        await ann.do(running_game, "start")
        await refused(404, "no-such-table", **{"from": {"table": "nobody", "moment": 0}})
        await refused(400, "bad-request", **{"from": {"table": "../x", "moment": 0}})
        await refused(400, "bad-request", **{"from": {"table": study, "moment": -1}})
        await refused(400, "bad-request", **{"from": {"table": study}})
        await refused(422, "no-such-moment", **{"from": {"table": study, "moment": total}})
        await refused(422, "position-over", **{"from": {"table": study, "moment": total - 1}})
        await refused(422, "bad-table", game="mexica", **{"from": {"table": study, "moment": 3}})
        await refused(422, "bad-table", position=position, **{"from": {"table": study, "moment": 3}})
        await refused(422, "bad-table", position=position, options={"rotate": True})
        await refused(422, "bad-table", "me", "me", position=position)
        await refused(422, "bad-table", game="chess", position=position)
        await refused(422, "bad-position", game="mexica", position=position)
        await refused(400, "bad-request", position=[])
        assert "phase is one of" in await refused(422, "bad-position", position={**position, "phase": "x"})
        assert "\x1b" not in await refused(422, "bad-position", position={"seats": 3, "\x1b[2J": 1})
        assert len(await refused(422, "bad-position", position={**position, "served": ["x" * 5000]})) < 400
        await refused(422, "bad-position", position={**position, "hand": deep(200)})
        too_deep = await eve.http.post(
            "/tables", content=b'{"game":"azteco","seats":[],"position":{"a":' + b"[" * 30_000 + b"]" * 30_000 + b"}}"
        )
        assert too_deep.status_code == 400
        too_large = await eve.http.post(
            "/tables", json={"game": "azteco", "seats": [], "position": {"a": "x" * 70_000}}
        )
        assert too_large.status_code == 413
        assert (await eve.get("/tables?mine=true"))["tables"] == []


async def test_a_position_is_looked_at_with_all_that_is_in_it(tmp_path: Path) -> None:
    async with running(tmp_path) as server, Browser(server.address) as ann:
        for name in GAMES:
            *_, (_, position) = random_game(find(name), 3, Random(2), most=25)
            shown = await ann.post(f"/games/{name}/position", {"position": position.dump()})
            assert shown["view"] == json.loads(json.dumps(position.view(None, open=True)))
            assert shown["position"] == position.dump()
            assert (shown["seats"], shown["actors"], shown["over"]) == (3, list(position.actors()), False)
        await ann.post("/games/chess/position", {"position": {}}, 404)
        answer = await ann.post("/games/mexica/position", {"position": {"seats": 2}}, 422)
        assert answer["refused"]["code"] == "bad-position"
        assert answer["refused"]["message"].startswith("this is no position of Mexica: it has no game, ")
        french = await ann.post("/games/mexica/position?lang=fr", {"position": {"seats": 2}}, 422)
        assert french["refused"]["message"].startswith(
            "ce n’est pas une position de Mexica\u00a0: il lui manque game, "
        )
        wrong = {"game": "azteco", "seats": [{"kind": "me"}] * 3, "position": {"seats": 3, "phase": "x"}}
        refused = (await ann.post("/tables?lang=fr", wrong, 422))["refused"]
        assert refused["message"].startswith("phase est l’un de ")


async def test_the_hidden_part_of_a_position_is_sent_to_nobody(tmp_path: Path) -> None:
    """Not to who opened the table either: from there on a seat knows what it sees."""
    start = next(p for _, p in random_game(find("azteco"), 4, Random(6)) if p.dump()["phase"] == "vote").dump()
    async with running(tmp_path) as server, AsyncExitStack() as stack:
        ann, eve = await enter(stack, server.address, "Ann", "Eve")
        opened = await ann.open("azteco", "me", "open", "open", "open", position=start, public=True)
        table = opened["table"]

        async def everything() -> list[str]:
            paths = ("", "/record", "/log", "/moments", "/summary")
            answers = [await by.http.get(f"/tables/{table}{path}") for by in (ann, eve) for path in paths]
            answers += [await by.http.get(f"/tables{query}") for by in (ann, eve) for query in ("", "?mine=true")]
            answers += [await ann.http.get(f"/tables/{table}{path}?seat=0") for path in ("/moments", "/record")]
            return [json.dumps(opened), *(answer.text for answer in answers)]

        assert start["cards"] != start["claims"], "all have told the truth"
        hidden = ",".join(f'"{card}"' for card in start["cards"])
        for text in await everything():
            assert hidden not in text.replace(" ", "").replace("\\", "")
        for invitation in opened["invitations"]:
            await ann.do(table, "sit", token=invitation["token"]) if invitation["seat"] == 1 else None
            await eve.do(table, "sit", token=invitation["token"]) if invitation["seat"] > 1 else None
        await ann.do(table, "start")
        (mine, *_) = (await ann.get(f"/tables/{table}"))["states"]
        assert mine["view"]["cards"][2:] == ["?", "?"]
        for text in await everything():
            assert hidden not in text.replace(" ", "").replace("\\", "")


async def assert_unchanged(server: Server, before: int) -> None:
    assert len(await server.host.cards(limit=1000)) == before


@pytest.mark.parametrize("name", GAMES)
async def test_bad_positions_change_nothing_and_break_nothing(
    name: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    rng, game = Random(name), find(name)
    opened = refused = 0
    async with running(tmp_path, limits=UNLIMITED) as server, Browser(server.address) as ann:
        for data in sample_positions(game, 3, rng, 60):
            position: Any = data
            for _ in range(rng.choice((0, 1, 1, 2, 3))):
                position = spoil_json(position, rng)
            if rng.random() < 0.1:
                position = odd_value(rng)
            asked = {"game": name, "seats": [{"kind": "me"}] * 3, "position": position}
            answer = await ann.http.post("/tables", content=json.dumps(asked).encode())
            assert answer.status_code in (201, 400, 422), answer.text
            if answer.status_code == 201:
                opened += 1
                await ann.do(answer.json()["table"], "start")
            else:
                refused += 1
                assert len(answer.json()["refused"]["message"]) < 1100
            await assert_unchanged(server, opened)
    assert opened > 3
    assert refused > 10
    assert not [record for record in caplog.records if record.levelname in ("ERROR", "CRITICAL")]
