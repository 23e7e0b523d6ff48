"""A game of somebody else, of which the page knows nothing, is found, played, looked back at and left like ours."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from looks import check_access
from playwright.sync_api import Browser, Page, expect
from running import Process
from visiting import Visit, wait_for

CONTRACT = Path(__file__).parents[1] / "contract"


@pytest.fixture
def foreign(browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Visit]:
    """Browsers at a server that knows the tiny game, as a module that somebody has written."""
    monkeypatch.setenv("TEXCOCO_GAMES", "tiny=tiny:TINY")
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(CONTRACT), *filter(None, [os.environ.get("PYTHONPATH")])]))
    process = Process("--database", f"sqlite:///{tmp_path / 'games.db'}")
    visit = Visit(browser, f"http://{process.address}")
    try:
        wait_for(visit.site)
        yield visit
        assert not (complaints := visit.close()), "\n".join(complaints)
        _, log = process.stop()
        assert not [line for line in map(json.loads, log.splitlines()) if line["level"] not in ("info", "debug")]
    finally:
        visit.close()
        process.kill()


def play_to_the_end(page: Page) -> None:
    """Presses the first button while the game goes on."""
    actions, result = page.locator("[data-action]"), page.locator("[data-result]")
    for _ in range(60):
        expect(actions.or_(result).first).to_be_visible()
        if result.count():
            return
        before = page.locator("[data-picture]").inner_text()
        actions.first.click()
        page.wait_for_function(
            "before => document.querySelector('[data-result]')"
            " || document.querySelector('[data-picture]').innerText != before",
            arg=before,
        )
    raise AssertionError("the game does not end")


def test_a_game_that_the_page_has_no_board_of_is_played_and_looked_back_at(foreign: Visit) -> None:
    foreign.allow("404")  # its rules are not written
    page = foreign()
    expect(page.locator("article[data-game=tiny]")).to_contain_text("Tiny")
    page.locator("[data-new=tiny]").click()
    expect(page.locator("[data-new-table=tiny]")).to_be_visible()
    expect(page.locator("[data-option=rounds]")).to_be_visible()
    page.goto("/")
    page.locator("[data-play=tiny]").click()
    picture = page.locator("[data-picture]")
    expect(picture).to_contain_text("round 1, bid, points [0, 0")
    check_access(page)
    play_to_the_end(page)
    expect(page.locator("[data-result]")).to_be_visible()
    table = page.url.partition("/t/")[2].partition("#")[0].partition("?")[0]
    record = httpx.get(f"{foreign.site}/api/v1/tables/{table}/record").text
    assert '[Game "tiny"]' in record

    page.goto(f"/t/{table}/0")  # the same game, from its start
    slider = page.locator("[data-timeline=slider]")
    expect(slider).to_have_value("0")
    expect(picture).to_contain_text("round 1, deal, points [0, 0")
    page.locator("[data-timeline=last]").click()
    expect(picture).to_contain_text("over")
    page.goto("/rules/tiny")
    expect(page.locator("main")).to_be_visible()
