"""A damaged backup is told in one sentence, with the line; every table of it is restored whole or not at all."""

from __future__ import annotations

import contextlib
import gzip
import json
import re
import sqlite3
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from fuzzing import ODD_NUMBERS, deep, random_game, spoil_bytes, spoil_json
from party import PEOPLE, Party

from texcoco.cli import main
from texcoco.games import find
from texcoco.store import Entry, Saved, Store, StoreError, open_store, restore
from texcoco.store.copies import LONGEST
from texcoco.tables import commands
from texcoco.tables.cards import card_of
from texcoco.tables.commands import create, study
from texcoco.tables.fold import HANDLERS, apply, rebuilt, snapshot_of
from texcoco.tables.payloads import PAYLOADS
from texcoco.tables.requests import Refused, Sit
from texcoco.tables.states import log_lines, state_of
from texcoco.tables.table import Table
from texcoco.tables.verify import verify
from texcoco.web.state import Line, State

HEAD = '{"texcoco": "store", "format": 1}'


def line(table: Table, log: list[Any], snapshot: Any) -> dict[str, Any]:
    """A table as a line of a backup has it."""
    entries = [[entry.version, entry.kind, entry.seat, entry.payload, entry.at] for entry in log]
    return json.loads(json.dumps({"id": table.id, "card": card_of(table), "snapshot": snapshot, "entries": entries}))


def played(game: str, seats: int, moves: int, id: str, seed: int = 1) -> dict[str, Any]:
    """A table of people who have played so many moves and talked."""
    party, snapshot = Party(game, seats, seed=seed).start(), None
    for _ in range(moves):
        position = party.table.position
        assert position is not None
        if not position.actors():
            break
        seat = position.actors()[0]
        party.play(seat, str(party.rng.choice(position.actions(seat))))
        if (position := snapshot_of(party.table)) is not None:
            snapshot = [party.table.version, position]
    party.do(0, "chat", text="hello")
    party.table.id = id
    return line(party.table, party.log, snapshot)


def studied(id: str) -> dict[str, Any]:
    *_, (record, _) = random_game(find("azteco"), 3, Random(4))
    log = study(id, PEOPLE[0], record.text(), 5.0)
    return line(rebuilt(id, log), log, None)


def from_position(id: str) -> dict[str, Any]:
    """A table that started from a position, and has been played on."""
    start = next(position for _, position in random_game(find("yucatan"), 2, Random(4)) if position.step > 40)
    party = Party("yucatan", 2, position=start.dump()).start()
    for _ in range(5):
        assert party.table.position is not None
        (seat, *_) = party.table.position.actors()
        party.play(seat, str(party.table.position.pick(seat, party.rng)))
    party.table.id = id
    return line(party.table, party.log, None)


@pytest.fixture(scope="module")
def tables() -> list[dict[str, Any]]:
    waiting = Party("mexica", 3)
    waiting.table.id = "waiting"
    made = [played("mexica", 2, 8, "m"), played("yucatan", 2, 12, "y"), played("azteco", 3, 9, "a"), studied("s")]
    return [*made, line(waiting.table, waiting.log, None)]


def write(path: Path, tables: list[Any]) -> Path:
    path.write_text(
        "\n".join([HEAD, *map(json.dumps, tables), json.dumps({"tables": len(tables)})]) + "\n", encoding="ascii"
    )
    return path


async def everything(store: Store) -> dict[str, Any]:
    return {table.id: table async for table in store.saved()}


async def test_a_whole_backup_is_verified_and_restored(tables: list[dict[str, Any]], tmp_path: Path) -> None:
    async with await open_store(f"sqlite:///{tmp_path}/new.db") as store:
        assert await restore(store, write(tmp_path / "all.jsonl", tables), verify) == 5
        assert await restore(store, tmp_path / "all.jsonl", verify) == 0


