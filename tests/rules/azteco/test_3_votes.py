"""Step 2: everybody plays a token."""

from __future__ import annotations

import pytest

from texcoco.game import Unreadable
from texcoco.games.azteco import AZTECO

from .scene import legal, refused, scene

FOUR = """
    card  claim  vote
    RRR   RRR    believe 1
    BY    YY     believe 0
    BB    BB     accuse 0
    BR    BR     accuse 1
"""


def test_all_vote_at_once() -> None:
    assert scene(FOUR).position.actors() == (0, 1, 2, 3)


def test_nobody_votes_on_oneself() -> None:
    """A9."""
    position = scene(FOUR).position
    for text in ("believe 2", "accuse 2"):
        refusal = refused(position, 2, text)
        assert (refusal.rule, refusal.key) == ("A9", "refuse.vote.oneself")


def test_a_vote_is_one_token_on_one_opponent_with_one_face() -> None:
    """A10."""
    assert legal(scene(FOUR).position, 1) == {"believe 0", "accuse 0", "believe 2", "accuse 2", "believe 3", "accuse 3"}
    refusal = refused(scene(FOUR).position, 1, "accuse 4")
    assert (refusal.rule, refusal.values["last"]) == ("A1", 3)


def test_nobody_abstains() -> None:
    """A10."""
    position = scene(FOUR).position
    assert refused(position, 0, "claim BB").rule == "A10"
    for text in ("pass", "abstain", "believe", "accuse ?"):
        with pytest.raises(Unreadable):
            AZTECO.parse(text)
    for seat in range(3):
        position.play(seat, AZTECO.parse("believe 3"))
    assert position.phase == "vote"
    assert position.actors() == (3,)


def test_target_and_face_are_sealed() -> None:
    """A11: that somebody has voted is seen; neither on whom nor how, and `vote ?` does not tell believe from accuse."""
    table = scene(FOUR).run("2: accuse 0", "0: believe 1")
    assert table.position.view(1)["votes"] == ["?", None, "?", None]
    assert table.position.view(2)["votes"] == ["?", None, "accuse 0", None]
    heard = [event.to(1) for event in table.told]
    assert [event.values for event in heard if event is not None] == [
        {"action": "vote ?", "vote": "?", "target": "?"}
    ] * 2


def test_votes_are_shown_together() -> None:
    """A11."""
    table = scene(FOUR).vote()
    assert [seat for seat, _ in table.heard("voted")] == [0, 1, 2, 3]
    assert table.position.view(None)["rounds"][0]["votes"] == ["believe 1", "believe 0", "accuse 0", "accuse 1"]


def test_a_vote_is_made_once() -> None:
    """A46."""
    table = scene(FOUR).run("2: accuse 0")
    refusal = refused(table.position, 2, "accuse 1")
    assert (refusal.rule, refusal.key) == ("A46", "refuse.sealed.vote")


def test_what_is_sealed_changes_no_byte_for_others() -> None:
    """A46."""
    position = scene(FOUR).position
    views = []
    for action in position.actions(3):
        copy = position.copy()
        copy.play(3, action)
        views.append([copy.view(seat) for seat in (None, 0, 1, 2)])
    assert all(view == views[0] for view in views)
