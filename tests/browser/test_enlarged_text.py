"""Text of twice the size: nothing is cut off, nothing lies beside the screen, and what is to be pressed is in sight."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect
from studies import study
from test_analysis import analysis, open_study, opening_of_mexica
from visiting import GAMES, Visit, open_table

ENLARGE = """
() => {
  document.documentElement.style.fontSize = '200%';
  return new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
}
"""
CUT = """
() => [...document.querySelectorAll('button, [role=tab], a, h1, summary')].flatMap((each) => {
  const { left, right, width } = each.getBoundingClientRect();
  if (!each.checkVisibility() || width < 3 || each.closest('#board, .unseen')) return [];
  const cut = getComputedStyle(each).display !== 'inline' && each.scrollWidth > each.clientWidth + 3;
  return cut || left < -1 || right > innerWidth + 1 ? [each.outerHTML.slice(0, 120)] : [];
})
"""
"""What has no room for its words, or is not on the screen from left to right."""
COLLIDING = """
() => {
  const tabs = [...document.querySelectorAll('[role=tab]')].map((tab) => {
    const words = document.createRange();
    words.selectNodeContents(tab);
    return words.getBoundingClientRect();
  });
  return tabs.slice(1).filter(({ left }, n) => left < tabs[n].right).length;
}
"""
BROKEN = """
() => [...document.querySelectorAll('.who b, [data-result] .name')].flatMap((each) => {
  const words = document.createRange();
  words.selectNodeContents(each.firstChild);
  const lines = new Set([...words.getClientRects()].map(({ top }) => Math.round(top)));
  return /^\\S+$/.test(each.firstChild.textContent.trim()) && lines.size > 1 ? [each.firstChild.textContent.trim()] : [];
})
"""
"""Names of one word that are not on one line."""


def screens(page: Page, game: str) -> Iterator[str]:
    """Each screen around a game, and what must be there before it is looked at."""
    page.goto("/")
    yield f"[data-play={game}]"
    page.goto(f"/new/{game}")
    yield "[data-new-table]"
    page.goto(f"/t/{open_table(page, game, 'me', 'open', 'random', start=False)}")
    yield "[data-waiting]"
    page.goto(f"/rules/{game}")
    yield "main h1, main h2"
    page.goto(f"/t/{open_table(page, game, 'me', 'random', 'random', options={'first': '0'})}")
    yield "[data-do=hint]"
    finished = study(page, game)
    page.goto(finished)
    yield "[data-result]"
    page.goto(f"{finished}/20")
    yield "[data-timeline=copy]"


@pytest.mark.parametrize(("size", "lang"), [((1280, 800), "fr"), ((390, 844), "fr"), ((844, 390), "en")], ids=str)
@pytest.mark.parametrize("game", GAMES)
def test_every_screen_around(game: str, visit: Visit, size: tuple[int, int], lang: str) -> None:
    page = visit("about:blank", size=size, lang=lang)
    for there in screens(page, game):
        expect(page.locator(there).first).to_be_attached()
        page.evaluate(ENLARGE)
        assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth"), page.url
        assert page.evaluate(CUT) == [], page.url
        assert page.evaluate(COLLIDING) == 0, page.url
        assert page.evaluate(BROKEN) == [], page.url


def test_at_a_desk_what_confirms_is_in_sight(visit: Visit) -> None:
    page = visit("about:blank", lang="fr")
    page.goto(f"/t/{open_table(page, 'azteco', 'me', 'random', 'random')}")
    expect(page.locator("[data-action=truth]")).to_be_visible()
    page.evaluate(ENLARGE)
    expect(page.locator("[data-action=confirm]")).to_be_in_viewport(ratio=0.9)


@pytest.mark.parametrize(("size", "lang"), [((1280, 800), "fr"), ((390, 844), "fr"), ((844, 390), "en")], ids=str)
def test_an_analysis(visit: Visit, size: tuple[int, int], lang: str) -> None:
    page = visit("about:blank", size=size, lang=lang)
    address = open_study(page, opening_of_mexica())
    analysis(page, address)
    page.goto(f"{address}/0?analysis")
    expect(page.locator("[data-mistake]").first).to_be_attached()
    page.locator("[data-chart-mark]").first.wait_for(state="attached")
    page.keyboard.press("n")  # to the first mistake, with what would have been better
    expect(page.locator("[data-better], [data-analysis=panel]").first).to_be_attached()
    page.evaluate(ENLARGE)
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    assert page.evaluate(CUT) == []
