"""The guided first games: whoever does what the coach asks for gets to the end, and from there to a real game."""

from __future__ import annotations

import re

import pytest
from board_clicks import BoardClicker
from looks import check_access, check_width, check_words
from playwright.sync_api import expect
from visiting import GAMES, PHONE, Visit


@pytest.mark.parametrize("game", GAMES)
def test_the_lesson_of(game: str, visit: Visit) -> None:
    page = visit(f"/learn/{game}")
    lesson = page.context.request.get(f"/api/v1/games/{game}/lesson").json()
    clicker = BoardClicker(page, game)
    coach = page.locator("[data-lesson=coach]")
    for n, step in enumerate(lesson["steps"]):
        expect(coach).to_have_attribute("data-step", str(n))
        if step["expect"]:
            clicker.do(step["expect"][0])
        else:
            page.locator("[data-lesson=next]").click()
        if n == 2:
            page.reload()  # it goes on where it was
    expect(page.locator("[data-lesson=finished]")).to_be_visible()
    check_access(page)
    page.locator("[data-lesson=play]").click()
    expect(page).to_have_url(re.compile("/t/"))
    expect(page.locator("[data-prompt]")).to_be_visible()


@pytest.mark.parametrize("game", GAMES)
def test_on_a_phone_in_french_with_help(game: str, visit: Visit) -> None:
    page = visit(f"/learn/{game}", size=PHONE, lang="fr")
    steps = page.context.request.get(f"/api/v1/games/{game}/lesson?lang=fr").json()["steps"]
    for n, step in enumerate(steps):
        expect(page.locator("[data-lesson=coach]")).to_have_attribute("data-step", str(n))
        check_width(page)
        if step["expect"]:
            page.locator("[data-lesson=show]").click()
            page.locator("[data-lesson=help]").click()
        else:
            page.locator("[data-lesson=next]").click()
    expect(page.locator("[data-lesson=finished]")).to_be_visible()
    check_words(page)


def test_yucatan_shows_which_button_to_press(visit: Visit) -> None:
    page = visit("/learn/yucatan")
    steps = page.context.request.get("/api/v1/games/yucatan/lesson").json()["steps"]
    shown = set()
    for n, step in enumerate(steps):
        expect(page.locator("[data-lesson=coach]")).to_have_attribute("data-step", str(n))
        if not step["expect"]:
            page.locator("[data-lesson=next]").click()
            continue
        kind, *rest = step["expect"][0].split()
        page.locator("[data-lesson=show]").click()
        if kind not in ("village", "neutral"):  # which have no button
            button = {"warrior": f"[data-guild={rest[-1]}]", "steal": f"[data-steal='{rest[-1]}']"} if rest else {}
            expect(page.locator(button.get(kind, f"[data-tool={kind}]"))).to_have_class(re.compile("hinted"))
            shown.add(kind)
        page.locator("[data-lesson=help]").click()
    assert shown == {"warrior", "march", "settle", "grow", "deploy", "steal", "raise"}


SEEN = """
(name) => {
  const board = document.querySelector('#board').getBoundingClientRect();
  const space = document.querySelector(`[data-space="${name}"]`);
  if (!space) return null;
  const { left, right, top, bottom, width } = space.getBoundingClientRect();
  const inside = left >= board.left - 1 && right <= board.right + 1 && top >= board.top - 1 && bottom <= board.bottom + 1;
  return inside && (document.elementFromPoint((left + right) / 2, (top + bottom) / 2)?.closest('#board') ? width : 0);
}
"""


@pytest.mark.parametrize("game", ["mexica", "yucatan"])
def test_a_phone_shows_what_a_step_is_about(game: str, visit: Visit) -> None:
    page = visit(f"/learn/{game}", size=PHONE)
    steps = page.context.request.get(f"/api/v1/games/{game}/lesson").json()["steps"]
    for n, step in enumerate(steps):
        expect(page.locator("[data-lesson=coach]")).to_have_attribute("data-step", str(n))
        for name in step["light"]:
            # what is pointed out far from one another can be no larger
            least = 16 if "emperor" in step["light"] else 40
            page.wait_for_function(
                f"([name, least]) => {{ const seen = ({SEEN})(name); return seen === null || seen >= least; }}",
                arg=[name, least],
            )
        if step["light"] and "emperor" not in step["light"] and n < 6:  # who wants to see all of it may
            page.locator("[data-do=all]").tap()
            expect(page.locator("[data-do=all]")).to_have_count(0)
        page.locator("[data-lesson=show], [data-lesson=next]").tap()
        if step["expect"]:
            page.locator("[data-lesson=help]").tap()


