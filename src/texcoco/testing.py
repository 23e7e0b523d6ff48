"""The contract of `texcoco.game` as a test suite, for our games and for whoever writes a fourth.

    from texcoco.testing import contract_test
    contract_test(MY_GAME, seats=3, games=100)

raises AssertionError at the first promise that is broken, and names the game's seed and moves.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from random import Random
from typing import Any

from texcoco.game import CHANCE, Action, Event, Game, Illegal, Position, Refusal, Unreadable, fingerprint
from texcoco.record import BadRecord, Record
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

    One position in `every` is audited from all sides. `invariant` is what the game itself promises of each position (that
    pieces are conserved, say). `reveals` are the events by which hidden things come to light: a game that differs only in
    what a seat may not know must look the same to that seat until one of them happens.
    """
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
                audit(position, rng, self.pool.values())
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
        audit(position, rng, self.pool.values())
        self._check_record()

    def _play(self, seat: int, action: Action) -> None:
        """Plays it three ways (told, applied, and in the positions that a seat cannot tell from this one)."""
        applied = self.position.copy()
        step, waited = self.position.step, set(self.position.actors())
        events = self.record.play(self.position, seat, action)
        applied.apply(seat, action)
        assert applied.key() == self.position.key(), f"apply and play differ after {action}"
        assert applied.step == self.position.step >= step, "step goes forward, the same in play and apply"
        assert self.position.step > step or set(self.position.actors()) <= waited, f"step does not rise though {action} passes the game on"
        check_events(self.game, self.seats, action, events)
        quiet = self.position.outcome() is None and not any(event.key in self.reveals for event in events)  # a finished game shows all
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
        told = twin.play(seat, action)
        if any(event.key in self.reveals for event in told):
            return False
        assert heard(told, watcher) == heard(events, watcher), f"seat {watcher} hears of {action} what it may not know"
        assert same(twin.view(watcher), self.position.view(watcher)), f"seat {watcher} sees after {action} what it may not know"
        return True

    def _secret(self, watcher: int, twin: Position, seat: int, action: Action, events: list[Event]) -> Action | None:
        """What else the seat may have done in the twin, for all that the watcher is told; None when it is told the action."""
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


def audit(position: Position, rng: Random, pool: Iterable[Action] = ()) -> None:
    """Checks all promises that can be seen on one position. Changes nothing."""
    game, before = position.game, dumped(position)
    everybody = (CHANCE, *range(position.seats))
    for seat in everybody:
        actions = position.actions(seat)
        assert bool(actions) == (seat in position.actors()), f"seat {seat} is an actor exactly when it has actions"
        assert len(set(actions)) == len(actions), "an action is listed twice"
        for action in actions:
            check_listed(position, seat, action)
        if actions and seat != CHANCE:
            assert position.pick(seat, rng) in actions, "pick chose an action that is not listed"
        check_unlisted(position, seat, actions, rng, pool)
    if position.actors() == (CHANCE,):
        chances = position.chances()
        assert [a for a, _ in chances] == position.actions(CHANCE)
        assert all(weight > 0 for _, weight in chances)
        assert position.draw(rng) in position.actions(CHANCE)
    else:
        assert position.chances() == []

    again = game.load(json.loads(before))
    assert dumped(again) == before, "dump and load do not round-trip"
    assert again.key() == position.key()
    assert fingerprint(again) == fingerprint(position)
    assert again.actors() == position.actors()

    check_copy(position, rng)
    check_plans(position)
    for seat in (None, *range(position.seats)):
        check_view(position, seat, rng)
    check_open(position)
    assert dumped(position) == before, "the audit changed the position"


def check_listed(position: Position, seat: int, action: Action) -> None:
    """A listed action is accepted, and its notation reads back."""
    assert position.check(seat, action) is None, f"{action} is listed, yet refused: {position.check(seat, action)}"
    assert position.game.parse(str(action)) == action, f"{action} does not read back"
    position.copy().play(seat, action)


def check_unlisted(position: Position, seat: int, actions: list[Action], rng: Random, pool: Iterable[Action]) -> None:
    """What is not listed is refused, in words, and changes nothing."""
    listed, before = set(actions), dumped(position)
    tried = list(pool)
    tried = rng.sample(tried, min(len(tried), 40)) + list(mutants(position.game, tried, rng, 20))
    for action in tried:
        if action in listed:
            continue
        refusal = position.check(seat, action)
        assert refusal is not None, f"{action} of seat {seat} is not listed, yet allowed"
        check_sayable(position.game, refusal)
        try:
            position.play(seat, action)
        except Illegal as illegal:
            assert illegal.refusal == refusal
        else:
            raise AssertionError(f"{action} of seat {seat} was refused by check and accepted by play")
    assert dumped(position) == before, "a refused action changed the position"


def mutants(game: Game, pool: list[Action], rng: Random, count: int) -> Iterable[Action]:
    """Actions that somebody might mistype: notations of `pool` with words taken from one another."""
    words = sorted({word for action in pool for word in str(action).split()})
    for _ in range(count if pool else 0):
        text = str(rng.choice(pool)).split()
        text[rng.randrange(len(text))] = rng.choice(words)
        try:
            yield game.parse(" ".join(text))
        except Unreadable as unreadable:
            check_sayable(game, unreadable.refusal)


def check_sayable(game: Game, refusal: Refusal) -> None:
    for lang in LANGUAGES:
        assert game.say(lang, refusal.key, refusal.values)
    assert refusal.rule, f"{refusal.key} names no ruling"
    json.dumps(dict(refusal.values))


