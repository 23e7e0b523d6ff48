"""Hints on the board, tables without hints, and chat while the keyboard of a phone is up."""

from __future__ import annotations

import re

import pytest
from board_clicks import BoardClicker
from playwright.sync_api import Page, Route, expect
from visiting import PHONE, Visit, open_table

COVERED = """
Object.defineProperty(window, 'visualViewport', {
  value: Object.assign(new EventTarget(), { height: innerHeight, width: innerWidth, scale: 1, offsetTop: 0 }),
});
"""
"""A visual viewport that a test makes smaller, as Safari does when its keyboard lies over the page."""


def test_the_steps_of_a_hint_have_the_same_numbers_in_words_and_on_the_board(visit: Visit) -> None:
    page = visit("about:blank")
    page.goto(f"/t/{open_table(page, 'mexica', 'me', 'random', options={'first': '0'})}")
    page.locator("[data-space][data-lit], [data-space]").first.wait_for()
    table = page.url.rpartition("/")[2]
    page.route(
        f"**/tables/{table}/hint?*",
        lambda route: route.fulfill(
            json={
                "action": "canal E2 F2",
                "plan": ["canal E2 F2", "walk H5", "walk H4", "temple K3 2", "end"],
                "hint": "To do: (1) dig at E2 and F2, (2) go to H4, (3) build a temple of level 2 at K3.",
            }
        ),
    )
    page.locator("[data-do=hint]").click()
    expect(page.locator("[data-advice]")).to_contain_text("(3) build")
    steps = page.locator("[data-step]")
    expect(steps).to_have_text(["1", "2", "3"])
    page.locator("[data-advice] button").click()
    expect(steps).to_have_count(0)


def test_a_hint_of_several_steps_stays_while_it_is_followed(visit: Visit) -> None:
    page = visit("about:blank")
    table = open_table(page, "mexica", "me", "random", "random", options={"first": "0"})  # without neutral temples
    page.goto(f"/t/{table}")
    clicker = BoardClicker(page, "mexica")
    clicker.do("start H6")
    expect(page.locator("[data-action=end]")).to_be_visible()
    plan = ["take", "canal C5 C6", "canal E2 F2", "walk H5", "end"]
    page.route(
        f"**/tables/{table}/hint?*",
        lambda route: route.fulfill(json={"action": plan[0], "plan": plan, "hint": "(1) C5, (2) E2, (3) H5."}),
    )
    page.locator("[data-do=hint]").click()
    advice, steps = page.locator("[data-advice]"), page.locator("[data-step]")
    take = page.locator("[data-action=take]")
    expect(take).to_have_class(re.compile("hinted"))
    clicker.do("take")
    expect(take).not_to_have_class(re.compile("hinted"))  # done: the next is pointed at
    expect(steps).to_have_text(["1", "2", "3"])
    clicker.do("canal C5 C6")
    expect(steps).to_have_text(["2", "3"])
    expect(advice).to_contain_text("(2) E2")
    clicker.do("canal G10 G11")  # something else
    expect(advice).to_have_count(0)
    expect(steps).to_have_count(0)


def test_a_hint_covers_no_space_that_it_names(visit: Visit) -> None:
    page = visit("about:blank", size=(360, 640), has_touch=True, is_mobile=True, lang="fr")
    table = open_table(page, "yucatan", "me", "random", options={"first": "0"})
    named = ""

    def answer(route: Route) -> None:
        route.fulfill(json={"action": f"village {named}", "plan": [f"village {named}"], "hint": "Posez-le là. " * 9})

    page.route(f"**/tables/{table}/hint?*", answer)
    page.goto(f"/t/{table}")
    lit = page.locator("[data-space][data-lit]")
    expect(lit.first).to_be_visible()
    board = page.locator("#board")
    spaces = sorted(page.locator("[data-space]").all(), key=lambda space: (space.bounding_box() or {"y": 0})["y"])
    for space in (spaces[0], spaces[-1]):  # the highest and the lowest of the map
        named = str(space.get_attribute("data-space"))
        page.locator("[data-do=hint]").tap()
        advice = page.locator("[data-advice]")
        expect(advice).to_be_visible()
        page.wait_for_timeout(500)
        card, at, stage = advice.bounding_box(), space.bounding_box(), board.bounding_box()
        assert card
        assert at
        assert stage
        assert stage["y"] <= at["y"] <= stage["y"] + stage["height"] - at["height"]
        assert at["y"] + at["height"] <= card["y"] or at["y"] >= card["y"] + card["height"], named
        assert at["width"] >= 40, "so large that its label is drawn"
        advice.get_by_role("button").tap()


