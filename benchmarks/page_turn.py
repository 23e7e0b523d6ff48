"""What a turn of Mexica costs over the real page: commands sent, requests made and bytes received, counted by Chromium.

    python -m benchmarks.page_turn
    python -m benchmarks.page_turn --source OTHER/src      (the code and the built page of another checkout)

Each turn is six actions, walks and canals, done by clicks in the first turn of a game, where the lists of legal actions
are longest.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, expect, sync_playwright

ROOT = Path(__file__).parents[1]
TURNS = {
    "a walk of four spaces, two canals": ("H2", "D4 D5", "D8 D9"),
    "a walk of two, a canal, a walk of two, a canal": ("H4", "D4 D5", "H2", "D8 D9"),
    "a walk of one, a canal, three times": ("H5", "D4 D5", "H4", "D8 D9", "H3", "K10 K11"),
}
"""Where to walk to, or both spaces of a canal, from H6 on."""


@dataclass
class Traffic:
    """What a page sends and receives."""

    commands: int = 0
    requests: int = 0
    received: int = 0

    def listen(self, page: Page) -> None:
        session = page.context.new_cdp_session(page)
        session.send("Network.enable")
        session.on("Network.webSocketFrameSent", self._sent)
        session.on("Network.webSocketFrameReceived", self._frame)
        session.on("Network.requestWillBeSent", self._request)
        session.on("Network.loadingFinished", self._answer)

    def _sent(self, event: dict[str, Any]) -> None:
        self.commands += '"play"' in event["response"]["payloadData"]

    def _frame(self, event: dict[str, Any]) -> None:
        self.received += len(event["response"]["payloadData"].encode())

    def _request(self, _event: dict[str, Any]) -> None:
        self.requests += 1

    def _answer(self, event: dict[str, Any]) -> None:
        self.received += int(event["encodedDataLength"])


def measure(page: Page, site: str, spots: tuple[str, ...]) -> Traffic:
    """Opens a table, takes the first turn up to its last action, and counts what that took."""
    seats = [{"kind": "me"}, {"kind": "bot", "bot": "random"}, {"kind": "bot", "bot": "random"}]
    opened = page.context.request.post(
        f"{site}/api/v1/tables", data={"game": "mexica", "seats": seats, "name": "Ana", "options": {"first": "0"}}
    )
    table = opened.json()["table"]
    page.context.request.post(f"{site}/api/v1/tables/{table}/commands", data={"id": "start", "do": "start"})
    page.goto(f"{site}/t/{table}")
    page.locator('[data-space="H6"][data-legal]').first.click()
    if (confirm := page.locator("[data-action=confirm]")).count():  # pages before the start was confirmed have none
        confirm.click()
    points = page.locator("[data-ap]").last
    expect(points).to_have_attribute("data-ap", "6")
    expect(page.locator('[data-space="H2"][data-legal]').first).to_be_attached()  # the ways are known
    page.wait_for_timeout(500)
    traffic = Traffic()
    traffic.listen(page)
    left, column = 6, 6
    for spot in spots:
        tool = "canal" if " " in spot else "move"
        if page.locator(f'[data-tool="{tool}"]').get_attribute("aria-pressed") != "true":
            page.locator(f'[data-tool="{tool}"]').click()
        for space in spot.split():
            page.locator(f'[data-space="{space}"][data-legal]').first.click()
        if tool == "move":
            left, column = left - (column - int(spot[1:])), int(spot[1:])
        else:
            left -= 1
        expect(points).to_have_attribute("data-ap", str(left))
    page.wait_for_timeout(1000)  # what is asked for afterwards belongs to it
    assert left == 0
    return traffic


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--source", type=Path, default=ROOT / "src", help="the `src` of the checkout to measure")
    parser.add_argument("--chromium", default=os.environ.get("TEXCOCO_CHROMIUM", "/usr/bin/chromium"))
    asked = parser.parse_args()
    with serving(asked.source) as site:
        report(site, asked.chromium)


@contextmanager
def serving(source: Path) -> Iterator[str]:
    """A server of the code in `source`, with an empty database; gives its address."""
    with tempfile.TemporaryDirectory() as folder:
        database = f"sqlite:///{folder}/games.db"
        command = [sys.executable, "-m", "texcoco", "serve", "--port", "0", "--database", database]
        environment = {**os.environ, "PYTHONPATH": str(source)}
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment, cwd=folder) as server:
            try:
                assert server.stdout is not None
                site = "http://" + server.stdout.readline().partition("http://")[2].partition("/")[0]
                time.sleep(1)
                yield site
            finally:
                server.terminate()


def report(site: str, chromium: str) -> None:
    print("| turn | commands | requests | kB received |\n|---|---:|---:|---:|")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])
        for name, spots in TURNS.items():
            context = browser.new_context(viewport={"width": 1280, "height": 800}, reduced_motion="reduce")
            found = measure(context.new_page(), site, spots)
            print(f"| {name} | {found.commands} | {found.requests} | {found.received / 1000:.0f} |", flush=True)
            context.close()


if __name__ == "__main__":
    main()
