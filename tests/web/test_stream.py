"""The stream: what a client puts together from it is what a fresh client gets, whatever happens on the way."""

from __future__ import annotations

import asyncio
import json
import socket
from contextlib import AsyncExitStack
from pathlib import Path
from random import Random
from typing import Any, get_args

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from running import Browser, Known, Server, Stream, enter, running
from websockets.exceptions import InvalidStatus

from texcoco.tables import states
from texcoco.tables.requests import AnyCommand, Start, Who


async def caught_up(browser: Browser, stream: Stream, table: str) -> None:
    """Listens until the client has what a fresh one would get; it must come to exactly that."""
    known = stream.known
    while True:
        fresh = await browser.get(f"/tables/{table}")
        numbers = {state["seat"]: state["number"] for state in fresh["states"]}
        await stream.until(
            lambda numbers=numbers: all(
                known.states.get(seat, {}).get("number", -1) >= n for seat, n in numbers.items()
            )
        )
        if all(known.states[seat]["number"] == n for seat, n in numbers.items()):
            break  # else others went on meanwhile
    assert known.seats == fresh["seats"]
    assert known.shown() == fresh["states"]


@pytest.mark.parametrize(("game", "seed"), [("tiny", 1), ("tiny", 2), ("mexica", 3), ("azteco", 4), ("yucatan", 5)])
async def test_clients_that_drop_resume_duplicate_and_reorder_end_with_what_a_fresh_one_gets(
    game: str, seed: int, tmp_path: Path
) -> None:
    rng = Random(seed)
    async with running(tmp_path) as server, AsyncExitStack() as stack:
        ann, bob, eve = await enter(stack, server.address, "Ann", "Bob", "Eve")
        opened = await ann.open(game, "me", "open", "me", options={"rounds": 5} if game == "tiny" else {})
        table = opened["table"]
        await bob.do(table, "sit", token=opened["invitations"][1]["token"])
        await ann.do(table, "start")
        await eve.arrive()
        kept = {browser: Known() for browser in (ann, bob, eve)}
        sent: dict[Browser, list[dict[str, Any]]] = {ann: [], bob: [], eve: []}
        for _ in range(12):  # connections
            browsers = [browser for browser in (ann, bob, eve) if rng.random() < 0.8]
            async with AsyncExitStack() as streams:
                opens = {b: await streams.enter_async_context(b.stream(table, kept[b])) for b in browsers}
                for browser, stream in opens.items():
                    if rng.random() < 0.5:
                        await caught_up(browser, stream, table)
                    await act(browser, stream, rng, sent[browser])
                for browser in rng.sample(browsers, len(browsers) // 2):
                    opens[browser].socket.transport.abort()  # the network is gone, whatever was on its way
        for browser, known in kept.items():
            async with browser.stream(table, known) as stream:
                for command in sent[browser]:
                    await stream.answer(command)  # once more, all of them
                await caught_up(browser, stream, table)
        log = kept[eve].shown()[0]["log"]
        said = [line["text"] for line in log if line.get("note") == "chatted"]
        assert len(said) == len(set(said))


async def act(browser: Browser, stream: Stream, rng: Random, sent: list[dict[str, Any]]) -> None:
    """Sends a few commands, good and stale, some of them twice or later, and does not wait for the answers."""
    commands: list[dict[str, Any]] = []
    for seat in stream.known.seats:
        state = stream.known.states.get(seat, {})
        if state.get("actions"):
            commands.append(
                browser.command("play", seat=seat, step=state["step"], actions=[rng.choice(state["actions"])])
            )
        if state.get("undo") or rng.random() < 0.3:
            commands.append(browser.command("undo", seat=seat, step=state.get("step", 0)))
        commands.append(browser.command("chat", seat=seat, text=f"{browser.name} {len(sent)} {rng.random()}"))
    sent += commands
    commands += rng.choices(sent, k=3) if sent else []
    rng.shuffle(commands)
    for command in commands:
        await stream.send(command)


async def test_a_resumed_stream_brings_only_what_is_missing_and_what_was_changed(tmp_path: Path) -> None:
    async with running(tmp_path) as server, Browser(server.address) as ann:
        # three seats: with two, a neutral temple may stand in the way
        table = (await ann.open("mexica", "me", "me", "me", options={"first": "0"}))["table"]
        await ann.do(table, "start")
        step = 0
        for seat, action in ((0, "start H6"), (1, "start G7"), (2, "start I7")):
            step = next(s for s in (await ann.get(f"/tables/{table}"))["states"] if s["seat"] == seat)["step"]
            await ann.do(table, "play", seat=seat, step=step, actions=[action])
        known = Known()
        async with ann.stream(table, known) as stream:
            await stream.until(lambda: len(known.states) == 4)
            assert list(known.states) == [None, 0, 1, 2]  # what all at one screen may see comes first
            await stream.answer(ann.command("play", seat=0, step=known.states[0]["step"], actions=["walk H5"]))
            await caught_up(ann, stream, table)
        lines = known.states[0]["lines"]
        await ann.do(table, "undo", seat=0, step=known.states[0]["step"])
        async with ann.stream(table, known) as stream:
            await stream.until(
                lambda: known.states[0]["number"] == known.states[1]["number"] and "undo" in known.states[0]
            )
            await caught_up(ann, stream, table)
            assert known.states[0]["lines"] > lines
            assert len(known.states[0]["log"]) == 2  # the line that was taken back, and that it was
            assert known.logs[0][lines - 1]["undone"]
        async with ann.stream(table, known) as stream:
            assert (await stream.hear())["seats"] == [0, 1, 2]
            assert (await stream.hear())["type"] == "presence"
            with pytest.raises(TimeoutError):
                await stream.hear(0.2)  # there is nothing new


async def test_a_changed_sealed_choice_reaches_its_own_seat_only(tmp_path: Path) -> None:
    async with running(tmp_path) as server, AsyncExitStack() as stack:
        ann, bob, eve = await enter(stack, server.address, "Ann", "Bob", "Eve")
        opened = await ann.open("tiny", "me", "open", "open")
        table = opened["table"]
        await bob.do(table, "sit", token=opened["invitations"][1]["token"])
        await eve.do(table, "sit", token=opened["invitations"][2]["token"])
        await ann.do(table, "start")
        mine, theirs = Known(), Known()
        async with ann.stream(table, mine) as stream, bob.stream(table, theirs) as other:
            await stream.until(lambda: mine.states.get(0, {}).get("actions"))
            await stream.answer(ann.command("play", step=mine.states[0]["step"], actions=["bid 2"]))
            await caught_up(ann, stream, table)
            await caught_up(bob, other, table)
            heard = other.messages
            before = mine.states[0]["number"]
            await stream.answer(ann.command("undo", step=mine.states[0]["step"]))
            await stream.answer(ann.command("play", step=mine.states[0]["step"], actions=["bid 0"]))
            await caught_up(ann, stream, table)
            assert mine.states[0]["number"] == before + 2
            with pytest.raises(TimeoutError):
                await other.hear(0.2)
            assert other.messages == heard
        assert "bid 0" in json.dumps(mine.logs[0])
        assert "bid 2" not in json.dumps(mine.logs[0])


async def test_an_acknowledgement_comes_as_often_as_it_is_asked_for(tmp_path: Path) -> None:
    async with running(tmp_path) as server, Browser(server.address) as ann:
        table = (await ann.open("tiny", "me", "me"))["table"]
        async with ann.stream(table) as stream:
            say = ann.command("chat", text="once")
            first = await stream.answer(say)
            assert first["number"] == 2
            assert await stream.answer(say) == first
            async with ann.stream(table) as other:
                assert await other.answer(say) == first
            assert stream.acks == {say["id"]: 2}
            refused = await stream.answer(ann.command("play", seat=0, step=0, actions=["bid 1"]))
            assert refused["refused"]["code"] == "not-playing"


async def test_a_slow_client_gets_the_newest_state_and_misses_no_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for limit in ("TALK", "CHAT_LINES", "CHAT_BYTES"):
        monkeypatch.setattr(f"texcoco.tables.quota.{limit}", 1_000_000)
    async with running(tmp_path) as server, AsyncExitStack() as stack:
        ann, eve = await enter(stack, server.address, "Ann", "Eve")
        table = (await ann.open("mexica", "me", "me"))["table"]
        await ann.do(table, "start")
        await eve.arrive()
        known = Known()
        server.socket.setsockopt(
            socket.SOL_SOCKET, socket.SO_SNDBUF, 8192
        )  # else the system keeps megabytes for a slow reader
        small = socket.socket()
        small.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 8192)
        host, port = server.address.split(":")
        small.connect((host, int(port)))
        async with eve.stream(table, known, sock=small) as slow:
            await slow.until(lambda: known.states)
            slow.socket.transport.pause_reading()
            async with ann.stream(table) as fast:
                for number in range(300):
                    await fast.send(ann.command("chat", seat=0, text=f"{number} " + "x" * 490))
                await fast.until(lambda: len(fast.acks) == 300)
            slow.socket.transport.resume_reading()
            await caught_up(eve, slow, table)
            assert slow.messages < 150
            said = [line for line in known.logs[None] if line.get("note") == "chatted"]
            assert [line["text"].split()[0] for line in said] == [str(number) for number in range(300)]


