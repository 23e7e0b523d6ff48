"""A view as text, for clients that have no board of the game."""

from __future__ import annotations

from pathlib import Path

import pytest
from running import Browser, running

from texcoco.games import find
from texcoco.web.settings import Limits, Rate


@pytest.mark.parametrize("game", ["mexica", "yucatan", "azteco", "tiny"])
async def test_a_view_is_drawn_as_in_the_terminal(game: str, tmp_path: Path) -> None:
    view = find(game).start(3).view(None)
    async with running(tmp_path) as server, Browser(server.address) as ann:
        for lang in ("en", "fr"):
            drawn = await ann.http.post(f"/games/{game}/picture?lang={lang}", json={"view": view})
            assert drawn.text == find(game).picture(view, lang=lang)


@pytest.mark.parametrize("view", [{}, {"seats": "x"}, {"seats": 10**9, "phase": []}])
async def test_what_is_no_view_is_refused(view: dict[str, object], tmp_path: Path) -> None:
    async with running(tmp_path) as server, Browser(server.address) as ann:
        answer = await ann.post("/games/mexica/picture", {"view": view}, 422)
        assert answer["refused"]["code"] == "bad-view"
        await ann.post("/games/chess/picture", {"view": view}, 404)
        await ann.post("/games/mexica/picture", {"view": 1}, 400)


async def test_who_has_too_many_drawn_has_to_wait(tmp_path: Path) -> None:
    limits = Limits(pictures=Rate(0.01, 2), loopback=1)
    async with running(tmp_path, limits=limits) as server, Browser(server.address) as ann:
        view = find("tiny").start(3).view(None)
        asked = [await ann.http.post("/games/tiny/picture", json={"view": view}) for _ in range(3)]
        assert [answer.status_code for answer in asked] == [200, 200, 429]
        assert int(asked[2].headers["retry-after"]) > 50
