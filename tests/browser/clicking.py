"""Somebody who plays by clicks: looks at what is lit or can be pressed, clicks one of it, and looks again. Knows no
rules.

`look` of a game is what such a player sees; `wish` is what they would click next, as the locator of one element.
"""

from __future__ import annotations

import time
from random import Random
from typing import Any

from playwright.sync_api import Locator, Page
from playwright.sync_api import TimeoutError as Timeout

Sight = dict[str, Any]

LOOK = """
() => {
  const found = (selector, name) => [...document.querySelectorAll(selector)]
    .filter((each) => !each.disabled && each.ariaDisabled !== 'true' && each.ariaPressed !== 'true')
    .map((each) => each.getAttribute(name));
  return {
    over: document.querySelector('[data-result]') !== null,
    prompt: document.querySelector('[data-prompt]')?.textContent,
    asked: document.querySelector('[data-do=uncover]') !== null,
    alone: document.querySelector('[data-do=cover]') !== null,
    notice: document.querySelector('.notice button') !== null,
    fight: document.querySelector('[data-do=close-fight]') !== null,
    spaces: found('[data-space][data-legal], [data-space][data-lit]', 'data-space'),
    tools: found('[data-tool][data-able], [data-tool]:not([data-able]):not(.unable)', 'data-tool'),
    held: document.querySelector('[data-tool][aria-pressed=true]')?.getAttribute('data-tool') ?? null,
    buttons: found('button[data-action]', 'data-action'),
    menu: found('[role=menuitem]', 'data-action'),
    guilds: found('[data-guild]', 'data-guild'),
    guild: document.querySelector('[data-guild][aria-pressed=true]') !== null,
    steal: found('button[data-steal]', 'data-steal'),
    points: Number(document.querySelector('[data-ap]')?.getAttribute('data-ap') ?? 0),
    choices: ['jewel', 'back', 'target', 'vote', 'keep', 'number', 'curse-from', 'curse-to']
      .flatMap((kind) => found(`button[data-${kind}]:not(.no)`, `data-${kind}`).map((value) => `[data-${kind}="${value}"]`)),
  };
}
"""
CHANGED = f"before => {{ const now = ({LOOK})(); return JSON.stringify(now) === JSON.stringify(before) ? null : now; }}"


