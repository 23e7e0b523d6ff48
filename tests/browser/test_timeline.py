"""Any game can be stepped through: with buttons, slider and keys, from a link to a moment, and from a file."""

from __future__ import annotations

import re

import pytest
from looks import check_access, check_width, check_words
from playwright.sync_api import Page, expect
from studies import record, study
from visiting import GAMES, PHONE, Visit


def slider(page: Page) -> int:
    return int(page.locator("[data-timeline=slider]").input_value())


def expect_moment(page: Page, n: int) -> None:
    """Shown, and in the address a little later."""
    expect(page.locator("[data-timeline=slider]")).to_have_value(str(n))
    expect(page).to_have_url(re.compile(rf"/{n}$"))


@pytest.mark.parametrize("game", GAMES)
def test_stepping_through(game: str, visit: Visit) -> None:
    page = visit("about:blank")
    page.goto(f"{study(page, game)}/0")
    expect_moment(page, 0)
    last = int(str(page.locator("[data-timeline=slider]").get_attribute("max")))
    page.locator("[data-timeline=next]").click()
    page.locator("[data-timeline=next]").click()
    expect_moment(page, 2)
    page.keyboard.press("ArrowLeft")
    expect_moment(page, 1)
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect_moment(page, 3)
    page.locator("[data-timeline=turnForward]").click()
    expect(page.locator("[data-timeline=slider]")).not_to_have_value("3")
    page.locator("[data-timeline=slider]").fill(str(last // 2))
    expect_moment(page, last // 2)
    check_access(page)
    check_words(page)
    page.locator("[data-timeline=last]").click()
    expect_moment(page, last)
    page.locator("[data-timeline=play]").click()  # from the end it begins again
    expect(page.locator("[data-timeline=slider]")).not_to_have_value(str(last))
    page.locator("[data-timeline=play]").click()
    page.locator("[data-timeline=slider]").fill("1")
    page.locator("[data-timeline=first]").click()
    expect_moment(page, 0)
    page.locator("[data-timeline=summary-open]").click()
    expect(page.locator("dialog[open] svg").first).to_be_visible()
    check_access(page)
    check_words(page)
    page.locator("dialog [data-do=close]").click()


def test_a_link_to_a_moment_shows_it_to_anybody(visit: Visit) -> None:
    ana = visit("about:blank")
    address = study(ana, "mexica")
    ana.goto(f"{address}/40")
    expect_moment(ana, 40)
    told = ana.locator(".told").inner_text()
    bo = visit(f"{address}/40", lang="fr", size=PHONE)
    expect_moment(bo, 40)
    assert bo.locator("[data-noble]").count() == ana.locator("[data-noble]").count()
    assert bo.locator(".told").inner_text() != told  # in French
    check_width(bo)
    check_words(bo)


def test_a_record_is_loaded_from_a_file(visit: Visit) -> None:
    page = visit()
    page.locator("input[data-record]").set_input_files(record("azteco"))
    expect(page).to_have_url(re.compile("/t/"))
    expect(page.locator("[data-timeline=slider], [data-result]").first).to_be_visible()


def test_a_file_that_is_no_record_is_refused_with_a_reason(visit: Visit) -> None:
    visit.allow("422")
    page = visit()
    page.locator("input[data-record]").set_input_files(
        {"name": "game.txt", "mimeType": "text/plain", "buffer": b'[Game "mexica"]\n[Seats "3"]\n\n0: dance\n'}
    )
    expect(page.locator(".notice")).to_be_visible()
    check_words(page)


def test_the_keys_of_the_timeline_open_it_from_a_finished_table(visit: Visit) -> None:
    page = visit("about:blank")
    table = study(page, "mexica")
    page.goto(table)
    expect(page.locator("[data-result]")).to_be_visible()
    page.keyboard.press("ArrowLeft")
    expect(page.locator("[data-timeline=slider]")).to_be_visible()
    assert slider(page) == int(str(page.locator("[data-timeline=slider]").get_attribute("max")))
    page.go_back()
    expect(page.locator("[data-result]")).to_be_visible()
    page.keyboard.press("Home")
    expect_moment(page, 0)


def test_on_a_phone_on_its_side_the_board_keeps_its_height(visit: Visit) -> None:
    page = visit("about:blank", size=(844, 390), has_touch=True, is_mobile=True)
    page.goto(f"{study(page, 'mexica')}/60")
    board = page.locator("#board")
    expect(board).to_be_in_viewport(ratio=1)
    box = board.bounding_box()
    assert box
    assert box["height"] > 300
    for name in ("first", "play", "last"):
        expect(page.locator(f"[data-timeline={name}]")).to_be_in_viewport(ratio=1)
    check_width(page)
