"""The contract is proved on the tiny game, and the suite is proved by breaking the tiny game in every way it should
notice.
"""

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
    def events_since(self, before: Any, seat: int, action: Action) -> list[Event]:
        first, *others = super().events_since(before, seat, action)
        if action.kind == "deal":
            first = Event("deal", seat, first.values, {"action": first.veils["action"]})
        return [first, *others]


class LeaksABidInAnEvent(TinyPosition):
    def events_since(self, before: Any, seat: int, action: Action) -> list[Event]:
        first, *others = super().events_since(before, seat, action)
        if action.kind == "bid":
            first = Event("bid", seat, first.values, {"action": first.veils["action"]})
        return [first, *others]


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
        return (
            [*super().actions(seat), ACTIONS["yield"]]
            if self.phase == "turn" and seat == self.turn
            else super().actions(seat)
        )


class MissesALegalAction(TinyPosition):
    def actions(self, seat: int) -> list[Action]:
        return [a for a in super().actions(seat) if str(a) != "bid 2"]


class AllowsAnActionThatIsNeverListed(TinyPosition):
    """A seat that is not there can be challenged: nobody ever does, so no random game comes upon it."""

    def check(self, seat: int, action: Action) -> Refusal | None:
        absent = str(action) == "challenge 3" and self.phase == "turn" and seat == self.turn and self.seats < 4
        return None if absent else super().check(seat, action)

    def actions(self, seat: int) -> list[Action]:
        return [a for a in super().actions(seat) if str(a) != "challenge 3" or self.seats == 4]


class ListsAnActionTwice(TinyPosition):
    def actions(self, seat: int) -> list[Action]:
        return [*super().actions(seat), *super().actions(seat)[:1]]


class PicksWhatIsNotListed(TinyPosition):
    def pick(self, seat: int, rng: random.Random) -> Action:
        return ACTIONS["prize 1"]


class NumbersWhatIsNotLegal(TinyPosition):
    def legal_indices(self, seat: int) -> list[int]:
        return (
            sorted({*super().legal_indices(seat), 0})
            if self.phase == "turn" and seat == self.turn
            else super().legal_indices(seat)
        )


class NumbersOnlySomeOfWhatIsLegal(TinyPosition):
    def legal_indices(self, seat: int) -> list[int]:
        return super().legal_indices(seat)[:4]


class NumbersInDisorder(TinyPosition):
    def legal_indices(self, seat: int) -> list[int]:
        return super().legal_indices(seat)[::-1]


class LeavesAMaskAsItWas(TinyPosition):
    def fill_mask(self, seat: int, mask: bytearray) -> None:
        for number in self.legal_indices(seat):
            if number < len(mask):
                mask[number] = 1


class MasksWhatIsNotLegal(TinyPosition):
    def fill_mask(self, seat: int, mask: bytearray) -> None:
        super().fill_mask(seat, mask)
        mask[-1] = 1


class RedealsNothing(TinyPosition):
    """Leaves every secret as it is: whoever searches from there knows it."""

    def redeal(self, seat: int | None, rng: random.Random) -> TinyPosition:  # type: ignore[override]
        return self.copy()


class RedealsWhatTheSeatKnows(TinyPosition):
    def redeal(self, seat: int | None, rng: random.Random) -> TinyPosition:  # type: ignore[override]
        return super().redeal(None, rng)


class RedealsByWhatIsHidden(TinyPosition):
    """Deals no card that somebody else holds to another."""

    def redeal(self, seat: int | None, rng: random.Random) -> TinyPosition:  # type: ignore[override]
        new = super().redeal(seat, rng)
        if new.cards and max(new.cards) < max(self.cards):
            new.cards = list(self.cards)
        return new


class RedealsInPlace(TinyPosition):
    def redeal(self, seat: int | None, rng: random.Random) -> TinyPosition:  # type: ignore[override]
        new = super().redeal(seat, rng)
        self.cards = new.cards
        return new


class SharesAListWithARedeal(TinyPosition):
    def redeal(self, seat: int | None, rng: random.Random) -> TinyPosition:  # type: ignore[override]
        new = super().redeal(seat, rng)
        new.points = self.points
        return new


class ForgetsTheStepInARedeal(TinyPosition):
    def redeal(self, seat: int | None, rng: random.Random) -> TinyPosition:  # type: ignore[override]
        new = super().redeal(seat, rng)
        new.step = 0
        return new


class DealsBidsByAnotherRule(TinyPosition):
    """Draws unlike `guess`: bids are never 0."""

    def redeal(self, seat: int | None, rng: random.Random) -> TinyPosition:  # type: ignore[override]
        new = super().redeal(seat, rng)
        new.bids = [max(1, b) if b is not None and s != seat and self.coins[s] else b for s, b in enumerate(new.bids)]
        return new


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
    def apply(self, seat: int, action: Action) -> None:
        super().apply(seat, action)
        if action.kind == "challenge":
            self.step -= 1


class StepsBack(TinyPosition):
    def apply(self, seat: int, action: Action) -> None:
        super().apply(seat, action)
        if action.kind == "bid":
            self.step -= 1


class DumpsWithoutTheBids(TinyPosition):
    def dump(self) -> Json:
        return super().dump() | {"bids": [None] * self.seats}


class DumpsAnotherPosition(TinyPosition):
    def dump(self) -> Json:
        return super().dump() | {"round": self.round + 1}


class PlaysDifferently(TinyPosition):
    def play(self, seat: int, action: Action) -> list[Event]:
        events = super().play(seat, action)
        if action.kind == "show":
            self.points[0] += 1
        return events


class ChangesWhenItTells(TinyPosition):
    def events_since(self, before: Any, seat: int, action: Action) -> list[Event]:
        if action.kind == "rest":
            before.points[seat] += 1
        return super().events_since(before, seat, action)


class HidesARandomGenerator(TinyPosition):
    def apply(self, seat: int, action: Action) -> None:
        super().apply(seat, action)
        if action.kind == "rest":
            self.points[seat] += random.randrange(1000)


class TellsNothing(TinyPosition):
    def events_since(self, before: Any, seat: int, action: Action) -> list[Event]:
        return [] if action.kind == "rest" else super().events_since(before, seat, action)


class TellsSomethingElseFirst(TinyPosition):
    def events_since(self, before: Any, seat: int, action: Action) -> list[Event]:
        return [Event("rest", seat, {})] if action.kind == "rest" else super().events_since(before, seat, action)


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


class NumbersTwoActionsAlike(Tiny):
    def index(self, action: Action) -> int:
        return super().index(ACTIONS["bid 1"] if str(action) == "bid 2" else action)


class GivesTwoNumbersToAnAction(Tiny):
    @property
    def action_count(self) -> int:
        return super().action_count + 1

    def action(self, index: int) -> Action:
        return super().action(0 if index == super().action_count else index)


class MakesAnActionAnewForItsNumber(Tiny):
    def action(self, index: int) -> Action:
        action = super().action(index)
        return Action(action.text, action.kind, action.data)


class CountsFewerActionsThanThereAre(Tiny):
    @property
    def chance_count(self) -> int:
        return super().chance_count - 1


class NumbersChanceAmongTheSeats(Tiny):
    @property
    def action_count(self) -> int:
        return super().action_count + 1

    @property
    def chance_count(self) -> int:
        return super().chance_count - 1


GAMES = [cls() for cls in Tiny.__subclasses__() if cls.__module__ == __name__ and cls is not Broken]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: type(game).__name__)
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
