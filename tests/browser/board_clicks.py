"""Actions by clicks: what the notation says in words, a player does with the tools and spaces of the page."""

from __future__ import annotations

from playwright.sync_api import Locator, Page, expect


class BoardClicker:
    """Does actions of a game on a page, and counts the clicks."""

    def __init__(self, page: Page, game: str):
        self.page, self.game = page, game
        self.clicks = 0

    def do(self, action: str) -> None:
        kind, *rest = action.split()
        getattr(self, self.game)(kind, rest, action)

    def click(self, selector: str) -> None:
        self.page.locator(selector).first.click()
        self.clicks += 1

    def there(self, selector: str) -> Locator:
        """Waits for something to come."""
        found = self.page.locator(selector).first
        expect(found).to_be_visible()
        return found

    def space(self, name: str, lit: str = "") -> None:
        self.click(f'[data-space="{name}"]{lit}')

    def tool(self, name: str) -> None:
        """Takes a tool in hand, unless it is there."""
        button = self.there(f'[data-tool="{name}"]')
        if button.get_attribute("aria-pressed") != "true":
            self.click(f'[data-tool="{name}"]')

    def points(self) -> int:
        return int(str(self.page.locator("[data-ap]").last.get_attribute("data-ap")))

    def confirm(self) -> None:
        self.click("button[data-action=confirm]:enabled")

    # --- the three games ---

    def mexica(self, kind: str, rest: list[str], action: str) -> None:
        if kind in ("take", "spend", "end", "agree", "refuse"):
            final = kind in ("agree", "refuse") or (kind == "end" and self.points() > 0)
            self.click(f'button[data-action="{kind}"]')
            return self.confirm() if final else None
        if kind in ("start", "walk", "boat"):
            if kind != "start":
                self.tool("move")
            self.space(rest[0], "[data-legal]")
        elif kind == "temple":
            self.tool(f"temple{rest[1]}")
            self.space(rest[0], "[data-legal]")
        elif kind in ("found", "fly"):
            self.tool(kind)
            self.space(rest[0], "[data-legal]")
        elif kind == "canal":
            self.tool("canal")
            self.space(rest[0], "[data-legal]")
            if len(rest) == 2:
                self.space(rest[1], "[data-legal]")
            elif self.page.locator("[data-space][data-legal]").count() and self.page.locator("rect.first").count():
                self.space(rest[0])  # one space only
        elif kind == "bridge":
            self.tool("bridge")
            self.space(rest[0], "[data-legal]")
            if self.page.locator("[role=menuitem]").count():
                self.click(f'[role=menuitem][data-action="{action}"]')
        else:
            raise NotImplementedError(action)
        if kind == "start" or self.page.locator("button[data-action=confirm]:enabled").count():
            self.confirm()

    def yucatan(self, kind: str, rest: list[str], action: str) -> None:
        if kind == "steal":
            self.click(f'[data-steal="{rest[0]}"]')
            return self.confirm()
        if kind in ("settle", "grow", "deploy", "march", "raise", "pass"):
            self.tool(kind)
        if kind in ("deploy", "warrior"):
            if self.there(f"[data-guild={rest[1]}]").get_attribute("aria-pressed") != "true":
                self.click(f"[data-guild={rest[1]}]")
            rest = rest[:1]
        if kind == "march":
            self.space(rest[0], "[data-lit]")
            self.space(rest[-1], "[data-lit]")
            if self.page.locator(f'[data-way="{action}"][aria-pressed=false]').count():
                self.click(f'[data-way="{action}"]')
        else:
            for name in rest:
                self.space(name, "[data-lit]")
        self.confirm()

    def azteco(self, kind: str, rest: list[str], action: str) -> None:
        if kind in ("claim", "take"):
            for letter in rest[0]:
                self.click(f"[data-jewel={letter}]")
            self.confirm()
        elif kind in ("believe", "accuse"):
            self.click(f'[data-target="{rest[0]}"]')
            self.click(f"[data-vote={kind}]")
            self.confirm()
        elif kind == "keep":
            self.click(f'[data-keep="{rest[0]}"]')
            self.confirm()
        elif kind == "discard":
            self.click(f'[data-number="{rest[0]}"]')
            self.confirm()
        elif kind == "give":
            self.click(f'[data-target="{rest[0]}"]')
            self.confirm()
        elif kind == "steal":
            self.click(f'[data-steal="{rest[0]} {rest[1]}"]')
            self.confirm()
        elif kind in ("swap", "shift") and rest[0] == "none":
            self.click("button[data-action=instead]")
            self.confirm()
        elif kind == "swap":
            for letter in rest[0]:
                self.click(f"[data-back={letter}]")
            for letter in rest[1]:
                self.click(f"[data-jewel={letter}]")
            self.confirm()
        elif kind == "shift":
            self.click(f"[data-curse-from={rest[0]}]")
            self.click(f"[data-curse-to={rest[1]}]")
            self.click(f'[data-number="{rest[2]}"]')
            self.confirm()
        else:
            raise NotImplementedError(action)