async def test_a_state_is_made_once_for_all_who_are_shown_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with running(tmp_path) as server, AsyncExitStack() as stack:
        ann, eve = await enter(stack, server.address, "Ann", "Eve")
        table = (await ann.open("tiny", "me", "me"))["table"]
        streams = [await stack.enter_async_context(eve.stream(table)) for _ in range(12)]
        for stream in streams:
            await stream.until(lambda stream=stream: stream.known.states)
        made, encoded_view = list[Any](), states.encoded_view
        monkeypatch.setattr(
            states, "encoded_view", lambda position, viewer: made.append(viewer) or encoded_view(position, viewer)
        )
        number = streams[0].known.states[None]["number"]
        await server.host.command(table, Who(server.host.memory.hosted[table].table.owner), Start("c"))
        for stream in streams:
            await stream.until(lambda stream=stream: stream.known.states[None]["number"] > number)
        assert made == [None]


async def test_seats_gained_and_lost_elsewhere_show_up(tmp_path: Path) -> None:
    async with running(tmp_path) as server, AsyncExitStack() as stack:
        ann, bob = await enter(stack, server.address, "Ann", "Bob")
        opened = await ann.open("tiny", "me", "open", "open")
        table = opened["table"]
        await bob.arrive()
        async with bob.stream(table) as stream:
            await stream.until(lambda: None in stream.known.states)
            assert stream.known.seats == []
            for seat in (1, 2):
                await bob.do(table, "sit", token=opened["invitations"][seat]["token"], name="Bob")
                await stream.until(lambda seat=seat: seat in stream.known.states)
            assert stream.known.seats == [1, 2]
            for seat in (1, 2):
                await bob.do(table, "stand", seat=seat)
            await stream.until(lambda: stream.known.seats == [])
            await caught_up(bob, stream, table)


