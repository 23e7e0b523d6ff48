"""One's results: against each level, how one began, and the last games to look at again."""

from __future__ import annotations

import re
from random import Random

import pytest
from looks import check_access, check_width, check_words
from playwright.sync_api import Page, expect
from visiting import DESK, PHONE, Visit, open_table


def play_azteco(page: Page, *seats: str) -> str:
    """A whole game at random on one's seat; gives its table."""
    table, request, rng = open_table(page, "azteco", *seats), page.context.request, Random(1)
    for number in range(10_000):
        (state,) = request.get(f"/api/v1/tables/{table}").json()["states"]
        if state["status"] == "over":
            return table
        if state["actions"]:
            play = {"id": f"c{number}", "do": "play", "step": state["step"], "actions": [rng.choice(state["actions"])]}
            assert request.post(f"/api/v1/tables/{table}/commands", data=play).ok
    raise AssertionError("the game does not end")


@pytest.mark.parametrize(("size", "lang"), [(DESK, "en"), (PHONE, "fr")], ids=["desk", "phone"])
def test_results_are_counted_and_lead_to_the_games(size: tuple[int, int], lang: str, visit: Visit) -> None:
    page = visit(size=size, lang=lang)
    page.locator("[data-do=yours]").click()
    expect(page).to_have_url(re.compile("/me$"))
    expect(page.locator("[data-yours] a.primary")).to_be_visible()  # nothing yet, and a way to begin
    check_access(page)
    table = play_azteco(page, "me", "1", "random")
    page.reload()
    section = page.locator("section[data-game=azteco]")
    expect(section.locator("tbody tr")).to_have_count(2)
    expect(section.locator("li")).to_have_count(1)
    expect(section.locator("li")).not_to_contain_text("event.")
    expect(section.locator("li")).not_to_contain_text("opening.")
    expect(section.locator("[data-accuracy='0'] [data-do=analyse]")).to_be_visible()  # how a point comes onto the chart
    check_access(page)
    check_words(page)
    check_width(page)
    section.locator("[data-do=analyse]").click()
    expect(page).to_have_url(re.compile(rf"/t/{table}/0\?analysis$"))
    expect(page.locator("[data-analysis=panel]")).to_be_visible()
    expect(page.locator("main progress")).to_have_count(0, timeout=60_000)
    page.goto("/me")
    expect(section.locator("[data-accuracy='1'] circle").first).to_be_visible()
    expect(section.locator("[data-accuracy] [data-do=analyse]")).to_have_count(0)
    expect(page.locator(f"[data-analysis-of='{table}'] b")).to_have_text(re.compile(r"^\d+\s?%$"))
    check_access(page)
    check_words(page)
    check_width(page)
    page.locator(f"[data-table='{table}']").click()
    expect(page).to_have_url(re.compile(f"/t/{table}/0$"))
    expect(page.locator("[data-timeline=go-on]")).to_be_enabled()
