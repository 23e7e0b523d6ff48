"""Games played before, to be looked at: `records/` has one of each, played by bots with `texcoco play --seats greedy,…
--save`.
"""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Page

RECORDS = Path(__file__).parent / "records"


def record(game: str) -> Path:
    return RECORDS / f"{game}.txt"


def study(page: Page, game: str) -> str:
    """Opens a study of the record of a game; gives its address."""
    answer = page.context.request.post("/api/v1/studies", data={"record": record(game).read_text(encoding="utf-8")})
    assert answer.ok, answer.text()
    return f"/t/{answer.json()['table']}"
