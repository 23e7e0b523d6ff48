"""On a phone, with fingers: the first turns of each game, and nothing to scroll sideways."""

from __future__ import annotations

import time
from random import Random

import pytest
from clicking import Clicker
from looks import check_labels, check_width
from playwright.sync_api import Locator, expect
from playwright.sync_api import TimeoutError as Timeout
from visiting import GAMES, PHONE, Visit, open_table

from texcoco.game import CHANCE, Position
from texcoco.games import find


class Finger(Clicker):
    def press(self, target: Locator) -> None:
        everything = self.page.locator("[data-do=all]")
        if self.wish == self.mexica and target.get_attribute("data-space") and everything.count():
            everything.tap()  # what is meant may be out of sight
            expect(everything).to_have_count(0)
        try:
            target.tap(timeout=2000)
        except Timeout:  # what was tapped before is refused by now, and a notice lies over the board
            self.page.locator(".notice .close").tap(timeout=2000)


def first_turn(game: str, seats: int) -> Position:
    """Where the first of several players has the turn."""
    position, rng = find(game).opening(seats), Random(5)
    while position.actors() != (0,) or position.view(None)["phase"] != "turn":
        seat = position.actors()[0]
        position.apply(seat, position.draw(rng) if seat == CHANCE else position.pick(seat, rng))
    return position


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("game", ["mexica", "yucatan"])
def test_what_is_written_on_buttons_is_in_their_names(game: str, lang: str, visit: Visit) -> None:
    position = first_turn(game, 2)
    page = visit("about:blank", size=PHONE, lang=lang)
    page.goto(f"/t/{open_table(page, game, 'me', 'random', position=position.dump())}")
    expect(page.locator("[data-tool]").first).to_be_visible()
    check_labels(page)


@pytest.mark.parametrize("game", GAMES)
def test_the_first_turns_of(game: str, visit: Visit) -> None:
    page = visit("about:blank", size=PHONE, dark=True)
    page.goto(f"/t/{open_table(page, game, *('me', 'random', 'random')[: 3 if game == 'azteco' else 2])}")
    finger = Finger(page, game, Random(5))
    end = time.monotonic() + 60
    sight = finger.look(None)
    while finger.clicks < 24:
        assert time.monotonic() < end, sight
        target = finger.manners(sight) or finger.wish(sight)
        if target is not None:
            finger.click(target)
        sight = finger.look(sight, 1500 if target is not None else 30_000)
    check_width(page)
    log = page.context.request.get(f"/api/v1/tables/{page.url.rpartition('/')[2]}").json()["states"][0]["log"]
    assert sum(line.get("event", {}).get("seat") == 0 for line in log) >= 3, "fingers did nothing"


def edges(target: Locator) -> tuple[float, float, float, float]:
    """Where something is: left, top, right, bottom."""
    box = target.bounding_box()
    assert box is not None
    return box["x"], box["y"], box["x"] + box["width"], box["y"] + box["height"]


def test_a_warrior_in_hand_is_looked_at_from_near(visit: Visit) -> None:
    position = first_turn("yucatan", 3)
    page = visit("about:blank", size=PHONE)
    page.goto(f"/t/{open_table(page, 'yucatan', 'me', 'random', 'random', position=position.dump())}")
    # the guilds stand where the tools were: nothing moves
    places = page.locator("[data-action=confirm]"), page.locator("#board")
    before = [edges(place) for place in places]
    page.locator("[data-tool=deploy]").tap()
    expect(page.locator("[data-guild]")).to_have_count(3)
    assert [edges(place) for place in places] == before
    page.locator("[data-action=cancel]").tap()
    lit = page.locator("[data-space][data-lit]")
    page.locator("[data-tool=march]").tap()
    assert edges(lit.first)[2] - edges(lit.first)[0] < 30
    lit.first.tap()
    page.wait_for_function(
        "() => document.querySelector('[data-space][data-lit]')?.getBoundingClientRect().width >= 40"
    )
    board = edges(page.locator("#board"))
    for left, top, right, bottom in map(edges, lit.all()):
        assert right - left >= 40
        assert board[0] <= left < right <= board[2]
        assert board[1] <= top < bottom <= board[3]
    page.locator("[data-action=cancel]").tap()
    expect(page.locator("[data-do=all]")).to_have_count(0)