class Clicker:
    """Plays a game on a page."""

    def __init__(self, page: Page, game: str, rng: Random):
        self.page, self.rng = page, rng
        self.wish = {"mexica": self.mexica, "yucatan": self.yucatan, "azteco": self.azteco}[game]
        self.clicks = 0

    def play(self, seconds: float) -> None:
        """Plays until the game is over."""
        end = time.monotonic() + seconds
        sight = self.look(None)
        while not sight["over"]:
            assert time.monotonic() < end, f"not over after {self.clicks} clicks: {sight}"
            sight = self.step(sight)

    def play_until_told(self, opponents: int) -> None:
        """Plays until so many opponents have acted since, and what they did is told in lines of its own. Whoever acts
        as soon as they can takes these lines away before they are seen, so each step waits for them first."""
        sight = self.look(None)
        for _ in range(40):
            if self.clicks and self._is_told(opponents):
                return
            sight = self.step(sight)
        raise AssertionError(f"after {self.clicks} clicks not told what {opponents} opponents did: {sight}")

    def _is_told(self, opponents: int) -> bool:
        try:
            self.page.locator("[data-told]").nth(opponents - 1).wait_for(timeout=2000)
        except Timeout:
            return False
        return True

    def step(self, sight: Sight) -> Sight:
        """Clicks once, if there is something to click, and looks what came of it."""
        target = self.manners(sight) or self.wish(sight)
        if target is None and sight["alone"]:  # who looks alone and has nothing to do
            target = self.button("[data-do=cover]")
        if target is not None:
            self.click(target)
        return self.look(sight, 1500 if target is not None else 30_000)

    def click(self, target: Locator) -> None:
        try:
            self.press(target)
            self.clicks += 1
        except Timeout:
            if self.manners(self.page.evaluate(LOOK)) is not None:
                return  # what covers the target came after the look, and can be put away
            if target.count() and target.is_enabled():  # gone in the meantime is no wonder; there but covered is
                raise

    def press(self, target: Locator) -> None:
        target.click(timeout=5000)

    def look(self, before: Sight | None, patience: float = 30_000) -> Sight:
        """What there is to be seen, when it has changed or after a while."""
        try:
            return self.page.wait_for_function(CHANGED, arg=before, timeout=patience).json_value()
        except Timeout:
            return self.page.evaluate(LOOK)

    def button(self, selector: str) -> Locator:
        return self.page.locator(selector).first

    def space(self, name: str) -> Locator:
        return self.button(f'[data-space="{name}"]')

    def manners(self, sight: Sight) -> Locator | None:
        """What comes before any game: what may cover something, and who is asked to look alone."""
        if sight["notice"]:
            return self.button(".notice button")
        if sight["fight"]:
            return self.button("[data-do=close-fight]")
        return self.button("[data-do=uncover]") if sight["asked"] else None

    # --- what one would click next; None: it is for others to play ---

    def mexica(self, sight: Sight) -> Locator | None:
        buttons = set(sight["buttons"])
        for name in ("scoring-skip", "confirm"):
            if name in buttons:
                return self.button(f'[data-action="{name}"]')
        if "agree" in buttons:
            return self.button(f'[data-action="{self.rng.choice(["agree", "refuse"])}"]')
        if sight["menu"]:
            return self.button(f'[role=menuitem][data-action="{self.rng.choice(sight["menu"])}"]')
        if "end" not in buttons:  # not our turn, or the first of all: where to begin
            return self.space(self.rng.choice(sight["spaces"])) if sight["spaces"] and not sight["tools"] else None
        if sight["held"] not in (None, "move") and sight["spaces"]:
            return self.space(self.rng.choice(sight["spaces"]))
        tools = [tool for tool in sight["tools"] if tool not in ("move", "propose", "fly", "shift")]
        if not tools or sight["points"] == 0:
            return self.button("[data-action=end]")
        if sight["spaces"] and self.rng.random() < 0.2:
            return self.space(self.rng.choice(sight["spaces"]))  # a walk
        wanted = next((tool for tool in ("found", "canal") if tool in tools), None)
        return self.button(f"[data-tool={wanted if wanted and self.rng.random() < 0.7 else self.rng.choice(tools)}]")

    def yucatan(self, sight: Sight) -> Locator | None:
        if "confirm" in sight["buttons"]:
            return self.button("[data-action=confirm]")
        if sight["steal"]:
            return self.button(f'[data-steal="{sight["steal"][-1]}"]')
        if sight["guilds"] and not sight["guild"]:
            return self.button(f"[data-guild={self.rng.choice(sight['guilds'])}]")
        if sight["spaces"]:
            return self.space(self.rng.choice(sight["spaces"]))
        tools = [tool for tool in sight["tools"] if tool != "pass"] or sight["tools"]
        if not tools:
            return None
        return self.button(f"[data-tool={'raise' if 'raise' in tools else self.rng.choice(tools)}]")

    def azteco(self, sight: Sight) -> Locator | None:
        for name in ("skip", "confirm"):
            if name in sight["buttons"]:
                return self.button(f"button[data-action={name}]")
        if "truth" in sight["buttons"] and self.rng.random() < 0.5:
            return self.button("[data-action=truth]")
        if "instead" in sight["buttons"] and self.rng.random() < 0.5:
            return self.button("[data-action=instead]")
        choices = [*sight["choices"], *(f'[data-steal="{what}"]' for what in sight["steal"])]
        return self.button(f"button{self.rng.choice(choices)}") if choices else None