def check_events(game: Game, seats: int, action: Action, events: list[Event]) -> None:
    """Events tell the action first, and every seat's share of them can be said and sent."""
    assert events, f"{action} happened and nothing was told"
    assert events[0].values.get("action") == str(action), "the first event tells the action"
    for seat in (None, *range(seats)):
        for event in events:
            told = event.to(seat)
            if told is None:
                continue
            json.dumps(told.dump())
            for lang in LANGUAGES:
                assert game.say(lang, f"event.{told.key}", {"seat": told.seat, **told.values}), told


def check_copy(position: Position, rng: Random) -> None:
    """A copy is equal, and what happens to it does not happen to the original."""
    before, copy = dumped(position), position.copy()
    assert dumped(copy) == before
    assert copy.step == position.step
    for _ in range(8):
        for seat in copy.actors()[:1]:
            copy.apply(seat, copy.draw(rng) if seat == CHANCE else copy.pick(seat, rng))
    assert dumped(position) == before, "a copy shares state with its original"


def check_plans(position: Position) -> None:
    """A plan is legal from its first action to its last, is no single action, and has words for its kinds of action."""
    for seat in range(position.seats):
        single = {(action,) for action in position.actions(seat)}
        for plan in position.game.plans(position, seat):
            assert plan.actions not in single, f"{plan.actions} is a legal action, and no plan"
            after = position.copy()
            for action in plan.actions:
                after.play(seat, action)


def check_view(position: Position, seat: int | None, rng: Random) -> None:
    """A view is JSON, and a position guessed from it is the same to that seat in every byte."""
    game, view = position.game, position.view(seat)
    assert json.loads(json.dumps(view)) == view, "a view is not plain JSON"
    for paint_lang in LANGUAGES:
        assert game.picture(view, lang=paint_lang)
    if seat is None:
        return
    guessed = game.guess(json.loads(json.dumps(view)), rng)
    assert same(guessed.view(seat), view), f"a guess from seat {seat}'s view looks different to it"
    assert guessed.actors() == position.actors()
    assert guessed.actions(seat) == position.actions(seat), "what a seat may do depends on what it may not know"
    game.load(guessed.dump())


def check_open(position: Position) -> None:
    """An open view hides nothing from anybody: it is the same for all, as at the end, and holds all that each may know."""
    everybody = (None, *range(position.seats))
    views = [position.view(seat, open=True) for seat in everybody]
    for seat, view in zip(everybody, views, strict=True):
        assert view["seat"] == seat
        assert same({**view, "seat": None}, views[0]), f"the open view of seat {seat} is not that of a spectator"
        assert json.loads(json.dumps(view)) == view, "an open view is not plain JSON"
        assert position.outcome() is None or same(view, position.view(seat)), "a game that is over shows all"
        assert position.game.picture(view)
        for shown in (view, position.view(seat)):
            standing = position.game.standing(shown)
            assert len(standing) == position.seats and all(type(n) is int for n in standing), standing
    hidden = [name for name, value in position.dump().items() if name in views[0] and not same(views[0][name], value)]
    assert not hidden, f"an open view hides {hidden}"


def same(one: Any, other: Any) -> bool:
    """Byte for byte the same JSON."""
    return json.dumps(one) == json.dumps(other)


def heard(events: Iterable[Event], seat: int | None) -> str:
    """What a seat hears of some events, as it would be sent."""
    return json.dumps([told.dump() for event in events if (told := event.to(seat)) is not None])


def _notation(events: list[Event], seat: int | None) -> str | None:
    """What a seat is told of the action itself."""
    told = events[0].to(seat)
    return None if told is None else told.values.get("action")


def dumped(position: Position) -> str:
    return json.dumps(position.dump())


def playthrough(game: Game, seats: int, seed: int, options: Mapping[str, Any] | None = None) -> str:
    """A random game with all that happened in it, line by line, to be kept as a golden file and diffed."""
    rng, lang = Random(seed), "en"
    record, position = Record.begin(game, seats, options)
    out: list[str] = [f"{game.name}, {seats} seats, seed {seed}, options {json.dumps(position.options.dump())}"]
    while actors := position.actors():
        seat = actors[0]
        count = len(position.actions(seat))
        action = position.draw(rng) if seat == CHANCE else position.pick(seat, rng)
        events = record.play(position, seat, action)
        out.append(f"{'*' if seat == CHANCE else seat}: {action}  ({count} legal, step {position.step}) #{fingerprint(position)}")
        for event in events:
            told = event.to(None)
            if told is not None:
                out.append(f"    {game.say(lang, f'event.{told.key}', {'seat': told.seat, **told.values})}")
    outcome = position.outcome()
    assert outcome is not None
    out.append(f"scores {list(outcome.scores)}, ranks {list(outcome.ranks)}, {outcome.how}")
    out.append(position.text())
    return "\n".join(line.rstrip() for line in "\n".join(out).splitlines()) + "\n"


def reachable(position: Position, depth: int) -> tuple[int, int]:
    """How many sequences of `depth` actions there are for the seat to act, and how many positions they lead to."""
    sequences, frontier = 1, {position.key(): (position, 1)}
    for _ in range(depth):
        reached: dict[tuple[Any, ...], tuple[Position, int]] = {}
        sequences = 0
        for before, ways in frontier.values():
            for seat in before.actors()[:1]:
                for action in before.actions(seat):
                    after = before.copy()
                    after.apply(seat, action)
                    sequences += ways
                    key = after.key()
                    reached[key] = (after, ways + (reached[key][1] if key in reached else 0))
        frontier = reached
    return sequences, len(frontier)
