"""With the keyboard only: from the first screen into a game, and a turn of each."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect
from visiting import Visit, open_table


def tab_to(page: Page, selector: str) -> None:
    """Presses Tab until something of this kind has the focus."""
    expect(page.locator(selector).first).to_be_attached()
    for _ in range(120):
        if page.evaluate("selector => document.activeElement.matches(selector)", selector):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"no way to {selector} by Tab")


TOWARDS = """
name => {
  const middle = (each) => { const box = each.getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2]; };
  const here = document.activeElement;
  if (here.dataset.space === name) return null;
  const [[x, y], [to, down]] = [middle(here), middle(document.querySelector(`[data-space="${name}"]`))];
  if (Math.abs(down - y) > here.getBoundingClientRect().height / 2) return down > y ? 'ArrowDown' : 'ArrowUp';
  return to > x ? 'ArrowRight' : 'ArrowLeft';
}
"""


def go(page: Page, name: str) -> None:
    """Goes to a space of the board with the arrow keys."""
    tab_to(page, "[data-space]")
    for _ in range(60):
        key = page.evaluate(TOWARDS, name)
        if key is None:
            return
        page.keyboard.press(key)
    raise AssertionError(f"no way to {name} with arrows")


def lit(page: Page) -> str:
    """A space that can be chosen."""
    space = page.locator("[data-space]:is([data-legal], [data-lit])").first
    expect(space).to_be_attached()
    return str(space.get_attribute("data-space"))


def press_on(page: Page, selector: str) -> None:
    tab_to(page, selector)
    page.keyboard.press("Enter")


def test_from_the_first_screen_into_a_game(visit: Visit) -> None:
    page = visit()
    press_on(page, "[data-play=mexica]")
    expect(page).to_have_url(re.compile("/t/"))
    expect(page.locator("[data-prompt]")).to_be_visible()


def test_a_turn_of_mexica(visit: Visit) -> None:
    page = visit("about:blank")
    page.goto(f"/t/{open_table(page, 'mexica', 'me', 'random', options={'first': '0'})}")
    go(page, lit(page))
    page.keyboard.press("Enter")
    press_on(page, "[data-action=confirm]")  # where one begins cannot be undone
    expect(page.locator("[data-action=end]")).to_be_visible()
    points = page.locator("[data-ap]").last
    page.keyboard.press("c")
    expect(page.locator("[data-tool=canal]")).to_have_attribute("aria-pressed", "true")
    first = lit(page)
    go(page, first)
    page.keyboard.press("Enter")
    expect(page.locator("rect.first")).to_be_attached()
    others = page.locator("[data-space][data-legal]").evaluate_all("all => all.map((each) => each.dataset.space)")
    go(page, next(name for name in others if name != first))
    page.keyboard.press("Enter")
    expect(points).to_have_attribute("data-ap", "5")
    page.keyboard.press("u")
    expect(points).to_have_attribute("data-ap", "6")
    page.keyboard.press("a")  # an action token
    expect(points).to_have_attribute("data-ap", "5")
    page.keyboard.press("Control+z")
    expect(points).to_have_attribute("data-ap", "6")
    page.keyboard.press("a")
    expect(points).to_have_attribute("data-ap", "5")
    page.keyboard.press("?")
    expect(page.locator("[data-tab=help]").first).to_have_attribute("aria-selected", "true")
    page.keyboard.press("Escape")
    page.keyboard.press("e")
    page.keyboard.press("Enter")
    expect(page.locator("[data-action=confirm]")).to_be_focused()  # action points are left
    expect(page.locator("g.price")).to_have_count(0)  # it is about no space
    page.keyboard.press("Enter")
    expect(page.locator("[data-prompt]")).to_be_focused()  # the button is gone
    expect(page.locator("[data-ap='6']").last).to_be_visible()  # our next turn


def test_the_first_village_of_yucatan(visit: Visit) -> None:
    page = visit("about:blank")
    page.goto(f"/t/{open_table(page, 'yucatan', 'me', 'random', options={'first': '0'})}")
    for _ in range(2):
        name = lit(page)
        go(page, name)
        page.keyboard.press("Enter")
        press_on(page, "[data-action=confirm]")
        expect(page.locator(f"[data-space={name}][data-lit]")).to_have_count(0)


def test_a_claim_and_a_vote_in_azteco(visit: Visit) -> None:
    page = visit("about:blank")
    page.goto(f"/t/{open_table(page, 'azteco', 'me', 'random', 'random', options={'first': '0'})}")
    press_on(page, "[data-action=truth]")
    press_on(page, "[data-action=confirm]")
    press_on(page, "[data-target]")
    press_on(page, "[data-vote]")
    press_on(page, "[data-action=confirm]")
    expect(page.locator("[data-vote]")).to_have_count(0)
