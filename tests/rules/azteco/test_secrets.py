"""What a seat may not know is in nothing that it gets: cards under claims, undrawn cards, artefacts looked at and kept,
sealed choices.

The contract suite plays twin games that differ in what a seat may not know. Here each secret is changed by hand, at
many positions, and everything that reaches the seat must stay the same: view, picture, legal actions, refusals and what
it hears next.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from texcoco.game import CHANCE, Impossible, Json
from texcoco.games.azteco import AZTECO, AztecoPosition
from texcoco.games.azteco.actions import ALL_ACTIONS, BALLOTS, CLAIMS
from texcoco.games.azteco.cards import AT_ONCE, CARDS, KIND_AT, KINDS
from texcoco.testing import same, sent_to

from .scene import begin, scene


def positions(seats: int, seed: int, bold: bool = False) -> Iterator[AztecoPosition]:
    """The positions of a random game; in a bold one everybody lies and believes, so that the artefact deck goes
    round."""
    position, rng = begin(seats), Random(seed)
    while actors := position.actors():
        yield position
        seat = rng.choice(actors)
        if seat == CHANCE:
            action = position.draw(rng)
        elif bold and position.phase == "claim":
            action = rng.choice([claim for claim in CLAIMS if claim.data[0] != position.cards[seat]])
        elif bold and position.phase == "vote":
            action = rng.choice([vote for vote in BALLOTS[seats][seat] if vote.kind == "believe"])
        else:
            action = position.pick(seat, rng)
        position.apply(seat, action)


def all_that_reaches(position: AztecoPosition, seat: int) -> str:
    """Everything that a seat can get out of a position, as text."""
    refusals = [position.check(seat, action) for action in ALL_ACTIONS]
    out: list[Any] = [position.view(seat), position.text(seat), [str(action) for action in position.actions(seat)]]
    out.append([None if r is None else [r.rule, r.key, dict(r.values)] for r in refusals])
    return json.dumps(out)


def swap_cards(data: Json, seat: int, rng: Random) -> bool:
    """Another card lies under somebody's claim."""
    hidden = [s for s in range(len(data["cards"])) if s != seat and s not in revealed(data)]
    if not hidden:
        return False
    data["cards"][rng.choice(hidden)] = rng.choice(CARDS)
    return True


def revealed(data: Json) -> list[int]:
    return [(data["first"] + n) % data["seats"] for n in range(data["shown"])]


def seal_otherwise(data: Json, seat: int, rng: Random) -> bool:
    """Somebody sealed another claim or another vote."""
    name = {"claim": "claims", "vote": "votes"}.get(data["phase"], "")
    sealed = [s for s in range(data["seats"]) if name and s != seat and data[name][s] is not None]
    if not sealed:
        return False
    other = rng.choice(sealed)
    data[name][other] = rng.choice(CARDS) if name == "claims" else str(rng.choice(BALLOTS[data["seats"]][other]))
    return True


def see_otherwise(data: Json, seat: int, rng: Random) -> bool:
    """The artefacts that somebody else looks at are others."""
    if not data["hand"] or data["winners"][0] == seat:
        return False
    data["hand"][rng.randrange(len(data["hand"]))] = rng.choice(KINDS)
    return True


def keep_otherwise(data: Json, seat: int, rng: Random) -> bool:
    """Somebody else looked at other artefacts and keeps another one."""
    theirs = [gain for gain in data["gains"] if gain["seat"] != seat]
    if not theirs:
        return False
    gain = rng.choice(theirs)
    at_once = AT_ONCE[KIND_AT[gain["kept"]]]
    gain["drew"] = [
        gain["kept"] if at_once else rng.choice([k for k in KINDS if not AT_ONCE[KIND_AT[k]]]),
        *rng.choices(KINDS, k=2),
    ]
    gain["kept"] = gain["drew"][0]
    return True


@pytest.mark.parametrize(
    "change", [swap_cards, seal_otherwise, see_otherwise, keep_otherwise], ids=lambda change: change.__name__
)
@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_a_secret_changes_no_byte_that_others_get(seats: int, change: Any) -> None:
    """A4, A7, A11, A22, A23: each secret by itself, changed by hand wherever it is one."""
    rng, changed = Random(seats), 0
    for seed in range(6):
        for position in positions(seats, seed):
            seat = rng.randrange(seats)
            data = position.dump()
            if rng.random() < 0.5 or not change(data, seat, rng) or same(data, position.dump()):
                continue
            try:
                other = AZTECO.load(data)
            except Impossible:  # there are not so many cards of a kind, or a reveal would have gone another way
                continue
            assert all_that_reaches(other, seat) == all_that_reaches(position, seat)
            changed += 1
    assert changed > 20


@pytest.mark.parametrize("bold", [False, True])
@pytest.mark.parametrize("seats", [3, 6])
def test_a_guess_is_the_same_to_its_seat_in_every_byte(seats: int, bold: bool) -> None:
    """A22: when the deck has gone round, what a seat saw go under must come up again."""
    rng = Random(7)
    for position in positions(seats, 11, bold):
        if rng.random() < 0.3:
            for seat in range(seats):
                guessed = AZTECO.guess(json.loads(json.dumps(position.view(seat))), rng)
                assert all_that_reaches(guessed, seat) == all_that_reaches(position, seat)


