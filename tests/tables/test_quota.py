"""No seat makes a table grow without bound, whoever sits there and whatever they do; and the game can still be
finished.
"""

from __future__ import annotations

import json
import tracemalloc

import pytest
from crowd import PEOPLE, begin, hosting
from party import Party

from texcoco.tables import quota
from texcoco.tables.fold import rebuilt
from texcoco.tables.requests import Chat, Refused, Sit, Who
from texcoco.tables.states import state_of


def quiet(game: str = "tiny", seats: int = 2) -> Party:
    """A game whose streams are not written down."""
    party = Party(game, seats).start()
    party.streams = {}
    return party


def say_all(party: Party, person: int, seat: int, text: str) -> int:
    """Says as much as a seat can, slowly; how many lines that were."""
    said = 0
    while True:
        party.now += 1000
        try:
            party.do(person, "chat", text=text, seat=seat)
        except Refused as refused:
            if refused.code != "chat-full":
                raise
            return said
        said += 1


def test_a_seat_says_some_lines_at_once_and_then_one_after_another() -> None:
    party, share = quiet(), quota.Share.of_one(2)
    for _ in range(int(share.talk)):
        party.do(0, "chat", text="hello")
    assert party.refused(0, "chat", text="hello") == "chat-too-fast"
    party.do(1, "chat", text="the other seat may still talk")
    party.now += share.seconds
    party.do(0, "chat", text="hello")
    assert party.refused(0, "chat", text="hello") == "chat-too-fast"
    party.now += 10 * share.talk * share.seconds
    for _ in range(int(share.talk)):
        party.do(0, "chat", text="hello")
    assert rebuilt("t", party.log).used == party.table.used, "what was used is in the log"


