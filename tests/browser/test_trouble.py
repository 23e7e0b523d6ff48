"""In mid-turn the page is reloaded, or the connection is lost: nothing is lost, nothing is done twice, and the reader
is told.
"""

from __future__ import annotations

from board_clicks import BoardClicker
from looks import check_access
from playwright.sync_api import Locator, Page, WebSocketRoute, expect
from studies import study
from visiting import Visit, open_table


class Wire:
    """The stream of a page, which can be cut."""

    def __init__(self, page: Page):
        self.cut = False
        self.open: list[WebSocketRoute] = []
        page.route_web_socket("**/stream*", self._connect)

    def _connect(self, here: WebSocketRoute) -> None:
        if self.cut:
            here.close()
            return
        there = here.connect_to_server()
        self.open.append(here)
        here.on_message(lambda message: None if self.cut else there.send(message))

    def lose(self) -> None:
        """What is sent from now on gets nowhere; then the connection breaks."""
        self.cut = True

    def snap(self) -> None:
        for socket in self.open:
            socket.close()
        self.open.clear()

    def mend(self) -> None:
        self.cut = False


def points(page: Page) -> Locator:
    """How many action points are left, as shown where one plays."""
    return page.locator("[data-ap]").last


def begun(visit: Visit) -> tuple[Page, BoardClicker]:
    """A game of Mexica in our first turn."""
    page = visit("about:blank")
    table = open_table(page, "mexica", "me", "random", options={"first": "0"})
    page.goto(f"/t/{table}")
    clicker = BoardClicker(page, "mexica")
    clicker.do(f"start {page.locator('[data-space][data-legal]').first.get_attribute('data-space')}")
    expect(page.locator("[data-action=end]")).to_be_visible()
    expect(points(page)).to_have_attribute("data-ap", "6")
    return page, clicker


def dig(page: Page, clicker: BoardClicker) -> None:
    """Digs a canal of two spaces wherever that can be."""
    clicker.tool("canal")
    spaces = page.locator("[data-space][data-legal]")
    clicker.space(str(spaces.first.get_attribute("data-space")))
    expect(page.locator("rect.first")).to_be_visible()
    first = page.locator("rect.first")
    assert first.count()
    names = [
        str(name)
        for name in page.locator("[data-space][data-legal]").evaluate_all(
            "all => all.map((each) => each.dataset.space)"
        )
    ]
    clicker.space(names[-1])


def test_a_reload_in_mid_turn(visit: Visit) -> None:
    page, clicker = begun(visit)
    dig(page, clicker)
    expect(points(page)).to_have_attribute("data-ap", "5")
    page.reload()
    expect(points(page)).to_have_attribute("data-ap", "5")
    page.locator("[data-do=undo]").click()
    expect(points(page)).to_have_attribute("data-ap", "6")
    page.reload()
    expect(points(page)).to_have_attribute("data-ap", "6")


def test_the_connection_is_lost_in_mid_turn(visit: Visit) -> None:
    visit.allow("WebSocket")
    page, clicker = begun(visit)
    wire = Wire(page)
    page.reload()
    expect(page.locator("[data-link=open]")).to_have_count(1)
    wire.lose()
    dig(page, clicker)
    expect(points(page)).to_have_attribute("data-ap", "6")
    wire.snap()
    expect(page.locator("[data-link=lost]")).not_to_be_empty()
    expect(page.locator("[data-pending]")).to_be_visible()
    check_access(page)
    wire.mend()
    expect(page.locator("[data-link=open]")).to_have_count(1)
    expect(points(page)).to_have_attribute("data-ap", "5")
    expect(page.locator("[data-pending]")).to_have_count(0)
    page.locator("[data-do=undo]").click()
    expect(points(page)).to_have_attribute("data-ap", "6")  # it was done once


def test_a_table_that_is_gone_says_so(visit: Visit) -> None:
    page = visit("/t/nothing-is-here")
    expect(page.locator("main")).to_contain_text("no such table")
    check_access(page)


def test_a_part_that_did_not_arrive_can_be_asked_for_again(visit: Visit) -> None:
    page = visit("about:blank")
    visit.allow("ERR_FAILED|dynamically imported module|preload")
    page.goto(study(page, "mexica"))
    page.route("**/assets/Summary*", lambda route: route.abort())
    page.locator("[data-do=summary]").click()
    page.locator("dialog[open] [data-reload]").click()
    page.unroute("**/assets/Summary*")
    expect(page.locator("[data-notice]")).to_have_count(0)
    page.locator("[data-do=summary]").click()
    expect(page.locator("dialog[open] [data-timeline=summary]")).to_be_visible()
