"""At a desk: what is said lies beside what it is about, nothing moves that one is about to press, and signs have
words."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from board_clicks import BoardClicker
from clicking import Clicker
from playwright.sync_api import Locator, Page, expect
from rules.mexica.scene import scene_json
from visiting import GAMES, Visit, open_table

SIZES = [(1280, 800), (1440, 900)]
NEAR = 400
"""Pixels: a glance."""
BUTTONS = ".side .todo button, .side [role=tablist] button"
WORDLESS = """
() => [...document.querySelectorAll('.players .has svg, .todo svg')]
  .filter((sign) => sign.checkVisibility() && !sign.closest('button, [title]') && !sign.querySelector('title'))
  .filter((sign) => !sign.closest('[data-whose]'))
  .map((sign) => sign.parentElement.outerHTML.slice(0, 160))
"""
"""Signs that do not say what they are when the pointer rests on them. The mark of a player stands beside the name."""


def at_the_table(visit: Visit, game: str, size: tuple[int, int]) -> Page:
    page = visit("about:blank", size=size)
    more: dict[str, Any] = {"position": scene_json()} if game == "mexica" else {"options": {"first": "0"}}
    page.goto(f"/t/{open_table(page, game, 'me', 'random', 'random', **more)}")
    expect(page.locator("[data-do=hint]")).to_be_visible()
    return page


def box(of: Locator) -> dict[str, float]:
    found = of.bounding_box()
    assert found, of
    return {**found}


def overlap(one: dict[str, float], other: dict[str, float]) -> bool:
    return all(
        one[at] < other[at] + other[length] and other[at] < one[at] + one[length]
        for at, length in (("x", "width"), ("y", "height"))
    )


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize(
    ("game", "refused"),
    [("mexica", "[data-tool=found]"), ("yucatan", '[data-space="A1"]'), ("azteco", "[data-jewel=R]")],
)
def test_a_refusal_is_near_the_click_and_covers_no_button(
    visit: Visit, game: str, refused: str, size: tuple[int, int]
) -> None:
    page = at_the_table(visit, game, size)
    if game == "azteco":  # a claim has two colours at most
        page.locator("[data-jewel=B]").click()
        page.locator("[data-jewel=Y]").click()
    page.locator(refused).click(force=True)
    notice = page.locator("[data-notice]")
    expect(notice).to_be_visible()
    said, clicked = box(notice), box(page.locator(refused))
    for at, length in (("x", "width"), ("y", "height")):
        between = max(said[at] - clicked[at] - clicked[length], clicked[at] - said[at] - said[length])
        assert between <= NEAR, (said, clicked)
    for button in page.locator(BUTTONS).all():
        assert not overlap(said, box(button)), button.inner_text()


@pytest.mark.parametrize("game", GAMES)
def test_a_hint_moves_neither_the_board_nor_the_buttons(visit: Visit, game: str) -> None:
    page = at_the_table(visit, game, SIZES[0])
    buttons = page.locator(".side .todo button").all()
    before = [box(page.locator("#board")), *map(box, buttons)]
    page.locator("[data-do=hint]").click()
    expect(page.locator("[data-advice]")).to_be_visible()
    expect(page.locator("[data-advice]")).to_be_in_viewport(ratio=1)
    assert [box(page.locator("#board")), *map(box, buttons)] == before


@pytest.mark.parametrize("game", GAMES)
def test_every_sign_beside_the_board_says_what_it_is(visit: Visit, game: str) -> None:
    page = at_the_table(visit, game, SIZES[0])
    assert page.evaluate(WORDLESS) == []


def test_the_menu_says_what_leaving_does_and_whether_anybody_waits(visit: Visit) -> None:
    page = at_the_table(visit, "mexica", SIZES[0])
    page.locator("[data-do=menu]").click()
    for item in ("leave", "resign", "delete"):
        expect(page.locator(f"[data-menu={item}] small")).not_to_be_empty()
    expect(page.locator("[data-menu=leave]")).to_contain_text("the game waits for you")
    page.locator("[data-menu=leave]").click()
    expect(page.locator("dialog")).to_contain_text("The game waits for you")
    guest = visit(page.url)
    guest.locator("[data-do=menu]").click()
    expect(guest.locator("[data-menu=share]")).to_be_visible()
    expect(guest.locator("[data-menu=delete], [data-menu=leave], [data-menu=resign]")).to_have_count(0)


def test_what_others_did_has_the_width_of_the_side_and_marks_whose_turn_it_was(visit: Visit) -> None:
    page = visit("about:blank")
    page.goto(f"/t/{open_table(page, 'mexica', 'me', 'random', 'random', options={'first': '0'})}")
    Clicker(page, "mexica", Random(1)).play_until_told(2)
    lines, side = box(page.locator("[data-recap-do=run]")), box(page.locator(".side"))
    assert lines["width"] > 0.9 * side["width"]
    page.locator("[data-recap-do=back]").click()
    expect(page.locator("[data-do=now]")).to_be_visible()
    expect(page.locator(".players [aria-current=true]")).not_to_have_attribute("data-seat", "0")
    page.keyboard.press("Escape")
    expect(page.locator(".players [aria-current=true]")).to_have_attribute("data-seat", "0")


def test_after_a_turn_the_first_screen_names_the_game_that_waits(visit: Visit) -> None:
    page = at_the_table(visit, "mexica", SIZES[0])
    BoardClicker(page, "mexica").do("take")
    table = page.url.rpartition("/")[2]
    page.goto("/")
    waits = page.locator(f'[data-turn="{table}"]')
    expect(waits).to_be_in_viewport(ratio=1)
    waits.click()
    expect(page.locator("[data-action=end]")).to_be_visible()


CUT = """
() => [...document.querySelectorAll('.players li :is(.about, .has)')]
  .filter((each) => each.scrollWidth > each.clientWidth + 1)
  .map((each) => `${each.textContent} ${each.scrollWidth} > ${each.clientWidth}`)
