"""The page as an app: notifications by its worker, a page of ours without a connection, installing."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page, Route, expect
from visiting import Visit, open_table


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


def test_the_boards_are_fetched_while_the_first_screen_is_read(visit: Visit) -> None:
    page = visit()
    page.wait_for_load_state("networkidle")
    page.wait_for_function(
        "() => performance.getEntriesByType('resource').filter(({ name }) => /TablePage|mexica|yucatan|azteco/.test(name)).length >= 4"
    )