async def test_a_table_that_started_from_a_position_is_restored_and_its_position_checked(tmp_path: Path) -> None:
    table = from_position("p")
    other = {**table["entries"][0][3]["position"], "options": {"rounds": 400}}
    async with await open_store(f"sqlite:///{tmp_path}/new.db") as store:
        for number, (position, why) in enumerate(
            (
                ({"seats": 2}, "Impossible"),
                (7, "version 1 is no 'created'"),
                (other, "other seats or options"),
                (None, "its log cannot be read"),
            )
        ):
            bad = changed(table, "entries", 0, 3, "position", to=position)
            with pytest.raises(StoreError, match=why):
                await restore(store, write(tmp_path / f"{number}.jsonl", [bad]), verify)
        assert await restore(store, write(tmp_path / "good.jsonl", [table]), verify) == 1


def test_a_table_with_more_seats_than_its_game_has_is_refused() -> None:
    log = create("t", PEOPLE[0], {"game": "mexica", "seats": [{"kind": "open"}] * 3}, 1.0)
    log[0].payload["seats"] *= 6
    with pytest.raises(ValueError, match="mexica is for 2 to 4 seats, not 18"):
        verify(Saved("t", card_of(rebuilt("t", log)), None, log))


def test_every_kind_of_entry_that_is_written_is_known() -> None:
    sources = [file.read_text(encoding="utf-8") for file in Path(commands.__file__).parent.glob("*.py")]
    written = {kind for source in sources for kind in re.findall(r'(?:Decision|Entry)\((?:\d+, )?"(\w+)"', source)}
    assert {"created", "sat", "chatted"} <= written <= set(HANDLERS)
    assert set(PAYLOADS) == set(HANDLERS)


def changed(table: dict[str, Any], *path: Any, to: Any) -> dict[str, Any]:
    table = json.loads(json.dumps(table))
    holder = table
    for key in path[:-1]:
        holder = holder[key]
    if to is KeyError:
        del holder[path[-1]]
    else:
        holder[path[-1]] = to
    return table