"""


def sit_down(visit: Visit, page: Page, table: str, seat: int, name: str) -> Page:
    """Somebody else at the table."""
    other = visit(f"/t/{table}")
    sit = {"id": "sit", "do": "sit", "seat": seat, "name": name}
    assert other.context.request.post(f"/api/v1/tables/{table}/commands", data=sit).ok
    return other


@pytest.mark.parametrize(("width", "lang"), [(1024, "fr"), (1280, "en"), (1440, "fr")])
@pytest.mark.parametrize("game", GAMES)
def test_a_player_with_a_clock_has_two_lines(visit: Visit, game: str, width: int, lang: str) -> None:
    """The name with all that is said of the person and their time, and below it what they have."""
    page = visit("about:blank", size=(width, 800), lang=lang)
    clock = {"minutes": 150, "increment": 20}
    seats = ("me", "open", "3", "3")
    name = "Maximiliana the Great"
    table = open_table(page, game, *seats, start=False, public=True, clock=clock, name=name)
    sit_down(visit, page, table, 1, "Bartholomew the Wise")
    start = {"id": "start", "do": "start"}
    assert page.context.request.post(f"/api/v1/tables/{table}/commands", data=start).ok
    page.goto(f"/t/{table}")
    rows = page.locator(".players li[data-seat]")
    expect(rows).to_have_count(4)
    expect(page.locator(".players [role=timer]")).to_have_count(2)
    assert [round(box(row)["height"]) for row in rows.all() if box(row)["height"] > 56] == []
    assert page.evaluate(CUT) == []


def test_the_tabs_stay_where_they_are_while_others_play(visit: Visit) -> None:
    page = visit("about:blank")
    table = open_table(page, "mexica", "me", "open", "random", start=False, public=True, position=scene_json())
    sit_down(visit, page, table, 1, "Bruno")  # who does nothing
    start = {"id": "start", "do": "start"}
    assert page.context.request.post(f"/api/v1/tables/{table}/commands", data=start).ok
    page.goto(f"/t/{table}")
    tabs = page.locator(".side [role=tablist]")
    expect(page.locator("[data-tool=canal]")).to_be_visible()
    before = box(tabs)
    BoardClicker(page, "mexica").do("end")
    expect(page.locator("[data-tool]")).to_have_count(0)
    assert box(tabs) == before