@pytest.mark.parametrize("phase", ["claim", "vote"])
def test_whatever_is_sealed_others_hear_the_same(phase: str) -> None:
    """A7, A11, A46: every choice that a seat could make, heard by every other."""
    position = next(p for p in positions(4, 5) if p.phase == phase)
    for seat in range(4):
        stories = set[tuple[str, ...]]()
        for action in position.actions(seat):
            told = position.copy().play(seat, action)
            stories.add(tuple(sent_to(other, told) for other in (None, *range(4)) if other != seat))
        assert len(stories) == 1


def test_whatever_card_is_drawn_others_hear_the_same() -> None:
    """A4: every card that may come, and every artefact that somebody else may look at (A22)."""
    for phase in ("card", "artefact"):
        position = next(p for p in positions(4, 5) if p.phase == phase)
        to = len(position.cards) if phase == "card" else position.winners[0]
        stories = set[tuple[str, ...]]()
        for action in position.actions(CHANCE):
            copy = position.copy()
            told = copy.play(CHANCE, action)
            others = [seat for seat in (None, *range(4)) if seat != to]
            stories.add(tuple(sent_to(seat, told) + json.dumps(copy.view(seat)) for seat in others))
        assert len(stories) == 1


def test_whatever_is_kept_face_down_others_hear_the_same() -> None:
    """A23: of three artefacts that score at the end, whichever is chosen."""
    table = scene("card  claim  vote\nRRR  BB  believe 1\nBB  YY  believe 2\nYY  YY  believe 1").vote()
    table.run("*: artefact rain-mask; artefact silver-idol; artefact jade-collar")
    stories = set[str]()
    for action in table.position.actions(0):
        copy = table.position.copy()
        told = copy.play(0, action)
        stories.add(sent_to(1, told) + json.dumps(copy.view(1)))
    assert len(stories) == 1


def test_a_guess_may_be_anything_that_the_seat_cannot_rule_out() -> None:
    """What seat 1 cannot see varies from guess to guess; what it can does not."""
    table = scene("card  claim  vote\nRRR  BB  believe 1\nBB  YY  believe 2\nYY  YY  believe 1").vote()
    table.run("*: artefact rain-mask; artefact silver-idol; artefact jade-collar")
    view, rng = table.position.view(1), Random(1)
    guesses = [AZTECO.guess(view, rng) for _ in range(400)]
    assert {guess.cards[0] for guess in guesses} == {CARDS.index("RRR")}  # revealed
    assert {guess.cards[1] for guess in guesses} == {CARDS.index("BB")}  # its own
    assert len({guess.cards[2] for guess in guesses}) == 27
    assert {kind for guess in guesses for kind in guess.hand} == set(range(14))


def test_a_guess_follows_the_cards_that_are_left() -> None:
    """A4: one RRR is gone and one may be there, two of BR: a guess says so."""
    table = scene("card  claim  vote\nRRR  BB  believe 1\nBB  YY  believe 2\nYY  YY  believe 1").vote()
    view, rng = table.position.view(1), Random(1)
    seen = Counter(CARDS[AZTECO.guess(view, rng).cards[2]] for _ in range(4000))
    assert 40 < seen["RRR"] < 170
    assert 130 < seen["BR"] < 280


def test_a_guess_knows_what_the_seat_itself_put_under_the_deck() -> None:
    """A22: seat 1 put all pairs under the deck, so it knows which two come next, and not in which order; seat 2 knows
    neither.
    """
    draws = [[KINDS[(n + m) % 14] for m in range(3)] for n in range(14)]
    gains = [{"seat": 1, "drew": drew, "kept": drew[0]} for drew in draws]
    table = scene("card  claim  vote\nRRR  BB  believe 1\nBB  YY  believe 2\nYY  YY  believe 1", gains=gains).vote()
    second = draws[0][2]
    table.run(f"*: artefact {second}")
    rng = Random(2)
    mine = Counter(KINDS[AZTECO.guess(table.position.view(1), rng).hand[0]] for _ in range(200))
    assert set(mine) == set(draws[0][1:])
    assert min(mine.values()) > 60
    theirs = {AZTECO.guess(table.position.view(2), rng).hand[0] for _ in range(200)}
    assert len(theirs) > 8


def test_a_guess_knows_where_a_played_artefact_lies() -> None:
    """A24: A45: everybody knows where cards that were played openly lie under the deck."""
    draws = [[KINDS[(n + m) % 14] for m in range(3)] for n in range(8, 22)]
    gains = [{"seat": 1, "drew": drew, "kept": drew[0]} for drew in draws]
    table = scene("card  claim  vote\nRRR  BB  believe 1\nBB  YY  believe 2\nYY  YY  believe 1", gains=gains).vote()
    view, rng = table.position.view(2), Random(2)
    assert view["deck"]["under"][:2] == [["?", "?"], ["copal"]]
    for _ in range(50):
        assert AZTECO.guess(view, rng).under[1] == (KIND_AT["copal"],)