DAMAGE: dict[str, tuple[tuple[Any, ...], Any, str]] = {
    "no id": (("id",), KeyError, "id"),
    "an id that is none": (("id",), "../../etc", "no id of a table"),
    "an id of another type": (("id",), 7, "id"),
    "no card": (("card",), KeyError, "card"),
    "a card that is a list": (("card",), [], "card"),
    "a card without a status": (("card", "status"), KeyError, "its card cannot be read: .*status"),
    "a card without seats": (("card", "seats"), KeyError, "its card cannot be read: .*seats"),
    "a card without holders": (("card", "held"), KeyError, "its card cannot be read: .*held"),
    "a card with a status that is none": (("card", "status"), "lost", "its card cannot be read"),
    "a long name": (("entries", 1, 3, "name"), "x" * 33, "version 2 has a name of more than 32 letters"),
    "a long name in the chat": (("entries", -1, 3, "name"), "x" * 33, "a name of more than 32 letters"),
    "a long line of chat": (("entries", -1, 3, "text"), "x" * 501, "a line of chat of more than 500 letters"),
    "a card of another table": (("card", "game"), "azteco", "does not agree with its log: game"),
    "a card of fewer seats": (("card", "seats"), [], "does not agree with its log: seats"),
    "no snapshot": (("snapshot",), KeyError, "snapshot"),
    "a snapshot of a later version": (("snapshot", 0), 9999, "a snapshot of version 9999"),
    "a snapshot of no version": (("snapshot", 0), -1, "a snapshot of version -1"),
    "a snapshot that does not load": (("snapshot", 1, "position"), {}, "its log cannot be read: Impossible"),
    "a snapshot without clocks": (("snapshot", 1, "left"), KeyError, "its snapshot cannot be read: .*left"),
    "a snapshot with clocks of fewer seats": (("snapshot", 1, "left"), [], "clocks of other seats than the 2"),
    "a snapshot with clocks of more seats": (("snapshot", 1, "since"), [[2, 1.0]], "clocks of other seats than the 2"),
    "a snapshot with clocks that are none": (
        ("snapshot", 1, "since"),
        [[0, "x"]],
        "its snapshot cannot be read: .*since",
    ),
    "a snapshot of no step": (("snapshot", 1, "step"), "x", "its snapshot cannot be read: .*step"),
    "a snapshot of other options": (("snapshot", 1, "position", "options"), {"first": "1"}, "other seats or options"),
    "no log": (("entries",), KeyError, "entries"),
    "an empty log": (("entries",), [], "does not begin with version 1"),
    "no first version": (("entries", 0), KeyError, "does not begin with version 1"),
    "a version that is missing": (("entries", 2), KeyError, "version 4 stands where 3 should"),
    "a version twice": (("entries", 2, 0), 2, "version 2 stands where 3 should"),
    "a negative version": (("entries", 0, 0), -1, "does not begin with version 1"),
    "an absurd version": (("entries", 0, 0), 10**30, "version"),
    "a version that is true": (("entries", 0, 0), True, "entries"),
    "an unknown kind": (("entries", 3, 1), "danced", "the kind 'danced'"),
    "a kind that is a method": (("entries", 3, 1), "take_moves", "the kind 'take_moves'"),
    "a second beginning": (("entries", 3, 1), "created", "the kind 'created'"),
    "a seat that is none": (("entries", 1, 2), 99, "version 2 is of seat 99, which there is not"),
    "a seat that counts from the end": (("entries", 1, 2), -1, "version 2 is of seat -1, which there is not"),
    "a holder that is none": (("entries", 1, 3, "holder"), "\0", "the holders of a card are a list of short strings"),
    "a seat that is a text": (("entries", 1, 2), "0", "entries"),
    "a payload that is a list": (("entries", 1, 3), [], "entries"),
    "a payload without a field": (("entries", 0, 3, "seats"), KeyError, "version 1 is no 'created': .*seats"),
    "a link that is none": (("entries", 0, 3, "seats", 0, "token"), 7, "version 1 is no 'created': .*token"),
    "a clock that is none": (("entries", 0, 3, "clock", "kind"), "sand", "version 1 is no 'created': .*kind"),
    "options that are none": (("entries", 0, 3, "options"), {"fast": 1}, "its log cannot be read: BadOption"),
    "a line that is no text": (
        ("entries", 3, 3, "told", 0, "values"),
        {"x": "\ud800"},
        "its log cannot be read: Unicode",
    ),
    "a line that cannot be shown": (("entries", 3, 3, "told", 0, "values"), 7, "version 4 is no .*values"),
    "another game": (("entries", 0, 3, "game"), "chess", "its log cannot be read"),
    "a time that is none": (("entries", 1, 4), None, "entries"),
    "an absurd time": (("entries", 1, 4), 10**400, "entries|time|large"),
    "deep lists": (("entries", 1, 3, "x"), deep(500), "nested too deeply"),
    "one field too many": (("entries", 1), [2, "sat", 0, {}, 1.0, 5], "entries"),
    "an unknown field": (("colour",), "red", "colour"),
    "a payload that is too large": (("entries", 1, 3, "x"), "x" * 1_100_000, "the store takes"),
}


@pytest.mark.parametrize(("path", "to", "said"), DAMAGE.values(), ids=list(DAMAGE))
async def test_what_is_damaged_is_told_with_its_line(
    path: Any, to: Any, said: str, tables: list[Any], tmp_path: Path
) -> None:
    bad = changed(tables[0], *path, to=to)
    async with await open_store(f"sqlite:///{tmp_path}/new.db") as store:
        with pytest.raises(StoreError, match=f"^.*all.jsonl is damaged in line 3: (table .*: )?.*({said})") as error:
            await restore(store, write(tmp_path / "all.jsonl", [tables[1], bad, tables[2]]), verify)
        assert "\n" not in str(error.value)
        assert len(str(error.value)) < 600 + len(str(tmp_path))
        assert list(await everything(store)) == ["y"], "the table before it is restored, and nothing else"
        assert await restore(store, write(tmp_path / "all.jsonl", tables), verify) == 4, (
            "and the rest when the file is whole"
        )


def test_a_snapshot_of_a_game_with_more_seats_is_refused() -> None:
    two, four = played("yucatan", 2, 30, "y"), played("yucatan", 4, 40, "y")
    bad = changed(two, "snapshot", 1, "position", to=four["snapshot"][1]["position"])
    log = [Entry(*fields) for fields in bad["entries"]]
    with pytest.raises(ValueError, match="a game with other seats or options"):
        verify(Saved("y", bad["card"], tuple(bad["snapshot"]), log))