async def test_a_removed_table_ends_its_streams(tmp_path: Path) -> None:
    async with running(tmp_path) as server, AsyncExitStack() as stack:
        ann, eve = await enter(stack, server.address, "Ann", "Eve")
        table = (await ann.open("tiny", "me", "me"))["table"]
        async with eve.stream(table) as stream:
            await stream.until(lambda: stream.known.states)
            await ann.http.delete(f"/tables/{table}")
            assert await stream.closed() == 4404
            assert stream.errors[-1]["code"] == "no-such-table"
        async with eve.stream("nowhere") as stream:
            assert await stream.closed() == 4404
        assert server.app.site.meter.streams == 0


async def test_a_stream_that_opens_without_a_cookie_brings_one(tmp_path: Path) -> None:
    async with running(tmp_path) as server, AsyncExitStack() as stack:
        ann, bob = await enter(stack, server.address, "Ann", "Bob")
        table = (await ann.open("tiny", "me", "me"))["table"]
        async with bob.stream(table) as stream:
            assert stream.socket.response is not None
            assert "HttpOnly" in stream.socket.response.headers["Set-Cookie"]
        async with ann.stream(table) as stream:
            assert stream.socket.response is not None
            assert "Set-Cookie" not in stream.socket.response.headers


async def test_what_makes_no_sense_is_said_to_make_none(tmp_path: Path) -> None:
    async with running(tmp_path) as server, Browser(server.address) as ann:
        table = (await ann.open("tiny", "me", "me"))["table"]
        async with ann.stream(table, hello=False) as stream:
            for nonsense, why in [
                ("{", "truncated"),
                ("[]", "array"),
                ('{"a":' * 5000, ""),
                ('{"do": "dance", "id": "1"}', "dance"),
                ('{"do": "chat"}', "id"),
                ('{"do": "chat", "id": "1", "texts": ""}', "texts"),
                ('{"do": "chat", "id": "", "text": ""}', "id"),
                ('{"do": "play", "id": "1", "step": 0, "actions": ["bid 1"], "seat": -1}', "seat"),
                ('{"do": "play", "id": "1", "step": 0, "actions": []}', "actions"),
                ('{"do": "play", "id": "1", "step": 0, "action": "bid 1"}', "action"),
                ('{"do": "chat", "id": "1", "text": "x", "token": "y"}', "token"),
                (b"\xff\xfe", ""),
                ('{"do": "hello", "cursors": {"0": {"number": "x", "settled": 0}}}', "number"),
            ]:
                await stream.send(nonsense)
                await stream.until(lambda: stream.errors)
                error = stream.errors.pop()
                assert error["code"] == "bad-message"
                assert why in error["message"]
            assert (await stream.answer(ann.command("chat", text="still here")))["type"] == "ack"


