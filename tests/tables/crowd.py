"""People who play by a script at the tables of a host, and what must be true of a table's log whoever wrote it."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from random import Random
from typing import Any

from party import PEOPLE
from worker import WORKER, steady

from texcoco.game import Position, fingerprint
from texcoco.record import Record
from texcoco.store import Entry, Store, open_store
from texcoco.tables.cards import card_of
from texcoco.tables.fold import apply, rebuilt
from texcoco.tables.history import History, Viewer
from texcoco.tables.host import Host
from texcoco.tables.requests import Back, Chat, Command, Leave, Play, Refused, Sit, Start, Undo
from texcoco.tables.states import log_lines, state_of
from texcoco.tables.table import Table
from texcoco.tables.workers import WorkerPool


@asynccontextmanager
async def hosting(url: str, **more: Any) -> AsyncIterator[Host]:
    """A host with its store, as a server has them."""
    bots = more.pop("bots", None) or WorkerPool(1, command=WORKER)
    async with await open_store(url) as store:
        host = Host(store, bots, WorkerPool(1, command=WORKER), **more)
        try:
            yield host
        finally:
            await host.close()


async def begin(host: Host, game: str, people: int, bots: int = 0, **more: Any) -> Table:
    """A table where the game has begun: people on the first seats, bots on the others."""
    plan = [{"kind": "open"}] * people + [{"kind": "bot", "bot": "random"}] * bots
    table = await host.create(PEOPLE[0], {"game": game, "seats": plan, **more})
    for seat in range(people):
        await host.command(table.id, PEOPLE[seat], Sit(f"sit{seat}", token=table.seats[seat].token))
    return await host.command(table.id, PEOPLE[0], Start("start"))


def wish(table: Table, seat: int, id: str, rng: Random) -> Command | None:
    """What the person on a seat does now: mostly play, but people talk, leave, come back, take back and seal anew."""
    if table.status != "playing" or table.position is None:
        return None
    step, whim = table.position.step, rng.random()
    if table.seats[seat].away:
        return Back(id, seat=seat)
    if whim < 0.03:
        return Chat(id, seat=seat, text=f"I say {id}")
    if whim < 0.05:
        return Leave(id, seat=seat)
    if whim < 0.2 and table.can_undo(seat):
        return Undo(id, seat=seat, step=step)
    position = table.without_choice(seat) if whim < 0.3 and table.sealed(seat) else table.position_for(seat)
    actions = some_actions(position, seat, rng)
    return Play(id, seat=seat, step=step, actions=actions) if actions else None


def some_actions(position: Position, seat: int, rng: Random) -> list[str]:
    """One to four actions that a seat may play one after the other in this step; none if it may play none."""
    step, position, played = position.step, position.copy(), list[str]()
    most = rng.randint(1, 4)
    while len(played) < most and position.step == step and (actions := position.actions(seat)):
        action = rng.choice(actions)
        played.append(str(action))
        position.play(seat, action)
    return played


async def settle(host: Host, id: str, person: int, command: Command) -> str:
    """Sends a command; the code of the refusal, or nothing."""
    try:
        await host.command(id, PEOPLE[person], command)
    except Refused as refused:
        return refused.code
    return ""


@asynccontextmanager
async def noticing(host: Host, id: str) -> AsyncIterator[asyncio.Event]:
    """An event that is set when something happens at a table."""
    noticed = asyncio.Event()
    stop = await host.watch(id, lambda table, entry: noticed.set())
    try:
        yield noticed
    finally:
        stop()


async def notice(noticed: asyncio.Event, seconds: float) -> None:
    with contextlib.suppress(TimeoutError):
        await asyncio.wait_for(noticed.wait(), seconds)
    noticed.clear()


async def finish(host: Host, ids: list[str], seed: object, seconds: float = 250) -> None:
    """People and bots play on at these tables until all games are over."""

    async def person(id: str, seat: int) -> None:
        rng, number = Random(f"{seed}/{id}/{seat}"), 0
        async with noticing(host, id) as noticed:
            while (table := await host.table(id)).status == "playing":
                number += 1
                command = wish(table, seat, f"{seed}-{seat}-{number}", rng)
                if command is None or await settle(host, id, seat, command):
                    await notice(noticed, 0.5)

    tables = [await host.table(id) for id in ids]
    seats = [
        (table.id, seat) for table in tables for seat in range(len(table.seats)) if table.seats[seat].kind == "person"
    ]
    await asyncio.wait_for(asyncio.gather(*(person(*place) for place in seats)), seconds)


def states(table: Table) -> dict[str, str]:
    """Every byte that every viewer is shown, running or over."""
    return {
        str(viewer): json.dumps(
            [state_of(table, viewer), whole_log(table, viewer), History.from_table(table).record(viewer)]
        )
        for viewer in table.viewers
    }


def whole_log(table: Table, viewer: Viewer) -> list[Any]:
    """Every line that a viewer reads."""
    return log_lines(table, viewer, 0, table.lines.get(viewer, 0))


async def check_log(store: Store, id: str) -> Table:
    """What must be true of every log: no gap, no command twice, legal moves only, and one table whichever way it is
    read.
    """
    while True:  # of one moment, though a bot may be about to move
        entries, snapshot, cards = await store.read(id), await store.snapshot(id), await store.cards(ids=[id])
        if not await store.read(id, after=len(entries)):
            break
    assert [entry.version for entry in entries] == list(range(1, len(entries) + 1)), "a gap or a fork"
    commands = [entry.payload["command"] for entry in entries if "command" in entry.payload]
    assert len(set(commands)) == len(commands), "a command was carried out twice"
    table = rebuilt(id, entries)
    assert snapshot is not None
    assert states(rebuilt(id, entries, snapshot)) == states(table), "the snapshot leads elsewhere than the log"
    assert [(card.card, card.updated) for card in cards] == [(json.loads(json.dumps(card_of(table))), entries[-1].at)]
    replayed = Record(table.game, len(table.seats), table.options, table.all_moves()).replay()
    assert table.position is not None
    assert fingerprint(replayed) == fingerprint(table.position), "the moves of the log lead elsewhere"
    return table


def check_bots(id: str, entries: list[Entry]) -> int:
    """Every move of a bot was thought for the position it was played in, and so no thought was played twice. How many
    moves.
    """
    table, moves = rebuilt(id, entries[:1]), 0
    for entry in entries[1:]:
        if entry.kind == "played" and "command" not in entry.payload:
            assert entry.seat is not None
            assert table.position is not None
            actions = [str(action) for action in table.position.actions(entry.seat)]
            heard = [event.dump() for event in History.from_table(table).events_for(entry.seat)]
            assert entry.payload["moves"][0][1] == (
                steady(entry.seat, heard, actions) if len(actions) > 1 else actions[0]
            )
            moves += 1
        apply(table, entry)
    return moves


def check_over(table: Table) -> None:
    """A game that is over has a record that replays to the same end."""
    assert table.status == "over"
    record = Record.parse(History.from_table(table).record(None))
    assert record.replay().outcome() == table.outcome()
    assert table.outcome() is not None


async def until(condition: Callable[[], object], seconds: float = 20) -> None:
    """Waits until a condition is true, and fails if that takes too long."""
    for _ in range(int(seconds * 100)):
        if condition():
            return
        await asyncio.sleep(0.01)
    raise AssertionError("it did not come")
