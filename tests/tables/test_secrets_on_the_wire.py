"""Not one byte that a seat or a spectator gets from a running table depends on what it was not shown.

A game is played once, and every message, refusal, record and card is written down for each viewer. Then it is played
again from many moments with other facts: whatever was drawn, sealed or chosen out of the viewer's sight is another one,
and others change their sealed choices on the way. Up to the event that brings such facts to light, the viewer gets the
same bytes.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any

import pytest
from crowd import PEOPLE, begin, hosting, whole_log
from fuzzing import random_game
from looking import moments, summary
from party import Party
from tiny import REVEALS

from texcoco.game import CHANCE, Action, Event, Position
from texcoco.games import find
from texcoco.offer import offer
from texcoco.record import BadRecord, Record
from texcoco.tables import commands
from texcoco.tables.advice import position_of, why
from texcoco.tables.cards import card_of
from texcoco.tables.commands import decide
from texcoco.tables.entries import unpack
from texcoco.tables.fold import concerns, rebuilt
from texcoco.tables.history import History, Viewer
from texcoco.tables.requests import Command, Play, Refused, Replace, Undo
from texcoco.tables.states import state_of
from texcoco.tables.table import Table

GAMES = {
    "tiny": (3, REVEALS),
    "yucatan": (3, frozenset({"combat"})),
    "azteco": (4, frozenset({"claimed", "reveal", "play"})),
}
"""Seats, and the events by which hidden things come to light."""


class Stuck(Exception):
    """With other facts the game cannot go on as it did."""


@dataclass
class Chance(Random):
    """What chance does: at random, or what it did before as far as somebody was shown it."""

    rng: Random
    script: list[tuple[str, str | None]] = field(default_factory=list[tuple[str, str | None]])
    viewer: Viewer = None

    def act(self, position: Position) -> Action:
        if not self.script:
            return position.draw(self.rng)
        return otherwise(position, CHANCE, *self.script.pop(0), self.viewer, self.rng)


@pytest.fixture(autouse=True)
def scripted_chance(monkeypatch: pytest.MonkeyPatch) -> None:
    def chance(turn: Any, rng: Chance) -> None:
        while turn.played.position.actors() == (CHANCE,):
            turn.play(CHANCE, rng.act(turn.played.position))

    monkeypatch.setattr(commands._Turn, "chance", chance)


def told(position: Position, seat: int, action: Action, viewer: Viewer) -> str | None:
    """How a viewer is told of an action."""
    first: Event | None = position.copy().play(seat, action)[0].to(viewer)
    return None if first is None else str(first.values["action"])


def otherwise(position: Position, seat: int, notation: str, shown: str | None, viewer: Viewer, rng: Random) -> Action:
    """Another action of which this viewer is told the same, if it is not told the action itself. Raises `Stuck` if
    there is none.
    """
    action = position.game.parse(notation)
    if shown != notation:
        others = [other for other in position.actions(seat) if other.kind == action.kind]
        rng.shuffle(others)
        others.sort(key=lambda other: other == action)  # itself only if there is no other
        for other in others:
            if told(position, seat, other, viewer) == shown:
                return other
    if position.check(seat, action) is not None:
        raise Stuck
    return action


def bytes_for(table: Table, viewer: Viewer, pool: list[str], full: bool = True) -> str:
    """All that a viewer can get at this moment: state, record, the lobby's card, what a hint goes by, and every
    refusal.
    """
    out: list[Any] = [state_of(table, viewer, 0 if full else table.lines[viewer] - 20), card_of(table), table.updated]
    if full:
        out += [
            whole_log(table, viewer),
            History.from_table(table).record(viewer),
            [event.dump() for event in History.from_table(table).events_for(viewer)],
        ]
        if table.position is not None:
            out += [whole(table, viewer), summary(table, viewer)]
    if viewer is not None and table.position is not None:
        step = table.position.step
        asked = [Play("x", seat=viewer, step=step, actions=[action]) for action in pool]
        if (
            full and table.status == "playing"
        ):  # what one's own action leads to must not show in the refusal of the next
            own = [str(action) for action in position_of(table, PEOPLE[viewer], viewer).actions(viewer)]
            own = own[:: len(own) // 8 + 1]
            asked += [Play("x", seat=viewer, step=step, actions=[action, "nonsense"]) for action in own]
            asked += [Play("x", seat=viewer, step=step, actions=[action, *pool[:1]]) for action in own]
        asked += [Undo("x", seat=viewer, step=step), Undo("x", seat=viewer, step=step - 1)]
        asked += [Replace("x", seat=other) for other in range(len(table.seats))]
        out += [_answer(table, viewer, command) for command in asked]
        if table.status == "playing":
            tried = [(kind, place) for action in pool for kind, _, place in [action.partition(" ")]]
            tried += [(kind, "") for kind in ("deploy", "march", "grow", "claim", "believe", "keep", "bid")]
            reasons = [why(table, PEOPLE[viewer], viewer, kind, place) for kind, place in tried]
            out += [None if reason is None else reason.dump() for reason in reasons]
            out.append(offer(position_of(table, PEOPLE[viewer], viewer), viewer))
    return json.dumps(out)


def whole(table: Table, viewer: Viewer) -> Any:
    """All moments: more than one page of them only in long games, of which the last page is what has changed."""
    total = moments(table, viewer)["total"]
    return [total, moments(table, viewer), moments(table, viewer, max(total - 30, 0))]


def _answer(table: Table, viewer: int, command: Command) -> Any:
    try:
        decision = decide(table, PEOPLE[viewer], command, table.updated, Chance(Random(0)))
    except Refused as refused:
        return refused.dump()
    return [decision.kind, decision.seat]


@dataclass
class Turn:
    """One command of the game, and the party just before and just after it."""

    before: Party
    after: Party
    seat: int | None
    """None: the start of the game, when chance alone acts."""
    revealed: bool

    def moves(self, viewer: Viewer) -> list[tuple[str, str | None]]:
        """What the seat, and chance after it, did; and what this viewer was told of each."""
        payload = self.after.log[-1].payload
        events = [unpack(packed).to(viewer) for packed in payload["told"] if "action" in packed["values"]]
        return [
            (move[1], None if e is None else e.values["action"])
            for move, e in zip(payload["moves"], events, strict=True)
        ]


def reveals(party: Party) -> bool:
    """Whether the last command has brought something to light."""
    _, keys = GAMES[party.table.game.name]
    return party.table.status == "over" or any(event["key"] in keys for event in party.log[-1].payload["told"])


def play_once(name: str, seed: int, position: Any = None) -> tuple[list[Turn], Party]:
    """A whole game, at random, with clocks, from its beginning or from a position."""
    seats, _ = GAMES[name]
    party = Party(name, seats=seats, clock={"minutes": 600, "increment": 5}, seed=seed, position=position)
    rng, turns = Random(seed), list[Turn]()
    party.rng = Chance(rng)
    before = party.aside()
    party.start()
    turns.append(Turn(before, party.aside(), None, reveals(party)))
    while party.table.status == "playing":
        assert party.table.position is not None
        before = party.aside()
        seat = rng.choice(party.table.position.actors())
        picks = [party.table.position.pick(seat, rng) for _ in range(3)]
        party.now += 1
        party.play(seat, str(max(picks, key=lambda pick: pick.kind in ("march", "deploy"))))  # so that guilds matter
        turns.append(Turn(before, party.aside(), seat, reveals(party)))
    return turns, party


def play_again(turns: list[Turn], viewer: Viewer, rng: Random, position: Any = None) -> tuple[int, int]:
    """Plays these turns with other facts, comparing byte for byte until something is revealed. How many were compared,
    and changed. `position`: another one that the game starts from.
    """
    twin = turns[0].before.aside()
    if position is not None:
        created = twin.log[0]
        twin.log[0] = replace(created, payload={**created.payload, "position": position})
        twin.table = rebuilt("t", twin.log)
        before = turns[0].before.table
        assert bytes_for(twin.table, viewer, []) == bytes_for(before, viewer, []), "other bytes before the start"
    twin.streams = {viewer: twin.streams[viewer]}
    compared = changed = 0
    for turn in turns:
        if turn.revealed:
            break
        notation = next((move for move, _ in turn.moves(viewer)), "start")
        twin.now = turn.after.now
        try:
            play_otherwise(twin, turn, viewer, rng)
        except Stuck:
            break
        if reveals(twin):
            break  # with these facts it comes to light here
        changed += [move[1] for move in twin.log[-1].payload["moves"]] != [move for move, _ in turn.moves(viewer)]
        if rng.random() < 0.5:
            changed += seal_again(twin, viewer, rng)
        assert twin.streams[viewer] == turn.after.streams[viewer], f"another message at {notation}"
        moves: list[Any] = twin.log[-1].payload.get("moves") or [["", notation]]
        pool = [notation, str(moves[0][1]), "nonsense"]
        full = compared % 6 == 0  # the message, compared above, held all lines of the log
        mine, theirs = (bytes_for(table, viewer, pool, full) for table in (twin.table, turn.after.table))
        assert mine == theirs, f"other bytes after {notation}"
        compared += 1
    return compared, changed


def play_otherwise(twin: Party, turn: Turn, viewer: Viewer, rng: Random) -> None:
    """The same command as this viewer was told of, and chance as it was told of that. Raises `Stuck`."""
    moves = turn.moves(viewer)
    if turn.seat is None:
        twin.rng = Chance(rng, moves, viewer)
        twin.start()
        return
    assert twin.table.position is not None
    twin.rng = Chance(rng, moves[1:], viewer)
    twin.play(turn.seat, str(otherwise(twin.table.position, turn.seat, *moves[0], viewer, rng)))


def seal_again(twin: Party, viewer: Viewer, rng: Random) -> int:
    """Others take back what they have sealed and seal something else, later and in any order (A46)."""
    sealed = [seat for seat in range(len(twin.table.seats)) if seat != viewer and twin.table.sealed(seat)]
    for seat in sealed:
        twin.now += 0.25
        if rng.random() < 0.7 and seat not in twin.table.reconsidering:
            twin.do(seat, "undo", seat=seat)
        if rng.random() < 0.7:
            twin.play(seat, str(rng.choice(twin.table.without_choice(seat).actions(seat))))
    return len(sealed)


@pytest.mark.parametrize(
    ("name", "seed"),
    [
        ("yucatan", 0),
        *(("tiny", seed) for seed in range(8)),
        *(("azteco", seed) for seed in range(3)),
        *(pytest.param("tiny", seed, marks=pytest.mark.long) for seed in range(8, 20)),
        *(pytest.param("azteco", seed, marks=pytest.mark.long) for seed in range(3, 5)),
    ],
)
def test_what_a_viewer_was_not_shown_changes_no_byte_it_gets(name: str, seed: int) -> None:
    """From moments of a whole game in which something happens out of a viewer's sight, for every seat and a
    spectator."""
    turns, end = play_once(name, seed)
    rng = Random(seed)
    for viewer in end.table.viewers:
        starts = [n for n, turn in enumerate(turns) if any(action != shown for action, shown in turn.moves(viewer))]
        samples = 6 if name == "yucatan" else 15  # its games are long
        counts = [
            play_again(turns[start : start + 20], viewer, rng)
            for start in rng.sample(starts, min(len(starts), samples))
        ]
        assert starts[0] == 0 or name == "yucatan"  # cards are dealt at once
        assert sum(compared for compared, _ in counts) >= 4
        assert sum(changed for _, changed in counts) >= 3, "nothing was hidden from anybody"


@pytest.mark.parametrize(
    ("name", "seed"), [("yucatan", 0), *(("tiny", seed) for seed in range(3)), *(("azteco", seed) for seed in range(3))]
)
def test_what_is_hidden_in_the_position_that_a_game_starts_from_changes_no_byte(name: str, seed: int) -> None:
    """The same game from positions that a viewer cannot tell apart: before the start, at the start, and as it goes
    on."""
    seats, _ = GAMES[name]
    rng = Random(seed)
    played = [position.copy() for _, position in random_game(find(name), seats, rng)]
    compared = changed = 0
    for _ in range(4):
        position = rng.choice(played[len(played) // 8 : -len(played) // 8])
        turns, _ = play_once(name, seed, position.dump())
        for viewer in (None, *range(seats)):
            other = position.redeal(viewer, rng)
            changed += other.dump() != position.dump()
            compared += play_again(turns[:12], viewer, rng, other.dump())[0]
    assert changed >= 8, "nothing was hidden in these positions"
    assert compared >= 20


@pytest.mark.parametrize("name", GAMES)
def test_the_record_of_a_game_from_a_position_tells_that_only_when_it_is_over(name: str) -> None:
    seats, _ = GAMES[name]
    played = [position.copy() for _, position in random_game(find(name), seats, Random(5))]
    start = played[len(played) // 2].dump()
    turns, end = play_once(name, 1, start)
    for turn in turns[:: len(turns) // 5 + 1]:
        for viewer in turn.before.table.viewers:
            head = History.from_table(turn.before.table).record(viewer)
            assert '[Position "?"]' in head
            with pytest.raises(BadRecord, match="made while the game was running"):
                Record.parse(head)
    record = Record.parse(History.from_table(end.table).record(None))
    assert record.start == start
    assert record.replay().outcome() == end.table.outcome()


@pytest.mark.parametrize("name", GAMES)
def test_a_finished_game_shows_all_and_a_running_one_does_not(name: str) -> None:
    turns, end = play_once(name, 7)
    record = Record.parse(History.from_table(end.table).record(None))
    assert [(move.seat, str(move.action)) for line in record.lines() for move in line if move.seat != CHANCE]
    assert len(record.moves) == len(end.table.moves)
    assert record.replay().outcome() == end.table.outcome()
    assert History.from_table(end.table).record(None) == History.from_table(end.table).record(0)
    assert "?" not in History.from_table(end.table).record(None)
    assert "#" in History.from_table(end.table).record(None)
    for turn in turns[:: len(turns) // 20 + 1]:
        for viewer in turn.before.table.viewers:
            assert "#" not in History.from_table(turn.before.table).record(viewer), "a hash of a running game"
    assert any("?" in History.from_table(turn.before.table).record(None) for turn in turns[:: len(turns) // 20 + 1])


def test_a_game_that_was_given_up_is_over_and_its_record_is_for_all() -> None:
    party = Party(seats=2)
    party.rng = Chance(Random(1))
    party.start()
    party.play(0, "bid 2")
    assert "bid 2" not in History.from_table(party.table).record(1)
    party.do(1, "resign", seat=1)
    assert "0: bid 2" in History.from_table(party.table).record(1)
    assert Record.parse(History.from_table(party.table).record(None)).replay().outcome() is None


def test_names_cannot_forge_a_record() -> None:
    party = Party(seats=2)
    party.rng = Chance(Random(1))
    party.do(1, "stand", seat=1)
    party.do(1, "sit", token=party.table.seats[1].token, name='"]\n[Result "1(1) 0(2)')
    party.start()
    party.play(0, "bid 2")
    assert History.from_table(party.table).record(0).count('\n[Result "') == 1
    party.finish()
    assert Record.parse(History.from_table(party.table).record(None)).headers["Seat1"] == party.table.seats[1].name


async def test_A46_through_a_host_nobody_hears_of_a_sealed_choice_that_was_changed(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither a message nor a jump of a number, and the lobby's card says neither that nor when."""
    monkeypatch.undo()  # chance as it is
    now = 1000.0
    async with hosting(sqlite_url, now=lambda: now) as host:
        table = await begin(host, "azteco", 4, clock={"minutes": 30, "increment": 10}, public=True)
        messages: dict[Viewer, list[str]] = {viewer: [] for viewer in table.viewers}

        def watch(table: Table, entry: Any) -> None:
            for viewer in table.viewers:
                if concerns(entry, viewer):
                    messages[viewer].append(json.dumps(state_of(table, viewer)))

        await host.watch(table.id, watch)

        async def do(seat: int, id: str, action: str = "") -> Table:
            nonlocal now
            now += 7
            await host.beat()
            assert table.position is not None
            step = table.position.step
            command = Play(id, seat=seat, step=step, actions=[action]) if action else Undo(id, seat=seat, step=step)
            return await host.command(table.id, PEOPLE[seat], command)

        for seat in (0, 1, 2):
            table = await do(seat, f"first{seat}", "claim BB")
        others = (1, 2, 3, None)
        before = {viewer: list(messages[viewer]) for viewer in others}
        shown = [bytes_for(table, viewer, []) for viewer in others]
        cards = await host.cards(status="playing")
        for number, claim in enumerate(("claim RRR", "claim YY", "claim BB")):
            table = await do(0, f"u{number}")
            table = await do(0, f"p{number}", claim)
            assert {viewer: messages[viewer] for viewer in others} == before
            assert [bytes_for(table, viewer, []) for viewer in others] == shown
            assert await host.cards(status="playing") == cards
        mine = len(messages[0])
        table = await do(3, "last", "claim YY")
        for viewer in others:
            assert len(messages[viewer]) == len(before[viewer]) + 1
            assert json.loads(messages[viewer][-1])["number"] == json.loads(before[viewer][-1])["number"] + 1
        assert len(messages[0]) == mine + 1
