"""Nobody gets into another's seat over the wire, and whoever loses one sees nothing of it from then on."""

from __future__ import annotations

import asyncio
import json
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest
from running import Browser, Stream, enter, running

from texcoco.web.stream import Stream as ServedStream


async def links(browser: Browser, table: str) -> dict[int, str]:
    """The tokens that a browser is shown, by seat."""
    return {each["seat"]: each["token"] for each in (await browser.get(f"/tables/{table}/invitations"))["invitations"]}


def cards(state: dict[str, Any]) -> list[bool]:
    """Which cards of the tiny game a state shows."""
    return [card is not None for card in state["view"]["cards"]]


async def test_who_sat_at_a_public_table_and_stood_up_does_not_come_back_as_somebody_else(tmp_path: Path) -> None:
    async with running(tmp_path) as server, AsyncExitStack() as stack:
        ann, bob, eve = await enter(stack, server.address, "Ann", "Bob", "Eve")
        table = (await ann.open("tiny", "me", "open", "open", public=True))["table"]
        await eve.do(table, "sit", seat=1)
        read = await links(eve, table)
        assert set(read) == {1}, "links of free seats are the opener's"
        invitations = await links(ann, table)
        assert set(invitations) == {0, 2}, "the link of a taken seat is its holder's alone"
        await eve.do(table, "stand")
        await eve.get(f"/tables/{table}/invitations", 403)
        await bob.do(table, "sit", seat=1)
        await ann.do(table, "sit", seat=2)
        await ann.do(table, "start")
        # whatever she could have read, and what the opener could have told her besides
        for token in {*read.values(), *invitations.values()} - set((await links(ann, table)).values()):
            assert await eve.refused(table, "sit", token=token) == "bad-invitation"
        shown = await eve.get(f"/tables/{table}")
        assert (shown["seats"], cards(shown["states"][0])) == ([], [False, False, False])
        await eve.get(f"/tables/{table}/record?seat=1", 403)
        await eve.get(f"/tables/{table}/moments?seat=1", 403)
        async with eve.stream(table) as stream:
            await stream.until(lambda: stream.known.states)
            assert (stream.known.seats, list(stream.known.states)) == ([], [None])
        assert [line["note"] for line in shown["states"][0]["log"] if line.get("seat") == 1] == ["sat", "stood", "sat"]


async def test_a_link_is_shown_to_the_holder_alone_and_free_seats_to_the_opener_alone(tmp_path: Path) -> None:
    async with running(tmp_path) as server, AsyncExitStack() as stack:
        ann, bob, eve = await enter(stack, server.address, "Ann", "Bob", "Eve")
        opened = await ann.open("tiny", "open", "open", "random")
        table, invitations = opened["table"], {each["seat"]: each["token"] for each in opened["invitations"]}
        assert (await ann.get(f"/tables/{table}"))["opener"] is True
        assert await links(ann, table) == invitations
        await bob.do(table, "sit", token=invitations[1])
        assert await links(ann, table) == {0: invitations[0]}
        own = await links(bob, table)
        assert set(own) == {1}
        assert own[1] != invitations[1]
        assert (await bob.get(f"/tables/{table}"))["opener"] is False
        await eve.get(f"/tables/{table}/invitations", 403)
        await bob.do(table, "renew_link")
        assert await links(bob, table) != own
        await ann.do(table, "sit", token=invitations[0])
        await ann.do(table, "start")
        assert set(await links(bob, table)) == {1}
        studied = await eve.post("/studies", {"record": RECORD}, 201)
        assert await links(eve, studied["table"]) == {}


RECORD = """[Game "tiny"]
[Rules "1"]
[Seats "2"]
[Result "*"]
"""


async def test_a_signed_out_browser_sees_nothing_of_the_seat_from_then_on(tmp_path: Path) -> None:
    async with running(tmp_path) as server, AsyncExitStack() as stack:
        ann, bob, eve = await enter(stack, server.address, "Ann", "Bob", "Eve")
        opened = await ann.open("tiny", "me", "open")
        table = opened["table"]
        await bob.do(table, "sit", token=opened["invitations"][1]["token"])
        await ann.do(table, "start")
        link = (await links(bob, table))[1]
        await eve.arrive()
        async with bob.stream(table) as mine, eve.stream(table) as other:
            assert (await other.answer(eve.command("sit", token=link)))["type"] == "ack"
            await other.until(lambda: other.known.seats == [1] and 1 in other.known.states)
            await mine.until(lambda: mine.known.states.get(1, {}).get("devices") == 2)
            assert mine.known.logs[1][-1]["note"] == "device_added"
            assert cards(other.known.states[1]) == [False, True]
            await mine.answer(bob.command("sign_out_others"))
            await other.until(lambda: other.known.seats == [])
            heard = [await other.hear()]
            await mine.answer(bob.command("chat", text="are you still there?"))
            while (
                not (heard[-1].get("state") or {}).get("log") or heard[-1]["state"]["log"][-1].get("note") != "chatted"
            ):
                heard.append(await other.hear())
            states = [message["state"] for message in heard if "state" in message]
            assert {state["seat"] for state in states} == {None}
            assert not any(any(cards(state)) or "actions" in state or "devices" in state for state in states)
            assert (await other.answer(eve.command("play", seat=1, step=1, actions=["bid 1"])))["refused"][
                "code"
            ] == "not-your-seat"
            assert (await other.answer(eve.command("sit", token=link)))["refused"]["code"] == "bad-invitation"
            await mine.until(lambda: mine.known.states[1]["devices"] == 1)
            await eve.get(f"/tables/{table}/hint?seat=1", 403)
            await eve.get(f"/tables/{table}/why?seat=1&do=end", 403)
            # invited again, it is sent the whole log, as it was to forget what it had
            assert (await other.answer(eve.command("sit", token=(await links(bob, table))[1])))["type"] == "ack"
            await other.until(lambda: 1 in other.known.states)
            assert other.known.logs[1] == (await eve.get(f"/tables/{table}"))["states"][0]["log"]


