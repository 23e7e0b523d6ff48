"""Legal, illegal, malformed and out-of-turn actions in any order: what is refused changes nothing, and no piece is ever
lost.
"""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from texcoco.game import CHANCE, Action, Illegal, Refusal, Unreadable
from texcoco.games.mexica import MEXICA

from . import naive
from .test_naive import scattered

SPACES = [f"{column}{row}" for column in "ABCDEFGHIJKLMNOPQRSTU" for row in range(1, 15)]
WORDS = [*SPACES, *"V1 A15 A0 h v x 1 2 3 4 5 13 -1 walk ÿ Ⅳ ½ 🛶 K5; {} null".split(), ""]
KINDS = "start canal bridge shift walk boat fly temple found take spend end propose agree refuse deal neutral first dance".split()
LENGTHS = {"shift": (2, "hv"), "bridge": (1, "hv"), "temple": (1, "1234"), "neutral": (1, "1234"), "canal": (2, "")}


@st.composite
def well_formed(draw: st.DrawFn) -> str:
    """Something that reads like an action, legal or not."""
    kind = draw(st.sampled_from(KINDS[:-1]))
    if kind in ("take", "spend", "end", "agree", "refuse"):
        return kind
    if kind in ("propose", "deal"):
        return f"{kind} {draw(st.integers(3, 13))}"
    if kind == "first":
        return f"first {draw(st.integers(0, 3))}"
    count, last = LENGTHS.get(kind, (1, ""))
    words = [draw(st.sampled_from(SPACES)) for _ in range(count)]
    return " ".join([kind, *words, *([draw(st.sampled_from(last))] if last else [])])


malformed = st.one_of(
    st.text(max_size=20),
    st.lists(st.sampled_from([*KINDS, *WORDS]), max_size=5).map(" ".join),
    st.tuples(st.sampled_from(KINDS), st.lists(st.sampled_from(WORDS), max_size=4)).map(
        lambda t: " ".join([t[0], *t[1]])
    ),
)


class Table(RuleBasedStateMachine):
    """A table at which everybody tries everything."""

    @initialize(
        seats=st.integers(2, 4),
        seed=st.integers(0, 10_000),
        how=st.sampled_from(["new", "played", "strewn", "strewn 2"]),
    )
    def sit_down(self, seats: int, seed: int, how: str) -> None:
        self.rng = Random(seed)
        if how.startswith("strewn"):
            self.position = MEXICA.load(scattered(self.rng, seats=seats, period=2 if how == "strewn 2" else 1, round=1))
            return
        self.position = MEXICA.start(seats)
        for _ in range(0 if how == "new" else self.rng.randrange(200)):
            for seat in self.position.actors():
                self.position.apply(
                    seat, self.position.draw(self.rng) if seat == CHANCE else self.position.pick(seat, self.rng)
                )

    @rule(data=st.data())
    def somebody_does_something_legal(self, data: st.DataObject) -> None:
        for seat in self.position.actors():
            actions = self.position.actions(seat)
            kind = data.draw(st.sampled_from(sorted({action.kind for action in actions})))
            self.make(seat, data.draw(st.sampled_from([action for action in actions if action.kind == kind])))

    @precondition(lambda self: self.position.dump()["phase"] in ("turn", "vote"))
    @rule(actions=st.integers(1, 12))
    def time_goes_by(self, actions: int) -> None:
        for _ in range(actions):
            for seat in self.position.actors():
                self.position.apply(seat, self.position.pick(seat, self.rng))

    @rule(text=well_formed(), seat=st.integers(-1, 4))
    def anybody_tries_anything(self, text: str, seat: int) -> None:
        self.attempt(seat, text)

    @rule(text=well_formed())
    def the_one_to_act_tries_anything(self, text: str) -> None:
        for seat in self.position.actors():
            self.attempt(seat, text)

    @rule(data=st.data())
    def somebody_else_tries_what_is_legal(self, data: st.DataObject) -> None:
        for seat in self.position.actors():
            action = data.draw(st.sampled_from(self.position.actions(seat)))
            other = data.draw(st.sampled_from([s for s in (CHANCE, *range(self.position.seats), 9) if s != seat]))
            self.refuse(other, action)

    @rule(text=malformed, seat=st.integers(-1, 4))
    def somebody_mumbles(self, text: str, seat: int) -> None:
        self.attempt(seat, text)

    @rule()
    def the_table_is_packed_away_and_laid_out_again(self) -> None:
        before = json.dumps(self.position.dump())
        step = self.position.step
        self.position = MEXICA.load(json.loads(before))
        self.position.step = step
        assert json.dumps(self.position.dump()) == before

    def attempt(self, seat: int, text: str) -> None:
        try:
            action = MEXICA.parse(text)
        except Unreadable as unreadable:
            self.say(unreadable.refusal)
            return
        assert MEXICA.parse(str(action)) == action
        if action in self.position.actions(seat):
            self.make(seat, action)
        else:
            self.refuse(seat, action)

    def make(self, seat: int, action: Action) -> None:
        assert self.position.check(seat, action) is None
        expected = naive.after(self.position.dump(), str(action))
        step = self.position.step
        events = self.position.play(seat, action)
        assert events[0].values["action"] == str(action)
        assert self.position.dump() == expected
        assert self.position.step >= step

    def refuse(self, seat: int, action: Action) -> None:
        before, step, key = json.dumps(self.position.dump()), self.position.step, self.position.key()
        refusal = self.position.check(seat, action)
        assert refusal is not None
        with pytest.raises(Illegal) as caught:
            self.position.play(seat, action)
        assert caught.value.refusal == refusal
        assert (json.dumps(self.position.dump()), self.position.step, self.position.key()) == (before, step, key)
        self.say(refusal)

    def say(self, refusal: Refusal) -> None:
        assert refusal.rule.startswith("M-")
        for lang in ("en", "fr"):
            assert MEXICA.say(lang, refusal.key, refusal.values)

    @invariant()
    def no_piece_is_lost(self) -> None:
        if not hasattr(self, "position"):
            return
        data: dict[str, Any] = self.position.dump()
        assert naive.count(data) == naive.box(data)

    @invariant()
    def nothing_is_where_it_cannot_be(self) -> None:
        if not hasattr(self, "position"):
            return
        board = naive.Board(self.position.dump())
        assert board.canals <= naive.ISLAND - naive.PALACE
        assert all(board.fits(at, way) for at, way in board.bridges.items())
        assert set(board.temples) | set(board.tokens) <= board.land - naive.PALACE
        assert not set(board.temples) & set(board.tokens)
        pawns = [at for at in board.pawns if at is not None]
        assert len(set(pawns)) == len(pawns)
        assert set(pawns) <= (board.land - set(board.temples) - set(board.tokens)) | set(board.bridges)
        assert all(len(board.district(at)) == size for at, size in board.tokens.items())

    @invariant()
    def the_game_waits_for_somebody_or_is_over(self) -> None:
        if hasattr(self, "position"):
            assert (self.position.outcome() is None) == bool(self.position.actors())


Table.TestCase.settings = settings(
    max_examples=100,
    stateful_step_count=40,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=list(HealthCheck),
)


class TestTable(Table.TestCase):
    """M-TURN: only who is to act does anything, and only what is legal."""
