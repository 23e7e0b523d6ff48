"""The first screen: it is small, in the reader's language, and one click away from a game."""

from __future__ import annotations

import re

import pytest
from looks import check_access, check_width
from playwright.sync_api import Page, Response, expect
from visiting import DESK, GAMES, PHONE, Visit


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
def test_it_shows_three_games_to_everybody(visit: Visit, size: tuple[int, int], dark: bool) -> None:
    page = visit(size=size, dark=dark)
    for game in GAMES:
        expect(page.locator(f"[data-play={game}]")).to_be_visible()
    check_width(page)
    check_access(page)


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_at_a_desk_all_ways_into_the_games_are_in_sight(visit: Visit, lang: str) -> None:
    page = visit(lang=lang)
    for game in GAMES:
        for way in ("play", "new", "learn"):
            expect(page.locator(f"[data-{way}={game}]")).to_be_in_viewport(ratio=1)


def test_it_speaks_the_language_of_the_browser_and_the_other_one_when_asked(visit: Visit) -> None:
    page = visit(lang="fr-CA")
    expect(page.locator("html")).to_have_attribute("lang", "fr")
    expect(page.locator("[data-play=mexica]")).to_contain_text("Jouer")
    page.locator("[data-language=en]").click()
    expect(page.locator("html")).to_have_attribute("lang", "en")
    expect(page.locator("[data-play=mexica]")).to_contain_text("Play now")
    page.reload()
    expect(page.locator("[data-play=mexica]")).to_contain_text("Play now")
    assert visit(lang="de").locator("html").get_attribute("lang") == "en"


@pytest.mark.parametrize("game", GAMES)
def test_one_click_starts_a_game(visit: Visit, game: str) -> None:
    page = visit()
    page.locator(f"[data-play={game}]").click()
    expect(page).to_have_url(re.compile(r"/t/[A-Za-z0-9_-]+$"))
    expect(page.locator("[data-prompt]")).not_to_be_empty()


def test_it_weighs_less_than_200_kb(visit: Visit) -> None:
    """What is sent for the first screen, compressed; not what is fetched ahead while it is read."""
    page = visit("about:blank")
    answers: list[Response] = []
    page.on("response", lambda answer: answers.append(answer))
    page.goto("/", wait_until="networkidle")
    expect(page.locator("[data-play=azteco]")).to_be_visible()
    ahead = next((n for n, answer in enumerate(answers) if "/TablePage" in answer.url), len(answers))
    sizes = {answer.url: answer.request.sizes() for answer in answers[:ahead]}
    assert any(url.endswith(".js") for url in sizes)
    assert any(url.endswith(".woff2") for url in sizes)
    assert sum(size["responseBodySize"] + size["responseHeadersSize"] for size in sizes.values()) < 200_000, sizes


def first_focus(page: Page) -> str:
    page.keyboard.press("Tab")
    return page.evaluate("() => document.activeElement.outerHTML")


def test_it_can_be_gone_through_by_keys(visit: Visit) -> None:
    page = visit()
    expect(page.locator("[data-play=mexica]")).to_be_visible()
    for _ in range(40):
        if "data-play" in first_focus(page):
            break
    else:
        pytest.fail("no way to a game by Tab")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(r"/t/"))


def test_what_is_nowhere_leads_home(visit: Visit) -> None:
    page = visit("/nowhere/at/all")
    check_access(page)
    page.locator("main a").click()
    expect(page.locator("[data-play=mexica]")).to_be_visible()


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_at_a_desk_a_new_table_shows_its_words_in_full(visit: Visit, lang: str) -> None:
    """Who sits where, and what is to be written beside it."""
    page = visit("/new/azteco", lang=lang)
    page.locator("select").nth(1).select_option(index=2)  # somebody else at this screen
    expect(page.locator("li input")).to_have_count(2)
    assert page.evaluate(WORDS_CUT) == []


WORDS_CUT = """
() => {
  const pen = document.createElement('canvas').getContext('2d');
  return [...document.querySelectorAll('main li :is(select, input)')].flatMap((field) => {
    const style = getComputedStyle(field);
    pen.font = style.font;
    const words = field.selectedOptions?.[0].text ?? field.placeholder;
    const arrow = field.matches('select') ? 16 : 0;
    const room = field.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight) - arrow;
    return pen.measureText(words).width > room ? [`${words} ${pen.measureText(words).width} > ${room}`] : [];
  });
}
"""
