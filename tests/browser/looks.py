"""What can be said of any screen: nothing that axe-core calls serious, nothing to scroll sideways, no word without a
translation.
"""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import Page

AXE = Path(__file__).parents[2] / "client" / "node_modules" / "axe-core" / "axe.min.js"
STANDARDS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]


FIND = """
async (standards) => {
  const { violations } = await axe.run({ runOnly: standards, resultTypes: ['violations'] });
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ help, nodes }) => nodes.map(({ html, failureSummary }) => `${help}: ${html.slice(0, 200)} (${failureSummary})`));
}
"""


def check_access(page: Page) -> None:
    """axe-core finds nothing serious or critical."""
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(AXE.read_text(encoding="utf-8"))
    found = page.evaluate(FIND, STANDARDS)
    assert not found, f"{page.url}\n" + "\n".join(found)


LABELS = """
async () => {
  const rule = { runOnly: { type: 'rule', values: ['label-content-name-mismatch'] } };
  return (await axe.run(rule)).violations.flatMap(({ nodes }) => nodes.map(({ html }) => html.slice(0, 200)));
}
"""


def check_labels(page: Page) -> None:
    """Whoever says aloud what is written on a button, presses it."""
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(AXE.read_text(encoding="utf-8"))
    found = page.evaluate(LABELS)
    assert not found, f"{page.url}\n" + "\n".join(found)


def check_width(page: Page) -> None:
    """Nothing is wider than the screen."""
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth"), f"{page.url} scrolls sideways"


KEY = r"(?<![\w/.-])(?:page|home|table|timeline|learn|rules|settings|mexica|yucatan|azteco|refused|event|phase|kind|option)\.[a-z][\w.-]+"


def check_words(page: Page) -> None:
    """Everything is in words: no key of a catalogue is left, nothing is undefined."""
    text = page.locator("body").inner_text()
    found = re.findall(KEY, text) + re.findall(r"\b(?:undefined|NaN|null)\b|\[object|\{\w+[,}]", text)
    assert not found, f"{page.url}: {found}"