def some_message() -> st.SearchStrategy[Any]:
    value = st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=20),
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
        max_leaves=6,
    )
    kinds = st.sampled_from(["hello", *(kind.__struct_config__.tag for kind in get_args(AnyCommand))])
    fields = st.fixed_dictionaries(
        {"do": kinds | value, "id": st.text(max_size=70) | st.from_regex(r"\A[a-z]{1,8}\Z")},
        optional={
            "seat": st.integers(-2, 20) | value,
            "step": st.integers(-1, 9) | value,
            "actions": st.lists(st.text(max_size=30), max_size=3) | value,
            "text": st.text(max_size=30),
            "name": value,
            "token": st.text(max_size=30) | value,
            "cursors": value,
        },
    )
    return (fields | value).map(lambda message: json.dumps(message)) | st.text(max_size=50) | st.binary(max_size=50)


def test_no_message_of_a_stranger_breaks_the_stream_or_changes_the_table(tmp_path: Path) -> None:
    """Whatever somebody without a seat sends, it is answered, and everybody sees what they saw."""
    with asyncio.Runner() as runner:
        server, ann, eve, table, before = runner.run(_begin(tmp_path))

        @settings(max_examples=40, deadline=None, database=None, suppress_health_check=list(HealthCheck))
        @given(st.lists(some_message(), min_size=1, max_size=12))
        def run(messages: list[Any]) -> None:
            runner.run(asyncio.wait_for(_send(eve, table, messages), 20))

        run()
        runner.run(_end(server, ann, eve, table, before))


async def _begin(folder: Path) -> tuple[Server, Browser, Browser, str, Any]:
    from texcoco.web.settings import Settings

    server = Server(Settings(f"sqlite:///{folder / 'texcoco.db'}", bot_workers=1))
    await server.start()
    ann, eve = Browser(server.address, "Ann"), Browser(server.address, "Eve")
    table = (await ann.open("tiny", "me", "open"))["table"]
    return server, ann, eve, table, await ann.get(f"/tables/{table}")


async def _send(eve: Browser, table: str, messages: list[Any]) -> None:
    async with eve.stream(table, hello=False) as stream:
        for message in messages:
            await stream.send(message)
        await stream.send({"do": "chat", "id": "last", "text": "x"})
        await stream.until(lambda: "last" in stream.refusals)


async def _end(server: Server, ann: Browser, eve: Browser, table: str, before: Any) -> None:
    assert await ann.get(f"/tables/{table}") == before
    await ann.http.aclose()
    await eve.http.aclose()
    await server.stop()


async def test_a_client_that_says_nothing_is_not_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("texcoco.web.stream.HELLO_SECONDS", 0.05)
    async with running(tmp_path) as server, Browser(server.address) as ann:
        table = (await ann.open("tiny", "me", "me"))["table"]
        async with ann.stream(table, hello=False) as stream:
            assert await stream.closed() == 4400


async def test_a_stream_is_for_pages_of_this_server(tmp_path: Path) -> None:
    async with running(tmp_path, url="https://games.example.org") as server, Browser(server.address) as ann:
        table = (await ann.open("tiny", "me", "me"))["table"]
        for origin, good in [
            (f"http://{server.address}", True), ("https://games.example.org", True), ("http://games.example.org", False),
            ("http://evil.example", False), ("null", False), (f"http://{server.address}.evil.example", False), ("http://[", False),
        ]:  # fmt: skip
            if good:
                async with ann.stream(table, additional_headers={"Origin": origin}) as stream:
                    await stream.until(lambda stream=stream: stream.known.states)
            else:
                with pytest.raises(InvalidStatus):
                    async with ann.stream(table, additional_headers={"Origin": origin}):
                        pass
