"""One random game, with every promise of the contract checked on the way."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from random import Random
from typing import Any

from texcoco.game import CHANCE, Action, Event, Game, Position, events_for
from texcoco.record import BadRecord, Record
from texcoco.testing.audit import audit
from texcoco.testing.numbers import check_numbers, check_resources
from texcoco.testing.text import same, sent_to
from texcoco.words import LANGUAGES

Invariant = Callable[[Position], None]


def contract_test(
    game: Game,
    seats: int,
    games: int,
    *,
    options: Mapping[str, Any] | None = None,
    seed: int = 0,
    every: int = 50,
    limit: int = 20_000,
    invariant: Invariant | None = None,
    reveals: frozenset[str] = frozenset(),
) -> None:
    """Plays `games` random games and checks every promise of the contract on the way.

    One position in `every` is audited from all sides. `invariant` is what the game itself promises of each position
    (that pieces are conserved, say). `reveals` are the events by which hidden things come to light: a game that differs
    only in what a seat may not know must look the same to that seat until one of them happens.
    """
    check_numbers(game)
    check_resources(game)
    for number in range(games):
        _Trial(game, seats, options or {}, seed + number, every, limit, invariant, reveals).run()


class _Trial:
    """One random game under audit."""

    def __init__(
        self,
        game: Game,
        seats: int,
        options: Mapping[str, Any],
        seed: int,
        every: int,
        limit: int,
        invariant: Invariant | None,
        reveals: frozenset[str],
    ):
        self.game = game
        self.seats = seats
        self.rng = Random(seed)
        self.every = every
        self.limit = limit
        self.invariant = invariant
        self.reveals = reveals
        self.record, self.position = Record.begin(game, seats, options)
        self.pool: dict[str, Action] = {}
        self.twins: list[tuple[int, Position]] = []
        self.turn = seed
        """Which part of the many actions an audit asks about: the next one each time."""
        self.name = f"{game.name}, {seats} seats, options {dict(options)}, seed {seed}"

    def run(self) -> None:
        try:
            self._run()
        except Exception as error:
            last = " / ".join(f"{m.seat}: {m.action}" for m in self.record.moves[-12:])
            error.add_note(f"in {self.name}, after {len(self.record.moves)} moves: {last}")
            raise

    def _run(self) -> None:
        rng, position = self.rng, self.position
        while actors := position.actors():
            assert len(self.record.moves) < self.limit, f"not over after {self.limit} actions"
            assert position.outcome() is None, "somebody is to act in a game that is over"
            if rng.randrange(self.every) == 0:
                audit(position, rng, self.pool.values(), self.turn)
                self.turn += 1
                twins = [(seat, self.game.guess(position.view(seat), rng)) for seat in range(self.seats)]
                self.twins = [(seat, twin) for seat, twin in twins if twin.key() != position.key()]
            seat = rng.choice(actors)
            action = position.draw(rng) if seat == CHANCE else position.pick(seat, rng)
            self.pool[action.text] = action
            refusal = position.check(seat, action)
            assert refusal is None, f"{action} was chosen for seat {seat}, yet refused: {refusal}"
            self._play(seat, action)
            if self.invariant is not None:
                self.invariant(position)
        outcome = position.outcome()
        assert outcome is not None, "nobody is to act, yet the game is not over"
        assert len(outcome.ranks) == len(outcome.scores) == self.seats
        assert min(outcome.ranks) == 1
        assert self.game.words.has(outcome.how), f"no words for {outcome.how}"
        audit(position, rng, self.pool.values(), self.turn)
        self._check_record()

    def _play(self, seat: int, action: Action) -> None:
        """Plays it, applies it to a copy, and plays on in the positions that a seat cannot tell from this one."""
        before, applied = self.position.copy(), self.position.copy()
        step, waited = self.position.step, set(self.position.actors())
        events = self.record.play(self.position, seat, action)
        applied.apply(seat, action)
        assert applied.key() == self.position.key(), f"apply and play differ after {action}"
        assert applied.step == self.position.step >= step, "step goes forward, the same in play and apply"
        check_events_since(before, seat, action, applied, events)
        assert self.position.step > step or set(self.position.actors()) <= waited, (
            f"step does not rise though {action} passes the game on"
        )
        check_events(self.game, self.seats, action, events)
        quiet = self.position.outcome() is None and not any(
            event.key in self.reveals for event in events
        )  # a finished game shows all
        self.twins = [twin for twin in self.twins if quiet and self._same_to(*twin, seat, action, events)]

    def _same_to(self, watcher: int, twin: Position, seat: int, action: Action, events: list[Event]) -> bool:
        """Plays on in a twin: the same action, or another if the watcher is not told which.

        False when the twin ends there because in it that action is not possible.
        """
        secret = self._secret(watcher, twin, seat, action, events)
        if secret is not None:
            action = secret
        elif seat not in twin.actors() or twin.check(seat, action) is not None:
            assert seat != watcher, f"seat {watcher} could tell from {action} being possible what it may not know"
            return False
        twin_events = twin.play(seat, action)
        if any(event.key in self.reveals for event in twin_events):
            return False
        assert sent_to(watcher, twin_events) == sent_to(watcher, events), (
            f"seat {watcher} is told of {action} what it may not know"
        )
        assert same(twin.view(watcher), self.position.view(watcher)), (
            f"seat {watcher} sees after {action} what it may not know"
        )
        return True

    def _secret(self, watcher: int, twin: Position, seat: int, action: Action, events: list[Event]) -> Action | None:
        """What else the seat may have done in the twin, for all that the watcher is told; None when it is told the
        action."""
        shown = _notation(events, watcher)
        if shown == str(action):
            return None
        others = twin.actions(seat)
        self.rng.shuffle(others)
        return next((other for other in others if _notation(twin.copy().play(seat, other), watcher) == shown), None)

    def _check_record(self) -> None:
        text = self.record.text()
        try:
            read = Record.parse(text)
        except BadRecord as bad:
            raise AssertionError(f"a record cannot be replayed: {bad}") from bad
        assert read.text() == text, "a record does not read back"
        assert read.replay().key() == self.position.key(), "a record replays to another position"


def _notation(events: list[Event], seat: int | None) -> str | None:
    """What a seat is told of the action itself."""
    filtered = events[0].to(seat)
    return None if filtered is None else filtered.values.get("action")


def check_events_since(before: Position, seat: int, action: Action, after: Position, events: list[Event]) -> None:
    """Events follow from the positions before and after an action, and to work them out changes neither."""
    was, now = before.key(), after.key()
    assert after.events_since(before, seat, action) == events, f"{action} has other events when it was applied"
    assert before.key() == was and after.key() == now, f"to work out the events of {action} changes a position"


def check_events(game: Game, seats: int, action: Action, events: list[Event]) -> None:
    """Events tell the action first, and every seat's share of them can be said and sent."""
    assert events, f"{action} happened and there is no event"
    assert events[0].values.get("action") == str(action), "the first event tells the action"
    for seat in (None, *range(seats)):
        for event in events_for(seat, events):
            json.dumps(event.dump())
            for lang in LANGUAGES:
                assert game.say(lang, f"event.{event.key}", {"seat": event.seat, **event.values}), event
