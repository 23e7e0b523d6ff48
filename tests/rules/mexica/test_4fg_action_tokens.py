"""Chapters 4F and 4G: taking and spending action tokens."""

from __future__ import annotations

from .scene import allowed, legal, play, refused, scene


def test_taking_a_token_costs_a_point() -> None:
    """M-TAKE."""
    position = scene()
    play(position, "take")
    after = position.dump()
    assert (after["ap"], after["tokens"], after["token_supply"], after["taken"]) == (5, [1, 0, 0], 11, 1)


def test_at_most_two_are_taken_in_a_turn() -> None:
    """M-TAKE."""
    position = scene()
    play(position, "take", "take")
    assert refused(position, "take").key == "refuse.taken-enough"
    play(position, "end", "end", "end")
    assert allowed(position, "take")


def test_the_limit_counts_takes_not_tokens_held() -> None:
    """M-TAKE: spending does not give a take back, and holding many does not take one away."""
    position = scene()
    play(position, "take", "spend", "take", "spend")
    assert refused(position, "take").key == "refuse.taken-enough"
    assert allowed(scene(tokens=[9, 0, 0]), "take")


def test_when_the_supply_is_empty_none_is_taken() -> None:
    """M-TAKE: for the moment; a spent one can be taken again at once."""
    position = scene(tokens=[1, 5, 6])
    assert refused(position, "take").key == "refuse.no-tokens-left"
    play(position, "spend")
    assert allowed(position, "take")


def test_without_a_point_none_is_taken() -> None:
    """M-TAKE."""
    assert refused(scene(ap=0), "take").key == "refuse.too-dear"


def test_spending_is_free_and_gives_a_point_beyond_six() -> None:
    """M-SPEND: as many as one has; they go back to the supply at once."""
    position = scene(tokens=[3, 1, 0])
    play(position, "spend", "spend", "spend")
    after = position.dump()
    assert (after["ap"], after["tokens"], after["token_supply"]) == (9, [0, 1, 0], 11)
    assert refused(position, "spend").key == "refuse.no-tokens"


def test_a_token_may_be_spent_when_no_point_is_left() -> None:
    """M-SPEND."""
    position = scene(ap=0, tokens=[2, 0, 0])
    assert legal(position) == {"spend", "end"}
    play(position, "spend")
    assert position.dump()["ap"] == 1


def test_a_token_taken_this_turn_may_be_spent_this_turn() -> None:
    """M-SPEND, M-TAKE."""
    position = scene(ap=1)
    play(position, "take", "spend", "walk H5")
    assert position.dump()["ap"] == 0


def test_points_from_tokens_are_lost_with_the_turn_like_all_others() -> None:
    """M-SPEND, M-TURN."""
    position = scene(tokens=[3, 0, 0])
    play(position, "spend", "end", "end", "end")
    assert (position.dump()["ap"], position.dump()["tokens"][0]) == (6, 2)
