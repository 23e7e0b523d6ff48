"""What of a view is the same for everybody is told apart from what is a viewer's own; a server makes it once for
all."""

from __future__ import annotations

from random import Random

import pytest

from texcoco.game import CHANCE, make_part
from texcoco.games import GAMES, find

OWN_FIELDS = {
    "mexica": {"seat"},
    "yucatan": {"seat", "warriors", "reserves"},
    "azteco": {"seat", "cards", "claims", "votes", "hand", "gains", "kept", "deck", "worth"},
}


@pytest.mark.parametrize("name", GAMES)
def test_public_fields_are_the_same_in_all_views_and_the_others_differ_at_times(name: str) -> None:
    game, rng, differ = find(name), Random(1), set[str]()
    position = game.opening(game.seats[-1], {})
    while position.actors():
        seat = position.actors()[0]
        action = position.draw(rng) if seat == CHANCE else position.pick(seat, rng)
        position.play(seat, action)
        if rng.random() < 0.3:
            spectator = position.view(None)
            assert position.seat_on_turn() == spectator.get("turn")
            public = position.views(make_part).public_fields
            for viewer in range(position.seats):
                view = position.view(viewer)
                assert {field: view[field] for field in public} == public
                differ |= {field for field in view if view[field] != spectator[field]}
    assert differ == OWN_FIELDS[name]


@pytest.mark.parametrize("name", GAMES)
def test_there_is_no_view_for_a_seat_that_is_not_there(name: str) -> None:
    """Nor for chance: -1 would count from the end, and show what the last seat has."""
    game, rng = find(name), Random(1)
    position = game.opening(game.seats[0], {})
    for _ in range(30):
        seat = position.actors()[0]
        position.apply(seat, position.draw(rng) if seat == CHANCE else position.pick(seat, rng))
        for nobody in (CHANCE, -2, -3, position.seats):
            with pytest.raises(ValueError, match=f"no seat {nobody}"):
                position.view(nobody)
            with pytest.raises(ValueError, match=f"no seat {nobody}"):
                position.views(make_part).own_fields(nobody)
