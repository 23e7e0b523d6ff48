"""Whoever plays for the first time says how strong the bots shall be, and is asked only once."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect
from visiting import PHONE, Visit

TABLE = re.compile(r"/t/[A-Za-z0-9_-]+$")


def test_a_newcomer_chooses_a_level_once(visit: Visit) -> None:
    page = visit(level=None)
    page.locator("[data-play=azteco]").click()
    levels = page.locator("dialog [data-level]")
    expect(levels).to_have_count(5)
    expect(levels.first).to_contain_text("Beginner")
    expect(levels.first).to_contain_text("New to the game?")
    expect(levels.first).to_be_focused()  # by keys: Enter, and Enter again
    levels.nth(1).click()
    expect(page).to_have_url(TABLE)
    expect(page.get_by_text("Bot (Casual)").first).to_be_attached()
    page.goto("/")
    expect(page.locator("article[data-game=azteco]")).to_contain_text("Opponents: Casual")
    page.locator("[data-play=azteco]").click()
    expect(page).to_have_url(TABLE)


def test_the_level_is_changed_without_playing(visit: Visit) -> None:
    page = visit(size=PHONE, lang="fr")
    page.locator("[data-levels=mexica]").click()
    expect(page.locator("dialog [data-level='1']")).to_have_attribute("aria-pressed", "true")
    expect(page.locator("dialog [data-level='1']")).to_be_focused()
    page.locator("dialog [data-level='4']").click()
    expect(page.locator("article[data-game=mexica]")).to_contain_text("Adversaires\u00a0: Fort")
    expect(page.locator("dialog")).to_have_count(0)
    page.reload()
    expect(page.locator("article[data-game=mexica]")).to_contain_text("Fort")
    expect(page.locator("article[data-game=yucatan]")).to_contain_text("Débutant")


def test_after_the_lesson_a_newcomer_meets_beginners(visit: Visit) -> None:
    page = visit(level=None)
    last = len(page.context.request.get("/api/v1/games/mexica/lesson").json()["steps"]) - 1
    page.evaluate("last => localStorage.setItem('texcoco.lesson.mexica', String(last))", last)
    page.goto("/learn/mexica")
    page.locator("[data-lesson=next]").click()
    expect(page.locator("[data-lesson=finished]")).to_contain_text("Opponents: Beginner")
    page.locator("[data-lesson=play]").click()
    expect(page).to_have_url(TABLE)
    expect(page.get_by_text("Bot (Beginner)")).to_have_count(2)


@pytest.mark.parametrize(("lang", "against"), [("en", "against a bot"), ("fr", "contre un robot")])
def test_whoever_wants_a_single_opponent_says_so_once(visit: Visit, lang: str, against: str) -> None:
    page = visit(size=PHONE, lang=lang, level=None)
    page.locator("[data-play=mexica]").tap()
    numbers = page.locator("dialog [data-number]")
    expect(numbers).to_have_text(["1", "2", "3"])
    expect(numbers.nth(1)).to_have_attribute("aria-pressed", "true")
    numbers.first.tap()
    expect(numbers.first).to_have_attribute("aria-pressed", "true")
    page.locator("dialog [data-level='1']").tap()
    expect(page).to_have_url(TABLE)
    table = page.url.rpartition("/")[2]
    assert len(page.context.request.get(f"/api/v1/tables/{table}").json()["states"][0]["seats"]) == 2
    page.goto("/")
    expect(page.locator("[data-play=mexica]")).to_contain_text(against)
    expect(page.locator("[data-play=yucatan]")).to_contain_text("2")