def test_the_coach_does_not_tell_how_a_reveal_ends(visit: Visit) -> None:
    page = visit("/learn/azteco", motion=True)
    steps = page.context.request.get("/api/v1/games/azteco/lesson").json()["steps"]
    coach = page.locator("[data-lesson=coach]")
    for n in range(4):  # to the vote, after which the first cards are turned
        expect(coach).to_have_attribute("data-step", str(n))
        expect(coach).to_contain_text(steps[n]["say"])
        if steps[n]["expect"]:
            page.locator("[data-lesson=show]").click()
            page.locator("[data-lesson=help]").click()
        else:
            page.locator("[data-lesson=next]").click()
    expect(coach).to_have_attribute("data-step", "4")
    expect(coach).to_contain_text("Watch")
    expect(coach).not_to_contain_text(steps[4]["say"])
    expect(page.locator("[data-lesson=next], [data-lesson=show]")).to_have_count(0)
    page.locator("[data-action=skip]").click()
    expect(coach).to_contain_text(steps[4]["say"])


def test_on_a_phone_on_its_side_the_coach_is_not_covered(visit: Visit) -> None:
    page = visit("/learn/azteco", size=(844, 390))
    for _ in range(2):
        page.locator("[data-lesson=next]").click()
    expect(page.locator("[data-action=confirm]")).to_be_visible()
    coach, todo = page.locator("[data-lesson=coach]").bounding_box(), page.locator("aside .todo").bounding_box()
    assert coach
    assert todo
    assert coach["height"] > 120
    assert coach["y"] + coach["height"] <= todo["y"]


COVERED = """
() => {
  const card = document.querySelector('[data-scoring]').getBoundingClientRect();
  return [...document.querySelectorAll('[data-token], .supply > g')].filter((each) => {
    const { left, right, top, bottom } = each.getBoundingClientRect();
    return left < card.right && right > card.left && top < card.bottom && bottom > card.top;
  }).length;
}
"""


@pytest.mark.parametrize(("size", "lang"), [((1280, 800), "en"), ((844, 390), "fr"), ((390, 844), "fr")], ids=str)
def test_the_scoring_of_mexica_covers_no_tokens_and_goes_with_its_step(
    visit: Visit, size: tuple[int, int], lang: str
) -> None:
    page = visit("about:blank", size=size, lang=lang)
    lesson = page.context.request.get(f"/api/v1/games/mexica/lesson?lang={lang}").json()
    scored = len(lesson["steps"]) - 2
    page.goto("/learn/mexica")
    coach = page.locator("[data-lesson=coach]")
    for n in range(scored):
        expect(coach).to_have_attribute("data-step", str(n))
        page.locator("[data-lesson=show], [data-lesson=next]").click()
        if lesson["steps"][n]["expect"]:
            page.locator("[data-lesson=help]").click()
    card = page.locator("[data-scoring]")
    seen = set()
    for _ in range(5):  # districts above and below
        seen.add(card.get_attribute("data-scoring"))
        assert page.evaluate(COVERED) == 0
        page.locator("[data-action=scoring-next]").click()
    assert len(seen) > 2
    expect(card).to_be_visible()
    page.locator("[data-lesson=next]").click()
    expect(coach).to_have_attribute("data-step", str(scored + 1))
    expect(card).to_have_count(0)


@pytest.mark.parametrize(("size", "lang"), [((390, 844), "en"), ((360, 640), "fr"), ((844, 390), "fr")], ids=str)
def test_whoever_is_caught_in_the_lesson_of_azteco_is_in_sight(visit: Visit, size: tuple[int, int], lang: str) -> None:
    page = visit("/learn/azteco", size=size, lang=lang)
    coach = page.locator("[data-lesson=coach]")
    for n, expected in enumerate([False, False, True, True]):
        expect(coach).to_have_attribute("data-step", str(n))
        page.locator("[data-lesson=show], [data-lesson=next]").click()
        if expected:
            page.locator("[data-lesson=help]").click()
    expect(coach).to_have_attribute("data-step", "4")
    caught = page.locator('[data-spot="seat 1"]')
    expect(caught).to_have_class(re.compile("lit"))
    place, board = caught.bounding_box(), page.locator("#board").bounding_box()
    assert place
    assert board
    assert place["y"] >= board["y"]
    assert place["y"] + place["height"] <= board["y"] + board["height"]
