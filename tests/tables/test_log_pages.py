"""States bring the last lines of the log; the others are read by page, and a page costs no more in a long log."""

from __future__ import annotations

import json
from random import Random

import pytest
from crowd import whole_log
from party import PEOPLE, Party

from texcoco.game import Event
from texcoco.tables import compressed_list, fold
from texcoco.tables.commands import study
from texcoco.tables.entries import pack, shown_line
from texcoco.tables.fold import rebuilt
from texcoco.tables.history import History, Viewer
from texcoco.tables.states import MAX_LINES, log_lines, state_of


def read_all(party: Party, viewer: Viewer) -> list[object]:
    """The lines as they come when the whole log is looked through, which is what pages must add up to."""
    return [line for kept in party.table.log if (line := shown_line(kept, viewer)) is not None]


def check_pages(party: Party, rng: Random) -> None:
    for viewer in party.table.viewers:
        lines = read_all(party, viewer)
        assert len(lines) == party.table.lines[viewer]
        assert whole_log(party.table, viewer) == lines
        assert state_of(party.table, viewer)["log"] == lines[-MAX_LINES:]
        for _ in range(50):
            first, last = rng.randint(0, len(lines) + 3), rng.randint(0, len(lines) + 3)
            assert log_lines(party.table, viewer, first, last) == lines[first:last]


@pytest.mark.parametrize(("game", "seats"), [("azteco", 4), ("yucatan", 3)])
def test_pages_are_the_lines_that_a_viewer_reads(game: str, seats: int) -> None:
    party = Party(game, seats, seed=5).start()
    party.streams = {}
    party.finish()
    check_pages(party, Random(5))
    party.table = rebuilt("s", study("s", PEOPLE[0], History.from_table(party.table).record(None), 1.0))
    assert party.table.lines[None] > MAX_LINES
    check_pages(party, Random(5))


def test_lines_that_only_some_are_told_do_not_count_for_the_others() -> None:
    """A game may tell something to some seats only: then a line has another number for each viewer."""
    party, rng = Party("tiny", 3), Random(1)
    for number in range(400):
        event = Event(
            "bids", 0, {"number": number}, only=frozenset(rng.sample(range(3), 1)) if rng.random() < 0.6 else None
        )
        fold._add_lines(party.table, [pack(event)])
        party.table.log.compress(rng.randint(0, len(party.table.log)))
    check_pages(party, rng)
    assert len({party.table.lines[viewer] for viewer in party.table.viewers}) == 4


def test_a_state_has_at_most_a_hundred_lines_whatever_the_client_has_seen() -> None:
    party = Party("tiny", 2)
    party.streams = {}
    for number in range(3 * MAX_LINES):
        party.now += 100
        party.do(number % 2, "chat", text=f"line {number}")
    table = party.table
    lines = table.lines[None]
    for since in (0, 10, lines - MAX_LINES - 1):
        assert [line["text"] for line in state_of(table, None, since)["log"]] == [
            f"line {n}" for n in range(2 * MAX_LINES, 3 * MAX_LINES)
        ]
    assert len(state_of(table, None, lines - 7)["log"]) == 7
    assert len(json.dumps(state_of(table, None))) < 20_000


def test_a_page_of_a_long_log_unfolds_only_what_it_shows(monkeypatch: pytest.MonkeyPatch) -> None:
    party = Party("tiny", 2)
    party.streams = {}
    for number in range(600):
        party.now += 100
        party.do(number % 2, "chat", text=f"line {number}")
    decompressed = 0
    decompress = compressed_list._decompress

    def counting(leaf: bytes) -> list[object]:
        nonlocal decompressed
        decompressed += 1
        return decompress(leaf)

    monkeypatch.setattr(compressed_list, "_decompress", counting)
    for viewer in party.table.viewers:
        for last in (MAX_LINES, 300, 500, 602):
            decompressed = 0
            assert len(log_lines(party.table, viewer, last - MAX_LINES, last)) == MAX_LINES
            assert decompressed <= MAX_LINES // compressed_list.CHUNK + 2
        decompressed = 0
        state_of(party.table, viewer)
        assert decompressed <= MAX_LINES // compressed_list.CHUNK + 2
