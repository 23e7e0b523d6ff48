"""The id of a command stands for one content: the same command sent again is acknowledged, another one with that id is
refused.
"""

from __future__ import annotations

import asyncio
import json
import sys

import pytest
from crowd import PEOPLE, begin, hosting, settle
from msgspec.structs import replace
from party import Party

from texcoco.store import Entry
from texcoco.tables.commands import carried_out
from texcoco.tables.fold import rebuilt
from texcoco.tables.host import Host
from texcoco.tables.receipts import Receipts
from texcoco.tables.requests import Chat, Leave, Play, Refused, Sit, Stand, Start
from texcoco.tables.states import state_of

SAID = Chat("one-id", text="the first")
OTHERS = [
    Chat("one-id", text="the second"),
    Chat("one-id", text="the first", seat=0),
    Leave("one-id"),
    Sit("one-id", token="guessed"),
]


async def said(host: Host, id: str) -> list[str]:
    return [line["text"] for line in state_of((await host.table(id)), None)["log"] if line.get("note") == "chatted"]


async def test_another_command_with_the_same_id_is_refused_and_changes_nothing(sqlite_url: str) -> None:
    async with hosting(sqlite_url) as host:
        table = await begin(host, "tiny", 2)
        assert await settle(host, table.id, 0, SAID) == ""
        version = (await host.table(table.id)).version
        for other in OTHERS:
            assert await settle(host, table.id, 0, other) == "id-reused"
        assert await settle(host, table.id, 0, SAID) == "", "a true resend is acknowledged"
        assert (await host.table(table.id)).version == version
        assert await said(host, table.id) == ["the first"]
        assert await settle(host, table.id, 1, OTHERS[0]) == "", "ids are each sender's own"
    async with hosting(sqlite_url) as host:  # a restart forgets none of it
        assert [await settle(host, table.id, 0, command) for command in (SAID, *OTHERS)] == [
            "",
            *["id-reused"] * len(OTHERS),
        ]


async def test_a_refused_command_leaves_its_id_free(sqlite_url: str) -> None:
    async with hosting(sqlite_url) as host:
        table = await begin(host, "tiny", 2)
        assert await settle(host, table.id, 0, replace(SAID, text="")) == "bad-chat"
        assert await settle(host, table.id, 0, SAID) == ""
        assert await settle(host, table.id, 0, replace(SAID, text="")) == "id-reused"


async def test_what_one_process_carried_out_another_knows_though_it_has_not_heard_of_it(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    # No process is told what another has written: it must ask the store by itself.
    monkeypatch.setattr(Host, "_on_append", lambda *_: None)
    async with hosting(postgres_url) as one, hosting(postgres_url) as two:
        table = await begin(one, "tiny", 2)
        await two.table(table.id)
        for number, (first, second) in enumerate([(one, two), (two, one)]):
            asked = replace(SAID, id=f"c{number}")
            assert await settle(first, table.id, 0, asked) == ""
            assert await settle(second, table.id, 0, replace(asked, text="the second")) == "id-reused"
            assert await settle(second, table.id, 0, Start(f"c{number}")) == "id-reused", "whatever else forbids it too"
            assert await settle(second, table.id, 0, asked) == ""
            for host in (one, two):
                assert len(await said(host, table.id)) == number + 1


async def test_of_two_commands_with_one_id_sent_to_two_processes_at_once_one_is_carried_out(postgres_url: str) -> None:
    async with hosting(postgres_url) as one, hosting(postgres_url) as two:
        table = await begin(one, "tiny", 2)
        await two.table(table.id)
        for number in range(20):
            id = f"race-{number}"
            rivals = [Chat(id, text=f"{number} at one"), Chat(id, text=f"{number} at two")]
            codes = await asyncio.gather(settle(one, table.id, 0, rivals[0]), settle(two, table.id, 0, rivals[1]))
            assert sorted(codes) == ["", "id-reused"]
            for host in (one, two):  # and so it stays, whoever is asked
                assert [await settle(host, table.id, 0, command) for command in rivals] == list(codes)
            assert (await said(one, table.id))[number:] == [rivals[codes.index("")].text]


async def test_what_is_refused_is_refused_alike_by_every_process(postgres_url: str) -> None:
    async with hosting(postgres_url) as one, hosting(postgres_url) as two:
        table = await begin(one, "tiny", 2)
        await two.table(table.id)
        await one.command(table.id, PEOPLE[0], Leave("goes", seat=0))
        wrong = [
            Leave("w1", seat=0), Start("w2"), Play("w3", seat=0, step=99, actions=["bid 1"]),
            Stand("w4", seat=0), Sit("w5", token="guessed"), Chat("w6", text=""),
        ]  # fmt: skip
        answers = [[await settle(host, table.id, 0, command) for command in wrong] for host in (two, one, two)]
        assert answers == [["away", "started", "stale", "started", "bad-invitation", "bad-chat"]] * 3


def test_a_sealed_choice_that_is_sent_again_differently_is_refused_and_others_see_nothing_of_it() -> None:
    party = Party().start()
    party.play(0, "bid 1", id="sealed")
    step = party.table.position.step
    before = {viewer: json.dumps(state_of(party.table, viewer)) for viewer in party.streams}
    with pytest.raises(Refused) as refused:
        carried_out(party.table, PEOPLE[0], Play("sealed", seat=0, step=step, actions=["bid 2"]))
    assert refused.value.code == "id-reused"
    assert "bid" not in json.dumps(refused.value.dump())
    assert carried_out(party.table, PEOPLE[0], Play("sealed", seat=0, step=step, actions=["bid 1"]))
    assert {viewer: json.dumps(state_of(party.table, viewer)) for viewer in party.streams} == before
    assert not any(party.log[-1].payload["content"] in shown for shown in before.values())


def test_in_a_log_that_was_written_before_contents_were_kept_any_content_counts_as_sent_again() -> None:
    party = Party(seats=2).start()
    party.do(0, "chat", id="old", text="long ago")
    old = [
        Entry(e.version, e.kind, e.seat, {k: v for k, v in e.payload.items() if k != "content"}, e.at)
        for e in party.log
    ]
    table = rebuilt("t", old)
    assert carried_out(table, PEOPLE[0], Chat("old", text="long ago"))
    assert carried_out(table, PEOPLE[0], Chat("old", text="something else"))
    assert not carried_out(table, PEOPLE[0], Chat("new", text="long ago"))


def test_the_end_of_one_hash_and_the_beginning_of_the_next_are_no_command() -> None:
    done = Receipts()
    done.add("mine", "1" * 16)
    mine = done._ids
    done._ids, done._contents = b"abcd" + mine + b"efgh", bytes(16)
    assert done.find("mine", lambda: "1" * 16) is None
    done.add("mine", "1" * 16)
    assert done.find("mine", lambda: "1" * 16) is True
    assert done.find("mine", lambda: "2" * 16) is False


def test_what_is_kept_of_a_command_is_small() -> None:
    done = Party(seats=2).table.done
    for number in range(1000):
        done.add(f"holder/{number}", f"{number:016x}")
    assert sum(sys.getsizeof(kept) for kept in (done._ids, done._contents)) < 20_000
