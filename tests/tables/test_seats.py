"""Nobody gets into another's seat: what a link is good for, who may have it, and how a seat is kept, left and taken
away.
"""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from crowd import PEOPLE, begin, hosting, settle
from party import Party

from texcoco.store import Entry
from texcoco.tables.cards import card_of
from texcoco.tables.commands import create, decide, rematch
from texcoco.tables.fold import rebuilt
from texcoco.tables.history import History
from texcoco.tables.requests import Chat, Refused, SignOutOthers, Sit
from texcoco.tables.states import state_of
from texcoco.tables.table import Table

ANN, BOB, CY, DI = PEOPLE[:4]


def token(party: Party, seat: int) -> str:
    return party.table.seats[seat].token


def holders(party: Party, seat: int) -> set[str]:
    return set(party.table.seats[seat].holders)


def notes(party: Party) -> list[tuple[str, int | None]]:
    return [(line["note"], line["seat"]) for line in state_of(party.table, None)["log"] if "note" in line]


# --- links ---


def test_an_invitation_is_of_no_use_once_somebody_sits_there() -> None:
    party = Party(seats=2)
    party.do(1, "stand", seat=1)
    invitation = token(party, 1)
    party.do(1, "sit", token=invitation)
    assert party.table.held_by(BOB.holder) == (1,)
    assert token(party, 1) not in ("", invitation)
    assert party.refused(2, "sit", token=invitation) == "bad-invitation"
    assert party.refused(3, "sit", token="guessed") == "bad-invitation"
    assert party.refused(3, "sit", token="") == "bad-invitation"


def test_at_a_public_table_too_sitting_down_ends_the_invitation() -> None:
    party = Party(seats=2, public=True)
    party.do(1, "stand", seat=1)
    invitation = token(party, 1)
    party.do(2, "sit", seat=1)
    assert party.refused(3, "sit", token=invitation) == "bad-invitation"


@pytest.mark.parametrize("when", ["open", "playing", "over"])
def test_the_holders_own_link_brings_another_device_and_everybody_is_told(when: str) -> None:
    party = Party(seats=2, options={"rounds": 1})
    if when != "open":
        party.start()
    if when == "over":
        party.finish()
    before = len(notes(party))
    party.do(2, "sit", token=token(party, 1), name="Somebody Else")
    assert party.table.status == when
    assert holders(party, 1) == {BOB.holder, CY.holder}
    assert party.table.seats[1].name == "Bob"
    assert notes(party)[before:] == [("device_added", 1)]
    assert [state_of(party.table, viewer).get("devices") for viewer in (None, 0, 1)] == [None, 1, 2]


def test_who_opens_their_own_link_where_they_sit_already_changes_nothing() -> None:
    party = Party(seats=2)
    version = party.table.version
    assert party.do(1, "sit", token=token(party, 1)).version == version


@pytest.mark.parametrize("when", ["open", "playing", "over"])
def test_the_holder_renews_the_link_and_nobody_else_notices(when: str) -> None:
    party = Party(seats=2, options={"rounds": 1})
    if when != "open":
        party.start()
    if when == "over":
        party.finish()
    old, heard = token(party, 1), [len(party.streams[viewer]) for viewer in (None, 0, 1)]
    party.now += 60
    party.do(1, "renew_link")
    assert party.refused(2, "sit", token=old) == "bad-invitation"
    assert [len(party.streams[viewer]) for viewer in (None, 0, 1)] == [heard[0], heard[1], heard[2] + 1]
    assert party.table.updated < party.now
    party.do(2, "sit", token=token(party, 1))
    assert party.refused(0, "renew_link", seat=1) == "not-your-seat"
    assert party.refused(3, "renew_link", seat=1) == "not-your-seat"


def test_the_opener_renews_the_invitation_of_a_free_seat_and_nobody_else_does() -> None:
    party = Party(seats=3)
    party.do(2, "stand", seat=2)
    old = token(party, 2)
    for person in (1, 3):
        assert party.refused(person, "renew_link", seat=2) == "not-your-seat"
    party.do(0, "renew_link", seat=2)
    assert party.refused(3, "sit", token=old) == "bad-invitation"
    party.do(3, "sit", token=token(party, 2))


# --- signing devices out ---


@pytest.mark.parametrize("when", ["open", "playing", "over"])
def test_signing_out_leaves_the_seat_to_the_browser_that_asks(when: str) -> None:
    party = Party(seats=2, options={"rounds": 1})
    if when != "open":
        party.start()
    if when == "over":
        party.finish()
    link = token(party, 1)
    for device in (2, 3):
        party.do(device, "sit", token=link)
    party.do(2, "sign_out_others", seat=1)
    assert holders(party, 1) == {CY.holder}
    assert notes(party)[-1] == ("signed_out", 1)
    for device in (1, 3):
        assert party.refused(device, "chat", text="still here?") == "not-your-seat"
        assert party.refused(device, "sit", token=link) == "bad-invitation"
        assert party.refused(device, "sign_out_others", seat=1) == "not-your-seat"
    assert state_of(party.table, 1)["devices"] == 1
    assert state_of(rebuilt("t", party.log), 1) == state_of(party.table, 1)