async def test_a_card_is_made_anew_from_the_log(tables: list[Any], tmp_path: Path) -> None:
    """Whoever writes a backup cannot have the lobby show a table to others than its log does, or as another one."""
    bad = changed(changed(tables[0], "card", "held", to=[["0" * 64], ["0" * 64]]), "card", "actors", to=[99])
    bad["card"]["seats"][0]["name"] = "\x1b[2J\u202e" * 1000
    async with await open_store(f"sqlite:///{tmp_path}/new.db") as store:
        await restore(store, write(tmp_path / "all.jsonl", [bad]), verify)
        (restored,) = await store.cards()
        assert restored.card == tables[0]["card"]


def test_what_a_terminal_would_obey_is_left_out_of_names_and_chat(tables: list[Any]) -> None:
    evil = "\x1b[2J\u202eA\0na"
    bad = changed(changed(tables[0], "entries", -1, 3, "text", to=evil), "entries", -1, 3, "name", to=evil)
    for number, payload in enumerate(entry[3] for entry in bad["entries"]):
        if "holder" in payload:
            bad = changed(bad, "entries", number, 3, "name", to=evil)
    bad = changed(bad, "entries", 0, 3, "seats", 0, "name", to=evil)
    log = [Entry(*fields) for fields in bad["entries"]]
    for table in (rebuilt("m", log[:1]), rebuilt("m", log)):
        shown = repr([card_of(table), *(state_of(table, viewer) for viewer in table.viewers)])
        assert "[2JAna" in shown
        assert "\\x" not in shown, "repr escapes what cannot be printed"
        assert "\\u" not in shown


async def test_a_move_that_is_not_legal_is_told(tables: list[Any], tmp_path: Path) -> None:
    bad = changed(changed(tables[0], "snapshot", to=None), "entries", -2, 3, "moves", to=[[0, "canal A1 A2", 1, False]])
    async with await open_store(f"sqlite:///{tmp_path}/new.db") as store:
        with pytest.raises(StoreError, match="its log cannot be read"):
            await restore(store, write(tmp_path / "all.jsonl", [bad]), verify)
        assert not await everything(store)


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "no dump of a store"),
        (b"\xff\xfe\x00", "no dump of a store"),
        (gzip.compress(HEAD.encode() * 100), "no dump of a store"),
        (b"[" * 100_000, "no dump of a store"),
        (HEAD.encode() + b"\n" + b"\xff\xfe\n", "damaged in line 2: it is no text at byte 0"),
        (HEAD.encode() + b"\n" + b'{"id": "\x80"}\n', "damaged in line 2: it is no text at byte 8"),
        (HEAD.encode() + b"\n" + b"[" * 100_000, "damaged in line 2: it is nested too deeply"),
        (HEAD.encode() + b"\n[]\n", "damaged in line 2: it is no table"),
        (HEAD.encode() + b"\n\n", "damaged in line 2: it is no JSON"),
        (HEAD.encode() + b'\n{"id": NaN}\n', "damaged in line 2: it is no JSON: NaN is no number"),
        (HEAD.encode() + b'\n{"id": ' + b"9" * 5000 + b"}\n", "damaged in line 2: it is no JSON"),
        (HEAD.encode() + b'\n{"tables": 7}\n', "damaged in line 2: it should be the last of 7 tables"),
        (HEAD.encode() + b'\n{"tables": 0}\n{"tables": 0}\n', "damaged in line 3: there is more"),
        (HEAD.encode() + b"\n", "cut short after table 0"),
        (b'{"texcoco": "store", "format": "\\u001b[2J"}\n', "newer Texcoco"),
    ],
    ids=range(15),
)
def test_a_file_of_another_kind_is_told_on_the_command_line(
    content: bytes, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "all.jsonl").write_bytes(content)
    assert main(["restore", str(tmp_path / "all.jsonl"), "--database", f"sqlite:///{tmp_path}/new.db"]) == 1
    told = capsys.readouterr().err
    assert said in told
    assert told.count("\n") == 1
    assert "\x1b" not in told


