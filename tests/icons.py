"""Paints the PNG icons of the page from its SVGs, with the Chromium of the tests: `make icons`, after a change of an
SVG."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import sync_playwright
from programs import CHROMIUM

PUBLIC = Path(__file__).parents[1] / "client" / "public"
ICONS = {
    "icon-192.png": ("icon.svg", 192),
    "icon-512.png": ("icon.svg", 512),
    "icon-full-192.png": ("icon-full.svg", 192),
    "icon-full-512.png": ("icon-full.svg", 512),
    "apple-touch-icon.png": ("icon-full.svg", 180),
}


def main() -> None:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM.found(), args=["--no-sandbox"])
        for name, (source, size) in ICONS.items():
            page = browser.new_page(viewport={"width": size, "height": size})
            page.set_content(
                "<style>body { margin: 0 } svg { display: block; width: 100vw; height: 100vh }</style>"
                + (PUBLIC / source).read_text(encoding="utf-8")
            )
            page.screenshot(path=PUBLIC / name, omit_background=True)
            page.close()
        browser.close()


if __name__ == "__main__":
    main()
