"""Browsers of people who visit a server."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Iterator
from typing import Any

import httpx
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Response, expect

PATIENCE = 30_000
"""Milliseconds: the machine may be busy with other tests."""
DESK = (1280, 800)
PHONE = (360, 740)
GAMES = ("mexica", "yucatan", "azteco")

CHOOSE_LEVEL = "try { localStorage['texcoco.levels'] ??= JSON.stringify(%s) } catch {}"
"""For browsers that come from nowhere, which have no storage, nothing is chosen."""

expect.set_options(timeout=PATIENCE)


def wait_for(site: str) -> None:
    """Until a server that was just started answers."""
    for _ in range(600):
        try:
            assert httpx.get(f"{site}/").status_code == 200, "the page is not built: make page"
            return
        except httpx.TransportError:
            time.sleep(0.05)
    raise AssertionError("the server does not answer")


class Visit:
    """Opens browsers at the server, and listens to what they complain about."""

    def __init__(self, browser: Browser, site: str):
        self.browser, self.site = browser, site
        self.contexts: list[BrowserContext] = []
        self.complaints: list[str] = []
        self.allowed = ["Service Worker registration blocked by Playwright"]

    def __call__(
        self,
        path: str = "/",
        *,
        size: tuple[int, int] = DESK,
        lang: str = "en",
        dark: bool = False,
        motion: bool = False,
        level: str | None = "1",
        **more: Any,
    ) -> Page:
        """A new browser at this address. `level`: of the bots, chosen in an earlier game; None: in none."""
        more.setdefault("service_workers", "block")  # those who test it say so
        context = self.browser.new_context(
            base_url=self.site,
            viewport={"width": size[0], "height": size[1]},
            locale=lang,
            color_scheme="dark" if dark else "light",
            reduced_motion="no-preference" if motion else "reduce",
            **({"has_touch": True, "is_mobile": True} if size == PHONE else {}),
            **more,
        )
        context.set_default_timeout(PATIENCE)
        if level is not None:
            context.add_init_script(CHOOSE_LEVEL % json.dumps(dict.fromkeys(GAMES, level)))
        context.on("console", self._said)
        context.on("weberror", lambda error: self.complaints.append(f"error: {error.error}"))
        context.on("response", self._answered)
        self.contexts.append(context)
        page = context.new_page()
        page.goto(path)
        return page

    def allow(self, pattern: str) -> None:
        """Complaints that are part of what is tested."""
        self.allowed.append(pattern)

    def pages(self) -> Iterator[Page]:
        for context in self.contexts:
            yield from context.pages

    def close(self) -> list[str]:
        """Closes all browsers; gives what they complained about."""
        for context in self.contexts:
            context.close()
        return [said for said in self.complaints if not any(re.search(pattern, said) for pattern in self.allowed)]

    def _said(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.complaints.append(f"{message.type}: {message.text} ({message.location.get('url')})")

    def _answered(self, response: Response) -> None:
        if response.status >= 500:
            self.complaints.append(f"{response.status}: {response.url}")


def open_table(page: Page, game: str, *seats: str, start: bool = True, **more: Any) -> str:
    """Opens and starts a table in the name of a browser, as `Play now` does but with whatever seats and options; gives
    its id.
    """
    plan = [{"kind": seat} if seat in ("me", "open") else {"kind": "bot", "bot": seat} for seat in seats]
    request = page.context.request
    answer = request.post("/api/v1/tables", data={"game": game, "seats": plan, "name": "Ana", **more})
    assert answer.ok, answer.text()
    table = str(answer.json()["table"])
    if start:
        started = request.post(f"/api/v1/tables/{table}/commands", data={"id": "start", "do": "start"})
        assert started.ok, started.text()
    return table
