"""Several players at one screen: a curtain falls between them, and behind it there is nothing to be found."""

from __future__ import annotations

from random import Random

import pytest
from clicking import Clicker
from looks import check_access, check_words
from playwright.sync_api import Page, expect
from visiting import Visit, open_table


def secrets(page: Page, table: str, game: str) -> list[str]:
    """What in the page would give a hidden card or guild away, as labels say it."""
    words = page.context.request.get(f"/api/v1/games/{game}/text?lang=en").json()
    states = page.context.request.get(f"/api/v1/tables/{table}").json()["states"]
    if game == "azteco":
        return [words[f"jewels.{state['view']['cards'][state['seat']]}"] for state in states]
    return [words[f"guild.{name}"] for name in ("jaguar", "serpent", "hummingbird")]


@pytest.mark.parametrize(("game", "seats"), [("azteco", ("me", "me", "random")), ("yucatan", ("me", "me"))])
def test_a_curtain_hides_what_the_other_may_not_see(game: str, seats: tuple[str, ...], visit: Visit) -> None:
    page = visit("about:blank")
    table = open_table(page, game, *seats)
    page.goto(f"/t/{table}")
    clicker = Clicker(page, game, Random(4))
    hands = 0
    sight = clicker.look(None)
    while hands < 6:
        if sight["covered"]:
            shown = page.content()
            for secret in secrets(page, table, game):
                assert secret not in shown
            assert page.locator("[data-card], [data-space], [data-guild]").count() == 0
            if hands == 0:
                check_access(page)
                check_words(page)
            hands += 1
        sight = clicker.step(sight)


def test_mexica_needs_no_curtain(visit: Visit) -> None:
    page = visit("about:blank")
    page.goto(f"/t/{open_table(page, 'mexica', 'me', 'me')}")
    clicker = Clicker(page, "mexica", Random(4))
    sight = clicker.look(None)
    while clicker.clicks < 2:
        assert not sight["covered"]
        target = clicker.wish(sight)
        if target is not None:
            clicker.click(target)
        sight = clicker.look(sight)
    expect(page.locator("[data-noble]")).to_have_count(2)