def test_all_that_a_seat_says_at_a_table_is_bounded_in_lines_and_bytes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(quota, "CHAT_LINES", 60)
    monkeypatch.setattr(quota, "CHAT_BYTES", 18_000)
    party = quiet()
    for _ in range(30):
        party.now += 1000
        party.do(0, "chat", text="hello")
    party.now += 1000
    assert party.refused(0, "chat", text="hello") == "chat-full"
    for _ in range(4):
        party.do(1, "chat", text="🂡" * 500)
    assert party.refused(1, "chat", text="🂡" * 500) == "chat-full"
    party.finish()


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("text", ["x", "🂡" * 500])
def test_all_that_is_said_at_a_table_is_bounded_and_every_seat_has_its_share(
    seats: int, text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Before the start and again after it, whoever talks most, on however many devices."""
    monkeypatch.setattr(quota, "CHAT_LINES", 60)
    monkeypatch.setattr(quota, "CHAT_BYTES", 48_000)
    party = Party(seats=seats)
    party.streams = {}

    for part in (2, 1):  # whoever sat down on a free seat has half of the share until the start
        if part == 1:
            party.start()
        said = [say_all(party, seat, seat, text) for seat in range(seats)]
        size = sum(said) * len(text.encode())
        assert min(said) > 0, "nobody can use up the share of another"
        assert sum(said) <= quota.CHAT_LINES
        assert size <= quota.CHAT_BYTES
        assert sum(said) * part >= quota.CHAT_LINES or size * part > quota.CHAT_BYTES / 2
    party.finish()


def test_sitting_down_again_brings_no_more_chat_and_the_next_one_has_some_left(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(quota, "CHAT_LINES", 80)
    party = Party(seats=2, public=True)
    party.streams = {}
    party.do(1, "stand", seat=1)
    said: list[int] = []
    for sitting in range(12):
        person = 1 + sitting % 3  # the same people, or others: it makes no difference
        party.do(person, "sit", seat=1)
        said.append(say_all(party, person, 1, "hello"))
        party.do(person, "stand", seat=1)
    assert said[:6] == [20, 10, 5, 3, 1, 1], "whoever sits down has half of what is left"
    assert sum(said) == 40
    party.do(0, "chat", text="the others have what they had")
    assert rebuilt("t", party.log).used == party.table.used
    party.do(2, "sit", seat=1)
    party.start()
    party.do(2, "chat", text="and whoever plays begins anew", seat=1)


def test_spectators_say_nothing() -> None:
    assert quiet().refused(2, "chat", text="hello") == "not-your-seat"
    assert quiet().refused(2, "chat", text="hello", seat=0) == "not-your-seat"


async def test_another_browser_on_the_same_seat_has_the_same_limits(sqlite_url: str) -> None:
    async with hosting(sqlite_url, now=lambda: 1000.0) as host:
        table = await begin(host, "tiny", 2)
        other = Who("9" * 64, "Phone")
        seat = (await host.table(table.id)).seats[0]
        await host.command(table.id, other, Sit("device", token=seat.token))  # by the link for a second device
        for number in range(int(quota.Share.of_one(2).talk)):
            await host.command(table.id, PEOPLE[0], Chat(f"c{number}", text="hello"))
        for who in (PEOPLE[0], other):
            with pytest.raises(Refused) as refused:
                await host.command(table.id, who, Chat("more", text="hello"))
            assert refused.value.code == "chat-too-fast"


def test_taking_back_leaving_and_sealing_anew_end_and_the_game_is_played_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(quota, "EXTRAS", 12)
    party = quiet(seats=3)
    for _ in range(3):
        party.do(0, "leave", seat=0)
        party.do(0, "back", seat=0)
    party.play(0, "bid 1")
    for _ in range(3):
        party.do(0, "undo", seat=0)
        party.play(0, "bid 2")
    for do, fields in (("undo", {}), ("leave", {}), ("play", {"actions": ["bid 0"]})):
        assert party.refused(0, do, seat=0, **fields) == "table-full"
    party.play(1, "bid 1")
    party.do(1, "undo", seat=1)  # another seat has its own
    party.finish()
    assert party.table.status == "over"


def test_standing_up_and_sitting_down_ends_with_somebody_on_the_seat(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(quota, "EXTRAS", 5)
    party = Party(seats=2)
    for _ in range(5):
        party.do(1, "stand", seat=1)
        party.do(1, "sit", token=party.table.seats[1].token)
    assert party.refused(1, "stand", seat=1) == "table-full"
    party.start()
    party.finish()


def test_who_sits_down_at_a_public_table_cannot_use_up_what_others_need(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(quota, "EXTRAS", 5)
    monkeypatch.setattr(quota, "CHAT_LINES", 20)
    party = Party(seats=2, public=True)
    for _ in range(5):
        party.do(1, "renew_link", seat=1)
        party.do(1, "chat", text="hello")
    assert party.refused(1, "stand", seat=1) == "table-full"
    party.do(0, "remove", seat=1)  # the opener is not bound by what a stranger did
    party.do(0, "seat_bot", seat=1, bot="random")
    party.do(0, "seat_bot", seat=1)
    party.do(2, "sit", seat=1)
    party.start()
    party.now += 1000
    party.do(2, "chat", text="whoever plays on the seat begins anew", seat=1)
    party.do(2, "leave", seat=1)
    party.do(2, "back", seat=1)
    assert rebuilt("t", party.log).used == party.table.used


def test_removing_ends_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(quota, "EXTRAS", 5)
    party = Party(seats=2)
    for _ in range(5):
        party.do(0, "remove", seat=1)
        party.do(1, "sit", token=party.table.seats[1].token)
    assert party.refused(0, "remove", seat=1) == "table-full"
    party.start()


def test_a_table_that_was_filled_as_far_as_it_goes_is_small() -> None:
    """The figures of docs/api.md: what a state has at most, and how much memory a table takes."""
    party = quiet(seats=3)
    text = "🂡" * 500
    tracemalloc.start()
    try:
        for seat in range(3):
            while party.table.used.get(seat, quota.NOTHING).bytes + 4 * len(text) <= quota.CHAT_BYTES // 3:
                party.now += 10
                party.do(seat, "chat", text=text)
        largest = len(json.dumps(state_of(party.table, 0), ensure_ascii=False).encode())
        assert largest < 300_000
        for _ in range(quota.EXTRAS // 2):
            party.do(0, "leave", seat=0)
            party.do(0, "back", seat=0)
        assert party.refused(0, "leave", seat=0) == "table-full"
        party.log.clear()
        table = party.table.fork()
        party.table = None  # type: ignore[assignment]
        before, _ = tracemalloc.get_traced_memory()
        lines = table.lines[None]
        del table
        after, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert lines > quota.EXTRAS
    assert 10_000 < before - after < 2_000_000