async def test_a_seat_that_is_lost_while_a_slow_reader_is_sent_something_is_not_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A stream that holds two seats is being sent the first one's state when it loses the second."""
    sending, lost = asyncio.Event(), asyncio.Event()
    send = ServedStream._send_state

    async def slow(stream: ServedStream, viewer: int | None) -> None:
        await send(stream, viewer)
        if stream.visitor.identity.holder == slow_holder and viewer == 0:
            sending.set()
            await lost.wait()

    async with running(tmp_path) as server, AsyncExitStack() as stack:
        ann, bob = await enter(stack, server.address, "Ann", "Bob")
        table = (await ann.open("tiny", "me", "me"))["table"]
        own = await links(ann, table)
        for token in own.values():
            await bob.do(table, "sit", token=token)
        await ann.do(table, "start")
        held = (await server.host.table(table)).seats[0].holders
        (slow_holder,) = held - {(await server.host.table(table)).owner}
        monkeypatch.setattr(ServedStream, "_send_state", slow)
        async with bob.stream(table) as stream:
            heard = [await stream.hear()]
            await sending.wait()
            await ann.do(table, "sign_out_others", seat=1)
            lost.set()
            while heard[-1].get("seats") != [0]:
                heard.append(await stream.hear())
            shown = {message["state"]["seat"] for message in heard if "state" in message}
            assert shown == {None, 0}, "what everybody may see, and the seat that is left"


async def test_who_is_removed_is_told_so_and_needs_a_new_invitation(tmp_path: Path) -> None:
    async with running(tmp_path) as server, AsyncExitStack() as stack:
        ann, bob = await enter(stack, server.address, "Ann", "Bob")
        table = (await ann.open("tiny", "me", "open", public=True))["table"]
        await bob.do(table, "sit", seat=1, name="Bob")
        async with bob.stream(table) as stream:
            first = await stream.hear()
            assert first == {"type": "seats", "seats": [1], "opener": False, "removed": False}
            await ann.do(table, "remove", seat=1, name="Bob")
            while (message := await stream.hear())["type"] != "seats":
                pass
            assert message == {"type": "seats", "seats": [], "opener": False, "removed": True}
            await stream.until(lambda: None in stream.known.states)
            assert stream.known.logs[None][-1] | {"at": 0} == {"note": "removed", "seat": 1, "at": 0, "name": "Bob"}
            assert (await stream.answer(bob.command("sit", seat=1)))["refused"]["code"] == "removed"
        assert (await bob.get(f"/tables/{table}"))["removed"] is True
        assert (await bob.get("/tables?mine=true"))["tables"] == []
        await bob.do(table, "sit", 403, seat=1)
        await bob.do(table, "sit", token=(await links(ann, table))[1])
        assert (await bob.get(f"/tables/{table}"))["removed"] is False
        await ann.do(table, "start")
        await ann.do(table, "remove", 409, seat=1, name="Bob")


async def test_tokens_are_in_no_answer_but_those_that_give_them(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with running(tmp_path) as server, AsyncExitStack() as stack:
        ann, bob, eve = await enter(stack, server.address, "Ann", "Bob", "Eve")
        opened = await ann.open("tiny", "me", "open", public=True, options={"rounds": 1})
        table = opened["table"]
        known = {each["token"] for each in opened["invitations"]}
        answers: list[Any] = []
        async with ann.stream(table) as stream:
            answers.append(await bob.do(table, "sit", token=opened["invitations"][1]["token"]))
            for browser, do, fields in [
                (bob, "renew_link", {}), (eve, "sit", {"token": "x" * 22}), (bob, "sign_out_others", {}),
                (ann, "remove", {"seat": 1, "name": ""}),
                (bob, "sit", {"seat": 1}), (ann, "renew_link", {"seat": 1}), (eve, "sit", {"seat": 1}), (ann, "start", {}),
            ]:  # fmt: skip
                answer = await browser.http.post(f"/tables/{table}/commands", json=browser.command(do, **fields))
                answers.append(answer.json())
                for each in (ann, bob, eve):
                    answers.append(await each.get(f"/tables/{table}"))
                    if (
                        each.http.cookies
                        and (seen := await each.http.get(f"/tables/{table}/invitations")).status_code == 200
                    ):
                        known |= {invitation["token"] for invitation in seen.json()["invitations"]}
            answers += [
                await ann.get("/tables"),
                await ann.get("/tables?mine=true"),
                await ann.get(f"/tables/{table}/record"),
            ]
            answers.append(await ann.get("/metrics"))
            await _drain(stream, answers)
        text = json.dumps(answers) + caplog.text
        assert len(known) >= 6
        assert not any(token in text for token in known)


async def _drain(stream: Stream, answers: list[Any]) -> None:
    while stream.known.states.get(0, {}).get("status") != "playing":
        answers.append(await stream.hear())
