"""The documentation site is built, all types of the reference are found, and every link leads somewhere."""

from __future__ import annotations

import re
import runpy
from collections.abc import Sequence
from pathlib import Path

import pytest

SITE = runpy.run_path(str(Path(__file__).parents[1] / "docs" / "site.py"))
SOME = ("texcoco.event", "texcoco.game", "texcoco.tables.requests", "texcoco.store")


@pytest.mark.filterwarnings("error:Error parsing type annotation")
@pytest.mark.parametrize("modules", [SOME, pytest.param(SITE["MODULES"], marks=pytest.mark.long)], ids=["some", "all"])
def test_every_link_of_the_site_leads_somewhere(modules: Sequence[str], tmp_path: Path) -> None:
    to = tmp_path / "site"
    SITE["build"](to, modules)
    pages = sorted(to.glob("*.html"))
    assert {"index", "architecture", "api", "store"} <= {page.stem for page in pages}
    links = 0
    for page in pages:
        text = page.read_text(encoding="utf-8")
        for target in re.findall(r'(?:href|src)="([^"]+)"', text):
            if "://" in target:
                continue
            path, _, anchor = target.partition("#")
            file = to / path if path else page
            if path == "reference/texcoco.html" and modules is SOME:
                continue
            assert file.exists(), f"{page.name} links to {target}"
            assert not anchor or f'id="{anchor}"' in file.read_text(encoding="utf-8"), f"{page.name} links to {target}"
            links += 1
    assert links > 300
    reference = (to / "reference" / "texcoco" / "game.html").read_text(encoding="utf-8")
    assert "A game that can be played: what it is called" in reference, "docstrings are in the reference"
