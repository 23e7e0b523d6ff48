"""The page as an app: notifications by its worker, a page of ours without a connection, installing."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlparse

from playwright.sync_api import Page, Request, Route, expect
from visiting import GAMES, Visit, open_table


def with_worker(visit: Visit, path: str = "/", **more: Any) -> Page:
    """A page whose service worker is at work."""
    page = visit(path, service_workers="allow", **more)
    page.evaluate("navigator.serviceWorker.ready")
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    return page


def test_a_reload_without_a_connection_shows_a_page_of_ours_that_comes_back_by_itself(visit: Visit) -> None:
    visit.allow("ERR_INTERNET_DISCONNECTED|Failed to fetch|net::ERR")
    page = with_worker(visit, "/rules/mexica", lang="fr")
    page.context.set_offline(True)
    page.reload()
    expect(page.locator("main p:visible")).to_contain_text("Pas de connexion")
    assert page.evaluate("document.documentElement.lang") == "fr"
    assert page.locator("img").evaluate("image => image.naturalWidth") > 0
    page.context.set_offline(False)
    expect(page.locator("main h1")).to_contain_text("Mexica")


def test_a_phone_that_lets_no_page_notify_is_told_by_the_worker(visit: Visit) -> None:
    """Android refuses `new Notification()`."""
    page = with_worker(visit, permissions=["notifications"])
    page.add_init_script("""
        window.told = [];
        window.Notification = class { constructor() { throw new TypeError('Illegal constructor'); } };
        ServiceWorkerRegistration.prototype.showNotification =
            async (title, options) => void window.told.push({ title, ...options });
        Object.defineProperty(document, 'hidden', { get: () => window.hide === true });
        localStorage.setItem('texcoco.settings', JSON.stringify({ notify: true }));
    """)
    table = open_table(page, "mexica", "me", "random", options={"first": "0"})
    page.goto(f"/t/{table}")
    page.locator("[data-space][data-legal]").first.click()
    page.locator("[data-action=confirm]").click()
    expect(page.locator("[data-action=end]")).to_be_visible()
    page.evaluate("window.hide = true")
    page.locator("[data-action=end]").click()
    page.locator("[data-action=confirm]").click()
    page.wait_for_function("() => window.told.length > 0")
    [told, *_] = page.evaluate("window.told")
    assert told["title"] == "It is your turn"
    assert told["data"]["url"] == f"/t/{table}"


def test_installing_is_offered_where_the_browser_can_and_the_manifest_follows_the_language(visit: Visit) -> None:
    page = visit()
    expect(page.locator("[data-install]")).to_have_count(0)
    assert page.locator("link[rel=manifest]").get_attribute("href") == "/manifest.en.webmanifest"
    page.evaluate("""() => {
        const event = new Event('beforeinstallprompt');
        event.prompt = async () => (window.asked = true);
        dispatchEvent(event);
    }""")
    page.locator("[data-install]").click()
    assert page.evaluate("window.asked")
    expect(page.locator("[data-install]")).to_have_count(0)
    page.locator("[data-language=fr]").click()
    expect(page.locator("link[rel=manifest]")).to_have_attribute("href", "/manifest.fr.webmanifest")


def test_a_slow_network_is_told_of_at_once(visit: Visit) -> None:
    """The part of a table does not arrive for a while: the page says so instead of staying blank."""
    page = visit()
    waiting: list[Route] = []
    page.route("**/assets/NewTable*", lambda route: waiting.append(route))
    page.locator("[data-new=mexica]").click()
    expect(page.locator("[data-loading]")).to_be_visible()
    for route in waiting:
        route.continue_()
    expect(page.locator("[data-loading]")).to_have_count(0)
    expect(page.locator("main h1")).to_be_visible()


def test_a_button_that_opens_a_game_says_so_at_once(visit: Visit) -> None:
    """Over a slow network the answer takes seconds."""
    page = visit()
    waiting: list[Route] = []
    page.route(
        "**/api/v1/tables**", lambda route: waiting.append(route) if is_opening(route.request) else route.continue_()
    )
    button = page.locator("[data-play=mexica]")
    expect(button).to_contain_text("Play now")
    with page.expect_event("request", is_opening):
        button.click()
    expect(button).to_have_attribute("aria-busy", "true")
    expect(button).to_have_text("One moment…")
    expect(button).to_be_disabled()
    expect(page.locator("[data-play=azteco]")).to_be_disabled()
    expect(page.locator("[data-play=azteco]")).to_contain_text("Play now")
    [held] = waiting
    held.continue_()
    expect(page.locator("[data-prompt]")).to_be_visible()


def is_opening(request: Request) -> bool:
    """Whether a table is asked for."""
    return request.method == "POST" and urlparse(request.url).path.endswith("/tables")


FETCHED = """
() => performance.getEntriesByType('resource').map(({ name }) => name)
"""


def test_the_boards_are_fetched_while_the_first_screen_is_read(visit: Visit) -> None:
    """Nobody has clicked: the page of a table, each board, and the words of each game are there."""
    page = visit()
    for part in ("assets/TablePage-", *(f"assets/{game}-" for game in GAMES), *(f"/{game}/text" for game in GAMES)):
        page.wait_for_function(f"part => ({FETCHED})().some((name) => name.includes(part))", arg=part)
    fetched = set(page.evaluate(FETCHED))
    page.locator("[data-play=yucatan]").click()
    expect(page.locator("[data-prompt]")).to_be_visible()
    more = [name for name in page.evaluate(FETCHED) if name not in fetched and "/assets/" in name]
    assert not more, more  # the click fetches no part of the page
