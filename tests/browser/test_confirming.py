"""One convention for all games (docs/page.md, "How a choice is confirmed"): what no undo brings back is chosen first,
and confirmed by the same button with the same words at the same place, or by Enter. Escape puts it down.
"""

from __future__ import annotations

from typing import Any

import pytest
from board_clicks import BoardClicker
from playwright.sync_api import Locator, Page, expect
from visiting import DESK, GAMES, PHONE, Visit, open_table

WORDS = {"en": ("Confirm", "Cancel"), "fr": ("Confirmer", "Renoncer")}
LAST = """
button => {
  const row = button.parentElement;
  const controls = button.closest('.todo > .controls');
  const below = [...controls.querySelectorAll('button')].filter((each) =>
    each.checkVisibility() && each.getBoundingClientRect().top > row.getBoundingClientRect().bottom);
  return below.length === 0 && row.lastElementChild === button && row.querySelector('[data-action=cancel]') !== null;
}
"""


def begin(visit: Visit, game: str, **more: Any) -> Page:
    page = visit("about:blank", **more)
    table = open_table(page, game, "me", "random", "random", options={} if game == "azteco" else {"first": "0"})
    page.goto(f"/t/{table}")
    return page


def choose(page: Page, game: str) -> None:
    """Chooses the first thing that the game asks for, which is final in each of them."""
    if game == "azteco":
        page.locator("[data-action=truth]").click()
    else:
        page.locator("[data-space]:is([data-legal], [data-lit])").first.click()


def buttons(page: Page) -> tuple[Locator, Locator]:
    return page.locator("[data-action=confirm]"), page.locator("[data-action=cancel]")


def lines(page: Page) -> int:
    table = page.url.rpartition("/")[2]
    return int(page.context.request.get(f"/api/v1/tables/{table}").json()["states"][0]["lines"])


@pytest.mark.parametrize(("size", "lang"), [(DESK, "en"), (PHONE, "fr")], ids=["desk-en", "phone-fr"])
@pytest.mark.parametrize("game", GAMES)
def test_a_final_choice_is_confirmed_in_the_same_way_in(
    game: str, size: tuple[int, int], lang: str, visit: Visit
) -> None:
    page = begin(visit, game, size=size, lang=lang)
    confirm, cancel = buttons(page)
    expect(confirm).to_be_disabled()
    expect(cancel).to_be_disabled()
    place = confirm.bounding_box()
    before = lines(page)
    sentence = page.locator("[data-prompt]").inner_text()
    choose(page, game)
    expect(confirm).to_be_enabled()
    expect(page.locator("[data-prompt]")).not_to_have_text(sentence)  # it says what is about to be done
    assert (confirm.inner_text(), cancel.inner_text()) == WORDS[lang]
    assert confirm.evaluate(LAST)
    assert confirm.bounding_box() == place  # nothing jumps under the finger
    assert page.locator("main .side .primary").count() == 1
    cancel.click()
    expect(confirm).to_be_disabled()
    assert lines(page) == before
    choose(page, game)
    confirm.click()
    expect(page.locator("[data-prompt]")).not_to_have_text(sentence)
    page.wait_for_function("([url, n]) => fetch(url).then((a) => a.json()).then((a) => a.states[0].lines > n)",
                           arg=[f"/api/v1/tables/{page.url.rpartition('/')[2]}", before])  # fmt: skip


@pytest.mark.parametrize("game", GAMES)
def test_enter_confirms_and_escape_puts_down_in(game: str, visit: Visit) -> None:
    page = begin(visit, game)
    confirm, cancel = buttons(page)
    choose(page, game)
    expect(confirm).to_be_enabled()
    page.keyboard.press("Escape")
    expect(confirm).to_be_disabled()
    expect(cancel).to_be_disabled()
    choose(page, game)
    expect(confirm).to_be_enabled()
    page.evaluate("document.activeElement.blur()")
    before = page.locator("[data-prompt]").inner_text()
    page.keyboard.press("Enter")
    expect(page.locator("[data-prompt]")).not_to_have_text(before)
    expect(page.locator("[data-action=confirm]:enabled")).to_have_count(0)


def test_what_can_be_undone_is_done_by_one_click(visit: Visit) -> None:
    page = begin(visit, "mexica")
    clicker = BoardClicker(page, "mexica")
    clicker.do(f"start {page.locator('[data-space][data-legal]').first.get_attribute('data-space')}")
    points = page.locator("[data-ap]").last
    expect(points).to_have_attribute("data-ap", "6")
    page.locator("[data-action=take]").click()
    expect(points).to_have_attribute("data-ap", "5")
    page.locator("[data-do=undo]").click()
    expect(points).to_have_attribute("data-ap", "6")
    expect(page.locator("[data-action=confirm]")).to_have_count(0)  # the button that ends the turn has its place
    end = page.locator("[data-action=end]").bounding_box() or {}
    page.locator("[data-action=end]").click()
    asked = page.locator("[data-action=confirm]").bounding_box() or {}
    assert [round(asked[side] - end[side]) for side in ("x", "width")] == [0, 0]
    assert abs(asked["y"] + asked["height"] / 2 - end["y"] - end["height"] / 2) < 3
