"""Every screen, in both languages, sizes and themes: axe-core finds nothing serious, nothing is wider than the screen,
all is in words.
"""

from __future__ import annotations

import pytest
from looks import check_access, check_width, check_words
from playwright.sync_api import Page, expect
from studies import study
from visiting import DESK, GAMES, PHONE, Visit, open_table

LOOKS = pytest.mark.parametrize(
    ("size", "dark", "lang"), [(DESK, False, "fr"), (PHONE, True, "en"), (DESK, True, "en"), (PHONE, False, "fr")],
    ids=["desk-light-fr", "phone-dark-en", "desk-dark-en", "phone-light-fr"],
)  # fmt: skip


def check(page: Page) -> None:
    check_width(page)
    check_words(page)
    check_access(page)


@pytest.mark.parametrize("game", GAMES)
@LOOKS
def test_the_table_of(game: str, size: tuple[int, int], dark: bool, lang: str, visit: Visit) -> None:
    page = visit("about:blank", size=size, dark=dark, lang=lang)
    page.goto(f"/t/{open_table(page, game, 'me', 'random', 'random', options={'first': '0'})}")
    expect(page.locator("[data-prompt]")).to_be_visible()
    check(page)
    if (lang == "fr") == (size == PHONE):
        return  # once in each theme is enough for what follows
    for tab in ("chat", "rules", "help"):
        page.locator(f"[data-tab={tab}]").first.click()
        if tab == "help":  # fingers have no keys
            expect(page.locator("[data-signs]")).to_be_visible()
            assert page.locator("[data-sign] dd").count() >= 8  # those of the game
            assert page.locator("[data-sign] dt > *").first.is_visible()
            assert page.locator("[data-keys]").count() == (size == DESK)
        expect(page.locator("[data-prompt]")).to_be_attached()
        check(page)
    page.keyboard.press("Escape")
    page.locator("[data-do=menu]").click()
    check(page)


@pytest.mark.parametrize("game", GAMES)
@LOOKS
def test_other_screens_of(game: str, size: tuple[int, int], dark: bool, lang: str, visit: Visit) -> None:
    page = visit(f"/rules/{game}", size=size, dark=dark, lang=lang)
    expect(page.locator("main h1, main h2").first).to_be_visible()
    check(page)
    page.goto(f"/new/{game}")
    expect(page.locator("[data-new-table]")).to_be_visible()
    check(page)
    page.goto(f"/learn/{game}")
    expect(page.locator("[data-lesson=coach]")).to_be_visible()
    check(page)
    page.goto(study(page, game))
    expect(page.locator("[data-result]")).to_be_visible()
    check(page)
    page.locator("[data-settings]").click()
    expect(page.locator("dialog[open]")).to_be_visible()
    check(page)
