"""Help at the table: hints, reasons for what is refused, what can be done, and what a line of the log was about."""

from __future__ import annotations

import re
from random import Random

import pytest
from board_clicks import BoardClicker
from clicking import Clicker
from looks import check_access, check_words
from playwright.sync_api import Page, expect
from visiting import GAMES, Visit, open_table


def at_the_table(visit: Visit, game: str, **more: str) -> Page:
    page = visit("about:blank", **more)
    page.goto(f"/t/{open_table(page, game, 'me', 'random', 'random', options={'first': '0'})}")
    expect(page.locator("[data-do=hint]")).to_be_visible()
    return page


@pytest.mark.parametrize("game", GAMES)
def test_a_hint_says_what_a_bot_would_do_and_why(game: str, visit: Visit) -> None:
    page = at_the_table(visit, game, lang="fr")
    advice = page.locator("[data-advice]")
    page.locator("[data-do=hint]").click()
    expect(advice).to_have_text(re.compile(r"\w{3,}.*\w{3,}", re.DOTALL))
    expect(advice).to_be_in_viewport(ratio=1)
    check_access(page)
    check_words(page)


def test_a_refused_click_is_explained_with_its_rule(visit: Visit) -> None:
    page = at_the_table(visit, "mexica")
    BoardClicker(page, "mexica").space("A1")
    notice = page.locator(".notice")
    expect(notice).to_contain_text(re.compile(r"\w+ \w+"))
    check_access(page)
    notice.locator("a, button").filter(has_text="rule").click()
    expect(page.locator(".lit").first).to_be_visible()
    check_access(page)


def test_a_line_of_the_log_is_shown_on_the_board(visit: Visit) -> None:
    page = at_the_table(visit, "mexica")
    BoardClicker(page, "mexica").do(
        f"start {page.locator('[data-space][data-legal]').first.get_attribute('data-space')}"
    )
    line = page.get_by_text(re.compile("^Ana (begins|starts|places)")).last
    expect(line).to_be_visible()
    line.hover()
    expect(page.locator("rect.lit").first).to_be_visible()


def test_it_is_said_whose_turn_it_is(visit: Visit) -> None:
    """In the title, for who looks at something else."""
    page = at_the_table(visit, "azteco")
    expect(page).to_have_title(re.compile("your turn", re.IGNORECASE))


def test_theme_and_name_are_remembered(visit: Visit) -> None:
    page = visit()
    theme = page.locator("html")
    expect(theme).to_have_attribute("data-theme", "light")
    for _ in range(3):
        if theme.get_attribute("data-theme") == "dark":
            break
        page.locator("[data-theme-switch]").click()
    expect(theme).to_have_attribute("data-theme", "dark")
    page.locator("[data-settings]").click()
    page.locator("dialog[open] input[type=text]").first.fill("Citlali")
    page.keyboard.press("Escape")
    page.reload()
    expect(theme).to_have_attribute("data-theme", "dark")
    page.locator("[data-play=mexica]").click()
    expect(page.locator("[data-seat='0']").first).to_contain_text("Citlali")


def test_a_rule_that_is_no_ruling_can_be_read_as_well(visit: Visit) -> None:
    page = visit("about:blank")
    table = open_table(page, "yucatan", "me", "random", options={"first": "0"})
    page.goto(f"/t/{table}")
    clicker = Clicker(page, "yucatan", Random(5))
    sight = clicker.look(None)
    while "march" not in sight["tools"]:
        sight = clicker.step(sight)
    label = page.locator("text.label").first.bounding_box()
    assert label
    assert label["height"] >= 10
    page.locator("[data-tool=march]").click()
    page.locator("[data-space][data-lit]").first.click()
    page.locator("[data-space=A3]").click()  # at the other end of the board
    page.locator("[data-notice] [data-rule=move]").click()
    expect(page.locator("dialog[open] [data-rules~=move].lit")).to_be_in_viewport()
