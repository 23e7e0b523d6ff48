"""The contract is proved on the tiny game, and the suite is proved by breaking the tiny game in every way it should notice."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from tiny import ACTIONS, REVEALS, TINY, Tiny, TinyPosition

from texcoco.game import Action, Event, Json, Outcome, Refusal
from texcoco.games import register
from texcoco.testing import contract_test, playthrough, reachable


@pytest.fixture(autouse=True)
def _tiny() -> Iterator[None]:
    register(TINY)
    yield
    register(TINY)


def audit(game: Tiny, seats: int = 3, games: int = 30, **more: Any) -> None:
    contract_test(game, seats, games, every=2, limit=200, reveals=REVEALS, **more)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_tiny_game_keeps_the_contract(seats: int) -> None:
    audit(TINY, seats, games=40)


def test_it_keeps_the_contract_with_options() -> None:
    audit(TINY, options={"rounds": 5})


def test_a_playthrough_is_the_same_each_time() -> None:
    assert playthrough(TINY, 3, 1) == playthrough(TINY, 3, 1) != playthrough(TINY, 3, 2)


def test_reachable_counts_sequences_and_positions() -> None:
    assert reachable(TINY.start(2), 2) == (30, 30)  # 6 cards, then 5


# --- the broken ones ---


class LeaksABidInTheView(TinyPosition):
    def view(self, seat: int | None, *, open: bool = False) -> Json:
        return super().view(seat, open=open) | {"bids": list(self.bids)}


class LeaksACardInTheView(TinyPosition):
    def view(self, seat: int | None, *, open: bool = False) -> Json:
        return super().view(seat, open=open) | {"best": max(self.cards, default=0)}


class HidesABidWhenAllIsOpen(TinyPosition):
    def view(self, seat: int | None, *, open: bool = False) -> Json:
        return super().view(seat, open=open) | {"bids": super().view(seat)["bids"]}


class LeaksACardInAnEvent(TinyPosition):
    def perform(self, seat: int, action: Action, told: list[Event] | None) -> None:
        super().perform(seat, action, told)
        if told and action.kind == "deal":
            told[0] = Event("deal", seat, told[0].values, {"action": told[0].veils["action"]})


class LeaksABidInAnEvent(TinyPosition):
    def perform(self, seat: int, action: Action, told: list[Event] | None) -> None:
        super().perform(seat, action, told)
        if told and action.kind == "bid":
            told[0] = Event("bid", seat, told[0].values, {"action": told[0].veils["action"]})


class LeaksACardByARefusalToListAnAction(TinyPosition):
    """One may not challenge a higher card."""

    def actions(self, seat: int) -> list[Action]:
        listed = super().actions(seat)
        return [a for a in listed if a.kind != "challenge" or self.cards[a.data[0]] < self.cards[seat]]

    def check(self, seat: int, action: Action) -> Refusal | None:
        refusal = super().check(seat, action)
        if refusal is None and action.kind == "challenge" and self.cards[action.data[0]] > self.cards[seat]:
            return Refusal("T-OTHER", "oneself", {"seat": seat})
        return refusal


class ListsAnIllegalAction(TinyPosition):
    def actions(self, seat: int) -> list[Action]:
        return [*super().actions(seat), ACTIONS["yield"]] if self.phase == "turn" and seat == self.turn else super().actions(seat)


class MissesALegalAction(TinyPosition):
    def actions(self, seat: int) -> list[Action]:
        return [a for a in super().actions(seat) if str(a) != "bid 2"]


class ListsAnActionTwice(TinyPosition):
    def actions(self, seat: int) -> list[Action]:
        return [*super().actions(seat), *super().actions(seat)[:1]]


class PicksWhatIsNotListed(TinyPosition):
    def pick(self, seat: int, rng: random.Random) -> Action:
        return ACTIONS["prize 1"]


class SharesAListBetweenCopies(TinyPosition):
    def copy(self) -> TinyPosition:  # type: ignore[override]
        new = super().copy()
        new.points = self.points
        return new


class ForgetsTheStepInACopy(TinyPosition):
    def copy(self) -> TinyPosition:  # type: ignore[override]
        new = super().copy()
        new.step = 0
        return new


class ChangesWhenItRefuses(TinyPosition):
    def check(self, seat: int, action: Action) -> Refusal | None:
        refusal = super().check(seat, action)
        if refusal is not None and refusal.key == "not-now" and action.kind == "rest" and seat >= 0:
            self.coins[seat] += 1
        return refusal


class PlaysWhatItRefuses(TinyPosition):
    def play(self, seat: int, action: Action) -> list[Event]:
        if super().check(seat, action) is not None and action.kind == "yield":
            return [Event("yield", seat, {"action": "yield"})]
        return super().play(seat, action)


class RefusesWithoutARuling(TinyPosition):
    def check(self, seat: int, action: Action) -> Refusal | None:
        refusal = super().check(seat, action)
        return refusal and Refusal("", refusal.key, refusal.values)


class ForgetsAStep(TinyPosition):
    def perform(self, seat: int, action: Action, told: list[Event] | None) -> None:
        super().perform(seat, action, told)
        if action.kind == "challenge":
            self.step -= 1


class StepsBack(TinyPosition):
    def perform(self, seat: int, action: Action, told: list[Event] | None) -> None:
        super().perform(seat, action, told)
        if action.kind == "bid":
            self.step -= 1


class DumpsWithoutTheBids(TinyPosition):
    def dump(self) -> Json:
        return super().dump() | {"bids": [None] * self.seats}


class DumpsAnotherPosition(TinyPosition):
    def dump(self) -> Json:
        return super().dump() | {"round": self.round + 1}


class AppliesDifferently(TinyPosition):
    def apply(self, seat: int, action: Action) -> None:
        super().apply(seat, action)
        if action.kind == "show":
            self.points[0] += 1


class HidesARandomGenerator(TinyPosition):
    def perform(self, seat: int, action: Action, told: list[Event] | None) -> None:
        super().perform(seat, action, told)
        if action.kind == "rest":
            self.points[seat] += random.randrange(1000)


class TellsNothing(TinyPosition):
    def perform(self, seat: int, action: Action, told: list[Event] | None) -> None:
        super().perform(seat, action, told)
        if told and action.kind == "rest":
            told.clear()


class TellsSomethingElseFirst(TinyPosition):
    def perform(self, seat: int, action: Action, told: list[Event] | None) -> None:
        super().perform(seat, action, told)
        if told and action.kind == "rest":
            told[0] = Event("rest", seat, {})


class NeverEnds(TinyPosition):
    def _next_round(self) -> None:
        self._wait("prize")


class IsOverTooEarly(TinyPosition):
    def outcome(self) -> Outcome | None:
        return Outcome((1,) * self.seats, (0,) * self.seats, "end.rounds")


class HasNoWinner(TinyPosition):
    def outcome(self) -> Outcome | None:
        return Outcome((2,) * self.seats, (0,) * self.seats, "end.rounds") if self.phase == "over" else None


class EndsWithoutWords(TinyPosition):
    def outcome(self) -> Outcome | None:
        return Outcome((1,) * self.seats, (0,) * self.seats, "end.of-time") if self.phase == "over" else None


class HasImpossibleChances(TinyPosition):
    def chances(self) -> list[tuple[Action, int]]:
        return [(a, 0 if str(a) == "prize 3" else w) for a, w in super().chances()]


class SeesWhatIsNotJson(TinyPosition):
    def view(self, seat: int | None, *, open: bool = False) -> Json:
        return super().view(seat, open=open) | {"points": tuple(self.points)}


class IsChangedByBeingSeen(TinyPosition):
    def view(self, seat: int | None, *, open: bool = False) -> Json:
        self.coins[0] += self.phase == "over"
        return super().view(seat, open=open)


POSITIONS = [cls for cls in TinyPosition.__subclasses__() if cls.__module__ == __name__]


class Broken(Tiny):
    """The tiny game, played with a broken position: what it starts, loads and guesses is broken alike."""

    def __init__(self, broken: type[TinyPosition]):
        self.broken = type(broken.__name__, (broken,), {"__slots__": (), "game": self})

    def start(self, *args: Any) -> TinyPosition:
        return self._break(super().start(*args))

    def load(self, data: Mapping[str, Any]) -> TinyPosition:
        return self._break(super().load(data))

    def _break(self, position: TinyPosition) -> TinyPosition:
        made = object.__new__(self.broken)
        for name in ("seats", "options", "step", *TinyPosition.__slots__):
            setattr(made, name, getattr(position, name))
        return made


@pytest.mark.parametrize("position", POSITIONS, ids=lambda cls: cls.__name__)
def test_the_suite_notices_a_position_that(position: type[TinyPosition]) -> None:
    game = Broken(position)
    register(game)
    with pytest.raises(AssertionError):
        audit(game, games=100)


def test_a_position_that_is_not_broken_passes_in_the_same_way() -> None:
    game = Broken(TinyPosition)
    register(game)
    audit(game)


class GuessesWithItsEyesShut(Tiny):
    """Guesses cards that the seat has seen to be others."""

    def guess(self, view: Json, rng: random.Random) -> TinyPosition:
        return super().guess(view | {"cards": [None] * len(view["cards"])}, rng)


class ReadsNotationsWrongly(Tiny):
    def parse(self, text: str) -> Action:
        return super().parse("bid 1" if text == "bid 2" else text)


@pytest.mark.parametrize("game", [GuessesWithItsEyesShut(), ReadsNotationsWrongly()], ids=lambda game: type(game).__name__)
def test_the_suite_notices_a_game_that(game: Tiny, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(TinyPosition, "game", game)
    register(game)
    with pytest.raises(AssertionError):
        audit(game)


def test_the_suite_checks_what_the_game_itself_promises() -> None:
    def poor(position: Any) -> None:
        assert sum(position.coins) < 12, "coins"

    with pytest.raises(AssertionError, match="coins"):
        audit(TINY, invariant=poor)


def test_a_failure_names_the_game_the_seed_and_the_moves() -> None:
    game = Broken(NeverEnds)
    register(game)
    with pytest.raises(AssertionError, match="not over") as failure:
        contract_test(game, 2, 1, seed=17, limit=50, reveals=REVEALS)
    assert "tiny, 2 seats, options {}, seed 17, after 50 moves" in failure.value.__notes__[0]
