"""Step 1: taking jewels from the temple."""

from __future__ import annotations

from itertools import permutations

import pytest
from party import Party

from texcoco.game import Unreadable
from texcoco.games.azteco import AZTECO
from texcoco.games.azteco.cards import CARDS
from texcoco.tables.states import state_of

from .scene import dealt, legal, refused, scene


def test_everybody_draws_a_card_and_all_claim_at_once() -> None:
    table = dealt(4, "BBY", "RRR", "YY", "BR")
    assert table.position.phase == "claim"
    assert table.position.actors() == (0, 1, 2, 3)


def test_a_seat_may_take_the_jewels_of_its_card_or_bluff() -> None:
    """The rulebook's example: with two blue and a yellow on the card, two blue and a red are taken."""
    table = dealt(3, "BBY", "RRR", "YY").run("0: claim BBR")
    assert table.position.view(0)["claims"] == ["BBR", None, None]


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_a_claim_looks_like_a_card(seat: int) -> None:
    """A5: all 27 compositions may be claimed, whatever the card."""
    table = dealt(3, "BBY", "RRR", "YY")
    assert legal(table.position, seat) == {f"claim {letters}" for letters in CARDS}


@pytest.mark.parametrize("letters", ["B", "BBBBB", "YYYRR", "BYRBYR"])
def test_a_claim_has_2_to_4_jewels(letters: str) -> None:
    """A5."""
    refusal = refused(dealt(3, "BBY", "RRR", "YY").position, 0, f"claim {letters}")
    assert (refusal.rule, refusal.key, refusal.values["count"]) == ("A5", "refuse.claim.size", len(letters))


@pytest.mark.parametrize("letters", ["BYR", "BBYR", "BYYR", "BYRR"])
def test_a_claim_has_at_most_two_colours(letters: str) -> None:
    """A5."""
    refusal = refused(dealt(3, "BBY", "RRR", "YY").position, 0, f"claim {letters}")
    assert (refusal.rule, refusal.key, refusal.values["count"]) == ("A5", "refuse.claim.colours", 3)


def test_claims_are_sealed_until_all_are_made() -> None:
    """A7."""
    table = dealt(3, "BBY", "RRR", "YY").run("1: claim RRR", "0: claim BBR")
    assert table.position.actors() == (2,)
    assert table.position.view(2)["claims"] == ["?", "?", None]
    assert table.position.view(0)["claims"] == ["BBR", "?", None]
    heard = [event.to(2) for event in table.told if event.key == "claim"]
    assert [event.values for event in heard if event is not None] == [{"action": "claim ?", "jewels": "?"}] * 2
    assert table.heard("claimed") == []


def test_when_all_are_made_claims_are_shown_together_and_the_cards_stay_hidden() -> None:
    """A7."""
    table = dealt(3, "BBY", "RRR", "YY").run("1: claim RRR", "0: claim BBR", "2: claim YY")
    assert table.heard("claimed") == [
        (0, {"jewels": "BBR"}),
        (1, {"jewels": "RRR"}),
        (2, {"jewels": "YY"}),
    ]
    for seat in (None, 0, 1, 2):
        view = table.position.view(seat)
        assert view["claims"] == ["BBR", "RRR", "YY"]
        assert view["cards"] == [card if seat == s else "?" for s, card in enumerate(("BBY", "RRR", "YY"))]


def test_in_whatever_order_claims_are_made_the_same_comes_of_it() -> None:
    """A7."""
    lines = ("0: claim BBR", "1: claim RRR", "2: claim YY")
    keys = {dealt(3, "BBY", "RRR", "YY").run(*order).position.key() for order in permutations(lines)}
    assert len(keys) == 1


def test_while_claims_are_awaited_nothing_else_can_be_done() -> None:
    """A7."""
    position = dealt(3, "BBY", "RRR", "YY").position
    for text in ("accuse 1", "keep 0", "take BB", "swap none"):
        assert refused(position, 0, text).rule == "A7"


def test_a_choice_is_made_once_and_the_last_one_closes_the_step() -> None:
    """A46: the engine takes one sealed choice a seat (taking it back is the table's undo); the step is the same until
    all have chosen.
    """
    table = dealt(3, "BBY", "RRR", "YY")
    step = table.position.step
    table.run("0: claim BBR", "1: claim RRR")
    refusal = refused(table.position, 0, "claim BBY")
    assert (refusal.rule, refusal.key) == ("A46", "refuse.sealed.claim")
    assert table.position.step == step
    table.run("2: claim YY")
    assert table.position.step == step + 1
    assert table.position.phase == "vote"


def test_the_others_see_that_a_seat_has_chosen_and_not_what() -> None:
    """A46: whatever is sealed, and if it was another choice before, no other seat's bytes differ."""
    views = [dealt(3, "BBY", "RRR", "YY").run(f"0: claim {letters}").position.view(1) for letters in CARDS]
    assert all(view == views[0] for view in views)
    assert views[0]["waiting"] == [1, 2]