def test_with_no_other_device_signing_out_only_renews_the_link() -> None:
    party = Party(seats=2)
    old, told = token(party, 1), notes(party)
    party.do(1, "sign_out_others")
    assert holders(party, 1) == {BOB.holder}
    assert party.refused(2, "sit", token=old) == "bad-invitation"
    assert notes(party) == told


def test_each_of_several_seats_on_one_screen_is_signed_out_by_itself() -> None:
    asked = {"game": "tiny", "seats": [{"kind": "me"}, {"kind": "me"}, {"kind": "bot", "bot": "random"}]}
    party = Party(seats=2)
    party.log = create("t", ANN, asked, 0.0)
    party.table = rebuilt("t", party.log)
    links = [token(party, seat) for seat in (0, 1)]
    assert token(party, 2) == "", "a bot needs no link"
    for link in links:
        party.do(1, "sit", token=link)
    assert party.refused(0, "sign_out_others") == "not-your-seat", "it must say of which seat"
    party.do(0, "sign_out_others", seat=0)
    assert party.table.held_by(BOB.holder) == (1,)
    assert party.table.held_by(ANN.holder) == (0, 1)


# --- the opener removes somebody ---


def test_the_opener_removes_somebody_who_then_needs_a_new_invitation() -> None:
    party = Party(seats=3, public=True)
    link = token(party, 1)
    party.do(4, "sit", token=link)  # a second device of Bob's
    party.do(2, "stand", seat=2)
    line = state_of(party.table, None)["log"][-1]
    assert (line["note"], line["name"]) == ("stood", "Cy")  # others may have the seat when it is read
    party.do(0, "remove", seat=1)
    assert party.table.seats[1].kind == "open"
    line = state_of(party.table, None)["log"][-1]
    assert (line["note"], line["seat"], line["name"]) == ("removed", 1, "Bob")
    for person in (1, 4):
        for seat in (1, 2):
            assert party.refused(person, "sit", seat=seat) == "removed"
        assert party.refused(person, "sit", token=link) == "bad-invitation"
    party.do(2, "sit", seat=2)  # who stood up is free to come back
    party.do(1, "sit", token=token(party, 1))
    party.do(1, "stand", seat=1)
    party.do(1, "sit", seat=1)  # once invited anew, one is like everybody else
    assert rebuilt("t", party.log).removed == party.table.removed == {PEOPLE[4].holder}


def test_who_took_the_seat_meanwhile_is_not_removed() -> None:
    """The opener has Bob before their eyes, and presses the button when Cy has just sat down there."""
    party = Party(seats=2, public=True)
    party.do(1, "stand", seat=1)
    party.do(2, "sit", seat=1)
    assert party.refused(0, "remove", seat=1, name="Bob") == "somebody-else"
    assert party.table.seats[1].name == "Cy"
    party.do(0, "remove", seat=1, name="Cy")


def test_only_the_opener_removes_only_others_and_only_before_the_start() -> None:
    party = Party(seats=2, bots=0)
    assert party.refused(1, "remove", seat=0) == "not-yours"
    assert party.refused(3, "remove", seat=1) == "not-yours"
    assert party.refused(0, "remove", seat=0) == "own-seat"
    assert party.refused(0, "remove", seat=7) == "no-such-seat"
    party.do(1, "stand", seat=1)
    assert party.refused(0, "remove", seat=1) == "nobody-there"
    party.do(1, "sit", token=token(party, 1))
    party.start()
    assert party.refused(0, "remove", seat=1) == "started"


def test_an_opener_who_does_not_sit_removes_and_invites_too() -> None:
    party = Party(seats=2)
    party.do(0, "stand", seat=0)
    party.do(0, "remove", seat=1)
    party.do(0, "renew_link", seat=0)
    assert [seat.kind for seat in party.table.seats] == ["open", "open"]


# --- another game ---


def test_a_rematch_keeps_the_devices_that_hold_the_seats_and_no_link() -> None:
    party = Party(seats=2, options={"rounds": 1})
    for device in (2, 3):
        party.do(device, "sit", token=token(party, 1))
    party.start().finish()
    party.do(2, "sign_out_others", seat=1)
    links = {seat.token for seat in party.table.seats}
    again = rebuilt("u", rematch(party.table, "u", ANN, 2000.0, party.rng))
    assert [set(seat.holders) for seat in again.seats] == [{CY.holder}, {ANN.holder}]
    assert not links & {seat.token for seat in again.seats}
    assert again.held_by(BOB.holder) == ()


# --- secrets ---