def test_a_database_is_no_dump(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with sqlite3.connect(tmp_path / "old.db") as old:
        old.execute("CREATE TABLE events (x)")
    assert main(["restore", str(tmp_path / "old.db"), "--database", f"sqlite:///{tmp_path}/new.db"]) == 1
    assert "is no dump of a store. (A backup of SQLite's own form is a database: copy it" in capsys.readouterr().err


async def test_a_line_that_is_too_long_is_not_read(tmp_path: Path) -> None:
    with (tmp_path / "all.jsonl").open("wb") as file:
        file.write(HEAD.encode() + b"\n")
        file.truncate(LONGEST + 1000)  # a hole: nothing that the disk must hold
    async with await open_store(f"sqlite:///{tmp_path}/new.db") as store:
        with pytest.raises(StoreError, match="line 2: it is longer than 64,000,000 bytes"):
            await restore(store, tmp_path / "all.jsonl", verify)


def use(saved: Saved) -> None:
    """What a server does with a table: shows all of it, asks its clocks, compares a link, and has somebody play."""
    table = rebuilt(saved.id, saved.entries, saved.snapshot)
    for viewer in table.viewers:
        msgspec.json.encode(msgspec.convert(state_of(table, viewer), State))
        msgspec.convert(log_lines(table, viewer, 0, table.lines.get(viewer, 0)), list[Line])
    for seat in range(len(table.seats)):
        table.clocks.remaining(seat, 2000.0)
    with contextlib.suppress(Refused):
        commands.decide(table, PEOPLE[3], Sit("x", token="x" * 22), 2000.0, Random(1))
    actors = () if table.position is None else table.position.actors()
    for seat in actors if table.status == "playing" else ():
        assert table.position is not None
        action = str(table.position.actions(seat)[0])
        decision = commands.played(table, seat, table.position.step, [action], Random(1))
        after = table.fork()
        apply(after, decision.entry(table, 2000.0), decision.played)
        state_of(after, seat)


async def restore_damaged(folder: Path, tables: list[Any], seed: int, count: int) -> Counter[str]:
    """Restores so many damaged files. What is refused changes nothing but that tables before it are there, whole."""
    rng, tally = Random(seed), Counter[str]()
    async with await open_store(f"sqlite:///{folder}/fuzz.db") as store:
        await restore(store, write(folder / "kept.jsonl", [{**tables[0], "id": "kept"}]), verify)
        kept = await everything(store)
        for number in range(count):
            some = rng.sample(tables, rng.choice((1, 1, 1, 2)))
            some[rng.randrange(len(some))] = spoil_json(rng.choice(some), rng)
            if rng.random() < 0.3:
                some.insert(rng.randrange(len(some) + 1), rng.choice((some[0], tables[0], rng.choice(ODD_NUMBERS))))
            file = write(folder / "all.jsonl", some)
            if rng.random() < 0.4:
                file.write_bytes(spoil_bytes(file.read_bytes(), rng))
            try:
                try:
                    await restore(store, file, verify)
                    tally["restored"] += 1
                except StoreError as error:
                    assert "\n" not in str(error)  # noqa: PT017 (any other exception shall end the test)
                    tally["refused"] += 1
                after = await everything(store)
                assert after.pop("kept") == kept["kept"]
                for table in after.values():
                    assert isinstance(table, Saved)
                    verify(table)
                    use(table)
                    await store.delete(table.id)
            except Exception as error:
                error.add_note(f"seed {seed}, input {number}: {file.read_bytes()[:3000]!r}")
                raise
    return tally


async def test_damaged_files_are_refused_and_harm_nothing(tables: list[Any], tmp_path: Path) -> None:
    tally = await restore_damaged(tmp_path, tables, 1, 150)
    assert tally["refused"] > 80


@pytest.mark.long
@pytest.mark.parametrize("shard", range(10))
async def test_fifteen_thousand_damaged_files_are_refused_and_harm_nothing(
    tables: list[Any], tmp_path: Path, shard: int
) -> None:
    await restore_damaged(tmp_path, tables, 100 + shard, 1500)