def ask(page: Page) -> str:
    """Opens a table of Mexica, and asks for a hint; gives the table."""
    table = open_table(page, "mexica", "me", "random", options={"first": "0"})
    page.goto(f"/t/{table}")
    page.locator("[data-do=hint]").click()
    expect(page.locator("[data-advice]")).to_be_visible()
    return table


def test_a_hint_stays_while_others_talk_and_goes_with_the_choice(visit: Visit) -> None:
    page = visit("about:blank")
    table = ask(page)
    said = {"id": "c", "do": "chat", "seat": 0, "text": "Hola"}  # from another device
    assert page.context.request.post(f"/api/v1/tables/{table}/commands", data=said).ok
    page.locator("[data-tab=chat]").click()
    expect(page.locator(".chat .said")).to_contain_text("Hola")
    expect(page.locator("[data-advice]")).to_be_visible()
    page.locator("[data-space][data-legal]").first.click()
    page.locator("[data-action=confirm]").click()
    expect(page.locator("[data-advice]")).to_have_count(0)


def test_a_phone_that_looks_from_near_shows_all_steps_of_a_hint(visit: Visit) -> None:
    page = visit("about:blank", size=PHONE, lang="fr")
    table = open_table(page, "mexica", "me", "random", options={"first": "0"})
    page.route(
        f"**/tables/{table}/hint?*",
        lambda route: route.fulfill(
            json={"action": "canal B2", "plan": ["canal B2", "canal U8"], "hint": "(1) B2, (2) U8. " + 20 * "Blabla. "}
        ),
    )
    page.goto(f"/t/{table}")
    page.locator("[data-space][data-legal]").first.tap()
    page.locator("[data-action=confirm]").tap()
    page.locator("[data-tool=canal]").tap()
    page.locator('[data-space="H10"]').tap()
    expect(page.locator("[data-do=all]")).to_be_visible()  # nearer than the whole board
    page.locator("[data-do=hint]").tap()
    advice = page.locator("[data-advice]")
    expect(page.locator("[data-step]")).to_have_text(["1", "2"])
    expect(page.locator("[data-do=all]")).to_have_count(0)
    top = advice.bounding_box()
    for step in page.locator("[data-step]").all():
        expect(step).to_be_in_viewport(ratio=1)
        box = step.bounding_box()
        assert top
        assert box
        assert box["y"] + box["height"] <= top["y"]
    assert advice.locator("p").evaluate("said => said.scrollHeight <= said.clientHeight"), "the hint is cut"
    # who goes on comes near again
    page.locator('[data-space="B2"]').tap()
    expect(page.locator("[data-do=all]")).to_be_visible()


def test_a_table_without_hints_tells_everybody(visit: Visit) -> None:
    page = visit("/new/mexica")
    page.locator("[data-choice=hints]").uncheck()
    page.locator("[data-open]").click()
    expect(page.locator("[data-hints-off]")).to_be_visible()
    page.goto(f"/t/{open_table(page, 'mexica', 'me', 'random', options={'first': '0'}, hints=False)}")
    expect(page.locator("[data-prompt]")).to_have_text(re.compile(r"\w+"))
    expect(page.locator(".controls, [data-space]").first).to_be_visible()
    expect(page.locator("[data-do=hint]")).to_have_count(0)
    page.keyboard.press("h")
    expect(page.locator(".notice")).to_contain_text("No hints")


def chat(page: Page) -> None:
    page.goto(f"/t/{open_table(page, 'mexica', 'me', 'random', options={'first': '0'})}")
    page.locator("[data-tab=chat]").tap()
    page.locator(".chat input").tap()


@pytest.mark.parametrize("lies_over", [False, True])
def test_the_chat_is_above_the_keyboard(visit: Visit, lies_over: bool) -> None:
    page = visit("about:blank", size=PHONE)
    if lies_over:
        page.add_init_script(COVERED)
    chat(page)
    expect(page.locator("button.strip")).to_be_visible()
    if lies_over:
        page.evaluate("visualViewport.height = 400; visualViewport.dispatchEvent(new Event('resize'))")
    else:
        page.set_viewport_size({"width": PHONE[0], "height": 400})
    expect(page.locator("button.strip")).to_be_hidden()
    field, said = page.locator(".chat input").bounding_box(), page.locator(".chat .said").bounding_box()
    assert field is not None
    assert said is not None
    assert field["y"] + field["height"] <= 400
    assert said["height"] > 150
    page.locator(".chat input").fill("Hola")
    page.locator("[data-do=chat]").tap()
    expect(page.locator(".chat .said")).to_contain_text("Hola")
    expect(page.locator(".chat input")).to_be_focused()
    page.locator(".chat input").blur()
    expect(page.locator("button.strip")).to_be_visible()