def test_no_state_log_line_record_or_refusal_holds_a_token_or_who_holds_a_seat() -> None:
    party = Party(seats=3, public=True)
    known = {seat.token for seat in party.table.seats}
    shown: list[Any] = []

    def look() -> None:
        known.update(seat.token for seat in party.table.seats)
        shown.extend(state_of(party.table, viewer) for viewer in party.table.viewers)

    for person, do, fields in [
        (4, "sit", {"token": token(party, 1)}), (1, "renew_link", {}), (1, "sign_out_others", {}), (2, "stand", {"seat": 2}),
        (0, "renew_link", {"seat": 2}), (3, "sit", {"seat": 2}), (0, "remove", {"seat": 2}), (2, "sit", {"seat": 2}), (0, "start", {}),
    ]:  # fmt: skip
        party.do(person, do, **fields)
        look()
        for wrong in known:
            try:
                decide(party.table, DI, Sit("x", token=wrong + "x"), party.now, party.rng)
            except Refused as refused:
                shown.append(refused.dump())
    party.finish()
    look()
    text = json.dumps(shown) + History.from_table(party.table).record(None) + json.dumps(card_of(party.table)["seats"])
    assert len(known) > 8
    assert not any(secret in text for secret in known if secret)
    assert not any(person.holder in text for person in PEOPLE)


# --- logs of earlier releases ---


def as_before(entries: list[Entry]) -> list[Entry]:
    """The log as it was written when a link lived on after its seat was taken: sitting down brought no new one."""
    new = {"token", "device", "content"}
    return [
        replace(e, payload={k: v for k, v in e.payload.items() if k not in new}) if e.kind == "sat" else e
        for e in entries
    ]


def test_in_an_old_log_the_link_of_a_taken_seat_is_dead_until_its_holder_renews_it() -> None:
    party = Party(seats=3, public=True)
    invitations: list[str] = [seat["token"] for seat in party.log[0].payload["seats"]]
    party.do(3, "sit", token=token(party, 1))
    party.start()
    party.log = as_before(party.log)
    party.table = rebuilt("t", party.log)
    assert holders(party, 1) == {BOB.holder, DI.holder}
    assert notes(party)[3] == ("device_added", 1)
    assert [seat.token for seat in party.table.seats] == ["", "", ""]
    for known in (*invitations, ""):
        assert party.refused(4, "sit", token=known) == "bad-invitation"
    party.do(1, "renew_link")
    party.do(4, "sit", token=token(party, 1))
    assert party.table.held_by(PEOPLE[4].holder) == (1,)


def test_in_an_old_log_invitations_to_free_seats_and_links_that_only_the_opener_saw_live_on() -> None:
    table: Table = rebuilt(
        "t", as_before(create("t", ANN, {"game": "tiny", "seats": [{"kind": "me"}, {"kind": "open"}]}, 0.0))
    )
    party = Party(seats=2)
    party.table = table
    party.do(1, "sit", token=table.seats[1].token)
    party.do(2, "sit", token=table.seats[0].token)
    assert party.table.held_by(CY.holder) == (0,)


# --- several processes ---


async def test_who_was_signed_out_by_one_process_does_nothing_through_another(postgres_url: str) -> None:
    async with hosting(postgres_url) as one, hosting(postgres_url) as two:
        table = await begin(one, "tiny", 2)
        link = table.seats[1].token
        assert await settle(one, table.id, 2, Sit("phone", token=link)) == ""
        await two.table(table.id)
        two._stop_listening()  # it does not hear of what follows
        assert await settle(one, table.id, 1, SignOutOthers("out")) == ""
        assert await settle(two, table.id, 2, Sit("phone-again", token=link)) == "bad-invitation"
        assert await settle(two, table.id, 2, Chat("chat", text="hello")) == "not-your-seat"
        assert (await two.table(table.id)).held_by(CY.holder) == ()


# --- a bot on a free seat ---


def test_the_opener_gives_a_free_seat_to_a_bot_and_takes_it_back() -> None:
    party = Party(seats=3)
    link = token(party, 1)
    assert party.refused(0, "seat_bot", seat=1, bot="random") == "seat-taken"
    assert party.refused(0, "seat_bot", seat=1) == "nobody-there"
    party.do(1, "stand", seat=1)
    assert party.refused(2, "seat_bot", seat=1, bot="random") == "not-yours"
    assert party.refused(0, "seat_bot", seat=1, bot="program:./evil") == "bad-table"
    assert party.refused(0, "seat_bot", seat=7, bot="random") == "no-such-seat"
    invitation = token(party, 1)
    party.do(0, "seat_bot", seat=1, bot="random")
    assert (party.table.seats[1].kind, party.table.seats[1].bot, token(party, 1)) == ("bot", "random", "")
    for old in (link, invitation):
        assert party.refused(3, "sit", token=old) == "bad-invitation"
    party.do(0, "seat_bot", seat=1)
    assert (party.table.seats[1].kind, party.table.seats[1].bot) == ("open", None)
    party.do(1, "sit", token=token(party, 1))
    party.do(1, "stand", seat=1)
    party.do(0, "seat_bot", seat=1, bot="random")
    assert rebuilt("t", party.log).seats == party.table.seats
    party.do(0, "start")
    assert party.refused(0, "seat_bot", seat=1) == "started"
