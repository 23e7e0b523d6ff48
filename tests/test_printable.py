"""Text of strangers is shown without what a terminal or a page would obey: names and chat, files, and what is said of
them.
"""

from __future__ import annotations

import unicodedata

import pytest
from party import PEOPLE, Party
from tiny import TINY

from texcoco.games import register
from texcoco.printable import printable, printable_lines
from texcoco.record import BadRecord, Record
from texcoco.tables.commands import create, decide, study
from texcoco.tables.fold import rebuilt
from texcoco.tables.requests import Sit, Who
from texcoco.tables.seating import NAME
from texcoco.tables.states import state_of

register(TINY)

NASTY = {
    "a terminal's escape": ("Ana\x1b[2J\x1b]0;x\x07", "Ana[2J]0;x"),
    "an escape of Latin 1": ("Ana\x9b2J", "Ana2J"),
    "NUL": ("A\0na", "Ana"),
    "backspaces": ("Bob\b\b\bAna", "BobAna"),
    "another order": ("\u202egnitaehc\u202c", "gnitaehc"),
    "isolates": ("\u2067Ana\u2069", "Ana"),
    "marks of an order": ("A\u200en\u200fa\u061c", "Ana"),
    "ends of lines": ("A\r\nn\u2028a", "A n a"),
    "no width": ("A\u200bn\u2060a\ufeff", "Ana"),
    "joiners": ("\u200dA\u200dn\u200ca\u200d", "Ana"),
    "selectors": ("A\ufe0fna\ufe00", "Ana"),
    "tags": ("Ana\U000e0041\U000e007f", "Ana"),
    "blank letters": ("\u3164Ana\u115f", "Ana"),
    "half a pair": ("A\ud83dna\ude00", "Ana"),
}
nasty = pytest.mark.parametrize(("text", "shown"), NASTY.values(), ids=list(NASTY))


@nasty
def test_what_would_be_obeyed_is_left_out(text: str, shown: str) -> None:
    assert printable(text) == shown
    assert printable(shown) == shown
    shown.encode("utf-8")


@pytest.mark.parametrize(
    "text", ["Ana", "Zoë O’Neill", "雪", "Владимир", "אנה", "می‌خواهم", "क्‍ष", "🤷🏽‍♀️", "👨‍👩‍👧", "1️⃣", "❤️", "Oui !", "葛󠄀"]
)
def test_names_of_all_scripts_and_pictures_stay(text: str) -> None:
    assert printable(text) == text


def test_of_all_characters_no_control_is_left() -> None:
    orders = {"LRE", "RLE", "PDF", "LRO", "RLO", "LRI", "RLI", "FSI", "PDI"}
    for shown in (c for c in map(printable, map(chr, range(0x110000))) if c):
        assert unicodedata.category(shown) not in ("Cc", "Cs", "Zl", "Zp"), hex(ord(shown))
        assert unicodedata.bidirectional(shown) not in orders, hex(ord(shown))
        visible = unicodedata.bidirectional(shown) != "BN"  # signs of numbers, for example, which enclose digits
        assert unicodedata.category(shown) != "Cf" or visible, hex(ord(shown))


def test_lines_stay_lines() -> None:
    assert printable_lines("one\x1b[1m\ntwo\0\r\nthree") == "one[1m\ntwo\nthree"


# --- the doors of a table ---


@nasty
def test_names_are_taken_so(text: str, shown: str) -> None:
    mine = {"game": "tiny", "seats": [{"kind": "me", "name": text}, {"kind": "me"}, {"kind": "open"}]}
    table = rebuilt("t", create("t", Who("a" * 64, text), mine, 0.0))
    assert [seat.name for seat in table.seats] == [shown, shown, ""]
    sat = decide(table, PEOPLE[1], Sit("1", token=table.seats[2].token, name=text), 0.0, Party().rng)
    assert sat.payload["name"] == shown


@pytest.mark.parametrize("text", ["\u200d" * 5, "\x1b\0", " \u3164 ", "\u202e", "\ufe0f", "\n\n"])
def test_a_name_that_cannot_be_seen_is_none(text: str) -> None:
    (created,) = create(
        "t", PEOPLE[0], {"game": "tiny", "seats": [{"kind": "me", "name": text or "x"}, {"kind": "open"}]}, 0.0
    )
    assert created.payload["seats"][0]["name"] == ""


def test_a_name_that_is_cut_has_no_joiner_at_its_end() -> None:
    (created,) = create(
        "t", Who("a", "👨\u200d" * NAME), {"game": "tiny", "seats": [{"kind": "me"}, {"kind": "open"}]}, 0.0
    )
    assert created.payload["seats"][0]["name"][-1] == "👨"


@nasty
def test_chat_is_taken_so(text: str, shown: str) -> None:
    party = Party()
    party.do(1, "chat", text=f"I am {text}")
    assert state_of(party.table, None)["log"][-1]["text"] == f"I am {shown}"


def test_a_line_of_chat_that_cannot_be_seen_is_refused() -> None:
    assert Party().refused(1, "chat", text="\x1b\0\u202e\u200b") == "bad-chat"


@nasty
def test_a_record_that_is_studied_names_players_so(text: str, shown: str) -> None:
    record, _ = Record.begin(TINY, 2, Seat0=text, Seat1="x" * 5000)
    seats = rebuilt("s", study("s", PEOPLE[0], record.text(), 0.0)).seats
    assert seats[0].name == shown
    assert len(seats[1].name) == NAME


# --- what is said of a record ---


@nasty
@pytest.mark.parametrize(
    "record",
    [
        '[Game "{}"]\n[Seats "2"]',
        '[Game "tiny"]\n[Seats "{}"]',
        '[Game "tiny"]\n[Seats "2"]\n[Options "{}"]',
        '[Game "tiny"]\n[Seats "2"]\n\n{}',
        '[Game "tiny"]\n[Seats "2"]\n\n0: {}',
        '[Game "mexica"]\n[Seats "2"]\n\n0: {}',
        '[Game "mexica"]\n[Seats "2"]\n\n0: walk {}9',
        '[Game "yucatan"]\n[Seats "2"]\n\n0: {}',
        '[Game "yucatan"]\n[Seats "2"]\n\n0: march {} D5',
        '[Game "azteco"]\n[Seats "3"]\n\n0: claim {}',
    ],
)
def test_what_is_wrong_with_a_record_is_said_so(record: str, text: str, shown: str) -> None:
    with pytest.raises(BadRecord) as bad:
        Record.parse(record.replace("{}", text))
    said = str(bad.value)
    assert said == printable(said)
    said.encode("utf-8")
