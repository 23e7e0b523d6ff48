"""Puzzles: one of the day on the first screen, the list with what was found, and one solved on the real board."""

from __future__ import annotations

import re

import pytest
from board_clicks import BoardClicker
from looks import check_access, check_width, check_words
from playwright.sync_api import Page, expect
from visiting import DESK, GAMES, PATIENCE, PHONE, Visit

from texcoco.games import find
from texcoco.puzzles import Puzzle, puzzles

SIZES = pytest.mark.parametrize(
    ("size", "lang", "dark"), [(DESK, "en", True), (PHONE, "fr", False)], ids=["desk", "phone"]
)


def check(page: Page) -> None:
    check_access(page)
    check_words(page)
    check_width(page)


def start_judging(page: Page, game: str, puzzle: Puzzle) -> None:
    """Waits until the worker process that judges has been started, which may take long on a busy machine."""
    url = f"/api/v1/games/{game}/puzzles/{puzzle.id}/answer"
    assert page.context.request.post(url, data={"actions": []}, timeout=4 * PATIENCE).ok


def vote(puzzle: Puzzle, right: bool) -> str:
    """The solution of a puzzle of Azteco in which somebody is accused, or to believe the same claim."""
    return puzzle.solution[0] if right else puzzle.solution[0].replace("accuse", "believe")


@SIZES
def test_a_puzzle_is_missed_and_found_later(size: tuple[int, int], lang: str, dark: bool, visit: Visit) -> None:
    puzzle = next(p for p in puzzles("azteco").values() if p.solution[0].startswith("accuse"))
    page = visit(f"/puzzles/azteco/{puzzle.id}", size=size, lang=lang, dark=dark)
    main, clicks = page.locator("main[data-puzzle]"), BoardClicker(page, "azteco")
    expect(main).to_have_attribute("data-how", "begin")
    check(page)
    start_judging(page, "azteco", puzzle)
    clicks.do(vote(puzzle, right=False))
    expect(main).to_have_attribute("data-how", "wrong")
    assert page.locator("[data-puzzle-reason]").count() == 0, "the solution is not given away"
    check(page)
    page.locator("[data-do=again]").click()
    expect(main).to_have_attribute("data-how", "begin")
    clicks.do(vote(puzzle, right=True))
    expect(main).to_have_attribute("data-how", "solved")
    expect(page.locator("[data-puzzle-reason]")).to_have_text(puzzle.reason[lang])
    check(page)
    page.locator(f"[data-language={'en' if lang == 'fr' else 'fr'}]").click()
    expect(page.locator("[data-puzzle-reason]")).to_have_text(puzzle.reason["en" if lang == "fr" else "fr"])
    page.locator("header a[href='/puzzles/azteco']").click()
    expect(page.locator(f"a[href$='{puzzle.id}']")).to_have_attribute("data-outcome", "later")
    check(page)


def test_a_turn_of_mexica_is_played_and_taken_back(visit: Visit) -> None:
    puzzle = next(p for p in puzzles("mexica").values() if len(p.solution) > 3)
    page = visit(f"/puzzles/mexica/{puzzle.id}")
    main, clicks = page.locator("main[data-puzzle]"), BoardClicker(page, "mexica")
    expect(main).to_have_attribute("data-how", "begin")
    start_judging(page, "mexica", puzzle)
    first, *_ = puzzle.solution
    undo = page.locator("[data-do=undo]")
    assert undo.count() == 0
    clicks.do(first)
    expect(undo).to_be_visible()
    page.keyboard.press("Escape")
    page.keyboard.press("u")
    expect(undo).to_have_count(0)
    for action in puzzle.solution:
        with page.expect_response(re.compile("/look")):  # the next click is meant for what the page shows then
            clicks.do(action)
        page.evaluate("() => new Promise(requestAnimationFrame)")
    expect(main).to_have_attribute("data-how", "solved")
    expect(page.locator("[data-puzzle-reason]")).to_have_text(puzzle.reason["en"])
    page.keyboard.press("n")
    expect(page).not_to_have_url(re.compile(puzzle.id))
    expect(main).to_have_attribute("data-how", "begin")


@pytest.mark.parametrize("game", GAMES)
@SIZES
def test_the_solution_is_shown_on_request(
    game: str, size: tuple[int, int], lang: str, dark: bool, visit: Visit
) -> None:
    puzzle = list(puzzles(game).values())[-1]
    page = visit(f"/puzzles/{game}/{puzzle.id}", size=size, lang=lang, dark=dark)
    main = page.locator("main[data-puzzle]")
    expect(main).to_have_attribute("data-how", "begin")
    expect(page.locator("[data-prompt]")).not_to_be_empty()
    assert page.evaluate("() => document.body.innerText").find(puzzle.reason[lang]) < 0
    check_words(page)
    check_width(page)
    page.keyboard.press("s")
    expect(main).to_have_attribute("data-how", "shown")
    expect(page.locator("[data-puzzle-reason]")).to_have_text(puzzle.reason[lang])
    check(page)
    page.goto(f"/puzzles/{game}")
    expect(page.locator(f"a[href$='{puzzle.id}']")).to_have_attribute("data-outcome", "missed")
    expect(page.locator("ol a")).to_have_count(len(puzzles(game)))


@SIZES
def test_the_puzzle_of_the_day_is_on_the_first_screen(
    size: tuple[int, int], lang: str, dark: bool, visit: Visit
) -> None:
    page = visit(size=size, lang=lang, dark=dark)
    daily = page.locator("[data-daily]")
    expect(daily).to_have_attribute("data-daily", "")
    check(page)
    daily.locator("[data-do=daily]").click()
    expect(page.locator("main[data-how=begin]")).to_be_visible()
    page.locator("[data-do=show]").click()
    expect(page.locator("main[data-how=shown]")).to_be_visible()
    page.goto("/")
    expect(daily).to_have_attribute("data-daily", "missed")
    page.locator("[data-do=puzzles]").click()
    expect(page.locator("main[data-puzzles]")).to_be_visible()
    named = str(page.locator("main[data-puzzles]").get_attribute("data-puzzles"))
    assert find(named).name == named


def test_a_phone_comes_nearer_to_what_is_played_and_to_the_solution(visit: Visit) -> None:
    """Spaces of Mexica are too small for a finger on the whole map."""
    puzzle = next(p for p in puzzles("mexica").values() if p.solution[0].startswith("walk"))
    page = visit(f"/puzzles/mexica/{puzzle.id}", size=PHONE, lang="fr")
    space = page.locator(f'[data-space="{puzzle.solution[0].split()[1]}"]').first
    expect(page.locator("main[data-how=begin]")).to_be_visible()
    before = space.bounding_box()
    assert before
    assert before["width"] < 30
    space.tap()
    expect(page.locator("[data-do=all]")).to_be_visible()
    page.locator("[data-do=show]").click()
    expect(page.locator("main[data-how=shown]")).to_be_visible()
    expect(space).to_be_in_viewport()
    assert page.locator("header h1 a").evaluate("a => a.scrollWidth <= a.clientWidth"), "the title is cut"


def test_a_puzzle_that_is_gone(visit: Visit) -> None:
    visit.allow("404")
    page = visit("/puzzles/mexica/00000000")
    expect(page.locator("main [role=alert]")).to_be_visible()
    page.locator("main a.primary").click()
    expect(page.locator("main[data-puzzles=mexica]")).to_be_visible()
