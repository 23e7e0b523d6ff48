"""A table of Mexica: what a person would stumble over."""

from __future__ import annotations

from deeds import Doer
from playwright.sync_api import expect
from visiting import PHONE, Visit, open_table


def test_on_a_phone_the_tokens_can_be_read_and_all_tools_are_in_two_rows(visit: Visit) -> None:
    page = visit("about:blank", size=PHONE)
    page.goto(f"/t/{open_table(page, 'mexica', 'me', 'random', options={'first': '0'})}")
    page.locator("[data-space][data-legal]").first.tap()
    page.locator("[data-action=do]").tap()
    expect(page.locator("[data-action=end]")).to_be_visible()
    tokens = [each.bounding_box() for each in page.locator("[data-token]").all()]
    assert len(tokens) == 8
    assert all(box and box["width"] >= 34 for box in tokens), tokens
    tools = [each.bounding_box() for each in page.locator("[role=toolbar] button").all()]
    assert len({round(box["y"]) for box in tools if box}) == 2, tools
    assert all(box and min(box["width"], box["height"]) >= 44 for box in tools), tools


def test_what_was_refused_is_not_told_for_ever(visit: Visit) -> None:
    page = visit("about:blank")
    page.goto(f"/t/{open_table(page, 'mexica', 'me', 'random', options={'first': '0'})}")
    doer = Doer(page, "mexica")
    doer.do(f"start {page.locator('[data-space][data-legal]').first.get_attribute('data-space')}")
    expect(page.locator("[data-action=end]")).to_be_visible()
    page.locator("[data-tool=found]").click()
    expect(page.locator("[data-notice]")).to_be_visible()
    page.locator("[data-tool=canal]").click()
    expect(page.locator("[data-notice]")).to_have_count(0)
