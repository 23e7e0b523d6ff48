"""A whole game, played by clicks against bots to its end. Azteco's is in test_one_screen."""

from __future__ import annotations

from random import Random

import pytest
from clicking import Clicker
from looks import check_access
from playwright.sync_api import expect
from visiting import Visit, open_table


@pytest.mark.parametrize(
    ("game", "seats", "options"),
    [
        ("mexica", ("me", "random"), {}),
        ("yucatan", ("me", "greedy"), {"rounds": 50}),
    ],
    ids=["mexica", "yucatan"],
)
def test_a_whole_game_of(game: str, seats: tuple[str, ...], options: dict[str, object], visit: Visit) -> None:
    page = visit()
    table = open_table(page, game, *seats, options=options)
    page.goto(f"/t/{table}")
    Clicker(page, game, Random(7)).play(seconds=300)
    expect(page.locator("[data-result] h2")).not_to_be_empty()
    expect(page.locator("[data-result] ol > li")).to_have_count(len(seats))
    check_access(page)
    page.locator("[data-result] [data-do=replay]").click()
    expect(page.locator("[data-timeline=slider]")).to_be_visible()
    page.go_back()
    page.locator("[data-result] [data-do=rematch]").click()
    expect(page.locator("[data-prompt]")).to_be_visible()  # at once: nobody is waited for
