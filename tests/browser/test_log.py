"""The log of a long game: its end stays in sight, and what was before comes when it is asked for."""

from __future__ import annotations

import time
from typing import Any

from board_clicks import BoardClicker
from playwright.sync_api import Page, expect
from visiting import PATIENCE, Visit, open_table

LOG = ".log"
TOLD = "lines => lines.reduce((sum, { dataset }) => sum + Number(dataset.times ?? 1), 0)"
"""How many events these lines tell: the steps of a walk are one line."""


FROM_END = "log => log.scrollHeight - log.scrollTop - log.clientHeight"
"""How many pixels of the log are below what is shown."""


def over(page: Page, table: str) -> dict[str, Any]:
    """Waits for the end of a game of bots; gives its state."""
    for _ in range(4 * PATIENCE // 100):
        state = page.context.request.get(f"/api/v1/tables/{table}").json()["states"][0]
        if state["status"] == "over":
            return state
        page.wait_for_timeout(100)
    raise AssertionError("the bots do not come to an end")


def events(page: Page, table: str) -> int:
    """How many events the whole log tells."""
    count, query = 0, ""
    while query != "?before=0":
        found = page.context.request.get(f"/api/v1/tables/{table}/log{query}").json()
        count += sum("event" in line for line in found["log"])
        query = f"?before={found['from']}"
    return count


def test_the_log_follows_a_game_to_its_end(visit: Visit) -> None:
    """Also when older lines are folded away, and when the result takes some of its room."""
    page = visit()
    table = open_table(page, "mexica", "random", "random", "random", "random")
    page.goto(f"/t/{table}")
    over(page, table)
    page.locator("[data-action=scoring-skip]").click()
    expect(page.locator("[data-result]")).to_be_visible()
    page.wait_for_function(f"({FROM_END})(document.querySelector('{LOG}')) < 5")


MORE = """
log => {
  log.scrollTop = log.scrollHeight;  // what follows comes before the page is told of this
  const more = document.createElement('div');
  more.style.height = '150px';
  document.querySelector('.side > .advice').append(more);
}
"""
"""As when a line comes and at once a hint or what others did takes some of the room of the log."""
DRAWN = "() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))"


def test_what_takes_room_from_the_log_does_not_keep_it_from_following(visit: Visit) -> None:
    page = visit("about:blank")
    page.goto(f"/t/{open_table(page, 'mexica', 'me', 'random', options={'first': '0'})}")
    log = page.locator(LOG)
    expect(log.locator(".line").last).to_contain_text("A neutral temple")  # it is longer than its room
    expect(page.locator("[data-action=confirm]")).to_be_visible()
    log.evaluate("log => log.scrollTop = log.scrollHeight - log.clientHeight - 20")
    page.evaluate(DRAWN)
    log.evaluate(MORE)
    page.evaluate(DRAWN)
    page.wait_for_function(f"({FROM_END})(document.querySelector('{LOG}')) < 5")
    log.evaluate("log => log.scrollTop = 60")  # the reader scrolls back: what comes then does not disturb
    page.evaluate(DRAWN)
    BoardClicker(page, "mexica").do("start H6")
    expect(page.locator("[data-action=end]")).to_be_visible()
    assert log.evaluate("log => log.scrollTop") == 60


def test_lines_before_those_that_are_shown_come_when_asked_for_and_nothing_jumps(visit: Visit) -> None:
    page = visit()
    table = open_table(page, "mexica", "random", "random", "random", "random")
    state = over(page, table)
    assert state["lines"] > len(state["log"])  # how long a game of random bots is differs
    page.goto(f"/t/{table}")
    lines = page.locator(f"{LOG} .line")
    expect(lines.first).to_be_attached()
    expect(page.locator("[data-result]")).to_be_visible()  # from here on only the log moves lines
    page.evaluate("() => document.fonts.ready")
    press = (
        "const button = log.querySelector('[data-do=earlier]'); button.focus({ preventScroll: true }); button.click();"
    )
    ask = ["log => log.scrollTop = 0", f"log => {{ {press} }}"]
    for turn in range(50):
        if not page.locator(f"{LOG} [data-do=earlier]").count():
            break
        before = lines.count()
        line = lines.nth(12).element_handle()  # not of the first turn, which may become part of a longer one
        assert line is not None
        page.locator(LOG).evaluate("log => log.scrollTop = 8")  # not yet so far back that it asks by itself
        place = line.bounding_box()
        page.locator(LOG).evaluate(ask[turn % 2])
        expect(lines).not_to_have_count(before)
        assert place is not None
        page.wait_for_function(
            "([line, y]) => Math.abs(line.getBoundingClientRect().y - y) < 12", arg=[line, place["y"]]
        )
    else:
        raise AssertionError("there is always something before")
    assert lines.evaluate_all(TOLD) == events(page, table)
    expect(page.locator(LOG)).to_be_focused()  # not lost with the button


def test_home_scrolls_the_log_of_a_finished_game(visit: Visit) -> None:
    """Elsewhere on the page this key opens the replay."""
    page = visit()
    table = open_table(page, "mexica", "random", "random", "random", "random")
    over(page, table)
    page.goto(f"/t/{table}")
    expect(page.locator("[data-result]")).to_be_visible()
    lines = page.locator(f"{LOG} .line")
    before = lines.count()
    page.locator(LOG).focus()
    page.keyboard.press("Home")
    expect(lines).not_to_have_count(before)
    assert page.url.endswith(f"/t/{table}")


def test_lines_are_walked_with_keys_to_the_first(visit: Visit) -> None:
    page = visit()
    table = open_table(page, "mexica", "random", "random", "random", "random")
    over(page, table)
    page.goto(f"/t/{table}")
    lines = page.locator(f"{LOG} .line")
    expect(lines.first).to_be_attached()
    total = events(page, table)
    assert lines.evaluate_all(TOLD) < total
    page.locator(LOG).focus()
    end = time.monotonic() + 4 * PATIENCE / 1000  # lines before those that are known take their time to come
    while time.monotonic() < end:
        page.keyboard.press("ArrowUp")
        if lines.evaluate_all(TOLD) == total and lines.first.evaluate("line => line === document.activeElement"):
            return
    raise AssertionError("the first line was not reached")
