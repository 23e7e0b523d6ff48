"""How long it takes to get from nothing to a board over a slow network: what Chromium's tools call "Fast 3G".

    python -m benchmarks.slow_network
    python -m benchmarks.slow_network --source OTHER/src      (the code and the built page of another checkout)

"home" is from the address to the button that plays, with nothing in the browser's memory. "at once" is from that button
to the board if it is pressed as soon as it is there, "after reading" if the first screen is read for five seconds
before. The stream of a table is not slowed down: Chromium does not do that to web sockets.
"""

from __future__ import annotations

import argparse
import os
import statistics
import time
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from benchmarks.page_turn import ROOT, serving

FAST_3G = {
    "offline": False,
    "latency": 562.5,
    "downloadThroughput": 1.6 * 1024 * 1024 / 8 * 0.9,
    "uploadThroughput": 750 * 1024 / 8 * 0.9,
}
"""As Chromium's developer tools emulate it."""
READING = 5.0
GAMES = ("mexica", "yucatan", "azteco")
LEVELS = "localStorage['texcoco.levels'] ??= JSON.stringify({ mexica: '1', yucatan: '1', azteco: '1' })"


def measure(browser: Browser, site: str, game: str, reading: float) -> tuple[float, float]:
    """Seconds to the first screen, and from its button to the board."""
    context = browser.new_context(viewport={"width": 390, "height": 844}, reduced_motion="reduce")
    context.add_init_script(LEVELS)
    page = context.new_page()
    session = context.new_cdp_session(page)
    session.send("Network.enable")
    session.send("Network.emulateNetworkConditions", FAST_3G)
    button, start = page.locator(f"[data-play={game}]"), time.monotonic()
    page.goto(site, wait_until="commit")
    button.wait_for()
    home = time.monotonic() - start
    page.wait_for_timeout(1000 * reading)
    start = time.monotonic()
    button.click()
    page.locator("[data-prompt]").wait_for()
    board = time.monotonic() - start
    context.close()
    return home, board


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--source", type=Path, default=ROOT / "src", help="the `src` of the checkout to measure")
    parser.add_argument("--rounds", type=int, default=3, help="take the median of so many (default: %(default)s)")
    parser.add_argument("--chromium", default=os.environ.get("TEXCOCO_CHROMIUM", "/usr/bin/chromium"))
    asked = parser.parse_args()
    print("| game | home, s | board at once, s | board after reading, s |\n|---|---:|---:|---:|")
    with serving(asked.source) as site, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=asked.chromium, args=["--no-sandbox", "--disable-gpu"])
        for game in GAMES:
            hasty = [measure(browser, site, game, 0) for _ in range(asked.rounds)]
            calm = [measure(browser, site, game, READING) for _ in range(asked.rounds)]
            home = statistics.median(home for home, _ in [*hasty, *calm])
            boards = [statistics.median(board for _, board in found) for found in (hasty, calm)]
            print(f"| {game} | {home:.1f} | {boards[0]:.1f} | {boards[1]:.1f} |", flush=True)


if __name__ == "__main__":
    main()