def test_a_sealed_claim_can_be_changed_and_the_first_one_counts_until_then() -> None:
    """A46: at the table. Whoever changes it sees what was sealed first; the others see that there is a claim, and
    nothing else.
    """
    party = Party("azteco", seats=3).start()
    party.play(0, "claim BBR")
    others = [state_of(party.table, viewer) for viewer in (None, 1, 2)]
    party.do(0, "undo", seat=0)
    assert state_of(party.table, 0)["sealed"]["values"]["jewels"] == "BBR"
    assert "claim YY" in state_of(party.table, 0)["actions"]
    assert [state_of(party.table, viewer) for viewer in (None, 1, 2)] == others
    changed = party.aside()
    changed.play(0, "claim YY")
    assert [state_of(changed.table, viewer) for viewer in (None, 1, 2)] == others
    for table, claim in ((party, "BBR"), (changed, "YY")):
        table.play(1, "claim RR")
        table.play(2, "claim RR")
        assert state_of(table.table, 1)["view"]["claims"] == [claim, "RR", "RR"]


def test_players_say_what_they_like_and_nothing_of_it_binds_them() -> None:
    """A40: what is said goes to all who are at the table; the game neither knows of it nor is changed by it."""
    for text in ("announce BBR", "say BBR", "I have BBR"):
        with pytest.raises(Unreadable):
            AZTECO.parse(text)
    party = Party("azteco", seats=3).start()
    before, offered = state_of(party.table, 0)["view"], state_of(party.table, 0)["actions"]
    party.do(0, "chat", text="I take two blue and a red")
    for viewer in (None, 0, 1, 2):
        assert state_of(party.table, viewer)["log"][-1]["text"] == "I take two blue and a red"
    assert (state_of(party.table, 0)["view"], state_of(party.table, 0)["actions"]) == (before, offered)
    party.play(0, "claim YY")
    assert state_of(party.table, 0)["view"]["claims"][0] == "YY"


SHORT = """
    card  claim  vote       jewels
    BBBB  BBBB   believe 1  BBBBBBBBBBBBBBBBBBBB
    RRR   BBB    believe 2  BBBBBBBBBBBBB
    YY    BB     believe 0  BBBBB
"""
"""38 blue jewels are in reserves: two are left, for nine that are claimed."""


def claims(**options: object) -> list[str]:
    given = scene(SHORT).position.dump()
    given |= {"phase": "claim", "claims": [None, None, None], "served": [], "options": options}
    position = AZTECO.load(given)
    for seat, letters in enumerate(("BBBB", "BBB", "BB")):
        position.play(seat, AZTECO.parse(f"claim {letters}"))
    return position.dump()["served"]


def test_there_are_always_jewels_enough() -> None:
    """A8."""
    assert claims() == ["BBBB", "BBB", "BB"]


def test_with_strict_supply_claims_are_served_clockwise_from_the_first_player() -> None:
    """A8."""
    assert claims(strict_supply=True) == ["BB", "", ""]


def test_the_first_player_is_served_first_whatever_the_seat() -> None:
    """A8."""
    given = scene(SHORT).position.dump()
    given |= {
        "phase": "claim",
        "claims": [None, None, None],
        "served": [],
        "options": {"strict_supply": True},
        "first": 1,
    }
    position = AZTECO.load(given)
    told = [e for s, t in ((2, "BB"), (1, "BBB"), (0, "BBBB")) for e in position.play(s, AZTECO.parse(f"claim {t}"))]
    assert position.dump()["served"] == ["", "BB", ""]
    assert [(e.seat, e.values["jewels"]) for e in told if e.key == "short"] == [(1, "BB"), (2, "none"), (0, "none")]


def test_truth_is_judged_on_the_claim_even_if_less_was_served() -> None:
    """A8."""
    table = scene(SHORT, options={"strict_supply": True}, served=["BB", "", ""]).vote()
    assert table.heard("reveal")[0] == (0, {"jewels": "BBBB", "case": "truth"})
    assert table.jewels(0) == [22, 0, 0]
    assert table.position.temple() == [0, 40, 40]


def test_a_liar_caught_puts_back_first_and_then_takes_what_is_left_of_the_card() -> None:
    """A8."""
    picture = """
        card  claim  vote       jewels
        BBBB  BBB    believe 1  BBBBBBBBBBBBBBBBBBBB
        RR    RR     accuse 0   BBBBBBBBBBBBBBBBB
        YY    YY     believe 1  -
    """
    table = scene(picture, options={"strict_supply": True}).vote()
    assert table.heard("receive")[0] == (0, {"jewels": "BBB"})
    assert table.jewels(0) == [23, 0, 0]
    assert table.position.temple() == [0, 38, 38]
